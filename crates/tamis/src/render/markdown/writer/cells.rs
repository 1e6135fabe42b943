//! Table rows and cells.

use super::{Gap, MarkdownWriter};

impl MarkdownWriter {
    /// Returns true if a table cell is open.
    pub(in crate::render::markdown) fn is_in_cell(&self) -> bool {
        self.in_cell
    }

    /// Begins a table row. The first one is the header.
    pub(in crate::render::markdown) fn begin_row(&mut self, is_header: bool) {
        self.in_header = is_header;
        self.leave_definition();
        self.begin_line();
        self.out.push('|');
    }

    pub(in crate::render::markdown) fn begin_cell(&mut self) {
        self.out.push(' ');
        self.line_start = self.out.len();
        (self.in_cell, self.in_line, self.cell_break) = (true, true, false);
    }

    pub(in crate::render::markdown) fn end_cell(&mut self) {
        self.in_cell = false;
        self.end_code();
        self.marks.close_all(&mut self.out);
        (self.space, self.line_feed, self.cell_break) = (false, false, false);
        if self.out.len() > self.line_start {
            self.out.push(' ');
        }
        self.out.push('|');
    }

    /// Ends a row. After the header row, writes the delimiter row with this number of columns.
    pub(in crate::render::markdown) fn end_row(&mut self, delimiters: Option<usize>) {
        (self.in_line, self.in_header) = (false, false);
        self.gap = Some(Gap::Line);
        if let Some(columns) = delimiters {
            self.begin_line();
            self.out.push('|');
            (0..columns).for_each(|_| self.out.push_str(" --- |"));
            self.in_line = false;
            self.gap = Some(Gap::Line);
        }
    }
}
