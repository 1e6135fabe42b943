//! Markdown in chunks for retrieval.
//!
//! A program that searches texts by meaning needs parts of some length, and each has to be
//! understood alone. So a chunk begins at a heading and knows the headings above it, and a long
//! section is split where a reader would pause: between blocks, then lines, then sentences. For
//! example, a table of 200 rows becomes several tables, each with the header row, because a row of
//! numbers without its header means nothing.

use std::borrow::Cow;
use std::ops::Range;

use tamis_dom::{Document, NodeId, NodeKind};

use super::super::kept_nodes::kept_texts;
use super::inert::{Cuts, fitting};
use super::walk::{Heading, HeadingText, RenderedMarkdown};
use super::{LinkStyle, MarkdownOptions, write};
use crate::page::NodeSet;
use crate::page::Page;
use crate::render::piece;
use crate::structure::edit_link::{is_edit_link, without_brackets};
use crate::structure::hidden::is_permalink;
use crate::structure::role::RenderRole;
use crate::verdict::Verdict;

/// A chunk of a page's content. See [`chunks`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Chunk {
    /// The texts of the headings around it, outermost first and without Markdown syntax. If the
    /// chunk begins with a heading, that is the last one. A heading is cut after 200 characters.
    pub headings: Vec<String>,
    /// The chunk in Markdown, with its heading if it begins with one.
    pub markdown: String,
}

/// Renders what the verdict keeps as chunks of Markdown. Each heading begins a chunk, which
/// contains the text up to the next heading.
///
/// A chunk of more than `max_chars` characters (Unicode scalar values) is split into several with
/// the same headings. It is split between blocks if possible, a longer block between lines, and a
/// longer line between sentences or words. If code or a table is split, each chunk repeats the
/// fences or the header rows, unless these are longer than 500 characters. A heading without text
/// of its own is in the chunk of the next heading. `None` splits at headings only.
///
/// [`LinkStyle::Referenced`] is treated as [`LinkStyle::Inline`], so every chunk is complete.
///
/// ```
/// use tamis::dom::Parser;
/// use tamis::engine::Verdict;
/// use tamis::render::{MarkdownOptions, chunks};
/// use tamis::Page;
///
/// let html = "<h1>Tea</h1><p>Hot.<h2>Green</h2><p>Two <b>minutes</b>.";
/// let page = Page::measure(Parser::default().parse(html));
/// let mut verdict = Verdict::nothing("example", &page);
/// verdict.kept.fill(true);
/// let chunks = chunks(&page, &verdict, &MarkdownOptions::default(), None);
/// assert_eq!(chunks[0].markdown, "# Tea\n\nHot.");
/// assert_eq!(chunks[1].headings, ["Tea", "Green"]);
/// assert_eq!(chunks[1].markdown, "## Green\n\nTwo **minutes**.");
/// ```
pub fn chunks(
    page: &Page,
    verdict: &Verdict,
    options: &MarkdownOptions,
    max_chars: Option<usize>,
) -> Vec<Chunk> {
    let mut options = options.clone();
    if options.links == LinkStyle::Referenced {
        options.links = LinkStyle::Inline;
    }
    let RenderedMarkdown { text, blocks, headings, .. } = write(page, verdict, &options);
    let texts = kept_texts(page, verdict);
    let mut cutter = Cutter {
        max_chars: max_chars.unwrap_or(usize::MAX),
        bytes_left: page.output_bytes(),
        ..Cutter::default()
    };
    let mut headings = headings.into_iter().peekable();
    let ends = blocks.iter().skip(1).copied().chain([text.len()]);
    for (&begin, end) in blocks.iter().zip(ends) {
        let mut heading = None;
        while let Some(next) = headings.next_if(|heading| heading.at <= begin) {
            // At most two line feeds are between: the end of the line before, and the empty line.
            heading = (begin <= next.at + 2).then_some(next);
        }
        let has_heading = heading.is_some();
        if let Some(Heading { level, text, .. }) = heading {
            cutter.heading(
                level,
                match text {
                    HeadingText::Of(id) => text_of(page.document(), &texts, id),
                    HeadingText::Post(text) => text,
                },
            );
        }
        cutter.block(text[begin..end].trim_end_matches('\n'), has_heading);
    }
    cutter.end();
    if cutter.is_cut {
        page.note_output_cut();
    }
    cutter.chunks
}

/// Returns the kept text of an element in one line.
fn text_of(document: &Document, texts: &NodeSet, id: NodeId) -> String {
    let mut text = String::new();
    let end = document.subtree_end(id).index();
    let mut next = id.index();
    while next < end {
        let id = NodeId::from_index(next);
        next += 1;
        match document.kind(id) {
            NodeKind::Text if texts.contains(id) => {
                text.push_str(without_brackets(document, id, document.text(id)));
            }
            NodeKind::Element if is_permalink(document, id) || is_edit_link(document, id) => {
                next = document.subtree_end(id).index();
            }
            NodeKind::Element if is_separated(document, id) => text.push(' '),
            _ => {}
        }
    }
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    piece(&text, 0, MAX_HEADING_CHARS).text.trim_end().to_owned()
}

/// Returns true if an element separates its content from the text before it.
fn is_separated(document: &Document, id: NodeId) -> bool {
    let role = RenderRole::of(document, id);
    role.is_block() || matches!(role, RenderRole::LineBreak | RenderRole::Separated)
}

/// The longest text of a heading that chunks repeat. Bounded so that the output does not grow
/// faster than the page. Unicode scalar values.
const MAX_HEADING_CHARS: usize = 200;

/// The separator between blocks.
const BETWEEN: &str = "\n\n";

/// The bytes that a chunk takes besides its text and headings where it is stored.
const CHUNK_BYTES: usize = 160;

/// The longest parts of a block that does not fit into the output. As many of them as fit are kept.
/// Unicode scalar values.
const CUT_CHARS: usize = 10_000;

#[derive(Debug, Default)]
struct Cutter {
    max_chars: usize,
    chunks: Vec<Chunk>,
    /// The open headings with their levels.
    open: Vec<(u8, String)>,
    markdown: String,
    chars: usize,
    /// The chunk contains more than headings.
    has_text: bool,
    /// The bytes that the next chunks may have, with their headings.
    bytes_left: usize,
    /// A block was left out, and so are all after it.
    is_cut: bool,
}

impl Cutter {
    fn heading(&mut self, level: u8, text: String) {
        if self.has_text {
            self.end();
        }
        self.open.truncate(self.open.iter().take_while(|(other, _)| *other < level).count());
        self.open.push((level, text));
    }

    fn block(&mut self, block: &str, is_heading: bool) {
        let chars = block.chars().count();
        // Headings without text so far stay with the first part of the block.
        let is_after_heading = !self.has_text && self.chars > 0;
        let headings = if is_after_heading { self.chars + BETWEEN.len() } else { 0 };
        let max_chars = if self.has_room(block) { usize::MAX } else { CUT_CHARS };
        let room = self.max_chars.min(max_chars).saturating_sub(headings);
        if chars > room && !is_heading {
            let within = |room| {
                let parts = parts(block, room);
                let longest = parts.iter().map(|part| part.chars().count()).max();
                (parts, longest.unwrap_or(0))
            };
            for part in fitting(room, within) {
                self.add(&part, part.chars().count(), false);
            }
        } else {
            self.add(block, chars, is_heading);
        }
    }

    fn add(&mut self, block: &str, chars: usize, is_heading: bool) {
        if self.has_text && self.chars + BETWEEN.len() + chars > self.max_chars {
            self.end();
        }
        self.is_cut |= !self.has_room(block);
        if self.is_cut {
            return;
        }
        if !self.markdown.is_empty() {
            self.markdown.push_str(BETWEEN);
            self.chars += BETWEEN.len();
        }
        self.markdown.push_str(block);
        self.chars += chars;
        self.has_text |= !is_heading;
    }

    /// Returns true if the chunk may have this block, too.
    fn has_room(&self, block: &str) -> bool {
        self.bytes() + BETWEEN.len() + block.len() <= self.bytes_left
    }

    /// Returns the bytes of the chunk so far, with its headings.
    fn bytes(&self) -> usize {
        let headings = self.open.iter().map(|(_, text)| text.len());
        CHUNK_BYTES + headings.sum::<usize>() + self.markdown.len()
    }

    fn end(&mut self) {
        if !self.markdown.is_empty() {
            self.bytes_left = self.bytes_left.saturating_sub(self.bytes());
            let headings = self.open.iter().map(|(_, text)| text.clone()).collect();
            let markdown = std::mem::take(&mut self.markdown);
            self.chunks.push(Chunk { headings, markdown });
        }
        (self.chars, self.has_text) = (0, false);
    }
}

/// The longest header rows or fences that each part of a block repeats. Unicode scalar values.
const MAX_FRAME_CHARS: usize = 500;

/// Splits a block into parts of at most `max_chars` characters, as far as possible.
fn parts(block: &str, max_chars: usize) -> Vec<String> {
    let lines: Vec<_> = block.split('\n').collect();
    let is_fenced = block.starts_with("```") && lines.len() > 2;
    let (head, rows, foot) = if is_fenced {
        (&lines[..1], &lines[1..lines.len() - 1], &lines[lines.len() - 1..])
    } else if block.starts_with('|') && lines.len() > 2 {
        (&lines[..2], &lines[2..], &[][..])
    } else {
        (&[][..], &lines[..], &[][..])
    };
    let frame: usize = head.iter().chain(foot).map(|line| line.chars().count() + 1).sum();
    // A long frame is not repeated, because it would be written with every row.
    let is_long = frame > MAX_FRAME_CHARS;
    let (head, rows, foot, frame) =
        if is_long { (&[][..], &lines[..], &[][..], 0) } else { (head, rows, foot, frame) };
    let room = max_chars.saturating_sub(frame).max(1);
    // Between repeated fences every text is harmless.
    let cuts = (!is_fenced || frame == 0).then(|| Cuts::of(block));
    let mut parts: Vec<String> = Vec::new();
    let mut part: Vec<Row> = Vec::new();
    let mut chars = 0;
    let mut at = if frame > 0 { head.iter().map(|line| line.len() + 1).sum() } else { 0 };
    for line in rows {
        for row in pieces(line, at, room) {
            let row_chars = block[row.range.clone()].chars().count();
            if !part.is_empty() && chars + row_chars > room {
                parts.push(framed(head, &written(block, cuts.as_ref(), &part), foot));
                part.clear();
                chars = 0;
            }
            part.push(row);
            chars += row_chars + 1;
        }
        at += line.len() + 1;
    }
    parts.push(framed(head, &written(block, cuts.as_ref(), &part), foot));
    parts
}

fn framed(head: &[&str], rows: &str, foot: &[&str]) -> String {
    [head, &[rows], foot].concat().join("\n")
}

/// Returns rows of a block as Markdown that is harmless on its own. Lines next to one another are
/// one part, so that code keeps its fences; a piece of a line is a part of its own.
fn written(block: &str, cuts: Option<&Cuts<'_>>, rows: &[Row]) -> String {
    let parts = rows.chunk_by(|one, two| one.is_line && two.is_line).filter_map(|rows| {
        let ([first, ..], [.., last]) = (rows, rows) else { return None };
        let raw = &block[first.range.start..last.range.end];
        match cuts.map(|cuts| cuts.part(first.range.start..last.range.end)) {
            // Nothing but the signs around code.
            Some(part) if part.is_empty() && !raw.is_empty() => None,
            Some(part) if part != raw => Some(Cow::Owned(part.trim_end_matches('\n').to_owned())),
            _ => Some(Cow::Borrowed(raw)),
        }
    });
    parts.collect::<Vec<_>>().join("\n")
}

/// A line of a block, or a piece of one.
#[derive(Debug)]
struct Row {
    range: Range<usize>,
    is_line: bool,
}

/// Splits the line that begins at this position into pieces, without the spaces between them.
fn pieces(line: &str, at: usize, max_chars: usize) -> Vec<Row> {
    let mut pieces = Vec::new();
    let mut begin = 0;
    loop {
        let next = piece(&line[begin..], 0, max_chars);
        let end = at + begin + next.text.trim_end_matches(' ').len();
        let is_line = begin == 0 && next.next.is_none();
        pieces.push(Row { range: at + begin..end, is_line });
        begin += next.text.len();
        if next.next.is_none() {
            return pieces;
        }
    }
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    /// Returns the last headings and the Markdown of the chunks of a page that is kept as a whole.
    fn parts_of(html: &str, max_chars: usize) -> Vec<(String, String)> {
        let page = Page::measure(Parser::default().parse(html));
        let mut all = Verdict::nothing("all", &page);
        all.kept.fill(true);
        let chunks = chunks(&page, &all, &MarkdownOptions::default(), Some(max_chars));
        chunks.into_iter().map(|chunk| (chunk.headings.join("/"), chunk.markdown)).collect()
    }

    #[track_caller]
    fn check(html: &str, max_chars: usize, expected: &[(&str, &str)]) {
        let parts = parts_of(html, max_chars);
        let parts: Vec<_> = parts.iter().map(|(one, two)| (one.as_str(), two.as_str())).collect();
        assert_eq!(parts, expected, "{html}");
    }

    #[test]
    fn each_heading_begins_a_chunk() {
        check(
            "a<h1>b</h1><h3>c</h3>d<h2><i>e</i></h2>f<h1>g</h1>",
            1000,
            &[("", "a"), ("b/c", "# b\n\n### c\n\nd"), ("b/e", "## *e*\n\nf"), ("g", "# g")],
        );
        check("<blockquote><h2>a</h2>b</blockquote>c", 1000, &[("a", "> ## a\n>\n> b\n\nc")]);
        check("<h1>a<br>b</h1>c", 1000, &[("a b", "# a b\n\nc")]);
        check("", 1000, &[]);
    }

    #[test]
    fn long_chunks_continue_under_the_same_headings() {
        check("<h1>a</h1><p>bb bb<p>cc", 12, &[("a", "# a\n\nbb bb"), ("a", "cc")]);
        check("<p>aa bb cc dd", 6, &[("", "aa bb"), ("", "cc dd")]);
        check("<ul><li>aa<li>bb<li>cc</ul>", 10, &[("", "- aa\n- bb"), ("", "- cc")]);
        check("<pre>aa\nbb\ncc</pre>", 14, &[("", "```\naa\nbb\n```"), ("", "```\ncc\n```")]);
        check(
            "<table><tr><th>a<th>b<tr><td>c<td>d<tr><td>e<td>f</table>",
            36,
            &[
                ("", "| a | b |\n| --- | --- |\n| c | d |"),
                ("", "| a | b |\n| --- | --- |\n| e | f |"),
            ],
        );
    }

    #[test]
    fn chunks_do_not_grow_with_their_headings() {
        let page = |n: usize| format!("<h1>{}</h1>{}", "a ".repeat(n), "<h2>b</h2>c".repeat(n));
        let bytes =
            |n| parts_of(&page(n), 100).iter().map(|(one, two)| one.len() + two.len()).sum();
        let (once, twice): (usize, usize) = (bytes(1000), bytes(2000));
        assert!(twice < once * 5 / 2, "{once}, {twice}");
        let rows = |n: usize| {
            format!("<table><tr><th>{}<th>b{}", "a".repeat(n), "<tr><td>c<td>d".repeat(n))
        };
        let bytes = |n| parts_of(&rows(n), 20).iter().map(|(_, part)| part.len()).sum();
        let (once, twice): (usize, usize) = (bytes(1000), bytes(2000));
        assert!(twice < once * 5 / 2, "{once}, {twice}");
    }

    #[test]
    fn links_are_inline_in_chunks() {
        let page = Page::measure(Parser::default().parse("<a href=https://a.b/>c</a>"));
        let mut all = Verdict::nothing("all", &page);
        all.kept.fill(true);
        let options = MarkdownOptions::default().links(LinkStyle::Referenced);
        assert_eq!(chunks(&page, &all, &options, None)[0].markdown, "[c](https://a.b/)");
    }
}
