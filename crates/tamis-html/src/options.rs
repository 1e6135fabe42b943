//! Options of a parse, and its outcome.

use crate::namespace::Namespace;

/// The options of a parser.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Options {
    /// True if the content of `noscript` is text. Default: false.
    pub scripting: bool,
    /// True if a tag such as `<iframe/>` or `<textarea/>` can have no content, against the
    /// standard. Default: false.
    ///
    /// By the standard, the slash means nothing, and the text of such an element ends at the next
    /// end tag of its name. In a page that was written as XML there is none, so the rest of the
    /// page is the text of the frame. With this option the element is empty if no end tag of its
    /// name comes before the next start tag of its name. For example, `<script src="a.js"/>` is
    /// empty before `<p>Text</p><script></script>`. A script or a style sheet is only empty if a
    /// tag or a comment follows it, because what looks like its code is code.
    ///
    /// An `<iframe/>` after a `<noscript>` that is not closed is always empty: browsers run scripts
    /// and read the content of the `<noscript>` as text.
    pub empty_text: bool,
    /// Limits of the cost of a page.
    pub limits: Limits,
}

impl Options {
    /// Sets [`Options::scripting`].
    #[must_use]
    pub const fn scripting(mut self, scripting: bool) -> Self {
        self.scripting = scripting;
        self
    }

    /// Sets [`Options::empty_text`].
    #[must_use]
    pub const fn empty_text(mut self, empty_text: bool) -> Self {
        self.empty_text = empty_text;
        self
    }

    /// Sets [`Options::limits`].
    #[must_use]
    pub const fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }
}

/// Limits of the cost of a page. Real pages do not reach them; reaching one gives a [`Warnings`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The number of open elements. Deeper ones become siblings in order. Default: 512; at least 8.
    pub depth: usize,
    /// The number of active formatting elements after the last marker. Default: 256. Each of them
    /// is opened again in each new block, so their number multiplies the size of the tree.
    pub formatting: usize,
    /// The number of formatting elements that the parser repeats, apart from one for each eight
    /// bytes of the source. Default: 4096.
    pub repeated: usize,
    /// The number of attributes of a tag. Default: 65,536; at least 16.
    pub attributes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { depth: 512, formatting: 256, repeated: 4096, attributes: 1 << 16 }
    }
}

impl Limits {
    /// Sets [`Limits::depth`], at least to 8.
    #[must_use]
    pub const fn depth(mut self, depth: usize) -> Self {
        self.depth = if depth < 8 { 8 } else { depth };
        self
    }

    /// Sets [`Limits::formatting`].
    #[must_use]
    pub const fn formatting(mut self, formatting: usize) -> Self {
        self.formatting = formatting;
        self
    }

    /// Sets [`Limits::repeated`].
    #[must_use]
    pub const fn repeated(mut self, repeated: usize) -> Self {
        self.repeated = repeated;
        self
    }

    /// Sets [`Limits::attributes`].
    #[must_use]
    pub const fn attributes(mut self, attributes: usize) -> Self {
        self.attributes = attributes;
        self
    }
}

/// The limits that a page reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Warnings {
    /// Elements are siblings of what they should be in: [`Limits::depth`].
    pub depth: bool,
    /// Formatting ends early: [`Limits::formatting`] or [`Limits::repeated`].
    pub formatting: bool,
    /// Attributes are missing: [`Limits::attributes`].
    pub attributes: bool,
    /// The source is longer than 512 MiB, and the rest is missing.
    pub input: bool,
}

/// The mode of a document that decides about some rules of old pages.
///
/// Source: HTML standard, 13.2.6.4.1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum QuirksMode {
    /// The page follows the standard.
    #[default]
    None,
    /// The page follows it nearly.
    Limited,
    /// The page has no or an old document type.
    Quirks,
}

/// The result of a parse next to the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Outcome {
    /// The mode of the document.
    pub quirks_mode: QuirksMode,
    /// The limits that the page reached.
    pub warnings: Warnings,
    /// The open elements and formatting elements that the parser visited to decide about tags.
    pub steps: u64,
}

/// The element that a fragment is parsed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Context<'a> {
    /// The namespace of the element.
    pub namespace: Namespace,
    /// The local name of the element.
    pub name: &'a str,
    /// True if it is an `annotation-xml` whose `encoding` is `text/html` or
    /// `application/xhtml+xml`.
    pub holds_html: bool,
    /// True if it is in a `form` or is one.
    pub in_form: bool,
    /// The mode of its document.
    pub quirks_mode: QuirksMode,
}

impl<'a> Context<'a> {
    /// The context of an element without attributes, in no form.
    pub const fn new(namespace: Namespace, name: &'a str) -> Self {
        let quirks_mode = QuirksMode::None;
        Self { namespace, name, holds_html: false, in_form: false, quirks_mode }
    }

    /// The context of an HTML element.
    pub const fn html(name: &'a str) -> Self {
        Self::new(Namespace::Html, name)
    }

    /// Sets [`Context::holds_html`].
    #[must_use]
    pub const fn holds_html(mut self, holds_html: bool) -> Self {
        self.holds_html = holds_html;
        self
    }

    /// Sets [`Context::in_form`].
    #[must_use]
    pub const fn in_form(mut self, in_form: bool) -> Self {
        self.in_form = in_form;
        self
    }

    /// Sets [`Context::quirks_mode`].
    #[must_use]
    pub const fn quirks_mode(mut self, quirks_mode: QuirksMode) -> Self {
        self.quirks_mode = quirks_mode;
        self
    }
}
