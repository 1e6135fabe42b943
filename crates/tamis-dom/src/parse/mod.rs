//! Text to a [`Document`]: the one door to the HTML parser behind it.
//!
//! The parser is html5ever with scripting off, so that what stands in `<noscript>` is elements. What is spelled plainly
//! goes past its tokenizer ([`feed`]). Between that and its tree builder stands a [`guard::Guard`], and before it a
//! look at the tags ([`crowded`]): both keep a page that was made to be slow from being slow.

mod atoms;
mod builder;
mod crowded;
mod feed;
mod flat;
mod freeze;
mod guard;
mod sink;

use html5ever::tokenizer::states::State;
use html5ever::tokenizer::{Tokenizer, TokenizerOpts};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts, create_element};
use html5ever::{LocalName, QualName, ns};

pub(crate) use self::builder::{Builder, Handle};
pub(crate) use self::freeze::freeze;

use self::atoms::{AtomCache, Atoms, PageAtoms};
use self::guard::Guard;
use self::sink::Sink;
use crate::decode::{Decoded, Encoding, EncodingSource, decode};
use crate::document::Document;
use crate::limits::{Limits, Warning};
use crate::node::Namespace;

/// Reads pages, one after the other, and keeps its buffers from page to page.
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
    /// What the shortcuts past the tokenizer keep; `None` where there are none.
    spelled: Option<AtomCache>,
    spare: Option<Document>,
}

impl Default for Parser {
    fn default() -> Parser {
        Parser::new(Limits::default())
    }
}

impl Parser {
    /// A parser that keeps to these limits.
    pub fn new(limits: Limits) -> Parser {
        Parser {
            limits: limits.clamped(),
            atoms: Atoms::new(),
            builder: Builder::default(),
            names: PageAtoms::default(),
            spelled: Some(AtomCache::default()),
            spare: None,
        }
    }

    /// A parser whose tokenizer reads every character: what this one is measured by, and checked against. The trees
    /// are the same, but that [`Limits::attributes_per_element`] is not kept to, so that a page can be made to be slow.
    pub fn without_shortcuts(limits: Limits) -> Parser {
        Parser { spelled: None, ..Parser::new(limits) }
    }

    /// The page in these bytes; `transport` is the charset its transport named, if it did.
    pub fn parse_bytes(&mut self, bytes: &[u8], transport: Option<&str>) -> Document {
        let decoded = decode(bytes, transport);
        self.parse_decoded(&decoded)
    }

    /// The page in this decoded text, its encoding noted in the document.
    pub fn parse_decoded(&mut self, decoded: &Decoded<'_>) -> Document {
        let mut document = self.parse(&decoded.text);
        document.encoding = decoded.encoding;
        if decoded.malformed {
            document.warnings.push(Warning::MalformedEncoding);
        }
        document
    }

    /// The page with this text. Never fails and never panics; what was cut is in
    /// [`Document::warnings`].
    pub fn parse(&mut self, html: &str) -> Document {
        self.run(html, None)
    }

    /// The document that `html` gives as the content of an element with this name.
    ///
    /// Its root is an `html` element whose children are the content. Source: HTML standard, 13.4 "Parsing
    /// HTML fragments".
    pub fn parse_fragment(&mut self, html: &str, context: &str, namespace: Namespace) -> Document {
        let namespace = match namespace {
            Namespace::Html | Namespace::Other => ns!(html),
            Namespace::Svg => ns!(svg),
            Namespace::MathMl => ns!(mathml),
        };
        self.run(html, Some(QualName::new(None, namespace, LocalName::from(context))))
    }

    /// Takes back the buffers of a document that is no longer needed.
    pub fn recycle(&mut self, document: Document) {
        self.spare = Some(document);
    }

    fn run(&mut self, html: &str, context: Option<QualName>) -> Document {
        let mut warnings = Vec::new();
        let html = self.cut(html, &mut warnings);
        if !html.trim().is_empty() && crowded::next_tag(html.as_bytes(), 0).is_none() {
            warnings.push(Warning::NotHtml);
        }
        let spared = without_surplus_nuls(html);
        if spared.is_some() {
            warnings.push(Warning::NulsLimited);
        }
        let html = spared.as_deref().unwrap_or(html);
        let mut builder = std::mem::take(&mut self.builder);
        builder.start(&self.limits);
        self.names.clear();
        let sink = Sink::new(&self.atoms, builder, std::mem::take(&mut self.names));
        let spelled = self.spelled.as_mut();
        let (mut builder, names) = drive(sink, html, context, &self.limits, spelled, &mut warnings);
        let mut document = self.spare.take().unwrap_or_default();
        document.clear();
        freeze(&mut builder, &mut document);
        if builder.attributes_limited && !warnings.contains(&Warning::AttributesLimited) {
            warnings.push(Warning::AttributesLimited);
        }
        if builder.attribute_bytes_limited {
            warnings.push(Warning::AttributeBytesLimited);
        }
        document.html_bytes = html.len();
        document.warnings = warnings;
        self.builder = builder;
        self.names = names;
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

/// How many NULs of a page are read. html5ever makes an error message of each, three times as slow as it reads
/// text; no page has as many, and in text a NUL stands for nothing.
const NULS_READ: usize = 4096;

/// The page without those of its NULs that are too many; `None` for one that has no more than are read.
fn without_surplus_nuls(html: &str) -> Option<String> {
    let surplus = memchr::memchr_iter(0, html.as_bytes()).nth(NULS_READ)?;
    let (read, rest) = html.split_at(surplus);
    Some(read.chars().chain(rest.chars().filter(|&c| c != '\0')).collect())
}

/// Runs tokenizer, guard and tree builder over the text, with shortcuts past the tokenizer if `spelled` is there.
fn drive(
    sink: Sink<'_>,
    html: &str,
    context: Option<QualName>,
    limits: &Limits,
    spelled: Option<&mut AtomCache>,
    warnings: &mut Vec<Warning>,
) -> (Builder, PageAtoms) {
    let options = TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() };
    // The mark at the page's beginning is passed over when it is fed; any other is text.
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
    let guard = Guard::new(tree_builder, limits, html.len(), in_raw_text);
    let tokenizer = Tokenizer::new(guard, tokenizer_options);
    match spelled {
        Some(spelled) => feed::feed(&tokenizer, html, limits, spelled, warnings),
        None => feed::feed_tokenizer(&tokenizer, html),
    }
    tokenizer.end();
    tokenizer.sink.report(warnings);
    tokenizer.sink.into_sink().into_parts()
}

impl Document {
    /// Empties the buffers for a new page.
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.ends.clear();
        self.text_starts.clear();
        self.attrs.clear();
        self.text.clear();
        self.data.clear();
        self.templates.clear();
        self.warnings.clear();
        self.encoding = Encoding::new(encoding_rs::UTF_8, EncodingSource::Caller);
    }
}
