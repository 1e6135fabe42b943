//! The vectors through every function that returns HTML: Readability's article, and the renderer's
//! pages.

use tamis::dom::Parser;
use tamis::engine::readability::{Config, Readability};
use tamis::engine::{Context, Engine, Verdict};
use tamis::render::{HtmlOptions, html_with};
use tamis::{Metadata, Page, Url};
use tamis_testkit::xss::{Vector, vectors};

use crate::{checker, read};

/// Returns a page with the vector in an article and in every place that metadata comes from.
fn page(parser: &mut Parser, vector: &Vector) -> Page {
    let piece = vector.html("https://trip.example/x").replace('"', "&quot;");
    let metas = [
        "og:title",
        "author",
        "og:description",
        "og:site_name",
        "og:image",
        "article:published_time",
    ];
    let metas = metas.map(|name| format!("<meta property=\"{name}\" content=\"{piece}\">"));
    let article = vector.article("https://trip.example/x");
    let document =
        parser.parse(&article.replacen("<title>", &format!("{}<title>", metas.concat()), 1));
    let address = Url::parse("https://page.example/a/").expect("an address");
    Page::measure(document).with_url(address)
}

/// Returns the violations in this HTML, except classes, which stay if the caller asks for them.
fn violations(parser: &mut Parser, html: &str) -> Vec<String> {
    let mut found = checker::violations(&read(parser, html));
    found.retain(|fault| !fault.contains(" class="));
    found
}

#[test]
fn readability_articles_are_safe() {
    let mut parser = Parser::default();
    let mut kept = 0;
    for vector in vectors().expect("the vectors are readable") {
        let page = page(&mut parser, &vector);
        let article = Readability::new(Config::default().keep_classes(true)).article(&page);
        let Some(article) = article.expect("no limit is set") else { continue };
        kept += 1;
        let content = article.content();
        assert!(content.contains("before the town is awake"), "{}", vector.name);
        assert_eq!(violations(&mut parser, &content), [""; 0], "{}", vector.name);
    }
    assert!(kept > 400, "{kept}");
}

#[test]
fn rendered_pages_are_safe() {
    let mut parser = Parser::default();
    for vector in vectors().expect("the vectors are readable") {
        let page = page(&mut parser, &vector);
        let mut verdict = Verdict::nothing("all", &page);
        verdict.kept = vec![true; page.paragraphs().len()];
        let readability = Readability::new(Config::default()).judge(&page, &Context::default());
        for verdict in [verdict, readability] {
            let metadata = Metadata::of(&page);
            let fragment =
                html_with(&page, &verdict, &metadata, &HtmlOptions::default().fragment(true));
            assert_eq!(violations(&mut parser, &fragment), [""; 0], "{}", vector.name);
            let whole = html_with(&page, &verdict, &metadata, &HtmlOptions::default());
            let (head, body) = whole.split_once("<body>").expect("a body");
            let body =
                body.trim_end().trim_end_matches("</html>").trim_end().trim_end_matches("</body>");
            let found = violations(&mut parser, body);
            assert_eq!(found, [""; 0], "{}: {body}", vector.name);
            let names = ["html", "head", "meta", "title", "style", "body"];
            let document = parser.parse(head);
            let is_known = |id| document.local_name(id).is_some_and(|name| names.contains(&name));
            assert!(
                document.elements(tamis::dom::NodeId::DOCUMENT).all(is_known),
                "{}: {head}",
                vector.name
            );
        }
    }
}
