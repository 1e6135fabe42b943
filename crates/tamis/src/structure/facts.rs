//! Facts: when and where an event is, what a course costs, in a few short lines.
//!
//! They are the point of such a page, and look like the date of an article or a row of buttons. The
//! markup tells them apart, because it names both the thing and the fact: `event-date`,
//! `course__price`. The classes of articles name no such thing: `entry-date`, `post-meta`.
//! Microdata has properties for the same: `itemprop=startDate`.
//!
//! Some pages have the facts in an `<aside>` without such names. Then a time of day tells: other
//! boxes have links, or sentences, or the time of a change.
//!
//! Products are none of these things. Of the prices, attributes and specifications that their
//! markup names, the annotators of `wcxb-dev` count hardly any as content.

use tamis_dom::{Document, NodeId, name};

use crate::page::{Page, class_words};
use crate::words::{List, words};

/// The things that have facts, in the singular, as words of class names. Sources: `The Events
/// Calendar`, and words of the field.
const THINGS: [&str; 11] = [
    "appointment",
    "concert",
    "conference",
    "course",
    "event",
    "evento",
    "exhibition",
    "job",
    "tour",
    "vacancy",
    "veranstaltung",
];

/// The facts about them, in the singular, as words of class names.
const FACTS: [&str; 34] = [
    "address",
    "adresse",
    "cost",
    "data",
    "date",
    "datetime",
    "datum",
    "description",
    "detail",
    "duration",
    "facility",
    "fact",
    "fecha",
    "hour",
    "info",
    "information",
    "instructor",
    "lieu",
    "location",
    "lugar",
    "meta",
    "organizer",
    "ort",
    "place",
    "precio",
    "preis",
    "price",
    "prix",
    "requirement",
    "salary",
    "schedule",
    "subtitle",
    "time",
    "venue",
];

/// The words in class names of elements about other things, and of controls.
const OTHERS: [&str; 26] = [
    "bar",
    "breadcrumb",
    "button",
    "card",
    "cart",
    "carousel",
    "filter",
    "form",
    "gallery",
    "grid",
    "image",
    "link",
    "nav",
    "navigation",
    "next",
    "prev",
    "rating",
    "recommended",
    "related",
    "review",
    "share",
    "slider",
    "social",
    "teaser",
    "thumb",
    "upsell",
];

/// The properties of schema.org's Event and `JobPosting` that are such facts.
const PROPERTIES: [&str; 9] = [
    "address",
    "baseSalary",
    "doorTime",
    "endDate",
    "hiringOrganization",
    "jobLocation",
    "location",
    "organizer",
    "startDate",
];

/// Returns true if the markup of an element says that it states facts of a thing.
pub(crate) fn states_facts(document: &Document, id: NodeId) -> bool {
    let property = document.attr(id, name::ITEMPROP).unwrap_or_default();
    if property.split_ascii_whitespace().any(|of| PROPERTIES.contains(&of)) {
        return true;
    }
    let class = document.attr(id, name::CLASS).unwrap_or_default();
    // Most classes are shorter, or of other things.
    if class.len() < MIN_CLASS {
        return false;
    }
    let words = || class_words(document, id).map(|word| word.strip_suffix('s').unwrap_or(word));
    let has =
        |wanted: &[&str]| words().any(|word| wanted.iter().any(|of| of.eq_ignore_ascii_case(word)));
    has(&THINGS) && has(&FACTS) && !has(&OTHERS)
}

/// The most text of a box of facts, in characters, and its most paragraphs.
const MAX_BOX: u32 = 240;
const MAX_PARAGRAPHS: usize = 8;

/// Returns true for a few short lines that say when something is: they are an `<aside>`, or rows of
/// a label and a value each. None has a link, one has a time of day, and none begins as the date of
/// a change does.
pub(crate) fn is_box_of_facts(page: &Page, id: NodeId) -> bool {
    if !page.document().is_html(id, name::ASIDE) && !is_rows_of_two(page, id) {
        return false;
    }
    let paragraphs = &page.paragraphs()[page.paragraphs_in(id)];
    let chars: u32 = paragraphs.iter().map(|of| of.text_chars).sum();
    if paragraphs.len() > MAX_PARAGRAPHS || chars > MAX_BOX {
        return false;
    }
    let texts = || paragraphs.iter().map(|of| page.paragraph_text(of).to_lowercase());
    paragraphs.iter().all(|of| of.link_chars == 0)
        && texts().any(|text| has_hour(&text))
        && !texts().any(|text| {
            let lists = [List::Published, List::Changed].map(|of| words().list(of));
            lists.into_iter().flatten().any(|word| text.starts_with(word))
        })
}

/// Returns true if all that an element contains is two or more elements of one name and class, with
/// two paragraphs each: `<div><div>Place</div><div>Market hall</div></div>`.
fn is_rows_of_two(page: &Page, id: NodeId) -> bool {
    let document = page.document();
    let rows = || document.children(id).filter(|&row| document.name(row).is_some());
    let kind = |row: NodeId| (document.name(row), document.attr(row, name::CLASS));
    let Some(first) = rows().next().map(kind) else { return false };
    let count = rows().take(MAX_PARAGRAPHS).count();
    count > 1
        && page.paragraphs_in(id).len() == 2 * count
        && rows().all(|row| kind(row) == first && page.paragraphs_in(row).len() == 2)
}

/// The signs between an hour and its minutes that are in no other numbers, in lower case.
const BEFORE_MINUTES: [char; 5] = [':', 'h', '時', '时', '시'];

/// Returns true if a text, which is in lower case, has a time of day: "19:30", "7 pm", "19.30 Uhr",
/// "klo 19.30", "19 h 30", "19時半", "오후 7시".
fn has_hour(text: &str) -> bool {
    let mut start = 0;
    while let Some(at) = text[start..].find(|c: char| c.is_ascii_digit()) {
        let (before, number) = text.split_at(start + at);
        let digits = number.bytes().take_while(u8::is_ascii_digit).count();
        let after = &number[digits..];
        let is_hour = digits <= 2 && number[..digits].parse::<u8>().is_ok_and(|hour| hour <= 24);
        if is_hour && (is_after_hour(after) || is_before_hour(before, after)) {
            return true;
        }
        start += at + digits;
    }
    false
}

/// Returns true if a text ends as it does before an hour, with a word for it. What is after the
/// hour is no larger number: "a las 20.000" is none.
fn is_before_hour(before: &str, after: &str) -> bool {
    let rest = after.strip_prefix(['.', ',']).and_then(after_minutes).unwrap_or(after);
    let is_number = rest.starts_with(char::is_alphanumeric)
        || rest.trim_start().starts_with(['%', '€', '$', '£'])
        || rest
            .strip_prefix(['.', ','])
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let before = before.trim_end();
    !is_number
        && words().list(List::BeforeHour).iter().any(|word| {
            let rest = before.strip_suffix(word);
            rest.is_some_and(|rest| !rest.ends_with(char::is_alphanumeric))
        })
}

/// Returns true if a text goes on as it does after an hour: with minutes, or with a word for it.
fn is_after_hour(after: &str) -> bool {
    if after.strip_prefix(BEFORE_MINUTES).and_then(after_minutes).is_some() {
        return true;
    }
    // "19.30 Uhr" has the minutes before the word.
    let rest = after.strip_prefix('.').and_then(after_minutes).unwrap_or(after).trim_start();
    words().list(List::AfterHour).iter().any(|unit| {
        let next = rest.strip_prefix(unit).map(|rest| rest.chars().next());
        let is_spaced = unit.starts_with(|c: char| c.is_lowercase());
        next.is_some_and(|next| !is_spaced || next.is_none_or(|c| !c.is_alphanumeric()))
    })
}

/// Returns what is after the two digits of minutes.
fn after_minutes(text: &str) -> Option<&str> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    (digits == 2 && text < "6").then(|| &text[2..])
}

/// The length of the shortest class with two words, `job-info`, in bytes.
const MIN_CLASS: usize = 8;

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    #[track_caller]
    fn check(attribute: &str, expected: bool) {
        let document = Parser::default().parse(&format!("<div {attribute}>12 May</div>"));
        let found = document.elements(NodeId::DOCUMENT).any(|id| states_facts(&document, id));
        assert_eq!(found, expected, "{attribute}");
    }

    #[test]
    fn classes_name_the_thing_and_the_fact() {
        for class in [
            "event-date",
            "event__venue",
            "tribe-events-schedule tribe-clearfix",
            "job-info",
            "Veranstaltung-Ort",
        ] {
            check(&format!("class='{class}'"), true);
        }
        for class in [
            "entry-date",
            "post-meta",
            "event",
            "event-list",
            "event-card__price",
            "related-events event-info",
            "woocommerce-product-attributes",
            "event-share-info",
            "date",
            "eventdate",
        ] {
            check(&format!("class='{class}'"), false);
        }
    }

    #[test]
    fn hours() {
        for (text, expected) in [
            ("19:30", true),
            ("dock street 4, 7.30 pm", true),
            ("saturday at 7 p.m.", true),
            ("19.30 uhr", true),
            ("19 h 30", true),
            ("20h", true),
            ("19時半開演", true),
            ("晚上7点", true),
            ("오후 7시 30분", true),
            ("klo 19.30", true),
            ("lördag kl. 19", true),
            ("sabato ore 20.30, ingresso libero", true),
            ("a las 20 h", true),
            ("o godz. 18", true),
            ("الساعة 7", true),
            ("19 часов", true),
            ("a las 20.000 personas", false),
            ("alle 20 %", false),
            ("kilo 19", false),
            ("trapani ore", false),
            ("3.4.2013", false),
            ("19.30 €", false),
            ("25:10", false),
            ("2012", false),
            ("4 hours", false),
            ("12 amps", false),
        ] {
            assert_eq!(has_hour(text), expected, "{text}");
        }
    }

    #[test]
    fn boxes_of_facts() {
        for (inside, expected) in [
            ("<p>12 May, 19:30<p>Market hall", true),
            ("<h3>Info</h3><p>Dock Street 4, 7 pm", true),
            ("<p>Updated: 19:30", false),
            ("<p>12 May<p>Market hall", false),
            ("<p>12 May, 19:30<p><a href=/a>Market hall</a>", false),
            (&"<p>12 May, 19:30".repeat(20), false),
        ] {
            let page = Page::measure(Parser::default().parse(&format!("<aside>{inside}</aside>")));
            let document = page.document();
            let found = document.elements(NodeId::DOCUMENT).any(|id| is_box_of_facts(&page, id));
            assert_eq!(found, expected, "{inside}");
        }
    }

    #[test]
    fn rows_of_facts() {
        let row = |label: &str, value: &str| format!("<div><b>{label}</b><p>{value}</div>");
        let (place, time) = (row("Place", "Market hall"), row("Time", "7 pm"));
        for (inside, expected) in [
            (format!("{place}{time}"), true),
            (format!("{place}{time}{}", row("Entry", "free")), true),
            (format!("{place}{}", row("Entry", "free")), false),
            (format!("{place}{time}<p>More"), false),
            (format!("{place}{}", time.replace("div", "section")), false),
            (format!("{place}{}", time.replace("<p>", "")), false),
            (time, false),
        ] {
            let html = format!("<h1>Choir</h1><div class=rows>{inside}</div>");
            let page = Page::measure(Parser::default().parse(&html));
            let document = page.document();
            let rows = document
                .elements(NodeId::DOCUMENT)
                .find(|&id| document.attr(id, name::CLASS).is_some_and(|class| class == "rows"));
            assert_eq!(is_box_of_facts(&page, rows.unwrap()), expected, "{inside}");
        }
    }

    #[test]
    fn properties_name_the_fact() {
        check("itemprop=startDate", true);
        check("itemprop='location address'", true);
        check("itemprop=datePublished", false);
        check("itemprop=name", false);
    }
}
