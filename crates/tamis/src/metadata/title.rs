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
const SEPARATORS: [&str; 15] = [
    " | ", " - ", " – ", " — ", " · ", " • ", " :: ", " » ", " « ", " › ", " ‹ ", " ~ ", " / ",
    " • ", " : ",
];

/// Adds the headings and the `<title>` to the stated titles, takes the name of the site from all of
/// them where it is certain, and returns the heading that shows the title.
///
/// A heading that agrees with a stated title is trusted most: readers see it as the title, while
/// stated titles are often worded for search engines. Next are headings that share words with one:
/// they are the same title in other words. Other headings are mottos, names of sections and the
/// like, and only count if nothing states a title.
pub(super) fn add_titles(collector: &mut Collector<'_>) -> Option<NodeId> {
    let document = collector.document;
    let headings = headings(collector);
    let mut sites = SiteNames::of(collector);
    if let Some(title) = collector.found.title {
        let origin = Origin::new(Place::TitleElement, "title", title);
        let text = document.text(title);
        sites.0.extend(one_line(text).and_then(|title| shown_name(collector, &title, &headings)));
        collector.add(Field::Title, text, origin);
    }
    let mut stated = Vec::new();
    for candidate in collector.of_mut(Field::Title) {
        candidate.value.set_text(sites.without(&candidate.value).to_owned());
        stated.push(Stated::of(&candidate.value));
    }
    stated.retain(|title| !sites.has(&title.squashed));
    let named = named_by_address(collector);
    let mut best: Option<(bool, NodeId)> = None;
    for (id, text) in headings {
        let squashed = squash(&text);
        if sites.has(&squashed) {
            continue;
        }
        let agrees = stated.iter().any(|stated| agree(&stated.squashed, &squashed));
        let heading = words(&text);
        let is_named =
            !agrees && heading.len() >= ADDRESS_WORDS && shared(&named, &heading) >= LEAST_NAMED;
        if !agrees && !is_named && is_aside(collector.page, id, None) || is_logo(document, id) {
            continue;
        }
        let place = match heading_place(&text, &squashed, &stated) {
            Place::Heading if is_named => Place::RelatedHeading,
            place => place,
        };
        collector.add(Field::Title, &text, Origin::new(place, "h1", id));
        // The first heading that agrees, else the first one.
        if best.is_none_or(|(best_agrees, _)| agrees && !best_agrees) {
            best = Some((agrees, id));
        }
    }
    best.map(|(_, id)| id).or_else(|| agreeing_subheading(collector, &stated))
}

/// Returns true for a heading in the place of the site's logo. It has a class that says so, is in
/// such an element, or is a link to the front page.
fn is_logo(document: &Document, heading: NodeId) -> bool {
    let mut around = std::iter::once(heading).chain(document.ancestors(heading).take(1));
    let is_named = |id| {
        let class = document.attr(id, name::CLASS).unwrap_or_default();
        class.split_ascii_whitespace().any(|class| matches!(class, "logo" | "site-logo"))
    };
    let leads_home = |id| {
        document.is_html(id, name::A) && document.attr(id, name::HREF).map(str::trim) == Some("/")
    };
    around.any(is_named) || document.elements(heading).any(leads_home)
}

/// Returns the `<h1>` elements that can be titles, with their texts.
fn headings(collector: &Collector<'_>) -> Vec<(NodeId, String)> {
    let all = collector.found.headings.iter();
    all.map(|&id| (id, heading_text(collector.document, id)))
        .filter(|(_, text)| !text.is_empty() && text.chars().count() <= MAX_CHARS)
        .collect()
}

/// Returns the squashed end of the `<title>` if one heading shows it and another shows what is
/// before it. Then the end names a book, a manual or a forum that the page is part of. For example,
/// with `<title>Loops - The Manual</title>` and the headings "The Manual" and "Loops", it is
/// "themanual".
fn shown_name(
    collector: &Collector<'_>,
    title: &str,
    headings: &[(NodeId, String)],
) -> Option<String> {
    let (beginning, end) = split_end(title)?;
    let (beginning, end) = (squash(beginning), squash(end));
    let is_shown = |wanted: &str| headings.iter().any(|(_, text)| squash(text) == wanted);
    let is_lower = |wanted: &str| {
        let mut lower = collector.found.subheadings.iter();
        lower.any(|&id| squash(&heading_text(collector.document, id)) == wanted)
    };
    (is_shown(&end) && (is_shown(&beginning) || is_lower(&beginning))).then_some(end)
}

/// A title that the page states.
struct Stated {
    squashed: String,
    words: Vec<String>,
}

impl Stated {
    fn of(title: &str) -> Stated {
        Stated { squashed: squash(title), words: words(title) }
    }
}

/// The smallest share of the words of the shorter title that must be in the longer one for both to
/// be of the same page. For example, "Baking bread" and "How to bake good bread at home" share one
/// of two words.
///
/// Source: no publication. Chosen on half of the domains of wcxb-dev, confirmed on the other half.
const LEAST_SHARED: f64 = 1.0 / 3.0;

/// The fewest words of an address that name a page, and the smallest share of words that a heading
/// and the address must have in common for the heading to show what the address names.
const ADDRESS_WORDS: usize = 3;
const LEAST_NAMED: f64 = 0.75;

/// Returns the words in the last part of the page's address, such as `how-to-bake-bread`. Empty if
/// they are too few to name it.
fn named_by_address(collector: &Collector<'_>) -> Vec<String> {
    let url = collector.page.url();
    let last = url.and_then(|url| url.path().trim_matches('/').rsplit('/').next());
    let words = words(last.unwrap_or_default());
    if words.len() < ADDRESS_WORDS { Vec::new() } else { words }
}

/// Returns the place of a heading, by its agreement with the stated titles.
fn heading_place(text: &str, squashed: &str, stated: &[Stated]) -> Place {
    let is_in = |stated: &Stated| {
        squashed.chars().count() >= LEAST_AGREEING && stated.squashed.contains(squashed)
            || stated.squashed == squashed
    };
    if stated.iter().any(is_in) {
        return Place::AgreeingHeading;
    }
    // A heading that says more than a stated title has something besides the title, for example the
    // name of the section.
    let is_most = |stated: &Stated| {
        stated.squashed.len() * 2 >= squashed.len() && agree(&stated.squashed, squashed)
    };
    if stated.iter().any(is_most) {
        return Place::Heading;
    }
    let words = words(text);
    let is_related = |stated: &Stated| shared(&stated.words, &words) >= LEAST_SHARED;
    let is_alone = stated.is_empty();
    if is_alone || stated.iter().any(is_related) { Place::RelatedHeading } else { Place::Heading }
}

/// The most words of a title that are compared.
const MAX_WORDS: usize = 48;

/// Returns the first words of a title, in lower case. Chinese, Japanese and Korean characters are
/// words of their own.
fn words(title: &str) -> Vec<String> {
    let parts = title.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
    let words = parts.flat_map(|part| part.split_inclusive(|c| c >= '\u{2e80}'));
    words.take(MAX_WORDS).map(str::to_lowercase).collect()
}

/// Returns the share of the words of the shorter title that are in the other one, 0 to 1.
fn shared(a: &[String], b: &[String]) -> f64 {
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    let count = short.iter().filter(|word| long.contains(word)).count();
    count as f64 / short.len().max(1) as f64
}

/// Returns the first lower heading that a stated title begins with, for pages without an `<h1>`.
fn agreeing_subheading(collector: &Collector<'_>, stated: &[Stated]) -> Option<NodeId> {
    let mut headings = collector.found.subheadings.iter().copied();
    headings.find(|&id| {
        let squashed = squash(&heading_text(collector.document, id));
        squashed.len() >= LEAST_AGREEING
            && stated.iter().any(|stated| stated.squashed.starts_with(&squashed))
    })
}

/// The length of the shortest title that agrees with one that contains it, in letters and digits.
const LEAST_AGREEING: usize = 4;

/// Returns true if one of two squashed titles contains the other.
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

/// Returns the text of a heading, with a space before each element that may begin a line.
fn heading_text(document: &Document, id: NodeId) -> String {
    let mut text = String::new();
    let mut unseen_until = id;
    for node in document.descendants_and_self(id) {
        if node < unseen_until {
            continue;
        }
        match document.name(node) {
            Some(name::STYLE | name::SCRIPT | name::SVG) => {
                unseen_until = document.subtree_end(node);
            }
            Some(name::BR | name::DIV | name::P | name::LI | name::SPAN | name::SMALL) => {
                text.push(' ');
            }
            None if document.first_child(node).is_none() => text.push_str(document.text(node)),
            _ => {}
        }
    }
    // In documentation, headings often end with a link to themselves.
    let text = text.trim_end().trim_end_matches(['¶', '§', '🔗']);
    one_line(text).unwrap_or_default()
}

/// Returns the letters and digits of a text, in lower case.
pub(super) fn squash(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The length of the shortest name of a site that longer names may begin with, in bytes. Shorter
/// names do not count, because the second labels of hosts such as `com.au` are taken for names too.
const LEAST_NAME: usize = 4;

/// The most words of a longer name of a site.
const NAME_WORDS: usize = 4;

/// Returns true if the end of a title has no more words than the name of a site.
fn is_short(end: &str) -> bool {
    end.split_whitespace().nth(NAME_WORDS).is_none()
}

/// Returns a title before and after its last separator.
fn split_end(title: &str) -> Option<(&str, &str)> {
    let cuts = SEPARATORS.iter().filter_map(|separator| {
        let at = title.rfind(separator)?;
        Some((at, (&title[..at], &title[at + separator.len()..])))
    });
    cuts.max_by_key(|&(at, _)| at).map(|(_, parts)| parts)
}

/// The names of a site, squashed.
pub(super) struct SiteNames(Vec<String>);

impl SiteNames {
    /// Returns the names that the page states, and those in its host.
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

    /// Returns true if a squashed text is a name of the site, with or without "the".
    pub(super) fn has(&self, squashed: &str) -> bool {
        let plain = squashed.strip_prefix("the").unwrap_or(squashed);
        let same = |name: &String| {
            name == squashed || name == plain || name.strip_prefix("the").unwrap_or(name) == plain
        };
        self.0.iter().any(same)
    }

    /// Returns the title without the names of the site at its end and its beginning. A name is kept
    /// if nothing else is left.
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
        let (beginning, end) = split_end(title)?;
        let squashed = squash(end);
        (self.has(&squashed) || is_short(end) && self.begins(&squashed)).then_some(beginning)
    }

    /// Returns true if a squashed text begins with a name of the site: "Crumb Forums" does so on
    /// the site "Crumb".
    fn begins(&self, squashed: &str) -> bool {
        let squashed = squashed.strip_prefix("the").unwrap_or(squashed);
        let plain = self.0.iter().map(|name| name.strip_prefix("the").unwrap_or(name));
        plain.filter(|name| name.len() >= LEAST_NAME).any(|name| squashed.starts_with(name))
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
