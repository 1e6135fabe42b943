//! Properties that hold for any page and any selection.

use tamis::dom::{Document, NameSet, Namespace, NodeId, NodeKind, Parser, name};
use tamis::engine::EngineName;
use tamis::render::{self, EmbedStyle, HtmlOptions};
use tamis::sanitize::{Policy, sanitized_inner_html};
use tamis::{Extraction, Input, Metadata, NodeSet, Page, Url};
use tamis::{Strategy, Verdict};
use tamis_testkit::email::without_addresses;
use tamis_testkit::is_full;
use tamis_testkit::permalink::is_permalink;
use tamis_testkit::sample::SplitMix64;
use tamis_testkit::substitutes::{has_emoji, is_spoken};
use tamis_testkit::wcxb::{self, Wcxb};

use crate::extractors;

/// The number of pages in a sample; `TAMIS_FULL` checks all pages.
const SAMPLE: usize = 60;

fn pages() -> Vec<wcxb::Page> {
    let corpus = Wcxb::required();
    let count = if is_full() { usize::MAX } else { SAMPLE };
    let mut pages = corpus.sample(count, 3).unwrap();
    for page in &mut pages {
        page.html = without_addresses(&page.html);
    }
    pages
}

/// Returns the text without white space and invisible characters, without the punctuation that the
/// text format adds around quotations and annotations, and without HTML's boxes of tasks.
fn without_space(text: &str) -> String {
    text.chars()
        .filter(|&c| !is_space(c) && !is_unshown(c) && !matches!(c, '"' | '(' | ')' | '☐' | '☑'))
        .collect()
}

fn is_space(c: char) -> bool {
    c.is_whitespace() || c.is_control()
}

/// True for soft hyphens and zero-width spaces.
fn is_unshown(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}' | '\u{feff}')
}

fn read(html: &str) -> Document {
    Parser::default().parse(&format!("<!DOCTYPE html><body>{html}"))
}

/// Parses a fragment and returns its text without white space.
fn text_of(html: &str) -> String {
    let document = read(html);
    without_space(document.text(document.body().unwrap()))
}

fn fragment(page: &Page, verdict: &Verdict, options: HtmlOptions) -> String {
    // The titles of embeds are no text of the page.
    let options = options.fragment(true).embeds(EmbedStyle::Omitted);
    render::html_with(page, verdict, &Metadata::default(), &options)
}

/// Returns the rest of two texts from their first difference, for a message.
fn parting<'t>(one: &'t str, two: &'t str) -> (&'t str, &'t str) {
    let chars = one.chars().zip(two.chars()).take_while(|(one, two)| one == two);
    let at: usize = chars.map(|(c, _)| c.len_utf8()).sum();
    let cut = |text: &'t str| {
        let rest = &text[at..];
        &rest[..rest.char_indices().nth(80).map_or(rest.len(), |(at, _)| at)]
    };
    (cut(one), cut(two))
}

#[track_caller]
fn assert_same(id: &str, one: &str, two: &str) {
    assert!(one == two, "{id}: {:?}", parting(one, two));
}

/// True for text that browsers do not show and that is not written: annotations of formulas, and
/// everything in drawings except drawn text.
fn is_unseen(document: &Document, id: NodeId) -> bool {
    document.ancestors(id).any(|id| {
        document.namespace(id) != Namespace::Html
            || [
                name::NOEMBED,
                name::NOFRAMES,
                name::IFRAME,
                name::TITLE,
                name::DATALIST,
                name::VIDEO,
                name::AUDIO,
                name::RP,
            ]
            .iter()
            .any(|&name| document.name(id) == Some(name))
    })
}

/// True for text that may be left out anywhere.
fn is_no_text(document: &Document, id: NodeId) -> bool {
    is_aside(document, id) || document.ancestors(id).any(|id| is_spoken(document, id))
}

/// True for text that may be left out whatever stands next to it.
fn is_aside(document: &Document, id: NodeId) -> bool {
    is_unseen(document, id)
        || is_hidden(document, id)
        || document.ancestors(id).any(|id| is_permalink(document, id))
}

/// True if the characters of one text are in another one in the same order.
fn is_subsequence(one: &str, other: &str) -> bool {
    let mut rest = other.chars();
    one.chars().all(|c| rest.any(|other| other == c))
}

/// True for text that may be left out because an element around it is hidden, or because it is next
/// to code.
fn is_hidden(document: &Document, id: NodeId) -> bool {
    let is_beside = |class: &str| {
        matches!(class, "ln" | "lnt")
            || ["gutter", "lineno", "line-number", "linenumber"].iter().any(|of| class.contains(of))
    };
    is_beside_code(document, id)
        || document.ancestors(id).any(|id| {
            let classes = document.attr(id, name::CLASS).unwrap_or_default();
            document.attr(id, name::HIDDEN).is_some()
                || classes.split_whitespace().any(is_beside)
                || document
                    .attr(id, name::STYLE)
                    .is_some_and(|style| style.contains("none") || style.contains("visibility"))
        })
}

/// True for a short text, or for numbers of lines, near a block of code: it can be a label of it.
fn is_beside_code(document: &Document, id: NodeId) -> bool {
    let is_code = |id: &NodeId| document.is_html(*id, name::PRE);
    let is_label = |id: &NodeId| {
        let text = document.text(*id);
        text.len() <= 40 || is_code(id) && text.bytes().all(|byte| !byte.is_ascii_alphabetic())
    };
    document.ancestors(id).take_while(is_label).any(|label| {
        let parent = document.parent(label);
        let mut near = parent.into_iter().flat_map(|id| document.elements(id).take(60));
        near.any(|id| id != label && is_code(&id))
    })
}

/// Calls `check` with the extractions of each engine and the ids of their pages.
fn for_each_extraction(mut check: impl FnMut(&str, &Extraction)) {
    let mut extractors =
        extractors(&EngineName::ALL.iter().map(|name| Strategy::from(*name)).collect::<Vec<_>>());
    for page in pages() {
        let url = page.url.as_deref().and_then(|url| Url::parse(url).ok());
        let input = Input::from(&page.html);
        let input = url.as_ref().map_or(input, |url| input.url(url));
        for extractor in &mut extractors {
            let extraction = extractor.extract(input);
            check(&format!("{} ({})", page.id, extraction.strategy_used()), &extraction);
            extractor.recycle(extraction.into_page());
        }
    }
}

/// Returns the HTML without the headings of posts and the labels above tab panels, which are no
/// text of the page.
fn html_without_posts(extraction: &Extraction) -> String {
    let options = HtmlOptions::default().fragment(true).embeds(EmbedStyle::Omitted);
    let mut verdict = extraction.selection().verdict().clone();
    verdict.posts.clear();
    verdict.has_labels = false;
    render::html_with(extraction.page(), &verdict, extraction.metadata(), &options)
}

#[test]
#[ignore = "needs a corpus"]
fn text_equals_the_text_format() {
    let (mut compared, mut all) = (0, 0);
    for_each_extraction(|id, extraction| {
        all += 1;
        if !may_have_unseen(extraction) {
            compared += 1;
            let html = html_without_posts(extraction);
            let (html, text) = (text_of(&html), without_space(extraction.text()));
            let document = extraction.page().document();
            // For a verdict that joins words, the text format has copies for screen readers.
            let has_copies = extraction.strategy_used() == "justext"
                && document.elements(NodeId::DOCUMENT).any(|id| is_spoken(document, id));
            match (has_emoji(document), has_copies) {
                (false, false) => assert_same(id, &html, &text),
                (true, false) => assert!(is_subsequence(&text, &html), "{id}"),
                (false, true) => assert!(is_subsequence(&html, &text), "{id}"),
                (true, true) => compared -= 1,
            }
        }
    });
    assert!(compared * 100 >= all * 93, "{compared} of {all} pages could be compared");
}

/// True if the text format may have text that HTML lacks: text in frames and drawings, and, for a
/// verdict that joins words, hidden text and permalinks.
fn may_have_unseen(extraction: &Extraction) -> bool {
    let (page, is_exact) = (extraction.page(), extraction.strategy_used() == "justext");
    let document = page.document();
    let paragraphs = page.paragraphs().iter().zip(extraction.paragraphs());
    let mut kept = paragraphs.filter(|(_, extracted)| extracted.kept);
    kept.any(|(paragraph, _)| {
        page.paragraph_nodes(paragraph)
            .any(|id| is_unseen(document, id) || is_exact && is_aside(document, id))
    })
}

#[test]
#[ignore = "needs a corpus"]
fn text_is_part_of_the_document() {
    for_each_extraction(|id, extraction| {
        let document = extraction.page().document();
        let whole = without_space(document.text(NodeId::DOCUMENT));
        assert!(is_subsequence(&without_space(extraction.text()), &whole), "{id}");
    });
}

/// Elements that do not separate words.
const WITHIN_LINES: NameSet = NameSet::of(&[
    name::A,
    name::ABBR,
    name::B,
    name::BDI,
    name::BDO,
    name::BIG,
    name::CITE,
    name::CODE,
    name::DATA,
    name::DEL,
    name::DFN,
    name::EM,
    name::I,
    name::INS,
    name::KBD,
    name::MARK,
    name::Q,
    name::RB,
    name::RP,
    name::RT,
    name::RUBY,
    name::S,
    name::SAMP,
    name::SMALL,
    name::SPAN,
    name::STRIKE,
    name::STRONG,
    name::SUB,
    name::SUP,
    name::TIME,
    name::TT,
    name::U,
    name::VAR,
]);

/// Parses a fragment and returns its words.
fn words_of(html: &str) -> Vec<String> {
    let document = read(html);
    let mut text = String::new();
    let mut ends = vec![];
    for id in document.descendants_and_self(document.body().unwrap()) {
        while ends.pop_if(|end| *end <= id).is_some() {
            text.push(' ');
        }
        match document.kind(id) {
            NodeKind::Text => text.push_str(document.text(id)),
            _ if document.namespace(id) == Namespace::MathMl => {}
            _ if document.name(id).is_some_and(|name| WITHIN_LINES.contains(name)) => {}
            _ => {
                text.push(' ');
                ends.push(document.subtree_end(id));
            }
        }
    }
    words(&text).collect()
}

/// Returns the words, except those of Chinese and Japanese, which the text format does not separate
/// at line ends.
fn words(text: &str) -> impl Iterator<Item = String> {
    let is_wide = |c: char| matches!(c, '\u{2e80}'..='\u{fe6f}' | '\u{ff01}'..='\u{ffef}');
    text.split(move |c| is_space(c) || is_wide(c))
        .map(without_space)
        .filter(|word| !word.is_empty())
}

#[test]
#[ignore = "needs a corpus"]
fn words_are_separated_as_in_the_text_format() {
    for_each_extraction(|id, extraction| {
        let is_exact = extraction.strategy_used() == "justext";
        let is_extended = has_emoji(extraction.page().document());
        if is_exact || is_extended || may_have_unseen(extraction) {
            return;
        }
        let html = html_without_posts(extraction);
        let by_html = words_of(&html);
        let by_text: Vec<_> = words(extraction.text()).collect();
        let parting = by_html.iter().zip(&by_text).find(|(one, two)| one != two);
        assert!(parting.is_none(), "{id}: {parting:?}");
        assert_eq!(by_html.len(), by_text.len(), "{id}");
    });
}

/// Returns a verdict that keeps about half of the paragraphs. If it names nodes, it names about
/// half of the visible texts and more of the elements.
fn random_verdict(page: &Page, random: &mut SplitMix64, names_nodes: bool) -> Verdict {
    let mut verdict = Verdict::nothing("random", page);
    for kept in &mut verdict.kept {
        *kept = random.below(2) == 0;
    }
    if names_nodes {
        let document = page.document();
        let mut nodes = NodeSet::of(document);
        for id in document.descendants_and_self(NodeId::DOCUMENT) {
            let is_text = document.kind(id) == NodeKind::Text;
            let is_kept = random.below(if is_text { 2 } else { 4 }) > 0;
            if is_kept && !(is_text && is_no_text(document, id)) {
                nodes.insert(id);
            }
        }
        verdict.nodes = Some(nodes);
    }
    verdict
}

/// Returns the kept text nodes, except the content of scripts and styles.
fn kept_texts(page: &Page, verdict: &Verdict) -> Vec<NodeId> {
    let document = page.document();
    let kept = page.paragraphs().iter().zip(&verdict.kept).filter(|&(_, &kept)| kept);
    let of_paragraphs =
        || kept.flat_map(|(paragraph, _)| page.paragraph_nodes(paragraph)).collect();
    let nodes: Vec<_> =
        verdict.nodes.as_ref().map_or_else(of_paragraphs, |nodes| nodes.iter().collect());
    let is_code = |id: NodeId| {
        let is_hidden = |id| matches!(document.name(id), Some(name::SCRIPT | name::STYLE));
        document.ancestors(id).any(is_hidden)
    };
    nodes.into_iter().filter(|&id| document.kind(id) == NodeKind::Text && !is_code(id)).collect()
}

fn check_selection(id: &str, page: &Page, verdict: &Verdict) {
    let html = fragment(page, verdict, HtmlOptions::default());
    let text = text_of(&html);
    let (document, texts) = (page.document(), kept_texts(page, verdict));
    let has_unseen = texts.iter().any(|&id| is_no_text(document, id));
    assert!(verdict.nodes.is_none() || !has_unseen, "{id}: what is not seen was to be left out");
    if !has_unseen && !has_emoji(document) {
        let expected: String = texts.iter().map(|&id| without_space(document.text(id))).collect();
        assert_same(id, &text, &expected);
    }
    for options in [
        HtmlOptions::default().images(false),
        HtmlOptions::default().links(false),
        HtmlOptions::default().base(Url::parse("https://example.com/").unwrap()),
    ] {
        assert_same(id, &text_of(&fragment(page, verdict, options)), &text);
    }
    let again = read(&html);
    let again = sanitized_inner_html(&again, again.body().unwrap(), &Policy::default());
    assert_same(id, &again, &html);
}

#[test]
#[ignore = "needs a corpus"]
fn kept_texts_are_written_once_in_order() {
    let mut random = SplitMix64::new(11);
    let mut parser = Parser::default();
    for page in pages() {
        let measured = Page::measure(parser.parse_bytes(&page.html, None));
        for names_nodes in [false, true, true] {
            let verdict = random_verdict(&measured, &mut random, names_nodes);
            check_selection(&page.id, &measured, &verdict);
        }
        parser.recycle(measured.into_document());
    }
}

#[test]
#[ignore = "needs a corpus"]
fn options_remove_only_what_they_name() {
    let count = |html: &str, name| {
        let document = read(html);
        document.elements(NodeId::DOCUMENT).filter(|&id| document.is_html(id, name)).count()
    };
    let (mut links, mut images) = (0, 0);
    for_each_extraction(|id, extraction| {
        let options = HtmlOptions::default().fragment(true);
        let html = extraction.html_with(&options);
        links += count(&html, name::A);
        images += count(&html, name::IMG);
        assert_eq!(count(&extraction.html_with(&options.clone().links(false)), name::A), 0, "{id}");
        assert_eq!(count(&extraction.html_with(&options.images(false)), name::IMG), 0, "{id}");
    });
    assert!(Wcxb::find().is_err() || links > 500 && images > 50, "{links} links, {images} images");
}

#[test]
#[ignore = "needs a corpus"]
fn addresses_are_absolute() {
    for_each_extraction(|id, extraction| {
        let Some(url) = extraction.page().url() else { return };
        let document = read(&extraction.html());
        for element in document.elements(NodeId::DOCUMENT) {
            for attr in [name::SRC, name::HREF, name::POSTER] {
                let Some(address) = document.attr(element, attr) else { continue };
                let is_whole = Url::parse(address).is_ok() || address.starts_with('#');
                // An invalid address stays as it is.
                let is_none = address.is_empty() || url.join(address).is_err();
                assert!(is_whole || is_none, "{id}: {address}");
            }
        }
        let metadata = extraction.metadata();
        let addresses = [&metadata.image, &metadata.canonical, &metadata.favicon];
        for address in addresses.into_iter().flatten() {
            assert!(Url::parse(address).is_ok(), "{id}: {address}");
        }
    });
}
