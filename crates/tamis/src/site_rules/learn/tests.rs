//! What is learned of small sites, and what comes of it on their next pages.

use std::sync::Arc;

use url::Url;

use super::*;
use crate::engine::selectors::Rules;
use crate::site_rules::{LEARNED, SiteRules};
use crate::{Config, Extraction, Extractor, Input};

const TOPICS: [&str; 5] = ["bread", "cheese", "wine", "honey", "salt"];
const SLOGAN: &str =
    "All of our stories are written by people who have been there, every single day.";

/// Some sentences about a topic, with many small words.
fn story(topic: &str) -> String {
    let sentence =
        |of: &str| format!("This is what we have been told about {topic} in the {of} of it. ");
    ["spring", "summer", "autumn", "winter"].map(sentence).concat()
}

/// A page of a site about food: a menu, a story with a slogan in it, a note, a footer.
fn page(topic: &str) -> String {
    format!(
        "<html lang=en><nav><a href=/>Home</a> <a href=/all>All stories</a></nav>\
         <div class='story s-{topic}'><h2>All about {topic}</h2><p>{}</p><p>{SLOGAN}</p><p>{}</p>\
         <aside class=note><p>{}</p></aside><div class=tail><p>{}</p></div></div><footer>Food, 2024</footer>",
        story(topic),
        story(&format!("{topic} and more")),
        story(&format!("a note on {topic}")),
        story(&format!("what came after {topic}")),
    )
}

fn extractor() -> Extractor {
    Extractor::new(Config::default()).unwrap()
}

fn taught(mut learner: Learner, pages: &[String]) -> Learner {
    let mut extractor = extractor();
    for html in pages {
        let page = extractor.page(html);
        let judgement = extractor.judge(&page);
        learner.add(&page, std::iter::once(&judgement.verdict).chain(&judgement.others));
    }
    learner
}

fn pages() -> Vec<String> {
    TOPICS[..4].iter().map(|topic| page(topic)).collect()
}

fn learned_by(learner: Learner) -> Learned {
    taught(learner, &pages()).learn(&["www.Example.com"]).unwrap()
}

/// The next page of the site, by what was learned.
fn next(learned: &Learned, html: &str) -> Extraction {
    let mut rules = SiteRules::default();
    assert_eq!(rules.add("example.com.toml", &learned.to_toml()), []);
    let config = Config::default().site_rules(Arc::new(rules));
    let url = Url::parse("https://example.com/salt").unwrap();
    Extractor::new(config).unwrap().extract(Input::from(html).url(&url)).unwrap()
}

fn selectors(learned: &Learned, field: Field) -> Vec<&str> {
    let rules = learned.rules().iter().filter(|rule| rule.field == field);
    rules.map(|rule| rule.selector.as_str()).collect()
}

#[test]
fn the_varying_text_is_found_and_the_template_left_out() {
    let learned = learned_by(Learner::default());
    assert_eq!(selectors(&learned, Field::Content), ["div.story"]);
    assert_eq!((learned.pages(), learned.success_rate()), (4, 1.0));
    let extraction = next(&learned, &page("salt"));
    assert_eq!(extraction.strategy_used(), LEARNED);
    let text = extraction.text();
    assert!(text.contains("told about salt in the") && text.contains("came after salt"), "{text}");
    for outside in [SLOGAN, "a note on salt", "Home", "Food, 2024"] {
        assert!(!text.contains(outside), "{outside} in {text}");
    }
    assert!(extraction.confidence() > 0.8);
}

#[test]
fn where_the_rules_find_nothing_the_engine_answers_without_the_template() {
    let learned = learned_by(Learner::default());
    let other = format!("<html lang=en><article><p>{}<p>{SLOGAN}</article>", story("salt"));
    let extraction = next(&learned, &other);
    assert_ne!(extraction.strategy_used(), LEARNED);
    assert!(extraction.text().contains("told about salt") && !extraction.text().contains(SLOGAN));
    // Short text in the right element is no success.
    let short = format!("<html lang=en><div class=story>Soon.</div><article><p>{}", story("salt"));
    assert_ne!(next(&learned, &short).strategy_used(), LEARNED);
}

#[test]
fn the_file_is_a_file_of_rules_and_always_the_same() {
    let learner =
        taught(Learner::default().leave_out("[data-x=\"it's\"], .tail").unwrap(), &pages());
    let toml = learner.learn(&["example.com"]).unwrap().to_toml();
    assert_eq!(learner.learn(&["example.com"]).unwrap().to_toml(), toml);
    let rules = Rules::from_toml(&toml).unwrap();
    assert_eq!(rules.of(Field::Content).count(), 1);
    assert_eq!(rules.get("site-exclusion-1").unwrap().source, "a correction");
    assert!(toml.contains("hosts = ['example.com']\npages = 4\nsuccess_rate = 1.000\n"), "{toml}");
}

#[test]
fn what_the_user_keeps_is_the_content() {
    let learned = learned_by(Learner::default().keep("aside.note").unwrap());
    assert_eq!(learned.rules()[0].selector, "aside.note");
    assert!(learned.rules()[0].is_correction);
    // The library's own rule against `aside` yields.
    let text = next(&learned, &page("salt")).text().to_owned();
    assert!(text.starts_with("This is what we have been told about a note on salt"), "{text}");
    assert!(!text.contains("told about salt in the"), "{text}");
    // Two are one rule.
    let learned = learned_by(Learner::default().keep("aside.note").unwrap().keep(".tail").unwrap());
    assert_eq!(learned.rules()[0].selector, "aside.note, .tail");
    let text = next(&learned, &page("salt")).text().to_owned();
    assert!(text.contains("a note on salt") && text.contains("came after salt"), "{text}");
}

#[test]
fn what_the_library_excludes_in_what_is_kept_stays_out() {
    let text = |learner: Learner| next(&learned_by(learner), &page("salt")).text().to_owned();
    let alone = text(Learner::default().keep(".story").unwrap());
    assert!(alone.contains("came after salt") && !alone.contains("a note on salt"), "{alone}");
    let both = text(Learner::default().keep(".story").unwrap().keep(".note").unwrap());
    assert!(both.contains("came after salt") && both.contains("a note on salt"), "{both}");
}

#[test]
fn what_the_user_leaves_out_is_out_however_much_it_is() {
    for out in [".tail", "div.story > p, .tail"] {
        let learned = learned_by(Learner::default().leave_out(out).unwrap());
        let text = next(&learned, &page("salt")).text().to_owned();
        assert!(!text.contains("came after salt"), "{text}");
        assert_eq!(text.contains("told about salt in the"), out == ".tail", "{text}");
    }
}

#[test]
fn further_rules_are_for_other_kinds_of_pages() {
    let recipe = |topic: &str| {
        format!("<html lang=en><nav>Home</nav><section id=recipe><p>{}</section>", story(topic))
    };
    let more = ["soup", "stew"].map(recipe);
    let pages = [pages(), more.to_vec()].concat();
    let learned = taught(Learner::default(), &pages).learn(&["example.com"]).unwrap();
    assert_eq!(selectors(&learned, Field::Content), ["div.story", "#recipe"]);
    assert_eq!((learned.pages(), learned.success_rate()), (6, 1.0));
    assert_eq!(next(&learned, &recipe("salt")).strategy_used(), LEARNED);
}

#[test]
fn numbers_of_things_are_no_names() {
    let pages: Vec<String> = TOPICS[..4]
        .iter()
        .map(|topic| {
            let inner = format!("<p>{}</p><p>{}</p>", story(topic), story(&topic.to_uppercase()));
            format!("<html lang=en><p>Menu</p><div id=post-20241><section class=x1a2b>{inner}</section></div>")
        })
        .collect();
    let learned = taught(Learner::default(), &pages).learn(&["example.com"]).unwrap();
    assert_eq!(selectors(&learned, Field::Content), ["section"]);
}

#[test]
fn a_text_that_engines_take_for_content_is_no_template() {
    // The same goods in several lists.
    let goods: Vec<String> =
        TOPICS.iter().map(|topic| format!("<p>{}</p>", story(topic))).collect();
    let list = |out: usize| {
        let mut goods = goods.clone();
        goods.remove(out);
        format!("<html lang=en><nav>Home</nav><main>{}</main>", goods.concat())
    };
    let pages: Vec<String> = (0..goods.len()).map(list).collect();
    let learned = taught(Learner::default(), &pages).learn(&["example.com"]).unwrap();
    assert!(!learned.to_toml().contains("template"), "{}", learned.to_toml());
    assert!(next(&learned, &list(0)).text().contains("about honey"));
}

#[test]
fn what_cannot_be_learned_is_an_error() {
    let error = |learner: Learner, pages: &[String]| {
        taught(learner, pages).learn(&["example.com"]).unwrap_err().to_string()
    };
    assert!(error(Learner::default(), &pages()[..1]).contains("2 pages at least, and here are 1"));
    let nowhere = Learner::default().keep("#nowhere").unwrap();
    assert!(error(nowhere, &pages()).contains("`#nowhere` matches nothing"));
    assert!(Learner::default().keep("p:hover").is_err());
    assert!(Learner::default().leave_out("").is_err());
    // Pages without anything in common are no error.
    let empty = vec![String::new(), "<p>One".into()];
    let learned = taught(Learner::default(), &empty).learn(&["example.com"]).unwrap();
    assert_eq!((learned.rules().len(), learned.success_rate()), (0, 0.0));
    assert_eq!(next(&learned, "<p>One").text(), "One");
}

#[test]
fn selectors_of_any_kind_can_be_shown() {
    let mut extractor = extractor();
    let page = extractor.page(
        "<body class=x><table><tr><td class=a>One</table><h2>Two</h2><br><p data-k='\"&'>Three<ul><li>a<li>b</ul>",
    );
    let document = page.document();
    for css in [
        "td.a",
        "body.x p",
        "h2 + br",
        "h2 ~ p",
        "[data-k='\"&']",
        "ul:has(> li + li)",
        "li:last-child",
        "td:first-child",
        "p",
        "div, td",
        "html",
    ] {
        let selector = Selector::parse(css).unwrap();
        let id = document.select(&selector).next().unwrap();
        let case = Case::of_element(&selector, document, id);
        assert_eq!(case.is_some(), css != "html", "{css}: {case:?}");
    }
    for name in ["#a", "td.a", "tr.a > td", "tbody[role=grid]", "main", "div.a > div > p"] {
        assert!(Case::of_name(name).is_some(), "{name}");
    }
    assert_eq!(Case::of_name("p.a > div"), None);
}
