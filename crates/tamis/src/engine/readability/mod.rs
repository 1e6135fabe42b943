//! Mozilla's Readability: the article of a page as Firefox's reader view has it.

mod json;
mod json_ld;
pub mod metadata;
mod patterns;
mod readerable;
mod similarity;
mod stage;
pub mod text;
mod title;
mod unescape;
pub mod visible;

pub use readerable::{ReaderableOptions, is_probably_readerable};
