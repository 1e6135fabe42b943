//! The text of a page in lines, laid out as Resiliparse does.
//!
//! Blocks begin a line, paragraphs and headings leave one empty, and the items of a list are
//! indented by two spaces for each list around them. For example `<p>Tea<ul><li>Boil<li>Wait</ul>`
//! is:
//!
//! ```text
//! Tea
//!
//!   • Boil
//!   • Wait
//! ```
//!
//! The renderers of the library write other lines, because they follow what browsers show. These
//! here follow the reference, down to where it puts two tabs.

mod markup;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::Deserialize;
use tamis::dom::{Document, Name, NodeId, NodeKind, XPathError, name};

use super::edit::Changes;
use crate::error::config_error;
use crate::options;
use crate::page::Page;

/// The options of [`laid_out`].
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Options {
    /// True for the markers of list items.
    bullets: bool,
    /// True for the alternative texts of images.
    alt_texts: bool,
    /// True for the addresses of links.
    links: bool,
    /// True for the values of form fields.
    form_fields: bool,
    /// True for lines with the tags of paragraphs, headings, lists, preformatted text and links.
    markup: bool,
}

/// Returns the text of a page in lines, after the changes of [`rewrite`](super::rewrite).
#[pyfunction]
#[pyo3(signature = (html, *, changes=None, **options))]
pub(crate) fn laid_out(
    py: Python<'_>,
    html: &Bound<'_, PyAny>,
    changes: Option<&Bound<'_, PyDict>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    let options: Options = options::options(options)?;
    let page = Page::new(html, None, None)?;
    let changes = Changes::parse(py, changes)?;
    let text = py.detach(|| {
        let document = changes.edited(page.parse())?;
        let mut layout = Layout::new(&document, options);
        layout.read();
        Ok(layout.text())
    });
    text.map_err(|error: XPathError| config_error(py, error))
}

/// The lines so far.
struct Layout<'d> {
    document: &'d Document,
    options: Options,
    lines: Vec<String>,
    /// The line that is being written.
    line: String,
    /// True if white space is due before the next word.
    has_gap: bool,
    /// The line feeds that blocks want before the next line, and those that `<br>` want.
    margin: usize,
    breaks: usize,
    lists: Vec<List>,
    /// The marker of an item that has no text yet.
    marker: Option<String>,
    /// The open `<pre>` elements.
    preformatted: usize,
    /// True after a `<br>` that is written as a tag.
    is_broken: bool,
    /// True before the first block: white space at the begin of the page is written there.
    is_begin: bool,
}

/// A list that is open.
#[derive(Default)]
struct List {
    is_numbered: bool,
    items: usize,
    /// True if an item that is in no list is taken for one.
    is_item: bool,
}

/// Walking.
impl<'d> Layout<'d> {
    fn new(document: &'d Document, options: Options) -> Layout<'d> {
        Layout {
            document,
            options,
            lines: Vec::new(),
            line: String::new(),
            has_gap: false,
            margin: 0,
            breaks: 0,
            lists: Vec::new(),
            marker: None,
            preformatted: 0,
            is_broken: false,
            is_begin: true,
        }
    }

    /// Reads the page without recursion, because pages may be deep. Text on both sides of a comment
    /// is one text.
    fn read(&mut self) {
        let document = self.document;
        let mut text = String::new();
        let mut next = document.first_child(NodeId::DOCUMENT);
        while let Some(id) = next {
            next = match document.kind(id) {
                NodeKind::Text => {
                    text.push_str(document.text(id));
                    None
                }
                NodeKind::Element => {
                    self.write(&std::mem::take(&mut text));
                    let tag = document.local_name(id).unwrap_or_default();
                    let is_read = self.is_read(id, tag);
                    if is_read {
                        self.start(id, tag);
                    }
                    let child = document.first_child(id).filter(|_| is_read);
                    if is_read && child.is_none() {
                        self.end(id, tag);
                    }
                    child
                }
                _ => None,
            };
            let mut ended = id;
            while next.is_none() {
                next = document.next_sibling(ended);
                match document.parent(ended) {
                    Some(parent) if next.is_none() && parent != NodeId::DOCUMENT => {
                        self.write(&std::mem::take(&mut text));
                        self.end(parent, document.local_name(parent).unwrap_or_default());
                        ended = parent;
                    }
                    _ => break,
                }
            }
        }
        self.write(&text);
    }

    /// Returns true if an element is read. Writes the value of a form field, which is not read.
    fn is_read(&mut self, id: NodeId, tag: &str) -> bool {
        match tag {
            "head" | "script" | "style" | "template" | "iframe" | "frame" | "canvas" | "audio" => {
                false
            }
            "label" | "select" => self.options.form_fields,
            "button" | "input" | "textarea" => {
                if self.options.form_fields {
                    self.write_field(id, tag);
                }
                false
            }
            "object" | "video" | "embed" | "area" => self.options.alt_texts,
            _ => true,
        }
    }

    fn start(&mut self, id: NodeId, tag: &str) {
        if self.options.markup && self.start_markup(id, tag) {
            return;
        }
        match tag {
            "br" => {
                self.end_line();
                self.breaks += 1;
            }
            "img" if self.options.alt_texts => {
                let alt = self.attr(id, name::ALT);
                self.write(alt);
            }
            "td" | "th" if !is_blank(&self.line) => {
                self.line.truncate(trim_end(&self.line).len());
                self.line.push_str("\t\t");
                self.has_gap = false;
            }
            "li" => {
                self.block(tag);
                self.open_item();
                if let Some(List { is_numbered, items, .. }) = self.lists.last_mut() {
                    *items += 1;
                    self.marker = Some(if *is_numbered {
                        format!("{items}. ")
                    } else {
                        "\u{2022} ".to_owned()
                    });
                }
            }
            _ => {
                self.block(tag);
                self.preformatted += usize::from(tag == "pre");
                if matches!(tag, "ul" | "ol") {
                    self.lists.push(List { is_numbered: tag == "ol", ..List::default() });
                }
            }
        }
    }

    fn end(&mut self, id: NodeId, tag: &str) {
        if self.options.markup {
            return self.end_markup(id, tag);
        }
        if tag == "a" && self.options.links {
            let address = self.attr(id, name::HREF).trim_matches(is_space);
            self.write(&format!(" ({address})"));
        }
        self.block(tag);
        match tag {
            "pre" => self.preformatted -= 1,
            "ul" | "ol" => _ = self.lists.pop(),
            "li" => {
                self.marker = None;
                self.close_item();
            }
            _ => {}
        }
    }

    /// Takes an item that is in no list for a list.
    fn open_item(&mut self) {
        if self.lists.is_empty() {
            self.lists.push(List { is_item: true, ..List::default() });
        }
    }

    fn close_item(&mut self) {
        self.lists.pop_if(|list| list.is_item);
    }

    fn attr(&self, id: NodeId, name: Name) -> &'d str {
        self.document.attr(id, name).unwrap_or_default()
    }
}

/// Writing.
impl Layout<'_> {
    fn text(mut self) -> String {
        self.end_line();
        self.lines.join("\n").trim_matches('\n').to_owned()
    }

    fn block(&mut self, tag: &str) {
        if let Some(margin) = margin(tag) {
            self.is_begin &= tag == "body";
            self.end_line();
            self.margin = self.margin.max(margin);
        }
    }

    fn end_line(&mut self) {
        if !is_blank(&self.line) {
            self.lines.push(trim_end(&self.line).to_owned());
        }
        self.line.clear();
        self.has_gap = false;
    }

    /// Writes the empty lines before a line, its indent, and the marker of its item.
    fn begin_line(&mut self) {
        if !self.lines.is_empty() {
            let feeds = self.margin.max(self.breaks).max(1);
            self.lines.extend((1..feeds).map(|_| String::new()));
        }
        (self.margin, self.breaks) = (0, 0);
        let marker = self.marker.take();
        self.line.clear();
        if self.options.markup {
            return;
        }
        self.indent();
        if self.options.bullets {
            match marker {
                Some(marker) => self.line.push_str(&marker),
                None if !self.lists.is_empty() => self.line.push_str("  "),
                None => {}
            }
        }
    }

    fn indent(&mut self) {
        self.line.extend(self.lists.iter().map(|_| "  "));
    }

    fn write(&mut self, text: &str) {
        let text = if self.options.markup { self.after_tag(text) } else { text };
        if self.preformatted > 0 {
            return self.write_lines(text);
        }
        let mut words = text.split(is_space).filter(|word| !word.is_empty());
        let Some(first) = words.next() else {
            self.has_gap |= !text.is_empty();
            return;
        };
        let is_apart = self.has_gap || text.starts_with(is_space);
        let is_begin = std::mem::take(&mut self.is_begin);
        if self.line.is_empty() {
            self.begin_line();
            if is_apart && is_begin {
                self.line.push(' ');
            }
        } else if is_apart && !self.line.ends_with([' ', '\t']) {
            self.line.push(' ');
        }
        self.push(first);
        for word in words {
            self.line.push(' ');
            self.push(word);
        }
        self.has_gap = text.ends_with(is_space);
    }

    /// Writes text whose white space counts.
    fn write_lines(&mut self, text: &str) {
        for (number, line) in text.split('\n').enumerate() {
            if number > 0 {
                self.lines.push(trim_end(&self.line).to_owned());
                self.line.clear();
            } else if !line.is_empty() && self.line.is_empty() {
                self.begin_line();
            }
            self.push(line);
        }
    }

    fn write_field(&mut self, id: NodeId, tag: &str) {
        let value = if tag == "input" { self.value(id).to_owned() } else { self.all_text(id) };
        if is_blank(&value) {
            return;
        }
        if self.line.is_empty() {
            self.begin_line();
        } else if !self.line.ends_with(' ') {
            self.line.push(' ');
        }
        self.push("[ ");
        self.push(value.trim_start_matches(is_space));
        self.push(if value.ends_with(is_space) { "]" } else { " ]" });
        self.has_gap = true;
    }

    /// Returns what an `<input>` shows.
    fn value(&self, id: NodeId) -> &str {
        let kind = self.attr(id, name::TYPE).to_lowercase();
        if matches!(
            &*kind,
            "checkbox"
                | "color"
                | "file"
                | "hidden"
                | "image"
                | "password"
                | "radio"
                | "range"
                | "reset"
        ) {
            return "";
        }
        let value = self.attr(id, name::VALUE);
        if value.is_empty() { self.attr(id, name::PLACEHOLDER) } else { value }
    }

    fn all_text(&self, id: NodeId) -> String {
        let nodes = self.document.descendants_and_self(id);
        let texts = nodes.filter(|&id| self.document.kind(id) == NodeKind::Text);
        texts.map(|id| self.document.text(id)).collect()
    }

    fn push(&mut self, text: &str) {
        if self.options.markup {
            self.push_escaped(text, false);
        } else {
            self.line.push_str(text);
        }
    }
}

/// Returns the line feeds before and after a block. `None` for other elements.
fn margin(tag: &str) -> Option<usize> {
    match tag {
        "p" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => Some(2),
        "address" | "article" | "aside" | "blockquote" | "body" | "center" | "dd" | "dialog"
        | "dir" | "div" | "dl" | "dt" | "fieldset" | "figcaption" | "figure" | "footer"
        | "form" | "header" | "hgroup" | "hr" | "li" | "main" | "menu" | "nav" | "ol" | "pre"
        | "section" | "table" | "tbody" | "tfoot" | "thead" | "tr" | "ul" => Some(1),
        _ => None,
    }
}

/// Returns true for white space that is collapsed. No-break spaces are not, as in browsers.
fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t'..='\r')
}

fn is_blank(text: &str) -> bool {
    text.chars().all(is_space)
}

fn trim_end(text: &str) -> &str {
    text.trim_end_matches(is_space)
}
