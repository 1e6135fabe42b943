//! Tables: which are grids of short texts, and which only place things on the page.

use tamis_dom::{Document, NameSet, NodeId, NodeKind, name};

use crate::node_set::NodeSet;

/// How a table is written.
#[derive(Debug)]
pub(super) enum Layout {
    /// Its cells as blocks, one behind the other.
    Flow,
    /// As a table.
    Grid(Grid),
}

/// The most columns and rows that a cell spans here.
const MAX_SPAN: usize = 64;

/// What no cell of a grid can hold.
const NEVER: NameSet = NameSet::of(&[name::BLOCKQUOTE, name::PRE, name::TABLE]);

/// What the cells of a grid hold only if it has headings of rows or columns: without them it is the frame of a page.
const SELDOM: NameSet = NameSet::of(&[name::DL, name::HR, name::OL, name::UL]);

/// The most columns of a grid.
const MAX_COLUMNS: usize = 256;

/// The most characters of a cell of a grid without headings. Unicode scalar values.
const MAX_CELL_CHARS: usize = 400;

/// A table that is open.
#[derive(Debug, Default)]
pub(super) struct Grid {
    /// How many columns it has.
    pub(super) columns: usize,
    /// The rows that are written, in the page's order.
    rows: Vec<NodeId>,
    /// How many rows more each column is covered by a cell above.
    covered: Vec<usize>,
    /// The column that comes next.
    column: usize,
    /// The first row is written.
    is_begun: bool,
    /// The columns and rows that each cell spans, in the page's order.
    spans: Vec<(NodeId, usize, usize)>,
}

impl Layout {
    /// The layout of a table by what is kept of it. A table has two columns and two rows at least, or headings; its cells
    /// hold lines alone, and without headings no long ones.
    pub(super) fn of(document: &Document, texts: &NodeSet, table: NodeId) -> Layout {
        let role = document.attr(table, name::ROLE).unwrap_or_default();
        if matches!(role, "presentation" | "none") {
            return Layout::Flow;
        }
        let mut survey = Survey::default();
        let end = document.subtree_end(table).index();
        for id in (table.index() + 1..end).map(NodeId::from_index) {
            match document.kind(id) {
                NodeKind::Text if texts.contains(id) => survey.text(document.text(id)),
                NodeKind::Element if !survey.element(document, id) => return Layout::Flow,
                _ => {}
            }
        }
        survey.end_row();
        survey.layout()
    }
}

/// What is seen of a table.
#[derive(Debug, Default)]
struct Survey {
    grid: Grid,
    row: Option<NodeId>,
    /// The column behind the cell that is open.
    column: usize,
    /// The column behind the last cell with text.
    filled: usize,
    cell_chars: usize,
    longest: usize,
    has_headings: bool,
    has_lists: bool,
}

impl Survey {
    fn text(&mut self, text: &str) {
        let chars = text.trim().chars().count();
        if chars > 0 && self.row.is_some() {
            self.filled = self.column;
            self.cell_chars += chars;
            self.longest = self.longest.max(self.cell_chars);
        }
    }

    /// Looks at an element; whether the table can still be a grid.
    fn element(&mut self, document: &Document, id: NodeId) -> bool {
        let Some(name) = document.name(id) else { return true };
        match name {
            name::TR => {
                self.end_row();
                self.row = Some(id);
            }
            name::TD | name::TH => {
                self.has_headings |= name == name::TH;
                let span = |attr| span(document, id, attr);
                let (across, down) = (span(name::COLSPAN), span(name::ROWSPAN));
                self.grid.spans.push((id, across, down));
                self.column += across;
                self.cell_chars = 0;
            }
            _ => {
                self.has_lists |= SELDOM.contains(name);
                return !NEVER.contains(name);
            }
        }
        true
    }

    fn end_row(&mut self) {
        if let Some(row) = self.row.take().filter(|_| self.filled > 0) {
            self.grid.rows.push(row);
            self.grid.columns = self.grid.columns.max(self.filled);
        }
        (self.column, self.filled) = (0, 0);
    }

    fn layout(mut self) -> Layout {
        let rows = self.grid.rows.len();
        let has_size = (2..=MAX_COLUMNS).contains(&self.grid.columns)
            && (rows > 1 || self.has_headings && rows > 0);
        let has_short_cells =
            self.has_headings || !self.has_lists && self.longest <= MAX_CELL_CHARS;
        if !has_size || !has_short_cells {
            return Layout::Flow;
        }
        self.grid.covered = vec![0; self.grid.columns];
        Layout::Grid(self.grid)
    }
}

fn span(document: &Document, cell: NodeId, attr: tamis_dom::Name) -> usize {
    let value = document.attr(cell, attr).and_then(|value| value.trim().parse::<usize>().ok());
    value.unwrap_or(1).clamp(1, MAX_SPAN)
}

impl Grid {
    /// Begins a row; whether anything of it is kept.
    pub(super) fn begin_row(&mut self, row: NodeId) -> bool {
        self.column = 0;
        self.rows.binary_search(&row).is_ok()
    }

    /// Begins a cell; how many columns before it are covered by cells above, and how many it spans. One behind the last
    /// column with text is not written.
    pub(super) fn begin_cell(&mut self, cell: NodeId) -> Option<(usize, usize)> {
        let place = self.spans.binary_search_by_key(&cell, |&(id, ..)| id);
        let (_, across, down) = place.map_or((cell, 1, 1), |at| self.spans[at]);
        let covered = self.skip_covered();
        let across = across.min(self.columns.saturating_sub(self.column));
        for rows in self.covered.iter_mut().skip(self.column).take(across) {
            *rows = down - 1;
        }
        self.column += across;
        (across > 0).then_some((covered, across))
    }

    fn skip_covered(&mut self) -> usize {
        let first = self.column;
        while let Some(rows) = self.covered.get_mut(self.column).filter(|rows| **rows > 0) {
            *rows -= 1;
            self.column += 1;
        }
        self.column - first
    }

    /// Whether a row is written already.
    pub(super) fn is_begun(&self) -> bool {
        self.is_begun
    }

    /// Ends a row; whether it was the first.
    pub(super) fn end_row(&mut self) -> bool {
        for rows in self.covered.iter_mut().skip(self.column) {
            *rows = rows.saturating_sub(1);
        }
        !std::mem::replace(&mut self.is_begun, true)
    }
}
