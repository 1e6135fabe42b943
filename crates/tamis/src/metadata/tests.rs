//! Metadata of whole pages, field by field and source by source.

use tamis_dom::Parser;

use super::place::{Extent, Fit, Reach, Vocabulary};
use super::*;

/// A script of JSON-LD.
macro_rules! ld {
    ($json:literal) => {
        concat!("<script type=application/ld+json>", $json, "</script>")
    };
}

mod authors;
mod images;
mod titles;

fn metadata(html: &str) -> Metadata {
    let page = Page::measure(Parser::default().parse(html));
    Metadata::of(&page.with_url(Url::parse("https://example.com/a/b").unwrap()))
}

/// Checks a field of each page: the value and its source.
fn check(field: fn(Metadata) -> Option<Value>, cases: &[(&str, Option<(&str, &str)>)]) {
    for (html, expected) in cases {
        let found = field(metadata(html));
        let found = found.as_ref().map(|value| (value.as_str(), value.source()));
        assert_eq!(found, *expected, "{html}");
    }
}

/// Checks a list of each page.
fn check_list(field: fn(Metadata) -> Vec<Value>, cases: &[(&str, &[&str])]) {
    for (html, expected) in cases {
        let found = field(metadata(html));
        let found: Vec<&str> = found.iter().map(Value::as_str).collect();
        assert_eq!(found, *expected, "{html}");
    }
}

#[test]
fn titles() {
    check(
        |metadata| metadata.title,
        &[
            ("<title>A\n &lt;b&gt; </title>", Some(("A <b>", "title"))),
            ("<title>Bread - Example</title>", Some(("Bread", "title"))),
            ("<title>Bread - Butter</title>", Some(("Bread - Butter", "title"))),
            (
                "<title>Crumb: Bread</title><meta property=og:site_name content=Crumb>",
                Some(("Bread", "title")),
            ),
            ("<title>Example</title>", Some(("Example", "title"))),
            (
                "<title>Example</title><h1>Bread</h1><form><h1>Example, write us</h1></form>",
                Some(("Bread", "h1")),
            ),
            (
                "<title>On bread - Example</title><h1>Example</h1><h1>On bread</h1>",
                Some(("On bread", "h1")),
            ),
            ("<title>On bread and more</title><h1>On bread¶</h1>", Some(("On bread", "h1"))),
            (
                "<meta property=og:title content=Bread><h2>Bread</h2>",
                Some(("Bread", "meta og:title")),
            ),
            (
                "<meta name=twitter:title content=T><meta property=og:title content=O>",
                Some(("O", "meta og:title")),
            ),
            (
                ld!(r#"{"@type":"NewsArticle","headline":"A &amp; B"}"#),
                Some(("A & B", "json-ld NewsArticle.headline")),
            ),
            ("<h1 itemprop=headline>Bread</h1><nav><h1>Menu</h1></nav>", Some(("Bread", "h1"))),
            ("<p>Bread", None),
        ],
    );
}

#[test]
fn headings_that_are_not_the_title() {
    check(
        |metadata| metadata.title,
        &[
            // A motto, and the same title in other words.
            (
                "<title>How to bake rye bread</title><h1>Fresh every day</h1>",
                Some(("How to bake rye bread", "title")),
            ),
            (
                "<title>How to bake rye bread</title><h1>Baking rye bread</h1>",
                Some(("Baking rye bread", "h1")),
            ),
            (
                concat!(
                    ld!(r#"{"@type":"NewsArticle","headline":"Bread rises faster than wages"}"#),
                    "<h1>Bread: faster than wages</h1>"
                ),
                Some(("Bread: faster than wages", "h1")),
            ),
            ("<title>裸麦面包的做法</title><h1>面包做法</h1>", Some(("面包做法", "h1"))),
            // More than the title.
            (
                "<title>Bread prices rise</title><h1>News: Bread prices rise</h1>",
                Some(("Bread prices rise", "title")),
            ),
            // The name of a manual.
            (
                "<title>Quick start — Bread 2.0 Manual</title><h1>Bread 2.0 Manual</h1><h2>Quick start</h2>",
                Some(("Quick start", "title")),
            ),
            (
                "<title>Bread 2.0 Manual</title><h1>Bread 2.0 Manual</h1>",
                Some(("Bread 2.0 Manual", "h1")),
            ),
            (
                "<title>Rye bread</title><h1><style>.x{}</style>Rye <svg><title>Mark</title></svg>bread</h1>",
                Some(("Rye bread", "h1")),
            ),
        ],
    );
}

#[test]
fn names_of_sites_with_more_words() {
    check(
        |metadata| metadata.title,
        &[
            ("<title>Rye bread - Example Forums</title>", Some(("Rye bread", "title"))),
            (
                "<title>Rye bread / Baking / Example Forums</title>",
                Some(("Rye bread / Baking", "title")),
            ),
            (
                "<meta property=og:site_name content=Crumb><meta property=og:title content='Rye | Crumb US'>",
                Some(("Rye", "meta og:title")),
            ),
            (
                "<title>Rye - Example of a bread that is easy</title>",
                Some(("Rye - Example of a bread that is easy", "title")),
            ),
        ],
    );
}

#[test]
fn canonical_address() {
    check(
        |metadata| metadata.canonical,
        &[
            (
                "<link rel='nofollow Canonical' href=' /c '>",
                Some(("https://example.com/c", "link canonical")),
            ),
            (
                "<meta property=og:url content=https://o.example/><link rel=canonical href=c>",
                Some(("https://example.com/a/c", "link canonical")),
            ),
            (
                "<link rel=canonical href=''><meta property=og:url content=//o.example/x>",
                Some(("https://o.example/x", "meta og:url")),
            ),
            ("<link rel=canonical href=javascript:alert(1)>", None),
            (
                "<base href=/d/><link rel=canonical href=c>",
                Some(("https://example.com/d/c", "link canonical")),
            ),
            ("<a rel=canonical href=c>not a link element</a>", None),
            ("<template><link rel=canonical href=c></template>", None),
        ],
    );
}

#[test]
fn authors_and_their_places() {
    check_list(
        |metadata| metadata.authors,
        &[
            (
                ld!(r#"{"@type":"Article","author":[{"name":"Ann Lee"},{"name":"Bo Ek"}]}"#),
                &["Ann Lee", "Bo Ek"],
            ),
            (
                ld!(
                    r##"{"@graph":[{"@type":"Article","author":{"@id":"#a"}},{"@id":"#a","@type":"Person","name":"Ann Lee"}]}"##
                ),
                &["Ann Lee"],
            ),
            ("<meta name=author content='Ann Lee'><p class=byline>By Bo Ek</p>", &["Ann Lee"]),
            ("<meta property=article:author content=https://social.example/ann>", &[]),
            (
                "<meta name=twitter:label1 content='Written by'><meta name=twitter:data1 content='Ann Lee'>",
                &["Ann Lee"],
            ),
            (
                "<meta name=twitter:label1 content='Reading time'><meta name=twitter:data1 content='Ann Lee'>",
                &[],
            ),
        ],
    );
    let cases: &[(&str, &[&str])] = &[
        (
            "<p>By <a rel=author href=/x>Ann Lee</a> and <a rel=author href=/y>Bo Ek</a></p>",
            &["Ann Lee", "Bo Ek"],
        ),
        ("<div class=byline><span>By</span> <b>Ann Lee</b> <i>Editor</i></div>", &["Ann Lee"]),
        ("<div class=meta>By <a class=author-name>Ann Lee</a></div>", &["Ann Lee"]),
        ("<p>By Ann Lee</p>", &["Ann Lee"]),
        ("<p>Written by</p><p>Ann Lee</p>", &["Ann Lee"]),
        ("<p><a href=/author/ann>Ann Lee</a></p>", &["Ann Lee"]),
        ("<p>By using this page you agree</p>", &[]),
        ("<footer><p class=author>Ann Lee</p></footer>", &[]),
        ("<p class=authors>Example</p>", &[]),
        (
            "<div itemscope itemtype=https://schema.org/Comment><b itemprop=author>Ann Lee</b></div>",
            &[],
        ),
    ];
    for (body, expected) in cases {
        let html = format!("<meta property=og:type content=article><h1>Bread</h1>{body}");
        check_list(|metadata| metadata.authors, &[(&html, expected)]);
        let without_sign = format!("<h1>Bread</h1>{body}");
        let is_introduced = body.contains("By ") || body.contains("by<") || body.contains("By<");
        let expected = if is_introduced { *expected } else { &[] };
        if !body.contains("rel=author") {
            check_list(|metadata| metadata.authors, &[(&without_sign, expected)]);
        }
    }
}

#[test]
fn logos_are_no_titles() {
    let page = "<title>How to bake bread</title>";
    for logo in ["<h1 class=logo>Bread and more</h1>", "<h1><a href=/>Bread and more</a></h1>"] {
        let html = format!("{page}{logo}<p>Bread</p>");
        assert_eq!(metadata(&html).title.as_deref(), Some("How to bake bread"));
        assert_eq!(metadata(&html[page.len()..]).title, None);
    }
}

#[test]
fn authors_after_chinese_labels() {
    check_list(
        |metadata| metadata.authors,
        &[
            (
                "<p>2024-01-02 来源：晨报</p><p>面包涨价了</p><p>作者：王小明 李雷</p>",
                &["王小明", "李雷"],
            ),
            ("<p>2024-01-02</p><p>晨报记者 王小明</p>", &["王小明"]),
            ("<p>2024-01-02</p><p>记者了解到，面包涨价了。</p>", &[]),
            ("<p>作者：王小明</p>", &[]),
            ("<p>2024-01-02</p><aside class=related><p>作者：王小明</p></aside>", &[]),
            ("<meta name=author content=李雷><p>2024-01-02</p><p>作者：王小明</p>", &["李雷"]),
            ("<meta name=author content=a.com><p>2024-01-02</p><p>作者：王小明</p>", &["王小明"]),
            ("<meta name=author content=a.com><p>2024-01-02</p><p>面包</p>", &[]),
            ("<p>2024-01-02</p><p>来源：晨报 编辑：王小明</p>", &["王小明"]),
            ("<p>2024-01-02</p><p>记者 李雷</p><p>责编：王小明</p>", &["李雷"]),
        ],
    );
}

#[test]
fn a_heading_that_the_address_names_is_the_title() {
    let title = |html: &str, address: &str| {
        let page = Page::measure(Parser::default().parse(html));
        Metadata::of(&page.with_url(Url::parse(address).unwrap())).title.unwrap().into_string()
    };
    let html = "<title>Crumb - Talk of the oven</title><h1>Enameled pans and metal spoons</h1>";
    let named = "https://example.com/comments/1rl/enameled_pans_and_metal_spoons/";
    assert_eq!(title(html, named), "Enameled pans and metal spoons");
    let motto = "https://example.com/what-bakers-say";
    assert_eq!(title(html, motto), "Crumb - Talk of the oven");
    let aside = format!("<div class=flex-nav-expanded>{html}</div>");
    assert_eq!(title(&aside, named), "Enameled pans and metal spoons");
    assert_eq!(title(html, "https://example.com/pans"), "Crumb - Talk of the oven");
}

#[test]
fn front_pages_and_products_have_no_author() {
    let html = "<meta name=author content='Ann Lee'>";
    let page = Page::measure(Parser::default().parse(html));
    let page = page.with_url(Url::parse("https://example.com/").unwrap());
    assert!(Metadata::of(&page).authors.is_empty());
    let product = format!("<meta property=og:type content=product>{html}");
    assert!(metadata(&product).authors.is_empty());
    assert_eq!(metadata(html).byline.as_deref(), Some("Ann Lee"));
}

#[test]
fn publication_and_change_are_told_apart() {
    check(
        |metadata| metadata.published,
        &[
            (
                "<meta property=article:published_time content=2024-01-02T03:04:05Z>",
                Some(("2024-01-02T03:04:05Z", "meta article:published_time")),
            ),
            (
                "<time itemprop=datepublished datetime=2024-01-02>yesterday</time>",
                Some(("2024-01-02", "itemprop datePublished")),
            ),
            (
                "<span itemprop=datePublished>\n 2 January\n 2024 </span>",
                Some(("2024-01-02", "itemprop datePublished")),
            ),
            ("<time pubdate datetime=2024-01-02>x</time>", Some(("2024-01-02", "time[datetime]"))),
            ("<h1>Bread</h1><p class=date>2. Januar 2024</p>", Some(("2024-01-02", "class"))),
            ("<h1>Bread</h1><p>2. Januar 2024</p>", Some(("2024-01-02", "text"))),
            (
                "<h1>Bread</h1><abbr class=published title=2024-01-02T03:04:05Z>3 AM</abbr>",
                Some(("2024-01-02T03:04:05Z", "class")),
            ),
            ("<p>Published</p><p>2 January 2024</p>", Some(("2024-01-02", "text, published"))),
            (
                "<meta property=og:type content=article><script>x={\"datePublished\":\"2024-01-02\"}</script>",
                Some(("2024-01-02", "script datePublished")),
            ),
            ("<script>x={\"datePublished\":\"2024-01-02\"}</script>", None),
            (
                concat!(
                    ld!(r#"{"@type":"WebPage","datePublished":"2024-01-02"}"#),
                    "<meta name=author content='Ann Lee'>"
                ),
                None,
            ),
            ("<h1>Bread</h1><p>Offer valid through January 2, 2024</p>", None),
            ("<h1>Bread</h1><p>Expires 01/02/24</p>", None),
            ("<meta property=article:published_time content=soon>", None),
            ("<h1>Bread</h1><p>Since 1950-01-02</p>", None),
            (
                "<div itemscope itemtype=http://schema.org/Comment><b itemprop=datePublished content=2024-01-02></b></div>",
                None,
            ),
            ("<meta property=article:modified_time content=2024-01-02>", None),
        ],
    );
    check(
        |metadata| metadata.modified,
        &[
            (
                "<meta property=og:updated_time content=2024-01-03><meta property=article:modified_time content=2024-01-02>",
                Some(("2024-01-02", "meta article:modified_time")),
            ),
            (
                "<h1>Bread</h1><p>Last updated: <time datetime=2024-01-02>x</time></p>",
                Some(("2024-01-02", "time[datetime]")),
            ),
            ("<meta property=article:published_time content=2024-01-02>", None),
        ],
    );
}

#[test]
fn two_sources_outweigh_one() {
    let html = "<meta property=article:published_time content=2024-05-06><h1>Bread</h1>
        <time datetime=2024-01-02>2 January</time>";
    assert_eq!(metadata(html).published.as_deref(), Some("2024-01-02"));
    let agreed = html.replace("<h1>", "<meta name=pubdate content=2024-05-06><h1>");
    assert_eq!(metadata(&agreed).published.as_deref(), Some("2024-05-06"));
    let candidates = metadata(html).candidates().to_vec();
    let days: Vec<(&str, &str)> = candidates
        .iter()
        .filter(|candidate| candidate.field == Field::Published)
        .map(|candidate| (candidate.value.as_str(), candidate.value.source()))
        .collect();
    assert_eq!(
        days,
        [("2024-01-02", "time[datetime]"), ("2024-05-06", "meta article:published_time")]
    );
}

#[test]
fn a_list_of_days_is_of_other_pages() {
    let item = |day: u32| format!("<p><time datetime=2024-01-0{day}>x</time></p>");
    let html = |days: u32| "<h1>News</h1>".to_owned() + &(1..=days).map(item).collect::<String>();
    assert_eq!(metadata(&html(4)).published, None);
    assert_eq!(metadata(&html(2)).published.as_deref(), Some("2024-01-01"));
    // A date with another class than the list is not part of it.
    let html = html(5).replace("</h1>", "</h1><p class=posted>February 3, 2024</p>");
    assert_eq!(metadata(&html).published.as_deref(), Some("2024-02-03"));
}

#[test]
fn the_day_nearest_the_heading() {
    let html = format!(
        "<div class=date>2024-05-06</div><p>{}</p><h1>Bread</h1><div class=date>2024-01-02</div>",
        "x".repeat(90)
    );
    assert_eq!(metadata(&html).published.as_deref(), Some("2024-01-02"));
    let only = "<div class=date>2024-05-06</div><h1>Bread</h1>";
    assert_eq!(metadata(only).published.as_deref(), Some("2024-05-06"));
}

#[test]
fn a_line_next_to_the_heading_counts_whatever_its_class() {
    let line = "<div class=teaser-meta>By Ann Baker, 2 January 2024</div>";
    let adjacent = format!("<article><h1>Bread</h1>{line}</article>");
    assert_eq!(metadata(&adjacent).published.as_deref(), Some("2024-01-02"));
    let elsewhere = format!("<article><h1>Bread</h1></article><section>{line}</section>");
    assert_eq!(metadata(&elsewhere).published, None);
    let long = adjacent.replace("By Ann", &"x ".repeat(200));
    assert_eq!(metadata(&long).published, None);
}

#[test]
fn days_of_changes_and_other_things_are_not_of_publication() {
    let times = "<h1>Bread</h1><time itemprop=dateModified>2024-05-06</time>
        <time itemprop=datePublished>2024-01-02</time>";
    assert_eq!(metadata(times).published.as_deref(), Some("2024-01-02"));
    assert_eq!(metadata(times).modified.as_deref(), Some("2024-05-06"));
    let member = "<h1>Bread</h1><p>Registered: 2019-01-02</p><p>2024-01-02</p>";
    assert_eq!(metadata(member).published.as_deref(), Some("2024-01-02"));
}

#[test]
fn the_line_of_wordpress_below_a_post() {
    let rest = "and is filed under Bread. You can follow any responses to this entry. ".repeat(4);
    let text = format!("This entry was posted on Tuesday, January 2nd, 2024 at 10:00 {rest}");
    let html = format!("<h1>Bread</h1><p>{}</p><p>{text}</p>", "long ".repeat(400));
    assert_eq!(metadata(&html).published.as_deref(), Some("2024-01-02"));
    let other = html.replace("This entry was posted", "We baked");
    assert_eq!(metadata(&other).published, None);
}

#[test]
fn a_time_with_a_zone_is_more_exact_than_the_shown_day() {
    let html = |datetime: &str| {
        format!("<h1>Bread</h1><p class=date><time datetime={datetime}>Jan 3, 2024</time></p>")
    };
    let published = |datetime: &str| {
        let value = metadata(&html(datetime)).published;
        value.map(|value| value[..10].to_owned())
    };
    assert_eq!(published("2024-01-02T22:00:00-05:00").as_deref(), Some("2024-01-02"));
    assert_eq!(published("2024-01-02T22:00:00Z").as_deref(), Some("2024-01-03"));
    assert_eq!(published("2023-01-02T22:00:00-05:00").as_deref(), Some("2024-01-03"));
}

#[test]
fn a_day_in_a_title_attribute() {
    let html = "<h1>Bread</h1><span class=date title='2 January 2024, 10:00'>3 days ago</span>";
    assert_eq!(metadata(html).published.as_deref(), Some("2024-01-02"));
    let shown = html.replace("3 days ago", "2024-05-06");
    assert_eq!(metadata(&shown).published.as_deref(), Some("2024-05-06"));
}

#[test]
fn a_long_text_is_no_date() {
    let html = format!("<div itemprop=datePublished>{}</div>", "long ".repeat(100));
    assert_eq!(metadata(&html).published, None);
}

#[test]
fn authors_of_catalogues() {
    check_list(
        |metadata| metadata.authors,
        &[
            (
                "<meta name=citation_author content='Quill, Ida'>\
                 <meta name=citation_author content='van der Ferris, Manu J.'>",
                &["Ida Quill", "Manu J. van der Ferris"],
            ),
            ("<meta name=DC.creator content='Quill, Ida'>", &["Ida Quill"]),
            ("<meta name=dcterms.creator content='Quill, Ida; Lee, Bo'>", &["Ida Quill", "Bo Lee"]),
            ("<meta name=author content='Quill, Ida'>", &["Ida Quill"]),
            ("<meta name=parsely-author content='Quill, Ida'>", &["Ida Quill"]),
            ("<meta name=author value='Ida Quill'>", &["Ida Quill"]),
            ("<meta name=author value='Ida Quill' content=''>", &[]),
            ("<meta name=author content='Ida Quill, Bo Lee'>", &["Ida Quill", "Bo Lee"]),
        ],
    );
}

#[test]
fn marked_authors_need_no_date() {
    let person = "<span itemprop=author itemscope itemtype=https://schema.org/Person>\
                  <span itemprop=name>Ida Quill</span></span>";
    let article = "<div itemscope itemtype=https://schema.org/NewsArticle>";
    check_list(
        |metadata| metadata.authors,
        &[
            (&format!("{article}<h1>Bread</h1>{person}<p>Text</div>"), &["Ida Quill"]),
            ("<h1>Bread</h1><a rel=author href=/ida>Ida Quill</a><p>Text", &["Ida Quill"]),
            ("<h1>Bread</h1><span class=author>Ida Quill</span><p>Text", &[]),
        ],
    );
}

#[test]
fn languages_are_valid_tags() {
    for (html, expected) in [
        ("<html lang=de_DE>", Some("de-DE")),
        ("<html lang=utf-8><meta property=og:locale content=pl_PL>", Some("pl-PL")),
        ("<meta name=language content=English>", None),
    ] {
        assert_eq!(metadata(html).language.as_deref(), expected, "{html}");
    }
}

#[test]
fn lists_and_names() {
    check_list(
        |metadata| metadata.tags,
        &[
            ("<meta name=keywords content='bread, salt; Bread,'>", &["bread", "salt"]),
            ("<a rel=tag>bread</a><a rel=tag>salt</a>", &["bread", "salt"]),
            (ld!(r#"{"@type":"Article","keywords":["bread","salt"]}"#), &["bread", "salt"]),
        ],
    );
    check_list(
        |metadata| metadata.categories,
        &[
            ("<meta property=article:section content=Food>", &["Food"]),
            ("<a rel='category tag'>Food</a><a rel=tag>bread</a>", &["Food"]),
        ],
    );
    check_list(
        |metadata| metadata.feeds,
        &[
            (
                "<link rel=alternate type=application/rss+xml href=/feed>",
                &["https://example.com/feed"],
            ),
            ("<link rel=alternate hreflang=de href=/de>", &[]),
        ],
    );
}

#[test]
fn single_values() {
    let html = "<html lang=' en-GB ' dir=RTL><meta name=description content=long><meta property=og:description content=''>
        <meta name=twitter:site content=@crumb><link rel=license href=/cc><meta property=og:type content=article>";
    let found = metadata(html);
    let text =
        |value: &Option<Value>| value.as_ref().map(|value| format!("{value} < {}", value.source()));
    assert_eq!(text(&found.description).as_deref(), Some("long < meta description"));
    assert_eq!(text(&found.site_name).as_deref(), Some("crumb < meta twitter:site"));
    assert_eq!(text(&found.language).as_deref(), Some("en-GB < html[lang]"));
    assert_eq!(text(&found.direction).as_deref(), Some("rtl < html[dir]"));
    assert_eq!(text(&found.page_kind).as_deref(), Some("article < meta og:type"));
    assert_eq!(text(&found.hostname).as_deref(), Some("example.com < url"));
    assert!(found.license.is_some_and(|license| license.ends_with("/cc")));
    assert!(found.text_ratio.abs() < 0.05);
}

#[test]
fn relative_addresses_stay_without_a_base() {
    let html =
        "<link rel=canonical href=/c><meta property=og:image content=https://i.example/1.png>";
    let found = Metadata::of(&Page::measure(Parser::default().parse(html)));
    assert_eq!(found.canonical.as_deref(), Some("/c"));
    assert_eq!(found.image.as_deref(), Some("https://i.example/1.png"));
}

#[test]
fn known_fields_are_not_replaced() {
    let value = |text: &str| Some(Value::new(text, "test"));
    let mut known = Metadata {
        byline: value("Maren"),
        published: value("2 January 2024"),
        ..Metadata::default()
    };
    let other = Metadata { byline: value("nobody"), modified: value("2"), ..Metadata::default() };
    known.complete_with(other, None);
    assert_eq!(known.byline.as_deref(), Some("Maren"));
    assert_eq!(known.modified.as_deref(), Some("2"));
    assert_eq!(known.published.as_deref(), Some("2024-01-02"));
}

#[test]
fn candidates_are_bounded() {
    for html in [
        "<time datetime=2024-01-02>x</time>".repeat(5000),
        "<p class='author date'>By Ann Lee".repeat(5000),
        "<div class=author>".repeat(5000),
        "<meta name=author content=x>".repeat(5000),
        format!("<script type=application/ld+json>{}</script>", "[{".repeat(50_000)),
        format!("<div class='{}'>{}", "a ".repeat(500_000), "<p>2 May 2024".repeat(20_000)),
        "<a rel='tag author' href=/author/x>y</a>".repeat(5000),
    ] {
        let found = metadata(&html);
        assert!(found.candidates().len() < 2000, "{}", &html[..30]);
    }
}

#[test]
fn dublin_core() {
    let page = metadata(
        "<meta name=DC.title content='Bread at home'><meta name=dcterms.creator content='Ann Baker'>\
         <meta name=DC.date.issued content=2021-03-04><meta property=dcterms:modified content=2021-03-05>\
         <meta name=DC.Publisher content='The Bakery'><meta name=dc.language content=en>\
         <meta name=dcterms.license content=https://example.com/licence><meta name=dc.subject content=yeast>",
    );
    let known = [&page.title, &page.published, &page.modified, &page.site_name, &page.license];
    let known = known.map(|value| value.as_deref().unwrap_or_default());
    let expected =
        ["Bread at home", "2021-03-04", "2021-03-05", "The Bakery", "https://example.com/licence"];
    assert_eq!(known, expected);
    assert_eq!(page.authors[0].as_str(), "Ann Baker");
    assert_eq!(page.authors[0].source(), "meta dcterms.creator");
    assert_eq!(page.tags[0].as_str(), "yeast");
}

#[test]
fn rdfa_with_and_without_prefix() {
    for prefix in ["", "schema:"] {
        let page = metadata(&format!(
            "<div vocab=https://schema.org/ typeof={prefix}Article><h1 property={prefix}headline>Bread at home</h1>\
             <p property={prefix}author typeof={prefix}Person><b property={prefix}name>Ann Baker</b></p>\
             <time property={prefix}datePublished datetime=2021-03-04>4 March</time></div>"
        ));
        assert_eq!(page.title.as_deref(), Some("Bread at home"), "{prefix}");
        assert_eq!(page.authors.first().map(Value::as_str), Some("Ann Baker"), "{prefix}");
        assert_eq!(page.published.as_deref(), Some("2021-03-04"), "{prefix}");
    }
}

/// A page with most sources.
const RICH: &str = concat!(
    "<html lang=en dir=ltr><title>Bread | Example</title><meta property=og:title content='Good bread'>",
    "<meta name=twitter:title content='Bread, bread'><meta property=og:type content=article>",
    "<meta property=og:image content=a.png><link rel=canonical href=/bread><link rel=icon href=i>",
    "<link rel=alternate type=application/rss+xml href=/feed><meta name=keywords content='rye, salt'>",
    "<meta name=date content=2024-05-06><script type=application/ld+json>",
    r#"{"@type":"WebPage","name":"Bread at home","datePublished":"2024-07-08"}</script>"#,
    "<h1>Our bread</h1><p class=byline>Ann Lee</p><p>By Bo Ek</p><a rel=author href=/x>Cy Oe</a>",
    "<p>Written by</p><p>Di Fu</p><p><a href=/author/gus>Gus Hay</a></p><a rel=tag>bread</a>",
    "<p class='author x'>By Ida Jo</p><time datetime=2024-01-02>2 January</time>",
    "<p class=date>3 January 2024</p><p>Published: 4 January 2024</p><p>5 January 2024</p>",
    "<p>Updated 6 January 2024</p><b itemprop=articleSection>Food</b><footer>",
    "<time>2024-01-07</time></footer>",
);

#[test]
fn exchanged_trust_changes_only_the_choice() {
    let page = Page::measure(Parser::default().parse(RICH));
    let usual = Metadata::of(&page);
    // Everything about a candidate except its trust and its position.
    let sorted = |metadata: &Metadata| {
        let of = |found: &Candidate| {
            (found.field, found.value.clone(), found.standing, found.tiebreak, found.node)
        };
        let mut all: Vec<_> = metadata.candidates().iter().map(of).collect();
        all.sort_by_key(|(field, value, _, _, node)| {
            (*field, value.to_string(), value.source().to_owned(), *node)
        });
        all
    };
    let meta = |vocabulary| Place::Meta(vocabulary, Fit::Exact);
    let (title, byline) = (Field::Title, Field::Author);
    for (field, first, second, before, after) in [
        (title, meta(Vocabulary::OpenGraph), Place::TitleElement, "Our bread", "Our bread"),
        (title, Place::RelatedHeading, meta(Vocabulary::Twitter), "Our bread", "Bread, bread"),
        (byline, Place::AuthorLink(Extent::Inner), Place::ByLine, "Cy Oe", "Bo Ek, Ida Jo"),
        (byline, Place::AuthorLink(Extent::Inner), Place::LineAfterBy, "Cy Oe", "Di Fu"),
    ] {
        let mut changed = Metadata::with_trust(&page, None, Trust::exchanged(field, first, second));
        let chosen = |metadata: &Metadata| {
            let value = if field == title { &metadata.title } else { &metadata.byline };
            value.as_ref().map(Value::to_string)
        };
        assert_eq!(chosen(&usual).as_deref(), Some(before), "{first:?}");
        assert_eq!(chosen(&changed).as_deref(), Some(after), "{first:?}");
        assert_eq!(sorted(&changed), sorted(&usual), "{first:?}");
        changed.candidates.clone_from(&usual.candidates);
        changed.title.clone_from(&usual.title);
        changed.byline.clone_from(&usual.byline);
        changed.authors.clone_from(&usual.authors);
        assert_eq!(changed, usual, "{first:?}");
    }
    // The vote has its own weights: the day stays, whatever the order of trust.
    for (first, second) in [
        (Place::Time(Reach::Near), Place::DateClass(Reach::Near)),
        (Place::Time(Reach::Near), Place::LabelledLine),
        (Place::DateClass(Reach::Near), meta(Vocabulary::OpenGraph)),
    ] {
        let trust = Trust::exchanged(Field::Published, first, second);
        let changed = Metadata::with_trust(&page, None, trust);
        assert_eq!(changed.published.as_deref(), Some("2024-01-03"), "{first:?}");
        assert_eq!(sorted(&changed), sorted(&usual), "{first:?}");
    }
}

#[test]
fn serialized_metadata_round_trips() {
    let found = metadata(RICH);
    let json = serde_json::to_string(&found).unwrap();
    let mut read: Metadata = serde_json::from_str(&json).unwrap();
    assert_eq!(serde_json::to_string(&read).unwrap(), json);
    read.candidates.clone_from(&found.candidates);
    assert_eq!(read, found);
    let empty: Metadata = serde_json::from_str("{}").unwrap();
    assert_eq!(empty, Metadata::default());
    assert!(serde_json::from_str::<Date>("\"2024-02-30\"").is_err());
}

#[test]
fn descriptions_name_the_kind_of_source() {
    let mut kinds = std::collections::HashSet::new();
    for Candidate { value, place, .. } in metadata(RICH).candidates() {
        let described = Value::new(value.as_str(), value.source().to_owned());
        assert_eq!(described, *value, "{place:?}");
        kinds.insert(value.found_in());
    }
    // All kinds except `Address`, `Script` and `Other`.
    assert_eq!(kinds.len(), 12, "{kinds:?}");
    for name in ["", "readability", "site rule", "url of a feed", "titles"] {
        assert_eq!(Value::new("", name).found_in(), Source::Other, "{name}");
    }
    assert_eq!(Value::new("", "url").found_in(), Source::Address);
    assert_eq!(Value::new("", "script createdAt").found_in(), Source::Script);
}

#[test]
fn fields_are_serialized_as_their_names() {
    for field in [Field::Title, Field::SiteName, Field::PageKind, Field::Feed] {
        let json = serde_json::to_string(&field).unwrap();
        assert_eq!(json, format!("\"{}\"", field.name()));
    }
}

#[test]
fn a_language_is_one_file() {
    // The words are those of the made-up language of `words/files.rs`.
    let found = metadata(
        "<h1>Pano</h1><p>Skribzita de Ana Loro<p>Eldonzita: 2 Trizok 2024<p>Shanzhita 3 Trizok 2024",
    );
    assert_eq!(found.authors.iter().map(Value::as_str).collect::<Vec<_>>(), ["Ana Loro"]);
    assert_eq!(found.published.as_deref(), Some("2024-03-02"));
    assert_eq!(found.modified.as_deref(), Some("2024-03-03"));
}
