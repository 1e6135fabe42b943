//! Readers' comments: apart from the content, in each format in its place.

use roxmltree::Document;
use serde_json::Value;
use tamis::engine::EngineName;
use tamis::render::{self, HtmlOptions, JsonOptions, MarkdownOptions, XmlDialect, XmlOptions};
use tamis::{Config, Extraction, Extractor, Input, NodeSet, PageJson, Url};
use tamis_testkit::is_full;
use tamis_testkit::wcxb::Wcxb;

/// How many pages are looked at, unless `TAMIS_FULL` asks for all.
const SAMPLE: usize = 150;

const ARTICLE: &str = "<html lang=en><article><h1>Tea</h1><p>It was the best of times, it was the worst of times, and we had \
    all of it before us, and nothing of it, and so we sat down together and made a pot of tea for everyone who was there.\
    <p>That is what we did, and it was good, and it was warm, and nobody wanted to be anywhere else than in the kitchen with \
    the others, where the old clock was on the wall and said that there was time.</article>";

const COMMENTS: &str = "<section id=comments><h2>2 comments</h2><ol class=comment-list>\
    <li class=comment><cite>Ann</cite><div class=comment-content><p>We had <b>coffee</b>.</div>\
    <li class=comment><cite>Bob</cite><div class=comment-content><p>So did <a href=/we>we</a>.</div></ol></section>";

fn extraction(html: &str, comments: bool) -> Extraction {
    let url = Url::parse("https://example.com/tea").unwrap();
    let mut extractor = Extractor::new(Config::default().comments(comments)).unwrap();
    extractor.extract(Input::from(html).url(&url)).unwrap()
}

/// The article without comments, without asking for those that it has, and with them.
fn three() -> [Extraction; 3] {
    let commented = format!("{ARTICLE}{COMMENTS}");
    [(ARTICLE, true), (&commented, false), (&commented, true)]
        .map(|(html, comments)| extraction(html, comments))
}

#[test]
fn the_content_is_the_same() {
    let [bare, unasked, asked] = three();
    assert!(unasked.comments().is_none());
    assert!(!bare.comments().unwrap().kept.contains(&true));
    for extraction in [&bare, &unasked] {
        assert_eq!(extraction.text(), asked.text());
        let markdown = MarkdownOptions::default();
        assert_eq!(extraction.markdown(&markdown), asked.markdown(&markdown));
    }
    let comments = render::text(asked.page(), asked.comments().unwrap());
    assert_eq!(comments, "We had coffee.\nSo did we.");
}

#[test]
fn html_has_a_section_of_them() {
    let [bare, unasked, asked] = three();
    let section = "<section class=\"comments\">\n<ol><li><div><p>We had <b>coffee</b>.</p>\n</div>\n</li>\n\
        <li><div><p>So did <a href=\"https://example.com/we\">we</a>.</p>\n</div>\n</li>\n</ol>\n</section>\n";
    for fragment in [true, false] {
        let options = HtmlOptions::default().fragment(fragment);
        let [bare, unasked, asked] = [&bare, &unasked, &asked].map(|e| e.html(&options));
        assert_eq!(bare, unasked);
        assert_eq!(asked.replacen(section, "", 1), unasked);
        assert!(asked.len() > unasked.len(), "{asked}");
    }
    let plain = asked.html(&HtmlOptions::default().emphasis(false).links(false));
    assert!(plain.contains("We had coffee.") && plain.contains("So did we."), "{plain}");
}

#[test]
fn html_has_no_cells_without_their_table() {
    let html = format!(
        "{ARTICLE}<table class=comment-tree><tr><td>Ann<td class=comment-text>So true.<tr><td>Bob<td class=comment-text>No.</table>"
    );
    let html = extraction(&html, true).html(&HtmlOptions::default().fragment(true));
    assert!(
        html.ends_with("<section class=\"comments\">\n<p>So true.</p>\n<p>No.</p>\n</section>\n"),
        "{html}"
    );
}

#[test]
fn xml_has_an_element_of_them() {
    let [bare, unasked, asked] = three();
    let xml = XmlOptions::default();
    assert_eq!(bare.xml(&xml), unasked.xml(&xml));
    assert!(unasked.xml(&xml).contains("</main>\n  <comments/>\n"));
    let part = "</main>\n  <comments>\n    <list rend=\"ol\">\n      <item>\n        <p>We had <hi rend=\"#b\">coffee</hi>.</p>\n      </item>\n      \
        <item>\n        <p>So did <ref target=\"https://example.com/we\">we</ref>.</p>\n      </item>\n    </list>\n  </comments>\n</doc>";
    assert!(asked.xml(&xml).contains(part), "{}", asked.xml(&xml));
    let tei = XmlOptions::default().dialect(XmlDialect::Tei);
    assert_eq!(bare.xml(&tei), unasked.xml(&tei));
    assert!(!unasked.xml(&tei).contains("comments"));
    let asked = asked.xml(&tei);
    let document = Document::parse(&asked).unwrap();
    let divisions = document.descendants().filter(|node| node.tag_name().name() == "div");
    let kinds: Vec<_> = divisions.filter_map(|node| node.attribute("type")).collect();
    assert_eq!(kinds, ["entry", "comments"]);
}

#[test]
fn json_has_a_field_of_them() {
    let json = |extraction: &Extraction| -> Value {
        serde_json::from_str(&extraction.json(&JsonOptions::default())).unwrap()
    };
    let [bare, unasked, asked] = three();
    assert_eq!(json(&asked)["comments"], "We had coffee.\nSo did we.");
    assert_eq!(json(&asked)["text"], json(&unasked)["text"]);
    assert_eq!((&json(&bare)["comments"], json(&unasked).get("comments")), (&"".into(), None));
}

#[test]
fn comments_stand_beside_content_from_json() {
    let body = "It was the best of times, it was the worst of times. ".repeat(20);
    let html = format!(
        "<script type=application/ld+json>{{\"@type\": \"Article\", \"articleBody\": \"{body}\"}}</script>{COMMENTS}"
    );
    let config = Config::default().page_json(PageJson::Auto).comments(true);
    let extraction = tamis::extract(&html, &config).unwrap();
    assert_eq!(extraction.text(), body.trim_end());
    let comments = render::text(extraction.page(), extraction.comments().unwrap());
    assert!(comments.starts_with("We had coffee."), "{comments}");
    assert!(extraction.html(&HtmlOptions::default()).contains("So did "));
}

/// No text is in both, and whoever asks for comments gets the same content.
#[test]
fn no_text_is_content_and_comment() {
    let Some(corpus) = Wcxb::or_skip("no text is content and comment") else { return };
    let engines = [EngineName::Auto, EngineName::Justext, EngineName::Readability];
    let mut found = 0;
    for page in corpus.sample(if is_full() { usize::MAX } else { SAMPLE }, 11).unwrap() {
        for engine in engines {
            let config = Config::default().engine(engine);
            let asked = tamis::extract(&*page.html, &config.clone().comments(true)).unwrap();
            assert!(asked.text() == tamis::extract(&*page.html, &config).unwrap().text());
            let document = asked.page().document();
            let comments = asked.comments().unwrap();
            let texts = |nodes: &NodeSet, kept: &[bool]| -> Vec<_> {
                let paragraphs = asked.page().paragraphs().iter().zip(kept);
                let kept = paragraphs.filter(|&(_, &kept)| kept).map(|(paragraph, _)| paragraph);
                let ids = kept.flat_map(|paragraph| asked.page().paragraph_nodes(paragraph));
                ids.filter(|&id| nodes.contains(id)).collect()
            };
            let mut all = NodeSet::of(document);
            all.insert_range(
                tamis::dom::NodeId::DOCUMENT..document.subtree_end(tamis::dom::NodeId::DOCUMENT),
            );
            let judged = asked.answers().next().unwrap();
            let content = judged.verdict();
            let kept = texts(content.nodes.as_ref().unwrap_or(&all), &content.kept);
            let said = texts(comments.nodes.as_ref().unwrap_or(&all), &comments.kept);
            assert!(said.iter().all(|id| !kept.contains(id)), "{}", page.id);
            found += usize::from(!said.is_empty());
        }
    }
    assert!(found > 5, "{found}");
}
