//! Readers' comments: separate from the content, with a place of their own in each format.

use roxmltree::Document;
use serde_json::Value;
use tamis::Strategy;
use tamis::render::{HtmlOptions, MarkdownOptions, XmlDialect, XmlOptions};
use tamis::{Config, Extraction, Extractor, Input, NodeSet, PageJson, Url};
use tamis_testkit::is_full;
use tamis_testkit::wcxb::Wcxb;

/// The number of pages in a sample; `TAMIS_FULL` checks all pages.
const SAMPLE: usize = 60;

const ARTICLE: &str = "<html lang=en><title>Tea</title><article><p>It was the best of times, it was the worst of times, and we had \
    all of it before us, and nothing of it, and so we sat down together and made a pot of tea for everyone who was there.\
    <p>That is what we did, and it was good, and it was warm, and nobody wanted to be anywhere else than in the kitchen with \
    the others, where the old clock was on the wall and said that there was time.</article>";

const COMMENTS: &str = "<section id=comments><h2>2 comments</h2><ol class=comment-list>\
    <li class=comment><cite>Ann</cite><div class=comment-content><p>We had <b>coffee</b>.</div>\
    <li class=comment><cite>Bob</cite><div class=comment-content><p>So did <a href=/we>we</a>.</div></ol></section>";

fn extraction(html: &str, comments: bool) -> Extraction {
    let url = Url::parse("https://example.com/tea").unwrap();
    let mut extractor = Extractor::new(Config::default().comments(comments)).unwrap();
    extractor.extract(Input::from(html).url(&url))
}

/// Returns extractions of the article without comments, of the article with comments that are not
/// asked for, and with comments that are.
fn three() -> [Extraction; 3] {
    let commented = format!("{ARTICLE}{COMMENTS}");
    [(ARTICLE, true), (&commented, false), (&commented, true)]
        .map(|(html, comments)| extraction(html, comments))
}

#[test]
fn comments_that_only_a_label_names_are_found() {
    let comment = "I had the same clock in my own kitchen for years, and it was never right. ";
    for label in ["Comments", "Comments are closed.", "Комментарии (2)", "网友评论"]
    {
        let posts = format!("<p>{}<b>Ann</b><p>{}<b>Bob</b>", comment.repeat(3), comment.repeat(2));
        let html = format!("{ARTICLE}<a name=comments></a><h3>{label}</h3>{posts}");
        let [bare, asked] = [ARTICLE, &html].map(|html| extraction(html, true));
        assert_eq!(bare.text(), asked.text(), "{label}");
        let comments = asked.comments().unwrap().text();
        assert!(comments.starts_with("I had") && comments.ends_with("Bob"), "{label}: {comments}");
    }
}

#[test]
fn the_content_is_the_same() {
    let [bare, unasked, asked] = three();
    assert!(unasked.comments().is_none());
    assert!(!bare.comments().unwrap().verdict().kept.contains(&true));
    for extraction in [&bare, &unasked] {
        assert_eq!(extraction.text(), asked.text());
        let markdown = MarkdownOptions::default();
        assert_eq!(extraction.markdown_with(&markdown), asked.markdown_with(&markdown));
    }
    let comments = asked.comments().unwrap().text();
    assert_eq!(comments, "We had coffee.\nSo did we.");
}

#[test]
fn html_has_a_comments_section() {
    let [bare, unasked, asked] = three();
    let section = "<section class=\"comments\">\n<ol><li><div><p>We had <b>coffee</b>.</p>\n</div>\n</li>\n\
        <li><div><p>So did <a href=\"https://example.com/we\">we</a>.</p>\n</div>\n</li>\n</ol>\n</section>\n";
    for fragment in [true, false] {
        let options = HtmlOptions::default().fragment(fragment);
        let [bare, unasked, asked] = [&bare, &unasked, &asked].map(|e| e.html_with(&options));
        assert_eq!(bare, unasked);
        assert_eq!(asked.replacen(section, "", 1), unasked);
        assert!(asked.len() > unasked.len(), "{asked}");
    }
    let plain = asked.html_with(&HtmlOptions::default().emphasis(false).links(false));
    assert!(plain.contains("We had coffee.") && plain.contains("So did we."), "{plain}");
}

#[test]
fn html_has_no_cells_without_a_table() {
    let html = format!(
        "{ARTICLE}<table class=comment-tree><tr><td>Ann<td class=comment-text>So true.<tr><td>Bob<td class=comment-text>No.</table>"
    );
    let html = extraction(&html, true).html_with(&HtmlOptions::default().fragment(true));
    assert!(
        html.ends_with("<section class=\"comments\">\n<p>So true.</p>\n<p>No.</p>\n</section>\n"),
        "{html}"
    );
}

#[test]
fn xml_has_a_comments_element() {
    let [bare, unasked, asked] = three();
    let xml = XmlOptions::default();
    assert_eq!(bare.xml_with(&xml), unasked.xml_with(&xml));
    assert!(unasked.xml_with(&xml).contains("</main>\n  <comments/>\n"));
    let part = "</main>\n  <comments>\n    <list rend=\"ol\">\n      <item>\n        <p>We had <hi rend=\"#b\">coffee</hi>.</p>\n      </item>\n      \
        <item>\n        <p>So did <ref target=\"https://example.com/we\">we</ref>.</p>\n      </item>\n    </list>\n  </comments>\n</doc>";
    assert!(asked.xml_with(&xml).contains(part), "{}", asked.xml_with(&xml));
    let tei = XmlOptions::default().dialect(XmlDialect::Tei);
    assert_eq!(bare.xml_with(&tei), unasked.xml_with(&tei));
    assert!(!unasked.xml_with(&tei).contains("comments"));
    let asked = asked.xml_with(&tei);
    let document = Document::parse(&asked).unwrap();
    let divisions = document.descendants().filter(|node| node.tag_name().name() == "div");
    let kinds: Vec<_> = divisions.filter_map(|node| node.attribute("type")).collect();
    assert_eq!(kinds, ["entry", "comments"]);
}

#[test]
fn json_has_a_comments_field() {
    let json =
        |extraction: &Extraction| -> Value { serde_json::from_str(&extraction.json()).unwrap() };
    let [bare, unasked, asked] = three();
    assert_eq!(json(&asked)["comments"], "We had coffee.\nSo did we.");
    assert_eq!(json(&asked)["text"], json(&unasked)["text"]);
    assert_eq!((&json(&bare)["comments"], json(&unasked).get("comments")), (&"".into(), None));
}

#[test]
fn comments_accompany_content_from_json() {
    let body = "It was the best of times, it was the worst of times. ".repeat(20);
    let html = format!(
        "<script type=application/ld+json>{{\"@type\": \"Article\", \"articleBody\": \"{body}\"}}</script>{COMMENTS}"
    );
    let config = Config::default().page_json(PageJson::Auto).comments(true);
    let extraction = tamis::extract(&html, &config).unwrap();
    assert_eq!(extraction.text(), body.trim_end());
    let comments = extraction.comments().unwrap().text();
    assert!(comments.starts_with("We had coffee."), "{comments}");
    assert!(extraction.html().contains("So did "));
}

/// No text is in both, and asking for comments does not change the content.
#[test]
#[ignore = "needs a corpus"]
fn no_text_is_both_content_and_comment() {
    let corpus = Wcxb::required();
    let engines = [Strategy::Auto, Strategy::Justext, Strategy::Readability];
    let mut found = 0;
    for page in corpus.sample(if is_full() { usize::MAX } else { SAMPLE }, 11).unwrap() {
        for engine in engines {
            let config = Config::default().strategy(engine);
            let asked = tamis::extract(&*page.html, &config.clone().comments(true)).unwrap();
            assert!(asked.text() == tamis::extract(&*page.html, &config).unwrap().text());
            let document = asked.page().document();
            let comments = asked.comments().unwrap().verdict();
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
            let content = asked.selection().verdict();
            let kept = texts(content.nodes.as_ref().unwrap_or(&all), &content.kept);
            let said = texts(comments.nodes.as_ref().unwrap_or(&all), &comments.kept);
            assert!(said.iter().all(|id| !kept.contains(id)), "{}", page.id);
            found += usize::from(!said.is_empty());
        }
    }
    assert!(found > 5, "{found}");
}
