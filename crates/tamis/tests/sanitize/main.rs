//! Properties of all sanitized HTML: it contains only what is allowed, it parses to the tree that
//! was written, and no text is lost.

mod ammonia;
mod articles;
mod checker;
mod corpora;
mod markdown;
mod mutants;
mod outlets;
mod random;
mod rules;
mod vectors;
mod visible;

use tamis::dom::{Document, Namespace, NodeId, Parser};
use tamis::sanitize::{Policy, sanitized_html};

/// Sanitizes a whole document with the default policy.
fn sanitized(document: &Document) -> String {
    sanitized_html(document, NodeId::DOCUMENT, &Policy::default())
}

/// Parses HTML like a browser that inserts it into an element.
fn read(parser: &mut Parser, html: &str) -> Document {
    parser.parse_fragment(html, "div", Namespace::Html)
}

/// Serializes the tree of sanitized HTML by the standard's rules. These drop a line feed at the
/// beginning of a `<pre>`, so it is added again.
fn rewritten(document: &Document) -> String {
    let html = document.root().map(|root| document.inner_html(root)).unwrap_or_default();
    let mut out = String::with_capacity(html.len());
    for (index, part) in html.split("<pre").enumerate() {
        if index == 0 {
            out.push_str(part);
            continue;
        }
        let (tag, rest) = part.split_once('>').unwrap_or((part, ""));
        let line = if rest.starts_with('\n') { "\n" } else { "" };
        out.extend(["<pre", tag, ">", line, rest]);
    }
    out
}

/// Returns the faults of sanitized HTML: disallowed content, and differences after parsing it
/// again.
fn faults(parser: &mut Parser, html: &str) -> Vec<String> {
    let document = read(parser, html);
    let mut faults = checker::violations(&document);
    faults.extend(difference("written again", html, &rewritten(&document)));
    faults.extend(difference("cleaned again", html, &sanitized(&document)));
    faults
}

/// Returns the first difference of two texts with what is around it.
fn difference(what: &str, one: &str, two: &str) -> Option<String> {
    let at = one.bytes().zip(two.bytes()).position(|(one, two)| one != two);
    let at = at.or((one.len() != two.len()).then_some(one.len().min(two.len())))?;
    let around = |text: &str| {
        let (from, to) = (at.saturating_sub(100), (at + 100).min(text.len()));
        text[text.floor_char_boundary(from)..text.floor_char_boundary(to)].to_owned()
    };
    Some(format!("{what}, it differs at {at}:\n{:?}\n{:?}", around(one), around(two)))
}
