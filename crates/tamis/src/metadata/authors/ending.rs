//! Where a byline ends.

use crate::metadata::date::{Range, Reading};
use crate::metadata::months::month;

/// Words with which something else begins behind a name.
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

/// The text up to where a byline ends: a dash, a bracket, a date, words that begin something else.
pub(super) fn before_end(text: &str) -> &str {
    const ENDS: [&str; 12] =
        [" – ", " — ", " - ", " -- ", " (", " on ", " in ", " @", " am ", " le ", " // ", " at "];
    let end = ENDS.iter().filter_map(|end| text.find(end)).filter(|&at| at > 0).min();
    let text = before_ending(&text[..end.unwrap_or(text.len())]);
    // A date begins with a number or the name of a month before one.
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
