//! The XHTML writer: what holds for any page.

use roxmltree::Node;
use tamis::dom::{Document, NodeId, NodeKind, Parser, name};
use tamis::engine::EngineName;
use tamis::render::{HtmlOptions, Policy, Xhtml, sanitized_html};
use tamis::{Config, Extractor};
use tamis_testkit::hostile::hostile;
use tamis_testkit::wcxb::Wcxb;

const PAGES: usize = 60;
const SEED: u64 = 3;

/// Enough for what grows with the square of a page to be seen.
const SIZE: usize = 1 << 12;

/// The texts of a document in their order, but for those that are never shown where ruby is known; and of images without a
/// source their description.
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

/// Whether the ids of the elements are names of XML, and each is there once, and links within the page find one.
fn check_ids(root: Node<'_, '_>, name: &str) {
    let mut seen = std::collections::HashSet::new();
    for id in root.descendants().filter_map(|node| node.attribute("id")) {
        assert!(seen.insert(id), "{name}: {id} is there twice");
        let is_part = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        let starts = id.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        assert!(starts && id.chars().all(is_part), "{name}: {id}");
    }
    let links = root.descendants().filter_map(|node| node.attribute("href")?.strip_prefix('#'));
    for id in links {
        assert!(seen.contains(id), "{name}: nothing is at {id}");
    }
}

/// What was sanitized comes out as XML that HTML parsers read alike, with its text and nothing else; what comes out and what
/// comes of it in a second pass.
fn check(name: &str, sanitized: &str) -> [String; 2] {
    let document = Parser::default().parse(&format!("<body>{sanitized}"));
    let body = Xhtml::of(&document, "").body();
    let xml = format!("<body>{body}</body>");
    let read = roxmltree::Document::parse(&xml).unwrap_or_else(|error| panic!("{name}: {error}"));
    check_ids(read.root_element(), name);
    let texts: String =
        read.descendants().filter(Node::is_text).filter_map(|node| node.text()).collect();
    let again = Parser::default().parse(&xml);
    assert_eq!(text(&again), texts, "{name}: XML and HTML differ");
    let [all, written] = [text(&document), texts].map(|text| without_space(&text));
    let same = written.bytes().zip(all.bytes()).take_while(|(one, other)| one == other).count();
    assert!(written == all, "{name}: the texts differ behind {same} bytes");
    let second = Xhtml::of(&again, "").body();
    [body, second]
}

#[test]
fn pages_of_the_web_come_out_as_xml() {
    let Some(wcxb) = Wcxb::or_skip("pages come out as XHTML") else { return };
    let mut extractor = Extractor::new(Config::default().engine(EngineName::Readability)).unwrap();
    for page in wcxb.sample(PAGES, SEED).unwrap() {
        let extraction = extractor.extract(page.html.as_slice()).unwrap();
        let article = extraction.html(&HtmlOptions::default().fragment(true));
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
fn hostile_pages_come_out_as_xml_of_their_size() {
    let mut parser = Parser::default();
    for (name, page) in hostile() {
        let document = parser.parse(&page(SIZE));
        // A page of frames has none.
        let body = document.body().unwrap_or(NodeId::DOCUMENT);
        let html = sanitized_html(&document, body, &Policy::default());
        let [body, _] = check(name, &html);
        let bound = 4 * html.len() + (1 << 16);
        assert!(body.len() <= bound, "{name}: {} of {} bytes", body.len(), html.len());
        parser.recycle(document);
    }
}
