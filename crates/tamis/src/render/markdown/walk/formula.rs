//! Formulas, as TeX.

use tamis_dom::NodeId;

use super::Walker;
use crate::render::math::{self, Formula, Part};

impl Walker<'_> {
    /// Writes a formula, if the element is one that has the form of TeX; whether it is.
    pub(super) fn formula(&mut self, id: NodeId) -> bool {
        let Some(formula) = math::of(self.document, id) else { return false };
        self.write_formula(&formula);
        true
    }

    /// Whether a text may hold formulas that a script of the page would show.
    pub(super) fn may_have_formulas(&mut self, text: &str) -> bool {
        math::may_have_signs(text) && self.has_math_script() && !self.writer.is_in_code()
    }

    fn has_math_script(&mut self) -> bool {
        *self.has_math_script.get_or_insert_with(|| math::has_script(self.document))
    }

    pub(super) fn text_with_formulas(&mut self, text: &str) {
        for part in math::parts(text) {
            match part {
                Part::Text(text) => self.writer.text(text),
                Part::Formula(formula) => self.write_formula(&formula),
            }
        }
    }

    fn write_formula(&mut self, formula: &Formula) {
        if formula.is_block && !self.writer.is_in_cell() {
            self.end_line();
            self.writer.lines(&format!("$$\n{}\n$$", formula.tex));
            return;
        }
        self.write_breaks();
        let tex = formula.tex.split_whitespace().collect::<Vec<_>>().join(" ");
        let tex = if self.writer.is_in_cell() { tex.replace('|', "\\|") } else { tex };
        self.writer.raw(&format!("${tex}$"));
    }
}
