//! The four stages of the context-sensitive classification.

use tamis::engine::justext::{
    ClassType, Config, HeadingStage, Paragraph, revise_paragraph_classification,
};

/// Returns paragraphs from a picture: `g` good, `n` near-good, `s` short, `b` bad; upper case for a
/// heading. Each has this length.
pub fn sequence(picture: &str, length: usize) -> Vec<Paragraph> {
    let one = |letter: char| {
        let path = if letter.is_uppercase() { "html.body.h2" } else { "html.body.p" };
        let mut paragraph = Paragraph::new(path, "/", ["x".repeat(length)]);
        paragraph.heading = letter.is_uppercase();
        paragraph.cf_class = Some(class(letter));
        paragraph
    };
    picture.chars().map(one).collect()
}

fn class(letter: char) -> ClassType {
    match letter.to_ascii_lowercase() {
        'g' => ClassType::Good,
        'n' => ClassType::NearGood,
        's' => ClassType::Short,
        'b' => ClassType::Bad,
        other => panic!("{other} is no class"),
    }
}

pub fn picture(paragraphs: &[Paragraph]) -> String {
    let one = |paragraph: &Paragraph| match paragraph.class_type {
        Some(ClassType::Good) => 'g',
        Some(ClassType::NearGood) => 'n',
        Some(ClassType::Short) => 's',
        Some(ClassType::Bad) => 'b',
        None => '-',
    };
    paragraphs.iter().map(one).collect()
}

fn check_with(config: &Config, before: &str, expected: &str) {
    let mut paragraphs = sequence(before, 60);
    revise_paragraph_classification(&mut paragraphs, config);
    assert_eq!(picture(&paragraphs), expected, "{before}, {config:?}");
    for paragraph in &paragraphs {
        assert_eq!(paragraph.is_boilerplate(), paragraph.class_type != Some(ClassType::Good));
    }
}

fn check(before: &str, expected: &str) {
    check_with(&Config::default(), before, expected);
}

#[test]
fn good_and_bad_stay() {
    check("", "");
    check("gbbg", "gbbg");
}

#[test]
fn the_edges_of_the_document_are_bad() {
    check("s", "b");
    check("n", "b");
    check("ssg", "bbg");
    check("gss", "gbb");
    check("ns", "bb");
}

#[test]
fn short_between_good_is_good() {
    check("gsg", "ggg");
    check("gssssg", "gggggg");
    check("bsb", "bbb");
    check("bsg", "bbg");
    check("gsb", "gbb");
}

#[test]
fn short_between_good_and_bad_is_good_next_to_near_good() {
    check("bnsg", "bggg");
    check("gsnb", "gggb");
    // A near-good paragraph on the side of the good neighbour has no effect.
    check("bsng", "bbgg");
    check("gnsb", "ggbb");
    check("bnsb", "bbbb");
}

#[test]
fn the_short_stage_sees_the_classes_before_it() {
    // The paragraphs in the middle become good because of the near-good one. That does not make
    // them good neighbours within this stage.
    check("gsnsb", "gggbb");
    check("bsnsg", "bbggg");
    check("gssnssb", "ggggbbb");
    check("bnssssg", "bgggggg");
    check("bssssg", "bbbbbg");
}

#[test]
fn near_good_is_bad_only_between_bad() {
    check("bnb", "bbb");
    check("bng", "bgg");
    check("gnb", "ggb");
    check("gng", "ggg");
    check("bnnnb", "bbbbb");
}

#[test]
fn the_near_good_stage_sees_what_became_of_those_before() {
    check("bnng", "bggg");
    check("gnnb", "gggb");
    check("bnnnbnng", "bbbbbggg");
    // A short paragraph that became bad ends its run.
    check("gnsnb", "ggggb");
    check("bnsnb", "bbbbb");
}

#[test]
fn a_heading_before_good_text_is_good() {
    check("Sg", "gg");
    check("bSg", "bgg");
    check("sg", "bg");
    // A near-good heading between bad paragraphs becomes good again.
    check("bNbg", "bgbg");
    check("Bg", "bg");
    check("gS", "gb");
}

#[test]
fn a_heading_is_near_within_the_distance() {
    let config = Config::default().max_heading_distance(120);
    check_with(&config, "Sbbg", "gbbg");
    check_with(&config, "Sbbbg", "bbbbg");
    check_with(&config.max_heading_distance(119), "Sbbg", "bbbg");
    check_with(&config.max_heading_distance(0), "Sg", "gg");
    check_with(&config.max_heading_distance(-1), "Sg", "bg");
}

#[test]
fn the_first_heading_stage_promotes_only_as_in_the_paper() {
    let paper = Config::default().heading_stage(HeadingStage::Paper);
    // The heading itself is good in both cases. The paragraph next to it shows the stage.
    check("Ssg", "gbg");
    check_with(&paper, "Ssg", "ggg");
    check("bSsbg", "bgbbg");
    check_with(&paper, "bSsbg", "bgbbg");
    check("gssSb", "gbbbb");
    check_with(&paper, "gsSbg", "gggbg");
    check("gsSbg", "gbgbg");
    // Only short headings near good text.
    check_with(&paper, "Bsg", "bbg");
    check_with(&paper.max_heading_distance(59), "Ssg", "bbg");
}

#[test]
fn a_second_revision_sees_the_classes_of_the_first_as_the_reference_does() {
    let mut paragraphs = sequence("Ssg", 60);
    let config = Config::default();
    revise_paragraph_classification(&mut paragraphs, &config);
    assert_eq!(picture(&paragraphs), "gbg");
    // Now the good paragraph is known when the first stage reads it.
    revise_paragraph_classification(&mut paragraphs, &config);
    assert_eq!(picture(&paragraphs), "ggg");
}

#[test]
fn many_short_paragraphs_are_all_revised() {
    let mut paragraphs = sequence(&"sn".repeat(200_000), 1);
    revise_paragraph_classification(&mut paragraphs, &Config::default());
    assert!(paragraphs.iter().all(Paragraph::is_boilerplate));
}
