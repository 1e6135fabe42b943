//! A lookup is the same as to lower-case the word and ask a set.

use std::collections::HashSet;

use tamis_stoplists::{Stoplist, all, get};

/// Other forms of a word: cases, a part, a mark behind or inside.
fn variants(word: &str) -> Vec<String> {
    let middle = word.char_indices().nth(word.chars().count() / 2).map_or(0, |(at, _)| at);
    let (head, tail) = word.split_at(middle);
    vec![
        word.to_owned(),
        word.to_uppercase(),
        format!("{}{tail}", head.to_uppercase()),
        format!("{head}{}", tail.to_uppercase()),
        head.to_owned(),
        tail.to_uppercase(),
        format!("{word}."),
        format!("{}’S", word.to_uppercase()),
        format!("{head}\u{301}{}", tail.to_uppercase()),
        format!("{head}İ{tail}"),
        format!("{}Σ", word.to_uppercase()),
        format!("{head}Σ'{tail}"),
        word.chars().rev().collect(),
    ]
}

fn check(list: &Stoplist, set: &HashSet<&str>, word: &str) {
    let lowered = word.to_lowercase();
    let expected = set.contains(lowered.as_str());
    assert_eq!(list.contains(word), expected, "{word:?}");
    assert_eq!(list.contains_lowercase(&lowered), expected, "{word:?}");
}

#[test]
fn every_word_and_its_variants_are_looked_up_as_in_a_set() {
    let scripts =
        ["English", "German", "Turkish", "Azerbaijani", "Greek", "Russian", "Armenian", "Georgian"];
    let lists: Vec<_> = scripts.iter().map(|name| get(name).expect(name)).collect();
    for list in &lists {
        let set: HashSet<&str> = list.words().collect();
        assert_eq!(set.len(), list.len());
        for word in lists.iter().flat_map(|other| other.words()) {
            for variant in variants(word) {
                check(list, &set, &variant);
            }
        }
    }
}

#[test]
fn every_word_of_every_list_is_found_in_capitals_that_lead_back() {
    for (name, list) in all() {
        for word in list.words() {
            assert!(list.contains(word) && list.contains_lowercase(word), "{name}: {word}");
            let capitals = word.to_uppercase();
            assert_eq!(
                list.contains(&capitals),
                list.contains_lowercase(&capitals.to_lowercase()),
                "{name}: {capitals}"
            );
        }
    }
}

#[test]
fn the_lists_know_their_languages() {
    for (name, yes, no) in [
        ("English", "The", "Und"),
        ("German", "ÜBER", "over"),
        ("Turkish", "İstanbul", "istanbuI"),
        ("Greek", "ΤΟΥΣ", "τουσ"),
        ("Ukrainian", "ЇХ", "ых"),
    ] {
        let list = get(name).expect(name);
        assert!(list.contains(yes), "{name}: {yes}");
        assert!(!list.contains(no), "{name}: {no}");
    }
}

#[test]
fn an_unknown_language_has_no_list() {
    assert!(get("Klingon").is_none());
    assert!(get("").is_none());
    assert!(get("en").is_none(), "a code is not a name");
}
