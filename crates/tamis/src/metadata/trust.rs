//! The order of trust among the sources of each field.
//!
//! A page says the same thing in many places, and they disagree. Who is right depends on the field,
//! so each field has an order of its own. For example, `og:title` is written by the page's author
//! for readers of a link, while `<title>` mostly has the name of the site at its end; so `og:title`
//! is before `<title>`. For the language, the attribute of the root element comes before
//! `og:locale`, because it is the one that browsers use.
//!
//! The order is one table and not a number in each reader, because it can only be judged as a
//! whole, and because tests exchange two tiers of it to see what each is worth. Places in one tier
//! are trusted equally. Between them a tiebreak decides, for example the distance from the heading,
//! and then the order in the page.

use super::field::Field;
use super::place::Extent::{Inner, Outer};
use super::place::Fit::{Close, Exact, Loose, Vague};
use super::place::Place::{
    self, Address, AgreeingHeading, AuthorClass, AuthorLink, ByLine, Credit, DateClass, DateLine,
    Dateline, EndLine, FarPublishedClass, Heading, IntroducedClass, ItemProperty, JsonLd,
    LabelledLine, LineAfterBy, Link, Logo, MemberLink, Meta, PubdateTime, RelatedHeading, Relation,
    Rights, Root, Script, ShownTitle, Time, TitleElement, TitleRest,
};
use super::place::Reach::{Far, Near};
use super::place::Subject::{Article, Page, Site, Thing};
use super::place::Vocabulary::{DublinCore, OpenGraph, Plain, Scholar, Service, Twitter};

/// Places from the most to the least trusted. The places in one tier are trusted equally.
type Tiers = &'static [&'static [Place]];

/// For each field its tiers.
///
/// Most fields take the most trusted value. The time of publication takes that of the day that wins
/// [the vote](super::vote); there the order decides which date of a ballot comes first.
const TIERS: [(Field, Tiers); Field::COUNT] = [
    (
        Field::Title,
        &[
            &[AgreeingHeading, ShownTitle],
            &[RelatedHeading],
            &[JsonLd(Article, Exact)],
            &[JsonLd(Article, Close)],
            &[Meta(Scholar, Exact)],
            &[Meta(Service, Exact)],
            &[Meta(OpenGraph, Exact)],
            &[Meta(Twitter, Exact)],
            &[Meta(DublinCore, Exact), Meta(Plain, Exact)],
            &[JsonLd(Thing, Exact)],
            &[JsonLd(Thing, Close)],
            &[ItemProperty(Exact)],
            &[TitleElement],
            &[Heading],
            &[JsonLd(Page, Exact)],
            &[JsonLd(Page, Close)],
        ],
    ),
    (
        Field::Author,
        &[
            &[JsonLd(Article, Exact)],
            &[JsonLd(Article, Close)],
            &[Meta(Scholar, Exact)],
            &[Meta(Service, Exact)],
            &[Meta(Plain, Exact)],
            &[Meta(OpenGraph, Exact)],
            &[Meta(DublinCore, Exact), Meta(Plain, Close)],
            &[Meta(Plain, Loose)],
            &[Meta(Twitter, Exact)],
            &[ItemProperty(Exact)],
            &[ItemProperty(Close)],
            &[AuthorLink(Inner)],
            &[AuthorLink(Outer), IntroducedClass(Inner), JsonLd(Thing, Exact)],
            &[IntroducedClass(Outer), JsonLd(Thing, Close)],
            &[AuthorClass(Inner)],
            &[AuthorClass(Outer)],
            &[ByLine],
            &[LineAfterBy],
            &[EndLine],
            &[Credit],
            &[MemberLink(Inner)],
            &[MemberLink(Outer)],
            &[JsonLd(Page, Exact)],
            &[JsonLd(Page, Close)],
        ],
    ),
    (
        Field::Published,
        &[
            &[JsonLd(Article, Exact)],
            &[JsonLd(Article, Close)],
            &[JsonLd(Article, Loose)],
            &[Meta(OpenGraph, Exact)],
            &[Meta(OpenGraph, Close)],
            &[Meta(Service, Exact)],
            &[Meta(Scholar, Exact), Meta(DublinCore, Exact), Meta(Plain, Exact)],
            &[Meta(Scholar, Close), Meta(Plain, Close)],
            &[Meta(DublinCore, Loose), Meta(Plain, Loose)],
            &[Meta(DublinCore, Vague), Meta(Plain, Vague)],
            &[PubdateTime],
            &[ItemProperty(Exact)],
            &[ItemProperty(Close)],
            &[Address],
            &[JsonLd(Thing, Exact)],
            &[JsonLd(Thing, Close)],
            &[JsonLd(Thing, Loose)],
            &[Time(Near)],
            &[DateClass(Near)],
            &[LabelledLine],
            &[DateLine(Near)],
            &[Dateline],
            &[DateLine(Far)],
            &[Time(Far)],
            &[FarPublishedClass],
            &[DateClass(Far)],
            &[Script],
            &[JsonLd(Page, Exact)],
            &[JsonLd(Page, Close)],
            &[JsonLd(Page, Loose)],
        ],
    ),
    (
        Field::Modified,
        &[
            &[JsonLd(Article, Exact)],
            &[Meta(OpenGraph, Exact)],
            &[Meta(OpenGraph, Close)],
            &[Meta(OpenGraph, Loose)],
            &[Meta(DublinCore, Exact), Meta(Plain, Exact)],
            &[Meta(Plain, Close)],
            &[PubdateTime],
            &[ItemProperty(Exact)],
            &[JsonLd(Thing, Exact)],
            &[Time(Near)],
            &[DateClass(Near)],
            &[DateLine(Near)],
            &[Dateline],
            &[DateLine(Far)],
            &[Time(Far)],
            &[FarPublishedClass],
            &[DateClass(Far)],
            &[JsonLd(Page, Exact)],
        ],
    ),
    (
        Field::Description,
        &[
            &[Meta(OpenGraph, Exact)],
            &[JsonLd(Article, Exact)],
            &[Meta(Plain, Exact)],
            &[Meta(Twitter, Exact)],
            &[Meta(DublinCore, Exact), Meta(Service, Exact)],
            &[Meta(DublinCore, Close)],
            &[ItemProperty(Exact)],
            &[JsonLd(Thing, Exact)],
            &[JsonLd(Page, Exact)],
        ],
    ),
    (
        Field::SiteName,
        &[
            &[Meta(OpenGraph, Exact)],
            &[JsonLd(Article, Exact)],
            &[Meta(Plain, Exact)],
            &[Meta(Scholar, Exact)],
            &[Meta(DublinCore, Exact), Meta(Plain, Close)],
            &[JsonLd(Thing, Exact)],
            &[Meta(Plain, Loose)],
            &[TitleElement],
            &[TitleRest],
            &[Logo],
            &[Meta(Twitter, Exact)],
            &[JsonLd(Page, Exact)],
            &[JsonLd(Site, Exact)],
            &[Rights],
        ],
    ),
    (
        Field::Language,
        &[
            &[Root],
            &[JsonLd(Article, Exact)],
            &[Meta(OpenGraph, Exact)],
            &[ItemProperty(Exact)],
            &[Meta(DublinCore, Exact), Meta(Plain, Exact)],
            &[JsonLd(Thing, Exact)],
            &[JsonLd(Page, Exact)],
        ],
    ),
    (Field::Direction, &[&[Root]]),
    (Field::Canonical, &[&[Link(Exact)], &[Meta(OpenGraph, Exact)]]),
    (
        Field::Image,
        &[
            &[Meta(OpenGraph, Exact)],
            &[Meta(OpenGraph, Close)],
            &[Meta(OpenGraph, Loose)],
            &[Meta(Twitter, Exact)],
            &[Meta(Twitter, Close)],
            &[JsonLd(Article, Exact), ItemProperty(Exact)],
            &[Link(Exact), Meta(Service, Exact)],
            &[JsonLd(Article, Close)],
            &[Meta(Plain, Exact)],
            &[JsonLd(Thing, Exact)],
            &[JsonLd(Thing, Close)],
            &[JsonLd(Page, Exact)],
            &[JsonLd(Page, Close)],
        ],
    ),
    (Field::Favicon, &[&[Link(Exact)], &[Link(Close)], &[Link(Loose)]]),
    (
        Field::Category,
        &[
            &[Meta(OpenGraph, Exact)],
            &[JsonLd(Article, Exact)],
            &[Meta(Service, Exact), Meta(Plain, Exact)],
            &[ItemProperty(Exact)],
            &[Relation],
            &[JsonLd(Thing, Exact)],
            &[JsonLd(Page, Exact)],
        ],
    ),
    (
        Field::Tag,
        &[
            &[Meta(OpenGraph, Exact)],
            &[JsonLd(Article, Exact)],
            &[Meta(Scholar, Exact), Meta(Service, Exact), Meta(Plain, Exact)],
            &[ItemProperty(Exact)],
            &[Meta(DublinCore, Exact)],
            &[Meta(Plain, Close)],
            &[JsonLd(Thing, Exact)],
            &[Relation],
            &[JsonLd(Page, Exact)],
        ],
    ),
    (
        Field::License,
        &[
            &[Link(Exact)],
            &[JsonLd(Article, Exact), Relation],
            &[Meta(DublinCore, Exact), ItemProperty(Exact)],
            &[Meta(DublinCore, Close)],
            &[JsonLd(Thing, Exact)],
            &[JsonLd(Page, Exact)],
        ],
    ),
    (
        Field::PageKind,
        &[
            &[Meta(OpenGraph, Exact)],
            &[JsonLd(Article, Exact)],
            &[JsonLd(Thing, Exact)],
            &[JsonLd(Page, Exact)],
        ],
    ),
    (
        Field::Price,
        &[
            &[JsonLd(Thing, Exact)],
            &[Meta(OpenGraph, Exact)],
            &[Meta(OpenGraph, Close)],
            &[ItemProperty(Exact)],
            &[JsonLd(Thing, Close)],
            &[ItemProperty(Close)],
        ],
    ),
    (
        Field::Currency,
        &[
            &[JsonLd(Thing, Exact)],
            &[Meta(OpenGraph, Exact)],
            &[Meta(OpenGraph, Close)],
            &[ItemProperty(Exact)],
        ],
    ),
    (Field::Feed, &[&[Link(Exact)]]),
];

/// The order of trust. Rules read it from here alone, so that tests can change it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trust {
    tiers: &'static [(Field, Tiers); Field::COUNT],
}

impl Default for Trust {
    fn default() -> Trust {
        Trust { tiers: &TIERS }
    }
}

impl Trust {
    /// Returns the position of a place among those of a field; 0 is the most trusted.
    pub(super) fn of(self, field: Field, place: Place) -> u8 {
        let (_, tiers) = self.tiers[field as usize];
        let tier = tiers.iter().position(|tier| tier.contains(&place));
        debug_assert!(tier.is_some(), "{place:?} is not a place of {field:?}");
        tier.unwrap_or(tiers.len()) as u8
    }

    /// The default order with two tiers of a field exchanged.
    #[cfg(test)]
    pub(super) fn exchanged(field: Field, first: Place, second: Place) -> Trust {
        let mut tiers = TIERS;
        let of_field = &mut tiers[field as usize].1;
        let mut changed = of_field.to_vec();
        let at = |place| changed.iter().position(|tier| tier.contains(&place)).unwrap();
        let (first, second) = (at(first), at(second));
        changed.swap(first, second);
        *of_field = Vec::leak(changed);
        Trust { tiers: Box::leak(Box::new(tiers)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_has_its_tiers_and_every_place_one() {
        for (at, (field, tiers)) in TIERS.into_iter().enumerate() {
            assert_eq!(field as usize, at, "{field}");
            let places = tiers.concat();
            for (at, place) in places.iter().enumerate() {
                assert!(!places[..at].contains(place), "{field}: {place:?}");
            }
        }
    }
}
