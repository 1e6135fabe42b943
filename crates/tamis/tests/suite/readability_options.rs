//! The options of Readability, and the thresholds of `is_probably_readerable`.
//!
//! The pages are our own. The expected results are those of Readability.js 0.6.0. The tests cover
//! what the reference's unit tests cover: `test/test-readability.js` ("#constructor", "#parse") and
//! `test/test-isProbablyReaderable.js`.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use regex::Regex;
use tamis::dom::Parser;
use tamis::engine::readability::{
    AllowedVideo, Config, Readability, ReaderableOptions, is_probably_readerable,
};
use tamis::{Page, Url};

/// Returns a sentence of 48 characters with two commas, repeated.
fn sentences(count: usize) -> String {
    "One sentence, two commas, and a few words more. ".repeat(count)
}

fn paragraph(count: usize) -> String {
    format!("<p>{}</p>", sentences(count))
}

fn page(html: &str) -> Page {
    let url = Url::parse("http://fakehost/test/page.html").unwrap();
    Page::measure(Parser::default().parse(html)).with_url(url)
}

/// Returns the content without the long runs of sentences.
fn content(html: &str, config: Config) -> String {
    let page = page(html);
    let article = Readability::new(config).article(&page).unwrap().expect("there is an article");
    article.content_unsanitized().replace(&sentences(1), "").replace(sentences(1).trim_end(), "")
}

fn check(html: &str, config: Config, expected: &str) {
    let expected = format!(r#"<div id="readability-page-1" class="page">{expected}</div>"#);
    assert_eq!(content(html, config), expected);
}

#[test]
fn defaults() {
    let config = Config::default();
    assert_eq!((config.max_elements, config.top_candidates, config.char_threshold), (0, 5, 500));
    assert!(
        config.classes_to_preserve.is_empty() && !config.keep_classes && !config.disable_json_ld
    );
    assert!(matches!(config.allowed_video, AllowedVideo::Reference));
    assert!(config.link_density_modifier.abs() < f64::EPSILON);
}

#[test]
fn pages_of_too_many_elements_are_refused() {
    let page = page("<html><div>yo</div></html>");
    let refused = Readability::new(Config::default().max_elements(1)).article(&page).err();
    // `<html>`, `<head>`, `<body>` and the `<div>`.
    assert!(refused.unwrap().to_string().contains("4 elements"));
    for enough in [0, 4] {
        let config = Config::default().max_elements(enough);
        assert!(Readability::new(config).article(&page).is_ok());
    }
}

/// Four columns have the same score. Their common ancestor wins if at least three others are
/// compared with the best.
#[test]
fn candidates_are_compared() {
    let text = paragraph(20);
    let column = |id: &str| {
        let text = format!("<div id={id}>{text}{text}</div>");
        format!("<div><h3>One</h3><div><h3>Two</h3>{text}</div></div>")
    };
    let columns = ["a", "b", "c", "d"].map(column).concat();
    let html = format!("<body><main>{columns}</main><footer>x</footer>");
    let alone = r#"<div id="a"><p></p><p></p></div>"#;
    for few in 1..=3 {
        check(&html, Config::default().top_candidates(few), alone);
    }
    for enough in [4, 5, 42] {
        let content = content(&html, Config::default().top_candidates(enough));
        let found = ["a", "b", "c", "d"].map(|id| content.contains(&format!("id=\"{id}\"")));
        assert_eq!(found, [true; 4], "{content}");
    }
}

/// If the article is shorter than the threshold, unlikely candidates are considered too.
#[test]
fn a_short_article_is_looked_for_again() {
    let html =
        format!("<body><div>{}<div class=sidebar>{}</div></div>", paragraph(4), paragraph(2));
    for threshold in [100, 190] {
        check(&html, Config::default().char_threshold(threshold), "<div><p></p></div>");
    }
    for threshold in [250, 500] {
        check(&html, Config::default().char_threshold(threshold), "<div><p></p><p></p></div>");
    }
}

#[test]
fn classes_go_unless_they_are_kept() {
    let text = paragraph(12);
    let html = format!(
        r#"<body><div class="entry first caption">{text}<p class="lead page caption">Two.</p></div>"#
    );
    let plain = r#"<div><p></p><p class="page">Two.</p></div>"#;
    check(&html, Config::default(), plain);
    check(&html, Config::default().keep_classes(false), plain);
    let all =
        r#"<div class="entry first caption"><p></p><p class="lead page caption">Two.</p></div>"#;
    check(&html, Config::default().keep_classes(true), all);
    let some = r#"<div class="caption"><p></p><p class="lead page caption">Two.</p></div>"#;
    let classes = ["caption", "lead"].map(str::to_owned).to_vec();
    check(&html, Config::default().classes_to_preserve(classes), some);
}

#[test]
fn json_ld_can_be_ignored() {
    let html = format!(
        r#"<head><title>From the page, as it is</title><script type="application/ld+json">
        {{"@context":"https://schema.org","@type":"Article","headline":"From the data, not the page",
        "author":{{"name":"A. Author"}}}}</script></head><body><div>{}</div>"#,
        paragraph(12)
    );
    let page = page(&html);
    let found = |disable| {
        let engine = Readability::new(Config::default().disable_json_ld(disable));
        let article = engine.article(&page).unwrap().unwrap();
        (article.title().to_owned(), article.byline().map(str::to_owned))
    };
    let author = Some("A. Author".to_owned());
    assert_eq!(found(false), ("From the data, not the page".to_owned(), author));
    assert_eq!(found(true), ("From the page, as it is".to_owned(), None));
}

#[test]
fn videos_of_other_hosts_can_be_allowed() {
    let text = "<p>Lorem ipsum dolor sit amet, consectetur adipiscing elit. Nunc mollis leo lacus, vitae semper nisl \
                ullamcorper ut.</p>";
    let own = r#"<iframe src="https://videos.example/embed"></iframe>"#;
    let known = r#"<iframe src="https://www.youtube.com/embed"></iframe>"#;
    let html = format!("{text}{own}{known}");
    let config = Config::default().char_threshold(20);
    check(&html, config.clone(), &format!("{text}{known}"));
    let pattern = AllowedVideo::Pattern(Regex::new(r"videos\.example").unwrap());
    check(&html, config.allowed_video(pattern), &format!("{text}{own}"));
}

#[test]
fn the_link_density_allowed_can_be_moved() {
    let text = paragraph(12);
    let unlinked = "Words of a sentence that has no link in it. ".repeat(3);
    let linked = "a link of words ".repeat(3);
    let html = format!(
        "<body><div>{text}<div><p>{unlinked}<a href=\"/x\">{linked}</a></p></div><p>End of it, all.</p></div>"
    );
    let without = "<div><p></p><p>End of it, all.</p></div>";
    let with = format!(
        "<div><p></p><div><p>{unlinked}<a href=\"http://fakehost/x\">{linked}</a></p></div><p>End of it, all.</p></div>"
    );
    for modifier in [0.0, -0.1] {
        check(&html, Config::default().link_density_modifier(modifier), without);
    }
    for modifier in [0.2, 0.3] {
        check(&html, Config::default().link_density_modifier(modifier), &with);
    }
}

/// Pages of 11, 132, 144 and 600 characters.
fn four_lengths() -> [String; 4] {
    let text = |count| "hello there ".repeat(count);
    ["hello there".to_owned(), text(11), text(12), text(50)]
        .map(|text| format!("<html><p id=main>{text}</p></html>"))
}

fn readerable(html: &str, options: &ReaderableOptions) -> bool {
    is_probably_readerable(&Parser::default().parse(html), options)
}

#[test]
fn readerable_by_length_and_score() {
    let check = |options: ReaderableOptions, expected: [bool; 4]| {
        let found = four_lengths().map(|html| readerable(&html, &options));
        assert_eq!(found, expected, "{options:?}");
    };
    let options = ReaderableOptions::default;
    check(options(), [false, false, false, true]);
    check(options().min_content_length(120).min_score(0.0), [false, true, true, true]);
    check(options().min_content_length(200).min_score(0.0), [false, false, false, true]);
    // The scores are about 3.3, 11.4, 11.9 and 24.4.
    check(options().min_content_length(0).min_score(4.0), [false, true, true, true]);
    check(options().min_content_length(0).min_score(11.5), [false, false, true, true]);
}

#[test]
fn readerable_with_a_custom_visibility() {
    let [.., long] = four_lengths();
    for visible in [false, true] {
        let calls = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&calls);
        let options = ReaderableOptions::default().visibility(move |_, _| {
            counted.fetch_add(1, Ordering::Relaxed);
            visible
        });
        assert_eq!(readerable(&long, &options), visible);
        assert!(calls.load(Ordering::Relaxed) > 0);
    }
}

#[test]
fn readerable_by_the_page() {
    let text = "hello there ".repeat(50);
    let check = |before: &str, expected: bool| {
        let html = format!("{before}{text}");
        assert_eq!(readerable(&html, &ReaderableOptions::default()), expected, "{before}");
    };
    check("<p>", true);
    check("<pre>", true);
    check("<article>", true);
    check("<p style='display:none'>", false);
    // Only `display` counts here. The article's own check considers `visibility` too.
    check("<p style='visibility:hidden'>", true);
    check("<p hidden>", false);
    check("<p aria-hidden=true>", false);
    check("<p aria-hidden=true class='x fallback-image'>", true);
    check("<p class=sidebar>", false);
    check("<p class='sidebar main'>", true);
    check("<ul><li><p>", false);
    check("<div>", false);
    check("<div><br>", true);
}
