//! A conformant and fast HTML parser that builds any tree through a small trait.
//!
//! [`Parser`] reads a page and calls a [`TreeSink`], which makes the nodes. Names of elements are
//! numbers ([`Tag`]), and a [`Text`] is a range of the source unless the standard changes it.
//!
//! Source: HTML standard, 13.2, <https://html.spec.whatwg.org/multipage/parsing.html>.

mod attribute;
mod foreign_names;
mod namespace;
mod options;
mod parser;
mod sink;
mod tag;
mod text;
mod tokenizer;
mod tree;

pub use attribute::{Attribute, Attributes};
pub use namespace::{AttributeNamespace, Namespace};
pub use options::{Context, Limits, Options, Outcome, QuirksMode, Warnings};
pub use parser::{NotUtf8, Parser};
pub use sink::{Doctype, Element, Handle, TreeSink};
pub use tag::Tag;
pub use text::{Span, Text};

/// The example of the README, compiled with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
