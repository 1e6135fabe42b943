//! Compares the linear revision with the reference's quadratic one on random sequences.

use tamis::engine::justext::{
    ClassType, Config, Paragraph, get_next_neighbour, get_prev_neighbour,
    revise_paragraph_classification,
};
use tamis_testkit::sample::SplitMix64;

use crate::stages::sequence;

/// Follows the reference step by step. Source: jusText, `core.py`, `_get_neighbour`.
fn neighbour(
    paragraphs: &[Paragraph],
    at: usize,
    ignore_neargood: bool,
    forward: bool,
) -> ClassType {
    let mut index = at;
    loop {
        let next = if forward { index.checked_add(1) } else { index.checked_sub(1) };
        let Some(paragraph) = next.and_then(|next| paragraphs.get(next)) else {
            return ClassType::Bad;
        };
        index = next.unwrap_or_default();
        match paragraph.class_type {
            Some(class @ (ClassType::Good | ClassType::Bad)) => return class,
            Some(ClassType::NearGood) if !ignore_neargood => return ClassType::NearGood,
            _ => {}
        }
    }
}

fn has_good_behind(paragraphs: &[Paragraph], at: usize, max_distance: i64) -> bool {
    let mut distance = 0;
    for paragraph in &paragraphs[at + 1..] {
        if distance > max_distance {
            return false;
        }
        if paragraph.class_type == Some(ClassType::Good) {
            return true;
        }
        distance += paragraph.text.chars().count() as i64;
    }
    false
}

/// Follows the reference statement by statement. Source: jusText, `core.py`,
/// `revise_paragraph_classification`.
fn revise(paragraphs: &mut [Paragraph], max_distance: i64) {
    use ClassType::{Bad, Good, NearGood, Short};
    for at in 0..paragraphs.len() {
        paragraphs[at].class_type = paragraphs[at].cf_class;
        let is_short_heading = paragraphs[at].heading && paragraphs[at].class_type == Some(Short);
        if is_short_heading && has_good_behind(paragraphs, at, max_distance) {
            paragraphs[at].class_type = Some(NearGood);
        }
    }
    let mut new_classes = Vec::new();
    for at in 0..paragraphs.len() {
        if paragraphs[at].class_type != Some(Short) {
            continue;
        }
        let prev = neighbour(paragraphs, at, true, false);
        let next = neighbour(paragraphs, at, true, true);
        let class = match (prev, next) {
            (Good, Good) => Good,
            (Bad, Bad) => Bad,
            _ if prev == Bad && neighbour(paragraphs, at, false, false) == NearGood => Good,
            _ if next == Bad && neighbour(paragraphs, at, false, true) == NearGood => Good,
            _ => Bad,
        };
        new_classes.push((at, class));
    }
    for (at, class) in new_classes {
        paragraphs[at].class_type = Some(class);
    }
    for at in 0..paragraphs.len() {
        if paragraphs[at].class_type == Some(NearGood) {
            let prev = neighbour(paragraphs, at, true, false);
            let next = neighbour(paragraphs, at, true, true);
            let class = if (prev, next) == (Bad, Bad) { Bad } else { Good };
            paragraphs[at].class_type = Some(class);
        }
    }
    for at in 0..paragraphs.len() {
        let paragraph = &paragraphs[at];
        let by_context = paragraph.class_type == Some(Bad) && paragraph.cf_class != Some(Bad);
        if paragraph.heading && by_context && has_good_behind(paragraphs, at, max_distance) {
            paragraphs[at].class_type = Some(Good);
        }
    }
}

/// Returns up to 40 paragraphs. In some sequences good or bad ones are rare, so that the runs
/// between them are long.
fn random_sequence(random: &mut SplitMix64) -> Vec<Paragraph> {
    const LETTERS: [&str; 4] = ["gnsbGNSB", "gnsbS", "ssssnnnnSSgb", "sssnSg"];
    let letters: Vec<char> = LETTERS[random.below(LETTERS.len())].chars().collect();
    let picture: String =
        (0..random.below(40)).map(|_| letters[random.below(letters.len())]).collect();
    let length = random.below(90);
    let mut paragraphs = sequence(&picture, length);
    if random.below(4) == 0 {
        // Classes that an earlier revision may have left.
        let classes =
            [ClassType::Good, ClassType::NearGood, ClassType::Short, ClassType::Bad].map(Some);
        for paragraph in &mut paragraphs {
            paragraph.class_type = classes[random.below(classes.len())];
        }
    }
    paragraphs
}

#[test]
fn the_linear_revision_is_the_quadratic_one() {
    let mut random = SplitMix64::new(11);
    for round in 0..50_000 {
        let before = random_sequence(&mut random);
        let max_distance = random.below(300) as i64;
        let (mut ours, mut theirs) = (before.clone(), before.clone());
        let config = Config::default().max_heading_distance(max_distance);
        revise_paragraph_classification(&mut ours, &config);
        revise(&mut theirs, max_distance);
        assert_eq!(ours, theirs, "round {round}");
    }
}

#[test]
fn neighbours_are_those_of_the_reference() {
    let mut random = SplitMix64::new(12);
    for round in 0..2_000 {
        let mut paragraphs = random_sequence(&mut random);
        for paragraph in &mut paragraphs {
            paragraph.class_type = paragraph.class_type.or(paragraph.cf_class);
        }
        for at in 0..paragraphs.len() {
            for ignore in [true, false] {
                let prev = get_prev_neighbour(at, &paragraphs, ignore);
                let next = get_next_neighbour(at, &paragraphs, ignore);
                assert_eq!(prev, neighbour(&paragraphs, at, ignore, false), "round {round}");
                assert_eq!(next, neighbour(&paragraphs, at, ignore, true), "round {round}");
            }
        }
    }
}

#[test]
fn beyond_the_edges_everything_is_bad() {
    assert_eq!(get_prev_neighbour(0, &[], false), ClassType::Bad);
    let mut paragraphs = sequence("g", 1);
    paragraphs[0].class_type = Some(ClassType::Good);
    assert_eq!(get_next_neighbour(usize::MAX, &paragraphs, false), ClassType::Bad);
    assert_eq!(get_prev_neighbour(9, &paragraphs, false), ClassType::Good);
}
