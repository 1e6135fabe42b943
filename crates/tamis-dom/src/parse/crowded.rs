//! Tags with too many attributes, found before the tokenizer sees them.
//!
//! html5ever compares the name of each attribute with all before it, inside its tokenizer, so that nothing
//! behind it can help.

use memchr::{memchr, memchr3};

/// Where a tag that begins at some `<` would end, and where its surplus of attributes begins.
pub(super) struct Crowded {
    /// Behind the last attribute that may stay.
    pub(super) surplus: usize,
    /// At the tag's `>`, or at the end of the page.
    pub(super) end: usize,
}

/// Whether any place of the page could begin a tag with more attributes than this. Linear: a page that would
/// need more looks than four per byte is said to have one.
pub(super) fn may_be_crowded(html: &[u8], limit: usize) -> bool {
    let mut effort = html.len().saturating_mul(4);
    let mut at = 0;
    while let Some(start) = next_tag(html, at) {
        at = start + 1;
        match short_tag_end(html, start, limit * 2) {
            Short::Yes => {}
            Short::Unknown => {
                let mut scan = Scan { html, at: start + 1 };
                let crowded = scan.tag(limit).is_some();
                effort = effort.saturating_sub(scan.at - start);
                if crowded || effort == 0 {
                    return true;
                }
            }
        }
    }
    false
}

/// The next `<` that a letter follows, with or without a slash between.
pub(super) fn next_tag(html: &[u8], mut at: usize) -> Option<usize> {
    loop {
        let start = at + memchr(b'<', html.get(at..)?)?;
        let first = match html.get(start + 1)? {
            b'/' => html.get(start + 2)?,
            byte => byte,
        };
        if first.is_ascii_alphabetic() {
            return Some(start);
        }
        at = start + 1;
    }
}

/// What is wrong with the tag that would begin here, if it has too many attributes.
pub(super) fn crowded_at(html: &[u8], start: usize, limit: usize) -> Option<Crowded> {
    Scan { html, at: start + 1 }.tag(limit)
}

enum Short {
    Yes,
    Unknown,
}

/// Whether the tag ends before it could hold too many attributes: each takes two bytes at least.
fn short_tag_end(html: &[u8], start: usize, length: usize) -> Short {
    let tag = &html[start..html.len().min(start + length)];
    if tag.len() < length {
        return Short::Yes;
    }
    let mut at = 1;
    while let Some(found) = memchr3(b'>', b'"', b'\'', &tag[at..]) {
        at += found;
        let byte = tag[at];
        if byte == b'>' {
            return Short::Yes;
        }
        // A quote opens a value only behind `=`; elsewhere it is part of a name.
        if opens_value(&tag[..at]) {
            match memchr(byte, &tag[at + 1..]) {
                Some(length) => at += length + 1,
                None => return Short::Unknown,
            }
        }
        at += 1;
    }
    Short::Unknown
}

fn opens_value(before: &[u8]) -> bool {
    before.iter().rev().find(|byte| !is_space(**byte)) == Some(&b'=')
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | 0x0c | b'\r' | b' ')
}

/// The states of the tokenizer inside a tag. Source: HTML standard, 13.2.5.8 and 13.2.5.32 to 13.2.5.40.
struct Scan<'h> {
    html: &'h [u8],
    at: usize,
}

impl Scan<'_> {
    fn tag(&mut self, limit: usize) -> Option<Crowded> {
        self.skip(|byte| byte == b'/');
        self.skip(|byte| !is_space(byte) && !matches!(byte, b'>' | b'/'));
        let mut count = 0;
        let mut surplus = None;
        loop {
            if count == limit && surplus.is_none() {
                surplus = Some(self.at);
            }
            self.skip(|byte| is_space(byte) || byte == b'/');
            match self.peek() {
                None | Some(b'>') => break,
                Some(_) => self.attribute(),
            }
            count += 1;
        }
        if count <= limit {
            return None;
        }
        surplus.map(|surplus| Crowded { surplus, end: self.at })
    }

    fn attribute(&mut self) {
        // An `=` in the first place belongs to the name.
        self.at += 1;
        self.skip(|byte| !is_space(byte) && !matches!(byte, b'/' | b'>' | b'='));
        let name_end = self.at;
        self.skip(is_space);
        if self.peek() != Some(b'=') {
            self.at = name_end;
            return;
        }
        self.at += 1;
        self.skip(is_space);
        match self.peek() {
            Some(quote @ (b'"' | b'\'')) => {
                self.at += 1;
                let rest = &self.html[self.at..];
                self.at += memchr(quote, rest).map_or(rest.len(), |length| length + 1);
            }
            Some(b'>') | None => {}
            Some(_) => self.skip(|byte| !is_space(byte) && byte != b'>'),
        }
    }

    fn skip(&mut self, wanted: impl Fn(u8) -> bool) {
        let rest = &self.html[self.at..];
        self.at += rest.iter().position(|&byte| !wanted(byte)).unwrap_or(rest.len());
    }

    fn peek(&self) -> Option<u8> {
        self.html.get(self.at).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tag(attributes: usize) -> String {
        let attributes: Vec<_> = (0..attributes).map(|n| format!("a{n}='>'")).collect();
        format!("<p>text<b {}>bold</b>", attributes.join(" "))
    }

    #[test]
    fn counts_attributes_of_any_spelling() {
        assert!(!may_be_crowded(tag(8).as_bytes(), 8));
        assert!(may_be_crowded(tag(9).as_bytes(), 8));
        assert!(!may_be_crowded(b"<a b=c d='>' e=\"<i f g h i j>\" f/g/h =i>", 7));
        assert!(may_be_crowded(b"<a b=c d='>' e=\"<\" f/g/h =i k l m n o p q r>", 5));
    }

    #[test]
    fn surplus_begins_behind_the_last_that_stays() {
        let html = b"<a b c='d' e f>x";
        let crowded = crowded_at(html, 0, 2).unwrap();
        assert_eq!(&html[..crowded.surplus], b"<a b c='d'");
        assert_eq!(&html[crowded.end..], b">x");
    }
}
