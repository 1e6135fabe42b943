//! Tags that are spelled plainly: a name, and attributes with or without quotes.

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{Tag, TagKind};
use html5ever::{Attribute, LocalName, QualName, ns};
use memchr::memchr;

use super::super::atoms::AtomCache;
use super::references::{Piece, decode};

/// More attributes than this are left to the tokenizer: each is compared with all before it.
const ATTRIBUTES: usize = 32;

/// The tag that begins at the `<` at `start`, and where it ends, behind its `>`; `None` if it is not plain, has more
/// attributes than `limit`, or the page ends in it.
pub(super) fn read_tag(
    page: &StrTendril,
    start: usize,
    limit: usize,
    atoms: &mut AtomCache,
) -> Option<(Tag, usize)> {
    let mut reader = Reader { page, bytes: page.as_bytes(), at: start + 1, atoms };
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
            _ if attributes == limit.min(ATTRIBUTES) => return None,
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

struct Reader<'p, 'c> {
    page: &'p StrTendril,
    bytes: &'p [u8],
    at: usize,
    atoms: &'c mut AtomCache,
}

impl Reader<'_, '_> {
    fn kind(&mut self) -> TagKind {
        if self.bytes.get(self.at) != Some(&b'/') {
            return TagKind::StartTag;
        }
        self.at += 1;
        TagKind::EndTag
    }

    fn name(&mut self, ends: u8) -> Option<LocalName> {
        let stops = |&byte: &u8| BYTES[byte as usize] & (ends | ODD) != 0;
        let length = self.bytes[self.at..].iter().position(stops)?;
        let end = self.at + length;
        if length == 0 || BYTES[self.bytes[end] as usize] & ODD != 0 {
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
        // The tree builder gives those of SVG and MathML their namespace.
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
        decode(self.page, start, start + length, Piece::Value)
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

pub(in crate::parse) fn is_space(byte: u8) -> bool {
    BYTES[byte as usize] & SPACE != 0
}

const SPACE: u8 = 1;
/// Ends the name of a tag.
const ENDS_TAG_NAME: u8 = 2;
/// Ends the name of an attribute.
const ENDS_ATTRIBUTE_NAME: u8 = 4;
/// In a name, the tokenizer replaces it, or makes an error of it.
const ODD: u8 = 8;

/// What each byte is. Source: HTML standard, 13.2.5.8 and 13.2.5.32 to 13.2.5.34.
static BYTES: [u8; 256] = {
    let mut bytes = [0; 256];
    let classes: [(&[u8], u8); 4] = [
        (b"\t\n\x0c\r ", SPACE | ENDS_TAG_NAME | ENDS_ATTRIBUTE_NAME),
        (b"/>", ENDS_TAG_NAME | ENDS_ATTRIBUTE_NAME),
        (b"=", ENDS_ATTRIBUTE_NAME),
        (b"\0\"'<", ODD),
    ];
    let mut class = 0;
    while class < classes.len() {
        let (members, flags) = classes[class];
        let mut member = 0;
        while member < members.len() {
            bytes[members[member] as usize] = flags;
            member += 1;
        }
        class += 1;
    }
    bytes
};
