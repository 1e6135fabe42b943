//! Facts: when and where an event is, what a course costs, in a few short lines.
//!
//! They are the point of such a page, and look like the date of an article or a row of buttons. The
//! markup tells them apart, because it names both the thing and the fact: `event-date`,
//! `course__price`. The classes of articles name no such thing: `entry-date`, `post-meta`.
//! Microdata has properties for the same: `itemprop=startDate`.
//!
//! Products are none of these things. Of the prices, attributes and specifications that their
//! markup names, the annotators of `wcxb-dev` count hardly any as content.

use tamis_dom::{Document, NodeId, name};

use crate::page::class_words;

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
    fn properties_name_the_fact() {
        check("itemprop=startDate", true);
        check("itemprop='location address'", true);
        check("itemprop=datePublished", false);
        check("itemprop=name", false);
    }
}
