//! Reading of tags with regular spelling: a name, and attributes with or without quotes.

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{Tag, TagKind};
use html5ever::{Attribute, LocalName, QualName, ns};
use memchr::memchr;

use super::super::atoms::AtomCache;
use super::super::tag_bytes::{CLASSES, ENDS_ATTRIBUTE_NAME, ENDS_TAG_NAME, UNUSUAL, is_space};
use super::references::{ReferenceContext, decode_references};

/// The maximum number of attributes that is read here, because each name is compared with all
/// previous ones.
const MAX_ATTRIBUTES: usize = 32;

/// Reads the tag whose `<` is at `start`, and returns it with the offset after its `>`.
///
/// Returns `None` if the tag is irregular, has more attributes than `limit`, or does not end.
pub(super) fn read_tag(
    page: &StrTendril,
    start: usize,
    limit: usize,
    atoms: &mut AtomCache,
) -> Option<(Tag, usize)> {
    let mut reader = TagReader { page, bytes: page.as_bytes(), at: start + 1, atoms };
    let kind = reader.kind();
    let name = reader.name(ENDS_TAG_NAME)?;
    let mut tag =
        Tag { kind, name, self_closing: false, attrs: Vec::new(), had_duplicate_attributes: false };
    let mut attributes = 0;
    loop {
        reader.skip_spaces();
        match reader.peek()? {
            b'>' => return Some((tag, reader.at + 1)),
            _ if kind == TagKind::EndTag => return None,
            b'/' => {
                reader.at += 1;
                tag.self_closing = reader.peek()? == b'>';
            }
            _ if attributes == limit.min(MAX_ATTRIBUTES) => return None,
            _ => {
                attributes += 1;
                let attribute = reader.attribute()?;
                if tag.attrs.iter().any(|other| other.name.local == attribute.name.local) {
                    tag.had_duplicate_attributes = true;
                } else {
                    tag.attrs.push(attribute);
                }
            }
        }
    }
}

struct TagReader<'p, 'c> {
    page: &'p StrTendril,
    bytes: &'p [u8],
    at: usize,
    atoms: &'c mut AtomCache,
}

impl TagReader<'_, '_> {
    fn kind(&mut self) -> TagKind {
        if self.bytes.get(self.at) != Some(&b'/') {
            return TagKind::StartTag;
        }
        self.at += 1;
        TagKind::EndTag
    }

    fn name(&mut self, ends: u8) -> Option<LocalName> {
        let stops = |&byte: &u8| CLASSES[byte as usize] & (ends | UNUSUAL) != 0;
        let length = self.bytes[self.at..].iter().position(stops)?;
        let end = self.at + length;
        if length == 0 || CLASSES[self.bytes[end] as usize] & UNUSUAL != 0 {
            return None;
        }
        let name = &self.page[self.at..end];
        self.at = end;
        Some(self.atoms.atom(name))
    }

    fn attribute(&mut self) -> Option<Attribute> {
        let name = self.name(ENDS_ATTRIBUTE_NAME)?;
        self.skip_spaces();
        let mut value = StrTendril::new();
        if self.peek()? == b'=' {
            self.at += 1;
            self.skip_spaces();
            value = self.value()?;
        }
        // The tree builder sets the namespace of attributes in SVG and MathML.
        Some(Attribute { name: QualName::new(None, ns!(), name), value })
    }

    fn value(&mut self) -> Option<StrTendril> {
        let quote = self.peek()?;
        let (start, length, end) = if matches!(quote, b'"' | b'\'') {
            let start = self.at + 1;
            let length = memchr(quote, &self.bytes[start..])?;
            (start, length, start + length + 1)
        } else {
            let ends = |&byte: &u8| is_space(byte) || byte == b'>';
            let length = self.bytes[self.at..].iter().position(ends)?;
            let value = &self.bytes[self.at..self.at + length];
            if length == 0
                || value.iter().any(|byte| matches!(byte, b'"' | b'\'' | b'<' | b'=' | b'`'))
            {
                return None;
            }
            (self.at, length, self.at + length)
        };
        self.at = end;
        decode_references(self.page, start, start + length, ReferenceContext::AttributeValue)
    }

    fn skip_spaces(&mut self) {
        while self.peek().is_some_and(is_space) {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }
}
