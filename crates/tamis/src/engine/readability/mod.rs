//! Mozilla's Readability: the article of a page as Firefox's reader view has it.
//!
//! Source: Readability.js of July 2026 (ab4027a). What it does to the page, this does to a working copy
//! ([`tamis_dom::WorkingTree`]), in the same steps and with the same numbers, so that the result is the same tree.

mod article;
mod cleaning;
mod config;
mod engine;
mod facts;
mod grab;
mod json;
mod json_ld;
mod matching;
mod measure;
mod measures;
mod metadata;
mod noscript;
mod patterns;
mod prepare;
mod readerable;
mod shape;
mod similarity;
mod simplify;
mod stage;
mod survey;
mod text;
mod title;
mod unescape;
mod uris;
mod visible;

pub use article::Article;
pub use config::{AllowedVideo, Config, TooManyElements};
pub use engine::Readability;
pub use grab::Candidate;
pub use readerable::{ReaderableOptions, is_probably_readerable};
