//! Rules learned from small sites, and their effect on further pages.

use std::sync::Arc;

use tamis::engine::selectors::{Field, Rules};
use tamis::site_rules::{LEARNED, SiteRules};
use tamis::{Config, Extraction, Extractor, Input, Url};
use tamis_learn::{Error, Learned, Learner};

const TOPICS: [&str; 5] = ["bread", "cheese", "wine", "honey", "salt"];
const SLOGAN: &str =
    "All of our stories are written by people who have been there, every single day.";

/// Sentences about a topic, with many stopwords.
fn story(topic: &str) -> String {
    let sentence =
        |of: &str| format!("This is what we have been told about {topic} in the {of} of it. ");
    ["spring", "summer", "autumn", "winter"].map(sentence).concat()
}

/// A page of a site about food: a menu, a story that contains a slogan, a note, a footer.
fn page(topic: &str) -> String {
    format!(
        "<html lang=en><nav><a href=/>Home</a> <a href=/all>All stories</a></nav>\
         <div class='story s-{topic}'><h2>All about {topic}</h2><p>{}</p><p>{SLOGAN}</p><p>{}</p>\
         <aside class=note><p>{}</p></aside><div class=tail><p>{}</p></div></div>\
         <footer>Food, 2024</footer>",
        story(topic),
        story(&format!("{topic} and more")),
        story(&format!("a note on {topic}")),
        story(&format!("what came after {topic}")),
    )
}

fn extractor() -> Extractor {
    Extractor::new(Config::default()).unwrap()
}

fn trained(mut learner: Learner, pages: &[String]) -> Learner {
    let mut extractor = extractor();
    for html in pages {
        let page = extractor.page(html);
        let judgement = extractor.decide(&page);
        learner.add(&page, std::iter::once(&judgement.verdict).chain(&judgement.others));
    }
    learner
}

fn pages() -> Vec<String> {
    TOPICS[..4].iter().map(|topic| page(topic)).collect()
}

fn learned_by(learner: Learner) -> Learned {
    trained(learner, &pages()).learn(&["www.Example.com"]).unwrap()
}

/// Extracts a further page of the site with the learned rules.
fn next(learned: &Learned, html: &str) -> Extraction {
    let mut rules = SiteRules::default();
    assert_eq!(rules.add("example.com.toml", &learned.to_toml()), []);
    let config = Config::default().site_rules(Arc::new(rules));
    let url = Url::parse("https://example.com/salt").unwrap();
    Extractor::new(config).unwrap().extract(Input::from(html).url(&url))
}

fn selectors(learned: &Learned, field: Field) -> Vec<&str> {
    let rules = learned.rules().iter().filter(|rule| rule.field == field);
    rules.map(|rule| rule.selector.as_str()).collect()
}

#[test]
fn content_is_found_and_template_is_left_out() {
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
fn the_engine_decides_without_the_template_if_rules_find_nothing() {
    let learned = learned_by(Learner::default());
    let other = format!("<html lang=en><article><p>{}<p>{SLOGAN}</article>", story("salt"));
    let extraction = next(&learned, &other);
    assert_ne!(extraction.strategy_used(), LEARNED);
    assert!(extraction.text().contains("told about salt") && !extraction.text().contains(SLOGAN));
    // Short text in the right element does not count as content.
    let short = format!("<html lang=en><div class=story>Soon.</div><article><p>{}", story("salt"));
    assert_ne!(next(&learned, &short).strategy_used(), LEARNED);
}

#[test]
fn the_file_is_a_valid_rule_file_and_deterministic() {
    let learner =
        trained(Learner::default().leave_out("[data-x=\"it's\"], .tail").unwrap(), &pages());
    let toml = learner.learn(&["example.com"]).unwrap().to_toml();
    assert_eq!(learner.learn(&["example.com"]).unwrap().to_toml(), toml);
    let rules = Rules::from_toml(&toml).unwrap();
    assert_eq!(rules.of(Field::Content).count(), 1);
    assert_eq!(rules.get("site-exclusion-1").unwrap().source, "a correction");
    assert!(toml.contains("hosts = ['example.com']\npages = 4\nsuccess_rate = 1.000\n"), "{toml}");
}

#[test]
fn kept_elements_are_the_content() {
    let learned = learned_by(Learner::default().keep("aside.note").unwrap());
    assert_eq!(learned.rules()[0].selector, "aside.note");
    assert!(learned.rules()[0].is_correction);
    // The library's own exclusion of `aside` does not apply.
    let text = next(&learned, &page("salt")).text().to_owned();
    assert!(text.starts_with("This is what we have been told about a note on salt"), "{text}");
    assert!(!text.contains("told about salt in the"), "{text}");
    // Two corrections form one rule.
    let learned = learned_by(Learner::default().keep("aside.note").unwrap().keep(".tail").unwrap());
    assert_eq!(learned.rules()[0].selector, "aside.note, .tail");
    let text = next(&learned, &page("salt")).text().to_owned();
    assert!(text.contains("a note on salt") && text.contains("came after salt"), "{text}");
}

#[test]
fn exclusions_inside_kept_elements_stay() {
    let text = |learner: Learner| next(&learned_by(learner), &page("salt")).text().to_owned();
    let alone = text(Learner::default().keep(".story").unwrap());
    assert!(alone.contains("came after salt") && !alone.contains("a note on salt"), "{alone}");
    let both = text(Learner::default().keep(".story").unwrap().keep(".note").unwrap());
    assert!(both.contains("came after salt") && both.contains("a note on salt"), "{both}");
}

#[test]
fn left_out_elements_are_excluded_whatever_their_size() {
    for out in [".tail", "div.story > p, .tail"] {
        let learned = learned_by(Learner::default().leave_out(out).unwrap());
        let text = next(&learned, &page("salt")).text().to_owned();
        assert!(!text.contains("came after salt"), "{text}");
        assert_eq!(text.contains("told about salt in the"), out == ".tail", "{text}");
    }
}

#[test]
fn further_rules_cover_other_layouts() {
    let recipe = |topic: &str| {
        format!("<html lang=en><nav>Home</nav><section id=recipe><p>{}</section>", story(topic))
    };
    let more = ["soup", "stew"].map(recipe);
    let pages = [pages(), more.to_vec()].concat();
    let learned = trained(Learner::default(), &pages).learn(&["example.com"]).unwrap();
    assert_eq!(selectors(&learned, Field::Content), ["div.story", "#recipe"]);
    assert_eq!((learned.pages(), learned.success_rate()), (6, 1.0));
    assert_eq!(next(&learned, &recipe("salt")).strategy_used(), LEARNED);
}

#[test]
fn ids_of_single_items_are_no_selectors() {
    let pages: Vec<String> = TOPICS[..4]
        .iter()
        .map(|topic| {
            let inner = format!("<p>{}</p><p>{}</p>", story(topic), story(&topic.to_uppercase()));
            format!(
                "<html lang=en><p>Menu</p>\
                 <div id=post-20241><section class=x1a2b>{inner}</section></div>"
            )
        })
        .collect();
    let learned = trained(Learner::default(), &pages).learn(&["example.com"]).unwrap();
    assert_eq!(selectors(&learned, Field::Content), ["section"]);
}

#[test]
fn recurring_text_with_most_votes_is_content() {
    // The same products in several lists.
    let products: Vec<String> =
        TOPICS.iter().map(|topic| format!("<p>{}</p>", story(topic))).collect();
    let list = |out: usize| {
        let mut products = products.clone();
        products.remove(out);
        format!("<html lang=en><nav>Home</nav><main>{}</main>", products.concat())
    };
    let pages: Vec<String> = (0..products.len()).map(list).collect();
    let learned = trained(Learner::default(), &pages).learn(&["example.com"]).unwrap();
    assert!(!learned.to_toml().contains("template"), "{}", learned.to_toml());
    assert!(next(&learned, &list(0)).text().contains("about honey"));
}

#[test]
fn errors() {
    let error = |learner: Learner, pages: &[String]| {
        trained(learner, pages).learn(&["example.com"]).unwrap_err()
    };
    let too_few = error(Learner::default(), &pages()[..1]);
    assert_eq!(too_few, Error::TooFewPages { pages: 1 });
    assert_eq!(too_few.to_string(), "learning needs at least 2 pages of the site, but got 1");
    let nowhere = error(Learner::default().keep("#nowhere").unwrap(), &pages());
    assert_eq!(nowhere, Error::Unmatched { selector: "#nowhere".into() });
    assert!(nowhere.to_string().contains("`#nowhere` matches nothing"));
    assert!(matches!(Learner::default().keep("p:hover"), Err(Error::Selector(_))));
    assert!(matches!(Learner::default().leave_out(""), Err(Error::Selector(_))));
    // Pages with nothing in common give no rules, which is not an error.
    let empty = vec![String::new(), "<p>One".into()];
    let learned = trained(Learner::default(), &empty).learn(&["example.com"]).unwrap();
    assert_eq!((learned.rules().len(), learned.success_rate()), (0, 0.0));
    assert_eq!(next(&learned, "<p>One").text(), "One");
}

#[test]
#[should_panic(expected = "another page")]
fn a_verdict_about_another_page_panics() {
    let mut extractor = extractor();
    let (page, other) = (extractor.page("<p>One<p>Two"), extractor.page("<p>One"));
    Learner::default().add(&page, [&extractor.decide(&other).verdict]);
}
