//! The vectors of `testdata/xss`: no active content is left, and none appears when the output is
//! parsed again.

use tamis::dom::{Namespace, NodeId, Parser, WorkingTree};
use tamis::sanitize::{Policy, sanitized_html};
use tamis_testkit::xss::{Vector, vectors};
use url::Url;

use crate::{checker, faults, read, sanitized};

const TRIP: &str = "https://trip.example/x";

/// Runs a check over every vector and names the failures.
fn check(what: &str, check: impl Fn(&Vector) -> Vec<String>) {
    let vectors = vectors().expect("the vectors are readable");
    let found = vectors.iter().map(|vector| (&vector.name, check(vector)));
    let failed: Vec<_> = found
        .filter(|(_, faults)| !faults.is_empty())
        .map(|(name, faults)| format!("`{name}`: {}", faults.join("; ")))
        .collect();
    assert!(failed.is_empty(), "{what}: {} vectors fail\n{}", failed.len(), failed.join("\n"));
}

#[test]
fn vectors_are_removed_in_three_rounds() {
    check("as a page", |vector| {
        let mut parser = Parser::default();
        let mut document = parser.parse(&vector.html(TRIP));
        let mut found = Vec::new();
        for _ in 0..3 {
            let html = sanitized(&document);
            found.extend(faults(&mut parser, &html));
            document = read(&mut parser, &html);
        }
        found
    });
}

#[test]
fn vectors_are_removed_from_content() {
    check("as the content of an element", |vector| {
        let mut parser = Parser::default();
        let contexts = [
            ("div", Namespace::Html),
            ("td", Namespace::Html),
            ("table", Namespace::Html),
            ("select", Namespace::Html),
            ("template", Namespace::Html),
            ("svg", Namespace::Svg),
            ("mtext", Namespace::MathMl),
        ];
        let mut found = Vec::new();
        for (context, namespace) in contexts {
            let document = parser.parse_fragment(&vector.html(TRIP), context, namespace);
            found.extend(faults(&mut parser, &sanitized(&document)));
        }
        found
    });
}

#[test]
fn vectors_stay_removed_in_other_contexts() {
    check("the output, read in other elements", |vector| {
        let mut parser = Parser::default();
        let html = sanitized(&parser.parse(&vector.html(TRIP)));
        let mut found = checker::violations(&parser.parse_fragment(&html, "body", Namespace::Html));
        for context in ["td", "p", "select", "table", "caption", "tr", "a", "template", "button"] {
            let document = parser.parse_fragment(&html, context, Namespace::Html);
            let elements = document.elements(NodeId::DOCUMENT);
            let names = elements.filter_map(|id| document.local_name(id));
            let is_active =
                |name: &&str| ["script", "style", "object", "embed", "base"].contains(name);
            found.extend(names.filter(is_active).map(|name| format!("{name} in {context}")));
            let handlers = document.all_attrs().iter().map(|attr| document.name_str(attr.name()));
            found.extend(handlers.filter(|name| name.starts_with("on")).map(str::to_owned));
        }
        found
    });
}

#[test]
fn vectors_are_removed_with_an_open_policy() {
    let base = Url::parse("https://example.org/a/b?c").expect("an address");
    let policy = Policy::default().base_url(&base).keep_classes(true);
    check("with classes and a base address", |vector| {
        let mut parser = Parser::default();
        let html = sanitized_html(&parser.parse(&vector.html(TRIP)), NodeId::DOCUMENT, &policy);
        let document = read(&mut parser, &html);
        let mut found = checker::violations(&document);
        found.retain(|fault| !fault.contains(" class="));
        let again = sanitized_html(&document, NodeId::DOCUMENT, &policy);
        found.extend(crate::difference("cleaned again", &html, &again));
        found
    });
}

#[test]
fn vectors_are_removed_from_a_rearranged_tree() {
    check("rearranged", |vector| {
        let mut parser = Parser::default();
        let document = parser.parse(&vector.html(TRIP));
        let mut tree = WorkingTree::of(&document);
        // Each element is moved into the one before it, which gives a tree that no parser makes.
        let elements: Vec<_> = document.elements(NodeId::DOCUMENT).skip(1).collect();
        for pair in elements.windows(2) {
            tree.append(pair[0], pair[1]);
        }
        let html = sanitized_html(&tree, NodeId::DOCUMENT, &Policy::default());
        faults(&mut parser, &html)
    });
}

#[test]
fn article_with_vectors_keeps_its_text() {
    check("in an article", |vector| {
        let mut parser = Parser::default();
        let document = parser.parse(&vector.article(TRIP));
        let html = sanitized(&document);
        let mut found = faults(&mut parser, &html);
        if !html.contains("before the town is awake") {
            found.push("the text is lost".to_owned());
        }
        found
    });
}
