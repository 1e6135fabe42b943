//! The output budget: no format is much longer than the page, what is cut has a warning, and what
//! is left is well-formed.

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser as CommonMark, Tag};
use tamis::dom::{Limits, NodeId, Parser};
use tamis::json::JsonOptions;
use tamis::render::{HtmlOptions, LinkStyle, MarkdownOptions, TextOptions, XmlDialect, XmlOptions};
use tamis::sanitize::{Policy, sanitized_inner_html};
use tamis::{Config, Extraction, Input, Strategy, Url, Warning};

/// A page of a size.
type Page = fn(usize) -> String;

/// The names of pages that would be many times longer than they are, each with a function of its
/// size.
const PAGES: [(&str, Page); 10] = [
    ("base", |n| {
        let base = format!("<base href=https://h.example/{}/>", "a".repeat(4000));
        base + &"<p>x <a href=y>z</a> <img src=i>".repeat(n)
    }),
    ("base_of_distinct_links", |n| {
        let base = format!("<base href=https://h.example/{}/>", "a".repeat(4000));
        let links: Vec<_> = (0..n).map(|at| format!("<p>x <a href=y{at}>z</a>")).collect();
        base + &links.concat()
    }),
    ("code_in_lists", |n| {
        format!("{}<pre>{}</pre>", "<ol start=-99999999999><li>".repeat(99), "a\n".repeat(n * 8))
    }),
    ("paragraphs_in_lists", |n| format!("{}{}", "<ul><li>".repeat(99), "<p>x".repeat(n * 8))),
    ("paragraphs_in_quotes", |n| format!("{}{}", "<blockquote>".repeat(99), "<p>x".repeat(n * 8))),
    ("ragged", |n| format!("<table><tr>{}{}", "<td>x".repeat(256), "<tr><td>x<td>y".repeat(n * 4))),
    ("cells", |n| format!("<table>{}", "<tr><td>x<td>y".repeat(n * 4))),
    ("header_cells", |n| format!("<table>{}", "<tr><th colspan=64>x<th>y".repeat(n * 4))),
    ("headings", |n| {
        let long = "word ".repeat(40);
        let above = |level: usize| format!("<h{level}>{long}</h{level}>");
        let above: Vec<String> = (1..6).map(above).collect();
        above.concat() + &"<h6>x</h6>y".repeat(n * 4)
    }),
    ("long_names", |n| {
        let name = format!("x-{}", "y".repeat(200));
        format!("{}{}", format!("<{name}>").repeat(60), "<p>x".repeat(n * 8))
    }),
];

const SIZE: usize = 1 << 12;

/// Extracts everything from a page.
fn extraction(html: &str, config: Config) -> Extraction {
    let url = Url::parse("https://example.org/").unwrap();
    tamis::extract(Input::from(html).url(&url), &config.strategy(Strategy::Justext)).unwrap()
}

/// Returns a page of which all texts are kept, because a rule says so.
fn whole(html: &str, limits: Limits) -> Extraction {
    let mut rules = tamis::site_rules::SiteRules::default();
    rules.add("example.org", "body: //body\nprune: no\ntidy: no\n");
    extraction(html, Config::default().limits(limits).site_rules(std::sync::Arc::new(rules)))
}

/// Returns the page in each format.
fn formats(page: &Extraction) -> Vec<(&'static str, String)> {
    let all = MarkdownOptions::default();
    let json = JsonOptions::default().paragraphs(true).verdicts(true);
    let json = json.markdown(all.clone()).html(HtmlOptions::default());
    let chunks = |max_chars| {
        let chunks = page.chunks(&all, max_chars).into_iter();
        let chunks = chunks.map(|chunk| chunk.headings.join("\n") + "\n" + &chunk.markdown);
        chunks.collect::<Vec<_>>().join("\n\n")
    };
    vec![
        ("text", page.text_with(&TextOptions::default().list_markers(true))),
        ("markdown", page.markdown_with(&all)),
        ("references", page.markdown_with(&all.clone().links(LinkStyle::Referenced))),
        ("html", page.html()),
        ("xml", page.xml()),
        ("tei", page.xml_with(&XmlOptions::default().dialect(XmlDialect::Tei))),
        ("json", page.json_with(&json)),
        ("chunks", chunks(Some(200))),
        ("long chunks", chunks(None)),
    ]
}

/// Checks that nothing in the output is left open.
fn check_whole(name: &str, format: &str, output: &str) {
    match format {
        "xml" | "tei" => {
            let options = roxmltree::ParsingOptions { nodes_limit: u32::MAX, ..Default::default() };
            roxmltree::Document::parse_with_options(output, options)
                .unwrap_or_else(|error| panic!("{name}, {format}: {error}"));
        }
        "json" => {
            serde_json::from_str::<serde_json::Value>(output).expect(name);
        }
        "html" => {
            let document = Parser::default().parse(output);
            let body = document.body().unwrap_or(NodeId::DOCUMENT);
            assert!(output.ends_with("</article>\n</body>\n</html>\n"), "{name}");
            let again = sanitized_inner_html(&document, body, &Policy::default());
            assert!(output.contains(again.trim().lines().next_back().unwrap_or("")), "{name}");
        }
        "markdown" | "references" => {
            let fences = CommonMark::new_ext(output, Options::all()).filter(|event| {
                matches!(event, Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_))))
            });
            let lines = output.lines().filter(|line| line.contains("```"));
            assert_eq!(lines.count(), fences.count() * 2, "{name}");
        }
        _ => {}
    }
}

#[test]
fn every_format_is_bounded_by_the_page() {
    let mut cut = Vec::new();
    for (name, page) in PAGES {
        let html = page(SIZE);
        let page = whole(&html, Limits::default());
        let max_bytes = Limits::default().output_bytes(html.len());
        for (format, output) in formats(&page) {
            // The page around the content has a style, and tags that are open at the cut end.
            let bound = max_bytes + (8 << 10);
            assert!(output.len() <= bound, "{name}, {format}: {} of {bound}", output.len());
            assert!(output.len() > SIZE, "{name}, {format}: {}", output.len());
            check_whole(name, format, &output);
        }
        if page.warnings().contains(&Warning::OutputCut { max_bytes }) {
            cut.push(name);
        }
    }
    assert!(cut.contains(&"base") && cut.contains(&"headings"), "{cut:?}");
}

#[test]
fn plain_form_keeps_all_text() {
    for name in ["code_in_lists", "paragraphs_in_lists", "paragraphs_in_quotes", "ragged"] {
        let (_, page) = PAGES.iter().find(|(other, _)| *other == name).unwrap();
        let html = format!("{}</table></pre><p>The last sentence.", page(SIZE));
        let page = whole(&html, Limits::default());
        let markdown = page.markdown();
        assert!(markdown.trim_end().ends_with("The last sentence."), "{name}");
        assert!(page.text_with(&TextOptions::default().list_markers(true)).ends_with("sentence."));
        assert!(page.warnings().is_empty(), "{name}: {:?}", page.warnings());
    }
}

#[test]
fn ratio_is_a_limit() {
    let html = PAGES[0].1(SIZE / 8);
    let lengths = [8, 40].map(|ratio| {
        let page = whole(&html, Limits::default().output_ratio(ratio));
        let markdown = page.markdown();
        assert!(!markdown.is_empty());
        assert_eq!(page.warnings().len(), 1, "{:?}", page.warnings());
        markdown.len()
    });
    assert!(lengths[0] * 3 < lengths[1], "{lengths:?}");
    let sentence = whole(&html, Limits::default());
    assert!(sentence.warnings().is_empty());
    sentence.html();
    assert!(sentence.warnings()[0].to_string().contains("much longer than the page"));
}
