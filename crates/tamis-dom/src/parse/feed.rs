//! Text into the tokenizer: in one piece, but for what it would be slow on.
//!
//! Surplus attributes are left out, and the text of scripts and styles, often half of a page, goes
//! straight into the tree: in it nothing matters but where it ends.

use html5ever::TokenizerResult;
use html5ever::buffer_queue::BufferQueue;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::Tokenizer;
use memchr::{memchr2, memmem};

use super::crowded::{Crowding, look_at, next_tag};
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
    fn run(&mut self, attribute_limit: usize) {
        let bytes = self.html.as_bytes();
        let mut at = 0;
        while let Some(start) = next_tag(bytes, at) {
            at = start + 1;
            if let Some(end) = self.raw_text(start, attribute_limit) {
                at = end;
            } else if let Crowding::Crowded { surplus, end } =
                look_at(bytes, start, attribute_limit)
                && self.cut_attributes(start, surplus, end)
            {
                at = end;
            }
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

    /// Reads a script or style that begins here, past its start tag and its text; where it ends. `None` if the
    /// tag is none (in a comment, say), or too crowded, or does not end.
    fn raw_text(&mut self, start: usize, attribute_limit: usize) -> Option<usize> {
        let bytes = self.html.as_bytes();
        let name = raw_text_name(&bytes[start + 1..])?;
        let Crowding::Fine { end: Some(tag_end) } = look_at(bytes, start, attribute_limit) else {
            return None;
        };
        let text_start = tag_end + 1;
        if self.fed > start {
            return None;
        }
        self.feed_to(text_start);
        if !self.tokenizer.sink.at_raw_text() {
            return None;
        }
        let text_end = text_start + raw_text_end(&bytes[text_start..], name)?;
        self.append_raw(&self.html[text_start..text_end]);
        self.fed = text_end;
        Some(text_end)
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

    /// Feeds the tag without its surplus of attributes; whether it was a tag.
    fn cut_attributes(&mut self, start: usize, surplus: usize, end: usize) -> bool {
        if self.fed > start || !self.reaches_text(start) {
            return false;
        }
        self.feed_to(surplus);
        // Should this be a comment after all, its end must not be lost.
        let cut = &self.html.as_bytes()[surplus..end];
        let dashes = cut.iter().rev().take_while(|&&byte| byte == b'-').count();
        self.fed = end - dashes;
        self.attributes_cut = true;
        true
    }

    /// Feeds the page up to here and says whether a `<` would begin a tag: whether the tokenizer reads text, and not an
    /// attribute, a comment or a script. It does if the last character gave a token at once.
    fn reaches_text(&mut self, end: usize) -> bool {
        let sink = &self.tokenizer.sink;
        let new = &self.html[self.fed..end];
        let Some(last) = new.chars().next_back() else { return !sink.in_raw_text() };
        self.feed_to(end - last.len_utf8());
        let tokens = sink.tokens();
        self.feed_to(end);
        let finished = sink.tokens() > tokens || ends_in_reference(new);
        finished && !sink.in_raw_text()
    }
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

/// Where the text of a script or style ends. `None` where it does not, and for a script with `<!--`, behind which
/// `</script>` need not be its end. Source: HTML standard, 13.2.5.4 and 13.2.5.17 and following.
fn raw_text_end(text: &[u8], name: &[u8]) -> Option<usize> {
    let end = memmem::find_iter(text, b"</").find(|&at| is_named(&text[at + 2..], name))?;
    if name == b"script" && memmem::find(&text[..end], b"<!--").is_some() {
        return None;
    }
    Some(end)
}

/// Whether the text may end within a character reference, which gives its token only later.
fn ends_in_reference(html: &str) -> bool {
    let name = html.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '#');
    html.len() - name.len() < 40 && name.ends_with('&')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raw_text_ends_at_its_own_end_tag() {
        let end = |text: &str, name: &str| raw_text_end(text.as_bytes(), name.as_bytes());
        assert_eq!(end("a</b></scripts></SCRIPT >x", "script"), Some(15));
        assert_eq!(end("a</script", "script"), None);
        assert_eq!(end("<!-- <script></script>", "script"), None);
        assert_eq!(end("<!-- </style>", "style"), Some(5));
    }

    #[test]
    fn names_of_raw_text_elements() {
        assert_eq!(raw_text_name(b"SCRIPT>"), Some(b"script".as_slice()));
        assert_eq!(raw_text_name(b"style\n"), Some(b"style".as_slice()));
        assert_eq!(raw_text_name(b"styles>"), None);
        assert_eq!(raw_text_name(b"scrip"), None);
    }
}
