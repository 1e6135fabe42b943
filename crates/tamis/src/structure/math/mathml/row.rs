//! Rows: the children of an element one after the other, with the fences among them.

use tamis_dom::{NodeId, NodeKind};

use super::{Converter, Task};

/// The environments of `amsmath` that show a table and the fences around it.
const FENCED_TABLES: [(char, char, &str); 5] = [
    ('(', ')', "pmatrix"),
    ('[', ']', "bmatrix"),
    ('{', '}', "Bmatrix"),
    ('|', '|', "vmatrix"),
    ('‖', '‖', "Vmatrix"),
];

/// The side of a fence.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Opening,
    Closing,
}

impl Converter<'_> {
    /// Writes the children of an element. Fences that belong together stretch around tall content.
    pub(crate) fn row(&mut self, id: NodeId, depth: u8) {
        let document = self.document;
        let is_shown = |&id: &NodeId| match document.kind(id) {
            NodeKind::Element => true,
            NodeKind::Text => !document.text(id).trim().is_empty(),
            _ => false,
        };
        let items: Vec<_> = document.children(id).filter(is_shown).collect();
        let mut tasks: Vec<_> = items.iter().map(|&id| Task::Node(id, depth)).collect();
        let bar = self.bar_around(&items);
        let mut open = Vec::new();
        for (at, &item) in items.iter().enumerate() {
            let is_around = bar.is_some() && (at == 0 || at + 1 == items.len());
            match self.side(item, is_around.then_some(at == 0)) {
                Some(Side::Opening) => open.push(at),
                Some(Side::Closing) => {
                    if let Some(begin) = open.pop() {
                        self.pair(&items, begin, at, &mut tasks);
                    }
                }
                None => {}
            }
        }
        if let [.., brace] = open[..] {
            self.cases(&items, brace, &mut tasks);
        }
        self.then(&tasks);
    }

    /// Returns the bar with which a row begins and ends.
    fn bar_around(&self, items: &[NodeId]) -> Option<char> {
        let [first, .., last] = *items else { return None };
        let bar = self.only_char(first).filter(|&char| is_bar(char))?;
        (self.only_char(last) == Some(bar)).then_some(bar)
    }

    /// Returns the side of a fence, or `None` for other content. A bar around the row `begins` it
    /// or ends it; the side of other bars is in an attribute.
    fn side(&self, id: NodeId, begins: Option<bool>) -> Option<Side> {
        if self.document.local_name(id) != Some("mo") {
            return None;
        }
        match self.only_char(id)? {
            '(' | '[' | '{' | '⟨' | '⌈' | '⌊' | '⟦' => Some(Side::Opening),
            ')' | ']' | '}' | '⟩' | '⌉' | '⌋' | '⟧' => Some(Side::Closing),
            bar if is_bar(bar) => match (self.attr(id, "form"), begins) {
                (Some("prefix"), _) | (None, Some(true)) => Some(Side::Opening),
                (Some("postfix"), _) | (None, Some(false)) => Some(Side::Closing),
                _ => None,
            },
            _ => None,
        }
    }

    /// Joins two fences: with the table or the fraction between them, or around tall content.
    fn pair(&self, items: &[NodeId], begin: usize, end: usize, tasks: &mut [Task]) {
        let (left, right) = (items[begin], items[end]);
        let fences = (self.only_char(left), self.only_char(right));
        if let [Task::Node(only, depth)] = tasks[begin + 1..end] {
            let known = FENCED_TABLES.iter().find(|table| fences == (Some(table.0), Some(table.1)));
            let whole = match self.document.local_name(only) {
                Some("mtable") => {
                    known.map(|&(_, _, environment)| Task::Table(only, depth, environment))
                }
                Some("mfrac") if fences == (Some('('), Some(')')) && self.has_no_line(only) => {
                    Some(Task::Binomial(only, depth))
                }
                _ => None,
            };
            if let Some(whole) = whole {
                tasks[begin..=end].fill(Task::Tex(""));
                tasks[begin] = whole;
                return;
            }
        }
        let stretches = |id| self.attr(id, "stretchy");
        let is_tall = || self.is_tall(left, right) && stretches(left) != Some("false");
        if stretches(left) == Some("true") || is_tall() {
            tasks[begin] = Task::Fence(left, r"\left");
            tasks[end] = Task::Fence(right, r"\right");
        }
    }

    /// Joins a brace with the table after it, at the end of the row.
    fn cases(&self, items: &[NodeId], brace: usize, tasks: &mut [Task]) {
        let after = &items[brace + 1..];
        let is_empty = |&id: &NodeId| self.document.text(id).trim().is_empty();
        let Some((&table, rest)) = after.split_first() else { return };
        if self.only_char(items[brace]) == Some('{')
            && self.document.local_name(table) == Some("mtable")
            && rest.iter().all(is_empty)
            && let Task::Node(_, depth) = tasks[brace + 1]
        {
            tasks[brace] = Task::Table(table, depth, "cases");
            tasks[brace + 1] = Task::Tex("");
        }
    }
}

/// True for a fence that looks the same on both sides.
fn is_bar(char: char) -> bool {
    matches!(char, '|' | '‖' | '∣' | '∥')
}
