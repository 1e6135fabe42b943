use tamis_dom::{Name, NodeId, Parser, Selector};
use tamis_testkit::hostile::hostile;

use super::matcher::RuleIndex;
use super::rule_file::BUILTIN;
use super::*;
use crate::engine::Engine;
use crate::page::{Page, Warning};
use crate::render;
use crate::verdict::{Context, Verdict};

const SENTENCE: &str = "This is one sentence of a text that a rule may name, and it has no link. ";

fn measured(html: &str) -> Page {
    Page::measure(Parser::default().parse(html))
}

fn judged(config: Config, html: &str) -> (Page, Verdict) {
    let page = measured(html);
    let verdict = Selectors::new(config).judge(&page, &Context::default());
    (page, verdict)
}

fn kept(config: Config, html: &str) -> String {
    let (page, verdict) = judged(config, html);
    render::text(&page, &verdict).replace("\n\n", " | ")
}

/// Returns the id of the rule whose content is chosen.
fn chosen(html: &str) -> Option<String> {
    let engine = Selectors::default();
    let page = measured(html);
    let explanation = engine.explain(&page);
    explanation.chosen.map(|index| explanation.content[index].rule.id.clone())
}

fn rule(id: &str, pattern: &str) -> String {
    format!(
        "[[rule]]\nid = '{id}'\nfield = 'content'\n{pattern}\npriority = 1\nwhy = 'w'\nsource = 's'\n\
         matches = ['<p class=yes>']\nmatches_not = ['<p class=no>']\n"
    )
}

fn one_rule() -> Rules {
    Rules::from_toml(&rule("one", "selector = '.yes'")).unwrap()
}

#[test]
fn every_case_of_every_rule_holds() {
    let rules = Rules::builtin();
    for field in Field::ALL {
        assert!(rules.of(field).count() > 0, "{field:?}");
    }
    let faults: Vec<_> = rules.iter().filter_map(|rule| rule.check().err()).collect();
    assert!(faults.is_empty(), "{faults:?}");
}

#[test]
fn every_file_of_rules_is_read_whole() {
    let stated: usize = BUILTIN.iter().map(|(_, file)| file.matches("[[rule]]").count()).sum();
    assert_eq!(Rules::builtin().iter().len(), stated);
    for (name, file) in BUILTIN {
        assert!(Rules::from_toml(file).is_ok(), "{name}");
    }
}

#[test]
#[should_panic(expected = "the built-in file `broken.toml` is not valid")]
fn a_broken_builtin_file_is_not_passed_over() {
    Rules::of_files(&[("broken.toml", "[[rule]]\nid = 'a'")]);
}

#[test]
fn invalid_rules_are_errors() {
    let good = rule("a", "selector = '.yes'");
    assert_eq!(Rules::from_toml(&good).unwrap().iter().len(), 1);
    for (bad, reason) in [
        (good.replace("matches = ['<p class=yes>']", "matches = []"), "needs a case"),
        (good.replace("matches_not = ['<p class=no>']", "matches_not = []"), "needs a case"),
        (good.replace("matches = ['<p class=yes>']\n", ""), "missing field `matches`"),
        (good.replace("matches_not = ['<p class=no>']\n", ""), "missing field `matches_not`"),
        (good.replace("<p class=yes>", "<p class=maybe>"), "does not match its case"),
        (good.replace("<p class=no>", "<p class=\"no yes\">"), "which it should not"),
        (good.replace(".yes'", ".yes::before'"), "can't be read as a selector"),
        (good.replace("selector = '.yes'", ""), "it needs a `selector` or `words`"),
        (rule("a", "words = []"), "`words` is empty"),
        (rule("a", "words = ['a b c d']"), "is not a phrase"),
        (rule("a", "words = ['a-b']"), "is not a phrase"),
        (rule("a", "selector = '.yes'\nwords = ['yes']"), "not both"),
        (rule("a", "selector = '.yes'\nvalue = 'content'"), "`value` is for rules"),
        (rule("a", "selector = '.yes'\nwhim = 1"), "unknown field `whim`"),
        (good.replace("'content'", "'contents'"), "unknown variant"),
        (format!("{good}{good}"), "two rules of this name"),
        ("[[rule]".into(), "the rules can't be read: line 1, column 8: "),
        ("# é\n\n[é]".into(), "the rules can't be read: line 3, column 2: "),
        (good.replace("selector", "\nselectors"), "unknown field `selectors`, expected"),
    ] {
        let error = Rules::from_toml(&bad).expect_err(&bad).to_string();
        assert!(error.contains(reason) && !error.contains('\n'), "{error}");
    }
}

#[test]
fn rules_of_a_user() {
    let long = SENTENCE.repeat(8);
    let html = format!("<p class=yes>{long}One.</p><article>{long}</article>");
    let config = |rules| Config::default().min_dense_share(0.0).rules(rules);
    assert!(!kept(config(Rules::builtin().clone()), &html).ends_with("One."));
    let mut more = Rules::builtin().clone();
    more.extend(one_rule());
    assert!(kept(config(more.clone()), &html).ends_with("One."));
    assert_eq!(more.iter().len(), Rules::builtin().iter().len() + 1);
    assert!(kept(config(one_rule()), &html).ends_with("One."));
    let mut other = one_rule();
    other.extend(Rules::from_toml(&rule("one", "words = ['yes']")).unwrap());
    assert_eq!(other.iter().len(), 1);
    assert!(matches!(other.get("one").unwrap().pattern, Pattern::Words(_)));
    other.retain(|rule| rule.id != "one");
    assert_eq!(kept(config(other), &html), "");
}

/// A rule that takes too many steps is named, and the others match.
#[test]
fn costly_rules_end_with_a_warning() {
    let long = SENTENCE.repeat(8);
    let html = format!("<p class=yes>{long}</p>{}", "<p>x".repeat(10_000));
    let mut rules = one_rule();
    let costly = "[[rule]]\nid = 'costly'\nfield = 'exclusion'\nselector = 'hr ~ p'\npriority = 1\n\
        why = 'w'\nsource = 's'\nmatches = ['<hr><p>']\nmatches_not = ['<p>']\n";
    rules.extend(Rules::from_toml(costly).unwrap());
    let config = Config::default().min_dense_share(0.0).rules(rules);
    let (page, verdict) = judged(config.clone(), &html);
    assert_eq!(render::text(&page, &verdict), long.trim_end());
    let warning = Warning::RuleOutOfSteps { rule: "costly".to_owned() };
    assert_eq!(verdict.warnings, [warning]);
    assert_eq!(judged(config, &html[..html.len() / 10]).1.warnings, []);
}

/// Returns a list of so many selectors that match nothing, with a comma after each.
fn list_of(count: usize) -> String {
    (0..count).map(|at| format!("x{at},")).collect::<Vec<_>>().concat()
}

/// So does a rule with a list of selectors that is too long for the page.
#[test]
fn long_rules_end_with_a_warning() {
    let list = list_of(2_000);
    let toml = rule("long", &format!("selector = 'p:is({list}x), .yes'"));
    let mut rules = one_rule();
    rules.extend(Rules::from_toml(&toml).unwrap());
    let config = Config::default().min_dense_share(0.0).rules(rules);
    let warnings = |count| judged(config.clone(), &"<p>x".repeat(count)).1.warnings;
    assert_eq!(warnings(10_000), [Warning::RuleOutOfSteps { rule: "long".to_owned() }]);
    assert_eq!(warnings(100), []);
}

/// The cases of a file share their steps.
#[test]
fn cases_end_with_an_error() {
    let one = rule("long", &format!("selector = '{}.yes'", list_of(10_000)));
    let cases = |count| "'<b class=yes>',".repeat(count);
    let toml = |count| one.replace("matches = [", &format!("matches = [{}", cases(count)));
    assert!(Rules::from_toml(&toml(100)).is_ok());
    let error = Rules::from_toml(&toml(10_000)).unwrap_err().to_string();
    assert_eq!(error, "rule `long`: to match its cases takes too many steps");
}

/// The indexed walk finds the same elements as one `select` per rule.
#[test]
fn one_walk_finds_what_each_selector_finds() {
    let pages = [
        "<!doctype html><main id=Content class='Post entry-content'><svg viewBox='0 0 1 1'/><x-y data-z>",
        "<main id=CONTENT class='post ENTRY-content'><p hidden><nav><aside role=Navigation>",
        "<article><header><header class=article-header></header></header><h1 class=title>A</h1></article>",
    ];
    let more = ["[viewBox]", "x-y", "[data-z]", "*", "P", ":is(nav, .post) > *", "svg, #content"];
    let mut rules: Vec<Rule> = Rules::builtin().iter().cloned().collect();
    for css in more {
        let mut rule = rules[0].clone();
        rule.pattern = Pattern::Selector(Selector::parse(css).unwrap());
        rules.push(rule);
    }
    let index = RuleIndex::of(&rules, |_| true);
    let mut found = 0;
    let hostile = hostile().map(|(_, page)| page(1 << 8));
    for html in pages.into_iter().map(str::to_owned).chain(hostile) {
        let document = Parser::default().parse(&html);
        let hits = index.hits(&document).all;
        for (number, rule) in (0..).zip(&rules) {
            let Pattern::Selector(selector) = &rule.pattern else { continue };
            let of_rule = hits.iter().filter(|hit| hit.rule == number).map(|hit| hit.node);
            let expected: Vec<NodeId> = document.select(selector).collect();
            found += expected.len();
            assert_eq!(of_rule.collect::<Vec<_>>(), expected, "{} on {html:.200}", rule.id);
        }
        assert!(hits.is_sorted_by_key(|hit| (hit.node, hit.rule)));
    }
    assert!(found > 50, "{found}");
}

#[test]
fn the_first_rule_with_enough_text_wins() {
    let (long, short) = (SENTENCE.repeat(8), SENTENCE.repeat(3));
    let page = |first: &str, second: &str| {
        format!("<div itemprop=articleBody>{first}</div><div role=main>{second}</div>")
    };
    let first = Some("content-itemprop-article-body".to_owned());
    let second = Some("content-role-main".to_owned());
    assert_eq!(chosen(&page(&long, &long)), first);
    assert_eq!(chosen(&page(&short, &long)), second);
    assert_eq!(chosen(&page(&long, &SENTENCE.repeat(40))), second, "too little of the dense text");
    assert_eq!(chosen(&page(&short, &short)), first, "the first one of equals");
    assert_eq!(chosen(&page(&short, &SENTENCE.repeat(4))), second, "the longest");
    assert_eq!(chosen("<p>No rule."), None);
    assert_eq!(chosen("<main></main>"), None);
    assert_eq!(chosen(""), None);
}

#[test]
fn the_parameters_act() {
    let (long, short) = (SENTENCE.repeat(8), SENTENCE.repeat(3));
    let html = format!("<article>A {short}</article><main>B {long}</main>");
    assert!(kept(Config::default(), &html).starts_with('B'));
    assert!(kept(Config::default().enough_chars(100).min_dense_share(0.2), &html).starts_with('A'));
    let html = format!("<main>{long}<aside>{short}</aside></main>");
    assert_eq!(kept(Config::default(), &html), long.trim_end());
    let strict = Config::default().max_excluded_share(0.2);
    assert!(kept(strict, &html).ends_with(short.trim_end()));
}

#[test]
fn several_elements_and_no_text_twice() {
    let (a, b) = (SENTENCE.repeat(4), SENTENCE.repeat(5));
    let html = format!(
        "<article>A {a}<article>C {a}</article></article><p>Outside</p><article>B {b}</article>"
    );
    let text = kept(Config::default(), &html);
    assert_eq!(text.matches(SENTENCE.trim_end()).count(), 13);
    assert!(text.starts_with("A ") && text.contains("| B ") && !text.contains("Outside"));
}

#[test]
fn excluded_text_is_left_out_with_a_reason() {
    let text = SENTENCE.repeat(8);
    let html = format!(
        "<p>Out</p><main><p>{text}</p><div class=share-buttons>Share</div><p>Before <b class=sr-only>unseen</b> behind</p>\
         <ul><li><a>a</a><li><a>b</a></ul></main>"
    );
    let (page, verdict) = judged(Config::default(), &html);
    assert_eq!(kept(Config::default(), &html), format!("{} | Before behind", text.trim_end()));
    let reasons = [
        "outside of what a rule names as content",
        "in what a rule names as content",
        "in what a rule excludes",
        "in what a rule names as content",
        "hardly anything but links",
        "hardly anything but links",
    ];
    assert_eq!(verdict.reasons, reasons);
    assert_eq!(verdict.kept.len(), page.paragraphs().len());
    assert!(Engine::judge(&Selectors::default(), &page, &Context::default()) == verdict);
}

#[test]
fn an_exclusion_that_removes_too_much_is_overruled() {
    let text = SENTENCE.repeat(8);
    let html = format!("<main><form><p>{text}<nav>{SENTENCE}</nav></form></main>");
    assert_eq!(kept(Config::default(), &html), text.trim_end());
    let engine = Selectors::default();
    let page = measured(&html);
    let excluded = engine.explain(&page).excluded;
    let said: Vec<_> = excluded.iter().map(|excluded| excluded.overruled).collect();
    assert_eq!(said, [true, false]);
}

#[test]
fn exclusions_together_do_not_empty_a_page() {
    let html = format!(
        "<main>{}</main>",
        format!("<aside><p>{SENTENCE}{SENTENCE}</p></aside>").repeat(20)
    );
    assert!(kept(Config::default(), &html).contains(SENTENCE.trim_end()));
}

#[test]
fn content_inside_an_exclusion_does_not_count() {
    let (long, short) = (SENTENCE.repeat(9), SENTENCE.repeat(8));
    let html =
        format!("<div class=related-posts><article>{short}</article></div><main>{long}</main>");
    assert_eq!(kept(Config::default(), &html), long.trim_end());
}

#[test]
fn heuristics_by_number() {
    let links = |count: usize, text: &str| format!("<div>{}{text}</div>", "<a>x</a>".repeat(count));
    for (html, expected) in [
        (links(4, "1234567890"), Some(Heuristic::ShortWithLinks)),
        (links(3, "1234567890"), None),
        (links(4, &"1234567890".repeat(5)), None),
        (links(3, "1234567"), None),
        (links(3, "123456"), Some(Heuristic::LinksPerChar)),
        ("<div><a></a></div>".into(), None),
        ("<div></div>".into(), None),
        ("<span><a>x</a></span>".into(), None),
    ] {
        let page = measured(&html);
        let element = page.document().first_child(page.document().body().unwrap()).unwrap();
        assert_eq!(heuristics::of(&page, element), expected, "{html}");
    }
}

#[test]
fn values_are_found_by_priority() {
    let html = "<title> The  site </title><meta property=og:title content='Bread, and how'><h1>Bread</h1>\
        <p class=byline>By Ann</p><time datetime=2024-01-02>yesterday</time><p class=lead> </p>";
    let page = measured(html);
    let engine = Selectors::default();
    let explanation = engine.explain(&page);
    let value = |field| explanation.first(field).map(|found| found.value.clone());
    assert_eq!(value(Field::Title).as_deref(), Some("Bread, and how"));
    assert_eq!(value(Field::Author).as_deref(), Some("By Ann"));
    assert_eq!(value(Field::Date).as_deref(), Some("2024-01-02"));
    assert_eq!(value(Field::Summary), None);
    let titles = explanation.values.iter().filter(|found| found.rule.field == Field::Title);
    let titles: Vec<_> = titles.map(|found| found.value.as_str()).collect();
    assert_eq!(titles, ["Bread, and how", "The site", "Bread"]);
}

#[test]
fn confidence_falls_with_links_and_with_text_elsewhere() {
    let text = SENTENCE.repeat(8);
    let confidence = |html: &str| judged(Config::default(), html).1.confidence.unwrap_or_default();
    let whole = confidence(&format!("<main>{text}</main>"));
    let linked = confidence(&format!("<main>{text}<p><a href=/>{SENTENCE}</a></main>"));
    let half = confidence(&format!("<main>{text}</main><p>{text}"));
    let short = confidence(&format!("<main>{SENTENCE}{SENTENCE}</main>"));
    assert!((whole - 1.0).abs() < 1e-9, "{whole}");
    assert!((linked - 8.0 / 9.0).abs() < 0.01, "{linked}");
    assert!((half - 0.5).abs() < 0.01, "{half}");
    assert!(short < 0.4 && short > 0.0, "{short}");
    assert!(confidence("<p>None.") <= 0.0);
}

#[test]
fn hostile_pages() {
    let run = || {
        let engine = Selectors::default();
        for (name, page) in hostile() {
            let page = measured(&page(1 << 12));
            let verdict = engine.judge(&page, &Context::default());
            assert_eq!(verdict.kept.len(), page.paragraphs().len(), "{name}");
            let confidence = verdict.confidence.unwrap_or_default();
            assert!((0.0..=1.0).contains(&confidence), "{name}: {confidence}");
            engine.explain(&page);
        }
    };
    let thread = std::thread::Builder::new().stack_size(512 << 10).spawn(run).unwrap();
    assert!(thread.join().is_ok());
}

/// Each page is large enough that quadratic work would be noticed; what is asserted is the answer.
#[test]
fn large_pages() {
    let posts =
        "<article class='post entry-content'><p>One.</p><nav>x</nav></article>".repeat(100_000);
    assert_eq!(kept(Config::default(), &posts).matches("One.").count(), 100_000);
    let deep = format!("{}{SENTENCE}", "<main><div class='post ad'><p>x</p>".repeat(50_000));
    assert!(judged(Config::default(), &deep).1.confidence.unwrap_or_default() <= 1.0);
    let names = format!("<main><p class='{}'>{SENTENCE}</main>", "entry-content ".repeat(100_000));
    assert!(kept(Config::default(), &names).contains("one sentence"));
}

/// Names that are not in the name table of the document model are matched too.
#[test]
fn names_outside_the_name_table() {
    assert_eq!(Name::known("x-story"), None);
    let toml = rule("own", "selector = 'x-story[data-own-thing]'")
        .replace("<p class=yes>", "<x-story data-own-thing>");
    let rules = Rules::from_toml(&toml).unwrap();
    let text = kept(
        Config::default().rules(rules),
        "<x-other>No</x-other><x-story data-own-thing>Yes</x-story>",
    );
    assert_eq!(text, "Yes");
}
