//! The numbers of list items, and the states of tasks.

use tamis_dom::{Document, NodeId, name};

/// The numbers of the items of one list, in order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbering {
    /// The next item's number, or `None` if items have no numbers.
    next: Option<i64>,
    step: i64,
}

impl Numbering {
    /// Returns the numbering of a list.
    ///
    /// An `<ol>` begins at its `start`, else at 1. A `reversed` one counts down, by default from
    /// the number of its items to 1. Source: HTML standard, 4.4.5 "The ol element".
    pub(crate) fn of(document: &Document, list: NodeId) -> Numbering {
        if !document.is_html(list, name::OL) {
            return Numbering { next: None, step: 0 };
        }
        let is_reversed = document.attr(list, name::REVERSED).is_some();
        let count = || document.children(list).filter(|&id| document.is_html(id, name::LI)).count();
        let first = || if is_reversed { i64::try_from(count()).unwrap_or(1) } else { 1 };
        let next = number(document, list, name::START).unwrap_or_else(first);
        Numbering { next: Some(next), step: if is_reversed { -1 } else { 1 } }
    }

    /// True if these numbers continue where those of another list end.
    pub(crate) fn continues(&self, before: &Numbering) -> bool {
        self.next.is_some() && self.next == before.next && self.step == before.step
    }

    /// Returns the number of the next item, which its `value` may set. `None` if items have no
    /// numbers.
    pub(crate) fn take(&mut self, document: &Document, item: NodeId) -> Option<i64> {
        let next = self.next.as_mut()?;
        let number = number(document, item, name::VALUE).unwrap_or(*next);
        *next = number.saturating_add(self.step);
        Some(number)
    }
}

/// Returns the state of an item that is a task by its own attribute or class, without a box that is
/// an `<input>`. Sources: `TipTap` (`data-checked`), Confluence (`inline-task-list`), Notion
/// (`to-do-list`, where an element at the begin of the item has the state).
pub(crate) fn checked_item(document: &Document, item: NodeId) -> Option<bool> {
    let has = |id: NodeId, part: &str| {
        document.attr(id, name::CLASS).is_some_and(|class| class.contains(part))
    };
    let list = document.parent(item)?;
    if has(list, "to-do-list") {
        let first = document.elements(item).nth(1).filter(|&id| has(id, "checkbox"))?;
        return Some(has(first, "checkbox-on"));
    }
    if has(list, "inline-task-list") {
        return Some(has(item, "checked"));
    }
    let state = document.attrs(item).iter().find(|attr| {
        attr.name() != name::CLASS && document.name_str(attr.name()) == "data-checked"
    })?;
    Some(document.attr_value(state) == "true")
}

fn number(document: &Document, id: NodeId, attr: tamis_dom::Name) -> Option<i64> {
    document.attr(id, attr).and_then(|value| value.trim().parse().ok())
}

/// Returns the state of a task, or `None` for an input that is no task. The boxes of tasks are
/// disabled; other boxes belong to menus.
pub(crate) fn checked(document: &Document, input: NodeId) -> Option<bool> {
    let has = |attr| document.attr(input, attr).is_some();
    let is_box =
        document.attr(input, name::TYPE).is_some_and(|kind| kind.eq_ignore_ascii_case("checkbox"));
    (is_box && has(name::DISABLED)).then(|| has(name::CHECKED))
}
