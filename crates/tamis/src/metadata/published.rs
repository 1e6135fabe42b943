//! The days of publication and of the last change.
//!
//! Every source has a weight; the day with the most weight is that of the publication. Sources lie for different reasons, so that what
//! two of them say is mostly right.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use aho_corasick::AhoCorasick;
use tamis_dom::{NodeId, name};
use url::Url;

use super::Field;
use super::byline::parted_text;
use super::date::{Moment, Range, Reading, date_in_path, month_in_path};
use super::marks::{Mark, is_aside};
use super::sort::Sort;
use super::survey::{Found, NOT_CHOSEN, Survey};

/// Ranks of dates in the body, the address and in scripts.
const PUBDATE_RANK: u8 = 29;
const ADDRESS_RANK: u8 = 33;
const NEAR_TIME_RANK: u8 = 40;
const NEAR_MARK_RANK: u8 = 45;
const LABELLED_RANK: u8 = 50;
const LINE_RANK: u8 = 55;
const DATELINE_RANK: u8 = 57;
const FAR_LINE_RANK: u8 = 58;
const FAR_TIME_RANK: u8 = 60;
const FAR_PUBLISHED_RANK: u8 = 61;
const FAR_MARK_RANK: u8 = 62;
const SCRIPT_RANK: u8 = 63;

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
    note_marked(survey, heading);
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

/// The kinds of sources that have a weight of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Script,
    OpenGraph,
    Article,
    Thing,
    Page,
    Meta,
    Date,
    PubDate,
    Item,
    Address,
    Time,
    Class,
    Labelled,
    Text,
    Dateline,
    FarPublished,
    Far,
}

/// The kind of a source by its rank.
fn kind(found: &Found) -> Kind {
    match found.rank {
        5..=7 => Kind::Article,
        10..=12 => Kind::OpenGraph,
        23 => Kind::Date,
        PUBDATE_RANK => Kind::PubDate,
        30..=31 => Kind::Item,
        ADDRESS_RANK => Kind::Address,
        35..=37 => Kind::Thing,
        NEAR_TIME_RANK => Kind::Time,
        NEAR_MARK_RANK => Kind::Class,
        LABELLED_RANK => Kind::Labelled,
        LINE_RANK => Kind::Text,
        DATELINE_RANK => Kind::Dateline,
        FAR_PUBLISHED_RANK => Kind::FarPublished,
        FAR_LINE_RANK | FAR_TIME_RANK | FAR_MARK_RANK => Kind::Far,
        SCRIPT_RANK => Kind::Script,
        65..=67 => Kind::Page,
        _ => Kind::Meta,
    }
}

/// The weight of the first date of a kind, in tenths of that of a `<meta>` named "date". Chosen on three of five folds of wcxb-dev and
/// dates, by registrable domain.
const fn weight(kind: Kind) -> u32 {
    match kind {
        Kind::Address => 50,
        Kind::Time => 35,
        Kind::OpenGraph | Kind::PubDate => 30,
        Kind::Class => 28,
        Kind::Text | Kind::Labelled => 25,
        Kind::Meta | Kind::Item => 20,
        Kind::Article => 15,
        Kind::Thing | Kind::Page | Kind::Date => 10,
        Kind::Script | Kind::Dateline | Kind::FarPublished => 8,
        Kind::Far => 3,
    }
}

/// The weight of a visible date behind the first of its kind.
const LATER_WEIGHT: u32 = 5;

/// What a day weighs more in the month that the address states.
const MONTH_WEIGHT: u32 = 15;

/// So many visible days near the heading are those of a list.
const LIST_DAYS: usize = 4;

/// Gives the day with the most weight the first rank, and marks the others where no day can be the page's.
fn vote(survey: &mut Survey<'_>, sort: Sort, month: Option<&str>) {
    let found = &survey.found;
    let is_visible =
        |kind: Kind| matches!(kind, Kind::Time | Kind::Class | Kind::Text | Kind::Labelled);
    let of_field = |field| found.iter().filter(move |found: &&Found| found.field == field);
    let day = |found: &Found| found.value[..10.min(found.value.len())].to_owned();
    let mut visible: Vec<String> =
        of_field(Field::Published).filter(|found| is_visible(kind(found))).map(day).collect();
    visible.sort_unstable();
    visible.dedup();
    let is_list = visible.len() >= LIST_DAYS;
    let far = of_field(Field::Published).filter(|found| kind(found) == Kind::Far);
    let is_only_far = far.map(day).collect::<BTreeSet<String>>().len() == 1;
    let has_author = of_field(Field::Author).any(|found| found.rank < 50);
    let mut weights: BTreeMap<String, (u32, usize)> = BTreeMap::new();
    let mut seen: Vec<(Kind, Option<String>)> = Vec::new();
    let mut order: Vec<&Found> = of_field(Field::Published).collect();
    order.sort_by_key(|found| (found.rank, found.detail));
    for (index, found) in order.iter().enumerate() {
        let (kind, day) = (kind(found), day(found));
        let is_first = !seen.iter().any(|(seen, _)| *seen == kind);
        let is_new = !seen.contains(&(kind, Some(day.clone())));
        let weight = match kind {
            _ if sort.is_front => 0,
            _ if is_visible(kind) && is_list || !is_new => 0,
            _ if is_visible(kind) => {
                if is_first {
                    weight(kind)
                } else {
                    LATER_WEIGHT
                }
            }
            _ if sort.is_product || !is_first => 0,
            // What is said of the page alone is when it was put there.
            Kind::Page if !has_author && !visible.contains(&day) => 0,
            Kind::Far if !sort.is_article && !is_only_far => 0,
            Kind::Thing if found.source.contains("Video") => 0,
            kind => weight(kind),
        };
        seen.push((kind, Some(day.clone())));
        if weight > 0 {
            let is_in_month = month.is_some_and(|month| day.starts_with(month));
            let weight = weight + if is_in_month { MONTH_WEIGHT } else { 0 };
            weights.entry(day).or_insert((0, index)).0 += weight;
        }
    }
    // Of equal ones that of the more trusted source.
    let best = weights.iter().max_by_key(|(_, (weight, index))| (*weight, usize::MAX - *index));
    let best = best.map(|(day, _)| day.clone());
    for found in survey.found.iter_mut().filter(|found| found.field == Field::Published) {
        match &best {
            Some(best) if found.value.starts_with(best.as_str()) => {}
            Some(_) => found.rank |= LATER,
            None => found.rank |= NOT_CHOSEN,
        }
    }
    if best.is_none() && !sort.is_front {
        fall_back(survey);
    }
}

/// The bit in the rank of a date that others outweigh.
const LATER: u8 = 0x40;

/// Where no day of publication is stated, a visible one of a change is the day of the page.
fn fall_back(survey: &mut Survey<'_>) {
    let is_visible =
        |found: &&Found| matches!(found.rank, NEAR_TIME_RANK | NEAR_MARK_RANK | LINE_RANK);
    let changes = survey.found.iter().filter(|found| found.field == Field::Modified);
    let change = changes.filter(is_visible).min_by_key(|found| (found.rank, found.detail));
    if let Some(change) = change.cloned() {
        survey.found.push(Found { field: Field::Published, ..change });
    }
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
const CHANGE_WORDS: [&str; 15] = [
    "updated",
    "last updated",
    "last update",
    "update:",
    "modified",
    "last modified",
    "last reviewed",
    "aktualisiert",
    "zuletzt",
    "stand:",
    "letzte änderung",
    "mis à jour",
    "actualizado",
    "aggiornato",
    "edited",
];

/// Words before the date of the publication, in lower case where they have other letters than those of ASCII.
const PUBLISHED_WORDS: [&str; 14] = [
    "published",
    "date published",
    "posted on",
    "erschienen",
    "veröffentlicht",
    "erstellt am",
    "publié le",
    "publicado",
    "pubblicato",
    "gepubliceerd",
    "opublikowano",
    "опубликовано",
    "Опубликовано",
    "Publié le",
];

static PUBLICATION: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| {
    AhoCorasick::builder().ascii_case_insensitive(true).build(PUBLISHED_WORDS).ok()
});

fn tells_of_change(text: &str) -> bool {
    let text = text.trim_start().to_lowercase();
    CHANGE_WORDS.iter().any(|word| text.starts_with(word))
}

fn note_marked(survey: &mut Survey<'_>, heading: Option<NodeId>) {
    let document = survey.document;
    let dates = Mark::DATE.with(Mark::PUBLISHED).with(Mark::MODIFIED);
    for (id, mark) in survey.marked.clone() {
        if !mark.has(dates) || document.name(id) == Some(name::TIME) {
            continue;
        }
        // The class `published` of hAtom stands on an <abbr> with the whole date in its title.
        let title =
            document.attr(id, name::TITLE).filter(|_| document.name(id) == Some(name::ABBR));
        let text = title.map_or_else(|| parted_text(survey, id), str::to_owned);
        let text = text.as_str();
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
        survey.note(field, rank, text, "class", Some(id));
    }
}

/// How many bytes at the beginning of a longer text are looked at for the date of a report.
const DATELINE_BYTES: usize = 64;

/// Notes the dates in short lines near the heading and at the beginning of longer ones, and those anywhere that are said to be of the
/// publication.
fn note_lines(survey: &mut Survey<'_>, heading: Option<NodeId>, reading: Reading) {
    let page = survey.page;
    let mut label_waits = false;
    for paragraph in page.paragraphs() {
        let text = page.paragraph_text(paragraph);
        let is_short = text.len() <= LINE_BYTES;
        let label = if is_short { behind_label(text) } else { None };
        let was_labelled = std::mem::replace(&mut label_waits, false) && is_short;
        let Some(node) = page.paragraph_nodes(paragraph).next() else { continue };
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
            label_waits = label.is_some() && text.len() < LABEL_BYTES;
            continue;
        };
        let (rank, source) = match is_near {
            _ if is_labelled => (LABELLED_RANK, "text, published"),
            _ if is_aside(survey.document, node, heading) => continue,
            true if is_short => (LINE_RANK, "text"),
            true => (DATELINE_RANK, "text, dateline"),
            false if is_short => (FAR_LINE_RANK, "text"),
            false => continue,
        };
        let changed = !is_labelled && tells_of_change(text);
        let field = if changed { Field::Modified } else { Field::Published };
        survey.note(field, rank, &date.to_string(), source, Some(node));
    }
}

/// The longest line, in bytes, that says that the next one is the date of the publication.
const LABEL_BYTES: usize = 40;

/// The text behind a word for the publication.
fn behind_label(text: &str) -> Option<&str> {
    let word = PUBLICATION.as_ref()?.find(text)?;
    Some(&text[word.start()..])
}

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
