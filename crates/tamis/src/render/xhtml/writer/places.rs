//! Where an element may stand, and what it is written as where it stands.

use tamis_dom::{NodeId, NodeKind, name};

use super::{Content, LastTerm, Open, Stage, Writer};
use crate::render::xhtml::elements::{Kind, is_time};

/// A table's row for what may stand nowhere else in it.
const ROW_AROUND: &[&str] = &["tbody", "tr"];

impl<'d> Writer<'_, 'd> {
    /// Begins an element that has an end tag, at the place where it stands.
    pub(super) fn place(&mut self, id: NodeId, kind: Kind) {
        match (self.top().content, kind) {
            (Content::List { .. }, Kind::Item) => {
                self.close_wrapper();
                self.start(id, "li", Content::Blocks);
            }
            (Content::Terms { .. }, Kind::Term | Kind::Definitions) => self.term(id, kind),
            (Content::Terms { .. }, Kind::Block("div")) => {
                // A group: its terms stand among the others.
                self.close_wrapper();
                self.anchors.push(id);
                let content = self.top().content;
                self.push(Open::new(None, content));
            }
            (Content::Table(stage), Kind::Section(_) | Kind::Caption) => self.part(id, kind, stage),
            (Content::Rows, Kind::Row) => self.start(id, "tr", Content::Row),
            (Content::Row, Kind::Cell(tag)) => self.start(id, tag, Content::Blocks),
            (Content::Figure { has_caption: false }, Kind::FigureCaption) if self.is_at_end(id) => {
                self.set_content(Content::Figure { has_caption: true });
                self.start(id, "figcaption", Content::Blocks);
            }
            (Content::Details, Kind::Summary) => {
                self.set_content(Content::Blocks);
                self.start(id, "summary", Content::Line);
            }
            (Content::Ruby { .. }, Kind::RubyText) => {
                self.set_content(Content::Ruby { is_open: false });
                self.start(id, "rt", Content::Line);
            }
            _ => self.any_place(id, kind),
        }
    }

    /// Begins an element that may stand among blocks, or in a line.
    fn any_place(&mut self, id: NodeId, kind: Kind) {
        match kind {
            Kind::Unwrapped => self.unwrapped(id),
            Kind::Phrase(tag) => self.phrase(id, tag),
            Kind::RubyBase | Kind::RubyText => self.phrase(id, "span"),
            Kind::Definition if self.definitions > 0 => self.phrase(id, "span"),
            Kind::Definition => {
                self.phrase(id, "dfn");
                self.mark(|open| open.is_definition = true);
                self.definitions += 1;
            }
            Kind::Time => {
                let time = self.document.attr(id, name::DATETIME);
                self.phrase(id, if time.is_some_and(is_time) { "time" } else { "span" });
            }
            Kind::Link if self.links > 0 => self.unwrapped(id),
            Kind::Link => {
                self.transparent(id, "a");
                self.mark(|open| open.is_link = true);
                self.links += 1;
            }
            Kind::Edit(tag) => self.transparent(id, tag),
            Kind::Ruby => {
                self.start_phrase();
                self.start(id, "ruby", Content::Ruby { is_open: false });
            }
            Kind::Media(tag) => {
                self.start_phrase();
                self.start(id, tag, Content::Media);
            }
            _ if self.is_in_line() => self.broken(id),
            _ => self.block(id, kind),
        }
    }

    /// Begins an element whose tags are left out.
    pub(super) fn unwrapped(&mut self, id: NodeId) {
        self.anchors.push(id);
        self.open_wrapper();
        let content = if self.is_in_line() { Content::Line } else { Content::Blocks };
        self.push(Open::new(None, content));
    }

    fn block(&mut self, id: NodeId, kind: Kind) {
        self.open_wrapper();
        let (tag, content) = match kind {
            Kind::Line(tag) => (tag, Content::Line),
            Kind::Block(tag) => (tag, Content::Blocks),
            Kind::Figure => ("figure", Content::Figure { has_caption: false }),
            Kind::Details if self.links == 0 && self.begins_with_summary(id) => {
                ("details", Content::Details)
            }
            Kind::List(tag) => (tag, Content::List { is_ordered: tag == "ol" }),
            Kind::Terms => ("dl", Content::Terms { last: LastTerm::None }),
            Kind::Table => ("table", Content::Table(Stage::Begun)),
            _ => ("div", Content::Blocks),
        };
        self.start(id, tag, content);
    }

    /// Begins a block that can only be a part of a line here: its tags are left out.
    fn broken(&mut self, id: NodeId) {
        self.anchors.push(id);
        self.break_line();
        self.push(Open { is_broken: true, ..Open::new(None, Content::Line) });
    }

    fn phrase(&mut self, id: NodeId, tag: &'static str) {
        self.start_phrase();
        self.start_tag(id, tag);
        self.push(Open::new(Some(tag), Content::Line));
    }

    /// Begins an element that may hold what the place may at which it stands.
    fn transparent(&mut self, id: NodeId, tag: &'static str) {
        if self.is_in_line() {
            return self.phrase(id, tag);
        }
        self.open_wrapper();
        self.start_tag(id, tag);
        self.push(Open::new(Some(tag), Content::Blocks));
    }

    fn start(&mut self, id: NodeId, tag: &'static str, content: Content) {
        self.start_tag(id, tag);
        let is_block = !matches!(content, Content::Ruby { .. } | Content::Media) && tag != "rt";
        if is_block {
            self.end_line();
        }
        self.push(Open { is_block, ..Open::new(Some(tag), content) });
    }

    fn mark(&mut self, set: impl Fn(&mut Open<'d>)) {
        if let Some(top) = self.open.last_mut() {
            set(top);
        }
    }

    /// Begins a term or a definition; a definition without a term gets an empty one.
    fn term(&mut self, id: NodeId, kind: Kind) {
        self.close_wrapper();
        if kind == Kind::Term {
            self.note_term(LastTerm::Term);
            return self.start(id, "dt", Content::Blocks);
        }
        self.begin_definition();
        self.start(id, "dd", Content::Blocks);
    }

    fn begin_definition(&mut self) {
        if self.top().content == (Content::Terms { last: LastTerm::None }) {
            self.out.push_str("<dt></dt>");
        }
        self.note_term(LastTerm::Definition);
    }

    /// Notes in the list, and in its groups that are open, what stood there last.
    fn note_term(&mut self, last: LastTerm) {
        for open in self.open.iter_mut().rev() {
            open.content = Content::Terms { last };
            if open.tag.is_some() {
                break;
            }
        }
    }

    /// Begins a section of a table or its caption. Only the first can be a head, the last a foot, and what stands before all
    /// others the caption.
    fn part(&mut self, id: NodeId, kind: Kind, stage: Stage) {
        let is_caption = kind == Kind::Caption && stage == Stage::Begun && !self.holds_table(id);
        self.set_content(Content::Table(if is_caption {
            Stage::HasCaption
        } else {
            Stage::HasRows
        }));
        match kind {
            Kind::Caption if is_caption => self.start(id, "caption", Content::Blocks),
            Kind::Caption => {
                for tag in ROW_AROUND {
                    self.out.push('<');
                    self.out.push_str(tag);
                    self.out.push('>');
                }
                self.start(id, "td", Content::Blocks);
                self.mark(|open| open.around = ROW_AROUND);
            }
            Kind::Section("thead") if stage != Stage::HasRows => {
                self.start(id, "thead", Content::Rows);
            }
            Kind::Section("tfoot") if self.next_element(id).is_none() => {
                self.start(id, "tfoot", Content::Rows);
            }
            _ => self.start(id, "tbody", Content::Rows),
        }
    }

    /// Opens what has to be around something that is to stand in a list.
    pub(super) fn open_wrapper(&mut self) {
        if self.top().wrapper.is_some() {
            return;
        }
        let tag = match self.top().content {
            Content::List { .. } => "li",
            Content::Terms { .. } => {
                self.begin_definition();
                "dd"
            }
            _ => return,
        };
        self.out.push('<');
        self.out.push_str(tag);
        self.out.push('>');
        self.end_line();
        self.mark(|open| open.wrapper = Some(tag));
    }

    pub(super) fn close_wrapper(&mut self) {
        let wrapper = self.open.last_mut().and_then(|open| open.wrapper.take());
        if let Some(tag) = wrapper {
            self.end_tag(tag);
            self.end_line();
        }
    }

    pub(super) fn is_element(&self, id: NodeId) -> bool {
        self.document.kind(id) == NodeKind::Element
    }

    fn is_blank(&self, id: NodeId) -> bool {
        self.document.kind(id) != NodeKind::Element && self.document.text(id).trim().is_empty()
    }

    fn next_element(&self, id: NodeId) -> Option<NodeId> {
        let next = |id: NodeId| self.document.next_sibling(id);
        std::iter::successors(next(id), |&id| next(id)).find(|&id| self.is_element(id))
    }

    /// Whether nothing stands before it in its parent, or nothing behind it.
    fn is_at_end(&self, id: NodeId) -> bool {
        let before = |id: NodeId| self.document.previous_sibling(id);
        let next = |id: NodeId| self.document.next_sibling(id);
        std::iter::successors(next(id), |&id| next(id)).all(|id| self.is_blank(id))
            || std::iter::successors(before(id), |&id| before(id)).all(|id| self.is_blank(id))
    }

    fn begins_with_summary(&self, details: NodeId) -> bool {
        let first = self.document.children(details).find(|&id| !self.is_blank(id));
        first.is_some_and(|id| self.document.is_html(id, name::SUMMARY))
    }

    fn holds_table(&self, caption: NodeId) -> bool {
        self.document.elements(caption).any(|id| self.document.is_html(id, name::TABLE))
    }
}
