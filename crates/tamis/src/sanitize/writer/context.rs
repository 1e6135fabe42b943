//! The open elements at a position of the output, and what is allowed there.

use super::super::elements::Treatment;

/// The deepest nesting of written elements, not counting table cells added deeper. Browsers
/// reattach elements deeper than 512 elsewhere, so this leaves as much depth to the page around.
pub(super) const MAX_DEPTH: u16 = 256;

/// The kind of the innermost written element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Slot {
    /// An ordinary HTML element.
    Flow,
    /// `h1` to `h6`.
    Heading,
    /// An element that `rt` and `rp` end: a paragraph, an item, a term, another `rt`.
    Implied,
    /// `rtc`, which `rb` ends but `rt` and `rp` do not.
    RubyText,
    Table,
    Section,
    Row,
    Svg,
    SvgText,
    Math,
    /// A token of `MathML`, which contains only text.
    MathToken,
}

impl Slot {
    pub(super) fn is_foreign(self) -> bool {
        matches!(self, Slot::Svg | Slot::SvgText | Slot::Math | Slot::MathToken)
    }

    /// Returns the parts of a table that are missing around content of a cell, outermost first.
    /// Empty outside of tables.
    pub(super) fn missing_cell(self) -> Cell {
        Cell(match self {
            Slot::Table => &["tbody", "tr", "td"],
            Slot::Section => &["tr", "td"],
            Slot::Row => &["td"],
            _ => &[],
        })
    }
}

/// The parts of a table that are written around something, outermost first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell(pub(super) &'static [&'static str]);

/// Returns the missing parts around a part of a table, or `None` if this is no part of a table that
/// is allowed here.
pub(super) fn part_of_table(treatment: Treatment, slot: Slot) -> Option<Cell> {
    Some(Cell(match (treatment, slot) {
        (Treatment::Section | Treatment::Caption, Slot::Table)
        | (Treatment::Row, Slot::Section)
        | (Treatment::Cell, Slot::Row) => &[],
        (Treatment::Row, Slot::Table) => &["tbody"],
        (Treatment::Cell, Slot::Section) => &["tr"],
        (Treatment::Cell, Slot::Table) => &["tbody", "tr"],
        _ => return None,
    }))
}

/// The open elements, as far as they affect what comes next.
#[derive(Clone, Copy, Debug)]
pub(super) struct ParserContext {
    pub(super) slot: Slot,
    /// The number of written elements that are not closed.
    pub(super) depth: u16,
    /// A link is open that another link would end.
    pub(super) in_link: bool,
    /// An item is open that another item would end.
    pub(super) in_item: bool,
    /// A term is open that another term would end.
    pub(super) in_term: bool,
    /// Within an `<svg>` whose tags are left out.
    pub(super) in_bare_svg: bool,
    /// Text is not visible here.
    pub(super) muted: bool,
}

impl ParserContext {
    pub(super) const OUTERMOST: ParserContext = ParserContext {
        slot: Slot::Flow,
        depth: 0,
        in_link: false,
        in_item: false,
        in_term: false,
        in_bare_svg: false,
        muted: false,
    };

    /// Returns true if another element would be too deep.
    pub(super) fn is_deep(self) -> bool {
        usize::from(self.depth) + self.slot.missing_cell().0.len() >= usize::from(MAX_DEPTH)
    }

    /// Returns the context after the start tag of a written element.
    pub(super) fn within(self, treatment: Treatment) -> ParserContext {
        let mut context = ParserContext { slot: Slot::Flow, depth: self.depth + 1, ..self };
        match treatment {
            Treatment::Link => context.in_link = true,
            Treatment::Paragraph
            | Treatment::Item
            | Treatment::Term
            | Treatment::RubyPart
            | Treatment::RubyBase => context.slot = Slot::Implied,
            Treatment::RubyContainer => context.slot = Slot::RubyText,
            Treatment::Heading => context.slot = Slot::Heading,
            Treatment::Table => context.slot = Slot::Table,
            Treatment::Section => context.slot = Slot::Section,
            Treatment::Row => context.slot = Slot::Row,
            Treatment::Cell | Treatment::Caption => context.in_link = false,
            _ => {}
        }
        if treatment.keeps_items_open() {
            context.in_item = treatment == Treatment::Item;
            context.in_term = treatment == Treatment::Term;
        }
        context
    }
}
