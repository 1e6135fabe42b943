//! The walk over what is kept.

use tamis_dom::{Document, Name, Namespace, NodeId, name};

use super::TextOptions;
use super::writer::{Gap, Marker, Writer};
use crate::node_set::NodeSet;
use crate::page::Page;
use crate::paragraph::is_box;
use crate::render::numbering::Numbering;
use crate::render::role::Role;
use crate::render::selection::is_left_out;
use crate::render::table::{Grid, Layout};
use crate::render::visit::{OpenElements, Visitor, visit};
use crate::render::{TableStyle, code, math};

/// What has to be done when an element ends.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Block,
    /// What follows is apart.
    Apart,
    List {
        /// It stands in a list, and in no item of it.
        is_misplaced: bool,
    },
    Item {
        in_list: bool,
    },
    Table,
    Row,
    Cell {
        /// How many columns it covers.
        columns: usize,
    },
    Quotation,
    Annotation {
        base: Option<char>,
    },
}

/// A list that is open.
#[derive(Debug)]
struct List {
    numbering: Numbering,
    has_open_item: bool,
}

pub(super) struct Walker<'p> {
    page: &'p Page,
    document: &'p Document,
    /// The text nodes that are kept.
    texts: &'p NodeSet,
    /// The first of them that does not stand before the node that is looked at; the document's end where there is none.
    next_text: NodeId,
    options: &'p TextOptions,
    writer: Writer,
    open: OpenElements<Kind>,
    lists: Vec<List>,
    grid: Option<Grid>,
    /// Columns of the row's cells that have no text, since the last one that has.
    columns: usize,
}

impl Visitor for Walker<'_> {
    fn enter(&mut self, id: NodeId) -> usize {
        let document = self.document;
        let (inside, behind) = (id.index() + 1, document.subtree_end(id).index());
        let Some(name) = document.name(id) else { return inside };
        let role = Role::of(document, id);
        if role == Role::LineBreak {
            self.writer.break_line();
            return inside;
        }
        let is_hidden = role == Role::Hidden || name == name::RP || is_left_out(self.page, id);
        if is_hidden || math::is_second_form(document, id) {
            if role == Role::Hidden && self.has_text(id) {
                self.formula(id);
            }
            return behind;
        }
        if !self.has_text(id) {
            return self.pass(id, name, role);
        }
        match role {
            Role::Frame | Role::Media => {
                self.writer.part(Gap::Apart);
                return behind;
            }
            Role::Formula if math::is_annotation_alone(document, id) => {
                self.formula(id);
                return behind;
            }
            _ if document.namespace(id) == Namespace::MathMl => {
                // The parts of a fraction and the cells of a matrix are no one number.
                if self.is_part_of_formula(id) {
                    self.writer.part(Gap::Apart);
                    self.push(id, Kind::Apart);
                }
                return if math::is_annotation(document, id) { behind } else { inside };
            }
            _ if role.is_block() => return self.enter_block(id, name),
            _ if role == Role::Apart || is_box(name) => {
                self.writer.part(Gap::Apart);
                self.push(id, Kind::Apart);
            }
            _ => self.enter_inline(id, name),
        }
        inside
    }

    fn text(&mut self, id: NodeId) {
        let text = self.document.text(id);
        if self.texts.contains(id) || text.trim_ascii().is_empty() {
            self.writer.text(text);
        } else {
            self.writer.part(Gap::Apart);
        }
    }

    fn leave_before(&mut self, id: NodeId) {
        while let Some(kind) = self.open.pop_before(id) {
            self.leave(kind);
        }
    }
}

impl<'p> Walker<'p> {
    pub(super) fn new(page: &'p Page, texts: &'p NodeSet, options: &'p TextOptions) -> Walker<'p> {
        Walker {
            page,
            document: page.document(),
            texts,
            next_text: NodeId::DOCUMENT,
            options,
            writer: Writer::new(options.width),
            open: OpenElements::new(),
            lists: Vec::new(),
            grid: None,
            columns: 0,
        }
    }

    /// Walks the document. Linear in its nodes and text; what has no kept text in it is passed over.
    pub(super) fn write(mut self) -> String {
        let document = self.document;
        let Some(body) = document.body() else { return String::new() };
        visit(document, body..document.subtree_end(body), &mut self);
        self.writer.finish()
    }

    /// Whether an element has kept text in it. Asked of one node after the other.
    fn has_text(&mut self, id: NodeId) -> bool {
        if self.next_text < id {
            let end = NodeId::from_index(self.document.len());
            self.next_text = self.texts.first_from(id).unwrap_or(end);
        }
        self.next_text < self.document.subtree_end(id)
    }

    fn push(&mut self, id: NodeId, kind: Kind) {
        self.open.push(self.document.subtree_end(id), kind);
    }

    /// Goes past an element without kept text, which parts what stands around it as it does with text. A cell keeps its
    /// column, an item its number. What says nothing itself is looked into.
    fn pass(&mut self, id: NodeId, name: Name, role: Role) -> usize {
        let document = self.document;
        let behind = document.subtree_end(id).index();
        match name {
            name::TD | name::TH if self.is_in_row() => {
                let columns = self.begin_cell(id);
                self.columns += columns;
            }
            name::LI if role.is_block() => {
                if let Some(list) = self.lists.last_mut().filter(|list| !list.has_open_item) {
                    list.numbering.take(document, id);
                }
                self.writer.part(Gap::Line);
            }
            _ if role.is_block() => {
                if self.grid.is_none() {
                    self.writer.part(Gap::Blank);
                }
            }
            _ if matches!(role, Role::Plain | Role::Inline) && !is_box(name) => {
                return id.index() + 1;
            }
            _ => self.writer.part(Gap::Apart),
        }
        behind
    }

    fn is_in_row(&self) -> bool {
        matches!(self.open.innermost(), Some(Kind::Row))
    }

    fn enter_block(&mut self, id: NodeId, name: Name) -> usize {
        let (inside, behind) = (id.index() + 1, self.document.subtree_end(id).index());
        match name {
            name::TABLE => return self.table(id),
            name::TR if self.grid.is_some() => {
                if !self.grid.as_mut().is_some_and(|grid| grid.begin_row(id)) {
                    return behind;
                }
                self.writer.begin_row();
                self.columns = 0;
                self.push(id, Kind::Row);
            }
            name::TBODY | name::TFOOT | name::THEAD if self.grid.is_some() => {}
            name::TD | name::TH if self.is_in_row() => {
                let columns = self.begin_cell(id);
                self.writer.begin_cell(std::mem::take(&mut self.columns));
                self.push(id, Kind::Cell { columns });
            }
            name::PRE | name::LISTING | name::XMP | name::PLAINTEXT => {
                self.writer.part(Gap::Blank);
                self.writer.lines(&code::of(self.document, self.texts, id).text);
                self.writer.part(Gap::Blank);
                return behind;
            }
            name::UL | name::OL | name::MENU | name::DIR => self.list(id),
            name::LI => self.item(id),
            name::DT | name::DD => {
                self.writer.begin_item(Marker::None);
                self.push(id, Kind::Item { in_list: false });
            }
            _ => {
                self.writer.part(Gap::Blank);
                self.push(id, Kind::Block);
            }
        }
        inside
    }

    /// Whether an element of `MathML` stands apart from what is beside it.
    fn is_part_of_formula(&self, id: NodeId) -> bool {
        let document = self.document;
        document.local_name(id) == Some("mtd")
            || document.parent(id).is_some_and(|parent| document.name(parent) == Some(name::MFRAC))
    }

    /// Writes a formula that the page has in TeX alone.
    fn formula(&mut self, id: NodeId) {
        let Some(formula) = math::of(self.document, id) else { return };
        let gap = if formula.is_block { Gap::Blank } else { Gap::None };
        self.writer.part(gap);
        self.writer.text(&formula.tex);
        self.writer.part(gap);
    }

    fn enter_inline(&mut self, id: NodeId, name: Name) {
        match name {
            name::Q => {
                self.writer.begin_quotation();
                self.push(id, Kind::Quotation);
            }
            name::RT => {
                let base = self.writer.begin_annotation();
                self.push(id, Kind::Annotation { base });
            }
            _ => {}
        }
    }

    fn leave(&mut self, kind: Kind) {
        match kind {
            Kind::Block => self.writer.part(Gap::Blank),
            Kind::Apart => self.writer.part(Gap::Apart),
            Kind::List { is_misplaced } => self.end_list(is_misplaced),
            Kind::Item { in_list } => {
                self.writer.end_item();
                if let Some(list) = self.lists.last_mut().filter(|_| in_list) {
                    list.has_open_item = false;
                }
            }
            Kind::Table => {
                self.grid = None;
                self.writer.part(Gap::Blank);
            }
            Kind::Row => {
                if let Some(grid) = &mut self.grid {
                    grid.end_row();
                }
                self.writer.end_row();
            }
            Kind::Cell { columns } => {
                self.writer.end_cell();
                self.columns = columns;
            }
            Kind::Quotation => self.writer.end_quotation(),
            Kind::Annotation { base } => self.writer.end_annotation(base),
        }
    }

    fn list(&mut self, id: NodeId) {
        let numbering = Numbering::of(self.document, id);
        let is_misplaced = self.lists.last().is_some_and(|list| !list.has_open_item);
        if self.lists.is_empty() {
            self.writer.part(Gap::Blank);
        } else if is_misplaced {
            self.writer.begin_item(if self.options.list_markers {
                Marker::Room
            } else {
                Marker::None
            });
        } else {
            self.writer.begin_inner_list();
        }
        self.lists.push(List { numbering, has_open_item: false });
        self.push(id, Kind::List { is_misplaced });
    }

    fn end_list(&mut self, is_misplaced: bool) {
        self.lists.pop();
        if is_misplaced {
            self.writer.end_item();
        } else {
            self.writer.part(if self.lists.is_empty() { Gap::Blank } else { Gap::Line });
        }
    }

    fn item(&mut self, id: NodeId) {
        let list = self.lists.last_mut().filter(|list| !list.has_open_item);
        let in_list = list.is_some();
        let number = list.and_then(|list| {
            list.has_open_item = true;
            list.numbering.take(self.document, id)
        });
        self.writer.begin_item(match number {
            _ if !self.options.list_markers => Marker::None,
            Some(number) => Marker::Number(number),
            None => Marker::Bullet,
        });
        self.push(id, Kind::Item { in_list });
    }

    fn table(&mut self, id: NodeId) -> usize {
        self.writer.part(Gap::Blank);
        if let Some(code) = code::of_table(self.document, self.texts, id) {
            self.writer.lines(&code.text);
            self.writer.part(Gap::Blank);
            return self.document.subtree_end(id).index();
        }
        match Layout::of(self.document, self.texts, id, TableStyle::Signs) {
            Layout::Flow | Layout::Html => self.push(id, Kind::Block),
            Layout::Grid(grid) => {
                self.grid = Some(grid);
                self.push(id, Kind::Table);
            }
        }
        id.index() + 1
    }

    /// Begins a cell; how many columns it covers. Those that cells above cover are added to the columns without text.
    fn begin_cell(&mut self, id: NodeId) -> usize {
        let cell = self.grid.as_mut().and_then(|grid| grid.begin_cell(id));
        let (covered, columns) = cell.unwrap_or_default();
        self.columns += covered;
        columns
    }
}
