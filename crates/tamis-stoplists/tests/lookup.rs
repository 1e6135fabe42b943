//! Lookups: the result is that of lower-casing the word and looking it up in a `HashSet`.

use std::collections::HashSet;

use tamis_stoplists::{Stoplist, all, get};

/// Returns variants of a word: other cases, parts of it, and added marks.
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
fn lookups_of_words_and_variants_agree_with_a_hash_set() {
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
fn capitals_are_found_if_their_lower_case_form_is() {
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
fn lists_contain_words_of_their_language() {
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
fn unknown_languages_have_no_list() {
    assert!(get("Klingon").is_none());
    assert!(get("").is_none());
    assert!(get("en").is_none(), "a code is not a name");
}
