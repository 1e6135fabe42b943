//! Properties of the XHTML writer that are true for all pages.

use roxmltree::Node;
use tamis::Strategy;
use tamis::dom::{Document, NodeId, NodeKind, Parser, name};
use tamis::render::HtmlOptions;
use tamis::sanitize::{Policy, sanitized_html};
use tamis::{Config, Extractor};
use tamis_epub::Xhtml;
use tamis_testkit::hostile::hostile;
use tamis_testkit::wcxb::Wcxb;

const PAGES: usize = 60;
const SEED: u64 = 3;

/// Large enough that quadratic growth of the output exceeds the bound.
const SIZE: usize = 1 << 12;

/// Returns the texts of a document in order, with the descriptions of images that have no source.
/// Excludes fallback texts of ruby (`<rp>`).
fn text(document: &Document) -> String {
    let mut text = String::new();
    for id in document.descendants_and_self(document.body().unwrap()) {
        if document.is_html(id, name::IMG) && document.attr(id, name::SRC).is_none_or(str::is_empty)
        {
            text.push_str(document.attr(id, name::ALT).unwrap_or_default());
        }
        let is_shown = || !document.ancestors(id).any(|id| document.is_html(id, name::RP));
        if document.kind(id) == NodeKind::Text && is_shown() {
            text.push_str(document.text(id));
        }
    }
    text
}

fn without_space(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && !c.is_control()).collect()
}

/// Checks that ids are unique XML names, and that links within the page lead to one of them.
fn check_ids(root: Node<'_, '_>, name: &str) {
    let mut seen = std::collections::HashSet::new();
    for id in root.descendants().filter_map(|node| node.attribute("id")) {
        assert!(seen.insert(id), "{name}: duplicate id {id}");
        let is_part = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        let starts = id.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        assert!(starts && id.chars().all(is_part), "{name}: {id}");
    }
    let links = root.descendants().filter_map(|node| node.attribute("href")?.strip_prefix('#'));
    for id in links {
        assert!(seen.contains(id), "{name}: no element with the id {id}");
    }
}

/// Checks that sanitized HTML is written as well-formed XML with the same text, for XML and HTML
/// parsers. Returns the output, and the output of a second pass over it.
fn check(name: &str, sanitized: &str) -> [String; 2] {
    let document = Parser::default().parse(&format!("<body>{sanitized}"));
    let body = Xhtml::new(&document, "").body();
    let xml = format!("<body>{body}</body>");
    let read = roxmltree::Document::parse(&xml).unwrap_or_else(|error| panic!("{name}: {error}"));
    check_ids(read.root_element(), name);
    let texts: String =
        read.descendants().filter(Node::is_text).filter_map(|node| node.text()).collect();
    let again = Parser::default().parse(&xml);
    assert_eq!(text(&again), texts, "{name}: XML and HTML differ");
    let [all, written] = [text(&document), texts].map(|text| without_space(&text));
    let same = written.bytes().zip(all.bytes()).take_while(|(one, other)| one == other).count();
    assert!(written == all, "{name}: the texts differ after {same} bytes");
    let second = Xhtml::new(&again, "").body();
    [body, second]
}

#[test]
#[ignore = "needs a corpus"]
fn pages_of_the_web_are_written_as_xml() {
    let wcxb = Wcxb::required();
    let mut extractor = Extractor::new(Config::default().strategy(Strategy::Readability)).unwrap();
    for page in wcxb.sample(PAGES, SEED).unwrap() {
        let extraction = extractor.extract(page.html.as_slice());
        let article = extraction.html_with(&HtmlOptions::default().fragment(true));
        let document = extraction.page().document();
        let whole = sanitized_html(document, document.body().unwrap(), &Policy::default());
        for (part, html) in [("article", article), ("whole", whole)] {
            let name = format!("{}, {part}", page.id);
            let [first, second] = check(&name, &html);
            assert!(first == second, "{name}: a second pass differs");
        }
    }
}

#[test]
fn hostile_pages_are_written_as_xml_of_linear_size() {
    let mut parser = Parser::default();
    for (name, page) in hostile() {
        let document = parser.parse(&page(SIZE));
        // A page with frames has no body.
        let body = document.body().unwrap_or(NodeId::DOCUMENT);
        let html = sanitized_html(&document, body, &Policy::default());
        let [body, _] = check(name, &html);
        let bound = 4 * html.len() + (1 << 16);
        assert!(body.len() <= bound, "{name}: {} of {} bytes", body.len(), html.len());
        parser.recycle(document);
    }
}
