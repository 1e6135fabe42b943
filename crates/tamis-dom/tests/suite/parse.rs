//! The document is the tree that `tamis-html` makes in a small sink of its tests, which is compared
//! with html5ever there.

use tamis_dom::{Document, Limits, Namespace, NodeId, Parser, QuirksMode, Warning, decode};
use tamis_html::{Context, Options};
use tamis_testkit::hostile::hostile;
use tamis_testkit::is_full;
use tamis_testkit::sample::SplitMix64;
use tamis_testkit::wcxb::{PAGE_COUNT, Wcxb};

use crate::notation::dump;
use crate::tiny::{self, Tree};

/// Both parsers, with the same limits.
struct Both {
    ours: Parser,
    small: tamis_html::Parser,
}

impl Both {
    fn new(limits: Limits) -> Both {
        let bounds = tamis_html::Limits::default()
            .depth(limits.depth)
            .repeated(limits.repeated)
            .attributes(limits.attributes_per_element);
        let options = Options::default().empty_text(true).limits(bounds);
        Both { ours: Parser::new(limits), small: tamis_html::Parser::new(options) }
    }

    /// Fails unless the document of a page, or of the content of an element, is the small tree.
    #[track_caller]
    fn check(&mut self, html: &str, context: Option<(&str, Namespace)>, what: &str) {
        let document = match context {
            None => self.ours.parse(html),
            Some((name, namespace)) => self.ours.parse_fragment(html, name, namespace),
        };
        let text = html.strip_prefix('\u{feff}').unwrap_or(html);
        let mut tree = Tree::default();
        let outcome = match context {
            None => self.small.parse(text, &mut tree),
            Some((name, namespace)) => {
                let namespace = match namespace {
                    Namespace::Html | Namespace::Other => tamis_html::Namespace::Html,
                    Namespace::Svg => tamis_html::Namespace::Svg,
                    Namespace::MathMl => tamis_html::Namespace::MathMl,
                };
                self.small.parse_fragment(text, &Context::new(namespace, name), &mut tree)
            }
        };
        let (ours, theirs) = (dump(&document, NodeId::DOCUMENT), tree.dump(tiny::DOCUMENT));
        let lines = ours.lines().zip(theirs.lines()).find(|(one, two)| one != two);
        assert!(ours == theirs, "{what}: {lines:?}");
        let mode = match outcome.quirks_mode {
            tamis_html::QuirksMode::None => QuirksMode::None,
            tamis_html::QuirksMode::Limited => QuirksMode::Limited,
            tamis_html::QuirksMode::Quirks => QuirksMode::Full,
        };
        assert_eq!(document.quirks_mode(), mode, "{what}");
        let limited = [
            (outcome.warnings.attributes, Warning::AttributesLimited),
            (outcome.warnings.depth, Warning::DepthLimited),
            (outcome.warnings.formatting, Warning::FormattingLimited),
        ];
        for (is_limited, warning) in limited {
            assert_eq!(document.warnings().contains(&warning), is_limited, "{what}: {warning}");
        }
        check_links(&document, what);
        self.ours.recycle(document);
    }
}

/// Fails unless all links of a node agree with each other and with the order of the document.
#[track_caller]
fn check_links(document: &Document, what: &str) {
    let mut text_end = 0;
    for id in (0..document.len()).map(NodeId::from_index) {
        let end = document.subtree_end(id);
        let mut previous = None;
        let mut next = NodeId::from_index(id.index() + 1);
        for child in document.children(id) {
            assert_eq!(child, next, "{what}: a child is in document order");
            assert_eq!(document.parent(child), Some(id), "{what}");
            assert_eq!(document.previous_sibling(child), previous, "{what}");
            next = document.subtree_end(child);
            previous = Some(child);
        }
        assert_eq!(next, end, "{what}: a subtree ends with its last child");
        assert_eq!(document.last_child(id), previous, "{what}");
        for attr in document.attrs(id) {
            assert_eq!(attr.owner(), id, "{what}");
        }
        let text = document.text_range(id);
        if document.first_child(id).is_none() {
            assert!(text.is_empty() || text.start == text_end, "{what}: text is in order");
            text_end = text_end.max(text.end);
        }
    }
    assert_eq!(text_end, document.whole_text().len(), "{what}");
}

/// Pages of wcxb-dev: a sample, or all in a full run.
fn pages(count: usize) -> Vec<(String, Vec<u8>)> {
    let count = if is_full() { PAGE_COUNT } else { count };
    let pages = Wcxb::required().sample(count, 18).unwrap();
    pages.into_iter().map(|page| (page.id, page.html)).collect()
}

#[test]
#[ignore = "needs a corpus"]
fn pages_make_the_tree() {
    let mut both = Both::new(Limits::default());
    for (id, html) in pages(150) {
        both.check(&decode(&html, None).text, None, &id);
    }
}

/// The hostile pages in which the attributes of many tags come together on one element. The
/// document limits their number, the small tree does not.
const JOINED_ATTRIBUTES: &[&str] = &["html_attributes", "body_attributes"];

#[test]
fn hostile_pages_make_the_tree() {
    // `tamis-html` keeps 16 attributes at least.
    let tight = Limits::default().depth(20).repeated(0).attributes_per_element(16);
    let mut parsers = [Limits::default(), tight].map(Both::new);
    for (name, page) in hostile().filter(|(name, _)| !JOINED_ATTRIBUTES.contains(name)) {
        for html in [1, 3, 20, 100, 400].map(page) {
            for both in &mut parsers {
                both.check(&html, None, name);
            }
        }
    }
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
    "<pre>\n", "<plaintext>", "<!doctype html>", "<br/>", "</br>", "<image>", "<nobr>", "<search>",
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

#[test]
#[ignore = "needs a corpus"]
fn mutants_make_the_tree() {
    const CONTEXTS: [(&str, Namespace); 6] = [
        ("div", Namespace::Html),
        ("td", Namespace::Html),
        ("select", Namespace::Html),
        ("title", Namespace::Html),
        ("body", Namespace::Html),
        ("svg", Namespace::Svg),
    ];
    let mut random = SplitMix64::new(4);
    let mut both = Both::new(Limits::default());
    for (id, html) in pages(50) {
        let html = decode(&html, None).text;
        for number in 0..80 {
            let mutant = mutant(&html, &mut random);
            let context = (number % 4 == 0).then(|| CONTEXTS[random.below(CONTEXTS.len())]);
            both.check(&mutant, context, &format!("{id}, {context:?}: {mutant:?}"));
        }
    }
}

#[test]
fn random_pages_make_the_tree() {
    let mut random = SplitMix64::new(1);
    let mut both = Both::new(Limits::default());
    for _ in 0..if is_full() { 1_000_000 } else { 50_000 } {
        let few: Vec<_> = (0..6).map(|_| PARTS[random.below(PARTS.len())]).collect();
        let html: String = (0..=random.below(24)).map(|_| few[random.below(few.len())]).collect();
        both.check(&html, None, &html);
    }
}
