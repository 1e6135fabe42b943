//! Readability's own way of comparing the HTML of two articles.
//!
//! Both sides are parsed and walked in document order. Comments and empty text nodes are skipped,
//! white space is collapsed. For each node the kind is compared, for an element also its name and
//! its attributes in any order, for a text node its text.
//!
//! The reference formats both sides with one pretty-printer before it compares, which may put white
//! space next to the tag of a block. Here such white space is left out of the comparison instead:
//! at an end of a text, next to a tag of an element that is not inline.
//!
//! Source: Readability.js, `test/test-readability.js`, with `prettyPrint` of `test/utils.js`.

use std::fmt::Write as _;

use tamis_dom::{AttrNamespace, Document, NodeId, NodeKind, Parser};

/// The elements that the pretty-printer keeps on the line. Source: js-beautify, option `inline`.
const INLINE: &[&str] = &[
    "a", "abbr", "acronym", "area", "audio", "b", "bdi", "bdo", "big", "br", "button", "canvas",
    "cite", "code", "data", "datalist", "del", "dfn", "em", "embed", "i", "iframe", "img", "input",
    "ins", "kbd", "keygen", "label", "map", "mark", "math", "meter", "noscript", "object",
    "output", "progress", "q", "ruby", "s", "samp", "select", "small", "span", "strike", "strong",
    "sub", "sup", "svg", "template", "text", "textarea", "time", "tt", "u", "var", "video", "wbr",
];

/// Returns the first difference of two articles, as a message with the place and both sides. `None`
/// if they are equal.
///
/// ```
/// use tamis_testkit::readability_compare::first_difference;
///
/// let ours = "<p id=a class=b>One\n two</p>";
/// assert_eq!(first_difference(ours, "<p class=b id=a> One two </p>\n"), None);
/// let ours = "<div><p>One <b>two</b></p></div>";
/// let message = first_difference(ours, "<div><p>One<b>two</b></p></div>").unwrap();
/// assert_eq!(message, "at html/body/div/p\n  ours:   text \"One \"\n  theirs: text \"One\"");
/// ```
pub fn first_difference(ours: &str, theirs: &str) -> Option<String> {
    let mut parser = Parser::default();
    let [ours, theirs] = [ours, theirs].map(|html| parser.parse(html));
    let mut left = nodes(&ours);
    let mut right = nodes(&theirs);
    loop {
        let (a, b) = (left.next(), right.next());
        if a.is_none() && b.is_none() {
            return None;
        }
        let shown = [
            a.map_or_else(|| "the end".to_owned(), |id| description(&ours, id)),
            b.map_or_else(|| "the end".to_owned(), |id| description(&theirs, id)),
        ];
        if shown[0] != shown[1] {
            let place = a.map(|id| path(&ours, id)).or_else(|| b.map(|id| path(&theirs, id)));
            let place = place.unwrap_or_default();
            return Some(format!("at {place}\n  ours:   {}\n  theirs: {}", shown[0], shown[1]));
        }
    }
}

/// True if JavaScript's `\s` matches the character. `String.trim` removes the same ones.
///
/// ```
/// use tamis_testkit::readability_compare::is_js_space;
/// assert_eq!(['\u{a0}', '\u{feff}', '\u{85}'].map(is_js_space), [true, true, false]);
/// ```
pub fn is_js_space(c: char) -> bool {
    c == '\u{feff}' || c != '\u{85}' && c.is_whitespace()
}

/// The text with each run of white space as one space.
///
/// ```
/// use tamis_testkit::readability_compare::collapsed;
/// assert_eq!(collapsed("\n a \u{a0}b"), " a b");
/// ```
pub fn collapsed(text: &str) -> String {
    let mut collapsed = String::with_capacity(text.len());
    for c in text.chars() {
        if !is_js_space(c) {
            collapsed.push(c);
        } else if !collapsed.ends_with(' ') {
            collapsed.push(' ');
        }
    }
    collapsed
}

/// The nodes that are compared, in document order.
fn nodes(document: &Document) -> impl Iterator<Item = NodeId> + '_ {
    let root = document.root().unwrap_or(NodeId::DOCUMENT);
    document.descendants_and_self(root).filter(|&id| match document.kind(id) {
        NodeKind::Text => !document.text(id).chars().all(is_js_space),
        kind => kind != NodeKind::Comment,
    })
}

fn description(document: &Document, id: NodeId) -> String {
    match document.kind(id) {
        NodeKind::Text => format!("text {:?}", text(document, id)),
        NodeKind::Element => element(document, id),
        kind => format!("{kind:?}"),
    }
}

fn text(document: &Document, id: NodeId) -> String {
    let text = collapsed(document.text(id));
    let parent = document.parent(id);
    let beside_block = |sibling: Option<NodeId>| {
        let name = sibling.or(parent).and_then(|node| document.local_name(node));
        name.is_some_and(|name| !INLINE.contains(&name))
    };
    let mut text = text.as_str();
    if beside_block(document.previous_sibling(id)) {
        text = text.trim_start_matches(' ');
    }
    if beside_block(document.next_sibling(id)) {
        text = text.trim_end_matches(' ');
    }
    text.to_owned()
}

fn element(document: &Document, id: NodeId) -> String {
    let mut shown = format!("<{}", document.local_name(id).unwrap_or_default());
    let mut attributes: Vec<_> = document
        .attrs(id)
        .iter()
        .map(|attr| {
            let name = document.name_str(attr.name());
            (qualified(attr.namespace(), name), document.attr_value(attr))
        })
        .filter(|(name, _)| is_xml_name(name))
        .collect();
    attributes.sort_unstable();
    for (name, value) in attributes {
        // Writing to a string cannot fail.
        let _ = write!(shown, " {name}={value:?}");
    }
    shown + ">"
}

/// The name of an attribute as the DOM's `name` has it.
pub(crate) fn qualified(namespace: AttrNamespace, name: &str) -> String {
    match namespace {
        AttrNamespace::None => name.to_owned(),
        AttrNamespace::XLink => format!("xlink:{name}"),
        AttrNamespace::Xml => format!("xml:{name}"),
        AttrNamespace::Xmlns if name == "xmlns" => name.to_owned(),
        AttrNamespace::Xmlns => format!("xmlns:{name}"),
    }
}

/// True if XML allows the name. Source: XML 1.0, productions 4 and 4a.
fn is_xml_name(name: &str) -> bool {
    let starts = |c: char| {
        matches!(c, ':' | '_' | 'A'..='Z' | 'a'..='z'
            | '\u{c0}'..='\u{d6}' | '\u{d8}'..='\u{f6}' | '\u{f8}'..='\u{2ff}'
            | '\u{370}'..='\u{37d}' | '\u{37f}'..='\u{1fff}' | '\u{200c}' | '\u{200d}'
            | '\u{2070}'..='\u{218f}' | '\u{2c00}'..='\u{2fef}' | '\u{3001}'..='\u{d7ff}'
            | '\u{f900}'..='\u{fdcf}' | '\u{fdf0}'..='\u{fffd}' | '\u{10000}'..='\u{effff}')
    };
    let continues = |c: char| {
        starts(c)
            || matches!(c, '-' | '.' | '0'..='9' | '\u{b7}' | '\u{300}'..='\u{36f}' | '\u{203f}' | '\u{2040}')
    };
    let mut characters = name.chars();
    characters.next().is_some_and(starts) && characters.all(continues)
}

/// The names of the elements above a node, outermost first, `/` between them.
fn path(document: &Document, id: NodeId) -> String {
    let mut names: Vec<_> =
        document.ancestors(id).filter_map(|node| document.local_name(node)).collect();
    names.reverse();
    names.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Corpus;
    use crate::readability_pages::{NAME, pages};

    fn check(ours: &str, theirs: &str, expected: Option<&str>) {
        let found = first_difference(ours, theirs);
        let sides = found.as_deref().and_then(|message| message.split_once("ours:   "));
        assert_eq!(sides.map(|(_, sides)| sides), expected, "{ours}\n{theirs}");
    }

    #[test]
    fn what_the_reference_overlooks() {
        check("<p>a</p> \n <p>b</p>", "<p>a</p><p>b</p>", None);
        check("<p>a<!--x--></p>", "<p>a</p>", None);
        check("<p>a\u{a0}\u{feff} b</p>", "<p>a b</p>", None);
        check("<div>a <p>b</p> c</div>", "<div>a<p>b</p>c</div>", None);
        check("<p \"x=1 y=2>a", "<p y=2>a", None);
    }

    #[test]
    fn what_it_sees() {
        check("<p>a b</p>", "<p>ab</p>", Some("text \"a b\"\n  theirs: text \"ab\""));
        check("<p><b>a</b> c</p>", "<p><b>a</b>c</p>", Some("text \" c\"\n  theirs: text \"c\""));
        check("<p>a", "<p>a<br>", Some("the end\n  theirs: <br>"));
        check("<p>a<i>b", "<p>a", Some("<i>\n  theirs: the end"));
        check("<p x=1>a", "<p x=2>a", Some("<p x=\"1\">\n  theirs: <p x=\"2\">"));
        check("<p x=1>a", "<p x=1 y>a", Some("<p x=\"1\">\n  theirs: <p x=\"1\" y=\"\">"));
        check(
            "<svg><a xlink:href=x>",
            "<svg><a href=x>",
            Some("<a xlink:href=\"x\">\n  theirs: <a href=\"x\">"),
        );
    }

    /// On the expected articles: each is equal to itself, and any change of a letter or a tag is
    /// found.
    #[test]
    #[ignore = "needs a corpus"]
    fn a_change_is_seen_on_every_page() {
        let corpus = Corpus::required(NAME);
        for page in pages(&corpus).unwrap() {
            let html = &page.expected;
            assert_eq!(first_difference(html, html), None, "{}", page.slug);
            let other = html.replacen("<p>", "<p id=\"x\">", 1);
            let longer = html.replacen("</div>", "x</div>", 1);
            let at_end = format!("{html}x");
            for changed in [&other, &longer, &at_end] {
                let seen = changed == html || first_difference(html, changed).is_some();
                assert!(seen, "{}", page.slug);
            }
        }
    }
}
