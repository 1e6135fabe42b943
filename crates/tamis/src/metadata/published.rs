//! The days of publication and of the last change.

use tamis_dom::{NodeId, name};
use url::Url;

use super::Field;
use super::date::{Moment, Range, Reading, date_in_path};
use super::marks::{Mark, is_aside};
use super::survey::{Found, Survey};

/// Ranks of dates in the body and the address.
const PUBDATE_RANK: u8 = 29;
const ADDRESS_RANK: u8 = 33;
const NEAR_TIME_RANK: u8 = 40;
const NEAR_MARK_RANK: u8 = 45;
const LINE_RANK: u8 = 55;
const FAR_TIME_RANK: u8 = 60;
const FAR_MARK_RANK: u8 = 62;

/// How far from the heading a date stands at most, in visible characters: before it and behind it.
const NEAR_BEFORE: u32 = 400;
const NEAR_BEHIND: u32 = 1200;

/// The longest line, in bytes, that is looked at for a date.
const LINE_BYTES: usize = 200;

/// Notes the dates of the body and the address, and makes all of them ISO 8601; what is none goes.
pub(super) fn resolve(survey: &mut Survey<'_>, heading: Option<NodeId>, range: Range) {
    let reading = Reading { month_first: month_first(survey), range };
    let addresses = [survey.page.url().cloned(), canonical(survey)];
    if let Some(date) = addresses.iter().flatten().find_map(|url| date_in_path(url.path(), range)) {
        survey.note(Field::Published, ADDRESS_RANK, &date.to_string(), "url", None);
    }
    note_times(survey, heading);
    note_marked(survey, heading);
    note_lines(survey, heading, reading);
    let is_date = |found: &Found| matches!(found.field, Field::Published | Field::Modified);
    survey.found.retain_mut(|found| {
        if !is_date(found) {
            return true;
        }
        let Some(moment) = reading.value(&found.value) else { return false };
        found.value = moment.to_string();
        true
    });
}

fn canonical(survey: &Survey<'_>) -> Option<Url> {
    let found = survey.found.iter().filter(|found| found.field == Field::Canonical);
    found.min_by_key(|found| found.rank).and_then(|found| Url::parse(&found.value).ok())
}

/// The moment that a text of another source states, as ISO 8601.
pub(super) fn iso(text: &str, range: Range) -> Option<String> {
    let reading = Reading { month_first: true, range };
    reading.value(text).as_ref().map(Moment::to_string)
}

/// Whether the page writes the month before the day: American English does, and what calls itself English without a country
/// mostly too.
fn month_first(survey: &Survey<'_>) -> bool {
    let root = survey.document.root();
    let lang = root.and_then(|root| survey.document.attr(root, name::LANG)).unwrap_or_default();
    let lang = lang.trim().to_ascii_lowercase().replace('_', "-");
    let host = survey.page.url().and_then(Url::host_str).unwrap_or_default();
    let elsewhere =
        [".uk", ".au", ".nz", ".in", ".ie", ".za"].iter().any(|end| host.ends_with(end));
    match lang.as_str() {
        "" | "en" => !elsewhere,
        "en-us" => true,
        _ => false,
    }
}

/// Whether something stands near the heading; where there is none, whether at the beginning of the page.
fn is_near(survey: &Survey<'_>, id: NodeId, heading: Option<NodeId>) -> bool {
    let start = heading.map_or(0, |heading| survey.chars_before(heading));
    let at = survey.chars_before(id);
    at + NEAR_BEFORE >= start && at <= start + NEAR_BEHIND
}

fn note_times(survey: &mut Survey<'_>, heading: Option<NodeId>) {
    let document = survey.document;
    for id in survey.times.clone() {
        if is_aside(document, id, heading) {
            continue;
        }
        let (value, source) = match document.attr(id, name::DATETIME) {
            Some(value) if !value.trim().is_empty() => (value, "time[datetime]"),
            _ => (document.text(id), "time"),
        };
        let rank = if document.attr(id, name::PUBDATE).is_some() {
            PUBDATE_RANK
        } else if is_near(survey, id, heading) {
            NEAR_TIME_RANK
        } else {
            FAR_TIME_RANK
        };
        let changed = is_change(survey, id);
        let field = if changed { Field::Modified } else { Field::Published };
        survey.note(field, rank, value, source, Some(id));
    }
}

/// Whether an element or the one around it is named as the date of a change, or its line begins so.
fn is_change(survey: &Survey<'_>, id: NodeId) -> bool {
    let document = survey.document;
    let around = [Some(id), document.parent(id)];
    around.into_iter().flatten().any(|id| {
        let names = [name::CLASS, name::ID].into_iter().filter_map(|attr| document.attr(id, attr));
        let mark = names.fold(Mark::NONE, |mark, names| mark.with(super::marks::mark_of(names)));
        let text = document.text(id);
        mark.has(Mark::MODIFIED) && !mark.has(Mark::PUBLISHED)
            || text.len() < LINE_BYTES && tells_of_change(text)
    })
}

/// Words before the date of a change, in lower case.
fn tells_of_change(text: &str) -> bool {
    const WORDS: [&str; 12] = [
        "updated",
        "last updated",
        "update:",
        "modified",
        "last modified",
        "last reviewed",
        "aktualisiert",
        "zuletzt",
        "mis à jour",
        "actualizado",
        "aggiornato",
        "edited",
    ];
    let text = text.trim_start().to_lowercase();
    WORDS.iter().any(|word| text.starts_with(word))
}

fn note_marked(survey: &mut Survey<'_>, heading: Option<NodeId>) {
    let document = survey.document;
    let dates = Mark::DATE.with(Mark::PUBLISHED).with(Mark::MODIFIED);
    for (id, mark) in survey.marked.clone() {
        if !mark.has(dates)
            || document.name(id) == Some(name::TIME)
            || is_aside(document, id, heading)
        {
            continue;
        }
        let text = document.text(id);
        let changed =
            mark.has(Mark::MODIFIED) && !mark.has(Mark::PUBLISHED) || tells_of_change(text);
        let field = if changed { Field::Modified } else { Field::Published };
        let rank = if is_near(survey, id, heading) { NEAR_MARK_RANK } else { FAR_MARK_RANK };
        survey.note(field, rank, text, "class", Some(id));
    }
}

/// Notes the dates in short lines near the heading.
fn note_lines(survey: &mut Survey<'_>, heading: Option<NodeId>, reading: Reading) {
    let page = survey.page;
    for paragraph in page.paragraphs() {
        let text = page.paragraph_text(paragraph);
        if text.len() > LINE_BYTES {
            continue;
        }
        let Some(node) = page.paragraph_nodes(paragraph).next() else { continue };
        if !is_near(survey, node, heading) || is_aside(survey.document, node, heading) {
            continue;
        }
        if let Some(date) = reading.find(text) {
            let changed = tells_of_change(text);
            let field = if changed { Field::Modified } else { Field::Published };
            survey.note(field, LINE_RANK, &date.to_string(), "text", Some(node));
        }
    }
}
