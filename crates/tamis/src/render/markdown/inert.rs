//! Parts of Markdown that are harmless on their own, wherever they are cut.
//!
//! Code may contain anything, and so may the HTML of a table. If Markdown is cut within code, the
//! second half is no code any more: a page that shows `<script>` in a code block would run it in a
//! reader of the part. So a part that begins or ends within them repeats their delimiters, and a
//! reader of the part alone finds no tag in it. For example, a part that begins in the middle of a
//! fenced block begins with the fence.

use std::ops::Range;

use crate::render::piece;

/// The longest language of code that a part repeats. Bytes.
const MAX_INFO_BYTES: usize = 100;

/// The longest sign around code that each of its parts repeats. Bytes.
const MAX_SIGN_BYTES: usize = 100;

/// The longest character reference that this crate writes, in bytes: `&quot;` and `&#127;`.
const MAX_REFERENCE_BYTES: usize = 6;

/// The longest run of backslashes that is counted where a cut is.
const MAX_COUNTED_BACKSLASHES: usize = 64;

/// A piece of Markdown. See [`markdown_piece`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MarkdownPiece {
    /// The Markdown of the piece.
    pub text: String,
    /// The cursor of the next piece, in Unicode scalar values from the beginning of the whole
    /// Markdown. `None` for the last piece.
    pub next: Option<usize>,
}

/// Returns the piece of a page's Markdown that begins at `cursor` and has at most `max_chars`
/// characters.
///
/// It ends like a [`piece`] of text, and is harmless Markdown on its own: what begins or ends in
/// code repeats the signs around the code, a part of an HTML table is code, and no escape is lost.
/// If these signs leave less than half of the characters for the text, the piece is longer.
///
/// ```
/// use tamis::render::markdown_piece;
/// let markdown = "Use\n\n```html\n<script>\nalert(1)\n</script>\n```\n";
/// let second = markdown_piece(markdown, 22, 24);
/// assert_eq!(second.text, "```html\nalert(1)\n```\n");
/// assert_eq!(second.next, Some(31));
/// ```
pub fn markdown_piece(markdown: &str, cursor: usize, max_chars: usize) -> MarkdownPiece {
    let start = markdown.char_indices().nth(cursor).map_or(markdown.len(), |(at, _)| at);
    let cuts = Cuts::of(markdown);
    let within = |room| {
        let part = piece(markdown, cursor, room);
        let text = cuts.part(start..start + part.text.len());
        let chars = text.chars().count();
        (MarkdownPiece { text, next: part.next }, chars)
    };
    fitting(max_chars.max(1), within)
}

/// The most attempts to make room for repeated signs. Two are nearly always enough, because the
/// signs stay the same if the text becomes a little shorter.
const ATTEMPTS: usize = 4;

/// Cuts text so that it has at most `max_chars` characters with the signs that are added to it.
/// `cut` gets the room for text alone, and returns the characters of the longest part. If the signs
/// leave less than half of the room, the first attempt stays.
pub(super) fn fitting<T>(max_chars: usize, cut: impl Fn(usize) -> (T, usize)) -> T {
    let (first, mut chars) = cut(max_chars);
    let mut room = max_chars;
    for _ in 1..ATTEMPTS {
        let Some(excess) = chars.checked_sub(max_chars).filter(|&excess| excess > 0) else { break };
        if room < excess + max_chars / 2 {
            break;
        }
        room -= excess;
        let (shorter, shorter_chars) = cut(room);
        if shorter_chars <= max_chars {
            return shorter;
        }
        chars = shorter_chars;
    }
    first
}

/// The places of Markdown in which a cut needs care.
#[derive(Debug)]
pub(super) struct Cuts<'m> {
    markdown: &'m str,
    /// In the order of the text, none in another.
    regions: Vec<Region<'m>>,
    /// The long runs of backslashes, in the order of the text.
    backslashes: Vec<Range<usize>>,
}

#[derive(Debug)]
struct Region<'m> {
    range: Range<usize>,
    kind: Kind<'m>,
}

#[derive(Debug)]
enum Kind<'m> {
    /// Code within a line, between these backticks.
    Code { run: &'m str },
    /// Fenced code: the lines between the fences, and the start of each line.
    Fence { content: Range<usize>, prefix: &'m str, fence: &'m str, info: &'m str },
    /// A table in HTML, and a fence that it does not contain.
    Html { fence: String },
}

impl<'m> Cuts<'m> {
    /// Finds the places in Markdown that this crate wrote. Linear in its length.
    pub(super) fn of(markdown: &'m str) -> Cuts<'m> {
        let backslashes = long_backslashes(markdown);
        let mut cuts = Cuts { markdown, regions: Vec::new(), backslashes };
        let mut at = 0;
        while at < markdown.len() {
            let line = line_at(markdown, at);
            let start = at + content_start(line);
            let content = &markdown[start..at + line.len()];
            let fence = run_at(content, 0);
            at = if fence.len() >= 3 && !content[fence.len()..].contains('`') {
                cuts.fence(at, fence, &content[fence.len()..])
            } else if content.starts_with("<table") {
                cuts.html(at)
            } else {
                cuts.code(start, content);
                at + line.len() + 1
            };
        }
        cuts
    }

    /// Notes the fenced code whose first line begins here. Returns where the line after it begins.
    fn fence(&mut self, at: usize, fence: &'m str, info: &'m str) -> usize {
        let markdown = self.markdown;
        let begin = at + line_at(markdown, at).len() + 1;
        let mut next = begin;
        let (mut prefix, mut end, mut content_end) = ("", markdown.len(), markdown.len());
        while next < markdown.len() {
            let line = line_at(markdown, next);
            // No line of the code contains as many backticks.
            if let Some(width) = line.find(fence) {
                (prefix, end, content_end) = (&line[..width], next + line.len(), next);
                break;
            }
            next += line.len() + 1;
        }
        let content = begin.min(markdown.len())..content_end.max(begin).min(markdown.len());
        let info = if info.len() > MAX_INFO_BYTES { "" } else { info };
        let kind = Kind::Fence { content, prefix, fence, info };
        self.regions.push(Region { range: at..end, kind });
        end + 1
    }

    /// Notes the HTML that begins here and ends before an empty line.
    fn html(&mut self, at: usize) -> usize {
        let mut end = at;
        loop {
            let line = line_at(self.markdown, end);
            if line.trim_start_matches([' ', '>']).is_empty() {
                break;
            }
            end = (end + line.len() + 1).min(self.markdown.len());
            if end == self.markdown.len() {
                break;
            }
        }
        let fence = "`".repeat((longest_run(&self.markdown[at..end]) + 1).max(3));
        self.regions.push(Region { range: at..end, kind: Kind::Html { fence } });
        end.max(at + 1)
    }

    /// Notes the code in a line, whose content begins here.
    fn code(&mut self, start: usize, content: &'m str) {
        let bytes = content.as_bytes();
        let mut at = 0;
        while let Some(step) = bytes[at..].iter().position(|byte| matches!(byte, b'`' | b'\\')) {
            at += step;
            if bytes[at] == b'\\' {
                at = (at + 2).min(bytes.len());
                continue;
            }
            let run = run_at(content, at);
            let mut end = at + run.len();
            let closed = loop {
                let Some(step) = bytes[end..].iter().position(|&byte| byte == b'`') else {
                    break false;
                };
                let other = run_at(content, end + step);
                end += step + other.len();
                if other.len() == run.len() {
                    break true;
                }
            };
            if closed {
                let range = start + at..start + end;
                self.regions.push(Region { range, kind: Kind::Code { run } });
            }
            at = if closed { end } else { at + run.len() };
        }
    }

    /// Returns the region that a position is within, not at its begin or end.
    fn around(&self, at: usize) -> Option<&Region<'m>> {
        let next = self.regions.partition_point(|region| region.range.end <= at);
        self.regions.get(next).filter(|region| region.range.start < at)
    }

    /// Returns this part of the Markdown, which begins and ends anywhere, as Markdown of its own.
    pub(super) fn part(&self, range: Range<usize>) -> String {
        let mut out = String::new();
        let sign = self.sign_within(&range);
        let begin = self.begin(range.start, sign.as_deref(), &mut out);
        let (end, close) = self.end(range.end, sign.as_deref());
        if begin >= end {
            return String::new();
        }
        self.push_inside(begin, end, &mut out);
        out.push_str(&close);
        out
    }

    /// Returns the sign to repeat around a part within one region whose own sign is long. A shorter
    /// one is used, because all parts together would be longer than the page if each repeated a
    /// long one.
    fn sign_within(&self, range: &Range<usize>) -> Option<String> {
        let region = self.around(range.start)?;
        let is_within = self.around(range.end)?.range == region.range;
        let (bytes, least) = match &region.kind {
            Kind::Code { run } => (run.len(), 1),
            Kind::Fence { fence, .. } => (fence.len(), 3),
            Kind::Html { fence } => (fence.len(), 3),
        };
        (is_within && bytes > MAX_SIGN_BYTES)
            .then(|| "`".repeat((longest_run(&self.markdown[range.clone()]) + 1).max(least)))
    }

    /// Opens what is open at the begin of a part, for example a fence. `sign` replaces the sign of
    /// the region. Returns the position where the text of the part begins.
    fn begin(&self, at: usize, sign: Option<&str>, out: &mut String) -> usize {
        let Some(region) = self.around(at) else {
            let at = reference_start(self.markdown, at);
            if self.is_escaped(at) {
                out.push('\\');
            }
            return at;
        };
        let Range { end, .. } = region.range;
        match &region.kind {
            Kind::Code { run } => {
                let content = region.range.start + run.len()..end - run.len();
                if at >= content.end {
                    return end;
                }
                out.push_str(sign.unwrap_or(run));
                let begin = at.max(content.start);
                if self.markdown[begin..].starts_with('`') {
                    out.push(' ');
                }
                begin
            }
            Kind::Fence { content, prefix, fence, info } => {
                if at >= content.end {
                    return end;
                }
                let begin = at.max(content.start);
                out.extend([*prefix, sign.unwrap_or(fence), *info, "\n"]);
                if !self.markdown[..begin].ends_with('\n') {
                    out.push_str(prefix);
                }
                begin
            }
            Kind::Html { fence } => {
                out.extend([sign.unwrap_or(fence), "html\n"]);
                at
            }
        }
    }

    /// Returns where the text of a part ends, and what closes the part.
    fn end(&self, at: usize, sign: Option<&str>) -> (usize, String) {
        let Some(region) = self.around(at) else {
            let at = reference_start(self.markdown, at);
            return (at - usize::from(self.is_escaped(at)), String::new());
        };
        let Range { start, end } = region.range;
        match &region.kind {
            Kind::Code { run } => {
                let content = start + run.len()..end - run.len();
                if at <= content.start {
                    return (start, String::new());
                }
                let at = at.min(content.end);
                let pad = if self.markdown[..at].ends_with('`') { " " } else { "" };
                (at, format!("{pad}{}", sign.unwrap_or(run)))
            }
            Kind::Fence { content, prefix, fence, .. } => {
                if at <= content.start {
                    return (start, String::new());
                }
                let at = at.min(content.end);
                let fence = sign.unwrap_or(fence);
                (at, format!("{}{prefix}{fence}\n", self.line_end(at)))
            }
            Kind::Html { fence } => {
                (at, format!("{}{}\n", self.line_end(at), sign.unwrap_or(fence)))
            }
        }
    }

    /// Returns a line feed if the text before this position has none.
    fn line_end(&self, at: usize) -> &'static str {
        if self.markdown[..at].ends_with('\n') { "" } else { "\n" }
    }

    /// Writes the text of a part. Code of which only the first lines are in the part gets a closing
    /// fence. An empty line comes before fences of items that begin before the part, because such a
    /// fence would otherwise belong to the paragraph before it.
    fn push_inside(&self, begin: usize, end: usize, out: &mut String) {
        let mut at = begin;
        let first = self.regions.partition_point(|region| region.range.start < begin);
        for region in &self.regions[first..] {
            let start = region.range.start;
            if start >= end {
                break;
            }
            out.push_str(&self.markdown[at..start]);
            at = start;
            match &region.kind {
                Kind::Html { fence } if end < region.range.end => {
                    out.extend([fence.as_str(), "html\n"]);
                }
                Kind::Fence { .. } if begin > 0 && !out.is_empty() && !out.ends_with("\n\n") => {
                    out.push('\n');
                }
                _ => {}
            }
        }
        out.push_str(&self.markdown[at..end]);
        // The end of HTML that began before the part.
        if let Some(region) = self.around(begin)
            && let Kind::Html { fence } = &region.kind
            && region.range.end <= end
        {
            let rest = out.split_off(out.len() - (end - region.range.end));
            out.push_str(if out.ends_with('\n') { "" } else { "\n" });
            out.extend([fence.as_str(), "\n", &rest]);
        }
    }

    /// Returns true if a backslash that escapes what follows is right before this position.
    fn is_escaped(&self, at: usize) -> bool {
        let next = self.backslashes.partition_point(|run| run.end < at);
        let run = self.backslashes.get(next).filter(|run| run.start < at);
        let count = run.map_or_else(|| backslashes_before(self.markdown, at), |run| at - run.start);
        count % 2 == 1
    }
}

/// Returns the length of the longest run of backticks.
fn longest_run(text: &str) -> usize {
    text.split(|char| char != '`').map(str::len).max().unwrap_or(0)
}

/// Returns the line that begins here, without its line feed.
fn line_at(text: &str, at: usize) -> &str {
    let rest = &text[at..];
    &rest[..memchr::memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len())]
}

/// Returns the run of backticks that begins here.
fn run_at(text: &str, at: usize) -> &str {
    let count = text.as_bytes()[at..].iter().take_while(|&&byte| byte == b'`').count();
    &text[at..at + count]
}

/// Returns where the content of a line begins, after the signs of quotes and items.
fn content_start(line: &str) -> usize {
    let bytes = line.as_bytes();
    let mut at = 0;
    loop {
        let rest = &bytes[at..];
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        at += match rest {
            [b' ' | b'>' | b'|', ..] => 1,
            [b'-' | b'*' | b'+' | b':', b' ', ..] => 2,
            _ if digits > 0 && matches!(rest[digits..], [b'.' | b')', b' ', ..]) => digits + 2,
            _ => return at,
        };
    }
}

/// Returns where the character reference begins that this position is within, or the position.
fn reference_start(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    let from = at.saturating_sub(MAX_REFERENCE_BYTES - 1);
    let begin = bytes[from..at].iter().rposition(|&byte| byte == b'&').map(|begin| from + begin);
    let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'#';
    let is_around = |begin: &usize| {
        let name = &bytes[begin + 1..];
        let end = begin + 1 + name.iter().take(MAX_REFERENCE_BYTES).take_while(is_name).count();
        at <= end && bytes.get(end) == Some(&b';')
    };
    begin.filter(is_around).unwrap_or(at)
}

/// Returns the number of backslashes right before this position.
fn backslashes_before(text: &str, at: usize) -> usize {
    text.as_bytes()[..at].iter().rev().take_while(|&&byte| byte == b'\\').count()
}

/// Returns the runs of backslashes that are too long to be counted again for each cut in them.
fn long_backslashes(text: &str) -> Vec<Range<usize>> {
    let mut runs = Vec::new();
    let mut at = 0;
    while let Some(step) = memchr::memchr(b'\\', &text.as_bytes()[at..]) {
        let start = at + step;
        let rest = &text.as_bytes()[start..];
        at = start + rest.iter().take_while(|&&byte| byte == b'\\').count();
        if at - start > MAX_COUNTED_BACKSLASHES {
            runs.push(start..at);
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(markdown: &str, from: &str, to: &str, expected: &str) {
        let start = markdown.find(from).expect("the begin is in the text");
        let end = start + markdown[start..].find(to).expect("the end is in the text") + to.len();
        assert_eq!(Cuts::of(markdown).part(start..end), expected);
    }

    #[test]
    fn whole_text_is_unchanged() {
        for markdown in
            ["", "a `b` \\` c\n", "> - ```x\n>   y\n>   ```\n", "<table>\n<tr>\n</table>\n\na\n"]
        {
            assert_eq!(Cuts::of(markdown).part(0..markdown.len()), markdown);
        }
    }

    #[test]
    fn code_in_a_line_is_closed_and_opened() {
        let markdown = "see ``<b> ` <i>`` and `` \\`<s>`` it";
        check(markdown, "see", "<b>", "see ``<b>``");
        check(markdown, "<i>", "and", "``<i>`` and");
        check(markdown, "` <i>", "<i", "`` ` <i``");
        check(markdown, "see", "``", "see ");
        check("a \\*b> c", "*b>", "c", "\\*b> c");
        check("a \\*b> c", "a", "\\", "a ");
    }

    #[test]
    fn references_are_whole() {
        for cut in ["&", "&l", "&lt"] {
            check("a &lt;b> c", "a", cut, "a ");
        }
        check("a &lt;b> c", "a", "&lt;", "a &lt;");
        check("a &lt;b> c", "lt", "c", "&lt;b> c");
        check("a &#127;b", ";", "b", "&#127;b");
        check("a \\&amp;b", "mp;", "b", "\\&amp;b");
        check("a & b; c", "b", "c", "b; c");
    }

    #[test]
    fn fences_are_closed_and_opened() {
        let markdown = "a\n\n> - ```html\n>   <script>\n>   x\n>   ```\n\nb";
        check(markdown, "a", "<scr", "a\n\n> - ```html\n>   <scr\n>   ```\n");
        check(markdown, "ipt>", "b", ">   ```html\n>   ipt>\n>   x\n>   ```\n\nb");
        check(markdown, "ipt>", "x", ">   ```html\n>   ipt>\n>   x\n>   ```\n");
        check("- a\n  ```\n  <b>\n  ```\n", "a", "<b>\n  ```\n", "a\n\n  ```\n  <b>\n  ```\n");
    }

    #[test]
    fn part_of_an_html_table_is_code() {
        let markdown = "a\n\n<table>\n<tr><td>[x](y)\n</table>\n\nb";
        check(markdown, "a", "[x]", "a\n\n```html\n<table>\n<tr><td>[x]\n```\n");
        check(markdown, "[x]", "\n\nb", "```html\n[x](y)\n</table>\n```\n\nb");
        check(markdown, "[x]", "(y)", "```html\n[x](y)\n```\n");
    }

    /// Cutting a page into n parts takes steps in proportion to n: nothing that grows with the
    /// page is read again for each part.
    #[test]
    fn steps_of_a_cut_are_bounded() {
        let runs = [1, 2, 63, 64, 65, 66, 4000, 4001].map(|count| "\\".repeat(count) + "x");
        let markdown = runs.concat();
        let cuts = Cuts::of(&markdown);
        for at in 0..=markdown.len() {
            let before = backslashes_before(&markdown, at);
            assert_eq!(cuts.is_escaped(at), before % 2 == 1, "{at}");
            let is_noted = cuts.backslashes.iter().any(|run| run.start < at && at <= run.end);
            assert!(before <= MAX_COUNTED_BACKSLASHES || is_noted, "{at}: {before}");
        }
        assert_eq!(cuts.backslashes.len(), 4);
        let table = format!("<table>\n<tr><td>{}````\n</table>\n", "x".repeat(4000));
        let fences: Vec<_> = Cuts::of(&table).regions.into_iter().map(|of| of.kind).collect();
        assert!(matches!(&fences[..], [Kind::Html { fence }] if fence == "`````"), "{fences:?}");
    }

    /// A part of code repeats no more signs than it needs, if those of the whole are many.
    #[test]
    fn parts_do_not_repeat_long_signs() {
        let ticks = "`".repeat(2000);
        for markdown in [
            format!("{ticks}`\na `` b\n{ticks}\nc\n{ticks}`\n"),
            format!("a {ticks}` a `` b {ticks} c {ticks}` b"),
            format!("<table>\n<tr><td>a `` b {ticks}\n</table>\n"),
        ] {
            let at = markdown.find("a `` b").unwrap();
            let part = Cuts::of(&markdown).part(at..at + 6);
            assert!(part.contains("a `` b") && part.len() < 30, "{part}");
            // Only the first and the last part of the code have all of them.
            let cuts = Cuts::of(&markdown);
            let begins = (0..markdown.len()).step_by(40);
            let parts = begins.map(|begin| cuts.part(begin..(begin + 40).min(markdown.len())));
            let bytes: usize = parts.map(|part| part.len()).sum();
            assert!(bytes < 10 * markdown.len(), "{bytes} of {}", markdown.len());
        }
    }
}
