//! Text into the tokenizer, or past it.
//!
//! html5ever's tokenizer takes a tag character by character. Where text, tags and comments are plain, and that is
//! nearly everywhere, their tokens are made here ([`plain`]). The text of scripts and styles, often half of a page,
//! goes straight into the tree: in it nothing matters but where it ends ([`raw_text`]). Whatever else there is the
//! tokenizer reads, without the attributes that are too many.

mod plain;
mod raw_text;
mod references;
pub(super) mod tag;

use html5ever::TokenizerResult;
use html5ever::buffer_queue::BufferQueue;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::Tokenizer;
use memchr::memchr;

use self::raw_text::ends_raw_text;
use super::atoms::AtomCache;
use super::crowded::{Crowding, look_at, next_tag};
use super::guard::Guard;
use crate::limits::{Limits, Warning};

/// Feeds the whole page.
pub(super) fn feed(
    tokenizer: &Tokenizer<Guard<'_>>,
    html: &str,
    limits: &Limits,
    atoms: &mut AtomCache,
    warnings: &mut Vec<Warning>,
) {
    let mut feeder = Feeder {
        tokenizer,
        queue: BufferQueue::default(),
        html,
        page: StrTendril::from_slice(html),
        fed: mark_length(html),
        atoms,
        attribute_limit: limits.attributes_per_element,
        attributes_cut: false,
    };
    feeder.run();
    if feeder.attributes_cut {
        warnings.push(Warning::AttributesLimited);
    }
}

/// Feeds the whole page to the tokenizer.
pub(super) fn feed_tokenizer(tokenizer: &Tokenizer<Guard<'_>>, html: &str) {
    let queue = BufferQueue::default();
    queue.push_back(StrTendril::from_slice(&html[mark_length(html)..]));
    run(tokenizer, &queue);
}

/// The byte order mark in front is no text.
fn mark_length(html: &str) -> usize {
    if html.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 }
}

/// The guard never asks the tokenizer to stop; should it stop all the same, it goes on.
fn run(tokenizer: &Tokenizer<Guard<'_>>, queue: &BufferQueue) {
    while !matches!(tokenizer.feed(queue), TokenizerResult::Done) {}
}

struct Feeder<'t, 'p, 'h> {
    tokenizer: &'t Tokenizer<Guard<'p>>,
    queue: BufferQueue,
    html: &'h str,
    /// The same text, as the tokenizer shares it.
    page: StrTendril,
    /// How much of the page the tokenizer has, or has been spared.
    fed: usize,
    atoms: &'t mut AtomCache,
    attribute_limit: usize,
    attributes_cut: bool,
}

impl Feeder<'_, '_, '_> {
    /// Goes from tag to tag, without the tokenizer while it can. What is not the beginning of a tag, though it
    /// looks like one, costs a few bytes or is passed over with what it is in, so that all of this is linear.
    fn run(&mut self) {
        let bytes = self.html.as_bytes();
        let mut in_raw_text = self.tokenizer.sink.in_raw_text();
        if !in_raw_text {
            self.plain();
        }
        let mut at = self.fed;
        while let Some(start) = next_tag(bytes, at) {
            let name_length = ends_raw_text(&bytes[start..]);
            if in_raw_text && name_length.is_none() {
                at = start + 1;
                continue;
            }
            let place = self.place(start);
            at = match (place, name_length) {
                (Place::Text, _) => self.tag(start),
                (Place::RawText, Some(length)) => self.end_of_raw_text(start, length),
                (Place::RawText, None) => start + 1,
                (Place::Markup, _) => {
                    memchr(b'>', &bytes[start..]).map_or(bytes.len(), |length| start + length)
                }
            };
            in_raw_text = self.tokenizer.sink.in_raw_text();
        }
        self.feed_to(self.html.len());
    }

    /// The page from what is fed up to here.
    fn piece(&self, end: usize) -> StrTendril {
        self.page.subtendril(self.fed as u32, (end - self.fed) as u32)
    }

    fn feed_to(&mut self, end: usize) {
        if end <= self.fed {
            return;
        }
        self.queue.push_back(self.piece(end));
        self.fed = end;
        run(self.tokenizer, &self.queue);
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

    /// Feeds what may be the end tag of the script or the like that the tokenizer reads; `name_length` is up to the
    /// character behind its name. What only looks like one is text. Where to go on.
    fn end_of_raw_text(&mut self, start: usize, name_length: usize) -> usize {
        // A reference before it, half read, ends with the `<`.
        self.feed_to(start + 1);
        if !self.finishes(start + name_length) {
            return self.tag(start);
        }
        if !self.tokenizer.sink.in_raw_text() {
            self.plain();
        }
        self.fed
    }

    /// Has the tokenizer read the tag that begins here, without its surplus of attributes, and reads what is plain
    /// behind it; where to go on.
    fn tag(&mut self, start: usize) -> usize {
        let end = match look_at(self.html.as_bytes(), start, self.attribute_limit) {
            Crowding::Fine { end: None } => return self.html.len(),
            Crowding::Fine { end: Some(end) } => end,
            Crowding::Crowded { surplus, end } => {
                self.feed_to(surplus);
                self.fed = end;
                self.attributes_cut = true;
                end
            }
        };
        self.feed_to(end);
        let ends = self.finishes(self.html.len().min(end + 1));
        self.raw_text(start);
        if ends && !self.tokenizer.sink.in_raw_text() {
            self.plain();
        }
        self.fed
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
/// Begins text of SVG and `MathML`, up to `]]>`.
const CDATA: &str = "<![CDATA[";
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
        let name =
            shorter.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || matches!(c, '#' | ';'));
        let shorter = name.strip_suffix('&').unwrap_or(shorter);
        if shorter.len() == before.len() {
            return before.len();
        }
        before = shorter;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_that_gives_no_token() {
        for (html, tail) in [
            ("", ""),
            ("x", ""),
            ("x\n", ""),
            ("x\r\n", "\n"),
            ("x<\0<", "<\0<"),
            ("x;", ""),
            ("x&amp;", "&amp;"),
            ("x&#12", "&#12"),
            ("x&am\0</>&", "&am\0</>&"),
            ("x</><![CDATA[]]>", "</><![CDATA[]]>"),
            ("x<![CDATA[y]]>", ""),
        ] {
            assert_eq!(&html[quiet_tail(html)..], tail, "{html:?}");
        }
    }
}
