//! The parser.

use std::collections::hash_map::RandomState;
use std::fmt;

use crate::options::{Context, Options, Outcome};
use crate::sink::TreeSink;
use crate::tokenizer::Buffers;
use crate::tree::{TreeBuffers, TreeBuilder};

/// A parser that keeps its buffers, so that it allocates little from the second page on.
///
/// ```
/// use tamis_html::{Options, Parser};
///
/// let parser = Parser::new(Options::default().scripting(true));
/// assert!(parser.options().scripting);
/// ```
#[derive(Debug, Default)]
pub struct Parser {
    options: Options,
    tokens: Buffers,
    tree: TreeBuffers,
    hash_state: RandomState,
}

/// Bytes are not UTF-8.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotUtf8;

impl fmt::Display for NotUtf8 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the source is not UTF-8")
    }
}

impl std::error::Error for NotUtf8 {}

/// The longest source in bytes.
const MAX_SOURCE: usize = 1 << 29;

impl Parser {
    /// A parser with options.
    pub fn new(options: Options) -> Self {
        Self { options, ..Self::default() }
    }

    /// The options.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Parses a document.
    pub fn parse<S: TreeSink>(&mut self, source: &str, sink: &mut S) -> Outcome {
        let (source, is_cut) = cut(source);
        let mut outcome = self.builder(source, sink).run();
        outcome.warnings.input = is_cut;
        outcome
    }

    /// Parses a document in bytes.
    ///
    /// # Errors
    ///
    /// If the bytes are not UTF-8.
    pub fn parse_bytes<S: TreeSink>(
        &mut self,
        source: &[u8],
        sink: &mut S,
    ) -> Result<Outcome, NotUtf8> {
        let source = simdutf8::basic::from_utf8(source).map_err(|_| NotUtf8)?;
        Ok(self.parse(source, sink))
    }

    /// Parses a fragment: the content of an element.
    ///
    /// The document gets an `html` element whose children are the fragment.
    pub fn parse_fragment<S: TreeSink>(
        &mut self,
        source: &str,
        context: &Context<'_>,
        sink: &mut S,
    ) -> Outcome {
        let (source, is_cut) = cut(source);
        let mut builder = self.builder(source, sink);
        builder.begin_fragment(context);
        let mut outcome = builder.run();
        outcome.warnings.input = is_cut;
        outcome
    }

    fn builder<'p, S: TreeSink>(
        &'p mut self,
        source: &'p str,
        sink: &'p mut S,
    ) -> TreeBuilder<'p, S> {
        let Self { options, tokens, tree, hash_state } = self;
        TreeBuilder::new(source, sink, tokens, tree, hash_state, options)
    }
}

/// The part of the source that offsets can reach, and whether something is missing.
fn cut(source: &str) -> (&str, bool) {
    if source.len() <= MAX_SOURCE {
        return (source, false);
    }
    (&source[..source.floor_char_boundary(MAX_SOURCE)], true)
}
