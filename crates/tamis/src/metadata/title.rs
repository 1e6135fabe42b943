//! The title of a page: the headings that agree with a stated title, and titles without the name of
//! the site.

use tamis_dom::{Document, NodeId, name};
use url::Url;

use super::aside::is_aside;
use super::candidate::Origin;
use super::collector::Collector;
use super::field::Field;
use super::place::Place;
use super::value::one_line;

/// The longest heading, in characters, that is a title.
const MAX_CHARS: usize = 300;

/// Separators between the title of a page and the name of its site.
const SEPARATORS: [&str; 14] = [
    " | ", " - ", " – ", " — ", " · ", " • ", " :: ", " » ", " « ", " › ", " ‹ ", " ~ ", " / ",
    " • ",
];

/// Adds the headings and the `<title>` to the stated titles, takes the name of the site from all of
/// them where it is certain, and returns the heading that shows the title.
///
/// A heading that agrees with a stated title is trusted most: readers see it as the title, while
/// stated titles are often worded for search engines. Two titles agree if one contains the other.
pub(super) fn add_titles(collector: &mut Collector<'_>) -> Option<NodeId> {
    let document = collector.document;
    if let Some(title) = collector.title {
        let origin = Origin::new(Place::TitleElement, "title", title);
        collector.add(Field::Title, document.text(title), origin);
    }
    let sites = SiteNames::of(collector);
    let mut stated = Vec::new();
    for candidate in collector.of_mut(Field::Title) {
        candidate.value.set_text(sites.without(&candidate.value).to_owned());
        stated.push(squash(&candidate.value));
    }
    stated.retain(|title| !sites.has(title));
    let headings: Vec<(NodeId, String)> = collector
        .headings
        .iter()
        .map(|&id| (id, heading_text(document, id)))
        .filter(|(_, text)| !text.is_empty() && text.chars().count() <= MAX_CHARS)
        .filter(|(_, text)| !sites.has(&squash(text)))
        .collect();
    let mut best: Option<(bool, NodeId)> = None;
    for (id, text) in headings {
        let squashed = squash(&text);
        let agrees = stated.iter().any(|stated| agree(stated, &squashed));
        if !agrees && is_aside(document, id, None) {
            continue;
        }
        let place = if agrees { Place::AgreeingHeading } else { Place::Heading };
        collector.add(Field::Title, &text, Origin::new(place, "h1", id));
        // The first heading that agrees, else the first one.
        if best.is_none_or(|(best_agrees, _)| agrees && !best_agrees) {
            best = Some((agrees, id));
        }
    }
    best.map(|(_, id)| id).or_else(|| agreeing_subheading(collector, &stated))
}

/// The first lower heading that a stated title begins with, for pages without an `<h1>`.
fn agreeing_subheading(collector: &Collector<'_>, stated: &[String]) -> Option<NodeId> {
    let mut headings = collector.subheadings.iter().copied();
    headings.find(|&id| {
        let squashed = squash(&heading_text(collector.document, id));
        squashed.len() >= LEAST_AGREEING
            && stated.iter().any(|stated| stated.starts_with(&squashed))
    })
}

/// The length of the shortest title that agrees with one that contains it, in letters and digits.
const LEAST_AGREEING: usize = 4;

/// True if one of two squashed titles contains the other.
fn agree(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    short.chars().count() >= LEAST_AGREEING && long.contains(short)
}

/// Returns true if a heading shows a title: one of them contains the other, and is at least half as
/// long, in letters and digits.
///
/// ```
/// use tamis::metadata::shows_title;
/// assert!(shows_title("How to bake bread!", "How to Bake Bread"));
/// assert!(shows_title("1. Baking bread", "Baking bread"));
/// assert!(!shows_title("Bread", "How to bake bread"));
/// ```
pub fn shows_title(heading: &str, title: &str) -> bool {
    let (heading, title) = (squash(heading), squash(title));
    let (short, long) =
        if heading.len() < title.len() { (heading, title) } else { (title, heading) };
    !short.is_empty() && short.len() * 2 >= long.len() && long.contains(&short)
}

/// The text of a heading, with a space before each element that may begin a line.
fn heading_text(document: &Document, id: NodeId) -> String {
    let mut text = String::new();
    for node in document.descendants_and_self(id) {
        match document.name(node) {
            Some(name::BR | name::DIV | name::P | name::LI | name::SPAN | name::SMALL) => {
                text.push(' ');
            }
            None if document.first_child(node).is_none() => text.push_str(document.text(node)),
            _ => {}
        }
    }
    // In documentation headings end with a link to themselves.
    let text = text.trim_end().trim_end_matches(['¶', '§', '🔗']);
    one_line(text).unwrap_or_default()
}

/// The letters and digits of a text, in lower case.
pub(super) fn squash(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The names of a site, squashed.
pub(super) struct SiteNames(Vec<String>);

impl SiteNames {
    /// The names that the page states, and those in its host.
    pub(super) fn of(collector: &Collector<'_>) -> SiteNames {
        let stated = collector.of(Field::SiteName);
        let mut names: Vec<String> = stated.map(|candidate| squash(&candidate.value)).collect();
        if let Some(host) = collector.page.url().and_then(Url::host_str) {
            let host = host.strip_prefix("www.").unwrap_or(host);
            names.push(squash(host));
            let labels: Vec<&str> = host.split('.').collect();
            if let [.., second, _] = labels[..] {
                names.push(squash(second));
                // `example.co.uk`
                if let [.., third, _, _] = labels[..]
                    && second.len() <= 3
                {
                    names.push(squash(third));
                }
            }
        }
        names.retain(|name| !name.is_empty());
        names.sort_unstable();
        names.dedup();
        SiteNames(names)
    }

    /// True if a squashed text is a name of the site, with or without "the".
    pub(super) fn has(&self, squashed: &str) -> bool {
        let plain = squashed.strip_prefix("the").unwrap_or(squashed);
        let same = |name: &String| {
            name == squashed || name == plain || name.strip_prefix("the").unwrap_or(name) == plain
        };
        self.0.iter().any(same)
    }

    /// The title without the names of the site at its end and its beginning. A name is kept if
    /// nothing else is left.
    fn without<'t>(&self, title: &'t str) -> &'t str {
        let mut rest = title;
        loop {
            let shorter = self.without_end(rest).or_else(|| self.without_beginning(rest));
            match shorter.map(str::trim).filter(|shorter| !shorter.is_empty()) {
                Some(shorter) => rest = shorter,
                None => return rest,
            }
        }
    }

    fn without_end<'t>(&self, title: &'t str) -> Option<&'t str> {
        let cuts = SEPARATORS.iter().filter_map(|separator| {
            let at = title.rfind(separator)?;
            Some((at, &title[at + separator.len()..]))
        });
        let (at, end) = cuts.max_by_key(|&(at, _)| at)?;
        self.has(&squash(end)).then(|| &title[..at])
    }

    fn without_beginning<'t>(&self, title: &'t str) -> Option<&'t str> {
        let cuts = SEPARATORS.iter().chain(&[": "]).filter_map(|separator| {
            let at = title.find(separator)?;
            Some((at, &title[at + separator.len()..]))
        });
        let (at, rest) = cuts.min_by_key(|&(at, _)| at)?;
        self.has(&squash(&title[..at])).then_some(rest)
    }
}
