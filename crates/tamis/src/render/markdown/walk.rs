//! The walk over the kept content.

mod block;
mod footnote;
mod formula;
mod inline;
mod list;
mod media;
mod post;
mod table;

use std::mem;

use tamis_dom::{Document, Namespace, NodeId, NodeKind, name};
use url::Url;

use self::list::Lists;
use self::media::with_media;
use super::writer::{Gap, MarkdownWriter};
use super::{LinkStyle, MarkdownOptions};
use crate::page::NodeSet;
use crate::page::role::is_box;
use crate::render::embeds::Embeds;
use crate::render::form::Form;
use crate::render::kept_nodes::KeptNodes;
use crate::render::posts::PostUnits;
use crate::render::space;
use crate::render::typed_marks::TypedMarks;
use crate::render::visit::{OpenElements, Visitor, visit};
use crate::sanitize::{Policy, shown_email};
use crate::structure::edit_link::without_brackets;
use crate::structure::footnote::{Footnotes, Note};
use crate::structure::images::Images;
use crate::structure::math;
use crate::structure::numbering::checked;
use crate::structure::role::RenderRole;
use crate::structure::table::Grid;
use crate::structure::tabs::TabPanels;

/// The action at the end of an element.
#[derive(Clone, Copy, Debug)]
enum EndAction {
    Block,
    Heading,
    Quote,
    List {
        /// The list is in another list, but in no item of it.
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
    /// The text of a footnote.
    Footnote,
    /// The title of a callout, in bold.
    Title,
    Mark,
    Code,
    /// Separates what follows by white space.
    Separated,
    Table,
    Row {
        columns: usize,
        cells: usize,
    },
    Cell {
        columns: usize,
    },
}

/// The posts and tab panels of the page, the nodes before which a space is shown, and the typed
/// marks of items.
type Units<'p> = (PostUnits<'p>, &'p TabPanels, &'p NodeSet, &'p TypedMarks);

pub(super) struct MarkdownWalker<'p> {
    document: &'p Document,
    /// The kept text nodes.
    texts: &'p NodeSet,
    /// The kept text nodes, images, embeds, rules and formulas in scripts.
    kept: NodeSet,
    kept_nodes: &'p KeptNodes<'p>,
    images: Images<'p>,
    embeds: Embeds<'p>,
    policy: Policy<'p>,
    options: &'p MarkdownOptions,
    /// True if links are written.
    links: bool,
    footnotes: Footnotes,
    posts: PostUnits<'p>,
    tabs: &'p TabPanels,
    /// The nodes before which a space is shown.
    apart: &'p NodeSet,
    marks: &'p TypedMarks,
    form: Form,
    writer: MarkdownWriter,
    open: OpenElements<EndAction>,
    lists: Lists,
    grids: Vec<Grid>,
    breaks: u8,
    /// The current item is a task; true if it is done.
    task: Option<bool>,
    last_image: Option<NodeId>,
    /// The address of the last embed.
    last_embed: String,
    /// The delimiters of formulas in texts; `None` until they are searched for.
    delimiters: Option<math::Delimiters>,
    /// The title of the open callout.
    title: Option<NodeId>,
    /// The title only repeats the kind of the callout.
    is_title_bare: bool,
    /// A heading is open whose blocks share one line.
    is_one_line: bool,
    /// The length of the output when the last footnote ended.
    note_end: Option<usize>,
    /// A footnote began, and no text of it is written.
    is_note_begin: bool,
    /// The bytes of the label with which that text begins.
    label_bytes: usize,
    /// The footnotes within the text so far, with their numbers. They follow the text.
    inline_notes: Vec<(Note, u32)>,
    /// The headings so far.
    headings: Vec<Heading>,
}

/// A heading of the output.
#[derive(Clone, Debug)]
pub(super) struct Heading {
    /// The length of the output before it.
    pub(super) at: usize,
    /// The level, 1 to 6.
    pub(super) level: u8,
    pub(super) text: HeadingText,
}

/// The text of a heading.
#[derive(Clone, Debug)]
pub(super) enum HeadingText {
    /// The kept text of an element.
    Of(NodeId),
    /// The heading of a post.
    Post(String),
}

/// The rendered Markdown and its structure.
#[derive(Debug)]
pub(super) struct RenderedMarkdown {
    pub(super) text: String,
    /// The positions where the outermost blocks begin.
    pub(super) blocks: Vec<usize>,
    pub(super) headings: Vec<Heading>,
    /// Something was left out, because the text would be too long.
    pub(super) is_cut: bool,
}

impl Visitor for MarkdownWalker<'_> {
    fn enter(&mut self, id: NodeId) -> usize {
        let document = self.document;
        let (inside, after) = (id.index() + 1, document.subtree_end(id).index());
        let role = RenderRole::of(document, id);
        if !self.kept.has_any(id..document.subtree_end(id)) && role != RenderRole::LineBreak {
            self.leave_out(id, role);
            return after;
        }
        if self.apart.contains(id) {
            self.writer.space();
        }
        if let Some(post) = self.posts.at(id) {
            self.begin_post(id, post);
            return inside;
        }
        if self.images.is_image(id) {
            if !self.formula(id) {
                self.image(id);
            }
            return inside;
        }
        if self.embeds.is_player(id) {
            self.embed(id);
        }
        if !self.footnotes.is_empty() && !role.is_block() {
            // A note that begins a line is entered here. A note within the text is written later,
            // because Markdown has no form for it.
            let next = self.footnote(id);
            if let Some(next) = next.filter(|&next| next > id.index()) {
                return next;
            }
        }
        if self.tabs.label(id).is_some() {
            self.tab_label(id);
        }
        match role {
            RenderRole::Hidden => {
                self.formula(id);
                return after;
            }
            RenderRole::Frame | RenderRole::Media => {
                self.embed(id);
                return after;
            }
            _ if self.is_not_written(id) => return after,
            RenderRole::LineBreak => self.breaks = self.breaks.saturating_add(1),
            RenderRole::Rule => {
                self.end_line();
                if self.kept.contains(id) && !self.writer.is_in_cell() {
                    self.writer.lines("---");
                }
            }
            RenderRole::Formula if self.formula(id) => return after,
            _ if math::stands_for_formula(document, id) && self.formula(id) => return after,
            RenderRole::Separated if !self.footnotes.is_empty() && self.footnote_reference(id) => {
                return after;
            }
            _ if role == RenderRole::Separated || document.name(id).is_some_and(is_box) => {
                self.writer.space();
                self.push(id, EndAction::Separated);
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
        if self.apart.contains(id) {
            self.writer.space();
        }
        if !text.trim_ascii().is_empty() {
            self.last_embed.clear();
        }
        let email = shown_email(self.document, id);
        let text = without_brackets(self.document, id, self.marks.without_mark(id, text));
        let text = email.as_deref().unwrap_or(self.without_number(text));
        if (self.breaks > 0 || self.task.is_some()) && space::skip(text, 0).1 < text.len() {
            self.begin_text();
        }
        if !self.footnotes.is_empty() && self.text_with_mark(id, text) {
            return;
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

    fn is_full(&self) -> bool {
        self.writer.is_full()
    }
}

impl<'p> MarkdownWalker<'p> {
    pub(super) fn new(
        document: &'p Document,
        kept_nodes: &'p KeptNodes<'p>,
        texts: &'p NodeSet,
        (posts, tabs, apart, marks): Units<'p>,
        base: Option<&'p Url>,
        options: &'p MarkdownOptions,
        (form, max_bytes): (Form, usize),
    ) -> MarkdownWalker<'p> {
        let images = Images::new(document, base);
        let embeds = Embeds::new(document, base);
        let policy = Policy::default();
        let footnotes = Footnotes::of(document, texts);
        let mut kept = with_media(document, kept_nodes, texts, &images, &embeds);
        for button in footnotes.buttons(document) {
            kept.insert(button);
        }
        MarkdownWalker {
            document,
            kept,
            texts,
            kept_nodes,
            images,
            embeds,
            policy: base.map_or(policy, |base| policy.base_url(base)),
            options,
            links: options.links != LinkStyle::Omitted,
            footnotes,
            posts,
            tabs,
            apart,
            marks,
            form,
            writer: MarkdownWriter::new(document.html_bytes(), options, form, max_bytes),
            open: OpenElements::new(),
            lists: Lists::default(),
            grids: Vec::new(),
            breaks: 0,
            task: None,
            last_image: None,
            last_embed: String::new(),
            delimiters: None,
            title: None,
            is_title_bare: false,
            is_one_line: false,
            note_end: None,
            is_note_begin: false,
            label_bytes: 0,
            inline_notes: Vec::new(),
            headings: Vec::new(),
        }
    }

    /// Walks the document. Linear in its nodes and text.
    pub(super) fn write(mut self) -> RenderedMarkdown {
        let document = self.document;
        let body = document.body().unwrap_or(NodeId::DOCUMENT);
        visit(document, body..document.subtree_end(body), &mut self);
        self.write_inline_notes();
        let is_cut = self.writer.is_full();
        let (text, blocks) = self.writer.finish();
        RenderedMarkdown { text, blocks, headings: self.headings, is_cut }
    }

    /// Writes what precedes the next text: line breaks and the box of a task.
    fn begin_text(&mut self) {
        self.write_breaks();
        if let Some(is_done) = self.task.take() {
            self.writer.raw(if is_done { "[x]" } else { "[ ]" });
            self.writer.space();
        }
    }

    /// Writes the line breaks since the last text. A single one breaks the line, several end the
    /// paragraph.
    fn write_breaks(&mut self) {
        match mem::take(&mut self.breaks) {
            0 => {}
            1 => self.writer.break_line(),
            _ => self.separate_lines(),
        }
    }

    fn end_line(&mut self) {
        self.breaks = 0;
        self.separate_lines();
    }

    /// Separates the next text from the text before, in a one-line heading by a space.
    fn separate_lines(&mut self) {
        if self.is_one_line {
            self.writer.space();
        } else {
            self.writer.end_line(Gap::Blank);
        }
    }

    fn push(&mut self, id: NodeId, kind: EndAction) {
        self.open.push(self.document.subtree_end(id), kind);
    }

    /// Separates what is around an element that is left out. A cell keeps its column, and an item
    /// its number.
    fn leave_out(&mut self, id: NodeId, role: RenderRole) {
        let document = self.document;
        match document.name(id) {
            Some(name::TR | name::TBODY | name::TFOOT | name::THEAD) if !self.grids.is_empty() => {}
            Some(name @ (name::TD | name::TH)) if self.is_in_row() => {
                self.enter_block(id, name);
                self.leave_before(document.subtree_end(id));
            }
            Some(name::INPUT) if self.writer.is_before_item() => {
                self.task = checked(document, id).or(self.task);
            }
            Some(name::LI) if role.is_block() => {
                self.enter_block(id, name::LI);
                self.leave_before(document.subtree_end(id));
            }
            _ if role.is_block() => self.end_line(),
            _ if role == RenderRole::Hidden || self.footnotes.leads_back(document, id) => {}
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
        matches!(self.open.innermost(), Some(EndAction::Row { .. }))
    }

    fn leave(&mut self, kind: EndAction) {
        match kind {
            EndAction::Block => self.end_line(),
            EndAction::Heading => {
                self.is_one_line = false;
                self.end_line();
                self.writer.set_heading(0);
            }
            EndAction::Quote => {
                self.end_line();
                self.writer.pop_prefix();
            }
            EndAction::List { is_misplaced } => self.end_list(is_misplaced),
            EndAction::Item => self.end_item(),
            EndAction::Terms => self.end_terms(),
            EndAction::Term { begin } => self.end_term(begin),
            EndAction::Definition { begin } => self.end_definition(begin),
            EndAction::Footnote => self.end_footnote(),
            EndAction::Title => {
                self.writer.close_mark();
                self.end_line();
            }
            EndAction::Mark => self.writer.close_mark(),
            EndAction::Code => self.writer.end_code(),
            EndAction::Separated => self.writer.space(),
            EndAction::Table => self.end_table(),
            EndAction::Row { columns, cells } => self.end_row(columns, cells),
            EndAction::Cell { columns } => self.end_cell(columns),
        }
    }

    /// Returns true if an element is not written because it is hidden, or written in another form:
    /// one form of a formula, a link back from a footnote, the title of a callout.
    fn is_not_written(&mut self, id: NodeId) -> bool {
        let document = self.document;
        self.kept_nodes.leaves_out(id) && !self.footnotes.has_note_in(document, id)
            || math::is_display_form(document, id)
            || !self.footnotes.is_empty() && self.footnotes.leads_back(document, id)
            || self.title == Some(id) && self.is_title_bare
    }
}
