//! Renderers: a page and a verdict as text, Markdown, HTML or XML.
//!
//! Each format has a pair of functions: one with the default options, such as [`text()`], and one
//! with options, such as [`text_with`]. No option changes which paragraphs are kept. With the
//! feature `serde`, the options can be serialized. Fields that are missing get their defaults when
//! options are read, and unknown fields are errors.
//!
//! ```
//! use tamis::dom::Parser;
//! use tamis::engine::Verdict;
//! use tamis::render::{LinkStyle, MarkdownOptions, markdown, markdown_with};
//! use tamis::Page;
//!
//! let html = "<h1>Tea</h1><p>Hot <a href=https://example.org/water>water</a>.";
//! let page = Page::measure(Parser::default().parse(html));
//! let mut all = Verdict::nothing("example", &page);
//! all.kept.fill(true);
//! assert_eq!(markdown(&page, &all), "# Tea\n\nHot [water](https://example.org/water).\n");
//! let options = MarkdownOptions::default().links(LinkStyle::Omitted);
//! assert_eq!(markdown_with(&page, &all, &options), "# Tea\n\nHot water.\n");
//! ```

mod active;
mod apart;
mod composer;
mod copies;
mod embeds;
mod form;
mod front_matter;
mod html;
mod inert_tex;
mod kept_nodes;
mod lead_image;
mod markdown;
mod piece;
mod posts;
mod space;
mod text;
mod typed_marks;
mod visit;
mod xml;

pub use crate::structure::footnote::footnotes;
pub use crate::structure::table::TableStyle;
pub use embeds::EmbedStyle;
pub use front_matter::{front_matter, front_matter_of};
pub(crate) use html::html_of_pages;
pub use html::{CONTENT_SECURITY, HtmlOptions, html, html_with};
pub(crate) use lead_image::lead_image;
pub(crate) use markdown::markdown_title;
pub use markdown::{
    Chunk, LinkStyle, MarkdownOptions, MarkdownPiece, chunks, markdown, markdown_piece,
    markdown_with,
};
pub use piece::{Piece, piece};
pub(crate) use text::has_text;
pub use text::{TextOptions, text, text_with};
pub(crate) use xml::xml_of_pages;
pub use xml::{XmlDialect, XmlOptions, escape_xml_attribute, escape_xml_text, xml, xml_with};
