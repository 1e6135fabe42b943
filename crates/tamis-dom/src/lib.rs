#![doc = include_str!("../README.md")]

mod decode;
mod document;
mod document_builder;
mod edit;
mod limits;
mod names;
mod node;
mod parse;
#[cfg(feature = "count-reads")]
mod reads;
mod rebuild;
mod select;
mod serialize;
mod sniff;
mod sources;
mod traverse;
mod tree;
mod xpath;

pub use decode::{
    Decoded, Encoding, EncodingRules, EncodingSource, declared_encoding, decode, decode_by,
    decode_forced,
};
pub use document::{Document, QuirksMode};
pub use document_builder::DocumentBuilder;
pub use edit::WorkingTree;
pub use limits::{Limits, Warning};
pub use names::{Name, NameSet, name};
pub use node::{Attr, AttrNamespace, Namespace, NodeId, NodeKind};
pub use parse::Parser;
#[cfg(feature = "count-reads")]
pub use reads::node_reads;
pub use select::{Matcher, Selector, SelectorError, SelectorKey};
pub use sniff::{NotHtml, utf16_label};
pub use traverse::{Step, Walk};
pub use tree::Tree;
pub use xpath::{ElementPaths, XPath, XPathError, XPathNode, XPathValue};
