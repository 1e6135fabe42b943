//! The placement of elements: what each is written as, according to the content model around it.

use tamis::dom::{NodeId, NodeKind, name};

use super::{ContentModel, LastTerm, OpenElement, TableStage, Writer};
use crate::xhtml::elements::{ElementKind, is_time};

/// The tags around a cell with content that is not allowed elsewhere in a table.
const TAGS_AROUND_CELL: &[&str] = &["tbody", "tr"];

impl<'d> Writer<'_, 'd> {
    /// Enters an element that has an end tag.
    pub(super) fn enter_container(&mut self, id: NodeId, kind: ElementKind) {
        match (self.top().model, kind) {
            (ContentModel::List { .. }, ElementKind::ListItem) => {
                self.close_wrapper();
                self.open_element(id, "li", ContentModel::Flow);
            }
            (
                ContentModel::DescriptionList { .. },
                ElementKind::Term | ElementKind::Description,
            ) => self.enter_term_or_description(id, kind),
            (ContentModel::DescriptionList { .. }, ElementKind::FlowBlock("div")) => {
                // A group of terms, which is written without its tags.
                self.close_wrapper();
                self.pending_ids.push(id);
                let model = self.top().model;
                self.push(OpenElement::new(None, model));
            }
            (ContentModel::Table(stage), ElementKind::TableSection(_) | ElementKind::Caption) => {
                self.enter_table_part(id, kind, stage);
            }
            (ContentModel::Rows, ElementKind::Row) => {
                self.open_element(id, "tr", ContentModel::Cells);
            }
            (ContentModel::Cells, ElementKind::Cell(tag)) => {
                self.open_element(id, tag, ContentModel::Flow);
            }
            (ContentModel::Figure { has_caption: false }, ElementKind::FigureCaption)
                if self.is_first_or_last(id) =>
            {
                self.set_model(ContentModel::Figure { has_caption: true });
                self.open_element(id, "figcaption", ContentModel::Flow);
            }
            (ContentModel::Details, ElementKind::Summary) => {
                self.set_model(ContentModel::Flow);
                self.open_element(id, "summary", ContentModel::Phrasing);
            }
            (ContentModel::Ruby { .. }, ElementKind::RubyText) => {
                self.set_model(ContentModel::Ruby { needs_text: false });
                self.open_element(id, "rt", ContentModel::Phrasing);
            }
            _ => self.enter_flow_or_phrasing(id, kind),
        }
    }

    /// Enters an element as flow or phrasing content.
    fn enter_flow_or_phrasing(&mut self, id: NodeId, kind: ElementKind) {
        match kind {
            ElementKind::Unwrapped => self.enter_unwrapped(id),
            ElementKind::Phrasing(tag) => self.enter_phrasing(id, tag),
            ElementKind::RubyBase | ElementKind::RubyText => self.enter_phrasing(id, "span"),
            ElementKind::Dfn if self.open_dfns > 0 => self.enter_phrasing(id, "span"),
            ElementKind::Dfn => {
                self.enter_phrasing(id, "dfn");
                self.update_top(|open| open.is_dfn = true);
                self.open_dfns += 1;
            }
            ElementKind::Time => {
                let time = self.document.attr(id, name::DATETIME);
                self.enter_phrasing(id, if time.is_some_and(is_time) { "time" } else { "span" });
            }
            ElementKind::Link if self.open_links > 0 => self.enter_unwrapped(id),
            ElementKind::Link => {
                self.enter_transparent(id, "a");
                self.update_top(|open| open.is_link = true);
                self.open_links += 1;
            }
            ElementKind::Edit(tag) => self.enter_transparent(id, tag),
            ElementKind::Ruby => {
                self.begin_phrasing();
                self.open_element(id, "ruby", ContentModel::Ruby { needs_text: false });
            }
            ElementKind::Media(tag) => {
                self.begin_phrasing();
                self.open_element(id, tag, ContentModel::Media);
            }
            _ if self.allows_only_phrasing() => self.enter_block_in_phrasing(id),
            _ => self.enter_block(id, kind),
        }
    }

    /// Enters an element of which only the content is written.
    pub(super) fn enter_unwrapped(&mut self, id: NodeId) {
        self.pending_ids.push(id);
        self.open_wrapper();
        let model =
            if self.allows_only_phrasing() { ContentModel::Phrasing } else { ContentModel::Flow };
        self.push(OpenElement::new(None, model));
    }

    /// Enters a block.
    fn enter_block(&mut self, id: NodeId, kind: ElementKind) {
        self.open_wrapper();
        let (tag, model) = match kind {
            ElementKind::PhrasingBlock(tag) => (tag, ContentModel::Phrasing),
            ElementKind::FlowBlock(tag) => (tag, ContentModel::Flow),
            ElementKind::Figure => ("figure", ContentModel::Figure { has_caption: false }),
            ElementKind::Details if self.open_links == 0 && self.begins_with_summary(id) => {
                ("details", ContentModel::Details)
            }
            ElementKind::List(tag) => (tag, ContentModel::List { is_ordered: tag == "ol" }),
            ElementKind::DescriptionList => {
                ("dl", ContentModel::DescriptionList { last: LastTerm::None })
            }
            ElementKind::Table => ("table", ContentModel::Table(TableStage::Empty)),
            _ => ("div", ContentModel::Flow),
        };
        self.open_element(id, tag, model);
    }

    /// Enters a block at a place that allows only phrasing content. Its tags are not written.
    fn enter_block_in_phrasing(&mut self, id: NodeId) {
        self.pending_ids.push(id);
        self.break_line();
        self.push(OpenElement {
            breaks_line: true,
            ..OpenElement::new(None, ContentModel::Phrasing)
        });
    }

    /// Enters an element of phrasing content.
    fn enter_phrasing(&mut self, id: NodeId, tag: &'static str) {
        self.begin_phrasing();
        self.start_tag(id, tag);
        self.push(OpenElement::new(Some(tag), ContentModel::Phrasing));
    }

    /// Enters an element with a transparent content model: it may contain what its parent may
    /// contain.
    fn enter_transparent(&mut self, id: NodeId, tag: &'static str) {
        if self.allows_only_phrasing() {
            return self.enter_phrasing(id, tag);
        }
        self.open_wrapper();
        self.start_tag(id, tag);
        self.push(OpenElement::new(Some(tag), ContentModel::Flow));
    }

    /// Writes a start tag and opens the element.
    fn open_element(&mut self, id: NodeId, tag: &'static str, model: ContentModel) {
        self.start_tag(id, tag);
        let is_block =
            !matches!(model, ContentModel::Ruby { .. } | ContentModel::Media) && tag != "rt";
        if is_block {
            self.end_line();
        }
        self.push(OpenElement { is_block, ..OpenElement::new(Some(tag), model) });
    }

    /// Changes the innermost open element.
    fn update_top(&mut self, set: impl Fn(&mut OpenElement<'d>)) {
        if let Some(top) = self.open.last_mut() {
            set(top);
        }
    }

    /// Enters a term or a description.
    fn enter_term_or_description(&mut self, id: NodeId, kind: ElementKind) {
        self.close_wrapper();
        if kind == ElementKind::Term {
            self.note_term(LastTerm::Term);
            return self.open_element(id, "dt", ContentModel::Flow);
        }
        self.begin_description();
        self.open_element(id, "dd", ContentModel::Flow);
    }

    /// Prepares for a description: one without a term gets an empty term.
    fn begin_description(&mut self) {
        if self.top().model == (ContentModel::DescriptionList { last: LastTerm::None }) {
            self.out.push_str("<dt></dt>");
        }
        self.note_term(LastTerm::Description);
    }

    /// Sets the last child of the description list and of its open groups.
    fn note_term(&mut self, last: LastTerm) {
        for open in self.open.iter_mut().rev() {
            open.model = ContentModel::DescriptionList { last };
            if open.tag.is_some() {
                break;
            }
        }
    }

    /// Enters a section or the caption of a table.
    ///
    /// A caption must come first and must not contain a table; otherwise its content becomes a
    /// cell. A head after rows, or a foot before other sections, is written as a body.
    fn enter_table_part(&mut self, id: NodeId, kind: ElementKind, stage: TableStage) {
        let is_caption =
            kind == ElementKind::Caption && stage == TableStage::Empty && !self.holds_table(id);
        self.set_model(ContentModel::Table(if is_caption {
            TableStage::HasCaption
        } else {
            TableStage::HasRows
        }));
        match kind {
            ElementKind::Caption if is_caption => {
                self.open_element(id, "caption", ContentModel::Flow);
            }
            ElementKind::Caption => {
                for tag in TAGS_AROUND_CELL {
                    self.out.push('<');
                    self.out.push_str(tag);
                    self.out.push('>');
                }
                self.open_element(id, "td", ContentModel::Flow);
                self.update_top(|open| open.outer_tags = TAGS_AROUND_CELL);
            }
            ElementKind::TableSection("thead") if stage != TableStage::HasRows => {
                self.open_element(id, "thead", ContentModel::Rows);
            }
            ElementKind::TableSection("tfoot") if self.next_element(id).is_none() => {
                self.open_element(id, "tfoot", ContentModel::Rows);
            }
            _ => self.open_element(id, "tbody", ContentModel::Rows),
        }
    }

    /// Opens a list item or a description around content that a list does not allow.
    pub(super) fn open_wrapper(&mut self) {
        if self.top().wrapper.is_some() {
            return;
        }
        let tag = match self.top().model {
            ContentModel::List { .. } => "li",
            ContentModel::DescriptionList { .. } => {
                self.begin_description();
                "dd"
            }
            _ => return,
        };
        self.out.push('<');
        self.out.push_str(tag);
        self.out.push('>');
        self.end_line();
        self.update_top(|open| open.wrapper = Some(tag));
    }

    /// Closes the tag that [`Writer::open_wrapper`] opened, if any.
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

    /// Returns true if the element is the first or the last in its parent, except for white space.
    fn is_first_or_last(&self, id: NodeId) -> bool {
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
