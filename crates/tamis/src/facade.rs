//! From bytes to an extraction. Only this module knows all the others.

mod config;
mod decision;
mod deferred;
mod elements;
#[cfg(test)]
mod engine_runs;
mod engines;
mod explanation;
mod extraction;
mod extractor;
mod formats;
pub mod json;
mod outcome;
mod page_json;
mod pipeline;
mod stated;
mod strategy;
mod title;

pub use config::{Config, Stopwords};
pub use decision::Decision;
pub use explanation::{
    Contribution, EngineDecision, ExplainedEngine, ExplainedParagraph, Explanation, ModelDecision,
};
pub use extraction::{ExtractedParagraph, Extraction};
pub use extractor::{Extractor, extract};
pub use formats::PagedArticle;
pub use outcome::Outcome;
pub use page_json::{PageJson, TextSource};
pub use strategy::{Strategy, UnknownStrategy};
pub use title::TitlePolicy;
