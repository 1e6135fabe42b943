//! Every directive, and files with errors.

use std::sync::Arc;

use tamis_dom::{Document, Limits, NodeId, Parser};

use super::evaluator::Evaluator;
use super::*;
use crate::engine::Engine;
use crate::metadata::Value;
use crate::page::Warning;
use crate::render::HtmlOptions;
use crate::verdict::{Context, Verdict};
use crate::{Config, Extraction, Extractor, Input, Page};

/// Keeps all paragraphs, and calls the page "All".
struct KeepAll;

impl Engine for KeepAll {
    fn name(&self) -> &'static str {
        "keep-all"
    }

    fn judge(&self, page: &Page, _: &Context<'_>) -> Verdict {
        let mut verdict = Verdict::everything("keep-all", page);
        verdict.confidence = Some(0.5);
        verdict.metadata.title = Some(Value::new("All", "keep-all"));
        verdict
    }
}

fn url(text: &str) -> Url {
    Url::parse(text).unwrap()
}

/// Returns rules for `example.com` from a text without warnings.
#[track_caller]
fn rules(text: &str) -> SiteRules {
    let mut rules = SiteRules::default();
    assert_eq!(rules.add("example.com.txt", text), [], "{text}");
    rules
}

#[track_caller]
fn extract(text: &str, html: &str) -> Extraction {
    extract_by(rules(text), html)
}

fn extract_by(rules: SiteRules, html: &str) -> Extraction {
    let mut extractor =
        Extractor::with_engine(KeepAll, Config::default().site_rules(Arc::new(rules))).unwrap();
    extractor.extract(Input::from(html).url(&url("https://example.com/story")))
}

#[test]
fn a_page_without_an_address_names_its_site() {
    let rules = Arc::new(rules("body: //b\nfind_string: <i>One</i>\nreplace_string: <b>One</b>"));
    let config = Config::default().site_rules(rules);
    let mut extractor = Extractor::with_engine(KeepAll, config).unwrap();
    for (head, expected) in [
        ("<link rel=canonical href=https://www.example.com/a>", "One"),
        ("<meta property=og:url content=https://example.com/>", "One"),
        ("<link rel=canonical href=/a>", "One two"),
        ("<link rel=canonical href=https://example.org/a>", "One two"),
    ] {
        let page = format!("<head>{head}</head><p><i>One</i> two");
        let found = extractor.extract(&page);
        assert_eq!((found.text(), found.parsed_page().url()), (expected, None), "{head}");
        let measured = extractor.page(&page);
        let verdict = extractor.decide(&measured).verdict;
        assert_eq!(crate::render::text(&measured, &verdict), expected, "{head}");
        // An address that is given comes first.
        let other = url("https://example.net/");
        assert_eq!(extractor.extract(Input::from(&page).url(&other)).text(), "One two");
    }
}

/// Returns the paragraphs of the text, joined by `|`.
#[track_caller]
fn text(rules: &str, html: &str) -> String {
    extract(rules, html).text().replace("\n\n", "|")
}

#[track_caller]
fn html(rules: &str, html: &str) -> String {
    let html = extract(rules, html).html_with(&HtmlOptions::default().fragment(true));
    html.replace('\n', "")
}

/// Returns the warnings about a file with their lines.
fn warnings(text: &str) -> Vec<(usize, String)> {
    let mut rules = SiteRules::default();
    let warnings = rules.add("example.com", text).into_iter();
    warnings.map(|warning| (warning.line, warning.reason)).collect()
}

const PAGE: &str = "<title>Bread - Crumb</title><h1>Bread</h1>\
    <p class=by>Ann</p><p class=by>Bob</p><p id=when>May 3, 2024</p>\
    <div id=story><p>Flour and water.</p><p class='promo x'>Subscribe!</p></div><p>Menu";

#[test]
fn the_first_body_with_content_is_chosen() {
    for (rules, expected) in [
        ("body: //div[@id='story']", "Flour and water.|Subscribe!"),
        ("body: //div[@id='none']\nbody: //p[@id='when']\nbody: //div", "May 3, 2024"),
        ("body: //p[@class='by'] | //p[@id='when']", "Ann|Bob|May 3, 2024"),
        // Nested nodes occur once.
        ("body: //div | //div/p", "Flour and water.|Subscribe!"),
        ("body: //div/p[1]/text()", "Flour and water."),
        // A stripped body does not count.
        ("body: //p[@class='by']\nbody: //p[@id='when']\nstrip: //p[@class='by']", "May 3, 2024"),
    ] {
        assert_eq!(text(rules, PAGE), expected, "{rules}");
    }
    let extraction = extract("body: //div", PAGE);
    assert_eq!(extraction.strategy_used(), "site-rules");
    assert!(extraction.confidence() > 0.5);
    let reasons: Vec<_> = extraction.paragraphs().map(|paragraph| paragraph.reason).collect();
    assert_eq!(reasons[0], "outside of the body by the site rule");
    assert_eq!(reasons[4], "in the body by the site rule");
}

#[test]
fn titles_authors_and_dates_override_the_engine() {
    let rules = "title: //h1\nauthor: //p[@class='by']\ndate: //p[@id='when']\nbody: //body";
    let extraction = extract(rules, PAGE);
    let metadata = extraction.metadata();
    assert_eq!(metadata.title.as_deref(), Some("Bread"));
    assert_eq!(metadata.byline.as_deref(), Some("Ann, Bob"));
    assert_eq!(metadata.published.as_deref(), Some("2024-05-03"));
    let authors: Vec<_> = metadata.authors.iter().map(Value::as_str).collect();
    assert_eq!(authors, ["Ann", "Bob"]);
    for value in [&metadata.title, &metadata.byline, &metadata.published] {
        assert_eq!(value.as_ref().unwrap().source(), "site rule");
    }
    assert_eq!(extraction.text(), "Flour and water.\n\nSubscribe!\n\nMenu");
    let reasons: Vec<_> = extraction.paragraphs().map(|paragraph| paragraph.reason).collect();
    assert_eq!(reasons[..4], ["title, author or date by the site rule"; 4]);

    // Text that is not a date is ignored.
    let page = "<meta property=article:published_time content=2024-01-02><p>No date</p>";
    let published = extract("date: //p\nbody: //p", page).metadata().published.clone().unwrap();
    assert_eq!((&*published, published.source()), ("2024-01-02", "meta article:published_time"));

    let title = |rules: &str| extract(rules, PAGE).title().unwrap().to_owned();
    assert_eq!(title("title: //h2\ntitle: concat(//h1, '!')"), "Bread!");
    assert_eq!(title("title: //h2\nbody: //body\nprune: no"), "Bread");
    // The engine decides about the body, and the rules override its title.
    assert_eq!(title("author: //p"), "All");
    assert_eq!(title("title: //h1"), "Bread");
}

#[test]
fn a_heading_that_repeats_the_title_is_left_out() {
    let page = "<title>Bread</title><div><h2>  bread </h2><h3>More</h3><p>Flour.</p></div>";
    assert_eq!(text("title: //title\nbody: //div", page), "More|Flour.");
    assert_eq!(text("title: //h6\nbody: //div\nprune: no", page), "bread|More|Flour.");
}

#[test]
fn strip() {
    for (rules, expected) in [
        ("strip: //div[@id='story']/p[1]", "Subscribe!"),
        ("strip: //p[contains(@class, 'promo')]", "Flour and water."),
        ("strip: //p/text()[. = 'Subscribe!']", "Flour and water."),
        ("strip_id_or_class: promo", "Flour and water."),
        ("strip_id_or_class: \"rom\"", "Flour and water."),
        // Also an element that contains the body.
        ("strip_id_or_class: story", ""),
    ] {
        let rules = format!("body: //div\nautodetect_on_failure: no\n{rules}");
        assert_eq!(text(&rules, PAGE), expected, "{rules}");
    }
    let extraction = extract("body: //div\nstrip_id_or_class: promo", PAGE);
    let reasons: Vec<_> = extraction.paragraphs().map(|paragraph| paragraph.reason).collect();
    assert_eq!(reasons[5], "stripped by the site rule");
}

#[test]
fn strip_applies_to_the_engine_too() {
    let extraction = extract("strip_id_or_class: by\nstrip: //h1", PAGE);
    assert_eq!(extraction.strategy_used(), "keep-all");
    assert_eq!(extraction.text(), "May 3, 2024\n\nFlour and water.\n\nSubscribe!\n\nMenu");
    let all = extract("strip: //body", PAGE);
    assert_eq!((all.text(), all.confidence()), ("", 0.0));
}

#[test]
fn strip_attr_and_strip_remove_attributes() {
    let page = "<div id=story><p><a href=/a title=t>Flour</a> <img src=a.jpg alt=A></p></div>";
    let plain = html("body: //div", page);
    assert!(plain.contains("title=\"t\"") && plain.contains("alt=\"A\""), "{plain}");
    for rules in ["strip_attr: //a/@title", "strip: //a/@title"] {
        let html = html(&format!("body: //div\n{rules}"), page);
        assert_eq!(html, plain.replace(" title=\"t\"", ""), "{rules}");
    }
}

#[test]
fn strip_image_src() {
    let page = "<div><p>Flour</p><img src=https://ads.example/pixel.gif><img src=loaf.jpg></div>";
    let html = html("body: //div\nstrip_image_src: /pixel", page);
    assert!(!html.contains("pixel") && html.contains("loaf.jpg"), "{html}");
}

#[test]
fn hidden_and_ignored_elements_are_stripped() {
    let page = "<div><p>Flour</p>\
        <p style='x:y;display:none'>One</p><p style='visibility:hidden'>Two</p>\
        <p class='a instapaper_ignore'>Three</p><p class=entry-unrelated>Four</p></div>";
    assert_eq!(text("body: //div", page), "Flour");
}

#[test]
fn prune() {
    let page = "<div id=story><h1>Over</h1><h2>Lone</h2><p>Flour, water, salt.</p><nav>Menu</nav>\
        <ul><li><a href=https://example.com/more>More of it all</a></ul>\
        <div class=sidebar>Side</div><form>Mail <input></form>\
        <iframe src=https://ads.example/></iframe>\
        <iframe src=https://www.youtube.com/embed/x></iframe></div>";
    let all = "Over|Lone|Flour, water, salt.|Menu|More of it all|Side|Mail";
    assert_eq!(text("body: //div[@id='story']\nprune: no", page), all);
    for rules in ["", "\nprune: yes"] {
        let rules = format!("body: //div[@id='story']{rules}");
        assert_eq!(text(&rules, page), "Flour, water, salt.");
        let html = html(&rules, page);
        assert!(html.contains("youtube") && !html.contains("ads.example"), "{html}");
    }
    let extraction = extract("body: //div[@id='story']", page);
    let reason = extraction.paragraphs().next().unwrap().reason;
    assert_eq!(reason, "pruned from the body of the site rule");
}

#[test]
fn find_string_and_replace_string() {
    let page = "<div><hr><x-p>Flour</x-p><p>Water: a lot (1)</p></div>";
    for (rules, expected) in [
        ("find_string: <x-p>\nreplace_string: <p>New:", "New:Flour|Water: a lot (1)"),
        ("find_string: Flour\nreplace_string:", "Water: a lot (1)"),
        // One pair after the other.
        ("find_string: Flour\nfind_string: x\nreplace_string: y\nreplace_string(Water): Flour", ""),
        ("replace_string(Water: a): Not a", "Flour|Not a lot (1)"),
        ("replace_string(lot (1)): bit", "Flour|Water: a bit"),
        ("replace_string(Flour): A\nreplace_string(A): B", "B|Water: a lot (1)"),
        // Case-sensitive.
        ("replace_string(flour): B", "Flour|Water: a lot (1)"),
    ] {
        if expected.is_empty() {
            assert_eq!(warnings(rules).len(), 1, "{rules}");
        } else {
            assert_eq!(text(&format!("body: //div\n{rules}"), page), expected, "{rules}");
        }
    }
}

#[test]
fn replacements_apply_to_decoded_bytes() {
    let mut extractor = Extractor::with_engine(
        KeepAll,
        Config::default().site_rules(Arc::new(rules("replace_string(мука): вода"))),
    )
    .unwrap();
    let here = url("https://example.com/");
    let page = b"<p>\xec\xf3\xea\xe0".as_slice();
    let input = Input::from(page).charset("windows-1251").url(&here);
    let extraction = extractor.extract(input);
    assert_eq!(extraction.text(), "вода");
    assert_eq!(extraction.encoding().name(), "windows-1251");
    // Without an address no rule applies.
    let input = Input::from(page).charset("windows-1251");
    assert_eq!(extractor.extract(input).text(), "мука");
}

#[test]
fn a_replacement_that_makes_the_page_too_long_is_skipped() {
    let rules = format!("replace_string(a): {}\nreplace_string(b): c", "x".repeat(10_000));
    let extraction = extract(&rules, &format!("<p>{}b", "a".repeat(1000)));
    assert_eq!(extraction.text(), format!("{}c", "a".repeat(1000)));
    let warning = extraction.warnings().iter().map(ToString::to_string).next().unwrap();
    assert_eq!(warning, "`a` was not replaced: the page would become too long");
}

#[test]
fn wrap_in() {
    let page = "<div><p class=q>Flour</p><p>Water</p></div>";
    let rules = "body: //div\nwrap_in(blockquote): //p[@class='q']";
    assert_eq!(html(rules, page), "<div><blockquote><p>Flour</p></blockquote><p>Water</p></div>");
    assert_eq!(
        html("body: //div\nwrap_in(em): //p[2]/text()", page),
        "<div><p>Flour</p><p><em>Water</em></p></div>"
    );
    // `html`, `head` and `body` are never wrapped.
    assert_eq!(text("body: //div\nwrap_in(p): //body", page), "Flour|Water");
    let only = |text: &str| warnings(text).pop().unwrap().1;
    assert_eq!(only("wrap_in(script): //p"), "elements cannot be wrapped in `script`");
    assert_eq!(only("wrap_in: //p"), "unknown directive `wrap_in`");
}

#[test]
fn dissolve() {
    let page = "<div><p>Fl<p-x>our</p-x> and <b>water</b></p></div>";
    assert_eq!(
        html("body: //div\ndissolve: //b | //p-x", page),
        "<div><p>Flour and water</p></div>"
    );
    assert_eq!(text("body: //p\ndissolve: //body", page), "Flour and water");
}

#[test]
fn convert_double_br_tags() {
    let tree = |rules: &str, page: &str| {
        let extraction = extract(rules, page);
        let document = extraction.page().document();
        document.inner_html(document.body().unwrap())
    };
    let page =
        "<div>One<br>line<br><br>Two <b>bold</b><br>\n<br><br>Three<ul><li>a</li></ul>Four</div>";
    let expected = "<div><p>One<br>line</p><p>Two <b>bold</b></p>\n\
                    <p>Three</p><ul><li>a</li></ul><p>Four</p></div>";
    let yes = "convert_double_br_tags: yes";
    assert_eq!(tree(yes, page), expected);
    assert_eq!(tree("convert_double_br_tags: no", page), page);
    // A `p` that is split becomes a `div`.
    let page = "<div><p>One<br><br>Two</p><p>Three<br>lines</p></div>";
    let expected = "<div><div><p>One</p><p>Two</p></div><p>Three<br>lines</p></div>";
    assert_eq!(tree(yes, page), expected);
}

#[test]
fn src_lazy_load_attr() {
    let page = "<div><p>Flour</p><img src=blank.gif data-x=loaf.jpg></div>";
    let html = html("body: //div\nsrc_lazy_load_attr: data-x", page);
    assert!(html.contains("https://example.com/loaf.jpg") && !html.contains("blank"), "{html}");
}

#[test]
fn insert_detected_image() {
    let head = "<meta property=og:image content=/loaf.jpg>";
    let page = format!("{head}<div><p>Flour</p></div><img src=other.jpg>");
    let expected =
        "<div><p><img src=\"https://example.com/loaf.jpg\" alt=\"\"></p><p>Flour</p></div>";
    for rules in ["", "\ninsert_detected_image: yes"] {
        assert_eq!(html(&format!("body: //h6\nbody: //div{rules}"), &page), expected);
    }
    assert_eq!(html("body: //div\ninsert_detected_image: no", &page), "<div><p>Flour</p></div>");
    let with_image = format!("{head}<div><p>Flour</p><img src=own.jpg></div>");
    assert!(!html("body: //div", &with_image).contains("loaf"));
    // An empty element does not become the body.
    let empty = format!("{head}<div id=a><template>x</template></div><div id=b>Water</div>");
    assert_eq!(text("body: //div[@id='a']\nbody: //div[@id='b']", &empty), "Water");
}

#[test]
fn skip_json_ld() {
    let page = "<script type=application/ld+json>{}</script><script>var a</script><p>Flour";
    let count = |rules: &str| {
        let extraction = extract(rules, page);
        let document = extraction.page().document();
        document.elements(NodeId::DOCUMENT).count()
    };
    assert_eq!(count("skip_json_ld: yes"), count("skip_json_ld: no") - 1);
    // Readability reads the title from JSON-LD.
    let page = r#"<title>T</title><script type=application/ld+json>{"@context":"https://schema.org",
        "@type":"Article","name":"From data"}</script><p>Flour"#;
    let title = |text: &str| {
        let config = Config::default().strategy(crate::Strategy::Readability);
        let mut extractor = Extractor::new(config.site_rules(Arc::new(rules(text)))).unwrap();
        let here = url("https://example.com/");
        let extraction = extractor.extract(Input::from(page).url(&here));
        extraction.title().map(str::to_owned)
    };
    assert_eq!(title("skip_json_ld: no").as_deref(), Some("From data"));
    assert_eq!(title("skip_json_ld: yes").as_deref(), Some("T"));
}

#[test]
fn native_ad_clue() {
    let said = |rules: &str| {
        let extraction = extract(rules, PAGE);
        extraction.warnings().iter().any(|warning| warning.to_string().contains("advertisement"))
    };
    assert!(said("body: //div\nnative_ad_clue: //p[contains(@class, 'promo')]"));
    assert!(!said("body: //div\nnative_ad_clue: //p[contains(@class, 'sponsor')]"));
}

#[test]
fn autodetect_on_failure() {
    for (rules, engine, has_text) in [
        ("body: //h6", "keep-all", true),
        ("body: //h6\nautodetect_on_failure: yes", "keep-all", true),
        ("body: //h6\nautodetect_on_failure: no", "site-rules", false),
        // Without a body, the option has no effect.
        ("title: //h1\nautodetect_on_failure: no", "keep-all", true),
    ] {
        let extraction = extract(rules, PAGE);
        assert_eq!(extraction.strategy_used(), engine, "{rules}");
        assert_eq!(!extraction.text().is_empty(), has_text, "{rules}");
        assert_eq!(extraction.confidence() > 0.0, has_text, "{rules}");
    }
}

#[test]
fn links_to_other_pages() {
    let page = "<a class=print href=/print?a=1>Print</a><a rel=next href='2'>2</a>\
        <a id=here href=#end>x</a>\
        <link rel=full href='javascript:x'><p id=path>/path</p>";
    let link = |text: &str| {
        let rules = rules(text);
        let here = url("https://example.com/story/");
        let rule = rules.find(&here).unwrap();
        let document = Parser::default().parse(page);
        let page = Page::measure(document).with_url(here.clone());
        assert!(rule.single_page(&page).is_none() || rule.next_page(&page).is_none());
        rule.single_page(&page).or(rule.next_page(&page)).map(String::from)
    };
    let print = Some("https://example.com/print?a=1".to_owned());
    for (rules, expected) in [
        ("single_page_link: //a[@class='print']", print.as_deref()),
        ("single_page_link: //a[@class='print']/@href", print.as_deref()),
        ("single_page_link: //h6\nsingle_page_link: //a[@class='print']", print.as_deref()),
        ("single_page_link: concat(//p[@id='path'], '/all')", Some("https://example.com/path/all")),
        ("next_page_link: //a[@rel='next']", Some("https://example.com/story/2")),
        // This page, a script, a missing element, a number.
        ("next_page_link: //a[@id='here']", None),
        ("next_page_link: //link/@href", None),
        ("next_page_link: //h6", None),
        ("next_page_link: count(//p)", None),
        // A condition applies to the link before it.
        ("single_page_link: //a\nif_page_contains: //p", print.as_deref()),
        ("single_page_link: //a\nif_page_contains: //h6", None),
        (
            "next_page_link: //a[@id='here']\nif_page_contains: //h6\n\
             next_page_link: //a[@rel='next']",
            Some("https://example.com/story/2"),
        ),
    ] {
        assert_eq!(link(rules).as_deref(), expected, "{rules}");
    }
}

#[test]
fn http_header() {
    let rules = rules(
        "http_header(User-Agent): one\nhttp_header(user-agent): two\nhttp_header(Cookie): a=b",
    );
    let headers = |rules: &SiteRules| {
        let rule = rules.find(&url("https://example.com/")).unwrap();
        rule.headers().map(|(name, value)| format!("{name}: {value}")).collect::<Vec<_>>()
    };
    assert_eq!(headers(&rules), ["user-agent: two", "cookie: a=b"]);
    let mut rules = rules;
    assert_eq!(rules.add("global.txt", "http_header(cookie): c\nhttp_header(referer): d"), []);
    assert_eq!(headers(&rules), ["user-agent: two", "cookie: a=b", "referer: d"]);
    let wrong = warnings("http_header(Host): other.example");
    assert_eq!(wrong, [(1, "a rule cannot set the header `host`".into())]);
}

#[test]
fn tests_of_a_file() {
    let rules = rules(
        "test_url: https://example.com/a\ntest_contains: One: two\ntest_contains: Three\n\
         test_url: https://example.com/b",
    );
    let rule = rules.find(&url("https://example.com/")).unwrap();
    let [first, second] = rule.tests() else { panic!("{:?}", rule.tests()) };
    assert_eq!(first.url, "https://example.com/a");
    assert_eq!(first.contains, ["One: two", "Three"]);
    assert_eq!((&*second.url, second.contains.len()), ("https://example.com/b", 0));
}

#[test]
fn directives_without_effect_give_no_warning() {
    let rules =
        "tidy: no\nparser: html5php\nstrip_comments: no\n# a comment\n\n  body : //div  \r\n";
    assert_eq!(text(&format!("\u{feff}{rules}"), PAGE), "Flour and water.|Subscribe!");
}

#[test]
fn unsupported_directives() {
    for name in [
        "requires_login",
        "not_logged_in_xpath",
        "login_uri",
        "login_username_field",
        "login_password_field",
        "login_extra_fields",
        "single_page_link_in_feed",
        "autodetect_next_page",
        "footnotes",
        "move_into(//p)",
        "skip_id_or_class",
        "post_strip_attr",
    ] {
        let reason = format!("`{}` is not supported", name.split('(').next().unwrap());
        assert_eq!(warnings(&format!("{name}: x")), [(1, reason)]);
    }
}

#[test]
fn errors_are_warnings() {
    for (text, line, reason) in [
        ("\nheadline: //h1", 2, "unknown directive `headline`"),
        ("strip(p): //p", 1, "unknown directive `strip()`"),
        ("Body: //p", 1, "unknown directive `Body`"),
        ("# c\nbody //p", 2, "this is not a directive: expected `name: value`"),
        ("replace_string(a b", 1, "this is not a directive: expected `name: value`"),
        ("body:", 1, "`body` has no value"),
        ("body: count(//p)", 1, "the XPath `count(//p)` does not select nodes"),
        ("prune: maybe", 1, "expected `yes` or `no`, but got `maybe`"),
        ("test_contains: a", 1, "no `test_url` comes before this `test_contains`"),
        ("if_page_contains: //p", 1, "no link comes before this `if_page_contains`"),
        ("replace_string: a", 1, "no `find_string` comes before this `replace_string`"),
        ("find_string: a\nbody: //p", 1, "no `replace_string` follows this `find_string`"),
        ("replace_string(): a", 1, "the parentheses are empty: expected the text to replace"),
    ] {
        assert_eq!(warnings(text), [(line, reason.to_owned())], "{text}");
    }
    let wrong = warnings("title: //h1[");
    assert_eq!(wrong.len(), 1);
    assert!(wrong[0].1.contains("//h1["), "{wrong:?}");
    let mut rules = SiteRules::default();
    let all = rules.add("example.com.txt", "nonsense: a\nbody: //div");
    assert_eq!(all[0].to_string(), "example.com.txt, line 1: unknown directive `nonsense`");
    // The other lines apply.
    let here = url("https://example.com/");
    assert_eq!(rules.find(&here).unwrap().warnings().collect::<Vec<_>>(), [&all[0]]);
    assert_eq!(extract_by(rules, PAGE).text(), "Flour and water.\n\nSubscribe!");
}

#[test]
fn an_expression_with_too_many_steps_gives_a_warning() {
    let page = format!("<div>Flour</div>{}", "<p>x".repeat(5000));
    let rules = "body: //p[count(following::p) = 1 and @id]\nbody: //div";
    let extraction = extract(rules, &page);
    assert_eq!(extraction.text(), "Flour");
    let warnings: Vec<_> = extraction.warnings().iter().map(ToString::to_string).collect();
    assert!(warnings.iter().any(|warning| warning.contains("steps")), "{warnings:?}");
}

/// Wrapping everything many times would multiply the depth and the length of a page.
#[test]
fn wrapping_obeys_the_limits() {
    let limits = Limits::default().nodes(1_000).depth(64);
    let deep = format!("{}x<p>y", "<div>".repeat(50));
    let flat = "<p>x</p>".repeat(300);
    let mixed = format!("{deep}{}{}", "</div>".repeat(50), &flat);
    for page in [&deep, &flat, &mixed] {
        for lines in [1, 3, 50] {
            let text = "wrap_in(section): //*\nwrap_in(b): //p\n".repeat(lines);
            let document = Parser::new(limits).parse(page);
            let is_small = |document: &Document| {
                let depth = |id| document.ancestors(id).count();
                let depths = document.elements(NodeId::DOCUMENT).map(depth);
                document.len() <= 1_000 && depths.max() <= Some(64)
            };
            assert!(is_small(&document));
            let rules = rules(&text);
            let rule = rules.find(&url("https://example.com/")).unwrap();
            let before = document.clone();
            let (document, warnings) = rule.rewrite(document, limits);
            assert!(is_small(&document), "{lines} lines on {page:.20}");
            assert!(document.len() > before.len(), "some are wrapped");
            assert_eq!(document.whole_text(), before.whole_text());
            assert!(warnings[0].to_string().contains("`wrap_in`"), "{warnings:?}");
        }
    }
    let rules = rules("wrap_in(section): //*\nwrap_in(b): //p");
    let rule = rules.find(&url("https://example.com/")).unwrap();
    let (document, warnings) = rule.rewrite(Parser::new(limits).parse("<p>x"), limits);
    assert_eq!(document.inner_html(document.body().unwrap()), "<section><b><p>x</p></b></section>");
    assert_eq!(warnings, []);
}

#[test]
fn files_by_host() {
    let mut rules = SiteRules::default();
    assert!(rules.is_empty());
    for name in
        ["example.com.txt", ".example.com.txt", "a.example.com", "WWW.Other.org.txt", ".net"]
    {
        assert_eq!(rules.add(name, "body: //p"), []);
    }
    assert_eq!(rules.len(), 5);
    let names = |rules: &SiteRules, host: &str| {
        let here = url(&format!("https://{host}/page"));
        let rule = rules.find(&here);
        rule.map(|rule| rule.names().map(str::to_owned).collect::<Vec<_>>().join(" "))
    };
    for (host, expected) in [
        ("example.com", Some("example.com.txt")),
        ("www.example.com", Some("example.com.txt")),
        ("a.example.com", Some("a.example.com")),
        ("b.example.com", Some(".example.com.txt")),
        ("c.b.example.com", Some(".example.com.txt")),
        ("other.org", Some("WWW.Other.org.txt")),
        ("www.OTHER.org", Some("WWW.Other.org.txt")),
        ("b.other.org", None),
        ("any.net", Some(".net")),
        ("notexample.com", None),
    ] {
        assert_eq!(names(&rules, host).as_deref(), expected, "{host}");
    }
    rules.add("www.example.com.txt", "body: //div");
    assert_eq!(names(&rules, "www.example.com").as_deref(), Some("example.com.txt"));
    rules.add("global.txt", "title: //h1");
    rules.add("shut.org", "body: //p\nautodetect_on_failure: no");
    assert_eq!(names(&rules, "example.com").as_deref(), Some("example.com.txt global.txt"));
    assert_eq!(names(&rules, "b.other.org").as_deref(), Some("global.txt"));
    assert_eq!(names(&rules, "shut.org").as_deref(), Some("shut.org"));
    assert!(rules.find(&url("file:///a")).is_none());
}

#[test]
fn global_rules_apply_after_those_of_the_site() {
    let mut rules = rules("body: //div\nprune: no");
    rules.add("global", "body: //p\ntitle: //h1\nprune: yes\nstrip_id_or_class: promo");
    let extraction = extract_by(rules, PAGE);
    assert_eq!(extraction.text(), "Flour and water.");
    assert_eq!(extraction.title(), Some("Bread"));
}

#[test]
fn the_engine_decides_on_pages_without_an_address() {
    let config = Config::default().site_rules(Arc::new(rules("body: //div")));
    let extraction = Extractor::with_engine(KeepAll, config).unwrap().extract(PAGE);
    assert_eq!(extraction.strategy_used(), "keep-all");
}

#[test]
fn authors_are_bounded_in_number_and_length() {
    let names: Vec<_> = (0..1000).map(|number| format!("<b>Ann {number}</b>")).collect();
    let found = extract("author: //b\nbody: //p", &format!("{}<p>x", names.concat()));
    assert_eq!(found.metadata().authors.len(), 128);
    let found = extract("author: //b\nbody: //p", &format!("<b>{}</b><p>x", "Ann ".repeat(5000)));
    assert!(found.metadata().authors[0].as_str().len() <= 4096);
}

/// All rules of a file share the steps for a page, so that many cheap expressions end as one costly
/// one does.
#[test]
fn rules_share_the_steps_for_a_page() {
    let page = format!("{}<div>Flour</div>", "<p class=a><i>x</i><img src=a.png></p>".repeat(3000));
    let too_many = |line: &str, lines: usize| {
        let text = format!("prune: no\nbody: //div\n{}", line.repeat(lines));
        let extraction = extract(&text, &page);
        let warnings = extraction.warnings().iter().map(ToString::to_string);
        warnings.filter(|warning| warning.contains("took too many steps")).count() > 0
    };
    for line in [
        "strip: //q\n",
        "strip: //@class\n",
        "dissolve: //i\n",
        "wrap_in(b): //q\n",
        "native_ad_clue: //q\n",
        "title: //q\n",
        "author: //p/q\n",
        "strip_id_or_class: q\n",
        "strip_image_src: q\n",
    ] {
        assert_eq!((too_many(line, 10), too_many(line, 3000)), (false, true), "{line}");
    }
    // A body that has no text is put together all the same.
    let text = format!("strip: //p\n{}body: //div", "body: //p\n".repeat(3000));
    assert!(!extract(&text, &page).warnings().is_empty());
}

/// Edits that many lines ask for are made once.
#[test]
fn edits_are_made_once() {
    let html = "<i class=a>x</i><img src=a data-a=b data-b=c><img data-b=d>";
    let lines = "dissolve: //i\nstrip: //@class\nsrc_lazy_load_attr: data-b\n\
        src_lazy_load_attr: DATA-A\nsrc_lazy_load_attr: data-c\n";
    let rewritten = |times| {
        let rules = rules(&lines.repeat(times));
        let rule = rules.find(&url("https://example.com/")).unwrap();
        let document = Parser::default().parse(html);
        let mut evaluator = Evaluator::new(&document);
        rule.edits(&mut evaluator, Limits::default()).len()
    };
    assert_eq!((rewritten(1), rewritten(100)), (4, 4));
    let rules = rules(&lines.repeat(3));
    let rule = rules.find(&url("https://example.com/")).unwrap();
    let (document, _) = rule.rewrite(Parser::default().parse(html), Limits::default());
    assert_eq!(
        document.inner_html(document.body().unwrap()),
        "x<img src=\"b\" data-a=\"b\" data-b=\"c\"><img data-b=\"d\" src=\"d\">"
    );
}

/// Replacements have a budget for all that they read and write.
#[test]
fn replacements_end_with_a_warning() {
    let page = "a".repeat(100_000);
    let warnings = |line: &str, lines: usize| {
        let rules = rules(&line.repeat(lines));
        let rule = rules.find(&url("https://example.com/")).unwrap();
        let (_, warnings) = rule.replaced(&page);
        let too_many = |warning: &&Warning| warning.to_string().contains("took too many steps");
        warnings.iter().filter(too_many).count()
    };
    for line in ["replace_string(q): x\n", "replace_string(aa): aaaa\nreplace_string(aaaa): aa\n"] {
        assert_eq!((warnings(line, 20), warnings(line, 2000)), (0, 1), "{line}");
    }
}
