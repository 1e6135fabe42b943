//! Small pages that show what a selector matches and what it does not: every rule has them.

use tamis_dom::{Document, NodeId, NodeKind, Parser, Selector, Step, name};

/// The most bytes of a page that shows a selector.
const MAX_BYTES: usize = 4096;

/// A page that the selector matches, and one that it does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Case {
    pub matches: String,
    pub matches_not: String,
}

impl Case {
    /// The case of a name that elements were given; `None` where it can't be shown.
    pub(super) fn of_name(name: &str) -> Option<Case> {
        let steps: Vec<String> = name.split(" > ").map(tag).collect();
        let around = match steps.first()?.trim_start_matches('<').split([' ', '>']).next()? {
            "td" | "th" => "<table><tr>",
            "tr" | "tbody" | "thead" | "tfoot" | "caption" | "colgroup" => "<table>",
            _ => "",
        };
        Case::checked(&Selector::parse(name).ok()?, format!("{around}{}", steps.concat()))
    }

    /// The case of a selector that matches this element: the tags around it, and where these are not enough, those before
    /// and in it. `None` where it takes too much to show it.
    pub(super) fn of_element(selector: &Selector, document: &Document, id: NodeId) -> Option<Case> {
        let mut path: Vec<NodeId> = document.ancestors(id).collect();
        path.reverse();
        let inner = |id: &NodeId| document.name(*id).is_some_and(|name| name != name::HTML);
        path.retain(inner);
        path.push(id);
        let chain = |tag: fn(&Document, NodeId) -> String| {
            path.iter().map(|&id| tag(document, id)).collect::<String>()
        };
        Case::checked(selector, chain(short_tag))
            .or_else(|| Case::checked(selector, chain(whole_tag)))
            .or_else(|| Case::checked(selector, with_surroundings(document, &path)))
    }

    fn checked(selector: &Selector, matches: String) -> Option<Case> {
        let mut parser = Parser::default();
        let mut is_match = |html: &str| parser.parse(html).select(selector).next().is_some();
        if matches.len() > MAX_BYTES || !is_match(&matches) {
            return None;
        }
        let matches_not = ["<p>", "<div>", ""].into_iter().find(|html| !is_match(html))?;
        Some(Case { matches, matches_not: matches_not.into() })
    }
}

/// The tag that a step of a name asks for.
fn tag(step: &str) -> String {
    if let Some(id) = step.strip_prefix('#') {
        return format!("<div id={id}>");
    }
    if let Some((tag, class)) = step.split_once('.') {
        return format!("<{tag} class={class}>");
    }
    match step.trim_end_matches(']').split_once('[') {
        Some((tag, attribute)) => format!("<{tag} {attribute}>"),
        None => format!("<{step}>"),
    }
}

/// The tags of a path with those before each of its elements and those in the last one.
fn with_surroundings(document: &Document, path: &[NodeId]) -> String {
    let mut html = String::new();
    for (level, &id) in path.iter().enumerate() {
        let mut before = Vec::new();
        let mut next = document.previous_sibling(id);
        while let Some(sibling) = next.filter(|_| before.len() < MAX_BYTES) {
            before.push(sibling);
            next = document.previous_sibling(sibling);
        }
        for sibling in before.into_iter().rev() {
            html.push_str(&whole_tag(document, sibling));
            html.push_str(&end_tag(document, sibling));
        }
        if level + 1 < path.len() {
            html.push_str(&whole_tag(document, id));
        } else {
            add_tags(document, id, &mut html);
        }
    }
    html
}

/// Adds the tags of a subtree, without its text, up to the most that can be used.
fn add_tags(document: &Document, id: NodeId, html: &mut String) {
    for step in document.walk(id).take(MAX_BYTES) {
        html.push_str(&match step {
            Step::Enter(id) => whole_tag(document, id),
            Step::Leave(id) => end_tag(document, id),
        });
    }
}

/// The opening tag with id and classes; empty for what is no element.
fn short_tag(document: &Document, id: NodeId) -> String {
    opening(document, id, |name| name == name::ID || name == name::CLASS)
}

/// The opening tag with all attributes.
fn whole_tag(document: &Document, id: NodeId) -> String {
    opening(document, id, |_| true)
}

fn opening(document: &Document, id: NodeId, wanted: impl Fn(tamis_dom::Name) -> bool) -> String {
    let Some(tag) = document.local_name(id) else { return String::new() };
    let mut html = format!("<{tag}");
    for attr in document.attrs(id).iter().filter(|attr| wanted(attr.name())) {
        let value = document.attr_value(attr).replace('&', "&amp;").replace('"', "&quot;");
        html.extend([" ", document.name_str(attr.name()), "=\"", &value, "\""]);
    }
    html.push('>');
    html
}

/// The closing tag; empty for what is no element, and for `br`, whose closing tag would be another one.
fn end_tag(document: &Document, id: NodeId) -> String {
    let is_br = document.kind(id) == NodeKind::Element && document.name(id) == Some(name::BR);
    match document.local_name(id).filter(|_| !is_br) {
        Some(tag) => format!("</{tag}>"),
        None => String::new(),
    }
}
