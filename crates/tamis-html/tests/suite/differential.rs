//! The same trees as html5ever: of real pages, of pages that were damaged, and of random parts.

use std::path::Path;

use tamis_html::{Context, Limits, Namespace, Options, Parser, Warnings};
use tamis_testkit::corpus::{Corpus, Entry};
use tamis_testkit::sample::{self, SplitMix64};
use tamis_testkit::{is_full, wcxb};

use crate::tiny::{DOCUMENT, Tree};
use crate::{faults, oracle};

/// Parses with both parsers and returns the first difference of the trees.
fn difference(parser: &mut Parser, source: &str) -> Option<String> {
    let mut ours = Tree::default();
    let outcome = parser.parse(source, &mut ours);
    let (theirs, mode) = oracle::parse(source, parser.options().scripting);
    let is_limited = outcome.warnings != Warnings::default();
    if is_limited || faults::is_known("", source) {
        return None;
    }
    if outcome.quirks_mode != mode {
        return Some(format!("{:?}, html5ever {mode:?}", outcome.quirks_mode));
    }
    first_difference(&ours.dump(DOCUMENT), &theirs.dump(DOCUMENT))
}

fn first_difference(ours: &str, theirs: &str) -> Option<String> {
    if ours == theirs {
        return None;
    }
    let both = ours.lines().map(Some).chain([None]).zip(theirs.lines().map(Some).chain([None]));
    let (one, two) = both.into_iter().find(|(one, two)| one != two)?;
    Some(format!("{one:?}, html5ever {two:?}"))
}

/// Fails with the smallest page that can be made of one whose trees differ.
fn fail(mut page: String, difference: impl Fn(&str) -> Option<String>) -> ! {
    let mut length = page.len() / 2;
    while length > 0 {
        let mut start = 0;
        while start < page.len() {
            let [from, to] =
                [start, (start + length).min(page.len())].map(|at| page.ceil_char_boundary(at));
            let shorter = [&page[..from], &page[to..]].concat();
            if from < to && difference(&shorter).is_some() {
                page = shorter;
            } else {
                start = to.max(start + 1);
            }
        }
        length /= 2;
    }
    panic!("{page:?}: {:?}", difference(&page));
}

/// Pages of a corpus: a sample, or all of them in a full run.
fn pages(corpus: &str, folder: &[&str], count: usize) -> Vec<Entry> {
    let corpus = Corpus::required(corpus);
    let entries = corpus.entries(folder).unwrap().map(Result::unwrap);
    let pages = entries.filter(|entry| Path::new(&entry.path).extension() == Some("html".as_ref()));
    sample::choose(pages, |entry| &entry.path, if is_full() { usize::MAX } else { count }, 3)
}

#[test]
#[ignore = "needs a corpus"]
fn pages_have_the_same_trees() {
    let corpora: [(&str, &[&str], usize); 4] = [
        (wcxb::NAME, &["html/"], 80),
        ("with-without", &[], 20),
        ("readability-pages", &[], 20),
        ("dates", &[], 20),
    ];
    for (corpus, folder, count) in corpora {
        for scripting in [false, true] {
            let mut parser = Parser::new(Options::default().scripting(scripting));
            for page in pages(corpus, folder, count) {
                let source = String::from_utf8_lossy(&page.bytes);
                let mut ours = Tree::default();
                let outcome = parser.parse(&source, &mut ours);
                assert_eq!(outcome.warnings, Warnings::default(), "{}", page.path);
                assert_eq!(difference(&mut parser, &source), None, "{corpus}: {}", page.path);
            }
        }
    }
}

/// A part of a page of at most some thousand bytes.
fn excerpt<'a>(page: &'a str, random: &mut SplitMix64) -> &'a str {
    let start = page.floor_char_boundary(random.below(page.len()));
    let end = page.ceil_char_boundary((start + random.below(4000)).min(page.len()));
    &page[start..end]
}

/// Damages a page at some places: bytes are lost or come twice, and parts are put in.
fn damage(page: &str, random: &mut SplitMix64) -> String {
    let mut page = page.to_owned();
    for _ in 0..=random.below(8) {
        let start = page.floor_char_boundary(random.below(page.len() + 1));
        let end = page.ceil_char_boundary((start + random.below(40)).min(page.len()));
        match random.below(4) {
            0 => page.replace_range(start..end, ""),
            1 => {
                let part = page[start..end].to_owned();
                page.insert_str(start, &part);
            }
            _ => page.insert_str(start, PARTS[random.below(PARTS.len())]),
        }
    }
    page
}

#[test]
#[ignore = "needs a corpus"]
fn damaged_pages_have_the_same_trees() {
    let mut random = SplitMix64::new(18);
    let mut parsers = [false, true].map(|on| Parser::new(Options::default().scripting(on)));
    let pages = pages(wcxb::NAME, &["html/"], 60);
    let mutants = if is_full() { 100 } else { 60 };
    for page in pages {
        let source = String::from_utf8_lossy(&page.bytes);
        for number in 0..mutants {
            let damaged = damage(excerpt(&source, &mut random), &mut random);
            let parser = &mut parsers[number % 2];
            if difference(parser, &damaged).is_some() {
                let options = *parser.options();
                fail(damaged, |page| difference(&mut Parser::new(options), page));
            }
        }
    }
}

/// The parts of random pages. They lead to every state and every insertion mode.
#[rustfmt::skip]
const PARTS: &[&str] = &[
    "<", "</", ">", "/>", "/", "!", "-", "--", "-->", "--!>", "<!--", "<!-->", "<!", "<?", "</>",
    "<![CDATA[", "]]>", "=", "\"", "'", " ", "\n", "\r", "\r\n", "\t", "\x0c", "\0", "&", ";",
    "&amp;", "&lt", "&copy", "&copy=", "&notit;", "&nosuch;", "&#39;", "&#128;", "&#0;", "&#13;",
    "&#x", "a", "A", "é", "\u{feff}", "text", "<p>", "</p>", "<P>", "<br>", "</br>", "<br/>",
    "<div id='i' class=\"c d\">", "</div>", "<i a=1 A=2>", "<img src=\"/?a=1&b=2&amp;c\">",
    "<script>", "</script>", "<style>", "</style>", "<title>", "</title>", "<textarea>",
    "</textarea>", "<iframe>", "</iframe>", "<xmp>", "</xmp>", "<noembed>", "<noframes>",
    "</noframes>", "<noscript>", "</noscript>", "<template>", "</template>", "<plaintext>",
    "<svg>", "</svg>", "<math>", "</math>", "<mi>", "</mi>", "<mglyph>", "<foreignObject>",
    "</foreignObject>", "<desc>", "</desc>", "<annotation-xml encoding=text/html>",
    "<annotation-xml>", "</annotation-xml>", "<font>", "<font color=x>", "</font>", "<svg/>",
    "<g viewbox=1 xlink:href=2>", "</g>", "<lineargradient>", "<a>", "</a>", "<a href=x>", "<b>",
    "</b>", "<b x=1>", "<i>", "</i>", "<u>", "</u>", "<nobr>", "</nobr>", "<table>", "</table>",
    "<tbody>", "</tbody>", "<thead>", "<tr>", "</tr>", "<td>", "</td>", "<th>", "</th>",
    "<caption>", "</caption>", "<colgroup>", "</colgroup>", "<col>", "<select>", "</select>",
    "<option>", "</option>", "<optgroup>", "</optgroup>", "<hr>", "<input>",
    "<input type=hidden>", "<button>", "</button>", "<form>", "</form>", "<ul>", "</ul>", "<li>",
    "</li>", "<dl>", "<dt>", "<dd>", "</dd>", "<h1>", "</h1>", "<h2>", "</h2>", "<pre>\n",
    "</pre>", "<listing>", "<ruby>", "<rb>", "<rt>", "<rtc>", "<rp>", "</ruby>", "<object>",
    "</object>", "<marquee>", "</marquee>", "<applet>", "<html x=1>", "</html>", "<head>",
    "</head>", "<body y=2>", "</body>", "<frameset>", "</frameset>", "<frame>", "<link>", "<meta>",
    "<base>", "<address>", "</address>", "<section>", "</section>", "<x-y>", "</x-y>", "<image>",
    "<!doctype html>", "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\">",
    "<!doctype a public 'b' \"c\" d>", "<keygen>", "<param>", "<wbr>", "<span>", "</span>",
    "<search>", "</search>", "<menu>", "</sarcasm>",
];

/// A page of random parts. Some pages use few of them, so that these meet often.
fn random_page(random: &mut SplitMix64) -> String {
    let few: Vec<_> = (0..12).map(|_| PARTS[random.below(PARTS.len())]).collect();
    let parts = if random.below(2) == 0 { &few[..] } else { PARTS };
    (0..random.below(40)).map(|_| parts[random.below(parts.len())]).collect()
}

/// The inputs by which guided fuzzing reached all it reached of the parser, one JSON string a line.
#[test]
fn fuzzed_inputs_have_the_same_trees() {
    let inputs = include_str!("../cases/fuzzed.jsonl");
    let mut parsers = [false, true].map(|on| Parser::new(Options::default().scripting(on)));
    for line in inputs.lines() {
        let input: String = serde_json::from_str(line).unwrap();
        for parser in &mut parsers {
            assert_eq!(difference(parser, &input), None, "{input:?}");
        }
        let [parser, _] = &mut parsers;
        assert_eq!(difference_in(parser, Namespace::Html, "div", &input), None, "{input:?}");
    }
}

/// The special elements are those of 13.2.4.2: they end the search of the adoption agency.
#[test]
fn special_elements_are_those_of_the_standard() {
    let check = |source: &str, expected: &str| {
        let mut tree = Tree::default();
        Parser::default().parse(source, &mut tree);
        assert!(tree.dump(DOCUMENT).contains(expected), "{source}: {}", tree.dump(DOCUMENT));
        assert_ne!(tree.dump(DOCUMENT), oracle::parse(source, false).0.dump(DOCUMENT));
    };
    check(
        "<a><isindex><b><div>c<a>d",
        "<a>\n|       <isindex>\n|         <b>\n|     <b>\n|       <div>\n|         <a>\n|           \"c\"",
    );
    check(
        "<a><search>b<a>c",
        "<a>\n|     <search>\n|       <a>\n|         \"b\"\n|       <a>\n|         \"c\"",
    );
}

#[test]
fn random_pages_have_the_same_trees() {
    let mut random = SplitMix64::new(7);
    let mut parsers = [false, true].map(|on| Parser::new(Options::default().scripting(on)));
    for number in 0..if is_full() { 3_000_000 } else { 60_000 } {
        let page = random_page(&mut random);
        let parser = &mut parsers[number % 2];
        if difference(parser, &page).is_some() {
            let options = *parser.options();
            fail(page, |page| difference(&mut Parser::new(options), page));
        }
    }
}

#[test]
fn tight_limits_are_kept() {
    let mut random = SplitMix64::new(11);
    let limits = Limits::default().depth(8).formatting(2).repeated(1).attributes(1);
    let mut parser = Parser::new(Options::default().limits(limits));
    let mut limited = Warnings::default();
    for _ in 0..if is_full() { 1_000_000 } else { 30_000 } {
        let page = random_page(&mut random);
        let mut tree = Tree::default();
        let warnings = parser.parse(&page, &mut tree).warnings;
        limited.depth |= warnings.depth;
        limited.formatting |= warnings.formatting;
        limited.attributes |= warnings.attributes;
        // A line of the dump is indented by two columns for each element above it.
        let dump = tree.dump(DOCUMENT);
        let indents = dump.lines().filter(|line| line.starts_with("| ") && line.contains('<'));
        let depth = indents.map(|line| line[2..].len() - line[2..].trim_start().len()).max();
        assert!(depth.unwrap_or(0) <= 2 * (2 * 8 + 16), "{page:?}");
    }
    assert!(limited.depth && limited.formatting, "{limited:?}");
}

#[test]
fn random_fragments_have_the_same_trees() {
    const CONTEXTS: [(Namespace, &str); 24] = [
        (Namespace::Html, "body"),
        (Namespace::Html, "div"),
        (Namespace::Html, "html"),
        (Namespace::Html, "head"),
        (Namespace::Html, "table"),
        (Namespace::Html, "tbody"),
        (Namespace::Html, "tr"),
        (Namespace::Html, "td"),
        (Namespace::Html, "caption"),
        (Namespace::Html, "colgroup"),
        (Namespace::Html, "template"),
        (Namespace::Html, "frameset"),
        (Namespace::Html, "textarea"),
        (Namespace::Html, "script"),
        (Namespace::Html, "style"),
        (Namespace::Html, "noscript"),
        (Namespace::Html, "p"),
        (Namespace::Html, "button"),
        (Namespace::Html, "x-y"),
        (Namespace::Svg, "svg"),
        (Namespace::Svg, "foreignObject"),
        (Namespace::Svg, "desc"),
        (Namespace::MathMl, "mi"),
        (Namespace::MathMl, "annotation-xml"),
    ];
    let mut random = SplitMix64::new(9);
    let mut parser = Parser::default();
    for number in 0..if is_full() { 1_000_000 } else { 30_000 } {
        let page = random_page(&mut random);
        let (namespace, name) = CONTEXTS[number % CONTEXTS.len()];
        if difference_in(&mut parser, namespace, name, &page).is_some() {
            fail(page, |page| difference_in(&mut Parser::default(), namespace, name, page));
        }
    }
}

/// The first difference of the trees of a fragment.
fn difference_in(
    parser: &mut Parser,
    namespace: Namespace,
    name: &str,
    source: &str,
) -> Option<String> {
    let mut ours = Tree::default();
    parser.parse_fragment(source, &Context::new(namespace, name), &mut ours);
    let theirs = oracle::parse_in(source, namespace, name, false);
    if faults::is_known(name, source) {
        return None;
    }
    let found = first_difference(&ours.dump(DOCUMENT), &theirs.dump(DOCUMENT))?;
    Some(format!("in {name}: {found}"))
}
