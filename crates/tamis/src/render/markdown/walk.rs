//! The walk over what is kept.

mod list;
mod table;

use tamis_dom::{Document, Name, Namespace, NodeId, NodeKind, name};
use url::Url;

use self::list::{List, Terms};
use super::escape::fenced;
use super::writer::{Gap, Mark, Writer};
use super::{LinkStyle, MarkdownOptions, callout};
use crate::node_set::NodeSet;
use crate::paragraph::is_box;
use crate::render::code;
use crate::render::footnote::Footnotes;
use crate::render::images::Images;
use crate::render::math::{self, Formula, Part};
use crate::render::role::Role;
use crate::render::sanitize::{Policy, link_address};
use crate::render::selection::Selection;
use crate::render::space;
use crate::render::table::Grid;

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
    open: Vec<Open>,
    lists: Vec<List>,
    terms: Vec<Terms>,
    /// How many definitions are open.
    definitions: usize,
    grids: Vec<Grid>,
    breaks: u8,
    /// The item that begins is a task: whether it is done.
    task: Option<bool>,
    /// Where the list that ended last ended, with its sign.
    last_list: Option<(usize, char)>,
    last_image: Option<NodeId>,
    /// The page has a script that makes formulas of texts, once that was looked for.
    has_math_script: Option<bool>,
    /// The title of the callout that is open.
    title: Option<NodeId>,
    /// It says nothing but the kind of the callout.
    is_title_bare: bool,
    /// Where the last item ended that stands in no list.
    stray_end: Option<usize>,
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
            open: Vec::new(),
            lists: Vec::new(),
            terms: Vec::new(),
            definitions: 0,
            grids: Vec::new(),
            breaks: 0,
            task: None,
            last_list: None,
            last_image: None,
            has_math_script: None,
            title: None,
            is_title_bare: false,
            stray_end: None,
            note_end: None,
            headings: Vec::new(),
        }
    }

    /// Walks the document. Linear in its nodes and text.
    pub(super) fn write(mut self) -> Written {
        let document = self.document;
        let body = document.body().unwrap_or(NodeId::DOCUMENT);
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
        let (text, blocks) = self.writer.finish();
        Written { text, blocks, headings: self.headings }
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
        if (self.breaks > 0 || self.task.is_some()) && space::skip(text, 0).1 < text.len() {
            self.begin_text();
        }
        if math::may_have_signs(text) && self.has_math_script() && !self.writer.is_in_code() {
            return self.text_with_formulas(text);
        }
        self.writer.text(text);
    }

    fn has_math_script(&mut self) -> bool {
        *self.has_math_script.get_or_insert_with(|| math::has_script(self.document))
    }

    fn text_with_formulas(&mut self, text: &str) {
        for part in math::parts(text) {
            match part {
                Part::Text(text) => self.writer.text(text),
                Part::Formula(formula) => self.write_formula(&formula),
            }
        }
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
        if !self.footnotes.is_empty() && self.note(id) {
            return inside;
        }
        match name {
            _ if self.title == Some(id) => {
                self.writer.open_mark(Mark::Strong);
                self.push(id, Kind::Title);
            }
            name::H1 | name::H2 | name::H3 | name::H4 | name::H5 | name::H6 => {
                let level = [name::H1, name::H2, name::H3, name::H4, name::H5, name::H6];
                let level = level.iter().position(|&other| other == name).unwrap_or(0);
                let level = u8::try_from(level + 1).unwrap_or(6);
                self.headings.push(Heading { at: self.writer.len(), level, id });
                self.writer.set_heading(if self.options.headings { level } else { 0 });
                self.push(id, Kind::Heading);
            }
            _ if self.writer.is_deep() => self.push(id, Kind::Block),
            name::BLOCKQUOTE | name::DIV | name::ASIDE | name::SECTION | name::DETAILS
                if !self.writer.is_in_cell() && self.callout(id) => {}
            name::BLOCKQUOTE => {
                self.writer.push_quote();
                self.push(id, Kind::Quote);
            }
            name::DL => self.terms(id),
            name::DT => self.term(id),
            name::DD => self.definition(id),
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
            name::A if !self.footnotes.is_empty() && self.is_sign(id) => {
                return document.subtree_end(id).index();
            }
            name::SUP if self.footnotes.has_sign_in(document, id) => return id.index() + 1,
            name::B | name::STRONG if self.options.emphasis => Mark::Strong,
            name::I | name::EM if self.options.emphasis => Mark::Emphasis,
            name::DEL | name::S | name::STRIKE if self.options.emphasis => Mark::Deleted,
            name::SUB => Mark::Tag("sub"),
            name::SUP => Mark::Tag("sup"),
            name::A if self.links => {
                let address = document.attr(id, name::HREF);
                let address = address.and_then(|address| link_address(address, &self.policy));
                let Some(address) = address.filter(|address| !address.starts_with('#')) else {
                    return id.index() + 1;
                };
                Mark::Link(address.into_owned())
            }
            name::CODE
                if !self.writer.is_in_cell()
                    && !self.writer.is_in_code()
                    && code::has_lines(document, id) =>
            {
                self.end_line();
                self.preformatted(id);
                return document.subtree_end(id).index();
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
            name::RT => Mark::Annotation,
            name::RP => return document.subtree_end(id).index(),
            name::SPAN if self.formula(id) => return document.subtree_end(id).index(),
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
            Kind::List { is_misplaced } => self.end_list(is_misplaced),
            Kind::Item => self.end_item(),
            Kind::Terms => {
                self.end_line();
                self.terms.pop();
            }
            Kind::Term { begin } => self.end_term(begin),
            Kind::Definition { begin } => self.end_definition(begin),
            Kind::Note => {
                self.end_line();
                self.writer.pop_prefix();
                self.note_end = Some(self.writer.len());
            }
            Kind::Title => {
                self.writer.close_mark();
                self.end_line();
            }
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

    fn preformatted(&mut self, id: NodeId) {
        let block = code::of(self.document, self.texts, id);
        self.code_block(&block);
    }

    fn code_block(&mut self, block: &code::Code) {
        if !block.text.is_empty() {
            self.writer.lines(&fenced(block));
        }
    }

    fn image(&mut self, id: NodeId) {
        let twin = self.images.twin(id);
        let is_known = twin.is_some() && twin == self.last_image;
        if is_known || !self.kept.contains(id) || !self.options.images {
            self.writer.space();
            return;
        }
        let Some(image) = self.images.image(id) else { return self.writer.space() };
        if self.breaks > 0 {
            self.break_line();
        }
        self.writer.image(image.alt, &image.source);
        self.last_image = Some(id);
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

    /// Writes a formula as TeX, if the element has that form; whether it has.
    fn formula(&mut self, id: NodeId) -> bool {
        let Some(formula) = math::of(self.document, id) else { return false };
        self.write_formula(&formula);
        true
    }

    fn write_formula(&mut self, formula: &Formula) {
        if formula.is_block && !self.writer.is_in_cell() {
            self.end_line();
            self.writer.lines(&format!("$$\n{}\n$$", formula.tex));
            return;
        }
        if self.breaks > 0 {
            self.break_line();
        }
        let tex = formula.tex.split_whitespace().collect::<Vec<_>>().join(" ");
        let tex = if self.writer.is_in_cell() { tex.replace('|', "\\|") } else { tex };
        self.writer.raw(&format!("${tex}$"));
    }

    /// Writes the sign of a note, if the link is one; whether it is.
    fn is_sign(&mut self, id: NodeId) -> bool {
        let number = self.footnotes.sign(id).filter(|_| !self.writer.is_in_code());
        if let Some(number) = number {
            self.writer.raw(&format!("[^{number}]"));
        }
        number.is_some()
    }

    /// Begins a note, if the element is one; whether it is.
    fn note(&mut self, id: NodeId) -> bool {
        let Some(number) = self.footnotes.note(id) else { return false };
        if self.note_end == Some(self.writer.len()) {
            self.writer.set_gap(Gap::Line);
        }
        self.writer.push_item(format!("[^{number}]: "), NOTE_INDENT);
        self.push(id, Kind::Note);
        true
    }

    /// Begins a callout, if the element is one; whether it is.
    fn callout(&mut self, id: NodeId) -> bool {
        let Some(callout) = callout::of(self.document, id) else { return false };
        self.writer.push_quote();
        self.writer.lines(&format!("[!{}]", callout.kind));
        self.writer.glue();
        (self.title, self.is_title_bare) = (callout.title, callout.is_bare);
        self.push(id, Kind::Quote);
        true
    }
}

/// The indent of what a note says behind its first line. Source: Pandoc and GFM.
const NOTE_INDENT: usize = 4;

/// Whether a task is done; `None` for a field that is none. Tasks have boxes that the reader can't check; others open menus.
fn checked(document: &Document, input: NodeId) -> Option<bool> {
    let has = |attr| document.attr(input, attr).is_some();
    let is_box =
        document.attr(input, name::TYPE).is_some_and(|kind| kind.eq_ignore_ascii_case("checkbox"));
    (is_box && has(name::DISABLED)).then(|| has(name::CHECKED))
}

/// The kept texts, and the images, rules and formulas in scripts that are kept.
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
            || (document.is_html(id, name::HR) || math::is_script(document, id)) && is_kept()
        {
            kept.insert(id);
        }
    }
    kept
}
