//! Markdown: properties that hold for any page and any selection.

use pulldown_cmark::{Event, Options, Parser as CommonMark, Tag, TagEnd};
use tamis::dom::{Document, NodeId, NodeKind, Parser, name};
use tamis::engine::Verdict;
use tamis::render::{LinkStyle, MarkdownOptions, markdown_with};
use tamis::{Config, Extractor, Input, NodeSet, Page};
use tamis_testkit::email::without_addresses;
use tamis_testkit::is_full;
use tamis_testkit::permalink::is_permalink;
use tamis_testkit::substitutes::{has_emoji, is_spoken};
use tamis_testkit::wcxb::{self, Wcxb};

/// Parses Markdown as `CommonMark` and returns its text without white space, image descriptions and
/// footnote references.
fn text_of(markdown: &str) -> String {
    let (mut text, mut html) = (String::new(), String::new());
    let mut in_image = false;
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_GFM;
    for event in CommonMark::new_ext(markdown, options) {
        match event {
            Event::Start(Tag::Image { .. }) => in_image = true,
            Event::End(TagEnd::Image) => in_image = false,
            Event::Html(piece) => html.push_str(&piece),
            Event::End(TagEnd::HtmlBlock) => {
                text.push_str(&text_of_html(&std::mem::take(&mut html)));
            }
            Event::Text(piece) | Event::Code(piece) if !in_image => text.push_str(&piece),
            _ => {}
        }
    }
    squeezed(&text)
}

fn text_of_html(html: &str) -> String {
    Parser::default().parse(html).whole_text().to_owned()
}

/// Returns the text without white space, invisible characters, and the punctuation that is added
/// around quotations and before definitions.
fn squeezed(text: &str) -> String {
    let is_mark = |char| matches!(char, '\u{ad}' | '\u{200b}' | '\u{feff}' | '"' | ':');
    text.chars().filter(|&char| !char.is_whitespace() && !is_mark(char)).collect()
}

/// True if parts of the page declare that they are hidden, or are permalinks.
fn has_hidden(document: &Document) -> bool {
    document.elements(NodeId::DOCUMENT).any(|id| {
        let style = document.attr(id, name::STYLE).unwrap_or_default().to_ascii_lowercase();
        let is_hidden = document.attr(id, name::HIDDEN).is_some();
        let is_styled = style.contains("display") || style.contains("visibility");
        is_hidden || is_styled || is_permalink(document, id) || is_spoken(document, id)
    })
}

/// True if syntax replaces some of the text (footnotes, callouts, formulas) or line numbers are
/// left out of code, and all other text is that of the page.
fn has_signs(markdown: &str, read: &str, kept: &str) -> bool {
    let has_formulas = read.matches('$').count() > kept.matches('$').count();
    let has_any = has_formulas || ["[^", "> [!", "```"].iter().any(|sign| markdown.contains(sign));
    has_any && is_subsequence(&read.replace('$', ""), kept)
}

fn is_subsequence(part: &str, whole: &str) -> bool {
    let mut rest = whole.chars();
    part.chars().all(|char| rest.any(|other| other == char))
}

/// Returns the kept text of a page without white space and without the fallback content of frames,
/// videos and sounds.
fn kept_text(page: &Page, verdict: &Verdict) -> String {
    let document = page.document();
    let mut kept = NodeSet::of(document);
    for (paragraph, _) in page.paragraphs().iter().zip(&verdict.kept).filter(|(_, kept)| **kept) {
        for id in page.paragraph_nodes(paragraph) {
            if verdict.nodes.as_ref().is_none_or(|nodes| nodes.contains(id)) {
                kept.insert(id);
            }
        }
    }
    let is_media = |id| {
        [name::IFRAME, name::VIDEO, name::AUDIO].iter().any(|&name| document.is_html(id, name))
    };
    let is_shown = |&id: &NodeId| {
        let mut around = document.ancestors(id);
        document.kind(id) == NodeKind::Text && !around.any(is_media)
    };
    let texts = kept.iter().filter(is_shown);
    squeezed(&texts.map(|id| document.text(id)).collect::<String>())
}

/// The number of pages in a sample; `TAMIS_FULL` checks all pages.
const SAMPLE: usize = 80;

/// Calls `check` with each page and what is kept of it by default, and then with all of it kept.
fn for_each_selection(mut check: impl FnMut(&str, &Page, &Verdict)) {
    let corpus = Wcxb::required();
    let mut extractor = Extractor::new(Config::default()).unwrap();
    let count = if is_full() { usize::MAX } else { SAMPLE };
    for wcxb::Page { id, html, .. } in corpus.sample(count, 1).unwrap() {
        let html = without_addresses(&html);
        let page = extractor.page(Input::from(&html).charset("utf-8"));
        let mut verdict = extractor.decide(&page).verdict;
        // The headings of posts and the labels above tab panels are no text of the page.
        verdict.posts.clear();
        verdict.has_labels = false;
        check(&id, &page, &verdict);
        let mut all = Verdict::nothing("all", &page);
        all.kept.fill(true);
        check(&id, &page, &all);
        extractor.recycle(page);
    }
}

#[test]
#[ignore = "needs a corpus"]
fn commonmark_parser_reads_the_kept_text() {
    for_each_selection(|id, page, verdict| {
        // The titles of embeds are no text of the page.
        let options = MarkdownOptions::default().embeds(false);
        let markdown = markdown_with(page, verdict, &options);
        let (read, kept) = (text_of(&markdown), kept_text(page, verdict));
        let same = read.chars().zip(kept.chars()).take_while(|(one, two)| one == two).count();
        let rest = |text: &str| text.chars().skip(same).take(80).collect::<String>();
        let is_same = read == kept
            || has_signs(&markdown, &read, &kept)
            || has_hidden(page.document()) && is_subsequence(&read, &kept)
            || has_emoji(page.document())
                && (has_hidden(page.document()) || is_subsequence(&kept, &read));
        assert!(is_same, "{id}: {:?} for {:?}", rest(&read), rest(&kept));
    });
}

#[test]
#[ignore = "needs a corpus"]
fn options_only_remove_syntax() {
    let plain = MarkdownOptions::default().links(LinkStyle::Omitted).images(false).emphasis(false);
    for_each_selection(|id, page, verdict| {
        let [read, plainly] = [&MarkdownOptions::default().embeds(false), &plain]
            .map(|options| text_of(&markdown_with(page, verdict, options)));
        let same = read.chars().zip(plainly.chars()).take_while(|(one, two)| one == two).count();
        let rest = |text: &str| text.chars().skip(same).take(80).collect::<String>();
        assert!(read == plainly, "{id}: {:?} for {:?}", rest(&read), rest(&plainly));
    });
}

/// On pages made to be slow or large, twice the input gives about twice the Markdown at most.
#[test]
fn markdown_grows_with_the_page() {
    let pages: [fn(usize) -> String; 6] = [
        |n| format!("{}a", "<blockquote>".repeat(n)),
        |n| format!("<a href=https://a.b/{}>{}", "c".repeat(n * 10), "<p>a".repeat(n)),
        |n| format!("{}{}", "<b>".repeat(300), "<p>a".repeat(n)),
        |n| format!("{}{}", "<ul><li>".repeat(100), "<p>a".repeat(n)),
        |n| format!("<table><tr>{}{}", "<td colspan=64>a".repeat(n), "<tr><td>a".repeat(n)),
        |n| format!("<p>{}", "<b>(a)</b>b<i>!</i>c".repeat(n)),
    ];
    for (index, page) in pages.iter().enumerate() {
        let length = |n| {
            let page = Page::measure(Parser::default().parse(&page(n)));
            let mut all = Verdict::nothing("all", &page);
            all.kept.fill(true);
            let markdown = markdown_with(&page, &all, &MarkdownOptions::default());
            assert!(!markdown.is_empty());
            markdown.len()
        };
        let (once, twice) = (length(2000), length(4000));
        assert!(twice < once * 5 / 2 + (1 << 17), "page {index}: {once}, {twice}");
    }
}
