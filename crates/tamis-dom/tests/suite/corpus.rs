//! Properties that must hold for every page of the corpora.

use tamis_dom::{
    AttrNamespace, Document, Limits, Namespace, NodeId, NodeKind, Parser, Warning, decode, name,
};
use tamis_testkit::corpus::{Corpus, Entry};
use tamis_testkit::sample;
use tamis_testkit::wcxb::{self, Wcxb};

use crate::same::{assert_same, dump};

/// A seeded sample of pages.
fn pages(count: usize) -> Vec<Entry> {
    let corpus = Corpus::required(wcxb::NAME);
    let entries = corpus.entries(&["html/"]).unwrap().map(Result::unwrap);
    sample::choose(entries, |entry| &entry.path, count, 1)
}

#[test]
#[ignore = "needs a corpus"]
fn no_page_reaches_a_limit() {
    let wcxb = Wcxb::required();
    let mut parser = Parser::new(Limits::default());
    for page in wcxb.corpus().entries(&["html/"]).unwrap() {
        let page = page.unwrap();
        let document = parser.parse_bytes(&page.bytes, None);
        let of_bytes = |warning: &Warning| {
            matches!(warning, Warning::MalformedEncoding | Warning::EncodingContradicted { .. })
        };
        assert!(
            document.warnings().iter().all(of_bytes),
            "{}: {:?}",
            page.path,
            document.warnings()
        );
        parser.recycle(document);
    }
}

#[test]
#[ignore = "needs a corpus"]
fn a_used_parser_answers_like_a_new_one() {
    let mut used = Parser::new(Limits::default());
    for page in pages(100) {
        let new = Parser::new(Limits::default()).parse_bytes(&page.bytes, None);
        let again = used.parse_bytes(&page.bytes, None);
        assert_same(&page.path, &again, &new);
        assert_eq!(again.whole_text(), new.whole_text(), "{}", page.path);
        assert_eq!(again.quirks_mode(), new.quirks_mode(), "{}", page.path);
        assert_eq!(again.encoding(), new.encoding(), "{}", page.path);
        assert!(again.own_names().eq(new.own_names()), "{}", page.path);
        used.recycle(again);
    }
}

#[test]
#[ignore = "needs a corpus"]
fn limits_just_above_the_need_change_nothing() {
    for page in pages(60) {
        let decoded = decode(&page.bytes, None);
        let far = Parser::new(Limits::default()).parse_decoded(&decoded);
        let all = || far.descendants_and_self(NodeId::DOCUMENT);
        let depth = all().map(|id| far.ancestors(id).count()).max().unwrap_or(0);
        let attributes = all().map(|id| far.attrs(id).len()).max().unwrap_or(0);
        // The limits count repeated attributes of a tag, and nodes that the tree builder drops
        // again.
        let limits = Limits::default()
            .input_bytes(decoded.text.len())
            .depth(depth + 16)
            .nodes(far.len() * 2)
            .attributes_per_element(attributes.max(16) * 4);
        let near = Parser::new(limits).parse_decoded(&decoded);
        assert_same(&page.path, &near, &far);
    }
}

/// Returns the reason why a page's tree may differ from the tree of its serialization.
///
/// Source: HTML standard, 13.3 "Serializing HTML fragments", the warning at the end.
fn is_excused(document: &Document) -> Option<&'static str> {
    let all = || (0..document.len()).map(NodeId::from_index);
    let is = |id, name| document.is_html(id, name);
    let inside = |id, name| document.ancestors(id).any(|above| is(above, name));
    let first_text = |id| document.first_child(id).map(|child| document.text(child));
    let loses_line = |id| {
        (is(id, name::PRE) || is(id, name::TEXTAREA) || is(id, name::LISTING))
            && first_text(id).is_some_and(|text| text.starts_with('\n'))
    };
    let excuses: [(&str, &dyn Fn(NodeId) -> bool); 7] = [
        ("a leading line break in a pre", &loses_line),
        ("a link in a link", &|id| is(id, name::A) && inside(id, name::A)),
        ("a form in a form", &|id| is(id, name::FORM) && inside(id, name::FORM)),
        ("an element in a paragraph that would end it", &|id| {
            document.kind(id) == NodeKind::Element
                && inside(id, name::P)
                && ends_paragraph(document, id)
        }),
        ("a nobr in a nobr", &|id| is(id, name::NOBR) && inside(id, name::NOBR)),
        ("a button in a button", &|id| is(id, name::BUTTON) && inside(id, name::BUTTON)),
        ("text in a table", &|id| {
            let table = document.parent(id).filter(|&parent| is_table_part(document, parent));
            let text = document.kind(id) == NodeKind::Text;
            table.is_some() && text && !document.text(id).trim_ascii().is_empty()
        }),
    ];
    excuses.into_iter().find(|(_, excuse)| all().any(excuse)).map(|(reason, _)| reason)
}

fn ends_paragraph(document: &Document, id: NodeId) -> bool {
    [name::DIV, name::P, name::UL, name::OL, name::DL, name::TABLE, name::SECTION, name::FORM]
        .into_iter()
        .chain([name::H1, name::H2, name::H3, name::H4, name::H5, name::H6, name::BLOCKQUOTE])
        .any(|name| document.is_html(id, name))
}

fn is_table_part(document: &Document, id: NodeId) -> bool {
    [name::TABLE, name::TBODY, name::TR].into_iter().any(|name| document.is_html(id, name))
}

#[test]
#[ignore = "needs a corpus"]
fn serialized_html_parses_to_the_same_tree() {
    let mut excused = Vec::new();
    let mut parser = Parser::new(Limits::default());
    let pages = pages(200);
    for page in &pages {
        let document = parser.parse_bytes(&page.bytes, None);
        let again = parser.parse(&document.outer_html(NodeId::DOCUMENT));
        let (before, after) = (dump(&document), dump(&again));
        if before != after {
            let at = before.iter().zip(&after).position(|(a, b)| a != b);
            let lines = at.map(|at| (&before[at], &after[at]));
            let reason = is_excused(&document);
            assert!(reason.is_some(), "{}: {lines:?}", page.path);
            excused.push((page.path.as_str(), reason.unwrap_or_default()));
        }
    }
    assert!(excused.len() * 10 <= pages.len(), "too many pages are excused: {excused:?}");
}

#[test]
fn namespaces_are_told_apart() {
    let document =
        Parser::default().parse("<svg xlink:href=u xml:lang=v><title>s</title></svg><p>t");
    let svg =
        document.elements(NodeId::DOCUMENT).find(|&id| document.namespace(id) == Namespace::Svg);
    let namespaces: Vec<_> =
        document.attrs(svg.unwrap()).iter().map(tamis_dom::Attr::namespace).collect();
    assert_eq!(namespaces, [AttrNamespace::XLink, AttrNamespace::Xml]);
}
