//! Plain text: properties that hold for any page and any selection.

use tamis::dom::{Document, Namespace, NodeId, NodeKind, name};
use tamis::render::{self, HtmlOptions, MarkdownOptions, TextOptions, text_with};
use tamis::{Config, Extractor, Input, Metadata, Page};
use tamis::{Strategy, Verdict};
use tamis_testkit::email::without_addresses;
use tamis_testkit::is_full;
use tamis_testkit::permalink::is_permalink;
use tamis_testkit::substitutes::is_spoken;
use tamis_testkit::wcxb::{self, Wcxb};

/// The number of pages in a sample; `TAMIS_FULL` checks all pages.
const SAMPLE: usize = 60;

fn pages() -> Vec<wcxb::Page> {
    Wcxb::required().sample(if is_full() { usize::MAX } else { SAMPLE }, 5).unwrap()
}

/// Calls `check` with each page and the selections of two engines, one of paragraphs and one of
/// nodes, and then with all of it kept.
fn for_each_selection(mut check: impl FnMut(&str, &Page, &Verdict)) {
    let engines = [Strategy::Density, Strategy::Readability];
    let extractor = |engine| Extractor::new(Config::default().strategy(engine)).unwrap();
    let mut extractors = engines.map(extractor);
    for wcxb::Page { id, html, .. } in pages() {
        let html = without_addresses(&html);
        let page = extractors[0].page(Input::from(&html).charset("utf-8"));
        for extractor in &mut extractors {
            check(&id, &page, &extractor.decide(&page).verdict);
        }
        let mut all = Verdict::nothing("all", &page);
        all.kept.fill(true);
        check(&id, &page, &all);
        extractors[0].recycle(page);
    }
}

/// Returns the text without white space, invisible characters, and the punctuation around
/// quotations and annotations.
fn squeezed(text: &str) -> String {
    let is_own = |c: char| matches!(c, '\u{ad}' | '\u{200b}' | '\u{feff}' | '"' | '(' | ')');
    text.chars().filter(|&c| !c.is_whitespace() && !c.is_control() && !is_own(c)).collect()
}

/// True if the text of an element is not written, or only if it is long or code.
fn may_be_left_out(document: &Document, id: NodeId) -> bool {
    let unseen = [
        name::ANNOTATION,
        name::ANNOTATION_XML,
        name::AUDIO,
        name::BUTTON,
        name::IFRAME,
        name::NOEMBED,
        name::NOFRAMES,
        name::PRE,
        name::RP,
        name::VIDEO,
    ];
    document.attr(id, name::HIDDEN).is_some()
        || is_permalink(document, id)
        || is_spoken(document, id)
        || document
            .attr(id, name::STYLE)
            .is_some_and(|style| style.contains("none") || style.contains("visibility"))
        || document.name(id).is_some_and(|name| unseen.contains(&name))
}

/// Returns the kept texts in order, each with whether it is certainly written.
fn kept_texts(page: &Page, verdict: &Verdict) -> Vec<(String, bool)> {
    let document = page.document();
    let kept = page.paragraphs().iter().zip(&verdict.kept).filter(|(_, kept)| **kept);
    let nodes = kept.flat_map(|(paragraph, _)| page.paragraph_nodes(paragraph));
    let texts = nodes.filter(|&id| {
        document.kind(id) == NodeKind::Text
            && verdict.nodes.as_ref().is_none_or(|nodes| nodes.contains(id))
    });
    let is_sure = |id| !document.ancestors(id).any(|id| may_be_left_out(document, id));
    texts.map(|id| (squeezed(document.text(id)), is_sure(id))).collect()
}

#[test]
#[ignore = "needs a corpus"]
fn kept_texts_are_written_once_in_order() {
    for_each_selection(|id, page, verdict| {
        let text = squeezed(&text_with(page, verdict, &TextOptions::default()));
        let mut rest = text.as_str();
        let texts = kept_texts(page, verdict);
        if texts.iter().all(|(_, is_sure)| *is_sure) {
            let whole: String = texts.into_iter().map(|(text, _)| text).collect();
            assert!(text == whole, "{id}");
            return;
        }
        // Text that may be left out is also part of the source, so the output is a subsequence of
        // it.
        let source: String = texts.into_iter().map(|(text, _)| text).collect();
        for c in source.chars() {
            rest = rest.strip_prefix(c).unwrap_or(rest);
        }
        assert!(rest.is_empty(), "{id}: {rest:.80}");
    });
}

/// Returns the lines without the markers of items.
fn without_markers(text: &str) -> String {
    let is_number =
        |word: &str| word.strip_suffix('.').is_some_and(|number| number.parse::<i64>().is_ok());
    let line = |line: &str| {
        let words = line.split_whitespace();
        let words = words.skip_while(|word| *word == "-" || is_number(word));
        words.collect::<Vec<_>>().join(" ")
    };
    text.lines().map(line).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

#[test]
#[ignore = "needs a corpus"]
fn list_markers_change_nothing_else() {
    for_each_selection(|id, page, verdict| {
        let [plain, marked] = [false, true]
            .map(|markers| text_with(page, verdict, &TextOptions::default().list_markers(markers)));
        assert!(without_markers(&plain) == without_markers(&marked), "{id}");
        assert!(plain.len() <= marked.len() && marked.len() <= plain.len() * 40, "{id}");
    });
}

/// True if the page has drawings or formulas, whose words the formats separate differently.
fn has_foreign(document: &Document) -> bool {
    document.elements(NodeId::DOCUMENT).any(|id| document.namespace(id) != Namespace::Html)
}

#[test]
#[ignore = "needs a corpus"]
fn output_is_deterministic() {
    for_each_selection(|id, page, verdict| {
        let again = Page::measure(page.document().clone());
        let write = |page: &Page| {
            let html =
                render::html_with(page, verdict, &Metadata::default(), &HtmlOptions::default());
            let markdown = render::markdown_with(page, verdict, &MarkdownOptions::default());
            [text_with(page, verdict, &TextOptions::default()), markdown, html]
        };
        assert!(write(page) == write(&again), "{id}");
    });
}

/// No line ends with a space, and there are no two empty lines in a row, except in code.
#[test]
#[ignore = "needs a corpus"]
fn lines_have_no_trailing_space() {
    for_each_selection(|id, page, verdict| {
        let document = page.document();
        let is_pre = |id| document.is_html(id, name::PRE) || document.is_html(id, name::LISTING);
        if document.elements(NodeId::DOCUMENT).any(is_pre) || has_foreign(document) {
            return;
        }
        let text = text_with(page, verdict, &TextOptions::default());
        assert!(!text.contains("\n\n\n") && !text.contains("  "), "{id}");
        assert!(text.lines().all(|line| !line.ends_with([' ', '\t'])), "{id}");
        assert!(text.trim_end() == text, "{id}");
    });
}

/// On pages made to be slow or large, twice the input gives about twice the text at most.
#[test]
fn text_grows_with_the_page() {
    let pages: [fn(usize) -> String; 5] = [
        |n| format!("{}a", "<ul><li>".repeat(n)),
        |n| format!("{}{}", "<ol start=-99999999999><li>".repeat(100), "<p>a".repeat(n)),
        |n| format!("<table><tr>{}{}", "<td colspan=64>a".repeat(n), "<tr><td>a".repeat(n)),
        |n| format!("{}{}", "<q>".repeat(n), "a"),
        |n| "<ruby>a<rt>b".repeat(n),
    ];
    for (index, page) in pages.iter().enumerate() {
        let length = |n| {
            let page = Page::measure(tamis::dom::Parser::default().parse(&page(n)));
            let mut all = Verdict::nothing("all", &page);
            all.kept.fill(true);
            text_with(&page, &all, &TextOptions::default().list_markers(true)).len()
        };
        let (once, twice) = (length(2000), length(4000));
        assert!(once > 0 && twice < once * 5 / 2 + (1 << 17), "page {index}: {once}, {twice}");
    }
}
