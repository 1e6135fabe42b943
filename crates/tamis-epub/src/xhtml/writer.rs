//! The walk that writes XHTML, and the repairs of content that is not allowed at its place.
//!
//! | in the document | in the output |
//! | --- | --- |
//! | block in phrasing content | its content, with line breaks around it |
//! | loose text in a list | inside a list item; in a description list, inside a description |
//! | term without description, ruby base without text | followed by an empty one |
//! | table part, list item or caption outside its parent | `<div>`; inside a table, a cell |
//! | link inside a link | its content |
//! | element with an id that is not written | empty `<span>` with the id before the next text |
//! | `MathML` element with the wrong number of arguments | `<mrow>` |
//!
//! Source: HTML standard, the content models of chapter 4 "The elements of HTML"; `MathML` 3.0,
//! 3.1.3.2 "Table of argument requirements".

mod foreign;
mod placement;

use tamis::dom::{Document, Namespace, NodeId, NodeKind, Step, name};
use tamis::render::escape_xml_text;

use super::elements::{self, ElementKind};
use super::{Change, Xhtml};
use crate::markup::{is_language_tag, push_attribute};

/// The content model of an element: what it may contain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ContentModel {
    /// Blocks and phrasing content.
    Flow,
    /// Text, inline markup and images.
    Phrasing,
    /// List items.
    List { is_ordered: bool },
    /// Terms and descriptions.
    DescriptionList {
        /// The last child so far.
        last: LastTerm,
    },
    /// Flow content and one caption.
    Figure { has_caption: bool },
    /// A summary, which is not yet written, and flow content.
    Details,
    /// A caption and sections.
    Table(TableStage),
    /// Table rows.
    Rows,
    /// Table cells.
    Cells,
    /// Ruby bases and their texts.
    Ruby {
        /// True if the last base has no text yet.
        needs_text: bool,
    },
    /// Sources and tracks, and fallback content.
    Media,
    /// Elements of SVG or `MathML`.
    Foreign,
}

/// The last child of a description list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LastTerm {
    None,
    Term,
    Description,
}

/// The parts of a table that are written so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TableStage {
    Empty,
    HasCaption,
    HasRows,
}

/// An element that is not yet closed.
struct OpenElement<'d> {
    /// The name in the end tag, or `None` if only the content is written.
    tag: Option<&'d str>,
    model: ContentModel,
    /// The tag that the writer added around content that is not allowed in this element.
    wrapper: Option<&'static str>,
    /// The tags that the writer added around this element, outermost first.
    outer_tags: &'static [&'static str],
    /// True if its tags end a line.
    is_block: bool,
    /// True if lines end at its start and end, although its tags are not written.
    breaks_line: bool,
    is_link: bool,
    is_dfn: bool,
}

impl<'d> OpenElement<'d> {
    fn new(tag: Option<&'d str>, model: ContentModel) -> OpenElement<'d> {
        OpenElement {
            tag,
            model,
            wrapper: None,
            outer_tags: &[],
            is_block: false,
            breaks_line: false,
            is_link: false,
            is_dfn: false,
        }
    }
}

/// The state of the walk.
pub(super) struct Writer<'w, 'd> {
    xhtml: &'w Xhtml<'d>,
    document: &'d Document,
    /// The open elements. The first one is the root and always there.
    open: Vec<OpenElement<'d>>,
    open_links: u32,
    open_dfns: u32,
    /// Elements that are not written. Their ids are written before the next content, because links
    /// may lead to them.
    pending_ids: Vec<NodeId>,
    /// True if the current line has content.
    line_has_content: bool,
    /// True if a line break is needed before the next phrasing content.
    needs_break: bool,
    out: String,
}

impl<'w, 'd> Writer<'w, 'd> {
    pub(super) fn new(xhtml: &'w Xhtml<'d>) -> Writer<'w, 'd> {
        Writer {
            xhtml,
            document: xhtml.document,
            open: vec![OpenElement::new(None, ContentModel::Flow)],
            open_links: 0,
            open_dfns: 0,
            pending_ids: Vec::new(),
            line_has_content: false,
            needs_break: false,
            out: String::with_capacity(xhtml.document.html_bytes()),
        }
    }

    /// Returns the content of a node. Linear in the document.
    pub(super) fn contents(mut self, root: NodeId) -> String {
        let mut skipped = None;
        for step in self.document.walk(root) {
            match step {
                Step::Leave(id) if skipped == Some(id) => skipped = None,
                Step::Enter(id) if skipped.is_some() => self.pending_ids.push(id),
                Step::Enter(id) if id != root && !self.enter(id) => skipped = Some(id),
                Step::Leave(id) if skipped.is_none() && id != root => self.leave(id),
                _ => {}
            }
        }
        self.flush_anchors();
        self.out
    }

    /// Enters a node. Returns true if its children are to be written.
    fn enter(&mut self, id: NodeId) -> bool {
        match self.document.kind(id) {
            NodeKind::Element => self.enter_element(id),
            NodeKind::Text => {
                self.text(self.document.text(id));
                true
            }
            _ => true,
        }
    }

    /// Enters an element. Returns true if its children are to be written.
    fn enter_element(&mut self, id: NodeId) -> bool {
        let change = self.xhtml.changes.get(&id);
        if let Some(Change { text: Some(text), name, .. }) = change {
            if let Some(name) = name {
                self.begin_phrasing();
                self.start_tag(id, name);
                self.raw_text(text);
                self.end_tag(name);
            } else {
                self.pending_ids.push(id);
                self.text(text);
            }
            return false;
        }
        let document = self.document;
        let Some(name) = document.name(id) else { return false };
        let is_foreign = self.top().model == ContentModel::Foreign;
        match document.namespace(id) {
            Namespace::Html if is_foreign => {
                self.push(OpenElement::new(None, ContentModel::Foreign));
            }
            Namespace::Html => return self.enter_html(id, elements::element_kind(name)),
            Namespace::Other => self.enter_unwrapped(id),
            namespace => self.enter_foreign(id, namespace),
        }
        true
    }

    /// Enters an HTML element. Returns true if its children are to be written.
    fn enter_html(&mut self, id: NodeId, kind: ElementKind) -> bool {
        match kind {
            ElementKind::Break(tag) => {
                self.begin_phrasing();
                self.empty_tag(id, tag);
                if tag == "br" {
                    self.end_line();
                }
            }
            ElementKind::Rule if self.allows_only_phrasing() => {
                self.pending_ids.push(id);
                self.break_line();
            }
            ElementKind::Rule => {
                self.open_wrapper();
                self.empty_tag(id, "hr");
                self.end_line();
            }
            ElementKind::Image => self.image(id),
            ElementKind::MediaPart(tag) if self.top().model == ContentModel::Media => {
                self.empty_tag(id, tag);
            }
            ElementKind::Dropped | ElementKind::MediaPart(_) => self.pending_ids.push(id),
            ElementKind::Frame => {
                self.begin_phrasing();
                self.start_tag(id, "iframe");
                self.end_tag("iframe");
            }
            _ => {
                self.enter_container(id, kind);
                return true;
            }
        }
        false
    }

    /// Writes an image, or its alternative text if it has no source.
    fn image(&mut self, id: NodeId) {
        let source = self.document.attr(id, name::SRC);
        if self.xhtml.is_set(id, "src") || source.is_some_and(|source| !source.is_empty()) {
            self.begin_phrasing();
            self.empty_tag(id, "img");
            self.line_has_content = true;
        } else {
            self.pending_ids.push(id);
            self.text(self.document.attr(id, name::ALT).unwrap_or_default());
        }
    }

    /// Closes an element.
    fn leave(&mut self, id: NodeId) {
        if self.document.kind(id) != NodeKind::Element {
            return;
        }
        self.close_wrapper();
        let Some(element) = self.open.pop() else { return };
        match element.model {
            ContentModel::DescriptionList { last: LastTerm::Term } => {
                self.out.push_str("<dd></dd>");
            }
            ContentModel::Ruby { needs_text: true } => self.out.push_str("<rt></rt>"),
            _ => {}
        }
        if let Some(tag) = element.tag {
            self.end_tag(tag);
        }
        for tag in element.outer_tags.iter().rev() {
            self.end_tag(tag);
        }
        self.open_links -= u32::from(element.is_link);
        self.open_dfns -= u32::from(element.is_dfn);
        if element.breaks_line {
            self.break_line();
        } else if element.is_block {
            self.end_line();
        }
    }

    /// Writes a text node.
    fn text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let is_blank = text.bytes().all(|byte| byte.is_ascii_whitespace());
        match self.top().model {
            _ if is_blank => self.push_text(text),
            ContentModel::Foreign if self.is_in_math_group() => {
                self.out.push_str("<mtext>");
                escape_xml_text(text, &mut self.out);
                self.out.push_str("</mtext>");
            }
            ContentModel::Foreign => escape_xml_text(text, &mut self.out),
            _ => {
                self.begin_phrasing();
                self.raw_text(text);
            }
        }
    }

    /// Writes text at a place that allows it.
    fn raw_text(&mut self, text: &str) {
        self.push_text(text);
        self.line_has_content = true;
    }

    fn push_text(&mut self, text: &str) {
        // An HTML parser drops a line feed directly after `<pre>`, an XML parser keeps it.
        if text.starts_with('\n') && self.out.ends_with('>') && self.top().tag == Some("pre") {
            self.out.push_str("<span></span>");
        }
        escape_xml_text(text, &mut self.out);
    }

    fn top(&self) -> &OpenElement<'d> {
        // The root is never removed.
        &self.open[self.open.len() - 1]
    }

    fn set_model(&mut self, model: ContentModel) {
        if let Some(top) = self.open.last_mut() {
            top.model = model;
        }
    }

    fn push(&mut self, open: OpenElement<'d>) {
        self.open.push(open);
    }

    /// Returns true if only phrasing content is allowed here.
    fn allows_only_phrasing(&self) -> bool {
        matches!(
            self.top().model,
            ContentModel::Phrasing | ContentModel::Ruby { .. } | ContentModel::Media
        )
    }

    /// Writes everything that is needed before phrasing content: a wrapper, a line break, and ids.
    fn begin_phrasing(&mut self) {
        self.open_wrapper();
        if let ContentModel::Ruby { .. } = self.top().model {
            self.set_model(ContentModel::Ruby { needs_text: true });
        }
        if std::mem::take(&mut self.needs_break) && self.allows_only_phrasing() {
            self.out.push_str("<br/>");
            self.line_has_content = false;
        }
        self.flush_anchors();
    }

    /// Writes the ids of elements that are not written.
    fn flush_anchors(&mut self) {
        for id in std::mem::take(&mut self.pending_ids) {
            if let Some(id) = self.xhtml.ids.written(id) {
                self.out.push_str("<span");
                push_attribute("id", id, &mut self.out);
                self.out.push_str("></span>");
            }
        }
    }

    /// Ends the line where no tag ends it.
    fn break_line(&mut self) {
        self.needs_break |= self.line_has_content;
    }

    /// Notes that a tag ends the line.
    fn end_line(&mut self) {
        (self.line_has_content, self.needs_break) = (false, false);
    }

    fn start_tag(&mut self, id: NodeId, tag: &str) {
        self.tag(id, tag);
        self.out.push('>');
    }

    fn empty_tag(&mut self, id: NodeId, tag: &str) {
        self.tag(id, tag);
        self.out.push_str("/>");
    }

    fn end_tag(&mut self, tag: &str) {
        self.out.push_str("</");
        self.out.push_str(tag);
        self.out.push('>');
    }

    /// Writes the tag of an HTML element without the closing bracket. Its attributes are those that
    /// are kept and those that are set by a change.
    fn tag(&mut self, id: NodeId, tag: &str) {
        self.out.push('<');
        self.out.push_str(tag);
        if let Some(id) = self.xhtml.ids.written(id) {
            push_attribute("id", id, &mut self.out);
        }
        let document = self.document;
        for attr in document.attrs(id) {
            let (name, value) = (attr.name(), document.attr_value(attr));
            let Some(text) = name.as_known_str() else { continue };
            if self.xhtml.is_set(id, text) {
                continue;
            }
            match name {
                name::LANG if is_language_tag(value) => {
                    push_attribute("lang", value, &mut self.out);
                    push_attribute("xml:lang", value, &mut self.out);
                }
                name::HREF if tag == "a" => {
                    if let Some(address) = self.xhtml.address(value) {
                        push_attribute("href", &address, &mut self.out);
                    }
                }
                name::VALUE if self.is_item_of_ordered_list(tag) && elements::is_integer(value) => {
                    push_attribute("value", value, &mut self.out);
                }
                _ if elements::keeps_attribute(name, tag, value) => {
                    push_attribute(text, value, &mut self.out);
                }
                _ => {}
            }
        }
        if let Some(change) = self.xhtml.changes.get(&id) {
            for (name, value) in &change.attributes {
                if let Some(value) = value {
                    push_attribute(name, value, &mut self.out);
                }
            }
        }
    }

    fn is_item_of_ordered_list(&self, tag: &str) -> bool {
        tag == "li" && self.top().model == ContentModel::List { is_ordered: true }
    }
}
