//! White space and stoplists.

use tamis::engine::justext::{is_blank, normalize_whitespace};
use tamis::stoplists::{available_languages, get};

#[test]
fn white_space_alone_is_blank() {
    for text in ["", " ", "    ", "\n", "\t", "\t\n ", "\u{a0}\t ", "\u{202f} \t", "\u{1c}\u{1f}"] {
        assert!(is_blank(text), "{text:?}");
    }
    for text in ["  #  ", "\u{200b}", "\u{feff}", "\u{1b}"] {
        assert!(!is_blank(text), "{text:?}");
    }
}

#[test]
fn runs_of_white_space_are_one_character() {
    for (text, expected) in [
        ("a b c, d ...", "a b c, d ..."),
        ("  a b  c  ", " a b c "),
        ("12 \n34\t\n", "12\n34\n"),
        ("1\r2 \r\n 3", "1\n2\n3"),
        ("\u{a0}\t €\u{202f} \t", " € "),
        ("\u{b}\u{2028}a\u{85}", " a "),
        ("", ""),
    ] {
        assert_eq!(normalize_whitespace(text), expected, "{text:?}");
    }
}

#[test]
fn there_are_a_hundred_stoplists() {
    let languages: Vec<_> = available_languages().to_vec();
    assert_eq!(languages.len(), 100);
    for language in ["Afrikaans", "Chuvash", "Norwegian_Bokmal", "Waray_Waray", "Yoruba"] {
        assert!(languages.contains(&language), "{language}");
    }
    for language in languages {
        assert!(get(language).is_some_and(|list| !list.is_empty()), "{language}");
    }
}

#[test]
fn a_stoplist_is_found_by_its_name_in_any_case() {
    let slovak = get("Slovak").unwrap();
    assert!(slovak.contains("ktorý") && slovak.contains("KTORÝ"));
    assert_eq!(get("sLOVAK").map(tamis::stoplists::Stoplist::len), Some(slovak.len()));
    assert!(get("Klingon").is_none());
}
