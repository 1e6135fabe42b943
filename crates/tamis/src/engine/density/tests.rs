use tamis_dom::{Limits, Parser};
use tamis_testkit::hostile::{LAST_SENTENCE, hostile};

use super::*;
use crate::render;

const SENTENCE: &str = "It was a long day, and nobody knew how it would end. ";

fn measured(html: &str) -> Page {
    Page::measure(Parser::new(Limits::default()).parse(html))
}

fn judged(config: Config, html: &str) -> (Page, Verdict) {
    let page = measured(html);
    let verdict = Density::new(config).judge(&page, &Context::default());
    (page, verdict)
}

fn kept(config: Config, html: &str) -> String {
    let (page, verdict) = judged(config, html);
    render::text(&page, &verdict).replace("\n\n", " | ")
}

/// Asserts the paragraphs that the default configuration keeps, joined by ` | `.
fn check(html: &str, expected: &str) {
    assert_eq!(kept(Config::default(), html), expected, "{html}");
}

fn links(count: usize) -> String {
    "<li><a href=/somewhere>A link to somewhere</a></li>".repeat(count)
}

/// Returns a page whose landmarks have their own elements.
fn with_landmarks(main: &str) -> String {
    format!(
        "<header><p>The name of the site</p></header><nav><ul>{0}</ul></nav>\
         <main>{main}</main>\
         <aside class=sidebar><h3>Read on</h3><ul>{0}</ul></aside>\
         <footer><p>All rights are reserved.</p><ul>{0}</ul></footer>",
        links(8)
    )
}

/// Returns the same page with `<div>` elements only.
fn without_landmarks(main: &str) -> String {
    format!(
        "<div id=top><ul>{0}</ul></div><div id=page><div class=main>{main}</div>\
         <div class=sidebar><h3>Read on</h3><ul>{0}</ul></div></div>\
         <div id=bottom><ul>{0}</ul></div>",
        links(8)
    )
}

#[test]
fn the_main_block_alone() {
    let text = SENTENCE.repeat(6);
    let main = format!("<p>{text}</p><p>{text}</p><p>{text}</p>");
    let text = text.trim_end();
    let expected = [text; 3].join(" | ");
    for html in [with_landmarks(&main), without_landmarks(&main)] {
        check(&html, &expected);
        let page = measured(&html);
        let block = extract_by_density(&page).unwrap();
        assert_eq!(page.document().text(block), format!("{text} {text} {text} "), "{html}");
    }
    assert_eq!(kept(Config::paper(), &without_landmarks(&main)), expected);
}

#[test]
fn nothing_dense() {
    check("", "");
    check("<frameset><frame></frameset>", "");
    check("<div><img src=a.png></div>", "");
    check("<p><a href=/>One link</a></p>", "");
    let (_, verdict) = judged(Config::default(), "<p><a href=/>One link</a></p>");
    assert!(verdict.confidence.unwrap() <= 0.0);
}

#[test]
fn a_page_without_links() {
    check("<p>One sentence.</p>", "One sentence.");
    check(
        &format!("<div><p>{SENTENCE}</p><p>{SENTENCE}</p></div>"),
        &[SENTENCE.trim_end(); 2].join(" | "),
    );
}

#[test]
fn landmarks_are_found_by_name_role_and_place() {
    let body = format!("<p>{}</p>", SENTENCE.repeat(8));
    let text = SENTENCE.repeat(8);
    let text = text.trim_end();
    let inner = SENTENCE.repeat(3);
    for around in ["nav", "footer", "aside", "dialog", "header", "form", "fieldset", "label"] {
        check(&format!("<div>{body}<{around}>{inner}</{around}></div>"), text);
    }
    for role in ["navigation", "SEARCH", " contentinfo "] {
        check(&format!("<div>{body}<section role='{role}'>{inner}</section></div>"), text);
    }
    let both = format!("{} | {text}", inner.trim_end());
    check(&format!("<article><header>{inner}</header>{body}</article>"), &both);
    check(&format!("<section role=region>{inner}</section>{body}"), &both);
    check(&format!("<form>{body}</form>"), text);
}

#[test]
fn a_page_of_landmarks_only_is_kept() {
    let aside = format!("<aside><p>{SENTENCE}</p><p>{SENTENCE}</p></aside>");
    let html = format!("<nav>{}</nav>{aside}", links(9));
    check(&html, &[SENTENCE.trim_end(); 2].join(" | "));
}

#[test]
fn every_parameter_acts() {
    let text = SENTENCE.repeat(9);
    let aside = format!("<div><p>{text}</p></div><aside>{text}</aside>");
    let differs = |html: &str, config| kept(Config::default(), html) != kept(config, html);
    assert!(differs(&aside, Config::default().skip_landmarks(false)));

    // Less dense than the page as a whole: the threshold is the density of the body.
    let remark = "<div><p>A remark with <b>bold</b> and other words in it.</p></div>";
    let page = format!("<div><p>{text}</p><p>{text}</p></div>{remark}<ul>{}</ul>", links(3));
    assert!(differs(&page, Config::default().threshold_factor(1.0)));
    let strict = kept(Config::default().threshold_factor(1.0), &page);
    for outside in [-1.0, 2.0, f64::NAN] {
        assert_eq!(kept(Config::default().threshold_factor(outside), &page), strict);
    }

    let teaser = format!("<p><a href=/a>{text}</a></p>");
    let page = format!("<div><p>{text}</p><p>{text}</p></div><div>{teaser}{teaser}</div>");
    assert!(differs(&page, Config::default().measure(Measure::Text)));
}

#[test]
fn reasons_and_nodes() {
    let text = SENTENCE.repeat(6);
    let html = format!(
        "<div><p>{text}<p>{text}<p>{text}</div><nav>Menu</nav><section><p>{text}</section><ul>{}</ul>",
        links(2)
    );
    let (page, verdict) = judged(Config::default(), &html);
    let expected = [
        "in the densest block",
        "in the densest block",
        "in the densest block",
        "in a landmark",
        "in a dense block",
        "outside of the dense blocks",
        "outside of the dense blocks",
    ];
    assert_eq!(verdict.reasons, expected);
    assert_eq!(verdict.kept, [true, true, true, false, true, false, false]);
    let nodes = verdict.nodes.unwrap();
    let document = page.document();
    let names: Vec<_> = nodes.iter().map(|id| document.local_name(id).unwrap_or("#")).collect();
    assert_eq!(names.join(" "), "div p # p # p # section p #");
}

#[test]
fn landmarks_in_a_block_are_left_out() {
    let text = SENTENCE.repeat(6);
    let html = format!("<div><p>{text}<nav>Menu</nav><p>{text}<aside>Ad</aside></div>");
    check(&html, &[text.trim_end(); 2].join(" | "));
}

#[test]
fn confidence_falls_with_links_and_scattered_blocks() {
    let text = SENTENCE.repeat(6);
    let confidence = |html: &str| judged(Config::default(), html).1.confidence.unwrap();
    let whole = confidence(&format!("<div><p>{text}<p>{text}</div>"));
    let linked = confidence(&format!("<div><p>{text}<p>{text}<a href=/>{SENTENCE}</a></div>"));
    let scattered =
        confidence(&format!("<div><p>{text}<p>{text}<p>{text}</div><section><p>{text}</section>"));
    assert!((whole - 1.0).abs() < 1e-9, "{whole}");
    assert!(linked < 0.95 && scattered < 0.95, "{linked} {scattered}");
    assert!(linked > 0.5 && scattered > 0.5, "{linked} {scattered}");
}

/// Scores an element as the only child of the body, so that its own name and classes count.
fn score_of(element: &str) -> f64 {
    let page = measured(element);
    score(&page, page.document().first_child(page.document().body().unwrap()).unwrap())
}

#[test]
fn the_simple_score_by_number() {
    let hundred = "x".repeat(100);
    for (element, expected) in [
        (format!("<div>{hundred}</div>"), 10.0),
        (format!("<div>{hundred}<br></div>"), 5.0),
        (format!("<div>{}</div>", hundred.repeat(9)), 10.0),
        (format!("<div><a>{hundred}</a></div>"), 2.5),
        ("<article></article>".into(), 5.0),
        ("<article class=post-content></article>".into(), 8.0),
        ("<main></main>".into(), 4.0),
        ("<section></section>".into(), 2.0),
        (format!("<aside>{hundred}</aside>"), 5.0),
        (format!("<nav>{hundred}</nav>"), 0.0),
        ("<nav></nav>".into(), 0.0),
        ("<div class='Main_Content article'></div>".into(), 3.0),
        (format!("<div class='left sidebar'>{hundred}</div>"), 5.0),
        (format!("<div class='ad-slot widget'>{hundred}</div>"), 5.0),
        (format!("<div class='header shadow ads'>{hundred}</div>"), 10.0),
        ("<div itemtype=https://schema.org/NewsArticle></div>".into(), 5.0),
        ("<div role=main></div>".into(), 4.0),
    ] {
        let score = score_of(&element);
        assert!((score - expected).abs() < 1e-9, "{element}: {score}");
    }
    let text = measured("text");
    let body = text.document().body().unwrap();
    assert!(score(&text, text.document().first_child(body).unwrap()) <= 0.0);
}

#[test]
fn links_lower_the_composite() {
    let density = |html: &str| {
        let page = measured(html);
        let body = page.document().body().unwrap();
        let block = page.document().first_child(body).unwrap();
        composite_text_density(Counts::of(&page, block), Counts::of(&page, body).link_share())
    };
    let text = SENTENCE.repeat(4);
    let menu = "<ul><li><a href=/>Home</a></ul>";
    let plain = density(&format!("<div><p>{text}</p><b>{text}</b></div>{menu}"));
    let linked = density(&format!("<div><p>{text}</p><a href=/>{text}</a></div>{menu}"));
    assert!(linked < plain / 2.0, "{linked} {plain}");
}

#[test]
fn the_order_of_the_patterns() {
    let text = "A word and another one. ".repeat(20);
    let best = |html: &str| {
        let page = measured(html);
        extract_by_density(&page).map(|id| {
            let attribute = page.document().attrs(id).first();
            attribute.map_or(String::new(), |attr| page.document().attr_value(attr).to_owned())
        })
    };
    let blocks = [
        "<div class=plain>",
        "<div class=content>",
        "<section class=post-content>",
        "<section class=article-content>",
        "<section role=main>",
        "<main id=main>",
        "<article id=article>",
    ];
    let expected =
        ["plain", "content", "post-content", "article-content", "main", "main", "article"];
    let mut html = String::new();
    for (block, expected) in blocks.iter().zip(expected) {
        let name = block[1..].split(' ').next().unwrap();
        html = format!("{html}{block}{text}</{name}>");
        assert_eq!(best(&html).as_deref(), Some(expected), "{html}");
    }
    assert_eq!(best(&format!("<article id=a>Short.</article>{html}")).as_deref(), Some("article"));
    assert_eq!(best(&format!("<div>{}</div>", "x".repeat(199))), None);
    assert!(best(&format!("<div>{}</div>", "x".repeat(200))).is_some());
    let two =
        format!("<article id=a>{text}{}</article><article id=b>{text}</article>", "<br>".repeat(9));
    assert_eq!(best(&two).as_deref(), Some("b"));
}

#[test]
fn hostile_pages() {
    let run = || {
        for (name, page) in hostile() {
            let html = page(1 << 12);
            let (page, verdict) = judged(Config::default(), &html);
            assert_eq!(verdict.kept.len(), page.paragraphs().len(), "{name}");
            let confidence = verdict.confidence.unwrap_or_default();
            assert!((0.0..=1.0).contains(&confidence), "{name}: {confidence}");
            extract_by_density(&page);
        }
    };
    let thread = std::thread::Builder::new().stack_size(512 << 10).spawn(run).unwrap();
    assert!(thread.join().is_ok());
}

/// Each page is large enough that quadratic work would be noticed; what is asserted is the answer.
#[test]
fn large_pages() {
    let siblings = format!("<div>{}</div>", "<p>One two three.</p>".repeat(100_000));
    assert_eq!(kept(Config::default(), &siblings).matches("One").count(), 100_000);
    let deep = format!("{}{LAST_SENTENCE}", "<div><p>x</p>".repeat(100_000));
    assert!(kept(Config::default(), &deep).contains(LAST_SENTENCE));
    let landmarks = format!("<p>{SENTENCE}</p>{}", "<div>x<nav>zzz</nav></div>".repeat(100_000));
    assert!(!kept(Config::default(), &landmarks).contains("zzz"));
}
