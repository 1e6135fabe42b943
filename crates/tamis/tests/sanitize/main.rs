//! What holds for all HTML that is sanitized: it holds nothing but what may be in it, it reads as it was written, and it
//! has lost no text.

mod ammonia;
mod articles;
mod checker;
mod corpora;
mod outlets;
mod random;
mod rules;
mod vectors;
mod visible;

use tamis::dom::{Document, Namespace, NodeId, Parser};
use tamis::render::{Policy, sanitized_html};

/// The whole document, sanitized by the usual policy.
fn sanitized(document: &Document) -> String {
    sanitized_html(document, NodeId::DOCUMENT, &Policy::default())
}

/// The HTML as a browser reads it that puts it into an element.
fn read(parser: &mut Parser, html: &str) -> Document {
    parser.parse_fragment(html, "div", Namespace::Html)
}

/// What the tree of sanitized HTML is written as by the standard's rules. These leave out a line feed that begins a
/// `<pre>`, which reads as one less than was written; it is put in again.
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

/// What is wrong with this sanitized HTML: what may not be in it, and where it reads otherwise than it was written.
fn faults(parser: &mut Parser, html: &str) -> Vec<String> {
    let document = read(parser, html);
    let mut faults = checker::violations(&document);
    faults.extend(difference("written again", html, &rewritten(&document)));
    faults.extend(difference("cleaned again", html, &sanitized(&document)));
    faults
}

/// Where two texts part, and what is around.
fn difference(what: &str, one: &str, two: &str) -> Option<String> {
    let at = one.bytes().zip(two.bytes()).position(|(one, two)| one != two);
    let at = at.or((one.len() != two.len()).then_some(one.len().min(two.len())))?;
    let around = |text: &str| {
        let (from, to) = (at.saturating_sub(100), (at + 100).min(text.len()));
        text[text.floor_char_boundary(from)..text.floor_char_boundary(to)].to_owned()
    };
    Some(format!("{what}, it differs at {at}:\n{:?}\n{:?}", around(one), around(two)))
}
