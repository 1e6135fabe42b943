//! Parts of lines: what is marked, and code.

use tamis_dom::{Name, NodeId, name};

use super::{Kind, Walker};
use crate::render::code;
use crate::render::markdown::writer::Mark;
use crate::render::sanitize::link_address;

impl Walker<'_> {
    /// Begins a part of a line; the node to go on with.
    pub(super) fn enter_inline(&mut self, id: NodeId, name: Name) -> usize {
        let (inside, behind) = (id.index() + 1, self.document.subtree_end(id).index());
        match name {
            name::A if !self.footnotes.is_empty() && self.sign(id) => return behind,
            name::SUP if self.footnotes.has_sign_in(self.document, id) => {}
            name::CODE if self.is_code_block(id) => {
                self.preformatted(id);
                return behind;
            }
            name::CODE | name::TT | name::SAMP | name::KBD => {
                self.write_breaks();
                self.writer.open_code();
                self.push(id, Kind::Code);
            }
            name::RP => return behind,
            name::SPAN if self.formula(id) => return behind,
            _ => {
                if let Some(mark) = self.mark_of(id, name) {
                    self.writer.open_mark(mark);
                    self.push(id, Kind::Mark);
                }
            }
        }
        inside
    }

    /// How an element marks the text in it, if it does.
    fn mark_of(&self, id: NodeId, name: Name) -> Option<Mark> {
        match name {
            name::B | name::STRONG => self.options.emphasis.then_some(Mark::Strong),
            name::I | name::EM => self.options.emphasis.then_some(Mark::Emphasis),
            name::DEL | name::S | name::STRIKE => self.options.emphasis.then_some(Mark::Deleted),
            name::SUB => Some(Mark::Tag("sub")),
            name::SUP => Some(Mark::Tag("sup")),
            name::Q => Some(Mark::Quoted),
            name::RT => Some(Mark::Annotation),
            name::A if self.links => {
                let address = self.document.attr(id, name::HREF)?;
                let address = link_address(address, &self.policy)?;
                // Places within the page are not named here, and the page itself is where the reader is.
                let leads_on = !address.is_empty() && !address.starts_with('#');
                leads_on.then(|| Mark::Link(address.into_owned()))
            }
            _ => None,
        }
    }

    /// Whether code is to be a block of its own.
    fn is_code_block(&self, id: NodeId) -> bool {
        !self.writer.is_in_cell() && !self.writer.is_in_code() && code::has_lines(self.document, id)
    }
}
