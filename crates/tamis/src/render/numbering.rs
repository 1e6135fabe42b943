//! The numbers of the items of lists.

use tamis_dom::{Document, NodeId, name};

/// The numbers of a list's items, one after the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbering {
    /// The number that comes next; `None` where items have none.
    next: Option<i64>,
    step: i64,
}

impl Numbering {
    /// The numbers of this list: those of `<ol>` begin at `start`, else at 1, and go down where it is `reversed`, then to 1
    /// from how many items there are. Source: HTML standard, 4.4.5, "The ol element".
    pub(super) fn of(document: &Document, list: NodeId) -> Numbering {
        if !document.is_html(list, name::OL) {
            return Numbering { next: None, step: 0 };
        }
        let is_reversed = document.attr(list, name::REVERSED).is_some();
        let count = || document.children(list).filter(|&id| document.is_html(id, name::LI)).count();
        let first = || if is_reversed { i64::try_from(count()).unwrap_or(1) } else { 1 };
        let next = number(document, list, name::START).unwrap_or_else(first);
        Numbering { next: Some(next), step: if is_reversed { -1 } else { 1 } }
    }

    /// Whether the numbers go on where those of another list end.
    pub(super) fn continues(&self, before: &Numbering) -> bool {
        self.next.is_some() && self.next == before.next && self.step == before.step
    }

    /// The number of the item that comes now, which it may name itself; `None` where items have none.
    pub(super) fn take(&mut self, document: &Document, item: NodeId) -> Option<i64> {
        let next = self.next.as_mut()?;
        let number = number(document, item, name::VALUE).unwrap_or(*next);
        *next = number.saturating_add(self.step);
        Some(number)
    }
}

fn number(document: &Document, id: NodeId, attr: tamis_dom::Name) -> Option<i64> {
    document.attr(id, attr).and_then(|value| value.trim().parse().ok())
}
