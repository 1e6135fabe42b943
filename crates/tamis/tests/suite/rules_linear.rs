//! Rules of users on pages made to be slow for them: the nodes that are read are bounded by the
//! page, whatever the rule asks for.

use std::sync::Arc;

use tamis::dom::node_reads;
use tamis::engine::selectors::{self, Rules};
use tamis::site_rules::SiteRules;
use tamis::{Config, Extractor, Input, Strategy, Url};

/// The repetitions of a page's unit. A selector that looks at all pairs of siblings would read them
/// 450 million times.
const COUNT: usize = 30_000;

/// The reads that a page may take, whatever its length: twice the steps of all selectors, and those
/// of XPath.
const READS: u64 = 40_000_000;

/// The reads for each byte of the page.
const READS_PER_BYTE: u64 = 300;

/// Selectors, each with the unit of a page that is slow for it.
const SELECTORS: &[(&str, &str)] = &[
    ("hr ~ p", "<p>"),
    ("hr ~ p ~ p", "<p>"),
    ("hr ~ p + p", "<p>"),
    ("hr + p ~ p ~ p + p", "<p>"),
    ("p:not(hr ~ p)", "<p>"),
    ("p:not(p ~ hr ~ p)", "<p>"),
    (".a ~ .b", "<p class=b>"),
    (".a ~ .b, .c ~ .b, .d ~ .b", "<p class=b>"),
    ("#a ~ [id]", "<p id=b>"),
    ("p:has(~ hr)", "<p>"),
    ("p:has(~ p ~ hr)", "<p>"),
    ("p:has(+ p + hr)", "<p>"),
    ("p:not(:has(~ hr))", "<p>"),
    ("body:has(hr ~ p)", "<p>"),
    ("body:has(p ~ hr)", "<p>"),
    ("div:has(~ div hr)", "<div><i></i></div>"),
    (":is(hr, br) ~ :is(p, q)", "<p>"),
    (":where(hr ~ p) ~ p", "<p>"),
    ("hr ~ p", "<p><!-- -->"),
    ("b ~ i", "text<i>x</i>"),
    ("p:empty ~ p:empty", "<p>x"),
    ("div p, div div p, div div div p", "<div><p></div>"),
    ("section section section p", "<div><p>x</p></div>"),
    ("section > div p", "<div><div><p></p></div></div>"),
    ("td:has(~ th)", "<table><tr><td>"),
    ("* ~ * ~ * ~ hr", "<p>"),
    ("[class*=x] ~ [class$=y]", "<p class=xy>"),
    ("li:not(ul > li ~ li) ~ li", "<li>x"),
];

/// Site rules, each with the unit of a page that is slow for it.
const SITE_RULES: &[(&str, &str)] = &[
    ("body: //p[following::hr]", "<p>"),
    ("body: //p[preceding-sibling::hr]", "<p>"),
    ("body: //p[following-sibling::p[following-sibling::hr]]", "<p>"),
    ("body: //*[ancestor::x]//*[ancestor::y]", "<div><p>"),
    ("body: //p[count(//p) > 1]", "<p>"),
    ("body: //p[contains(//body, 'zzz')]", "<p>words "),
    ("body: //p[string-length(//body) > 5]", "<p>words "),
    ("strip: //p[.//p]\nbody: //body", "<p>x"),
    ("strip_id_or_class: zzz\nbody: //body", "<p class=a id=b>x"),
    ("wrap_in(div): //*\nbody: //body", "<p>x"),
    ("wrap_in(div): //p\nwrap_in(p): //p\nwrap_in(b): //*\nbody: //body", "<div><p>x</div>"),
    ("wrap_in(div): //text()\nbody: //body", "x<br>"),
    ("dissolve: //*\nbody: //body", "<div>x</div>"),
    ("dissolve: //b\nwrap_in(b): //i\nbody: //body", "<b><i>x</i></b>"),
    ("convert_double_br_tags: yes\nbody: //body", "x<br><br>"),
    ("convert_double_br_tags: yes\nbody: //body", "<div>x<br><br></div>"),
    ("src_lazy_load_attr: data-src\nbody: //body", "<img data-src=a>"),
    ("find_string: <p>\nreplace_string: <p><p><p><p><p>\nbody: //body", "<p>x"),
    ("find_string: x\nreplace_string: xx\nbody: //body", "<p>x"),
    ("title: //h1\nauthor: //b\ndate: //i\nbody: //body", "<b>x</b><i>y</i>"),
    ("next_page_link: //a[following::hr]\nbody: //body", "<a href=a>x</a>"),
    ("prune: yes\nbody: //div", "<div><a href=a>x</a></div>"),
];

/// Returns the reads of an extraction.
fn reads(config: Config, html: &str) -> u64 {
    let url = Url::parse("https://example.com/").unwrap();
    let mut extractor = Extractor::new(config.strategy(Strategy::Selectors)).unwrap();
    let before = node_reads();
    extractor.extract(Input::from(html).url(&url)).text();
    node_reads() - before
}

#[track_caller]
fn check(name: &str, config: &Config, unit: &str, over: &mut Vec<String>) {
    let html = unit.repeat(COUNT);
    let found = reads(config.clone(), &html);
    let most = READS + READS_PER_BYTE * html.len() as u64;
    if found > most {
        over.push(format!("{name} on {unit}: {found} reads, {most} allowed"));
    }
}

#[test]
fn selectors_are_bounded() {
    let mut over = Vec::new();
    for (selector, unit) in SELECTORS {
        let rule = format!(
            "[[rule]]\nid = 'a'\nfield = 'exclusion'\nselector = \"x-case, {selector}\"\npriority = 1\n\
             why = 'w'\nsource = 's'\nmatches = ['<x-case>']\nmatches_not = ['<x-other>']\n"
        );
        let mut rules = Rules::builtin().clone();
        rules.extend(Rules::from_toml(&rule).unwrap());
        let config = Config::default().selectors(selectors::Config::default().rules(rules));
        check(selector, &config, unit, &mut over);
    }
    assert!(over.is_empty(), "{}", over.join("\n"));
}

#[test]
fn site_rules_are_bounded() {
    let mut over = Vec::new();
    for (text, unit) in SITE_RULES {
        let mut rules = SiteRules::default();
        assert_eq!(rules.add("example.com", text), [], "{text}");
        check(text, &Config::default().site_rules(Arc::new(rules)), unit, &mut over);
    }
    assert!(over.is_empty(), "{}", over.join("\n"));
}
