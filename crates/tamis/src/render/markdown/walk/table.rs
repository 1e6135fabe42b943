//! Tables: as Markdown, or as HTML if Markdown cannot express them.

use tamis_dom::NodeId;

use super::{EndAction, MarkdownWalker};
use crate::render::composer::{Parts, compose_element};
use crate::render::embeds::EmbedStyle;
use crate::render::form::Form;
use crate::render::markdown::MarkdownOptions;
use crate::render::markdown::writer::Gap;
use crate::sanitize;
use crate::structure::code;
use crate::structure::role::RenderRole;
use crate::structure::table::{Grid, Layout, TableStyle};

impl MarkdownWalker<'_> {
    fn grid(&mut self) -> Option<&mut Grid> {
        self.grids.last_mut()
    }

    /// Begins a table. Returns the index of the next node to visit.
    pub(super) fn table(&mut self, id: NodeId) -> usize {
        let (inside, after) = (id.index() + 1, self.document.subtree_end(id).index());
        self.end_line();
        if let Some(code) = code::of_table(self.document, self.texts, id) {
            self.code_block(&code);
            return after;
        }
        let kept = if self.options.images { &self.kept } else { self.texts };
        let style = match self.form {
            Form::Full => self.options.tables,
            Form::Plain => TableStyle::Blocks,
        };
        match Layout::of(self.document, kept, id, style) {
            Layout::Html if !self.writer.is_in_cell() && self.is_kept_table(id) => {
                let html = self.table_html(id);
                self.writer.lines(&html);
                return after;
            }
            Layout::Html | Layout::Flow => self.push(id, EndAction::Block),
            Layout::Grid(grid) => {
                self.grids.push(grid);
                self.push(id, EndAction::Table);
            }
        }
        inside
    }

    /// Returns true if the table itself is kept, not only content in it.
    fn is_kept_table(&self, id: NodeId) -> bool {
        self.kept_nodes.has_element(self.document, id, RenderRole::of(self.document, id))
    }

    /// Returns the table as an HTML block. It has no empty lines because these would end the block.
    fn table_html(&self, id: NodeId) -> String {
        let MarkdownOptions { images, embeds, emphasis, .. } = *self.options;
        let embeds = if embeds { EmbedStyle::Link } else { EmbedStyle::Omitted };
        let parts = Parts { links: self.links, images, embeds, emphasis };
        let media = (self.images.clone(), self.embeds.clone());
        let tree = compose_element(self.document, self.kept_nodes, id, media, parts);
        let mut html = String::new();
        let room = self.writer.room();
        sanitize::write_within(&tree, &self.policy, room, &mut html);
        without_empty_lines(&html)
    }

    pub(super) fn end_table(&mut self) {
        self.grids.pop();
        self.end_line();
    }

    /// Begins a row. A row without kept text is left out.
    pub(super) fn row(&mut self, id: NodeId) -> usize {
        let Some(grid) = self.grids.last_mut() else { return id.index() + 1 };
        let columns = grid.columns;
        if !grid.begin_row(id) {
            return self.document.subtree_end(id).index();
        }
        let is_header = !grid.is_begun();
        if !is_header {
            self.writer.set_gap(Gap::Line);
        }
        self.writer.begin_row(is_header);
        self.push(id, EndAction::Row { columns, cells: 0 });
        id.index() + 1
    }

    /// Begins a cell. Returns false if it is not written.
    pub(super) fn cell(&mut self, id: NodeId) -> bool {
        let Some((covered, columns)) = self.grid().and_then(|grid| grid.begin_cell(id)) else {
            return false;
        };
        (0..covered).for_each(|_| self.empty_cell());
        self.writer.begin_cell();
        self.push(id, EndAction::Cell { columns });
        true
    }

    fn empty_cell(&mut self) {
        self.writer.begin_cell();
        self.writer.end_cell();
        if let Some(EndAction::Row { cells, .. }) = self.open.innermost_mut() {
            *cells += 1;
        }
    }

    pub(super) fn end_cell(&mut self, columns: usize) {
        self.breaks = 0;
        self.writer.end_cell();
        if let Some(EndAction::Row { cells, .. }) = self.open.innermost_mut() {
            *cells += 1;
        }
        (1..columns).for_each(|_| self.empty_cell());
    }

    pub(super) fn end_row(&mut self, columns: usize, cells: usize) {
        (cells..columns).for_each(|_| {
            self.writer.begin_cell();
            self.writer.end_cell();
        });
        let is_first = self.grid().is_some_and(Grid::end_row);
        self.writer.end_row(is_first.then_some(columns));
    }
}

/// Returns the HTML without empty lines. Where white space is preserved, character references
/// replace the line feeds.
fn without_empty_lines(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(begin) = rest.find("<pre") {
        push_lines(&rest[..begin], &mut out);
        let end = rest[begin..].find("</pre>").map_or(rest.len(), |end| begin + end);
        out.push_str(&rest[begin..end].replace('\n', "&#10;"));
        rest = &rest[end..];
    }
    push_lines(rest, &mut out);
    out.trim_end().to_owned()
}

fn push_lines(html: &str, out: &mut String) {
    for line in html.split_inclusive('\n') {
        let is_at_start = out.is_empty() || out.ends_with('\n');
        if !(is_at_start && line.trim().is_empty()) {
            out.push_str(line);
        }
    }
}
