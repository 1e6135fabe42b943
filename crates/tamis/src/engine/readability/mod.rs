//! Mozilla's Readability: the article of a page as Firefox's reader view has it.

pub mod patterns;
pub mod text;
pub mod visible;
