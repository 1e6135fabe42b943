//! The walk through SVG and `MathML`.

use tamis_dom::{Name, Namespace, NodeId, Tree};

use super::super::elements::{Treatment, treatment};
use super::super::foreign::{self, MathTreatment, SvgTreatment};
use super::context::{Cell, MAX_DEPTH, Slot};
use super::{Border, HtmlWriter, PendingEnd, SearchStep};

/// Ends HTML within written SVG or `MathML`, where its tags are not allowed.
pub(super) fn html_in_foreign(name: Name) -> Option<PendingEnd> {
    match treatment(name) {
        Treatment::Dropped | Treatment::Frame => None,
        treatment if treatment.is_within_line() => Some(PendingEnd::bare(Border::None)),
        _ => Some(PendingEnd::bare(Border::Gap)),
    }
}

impl<T: Tree> HtmlWriter<'_, T> {
    pub(super) fn svg(&mut self, id: NodeId, name: Name) -> Option<PendingEnd> {
        let kind = foreign::svg(self.tree.document().name_str(name));
        let has_room = self.context.depth < MAX_DEPTH;
        match (self.context.slot, kind) {
            (_, SvgTreatment::Dropped) => None,
            // Text is written at any depth, else it would not be visible.
            (Slot::Svg, SvgTreatment::Text("text")) => Some(self.svg_element(id, kind)),
            (Slot::Svg, SvgTreatment::Root | SvgTreatment::Shape(_))
            | (Slot::SvgText, SvgTreatment::Text("tspan"))
                if has_room =>
            {
                Some(self.svg_element(id, kind))
            }
            (Slot::Svg | Slot::SvgText, _) => Some(PendingEnd::bare(Border::None)),
            (slot, SvgTreatment::Root) if !slot.is_foreign() && self.may_be_drawn(id) => {
                let cell = self.open_cell();
                Some(PendingEnd { cell, ..self.svg_element(id, kind) })
            }
            _ => Some(self.bare_svg(kind)),
        }
    }

    /// Returns true if this outermost `<svg>` can be written: it is not too deep, and contains only
    /// SVG.
    fn may_be_drawn(&self, id: NodeId) -> bool {
        let is_outermost = !self.context.in_bare_svg && !self.context.is_deep();
        is_outermost
            && !self.holds(id, |namespace, name| match namespace {
                Namespace::Html if treatment(name) == Treatment::Dropped => SearchStep::Skip,
                Namespace::Svg => match foreign::svg(self.tree.document().name_str(name)) {
                    SvgTreatment::Dropped => SearchStep::Skip,
                    SvgTreatment::Foreign => SearchStep::Found,
                    _ => SearchStep::Enter,
                },
                _ => SearchStep::Found,
            })
    }

    /// Leaves out the tags. Drawn text and HTML stay visible, other text does not.
    fn bare_svg(&mut self, kind: SvgTreatment) -> PendingEnd {
        self.context.muted = match kind {
            SvgTreatment::Text("text") | SvgTreatment::Foreign => false,
            _ => self.context.muted || !self.context.in_bare_svg,
        };
        self.context.in_bare_svg = true;
        PendingEnd::bare(Border::Gap)
    }

    fn svg_element(&mut self, id: NodeId, kind: SvgTreatment) -> PendingEnd {
        let (tag, slot) = match kind {
            SvgTreatment::Shape(tag) => (tag, Slot::Svg),
            SvgTreatment::Text(tag) => (tag, Slot::SvgText),
            SvgTreatment::Root
            | SvgTreatment::Foreign
            | SvgTreatment::Unwrapped
            | SvgTreatment::Dropped => ("svg", Slot::Svg),
        };
        let tree = self.tree;
        self.out.push('<');
        self.out.push_str(tag);
        foreign::write_svg(tree.document(), tree.attributes(id), self.policy, self.out);
        self.out.push('>');
        self.foreign_end(tag, slot)
    }

    pub(super) fn math(&mut self, id: NodeId, name: Name) -> Option<PendingEnd> {
        let kind = foreign::math(self.tree.document().name_str(name));
        let (tag, slot) = match (self.context.slot, kind) {
            (_, MathTreatment::Dropped) => return None,
            _ if self.context.is_deep() => return Some(PendingEnd::bare(Border::None)),
            (Slot::Math, MathTreatment::Root) => ("mrow", Slot::Math),
            (Slot::Math, MathTreatment::Group(tag)) => (tag, Slot::Math),
            (Slot::Math, MathTreatment::Token(tag)) => (tag, Slot::MathToken),
            (slot, MathTreatment::Root) if !slot.is_foreign() => ("math", Slot::Math),
            _ => return Some(PendingEnd::bare(Border::None)),
        };
        let cell = self.open_cell();
        let tree = self.tree;
        self.out.push('<');
        self.out.push_str(tag);
        foreign::write_math(tree.document(), tree.attributes(id), self.policy, self.out);
        self.out.push('>');
        Some(PendingEnd { cell, ..self.foreign_end(tag, slot) })
    }

    fn foreign_end(&mut self, tag: &'static str, slot: Slot) -> PendingEnd {
        self.context.slot = slot;
        self.context.depth += 1;
        self.context.in_bare_svg = false;
        self.context.muted = false;
        PendingEnd { tag: Some(tag), cell: Cell(&[]), border: Border::None }
    }
}
