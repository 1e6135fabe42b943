//! Formulas, as TeX.

use tamis_dom::{NodeId, NodeKind};

use super::MarkdownWalker;
use crate::render::inert_tex::inert;
use crate::structure::math::{self, Delimiters, Formula, MathPiece};

impl MarkdownWalker<'_> {
    /// Writes the formula of an element, apart from what is around it if the element begins or ends
    /// with white space. Returns false if it has none in TeX.
    pub(super) fn formula(&mut self, id: NodeId) -> bool {
        let Some(formula) = math::of(self.document, id) else { return false };
        let document = self.document;
        let is_space = |id: Option<NodeId>| {
            id.is_some_and(|id| {
                document.kind(id) == NodeKind::Text && document.text(id).trim().is_empty()
            })
        };
        if is_space(document.first_child(id)) {
            self.writer.space();
        }
        self.write_formula(&formula);
        if is_space(document.last_child(id)) {
            self.writer.space();
        }
        true
    }

    /// Returns true if a text may contain formulas that a script of the page displays.
    pub(super) fn may_have_formulas(&mut self, text: &str) -> bool {
        math::may_have_delimiters(text)
            && self.delimiters() != Delimiters::None
            && !self.writer.is_in_code()
    }

    fn delimiters(&mut self) -> Delimiters {
        *self.delimiters.get_or_insert_with(|| math::delimiters_of(self.document))
    }

    pub(super) fn text_with_formulas(&mut self, text: &str) {
        for part in math::pieces(text, self.delimiters()) {
            match part {
                MathPiece::Text(text) => self.writer.text(text),
                MathPiece::Formula(formula) => self.write_formula(&formula),
            }
        }
    }

    fn write_formula(&mut self, formula: &Formula) {
        let tex = inert(&formula.tex);
        if formula.is_block && !self.writer.is_in_cell() {
            self.end_line();
            self.writer.lines(&format!("$$\n{tex}\n$$"));
            return;
        }
        self.write_breaks();
        let tex = tex.split_whitespace().collect::<Vec<_>>().join(" ");
        let tex = if self.writer.is_in_cell() { in_cell(&tex) } else { tex };
        self.writer.raw(&format!("${tex}$"));
    }
}

/// Returns TeX of one line without pipes. A pipe would end the cell, and with a backslash before
/// it, it would be another command: `\|` is a double line, `\Vert`.
fn in_cell(tex: &str) -> String {
    let mut out = String::with_capacity(tex.len());
    let mut chars = tex.chars().peekable();
    while let Some(char) = chars.next() {
        let command = match char {
            '\\' if chars.next_if_eq(&'|').is_some() => "\\Vert",
            '\\' => {
                out.push(char);
                out.extend(chars.next());
                continue;
            }
            '|' => "\\vert",
            char => {
                out.push(char);
                continue;
            }
        };
        out.push_str(command);
        if chars.peek().is_some_and(char::is_ascii_alphabetic) {
            out.push(' ');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::in_cell;

    #[test]
    fn pipes_of_cells_are_commands() {
        assert_eq!(in_cell(r"|x| = \|a\\|"), r"\vert x\vert = \Vert a\\\vert");
        assert_eq!(in_cell(r"\frac{a}{b} \{x\}"), r"\frac{a}{b} \{x\}");
    }
}
