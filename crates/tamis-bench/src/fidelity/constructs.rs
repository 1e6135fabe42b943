//! The constructs that a parser of `CommonMark` finds in a text.

use std::fmt::Write as _;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use rapidfuzz::distance::levenshtein;
use serde::Serialize;

/// A construct that is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Construct {
    /// All text: a line for each paragraph, heading, item, row and line of code. The alternative
    /// text of an image is not included.
    Text,
    /// Tables: a line for each row, with the texts of its cells.
    Tables,
    /// Blocks of code, without their languages. In a reference only fenced ones count, because its
    /// indented ones are mostly the rest of an item.
    Code,
    /// Lists: a line for each item, with its depth, whether it is numbered and its own text.
    Lists,
}

impl Construct {
    /// All of them.
    pub const ALL: [Construct; 4] =
        [Construct::Text, Construct::Tables, Construct::Code, Construct::Lists];

    /// Its name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Construct::Text => "text",
            Construct::Tables => "tables",
            Construct::Code => "code",
            Construct::Lists => "lists",
        }
    }
}

/// The constructs of a Markdown text, each as lines, in the order of [`Construct::ALL`].
///
/// ```
/// use tamis_bench::fidelity::{Construct, Constructs};
/// let constructs = Constructs::of(
///     "# One\n\n1. two\n   - *three*\n\n| a | b |\n|---|---|\n| c | d |\n\n    let x;",
/// );
/// assert_eq!(constructs.get(Construct::Text), "One\ntwo\nthree\na b\nc d\nlet x;\n");
/// assert_eq!(constructs.get(Construct::Tables), "a|b|\nc|d|\n");
/// assert_eq!(constructs.get(Construct::Code), "let x;\n");
/// assert_eq!(constructs.get(Construct::Lists), "1. two\n\t* three\n");
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Constructs {
    lines: [String; Construct::ALL.len()],
}

impl Constructs {
    /// The constructs of a text.
    pub fn of(markdown: &str) -> Constructs {
        Constructs::read(markdown, Reader::default())
    }

    /// The constructs of a text by annotators.
    pub fn of_reference(markdown: &str) -> Constructs {
        Constructs::read(markdown, Reader { fenced_alone: true, ..Reader::default() })
    }

    fn read(markdown: &str, mut reader: Reader) -> Constructs {
        for event in Parser::new_ext(
            markdown,
            Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS,
        ) {
            reader.read(event);
        }
        reader.constructs
    }

    /// Returns the lines of one construct, with quotes, dashes and white space folded. Empty if
    /// there is none.
    pub fn get(&self, construct: Construct) -> &str {
        &self.lines[construct as usize]
    }

    /// Returns the similarity of each construct with that of the reference. `None` if the reference
    /// has none.
    pub fn similarities(&self, reference: &Constructs) -> [Option<f64>; Construct::ALL.len()] {
        Construct::ALL.map(|construct| {
            let wanted = reference.get(construct);
            let similarity =
                || levenshtein::normalized_similarity(self.get(construct).chars(), wanted.chars());
            (!wanted.is_empty()).then(similarity)
        })
    }

    fn push(&mut self, construct: Construct, line: &str) {
        let line = fold(line);
        if !line.is_empty() {
            let lines = &mut self.lines[construct as usize];
            lines.push_str(&line);
            lines.push('\n');
        }
    }
}

/// A list around.
#[derive(Debug, Clone, Copy)]
struct List {
    numbered: bool,
}

#[derive(Debug, Default)]
struct Reader {
    constructs: Constructs,
    line: String,
    lists: Vec<List>,
    /// The own text of the item that is open and not yet written.
    item: Option<String>,
    row: String,
    in_table: bool,
    in_code: bool,
    /// Indented code is no code.
    fenced_alone: bool,
    in_image: bool,
}

impl Reader {
    fn read(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(&tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) if self.in_code => {
                for line in text.lines() {
                    self.constructs.push(Construct::Text, line);
                    self.constructs.push(Construct::Code, line);
                }
            }
            Event::Text(_) if self.in_image => {}
            Event::Text(text) | Event::Code(text) => self.text(&text),
            Event::SoftBreak | Event::HardBreak => self.text(" "),
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        self.line.push_str(text);
        if self.in_table {
            self.row.push_str(text);
        }
        if let Some(item) = &mut self.item {
            item.push_str(text);
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::List(first) => {
                self.end_item();
                self.end_line();
                self.lists.push(List { numbered: first.is_some() });
            }
            Tag::Item => {
                self.end_item();
                self.item = Some(String::new());
            }
            Tag::Table(_) => {
                self.end_line();
                self.in_table = true;
            }
            Tag::CodeBlock(kind) => {
                self.end_line();
                self.in_code = !self.fenced_alone || matches!(kind, CodeBlockKind::Fenced(_));
            }
            Tag::Image { .. } => self.in_image = true,
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph | TagEnd::Heading(_) => {
                self.end_line();
                if let Some(item) = &mut self.item {
                    item.push(' ');
                }
            }
            TagEnd::Item => {
                self.end_item();
                self.end_line();
            }
            TagEnd::List(_) => {
                self.lists.pop();
            }
            TagEnd::TableCell => {
                self.row.push('|');
                self.line.push(' ');
            }
            TagEnd::TableRow | TagEnd::TableHead => {
                let row = std::mem::take(&mut self.row);
                self.constructs.push(Construct::Tables, &row);
                self.end_line();
            }
            TagEnd::Table => self.in_table = false,
            TagEnd::CodeBlock => {
                self.in_code = false;
                self.end_line();
            }
            TagEnd::Image => self.in_image = false,
            _ => {}
        }
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        self.constructs.push(Construct::Text, &line);
    }

    /// Writes the item that is open.
    fn end_item(&mut self) {
        let Some(item) = self.item.take() else { return };
        let Some((list, around)) = self.lists.split_last() else { return };
        let marker = if list.numbered { "1." } else { "*" };
        let mut line = "\t".repeat(around.len());
        // Writing to a string cannot fail.
        let _ = write!(line, "{marker} {}", fold(&item));
        let lines = &mut self.constructs.lines[Construct::Lists as usize];
        lines.push_str(line.trim_end());
        lines.push('\n');
    }
}

/// The line with quotes and dashes made plain, white space collapsed and trimmed.
fn fold(line: &str) -> String {
    let plain = line.chars().map(|char| match char {
        '\u{2018}' | '\u{2019}' | '\u{201a}' | '\u{201b}' | '\u{2032}' | '`' | '\u{b4}' => '\'',
        '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{201f}' | '\u{2033}' | '\u{ab}' | '\u{bb}' => '"',
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        char => char,
    });
    let plain: String = plain.collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(construct: Construct, markdown: &str, expected: &str) {
        assert_eq!(Constructs::of(markdown).get(construct), expected, "{markdown}");
    }

    #[test]
    fn lines_of_text() {
        check(
            Construct::Text,
            "One\ntwo\n\n> *three* [four](/a)\n\n---\n\nfive  \nsix",
            "One two\nthree four\nfive six\n",
        );
        check(Construct::Text, "```rust\nlet a;\n\n  b\n```", "let a;\nb\n");
        check(
            Construct::Text,
            "\u{201c}One\u{201d} \u{2014} it\u{2019}s\u{a0}two",
            "\"One\" - it's two\n",
        );
        check(Construct::Text, "- one\n\n  two\n- three", "one\ntwo\nthree\n");
    }

    #[test]
    fn items_of_lists() {
        check(
            Construct::Lists,
            "- one\n\n  two\n- three\n\n7. four",
            "* one two\n* three\n1. four\n",
        );
        check(
            Construct::Lists,
            "- one\n  - two\n    1. three\n- four",
            "* one\n\t* two\n\t\t1. three\n* four\n",
        );
        check(Construct::Lists, "-\n- one", "*\n* one\n");
        check(Construct::Lists, "One", "");
    }

    #[test]
    fn code_of_references_is_fenced() {
        let markdown = "```\none\n```\n\n    two";
        check(Construct::Code, markdown, "one\ntwo\n");
        let reference = Constructs::of_reference(markdown);
        assert_eq!(reference.get(Construct::Code), "one\n");
        assert_eq!(reference.get(Construct::Text), "one\ntwo\n");
    }

    #[test]
    fn images_are_no_text() {
        check(Construct::Text, "one ![two](/a.png) three", "one three\n");
    }

    #[test]
    fn similarities_of_what_the_reference_has() {
        let similarities =
            |ours, reference| Constructs::of(ours).similarities(&Constructs::of(reference));
        assert_eq!(similarities("one", "one"), [Some(1.0), None, None, None]);
        assert_eq!(similarities("one", "- one")[3], Some(0.0));
        assert_eq!(similarities("- one", "- one")[3], Some(1.0));
        assert_eq!(similarities("", "")[0], None);
        let half = similarities("abcd", "abef")[0].unwrap();
        assert!((half - 0.6).abs() < 1e-9, "{half}");
    }
}
