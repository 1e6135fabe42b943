//! A page: a frozen document with the side tables that one measuring pass fills.

pub(crate) mod address;
mod around;
mod arrange;
pub(crate) mod attribute_cache;
mod class_words;
pub(crate) mod edges;
mod input;
mod language;
mod layout;
mod measure;
mod node_set;
mod output;
mod paragraph;
mod paragraph_maker;
pub(crate) mod questions;
pub(crate) mod role;
mod scan;
mod stats;
pub(crate) mod style;
pub(crate) mod targets;
pub(crate) mod unseen;
mod warning;
pub(crate) mod whitespace;
pub(crate) mod width;
mod widths;
pub(crate) mod word_finder;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

use tamis_dom::{Document, NodeId};
use url::Url;

use self::address::{base_url, link_base, stated_url};
pub(crate) use self::around::{around, near, next_elements, previous_elements, texts};
pub(crate) use self::arrange::{Rows, arrange};
pub(crate) use self::class_words::{class_words, has_class_word, kind_of};
pub(crate) use self::input::Decoding;
pub use self::input::Input;
pub(crate) use self::language::language_tag;
pub use self::language::{Language, LanguageSource};
pub use self::layout::{Area, Layout, ShownText, Sight};
pub(crate) use self::layout::{NodeLayout, without_concealed};
pub use self::measure::Measurer;
pub use self::node_set::NodeSet;
pub(crate) use self::output::OutputBudget;
pub use self::paragraph::Paragraph;
use self::paragraph::Piece;
pub use self::stats::NodeStats;
use self::stats::RunningSums;
pub use self::warning::{TooManyElements, Warning};
pub(crate) use self::widths::WidthCopy;
use self::widths::width_copies;

/// A document, the counts of all its subtrees, and its paragraphs. All engines read the same page,
/// and none changes it.
///
/// ```
/// use tamis::dom::Parser;
/// use tamis::Page;
/// let page = Page::measure(Parser::default().parse("<p>One, <a href=/>two</a>.<div>three</div>"));
/// let texts: Vec<_> = page.paragraphs().iter().map(|p| page.paragraph_text(p)).collect();
/// assert_eq!(texts, ["One, two.", "three"]);
/// let body = page.document().body().unwrap();
/// let stats = page.stats(body);
/// assert_eq!((stats.text_chars, stats.link_chars, stats.commas, stats.links), (14, 3, 1, 1));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Page {
    pub(crate) document: Document,
    pub(crate) sums: RunningSums,
    pub(crate) paragraphs: Vec<Paragraph>,
    pub(crate) pieces: Vec<Piece>,
    /// The texts of all paragraphs, one after the other.
    pub(crate) text: String,
    /// The texts that jusText joins differently, as it has them.
    pub(crate) joined: String,
    pub(crate) url: Option<Url>,
    /// Warnings from before the page was measured.
    pub(crate) warnings: Vec<Warning>,
    pub(crate) output: OutputBudget,
    pub(crate) layout: NodeLayout,
    /// Found when they are asked for.
    pub(crate) width_copies: OnceLock<Vec<WidthCopy>>,
}

impl Page {
    /// Returns the document.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Returns the parts of the page that are copies for other screens, in document order.
    pub(crate) fn width_copies(&self) -> &[WidthCopy] {
        self.width_copies.get_or_init(|| width_copies(&self.document))
    }

    /// Returns the document and drops the side tables.
    pub fn into_document(self) -> Document {
        self.document
    }

    /// Sets the address of the page.
    #[must_use]
    pub fn with_url(mut self, url: Url) -> Page {
        self.url = Some(url);
        self
    }

    /// Returns the address of the page, if it was set.
    pub fn url(&self) -> Option<&Url> {
        self.url.as_ref()
    }

    /// Returns the address of the page: the one that was set, else the one that the page names in a
    /// canonical link or as `og:url`. Rules for single sites are looked up by it.
    ///
    /// ```
    /// use tamis::Page;
    /// use tamis::dom::Parser;
    /// let saved = "<link rel=canonical href=https://example.com/a><p>One";
    /// let page = Page::measure(Parser::default().parse(saved));
    /// assert_eq!(page.address().unwrap().as_str(), "https://example.com/a");
    /// assert_eq!(page.url(), None);
    /// ```
    pub fn address(&self) -> Option<Cow<'_, Url>> {
        let stated = || stated_url(&self.document).map(Cow::Owned);
        self.url.as_ref().map(Cow::Borrowed).or_else(stated)
    }

    /// Returns the address that relative addresses are resolved against: the first `<base href>`,
    /// itself resolved against the page's address, else the page's address. `None` if neither is
    /// absolute. A `<base>` of more than 4,096 bytes is ignored: every address of the page would be
    /// as long.
    ///
    /// ```
    /// use tamis::dom::Parser;
    /// use tamis::{Page, Url};
    /// let page = Page::measure(Parser::default().parse("<base href=/docs/><p>One"));
    /// assert_eq!(page.base_url(), None);
    /// let page = page.with_url(Url::parse("https://example.com/a/b").unwrap());
    /// assert_eq!(page.base_url().unwrap().as_str(), "https://example.com/docs/");
    /// ```
    pub fn base_url(&self) -> Option<Url> {
        base_url(&self.document, self.url.as_ref())
    }

    /// Returns the address that links and images are resolved against in what is written:
    /// [`Page::base_url`], or if there is none, what the page safely states.
    pub(crate) fn link_base(&self) -> Option<Url> {
        link_base(&self.document, self.url.as_ref())
    }

    /// Returns the counts of this subtree. All zero for template contents.
    pub fn stats(&self, id: NodeId) -> NodeStats {
        self.sums.subtree(&self.document, id)
    }

    /// Returns the paragraphs in document order.
    pub fn paragraphs(&self) -> &[Paragraph] {
        &self.paragraphs
    }

    /// Returns the text of a paragraph of this page. White space is collapsed and trimmed; a run of
    /// white space that contains a line break becomes a line break. Words that a browser shows
    /// apart are separated, whatever separates them in the page. Never empty.
    ///
    /// ```
    /// use tamis::dom::Parser;
    /// use tamis::Page;
    /// let html = "<section>One</section><section>two <b>three</b> <i>fo</i>ur</section>";
    /// let page = Page::measure(Parser::default().parse(html));
    /// let paragraph = &page.paragraphs()[0];
    /// assert_eq!(page.paragraph_text(paragraph), "One\ntwo three four");
    /// assert_eq!(page.joined_text(paragraph), "Onetwo threefour");
    /// ```
    #[inline]
    pub fn paragraph_text(&self, paragraph: &Paragraph) -> &str {
        &self.text[paragraph.text.start as usize..paragraph.text.end as usize]
    }

    /// Returns where a paragraph of this page is shown, if a [browser](Layout) says so.
    pub fn area(&self, paragraph: &Paragraph) -> Option<Area> {
        let pieces = &self.pieces[paragraph.pieces.start as usize..paragraph.pieces.end as usize];
        let area = self.layout.area(pieces.iter().map(|piece| piece.node()));
        (!area.is_empty()).then_some(area)
    }

    /// Returns the text of a paragraph as jusText has it. Unlike in [`Page::paragraph_text`], two
    /// words are joined if only tags of elements that jusText does not treat as blocks are between
    /// them, or only white space between two tags. Never empty.
    #[inline]
    pub fn joined_text(&self, paragraph: &Paragraph) -> &str {
        if paragraph.joined.is_empty() {
            return self.paragraph_text(paragraph);
        }
        &self.joined[paragraph.joined.start as usize..paragraph.joined.end as usize]
    }

    /// Returns the bytes of the page, as it came, that hold the text of a paragraph: from its first
    /// text to its last, with the tags between. `None` if they are not known: see
    /// [`Document::source_range`].
    pub fn source_range(&self, paragraph: &Paragraph) -> Option<Range<usize>> {
        let nodes = self.paragraph_nodes(paragraph);
        let places = nodes.filter_map(|id| self.document.source_range(id));
        places.reduce(|all, of| all.start.min(of.start)..all.end.max(of.end))
    }

    /// Returns the text nodes of a paragraph in document order, with each `<br>` that counts as a
    /// space.
    pub fn paragraph_nodes<'p>(
        &'p self,
        paragraph: &Paragraph,
    ) -> impl Iterator<Item = NodeId> + use<'p> {
        self.paragraph_pieces(paragraph).iter().map(|piece| piece.node())
    }

    /// Returns the first text node of a paragraph, which tells where it begins. Unlike the
    /// [origins](Paragraph::origin), these are in document order.
    pub(crate) fn first_text(&self, paragraph: &Paragraph) -> Option<NodeId> {
        self.paragraph_pieces(paragraph).first().map(|piece| piece.node())
    }

    /// Returns the paragraphs that begin in an element.
    pub(crate) fn paragraphs_in(&self, id: NodeId) -> Range<usize> {
        self.paragraphs_among(id..self.document.subtree_end(id))
    }

    /// Returns the paragraphs that begin in a range of nodes.
    pub(crate) fn paragraphs_among(&self, nodes: Range<NodeId>) -> Range<usize> {
        let before =
            |id: NodeId| self.paragraphs.partition_point(|of| self.first_text(of) < Some(id));
        before(nodes.start)..before(nodes.end)
    }

    pub(crate) fn paragraph_pieces(&self, paragraph: &Paragraph) -> &[Piece] {
        &self.pieces[paragraph.pieces.start as usize..paragraph.pieces.end as usize]
    }
}
