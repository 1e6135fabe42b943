//! Cases of a rule: a small page that its selector matches, and one that it does not.
//!
//! Every rule in a file needs both, and reading the file checks them.

use tamis::dom::{Document, Name, NodeId, NodeKind, Parser, Selector, Step, name};

/// The maximum length of a page that demonstrates a selector, in bytes.
const MAX_BYTES: usize = 4096;

/// A page that the selector matches, and one that it does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Case {
    pub(crate) matches: String,
    pub(crate) matches_not: String,
}

impl Case {
    /// Returns the case of a selector that [`SelectorGenerator`](crate::selectors) gave, or `None`
    /// if its elements cannot be nested in an HTML page.
    pub(crate) fn of_generated(selector: &str) -> Option<Case> {
        let steps: Vec<String> = selector.split(" > ").map(tag_for_step).collect();
        // The parser drops parts of a table that are outside one.
        let table = match steps.first()?.trim_start_matches('<').split([' ', '>']).next()? {
            "td" | "th" => "<table><tr>",
            "tr" | "tbody" | "thead" | "tfoot" | "caption" | "colgroup" => "<table>",
            _ => "",
        };
        // Generated selectors are short.
        let mut unlimited = u64::MAX;
        let page = format!("{table}{}", steps.concat());
        Case::check(&Selector::parse(selector).ok()?, page, &mut unlimited)
    }

    /// Returns the case of a selector that matches this element: the tags of its ancestors with id
    /// and class alone; if that is not enough, with all attributes; if that is not enough, with
    /// siblings and descendants. `None` if even that does not match or is too long, or if matching
    /// takes more steps than are left; they are taken from `left`.
    pub(crate) fn of_element(
        selector: &Selector,
        document: &Document,
        id: NodeId,
        left: &mut u64,
    ) -> Option<Case> {
        let mut path: Vec<NodeId> = document.ancestors(id).collect();
        path.reverse();
        path.retain(|&id| document.name(id).is_some_and(|name| name != name::HTML));
        path.push(id);
        let chain = |tag: fn(&Document, NodeId) -> String| {
            path.iter().map(|&id| tag(document, id)).collect::<String>()
        };
        Case::check(selector, chain(short_start_tag), left)
            .or_else(|| Case::check(selector, chain(start_tag), left))
            .or_else(|| Case::check(selector, with_surroundings(document, &path), left))
    }

    /// Returns the case with this page, or `None` if the selector does not match the page.
    fn check(selector: &Selector, matches: String, left: &mut u64) -> Option<Case> {
        let mut parser = Parser::default();
        let mut is_match = |html: &str| {
            let document = parser.parse(html);
            let mut within = document.matcher_within(*left);
            let mut ids = document.elements(NodeId::DOCUMENT);
            let is_match = ids.any(|id| within.matches(selector, id));
            *left = within.steps_left();
            (!within.is_out_of_steps()).then_some(is_match)
        };
        if matches.len() > MAX_BYTES || is_match(&matches) != Some(true) {
            return None;
        }
        let is_other = |html: &&str| is_match(html) == Some(false);
        let matches_not = ["<p>", "<div>", ""].into_iter().find(is_other)?;
        Some(Case { matches, matches_not: matches_not.into() })
    }
}

/// Returns the start tag that matches one step of a generated selector.
fn tag_for_step(step: &str) -> String {
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

/// Returns the tags of a path, each preceded by its previous siblings, and the tags inside the last
/// element.
fn with_surroundings(document: &Document, path: &[NodeId]) -> String {
    let mut html = String::new();
    for (level, &id) in path.iter().enumerate() {
        let mut siblings = Vec::new();
        let mut next = document.previous_sibling(id);
        while let Some(sibling) = next.filter(|_| siblings.len() < MAX_BYTES) {
            siblings.push(sibling);
            next = document.previous_sibling(sibling);
        }
        for sibling in siblings.into_iter().rev() {
            html.push_str(&start_tag(document, sibling));
            html.push_str(&end_tag(document, sibling));
        }
        if level + 1 < path.len() {
            html.push_str(&start_tag(document, id));
        } else {
            push_subtree_tags(document, id, &mut html);
        }
    }
    html
}

/// Appends the tags of a subtree without its text, and stops at more than a case can have.
fn push_subtree_tags(document: &Document, id: NodeId, html: &mut String) {
    for step in document.walk(id).take(MAX_BYTES) {
        html.push_str(&match step {
            Step::Enter(id) => start_tag(document, id),
            Step::Leave(id) => end_tag(document, id),
        });
    }
}

/// Returns the start tag with id and class, or an empty text for a node that is not an element.
fn short_start_tag(document: &Document, id: NodeId) -> String {
    start_tag_with(document, id, |name| name == name::ID || name == name::CLASS)
}

/// Returns the start tag with all attributes, or an empty text for a node that is not an element.
fn start_tag(document: &Document, id: NodeId) -> String {
    start_tag_with(document, id, |_| true)
}

fn start_tag_with(document: &Document, id: NodeId, is_wanted: impl Fn(Name) -> bool) -> String {
    let Some(tag) = document.local_name(id) else { return String::new() };
    let mut html = format!("<{tag}");
    for attr in document.attrs(id).iter().filter(|attr| is_wanted(attr.name())) {
        let value = document.attr_value(attr).replace('&', "&amp;").replace('"', "&quot;");
        html.extend([" ", document.name_str(attr.name()), "=\"", &value, "\""]);
    }
    html.push('>');
    html
}

/// Returns the end tag, or an empty text for a node that is not an element and for `br`: the parser
/// reads `</br>` as another `<br>`.
fn end_tag(document: &Document, id: NodeId) -> String {
    let is_br = document.kind(id) == NodeKind::Element && document.name(id) == Some(name::BR);
    match document.local_name(id).filter(|_| !is_br) {
        Some(tag) => format!("</{tag}>"),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_of_elements() {
        let document = Parser::default().parse(
            "<body class=x><table><tr><td class=a>One</table><h2>Two</h2><br><p data-k='\"&'>Three\
             <ul><li>a<li>b</ul>",
        );
        for css in [
            "td.a",
            "body.x p",
            "h2 + br",
            "h2 ~ p",
            "[data-k='\"&']",
            "ul:has(> li + li)",
            "li:last-child",
            "td:first-child",
            "p",
            "div, td",
            "html",
        ] {
            let selector = Selector::parse(css).unwrap();
            let id = document.select(&selector).next().unwrap();
            let case = Case::of_element(&selector, &document, id, &mut 1_000_000);
            // Every page has an `html` element, so nothing can show what does not match.
            assert_eq!(case.is_some(), css != "html", "{css}: {case:?}");
        }
    }

    /// Selectors that take long have no case, and the next ones have fewer steps for theirs.
    #[test]
    fn cases_share_their_steps() {
        let document = Parser::default().parse(&"<p>".repeat(100));
        let list: Vec<String> = (0..4000).map(|at| format!("x{at},")).collect();
        let selector = Selector::parse(&format!("{}p:last-child", list.concat())).unwrap();
        let id = document.select(&selector).next().unwrap();
        let mut left = 50_000;
        assert_eq!(Case::of_element(&selector, &document, id, &mut left), None);
        assert!(left < 5_000, "{left}");
        let simple = Selector::parse("p").unwrap();
        assert!(Case::of_element(&simple, &document, id, &mut left).is_some());
    }

    #[test]
    fn cases_of_generated_selectors() {
        let selectors = ["#a", "td.a", "tr.a > td", "tbody[role=grid]", "main", "div.a > div > p"];
        for selector in selectors {
            assert!(Case::of_generated(selector).is_some(), "{selector}");
        }
        // A paragraph ends before a `div`.
        assert_eq!(Case::of_generated("p.a > div"), None);
    }
}
