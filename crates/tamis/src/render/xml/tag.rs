//! The elements of the content, the same for all dialects.

/// An element of the content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Tag {
    /// A post of a thread.
    Post,
    /// The content after a post in the same part.
    Rest,
    Paragraph,
    /// The level, from 1.
    Heading(u8),
    CodeBlock,
    List(ListKind),
    Item(Option<Term>),
    Quote,
    Table,
    Row,
    Cell {
        is_head: bool,
        columns: usize,
        rows: usize,
    },
    /// A thematic break between two blocks.
    Rule,
    Code,
    InlineQuote,
    /// The kind of highlighting in trafilatura's terms: `#b`, `#sup`.
    Highlight(&'static str),
    Deleted,
    Link(String),
    Image {
        source: String,
        alt: String,
    },
    LineBreak,
}

/// The kind of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ListKind {
    Bulleted,
    Numbered,
    Terms,
}

/// The role of an item in a list of terms, with the term's number, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Term {
    Name(u32),
    Description(u32),
}

impl Tag {
    /// Returns true if the element occurs in a line, next to text.
    pub(super) fn is_inline(&self) -> bool {
        matches!(
            self,
            Tag::Code
                | Tag::InlineQuote
                | Tag::Highlight(_)
                | Tag::Deleted
                | Tag::Link(_)
                | Tag::Image { .. }
                | Tag::LineBreak
        )
    }
}
