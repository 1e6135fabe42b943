//! What is open where something is to be written, and what may stand there.

use super::super::elements::Treatment;

/// How deep elements are nested in what is written, cells that stand deeper not counted. Browsers attach what is deeper
/// than 512 elements elsewhere; this leaves as much for the page around.
pub(super) const MAX_DEPTH: u16 = 256;

/// What stands innermost in what was written so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Slot {
    /// An element of HTML without more ado.
    Flow,
    /// `h1` to `h6`.
    Heading,
    /// An element that `rt` and `rp` end: a paragraph, an item, a term, another `rt`.
    Implied,
    /// `rtc`, which `rt` and `rp` do not end, but `rb` does.
    RubyText,
    Table,
    Section,
    Row,
    Svg,
    SvgText,
    Math,
    /// A token of `MathML`: text only.
    MathToken,
}

impl Slot {
    pub(super) fn is_foreign(self) -> bool {
        matches!(self, Slot::Svg | Slot::SvgText | Slot::Math | Slot::MathToken)
    }

    /// The parts of a table that are missing here around something that is to stand in a cell, outermost first; none outside
    /// of tables.
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

/// Where this is a part of a table that may stand here: what is missing around it.
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

/// What is open, as far as it matters for what comes next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context {
    pub(super) slot: Slot,
    /// Elements written and not closed.
    pub(super) depth: u16,
    /// Whether a link is open that another would end.
    pub(super) in_link: bool,
    /// Whether an item is open that another would end.
    pub(super) in_item: bool,
    /// Whether a term is open that another would end.
    pub(super) in_term: bool,
    /// Whether this is in an `<svg>` that is not written.
    pub(super) in_bare_svg: bool,
    /// Whether text here is not shown.
    pub(super) muted: bool,
}

impl Context {
    pub(super) const OUTERMOST: Context = Context {
        slot: Slot::Flow,
        depth: 0,
        in_link: false,
        in_item: false,
        in_term: false,
        in_bare_svg: false,
        muted: false,
    };

    /// Whether another element would be too deep.
    pub(super) fn is_deep(self) -> bool {
        usize::from(self.depth) + self.slot.missing_cell().0.len() >= usize::from(MAX_DEPTH)
    }

    /// The context behind the start tag of an element that is written.
    pub(super) fn within(self, treatment: Treatment) -> Context {
        let mut context = Context { slot: Slot::Flow, depth: self.depth + 1, ..self };
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
