//! Formulas, as TeX.

use tamis_dom::{NodeId, NodeKind};

use super::MarkdownWalker;
use crate::render::math::{self, Delimiters, Formula, MathPiece};

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
