//! Text into the tokenizer: at once, or around the tags that are too crowded.

use html5ever::TokenizerResult;
use html5ever::buffer_queue::BufferQueue;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::Tokenizer;

use super::crowded::{Crowded, crowded_at, may_be_crowded, next_tag};
use super::guard::Guard;
use crate::limits::{Limits, Warning};

/// Feeds the whole page, without the attributes that are too many.
pub(super) fn feed(
    tokenizer: &Tokenizer<Guard<'_>>,
    html: &str,
    limits: &Limits,
    warnings: &mut Vec<Warning>,
) {
    let feeder = Feeder { tokenizer, queue: BufferQueue::default() };
    let limit = limits.attributes_per_element;
    if may_be_crowded(html.as_bytes(), limit) {
        if feeder.around_crowded(html, limit) {
            warnings.push(Warning::AttributesLimited);
        }
    } else {
        feeder.push(html);
    }
}

struct Feeder<'t, 'p> {
    tokenizer: &'t Tokenizer<Guard<'p>>,
    queue: BufferQueue,
}

impl Feeder<'_, '_> {
    fn push(&self, html: &str) {
        if html.is_empty() {
            return;
        }
        self.queue.push_back(StrTendril::from_slice(html));
        // The guard never asks the tokenizer to stop; should it stop all the same, it goes on.
        while !matches!(self.tokenizer.feed(&self.queue), TokenizerResult::Done) {}
    }

    /// Whether anything was left out.
    fn around_crowded(&self, html: &str, limit: usize) -> bool {
        let bytes = html.as_bytes();
        let mut cut = false;
        let mut fed = 0;
        let mut at = 0;
        while let Some(start) = next_tag(bytes, at) {
            at = start + 1;
            let Some(Crowded { surplus, end }) = crowded_at(bytes, start, limit) else { continue };
            let begins_tag = self.reaches_text(&html[fed..start]);
            fed = start;
            if !begins_tag {
                continue;
            }
            self.push(&html[start..surplus]);
            // Should this be a comment after all, its end must not be lost.
            let dashes = html[surplus..end].bytes().rev().take_while(|&byte| byte == b'-').count();
            fed = end - dashes;
            at = end;
            cut = true;
        }
        self.push(&html[fed..]);
        cut
    }

    /// Feeds this and says whether a `<` behind it would begin a tag: whether the tokenizer reads text, and not an
    /// attribute, a comment or a script. It does if the last character gave a token at once.
    fn reaches_text(&self, html: &str) -> bool {
        let Some(last) = html.chars().next_back() else {
            return !self.tokenizer.sink.in_raw_text();
        };
        let (before, last) = html.split_at(html.len() - last.len_utf8());
        self.push(before);
        let tokens = self.tokenizer.sink.tokens();
        self.push(last);
        let finished = self.tokenizer.sink.tokens() > tokens || ends_in_reference(html);
        finished && !self.tokenizer.sink.in_raw_text()
    }
}

/// Whether the text may end within a character reference, which gives its token only later.
fn ends_in_reference(html: &str) -> bool {
    let name = html.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '#');
    html.len() - name.len() < 40 && name.ends_with('&')
}
