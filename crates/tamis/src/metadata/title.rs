//! The title: which of those that a page states, and without the name of the site.

use tamis_dom::{Document, NodeId, name};
use url::Url;

use super::Field;
use super::marks::is_aside;
use super::survey::Survey;

/// The rank of the `<title>` among the stated titles.
const ELEMENT_RANK: u8 = 45;

/// The ranks of headings: one that agrees with a stated title, and any other.
const AGREEING_RANK: u8 = 0;
const HEADING_RANK: u8 = 8;

/// The longest heading, in characters, that is a title.
const MAX_CHARS: usize = 300;

/// What stands between the title of a page and the name of its site.
const SEPARATORS: [&str; 14] = [
    " | ", " - ", " – ", " — ", " · ", " • ", " :: ", " » ", " « ", " › ", " ‹ ", " ~ ", " / ",
    " • ",
];

/// Notes the headings and the `<title>` beside the titles that were found, all of them without the name of the site where that
/// is certain; gives the heading that is the title's.
///
/// A heading that agrees with a stated title comes first: it is what readers see as the title, and stated ones are often
/// worded for search engines. That one agrees which is part of the other.
pub(super) fn resolve(survey: &mut Survey<'_>) -> Option<NodeId> {
    let document = survey.document;
    if let Some(title) = survey.title {
        survey.note(Field::Title, ELEMENT_RANK, document.text(title), "title", Some(title));
    }
    let sites = Sites::of(survey);
    let mut stated = Vec::new();
    for found in survey.found.iter_mut().filter(|found| found.field == Field::Title) {
        found.value = sites.without(&found.value).to_owned();
        stated.push(squash(&found.value));
    }
    stated.retain(|title| !sites.has(title));
    let headings: Vec<(NodeId, String)> = survey
        .headings
        .iter()
        .map(|&id| (id, heading_text(document, id)))
        .filter(|(_, text)| !text.is_empty() && text.chars().count() <= MAX_CHARS)
        .filter(|(_, text)| !sites.has(&squash(text)))
        .collect();
    let mut best = None;
    for (id, text) in headings {
        let squashed = squash(&text);
        let agrees = stated.iter().any(|stated| agree(stated, &squashed));
        if !agrees && is_aside(document, id, None) {
            continue;
        }
        let rank = if agrees { AGREEING_RANK } else { HEADING_RANK };
        survey.note(Field::Title, rank, &text, "h1", Some(id));
        if best.is_none_or(|(best, _)| rank < best) {
            best = Some((rank, id));
        }
    }
    best.map(|(_, id)| id).or_else(|| agreeing_subheading(survey, &stated))
}

/// The first lower heading that is one of the stated titles, for pages that have no other.
fn agreeing_subheading(survey: &Survey<'_>, stated: &[String]) -> Option<NodeId> {
    let mut headings = survey.subheadings.iter().copied();
    headings.find(|&id| {
        let squashed = squash(&heading_text(survey.document, id));
        squashed.len() >= LEAST_AGREEING
            && stated.iter().any(|stated| stated.starts_with(&squashed))
    })
}

/// The shortest title, in letters and digits, that agrees with one it is part of.
const LEAST_AGREEING: usize = 4;

/// Whether two squashed titles are the same, or one is part of the other.
fn agree(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    short.chars().count() >= LEAST_AGREEING && long.contains(short)
}

/// The text of a heading in which elements that begin a line are told apart by a space.
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
    // Documentation puts a link to the heading itself behind it.
    let text = text.trim_end().trim_end_matches(['¶', '§', '🔗']);
    super::one_line(text).unwrap_or_default()
}

/// Letters and digits in lower case.
pub(super) fn squash(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// What the site is called, squashed.
pub(super) struct Sites(Vec<String>);

impl Sites {
    /// The names that the page states, and those in its host.
    pub(super) fn of(survey: &Survey<'_>) -> Sites {
        let stated = survey.found.iter().filter(|found| found.field == Field::SiteName);
        let mut names: Vec<String> = stated.map(|found| squash(&found.value)).collect();
        if let Some(host) = survey.page.url().and_then(Url::host_str) {
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
        Sites(names)
    }

    /// Whether a squashed text is a name of the site.
    pub(super) fn has(&self, squashed: &str) -> bool {
        let plain = squashed.strip_prefix("the").unwrap_or(squashed);
        let same = |name: &String| {
            name == squashed || name == plain || name.strip_prefix("the").unwrap_or(name) == plain
        };
        self.0.iter().any(same)
    }

    /// The title without the name of the site at its end or its beginning; as it is where that would leave nothing.
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
