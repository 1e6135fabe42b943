//! Texts in Markdown, as programs store what people write.
//!
//! The state of a blog or a forum often has its text as it was typed: `## Tea\n\nIt is *hot*.`
//! This is no reader of `CommonMark`, of which most is about cases that nobody writes. It knows
//! what such texts have: headings, paragraphs, lists, quotes, code, lines, tables as they are,
//! emphasis, links and images. All else stays as it is written. Linear in the text.

use std::fmt::Write;

use super::has_tags;
use crate::sanitize::escape_text;

/// The signs of Markdown that a text must have, in lines.
const MIN_SIGNS: usize = 2;

/// The longest text of a link or of emphasis, in bytes, because each begin searches for its end.
const MAX_SPAN_BYTES: usize = 1000;

/// The most elements within each other: quotes and lists.
const MAX_DEPTH: usize = 8;

/// True if a text is Markdown: lines of it are headings, items, quotes or code, or have links.
/// One sign alone can be anything, for example a dash before words that someone says, unless it is
/// that of a heading or of a link.
pub(super) fn is_markdown(text: &str) -> bool {
    if has_tags(text) {
        return false;
    }
    let mut signs = 0;
    for line in text.lines().map(str::trim_start) {
        let is_sure = heading(line).is_some() || is_fence(line) || line.contains("](");
        let is_sign = || item(line).is_some() || line.starts_with("> ") || line.contains("**");
        signs += if is_sure { MIN_SIGNS } else { usize::from(is_sign()) };
        if signs >= MIN_SIGNS {
            return true;
        }
    }
    false
}

/// Appends a text in Markdown as HTML.
pub(super) fn push_html(text: &str, html: &mut String) {
    let mut writer = Writer { html, open: Vec::new() };
    writer.blocks(text);
}

/// The level and the text of a heading: `## Tea ##`.
fn heading(line: &str) -> Option<(usize, &str)> {
    let level = line.bytes().take(7).take_while(|byte| *byte == b'#').count();
    let text = line[level..].strip_prefix(' ')?.trim().trim_end_matches('#').trim_end();
    ((1..=6).contains(&level) && !text.is_empty()).then_some((level, text))
}

/// The name of the list and the text of an item: `- Tea`, `2. Tea`.
fn item(line: &str) -> Option<(&'static str, &str)> {
    if let Some(text) = line.strip_prefix(['-', '*', '+']).and_then(|rest| rest.strip_prefix(' ')) {
        return Some(("ul", text.trim()));
    }
    let digits = line.bytes().take(4).take_while(u8::is_ascii_digit).count();
    let rest = line[digits..].strip_prefix(['.', ')'])?.strip_prefix(' ')?;
    (digits > 0).then_some(("ol", rest.trim()))
}

fn is_fence(line: &str) -> bool {
    line.starts_with("```") || line.starts_with("~~~")
}

/// True for a line between parts: `---`, `* * *`.
fn is_rule(line: &str) -> bool {
    let mut signs = line.bytes().filter(|byte| !byte.is_ascii_whitespace());
    let Some(first) = signs.next().filter(|sign| b"-*_".contains(sign)) else { return false };
    signs.clone().all(|sign| sign == first) && signs.count() >= 2
}

struct Writer<'h> {
    html: &'h mut String,
    /// The lists and quotes that are not closed, each with the indentation of its lines.
    open: Vec<(&'static str, usize)>,
}

impl Writer<'_> {
    fn blocks(&mut self, text: &str) {
        let mut lines = text.lines().peekable();
        let mut paragraph: Vec<&str> = Vec::new();
        while let Some(line) = lines.next() {
            let start = line.trim_start();
            let indent = line.len() - start.len();
            if start.is_empty() {
                self.paragraph(&mut paragraph);
                // A list goes on after an empty line if an item or an indented line follows.
                let goes_on = lines.peek().is_some_and(|next| {
                    next.starts_with("  ") || item(next).is_some() || next.trim().is_empty()
                });
                if !goes_on {
                    self.close(0);
                }
            } else if is_fence(start) {
                self.paragraph(&mut paragraph);
                let fence = &start[..3];
                self.html.push_str("<pre><code>");
                while let Some(code) = lines.next_if(|line| !line.trim_start().starts_with(fence)) {
                    escape_text(code, self.html);
                    self.html.push('\n');
                }
                lines.next();
                self.html.push_str("</code></pre>\n");
            } else if let Some((level, text)) = heading(start) {
                self.paragraph(&mut paragraph);
                self.close(0);
                let _ = write!(self.html, "<h{level}>");
                self.inline(text);
                let _ = writeln!(self.html, "</h{level}>");
            } else if is_rule(start) && paragraph.is_empty() {
                self.close(0);
                self.html.push_str("<hr>\n");
            } else if let Some((list, text)) = item(start) {
                self.paragraph(&mut paragraph);
                self.item(list, indent);
                paragraph.push(text);
            } else if let Some(quoted) = start.strip_prefix('>') {
                if self.open.last().is_none_or(|(name, _)| *name != "blockquote") {
                    self.paragraph(&mut paragraph);
                    self.close(0);
                    self.html.push_str("<blockquote>");
                    self.open.push(("blockquote", 0));
                }
                let quoted = quoted.trim();
                if quoted.is_empty() {
                    self.paragraph(&mut paragraph);
                } else {
                    paragraph.push(quoted);
                }
            } else {
                paragraph.push(start);
            }
        }
        self.paragraph(&mut paragraph);
        self.close(0);
    }

    /// Begins an item of a list whose sign is so far indented.
    fn item(&mut self, list: &'static str, indent: usize) {
        let deeper = self.open.iter().filter(|(name, _)| *name != "blockquote");
        let depth = deeper.take_while(|(_, of)| *of < indent).count().min(MAX_DEPTH);
        let is_same = self.open.get(depth).is_some_and(|(name, _)| *name == list);
        self.close(depth + usize::from(is_same));
        if !is_same {
            let _ = write!(self.html, "<{list}>");
            self.open.push((list, indent));
        }
        self.html.push_str("<li>");
    }

    /// Closes all open elements but the outer ones.
    fn close(&mut self, depth: usize) {
        while self.open.len() > depth {
            let Some((name, _)) = self.open.pop() else { break };
            let _ = writeln!(self.html, "</{name}>");
        }
    }

    /// Writes the lines of a paragraph. Two spaces or a backslash end a line.
    fn paragraph(&mut self, lines: &mut Vec<&str>) {
        if lines.is_empty() {
            return;
        }
        let is_table = lines.iter().all(|line| line.starts_with('|'));
        // The first paragraph of an item is the item itself.
        let is_item = self.html.ends_with("<li>");
        self.html.push_str(if is_item { "" } else { "<p>" });
        for (index, line) in lines.drain(..).enumerate() {
            if index > 0 {
                self.html.push_str(if is_table { "<br>\n" } else { "\n" });
            }
            let broken = line.strip_suffix('\\').or_else(|| line.strip_suffix("  "));
            self.inline(broken.unwrap_or(line).trim_end());
            self.html.push_str(if broken.is_some() { "<br>" } else { "" });
        }
        self.html.push_str(if is_item { "\n" } else { "</p>\n" });
    }

    /// Writes a line with its links, images, code and emphasis.
    fn inline(&mut self, line: &str) {
        let mut rest = line;
        while let Some(at) = rest.find(['\\', '`', '*', '_', '[', '!', '~']) {
            let before = rest[..at].chars().next_back();
            escape_text(&rest[..at], self.html);
            rest = &rest[at..];
            let length = self.span(rest, before);
            if length == 0 {
                // The sign is text. After a backslash, the next one is, too.
                let escaped = rest[1..].chars().next().filter(char::is_ascii_punctuation);
                let is_escape = rest.starts_with('\\') && escaped.is_some();
                let (start, end) = if is_escape { (1, 2) } else { (0, 1) };
                escape_text(&rest[start..end], self.html);
                rest = &rest[end..];
            } else {
                rest = &rest[length..];
            }
        }
        escape_text(rest, self.html);
    }

    /// Writes what a text begins with, if it is more than text. Returns its length.
    fn span(&mut self, text: &str, before: Option<char>) -> usize {
        let within = |from: usize, end: &str| {
            let limit = text.floor_char_boundary(MAX_SPAN_BYTES);
            let inner = text.get(from..limit)?;
            let inner = &inner[..inner.find(end)?];
            let is_text = !inner.is_empty() && inner.trim().len() == inner.len();
            is_text.then_some(inner)
        };
        for (sign, name) in [
            ("`", "code"),
            ("**", "strong"),
            ("__", "strong"),
            ("~~", "s"),
            ("*", "em"),
            ("_", "em"),
        ] {
            if !text.starts_with(sign) {
                continue;
            }
            // In a word, an underscore is text.
            let is_in_word = sign.starts_with('_') && before.is_some_and(char::is_alphanumeric);
            let Some(inner) = within(sign.len(), sign).filter(|_| !is_in_word) else { return 0 };
            let _ = write!(self.html, "<{name}>");
            if name == "code" {
                escape_text(inner, self.html);
            } else {
                self.plain(inner);
            }
            let _ = write!(self.html, "</{name}>");
            return inner.len() + 2 * sign.len();
        }
        let start = usize::from(text.starts_with('!'));
        let link = text[start..].strip_prefix('[').and_then(|_| within(start + 1, "]("));
        let Some(label) = link.or_else(|| text.starts_with("![](").then_some("")) else { return 0 };
        let from = start + 1 + label.len() + 2;
        let Some(target) = within(from, ")") else { return 0 };
        let address = target.split_ascii_whitespace().next().unwrap_or_default();
        let attribute = |text: &str| text.replace('&', "&amp;").replace('"', "&quot;");
        if start > 0 {
            let (address, label) = (attribute(address), attribute(label));
            let _ = write!(self.html, "<img src=\"{address}\" alt=\"{label}\">");
        } else {
            let _ = write!(self.html, "<a href=\"{}\">", attribute(address));
            self.plain(label);
            self.html.push_str("</a>");
        }
        from + target.len() + 1
    }

    /// Writes the text of a link or of emphasis, without the signs of emphasis in it.
    fn plain(&mut self, text: &str) {
        escape_text(&text.replace("**", "").replace('`', ""), self.html);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let mut html = String::new();
        push_html(text, &mut html);
        assert_eq!(html.trim_end(), expected, "{text}");
    }

    #[test]
    fn blocks() {
        check("# A #\n\nb\nc\n\n## D\ne", "<h1>A</h1>\n<p>b\nc</p>\n<h2>D</h2>\n<p>e</p>");
        check("- a\n- b\n  c\n\nd", "<ul><li>a\n<li>b\nc\n</ul>\n<p>d</p>");
        check("1. a\n   - b\n2. c", "<ol><li>a\n<ul><li>b\n</ul>\n<li>c\n</ol>");
        check("> a\n> b\n\nc", "<blockquote><p>a\nb</p>\n</blockquote>\n<p>c</p>");
        check(
            "```rust\na < b\n\n  c\n```\nd",
            "<pre><code>a &lt; b\n\n  c\n</code></pre>\n<p>d</p>",
        );
        check("a\n\n---\n\nb\\\nc", "<p>a</p>\n<hr>\n<p>b<br>\nc</p>");
        check(
            "#a

-",
            "<p>#a</p>
<p>-</p>",
        );
    }

    #[test]
    fn spans() {
        check(
            "a *b* **c** `d<` e_f_g",
            "<p>a <em>b</em> <strong>c</strong> <code>d&lt;</code> e_f_g</p>",
        );
        check(
            "[a](/b \"c\") ![d](e.png)",
            r#"<p><a href="/b">a</a> <img src="e.png" alt="d"></p>"#,
        );
        check(r"2 * 3 * 4, \*a\*, [b], c!", "<p>2 * 3 * 4, *a*, [b], c!</p>");
        check("日本*語*です", "<p>日本<em>語</em>です</p>");
    }

    #[test]
    fn markdown_is_told_from_plain_text() {
        for text in ["## A\n\nb", "- a\n- b", "a [b](c)", "```\na\n```", "> a\n**b**"] {
            assert!(is_markdown(text), "{text}");
        }
        for text in ["a\nb", "- Yes, he said.", "#1 is best", "<p>a</p>\n## b", "a * b", ""] {
            assert!(!is_markdown(text), "{text}");
        }
    }

    #[test]
    fn long_texts_of_signs_are_read() {
        for text in ["[", "*", "![", "`a", "> ", "- \n  ", "**_"] {
            push_html(&text.repeat(50_000), &mut String::new());
        }
    }
}
