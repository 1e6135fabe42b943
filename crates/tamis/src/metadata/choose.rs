//! The choice among the candidates of each field.
//!
//! The readers of metadata add all that they find and decide nothing, so that every value can be
//! explained later with its source. The choice is made here, and mostly is simple: the candidates
//! are sorted by trust, and the first one wins.
//!
//! Three fields need more, because a page has other people's values in it:
//!
//! - A list (tags, categories, authors) takes the values of all sources of the first trust that has
//!   any, and no others. Otherwise the tags in the page's head would be joined with the words of a
//!   menu. For example, `<meta name="keywords">` and the links with `rel="tag"` are never mixed.
//! - Authors of other articles are in boxes of teasers. So a page that neither has a date nor calls
//!   itself an article has no author in its body unless a label names one, and four equally trusted
//!   names in the body of a page that is no article are a list of other pages' authors.
//! - A front page or a product has no author at all.

use super::Metadata;
use super::authors::{Evidence, credits_site, is_full_name, is_host, names, without_role};
use super::byline::BYLINE_CHARS;
use super::candidate::{Candidate, Standing};
use super::credit::credit;
use super::field::Field;
use super::folded::squash;
use super::page_traits::PageTraits;
use super::place::Place;
use super::price;
use super::site_names::SiteNames;
use super::value::{Value, one_line};
use crate::page::language_tag;

/// Fills the fields with the best candidates. The candidates are sorted, the best of each field
/// first.
pub(super) fn choose(
    metadata: &mut Metadata,
    candidates: &[Candidate],
    (sites, owners): (&SiteNames, &[String]),
    traits: PageTraits,
) {
    let best = |field| {
        let is_best = |candidate: &&Candidate| {
            candidate.field == field && candidate.standing != Standing::Excluded
        };
        candidates.iter().find(is_best).map(|candidate| candidate.value.clone())
    };
    metadata.title = best(Field::Title);
    metadata.published = best(Field::Published);
    metadata.modified = best(Field::Modified);
    metadata.description = best(Field::Description);
    metadata.site_name = best(Field::SiteName);
    metadata.language = candidates
        .iter()
        .filter(|candidate| candidate.field == Field::Language)
        .find_map(|candidate| Some(candidate.value.with_text(language_tag(&candidate.value)?)));
    metadata.direction = best(Field::Direction);
    metadata.canonical = best(Field::Canonical);
    metadata.image = best(Field::Image);
    metadata.favicon = best(Field::Favicon);
    metadata.license = best(Field::License);
    metadata.page_kind = best(Field::PageKind);
    (metadata.price, metadata.currency) = price::choose(candidates);
    metadata.categories = list(candidates, Field::Category, |text| vec![text.to_owned()]);
    metadata.tags = list(candidates, Field::Tag, keywords);
    metadata.authors = authors(candidates, (sites, owners), traits);
    metadata.byline = byline(&metadata.authors);
    let feeds = candidates.iter().filter(|candidate| candidate.field == Field::Feed);
    metadata.feeds = without_repetition(feeds.map(|feed| feed.value.clone()).collect());
}

/// Returns the values of a list: those of the most trusted sources that have any, with each text
/// split into its parts.
fn list(candidates: &[Candidate], field: Field, parts: impl Fn(&str) -> Vec<String>) -> Vec<Value> {
    let mut values: Vec<Value> = Vec::new();
    let mut trust = None;
    for candidate in candidates.iter().filter(|candidate| candidate.field == field) {
        if !values.is_empty() && trust != Some(candidate.trust) {
            break;
        }
        trust = Some(candidate.trust);
        let parts = parts(&candidate.value).into_iter();
        values.extend(parts.map(|part| candidate.value.with_text(part)));
    }
    without_repetition(values)
}

/// The fewest equally trusted authors in a body that are a list of other pages' authors, because
/// hardly any article has so many.
const LIST_AUTHORS: usize = 4;

/// Returns the authors: those of the most trusted sources that have any. Front pages and products
/// have none.
///
/// Programs that have to fill in some author fill in the site. So a name of the site is only taken
/// if the page states no person: "Crumb" in JSON-LD gives way to "Ann Lee" in a `<meta>`. The same
/// goes for the owner of the rights, who gives way to those that the page states otherwise.
fn authors(
    candidates: &[Candidate],
    (sites, owners): (&SiteNames, &[String]),
    traits: PageTraits,
) -> Vec<Value> {
    if !traits.can_have_author() {
        return Vec::new();
    }
    let eligible = eligible_authors(candidates, traits);
    let named = first_authors(&eligible, sites, traits, |_, _| true);
    let is_site = |name: &str| sites.has(&squash(without_role(name))) || is_host(name);
    let is_owner = |name: &str| owners.contains(&squash(name));
    if !named.iter().any(|name| is_site(name)) {
        if !named.iter().all(|name| is_owner(name)) {
            return named;
        }
        let is_other = |candidate: &Candidate, name: &str| {
            !is_owner(name) && !is_site(name) && Evidence::of(candidate.place).is_stated()
        };
        let others = first_authors(&eligible, sites, traits, is_other);
        return if others.is_empty() { named } else { others };
    }
    let is_person = |candidate: &Candidate, name: &str| {
        !is_site(name) && (Evidence::of(candidate.place).is_stated() || is_full_name(name))
    };
    let people = first_authors(&eligible, sites, traits, is_person);
    if people.is_empty() {
        // The name of a host says less than no name.
        named.into_iter().filter(|name| !is_host(name)).collect()
    } else {
        people
    }
}

/// Returns the names that `admits` in the most trusted candidates that have any. The candidates are
/// sorted, the most trusted first.
fn first_authors(
    eligible: &[&Candidate],
    sites: &SiteNames,
    traits: PageTraits,
    admits: impl Fn(&Candidate, &str) -> bool,
) -> Vec<Value> {
    let mut values: Vec<Value> = Vec::new();
    let mut previous: Option<&Candidate> = None;
    for candidate in eligible {
        if previous.is_some_and(|previous| !is_of_same_article(previous, candidate)) {
            break;
        }
        let alike = eligible.iter().filter(|other| other.trust == candidate.trust).count();
        if is_in_body(candidate) && !traits.is_article && alike >= LIST_AUTHORS {
            continue;
        }
        let mut names = author_names(candidate, sites);
        names.retain(|name| admits(candidate, name));
        if !names.is_empty() {
            previous = Some(candidate);
        }
        values.extend(names);
    }
    without_repetition(values)
}

/// Returns the authors that can be chosen. A page that neither has a date nor calls itself an
/// article has none in its body, except one that is marked up as the author, or introduced in an
/// element for authors, or named by a label where it can only mean the page ([`super::own_line`]).
fn eligible_authors(candidates: &[Candidate], traits: PageTraits) -> Vec<&Candidate> {
    let is_dated = candidates.iter().any(|candidate| candidate.field == Field::Published);
    candidates
        .iter()
        .filter(|candidate| candidate.field == Field::Author)
        .filter(|candidate| candidate.standing != Standing::Excluded)
        .filter(|candidate| {
            let is_marked = matches!(
                candidate.place,
                Place::IntroducedClass(_) | Place::ItemProperty(_) | Place::AuthorLink(_)
            );
            traits.is_article || is_dated || is_marked || candidate.is_own || !is_in_body(candidate)
        })
        .collect()
}

fn is_in_body(candidate: &Candidate) -> bool {
    candidate.place.is_like_body() && candidate.node.is_some()
}

/// Returns true if an author and the next one are of one article: they are trusted equally, and in
/// the body they are close together. For example, "Ann Lee" and "Bob Ray" in one line are, and the
/// author of a teaser below is not.
fn is_of_same_article(author: &Candidate, next: &Candidate) -> bool {
    author.trust == next.trust
        && (!is_in_body(next) || next.tiebreak - author.tiebreak <= BYLINE_CHARS)
}

/// Returns the names in a candidate. If its source credits the site by default, names of the site
/// are left out, because they say nothing about the author.
fn author_names(candidate: &Candidate, sites: &SiteNames) -> Vec<Value> {
    let Candidate { place, schema_type, ref value, .. } = *candidate;
    let keeps_site = !credits_site(place, schema_type);
    let credited = credit(value);
    names(credited.as_deref().unwrap_or(value), Evidence::of(place))
        .into_iter()
        .filter(|name| keeps_site || !sites.has(&squash(name)))
        .map(|name| value.with_text(name))
        .collect()
}

/// Returns the values without those that repeat another one, whatever the case of their letters.
/// For example, "Bread" and "bread" are one tag.
fn without_repetition(mut values: Vec<Value>) -> Vec<Value> {
    let mut seen = std::collections::HashSet::new();
    values.retain(|value| seen.insert(value.to_lowercase()));
    values
}

fn keywords(text: &str) -> Vec<String> {
    text.split([',', ';', '，', '、']).filter_map(one_line).collect()
}

/// Returns the names in one line, with the source of the first.
fn byline(authors: &[Value]) -> Option<Value> {
    let first = authors.first()?;
    let names: Vec<&str> = authors.iter().map(Value::as_str).collect();
    Some(first.with_text(names.join(", ")))
}
