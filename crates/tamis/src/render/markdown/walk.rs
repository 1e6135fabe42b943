//! The walk over what is kept.

use tamis_dom::{Document, Name, NameSet, Namespace, NodeId, NodeKind, name};

use super::MarkdownOptions;
use super::escape::fenced;
use super::writer::{Gap, Mark, Writer, is_space};
use crate::node_set::NodeSet;
use crate::render::code;
use crate::render::images::Images;
use crate::render::role::Role;
use crate::render::sanitize::{Policy, link_address};
use crate::render::selection::Selection;
use crate::render::table::{Grid, Layout};

/// An element whose end has not come.
#[derive(Debug)]
struct Open {
    end: NodeId,
    kind: Kind,
}

/// What has to be done when an element ends.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Block,
    Heading,
    Quote,
    List {
        item_before: bool,
    },
    Item,
    Mark,
    Code,
    /// What follows is apart.
    Apart,
    Table,
    Row {
        columns: usize,
        cells: usize,
    },
    Cell {
        columns: usize,
    },
}

/// A list that is open.
#[derive(Debug)]
struct List {
    /// The number of the item that comes next; `None` where items have none.
    next: Option<i64>,
    step: i64,
    /// The sign behind a number, or before an item without.
    sign: char,
    /// Where its last item ended.
    item_end: Option<usize>,
    /// Its items have headings: they are parts of the page that stand beside each other.
    has_cards: bool,
}

pub(super) struct Walker<'p> {
    document: &'p Document,
    /// The text nodes that are kept.
    texts: &'p NodeSet,
    /// These, and the images and rules that are kept.
    kept: NodeSet,
    images: Images<'p>,
    policy: Policy<'p>,
    options: &'p MarkdownOptions,
    writer: Writer,
    open: Vec<Open>,
    lists: Vec<List>,
    grids: Vec<Grid>,
    breaks: u8,
    /// The item that begins is a task: whether it is done.
    task: Option<bool>,
    /// Where the list that ended last ended, with its sign.
    last_list: Option<(usize, char)>,
    last_image: Option<NodeId>,
    /// A formula was written, whose form for the eye is not written again.
    after_formula: bool,
}

impl<'p> Walker<'p> {
    pub(super) fn new(
        document: &'p Document,
        selection: &'p Selection<'p>,
        texts: &'p NodeSet,
        images: Images<'p>,
        policy: Policy<'p>,
        options: &'p MarkdownOptions,
    ) -> Walker<'p> {
        Walker {
            document,
            kept: with_media(document, selection, texts, &images),
            texts,
            images,
            policy,
            options,
            writer: Writer::new(document.html_bytes()),
            open: Vec::new(),
            lists: Vec::new(),
            grids: Vec::new(),
            breaks: 0,
            task: None,
            last_list: None,
            last_image: None,
            after_formula: false,
        }
    }

    /// Walks the document. Linear in its nodes and text.
    pub(super) fn write(mut self) -> String {
        let document = self.document;
        let Some(body) = document.body() else { return String::new() };
        let end = document.subtree_end(body).index();
        let mut next = body.index();
        while next < end {
            let id = NodeId::from_index(next);
            self.leave_before(id);
            next = match document.kind(id) {
                NodeKind::Element => self.enter(id),
                NodeKind::Text => {
                    self.text(id);
                    next + 1
                }
                _ => next + 1,
            };
        }
        self.leave_before(NodeId::from_index(end));
        self.writer.finish()
    }

    fn leave_before(&mut self, id: NodeId) {
        while let Some(open) = self.open.pop_if(|open| open.end <= id) {
            self.leave(open.kind);
        }
    }

    fn text(&mut self, id: NodeId) {
        let text = self.document.text(id);
        if !self.texts.contains(id) {
            self.writer.space();
            return;
        }
        if (self.breaks > 0 || self.task.is_some()) && !text.chars().all(is_space) {
            self.begin_text();
        }
        self.writer.text(text);
    }

    /// Writes what stands before the text that comes: line breaks, the sign of a task.
    fn begin_text(&mut self) {
        if self.breaks > 0 {
            self.break_line();
        }
        if let Some(is_done) = self.task.take() {
            self.writer.raw(if is_done { "[x]" } else { "[ ]" });
            self.writer.space();
        }
    }

    fn break_line(&mut self) {
        if std::mem::take(&mut self.breaks) > 1 {
            self.writer.end_line(Gap::Blank);
        } else {
            self.writer.break_line();
        }
    }

    fn end_line(&mut self) {
        self.breaks = 0;
        self.writer.end_line(Gap::Blank);
    }

    fn push(&mut self, id: NodeId, kind: Kind) {
        self.open.push(Open { end: self.document.subtree_end(id), kind });
    }

    /// Begins an element; the node to go on with.
    fn enter(&mut self, id: NodeId) -> usize {
        let document = self.document;
        let (inside, behind) = (id.index() + 1, document.subtree_end(id).index());
        let role = Role::of(document, id);
        if !self.kept.has_any(id..document.subtree_end(id)) && role != Role::LineBreak {
            self.leave_out(id, role);
            return behind;
        }
        if self.images.is_image(id) {
            self.image(id);
            return inside;
        }
        match role {
            Role::Hidden | Role::Frame => return behind,
            Role::LineBreak => self.breaks = self.breaks.saturating_add(1),
            Role::Rule => {
                self.end_line();
                if self.kept.contains(id) && !self.writer.is_in_cell() {
                    self.writer.lines("---");
                }
            }
            Role::Formula if self.formula(id) => return behind,
            Role::Apart => {
                self.writer.space();
                self.push(id, Kind::Apart);
            }
            _ if document.namespace(id) == Namespace::Html => {
                let Some(name) = document.name(id) else { return inside };
                return if role.is_block() {
                    self.enter_block(id, name)
                } else {
                    self.enter_inline(id, name)
                };
            }
            _ => {}
        }
        inside
    }

    /// What is left out parts what stands around it. A cell keeps its column, an item its number.
    fn leave_out(&mut self, id: NodeId, role: Role) {
        let document = self.document;
        match document.name(id) {
            Some(name::TR | name::TBODY | name::TFOOT | name::THEAD) if !self.grids.is_empty() => {}
            Some(name @ (name::TD | name::TH)) if self.is_in_row() => {
                self.enter_block(id, name);
                self.leave_before(document.subtree_end(id));
            }
            Some(name::INPUT) if self.writer.is_before_item() => self.task = checked(document, id),
            Some(name::LI) if role.is_block() => {
                self.enter_block(id, name::LI);
                self.leave_before(document.subtree_end(id));
            }
            _ if role.is_block() => self.end_line(),
            _ => {
                let has_any = document.subtree_end(id).index() > id.index() + 1;
                if has_any || self.images.is_image(id) {
                    self.writer.space();
                }
            }
        }
    }

    fn is_in_row(&self) -> bool {
        matches!(self.open.last(), Some(Open { kind: Kind::Row { .. }, .. }))
    }

    fn enter_block(&mut self, id: NodeId, name: Name) -> usize {
        let (inside, behind) = (id.index() + 1, self.document.subtree_end(id).index());
        match name {
            name::TABLE => return self.table(id),
            name::TR if !self.grids.is_empty() => return self.row(id),
            name::TBODY | name::TFOOT | name::THEAD if !self.grids.is_empty() => return inside,
            name::TD | name::TH if self.is_in_row() => {
                return if self.cell(id) { inside } else { behind };
            }
            name::PRE | name::LISTING | name::XMP | name::PLAINTEXT => {
                self.end_line();
                self.preformatted(id);
                return behind;
            }
            _ => {}
        }
        self.end_line();
        match name {
            name::H1 | name::H2 | name::H3 | name::H4 | name::H5 | name::H6 => {
                let level = [name::H1, name::H2, name::H3, name::H4, name::H5, name::H6];
                let level = level.iter().position(|&other| other == name).unwrap_or(0);
                self.writer.set_heading(u8::try_from(level + 1).unwrap_or(6));
                self.push(id, Kind::Heading);
            }
            _ if self.writer.is_deep() && (name == name::BLOCKQUOTE || name == name::LI) => {
                self.push(id, Kind::Block);
            }
            name::BLOCKQUOTE => {
                self.writer.push_quote();
                self.push(id, Kind::Quote);
            }
            name::UL | name::OL | name::MENU | name::DIR => self.list(id, name == name::OL),
            name::LI if self.lists.last().is_some_and(|list| list.has_cards) => {
                self.push(id, Kind::Block);
            }
            name::LI => self.item(id),
            _ => self.push(id, Kind::Block),
        }
        inside
    }

    fn enter_inline(&mut self, id: NodeId, name: Name) -> usize {
        let document = self.document;
        let mark = match name {
            name::B | name::STRONG if self.options.emphasis => Mark::Strong,
            name::I | name::EM if self.options.emphasis => Mark::Emphasis,
            name::DEL | name::S | name::STRIKE if self.options.emphasis => Mark::Deleted,
            name::SUB => Mark::Tag("sub"),
            name::SUP => Mark::Tag("sup"),
            name::A if self.options.links => {
                let address = document.attr(id, name::HREF);
                let address = address.and_then(|address| link_address(address, &self.policy));
                let Some(address) = address.filter(|address| !address.starts_with('#')) else {
                    return id.index() + 1;
                };
                Mark::Link(address.into_owned())
            }
            name::CODE | name::TT | name::SAMP | name::KBD => {
                if self.breaks > 0 {
                    self.break_line();
                }
                self.writer.open_code();
                self.push(id, Kind::Code);
                return id.index() + 1;
            }
            name::Q => Mark::Quoted,
            name::SPAN if self.after_formula && is_formula_for_the_eye(document, id) => {
                return document.subtree_end(id).index();
            }
            _ => return id.index() + 1,
        };
        self.writer.open_mark(mark);
        self.push(id, Kind::Mark);
        id.index() + 1
    }

    fn leave(&mut self, kind: Kind) {
        match kind {
            Kind::Block => self.end_line(),
            Kind::Heading => {
                self.end_line();
                self.writer.set_heading(0);
            }
            Kind::Quote => {
                self.end_line();
                self.writer.pop_prefix();
            }
            Kind::List { item_before } => self.end_list(item_before),
            Kind::Item => self.end_item(),
            Kind::Mark => self.writer.close_mark(),
            Kind::Code => self.writer.end_code(),
            Kind::Apart => self.writer.space(),
            Kind::Table => {
                self.grids.pop();
                self.end_line();
            }
            Kind::Row { columns, cells } => self.end_row(columns, cells),
            Kind::Cell { columns } => self.end_cell(columns),
        }
    }

    fn list(&mut self, id: NodeId, is_numbered: bool) {
        let document = self.document;
        let number =
            |attr| document.attr(id, attr).and_then(|value| value.trim().parse::<i64>().ok());
        let is_reversed = is_numbered && document.attr(id, name::REVERSED).is_some();
        let count = || document.children(id).filter(|&id| document.is_html(id, name::LI)).count();
        let first = || if is_reversed { i64::try_from(count()).unwrap_or(1) } else { 1 };
        let next = is_numbered.then(|| number(name::START).unwrap_or_else(first));
        let signs = if is_numbered { ['.', ')'] } else { ['-', '*'] };
        let follows = self.last_list == Some((self.writer.len(), signs[0]));
        let step = if is_reversed { -1 } else { 1 };
        let sign = signs[usize::from(follows)];
        let item_before = self.lists.is_empty();
        let has_cards = has_cards(document, id);
        self.lists.push(List { next, step, sign, item_end: None, has_cards });
        self.push(id, Kind::List { item_before });
    }

    fn end_list(&mut self, is_outermost: bool) {
        self.end_line();
        let Some(list) = self.lists.pop() else { return };
        self.last_list = Some((self.writer.len(), list.sign));
        if !is_outermost {
            self.writer.set_gap(Gap::Line);
        }
    }

    fn item(&mut self, id: NodeId) {
        let marker = match self.lists.last_mut() {
            Some(List { next: Some(next), step, sign, .. }) => {
                let value = self.document.attr(id, name::VALUE);
                let number = value.and_then(|value| value.trim().parse().ok()).unwrap_or(*next);
                *next = number.saturating_add(*step);
                format!("{}{sign} ", number.clamp(0, 999_999_999))
            }
            Some(List { sign, .. }) => format!("{sign} "),
            None => "- ".into(),
        };
        if self.is_right_behind_item(&marker) {
            self.writer.set_gap(Gap::Line);
        }
        self.writer.push_item(marker);
        self.push(id, Kind::Item);
    }

    fn end_item(&mut self) {
        self.end_line();
        self.task = None;
        let was_written = self.writer.pop_prefix();
        if let Some(list) = self.lists.last_mut().filter(|_| was_written) {
            list.item_end = Some(self.writer.len());
        }
    }

    /// Whether no empty line is needed before an item: behind an item of its list, and behind the text of the item around,
    /// which items without numbers may interrupt, and the number 1.
    fn is_right_behind_item(&self, marker: &str) -> bool {
        let Some(list) = self.lists.last() else { return false };
        if let Some(end) = list.item_end {
            return end == self.writer.len();
        }
        let is_numbered = marker.starts_with(|first: char| first.is_ascii_digit());
        let around = self.lists.iter().rev().nth(1);
        around.is_some_and(|list| !list.has_cards) && (!is_numbered || marker.starts_with("1."))
    }

    fn preformatted(&mut self, id: NodeId) {
        let block = code::of(self.document, self.texts, id);
        if !block.text.is_empty() {
            self.writer.lines(&fenced(&block));
        }
    }

    fn image(&mut self, id: NodeId) {
        let twin = self.images.twin(id);
        let is_known = twin.is_some() && twin == self.last_image;
        if is_known || !self.kept.contains(id) || !self.options.images {
            self.writer.space();
            return;
        }
        let Some(image) = self.images.image(id) else { return };
        if self.breaks > 0 {
            self.break_line();
        }
        self.writer.image(image.alt, &image.source);
        self.last_image = Some(id);
    }

    /// Writes a formula as TeX, if it has that form; whether it has.
    fn formula(&mut self, id: NodeId) -> bool {
        let Some(tex) = tex_of(self.document, id) else { return false };
        let is_block = self.document.attr(id, name::DISPLAY) == Some("block");
        if is_block && !self.writer.is_in_cell() {
            self.end_line();
            self.writer.lines(&format!("$$\n{tex}\n$$"));
        } else {
            self.writer.raw(&format!("${}$", tex.split_whitespace().collect::<Vec<_>>().join(" ")));
        }
        self.after_formula = true;
        true
    }

    fn grid(&mut self) -> Option<&mut Grid> {
        self.grids.last_mut()
    }

    fn table(&mut self, id: NodeId) -> usize {
        self.end_line();
        match Layout::of(self.document, self.texts, id) {
            Layout::Flow => self.push(id, Kind::Block),
            Layout::Grid(grid) => {
                self.grids.push(grid);
                self.push(id, Kind::Table);
            }
        }
        id.index() + 1
    }

    /// Begins a row; one without any kept text is left out.
    fn row(&mut self, id: NodeId) -> usize {
        let Some(grid) = self.grids.last_mut() else { return id.index() + 1 };
        let columns = grid.columns;
        if !grid.begin_row(id) {
            return self.document.subtree_end(id).index();
        }
        if grid.is_begun() {
            self.writer.set_gap(Gap::Line);
        }
        self.writer.begin_row();
        self.push(id, Kind::Row { columns, cells: 0 });
        id.index() + 1
    }

    /// Begins a cell; whether it is written.
    fn cell(&mut self, id: NodeId) -> bool {
        let Some((covered, columns)) = self.grid().and_then(|grid| grid.begin_cell(id)) else {
            return false;
        };
        (0..covered).for_each(|_| self.empty_cell());
        self.writer.begin_cell();
        self.push(id, Kind::Cell { columns });
        true
    }

    fn empty_cell(&mut self) {
        self.writer.begin_cell();
        self.writer.end_cell();
        if let Some(Open { kind: Kind::Row { cells, .. }, .. }) = self.open.last_mut() {
            *cells += 1;
        }
    }

    fn end_cell(&mut self, columns: usize) {
        self.breaks = 0;
        self.writer.end_cell();
        if let Some(Open { kind: Kind::Row { cells, .. }, .. }) = self.open.last_mut() {
            *cells += 1;
        }
        (1..columns).for_each(|_| self.empty_cell());
    }

    fn end_row(&mut self, columns: usize, cells: usize) {
        (cells..columns).for_each(|_| {
            self.writer.begin_cell();
            self.writer.end_cell();
        });
        let is_first = self.grid().is_some_and(Grid::end_row);
        self.writer.end_row(is_first.then_some(columns));
    }
}

/// Whether a task is done; `None` for a field that is none. Tasks have boxes that the reader can't check; others open menus.
fn checked(document: &Document, input: NodeId) -> Option<bool> {
    let has = |attr| document.attr(input, attr).is_some();
    let is_box =
        document.attr(input, name::TYPE).is_some_and(|kind| kind.eq_ignore_ascii_case("checkbox"));
    (is_box && has(name::DISABLED)).then(|| has(name::CHECKED))
}

/// The kept texts, and the images and rules that are kept.
fn with_media(
    document: &Document,
    selection: &Selection<'_>,
    texts: &NodeSet,
    images: &Images<'_>,
) -> NodeSet {
    let mut kept = texts.clone();
    for id in document.elements(NodeId::DOCUMENT) {
        let is_kept = || selection.has_media(id);
        if images.is_image(id)
            && (is_kept() || images.twin(id).is_some_and(|twin| selection.has_media(twin)))
            || document.is_html(id, name::HR) && is_kept()
        {
            kept.insert(id);
        }
    }
    kept
}

const HEADINGS: NameSet =
    NameSet::of(&[name::H1, name::H2, name::H3, name::H4, name::H5, name::H6]);

/// Whether an item of this list itself has a heading.
fn has_cards(document: &Document, list: NodeId) -> bool {
    let end = document.subtree_end(list).index();
    let mut next = list.index() + 1;
    while next < end {
        let id = NodeId::from_index(next);
        match document.name(id) {
            Some(name) if HEADINGS.contains(name) => return true,
            Some(name::UL | name::OL) => next = document.subtree_end(id).index(),
            _ => next += 1,
        }
    }
    false
}

/// The TeX that a formula is annotated with.
fn tex_of(document: &Document, formula: NodeId) -> Option<String> {
    let mut annotations = document.elements(formula).filter(|&id| {
        document.name(id) == Some(name::ANNOTATION)
            && document.attr(id, name::ENCODING).is_some_and(|encoding| {
                encoding.eq_ignore_ascii_case("application/x-tex")
                    || encoding.eq_ignore_ascii_case("text/x-tex")
                    || encoding.eq_ignore_ascii_case("TeX")
            })
    });
    let id = annotations.next()?;
    let texts = document.descendants_and_self(id).filter(|&id| document.kind(id) == NodeKind::Text);
    let tex: String = texts.map(|id| document.text(id)).collect();
    Some(tex.trim().to_owned()).filter(|tex| !tex.is_empty())
}

/// Whether an element shows a formula that stands before it in another form, as `KaTeX` does.
fn is_formula_for_the_eye(document: &Document, id: NodeId) -> bool {
    document.attr(id, name::CLASS).is_some_and(|class| class == "katex-html")
}
