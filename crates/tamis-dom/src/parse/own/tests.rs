//! The own parser makes the same documents as html5ever: nodes, attributes, texts and warnings.
//!
//! html5ever differs from the standard at the places that [`faults`] lists with their
//! sections. Some hostile pages reach limits in another way: see [`OTHERWISE_LIMITED`].

#[path = "../../../../tamis-html/tests/faults/mod.rs"]
mod faults;

use tamis_testkit::hostile::{LAST_SENTENCE, hostile};
use tamis_testkit::is_full;
use tamis_testkit::sample::SplitMix64;
use tamis_testkit::wcxb::{PAGE_COUNT, Wcxb};

use crate::decode::decode;
use crate::document::Document;
use crate::limits::Warning;
use crate::node::{Namespace, NodeId, NodeKind};
use crate::parse::{Parser, note_decoding};

/// Parses in both ways, and returns the first difference.
fn difference(
    parser: &mut Parser,
    html: &str,
    context: Option<(&str, Namespace)>,
) -> Option<String> {
    let theirs = parser.run_html5ever(html, context);
    let ours = parser.run_own(html, context);
    let found = first_difference(&ours, &theirs);
    parser.recycle(ours);
    parser.recycle(theirs);
    found
}

fn first_difference(ours: &Document, theirs: &Document) -> Option<String> {
    // html5ever's feeder counts attributes before it knows which are lost anyway: those that repeat
    // a name (13.2.5.33), and those in end tags (13.2.5) or in a tag that the page ends in
    // (13.2.5.8). The attributes themselves are compared below.
    let is_counted = |warning: &&Warning| {
        **warning != Warning::AttributesLimited || ours.warnings().contains(warning)
    };
    if !ours.warnings().iter().eq(theirs.warnings().iter().filter(is_counted)) {
        return Some(format!("{:?}, html5ever {:?}", ours.warnings(), theirs.warnings()));
    }
    for id in (0..ours.len().max(theirs.len())).map(NodeId::from_index) {
        let [one, two] = [ours, theirs].map(|document| line(document, id));
        if one != two {
            return Some(format!("{}: {one:?}, html5ever {two:?}", id.index()));
        }
    }
    let rest = |document: &Document| {
        (document.quirks_mode(), document.html_bytes(), document.templates.clone())
    };
    let [one, two] = [ours, theirs].map(rest);
    if one != two {
        return Some(format!("{one:?}, html5ever {two:?}"));
    }
    let attributes = [ours, theirs].map(|document| document.all_attrs().len());
    assert_eq!(attributes[0], attributes[1]);
    (ours.whole_text() != theirs.whole_text()).then(|| "another text".to_owned())
}

/// All that a document says about a node.
fn line(document: &Document, id: NodeId) -> Option<String> {
    let node = document.nodes.get(id.index())?;
    let links = [node.parent, node.first_child, node.last_child, node.previous, node.next];
    let attrs = document.attrs(id).iter().map(|attr| {
        assert_eq!(attr.owner(), id);
        let name = document.name_str(attr.name());
        (attr.namespace(), name, document.attr_value(attr))
    });
    let content = match node.kind {
        NodeKind::Text => document.text(id).to_owned(),
        NodeKind::Comment => document.comment(id)?.to_owned(),
        NodeKind::Doctype => document.doctype(id)?.join("|"),
        _ => format!("{:?} {:?}", document.local_name(id), attrs.collect::<Vec<_>>()),
    };
    Some(format!(
        "{:?} {:?} {links:?} to {:?}, text {:?}: {content:?}",
        node.kind,
        node.namespace,
        document.subtree_end(id),
        document.text_range(id)
    ))
}

/// Pages of wcxb-dev: a sample, or all in a full run.
fn pages(count: usize) -> Vec<(String, Vec<u8>)> {
    let Some(corpus) = Wcxb::or_skip("same documents as html5ever") else { return Vec::new() };
    let count = if is_full() { PAGE_COUNT } else { count };
    let pages = corpus.sample(count, 18).unwrap();
    pages.into_iter().map(|page| (page.id, page.html)).collect()
}

#[test]
fn pages_make_the_same_documents() {
    let mut parser = Parser::default();
    for (id, html) in pages(150) {
        let html = decode(&html, None).text;
        assert_eq!(difference(&mut parser, &html, None), None, "{id}");
    }
}

/// The hostile pages that reach a limit in one of both ways or in both, with other results.
#[rustfmt::skip]
const OTHERWISE_LIMITED: &[&str] = &[
    // `Limits::steps` by which html5ever is kept linear. `tamis-html` needs fewer.
    "nested_mixed", "a_div", "a_href_div", "b_p_i_ends", "a_a", "nobr_nobr", "unclosed_across_p",
    "b_in_table", "bold_items", "nested_quotes",
    // Formatting elements that are repeated: `tamis-html` limits their number, the guard of
    // html5ever all nodes.
    "numbered_b_then_p", "numbered_b_then_p_text", "few_b_then_p", "many_b_then_p",
    "numbered_across_p", "wide_b_then_p",
    // `Limits::depth`: elements that are too deep stay in SVG and MathML (13.2.6.5), where a
    // `style` has no raw text, and text between them stays in the deepest element.
    "nested_svg_g", "styles_in_svg", "marquee_b",
];

#[test]
fn hostile_pages_make_the_same_documents() {
    let mut parser = Parser::default();
    let mut limited = Vec::new();
    for (name, page) in hostile() {
        for html in [1, 3, 20, 100, 400].map(page) {
            let Some(found) = difference(&mut parser, &html, None) else { continue };
            if faults::is_known("", &html) {
                continue;
            }
            assert!(OTHERWISE_LIMITED.contains(&name), "{name}: {found}");
            let ours = parser.run_own(&html, None);
            let theirs = parser.run_html5ever(&html, None);
            let is_limited = !ours.warnings().is_empty() || !theirs.warnings().is_empty();
            assert!(is_limited, "{name}: {found}");
            assert!(ours.whole_text().contains(LAST_SENTENCE), "{name}");
            limited.push(name);
        }
    }
    let stale: Vec<_> = OTHERWISE_LIMITED.iter().filter(|name| !limited.contains(name)).collect();
    assert!(stale.is_empty(), "the same in both ways: {stale:?}");
}

/// The parts that are put into mutants.
#[rustfmt::skip]
const PARTS: &[&str] = &[
    "<", "</", ">", "/>", "\"", "'", "\0", "\r", "&", "&amp", "<!--", "-->", "<![CDATA[", "]]>",
    "<p>", "</p>", "<b>", "</b>", "<i a=1>", "</i>", "<a href=x>", "</a>", "<div>", "</div>",
    "<table>", "</table>", "<tr>", "<td>", "</td>", "<caption>", "<colgroup>", "<col>", "<form>",
    "</form>", "<select>", "<option>", "</select>", "<ul>", "<li>", "</ul>", "<svg>", "</svg>",
    "<foreignObject>", "<math>", "</math>", "<template>", "</template>", "<script>", "</script>",
    "<style>", "</style>", "<title>", "</title>", "<textarea>", "</textarea>", "<noscript>",
    "</noscript>", "<iframe/>", "<iframe>", "</iframe>", "<html x=1>", "<body y=2>", "</body>",
    "</html>", "<head>", "</head>", "<frameset>", "<frame>", "<h1>", "</h1>", "<button>", "<x-y>",
    "<pre>\n", "<plaintext>", "<!doctype html>", "<br/>", "</br>", "<image>", "<nobr>",
];

/// A part of a page in which bytes are lost or come twice, and parts are put in.
fn mutant(page: &str, random: &mut SplitMix64) -> String {
    let start = page.floor_char_boundary(random.below(page.len()));
    let end = page.ceil_char_boundary((start + random.below(4000)).min(page.len()));
    let mut mutant = page[start..end].to_owned();
    for _ in 0..=random.below(8) {
        let start = mutant.floor_char_boundary(random.below(mutant.len() + 1));
        let end = mutant.ceil_char_boundary((start + random.below(40)).min(mutant.len()));
        let part = mutant[start..end].to_owned();
        match random.below(4) {
            0 => mutant.replace_range(start..end, ""),
            1 => mutant.insert_str(start, &part),
            _ => mutant.insert_str(start, PARTS[random.below(PARTS.len())]),
        }
    }
    mutant
}

/// Fails with the smallest page that can be made of one whose documents differ.
fn fail(mut page: String, context: Option<(&str, Namespace)>) -> ! {
    let mut parser = Parser::default();
    let mut length = page.len();
    while length > 0 {
        let mut at = 0;
        while at < page.len() {
            let start = page.ceil_char_boundary(at);
            let end = page.ceil_char_boundary((start + length).min(page.len()));
            let shorter = format!("{}{}", &page[..start], &page[end..]);
            if start < end && difference(&mut parser, &shorter, context).is_some() {
                page = shorter;
            } else {
                at = end.max(at + 1);
            }
        }
        length /= 2;
    }
    panic!("{page:?} in {context:?}: {:?}", difference(&mut parser, &page, context));
}

#[test]
fn mutants_make_the_same_documents() {
    const CONTEXTS: [(&str, Namespace); 6] = [
        ("div", Namespace::Html),
        ("td", Namespace::Html),
        ("select", Namespace::Html),
        ("title", Namespace::Html),
        ("body", Namespace::Html),
        ("svg", Namespace::Svg),
    ];
    let mut random = SplitMix64::new(4);
    let mut parser = Parser::default();
    let mut compared = 0;
    for (_, html) in pages(50) {
        let html = decode(&html, None).text;
        for number in 0..50 {
            let mutant = mutant(&html, &mut random);
            let context = (number % 4 == 0).then(|| CONTEXTS[random.below(CONTEXTS.len())]);
            if faults::is_known(context.map_or("", |(name, _)| name), &mutant) {
                continue;
            }
            compared += 1;
            if difference(&mut parser, &mutant, context).is_some() {
                fail(mutant, context);
            }
        }
    }
    assert!(compared == 0 || compared > 2000, "{compared} of 2,500 mutants were compared");
}

/// Checks the parts of a page that its text nodes come from.
#[track_caller]
fn check_sources(html: &str, expected: &[(&str, &str)]) {
    let document = Parser::default().run_own(html, None);
    let nodes = document.descendants_and_self(NodeId::DOCUMENT);
    let found = nodes.filter_map(|id| Some((document.text(id), &html[document.source_range(id)?])));
    let found: Vec<_> = found.collect();
    assert_eq!(found, expected, "{html}");
}

#[test]
fn texts_know_their_places_in_the_source() {
    check_sources("<p>One <b>two</b>", &[("One ", "One "), ("two", "two")]);
    check_sources("\u{feff}<p>a &amp; b\r\nc", &[("a & b\nc", "a &amp; b\r\nc")]);
    check_sources("<title>A</title><p>é<!-- -->f", &[("A", "A"), ("é", "é"), ("f", "f")]);
    // Foster parenting joins texts around other elements, and brings nodes out of order.
    check_sources(
        "<table>a<tr><td>cell</td></tr>b</table>",
        &[("ab", "a<tr><td>cell</td></tr>b"), ("cell", "cell")],
    );
    check_sources("<b>x<p>y</b>z", &[("x", "x"), ("y", "y"), ("z", "z")]);
}

#[test]
fn places_are_those_of_the_bytes_that_came() {
    let place = |document: &Document| {
        let mut nodes = document.descendants_and_self(NodeId::DOCUMENT);
        nodes.find_map(|id| document.source_range(id))
    };
    let parse = |bytes: &[u8]| {
        let decoded = decode(bytes, None);
        let mut document = Parser::default().run_own(&decoded.text, None);
        note_decoding(&mut document, &decoded);
        document
    };
    assert_eq!(place(&parse(b"<p>One")), Some(3..6));
    assert_eq!(place(&parse(b"\xef\xbb\xbf<p>One")), Some(6..9));
    // Text that was decoded from other bytes, or that was made from fewer, has no place in them.
    assert_eq!(place(&parse(b"<p>caf\xe9")), None);
    assert_eq!(place(&Parser::default().run_own(&("\0".repeat(5000) + "<p>One"), None)), None);
}

#[test]
fn places_of_pages_hold_their_texts() {
    let mut parser = Parser::default();
    for (id, html) in pages(60) {
        let html = decode(&html, None).text;
        let document = parser.run_own(&html, None);
        for node in document.descendants_and_self(NodeId::DOCUMENT) {
            if document.kind(node) != NodeKind::Text {
                continue;
            }
            let place = document.source_range(node).expect("every text has a place");
            let (source, text) = (&html[place], document.text(node));
            let is_plain = !source.contains(['<', '&', '\r', '\0']);
            let first = text.split_whitespace().next().unwrap_or_default();
            assert!(if is_plain { source == text } else { source.len() >= first.len() }, "{id}");
            let is_whole = source.contains(first) || source.contains('&');
            assert!(is_whole, "{id}: {first:?} in {source:?}");
        }
    }
}
