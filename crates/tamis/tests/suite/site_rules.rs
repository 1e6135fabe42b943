//! The public collection of fivefilters' site rules, read and applied to pages.

use std::sync::Arc;
use std::thread;

use tamis::render::HtmlOptions;
use tamis::site_rules::{RuleWarning, SiteRules};
use tamis::{Config, Extraction, Extractor, Input, Url};
use tamis_testkit::Corpus;
use tamis_testkit::corpus::Entry;
use tamis_testkit::hostile::hostile;
use tamis_testkit::wcxb::Wcxb;

/// The corpus with the rule files.
const CORPUS: &str = "ftr-site-config";

/// The stack of a test thread in bytes: as small as in a server.
const STACK: usize = 512 << 10;

/// The size of the hostile pages: enough to reach the limits of depth and steps.
const SIZE: usize = 1 << 12;

/// Every directive that changes the tree, and expressions that compare each node with all others.
const EVERYTHING: &str = "\
title: //h1 | //title
author: //*[contains(., 'x')]/following::*[1]
date: //time/@datetime
body: //*[count(following::*) = count(preceding::*)]
body: //div//div//div//p
body: //body
strip: //*/@class
strip: //p[last()]
strip_id_or_class: side
strip_image_src: ad
wrap_in(section): //div
wrap_in(em): //text()
dissolve: //b | //span[ancestor::div]
convert_double_br_tags: yes
src_lazy_load_attr: data-src
skip_json_ld: yes
find_string: <i
replace_string: <em
next_page_link: //a[last()]
single_page_link: //a[ancestor::*[contains(., 'more')]]
if_page_contains: //a[preceding-sibling::a]
native_ad_clue: //*[@class = //*/@id]
";

/// Returns the rule files.
fn files() -> Vec<Entry> {
    let entries = Corpus::required(CORPUS).entries(&[""]).unwrap().map(Result::unwrap);
    let is_rules = |path: &str| {
        path.strip_suffix(".txt").is_some_and(|host| host.contains('.') || host == "global")
    };
    entries.filter(|entry| is_rules(&entry.path)).collect()
}

fn read(files: &[Entry]) -> (SiteRules, Vec<RuleWarning>) {
    let mut rules = SiteRules::default();
    let warnings = files
        .iter()
        .flat_map(|file| rules.add(&file.path, &String::from_utf8_lossy(&file.bytes)))
        .collect();
    (rules, warnings)
}

#[test]
#[ignore = "needs a corpus"]
fn the_public_collection_is_read() {
    let (rules, warnings) = read(&files());
    assert_eq!(rules.len(), 2040);
    let count = |part: &str| warnings.iter().filter(|w| w.reason.contains(part)).count();
    assert_eq!(count("can't be read as an XPath"), 4);
    assert_eq!(count("does not select nodes"), 2);
    assert_eq!(count("unknown directive"), 6);
    assert_eq!(count("this is not a directive"), 1);
    let unsupported = count("is not supported");
    assert_eq!(warnings.len(), 4 + 2 + 6 + 1 + unsupported, "{warnings:?}");
    let mut with_warnings: Vec<_> = warnings.iter().map(|warning| &warning.file).collect();
    with_warnings.dedup();
    assert!(with_warnings.len() < rules.len() / 20, "{} files", with_warnings.len());
}

#[test]
#[ignore = "needs a corpus"]
fn the_public_collection_decides_on_pages_of_its_sites() {
    let rules = Arc::new(read(&files()).0);
    let config = Config::default().site_rules(Arc::clone(&rules));
    let mut extractor = Extractor::new(config).unwrap();
    let (mut pages, mut chosen, mut passages, mut found) = (0, 0, 0, 0);
    for page in Wcxb::required().pages().unwrap().map(Result::unwrap) {
        let Some(url) = page.url.as_deref().and_then(|url| Url::parse(url).ok()) else { continue };
        let own = |rule: &tamis::site_rules::SiteRule<'_>| rule.names().count() == 2;
        if !rules.find(&url).is_some_and(|rule| own(&rule)) {
            continue;
        }
        let extraction = extractor.extract(Input::from(&page.html).url(&url));
        pages += 1;
        if extraction.strategy_used() == "site-rules" {
            let collapsed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            let content = collapsed(extraction.text());
            chosen += 1;
            passages += page.with.len();
            found += page.with.iter().filter(|part| content.contains(&collapsed(part))).count();
        }
        check(&page.id, &extraction);
        extractor.recycle(extraction.into_page());
    }
    let figures = format!("{pages} pages, {chosen} by rules, {found} of {passages} passages");
    assert!(pages > 130 && chosen * 2 > pages && found * 10 > passages * 8, "{figures}");
}

/// Checks what holds for any rules: all text is from the page, and the confidence is in range.
fn check(name: &str, extraction: &Extraction) {
    let mut whole = extraction.page().document().whole_text().chars();
    // The renderer writes quotation marks and parentheses for some elements.
    let is_sign = |char: char| char.is_whitespace() || matches!(char, '"' | '(' | ')');
    let mut text = extraction.text().chars().filter(|&char| !is_sign(char));
    assert!(text.all(|c| whole.any(|other| other == c)), "{name}: text that is not in the page");
    assert!((0.0..=1.0).contains(&extraction.confidence()), "{name}");
}

#[test]
fn hostile_pages_terminate_on_a_small_stack() {
    let mut rules = SiteRules::default();
    assert_eq!(rules.add("example.com", EVERYTHING), []);
    let rules = Arc::new(rules);
    for (name, made) in hostile() {
        let rules = Arc::clone(&rules);
        let run = move || {
            let url = Url::parse("https://example.com/a").unwrap();
            let html = made(SIZE);
            let config = Config::default().site_rules(Arc::clone(&rules));
            let extract = || {
                let mut extractor = Extractor::new(config.clone()).unwrap();
                extractor.extract(Input::from(&html).url(&url))
            };
            let extraction = extract();
            check(name, &extraction);
            let options = HtmlOptions::default();
            assert_eq!(
                extraction.html_with(&options),
                extract().html_with(&options),
                "{name}: differs"
            );
            let rule = rules.find(&url).unwrap();
            assert_ne!(rule.next_page(extraction.page()), Some(url.clone()));
            assert_ne!(rule.single_page(extraction.page()), Some(url));
        };
        let thread = thread::Builder::new().stack_size(STACK).spawn(run).unwrap();
        assert!(thread.join().is_ok(), "{name}");
    }
}
