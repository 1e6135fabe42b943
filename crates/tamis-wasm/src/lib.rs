//! The WebAssembly module of the npm package `tamis`.
//!
//! JavaScript calls it through the files in `npm/`, which are the package's interface; nobody else
//! does. Three rules keep the border between the two thin:
//!
//! - A value with fields crosses it as one JSON text, in both directions. Building JavaScript
//!   objects field by field takes a call for each field.
//! - HTML crosses it as bytes. A text of JavaScript may have half a surrogate pair, which no UTF-8
//!   has; `TextEncoder` makes U+FFFD of it.
//! - What costs time is asked for: an extraction keeps the page, and writes a format when a getter
//!   or a method of it is called.

mod extraction;
mod extractor;
mod failure;
mod head;
mod options;
mod readability;
mod shared;

pub use extraction::Extraction;
pub use extractor::Extractor;
pub use head::head;
pub use readability::{is_probably_readerable, readability};
