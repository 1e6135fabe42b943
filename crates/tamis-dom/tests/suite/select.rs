//! Tables of valid and invalid selectors.

use tamis_dom::{Document, NodeId, Parser, Selector, SelectorKey, name};

const PAGE: &str = "<!doctype html><html lang=en><title>t</title>\
    <main id=top class='Wide open'>\
    <h1 id=h>H</h1><p id=p1 class=lead title='a b c'>1</p><p id=p2>2</p><!-- c -->\
    <ul id=u><li id=a>a</li><li id=b class='x y'>b <i id=i></i></li><li id=c data-n=7>c</li></ul>\
    <a id=l href='https://example.com/x.PDF'>l</a><a id=n name=n>n</a>\
    <x-card id=card><x-part id=part><!-- c --></x-part></x-card>\
    <svg id=s viewBox='0 0 1 1'><a id=sa xlink:href=u>s</a>\
    <foreignObject id=fo>f</foreignObject></svg>\
    </main>";

const TABLE: &[(&str, &str)] = &[
    ("p", "p1 p2"),
    ("P", "p1 p2"),
    ("h1, ul", "h u"),
    ("*:root", "-"),
    ("x-card > x-part", "part"),
    ("foreignObject", "fo"),
    ("#p2", "p2"),
    ("#P2", ""),
    (".lead", "p1"),
    (".Wide.open", "top"),
    (".wide", ""),
    ("[title]", "p1"),
    ("[title~=b]", "p1"),
    ("[title='a b c']", "p1"),
    ("[title='A B C']", ""),
    ("[title='A B C' i]", "p1"),
    ("[href^='https:']", "l"),
    ("[href$='.pdf' i]", "l"),
    ("[href*='example']", "l"),
    ("[lang|=en]", "-"),
    ("[data-n='7']", "c"),
    ("[viewBox]", "s"),
    ("main p", "p1 p2"),
    ("main > li", ""),
    ("h1 + p", "p1"),
    ("h1 ~ p", "p1 p2"),
    ("p + ul", "u"),
    ("li:first-child", "a"),
    ("li:last-child", "c"),
    ("li:nth-child(odd)", "a c"),
    ("li:nth-child(2 of :not(.x))", "c"),
    ("li:nth-last-child(1)", "c"),
    ("p:nth-of-type(2)", "p2"),
    ("p:last-of-type", "p2"),
    ("h1:only-of-type", "h"),
    ("x-part:only-child", "part"),
    ("main :empty", "i part"),
    ("li:not(.x)", "a c"),
    ("li:not(.x, #a)", "c"),
    ("li:is(#a, .y)", "a b"),
    (":where(ul, main) > li", "a b c"),
    ("li:has(i)", "b"),
    ("main:has(> h1 + p)", "top"),
    ("ul:has(> i)", ""),
    ("svg a", "sa"),
    ("a", "l n sa"),
    ("*|a", "l n sa"),
];

fn ids(document: &Document, css: &str) -> String {
    let selector = Selector::parse(css).unwrap();
    let ids = document.select(&selector).map(|id| document.attr(id, name::ID).unwrap_or("-"));
    ids.collect::<Vec<_>>().join(" ")
}

#[test]
fn selectors() {
    let document = Parser::default().parse(PAGE);
    for (css, expected) in TABLE {
        assert_eq!(ids(&document, css), *expected, "{css}");
    }
}

fn fits(document: &Document, id: NodeId, key: SelectorKey<'_>) -> bool {
    match key {
        SelectorKey::Id(wanted) => document.attr(id, name::ID) == Some(wanted),
        SelectorKey::Class(wanted) => {
            let classes = document.attr(id, name::CLASS).unwrap_or_default();
            classes.split_ascii_whitespace().any(|class| class == wanted)
        }
        SelectorKey::Value(wanted, value) => document.attrs(id).iter().any(|attr| {
            document.name_str(attr.name()) == wanted
                && document.attr_value(attr).eq_ignore_ascii_case(value)
        }),
        SelectorKey::Attribute(wanted) => {
            let mut attrs = document.attrs(id).iter();
            attrs.any(|attr| document.name_str(attr.name()) == wanted)
        }
        SelectorKey::Name(wanted) => document.local_name(id) == Some(wanted),
        SelectorKey::Any => true,
    }
}

#[test]
fn every_match_fits_one_of_the_keys() {
    let document = Parser::default().parse(PAGE);
    let mut useful = 0;
    for (css, _) in TABLE {
        let selector = Selector::parse(css).unwrap();
        let keys = selector.keys();
        useful += usize::from(!keys.contains(&SelectorKey::Any));
        for id in document.select(&selector) {
            assert!(keys.iter().any(|&key| fits(&document, id, key)), "{css}: {keys:?}");
        }
    }
    assert!(useful > TABLE.len() * 3 / 4, "{useful}");
}

#[test]
fn quirks_mode_ignores_the_case_of_classes_and_ids() {
    let document = Parser::default().parse("<p id=One class=Lead>");
    assert_eq!(ids(&document, ".lead"), "One");
    assert_eq!(ids(&document, "#one"), "One");
    let document = Parser::default().parse("<!doctype html><p id=One class=Lead>");
    assert_eq!(ids(&document, ".lead, #one"), "");
}

#[test]
fn select_in_searches_only_the_subtree() {
    let document = Parser::default().parse(PAGE);
    let list = document.select(&Selector::parse("ul").unwrap()).next().unwrap();
    let any = Selector::parse("*").unwrap();
    assert_eq!(document.select_in(list, &any).count(), 5);
    let within = Selector::parse("main li").unwrap();
    assert_eq!(document.select_in(list, &within).count(), 3, "ancestors of the root count");
    assert!(within.matches(&document, document.first_child(list).unwrap()));
    assert!(!within.matches(&document, list));
    assert!(!any.matches(
        &document,
        document.last_child(list).and_then(|li| document.first_child(li)).unwrap()
    ));
}

#[test]
fn a_selector_serves_many_documents() {
    let selector = Selector::parse("x-own[data-own]").unwrap();
    for html in ["<x-own data-own>", "<x-other><x-own data-own>", "<i data-own><x-own data-own>"] {
        let document = Parser::default().parse(html);
        assert_eq!(document.select(&selector).count(), 1, "{html}");
    }
}

#[test]
fn template_contents_are_not_found() {
    let document = Parser::default().parse("<template><p id=in></template><p id=out>");
    assert_eq!(ids(&document, "p"), "out");
    let template = document.select(&Selector::parse("template").unwrap()).next().unwrap();
    let contents = document.template_contents(template).unwrap();
    let p = Selector::parse("p").unwrap();
    assert_eq!(document.select_in(contents, &p).count(), 1);
}

#[test]
fn invalid_selectors_are_errors() {
    let deep = format!("{}a{}", ":is(".repeat(1000), ")".repeat(1000));
    for (css, reason) in [
        ("", "a selector is missing"),
        ("p:hover", "the pseudo-class or pseudo-element is not supported"),
        ("p::before", "the pseudo-class or pseudo-element is not supported"),
        ("p >", "a selector is missing after a combinator"),
        ("> p", "a selector is missing"),
        ("[a=]", "the selector is incomplete"),
        ("p,,q", "a selector is missing"),
        ("..x", "the name of a class is missing"),
        (":nth-child(x)", "this is unexpected here"),
        ("a:is(", "a selector is missing"),
        ("ns|p", "the namespace is unknown"),
        (&deep, "selectors are nested too deep"),
    ] {
        let error = Selector::parse(css).expect_err(css).to_string();
        let expected = format!("`{css}` can't be read as a selector: {reason} (at column ");
        assert!(error.starts_with(&expected), "{error}");
    }
}

/// Selectors that look at all earlier or later siblings end on pages of many siblings, and do not
/// match what they did not look at.
#[test]
fn steps_to_siblings_are_limited() {
    let page = "<p>".repeat(30_000);
    let deep = format!("{}{}", "<div><i></i>".repeat(100), "<p>".repeat(30_000));
    for html in [&page, &deep] {
        let document = Parser::default().parse(html);
        for css in [
            "hr ~ p",
            "p:not(hr ~ p)",
            "p:has(~ hr)",
            "p:not(:has(~ hr))",
            "hr ~ p ~ p ~ p",
            ":is(hr, br) ~ :is(p, q) + p",
            "hr ~ p + p, ol ~ p + p",
            "p:has(+ p ~ hr)",
            "body:has(hr ~ p)",
        ] {
            let selector = Selector::parse(css).unwrap();
            let mut matcher = document.matcher();
            let ids = document.elements(NodeId::DOCUMENT);
            let found = ids.filter(|&id| matcher.matches(&selector, id)).count();
            assert!(matcher.is_out_of_steps(), "{css} is too easy");
            assert!(found < 10_000, "{css} matches {found} elements");
            // Selectors that need no siblings still match.
            let paragraph = Selector::parse("body p").unwrap();
            let ids = document.elements(NodeId::DOCUMENT);
            assert_eq!(ids.filter(|&id| matcher.matches(&paragraph, id)).count(), 30_000);
        }
    }
}

/// Lists of many selectors, long paths and long values end, and do not match what they did not look
/// at.
#[test]
fn steps_of_long_selectors_are_limited() {
    let list = |part: &str| {
        let parts: Vec<_> = (0..2000).map(|at| part.replace('#', &at.to_string())).collect();
        parts.join(",")
    };
    let wide = "<p class=c>".repeat(30_000);
    let deep = format!("{}{}", "<div>".repeat(400), "<p>".repeat(30_000));
    let long = format!("<p class='{}'>", "c ".repeat(300_000));
    let many = "<p title=aaaaaaaaaaaaaaaaaaaa>".repeat(30_000);
    for (html, css) in [
        (&wide, format!("p:is({})", list("x#"))),
        (&wide, format!("p:not({})", list("p"))),
        (&wide, list("p:not(:not(:not(p)))")),
        (&wide, list("p:nth-child(#n - 7 of .d)")),
        (&deep, "hr div div p".to_owned()),
        (&deep, format!(":is({}) p", list("x#"))),
        (&long, list(".d#")),
        (&long, list("[class*='d#' i]")),
        (&many, list("[title*=aaab#]")),
    ] {
        let document = Parser::default().parse(html);
        let selector = Selector::parse(&css).unwrap();
        let mut matcher = document.matcher();
        let ids = document.elements(NodeId::DOCUMENT);
        let found = ids.filter(|&id| matcher.matches(&selector, id)).count();
        assert!(matcher.is_out_of_steps(), "{} is too easy", &css[..css.len().min(40)]);
        assert!(found < 10_000, "{} matches {found} elements", &css[..css.len().min(40)]);
    }
}

/// Selectors that take linear time need no budget, on long pages too.
#[test]
fn ordinary_selectors_have_enough_steps() {
    let html = "<h2>A<p>B<p>C<ul><li>D<li>E</ul>".repeat(2_000);
    let document = Parser::default().parse(&html);
    let mut matcher = document.matcher();
    for css in [
        "h2 + p",
        "h2 ~ p",
        "p:has(+ ul)",
        "li:nth-child(2)",
        "li:nth-last-child(1)",
        "body > p:nth-child(even)",
        "body > p:nth-last-child(3n)",
        "ul:has(li + li)",
        "li:first-child ~ li",
        "p:empty",
        "body > :last-child li",
    ] {
        let selector = Selector::parse(css).unwrap();
        document.elements(NodeId::DOCUMENT).for_each(|id| {
            matcher.matches(&selector, id);
        });
        assert!(!matcher.is_out_of_steps(), "{css}");
    }
}
