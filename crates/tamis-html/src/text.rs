//! Pieces of the source, changed or not.

use std::fmt;
use std::ops::Range;

/// A range of bytes of the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last one.
    pub end: u32,
}

impl Span {
    /// The range between two bytes.
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// The range as an index.
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A text, a comment or the value of an attribute.
///
/// It is a range of the source if the standard changes nothing in it. Otherwise, for example if
/// it contains a character reference, it is in a buffer of the parser.
#[derive(Clone, Copy)]
pub struct Text<'a> {
    base: &'a str,
    part: Span,
    span: Span,
    unchanged: bool,
}

impl<'a> Text<'a> {
    /// A range of the source as it is.
    #[inline]
    pub(crate) const fn unchanged(source: &'a str, span: Span) -> Self {
        Self { base: source, part: span, span, unchanged: true }
    }

    /// A part of a buffer, made from a range of the source.
    #[inline]
    pub(crate) const fn changed(base: &'a str, part: Span, span: Span) -> Self {
        Self { base, part, span, unchanged: false }
    }

    /// The text.
    #[inline]
    pub fn as_str(&self) -> &'a str {
        &self.base[self.part.range()]
    }

    /// The length of the text in bytes.
    #[inline]
    pub const fn len(&self) -> usize {
        (self.part.end - self.part.start) as usize
    }

    /// Returns true if the text has no bytes.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.part.start == self.part.end
    }

    /// The range of the source that the text was made from.
    #[inline]
    pub const fn span(&self) -> Span {
        self.span
    }

    /// Returns true if the text is the bytes of [`span`](Self::span).
    #[inline]
    pub const fn is_unchanged(&self) -> bool {
        self.unchanged
    }
}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}
