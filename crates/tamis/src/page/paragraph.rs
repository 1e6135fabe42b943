//! Paragraphs, in jusText's sense.

use std::ops::Range;

use tamis_dom::NodeId;

/// A paragraph of a page: the text between two block-level tags.
///
/// [`Page::paragraph_text`](crate::Page::paragraph_text) returns its text. All counts are jusText's
/// and describe [`Page::joined_text`](crate::Page::joined_text).
///
/// ```
/// use tamis::Page;
/// use tamis::dom::Parser;
/// let page = Page::measure(Parser::default().parse("<p>One <a href=/>two</a>.<h2>Three</h2>"));
/// let [first, second] = page.paragraphs() else { panic!("two paragraphs") };
/// assert_eq!((first.text_chars, first.link_chars, first.words, first.tags), (8, 3, 2, 1));
/// assert!(second.in_heading);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Paragraph {
    /// The innermost element that was open when the paragraph began. After `<br><br>`, the second
    /// `br`.
    pub(crate) origin: NodeId,
    pub(crate) text: Range<u32>,
    /// The text as jusText has it. Empty if it is the same.
    pub(crate) joined: Range<u32>,
    pub(crate) pieces: Range<u32>,
    /// Unicode scalar values of the text, white space collapsed and trimmed.
    pub text_chars: u32,
    /// Unicode scalar values in links. White space is collapsed per run of text but not trimmed, as
    /// jusText counts it.
    pub link_chars: u32,
    /// Words of the text, split at white space.
    pub words: u32,
    /// Inline tags in the paragraph. jusText subtracts one per `<br><br>`, so it can be negative.
    pub tags: i32,
    /// True if an element around the paragraph is a heading, `h1` to `h9`.
    pub in_heading: bool,
    /// True if the name of an element around the paragraph contains `select`.
    pub in_select: bool,
    /// True if the text contains a `©` or a literal `&copy`.
    pub has_copyright: bool,
}

impl Paragraph {
    /// Returns the innermost element around the beginning of the paragraph.
    pub fn origin(&self) -> NodeId {
        self.origin
    }
}

/// A part of a run of text: a text node, or a `<br>` that counts as one space.
///
/// A run is the text between two tags that jusText keeps. If it drops or unwraps tags, several text
/// nodes make one run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece(u32);

impl Piece {
    const STARTS_RUN: u32 = 1 << 31;

    /// Returns the piece of a text node.
    pub(crate) fn of_text(node: NodeId, starts_run: bool) -> Piece {
        let starts_run = if starts_run { Self::STARTS_RUN } else { 0 };
        Piece(node.index() as u32 | starts_run)
    }

    /// Returns the piece of a `<br>`.
    pub(crate) fn of_break(node: NodeId) -> Piece {
        Piece::of_text(node, true)
    }

    pub(crate) fn node(self) -> NodeId {
        NodeId::from_index((self.0 & !Self::STARTS_RUN) as usize)
    }

    pub(crate) fn starts_run(self) -> bool {
        self.0 & Self::STARTS_RUN != 0
    }
}

impl Paragraph {
    /// Returns an empty paragraph that begins in this element.
    pub(super) fn starting(origin: NodeId) -> Paragraph {
        Paragraph {
            origin,
            text: 0..0,
            joined: 0..0,
            pieces: 0..0,
            text_chars: 0,
            link_chars: 0,
            words: 0,
            tags: 0,
            in_heading: false,
            in_select: false,
            has_copyright: false,
        }
    }
}
