#![doc = include_str!("../README.md")]
//!
//! # Feature flags
//!
//! - `stoplists` (default): the 100 stoplists of jusText. Without it there are only lists of one's own.
//! - `tracing`: spans and events of the engines, for `tracing` subscribers.

mod address;
pub mod blend;
mod config;
pub mod engine;
mod extraction;
mod extractor;
mod input;
mod language;
mod measure;
mod memo;
pub mod metadata;
mod node_set;
mod page;
mod page_json;
mod paragraph;
pub mod render;
pub mod signals;
pub mod site_rules;
mod stats;
mod whitespace;

/// Bytes to documents: decoding, parsing, CSS selectors.
pub use tamis_dom as dom;
/// The stoplists of jusText, and lists of one's own.
pub use tamis_stoplists as stoplists;
/// Addresses, as [`Page::url`] gives them.
pub use url::Url;

pub use config::{Config, Error, Stopwords};
pub use extraction::{Answer, ExtractedParagraph, Extraction, Warning};
pub use extractor::{Extractor, Judgement, extract};
pub use input::Input;
pub use language::{Language, LanguageSource};
pub use measure::Measurer;
pub use metadata::Metadata;
pub use node_set::NodeSet;
pub use page::Page;
pub use page_json::{PageJson, TextSource};
pub use paragraph::Paragraph;
pub use signals::Signals;
pub use stats::NodeStats;
