//! The title of a page: the headings that agree with a stated title, and titles without the name of
//! the site.

use tamis_dom::{Document, NodeId, name};

use super::aside::is_aside;
use super::authors::is_host;
use super::candidate::{Candidate, Origin, Standing};
use super::collector::Collector;
use super::field::Field;
use super::folded::{squash, squashes_to, words};
use super::no_title::{clean, is_garbled, is_no_title};
use super::place::Place;
use super::shown_title::{ShownTitle, block_of, shown_title};
use super::site_names::{
    SiteNames, add_shown, is_home, is_named_logo, rest_of_title, shows_name, split_end,
    without_section,
};
use super::value::one_line;

/// The longest heading, in characters, that is a title.
const MAX_CHARS: usize = 300;

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
    let element = collector.found.title.map(|title| {
        let text = collector.references.decoded_again(document.text(title));
        (title, without_count(&text).to_owned())
    });
    let whole = element.as_ref().and_then(|(_, text)| one_line(text));
    outvote_names(collector, whole.as_deref().unwrap_or_default(), &headings);
    let mut sites = SiteNames::of(collector);
    sites.extend(whole.as_deref().and_then(|title| shown_name(collector, title, &headings)));
    if let Some((title, text)) = element {
        collector.add(Field::Title, &text, Origin::new(Place::TitleElement, "title", title));
    }
    for candidate in collector.of_mut(Field::Title) {
        candidate.value.set_text(clean(&candidate.value));
    }
    sites.extend_shown(collector, &logos(document, &headings));
    let site = collector
        .of(Field::Title)
        .filter(|title| title.place == Place::TitleElement)
        .find_map(|title| sites.named_by(&title.value).map(str::to_owned));
    add_shown(collector);
    if let Some(name) = site {
        let origin = Origin::new(Place::TitleElement, "title", collector.found.title);
        collector.add(Field::SiteName, &name, origin);
    }
    let mut stated = Vec::new();
    for candidate in collector.of_mut(Field::Title) {
        if is_no_title(&candidate.value) {
            candidate.standing = Standing::Outvoted;
            continue;
        }
        let title = sites.without(&candidate.value);
        let is_site_gone = title.len() < candidate.value.len();
        let title =
            if is_site_gone { without_section(document, &candidate.value, title) } else { title };
        candidate.value.set_text(title.to_owned());
        if is_no_title(&candidate.value) {
            candidate.standing = Standing::Outvoted;
        } else {
            stated.push(Stated::of(&candidate.value));
        }
    }
    stated.retain(|title| !sites.has(&title.squashed));
    let named = named_by_address(collector);
    let mut best: Option<(bool, NodeId)> = None;
    for (id, text) in headings {
        let squashed = squash(&text);
        if sites.has(&squashed) || is_no_title(&text) {
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
            // "Une conduite gelÃ©e": what is stated is not damaged.
            Place::RelatedHeading if is_garbled(&text) && !stated.is_empty() => Place::Heading,
            Place::Heading if is_named => Place::RelatedHeading,
            place => place,
        };
        collector.add(Field::Title, &text, Origin::new(place, "h1", id));
        // The first heading that agrees, else the first one.
        if best.is_none_or(|(best_agrees, _)| agrees && !best_agrees) {
            best = Some((agrees, id));
        }
    }
    if best.is_none_or(|(agrees, _)| !agrees)
        && let Some(shown) = shown_part(collector)
    {
        return Some(shown);
    }
    if let (Some(whole), Some((_, heading))) = (whole, best) {
        add_rest(collector, &whole, heading);
    }
    let heading = best.map(|(_, id)| id).or_else(|| agreeing_subheading(collector, &stated));
    heading.or_else(|| whole_title_block(collector))
}

/// Adds what is left of `<title>` without the text of the heading as a name of the site.
fn add_rest(collector: &mut Collector<'_>, whole: &str, heading: NodeId) {
    let heading = heading_text(collector.document, heading);
    if let Some(rest) = rest_of_title(whole, &heading) {
        let origin = Origin::new(Place::TitleRest, "title", collector.found.title);
        collector.add(Field::SiteName, rest, origin);
    }
}

/// Returns the block that shows the most trusted title, on a page without a heading for it.
fn whole_title_block(collector: &Collector<'_>) -> Option<NodeId> {
    let titles = collector.of(Field::Title).filter(|title| title.standing == Standing::Eligible);
    let best = titles.min_by_key(|title| title.order())?;
    block_of(collector, &best.value)
}

/// Returns a `<title>` without the number of what is new, which scripts write before it: "(3) Rye
/// bread". A larger number may be part of a name: "(500) loaves".
fn without_count(title: &str) -> &str {
    let text = title.trim_start();
    let counted = text.strip_prefix('(').and_then(|rest| rest.split_once(") "));
    counted
        .filter(|(count, _)| (1..=2).contains(&count.len()))
        .filter(|(count, _)| count.bytes().all(|byte| byte.is_ascii_digit()))
        .map_or(title, |(_, rest)| rest)
}

/// Leaves out what the page states as the name of its site by mistake: the title of the page, if
/// the rest of `<title>` is a name that the page shows, and a host, if it shows a name. The title
/// of a front page is the name, and stays.
fn outvote_names(collector: &mut Collector<'_>, whole: &str, headings: &[(NodeId, String)]) {
    let stated = |of: &&Candidate| of.standing == Standing::Eligible;
    let names: Vec<String> =
        collector.of(Field::SiteName).filter(stated).map(|of| of.value.to_string()).collect();
    let host = collector.page.address().and_then(|of| of.host_str().map(squash));
    let is_title = |name: &str| {
        let squashed = squash(name);
        !shows_name(collector, name)
            && !host.as_ref().is_some_and(|host| host.contains(&squashed))
            && headings.iter().any(|(_, text)| squashes_to(text, &squashed))
            && rest_of_title(whole, name).is_some_and(|rest| shows_name(collector, rest))
    };
    let is_shown = || split_end(whole).is_some_and(|(_, end)| shows_name(collector, end));
    let wrong: Vec<String> =
        names.into_iter().filter(|name| is_title(name) || is_host(name) && is_shown()).collect();
    if wrong.is_empty() {
        return;
    }
    for candidate in collector.of_mut(Field::SiteName) {
        if wrong.iter().any(|name| *candidate.value == **name) {
            candidate.standing = Standing::Outvoted;
        }
    }
}

/// The most stated titles that are looked for in the blocks of a page.
const MAX_SHOWN: usize = 8;

/// Adds the part of a stated title that a block shows, where no heading does, and what is left of
/// the title as a name of the site. Returns the block.
fn shown_part(collector: &mut Collector<'_>) -> Option<NodeId> {
    let titles = collector.of(Field::Title).filter(|title| title.standing == Standing::Eligible);
    let stated =
        titles.filter(|title| !matches!(title.place, Place::RelatedHeading | Place::Heading));
    let stated: Vec<String> = stated.map(|title| title.value.as_str().to_owned()).collect();
    let of_title = |title: &String| {
        let ShownTitle { title: part, block } = shown_title(collector, title)?;
        let rest = rest_of_title(title, part).map(str::to_owned);
        Some((part.to_owned(), rest, block))
    };
    let (part, rest, block) = stated.iter().take(MAX_SHOWN).find_map(of_title)?;
    let origin = || Origin::new(Place::ShownTitle, "title", collector.found.title);
    let of_site = Origin { place: Place::TitleRest, ..origin() };
    collector.add(Field::Title, &part, origin());
    // The rest may be a section or a motto, too.
    if collector.of(Field::SiteName).next().is_none()
        && let Some(rest) = rest.filter(|rest| !rest.ends_with(['!', '?', '.']))
    {
        collector.add(Field::SiteName, &rest, of_site);
    }
    Some(block)
}

/// Returns true for a heading in the place of the site's logo. It has a class that says so, is in
/// such an element, or is a link to the front page.
fn is_logo(document: &Document, heading: NodeId) -> bool {
    let mut around = std::iter::once(heading).chain(document.ancestors(heading).take(1));
    let is_named = |id| is_named_logo(document, id);
    let leads_home =
        |id| document.is_html(id, name::A) && document.attr(id, name::HREF).is_some_and(is_home);
    around.any(is_named) || document.elements(heading).any(leads_home)
}

/// Returns the texts of the headings that are logos.
fn logos(document: &Document, headings: &[(NodeId, String)]) -> Vec<String> {
    let logos = headings.iter().filter(|&&(id, _)| is_logo(document, id));
    logos.map(|(_, text)| squash(text)).collect()
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
    let is_shown = |wanted: &str| headings.iter().any(|(_, text)| squashes_to(text, wanted));
    let is_lower = |wanted: &str| {
        let mut lower = collector.found.subheadings.iter();
        lower.any(|&id| squashes_to(&heading_text(collector.document, id), wanted))
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
            Some(name::BUTTON | name::STYLE | name::SCRIPT | name::SVG) => {
                unseen_until = document.subtree_end(node);
            }
            // In documentation, headings often have a link to themselves.
            Some(name::A) if is_anchor(document, node) => {
                unseen_until = document.subtree_end(node);
            }
            Some(name::BR | name::DIV | name::P | name::LI | name::SPAN | name::SMALL) => {
                text.push(' ');
            }
            None if document.first_child(node).is_none() => text.push_str(document.text(node)),
            _ => {}
        }
    }
    clean(&text)
}

/// Returns true for a link from a heading to itself: a sign such as `#`, `¶` or `🔗`.
fn is_anchor(document: &Document, link: NodeId) -> bool {
    let leads_here = document.attr(link, name::HREF).is_some_and(|href| href.contains('#'));
    leads_here && !document.text(link).contains(char::is_alphanumeric)
}
