//! Tables: which are grids of short texts, and which only place things on the page.

use tamis_dom::{Document, NameSet, NodeId, NodeKind, name};

use super::{TableStyle, code};
use crate::node_set::NodeSet;

/// How a table is written.
#[derive(Debug)]
pub(super) enum Layout {
    /// Its cells as blocks, one behind the other.
    Flow,
    /// As a table.
    Grid(Grid),
    /// As a table that has more in it than signs can say.
    Html,
}

/// The most columns and rows that a cell spans here.
const MAX_SPAN: usize = 64;

/// What no cell between signs can hold, and cells of a table only if it has headings of rows or columns.
const BLOCKS: NameSet = NameSet::of(&[name::BLOCKQUOTE, name::PRE, name::TABLE]);

/// What cells hold only if the table has headings of rows or columns: without them it is the frame of a page.
const SELDOM: NameSet = NameSet::of(&[name::DL, name::HR, name::OL, name::UL]);

/// The most columns of a grid.
const MAX_COLUMNS: usize = 256;

/// The most characters of a cell of a table without headings, and of one that holds a table. Unicode scalar values.
const MAX_CELL_CHARS: usize = 400;

/// The most nodes of tables in a table of data: each is looked at once more for each table around it.
const MAX_INNER_NODES: usize = 1000;

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
    /// What each cell spans, in the page's order.
    spans: Vec<Span>,
}

/// How many columns and rows a cell spans.
#[derive(Clone, Copy, Debug)]
struct Span {
    cell: NodeId,
    across: usize,
    down: usize,
    /// The column it begins in, as far as no cell above spans this one.
    column: usize,
    /// It is the only cell of its row.
    is_alone: bool,
}

impl Layout {
    /// The layout of a table by what is kept of it: texts, and images where these are written. A table of data has two columns and two rows at least, or headings; without
    /// headings its cells hold lines alone, and no long ones.
    pub(super) fn of(
        document: &Document,
        kept: &NodeSet,
        table: NodeId,
        style: TableStyle,
    ) -> Layout {
        let role = document.attr(table, name::ROLE).unwrap_or_default();
        if matches!(role, "presentation" | "none") || style == TableStyle::Blocks {
            return Layout::Flow;
        }
        let mut survey = Survey::default();
        let end = document.subtree_end(table).index();
        // Cells of tables further in are no cells of this one.
        let (mut inner_end, mut inner_nodes) = (table, 0);
        for id in (table.index() + 1..end).map(NodeId::from_index) {
            inner_nodes += usize::from(id < inner_end);
            if inner_nodes > MAX_INNER_NODES {
                return Layout::Flow;
            }
            match document.kind(id) {
                NodeKind::Text if kept.contains(id) => survey.text(document.text(id)),
                NodeKind::Element if id >= inner_end => {
                    survey.element(document, id);
                    if kept.contains(id) && !document.is_html(id, name::HR) {
                        survey.fill();
                    }
                    if document.is_html(id, name::TABLE) {
                        inner_end = document.subtree_end(id);
                    }
                }
                _ => {}
            }
        }
        survey.end_row();
        survey.layout(style)
    }
}

/// What is seen of a table.
#[derive(Debug, Default)]
struct Survey {
    grid: Grid,
    row: Option<NodeId>,
    /// The column behind the cell that is open.
    column: usize,
    /// The column behind that in which the last cell with text begins.
    filled: usize,
    cell_chars: usize,
    longest: usize,
    has_headings: bool,
    has_lists: bool,
    has_blocks: bool,
    has_tables: bool,
}

impl Survey {
    fn text(&mut self, text: &str) {
        let chars = text.trim().chars().count();
        if chars > 0 && self.row.is_some() {
            self.fill();
            self.cell_chars += chars;
            self.longest = self.longest.max(self.cell_chars);
        }
    }

    /// Something stands in the cell that is open.
    fn fill(&mut self) {
        if self.row.is_some() {
            self.filled = self.grid.spans.last().map_or(0, |span| span.column + 1);
        }
    }

    fn element(&mut self, document: &Document, id: NodeId) {
        let Some(name) = document.name(id) else { return };
        match name {
            name::TR => {
                self.end_row();
                self.row = Some(id);
            }
            name::TD | name::TH => {
                self.has_headings |= name == name::TH;
                let span = |attr| span(document, id, attr);
                let (across, down) = (span(name::COLSPAN), span(name::ROWSPAN));
                let (column, is_alone) = (self.column, self.column == 0);
                if let Some(before) = self.grid.spans.last_mut().filter(|_| !is_alone) {
                    before.is_alone = false;
                }
                self.grid.spans.push(Span { cell: id, across, down, column, is_alone });
                self.column += across;
                self.cell_chars = 0;
            }
            _ => {
                self.has_lists |= SELDOM.contains(name);
                self.has_blocks |= BLOCKS.contains(name)
                    && !(name == name::PRE && code::is_one_line(document, id));
                self.has_tables |= name == name::TABLE;
            }
        }
    }

    fn end_row(&mut self) {
        if let Some(row) = self.row.take().filter(|_| self.filled > 0) {
            self.grid.rows.push(row);
            self.grid.columns = self.grid.columns.max(self.filled);
        }
        (self.column, self.filled) = (0, 0);
    }

    fn layout(mut self, style: TableStyle) -> Layout {
        let rows = self.grid.rows.len();
        let has_size = (2..=MAX_COLUMNS).contains(&self.grid.columns)
            && (rows > 1 || self.has_headings && rows > 0);
        let is_short = self.longest <= MAX_CELL_CHARS;
        let is_table = if self.has_headings {
            is_short || !self.has_tables
        } else {
            is_short && !self.has_lists && !self.has_blocks
        };
        if !has_size || !is_table {
            return Layout::Flow;
        }
        if self.has_blocks || style == TableStyle::Auto && self.has_headings && self.has_spans() {
            return if style == TableStyle::Auto { Layout::Html } else { Layout::Flow };
        }
        self.grid.covered = vec![0; self.grid.columns];
        Layout::Grid(self.grid)
    }

    /// Whether a cell spans others, as far as anything is kept there; one that is a whole row needs no sign for that.
    fn has_spans(&self) -> bool {
        let last_row = self.grid.rows.last();
        self.grid.spans.iter().any(|span| {
            span.across > 1 && !span.is_alone && span.column + 1 < self.grid.columns
                || span.down > 1 && last_row.is_some_and(|&row| row > span.cell)
        })
    }
}

/// How many columns or rows a cell spans by this attribute, 1 to 64.
pub(super) fn span(document: &Document, cell: NodeId, attr: tamis_dom::Name) -> usize {
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
        let place = self.spans.binary_search_by_key(&cell, |span| span.cell);
        let (across, down) =
            place.map_or((1, 1), |at| (self.spans[at].across, self.spans[at].down));
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
