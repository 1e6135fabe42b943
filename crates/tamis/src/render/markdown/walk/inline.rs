//! Inline elements: marks and code.

use tamis_dom::{Document, Name, NodeId, name};

use super::{EndAction, MarkdownWalker};
use crate::render::markdown::writer::Mark;
use crate::sanitize::link_address;
use crate::structure::code;

impl MarkdownWalker<'_> {
    /// Begins an inline element. Returns the index of the next node to visit.
    pub(super) fn enter_inline(&mut self, id: NodeId, name: Name) -> usize {
        let (inside, after) = (id.index() + 1, self.document.subtree_end(id).index());
        match name {
            _ if !self.footnotes.is_empty() && self.footnote_reference(id) => return after,
            name::SUP if self.footnotes.has_reference_in(self.document, id) => {}
            name::CODE if self.is_code_block(id) => {
                self.preformatted(id);
                return after;
            }
            name::CODE | name::TT | name::SAMP | name::KBD => {
                self.write_breaks();
                self.writer.open_code();
                self.push(id, EndAction::Code);
            }
            name::RP => return after,
            _ => {
                if let Some(mark) = self.mark_of(id, name) {
                    self.writer.open_mark(mark);
                    self.push(id, EndAction::Mark);
                }
            }
        }
        inside
    }

    /// Returns the mark for the text in an element, if it makes one.
    fn mark_of(&self, id: NodeId, name: Name) -> Option<Mark> {
        match name {
            name::B | name::STRONG => self.options.emphasis.then_some(Mark::Strong),
            name::I | name::EM => self.options.emphasis.then_some(Mark::Emphasis),
            name::DEL | name::S | name::STRIKE => self.options.emphasis.then_some(Mark::Deleted),
            name::SUB => Some(Mark::Tag("sub")),
            name::SUP => Some(Mark::Tag("sup")),
            name::Q => Some(Mark::Quoted),
            name::RT => Some(Mark::Annotation),
            // "It costs <span style="text-decoration:line-through">5</span> 6."
            name::SPAN if is_struck(self.document, id) => {
                self.options.emphasis.then_some(Mark::Deleted)
            }
            name::A if self.links => {
                let address = self.document.attr(id, name::HREF)?;
                let address = link_address(address, &self.policy)?;
                // Links within the page are written as text, because ids of the page are not
                // written, so they have no target.
                let leads_on = !address.is_empty() && !address.starts_with('#');
                leads_on.then(|| Mark::Link(address.into_owned()))
            }
            _ => None,
        }
    }

    /// Returns true if inline code becomes a code block.
    fn is_code_block(&self, id: NodeId) -> bool {
        !self.writer.is_in_cell() && !self.writer.is_in_code() && code::has_lines(self.document, id)
    }
}

/// True for an element whose own style strikes its text out.
fn is_struck(document: &Document, id: NodeId) -> bool {
    let style = document.attr(id, name::STYLE).unwrap_or_default();
    style.contains("line-through")
}
