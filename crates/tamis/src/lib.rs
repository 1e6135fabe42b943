#![doc = include_str!("../README.md")]
//!
//! # Feature flags
//!
//! - `stoplists` (default): the 100 stoplists of jusText. Without it, only custom lists exist.
//! - `serde`: configurations and options can be read from and written to files.
//! - `tracing`: spans and events of the engines, for `tracing` subscribers.

pub mod blend;
pub mod engine;
mod error;
mod facade;
pub mod metadata;
mod page;
pub mod render;
pub mod sanitize;
pub mod signals;
pub mod site_rules;
mod structure;
mod threads;
mod verdict;
mod words;

/// Bytes to documents: decoding, parsing, CSS selectors.
pub use tamis_dom as dom;
/// The stoplists of jusText, and custom lists.
pub use tamis_stoplists as stoplists;
/// Addresses, as [`Page::url`] returns them.
pub use url::Url;

pub use error::{Error, ErrorKind};
pub use facade::json;
pub use facade::{
    Config, Contribution, Decision, EngineDecision, ExplainedEngine, ExplainedParagraph,
    Explanation, ExtractedParagraph, Extraction, Extractor, ModelDecision, Outcome, PageJson,
    PagedArticle, Stopwords, Strategy, TextSource, TitlePolicy, UnknownStrategy, extract,
};
pub use metadata::Metadata;
pub use page::{
    Area, Input, Language, LanguageSource, Layout, Measurer, NodeSet, NodeStats, Page, Paragraph,
    ShownText, Sight, TooManyElements, Warning,
};
pub use signals::{PageType, PageTypes, Signals};
pub use threads::Post;
pub use verdict::{Context, Selection, Verdict};
pub use words::next_page_labels;

/// The examples of the book, run with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/rust.md")]
struct Book;
