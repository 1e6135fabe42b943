//! The element names of the dialects.

use super::tag::{ListKind, Tag, Term};
use super::writer::XmlWriter;

/// The form of an element in a dialect: one element, or two nested ones.
pub(super) struct ElementForm {
    outer: Option<&'static str>,
    name: Option<&'static str>,
    attributes: Vec<(&'static str, String)>,
    /// The text of a description element inside.
    description: Option<String>,
}

impl ElementForm {
    /// Returns the form of what has no element in a dialect.
    fn transparent() -> ElementForm {
        ElementForm { name: None, ..ElementForm::new("") }
    }

    fn new(name: &'static str) -> ElementForm {
        ElementForm { outer: None, name: Some(name), attributes: Vec::new(), description: None }
    }

    fn with(mut self, name: &'static str, value: impl Into<String>) -> ElementForm {
        self.attributes.push((name, value.into()));
        self
    }

    /// Adds an attribute unless its value is empty.
    fn with_any(self, name: &'static str, value: impl Into<String>) -> ElementForm {
        let value = value.into();
        if value.is_empty() { self } else { self.with(name, value) }
    }

    /// Opens the element or elements, and returns their number.
    pub(super) fn open(&self, is_mixed: bool, writer: &mut XmlWriter) -> usize {
        if let Some(outer) = self.outer {
            writer.open(outer, &[], false);
        }
        let Some(name) = self.name else { return 0 };
        let attributes: Vec<_> =
            self.attributes.iter().map(|(name, value)| (*name, value.as_str())).collect();
        writer.open(name, &attributes, is_mixed);
        1 + usize::from(self.outer.is_some())
    }

    pub(super) fn write_empty(&self, writer: &mut XmlWriter) {
        self.open(true, writer);
        if let Some(description) = &self.description {
            writer.element("desc", &[], description);
        }
        writer.close();
    }
}

/// Returns trafilatura's form of an element. Source: trafilatura 2.3.1, `xml.py` and
/// `htmlprocessing.py`.
pub(super) fn trafilatura(tag: &Tag) -> ElementForm {
    match tag {
        // It has no element for a part of the text: a post begins with its heading.
        Tag::Post | Tag::Rest => ElementForm::transparent(),
        Tag::Heading(level) => ElementForm::new("head").with("rend", format!("h{level}")),
        Tag::Table => ElementForm::new("table"),
        Tag::Row => ElementForm::new("row"),
        Tag::Cell { is_head, columns, rows } => ElementForm::new("cell")
            .with_any("role", if *is_head { "head" } else { "" })
            .with_any("cols", span(*columns))
            .with_any("rows", span(*rows)),
        Tag::Code | Tag::CodeBlock => ElementForm::new("code"),
        Tag::InlineQuote => ElementForm::new("quote"),
        Tag::Image { source, alt } => {
            ElementForm::new("graphic").with("src", source).with_any("alt", alt)
        }
        _ => common(tag),
    }
}

/// Returns the TEI form of an element. Source: TEI P5 4.8.0, restricted to the DTD of trafilatura
/// 2.3.1.
pub(super) fn tei(tag: &Tag) -> ElementForm {
    match tag {
        Tag::Post => ElementForm::new("div").with("type", "post"),
        Tag::Rest => ElementForm::new("div"),
        Tag::Heading(level) => {
            ElementForm::new("ab").with("rend", format!("h{level}")).with("type", "header")
        }
        Tag::Table => ElementForm::new("list").with("type", "table"),
        Tag::Row => {
            ElementForm { outer: Some("item"), ..ElementForm::new("list").with("type", "row") }
        }
        Tag::Cell { is_head, columns, rows } => {
            ElementForm::new("item").with_any("rend", cell_marks(*is_head, *columns, *rows))
        }
        Tag::CodeBlock => ElementForm::new("ab").with("type", "code").with("xml:space", "preserve"),
        Tag::Code => ElementForm::new("seg").with("type", "code"),
        Tag::InlineQuote => ElementForm::new("q"),
        Tag::Image { source, alt } => {
            let description = (!alt.is_empty()).then(|| alt.clone());
            ElementForm { description, ..ElementForm::new("graphic").with("url", source) }
        }
        _ => common(tag),
    }
}

/// Returns the form that both dialects share.
fn common(tag: &Tag) -> ElementForm {
    match tag {
        Tag::List(kind) => ElementForm::new("list").with(
            "rend",
            match kind {
                ListKind::Bulleted => "ul",
                ListKind::Numbered => "ol",
                ListKind::Terms => "dl",
            },
        ),
        Tag::Item(None) => ElementForm::new("item"),
        Tag::Item(Some(Term::Name(number))) => {
            ElementForm::new("item").with("rend", format!("dt-{number}"))
        }
        Tag::Item(Some(Term::Description(number))) => {
            ElementForm::new("item").with("rend", format!("dd-{number}"))
        }
        Tag::Quote => ElementForm::new("quote"),
        Tag::Rule | Tag::LineBreak => ElementForm::new("lb"),
        Tag::Highlight(how) => ElementForm::new("hi").with("rend", *how),
        Tag::Deleted => ElementForm::new("del").with("rend", "overstrike"),
        Tag::Link(target) => ElementForm::new("ref").with("target", target),
        _ => ElementForm::new("p"),
    }
}

/// Returns the number of spanned columns or rows, or an empty text for one.
fn span(count: usize) -> String {
    if count > 1 { count.to_string() } else { String::new() }
}

/// Returns the properties of a cell as words, because this TEI has no cells.
fn cell_marks(is_head: bool, columns: usize, rows: usize) -> String {
    let spans = [("cols", columns), ("rows", rows)].into_iter().filter(|&(_, count)| count > 1);
    let spans = spans.map(|(name, count)| format!("{name}-{count}"));
    let marks: Vec<_> = is_head.then(|| "head".to_owned()).into_iter().chain(spans).collect();
    marks.join(" ")
}
