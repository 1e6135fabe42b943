//! A snapshot as HTML that gives the same tree when it is parsed.
//!
//! The tree of a snapshot is the one that is shown, so shadow trees are in their places and need no
//! template: `<x-card>` with a shadow tree `<p>A card: <slot></slot></p>` and the text "Tea" is
//! written as `<x-card><p>A card: Tea</p></x-card>`. Their styles get the attribute `scoped`, which
//! the library takes for styles of the element around them alone. A frame of the same origin is
//! written with its document in the attribute `srcdoc`; what is in frames of other origins is not a
//! part of the page.
//!
//! Left out are comments, templates, and `<noscript>`, which speaks to readers without scripts. It
//! stays if it has an image: then it is the image itself, in the place of one that is loaded late.

use std::borrow::Cow;
use std::ops::Range;

use url::Url;

use crate::snapshot::{Kind, Nodes, Snapshot, Text};

/// Elements that have no content.
const VOID: [&str; 14] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
];

/// Elements whose text is written as it is.
const RAW: [&str; 7] = ["iframe", "noembed", "noframes", "noscript", "script", "style", "xmp"];

/// Elements that have text of which a browser shows another form, or which it shows in turn.
const NOT_SHOWN: [&str; 4] = ["optgroup", "option", "textarea", "title"];

/// Elements after whose start a parser skips one end of a line.
const EATS_LINE: [&str; 3] = ["listing", "pre", "textarea"];

/// The most frames in frames.
const MAX_FRAMES: usize = 4;

/// A page as HTML.
pub(crate) struct Html {
    pub(crate) text: String,
    /// True if the page is longer than the limit. The HTML then has its beginning.
    pub(crate) is_cut: bool,
    /// The texts in the body of the page itself: their nodes, and their bytes in the HTML.
    pub(crate) texts: Vec<(usize, Range<usize>)>,
}

/// Writes a page of at most about `max_bytes`.
pub(crate) fn of_snapshot(snapshot: &Snapshot, max_bytes: usize) -> Html {
    let mut writer = Writer { snapshot, max_bytes, is_cut: false, texts: Vec::new() };
    let text = writer.document(0, MAX_FRAMES);
    Html { text, is_cut: writer.is_cut, texts: writer.texts }
}

struct Writer<'s> {
    snapshot: &'s Snapshot,
    max_bytes: usize,
    is_cut: bool,
    texts: Vec<(usize, Range<usize>)>,
}

/// An element that is open.
struct Open<'s> {
    node: usize,
    /// `None` for an element of which only the content is written.
    name: Option<Cow<'s, str>>,
}

impl<'s> Writer<'s> {
    fn document(&mut self, number: usize, frames: usize) -> String {
        let mut out = String::from("<!DOCTYPE html>");
        let snapshot = self.snapshot;
        let Some(document) = snapshot.documents.get(number) else { return out };
        let nodes = &document.nodes;
        let mut open: Vec<Open<'s>> = Vec::new();
        let mut left_out = vec![false; nodes.len()];
        for node in 0..nodes.len() {
            let parent = nodes.parent(node);
            left_out[node] = parent.is_some_and(|parent| left_out[parent]);
            if left_out[node] || parent.is_none() {
                continue;
            }
            while open.last().is_some_and(|last| Some(last.node) != parent) {
                close(&mut out, open.pop());
            }
            if out.len() > self.max_bytes {
                self.is_cut = true;
                break;
            }
            match nodes.kind(node) {
                Kind::Text => {
                    let start = out.len();
                    let is_shown = self.text(&mut out, nodes, node, open.last());
                    let is_in_body = || open.iter().any(|of| of.name.as_deref() == Some("body"));
                    if is_shown && frames == MAX_FRAMES && is_in_body() {
                        self.texts.push((node, start..out.len()));
                    }
                }
                Kind::Element if self.is_left_out(nodes, node) => left_out[node] = true,
                Kind::Element => {
                    let name = self.element(&mut out, nodes, node, frames, document.url);
                    let is_void = name.as_deref().is_some_and(|name| VOID.contains(&name));
                    left_out[node] = is_void || name.as_deref() == Some("iframe");
                    if !is_void {
                        open.push(Open { node, name });
                    }
                }
                Kind::Other => left_out[node] = true,
            }
        }
        while let Some(last) = open.pop() {
            close(&mut out, Some(last));
        }
        out
    }

    /// Writes a text. Returns false if it is none that a browser shows.
    fn text(
        &self,
        out: &mut String,
        nodes: &Nodes,
        node: usize,
        parent: Option<&Open<'_>>,
    ) -> bool {
        let text = self.snapshot.text(nodes.value(node));
        let parent = parent.and_then(|parent| parent.name.as_deref()).unwrap_or_default();
        if RAW.contains(&parent) {
            out.push_str(text);
            return false;
        }
        if text.starts_with('\n') && EATS_LINE.contains(&parent) && out.ends_with('>') {
            out.push('\n');
        }
        escape(out, text, false);
        !text.trim_ascii().is_empty() && !NOT_SHOWN.contains(&parent)
    }

    fn is_left_out(&self, nodes: &Nodes, node: usize) -> bool {
        match self.snapshot.text(nodes.name(node)) {
            "TEMPLATE" => true,
            "NOSCRIPT" => {
                let texts =
                    (node + 1..nodes.len()).take_while(|&of| nodes.parent(of) == Some(node));
                let mut texts = texts.map(|of| self.snapshot.text(nodes.value(of)));
                !texts.any(|text| text.contains("<img"))
            }
            _ => false,
        }
    }

    /// Writes the start of an element. Returns its name, or `None` if it has no tags.
    fn element(
        &mut self,
        out: &mut String,
        nodes: &Nodes,
        node: usize,
        frames: usize,
        page: Text,
    ) -> Option<Cow<'s, str>> {
        let is_in_shadow = nodes.is_in_shadow(node);
        let name = tag_name(self.snapshot.text(nodes.name(node)));
        if name == "slot" && is_in_shadow {
            return None;
        }
        let source = match nodes.frame(node) {
            Some(frame) if name == "iframe" && frames > 0 => self.frame(frame, frames, page),
            _ => None,
        };
        out.push('<');
        out.push_str(&name);
        for (attribute, value) in nodes.attributes(node) {
            let attribute = self.snapshot.text(attribute);
            let is_replaced = source.is_some() && matches!(attribute, "src" | "srcdoc");
            if is_attribute_name(attribute) && !is_replaced {
                write_attribute(out, attribute, self.snapshot.text(value));
            }
        }
        if let Some(source) = source {
            write_attribute(out, "srcdoc", &source);
        }
        if name == "style" && is_in_shadow {
            write_attribute(out, "scoped", "");
        }
        out.push('>');
        Some(name)
    }

    /// Returns the document of a frame, if it is of the same origin as the page around it.
    fn frame(&mut self, frame: usize, frames: usize, page: Text) -> Option<String> {
        let inside = self.snapshot.text(self.snapshot.documents.get(frame)?.url);
        let is_of_page = inside.starts_with("about:")
            || origin(inside).is_some_and(|own| Some(own) == origin(self.snapshot.text(page)));
        is_of_page.then(|| self.document(frame, frames - 1))
    }
}

fn close(out: &mut String, element: Option<Open<'_>>) {
    if let Some(name) = element.and_then(|element| element.name) {
        out.push_str("</");
        out.push_str(&name);
        out.push('>');
    }
}

/// Returns the name of an element as it is written. The snapshot has the names of HTML in capital
/// letters, others as they are. A name that no parser would read, which scripts can make, is one of
/// an element without meaning.
fn tag_name(name: &str) -> Cow<'_, str> {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.:".contains(&byte);
    if !name.starts_with(|first: char| first.is_ascii_alphabetic()) || !name.bytes().all(is_name) {
        return Cow::Borrowed("span");
    }
    if name.bytes().any(|byte| byte.is_ascii_lowercase()) {
        Cow::Borrowed(name)
    } else {
        Cow::Owned(name.to_ascii_lowercase())
    }
}

fn is_attribute_name(name: &str) -> bool {
    let is_end =
        |char: char| char.is_ascii_whitespace() || char.is_control() || "\"'<>/=".contains(char);
    !name.is_empty() && !name.contains(is_end)
}

fn write_attribute(out: &mut String, name: &str, value: &str) {
    out.push(' ');
    out.push_str(name);
    if !value.is_empty() {
        out.push_str("=\"");
        escape(out, value, true);
        out.push('"');
    }
}

/// Writes a text of the page, in an attribute or between tags.
fn escape(out: &mut String, text: &str, in_attribute: bool) {
    for char in text.chars() {
        match char {
            '&' => out.push_str("&amp;"),
            '"' if in_attribute => out.push_str("&quot;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\u{a0}' => out.push_str("&nbsp;"),
            // A parser would turn it into the end of a line.
            '\r' => out.push_str("&#13;"),
            _ => out.push(char),
        }
    }
}

fn origin(url: &str) -> Option<url::Origin> {
    let origin = Url::parse(url).ok()?.origin();
    origin.is_tuple().then_some(origin)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// Nodes as parent, type, name or text, and attributes.
    type Row<'r> = (i64, u8, &'r str, &'r [&'r str]);

    fn document(strings: &mut Vec<String>, url: &str, rows: &[Row<'_>], rare: Value) -> Value {
        let mut number = |text: &str| {
            strings.push(text.to_owned());
            strings.len() - 1
        };
        let url = number(url);
        let mut nodes = rare;
        let mut column = |name: &str, values: Vec<Value>| nodes[name] = values.into();
        column("parentIndex", rows.iter().map(|row| row.0.into()).collect());
        column("nodeType", rows.iter().map(|row| row.1.into()).collect());
        let names = rows.iter().map(|row| number(if row.1 == 3 { "#text" } else { row.2 }).into());
        column("nodeName", names.collect());
        let values =
            rows.iter().map(|row| if row.1 == 3 { number(row.2).into() } else { (-1).into() });
        column("nodeValue", values.collect());
        let attributes = rows.iter().map(|row| row.3.iter().map(|text| number(text)).collect());
        column("attributes", attributes.collect());
        json!({ "documentURL": url, "nodes": nodes })
    }

    fn html(documents: &[(&str, &[Row<'_>], Value)]) -> Html {
        let mut strings = Vec::new();
        let mut written = Vec::new();
        for (url, rows, rare) in documents {
            written.push(document(&mut strings, url, rows, rare.clone()));
        }
        let snapshot = json!({ "documents": written, "strings": strings });
        of_snapshot(&serde_json::from_value(snapshot).unwrap(), 1000)
    }

    #[track_caller]
    fn check(rows: &[Row<'_>], rare: Value, expected: &str) {
        let mut all = vec![(-1, 9, "#document", &[][..]), (0, 1, "BODY", &[][..])];
        all.extend_from_slice(rows);
        let html = html(&[("https://example.com/", &all, rare)]);
        let body = html.text.strip_prefix("<!DOCTYPE html><body>").unwrap();
        assert_eq!(body.strip_suffix("</body>"), Some(expected));
    }

    #[test]
    fn texts_and_attributes_are_escaped() {
        check(
            &[
                (1, 1, "P", &["title", "a \"<b>\" & c", "hidden", ""]),
                (2, 3, "1 < 2 & \u{a0}\r", &[]),
            ],
            json!({}),
            "<p title=\"a &quot;&lt;b&gt;&quot; &amp; c\" hidden>1 &lt; 2 &amp; &nbsp;&#13;</p>",
        );
        check(&[(1, 1, "PRE", &[]), (2, 3, "\ncode", &[])], json!({}), "<pre>\n\ncode</pre>");
        check(&[(1, 1, "SCRIPT", &[]), (2, 3, "a < b", &[])], json!({}), "<script>a < b</script>");
    }

    #[test]
    fn names_are_those_of_html_or_none() {
        check(&[(1, 1, "linearGradient", &[])], json!({}), "<linearGradient></linearGradient>");
        check(
            &[(1, 1, "a\"><script", &["on=\"", "x", "b", "c"])],
            json!({}),
            "<span b=\"c\"></span>",
        );
        check(&[(1, 1, "BR", &[]), (1, 1, "X-A", &[])], json!({}), "<br><x-a></x-a>");
    }

    #[test]
    fn shadow_trees_are_in_their_places() {
        let rows: &[Row<'_>] = &[
            (1, 1, "X-CARD", &[]),
            (2, 1, "STYLE", &[]),
            (2, 1, "P", &[]),
            (4, 3, "A card: ", &[]),
            (4, 1, "SLOT", &["name", "t"]),
            (6, 3, "Tea", &[]),
        ];
        let rare = json!({ "shadowRootType": { "index": [3, 4, 5, 6], "value": [0, 0, 0, 0] } });
        check(rows, rare, "<x-card><style scoped></style><p>A card: Tea</p></x-card>");
    }

    #[test]
    fn what_is_not_shown_is_left_out() {
        let rows: &[Row<'_>] = &[
            (1, 8, "#comment", &[]),
            (1, 1, "TEMPLATE", &[]),
            (1, 1, "NOSCRIPT", &[]),
            (4, 3, "Turn on scripts", &[]),
            (1, 1, "NOSCRIPT", &[]),
            (6, 3, "<img src=a>", &[]),
            (1, 1, "::before", &[]),
            (8, 3, "x", &[]),
        ];
        let rare = json!({ "pseudoType": { "index": [8], "value": [0] } });
        check(rows, rare, "<noscript><img src=a></noscript>");
    }

    #[test]
    fn frames_of_the_same_origin_are_in_an_attribute() {
        let page: &[Row<'_>] = &[
            (-1, 9, "#document", &[]),
            (0, 1, "IFRAME", &["src", "/f", "title", "t"]),
            (0, 1, "IFRAME", &["src", "https://other.example/"]),
        ];
        let inside: &[Row<'_>] = &[(-1, 9, "#document", &[]), (0, 1, "P", &["id", "a"])];
        let rare = json!({ "contentDocumentIndex": { "index": [1, 2], "value": [1, 2] } });
        let html = html(&[
            ("https://example.com/", page, rare),
            ("https://example.com/f", inside, json!({})),
            ("https://other.example/", inside, json!({})),
        ]);
        assert_eq!(
            html.text,
            "<!DOCTYPE html><iframe title=\"t\" srcdoc=\"&lt;!DOCTYPE html&gt;&lt;p \
             id=&quot;a&quot;&gt;&lt;/p&gt;\"></iframe><iframe src=\"https://other.example/\"></iframe>"
        );
        assert!(!html.is_cut);
    }

    #[test]
    fn a_page_that_is_too_long_is_cut() {
        let long = "word ".repeat(400);
        let rows: &[Row<'_>] =
            &[(-1, 9, "#document", &[]), (0, 1, "P", &[]), (1, 3, &long, &[]), (0, 1, "P", &[])];
        let html = html(&[("https://example.com/", rows, json!({}))]);
        assert!(html.is_cut);
        assert!(html.text.ends_with("word </p>"));
    }
}
