//! Another sanitizer as an oracle: with the same lists of names, ammonia removes nothing from
//! sanitized HTML.

use std::collections::{BTreeMap, HashSet};

use ammonia::Builder;
use tamis::dom::{Document, Namespace, NodeId, NodeKind, Parser};
use tamis_testkit::corpus::Corpus;
use tamis_testkit::wcxb;
use tamis_testkit::xss::vectors;
use url::Url;

use crate::checker::{DRAWN, HTML, MATH, OTHERS, PLAIN, SVG, WORDS};
use crate::{read, sanitized};

/// Something that ammonia removes although it is allowed.
struct Difference {
    reason: &'static str,
    is_known: fn(&str) -> bool,
}

const DIFFERENCES: &[Difference] = &[Difference {
    reason: "Ammonia drops addresses that cannot be parsed. They lead nowhere; ours leaves them as they are.",
    is_known: |thing| {
        thing.strip_prefix("a href=").is_some_and(|address| Url::parse(address).is_err())
    },
}];

/// Returns an ammonia with the checker's lists.
fn oracle() -> Builder<'static> {
    let words = |lists: &[&'static str]| -> HashSet<&'static str> {
        lists.iter().flat_map(|list| list.split_ascii_whitespace()).collect()
    };
    let mut builder = Builder::empty();
    builder
        .tags(words(&[HTML, SVG, MATH]))
        .generic_attributes(words(&[WORDS, PLAIN, DRAWN, OTHERS]))
        .url_schemes(words(&["http https mailto tel ftp data"]))
        .link_rel(None);
    builder
}

/// Counts the elements, the attributes with their values, and the texts.
fn inventory(document: &Document) -> BTreeMap<String, isize> {
    let mut counts = BTreeMap::new();
    let mut count = |thing: String| *counts.entry(thing).or_insert(0) += 1;
    for id in document.descendants_and_self(NodeId::DOCUMENT) {
        let name = document.local_name(id).unwrap_or_default();
        match document.kind(id) {
            NodeKind::Element => count(name.to_owned()),
            NodeKind::Text => {
                let words = document.text(id).split_whitespace();
                words.for_each(|word| count(format!("\"{word}\"")));
            }
            _ => {}
        }
        for attr in document.attrs(id) {
            let (key, value) = (document.name_str(attr.name()), document.attr_value(attr));
            count(format!("{name} {key}={value}"));
        }
    }
    counts
}

/// Returns what ammonia removes from this HTML, except the listed differences.
fn taken_away(parser: &mut Parser, oracle: &Builder<'_>, html: &str) -> Vec<String> {
    let cleaned = oracle.clean(html).to_string();
    let mut left = inventory(&read(parser, html));
    for (thing, count) in inventory(&parser.parse_fragment(&cleaned, "div", Namespace::Html)) {
        *left.entry(thing).or_insert(0) -= count;
    }
    left.retain(|_, count| *count != 0);
    let listed = |thing: &str| DIFFERENCES.iter().any(|known| (known.is_known)(thing));
    left.into_iter()
        .filter(|(thing, _)| !listed(thing))
        .map(|(thing, count)| format!("{count} {thing}"))
        .collect()
}

#[test]
#[ignore = "needs a corpus"]
fn ammonia_removes_nothing_from_pages() {
    let corpus = Corpus::required(wcxb::NAME);
    let (oracle, mut parser) = (oracle(), Parser::default());
    let mut failed = Vec::new();
    for page in crate::corpora::pages(&corpus, "html/", 150) {
        let html = sanitized(&parser.parse_bytes(&page.bytes, None));
        let taken = taken_away(&mut parser, &oracle, &html);
        if !taken.is_empty() {
            failed.push(format!("{}: {}", page.path, taken.join("; ")));
        }
    }
    assert!(failed.is_empty(), "{} pages\n{}", failed.len(), failed.join("\n"));
}

#[test]
fn ammonia_removes_nothing_from_vectors() {
    let (oracle, mut parser) = (oracle(), Parser::default());
    let mut failed = Vec::new();
    for vector in vectors().unwrap() {
        let html = sanitized(&parser.parse(&vector.html("https://trip.example/x")));
        let taken = taken_away(&mut parser, &oracle, &html);
        if !taken.is_empty() {
            failed.push(format!("{}: {}", vector.name, taken.join("; ")));
        }
    }
    assert!(failed.is_empty(), "{} vectors\n{}", failed.len(), failed.join("\n"));
}

#[test]
fn listed_differences_still_exist() {
    let (oracle, mut parser) = (oracle(), Parser::default());
    let html = sanitized(&read(&mut parser, "<a href=\"http://A title\">a</a>"));
    let left = inventory(&read(&mut parser, &html));
    for Difference { reason, is_known } in DIFFERENCES {
        assert!(left.keys().any(|thing| is_known(thing)), "{reason}");
    }
    assert_eq!(oracle.clean(&html).to_string(), "<a>a</a>");
    assert_eq!(
        oracle.clean("<a href=//b onclick=x>a</a><x-own>c").to_string(),
        "<a href=\"//b\">a</a>c"
    );
}
