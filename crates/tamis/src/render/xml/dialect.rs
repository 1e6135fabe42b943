//! The names of elements.

use super::content::{ListKind, Tag, Term};
use super::writer::Writer;

/// How an element is called: an element, or two one in the other.
pub(super) struct Names {
    outer: Option<&'static str>,
    name: &'static str,
    attributes: Vec<(&'static str, String)>,
    /// A description in it, as an element.
    description: Option<String>,
}

impl Names {
    fn new(name: &'static str) -> Names {
        Names { outer: None, name, attributes: Vec::new(), description: None }
    }

    fn with(mut self, name: &'static str, value: impl Into<String>) -> Names {
        self.attributes.push((name, value.into()));
        self
    }

    /// With an attribute if there is anything to say in it.
    fn with_any(self, name: &'static str, value: impl Into<String>) -> Names {
        let value = value.into();
        if value.is_empty() { self } else { self.with(name, value) }
    }

    /// Begins it; how many elements that are.
    pub(super) fn open(&self, is_mixed: bool, writer: &mut Writer) -> usize {
        if let Some(outer) = self.outer {
            writer.open(outer, &[], false);
        }
        let attributes: Vec<_> =
            self.attributes.iter().map(|(name, value)| (*name, value.as_str())).collect();
        writer.open(self.name, &attributes, is_mixed);
        1 + usize::from(self.outer.is_some())
    }

    pub(super) fn write_empty(&self, writer: &mut Writer) {
        self.open(true, writer);
        if let Some(description) = &self.description {
            writer.element("desc", &[], description);
        }
        writer.close();
    }
}

/// Those of trafilatura. Source: trafilatura 2.3.1, `xml.py` and `htmlprocessing.py`.
pub(super) fn trafilatura(tag: &Tag) -> Names {
    match tag {
        Tag::Heading(level) => Names::new("head").with("rend", format!("h{level}")),
        Tag::Table => Names::new("table"),
        Tag::Row => Names::new("row"),
        Tag::Cell { is_head, columns, rows } => Names::new("cell")
            .with_any("role", if *is_head { "head" } else { "" })
            .with_any("cols", span(*columns))
            .with_any("rows", span(*rows)),
        Tag::Code | Tag::CodeBlock => Names::new("code"),
        Tag::InlineQuote => Names::new("quote"),
        Tag::Image { source, alt } => {
            Names::new("graphic").with("src", source).with_any("alt", alt)
        }
        _ => common(tag),
    }
}

/// Those of the TEI. Source: TEI P5 4.8.0, as the DTD of trafilatura 2.3.1 has it.
pub(super) fn tei(tag: &Tag) -> Names {
    match tag {
        Tag::Heading(level) => {
            Names::new("ab").with("rend", format!("h{level}")).with("type", "header")
        }
        Tag::Table => Names::new("list").with("type", "table"),
        Tag::Row => Names { outer: Some("item"), ..Names::new("list").with("type", "row") },
        Tag::Cell { is_head, columns, rows } => {
            Names::new("item").with_any("rend", cell_marks(*is_head, *columns, *rows))
        }
        Tag::CodeBlock => Names::new("ab").with("type", "code").with("xml:space", "preserve"),
        Tag::Code => Names::new("seg").with("type", "code"),
        Tag::InlineQuote => Names::new("q"),
        Tag::Image { source, alt } => {
            let description = (!alt.is_empty()).then(|| alt.clone());
            Names { description, ..Names::new("graphic").with("url", source) }
        }
        _ => common(tag),
    }
}

/// Those that both have.
fn common(tag: &Tag) -> Names {
    match tag {
        Tag::List(kind) => Names::new("list").with(
            "rend",
            match kind {
                ListKind::Bulleted => "ul",
                ListKind::Numbered => "ol",
                ListKind::Terms => "dl",
            },
        ),
        Tag::Item(None) => Names::new("item"),
        Tag::Item(Some(Term::Name(number))) => {
            Names::new("item").with("rend", format!("dt-{number}"))
        }
        Tag::Item(Some(Term::Description(number))) => {
            Names::new("item").with("rend", format!("dd-{number}"))
        }
        Tag::Quote => Names::new("quote"),
        Tag::Rule | Tag::LineBreak => Names::new("lb"),
        Tag::Highlight(how) => Names::new("hi").with("rend", *how),
        Tag::Deleted => Names::new("del").with("rend", "overstrike"),
        Tag::Link(target) => Names::new("ref").with("target", target),
        _ => Names::new("p"),
    }
}

/// How many columns or rows a cell spans; empty for one.
fn span(count: usize) -> String {
    if count > 1 { count.to_string() } else { String::new() }
}

/// What a cell is, for the TEI without cells: words with spaces between them.
fn cell_marks(is_head: bool, columns: usize, rows: usize) -> String {
    let spans = [("cols", columns), ("rows", rows)].into_iter().filter(|&(_, count)| count > 1);
    let spans = spans.map(|(name, count)| format!("{name}-{count}"));
    let marks: Vec<_> = is_head.then(|| "head".to_owned()).into_iter().chain(spans).collect();
    marks.join(" ")
}
