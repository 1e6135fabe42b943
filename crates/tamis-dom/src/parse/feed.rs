//! Text into the tokenizer: in one piece, but for what it would be slow on.
//!
//! Surplus attributes are left out, and the text of scripts and styles, often half of a page, goes
//! straight into the tree: in it nothing matters but where it ends.

use html5ever::TokenizerResult;
use html5ever::buffer_queue::BufferQueue;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::Tokenizer;
use memchr::{memchr, memchr2, memmem};

use super::crowded::{Crowding, is_short, look_at, next_tag};
use super::guard::Guard;
use crate::limits::{Limits, Warning};

/// Feeds the whole page.
pub(super) fn feed(
    tokenizer: &Tokenizer<Guard<'_>>,
    html: &str,
    limits: &Limits,
    warnings: &mut Vec<Warning>,
) {
    let mut feeder =
        Feeder { tokenizer, queue: BufferQueue::default(), html, fed: 0, attributes_cut: false };
    feeder.run(limits.attributes_per_element);
    if feeder.attributes_cut {
        warnings.push(Warning::AttributesLimited);
    }
}

struct Feeder<'t, 'p, 'h> {
    tokenizer: &'t Tokenizer<Guard<'p>>,
    queue: BufferQueue,
    html: &'h str,
    /// How much of the page the tokenizer has, or has been spared.
    fed: usize,
    attributes_cut: bool,
}

impl Feeder<'_, '_, '_> {
    /// Goes from tag to tag and minds those that the tokenizer should not see as they are. What is not the
    /// beginning of a tag, though it looks like one, costs a few bytes or is passed over with what it is
    /// in, so that all of this is linear.
    fn run(&mut self, attribute_limit: usize) {
        let bytes = self.html.as_bytes();
        if self.html.starts_with('\u{feff}') {
            self.fed = '\u{feff}'.len_utf8();
        }
        let mut at = self.fed;
        let mut in_raw_text = false;
        while let Some(start) = next_tag(bytes, at) {
            at = start + 1;
            let ends_raw_text = ends_raw_text(&bytes[start..]);
            if in_raw_text && ends_raw_text.is_none() {
                continue;
            }
            in_raw_text = false;
            let raw_text = raw_text_name(&bytes[start + 1..]);
            let may_pass = match ends_raw_text {
                Some(length) => bytes[start + length - 1] == b'>',
                None => raw_text.is_none() && is_short(bytes, start, attribute_limit),
            };
            if may_pass {
                continue;
            }
            at = match (self.place(start), ends_raw_text) {
                (Place::Text, _) => self.tag(start, attribute_limit, raw_text),
                (Place::RawText, Some(length)) if self.is_end_tag(start + length) => {
                    self.tag(start, attribute_limit, None)
                }
                (Place::RawText, _) => {
                    in_raw_text = true;
                    start + 1
                }
                (Place::Markup, _) => {
                    memchr(b'>', &bytes[start..]).map_or(bytes.len(), |length| start + length)
                }
            };
        }
        self.feed_to(self.html.len());
    }

    fn feed_to(&mut self, end: usize) {
        if end <= self.fed {
            return;
        }
        self.queue.push_back(StrTendril::from_slice(&self.html[self.fed..end]));
        self.fed = end;
        // The guard never asks the tokenizer to stop; should it stop all the same, it goes on.
        while !matches!(self.tokenizer.feed(&self.queue), TokenizerResult::Done) {}
    }

    /// Whether the tokenizer finishes something when it is fed up to here.
    fn finishes(&mut self, end: usize) -> bool {
        let tokens = self.tokenizer.sink.tokens();
        self.feed_to(end);
        self.tokenizer.sink.tokens() > tokens
    }

    /// Feeds the page up to this `<` and says what the tokenizer is reading there.
    fn place(&mut self, start: usize) -> Place {
        let new = &self.html[self.fed..start];
        let quiet = start - new.len() + quiet_tail(new);
        // Text gives a token at once, and so does the end of a tag or comment; inside of them nothing does.
        let mut text = match self.html[self.fed..quiet].chars().next_back() {
            None => true,
            Some(last) => {
                self.feed_to(quiet - last.len_utf8());
                self.finishes(quiet)
            }
        };
        while !text && let Some(length) = memchr(b'>', &self.html.as_bytes()[self.fed..start]) {
            let end = self.fed + length + 1;
            let piece = if self.html[..end].ends_with(NOTHING) { NOTHING } else { NO_CDATA };
            self.feed_to(end - piece.len());
            text = self.finishes(end);
        }
        self.feed_to(start);
        match text {
            _ if self.tokenizer.sink.in_raw_text() => Place::RawText,
            true => Place::Text,
            false => Place::Markup,
        }
    }

    /// Feeds what may be the beginning of the end tag of a script or the like, up to behind its name, and says
    /// whether it is. What only looks like one is text.
    fn is_end_tag(&mut self, name_end: usize) -> bool {
        // A reference before it, half read, ends with the `<`.
        self.feed_to(self.fed + 1);
        !self.finishes(name_end)
    }

    /// Reads the tag that begins here without its surplus of attributes, and with its text if it is that of a
    /// script or style; where that ends.
    fn tag(
        &mut self,
        start: usize,
        attribute_limit: usize,
        raw_text: Option<&'static [u8]>,
    ) -> usize {
        match look_at(self.html.as_bytes(), start, attribute_limit) {
            Crowding::Fine { end: None } => self.html.len(),
            Crowding::Fine { end: Some(end) } => {
                raw_text.and_then(|name| self.raw_text(end + 1, name)).unwrap_or(end + 1)
            }
            Crowding::Crowded { surplus, end } => {
                self.feed_to(surplus);
                self.fed = end;
                self.attributes_cut = true;
                end
            }
        }
    }

    /// Reads the text of a script or style that begins here; where it ends. `None` if it does not, or
    /// there is none.
    fn raw_text(&mut self, text_start: usize, name: &[u8]) -> Option<usize> {
        self.feed_to(text_start);
        if !self.tokenizer.sink.at_raw_text() {
            return None;
        }
        let text = &self.html[text_start..];
        let length = raw_text_end(text.as_bytes(), name)?;
        self.append_raw(&text[..length]);
        self.fed = text_start + length;
        Some(self.fed)
    }

    /// Puts the text into the tree as the tokenizer would: line breaks normalized, NUL replaced.
    /// Source: HTML standard, 13.2.3.5 and 13.2.5.4.
    fn append_raw(&self, mut text: &str) {
        let sink = &self.tokenizer.sink;
        while let Some(at) = memchr2(b'\r', b'\0', text.as_bytes()) {
            let (before, rest) = text.split_at(at);
            sink.append_raw_text(before);
            text = &rest[1..];
            if rest.starts_with('\0') {
                sink.append_raw_text("\u{fffd}");
            } else if !text.starts_with('\n') {
                sink.append_raw_text("\n");
            }
        }
        sink.append_raw_text(text);
    }
}

/// What the tokenizer reads at some `<`.
enum Place {
    /// Text: a tag begins.
    Text,
    /// The text of a script or the like: only its own end tag is a tag.
    RawText,
    /// A tag, a comment, a CDATA section: whatever it is, there is no way out of it before the next `>`.
    Markup,
}

/// An end tag without a name, which is nothing at all.
const NOTHING: &str = "</>";
/// Nothing, in SVG and `MathML`; a comment elsewhere.
const NO_CDATA: &str = "<![CDATA[]]>";

/// Where the end of this begins that gives no token in text, or may give one in a CDATA section: there, what the
/// tokenizer does says nothing of where it is.
fn quiet_tail(html: &str) -> usize {
    let mut before = html;
    loop {
        let shorter = before.trim_end_matches(['\0', '<']);
        let shorter = [NOTHING, NO_CDATA]
            .iter()
            .fold(shorter, |html, nothing| html.strip_suffix(nothing).unwrap_or(html));
        let shorter = match shorter.strip_suffix('\n') {
            Some(rest) if rest.ends_with('\r') => rest,
            _ => shorter,
        };
        // A character reference, perhaps; its token comes with what is behind it.
        let name = shorter.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '#');
        let shorter = name.strip_suffix('&').unwrap_or(shorter);
        if shorter.len() == before.len() {
            return before.len();
        }
        before = shorter;
    }
}

/// How long the beginning of an end tag is, up to the character behind its name, if it could end the text of an
/// element without tags in it.
fn ends_raw_text(tag: &[u8]) -> Option<usize> {
    const NAMES: [&[u8]; 8] =
        [b"script", b"style", b"title", b"textarea", b"iframe", b"noframes", b"noembed", b"xmp"];
    let name = tag.strip_prefix(b"</")?;
    NAMES.iter().find(|wanted| is_named(name, wanted)).map(|wanted| wanted.len() + 3)
}

/// The name, if the tag that begins here could be that of a script or style.
fn raw_text_name(tag: &[u8]) -> Option<&'static [u8]> {
    let names: [&[u8]; 2] = [b"script", b"style"];
    names.into_iter().find(|name| is_named(tag, name))
}

fn is_named(tag: &[u8], name: &[u8]) -> bool {
    tag.len() > name.len()
        && tag[..name.len()].eq_ignore_ascii_case(name)
        && matches!(tag[name.len()], b'\t' | b'\n' | 0x0c | b'\r' | b' ' | b'/' | b'>')
}

/// Where the text of a script or style ends: with the page, if its end tag is missing. `None` for a script with
/// `<!--`, behind which `</script>` need not be its end. Source: HTML standard, 13.2.5.4 and 13.2.5.17 and following.
fn raw_text_end(text: &[u8], name: &[u8]) -> Option<usize> {
    let end_tag = memmem::find_iter(text, b"</").find(|&at| is_named(&text[at + 2..], name));
    let Some(end) = end_tag else { return Some(text.len()) };
    if name == b"script" && memmem::find(&text[..end], b"<!--").is_some() {
        return None;
    }
    Some(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raw_text_ends_at_its_own_end_tag() {
        let end = |text: &str, name: &str| raw_text_end(text.as_bytes(), name.as_bytes());
        assert_eq!(end("a</b></scripts></SCRIPT >x", "script"), Some(15));
        assert_eq!(end("a</script", "script"), Some(9));
        assert_eq!(end("<!-- a", "script"), Some(6));
        assert_eq!(end("<!-- <script></script>", "script"), None);
        assert_eq!(end("<!-- </style>", "style"), Some(5));
    }

    #[test]
    fn the_end_that_gives_no_token() {
        for (html, tail) in [
            ("", ""),
            ("x", ""),
            ("x\n", ""),
            ("x\r\n", "\n"),
            ("x<\0<", "<\0<"),
            ("x&amp;", ""),
            ("x&#12", "&#12"),
            ("x&am\0</>&", "&am\0</>&"),
            ("x</><![CDATA[]]>", "</><![CDATA[]]>"),
            ("x<![CDATA[y]]>", ""),
        ] {
            assert_eq!(&html[quiet_tail(html)..], tail, "{html:?}");
        }
    }

    #[test]
    fn names_of_raw_text_elements() {
        assert_eq!(raw_text_name(b"SCRIPT>"), Some(b"script".as_slice()));
        assert_eq!(raw_text_name(b"style\n"), Some(b"style".as_slice()));
        assert_eq!(raw_text_name(b"styles>"), None);
        assert_eq!(raw_text_name(b"scrip"), None);
    }
}
