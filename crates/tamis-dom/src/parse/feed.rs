//! Feeds a page to html5ever's tokenizer, or bypasses it.
//!
//! html5ever's tokenizer reads a tag character by character, which is slow. There are three ways
//! around it:
//!
//! - Text, tags and comments with regular spelling, which is nearly all of them: their tokens are
//!   made by [`shortcuts`].
//! - The text of scripts and styles, which is often half of a page: it goes straight into the tree,
//!   because only its end matters ([`raw_text`]).
//! - The surplus of a tag with too many attributes is dropped.
//!
//! The tokenizer reads everything else. "Raw text" in this folder is the text of any element whose
//! content has no tags except its own end tag: script, style, title, textarea and so on.
//!
//! # How the state of the tokenizer is found
//!
//! A bypass is correct only while the tokenizer is in text (the data state of the standard), and
//! html5ever does not tell its state. But the number of tokens tells it. Feed one character, and
//! see whether the tokenizer emits a token:
//!
//! - In text, it emits every character at once, as a character token.
//! - Inside of a tag, comment, doctype or CDATA section, it emits nothing until the character that
//!   ends the construct. Then it emits the token of the construct, and is back in text.
//!
//! So a character emits a token if and only if the tokenizer is in text after it. Parse errors do
//! not count as tokens. There are a few exceptions: text that emits nothing (yet), such as `<` or
//! part of a character reference, and a NUL, which emits a token even inside a CDATA section.
//! [`silent_tail`] finds exceptions at the end of the text, and [`Feeder::region_at`] tests the
//! last character before them.
//!
//! The differential tests and the fuzzer compare the resulting trees with those of the tokenizer
//! alone.

mod raw_text;
mod references;
mod shortcuts;
mod tag;

use html5ever::TokenizerResult;
use html5ever::buffer_queue::BufferQueue;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::Tokenizer;
use memchr::memchr;

use self::raw_text::ends_raw_text;
use super::atoms::AtomCache;
use super::guard::Guard;
use super::surplus_attributes::{TagAttributes, next_tag, scan_tag};
use crate::limits::{Limits, Warning};

/// Feeds the whole page, with shortcuts.
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
        fed: byte_order_mark_length(html),
        atoms,
        attribute_limit: limits.attributes_per_element,
        attributes_cut: false,
    };
    feeder.run();
    if feeder.attributes_cut {
        warnings.push(Warning::AttributesLimited);
    }
}

/// Feeds the whole page to the tokenizer, without shortcuts.
pub(super) fn feed_tokenizer(tokenizer: &Tokenizer<Guard<'_>>, html: &str) {
    let queue = BufferQueue::default();
    queue.push_back(StrTendril::from_slice(&html[byte_order_mark_length(html)..]));
    run(tokenizer, &queue);
}

/// The length of the byte-order mark at the start of the page, which is not text.
fn byte_order_mark_length(html: &str) -> usize {
    if html.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 }
}

/// Runs the tokenizer until the queue is empty. The guard never asks it to stop.
fn run(tokenizer: &Tokenizer<Guard<'_>>, queue: &BufferQueue) {
    while !matches!(tokenizer.feed(queue), TokenizerResult::Done) {}
}

struct Feeder<'t, 'p, 'h> {
    tokenizer: &'t Tokenizer<Guard<'p>>,
    queue: BufferQueue,
    html: &'h str,
    /// The same text, in a form that tokens can share.
    page: StrTendril,
    /// The offset up to which the page was fed to the tokenizer or bypassed it.
    fed: usize,
    atoms: &'t mut AtomCache,
    attribute_limit: usize,
    attributes_cut: bool,
}

impl Feeder<'_, '_, '_> {
    /// Goes from tag to tag, and takes shortcuts where possible.
    ///
    /// This is linear: a `<` that does not start a tag costs a constant number of bytes, or the
    /// scan skips to the end of the construct that contains it.
    fn run(&mut self) {
        let bytes = self.html.as_bytes();
        let mut in_raw_text = self.tokenizer.sink.in_raw_text();
        if !in_raw_text {
            self.take_shortcuts();
        }
        let mut at = self.fed;
        while let Some(start) = next_tag(bytes, at) {
            let name_length = ends_raw_text(&bytes[start..]);
            if in_raw_text && name_length.is_none() {
                at = start + 1;
                continue;
            }
            let region = self.region_at(start);
            at = match (region, name_length) {
                (Region::Text, _) => self.tokenize_tag(start),
                (Region::RawText, Some(length)) => self.end_of_raw_text(start, length),
                (Region::RawText, None) => start + 1,
                (Region::Markup, _) => {
                    memchr(b'>', &bytes[start..]).map_or(bytes.len(), |length| start + length)
                }
            };
            in_raw_text = self.tokenizer.sink.in_raw_text();
        }
        self.feed_to(self.html.len());
    }

    /// The part of the page from `fed` to `end`.
    fn unfed(&self, end: usize) -> StrTendril {
        self.page.subtendril(self.fed as u32, (end - self.fed) as u32)
    }

    /// Feeds the page up to `end` to the tokenizer.
    fn feed_to(&mut self, end: usize) {
        if end <= self.fed {
            return;
        }
        self.queue.push_back(self.unfed(end));
        self.fed = end;
        run(self.tokenizer, &self.queue);
    }

    /// Feeds the page up to `end`, and returns true if the tokenizer emitted a token.
    fn emits_token(&mut self, end: usize) -> bool {
        let tokens = self.tokenizer.sink.tokens();
        self.feed_to(end);
        self.tokenizer.sink.tokens() > tokens
    }

    /// Feeds the page up to the `<` at `start`, and returns the region that it is in.
    ///
    /// See the module documentation for the method. If nothing but silent text was fed since `fed`,
    /// the tokenizer is still in text: `fed` is inside markup only if it is at a `<` with a letter
    /// after it, and those two characters are not silent.
    fn region_at(&mut self, start: usize) -> Region {
        let new = &self.html[self.fed..start];
        let silent = start - new.len() + silent_tail(new);
        // Feed all but the last character that is not silent, then that character.
        let mut text = match self.html[self.fed..silent].chars().next_back() {
            None => true,
            Some(last) => {
                self.feed_to(silent - last.len_utf8());
                self.emits_token(silent)
            }
        };
        // Inside of markup, the silent tail may still contain its end: `</>` emits nothing in text,
        // but inside of a tag its `>` ends the tag, which emits a token.
        while !text && let Some(length) = memchr(b'>', &self.html.as_bytes()[self.fed..start]) {
            let end = self.fed + length + 1;
            let silent =
                if self.html[..end].ends_with(EMPTY_END_TAG) { EMPTY_END_TAG } else { EMPTY_CDATA };
            self.feed_to(end - silent.len());
            text = self.emits_token(end);
        }
        self.feed_to(start);
        match text {
            _ if self.tokenizer.sink.in_raw_text() => Region::RawText,
            true => Region::Text,
            false => Region::Markup,
        }
    }

    /// Feeds what may be the end tag of the raw text that the tokenizer reads. Returns the offset
    /// to continue at.
    ///
    /// `name_length` is the length up to and including the character after the tag's name. If that
    /// character emits no token, the tokenizer has accepted the end tag and reads its attributes.
    /// Otherwise, either the tag ended with `>`, or it belongs to another element and is text.
    fn end_of_raw_text(&mut self, start: usize, name_length: usize) -> usize {
        // A pending character reference is emitted when the `<` ends it, so feed that separately.
        self.feed_to(start + 1);
        if !self.emits_token(start + name_length) {
            return self.tokenize_tag(start);
        }
        if !self.tokenizer.sink.in_raw_text() {
            self.take_shortcuts();
        }
        self.fed
    }

    /// Feeds the tag at `start` without its surplus attributes, then takes shortcuts. Returns the
    /// offset to continue at.
    fn tokenize_tag(&mut self, start: usize) -> usize {
        let end = match scan_tag(self.html.as_bytes(), start, self.attribute_limit) {
            TagAttributes::WithinLimit { end: None } => return self.html.len(),
            TagAttributes::WithinLimit { end: Some(end) } => end,
            TagAttributes::Surplus { start: surplus, end } => {
                self.feed_to(surplus);
                self.fed = end;
                self.attributes_cut = true;
                end
            }
        };
        self.feed_to(end);
        let ends = self.emits_token(self.html.len().min(end + 1));
        self.read_raw_text(start);
        if ends && !self.tokenizer.sink.in_raw_text() {
            self.take_shortcuts();
        }
        self.fed
    }
}

/// The region of the page that a `<` is in.
enum Region {
    /// In text, where the `<` starts a tag.
    Text,
    /// In raw text, where only the element's own end tag is a tag.
    RawText,
    /// Inside a tag, comment, doctype or CDATA section, which cannot end before the next `>`.
    Markup,
}

/// An end tag without a name, which the tokenizer drops.
const EMPTY_END_TAG: &str = "</>";
/// The start of a CDATA section, if the open element is in SVG or `MathML`; of a comment otherwise.
const CDATA_START: &str = "<![CDATA[";
/// In SVG and `MathML`, an empty CDATA section, which emits no token; otherwise a comment.
const EMPTY_CDATA: &str = "<![CDATA[]]>";

/// Returns the offset where the silent tail of the text starts: the longest tail for which the
/// number of tokens does not tell the state of the tokenizer.
///
/// - `<`, an empty end tag or CDATA section, and a line feed after a carriage return emit no token
///   in text.
/// - A character reference emits its token only with the character after it.
/// - A NUL can emit a token inside a CDATA section.
///
/// The tail may be longer than necessary, because an alphanumeric word after `&` counts as a
/// reference.
fn silent_tail(html: &str) -> usize {
    let mut before = html;
    loop {
        let shorter = before.trim_end_matches(['\0', '<']);
        let shorter = [EMPTY_END_TAG, EMPTY_CDATA]
            .iter()
            .fold(shorter, |html, nothing| html.strip_suffix(nothing).unwrap_or(html));
        let shorter = match shorter.strip_suffix('\n') {
            Some(rest) if rest.ends_with('\r') => rest,
            _ => shorter,
        };
        // Possibly a character reference.
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
    fn silent_tails() {
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
            assert_eq!(&html[silent_tail(html)..], tail, "{html:?}");
        }
    }
}
