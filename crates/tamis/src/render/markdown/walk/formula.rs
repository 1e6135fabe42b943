//! Formulas, as TeX.

use tamis_dom::NodeId;

use super::MarkdownWalker;
use crate::render::math::{self, Delimiters, Formula, MathPiece};

impl MarkdownWalker<'_> {
    /// Writes the formula of an element. Returns false if it has none in TeX.
    pub(super) fn formula(&mut self, id: NodeId) -> bool {
        let Some(formula) = math::of(self.document, id) else { return false };
        self.write_formula(&formula);
        true
    }

    /// True if a text may contain formulas that a script of the page displays.
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
        let tex = formula.inert_tex();
        if formula.is_block && !self.writer.is_in_cell() {
            self.end_line();
            self.writer.lines(&format!("$$\n{tex}\n$$"));
            return;
        }
        self.write_breaks();
        let tex = tex.split_whitespace().collect::<Vec<_>>().join(" ");
        let tex = if self.writer.is_in_cell() { tex.replace('|', "\\|") } else { tex };
        self.writer.raw(&format!("${tex}$"));
    }
}
