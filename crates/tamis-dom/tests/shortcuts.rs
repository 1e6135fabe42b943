//! A parser with shortcuts makes the same trees as the tokenizer alone.
//!
//! The feature `own-parser` has no shortcuts. The tests in `src/parse/own/` compare it.

#![cfg(not(feature = "own-parser"))]

mod same;

use std::path::Path;

use tamis_dom::{Document, Limits, Namespace, Parser};
use tamis_testkit::corpus::Corpus;
use tamis_testkit::is_full;
use tamis_testkit::sample::SplitMix64;

use same::assert_same;

fn parsers() -> [Parser; 2] {
    [Parser::new(Limits::default()), Parser::without_shortcuts(Limits::default())]
}

/// Parses with both parsers, and fails unless the documents are the same.
fn both(parsers: &mut [Parser; 2], mut parse: impl FnMut(&mut Parser) -> Document, what: &str) {
    let [one, two] = parsers.each_mut().map(&mut parse);
    assert_same(what, &one, &two);
    assert_eq!(one.whole_text(), two.whole_text(), "{what}");
    assert_eq!(one.quirks_mode(), two.quirks_mode(), "{what}");
    for (parser, document) in parsers.iter_mut().zip([one, two]) {
        parser.recycle(document);
    }
}

#[test]
fn pages_read_the_same() {
    let mut parsers = parsers();
    for (corpus, folders) in [
        ("wcxb-dev", &["html/"][..]),
        ("with-without", &[]),
        ("readability-pages", &[]),
        ("dates", &[]),
    ] {
        let Some(corpus) = Corpus::or_skip(corpus, "pages read the same") else { continue };
        for page in corpus.entries(folders).unwrap() {
            let page = page.unwrap();
            if Path::new(&page.path).extension() == Some("html".as_ref()) {
                both(&mut parsers, |parser| parser.parse_bytes(&page.bytes, None), &page.path);
            }
        }
    }
}

/// The parts of random pages. They lead to every state of the tokenizer.
#[rustfmt::skip]
const PARTS: &[&str] = &[
    "<", "</", ">", "/>", "/", "!", "-", "--", "-->", "--!>", "<!--", "<!-->", "<!--->", "<!", "<?",
    "<![CDATA[", "]]>", "</>", "=", "\"", "'", "`", " ", "\n", "\r", "\r\n", "\t", "\x0c", "\0",
    "&", ";", "#", "&amp;", "&lt", "&lt;", "&copy", "&copy=", "&notit;", "&nosuch;", "&#39;",
    "&#39", "&#128;", "&#0;", "&#xA;", "&#13;", "&#", "&#x", "a", "A", "b", "é", "\u{feff}", "x",
    "1", "text", "<p>", "</p>", "<P>", "<b>", "</b>", "<a ", "<br/>", "<p class=c>",
    "<div id='i' class=\"c d\">", "<i a=1 A=2>", "<img src=\"/?a=1&b=2&amp;c\">", "<a href=/x/>",
    "<script>", "</script>", "</script ", "<style>", "</style>", "<title>", "</title>",
    "<textarea>", "</textarea>", "<iframe>", "</iframe>", "<xmp>", "</xmp>", "<noframes>",
    "<noscript>", "</noscript>", "<template>", "</template>", "<plaintext>", "<svg>", "</svg>",
    "<math>", "<mi>", "</math>", "<foreignObject>", "<desc>", "<annotation-xml encoding=text/html>",
    "<table>", "<tr>", "<td>", "</table>", "<select>", "<option>", "</select>", "<pre>", "<pre>\n",
    "<body a=1>", "<html b>", "<head>", "</head>", "<frameset>", "<!doctype html>",
    "<meta charset=utf-8>", "<p / a>", "<p a/b>", "<p a = b>", "<p a=\"b\"c>", "<p =a>", "<p a==b>",
    "<p \"a\">", "<p a=>", "</p a>", "</p/>",
];

#[test]
fn known_difficult_pages_read_the_same() {
    let mut parsers = parsers();
    for html in ["<b>&lt;</b>", "<<svg\0\r='\r='\r>\u{4}d><j><dt><~<</p><<p <>"] {
        both(&mut parsers, |parser| parser.parse(html), html);
    }
}

/// A random page that repeats a few of the parts, so that they occur in many combinations.
fn random_page(random: &mut SplitMix64) -> String {
    let few: Vec<_> = (0..6).map(|_| PARTS[random.below(PARTS.len())]).collect();
    (0..=random.below(24)).map(|_| few[random.below(few.len())]).collect()
}

#[test]
fn random_pages_read_the_same() {
    let mut random = SplitMix64::new(1);
    let mut parsers = parsers();
    for _ in 0..if is_full() { 3_000_000 } else { 200_000 } {
        let html = random_page(&mut random);
        both(&mut parsers, |parser| parser.parse(&html), &html);
    }
}

#[test]
fn random_fragments_read_the_same() {
    const CONTEXTS: [(&str, Namespace); 11] = [
        ("div", Namespace::Html),
        ("title", Namespace::Html),
        ("textarea", Namespace::Html),
        ("script", Namespace::Html),
        ("style", Namespace::Html),
        ("plaintext", Namespace::Html),
        ("td", Namespace::Html),
        ("select", Namespace::Html),
        ("template", Namespace::Html),
        ("svg", Namespace::Svg),
        ("mi", Namespace::MathMl),
    ];
    let mut random = SplitMix64::new(2);
    let mut parsers = parsers();
    for _ in 0..if is_full() { 1_000_000 } else { 50_000 } {
        let html = random_page(&mut random);
        let (context, namespace) = CONTEXTS[random.below(CONTEXTS.len())];
        let what = format!("{html:?} in {context}");
        both(&mut parsers, |parser| parser.parse_fragment(&html, context, namespace), &what);
    }
}
