//! Renderers: what a selection keeps, in a format.

mod code;
mod composer;
mod footnote;
mod front_matter;
mod html;
mod images;
mod json;
mod markdown;
mod math;
mod numbering;
mod piece;
mod role;
mod sanitize;
mod selection;
mod space;
mod table;
mod text;
mod visit;
mod xhtml;
mod xml;

use crate::engine::Verdict;
use crate::page::Page;

/// A page and what is kept of it.
pub(crate) type Part<'p> = (&'p Page, &'p Verdict);

pub use front_matter::front_matter;
pub(crate) use html::html_of_pages;
pub use html::{CONTENT_SECURITY, HtmlOptions, html};
pub use json::{
    JSON_SCHEMA, JSON_SCHEMA_VERSION, JsonExtraction, JsonOptions, JsonParagraph, JsonSignals,
    JsonVerdict,
};
pub use markdown::{Chunk, LinkStyle, MarkdownOptions, TableStyle, chunks, markdown};
pub use piece::{Piece, piece};
pub use sanitize::{
    ID_PREFIX, Policy, escape_attribute, escape_text, is_video_host, sanitized_html,
    sanitized_inner_html,
};
pub use text::{TextOptions, text, text_with};
pub use xhtml::{Xhtml, escape_xml_attribute, escape_xml_text, is_language_tag};
pub(crate) use xml::xml_of_pages;
pub use xml::{XmlDialect, XmlOptions, xml};
