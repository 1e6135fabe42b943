//! jusText through the facade: the source of its stopwords, and the warnings if there are none.

use tamis::engine::justext::{self, Justext};
use tamis::stoplists::{Stoplist, get};
use tamis::{Config, Extraction, Extractor, LanguageSource, Stopwords, Warning, extract};
use tamis::{Strategy, engine::Engine};

const ENGLISH: &str = "There was nothing to be done about the rain, and so we sat in the old kitchen with the \
    lamps lit and told each other about the winters that had been worse than this one. It was the longest \
    evening of the year, and none of us had a wish to be anywhere else than where we were.";

const GERMAN: &str = "Gegen den Regen war nichts zu machen, und so saßen wir in der alten Küche bei der Lampe und \
    erzählten uns von den Wintern, die schlimmer gewesen waren als dieser. Es war der längste Abend des Jahres, und \
    keiner von uns wollte irgendwo anders sein als dort, wo wir waren.";

fn with(stopwords: Stopwords, page: &str) -> Extraction {
    extract(page, &Config::default().strategy(Strategy::Justext).stopwords(stopwords)).unwrap()
}

fn named(language: &str) -> Stopwords {
    Stopwords::Language(language.to_string())
}

#[test]
fn the_declared_language_chooses_the_list() {
    for (lang, text, other) in [("en-GB", ENGLISH, "de"), ("de", GERMAN, "en")] {
        let right = with(Stopwords::Auto, &format!("<html lang={lang}><p>{text}"));
        assert_eq!(right.text(), text);
        assert_eq!(right.language().unwrap().code(), lang);
        assert_eq!(right.language().unwrap().source(), LanguageSource::Declared);
        assert_eq!(right.warnings(), []);
        let wrong = with(Stopwords::Auto, &format!("<html lang={other}><p>{text}"));
        assert_eq!(wrong.text(), "");
    }
}

#[test]
fn an_undeclared_language_is_detected() {
    for (text, code) in [(ENGLISH, "en"), (GERMAN, "de")] {
        let extraction = with(Stopwords::Auto, &format!("<p>{text}"));
        assert_eq!(extraction.text(), text);
        assert_eq!(extraction.language().unwrap().code(), code);
        assert_eq!(extraction.language().unwrap().source(), LanguageSource::Detected);
    }
}

#[test]
fn a_language_without_a_list_gives_a_warning_and_works_without() {
    let extraction = with(Stopwords::Auto, &format!("<html lang=tlh><p>{ENGLISH}"));
    assert_eq!(extraction.text(), ENGLISH);
    let warning = Warning::NoStoplist { language: Some("tlh".to_string()) };
    assert_eq!(extraction.warnings(), std::slice::from_ref(&warning));
    assert!(warning.to_string().contains("`tlh`"));
    let unknown = with(Stopwords::Auto, "<p>12 34");
    assert_eq!(unknown.warnings(), [Warning::NoStoplist { language: None }]);
}

#[test]
fn a_named_language_overrides_the_page_s() {
    let page = format!("<html lang=en><p>{GERMAN}");
    for name in ["German", "german", "de", "de-AT"] {
        let extraction = with(named(name), &page);
        assert_eq!((extraction.text(), extraction.warnings()), (GERMAN, [].as_slice()), "{name}");
    }
    assert_eq!(with(named("English"), &page).text(), "");
}

#[test]
fn a_language_that_has_no_list_is_an_error_when_it_is_named() {
    let error = Extractor::new(Config::default().stopwords(named("Klingon"))).unwrap_err();
    assert!(error.to_string().contains("`Klingon`"));
}

#[test]
fn a_custom_list_decides() {
    let own = |words: &[&str]| Stopwords::List(Stoplist::from_words(words));
    let page = format!("<html lang=en><p>{GERMAN}");
    let words = [
        "den", "war", "zu", "und", "so", "wir", "in", "der", "bei", "uns", "von", "die", "als",
        "es", "des",
    ];
    assert_eq!(with(own(&words), &page).text(), GERMAN);
    assert_eq!(with(own(&["nirgends"]), &page).text(), "");
}

#[test]
fn without_stopwords_length_decides_and_there_is_no_warning() {
    let page = format!("<html lang=en><p>{GERMAN}<p>{}", "keel mast deck ".repeat(20));
    let extraction = with(Stopwords::None, &page);
    assert_eq!(extraction.text().split("\n\n").count(), 2);
    assert_eq!(extraction.warnings(), []);
}

#[test]
fn an_engine_s_own_list_comes_first() {
    let list = get("German").unwrap().clone();
    let engine = Justext::new(justext::Config::default()).with_stoplist(list);
    assert_eq!(engine.name(), "justext");
    let config = Config::default().stopwords(named("English"));
    let mut extractor = Extractor::with_engine(engine, config).unwrap();
    assert_eq!(extractor.extract(&format!("<p>{GERMAN}")).text(), GERMAN);
    assert_eq!(extractor.extract(&format!("<p>{ENGLISH}")).text(), "");
}

#[test]
fn the_parameters_of_justext_reach_the_engine() {
    let page = format!("<html lang=en><h2>Rain</h2><p>{ENGLISH}");
    let text = |parameters: justext::Config| {
        extract(&page, &Config::default().strategy(Strategy::Justext).justext(parameters))
            .unwrap()
            .text()
            .to_string()
    };
    let default = justext::Config::default();
    assert_eq!(text(default), format!("Rain\n\n{ENGLISH}"));
    assert_eq!(text(default.no_headings(true)), ENGLISH);
    assert_eq!(text(default.max_heading_distance(-1)), ENGLISH);
    assert_eq!(text(default.length_high(1000)), "");
    assert_eq!(text(default.length_low(1000)), "");
    assert_eq!(text(default.stopwords_high(0.99)), "");
}

#[test]
fn the_facade_and_the_functions_agree() {
    let page =
        format!("<html lang=en><nav><a href=/>Home</a></nav><h1>Rain</h1><p>{ENGLISH}<p>short");
    let extraction = with(Stopwords::Auto, &page);
    let english = get("English").unwrap();
    let config = justext::Config::default();
    assert_eq!(extraction.text(), justext::extract_text(&page, english, &config));
    let paragraphs = justext::justext(&page, english, &config);
    assert_eq!(extraction.paragraphs().len(), paragraphs.len());
    for (ours, theirs) in extraction.paragraphs().zip(&paragraphs) {
        assert_eq!((ours.text, ours.kept), (theirs.text.as_str(), !theirs.is_boilerplate()));
        assert_eq!(ours.in_heading, theirs.is_heading());
        assert!(!ours.reason.is_empty());
    }
    assert_eq!(extraction.strategy_used(), "justext");
    assert!(extraction.confidence() > 0.9);
}
