//! The days of publication and of the last change in the body, the address and scripts.
//!
//! Many pages state no day in their head, but show one to their readers. The difficulty is not to
//! read a date but to know what it is of: the publication, a change, an event, a comment, another
//! article. Three hints are used:
//!
//! - The distance from the heading. A date of the publication is near it. What is before the
//!   heading counts as four times as far away, because sites show the current day and other
//!   articles there.
//! - Words. "Updated: 3 May" is a change, "Deadline: 3 May" is something else and no candidate, and
//!   "Published on 3 May" is believed anywhere on the page ([`super::wording`]).
//! - Classes and elements: `<time>`, `class="entry-date"`.
//!
//! For example, in `<h1>Bread</h1><p>By Ann on <time>3 May 2024</time></p>` the date is near the
//! heading, and so a candidate with much weight. The same `<time>` in the list of comments is far
//! from it, and counts only on an article or if it is the only day there.
//!
//! What is shown is often less than what is known: "3 May 2024, 8 pm" without a zone. If there is
//! exactly one `<time>` with a zone in the line, and its day is at most one day away from the shown
//! one, its `datetime` is taken instead. The day may differ because the shown one is that of
//! another zone.
//!
//! All candidates then [vote](super::vote).

use tamis_dom::{Document, NodeId, name};
use url::Url;

use super::aside::{LOWER_HEADINGS, is_aside};
use super::byline::separated_text;
use super::candidate::Origin;
use super::collector::Collector;
use super::date::{
    Date, Moment, Range, Reading, date_in_path, digit, may_hold_date, month_in_path,
};
use super::field::Field;
use super::foreign::Surroundings;
use super::hints::{Hints, hints_of};
use super::page_traits::PageTraits;
use super::place::{Place, Reach};
use super::vote::vote;
use super::wording::{entry_line, from_change, from_label, tells_of_change, tells_of_other};
use super::written::written_text;
use crate::page::{Language, Page, around};

/// The farthest a date is from the heading, in visible characters: before it and after it.
const NEAR_BEFORE: u32 = 400;
const NEAR_AFTER: u32 = 1200;

/// The longest line that is searched for a date, in bytes.
const LINE_BYTES: usize = 200;

/// Adds the dates of the body, the address and scripts, makes all dates ISO 8601, drops texts that
/// are not dates, and holds the vote on the day of publication.
pub(super) fn add_dates(
    collector: &mut Collector<'_>,
    heading: Option<NodeId>,
    traits: PageTraits,
    range: Range,
) {
    let reading = Reading { month_first: month_first(collector.page), range };
    let addresses = [collector.page.url().cloned(), canonical(collector)];
    let paths = || addresses.iter().flatten().map(Url::path);
    let month = paths().find_map(month_in_path);
    if let Some(date) = paths().find_map(|path| date_in_path(path, range)) {
        let origin = Origin::new(Place::Address, "url", None);
        collector.add(Field::Published, &date.to_string(), origin);
    }
    let surroundings = Surroundings::of(collector, heading);
    add_times(collector, heading, &surroundings);
    add_written(collector, heading, &surroundings, reading);
    add_hinted(collector, heading, &surroundings, reading);
    add_lines(collector, heading, &surroundings, reading);
    // A block that shows the title is less certain than a heading.
    let is_block = heading
        .and_then(|id| collector.document.name(id))
        .is_some_and(|of| of != name::H1 && !LOWER_HEADINGS.contains(of));
    if is_block && collector.of(Field::Published).next().is_none() {
        add_lines(collector, None, &surroundings, reading);
    }
    let is_stated = |collector: &Collector<'_>| {
        collector.of(Field::Published).any(|of| reading.value(&of.value).is_some())
    };
    if !is_stated(collector) {
        add_attributes(collector, heading, &surroundings, reading);
    }
    let is_dated = collector.of(Field::Published).next().is_some();
    if !is_dated && traits.is_article {
        add_scripts(collector);
    }
    collector.found.candidates.retain_mut(|candidate| {
        if !matches!(candidate.field, Field::Published | Field::Modified) {
            return true;
        }
        let Some(moment) = reading.value(&candidate.value) else { return false };
        candidate.value.set_text(moment.to_string());
        true
    });
    vote(collector, traits, month.as_deref());
}

/// Returns the most trusted address that the page calls its own.
fn canonical(collector: &Collector<'_>) -> Option<Url> {
    let best = collector.of(Field::Canonical).min_by_key(|candidate| candidate.trust)?;
    Url::parse(&best.value).ok()
}

/// Returns the moment that a text from an engine states, as ISO 8601, or `None` if it states none.
pub(super) fn iso(text: &str, range: Range) -> Option<String> {
    let reading = Reading { month_first: true, range };
    reading.value(text).as_ref().map(Moment::to_string)
}

/// Returns the moment that a text states, in the form of machines or of people, as ISO 8601, or
/// `None` if it states none.
pub(crate) fn stated_moment(text: &str, month_first: bool) -> Option<String> {
    let reading = Reading { month_first, range: Range { latest: None } };
    reading.value(text).as_ref().map(Moment::to_string)
}

/// Returns true if the page writes the month before the day. American English does so, and so do
/// most pages that declare English without a country, or are written in English and declare no
/// language. For example, a page with `lang=en` on a host that ends with `.uk` does not.
pub(crate) fn month_first(page: &Page) -> bool {
    let document = page.document();
    let lang = document.root().and_then(|root| document.attr(root, name::LANG));
    let lang = lang.unwrap_or_default().trim().to_ascii_lowercase().replace('_', "-");
    let host = page.url().and_then(Url::host_str).unwrap_or_default();
    let is_elsewhere =
        [".uk", ".au", ".nz", ".in", ".ie", ".za"].iter().any(|end| host.ends_with(end));
    match lang.as_str() {
        "en" => !is_elsewhere,
        "" => !is_elsewhere && Language::of(page).is_none_or(|of| of.code().starts_with("en")),
        "en-us" => true,
        _ => false,
    }
}

/// Returns the distance class of an element from the heading, or from the beginning of the page if
/// there is no heading.
fn reach(collector: &Collector<'_>, id: NodeId, heading: Option<NodeId>) -> Reach {
    let start = heading.map_or(0, |heading| collector.chars_before(heading));
    let at = collector.chars_before(id);
    let is_near = at + NEAR_BEFORE >= start && at <= start + NEAR_AFTER;
    if is_near { Reach::Near } else { Reach::Far }
}

/// The factor for distances before the heading, because sites show the current day and those of
/// other articles there.
const BEFORE_FACTOR: u32 = 4;

/// Returns the weighted distance of an element from the heading, in visible characters.
fn distance(collector: &Collector<'_>, id: NodeId, heading: Option<NodeId>) -> u32 {
    let start = heading.map_or(0, |heading| collector.chars_before(heading));
    let at = collector.chars_before(id);
    at.checked_sub(start).unwrap_or_else(|| (start - at).saturating_mul(BEFORE_FACTOR))
}

/// Returns the `datetime` of the only `<time>` among the nodes from `first` to before `end`, if it
/// has a time zone and differs from the shown day by one day at most. One day is possible because
/// the shown day can be that of another zone: `2024-05-03T23:30:00-04:00` is 4 May in Berlin.
fn exact_time<'p>(
    collector: &Collector<'p>,
    reading: Reading,
    shown: Date,
    first: NodeId,
    end: NodeId,
) -> Option<&'p str> {
    let from = collector.found.times.partition_point(|&time| time < first);
    let mut times = collector.found.times[from..].iter().take_while(|&&time| time < end);
    let time = times.next().filter(|_| times.next().is_none())?;
    let stated = collector.document.attr(*time, name::DATETIME)?;
    let moment = reading.value(stated)?;
    (moment.has_zone() && moment.date.days_from(shown).abs() <= 1).then_some(stated)
}

/// Returns the field of a date.
fn field(is_change: bool) -> Field {
    if is_change { Field::Modified } else { Field::Published }
}

/// Adds the `<time>` elements.
fn add_times(collector: &mut Collector<'_>, heading: Option<NodeId>, surroundings: &Surroundings) {
    let document = collector.document;
    for id in collector.found.times.clone() {
        let (text, source) = match document.attr(id, name::DATETIME) {
            Some(value) if !value.trim().is_empty() => (value, "time[datetime]"),
            _ => (document.text(id), "time"),
        };
        let is_aside = is_aside(collector.page, id, heading);
        let is_foreign = !is_aside && surroundings.is_foreign(collector, id);
        let place = if is_aside {
            Place::Time(Reach::Far)
        } else if document.attr(id, name::PUBDATE).is_some() {
            Place::PubdateTime
        } else {
            Place::Time(reach(collector, id, heading))
        };
        if tells_of_other(label_before(collector, id)) {
            continue;
        }
        let is_property = |property: &str| {
            let names = document.attr(id, name::ITEMPROP).unwrap_or_default();
            names.split_ascii_whitespace().any(|name| name.eq_ignore_ascii_case(property))
        };
        let is_change = is_property("dateModified")
            || !is_property("datePublished") && is_change(collector, id);
        let origin = Origin::new(place, source, id)
            .with_tiebreak(distance(collector, id, heading))
            .excluded_if(is_aside)
            .foreign_if(is_foreign);
        collector.add(field(is_change), text, origin);
    }
}

/// Adds the dates that scripts write. A reader sees them as text.
fn add_written(
    collector: &mut Collector<'_>,
    heading: Option<NodeId>,
    surroundings: &Surroundings,
    reading: Reading,
) {
    let document = collector.document;
    for id in collector.found.writers.clone() {
        let Some(moment) = written_text(document.text(id)).and_then(|text| reading.value(text))
        else {
            continue;
        };
        let label = label_before(collector, id);
        if tells_of_other(label) || is_aside(collector.page, id, heading) {
            continue;
        }
        let origin = Origin::new(Place::DateLine(reach(collector, id, heading)), "script", id)
            .with_tiebreak(distance(collector, id, heading))
            .foreign_if(surroundings.is_foreign(collector, id));
        collector.add(field(tells_of_change(label)), &moment.to_string(), origin);
    }
}

/// Returns true if an element or its parent has the class of a date of a change, is a line that
/// begins with words for one, or comes after such words.
fn is_change(collector: &Collector<'_>, id: NodeId) -> bool {
    let label = label_before(collector, id);
    if tells_of_change(label) {
        return true;
    }
    if from_label(label).is_some() {
        return false;
    }
    let document = collector.document;
    let around = [Some(id), document.parent(id)];
    around.into_iter().flatten().any(|id| {
        let names = [name::CLASS, name::ID].into_iter().filter_map(|attr| document.attr(id, attr));
        let hints = names.fold(Hints::NONE, |hints, names| hints.with(hints_of(names)));
        let text = document.text(id);
        hints.has_only_change() || text.len() < LINE_BYTES && tells_of_change(text)
    })
}

/// The most bytes of text before a date that say what it is of, and the most nodes between them.
const BEFORE_BYTES: usize = 64;
const BEFORE_NODES: usize = 8;

/// Returns the text before an element that may say what its date is of: "Updated:" in `<p>Published
/// <time>2 May</time> Updated: <time>3 May</time>`. Empty if it is the end of a sentence.
fn label_before<'p>(collector: &Collector<'p>, id: NodeId) -> &'p str {
    let document = collector.document;
    let before = (0..id.index()).rev().take(BEFORE_NODES).map(NodeId::from_index);
    let is_text = |&id: &NodeId| document.name(id).is_none() && document.first_child(id).is_none();
    let mut texts = before.filter(is_text).map(|id| document.text(id).trim());
    let text = texts.find(|text| !text.is_empty()).unwrap_or_default();
    let text = &text[text.ceil_char_boundary(text.len().saturating_sub(BEFORE_BYTES))..];
    let line = text.rsplit(|c| digit(c).is_some()).next().unwrap_or_default();
    if line.ends_with(['.', '!', '?', '。']) { "" } else { line }
}

/// Adds the elements with hints at a date.
fn add_hinted(
    collector: &mut Collector<'_>,
    heading: Option<NodeId>,
    surroundings: &Surroundings,
    reading: Reading,
) {
    let document = collector.document;
    let of_dates = Hints::DATE.with(Hints::PUBLISHED).with(Hints::MODIFIED);
    for (id, hints) in collector.found.hinted.clone() {
        if !hints.has(of_dates) || document.name(id) == Some(name::TIME) {
            continue;
        }
        // In hAtom the class `published` is that of an <abbr> with the whole date in its title. A
        // text such as "3 days ago" has the date there too.
        let title = document.attr(id, name::TITLE).filter(|title| {
            document.name(id) == Some(name::ABBR)
                || reading.find(document.text(id)).is_none() && reading.value(title).is_some()
        });
        let text = title.map_or_else(|| separated_text(collector, id), str::to_owned);
        let text = text.as_str();
        if tells_of_other(text) || title.is_some() && tells_of_other(document.text(id)) {
            continue;
        }
        let is_change = hints.has_only_change()
            || tells_of_change(text)
            || !hints.has(Hints::PUBLISHED) && tells_of_change(label_before(collector, id));
        let is_aside = is_aside(collector.page, id, heading);
        let is_foreign = !is_aside && surroundings.is_foreign(collector, id);
        let place = match reach(collector, id, heading) {
            _ if is_aside => Place::DateClass(Reach::Far),
            Reach::Far if hints.has(Hints::PUBLISHED) => Place::FarPublishedClass,
            reach => Place::DateClass(reach),
        };
        let exact = reading
            .find(text)
            .and_then(|shown| exact_time(collector, reading, shown, id, document.subtree_end(id)));
        let origin = Origin::new(place, "class", id)
            .with_tiebreak(distance(collector, id, heading))
            .excluded_if(is_aside)
            .foreign_if(is_foreign);
        collector.add(field(is_change), exact.unwrap_or(text), origin);
    }
}

/// The longest text of an element whose attribute has the whole date, such as "2 years ago". Bytes.
const RELATIVE_BYTES: usize = 64;

/// Adds the dates near the heading that only attributes state, for pages without another: a script
/// writes "2 years ago" for `<relative-time datetime=…>`, or the day is in a `title` or a `data-`
/// attribute for times. The title of `<abbr>` says what any word stands for.
fn add_attributes(
    collector: &mut Collector<'_>,
    heading: Option<NodeId>,
    surroundings: &Surroundings,
    reading: Reading,
) {
    let document = collector.document;
    let is_of_time = |name: &str| {
        name.strip_prefix("data-")
            .is_some_and(|name| name.contains("time") || name.contains("date"))
    };
    for attr in document.all_attrs() {
        let (id, of) = (attr.owner(), attr.name());
        let is_read = matches!(of, name::DATETIME | name::TITLE)
            || !matches!(of, name::CLASS | name::HREF | name::ID | name::SRC)
                && is_of_time(document.name_str(of));
        if !is_read || matches!(document.name(id), Some(name::TIME | name::ABBR)) {
            continue;
        }
        let (value, text) = (document.attr_value(attr), document.text_range(id));
        let is_time = value.len() <= LINE_BYTES && (1..=RELATIVE_BYTES).contains(&text.len());
        if !is_time || reading.value(value).is_none() {
            continue;
        }
        let label = label_before(collector, id);
        if reach(collector, id, heading) == Reach::Far
            || tells_of_other(label)
            || tells_of_other(value)
            || is_aside(collector.page, id, heading)
            || surroundings.is_foreign(collector, id)
        {
            continue;
        }
        let is_change = tells_of_change(label) || tells_of_change(document.text(id));
        let origin = Origin::new(Place::Time(Reach::Near), "attribute", id)
            .with_tiebreak(distance(collector, id, heading));
        collector.add(field(is_change), value, origin);
    }
}

/// The most bytes at the beginning of a longer text that are searched for the date of a report.
const DATELINE_BYTES: usize = 64;

/// A date in a line of text.
struct DateInLine {
    date: Date,
    /// The line, or the one before it, says that the date is of the publication.
    is_labelled: bool,
}

/// Adds the dates in short lines near the heading, at the beginning of longer ones, and anywhere on
/// the page in lines that say that they are of the publication.
fn add_lines(
    collector: &mut Collector<'_>,
    heading: Option<NodeId>,
    surroundings: &Surroundings,
    reading: Reading,
) {
    let page = collector.page;
    let document = collector.document;
    let mut line_before = None;
    for paragraph in page.paragraphs() {
        let text = page.paragraph_text(paragraph);
        let before = line_before.replace(text);
        if collector.is_full(Field::Published) {
            break;
        }
        // Most lines have no date. They only matter as the line before one that has.
        if !may_hold_date(text) {
            continue;
        }
        let mut nodes = page.paragraph_nodes(paragraph);
        let Some(node) = nodes.next() else { continue };
        let reach = reach(collector, node, heading);
        let is_searched = reach == Reach::Near || heading.is_none();
        let Some(DateInLine { date, is_labelled }) =
            date_in_line(text, before, is_searched, reading)
        else {
            continue;
        };
        // A label such as "Published" is for one date.
        line_before = None;
        // A <time> comes before its text.
        let first = document.parent(node).unwrap_or(node);
        let last = nodes.last().unwrap_or(node);
        let is_other = || tells_of_other(text) || is_aside(page, node, heading);
        let (place, source) = match (reach, text.len() <= LINE_BYTES) {
            _ if is_labelled => (Place::LabelledLine, "text, published"),
            _ if is_other() => continue,
            (reach, true) => (Place::DateLine(reach), "text"),
            (Reach::Near, false) => (Place::Dateline, "text, dateline"),
            (Reach::Far, false) => continue,
        };
        // "Last update", and the day in the next line.
        let follows_change = before.is_some_and(|line| {
            line.len() < LABEL_BYTES && !may_hold_date(line) && tells_of_change(line)
        });
        let line = around_both(document, node, last);
        let hints = collector.found.hints_at(line).with(collector.found.hints_at(first));
        let is_change =
            !is_labelled && (tells_of_change(text) || follows_change || hints.has_only_change());
        // Inline elements before the header of the site and those in it are one line, and so are a
        // day in a teaser and what follows the teaser.
        let is_foreign = surroundings.is_of_other_page(collector, line)
            || !is_labelled
                && (surroundings.is_in_site_header(collector, node)
                    || line < node && surroundings.is_of_other_page(collector, node));
        let end = document.subtree_end(last);
        let exact = exact_time(collector, reading, date, first, end).map(str::to_owned);
        let value = exact.unwrap_or_else(|| date.to_string());
        let origin = Origin::new(place, source, node)
            .with_tiebreak(distance(collector, node, heading))
            .foreign_if(is_foreign);
        collector.add(field(is_change), &value, origin);
        // "Published 2 May, updated 3 May".
        let change = Some(text).filter(|text| !is_change && text.len() <= LINE_BYTES);
        let changed = change.and_then(from_change).and_then(|rest| reading.find(rest));
        if let Some(changed) = changed.filter(|changed| *changed != date) {
            let origin = Origin::new(Place::DateLine(reach), "text", node)
                .with_tiebreak(distance(collector, node, heading))
                .foreign_if(is_foreign);
            collector.add(Field::Modified, &changed.to_string(), origin);
        }
    }
}

/// Returns the innermost element around the first and the last text of a line.
fn around_both(document: &Document, first: NodeId, last: NodeId) -> NodeId {
    around(document, first).find(|&id| last < document.subtree_end(id)).unwrap_or(first)
}

/// Finds the date in a line. Without a label in it or in the line before, only a line that
/// `is_searched` can have one.
fn date_in_line(
    text: &str,
    line_before: Option<&str>,
    is_searched: bool,
    reading: Reading,
) -> Option<DateInLine> {
    let is_short = text.len() <= LINE_BYTES;
    let ends_with_label = |line: &str| line.len() < LABEL_BYTES && label(line).is_some();
    let was_labelled = is_short && line_before.is_some_and(ends_with_label);
    let label = label(text);
    if label.is_none() && !was_labelled && !is_searched {
        return None;
    }
    let most = if is_short { LINE_BYTES } else { DATELINE_BYTES };
    let read = label.unwrap_or(&text[..text.floor_char_boundary(most)]);
    let found = reading.find(read);
    let is_labelled = found.is_some() && (label.is_some() || was_labelled);
    // A date before the label counts too, but not as labelled.
    let date = found.or_else(|| label.and_then(|_| reading.find(text)))?;
    Some(DateInLine { date, is_labelled })
}

/// Returns the text from the word for the publication on, in a short line or in that of
/// `WordPress`.
fn label(text: &str) -> Option<&str> {
    let in_short = || if text.len() <= LINE_BYTES { from_label(text) } else { None };
    entry_line(text).or_else(in_short)
}

/// The longest line that says that the next one is the date of publication, in bytes.
const LABEL_BYTES: usize = 40;

/// The most bytes between a key in a script and the end of its value.
const SCRIPT_VALUE_BYTES: usize = 48;

/// Adds the first date of publication in the scripts of the site's own programs. It is for articles
/// only, because on other pages a key such as `createdAt` can be that of anything, for example of
/// an account.
fn add_scripts(collector: &mut Collector<'_>) {
    const KEYS: [&str; 5] =
        ["datePublished", "published_at", "publishedAt", "publishDate", "createdAt"];
    let text = collector.document.text(NodeId::DOCUMENT);
    for key in KEYS {
        let Some(at) = memchr::memmem::find(text.as_bytes(), key.as_bytes()) else { continue };
        let after = &text[at + key.len()..];
        let after = &after[..after.floor_char_boundary(SCRIPT_VALUE_BYTES)];
        let Some(digit) = after.find(|c: char| c.is_ascii_digit()) else { continue };
        let value = after[digit..].split(['"', '\\', '&', '\'', '<']).next().unwrap_or_default();
        let origin = Origin::new(Place::Script, format!("script {key}"), None);
        collector.add(Field::Published, value, origin);
    }
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;
    use crate::metadata::Metadata;

    #[test]
    fn a_page_does_not_change_before_it_is_published() {
        for (head, published) in [
            ("", "2024-01-02"),
            ("<meta name=date content=2024-01-03>", "2024-01-02"),
            ("<meta name=date content=2024-01-01>", "2024-01-01"),
            // These sources say that they are of the publication.
            ("<meta property=article:published_time content=2024-01-03>", "2024-01-03"),
            ("<meta name=date_published content=2024-01-03>", "2024-01-03"),
            ("<meta name=pubdate content=2024-01-03>", "2024-01-03"),
            ("<meta name=dc.date.issued content=2024-01-03>", "2024-01-03"),
            ("<meta name=date content=2024-01-03><time>2024-01-03</time>", "2024-01-03"),
        ] {
            for change in [
                "<p>Stand: 02.01.2024, 18 Uhr",
                "<p>Updated <time>2024-01-02</time> by Ann",
                "<p>Last updated on 2 January 2024",
                "<p>Обновлено: 02.01.2024",
                "<dl><dt>最終更新日<dd>2024年1月2日",
            ] {
                let html = format!("<h1>Rye bread</h1>{head}{change}");
                let found = Metadata::of(&Page::measure(Parser::default().parse(&html)));
                assert_eq!(found.published.as_deref(), Some(published), "{html}");
            }
        }
    }

    #[test]
    fn the_language_orders_day_and_month() {
        let texts = [
            ("", "The bakers of the town left their ovens cold this morning. ", "2012-05-01"),
            ("en-GB", "The bakers of the town left their ovens cold today. ", "2012-01-05"),
            ("", "Piekarze z całego miasta nie zapalili dziś rano swoich pieców. ", "2012-01-05"),
            ("", "Οι φουρνάρηδες της πόλης άφησαν σήμερα κρύους τους φούρνους. ", "2012-01-05"),
            ("", "Les boulangers de la ville ont laissé leurs fours froids. ", "2012-01-05"),
            ("el", "The bakers left their ovens cold. ", "2012-01-05"),
        ];
        for (lang, text, published) in texts {
            let text = text.repeat(8);
            let html = format!("<html lang='{lang}'><h1>5 x 7</h1><p>05/01/2012</p><p>{text}");
            let found = Metadata::of(&Page::measure(Parser::default().parse(&html)));
            assert_eq!(found.published.as_deref(), Some(published), "{html}");
        }
    }

    #[test]
    fn a_date_far_from_a_block_that_shows_the_title_counts() {
        let text = "The bakers of the town left their ovens cold this morning. ".repeat(40);
        let day = "<p>3 May 2024</p>";
        let title = "<title>Bakers on strike : Voice</title>";
        for (html, published) in [
            (format!("{title}{day}<div>Bakers on strike</div><p>{text}"), Some("2024-05-03")),
            (format!("{title}<div>Bakers on strike</div><p>{text}{day}"), Some("2024-05-03")),
            (format!("{title}<h2>Bakers on strike</h2><p>{text}{day}"), None),
        ] {
            let found = Metadata::of(&Page::measure(Parser::default().parse(&html)));
            assert_eq!(found.published.as_deref(), published, "{html}");
        }
    }

    #[test]
    fn attributes_have_the_day_of_relative_dates() {
        let day = Some("2024-06-02");
        for (html, expected) in [
            ("<span title='June 2, 2024 8:00 AM'>2 years ago</span>", day),
            ("<relative-time datetime=2024-06-02T08:00:00Z>on Jun 2</relative-time>", day),
            ("<span class=timeago data-time=2024-06-02T08:00:00Z>2 years ago</span>", day),
            ("<span class=date data-timestamp=1717315200>2 years ago</span>", day),
            ("<i data-date=2024-06-02>vor zwei Jahren</i>", day),
            ("<span title='Registered June 2, 2024'>Ann</span>", None),
            ("Registered: <span title='June 2, 2024'>2 years ago</span>", None),
            ("<span title='June 3, 2024'>a year ago</span><time>2024-06-02</time>", day),
            ("<span data-price=20240602>Buy</span>", None),
            ("<abbr title=2024-06-02>May</abbr>", None),
        ] {
            let html = format!("<h1>Rye bread</h1><p>{html}</p><p>Rye, water, salt and time.");
            let found = Metadata::of(&Page::measure(Parser::default().parse(&html)));
            let published = found.published.as_deref().map(|moment| &moment[..10]);
            assert_eq!(published, expected, "{html}");
        }
    }

    #[test]
    fn scripts_write_days() {
        for (html, day) in [
            ("<td><script>showDate('2024/01/02 03:04')</script> 7 views", Some("2024-01-02")),
            ("<p><script> document.write(day('2024-01-02')); </script>", Some("2024-01-02")),
            (
                "<p><script>showDate('2024-01-02')</script><p>Updated: <script>showDate('2024-01-03')\
                 </script>",
                Some("2024-01-02"),
            ),
            ("<p>Deadline: <script>showDate('2024-01-02')</script>", None),
            ("<footer><p>Today: <script>showDate('2024-01-02')</script></footer>", None),
            ("<p><script>countdown('2024-01-02')</script>", None),
        ] {
            let html = format!("<h1>Rye bread</h1>{html}<p>Rye, water, salt and time.");
            let found = Metadata::of(&Page::measure(Parser::default().parse(&html)));
            assert_eq!(found.published.as_deref(), day, "{html}");
        }
    }

    #[test]
    fn labels_before_a_day_say_what_it_is_of() {
        let check = |html: &str, published: Option<&str>, modified: Option<&str>| {
            let html = format!("<h1>Rye bread</h1>{html}");
            let found = Metadata::of(&Page::measure(Parser::default().parse(&html)));
            let days = (found.published.as_deref(), found.modified.as_deref());
            assert_eq!(days, (published, modified), "{html}");
        };
        let (first, second) = (Some("2024-01-02"), Some("2024-01-03"));
        for (posted, updated) in [
            ("Published", "Updated:"),
            ("Veröffentlicht:", "Letzte Aktualisierung"),
            ("Опубликовано", "Обновлено:"),
            ("公開日時", "最終更新日"),
            ("Đăng ngày", "Cập nhật:"),
            ("تاريخ النشر", "آخر تحديث:"),
            ("Erstveröffentlichung:", "Stand:"),
            ("Vydáno:", "Aktualizováno:"),
            ("Giriş:", "Son güncelleme:"),
        ] {
            for (open, close) in [("<time>", "</time>"), ("<span class=date>", "</span>"), ("", "")]
            {
                let day = |day: &str| format!("{open}2024-01-{day}{close}");
                let lines = format!("<p>{posted} {}<p>{updated} {}", day("02"), day("03"));
                check(&lines, first, second);
                let lines = format!("<p>{updated} {}<p>{posted} {}", day("03"), day("02"));
                check(&lines, first, second);
                let lines =
                    format!("<dl><dt>{updated}<dd>{}<dt>{posted}<dd>{}", day("03"), day("02"));
                check(&lines, first, second);
            }
            let line = |one: &str, other: &str| {
                format!("<p>{one} <time>2024-01-03</time> {other} <time>2024-01-02</time>")
            };
            check(&line(updated, posted), first, second);
        }
        for change in [
            "<p class=updated>2024-01-03",
            "<p class=last-modified>3 January 2024",
            "<p>Ann Lee<div id=date_updated><b>3 January 2024</b></div>",
            "<ul><li class=entry-modified-date>January 3, 2024</ul>",
        ] {
            check(&format!("<p class=published>2 January 2024{change}"), first, second);
            check(&format!("{change}<p class=post-date>2 January 2024"), first, second);
        }
        check("<p class='published updated'>2024-01-02", first, None);
        for line in [
            "Published 2 January 2024, updated 3 January 2024",
            "<span>Veröffentlicht am 2. Januar 2024</span> <span>Aktualisiert: 3.1.2024</span>",
            "Publié le 2 janvier 2024 à 10h20, mis à jour le 3 janvier 2024",
            "公開日：2024年1月2日 更新日：2024年1月3日",
            "更新日：2024年1月3日 | 公開日：2024年1月2日",
            "<span>입력 2024.01.02 09:15</span> <span>수정 2024.01.03 10:00</span>",
            "Опубликовано: 02.01.2024 Обновлено: 03.01.2024",
        ] {
            check(&format!("<p>{line}</p>"), first, second);
        }
        check("<p>Retrieved on <time>2024-01-03</time>", None, None);
        check("<p>Heute ist der <time>2024-01-03</time>", None, None);
    }
}
