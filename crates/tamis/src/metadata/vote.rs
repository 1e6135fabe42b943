//! The vote of the sources on the day of publication.
//!
//! # The problem
//!
//! A page states many days, and every source of them is wrong on some sites. JSON-LD is filled in
//! by programs. A shop states when the product was put into its database. A `<time>` next to the
//! heading may be the current day. So the most trusted source, which is good enough for a title, is
//! not good enough for a day.
//!
//! # The idea
//!
//! Sources are wrong for different reasons, so a day that two of them state is mostly right. Every
//! group of sources (a ballot) has a weight, and the day with the most weight wins. For example,
//! with a `<meta>` named "date" as the unit:
//!
//! | source | day | weight |
//! | --- | --- | --- |
//! | `<meta property="article:published_time">` | 2023-01-05 | 3.0 |
//! | JSON-LD of the article | 2023-01-05 | 1.5 |
//! | `<time>` near the heading | 2024-03-02 | 3.5 |
//! | the address, `/2024/03/02/bread` | 2024-03-02 | 5.0 |
//!
//! 2024-03-02 wins with at least 8.5 to 4.5. Then the value is that of the most trusted source of
//! this day, here the address.
//!
//! Only the first date of a ballot has all of its weight, because the second `<time>` on a page is
//! mostly that of another thing, for example a comment.
//!
//! # Circumstances
//!
//! Some facts about the page take a weight away:
//!
//! - The days of the site and of other pages have none ([`super::foreign`]). They still show that
//!   a page has a list of other pages.
//! - On a front page all days are those of other pages.
//! - Four different days in elements of one class are a list of other pages.
//! - A date far from the heading counts on articles, or if all far dates agree. Otherwise it is one
//!   of a comment or of another page.
//! - JSON-LD about the page itself has the day on which it was put on the site, whatever it is. It
//!   can only support a day that something else states, because alone it was nearly always wrong:
//!   on `wcxb-dev` it was the only source of ten days, and one of them was right.

use std::collections::{BTreeMap, BTreeSet};

use tamis_dom::{Document, name};

use super::candidate::{Candidate, Standing};
use super::collector::Collector;
use super::field::Field;
use super::page_traits::PageTraits;
use super::place::{Fit, Place, Reach, SchemaType, Subject, Vocabulary};
use crate::page::near;

/// A group of sources that share a weight. Only the first date of a ballot has all of it, so that
/// ten dates of one kind do not outvote all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ballot {
    Script,
    OpenGraph,
    Article,
    Thing,
    Page,
    Meta,
    VagueMeta,
    PubdateTime,
    ItemProperty,
    Address,
    Time,
    Class,
    LabelledLine,
    Line,
    Dateline,
    FarPublishedClass,
    Far,
}

impl Ballot {
    fn of(candidate: &Candidate) -> Ballot {
        // A date next to the article counts only if no `<meta>` states one. It can win, but it is
        // never chosen itself.
        if candidate.standing == Standing::Excluded && !candidate.is_foreign {
            return Ballot::Meta;
        }
        match candidate.place {
            Place::JsonLd(Subject::Article, _) => Ballot::Article,
            Place::JsonLd(Subject::Thing, _) => Ballot::Thing,
            Place::JsonLd(Subject::Page, _) => Ballot::Page,
            Place::Meta(Vocabulary::OpenGraph | Vocabulary::Service, _) => Ballot::OpenGraph,
            Place::Meta(_, Fit::Vague) => Ballot::VagueMeta,
            Place::PubdateTime => Ballot::PubdateTime,
            Place::ItemProperty(_) => Ballot::ItemProperty,
            Place::Address => Ballot::Address,
            Place::Time(Reach::Near) => Ballot::Time,
            Place::DateClass(Reach::Near) => Ballot::Class,
            Place::LabelledLine => Ballot::LabelledLine,
            Place::DateLine(Reach::Near) => Ballot::Line,
            Place::Dateline => Ballot::Dateline,
            Place::FarPublishedClass => Ballot::FarPublishedClass,
            Place::Time(Reach::Far)
            | Place::DateClass(Reach::Far)
            | Place::DateLine(Reach::Far) => Ballot::Far,
            Place::Script => Ballot::Script,
            _ => Ballot::Meta,
        }
    }

    /// Returns the weight of the first date, in tenths of that of a `<meta>` named "date".
    ///
    /// Source: no publication. Chosen on three of five folds of wcxb-dev and dates, split by
    /// registrable domain.
    const fn weight(self) -> u32 {
        match self {
            Ballot::Address => 50,
            Ballot::Time => 35,
            Ballot::OpenGraph | Ballot::PubdateTime => 30,
            Ballot::Class => 28,
            Ballot::Line | Ballot::LabelledLine => 25,
            Ballot::Meta | Ballot::ItemProperty => 20,
            Ballot::Article => 15,
            Ballot::Thing | Ballot::Page | Ballot::VagueMeta => 10,
            Ballot::Script | Ballot::Dateline | Ballot::FarPublishedClass => 8,
            Ballot::Far => 3,
        }
    }

    /// Returns true if readers see the date near the heading.
    const fn is_visible(self) -> bool {
        matches!(self, Ballot::Time | Ballot::Class | Ballot::Line | Ballot::LabelledLine)
    }
}

/// The weight of a visible date after the first of its ballot. Chosen with [`Ballot::weight`].
const LATER_WEIGHT: u32 = 5;

/// The additional weight of a day in the month that the address states. Chosen with
/// [`Ballot::weight`].
const MONTH_WEIGHT: u32 = 15;

/// The fewest different days near the heading, in elements of one class, that are a list of other
/// pages. Chosen with [`Ballot::weight`].
const LIST_DAYS: usize = 4;

/// Returns the class of the innermost element around a date that has a class. The dates of a list
/// share it, because a template writes them.
fn class_around<'d>(document: &'d Document, candidate: &Candidate) -> Option<&'d str> {
    let node = candidate.node?;
    near(document, node).find_map(|node| document.attr(node, name::CLASS))
}

/// Returns the day of a moment in ISO 8601.
fn day(candidate: &Candidate) -> &str {
    &candidate.value[..10.min(candidate.value.len())]
}

/// The facts about a page that the weights depend on.
struct Circumstances<'c> {
    document: &'c Document,
    traits: PageTraits,
    /// The visible days with the classes around them, each pair once.
    visible: BTreeSet<(Option<&'c str>, &'c str)>,
    /// All dates far from the heading are of the same day.
    has_one_far_day: bool,
    /// The days that something other than JSON-LD about the page itself states.
    stated_elsewhere: BTreeSet<&'c str>,
}

impl<'c> Circumstances<'c> {
    fn of(collector: &'c Collector<'_>, traits: PageTraits) -> Circumstances<'c> {
        let document = collector.document;
        let published = || collector.of(Field::Published);
        let visible = published()
            .filter(|candidate| Ballot::of(candidate).is_visible())
            .map(|candidate| (class_around(document, candidate), day(candidate)))
            .collect();
        let far = published().filter(|candidate| Ballot::of(candidate) == Ballot::Far);
        let has_one_far_day = far.map(day).collect::<BTreeSet<&str>>().len() == 1;
        let elsewhere = published().filter(|candidate| Ballot::of(candidate) != Ballot::Page);
        let stated_elsewhere = elsewhere.map(day).collect();
        Circumstances { document, traits, visible, has_one_far_day, stated_elsewhere }
    }

    /// Returns true if at least [`LIST_DAYS`] different days are in elements of the class of this
    /// one.
    fn is_in_list(&self, candidate: &Candidate) -> bool {
        let class = class_around(self.document, candidate);
        self.visible.iter().filter(|(around, _)| *around == class).count() >= LIST_DAYS
    }

    /// Returns the weight of a date. `is_first` if it is the first of its ballot; the caller leaves
    /// out dates that repeat a day of their ballot.
    fn weight(&self, candidate: &Candidate, ballot: Ballot, is_first: bool) -> u32 {
        if self.traits.is_front {
            // The days on a front page are those of other pages.
            return 0;
        }
        if ballot.is_visible() {
            return if self.is_in_list(candidate) {
                0
            } else if is_first {
                ballot.weight()
            } else {
                LATER_WEIGHT
            };
        }
        let is_trusted = match ballot {
            // Shops state when a product was put into the database.
            _ if self.traits.is_product => false,
            // The page in JSON-LD has the day it was put on the site, whatever it is. It can only
            // support a day that something else states.
            Ballot::Page => self.stated_elsewhere.contains(day(candidate)),
            // Different days far from the heading are those of comments and other pages.
            Ballot::Far => self.traits.is_article || self.has_one_far_day,
            // A video has the day of its upload, not that of the page that shows it.
            Ballot::Thing => candidate.schema_type != SchemaType::Video,
            _ => true,
        };
        if is_first && is_trusted { ballot.weight() } else { 0 }
    }

    /// Returns the day with the most weight, or `None` if no date has any. Of several such days,
    /// the one of the most trusted source.
    fn winner(&self, published: &[&'c Candidate], month: Option<&str>) -> Option<&'c str> {
        let mut weights: BTreeMap<&str, (u32, usize)> = BTreeMap::new();
        let mut seen: Vec<(Ballot, &str)> = Vec::new();
        let own = published.iter().enumerate().filter(|(_, candidate)| !candidate.is_foreign);
        for (index, candidate) in own {
            let (ballot, day) = (Ballot::of(candidate), day(candidate));
            let is_first = seen.iter().all(|(seen, _)| *seen != ballot);
            let is_repeated = seen.contains(&(ballot, day));
            seen.push((ballot, day));
            let weight = self.weight(candidate, ballot, is_first);
            if weight > 0 && !is_repeated {
                let is_in_month = month.is_some_and(|month| day.starts_with(month));
                let weight = weight + if is_in_month { MONTH_WEIGHT } else { 0 };
                weights.entry(day).or_insert((0, index)).0 += weight;
            }
        }
        let best = weights.iter().max_by_key(|(_, (weight, index))| (*weight, usize::MAX - *index));
        best.map(|(day, _)| *day)
    }
}

/// Holds the vote. Only dates of the winning day stay eligible. If no date has any weight, all are
/// excluded, because none of them can be that of the page.
///
/// A page cannot change before it is published. So a visible day of a change counts as that of the
/// publication if no other is stated, or only a later one by a script or a `<meta>` named "date".
/// For example, documentation often shows "Last updated on 3 May" and nothing else, and some news
/// sites show "As of 3 May" and state the day of a later change in their head. Sources that say
/// that they are of the publication are believed: `WordPress` changes posts before it publishes
/// them.
pub(super) fn vote(collector: &mut Collector<'_>, traits: PageTraits, month: Option<&str>) {
    let winner = {
        let mut published: Vec<&Candidate> = collector.of(Field::Published).collect();
        published.sort_by_key(|candidate| candidate.order());
        let circumstances = Circumstances::of(collector, traits);
        circumstances.winner(&published, month).map(str::to_owned)
    };
    for candidate in collector.of_mut(Field::Published) {
        let loser = match &winner {
            Some(winner) if candidate.value.starts_with(winner.as_str()) => continue,
            Some(_) => Standing::Outvoted,
            None => Standing::Excluded,
        };
        candidate.standing = candidate.standing.max(loser);
    }
    let has_choice =
        collector.of(Field::Published).any(|candidate| candidate.standing != Standing::Excluded);
    let is_too_late = |change: &Candidate| {
        winner.as_deref().is_some_and(|winner| day(change) < winner && is_weak(collector, winner))
    };
    let change = visible_change(collector)
        .filter(|change| !traits.is_front && (!has_choice || is_too_late(change)))
        .cloned();
    if let Some(change) = change {
        for candidate in collector.of_mut(Field::Published) {
            candidate.standing = candidate.standing.max(Standing::Outvoted);
        }
        collector.add_as(Field::Published, change);
    }
}

/// Returns true if only scripts and general names of a `<meta>`, such as "date", state this day of
/// publication.
fn is_weak(collector: &Collector<'_>, of: &str) -> bool {
    let mut ballots = collector
        .of(Field::Published)
        .filter(|candidate| !candidate.is_foreign && day(candidate) == of)
        .map(Ballot::of);
    ballots.all(|ballot| matches!(ballot, Ballot::Script | Ballot::VagueMeta))
}

/// Returns the most trusted day of a change that readers see near the heading.
fn visible_change<'c>(collector: &'c Collector<'_>) -> Option<&'c Candidate> {
    let is_visible = |candidate: &&Candidate| {
        candidate.standing == Standing::Eligible
            && matches!(
                candidate.place,
                Place::Time(Reach::Near)
                    | Place::DateClass(Reach::Near)
                    | Place::DateLine(Reach::Near)
            )
    };
    let changes = collector.of(Field::Modified).filter(is_visible);
    changes.min_by_key(|candidate| (candidate.trust, candidate.tiebreak))
}
