//! Choice of a list by language tag.

use crate::language::LANGUAGES;

/// Returns the name of the list for a language tag, or `None` if that language has no list.
///
/// `code` is a BCP 47 tag in any case, with `-` or `_` between its subtags (`en-US`, `pt_BR`,
/// `sr-Cyrl-RS`), an ISO 639-1, 639-2 or 639-3 code, or the code of a Wikipedia (`simple`,
/// `bat-smg`). Subtags that do not decide the list, such as the region, are ignored. If several
/// lists match, the one whose code has the most subtags wins: `be-tarask` over `be`.
///
/// ```
/// use tamis_stoplists::language_for_code;
///
/// assert_eq!(language_for_code("en-US"), Some("English"));
/// assert_eq!(language_for_code("be-BY-tarask"), Some("Belarusian_Taraskievica"));
/// assert_eq!(language_for_code("zh-min-nan"), None);
/// ```
///
/// Source: the IANA language subtag registry; ISO 639-3; the site codes of Wikipedia, because the
/// lists were made from its texts.
pub fn language_for_code(code: &str) -> Option<&'static str> {
    let tag = || {
        code.trim()
            .split(['-', '_'])
            .enumerate()
            .map_while(|(at, subtag)| before_extensions(at, subtag))
    };
    LANGUAGES
        .iter()
        .flat_map(|language| language.codes.iter().map(|pattern| (*pattern, language.name)))
        .filter(|(pattern, _)| fits(pattern, tag()))
        .max_by_key(|(pattern, _)| pattern.split('-').count())
        .map(|(_, name)| name)
}

/// Returns the subtag at index `at`, or `None` if it begins the extensions (`-u-…`, `-t-…`), which
/// do not name a language.
///
/// A leading `i-` and `-x-` are kept, because codes in the table contain them.
fn before_extensions(at: usize, subtag: &str) -> Option<&str> {
    (at == 0 || subtag.len() != 1 || subtag.eq_ignore_ascii_case("x")).then_some(subtag)
}

/// Returns true if `pattern` and `tag` begin with the same subtag and `tag` contains the other
/// subtags of `pattern` in their order.
fn fits<'t>(pattern: &str, mut tag: impl Iterator<Item = &'t str>) -> bool {
    let mut parts = pattern.split('-');
    let first = parts.next().zip(tag.next()).is_some_and(|(a, b)| a.eq_ignore_ascii_case(b));
    first && parts.all(|part| tag.any(|given| given.eq_ignore_ascii_case(part)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(codes: &[&str], expected: Option<&str>) {
        for code in codes {
            assert_eq!(language_for_code(code), expected, "{code}");
        }
    }

    #[test]
    fn plain_codes_of_two_and_three_letters() {
        check(&["en", "eng", "EN", " en "], Some("English"));
        check(&["de", "deu", "ger"], Some("German"));
        check(&["hbs", "sh"], Some("Serbo_Croatian"));
        check(&["sr", "srp"], Some("Serbian"));
        check(&["ceb"], Some("Cebuano"));
        check(&["he", "iw", "heb"], Some("Hebrew"));
    }

    #[test]
    fn regions_scripts_and_extensions_are_ignored() {
        check(
            &["en-US", "en_GB", "en-Latn-US", "en-u-ca-gregory", "en-t-be-tarask"],
            Some("English"),
        );
        check(&["pt-BR", "pt_PT"], Some("Portuguese"));
        check(&["sr-Cyrl-RS", "sr-Latn"], Some("Serbian"));
    }

    #[test]
    fn norwegian_is_bokmal_unless_the_tag_says_nynorsk() {
        check(&["no", "nb", "nob", "nor", "nb-NO", "no-bok"], Some("Norwegian_Bokmal"));
        check(&["nn", "nno", "nn-NO", "no-nyn"], Some("Norwegian_Nynorsk"));
    }

    #[test]
    fn the_longer_code_wins() {
        check(&["be", "be-BY"], Some("Belarusian"));
        check(
            &["be-tarask", "be-BY-tarask", "BE_TARASK", "be-x-old"],
            Some("Belarusian_Taraskievica"),
        );
        check(&["simple", "en-simple", "en-x-simple"], Some("Simple_English"));
        check(&["pnb", "pa-Arab", "pa-Arab-PK", "pa-PK"], Some("Western_Panjabi"));
        check(&["i-lux", "lb"], Some("Luxembourgish"));
    }

    #[test]
    fn languages_without_a_list_give_none() {
        check(&["zh", "zh-min-nan", "ja", "pa", "pa-Guru", "x-klingon", "xx-en"], None);
        check(&["", "-", "--", "e", "english", "english-US", "en\u{0}", "ǆ"], None);
    }

    #[test]
    fn every_list_has_a_code_and_every_code_finds_its_list() {
        for language in &LANGUAGES {
            assert!(!language.codes.is_empty(), "{}", language.name);
            check(language.codes, Some(language.name));
        }
    }
}
