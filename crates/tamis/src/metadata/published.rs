//! The days of publication and of the last change: where they stand in the body, the address and in scripts.

use tamis_dom::{NodeId, name};
use url::Url;

use super::Field;
use super::byline::parted_text;
use super::date::{Date, Moment, Range, Reading, date_in_path, may_hold_date, month_in_path};
use super::marks::{Mark, is_aside};
use super::sort::Sort;
use super::survey::{Found, NOT_CHOSEN, Survey};
use super::vote::{
    ADDRESS_RANK, DATELINE_RANK, FAR_LINE_RANK, FAR_MARK_RANK, FAR_PUBLISHED_RANK, FAR_TIME_RANK,
    LABELLED_RANK, LINE_RANK, NEAR_MARK_RANK, NEAR_TIME_RANK, PUBDATE_RANK, SCRIPT_RANK, vote,
};
use super::wording::{behind_label, entry_line, tells_of_change, tells_of_other};

/// How far from the heading a date stands at most, in visible characters: before it and behind it.
const NEAR_BEFORE: u32 = 400;
const NEAR_BEHIND: u32 = 1200;

/// The longest line, in bytes, that is looked at for a date.
const LINE_BYTES: usize = 200;

/// Notes the dates of the body and the address, and makes all of them ISO 8601; what is none goes. The day of the publication comes
/// first among its field's.
pub(super) fn resolve(survey: &mut Survey<'_>, heading: Option<NodeId>, sort: Sort, range: Range) {
    let reading = Reading { month_first: month_first(survey), range };
    let addresses = [survey.page.url().cloned(), canonical(survey)];
    let month = addresses.iter().flatten().find_map(|url| month_in_path(url.path()));
    if let Some(date) = addresses.iter().flatten().find_map(|url| date_in_path(url.path(), range)) {
        survey.note(Field::Published, ADDRESS_RANK, &date.to_string(), "url", None);
    }
    note_times(survey, heading);
    note_marked(survey, heading, reading);
    note_lines(survey, heading, reading);
    let is_dated = survey.found.iter().any(|found| found.field == Field::Published);
    if !is_dated && !sort.is_front && !sort.is_product {
        note_scripts(survey, sort);
    }
    let is_date = |found: &Found| matches!(found.field, Field::Published | Field::Modified);
    survey.found.retain_mut(|found| {
        if !is_date(found) {
            return true;
        }
        let Some(moment) = reading.value(&found.value) else { return false };
        found.value = moment.to_string();
        true
    });
    vote(survey, sort, month.as_deref());
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

/// How much farther from the heading something is that stands before it: sites put the day of the visit and those of other articles
/// above the heading.
const BEFORE_FACTOR: u32 = 4;

/// How far something stands from the heading, in visible characters.
fn distance(survey: &Survey<'_>, id: NodeId, heading: Option<NodeId>) -> u32 {
    let start = heading.map_or(0, |heading| survey.chars_before(heading));
    let at = survey.chars_before(id);
    at.checked_sub(start).unwrap_or_else(|| (start - at).saturating_mul(BEFORE_FACTOR))
}

/// What the only `<time>` among the nodes from `first` to before `end` says for machines, where it names a time zone and the day that
/// is shown differs by one at most: that one is of another zone then.
fn time_in<'p>(
    survey: &Survey<'p>,
    reading: Reading,
    shown: Date,
    first: NodeId,
    end: NodeId,
) -> Option<&'p str> {
    let from = survey.times.partition_point(|&time| time < first);
    let mut times = survey.times[from..].iter().take_while(|&&time| time < end);
    let time = times.next().filter(|_| times.next().is_none())?;
    let stated = survey.document.attr(*time, name::DATETIME)?;
    let moment = reading.value(stated)?;
    (moment.has_zone() && moment.date.days_from(shown).abs() <= 1).then_some(stated)
}

fn note_times(survey: &mut Survey<'_>, heading: Option<NodeId>) {
    let document = survey.document;
    for id in survey.times.clone() {
        let (value, source) = match document.attr(id, name::DATETIME) {
            Some(value) if !value.trim().is_empty() => (value, "time[datetime]"),
            _ => (document.text(id), "time"),
        };
        let rank = if is_aside(document, id, heading) {
            FAR_TIME_RANK | NOT_CHOSEN
        } else if document.attr(id, name::PUBDATE).is_some() {
            PUBDATE_RANK
        } else if is_near(survey, id, heading) {
            NEAR_TIME_RANK
        } else {
            FAR_TIME_RANK
        };
        let is_property = |property: &str| {
            let names = document.attr(id, name::ITEMPROP).unwrap_or_default();
            names.split_ascii_whitespace().any(|name| name.eq_ignore_ascii_case(property))
        };
        let changed =
            is_property("dateModified") || !is_property("datePublished") && is_change(survey, id);
        let field = if changed { Field::Modified } else { Field::Published };
        let distance = distance(survey, id, heading);
        survey.note_detailed(field, rank, distance, value, source, Some(id));
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

fn note_marked(survey: &mut Survey<'_>, heading: Option<NodeId>, reading: Reading) {
    let document = survey.document;
    let dates = Mark::DATE.with(Mark::PUBLISHED).with(Mark::MODIFIED);
    for (id, mark) in survey.marked.clone() {
        if !mark.has(dates) || document.name(id) == Some(name::TIME) {
            continue;
        }
        // The class `published` of hAtom stands on an <abbr> with the whole date in its title, and "3 days ago" has the date there.
        let title = document.attr(id, name::TITLE).filter(|title| {
            document.name(id) == Some(name::ABBR)
                || reading.find(document.text(id)).is_none() && reading.value(title).is_some()
        });
        let text = title.map_or_else(|| parted_text(survey, id), str::to_owned);
        let text = text.as_str();
        if tells_of_other(text) || title.is_some() && tells_of_other(document.text(id)) {
            continue;
        }
        let changed =
            mark.has(Mark::MODIFIED) && !mark.has(Mark::PUBLISHED) || tells_of_change(text);
        let field = if changed { Field::Modified } else { Field::Published };
        let rank = if is_aside(document, id, heading) {
            FAR_MARK_RANK | NOT_CHOSEN
        } else if is_near(survey, id, heading) {
            NEAR_MARK_RANK
        } else if mark.has(Mark::PUBLISHED) {
            FAR_PUBLISHED_RANK
        } else {
            FAR_MARK_RANK
        };
        let distance = distance(survey, id, heading);
        let exact = reading
            .find(text)
            .and_then(|shown| time_in(survey, reading, shown, id, document.subtree_end(id)));
        survey.note_detailed(field, rank, distance, exact.unwrap_or(text), "class", Some(id));
    }
}

/// How many bytes at the beginning of a longer text are looked at for the date of a report.
const DATELINE_BYTES: usize = 64;

/// Notes the dates in short lines near the heading and at the beginning of longer ones, and those anywhere that are said to be of the
/// publication.
fn note_lines(survey: &mut Survey<'_>, heading: Option<NodeId>, reading: Reading) {
    let page = survey.page;
    let mut line_before = None;
    for paragraph in page.paragraphs() {
        let text = page.paragraph_text(paragraph);
        let is_short = text.len() <= LINE_BYTES;
        let before = line_before.replace(text);
        // Most lines have no date, and what they say matters to the next one at most.
        if !may_hold_date(text) {
            continue;
        }
        let mut nodes = page.paragraph_nodes(paragraph);
        let Some(node) = nodes.next() else { continue };
        let waits = |line: &str| line.len() < LABEL_BYTES && label(line).is_some();
        let was_labelled = is_short && before.is_some_and(waits);
        let label = label(text);
        let is_near = is_near(survey, node, heading);
        if label.is_none() && !was_labelled && !is_near && heading.is_some() {
            continue;
        }
        let read = label.unwrap_or(
            &text[..text.floor_char_boundary(if is_short { LINE_BYTES } else { DATELINE_BYTES })],
        );
        let behind = reading.find(read);
        let is_labelled = behind.is_some() && (label.is_some() || was_labelled);
        let Some(date) = behind.or_else(|| label.and_then(|_| reading.find(text))) else {
            continue;
        };
        line_before = None;
        let (rank, source) = match is_near {
            _ if is_labelled => (LABELLED_RANK, "text, published"),
            _ if tells_of_other(text) || is_aside(survey.document, node, heading) => continue,
            true if is_short => (LINE_RANK, "text"),
            true => (DATELINE_RANK, "text, dateline"),
            false if is_short => (FAR_LINE_RANK, "text"),
            false => continue,
        };
        let changed = !is_labelled && tells_of_change(text);
        let field = if changed { Field::Modified } else { Field::Published };
        let distance = distance(survey, node, heading);
        // The <time> stands before its text.
        let first = survey.document.parent(node).unwrap_or(node);
        let end = survey.document.subtree_end(nodes.last().unwrap_or(node));
        let exact = time_in(survey, reading, date, first, end).map(str::to_owned);
        let value = exact.unwrap_or_else(|| date.to_string());
        survey.note_detailed(field, rank, distance, &value, source, Some(node));
    }
}

/// The text from the word for the publication on, in a short line or in that of `WordPress`.
fn label(text: &str) -> Option<&str> {
    let behind = || if text.len() <= LINE_BYTES { behind_label(text) } else { None };
    entry_line(text).or_else(behind)
}

/// The longest line, in bytes, that says that the next one is the date of the publication.
const LABEL_BYTES: usize = 40;

/// How many bytes behind a key in a script its value begins at most.
const SCRIPT_VALUE_BYTES: usize = 48;

/// Notes the first date of publication in scripts that are made for programs of the site.
fn note_scripts(survey: &mut Survey<'_>, sort: Sort) {
    const KEYS: [&str; 5] =
        ["datePublished", "published_at", "publishedAt", "publishDate", "createdAt"];
    let text = survey.document.text(NodeId::DOCUMENT);
    // The other keys are of anything on pages that are no articles.
    for key in &KEYS[..if sort.is_article { KEYS.len() } else { 1 }] {
        let Some(at) = memchr::memmem::find(text.as_bytes(), key.as_bytes()) else { continue };
        let behind = &text[at + key.len()..];
        let behind = &behind[..behind.floor_char_boundary(SCRIPT_VALUE_BYTES)];
        let Some(digit) = behind.find(|c: char| c.is_ascii_digit()) else { continue };
        let value = behind[digit..].split(['"', '\\', '&', '\'', '<']).next().unwrap_or_default();
        survey.note(Field::Published, SCRIPT_RANK, value, format!("script {key}"), None);
    }
}
