//! Words in lines that say what their dates are: of the publication, of a change, of something
//! else.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};

use super::date::digit;
use crate::words::{List, words};

/// Finds the words of a list: in small letters, with a capital, or in capitals.
type Finder = LazyLock<Option<AhoCorasick>>;

fn finder(list: List, kind: MatchKind) -> Option<AhoCorasick> {
    let spellings: BTreeSet<String> = words().list(list).iter().flat_map(spellings).collect();
    let mut builder = AhoCorasick::builder();
    builder.match_kind(kind).ascii_case_insensitive(true).build(spellings).ok()
}

/// Returns the spellings of a word that differ in more than the case of ASCII: "été", "Été" and
/// "ÉTÉ".
fn spellings(word: &&str) -> Vec<String> {
    if word.is_ascii() {
        return vec![(*word).to_owned()];
    }
    let first = word.chars().next().map_or(0, char::len_utf8);
    let capitalized = word[..first].to_uppercase() + &word[first..];
    vec![(*word).to_owned(), capitalized, word.to_uppercase()]
}

static CHANGE: Finder = LazyLock::new(|| finder(List::Changed, MatchKind::LeftmostLongest));
static OTHER: Finder = LazyLock::new(|| finder(List::Other, MatchKind::Standard));
static PUBLICATION: Finder = LazyLock::new(|| finder(List::Published, MatchKind::Standard));

/// The most bytes of a line that [`entry_line`] finds.
const ENTRY_BYTES: usize = 256;

/// Returns true if a word for a change comes before the first date.
pub(super) fn tells_of_change(text: &str) -> bool {
    find_word(&CHANGE, before_date(text), is_change).is_some()
}

/// Returns the text from the first word for a change on: "updated 3 May" in "Published 2 May,
/// updated 3 May".
pub(super) fn from_change(text: &str) -> Option<&str> {
    find_word(&CHANGE, text, is_change).map(|at| &text[at..])
}

/// "Edited by" introduces the editor of an article and not a change.
fn is_change(words: &str) -> bool {
    !words.get(..9).is_some_and(|start| start.eq_ignore_ascii_case("edited by"))
}

/// Returns true if the line says that its first date is that of something else, for example "Apply
/// by 3 May".
pub(super) fn tells_of_other(text: &str) -> bool {
    find_word(&OTHER, before_date(text), |_| true).is_some()
}

/// Returns the beginning of a line in which `WordPress` says when the post was published.
pub(super) fn entry_line(text: &str) -> Option<&str> {
    let begins = |words: &&str| {
        text.get(..words.len()).is_some_and(|start| start.eq_ignore_ascii_case(words))
    };
    words().list(List::Entries).iter().find(|words| begins(words))?;
    let start = &text[..text.floor_char_boundary(ENTRY_BYTES)];
    // In forums, a line with the same beginning says who changed a post, for example "Posted on 3
    // May, edited by Ann".
    (!tells_of_change(start)).then_some(start)
}

/// Returns the text from the first word for the publication on.
pub(super) fn from_label(text: &str) -> Option<&str> {
    let word = PUBLICATION.as_ref()?.find(text)?;
    Some(&text[word.start()..])
}

/// Returns the text before the first digit, and so before the first date.
fn before_date(text: &str) -> &str {
    &text[..text.find(|c| digit(c).is_some()).unwrap_or(text.len())]
}

/// Returns the place of one of the words in the text, at the beginning of a word and followed by
/// something that fits.
fn find_word(words: &Finder, text: &str, fits: impl Fn(&str) -> bool) -> Option<usize> {
    let begins = |at: usize| !text[..at].ends_with(char::is_alphanumeric);
    let mut found = words.as_ref()?.find_iter(text).map(|word| word.start());
    found.find(|&at| begins(at) && fits(&text[at..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_for_changes_come_before_the_date() {
        for (text, expected) in [
            ("Updated 2 January 2024", true),
            ("Article mis à jour le 2 janvier 2024", true),
            ("Stand: 02.01.2024", true),
            ("Published 2 January 2024, updated 3 January 2024", false),
            ("Edited Jan 2, 2024", true),
            ("Last edited by Ann, 2024-01-02", true),
            ("Edited by Ann Baker, 2 January 2024", false),
            ("更新时间：2024-01-02", true),
            ("منتشر شده ۱۴ اسفند ۱۳۹۹، به‌روزرسانی ۱۵ اسفند ۱۳۹۹", false),
            ("Última atualização: 02/01/2024", true),
            ("POSLEDNÍ ZMĚNA 2. 1. 2024", true),
            ("Güncelleme: 2 Ocak 2024", true),
            ("Modifications 2024-01-02", false),
            ("最終更新 2024年1月2日", true),
            ("Обновлено 2 января 2024", true),
            ("Unmodified since 2024-01-02", false),
            ("2 January 2024", false),
            ("", false),
        ] {
            assert_eq!(tells_of_change(text), expected, "{text}");
        }
    }

    #[test]
    fn dates_of_other_things() {
        for (text, expected) in [
            ("Registered: 2024-01-02", true),
            ("Offer valid through January 2, 2024", true),
            ("Sale ends 01/02/2024", true),
            ("On weekends, 2024-01-02", false),
            ("Posts: many, Member since January 2, 2024", true),
            ("Last post: 2 January 2024", true),
            ("Letzter Beitrag: 2. Januar 2024", true),
            ("Последнее сообщение 2 января 2024", true),
            ("2 January 2024, Ann joined", false),
            ("Unregistered, 2024-01-02", false),
        ] {
            assert_eq!(tells_of_other(text), expected, "{text}");
        }
    }

    #[test]
    fn words_for_the_publication() {
        let rest = "Bread, published: 2 January 2024";
        assert_eq!(from_label(rest), Some("published: 2 January 2024"));
        assert_eq!(from_label("2 January 2024"), None);
        for text in ["发布时间：2024-01-02", "掲載日 2024年1月2日", "تاريخ النشر: 2024/1/2"]
        {
            assert_eq!(from_label(text), Some(text));
        }
        for (text, expected) in [
            ("This entry was posted in Bread by Ann on 2 January 2024.", true),
            ("Cette entrée a été publiée le 2 janvier 2024 dans Pain.", true),
            ("Dieser Beitrag wurde von Ann bearbeitet: 2.1.2024", false),
            ("On 2 January this entry was posted.", false),
            ("Cette entr", false),
        ] {
            assert_eq!(entry_line(text).is_some(), expected, "{text}");
        }
    }
}
