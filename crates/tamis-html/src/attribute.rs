//! The attributes of a tag.

use crate::foreign_names::{foreign_attribute, math_attribute, svg_attribute};
use crate::namespace::{AttributeNamespace, Namespace};
use crate::text::{Span, Text};

/// A part of the source, or of the buffer with the values that differ from the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Piece {
    /// Its highest bit is set for parts of the buffer.
    start: u32,
    end: u32,
}

/// The bit that tells the buffer from the source.
const IN_BUFFER: u32 = 1 << 31;

impl Piece {
    pub const EMPTY: Self = Self::source(0, 0);

    #[inline]
    pub const fn source(start: usize, end: usize) -> Self {
        Self { start: start as u32, end: end as u32 }
    }

    pub const fn buffer(start: usize, end: usize) -> Self {
        Self { start: start as u32 | IN_BUFFER, end: end as u32 }
    }

    #[inline]
    pub fn resolve<'a>(self, source: &'a str, buffer: &'a str) -> &'a str {
        self.text(source, buffer, Span::default()).as_str()
    }

    /// The piece as a text. `span` is its range of the source if it is no part of it.
    #[inline]
    pub fn text<'a>(self, source: &'a str, buffer: &'a str, span: Span) -> Text<'a> {
        if self.start & IN_BUFFER == 0 {
            Text::unchanged(source, Span::new(self.start, self.end))
        } else {
            Text::changed(buffer, Span::new(self.start & !IN_BUFFER, self.end), span)
        }
    }
}

/// An attribute as the tokenizer found it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RawAttribute {
    pub name: Piece,
    pub value: Piece,
    /// The value in the source, without quotes.
    pub value_span: Span,
    /// A number that is the same for equal names, so that most pairs of names need not be compared.
    pub name_hash: u32,
}

/// An attribute of a tag. Its name is adjusted for the namespace of the element.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Attribute<'a> {
    /// The namespace of the name.
    pub namespace: AttributeNamespace,
    /// The local name.
    pub name: &'a str,
    /// The value.
    pub value: Text<'a>,
}

/// The attributes of a tag in the order of the source, each name once.
#[derive(Debug, Clone, Copy)]
pub struct Attributes<'a> {
    pub(crate) raw: &'a [RawAttribute],
    pub(crate) source: &'a str,
    pub(crate) buffer: &'a str,
    pub(crate) namespace: Namespace,
}

impl<'a> Attributes<'a> {
    /// The number of attributes.
    #[inline]
    pub const fn len(&self) -> usize {
        self.raw.len()
    }

    /// Returns true if there are none.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.raw.is_empty()
    }

    /// Every attribute.
    #[inline]
    pub fn iter(self) -> impl ExactSizeIterator<Item = Attribute<'a>> {
        self.raw.iter().map(move |raw| self.attribute(raw))
    }

    #[inline]
    fn attribute(self, raw: &RawAttribute) -> Attribute<'a> {
        let name = raw.name.resolve(self.source, self.buffer);
        let value = raw.value.text(self.source, self.buffer, raw.value_span);
        if self.namespace == Namespace::Html {
            return Attribute { namespace: AttributeNamespace::None, name, value };
        }
        self.foreign_attribute(name, value)
    }

    /// An attribute of an element that is not in HTML.
    #[inline(never)]
    fn foreign_attribute(self, name: &'a str, value: Text<'a>) -> Attribute<'a> {
        if let Some((namespace, name)) = foreign_attribute(name) {
            return Attribute { namespace, name, value };
        }
        let adjusted = match self.namespace {
            Namespace::Svg => svg_attribute(name),
            _ => math_attribute(name),
        };
        let name = adjusted.unwrap_or(name);
        Attribute { namespace: AttributeNamespace::None, name, value }
    }
}
