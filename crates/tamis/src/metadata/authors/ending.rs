//! The end of a byline.

use crate::metadata::date::{Range, Reading};
use crate::words::{List, words};

/// Signs after a name.
const SIGNS: [&str; 7] = [" – ", " — ", " - ", " -- ", " (", " @", " // "];

/// Returns the text before the end of a byline: before a dash, a bracket, a date, or a word that
/// begins something else. For example, "Ann Lee – 3 May" becomes "Ann Lee".
pub(super) fn before_end(text: &str) -> &str {
    let sign = SIGNS.iter().filter_map(|end| text.find(end)).filter(|&at| at > 0).min();
    let end = [sign, ending_word(text)].into_iter().flatten().min();
    let text = text[..end.unwrap_or(text.len())].trim_end();
    // The date begins with its first number, or with the name of a month before it.
    let reading = Reading { month_first: true, range: Range { latest: None } };
    if reading.find(text).is_none() {
        return text;
    }
    let digit = text.find(|c: char| c.is_ascii_digit()).unwrap_or(text.len());
    let head = text[..digit].trim_end();
    let last = head.rsplit(' ').next().unwrap_or_default();
    let is_month = words().month(last.trim_end_matches(['.', ','])).is_some();
    head[..head.len() - if is_month { last.len() } else { 0 }].trim_end()
}

/// Returns a text without its last word, if that begins something else than a name: "show" in some
/// languages, which a link to all articles of an author ends with.
pub(super) fn without_last_ending(text: &str) -> &str {
    match text.rsplit_once(' ') {
        Some((name, last)) if words().has(List::Endings, &last.to_lowercase()) => name.trim_end(),
        _ => text,
    }
}

/// Returns the place of the first word after a name that begins something else.
fn ending_word(text: &str) -> Option<usize> {
    let mut start = 0;
    for word in text.split(' ') {
        let end = start + word.len();
        let is_ending = || words().has(List::Endings, &word.to_lowercase());
        let is_preposition = || end < text.len() && words().has(List::Prepositions, word);
        if start > 0 && is_ending() || start > 1 && is_preposition() {
            return Some(start);
        }
        start = end + 1;
    }
    None
}
