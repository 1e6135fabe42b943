//! Values in the head: `<meta>` with the names of Open Graph, Twitter, Dublin Core and others, and
//! `<link>`.

use tamis_dom::{Document, NodeId, name};

use super::authors::is_by;
use super::candidate::Origin;
use super::collector::Collector;
use super::field::Field;
use super::place::Fit::{self, Close, Exact, Loose, Vague};
use super::place::Place;
use super::place::Vocabulary::{self, DublinCore, OpenGraph, Plain, Scholar, Service, Twitter};
use super::price;

/// The names of a `<meta>` with the field they are read for, their vocabulary, and how exactly they
/// mean the field. [`super::trust`] says how far each is trusted.
///
/// Sorted by name. The names are in lower case and have dots for colons.
///
/// Source: the Open Graph protocol and its namespaces `article`, `book` and `product`; Twitter's
/// cards; Dublin Core's elements and terms; HTML standard, 4.2.5.1 "Standard metadata names";
/// Google Scholar's `citation_`; the namespaces of Parse.ly and Sailthru; and the names that the
/// packages `trafilatura`, `htmldate` and `newspaper4k` and Readability.js read.
const NAMES: &[(&str, Field, Vocabulary, Fit)] = &[
    ("apple-mobile-web-app-title", Field::SiteName, Plain, Loose),
    ("application-name", Field::SiteName, Plain, Exact),
    ("article.author", Field::Author, OpenGraph, Exact),
    ("article.author_name", Field::Author, OpenGraph, Exact),
    ("article.modified", Field::Modified, OpenGraph, Close),
    ("article.modified_time", Field::Modified, OpenGraph, Exact),
    ("article.published", Field::Published, OpenGraph, Close),
    ("article.published_time", Field::Published, OpenGraph, Exact),
    ("article.section", Field::Category, OpenGraph, Exact),
    ("article.tag", Field::Tag, OpenGraph, Exact),
    ("article_date_original", Field::Published, Plain, Exact),
    ("author", Field::Author, Plain, Exact),
    ("authors", Field::Author, Plain, Exact),
    ("bepress_citation_author", Field::Author, Scholar, Exact),
    ("book.author", Field::Author, OpenGraph, Exact),
    ("byl", Field::Author, Plain, Exact),
    ("category", Field::Category, Plain, Exact),
    ("citation_author", Field::Author, Scholar, Exact),
    ("citation_authors", Field::Author, Scholar, Exact),
    ("citation_date", Field::Published, Scholar, Close),
    ("citation_journal_title", Field::SiteName, Scholar, Exact),
    ("citation_keywords", Field::Tag, Scholar, Exact),
    ("citation_publication_date", Field::Published, Scholar, Exact),
    ("citation_title", Field::Title, Scholar, Exact),
    ("created", Field::Published, Plain, Loose),
    ("creation_date", Field::Published, Plain, Loose),
    ("creator", Field::Author, Plain, Loose),
    ("cxenseparse.recs.publishtime", Field::Published, Plain, Exact),
    ("date", Field::Published, Plain, Vague),
    ("date.created", Field::Published, Plain, Loose),
    ("date.modified", Field::Modified, Plain, Exact),
    ("date_created", Field::Published, Plain, Loose),
    ("date_published", Field::Published, Plain, Exact),
    ("datecreated", Field::Published, Plain, Loose),
    ("datemodified", Field::Modified, Plain, Exact),
    ("datepublished", Field::Published, Plain, Exact),
    ("dc.creator", Field::Author, DublinCore, Exact),
    ("dc.date", Field::Published, DublinCore, Vague),
    ("dc.date.created", Field::Published, DublinCore, Loose),
    ("dc.date.issued", Field::Published, DublinCore, Exact),
    ("dc.date.modified", Field::Modified, DublinCore, Exact),
    ("dc.description", Field::Description, DublinCore, Exact),
    ("dc.language", Field::Language, DublinCore, Exact),
    ("dc.publisher", Field::SiteName, DublinCore, Exact),
    ("dc.rights", Field::License, DublinCore, Close),
    ("dc.subject", Field::Tag, DublinCore, Exact),
    ("dc.title", Field::Title, DublinCore, Exact),
    ("dcterms.abstract", Field::Description, DublinCore, Close),
    ("dcterms.created", Field::Published, DublinCore, Loose),
    ("dcterms.creator", Field::Author, DublinCore, Exact),
    ("dcterms.date", Field::Published, DublinCore, Vague),
    ("dcterms.description", Field::Description, DublinCore, Exact),
    ("dcterms.issued", Field::Published, DublinCore, Exact),
    ("dcterms.license", Field::License, DublinCore, Exact),
    ("dcterms.modified", Field::Modified, DublinCore, Exact),
    ("dcterms.publisher", Field::SiteName, DublinCore, Exact),
    ("dcterms.rights", Field::License, DublinCore, Close),
    ("dcterms.subject", Field::Tag, DublinCore, Exact),
    ("dcterms.title", Field::Title, DublinCore, Exact),
    ("description", Field::Description, Plain, Exact),
    ("displaydate", Field::Published, Plain, Close),
    ("eprints.creators_name", Field::Author, Scholar, Exact),
    ("headline", Field::Title, Plain, Exact),
    ("image", Field::Image, Plain, Exact),
    ("issue_date", Field::Published, Plain, Close),
    ("issued", Field::Published, Plain, Close),
    ("keywords", Field::Tag, Plain, Close),
    ("language", Field::Language, Plain, Exact),
    ("last-modified", Field::Modified, Plain, Close),
    ("lastmod", Field::Modified, Plain, Close),
    ("mediator_author", Field::Author, Plain, Close),
    ("modified", Field::Modified, Plain, Close),
    ("modified-time", Field::Modified, Plain, Close),
    ("ms.date", Field::Published, Plain, Vague),
    ("news_keywords", Field::Tag, Plain, Exact),
    ("og.article.author", Field::Author, OpenGraph, Exact),
    ("og.article.modified_time", Field::Modified, OpenGraph, Exact),
    ("og.article.published_time", Field::Published, OpenGraph, Exact),
    ("og.author", Field::Author, OpenGraph, Exact),
    ("og.description", Field::Description, OpenGraph, Exact),
    ("og.image", Field::Image, OpenGraph, Exact),
    ("og.image.secure_url", Field::Image, OpenGraph, Loose),
    ("og.image.url", Field::Image, OpenGraph, Close),
    ("og.locale", Field::Language, OpenGraph, Exact),
    ("og.price.amount", Field::Price, OpenGraph, Close),
    ("og.price.currency", Field::Currency, OpenGraph, Close),
    ("og.published_time", Field::Published, OpenGraph, Close),
    ("og.site_name", Field::SiteName, OpenGraph, Exact),
    ("og.title", Field::Title, OpenGraph, Exact),
    ("og.type", Field::PageKind, OpenGraph, Exact),
    ("og.updated_time", Field::Modified, OpenGraph, Loose),
    ("og.url", Field::Canonical, OpenGraph, Exact),
    ("originaldate", Field::Published, Plain, Exact),
    ("originalpublicationdate", Field::Published, Plain, Exact),
    ("parsely-author", Field::Author, Service, Exact),
    ("parsely-pub-date", Field::Published, Service, Exact),
    ("parsely-section", Field::Category, Service, Exact),
    ("parsely-tags", Field::Tag, Service, Exact),
    ("parsely-title", Field::Title, Service, Exact),
    ("product.price.amount", Field::Price, OpenGraph, Exact),
    ("product.price.currency", Field::Currency, OpenGraph, Exact),
    ("pub_date", Field::Published, Plain, Exact),
    ("pubdate", Field::Published, Plain, Exact),
    ("publication-date", Field::Published, Plain, Exact),
    ("publication_date", Field::Published, Plain, Exact),
    ("publish-date", Field::Published, Plain, Exact),
    ("publish_date", Field::Published, Plain, Exact),
    ("publish_time", Field::Published, Plain, Exact),
    ("publishdate", Field::Published, Plain, Exact),
    ("published", Field::Published, Plain, Exact),
    ("published-date", Field::Published, Plain, Exact),
    ("published_at", Field::Published, Plain, Exact),
    ("published_date", Field::Published, Plain, Exact),
    ("published_time", Field::Published, Plain, Exact),
    ("publisher", Field::SiteName, Plain, Close),
    ("revision_date", Field::Modified, Plain, Close),
    ("sailthru.author", Field::Author, Service, Exact),
    ("sailthru.date", Field::Published, Service, Exact),
    ("sailthru.description", Field::Description, Service, Exact),
    ("sailthru.image.full", Field::Image, Service, Exact),
    ("sailthru.tags", Field::Tag, Service, Exact),
    ("sailthru.title", Field::Title, Service, Exact),
    ("section", Field::Category, Plain, Exact),
    ("shareaholic.article_author_name", Field::Author, Service, Exact),
    ("shareaholic.article_published_time", Field::Published, Service, Exact),
    ("thumbnail", Field::Image, Plain, Exact),
    ("title", Field::Title, Plain, Exact),
    ("twitter.description", Field::Description, Twitter, Exact),
    ("twitter.image", Field::Image, Twitter, Exact),
    ("twitter.image.src", Field::Image, Twitter, Close),
    ("twitter.site", Field::SiteName, Twitter, Exact),
    ("twitter.title", Field::Title, Twitter, Exact),
    ("updated_time", Field::Modified, Plain, Close),
];

/// The length of the longest name, in bytes.
const LONGEST_NAME: usize = 40;

/// Relations of a `<link>`.
///
/// Source: HTML standard, 4.6.7 "Link types"; `image_src` is Facebook's.
const RELATIONS: &[(&str, Field, Fit)] = &[
    ("canonical", Field::Canonical, Exact),
    ("image_src", Field::Image, Exact),
    ("icon", Field::Favicon, Exact),
    ("apple-touch-icon", Field::Favicon, Close),
    ("apple-touch-icon-precomposed", Field::Favicon, Loose),
    ("license", Field::License, Exact),
];

/// Types of feeds.
///
/// Source: HTML standard, 4.6.7.1 "Link type `alternate`"; the JSON Feed format.
const FEED_TYPES: [&str; 4] =
    ["application/rss+xml", "application/atom+xml", "application/feed+json", "application/rdf+xml"];

/// Adds the values of a `<meta>`. Its value is in `content`; some pages write `value` by mistake,
/// as in the elements of forms.
pub(super) fn read_meta(collector: &mut Collector<'_>, id: NodeId) {
    let document = collector.document;
    let content = document.attr(id, name::CONTENT).or_else(|| document.attr(id, name::VALUE));
    let Some(content) = content.filter(|content| !content.is_empty()) else { return };
    // Twitter's cards have pairs of a label and its value, for example "Written by" and "Ann Lee".
    if document.attr(id, name::NAME).is_some_and(|name| name.eq_ignore_ascii_case("twitter:label1"))
    {
        collector.found.label_is_author = is_by(content);
    }
    let names = [name::PROPERTY, name::NAME, name::ITEMPROP, name::HTTP_EQUIV];
    for attr in names.into_iter().filter_map(|attr| document.attr(id, attr)) {
        for word in attr.split_ascii_whitespace() {
            if word.eq_ignore_ascii_case("twitter:data1") && collector.found.label_is_author {
                let place = Place::Meta(Twitter, Exact);
                let origin = Origin::new(place, "meta twitter:data1", id);
                collector.add(Field::Author, content, origin);
            }
            if let Some((field, place)) = meaning(word)
                && let Some(content) = price::normalized(field, content)
            {
                let content = collector.references.decoded_again(&content);
                collector.add(field, &content, Origin::new(place, format!("meta {word}"), id));
            }
        }
    }
}

/// Returns the field and place of a name, in any case and with colons or dots.
fn meaning(word: &str) -> Option<(Field, Place)> {
    let mut buffer = [0_u8; LONGEST_NAME];
    let folded = buffer.get_mut(..word.len())?;
    for (to, from) in folded.iter_mut().zip(word.bytes()) {
        *to = if from == b':' { b'.' } else { from.to_ascii_lowercase() };
    }
    let at = NAMES.binary_search_by(|(name, ..)| name.as_bytes().cmp(folded)).ok()?;
    let (_, field, vocabulary, fit) = NAMES[at];
    Some((field, Place::Meta(vocabulary, fit)))
}

/// Adds the values of a `<link>`.
pub(super) fn read_link(collector: &mut Collector<'_>, id: NodeId) {
    let document = collector.document;
    let (Some(relations), Some(href)) =
        (document.attr(id, name::REL), document.attr(id, name::HREF))
    else {
        return;
    };
    for word in relations.split_ascii_whitespace() {
        let known = RELATIONS.iter().find(|(name, ..)| name.eq_ignore_ascii_case(word));
        if let Some(&(relation, field, fit)) = known {
            let tiebreak = if field == Field::Favicon { icon_preference(document, id) } else { 0 };
            let origin = Origin::new(Place::Link(fit), format!("link {relation}"), id);
            collector.add(field, href, origin.with_tiebreak(tiebreak));
        }
        if word.eq_ignore_ascii_case("alternate") {
            let kind = document.attr(id, name::TYPE).unwrap_or_default().trim();
            if FEED_TYPES.iter().any(|feed| feed.eq_ignore_ascii_case(kind)) {
                let description = format!("link alternate {kind}");
                let origin = Origin::new(Place::Link(Exact), description, id);
                collector.add(Field::Feed, href, origin);
            }
        }
    }
}

/// The width in pixels of the smallest icon that looks good on today's screens.
const ICON_PIXELS: u32 = 32;

/// Returns a number for the size of an icon; less is better. The smallest size that is large enough
/// comes first, then an icon that states no size, then the largest of those that are too small. For
/// example, of 16, 48 and 192 pixels, 48 is best, then 192, then 16.
fn icon_preference(document: &Document, id: NodeId) -> u32 {
    /// More pixels than any stated width counts for.
    const MANY: u32 = 1 << 20;
    let sizes = document.attr(id, name::SIZES).unwrap_or_default();
    let widths = sizes.split_ascii_whitespace().filter_map(|size| {
        let (width, _) = size.split_once(['x', 'X'])?;
        width.parse::<u32>().ok().filter(|&width| width > 0)
    });
    let preference = |width: u32| {
        let width = width.min(MANY - 1);
        if width >= ICON_PIXELS { width } else { 2 * MANY - width }
    };
    widths.map(preference).min().unwrap_or(MANY)
}

#[cfg(test)]
mod tests {
    use super::super::trust::Trust;
    use super::*;

    #[test]
    fn names_are_sorted_and_short() {
        assert!(NAMES.is_sorted_by(|a, b| a.0 < b.0));
        for (word, ..) in NAMES {
            assert!(word.len() <= LONGEST_NAME, "{word}");
            assert!(!word.contains(':') && !word.contains(char::is_uppercase), "{word}");
        }
    }

    #[test]
    fn every_name_and_relation_has_a_trust() {
        // `Trust::of` panics in debug builds if a place is missing.
        let names = NAMES.iter().map(|&(_, field, of, fit)| (field, Place::Meta(of, fit)));
        let links = RELATIONS.iter().map(|&(_, field, fit)| (field, Place::Link(fit)));
        let highest = names.chain(links).map(|(field, at)| Trust::default().of(field, at)).max();
        assert!(highest.is_some_and(|highest| highest < 30));
    }

    #[test]
    fn names_are_found_in_any_spelling() {
        let title = |vocabulary| Some((Field::Title, Place::Meta(vocabulary, Exact)));
        assert_eq!(meaning("og:title"), title(OpenGraph));
        assert_eq!(meaning("DC.Title"), title(DublinCore));
        assert_eq!(meaning("dc:title"), title(DublinCore));
        assert_eq!(meaning("titles"), None);
        assert_eq!(meaning(""), None);
        assert_eq!(meaning(&"x".repeat(100)), None);
    }
}
