//! Tables: data tables are told apart from those used for layout.

use tamis_dom::{Document, NameSet, NodeId, NodeKind, name};

use super::code;
use crate::page::NodeSet;

/// The form of data tables in Markdown. Layout tables are always written as blocks.
///
/// ```
/// use tamis::render::{MarkdownOptions, TableStyle};
/// let options = MarkdownOptions::default().tables(TableStyle::Blocks);
/// assert_eq!(options.tables, TableStyle::Blocks);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum TableStyle {
    /// Markdown tables, or HTML if the table has header cells and Markdown cannot express it,
    /// because of spans or of tables, code or quotes in cells. The default.
    #[default]
    Auto,
    /// Always as Markdown tables. Columns and rows that a cell spans are empty.
    Signs,
    /// Each cell as a block.
    Blocks,
}

/// The form in which a table is written.
#[derive(Debug)]
pub(crate) enum Layout {
    /// The cells as blocks, one after the other.
    Flow,
    /// A Markdown table, or tab-separated cells.
    Grid(Grid),
    /// An HTML table, for content that Markdown tables cannot express.
    Html,
}

/// The most columns or rows that a cell spans.
const MAX_SPAN: usize = 64;

/// Elements that a Markdown table cannot contain. A data table contains them only if it has header
/// cells.
const BLOCKS: NameSet = NameSet::of(&[name::BLOCKQUOTE, name::PRE, name::TABLE]);

/// Elements that a data table contains only if it has header cells. Without these, the table is a
/// layout table.
const SELDOM: NameSet = NameSet::of(&[name::DL, name::HR, name::OL, name::UL]);

/// The most columns of a data table.
const MAX_COLUMNS: usize = 256;

/// The longest cell of a data table without header cells, or with a nested table. Unicode scalar
/// values.
const MAX_CELL_CHARS: usize = 400;

/// The most nodes in tables nested in a data table. Each of them is visited once more for each
/// table around it.
const MAX_INNER_NODES: usize = 1000;

/// An open table.
#[derive(Debug, Default)]
pub(crate) struct Grid {
    /// The number of columns.
    pub(crate) columns: usize,
    /// The rows that are written, in the page's order.
    rows: Vec<NodeId>,
    /// For each column, the number of further rows in which a cell from above covers it.
    covered: Vec<usize>,
    /// The next column.
    column: usize,
    /// The first row is written.
    is_begun: bool,
    /// The spans of all cells, in the page's order.
    spans: Vec<CellSpan>,
}

/// The columns and rows that a cell spans.
#[derive(Clone, Copy, Debug)]
struct CellSpan {
    cell: NodeId,
    across: usize,
    down: usize,
    /// Its first column, not counting spans from rows above.
    column: usize,
    /// It is the only cell of its row.
    is_alone: bool,
}

impl Layout {
    /// Returns the layout of a table.
    ///
    /// `kept` holds the kept texts, and the kept images if images are written; only these count. A
    /// data table has at least two columns and two rows, or header cells. Without header cells, its
    /// cells contain only short lines.
    pub(crate) fn of(
        document: &Document,
        kept: &NodeSet,
        table: NodeId,
        style: TableStyle,
    ) -> Layout {
        if !is_table(document, table) || style == TableStyle::Blocks {
            return Layout::Flow;
        }
        let measure = TableMeasure::of(document, |id| kept.contains(id), table);
        measure.map_or(Layout::Flow, |measure| measure.layout(style))
    }
}

/// True if a table has data. False if it only places boxes on the page.
///
/// Counts everything in it, kept or not; [`Layout::of`] says whether what is kept is a table. For
/// example, `<table><tr><td>Flour<td>500 g<tr><td>Water<td>350 g</table>` has data, and a table of
/// one row with a menu, an article and advertising has not.
fn has_data(document: &Document, table: NodeId) -> bool {
    let counts =
        |id: NodeId| document.kind(id) == NodeKind::Text || document.is_html(id, name::IMG);
    is_table(document, table)
        && TableMeasure::of(document, counts, table).is_some_and(|measure| measure.is_data())
}

/// Returns true if the element is a table that is there for the layout.
pub(crate) fn is_layout(document: &Document, element: NodeId) -> bool {
    document.name(element) == Some(name::TABLE) && !has_data(document, element)
}

/// False for a table whose role says that it is there for the layout.
fn is_table(document: &Document, table: NodeId) -> bool {
    !matches!(document.attr(table, name::ROLE), Some("presentation" | "none"))
}

impl TableMeasure {
    /// Measures what `counts` chooses of the texts and elements of a table. `None` if the tables in
    /// it are too large.
    fn of(
        document: &Document,
        counts: impl Fn(NodeId) -> bool,
        table: NodeId,
    ) -> Option<TableMeasure> {
        let mut measure = TableMeasure::default();
        let end = document.subtree_end(table).index();
        // The cells of nested tables are not counted.
        let (mut inner_end, mut inner_nodes) = (table, 0);
        for id in (table.index() + 1..end).map(NodeId::from_index) {
            inner_nodes += usize::from(id < inner_end);
            if inner_nodes > MAX_INNER_NODES {
                return None;
            }
            match document.kind(id) {
                NodeKind::Text if counts(id) => measure.text(document.text(id)),
                NodeKind::Element if id >= inner_end => {
                    measure.element(document, id);
                    if counts(id) && !document.is_html(id, name::HR) {
                        measure.fill();
                    }
                    if document.is_html(id, name::TABLE) {
                        inner_end = document.subtree_end(id);
                    }
                }
                _ => {}
            }
        }
        measure.end_row();
        Some(measure)
    }
}

/// The measurements of a table.
#[derive(Debug, Default)]
struct TableMeasure {
    grid: Grid,
    row: Option<NodeId>,
    /// The column after the current cell.
    column: usize,
    /// The column after the one in which the last cell with content begins.
    filled: usize,
    cell_chars: usize,
    longest: usize,
    has_headings: bool,
    has_lists: bool,
    has_blocks: bool,
    has_tables: bool,
}

impl TableMeasure {
    fn text(&mut self, text: &str) {
        let chars = text.trim().chars().count();
        if chars > 0 && self.row.is_some() {
            self.fill();
            self.cell_chars += chars;
            self.longest = self.longest.max(self.cell_chars);
        }
    }

    /// Records that the current cell has content.
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
                self.grid.spans.push(CellSpan { cell: id, across, down, column, is_alone });
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

    fn is_data(&self) -> bool {
        let rows = self.grid.rows.len();
        let has_size = (2..=MAX_COLUMNS).contains(&self.grid.columns)
            && (rows > 1 || self.has_headings && rows > 0);
        let is_short = self.longest <= MAX_CELL_CHARS;
        let is_table = if self.has_headings {
            is_short || !self.has_tables
        } else {
            is_short && !self.has_lists && !self.has_blocks
        };
        has_size && is_table
    }

    fn layout(mut self, style: TableStyle) -> Layout {
        if !self.is_data() {
            return Layout::Flow;
        }
        if self.has_blocks || style == TableStyle::Auto && self.has_headings && self.has_spans() {
            return if style == TableStyle::Auto { Layout::Html } else { Layout::Flow };
        }
        self.grid.covered = vec![0; self.grid.columns];
        Layout::Grid(self.grid)
    }

    /// True if a cell with kept content around it spans others. A cell that is a whole row does not
    /// count.
    fn has_spans(&self) -> bool {
        let last_row = self.grid.rows.last();
        self.grid.spans.iter().any(|span| {
            span.across > 1 && !span.is_alone && span.column + 1 < self.grid.columns
                || span.down > 1 && last_row.is_some_and(|&row| row > span.cell)
        })
    }
}

/// Returns the number of columns or rows that a cell spans, 1 to 64.
pub(crate) fn span(document: &Document, cell: NodeId, attr: tamis_dom::Name) -> usize {
    let value = document.attr(cell, attr).and_then(|value| value.trim().parse::<usize>().ok());
    value.unwrap_or(1).clamp(1, MAX_SPAN)
}

impl Grid {
    /// Begins a row. Returns false if nothing of it is kept.
    pub(crate) fn begin_row(&mut self, row: NodeId) -> bool {
        self.column = 0;
        self.rows.binary_search(&row).is_ok()
    }

    /// Begins a cell. Returns the number of columns before it that are covered from above, and the
    /// number it spans. `None` for a cell after the last column with text, which is not written.
    pub(crate) fn begin_cell(&mut self, cell: NodeId) -> Option<(usize, usize)> {
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

    /// True if a row was written.
    pub(crate) fn is_begun(&self) -> bool {
        self.is_begun
    }

    /// Ends a row. Returns true for the first one.
    pub(crate) fn end_row(&mut self) -> bool {
        for rows in self.covered.iter_mut().skip(self.column) {
            *rows = rows.saturating_sub(1);
        }
        !std::mem::replace(&mut self.is_begun, true)
    }
}
