//! Parsing of text to a [`Document`] with `tamis-html`, which writes the arena directly.
//!
//! A document is an arena in document order, because then a subtree is a range of nodes and its
//! text is one slice of the document's text. A parser makes nodes in the order in which it reads
//! them. On most pages this is the same order, so the arena of the [`builder`] becomes the document
//! as it is ([`in_place`]), and nothing is copied.
//!
//! Three rules of HTML make another order: foster parenting, adoption and templates. For example,
//! in `<table><p>One<tr><td>Two`, the paragraph is moved before the table, which was made first.
//! Only such pages need the last step of [`freeze`], which copies the tree into document order.
//!
//! The parser reuses its buffers, because for small pages asking for memory takes longer than
//! parsing. That is why [`Parser`] is a value and not a function, and why documents can be given
//! back with [`Parser::recycle`].

mod builder;
mod class_table;
mod freeze;
mod in_place;
mod names;
mod over;
mod sink;

use std::borrow::Cow;

use tamis_html::{Context, Options, Outcome};

pub(crate) use self::builder::{Builder, Handle};
pub(crate) use self::in_place::finish;

use self::names::NameCache;
use self::sink::ArenaSink;
use crate::decode::{Decoded, EncodingSource, decode};
use crate::document::{Document, QuirksMode};
use crate::limits::{Limits, Warning};
use crate::node::Namespace;

/// An HTML parser that reuses its buffers from page to page.
///
/// Parsing never fails and never panics. Limits that a page reached are in [`Document::warnings`].
///
/// Source: HTML standard, 13.2 "Parsing HTML documents", with scripting disabled, so the content of
/// `<noscript>` is elements. Deviations: declarative shadow roots are ordinary templates,
/// `<selectedcontent>` stays empty, and a tag such as `<iframe/>` has no content if nothing else
/// ends it ([`tamis_html::Options::empty_text`]).
///
/// ```
/// use tamis_dom::{Limits, Parser};
/// let mut parser = Parser::new(Limits::default());
/// for page in ["<p>one", "<p>two"] {
///     let document = parser.parse(page);
///     assert_eq!(document.text(document.body().unwrap()), &page[3..]);
///     parser.recycle(document);
/// }
/// ```
pub struct Parser {
    limits: Limits,
    html: tamis_html::Parser,
    builder: Builder,
    names: NameCache,
    spare: Option<Document>,
}

impl Default for Parser {
    fn default() -> Parser {
        Parser::new(Limits::default())
    }
}

impl Parser {
    /// Returns a parser with these limits. Values outside of a limit's range are clamped.
    pub fn new(limits: Limits) -> Parser {
        let limits = limits.clamped();
        let bounds = tamis_html::Limits::default()
            .depth(limits.depth)
            .repeated(limits.repeated)
            .attributes(limits.attributes_per_element);
        Parser {
            limits,
            html: tamis_html::Parser::new(Options::default().empty_text(true).limits(bounds)),
            builder: Builder::default(),
            names: NameCache::default(),
            spare: None,
        }
    }

    /// Decodes and parses a page.
    ///
    /// `transport` is the charset of the HTTP `Content-Type`, if there was one. See [`decode`].
    ///
    /// ```
    /// use tamis_dom::{EncodingSource, Parser};
    /// let document = Parser::default().parse_bytes(b"<p>caf\xe9", Some("iso-8859-1"));
    /// assert_eq!(document.text(document.body().unwrap()), "café");
    /// assert_eq!(document.encoding().source(), EncodingSource::Transport);
    /// ```
    pub fn parse_bytes(&mut self, bytes: &[u8], transport: Option<&str>) -> Document {
        let decoded = decode(bytes, transport);
        self.parse_decoded(&decoded)
    }

    /// Parses a decoded page, and records its encoding in the document.
    pub fn parse_decoded(&mut self, decoded: &Decoded<'_>) -> Document {
        let mut document = self.parse(&decoded.text);
        note_decoding(&mut document, decoded);
        document
    }

    /// Parses a page. A byte-order mark at its start is dropped.
    pub fn parse(&mut self, html: &str) -> Document {
        self.run(html, None)
    }

    /// Parses a fragment: the content of an element with the name `context`.
    ///
    /// The root of the document is an `html` element, and the content is its children.
    ///
    /// Source: HTML standard, 13.4 "Parsing HTML fragments".
    ///
    /// ```
    /// use tamis_dom::{Namespace, Parser};
    /// let document = Parser::default().parse_fragment("<td>One", "tr", Namespace::Html);
    /// assert_eq!(document.inner_html(document.root().unwrap()), "<td>One</td>");
    /// ```
    pub fn parse_fragment(&mut self, html: &str, context: &str, namespace: Namespace) -> Document {
        self.run(html, Some((context, namespace)))
    }

    /// Reuses the buffers of a document for the next page.
    pub fn recycle(&mut self, document: Document) {
        self.spare = Some(document);
    }

    fn run(&mut self, html: &str, context: Option<(&str, Namespace)>) -> Document {
        let mut warnings = Vec::new();
        let html = self.cut(html, &mut warnings);
        if !html.trim().is_empty() && !has_tag(html.as_bytes()) {
            warnings.push(Warning::NotHtml);
        }
        // A byte-order mark at the start of the page is not text.
        let text = html.strip_prefix('\u{feff}').unwrap_or(html);
        let mut builder = std::mem::take(&mut self.builder);
        start(&mut builder, &self.limits, html);
        self.names.start_page();
        let max_nodes = self.limits.page_nodes(html.len());
        let mut sink = ArenaSink::new(builder, &mut self.names, &self.limits, max_nodes);
        let outcome = match context {
            None => self.html.parse(text, &mut sink),
            Some((name, namespace)) => {
                let context = Context::new(html_namespace(namespace), name);
                self.html.parse_fragment(text, &context, &mut sink)
            }
        };
        note_limits(&sink, &outcome, max_nodes < self.limits.nodes, &mut warnings);
        let attributes_moved = sink.attributes_moved;
        let mut builder = sink.into_builder();
        builder.quirks = match outcome.quirks_mode {
            tamis_html::QuirksMode::None => QuirksMode::None,
            tamis_html::QuirksMode::Limited => QuirksMode::Limited,
            tamis_html::QuirksMode::Quirks => QuirksMode::Full,
        };
        let mut document = self.spare.take().unwrap_or_default();
        document.clear();
        finish(&mut builder, &mut document, attributes_moved);
        document.sources.skip(html.len() - text.len());
        document.html_bytes = html.len();
        document.warnings = warnings;
        self.builder = builder;
        document
    }

    fn cut<'h>(&self, html: &'h str, warnings: &mut Vec<Warning>) -> &'h str {
        let most = self.limits.page_bytes();
        if html.len() <= most {
            return html;
        }
        let kept = html.floor_char_boundary(most);
        warnings.push(Warning::InputCut { kept_bytes: kept });
        &html[..kept]
    }
}

fn html_namespace(namespace: Namespace) -> tamis_html::Namespace {
    match namespace {
        Namespace::Html | Namespace::Other => tamis_html::Namespace::Html,
        Namespace::Svg => tamis_html::Namespace::Svg,
        Namespace::MathMl => tamis_html::Namespace::MathMl,
    }
}

/// Adds a warning for each limit that the page reached. `saves_memory` is true if the memory limits
/// the number of nodes.
fn note_limits(
    sink: &ArenaSink<'_>,
    outcome: &Outcome,
    saves_memory: bool,
    warnings: &mut Vec<Warning>,
) {
    if sink.attributes_are_limited() || outcome.warnings.attributes {
        warnings.push(Warning::AttributesLimited);
    }
    if outcome.warnings.depth {
        warnings.push(Warning::DepthLimited);
    }
    if sink.is_over() {
        let is_memory = saves_memory.then_some(Warning::MemoryLimited);
        warnings.push(is_memory.unwrap_or(Warning::NodesLimited));
    } else if outcome.warnings.formatting {
        warnings.push(Warning::FormattingLimited);
    }
    if sink.attribute_bytes_are_limited() {
        warnings.push(Warning::AttributeBytesLimited);
    }
}

/// Returns true if a `<` or `</` is followed by an ASCII letter.
fn has_tag(html: &[u8]) -> bool {
    memchr::memchr_iter(b'<', html).any(|at| match html.get(at + 1) {
        Some(b'/') => html.get(at + 2).is_some_and(u8::is_ascii_alphabetic),
        next => next.is_some_and(u8::is_ascii_alphabetic),
    })
}

/// Adds to a document what is known from the bytes.
fn note_decoding(document: &mut Document, decoded: &Decoded<'_>) {
    document.encoding = decoded.encoding;
    match decoded.text {
        Cow::Owned(_) => document.forget_source(),
        Cow::Borrowed(_) if decoded.encoding.source() == EncodingSource::ByteOrderMark => {
            document.sources.skip('\u{feff}'.len_utf8());
        }
        Cow::Borrowed(_) => {}
    }
    if decoded.malformed {
        document.warnings.push(Warning::MalformedEncoding);
    }
    if let Some(named) = decoded.contradicted {
        let (named, used) = (named.name(), decoded.encoding.name());
        document.warnings.push(Warning::EncodingContradicted { named, used });
    }
    if decoded.repaired {
        document.warnings.push(Warning::MojibakeRepaired);
    }
}

/// Empties the builder for a page, and gives it more room than nearly all pages need, so that
/// nothing is copied again while the page is read. Room that is not used takes no memory, because
/// systems map it on first use.
fn start(builder: &mut Builder, limits: &Limits, html: &str) {
    builder.start(limits);
    let tags = memchr::memchr_iter(b'<', html.as_bytes()).count();
    builder.reserve(html.len(), html.len() / 2, tags.min(html.len() / 16));
}
