//! Mozilla's Readability: the article of a page as Firefox's reader view has it.
//!
//! Source: Readability.js of July 2026 (ab4027a). What it does to the page, this does to a working copy
//! ([`tamis_dom::WorkingTree`]), in the same steps and with the same numbers, so that the result is the same tree.
//!
//! Deviations, none of which shows on the reference's test pages or on those of `wcxb-dev`:
//!
//! - Before each further attempt the reference reads the body's own HTML again. What HTML cannot say, as a paragraph
//!   in a paragraph, comes out of that as another tree. Here the tree stays; only that neighbouring texts become one is
//!   taken into account, where white space is trimmed.
//! - Where the reference would end with an exception, as for a name that an attribute cannot be given again, the
//!   work goes on.

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
