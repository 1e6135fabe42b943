//! Public types can be sent to other threads and shared with them. It is enough that this compiles.

use tamis::{blend, engine, json, metadata, render, sanitize, signals, site_rules};

/// Fails to compile if a type is not `Send + Sync`.
macro_rules! assert_send_and_sync {
    ($($type:ty),* $(,)?) => {
        const _: () = {
            const fn is_send_and_sync<T: Send + Sync>() {}
            $(is_send_and_sync::<$type>();)*
        };
    };
}

assert_send_and_sync!(
    tamis::Config,
    tamis::Context<'_>,
    tamis::Decision,
    tamis::Error,
    tamis::ErrorKind,
    tamis::ExtractedParagraph<'_>,
    tamis::Extraction,
    tamis::Extractor,
    tamis::Input<'_>,
    tamis::Language,
    tamis::LanguageSource,
    tamis::Measurer,
    tamis::Metadata,
    tamis::NodeSet,
    tamis::NodeStats,
    tamis::Page,
    tamis::PageJson,
    tamis::PagedArticle<'_>,
    tamis::Paragraph,
    tamis::Selection<'_>,
    tamis::Signals,
    tamis::Stopwords,
    tamis::Strategy,
    tamis::TextSource,
    tamis::TooManyElements,
    tamis::UnknownStrategy,
    tamis::Verdict,
    tamis::Warning,
);

assert_send_and_sync!(
    blend::Kept,
    blend::Overlap,
    blend::auto::Favor,
    blend::smart::Config,
    engine::EngineName,
    engine::density::Config,
    engine::density::Counts,
    engine::density::Density,
    engine::density::Measure,
    engine::justext::ClassType,
    engine::justext::Config,
    engine::justext::Justext,
    engine::justext::Paragraph,
    engine::justext::PathInfo,
    engine::model::FeatureTable,
    engine::model::Model,
    engine::readability::Article,
    engine::readability::Config,
    engine::readability::Readability,
    engine::readability::ReaderableOptions,
    engine::selectors::Comments,
    engine::selectors::Config,
    engine::selectors::Explanation,
    engine::selectors::Rules,
    engine::selectors::Selectors,
    Box<dyn engine::Engine>,
);

assert_send_and_sync!(
    json::JsonExtraction,
    json::JsonOptions,
    metadata::Candidate,
    metadata::Date,
    metadata::DateError,
    metadata::Field,
    metadata::SchemaObject,
    metadata::Source,
    metadata::Standing,
    metadata::Value,
    render::Chunk,
    render::HtmlOptions,
    render::LinkStyle,
    render::MarkdownOptions,
    render::Piece<'_>,
    render::TableStyle,
    render::TextOptions,
    render::XmlDialect,
    render::XmlOptions,
    sanitize::Policy<'_>,
    signals::Flag,
    signals::ListingShape,
    site_rules::LearnedRules,
    site_rules::RuleWarning,
    site_rules::SiteRule<'_>,
    site_rules::SiteRules,
    site_rules::SiteTest,
);
