//! SVG and `MathML` in the walk.

use tamis_dom::{Name, Namespace, NodeId, Tree};

use super::super::elements::{Treatment, treatment};
use super::super::foreign::{self, Math, Svg};
use super::context::{Cell, MAX_DEPTH, Slot};
use super::{Border, End, Look, Writer};

/// HTML in what is written of SVG or `MathML`: no tag of it can be.
pub(super) fn html_in_foreign(name: Name) -> Option<End> {
    match treatment(name) {
        Treatment::Dropped | Treatment::Frame => None,
        treatment if treatment.is_within_line() => Some(End::bare(Border::None)),
        _ => Some(End::bare(Border::Gap)),
    }
}

impl<T: Tree> Writer<'_, T> {
    pub(super) fn svg(&mut self, id: NodeId, name: Name) -> Option<End> {
        let kind = foreign::svg(self.tree.document().name_str(name));
        let has_room = self.context.depth < MAX_DEPTH;
        match (self.context.slot, kind) {
            (_, Svg::Dropped) => None,
            // Text is written however deep it stands, or it would not be shown.
            (Slot::Svg, Svg::Text("text")) => Some(self.svg_element(id, kind)),
            (Slot::Svg, Svg::Root | Svg::Shape(_)) | (Slot::SvgText, Svg::Text("tspan"))
                if has_room =>
            {
                Some(self.svg_element(id, kind))
            }
            (Slot::Svg | Slot::SvgText, _) => Some(End::bare(Border::None)),
            (slot, Svg::Root) if !slot.is_foreign() && self.may_be_drawn(id) => {
                let cell = self.open_cell();
                Some(End { cell, ..self.svg_element(id, kind) })
            }
            _ => Some(self.bare_svg(kind)),
        }
    }

    /// Whether this outermost `<svg>` can be written: it is not too deep, and all in it is SVG.
    fn may_be_drawn(&self, id: NodeId) -> bool {
        let is_outermost = !self.context.in_bare_svg && !self.context.is_deep();
        is_outermost
            && !self.holds(id, |namespace, name| match namespace {
                Namespace::Html if treatment(name) == Treatment::Dropped => Look::Past,
                Namespace::Svg => match foreign::svg(self.tree.document().name_str(name)) {
                    Svg::Dropped => Look::Past,
                    Svg::Foreign => Look::Found,
                    _ => Look::Within,
                },
                _ => Look::Found,
            })
    }

    /// Leaves the tags out; what is drawn as text stays, and what is HTML again.
    fn bare_svg(&mut self, kind: Svg) -> End {
        self.context.muted = match kind {
            Svg::Text("text") | Svg::Foreign => false,
            _ => self.context.muted || !self.context.in_bare_svg,
        };
        self.context.in_bare_svg = true;
        End::bare(Border::Gap)
    }

    fn svg_element(&mut self, id: NodeId, kind: Svg) -> End {
        let (tag, slot) = match kind {
            Svg::Shape(tag) => (tag, Slot::Svg),
            Svg::Text(tag) => (tag, Slot::SvgText),
            Svg::Root | Svg::Foreign | Svg::Unwrapped | Svg::Dropped => ("svg", Slot::Svg),
        };
        let tree = self.tree;
        self.out.push('<');
        self.out.push_str(tag);
        foreign::write_svg(tree.document(), tree.attributes(id), self.policy, self.out);
        self.out.push('>');
        self.foreign_end(tag, slot)
    }

    pub(super) fn math(&mut self, id: NodeId, name: Name) -> Option<End> {
        let kind = foreign::math(self.tree.document().name_str(name));
        let (tag, slot) = match (self.context.slot, kind) {
            (_, Math::Dropped) => return None,
            _ if self.context.is_deep() => return Some(End::bare(Border::None)),
            (Slot::Math, Math::Root) => ("mrow", Slot::Math),
            (Slot::Math, Math::Group(tag)) => (tag, Slot::Math),
            (Slot::Math, Math::Token(tag)) => (tag, Slot::MathToken),
            (slot, Math::Root) if !slot.is_foreign() => ("math", Slot::Math),
            _ => return Some(End::bare(Border::None)),
        };
        let cell = self.open_cell();
        let tree = self.tree;
        self.out.push('<');
        self.out.push_str(tag);
        foreign::write_math(tree.document(), tree.attributes(id), self.policy, self.out);
        self.out.push('>');
        Some(End { cell, ..self.foreign_end(tag, slot) })
    }

    fn foreign_end(&mut self, tag: &'static str, slot: Slot) -> End {
        self.context.slot = slot;
        self.context.depth += 1;
        self.context.in_bare_svg = false;
        self.context.muted = false;
        End { tag: Some(tag), cell: Cell(&[]), border: Border::None }
    }
}
