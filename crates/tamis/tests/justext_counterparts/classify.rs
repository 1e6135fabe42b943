//! The context-free classification: each rule at its limit, in the order of evaluation.

use tamis::engine::justext::{
    ClassType, Config, Paragraph, Segmentation, classify_paragraphs, justext,
};
use tamis::stoplists::Stoplist;

fn paragraph(text: &str, link_chars: usize) -> Paragraph {
    let mut paragraph = Paragraph::new("html.body.p", "/html[1]/body[1]/p[1]", [text]);
    paragraph.chars_count_in_links = link_chars;
    paragraph
}

fn check(mut paragraph: Paragraph, stopwords: &[&str], config: &Config, expected: ClassType) {
    let stoplist = Stoplist::from_words(stopwords);
    classify_paragraphs(std::slice::from_mut(&mut paragraph), &stoplist, config);
    assert_eq!(paragraph.cf_class, Some(expected), "{paragraph:?}");
    assert_eq!(paragraph.class_type, None);
}

#[test]
fn link_density_must_be_above_the_limit() {
    let config = Config::default().max_link_density(0.5).stopwords_low(0.0).stopwords_high(0.0);
    let text = "mast ".repeat(16) + "deck";
    assert_eq!(text.len(), 84);
    check(paragraph(&text, 41), &[], &config, ClassType::NearGood);
    check(paragraph(&text, 42), &[], &config, ClassType::NearGood);
    check(paragraph(&text, 43), &[], &config, ClassType::Bad);
    check(paragraph("mast and deck", 0), &[], &config, ClassType::Short);
    check(paragraph("mast and deck", 13), &[], &config, ClassType::Bad);
}

#[test]
fn a_short_paragraph_with_any_link_is_bad() {
    let config = Config::default().max_link_density(1.0).length_low(50);
    let text = "a".repeat(49);
    check(paragraph(&text, 0), &[], &config, ClassType::Short);
    check(paragraph(&text, 1), &[], &config, ClassType::Bad);
    let config = config.stopwords_low(0.0).stopwords_high(0.0);
    check(paragraph(&(text + "a"), 1), &[], &config, ClassType::NearGood);
}

#[test]
fn many_stopwords_are_good_only_in_a_long_paragraph() {
    let config = Config::default().length_low(0).length_high(20).stopwords_high(0.5);
    check(paragraph("of keel of keel of k", 0), &["of"], &config, ClassType::NearGood);
    check(paragraph("of keel of keel of ke", 0), &["of"], &config, ClassType::Good);
}

#[test]
fn stopword_density_is_compared_with_both_limits() {
    let config = Config::default().length_low(0).stopwords_low(0.25).stopwords_high(0.75);
    check(paragraph("of keel mast deck", 0), &["of"], &config, ClassType::NearGood);
    check(paragraph("of keel mast deck bow", 0), &["of"], &config, ClassType::Bad);
    let config = config.length_high(5);
    check(paragraph("of of of deck", 0), &["of"], &config, ClassType::Good);
    check(paragraph("of of deck bow", 0), &["of"], &config, ClassType::NearGood);
    check(paragraph("keel mast", 0), &["of"], &config, ClassType::Bad);
}

#[test]
fn stopwords_are_found_in_any_case() {
    let config = Config::default().length_low(0).stopwords_low(0.5);
    check(paragraph("OF Über", 0), &["of", "über"], &config.length_high(3), ClassType::Good);
    check(paragraph("of, über.", 0), &["of", "über"], &config, ClassType::Bad);
}

#[test]
fn lengths_are_unicode_characters() {
    let config = Config::default().length_low(5);
    check(paragraph("žluť", 0), &[], &config, ClassType::Short);
    check(paragraph("žlutá", 0), &[], &config, ClassType::Bad);
    check(paragraph("🚢🚢🚢🚢", 0), &[], &config, ClassType::Short);
}

#[test]
fn copyright_signs_are_bad_also_as_a_literal_reference() {
    let config = Config::default().language_independent().length_low(0);
    for text in ["© the harbour", "of &copy; the harbour", "rock &copyist"] {
        check(paragraph(text, 0), &[], &config, ClassType::Bad);
    }
    for text in ["(c) the harbour", "& copy", "&Copy;", "copy"] {
        check(paragraph(text, 0), &[], &config, ClassType::NearGood);
    }
}

#[test]
fn a_reference_without_its_semicolon_is_a_copyright_sign() {
    let config = Config::default().length_low(0);
    for (html, expected) in [
        ("<p>&copy 2024 the harbour", ClassType::Bad),
        ("<p>&amp;copy 2024 the harbour", ClassType::Bad),
        ("<p>&am<b>p</b>;co<b>py</b> the harbour", ClassType::NearGood),
        ("<p>&amp;co<b>py</b> the harbour", ClassType::Bad),
    ] {
        let paragraphs = justext(html, &Stoplist::default(), &config);
        assert_eq!(paragraphs[0].cf_class, Some(expected), "{html}");
    }
}

#[test]
fn select_anywhere_in_the_path_is_bad() {
    let config = Config::default().language_independent().length_low(0);
    for (path, expected) in [
        ("html.body.select.option", ClassType::Bad),
        ("html.body.x-selector.p", ClassType::Bad),
        ("html.body.sel.ect", ClassType::NearGood),
    ] {
        let by_path = Paragraph::new(path, "/", ["the harbour"]);
        check(by_path, &[], &config, expected);
    }
    let paragraphs = justext("<my-selection><p>the harbour", &Stoplist::default(), &config);
    assert_eq!(paragraphs[0].cf_class, Some(ClassType::Bad));
}

#[test]
fn headings_are_steps_of_the_path_with_one_digit() {
    for (path, expected) in [
        ("html.body.h1", true),
        ("html.body.h2.span", true),
        ("html.body.h9", true),
        ("html.body.my-h3", true),
        ("html.body.h10", false),
        ("html.body.hr", false),
        ("html.body.th1", false),
        ("html.body.h1_x", false),
        ("html.body.h\u{663}", true),
        ("html.body.h²", false),
    ] {
        let mut paragraphs = [Paragraph::new(path, "/", ["Harbour"])];
        assert_eq!(paragraphs[0].is_heading(), expected, "{path}");
        classify_paragraphs(&mut paragraphs, &Stoplist::default(), &Config::default());
        assert_eq!(paragraphs[0].heading, expected, "{path}");
        let config = Config::default().no_headings(true);
        classify_paragraphs(&mut paragraphs, &Stoplist::default(), &config);
        assert!(!paragraphs[0].heading, "{path}");
    }
}

#[test]
fn an_empty_stoplist_means_independence_of_the_language() {
    let text = "keel mast deck rudder ".repeat(12);
    let page = format!("<p>{text}");
    let classes = |stoplist: &Stoplist| justext(&page, stoplist, &Config::default())[0].class_type;
    assert_eq!(classes(&Stoplist::default()), Some(ClassType::Good));
    assert_eq!(classes(&Stoplist::from_words(["of"])), Some(ClassType::Bad));
    // The step alone uses the stoplist as it is, like the reference's function.
    check(paragraph(&text, 0), &[], &Config::default(), ClassType::Bad);
}

#[test]
fn text_with_spaces_has_the_same_classes_in_both_segmentations() {
    let config = Config::default().length_low(10).segmentation(Segmentation::Unicode);
    check(paragraph("of keel and of mast", 0), &["of"], &config, ClassType::NearGood);
}
