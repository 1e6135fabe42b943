//! Parsing of text to a [`Document`]. Only this folder uses html5ever.
//!
//! Scripting is disabled, so the content of `<noscript>` is elements. Text with regular spelling
//! bypasses html5ever's tokenizer ([`feed`]). Two defenses keep the time of hostile pages linear:
//! [`surplus_attributes`] before the tokenizer, and a [`guard::Guard`] between tokenizer and tree
//! builder.
//!
//! With the feature `own-parser`, [`Parser::parse`] uses `tamis-html` instead, and none of that. It
//! becomes the default after its fuzzing hours.

mod atoms;
mod builder;
mod feed;
mod flat_builder;
mod freeze;
mod guard;
#[cfg(any(test, feature = "own-parser"))]
mod own;
mod sink;
mod surplus_attributes;
mod tag_bytes;

use std::borrow::Cow;

use html5ever::tokenizer::states::State;
use html5ever::tokenizer::{Tokenizer, TokenizerOpts};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts, create_element};
use html5ever::{LocalName, QualName, ns};

pub(crate) use self::builder::{Builder, Handle};
pub(crate) use self::freeze::freeze;

use self::atoms::{AtomCache, Atoms, PageAtoms};
use self::guard::Guard;
use self::sink::Sink;
use crate::decode::{Decoded, EncodingSource, decode};
use crate::document::Document;
use crate::limits::{Limits, Warning};
use crate::node::Namespace;

/// An HTML parser that reuses its buffers from page to page.
///
/// Parsing never fails and never panics. Limits that a page reached are in [`Document::warnings`].
///
/// Source: HTML standard, 13.2 "Parsing HTML documents", with scripting disabled. Deviations:
/// declarative shadow roots are ordinary templates, `<selectedcontent>` stays empty, and the tag
/// `<iframe/>` in a `<noscript>` has no content.
///
/// With the feature `own-parser`, the parser of `tamis-html` replaces html5ever. It makes the same
/// documents, except where html5ever differs from the standard or a page reaches a limit.
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
    atoms: Atoms,
    builder: Builder,
    names: PageAtoms,
    /// The cache of the shortcuts around the tokenizer; `None` for a parser without shortcuts.
    atom_cache: Option<AtomCache>,
    #[cfg(any(test, feature = "own-parser"))]
    own: own::OwnParser,
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
        Parser {
            limits: limits.clamped(),
            atoms: Atoms::new(),
            builder: Builder::default(),
            names: PageAtoms::default(),
            atom_cache: Some(AtomCache::default()),
            #[cfg(any(test, feature = "own-parser"))]
            own: own::OwnParser::new(&limits.clamped()),
            spare: None,
        }
    }

    /// Returns a parser with html5ever, whose tokenizer reads every character, as a reference for
    /// tests and measurements.
    ///
    /// It makes the same trees, but ignores [`Limits::attributes_per_element`]. So a hostile page
    /// can make it slow.
    pub fn without_shortcuts(limits: Limits) -> Parser {
        Parser { atom_cache: None, ..Parser::new(limits) }
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
        #[cfg(feature = "own-parser")]
        if self.atom_cache.is_some() {
            return self.run_own(html, context);
        }
        self.run_html5ever(html, context)
    }

    /// Parses with html5ever.
    fn run_html5ever(&mut self, html: &str, context: Option<(&str, Namespace)>) -> Document {
        let mut warnings = Vec::new();
        let html = self.readable(html, &mut warnings);
        let context = context.map(|(name, namespace)| {
            let namespace = match namespace {
                Namespace::Html | Namespace::Other => ns!(html),
                Namespace::Svg => ns!(svg),
                Namespace::MathMl => ns!(mathml),
            };
            QualName::new(None, namespace, LocalName::from(name))
        });
        let mut builder = std::mem::take(&mut self.builder);
        start(&mut builder, &self.limits, &html);
        self.names.clear();
        let sink = Sink::new(&self.atoms, builder, std::mem::take(&mut self.names));
        let atom_cache = self.atom_cache.as_mut();
        let (mut builder, names) =
            drive(sink, &html, context, &self.limits, atom_cache, &mut warnings);
        let mut document = self.spare.take().unwrap_or_default();
        document.clear();
        freeze(&mut builder, &mut document);
        self.names = names;
        self.finish(builder, document, &html, warnings)
    }

    /// Parses with `tamis-html`.
    #[cfg(any(test, feature = "own-parser"))]
    fn run_own(&mut self, html: &str, context: Option<(&str, Namespace)>) -> Document {
        let mut warnings = Vec::new();
        let html = self.readable(html, &mut warnings);
        let mut builder = std::mem::take(&mut self.builder);
        start(&mut builder, &self.limits, &html);
        let mut document = self.spare.take().unwrap_or_default();
        document.clear();
        let builder = self.own.parse(&html, context, builder, &mut document, &mut warnings);
        if matches!(html, Cow::Owned(_)) {
            document.forget_source();
        }
        self.finish(builder, document, &html, warnings)
    }

    /// The part of the page that is read.
    fn readable<'h>(&self, html: &'h str, warnings: &mut Vec<Warning>) -> Cow<'h, str> {
        let html = self.cut(html, warnings);
        if !html.trim().is_empty() && surplus_attributes::next_tag(html.as_bytes(), 0).is_none() {
            warnings.push(Warning::NotHtml);
        }
        match without_surplus_nuls(html) {
            Some(spared) => {
                warnings.push(Warning::NulsLimited);
                Cow::Owned(spared)
            }
            None => Cow::Borrowed(html),
        }
    }

    /// Adds to the document what does not come from its tree, and keeps the builder.
    fn finish(
        &mut self,
        builder: Builder,
        mut document: Document,
        html: &str,
        mut warnings: Vec<Warning>,
    ) -> Document {
        if builder.attributes_limited && !warnings.contains(&Warning::AttributesLimited) {
            warnings.push(Warning::AttributesLimited);
        }
        if builder.attribute_bytes_limited {
            warnings.push(Warning::AttributeBytesLimited);
        }
        document.html_bytes = html.len();
        document.warnings = warnings;
        self.builder = builder;
        document
    }

    fn cut<'h>(&self, html: &'h str, warnings: &mut Vec<Warning>) -> &'h str {
        if html.len() <= self.limits.input_bytes {
            return html;
        }
        let kept = html.floor_char_boundary(self.limits.input_bytes);
        warnings.push(Warning::InputCut { kept_bytes: kept });
        &html[..kept]
    }
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

/// Empties the builder for a page, and gives it as much room as pages seldom need, so that nothing
/// is copied again while the page is read. Room that is not used is not in memory.
fn start(builder: &mut Builder, limits: &Limits, html: &str) {
    builder.start(limits);
    let tags = memchr::memchr_iter(b'<', html.as_bytes()).count();
    builder.reserve(html.len(), html.len() / 2, tags.min(html.len() / 16));
}

/// The maximum number of NULs that are read. html5ever makes an error message for each, which is
/// slow. Ordinary pages have none, and in most text the parser drops them anyway.
const MAX_NULS: usize = 4096;

/// Returns the page without its surplus NULs; `None` if it has no surplus.
fn without_surplus_nuls(html: &str) -> Option<String> {
    let surplus = memchr::memchr_iter(0, html.as_bytes()).nth(MAX_NULS)?;
    let (read, rest) = html.split_at(surplus);
    Some(read.chars().chain(rest.chars().filter(|&c| c != '\0')).collect())
}

/// Runs tokenizer, guard and tree builder. Takes shortcuts around the tokenizer if there is an
/// `atom_cache`.
fn drive(
    sink: Sink<'_>,
    html: &str,
    context: Option<QualName>,
    limits: &Limits,
    atom_cache: Option<&mut AtomCache>,
    warnings: &mut Vec<Warning>,
) -> (Builder, PageAtoms) {
    let tokenizer = make_tokenizer(sink, html.len(), context, limits);
    match atom_cache {
        Some(atom_cache) => feed::feed(&tokenizer, html, limits, atom_cache, warnings),
        None => feed::feed_tokenizer(&tokenizer, html),
    }
    tokenizer.end();
    tokenizer.sink.report(warnings);
    tokenizer.sink.into_sink().into_parts()
}

/// Connects a tokenizer to a guard, a tree builder and the sink, for a page or for a fragment.
fn make_tokenizer<'p>(
    sink: Sink<'p>,
    html_bytes: usize,
    context: Option<QualName>,
    limits: &Limits,
) -> Tokenizer<Guard<'p>> {
    let options = TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() };
    // `feed` drops the byte-order mark at the start of the page. Any other one is text.
    let mut tokenizer_options = TokenizerOpts { discard_bom: false, ..TokenizerOpts::default() };
    let mut in_raw_text = false;
    let tree_builder = if let Some(name) = context {
        let context = create_element(&sink, name, Vec::new());
        let tree_builder = TreeBuilder::new_for_fragment(sink, context, None, options);
        let state = tree_builder.tokenizer_state_for_context_elem(false);
        in_raw_text = !matches!(state, State::Data);
        tokenizer_options.initial_state = Some(state);
        tree_builder
    } else {
        TreeBuilder::new(sink, options)
    };
    let guard = Guard::new(tree_builder, limits, html_bytes, in_raw_text);
    Tokenizer::new(guard, tokenizer_options)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_testkit::hostile::hostile;

    /// The number of steps that the guard counts on a page.
    fn steps(html: &str, limits: &Limits) -> usize {
        let atoms = Atoms::new();
        let mut builder = Builder::default();
        builder.start(limits);
        let sink = Sink::new(&atoms, builder, PageAtoms::default());
        let tokenizer = make_tokenizer(sink, html.len(), None, limits);
        feed::feed(&tokenizer, html, limits, &mut AtomCache::default(), &mut Vec::new());
        tokenizer.end();
        tokenizer.sink.steps()
    }

    #[test]
    fn steps_grow_linearly_on_hostile_pages() {
        // Without free steps, the budget depends only on the page. The smaller pages are already
        // large enough to reach the limit of depth.
        let limits = Limits::default().steps(0).clamped();
        for (name, page) in hostile() {
            let steps = [1 << 10, 1 << 12].map(|n| steps(&page(n), &limits));
            assert!(2 * steps[1] <= 9 * steps[0], "{name}: {steps:?} steps");
        }
    }
}
