//! Blocks of code.

mod decoration;
pub(crate) mod label;
mod language;

use tamis_dom::{Document, NodeId, NodeKind, name};

use self::decoration::{Decorations, is_decoration, is_gutter, is_line};
use self::label::label_of;
use self::language::{CELL_ELEMENTS, SYNTAX_HIGHLIGHTER, language_of};
use super::role::RenderRole;
use crate::page::{NodeSet, near};

/// A block of code.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Code {
    /// The lines of code, without empty lines at the beginning and the end.
    pub(crate) text: String,
    /// The language as the page names it, or empty if it does not.
    pub(crate) language: String,
}

/// Returns the kept code of a preformatted element.
pub(crate) fn of(document: &Document, texts: &NodeSet, id: NodeId) -> Code {
    let language = language_of(document, id).map(str::to_owned).or_else(|| label_of(document, id));
    let language = language.unwrap_or_default();
    let decorations = Decorations::of(document, id);
    let mut lines = Lines::default();
    let end = document.subtree_end(id).index();
    let mut next = id.index() + 1;
    while next < end {
        let id = NodeId::from_index(next);
        next += 1;
        match document.kind(id) {
            NodeKind::Text if texts.contains(id) || is_space(document.text(id)) => {
                lines.text(id, document.text(id));
            }
            NodeKind::Text => lines.left_out(),
            NodeKind::Element if document.is_html(id, name::BR) => lines.line_break(id),
            NodeKind::Element if decorations.contain(document, id, &language) => {
                next = document.subtree_end(id).index();
            }
            NodeKind::Element if is_line(document, id) => lines.element(document, id),
            _ => {}
        }
    }
    let text = if decorations.has_numbers() { without_gap(&lines.text) } else { lines.text };
    let is_drawn =
        text.contains("</") && near(document, id).any(|id| has_class(document, id, TERMYNAL));
    let text = if is_drawn { without_tags(&text) } else { text };
    // Pages indent with no-break spaces, which no compiler reads.
    let text = text.replace('\u{a0}', " ");
    Code { text: without_empty_ends(&text), language }
}

/// The class around a terminal that a script of the page draws. It writes the text as HTML, so tags
/// in it are colours: `<font color="#4E9A06">INFO</font>`. Source: termynal, in `FastAPI`'s book.
const TERMYNAL: &str = "termy";

/// The tags that such texts have.
const DRAWN_TAGS: [&str; 6] = ["b", "font", "i", "span", "strong", "u"];

/// Returns a text without the tags that give it colours.
fn without_tags(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        let tag = rest.find('>').map(|end| &rest[1..end]).filter(|tag| !tag.contains('\n'));
        let name = tag.map(|tag| tag.trim_start_matches('/').split(' ').next().unwrap_or_default());
        let is_tag = name.is_some_and(|name| DRAWN_TAGS.contains(&name));
        let end = tag.filter(|_| is_tag).map_or(1, |tag| tag.len() + 2);
        if !is_tag {
            plain.push('<');
        }
        rest = &rest[end..];
    }
    plain.push_str(rest);
    plain
}

/// Returns numbered lines without the space between the number and the code, if all have one.
fn without_gap(text: &str) -> String {
    let mut lines = text.lines().filter(|line| !line.is_empty());
    if !lines.all(|line| line.starts_with(' ')) {
        return text.to_owned();
    }
    let lines: Vec<&str> =
        text.lines().map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
    lines.join("\n")
}

/// The lines of a block of code so far.
#[derive(Default)]
struct Lines {
    text: String,
    /// The start of the last line that is an element, and the node after that element.
    line: Option<(usize, NodeId)>,
    /// The node after the last line that is a block.
    block_end: Option<NodeId>,
}

impl Lines {
    fn text(&mut self, id: NodeId, piece: &str) {
        let ends_block = self.block_end.take_if(|end| *end <= id).is_some();
        if ends_block && !is_separated(&self.text, piece) {
            self.text.push('\n');
        }
        self.text.push_str(piece);
    }

    /// A line break after a line that is a block is an empty line, as VS Code writes it.
    fn line_break(&mut self, id: NodeId) {
        let ends_block = self.block_end.take_if(|end| *end <= id).is_some();
        if ends_block && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
        self.text.push('\n');
    }

    /// Text that is left out separates what is around it.
    fn left_out(&mut self) {
        if self.text.ends_with(|last: char| !last.is_whitespace()) {
            self.text.push(' ');
        }
    }

    /// Begins a line that is an element.
    fn element(&mut self, document: &Document, id: NodeId) {
        let end = document.subtree_end(id);
        let empty = self.line.filter(|&(begin, _)| begin == self.text.len());
        // An element inside a line that has no text yet belongs to that line.
        if empty.is_none_or(|(_, end)| id >= end) {
            if !self.text.is_empty() && (!self.text.ends_with('\n') || empty.is_some()) {
                self.text.push('\n');
            }
            self.line = Some((self.text.len(), end));
        }
        if RenderRole::of(document, id).is_block() {
            self.block_end = Some(end);
        }
    }
}

/// Returns the code of a table that a highlighter made of it, with or without line numbers. `None`
/// for any other table.
///
/// Sources: Pygments (`highlighttable`), Rouge (`rouge-table`), Chroma (`lntable`),
/// `SyntaxHighlighter`, Crayon, GitHub (`blob`).
pub(crate) fn of_table(document: &Document, texts: &NodeSet, table: NodeId) -> Option<Code> {
    let code = code_cell(document, table)?;
    let language = language_of(document, code).or_else(|| language_of(document, table));
    Some(Code { language: language.unwrap_or_default().to_owned(), ..of(document, texts, table) })
}

/// True for a table that a highlighter made of code.
pub(crate) fn is_code_table(document: &Document, table: NodeId) -> bool {
    code_cell(document, table).is_some()
}

/// Returns the first cell with code of a table that a highlighter made.
fn code_cell(document: &Document, table: NodeId) -> Option<NodeId> {
    let mut cells =
        document.elements(table).take(TABLE_ELEMENTS).filter(|&id| document.is_html(id, name::TD));
    let has = |cell: NodeId, is: &dyn Fn(NodeId) -> bool| {
        document.elements(cell).take(CELL_ELEMENTS).any(is)
    };
    let first = cells.next()?;
    let is_preformatted = |id| document.is_html(id, name::PRE) || document.is_html(id, name::CODE);
    let is_marked =
        near(document, table).skip(1).any(|id| has_class(document, id, SYNTAX_HIGHLIGHTER));
    if is_marked {
        return Some(first);
    }
    let code = cells.next()?;
    let is_code = has(code, &is_preformatted) || has_class(document, code, "blob-code");
    let has_numbers = has(first, &|id| is_decoration(document, id))
        || is_gutter(document, first, table)
        || is_number_cell(document, first);
    (is_code && has_numbers && document.subtree_end(first) <= code).then_some(code)
}

/// True for a cell that has the number of a line, by its attributes: `<td data-line-number=1>`.
fn is_number_cell(document: &Document, cell: NodeId) -> bool {
    let text = document.text(cell);
    let is_number = text.len() < 16 && text.trim().bytes().all(|byte| byte.is_ascii_digit());
    is_number
        && document.attrs(cell).iter().any(|attr| {
            let value = document.attr_value(attr);
            let is_class = matches!(attr.name(), name::CLASS | name::ID);
            document.name_str(attr.name()).starts_with("data-line")
                || is_class && ["gutter", "line", "num"].iter().any(|word| value.contains(word))
        })
}

/// The number of elements of a table that are searched for code.
const TABLE_ELEMENTS: usize = 64;

/// True if a block of code is short enough to be written within a line.
pub(crate) fn is_one_line(document: &Document, block: NodeId) -> bool {
    let text = document.text(block).trim();
    text.len() <= MAX_LINE_BYTES
        && !text.contains('\n')
        && !has_lines(document, block)
        && !has_line_elements(document, block)
}

/// The longest block of code that is written within a line. Bytes.
const MAX_LINE_BYTES: usize = 200;

/// True if the code contains `<br>`, or is declared as a block by its class, as by Lean's Verso.
/// Used for code outside of preformatted elements.
pub(crate) fn has_lines(document: &Document, code: NodeId) -> bool {
    has_class(document, code, "block")
        || document.elements(code).any(|id| document.is_html(id, name::BR))
}

/// True if a block of code contains elements that are lines, or line numbers.
pub(crate) fn has_line_elements(document: &Document, block: NodeId) -> bool {
    document.elements(block).skip(1).any(|id| is_line(document, id) || is_decoration(document, id))
}

/// True if a line feed separates these two texts already, or the first one is empty.
fn is_separated(before: &str, after: &str) -> bool {
    before.is_empty() || before.ends_with('\n') || after.starts_with('\n')
}

fn has_class(document: &Document, id: NodeId, wanted: &str) -> bool {
    let class = document.attr(id, name::CLASS).unwrap_or_default();
    class.split_ascii_whitespace().any(|class| class == wanted)
}

fn is_space(text: &str) -> bool {
    text.trim().is_empty()
}

fn without_empty_ends(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let text = text.trim_end();
    let start =
        text.bytes().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n')).collect::<Vec<_>>();
    let lines = start.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    text[lines..].to_owned()
}
