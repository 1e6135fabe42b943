//! The vote of the sources on the day of publication.
//!
//! Every source has a weight; the day with the most weight is that of the publication. Sources lie for different reasons, so that what
//! two of them say is mostly right.

use std::collections::{BTreeMap, BTreeSet};

use tamis_dom::{Document, name};

use super::Field;
use super::sort::Sort;
use super::survey::{Found, NOT_CHOSEN, Survey};

/// Ranks of dates in the body, the address and in scripts.
pub(super) const PUBDATE_RANK: u8 = 29;
pub(super) const ADDRESS_RANK: u8 = 33;
pub(super) const NEAR_TIME_RANK: u8 = 40;
pub(super) const NEAR_MARK_RANK: u8 = 45;
pub(super) const LABELLED_RANK: u8 = 50;
pub(super) const LINE_RANK: u8 = 55;
pub(super) const DATELINE_RANK: u8 = 57;
pub(super) const FAR_LINE_RANK: u8 = 58;
pub(super) const FAR_TIME_RANK: u8 = 60;
pub(super) const FAR_PUBLISHED_RANK: u8 = 61;
pub(super) const FAR_MARK_RANK: u8 = 62;
pub(super) const SCRIPT_RANK: u8 = 63;

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

/// So many visible days in things of one class near the heading are those of a list.
const LIST_DAYS: usize = 4;

/// How far up the class of what a date stands in is looked for.
const LOOK_DEPTH: usize = 3;

/// The class of what a date stands in: the dates of a list have the same.
fn look<'d>(document: &'d Document, found: &Found) -> Option<&'d str> {
    let node = found.node?;
    let around = std::iter::once(node).chain(document.ancestors(node)).take(LOOK_DEPTH);
    around.into_iter().find_map(|node| document.attr(node, name::CLASS))
}

/// Gives the day with the most weight the first rank, and marks the others where no day can be the page's.
pub(super) fn vote(survey: &mut Survey<'_>, sort: Sort, month: Option<&str>) {
    let (found, document) = (&survey.found, survey.document);
    let is_visible =
        |kind: Kind| matches!(kind, Kind::Time | Kind::Class | Kind::Text | Kind::Labelled);
    let of_field = |field| found.iter().filter(move |found: &&Found| found.field == field);
    let day = |found: &Found| found.value[..10.min(found.value.len())].to_owned();
    let mut visible: Vec<(Option<&str>, String)> = of_field(Field::Published)
        .filter(|found| is_visible(kind(found)))
        .map(|found| (look(document, found), day(found)))
        .collect();
    visible.sort_unstable();
    visible.dedup();
    let is_list = |found: &Found| {
        let look = look(document, found);
        visible.iter().filter(|(of, _)| *of == look).count() >= LIST_DAYS
    };
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
            _ if is_visible(kind) && is_list(found) || !is_new => 0,
            _ if is_visible(kind) => {
                if is_first {
                    weight(kind)
                } else {
                    LATER_WEIGHT
                }
            }
            _ if sort.is_product || !is_first => 0,
            // What is said of the page alone is when it was put there.
            Kind::Page if !has_author && !visible.iter().any(|(_, seen)| *seen == day) => 0,
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
