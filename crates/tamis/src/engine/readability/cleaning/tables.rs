//! Tells data tables from layout tables.

use std::collections::HashSet;

use tamis_dom::{NodeId, NodeKind, WorkingTree, name};

use crate::engine::readability::grab::Grab;
use crate::engine::readability::text::is_js_space;

/// The contents of an element that matter for tables.
#[derive(Clone, Copy, Debug, Default)]
struct Below {
    /// True if the first caption has children; `None` without a caption.
    caption: Option<bool>,
    /// True if it contains an element that only data tables have.
    has_data_part: bool,
    has_table: bool,
    rows: f64,
    columns: f64,
    /// Cells, with their column spans, of all rows together.
    cells: f64,
}

impl Below {
    fn add(&mut self, child: Below) {
        self.caption = self.caption.or(child.caption);
        self.has_data_part |= child.has_data_part;
        self.has_table |= child.has_table;
        self.rows += child.rows;
        self.columns = self.columns.max(child.columns);
        self.cells += child.cells;
    }
}

impl Grab<'_, '_> {
    /// Returns the data tables in the article.
    ///
    /// Source: `_markDataTables`.
    pub(super) fn data_tables(&self, article: NodeId) -> HashSet<NodeId> {
        let tree = &self.tree;
        let mut found = HashSet::new();
        // The first entry is for what contains the article.
        let mut open = vec![Below::default()];
        for step in tree.walk(article) {
            match step {
                tamis_dom::Step::Enter(id) if tree.kind(id) == NodeKind::Element => {
                    let is_caption = tree.name(id) == Some(name::CAPTION);
                    let caption = is_caption.then(|| tree.first_child(id).is_some());
                    open.push(Below { caption, ..Below::default() });
                }
                tamis_dom::Step::Leave(id) if tree.kind(id) == NodeKind::Element => {
                    let mut below = open.pop().expect("the element was entered");
                    if tree.name(id) == Some(name::TABLE) && is_data_table(tree, id, &below) {
                        found.insert(id);
                    }
                    count(tree, id, &mut below);
                    open.last_mut().expect("one entry stays below the article").add(below);
                }
                _ => {}
            }
        }
        found
    }
}

/// Adds the element itself to its contents.
///
/// Source: `_markDataTables`, `_getRowAndColumnCount`.
fn count(tree: &WorkingTree<'_>, id: NodeId, below: &mut Below) {
    match tree.name(id) {
        Some(name::TABLE) => below.has_table = true,
        Some(name::COL | name::COLGROUP | name::TFOOT | name::THEAD | name::TH) => {
            below.has_data_part = true;
        }
        Some(name::TR) => {
            below.rows += span(tree.attr(id, name::ROWSPAN));
            below.columns = below.columns.max(below.cells);
        }
        Some(name::TD) => below.cells += span(tree.attr(id, name::COLSPAN)),
        _ => {}
    }
}

fn is_data_table(tree: &WorkingTree<'_>, table: NodeId, below: &Below) -> bool {
    if tree.attr(table, name::ROLE) == Some("presentation")
        || tree.attr(table, name::DATATABLE) == Some("0")
    {
        return false;
    }
    let has_summary = tree.attr(table, name::SUMMARY).is_some_and(|summary| !summary.is_empty());
    if has_summary || below.caption == Some(true) || below.has_data_part {
        return true;
    }
    if below.has_table || is_exactly(below.columns, 1.0) || is_exactly(below.rows, 1.0) {
        return false;
    }
    below.rows >= 10.0 || below.columns > 4.0 || below.rows * below.columns > 10.0
}

/// Returns true if both are the same number. Spans are whole numbers, whose sums are exact.
fn is_exactly(count: f64, number: f64) -> bool {
    (count - number).abs() < f64::EPSILON
}

/// Returns the number of rows or columns in a span attribute. Like `parseInt(value, 10) || 1` it
/// can be negative and has no upper limit.
fn span(value: Option<&str>) -> f64 {
    let value = value.unwrap_or_default().trim_start_matches(is_js_space);
    let (sign, digits) = match value.as_bytes().first() {
        Some(b'-') => (-1.0, &value[1..]),
        Some(b'+') => (1.0, &value[1..]),
        _ => (1.0, value),
    };
    let end = digits.bytes().take_while(u8::is_ascii_digit).count();
    match digits[..end].parse::<f64>() {
        Ok(number) if number > 0.0 => sign * number,
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_equal_parse_int() {
        let check = |value, expected: f64| assert!(is_exactly(span(value), expected), "{value:?}");
        check(None, 1.0);
        check(Some(""), 1.0);
        check(Some("0"), 1.0);
        check(Some("x"), 1.0);
        check(Some(" 3px"), 3.0);
        check(Some("\u{a0}+2"), 2.0);
        check(Some("-2"), -2.0);
        check(Some("9007199254740991"), 9_007_199_254_740_991.0);
        assert!(span(Some(&"9".repeat(400))).is_infinite());
    }
}
