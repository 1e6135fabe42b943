//! The walk over the kept text.

use tamis_dom::{Document, Name, Namespace, NodeId, name};

use super::TextOptions;
use super::writer::{Gap, Marker, TextWriter};
use crate::page::NodeSet;
use crate::page::Page;
use crate::page::role::is_box;
use crate::render::form::Form;
use crate::render::typed_marks::TypedMarks;
use crate::render::visit::{OpenElements, Visitor, visit};
use crate::sanitize::shown_email;
use crate::structure::edit_link::without_brackets;
use crate::structure::hidden::is_left_out;
use crate::structure::numbering::Numbering;
use crate::structure::role::RenderRole;
use crate::structure::table::{Grid, Layout, TableStyle};
use crate::structure::{code, math};

/// The action at the end of an element.
#[derive(Clone, Copy, Debug)]
enum EndAction {
    Block,
    /// Separates what follows by white space.
    Separated,
    List {
        /// The list is in another list, but in no item of it.
        is_misplaced: bool,
    },
    Item {
        in_list: bool,
    },
    Table,
    Row,
    Cell {
        /// The number of columns that the cell spans.
        columns: usize,
    },
    Quotation,
    Annotation {
        base: Option<char>,
    },
}

/// An open list.
#[derive(Debug)]
struct OpenList {
    numbering: Numbering,
    has_open_item: bool,
}

pub(super) struct TextWalker<'p> {
    page: &'p Page,
    document: &'p Document,
    /// The kept text nodes.
    texts: &'p NodeSet,
    /// The nodes before which a space is shown.
    apart: &'p NodeSet,
    marks: &'p TypedMarks,
    /// The first kept text at or after the current node; the end of the document if there is none.
    next_text: NodeId,
    options: &'p TextOptions,
    form: Form,
    writer: TextWriter,
    open: OpenElements<EndAction>,
    lists: Vec<OpenList>,
    grid: Option<Grid>,
    /// The columns of the row's cells without text since the last cell with text.
    columns: usize,
}

impl Visitor for TextWalker<'_> {
    fn enter(&mut self, id: NodeId) -> usize {
        let document = self.document;
        let (inside, after) = (id.index() + 1, document.subtree_end(id).index());
        let Some(name) = document.name(id) else { return inside };
        let role = RenderRole::of(document, id);
        if self.apart.contains(id) {
            self.writer.separate(Gap::Separated);
        }
        if role == RenderRole::LineBreak {
            self.writer.break_line();
            return inside;
        }
        let is_hidden =
            role == RenderRole::Hidden || name == name::RP || is_left_out(self.page, id);
        if is_hidden || math::is_second_form(document, id) {
            if role == RenderRole::Hidden && self.has_text(id) {
                self.formula(id);
            }
            return after;
        }
        if !self.has_text(id) {
            return self.pass(id, name, role);
        }
        match role {
            RenderRole::Frame | RenderRole::Media => {
                self.writer.separate(Gap::Separated);
                return after;
            }
            RenderRole::Formula if math::is_annotation_alone(document, id) => {
                self.formula(id);
                return after;
            }
            _ if document.namespace(id) == Namespace::MathMl => {
                // The parts of a fraction and the cells of a matrix must not join into one number:
                // 1/2 is not 12.
                if self.is_part_of_formula(id) {
                    self.writer.separate(Gap::Separated);
                    self.push(id, EndAction::Separated);
                }
                return if math::is_annotation(document, id) { after } else { inside };
            }
            _ if role.is_block() => return self.enter_block(id, name),
            _ if role == RenderRole::Separated || is_box(name) => {
                self.writer.separate(Gap::Separated);
                self.push(id, EndAction::Separated);
            }
            _ => self.enter_inline(id, name),
        }
        inside
    }

    fn text(&mut self, id: NodeId) {
        if self.apart.contains(id) {
            self.writer.separate(Gap::Separated);
        }
        let email = shown_email(self.document, id);
        let own = self.marks.without_mark(id, self.document.text(id));
        let shown = || without_brackets(self.document, id, own);
        let text = email.as_deref().unwrap_or_else(shown);
        if self.texts.contains(id) || text.trim_ascii().is_empty() {
            self.writer.text(text);
        } else {
            self.writer.separate(Gap::Separated);
        }
    }

    fn leave_before(&mut self, id: NodeId) {
        while let Some(kind) = self.open.pop_before(id) {
            self.leave(kind);
        }
    }

    fn is_full(&self) -> bool {
        self.writer.is_full()
    }
}

impl<'p> TextWalker<'p> {
    pub(super) fn new(
        page: &'p Page,
        (texts, apart, marks): (&'p NodeSet, &'p NodeSet, &'p TypedMarks),
        options: &'p TextOptions,
        form: Form,
        writer: TextWriter,
    ) -> TextWalker<'p> {
        TextWalker {
            page,
            document: page.document(),
            texts,
            apart,
            marks,
            next_text: NodeId::DOCUMENT,
            options,
            form,
            writer,
            open: OpenElements::new(),
            lists: Vec::new(),
            grid: None,
            columns: 0,
        }
    }

    /// Walks the document. Returns the text, and whether it was cut. Linear in the document's nodes
    /// and text; elements without kept text are skipped.
    pub(super) fn write(mut self) -> (String, bool) {
        let document = self.document;
        let Some(body) = document.body() else { return (String::new(), false) };
        visit(document, body..document.subtree_end(body), &mut self);
        self.writer.finish()
    }

    /// Returns true if an element contains kept text. The calls must follow the document's order.
    fn has_text(&mut self, id: NodeId) -> bool {
        if self.next_text < id {
            let end = NodeId::from_index(self.document.len());
            self.next_text = self.texts.first_from(id).unwrap_or(end);
        }
        self.next_text < self.document.subtree_end(id)
    }

    fn push(&mut self, id: NodeId, kind: EndAction) {
        self.open.push(self.document.subtree_end(id), kind);
    }

    /// Skips an element without kept text. It separates what is around it as it would with text: a
    /// cell keeps its column, and an item its number. Transparent and inline elements are entered.
    fn pass(&mut self, id: NodeId, name: Name, role: RenderRole) -> usize {
        let document = self.document;
        let after = document.subtree_end(id).index();
        match name {
            name::TD | name::TH if self.is_in_row() => {
                let columns = self.begin_cell(id);
                self.columns += columns;
            }
            name::LI if role.is_block() => {
                if let Some(list) = self.lists.last_mut().filter(|list| !list.has_open_item) {
                    list.numbering.take(document, id);
                }
                self.writer.separate(Gap::Line);
            }
            _ if role.is_block() => {
                if self.grid.is_none() {
                    self.writer.separate(Gap::Blank);
                }
            }
            _ if matches!(role, RenderRole::Plain | RenderRole::Inline) && !is_box(name) => {
                return id.index() + 1;
            }
            _ => self.writer.separate(Gap::Separated),
        }
        after
    }

    fn is_in_row(&self) -> bool {
        matches!(self.open.innermost(), Some(EndAction::Row))
    }

    fn enter_block(&mut self, id: NodeId, name: Name) -> usize {
        let (inside, after) = (id.index() + 1, self.document.subtree_end(id).index());
        match name {
            name::TABLE => return self.table(id),
            name::TR if self.grid.is_some() => {
                if !self.grid.as_mut().is_some_and(|grid| grid.begin_row(id)) {
                    return after;
                }
                self.writer.begin_row();
                self.columns = 0;
                self.push(id, EndAction::Row);
            }
            name::TBODY | name::TFOOT | name::THEAD if self.grid.is_some() => {}
            name::TD | name::TH if self.is_in_row() => {
                let columns = self.begin_cell(id);
                self.writer.begin_cell(std::mem::take(&mut self.columns));
                self.push(id, EndAction::Cell { columns });
            }
            name::PRE | name::LISTING | name::XMP | name::PLAINTEXT => {
                self.writer.separate(Gap::Blank);
                self.writer.lines(&code::of(self.document, self.texts, id).text);
                self.writer.separate(Gap::Blank);
                return after;
            }
            name::UL | name::OL | name::MENU | name::DIR => self.list(id),
            name::LI => self.item(id),
            name::DT | name::DD => {
                self.writer.begin_item(Marker::None);
                self.push(id, EndAction::Item { in_list: false });
            }
            _ => {
                self.writer.separate(Gap::Blank);
                self.push(id, EndAction::Block);
            }
        }
        inside
    }

    /// Returns true if a `MathML` element is separated from what is next to it.
    fn is_part_of_formula(&self, id: NodeId) -> bool {
        let document = self.document;
        document.local_name(id) == Some("mtd")
            || document.parent(id).is_some_and(|parent| document.name(parent) == Some(name::MFRAC))
    }

    /// Writes a formula that the page has only in TeX.
    fn formula(&mut self, id: NodeId) {
        let Some(formula) = math::of(self.document, id) else { return };
        let gap = if formula.is_block { Gap::Blank } else { Gap::None };
        self.writer.separate(gap);
        self.writer.text(&formula.tex);
        self.writer.separate(gap);
    }

    fn enter_inline(&mut self, id: NodeId, name: Name) {
        match name {
            name::Q => {
                self.writer.begin_quotation();
                self.push(id, EndAction::Quotation);
            }
            name::RT => {
                let base = self.writer.begin_annotation();
                self.push(id, EndAction::Annotation { base });
            }
            _ => {}
        }
    }

    fn leave(&mut self, kind: EndAction) {
        match kind {
            EndAction::Block => self.writer.separate(Gap::Blank),
            EndAction::Separated => self.writer.separate(Gap::Separated),
            EndAction::List { is_misplaced } => self.end_list(is_misplaced),
            EndAction::Item { in_list } => {
                self.writer.end_item();
                if let Some(list) = self.lists.last_mut().filter(|_| in_list) {
                    list.has_open_item = false;
                }
            }
            EndAction::Table => {
                self.grid = None;
                self.writer.separate(Gap::Blank);
            }
            EndAction::Row => {
                if let Some(grid) = &mut self.grid {
                    grid.end_row();
                }
                self.writer.end_row();
            }
            EndAction::Cell { columns } => {
                self.writer.end_cell();
                self.columns = columns;
            }
            EndAction::Quotation => self.writer.end_quotation(),
            EndAction::Annotation { base } => self.writer.end_annotation(base),
        }
    }

    fn list(&mut self, id: NodeId) {
        let numbering = Numbering::of(self.document, id);
        let is_misplaced = self.lists.last().is_some_and(|list| !list.has_open_item);
        if self.lists.is_empty() {
            self.writer.separate(Gap::Blank);
        } else if is_misplaced {
            self.writer.begin_item(if self.options.list_markers {
                Marker::Room
            } else {
                Marker::None
            });
        } else {
            self.writer.begin_inner_list();
        }
        self.lists.push(OpenList { numbering, has_open_item: false });
        self.push(id, EndAction::List { is_misplaced });
    }

    fn end_list(&mut self, is_misplaced: bool) {
        self.lists.pop();
        if is_misplaced {
            self.writer.end_item();
        } else {
            self.writer.separate(if self.lists.is_empty() { Gap::Blank } else { Gap::Line });
        }
    }

    fn item(&mut self, id: NodeId) {
        let list = self.lists.last_mut().filter(|list| !list.has_open_item);
        let in_list = list.is_some();
        let number = list.and_then(|list| {
            list.has_open_item = true;
            list.numbering.take(self.document, id).or(self.marks.number(id))
        });
        self.writer.begin_item(match number {
            _ if !self.options.list_markers => Marker::None,
            Some(number) => Marker::Number(number),
            None => Marker::Bullet,
        });
        self.push(id, EndAction::Item { in_list });
    }

    fn table(&mut self, id: NodeId) -> usize {
        self.writer.separate(Gap::Blank);
        if let Some(code) = code::of_table(self.document, self.texts, id) {
            self.writer.lines(&code.text);
            self.writer.separate(Gap::Blank);
            return self.document.subtree_end(id).index();
        }
        let style = match self.form {
            Form::Full => TableStyle::Signs,
            Form::Plain => TableStyle::Blocks,
        };
        match Layout::of(self.document, self.texts, id, style) {
            Layout::Flow | Layout::Html => self.push(id, EndAction::Block),
            Layout::Grid(grid) => {
                self.grid = Some(grid);
                self.push(id, EndAction::Table);
            }
        }
        id.index() + 1
    }

    /// Begins a cell and returns the number of columns it spans. Columns taken by cells of rows
    /// above count as columns without text.
    fn begin_cell(&mut self, id: NodeId) -> usize {
        let cell = self.grid.as_mut().and_then(|grid| grid.begin_cell(id));
        let (covered, columns) = cell.unwrap_or_default();
        self.columns += covered;
        columns
    }
}
