//! A page: the frozen document with everything that one pass finds out about it.

use tamis_dom::{Document, NodeId};
use url::Url;

use crate::address::base_url;
use crate::extraction::Warning;
use crate::measure::Measurer;
use crate::paragraph::{Paragraph, Piece};
use crate::stats::{NodeStats, RunningSums};

/// A document, the counts of all its subtrees, and its paragraphs. Every engine looks at the same page;
/// none changes it.
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
    /// The texts of all paragraphs, one behind the other.
    pub(crate) text: String,
    /// Those that jusText joins otherwise, as it has them.
    pub(crate) joined: String,
    pub(crate) url: Option<Url>,
    /// What came up while the page was made ready for parsing and measuring.
    pub(crate) warnings: Vec<Warning>,
}

impl Page {
    /// The page of this document. To measure many pages, keep a [`Measurer`].
    pub fn measure(document: Document) -> Page {
        Measurer::default().measure(document)
    }

    /// The document.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// The document, without what was found out about it.
    pub fn into_document(self) -> Document {
        self.document
    }

    /// Notes the address of the page.
    #[must_use]
    pub fn with_url(mut self, url: Url) -> Page {
        self.url = Some(url);
        self
    }

    /// The address of the page, where it is known.
    pub fn url(&self) -> Option<&Url> {
        self.url.as_ref()
    }

    /// The address that relative ones start from: that of the first `<base href>`, itself relative to the page's
    /// address, else the page's. `None` where neither is a whole address. A `<base>` of more than 4,096 bytes is not taken:
    /// every address of the page would be as long.
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

    /// The counts of this subtree; all zero for template contents.
    pub fn stats(&self, id: NodeId) -> NodeStats {
        self.sums.subtree(&self.document, id)
    }

    /// The paragraphs, in document order.
    pub fn paragraphs(&self) -> &[Paragraph] {
        &self.paragraphs
    }

    /// The text of a paragraph of this page: white space collapsed and trimmed, a line break where a run of
    /// white space had one. Words that a browser shows apart are so, whatever parts them. Never empty.
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

    /// The text of a paragraph as jusText has it: as [`Page::paragraph_text`], but joined where two words are parted by
    /// nothing but tags, and these of elements that it does not take for blocks, or by white space that stands between two
    /// tags alone. Never empty.
    #[inline]
    pub fn joined_text(&self, paragraph: &Paragraph) -> &str {
        if paragraph.joined.is_empty() {
            return self.paragraph_text(paragraph);
        }
        &self.joined[paragraph.joined.start as usize..paragraph.joined.end as usize]
    }

    /// The text nodes that a paragraph's text comes from, in document order; a `<br>` that stands for a space is
    /// among them.
    pub fn paragraph_nodes<'p>(
        &'p self,
        paragraph: &Paragraph,
    ) -> impl Iterator<Item = NodeId> + use<'p> {
        self.paragraph_pieces(paragraph).iter().map(|piece| piece.node())
    }

    pub(crate) fn paragraph_pieces(&self, paragraph: &Paragraph) -> &[Piece] {
        &self.pieces[paragraph.pieces.start as usize..paragraph.pieces.end as usize]
    }
}
