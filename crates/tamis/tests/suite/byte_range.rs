//! The places of paragraphs in the source.

use tamis::Config;
use tamis::dom::{Namespace, NodeId, NodeKind, Parser, name};
use tamis::json::JsonOptions;
use tamis_testkit::is_full;
use tamis_testkit::wcxb::{PAGE_COUNT, Wcxb};

/// The source of each kept paragraph, by `byte_range` in JSON, with its text.
fn sources(html: &[u8]) -> Vec<(String, String)> {
    let mut extractor = tamis::Extractor::new(Config::default()).unwrap();
    let extraction = extractor.extract(html);
    let json = extraction.json_with(&JsonOptions::default().paragraphs(true));
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let paragraphs = json["paragraphs"].as_array().into_iter().flatten();
    let kept = paragraphs.filter(|paragraph| paragraph["kept"] == true);
    let found = kept.filter_map(|paragraph| {
        let at = |end: usize| paragraph["byte_range"][end].as_u64();
        let place = at(0)? as usize..at(1)? as usize;
        let source = String::from_utf8_lossy(&html[place]).into_owned();
        Some((source, paragraph["text"].as_str()?.to_owned()))
    });
    found.collect()
}

fn without_space(text: &str) -> String {
    text.split_whitespace().collect()
}

#[test]
fn ranges_are_from_the_first_text_to_the_last() {
    let text = "It was the best of times, it was the worst of times, it was the age of wisdom";
    let html = format!("<title>Times</title>\n<p>{text} <b>&amp; more</b>.</p><p>{text}.</p>");
    let expected = [format!("{text} <b>&amp; more</b>."), format!("{text}.")];
    let found = sources(html.as_bytes());
    assert_eq!(
        found.iter().map(|(source, _)| source).collect::<Vec<_>>(),
        [&expected[0], &expected[1]]
    );
    let marked = format!("\u{feff}{html}");
    assert_eq!(sources(marked.as_bytes()), found);
}

#[test]
#[ignore = "needs a corpus"]
fn ranges_on_pages_decode_to_the_words_of_their_paragraphs() {
    let corpus = Wcxb::required();
    let count = if is_full() { PAGE_COUNT } else { 150 };
    let mut parser = Parser::default();
    let mut checked = 0;
    for page in corpus.sample(count, 21).unwrap() {
        for (source, text) in sources(&page.html) {
            checked += 1;
            // A byte-order mark within a page is text.
            let source = format!(" {source}");
            let decoded = parser.parse_fragment(&source, "div", Namespace::Html);
            let shown = decoded.descendants_and_self(NodeId::DOCUMENT).filter(|&id| {
                let around = decoded.parent(id).and_then(|parent| decoded.name(parent));
                decoded.kind(id) == NodeKind::Text
                    && !matches!(around, Some(name::SCRIPT | name::STYLE))
            });
            let shown: String = shown.map(|id| without_space(decoded.text(id))).collect();
            // Paragraphs leave out buttons and the like, which the range contains.
            let (text, mut rest) = (without_space(&text), shown.chars());
            let is_in = text.chars().all(|c| rest.any(|other| other == c));
            assert!(is_in, "{}: {text:?} in {source:?}", page.id);
        }
    }
    assert!(checked > 10 * count, "{checked} paragraphs");
}
