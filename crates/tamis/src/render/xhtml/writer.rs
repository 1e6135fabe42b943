//! The walk that writes: where each element may stand in XHTML, and what is written where it may not.
//!
//! | in the tree | what is written |
//! | --- | --- |
//! | a block in a line | its content, with line breaks around it |
//! | loose text in a list | an item around it; in a list of terms, a definition |
//! | a term without a definition, ruby without its text | an empty one |
//! | a part of a table, an item, a caption at a place that is not its own | `<div>`; in a table a cell |
//! | a link in a link | its content |
//! | an element that is not written but has an id | an empty `<span>` with the id, where text is next |
//! | a part of a formula with the wrong number of arguments | `<mrow>` |
//!
//! Source: HTML standard, the content models of 4 "The elements of HTML"; `MathML` 3.0, 3.1.3.2 "Table of argument requirements".

mod foreign;
mod places;

use tamis_dom::{Document, Namespace, NodeId, NodeKind, Step, name};

use super::elements::{self, Kind};
use super::escape::{escape_xml_attribute, escape_xml_text};
use super::{Change, Xhtml};

/// What may stand in an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Content {
    Blocks,
    /// Text, marks and images.
    Line,
    List {
        is_ordered: bool,
    },
    /// What stood there last.
    Terms {
        last: LastTerm,
    },
    Figure {
        has_caption: bool,
    },
    /// The summary is still to come.
    Details,
    Table(Stage),
    Rows,
    Row,
    /// Whether the base that was written last has its text still to come.
    Ruby {
        is_open: bool,
    },
    Media,
    /// Elements of SVG or of a formula.
    Foreign,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LastTerm {
    None,
    Term,
    Definition,
}

/// How far a table has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Begun,
    HasCaption,
    HasRows,
}

/// An element whose end has not come.
struct Open<'d> {
    /// The name in the end tag, if one is to be written.
    tag: Option<&'d str>,
    content: Content,
    /// What was opened in it, by itself, around what may not stand in it.
    wrapper: Option<&'static str>,
    /// What is closed behind it.
    around: &'static [&'static str],
    /// Its tags end lines.
    is_block: bool,
    /// A line ends at both ends, and no tag says so.
    is_broken: bool,
    is_link: bool,
    is_definition: bool,
}

impl<'d> Open<'d> {
    fn new(tag: Option<&'d str>, content: Content) -> Open<'d> {
        Open {
            tag,
            content,
            wrapper: None,
            around: &[],
            is_block: false,
            is_broken: false,
            is_link: false,
            is_definition: false,
        }
    }
}

pub(super) struct Writer<'w, 'd> {
    xhtml: &'w Xhtml<'d>,
    document: &'d Document,
    open: Vec<Open<'d>>,
    links: u32,
    definitions: u32,
    /// Elements with ids that were not written: links lead to what is next.
    anchors: Vec<NodeId>,
    /// Whether something was written since the line began.
    in_line: bool,
    /// Whether a line break is to come before what is next in the line.
    is_broken: bool,
    out: String,
}

impl<'w, 'd> Writer<'w, 'd> {
    pub(super) fn new(xhtml: &'w Xhtml<'d>) -> Writer<'w, 'd> {
        Writer {
            xhtml,
            document: xhtml.document,
            open: vec![Open::new(None, Content::Blocks)],
            links: 0,
            definitions: 0,
            anchors: Vec::new(),
            in_line: false,
            is_broken: false,
            out: String::with_capacity(xhtml.document.html_bytes()),
        }
    }

    /// What stands in this node. Linear in the document.
    pub(super) fn contents(mut self, root: NodeId) -> String {
        let mut left_out = None;
        for step in self.document.walk(root) {
            match step {
                Step::Leave(id) if left_out == Some(id) => left_out = None,
                Step::Enter(id) if left_out.is_some() => self.anchors.push(id),
                Step::Enter(id) if id != root && !self.begin(id) => left_out = Some(id),
                Step::Leave(id) if left_out.is_none() && id != root => self.leave(id),
                _ => {}
            }
        }
        self.flush_anchors();
        self.out
    }

    /// Begins a node; whether its children are to follow.
    fn begin(&mut self, id: NodeId) -> bool {
        match self.document.kind(id) {
            NodeKind::Element => self.enter(id),
            NodeKind::Text => {
                self.text(self.document.text(id));
                true
            }
            _ => true,
        }
    }

    /// Begins an element; whether its children are to follow.
    fn enter(&mut self, id: NodeId) -> bool {
        let change = self.xhtml.changes.get(&id);
        if let Some(Change { text: Some(text), name, .. }) = change {
            if let Some(name) = name {
                self.start_phrase();
                self.start_tag(id, name);
                self.raw_text(text);
                self.end_tag(name);
            } else {
                self.anchors.push(id);
                self.text(text);
            }
            return false;
        }
        let document = self.document;
        let Some(name) = document.name(id) else { return false };
        let is_foreign = self.top().content == Content::Foreign;
        match document.namespace(id) {
            Namespace::Html if is_foreign => self.push(Open::new(None, Content::Foreign)),
            Namespace::Html => return self.html(id, elements::kind(name)),
            Namespace::Other => self.unwrapped(id),
            namespace => self.foreign(id, namespace),
        }
        true
    }

    fn html(&mut self, id: NodeId, kind: Kind) -> bool {
        match kind {
            Kind::Break(tag) => {
                self.start_phrase();
                self.empty_tag(id, tag);
                if tag == "br" {
                    self.end_line();
                }
            }
            Kind::Rule if self.is_in_line() => {
                self.anchors.push(id);
                self.break_line();
            }
            Kind::Rule => {
                self.open_wrapper();
                self.empty_tag(id, "hr");
                self.end_line();
            }
            Kind::Image => self.image(id),
            Kind::MediaPart(tag) if self.top().content == Content::Media => self.empty_tag(id, tag),
            Kind::Dropped | Kind::MediaPart(_) => self.anchors.push(id),
            Kind::Frame => {
                self.start_phrase();
                self.start_tag(id, "iframe");
                self.end_tag("iframe");
            }
            _ => {
                self.place(id, kind);
                return true;
            }
        }
        false
    }

    /// Writes an image, or its alternative text where it has no source.
    fn image(&mut self, id: NodeId) {
        let source = self.document.attr(id, name::SRC);
        if self.xhtml.is_set(id, "src") || source.is_some_and(|source| !source.is_empty()) {
            self.start_phrase();
            self.empty_tag(id, "img");
            self.in_line = true;
        } else {
            self.anchors.push(id);
            self.text(self.document.attr(id, name::ALT).unwrap_or_default());
        }
    }

    fn leave(&mut self, id: NodeId) {
        if self.document.kind(id) != NodeKind::Element {
            return;
        }
        self.close_wrapper();
        let Some(element) = self.open.pop() else { return };
        match element.content {
            Content::Terms { last: LastTerm::Term } => self.out.push_str("<dd></dd>"),
            Content::Ruby { is_open: true } => self.out.push_str("<rt></rt>"),
            _ => {}
        }
        if let Some(tag) = element.tag {
            self.end_tag(tag);
        }
        for tag in element.around.iter().rev() {
            self.end_tag(tag);
        }
        self.links -= u32::from(element.is_link);
        self.definitions -= u32::from(element.is_definition);
        if element.is_broken {
            self.break_line();
        } else if element.is_block {
            self.end_line();
        }
    }

    fn text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let is_blank = text.bytes().all(|byte| byte.is_ascii_whitespace());
        match self.top().content {
            _ if is_blank => self.push_text(text),
            Content::Foreign if self.is_in_formula() => {
                self.out.push_str("<mtext>");
                escape_xml_text(text, &mut self.out);
                self.out.push_str("</mtext>");
            }
            Content::Foreign => escape_xml_text(text, &mut self.out),
            _ => {
                self.start_phrase();
                self.raw_text(text);
            }
        }
    }

    /// Writes text where text may stand.
    fn raw_text(&mut self, text: &str) {
        self.push_text(text);
        self.in_line = true;
    }

    fn push_text(&mut self, text: &str) {
        // An HTML parser leaves out a line feed behind `<pre>`, an XML parser does not.
        if text.starts_with('\n') && self.out.ends_with('>') && self.top().tag == Some("pre") {
            self.out.push_str("<span></span>");
        }
        escape_xml_text(text, &mut self.out);
    }

    fn top(&self) -> &Open<'d> {
        // The outermost is never taken away.
        &self.open[self.open.len() - 1]
    }

    fn set_content(&mut self, content: Content) {
        if let Some(top) = self.open.last_mut() {
            top.content = content;
        }
    }

    fn push(&mut self, open: Open<'d>) {
        self.open.push(open);
    }

    /// Whether only parts of a line may stand here.
    fn is_in_line(&self) -> bool {
        matches!(self.top().content, Content::Line | Content::Ruby { .. } | Content::Media)
    }

    /// Writes what has to be before a part of a line.
    fn start_phrase(&mut self) {
        self.open_wrapper();
        if let Content::Ruby { .. } = self.top().content {
            self.set_content(Content::Ruby { is_open: true });
        }
        if std::mem::take(&mut self.is_broken) && self.is_in_line() {
            self.out.push_str("<br/>");
            self.in_line = false;
        }
        self.flush_anchors();
    }

    /// Writes the ids of elements that were not written.
    fn flush_anchors(&mut self) {
        for id in std::mem::take(&mut self.anchors) {
            if let Some(id) = self.xhtml.ids.written(id) {
                self.out.push_str("<span");
                push(&mut self.out, "id", id);
                self.out.push_str("></span>");
            }
        }
    }

    /// Ends the line without a tag that does so.
    fn break_line(&mut self) {
        self.is_broken |= self.in_line;
    }

    /// A tag ends the line.
    fn end_line(&mut self) {
        (self.in_line, self.is_broken) = (false, false);
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

    /// Writes a tag of an HTML element but for its end: of its attributes those that stay, and those that were set.
    fn tag(&mut self, id: NodeId, tag: &str) {
        self.out.push('<');
        self.out.push_str(tag);
        if let Some(id) = self.xhtml.ids.written(id) {
            push(&mut self.out, "id", id);
        }
        let document = self.document;
        for attr in document.attrs(id) {
            let (name, value) = (attr.name(), document.attr_value(attr));
            let Some(text) = name.as_known_str() else { continue };
            if self.xhtml.is_set(id, text) {
                continue;
            }
            match name {
                name::LANG if elements::is_language_tag(value) => {
                    push(&mut self.out, "lang", value);
                    push(&mut self.out, "xml:lang", value);
                }
                name::HREF if tag == "a" => {
                    if let Some(address) = self.xhtml.address(value) {
                        push(&mut self.out, "href", &address);
                    }
                }
                name::VALUE if self.is_item_of_ordered_list(tag) && elements::is_integer(value) => {
                    push(&mut self.out, "value", value);
                }
                _ if elements::stays(name, tag, value) => {
                    push(&mut self.out, text, value);
                }
                _ => {}
            }
        }
        if let Some(change) = self.xhtml.changes.get(&id) {
            for (name, value) in &change.attributes {
                if let Some(value) = value {
                    push(&mut self.out, name, value);
                }
            }
        }
    }

    fn is_item_of_ordered_list(&self, tag: &str) -> bool {
        tag == "li" && self.top().content == Content::List { is_ordered: true }
    }
}

/// Writes one attribute.
fn push(out: &mut String, name: &str, value: &str) {
    out.push(' ');
    out.push_str(name);
    out.push_str("=\"");
    escape_xml_attribute(value, out);
    out.push('"');
}
