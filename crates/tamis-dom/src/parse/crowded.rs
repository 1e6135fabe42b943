//! Tags with too many attributes, found before the tokenizer sees them.
//!
//! html5ever compares the name of each attribute with all before it, inside its tokenizer, so that nothing
//! behind it can help.

use memchr::memchr;

use super::feed::tag::is_space;

/// How the tag that would begin at some `<` is furnished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Crowding {
    /// Not too many attributes.
    Fine {
        /// Where its `>` stands; `None` where the page ends before.
        end: Option<usize>,
    },
    /// More attributes than may stay.
    Crowded {
        /// Behind the last attribute that may stay.
        surplus: usize,
        /// At the tag's `>`, or at the end of the page.
        end: usize,
    },
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

/// What the tag is like that begins at this `<`.
pub(super) fn look_at(html: &[u8], start: usize, limit: usize) -> Crowding {
    Scan { html, at: start + 1 }.tag(limit)
}

/// The states of the tokenizer inside a tag. Source: HTML standard, 13.2.5.8 and 13.2.5.32 to 13.2.5.40.
struct Scan<'h> {
    html: &'h [u8],
    at: usize,
}

impl Scan<'_> {
    fn tag(&mut self, limit: usize) -> Crowding {
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
            Some(surplus) if count > limit => Crowding::Crowded { surplus, end: self.at },
            _ => Crowding::Fine { end: self.peek().map(|_| self.at) },
        }
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

    fn is_crowded(html: &str, limit: usize) -> bool {
        let mut at = 0;
        while let Some(start) = next_tag(html.as_bytes(), at) {
            if let Crowding::Crowded { .. } = look_at(html.as_bytes(), start, limit) {
                return true;
            }
            at = start + 1;
        }
        false
    }

    #[test]
    fn counts_attributes_of_any_spelling() {
        assert!(!is_crowded(&tag(8), 8));
        assert!(is_crowded(&tag(9), 8));
        assert!(!is_crowded("<a b=c d='>' e=\"<i f g h i j>\" f/g/h =i>", 7));
        assert!(is_crowded("<a b=c d='>' e=\"<\" f/g/h =i k l m n o p q r>", 5));
    }

    #[test]
    fn surplus_begins_behind_the_last_that_stays() {
        let html = b"<a b c='d' e f>x";
        let Crowding::Crowded { surplus, end } = look_at(html, 0, 2) else { panic!("not crowded") };
        assert_eq!(&html[..surplus], b"<a b c='d'");
        assert_eq!(&html[end..], b">x");
        assert_eq!(look_at(html, 0, 4), Crowding::Fine { end: Some(14) });
    }
}
