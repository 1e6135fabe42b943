//! Tags and their attributes.
//!
//! Source: HTML standard, 13.2.5.8 "Tag name state" and 13.2.5.32 to 13.2.5.40,
//! <https://html.spec.whatwg.org/multipage/parsing.html#tag-name-state>.

use std::hash::BuildHasher;

use super::reference::reference;
use super::scan::{block, find, is_space, name_ends, skip_space, upper_case};
use super::{TagToken, Token, Tokenizer};
use crate::attribute::{Piece, RawAttribute};
use crate::tag::{PACKED_BYTES, Tag};
use crate::text::Span;

/// The number of attributes up to which names are compared one by one. Beyond it, a hash table is
/// used, because a tag can have thousands of attributes.
const FEW: usize = 16;

impl Tokenizer<'_> {
    /// Reads a start tag. `None` if the source ends within it.
    #[inline]
    pub(super) fn start_tag(&mut self) -> Option<Token> {
        let start = self.at;
        self.drop_values();
        self.buffers.attributes.clear();
        let (tag, end) = self.tag_name(start + 1, true);
        // Tags without attributes are tested first, because most tags have none.
        let (after, self_closing) = if self.bytes.get(end) == Some(&b'>') {
            (end + 1, false)
        } else if let Some(found) = self.attributes_from(end, true) {
            found
        } else {
            self.at = self.bytes.len();
            return None;
        };
        self.at = after;
        let span = Span::new(start as u32, after as u32);
        Some(Token::Start(TagToken { tag, self_closing, span }))
    }

    /// Reads an end tag without its attributes. `None` if the source ends within it.
    #[inline]
    pub(super) fn end_tag(&mut self) -> Option<Token> {
        let start = self.at;
        self.drop_values();
        let (tag, end) = self.tag_name(start + 2, false);
        let after = if self.bytes.get(end) == Some(&b'>') {
            end + 1
        } else if let Some((after, _)) = self.attributes_from(end, false) {
            after
        } else {
            self.at = self.bytes.len();
            return None;
        };
        self.at = after;
        let span = Span::new(start as u32, after as u32);
        Some(Token::End(TagToken { tag, self_closing: false, span }))
    }

    /// Reads the name of a tag and returns it with the place after it.
    #[inline]
    fn tag_name(&mut self, start: usize, is_start: bool) -> (Tag, usize) {
        if let Some(block) = block(self.bytes, start) {
            let length = name_ends(block, [b'/', b'>']).trailing_zeros() as usize;
            let end = start + length;
            if length <= PACKED_BYTES && ends_name(self.bytes[end]) {
                let packed = u128::from_le_bytes(block.to_array());
                let key = lower_case(packed & ((1 << (8 * length)) - 1));
                if let Some(tag) = Tag::of_packed(key) {
                    return (tag, end);
                }
            }
        }
        self.other_name(start, is_start)
    }

    /// Reads a name that is no constant or at the end of the source.
    #[cold]
    fn other_name(&mut self, start: usize, is_start: bool) -> (Tag, usize) {
        let rest = &self.bytes[start..];
        let length = rest.iter().position(|&byte| ends_name(byte)).unwrap_or(rest.len());
        let piece = self.lower_piece(start, start + length);
        let name = piece.resolve(self.source, &self.buffers.values);
        let tag = match Tag::known(name) {
            Some(tag) => tag,
            None if is_start => self.buffers.names.intern(name),
            None => self.buffers.names.find(name),
        };
        (tag, start + length)
    }

    /// The piece of a name: lower case, with U+FFFD for U+0000.
    pub(super) fn lower_piece(&mut self, start: usize, end: usize) -> Piece {
        let bytes = &self.bytes[start..end];
        if !bytes.iter().any(|byte| byte.is_ascii_uppercase() || *byte == 0) {
            return Piece::source(start, end);
        }
        let values = &mut self.buffers.values;
        let first = values.len();
        let lower = |char: char| match char {
            '\0' => char::REPLACEMENT_CHARACTER,
            _ => char.to_ascii_lowercase(),
        };
        values.extend(self.source[start..end].chars().map(lower));
        Piece::buffer(first, values.len())
    }

    /// Reads attributes from `at` on, and returns the place after the tag, and whether the tag is
    /// self-closing.
    fn attributes_from(&mut self, mut at: usize, is_kept: bool) -> Option<(usize, bool)> {
        let bytes = self.bytes;
        loop {
            at = skip_space(bytes, at);
            match bytes.get(at)? {
                b'>' => return Some((at + 1, false)),
                b'/' => {
                    at += 1;
                    if bytes.get(at)? == &b'>' {
                        return Some((at + 1, true));
                    }
                }
                _ => at = self.attribute(at, is_kept)?,
            }
        }
    }

    /// Reads an attribute and returns the place after it.
    #[inline]
    fn attribute(&mut self, start: usize, is_kept: bool) -> Option<usize> {
        let (name, name_hash, mut at) = self.attribute_name(start);
        let bytes = self.bytes;
        if bytes.get(at).is_some_and(|&byte| is_space(byte)) {
            at = skip_space(bytes, at);
        }
        let mut value = Piece::EMPTY;
        let mut value_span = Span::new(at as u32, at as u32);
        if bytes.get(at) == Some(&b'=') {
            at += 1;
            if bytes.get(at).is_some_and(|&byte| is_space(byte)) {
                at = skip_space(bytes, at);
            }
            let first = *bytes.get(at)?;
            if first == b'"' || first == b'\'' {
                let start = at + 1;
                let mut end = find(bytes, start, [first, b'&', b'\0', b'\r']);
                value = Piece::source(start, end);
                if *bytes.get(end)? != first {
                    (value, end) = self.changed_quoted(start, end, first, is_kept)?;
                }
                value_span = Span::new(start as u32, end as u32);
                at = end + 1;
            } else if first == b'>' {
                value_span = Span::new(at as u32, at as u32);
            } else {
                let start = at;
                (value, at) = self.unquoted_value(at, is_kept)?;
                value_span = Span::new(start as u32, at as u32);
            }
        }
        bytes.get(at)?;
        if is_kept {
            self.keep(RawAttribute { name, value, value_span, name_hash });
        }
        Some(at)
    }

    /// Reads the name of an attribute: its piece, its hash and the place after it.
    #[inline]
    fn attribute_name(&mut self, start: usize) -> (Piece, u32, usize) {
        if let Some(block) = block(self.bytes, start) {
            // An equals sign that is the first character is part of the name, so it does not end
            // it.
            let ends = name_ends(block, [b'/', b'>', b'=']) & !1;
            let length = ends.trailing_zeros() as usize;
            let end = start + length;
            let is_plain = upper_case(block) & ((1u32 << (length & 31)) - 1) == 0;
            if length <= PACKED_BYTES
                && is_plain
                && (ends_name(self.bytes[end]) || self.bytes[end] == b'=')
                && self.bytes[start] > b' '
            {
                let low = u128::from_le_bytes(block.to_array()) as u64;
                return (Piece::source(start, end), hash_of(low, length), end);
            }
        }
        self.other_attribute_name(start)
    }

    #[cold]
    fn other_attribute_name(&mut self, start: usize) -> (Piece, u32, usize) {
        let rest = &self.bytes[start + 1..];
        let length = rest.iter().position(|&byte| ends_name(byte) || byte == b'=');
        let end = start + 1 + length.unwrap_or(rest.len());
        let piece = self.lower_piece(start, end);
        let name = piece.resolve(self.source, &self.buffers.values).as_bytes();
        let mut low = [0; 8];
        let few = name.len().min(8);
        low[..few].copy_from_slice(&name[..few]);
        let hash = hash_of(u64::from_le_bytes(low), name.len());
        (piece, hash, end)
    }

    /// Adds an attribute unless the tag has one of its name.
    #[inline]
    fn keep(&mut self, attribute: RawAttribute) {
        let attributes = &self.buffers.attributes;
        if attributes.len() >= FEW {
            return self.keep_among_many(attribute);
        }
        let name = |raw: &RawAttribute| raw.name.resolve(self.source, &self.buffers.values);
        let is_known = attributes
            .iter()
            .any(|known| known.name_hash == attribute.name_hash && name(known) == name(&attribute));
        if !is_known {
            self.buffers.attributes.push(attribute);
        }
    }

    #[cold]
    fn keep_among_many(&mut self, attribute: RawAttribute) {
        if self.buffers.attributes.len() >= self.max_attributes {
            self.warnings.attributes = true;
            return;
        }
        let buffers = &mut *self.buffers;
        let name = |raw: &RawAttribute| raw.name.resolve(self.source, &buffers.values);
        if buffers.attributes.len() == FEW {
            buffers.seen.clear();
            buffers.seen.shrink_to(1024);
            buffers.seen.extend(buffers.attributes.iter().map(|a| buffers.state.hash_one(name(a))));
        }
        if buffers.seen.insert(buffers.state.hash_one(name(&attribute))) {
            buffers.attributes.push(attribute);
        }
    }

    /// Reads a value in quotes that has a reference, U+0000 or CR at `at`: its piece and its end.
    #[inline(never)]
    fn changed_quoted(
        &mut self,
        start: usize,
        at: usize,
        quote: u8,
        is_kept: bool,
    ) -> Option<(Piece, usize)> {
        let end = find(self.bytes, at, [quote]);
        self.bytes.get(end)?;
        Some((if is_kept { self.changed_value(start, end) } else { Piece::EMPTY }, end))
    }

    /// Reads a value without quotes: its piece and its end.
    #[inline(never)]
    fn unquoted_value(&mut self, start: usize, is_kept: bool) -> Option<(Piece, usize)> {
        let end = find(self.bytes, start, [b'>', b' ', b'\t', b'\n', 0x0C, b'\r']);
        self.bytes.get(end)?;
        Some((if is_kept { self.changed_value(start, end) } else { Piece::EMPTY }, end))
    }

    /// The piece of a value, with the meaning of its references.
    fn changed_value(&mut self, start: usize, end: usize) -> Piece {
        let bytes = &self.bytes[..end];
        let mut at = find(bytes, start, [b'&', b'\0', b'\r']);
        if at == end {
            return Piece::source(start, end);
        }
        let values = &mut self.buffers.values;
        let first = values.len();
        let mut copied = start;
        let mut is_changed = false;
        while at < end {
            // The byte after the value is no letter, digit or `=`, as at the end of the source.
            let found = if bytes[at] == b'&' { reference(bytes, at, true) } else { None };
            if bytes[at] == b'&' && found.is_none() {
                at = find(bytes, at + 1, [b'&', b'\0', b'\r']);
                continue;
            }
            is_changed = true;
            values.push_str(&self.source[copied..at]);
            copied = match (bytes[at], found) {
                (_, Some((meaning, end))) => {
                    meaning.push_to(values);
                    end
                }
                (b'\r', _) => {
                    values.push('\n');
                    at + 1 + usize::from(bytes.get(at + 1) == Some(&b'\n'))
                }
                _ => {
                    values.push(char::REPLACEMENT_CHARACTER);
                    at + 1
                }
            };
            at = find(bytes, copied, [b'&', b'\0', b'\r']);
        }
        if !is_changed {
            return Piece::source(start, end);
        }
        values.push_str(&self.source[copied..end]);
        Piece::buffer(first, values.len())
    }
}

/// Returns true for the bytes that end the name of a tag.
#[inline]
const fn ends_name(byte: u8) -> bool {
    is_space(byte) || byte == b'/' || byte == b'>'
}

/// The packed name with its ASCII letters in lower case.
#[inline]
const fn lower_case(packed: u128) -> u128 {
    const ONES: u128 = u128::MAX / 255;
    let low = packed & (0x7F * ONES);
    let from_a = low + (0x80 - b'A' as u128) * ONES;
    let above_z = low + (0x7F - b'Z' as u128) * ONES;
    let upper = !packed & (from_a ^ above_z) & (0x80 * ONES);
    packed | (upper >> 2)
}

/// A hash of a name, given its length and its first eight bytes. After a shorter name, `low` has
/// other bytes, which do not count.
#[inline]
const fn hash_of(low: u64, length: usize) -> u32 {
    let shift = if length < 8 { 64 - 8 * length as u32 } else { 0 };
    // A name is never empty.
    let mixed = (low << shift) ^ length as u64;
    (mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_become_lower_case() {
        for byte in 0..=255u8 {
            let packed = lower_case(u128::from_le_bytes([byte; 16]));
            assert_eq!(packed.to_le_bytes(), [byte.to_ascii_lowercase(); 16]);
        }
    }
}
