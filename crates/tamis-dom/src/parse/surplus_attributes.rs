//! Detection of tags with too many attributes, before the tokenizer reads them.
//!
//! html5ever's tokenizer compares the name of each attribute with all previous ones of the tag,
//! which is quadratic. A limit after the tokenizer would come too late.

use memchr::memchr;

use super::tag_bytes::is_space;

/// The extent of a tag, and of its surplus attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TagAttributes {
    /// The number of attributes is within the limit.
    WithinLimit {
        /// The offset of the tag's `>`; `None` if the page ends before it.
        end: Option<usize>,
    },
    /// There are more attributes than the limit.
    Surplus {
        /// The offset after the last attribute within the limit.
        start: usize,
        /// The offset of the tag's `>`, or the end of the page.
        end: usize,
    },
}

/// Finds the next `<` or `</` that is followed by an ASCII letter, and returns the offset of its
/// `<`.
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

/// Scans the tag that starts at this `<`.
pub(super) fn scan_tag(html: &[u8], start: usize, limit: usize) -> TagAttributes {
    TagScanner { html, at: start + 1 }.tag(limit)
}

/// A scanner that finds the attributes of a tag by the same rules as the tokenizer.
///
/// Source: HTML standard, 13.2.5.8 and 13.2.5.32 to 13.2.5.40.
struct TagScanner<'h> {
    html: &'h [u8],
    at: usize,
}

impl TagScanner<'_> {
    fn tag(&mut self, limit: usize) -> TagAttributes {
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
        match surplus {
            Some(start) if count > limit => TagAttributes::Surplus { start, end: self.at },
            _ => TagAttributes::WithinLimit { end: self.peek().map(|_| self.at) },
        }
    }

    fn attribute(&mut self) {
        // A leading `=` is part of the name.
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

    fn has_surplus(html: &str, limit: usize) -> bool {
        let mut at = 0;
        while let Some(start) = next_tag(html.as_bytes(), at) {
            if let TagAttributes::Surplus { .. } = scan_tag(html.as_bytes(), start, limit) {
                return true;
            }
            at = start + 1;
        }
        false
    }

    #[test]
    fn counts_attributes_of_any_spelling() {
        assert!(!has_surplus(&tag(8), 8));
        assert!(has_surplus(&tag(9), 8));
        assert!(!has_surplus("<a b=c d='>' e=\"<i f g h i j>\" f/g/h =i>", 7));
        assert!(has_surplus("<a b=c d='>' e=\"<\" f/g/h =i k l m n o p q r>", 5));
    }

    #[test]
    fn surplus_starts_after_the_last_kept_attribute() {
        let html = b"<a b c='d' e f>x";
        let TagAttributes::Surplus { start: surplus, end } = scan_tag(html, 0, 2) else {
            panic!("no surplus")
        };
        assert_eq!(&html[..surplus], b"<a b c='d'");
        assert_eq!(&html[end..], b">x");
        assert_eq!(scan_tag(html, 0, 4), TagAttributes::WithinLimit { end: Some(14) });
    }
}
