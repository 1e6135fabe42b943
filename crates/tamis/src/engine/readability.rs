//! Mozilla's Readability: extracts the article of a page as Firefox's reader view shows it.
//!
//! Source: Readability.js of July 2026 (ab4027a). The reference changes the page; this engine
//! changes a working copy ([`tamis_dom::WorkingTree`]) in the same steps and with the same numbers,
//! so the result is the same tree.
//!
//! Deviations, none of which changes a result on the reference's test pages or on those of
//! `wcxb-dev`:
//!
//! - Before each further attempt the reference parses the body's own HTML again. A tree that HTML
//!   cannot express, such as a paragraph in a paragraph, changes by that. Here the tree stays the
//!   same. Only one effect is reproduced, because trimming white space depends on it: adjacent text
//!   nodes count as one.
//! - If the reference would throw an exception, for example for an attribute name that cannot be
//!   set again, this engine continues.

mod article;
mod class_words;
mod cleaning;
mod config;
mod engine;
mod facts;
mod grab;
mod json_ld;
mod metadata;
mod noscript;
mod page_index;
mod prepare;
mod readerable;
mod shape;
mod similarity;
mod simplify;
mod stage;
mod stats_cache;
mod text;
mod text_stats;
mod title;
mod unescape;
mod uris;
mod visible;

pub use article::Article;
pub use config::{AllowedVideo, Config};
pub use engine::Readability;
pub use grab::Candidate;
pub use readerable::{ReaderableOptions, is_probably_readerable};
