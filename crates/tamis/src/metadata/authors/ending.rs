//! The end of a byline.

use crate::metadata::date::{Range, Reading};
use crate::metadata::months::month;

/// Words after a name that begin something else, in lower case.
const ENDINGS: &[&str] = &[
    "published",
    "updated",
    "last",
    "posted",
    "reviewed",
    "released",
    "read",
    "min",
    "mins",
    "view",
    "follow",
    "follows",
    "medically",
    "edited",
    "updated:",
    "published:",
    "posted:",
    "veröffentlicht",
    "aktualisiert",
];

/// The text before the end of a byline: before a dash, a bracket, a date, or a word that begins
/// something else.
pub(super) fn before_end(text: &str) -> &str {
    const ENDS: [&str; 12] =
        [" – ", " — ", " - ", " -- ", " (", " on ", " in ", " @", " am ", " le ", " // ", " at "];
    let end = ENDS.iter().filter_map(|end| text.find(end)).filter(|&at| at > 0).min();
    let text = before_ending(&text[..end.unwrap_or(text.len())]);
    // The date begins with its first number, or with the name of a month before it.
    let reading = Reading { month_first: true, range: Range { latest: None } };
    if reading.find(text).is_none() {
        return text;
    }
    let digit = text.find(|c: char| c.is_ascii_digit()).unwrap_or(text.len());
    let head = text[..digit].trim_end();
    let last = head.rsplit(' ').next().unwrap_or_default();
    let is_month = month(last.trim_end_matches(['.', ','])).is_some();
    head[..head.len() - if is_month { last.len() } else { 0 }].trim_end()
}

/// The text before the first of [`ENDINGS`] that is not its first word.
fn before_ending(text: &str) -> &str {
    let mut start = 0;
    for word in text.split(' ') {
        if start > 0 && ENDINGS.iter().any(|ending| word.to_lowercase() == *ending) {
            return text[..start].trim_end();
        }
        start += word.len() + 1;
    }
    text
}
