//! The walk over what is kept.

mod block;
mod footnote;
mod formula;
mod inline;
mod list;
mod media;
mod table;

use std::mem;

use tamis_dom::{Document, Namespace, NodeId, NodeKind, name};
use url::Url;

use self::list::{Lists, checked};
use self::media::with_media;
use super::writer::{Gap, Writer};
use super::{LinkStyle, MarkdownOptions};
use crate::node_set::NodeSet;
use crate::paragraph::is_box;
use crate::render::footnote::Footnotes;
use crate::render::images::Images;
use crate::render::math;
use crate::render::role::Role;
use crate::render::sanitize::Policy;
use crate::render::selection::Selection;
use crate::render::space;
use crate::render::table::Grid;
use crate::render::visit::{OpenElements, Visitor, visit};

/// What has to be done when an element ends.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Block,
    Heading,
    Quote,
    List {
        /// It stands in another list, but in no item of it.
        is_misplaced: bool,
    },
    Item,
    Terms,
    Term {
        begin: usize,
    },
    Definition {
        begin: usize,
    },
    /// What a note says.
    Note,
    /// A title, in bold letters.
    Title,
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

pub(super) struct Walker<'p> {
    document: &'p Document,
    /// The text nodes that are kept.
    texts: &'p NodeSet,
    /// These, and the images, rules and formulas in scripts that are kept.
    kept: NodeSet,
    selection: &'p Selection<'p>,
    images: Images<'p>,
    /// The address that relative ones start from.
    base: Option<&'p Url>,
    policy: Policy<'p>,
    options: &'p MarkdownOptions,
    /// Links are written.
    links: bool,
    footnotes: Footnotes,
    writer: Writer,
    open: OpenElements<Kind>,
    lists: Lists,
    grids: Vec<Grid>,
    breaks: u8,
    /// The item that begins is a task: whether it is done.
    task: Option<bool>,
    last_image: Option<NodeId>,
    /// The page has a script that makes formulas of texts, once that was looked for.
    has_math_script: Option<bool>,
    /// The title of the callout that is open.
    title: Option<NodeId>,
    /// It says nothing but the kind of the callout.
    is_title_bare: bool,
    /// A heading is open whose blocks stand in one line.
    is_one_line: bool,
    /// Where the last note ended.
    note_end: Option<usize>,
    /// The headings, with where they begin.
    headings: Vec<Heading>,
}

/// A heading that is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Heading {
    /// How much was written before it.
    pub(super) at: usize,
    /// 1 to 6.
    pub(super) level: u8,
    pub(super) id: NodeId,
}

/// What comes out.
#[derive(Debug)]
pub(super) struct Written {
    pub(super) text: String,
    /// Where the outermost blocks begin.
    pub(super) blocks: Vec<usize>,
    pub(super) headings: Vec<Heading>,
}

impl Visitor for Walker<'_> {
    fn enter(&mut self, id: NodeId) -> usize {
        let document = self.document;
        let (inside, behind) = (id.index() + 1, document.subtree_end(id).index());
        let role = Role::of(document, id);
        if !self.kept.has_any(id..document.subtree_end(id)) && role != Role::LineBreak {
            self.leave_out(id, role);
            return behind;
        }
        if self.images.is_image(id) {
            if !self.formula(id) {
                self.image(id);
            }
            return inside;
        }
        match role {
            Role::Hidden => {
                self.formula(id);
                return behind;
            }
            Role::Frame | Role::Media => {
                self.writer.space();
                return behind;
            }
            _ if self.is_not_written(id) => return behind,
            Role::LineBreak => self.breaks = self.breaks.saturating_add(1),
            Role::Rule => {
                self.end_line();
                if self.kept.contains(id) && !self.writer.is_in_cell() {
                    self.writer.lines("---");
                }
            }
            Role::Formula if self.formula(id) => return behind,
            _ if role == Role::Apart || document.name(id).is_some_and(is_box) => {
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

    fn text(&mut self, id: NodeId) {
        let text = self.document.text(id);
        if !self.texts.contains(id) {
            if text.trim_ascii().is_empty() {
                self.writer.text(text);
            } else {
                self.writer.space();
            }
            return;
        }
        if (self.breaks > 0 || self.task.is_some()) && space::skip(text, 0).1 < text.len() {
            self.begin_text();
        }
        if self.may_have_formulas(text) {
            self.text_with_formulas(text);
        } else {
            self.writer.text(text);
        }
    }

    fn leave_before(&mut self, id: NodeId) {
        while let Some(kind) = self.open.pop_before(id) {
            self.leave(kind);
        }
    }
}

impl<'p> Walker<'p> {
    pub(super) fn new(
        document: &'p Document,
        selection: &'p Selection<'p>,
        texts: &'p NodeSet,
        base: Option<&'p Url>,
        options: &'p MarkdownOptions,
    ) -> Walker<'p> {
        let images = Images::new(document, base);
        let policy = Policy::default();
        Walker {
            document,
            kept: with_media(document, selection, texts, &images),
            texts,
            selection,
            images,
            base,
            policy: base.map_or(policy, |base| policy.base_url(base)),
            options,
            links: options.links != LinkStyle::Omitted,
            footnotes: Footnotes::of(document, texts),
            writer: Writer::new(document.html_bytes(), options),
            open: OpenElements::new(),
            lists: Lists::default(),
            grids: Vec::new(),
            breaks: 0,
            task: None,
            last_image: None,
            has_math_script: None,
            title: None,
            is_title_bare: false,
            is_one_line: false,
            note_end: None,
            headings: Vec::new(),
        }
    }

    /// Walks the document. Linear in its nodes and text.
    pub(super) fn write(mut self) -> Written {
        let document = self.document;
        let body = document.body().unwrap_or(NodeId::DOCUMENT);
        visit(document, body..document.subtree_end(body), &mut self);
        let (text, blocks) = self.writer.finish();
        Written { text, blocks, headings: self.headings }
    }

    /// Writes what stands before the text that comes: line breaks, the sign of a task.
    fn begin_text(&mut self) {
        self.write_breaks();
        if let Some(is_done) = self.task.take() {
            self.writer.raw(if is_done { "[x]" } else { "[ ]" });
            self.writer.space();
        }
    }

    /// Writes the line breaks that were met since the last text: one alone breaks the line, several end the paragraph.
    fn write_breaks(&mut self) {
        match mem::take(&mut self.breaks) {
            0 => {}
            1 => self.writer.break_line(),
            _ => self.part_lines(),
        }
    }

    fn end_line(&mut self) {
        self.breaks = 0;
        self.part_lines();
    }

    /// Parts what comes from what stands before it: in a heading by a space.
    fn part_lines(&mut self) {
        if self.is_one_line {
            self.writer.space();
        } else {
            self.writer.end_line(Gap::Blank);
        }
    }

    fn push(&mut self, id: NodeId, kind: Kind) {
        self.open.push(self.document.subtree_end(id), kind);
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
            _ if role == Role::Hidden => {}
            name => {
                let inside = document.descendants_and_self(id);
                let mut shown = inside.filter(|&id| document.kind(id) == NodeKind::Text);
                if name.is_some_and(is_box)
                    || self.images.is_image(id)
                    || document.is_html(id, name::IMG)
                    || shown.next().is_some()
                {
                    self.writer.space();
                }
            }
        }
    }

    fn is_in_row(&self) -> bool {
        matches!(self.open.innermost(), Some(Kind::Row { .. }))
    }

    fn leave(&mut self, kind: Kind) {
        match kind {
            Kind::Block => self.end_line(),
            Kind::Heading => {
                self.is_one_line = false;
                self.end_line();
                self.writer.set_heading(0);
            }
            Kind::Quote => {
                self.end_line();
                self.writer.pop_prefix();
            }
            Kind::List { is_misplaced } => self.end_list(is_misplaced),
            Kind::Item => self.end_item(),
            Kind::Terms => self.end_terms(),
            Kind::Term { begin } => self.end_term(begin),
            Kind::Definition { begin } => self.end_definition(begin),
            Kind::Note => self.end_note(),
            Kind::Title => {
                self.writer.close_mark();
                self.end_line();
            }
            Kind::Mark => self.writer.close_mark(),
            Kind::Code => self.writer.end_code(),
            Kind::Apart => self.writer.space(),
            Kind::Table => self.end_table(),
            Kind::Row { columns, cells } => self.end_row(columns, cells),
            Kind::Cell { columns } => self.end_cell(columns),
        }
    }

    /// Whether an element is not written: a part that is hidden, and what is written in another form, such as a formula, or the
    /// link back from a note.
    fn is_not_written(&mut self, id: NodeId) -> bool {
        let document = self.document;
        self.selection.leaves_out(id)
            || math::is_for_the_eye(document, id)
            || !self.footnotes.is_empty() && self.footnotes.leads_back(document, id)
            || self.title == Some(id) && self.is_title_bare
    }
}
