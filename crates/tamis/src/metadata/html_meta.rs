//! Values in the head: `<meta>` with the names of Open Graph, Twitter, Dublin Core and others, and `<link>`.

use tamis_dom::{Document, NodeId, name};

use super::Field;
use super::survey::Survey;

/// What a name of a `<meta>` holds, and how far it is to be trusted among the sources of its field: see [`super::rank`].
///
/// In order of the names, which are in lower case with dots for colons. Source: the Open Graph protocol and its namespaces
/// `article`, `book`; Twitter's cards; Dublin Core's elements and terms; HTML standard, 4.2.5.1 "Standard metadata names";
/// Google Scholar's `citation_`; the namespaces of Parse.ly and Sailthru; and the names that the crates and packages
/// `trafilatura`, `htmldate`, `newspaper4k` and Readability.js look at.
const NAMES: &[(&str, Field, u8)] = &[
    ("apple-mobile-web-app-title", Field::SiteName, 60),
    ("application-name", Field::SiteName, 20),
    ("article.author", Field::Author, 21),
    ("article.author_name", Field::Author, 21),
    ("article.modified", Field::Modified, 11),
    ("article.modified_time", Field::Modified, 10),
    ("article.published", Field::Published, 11),
    ("article.published_time", Field::Published, 10),
    ("article.section", Field::Category, 10),
    ("article.tag", Field::Tag, 10),
    ("article_date_original", Field::Published, 20),
    ("author", Field::Author, 20),
    ("authors", Field::Author, 20),
    ("book.author", Field::Author, 21),
    ("byl", Field::Author, 20),
    ("category", Field::Category, 20),
    ("citation_author", Field::Author, 10),
    ("citation_date", Field::Published, 21),
    ("citation_journal_title", Field::SiteName, 30),
    ("citation_keywords", Field::Tag, 20),
    ("citation_publication_date", Field::Published, 20),
    ("citation_title", Field::Title, 10),
    ("created", Field::Published, 22),
    ("creation_date", Field::Published, 22),
    ("creator", Field::Author, 24),
    ("cxenseparse.recs.publishtime", Field::Published, 20),
    ("date", Field::Published, 23),
    ("date.created", Field::Published, 22),
    ("date.modified", Field::Modified, 20),
    ("date_created", Field::Published, 22),
    ("date_published", Field::Published, 20),
    ("datecreated", Field::Published, 22),
    ("datemodified", Field::Modified, 20),
    ("datepublished", Field::Published, 20),
    ("dc.creator", Field::Author, 22),
    ("dc.date", Field::Published, 23),
    ("dc.date.created", Field::Published, 22),
    ("dc.date.issued", Field::Published, 20),
    ("dc.date.modified", Field::Modified, 20),
    ("dc.description", Field::Description, 30),
    ("dc.language", Field::Language, 40),
    ("dc.publisher", Field::SiteName, 40),
    ("dc.rights", Field::License, 30),
    ("dc.subject", Field::Tag, 30),
    ("dc.title", Field::Title, 30),
    ("dcterms.abstract", Field::Description, 31),
    ("dcterms.created", Field::Published, 22),
    ("dcterms.creator", Field::Author, 22),
    ("dcterms.date", Field::Published, 23),
    ("dcterms.description", Field::Description, 30),
    ("dcterms.issued", Field::Published, 20),
    ("dcterms.license", Field::License, 20),
    ("dcterms.modified", Field::Modified, 20),
    ("dcterms.publisher", Field::SiteName, 40),
    ("dcterms.rights", Field::License, 30),
    ("dcterms.subject", Field::Tag, 30),
    ("dcterms.title", Field::Title, 30),
    ("description", Field::Description, 20),
    ("displaydate", Field::Published, 21),
    ("headline", Field::Title, 30),
    ("image", Field::Image, 40),
    ("issue_date", Field::Published, 21),
    ("issued", Field::Published, 21),
    ("keywords", Field::Tag, 40),
    ("language", Field::Language, 40),
    ("last-modified", Field::Modified, 21),
    ("lastmod", Field::Modified, 21),
    ("mediator_author", Field::Author, 22),
    ("modified", Field::Modified, 21),
    ("modified-time", Field::Modified, 21),
    ("ms.date", Field::Published, 23),
    ("news_keywords", Field::Tag, 20),
    ("og.article.author", Field::Author, 21),
    ("og.article.modified_time", Field::Modified, 10),
    ("og.article.published_time", Field::Published, 10),
    ("og.author", Field::Author, 21),
    ("og.description", Field::Description, 10),
    ("og.image", Field::Image, 10),
    ("og.image.secure_url", Field::Image, 12),
    ("og.image.url", Field::Image, 11),
    ("og.locale", Field::Language, 30),
    ("og.published_time", Field::Published, 11),
    ("og.site_name", Field::SiteName, 10),
    ("og.title", Field::Title, 20),
    ("og.type", Field::Kind, 10),
    ("og.updated_time", Field::Modified, 12),
    ("og.url", Field::Canonical, 20),
    ("originaldate", Field::Published, 20),
    ("originalpublicationdate", Field::Published, 20),
    ("parsely-author", Field::Author, 19),
    ("parsely-pub-date", Field::Published, 12),
    ("parsely-section", Field::Category, 20),
    ("parsely-tags", Field::Tag, 20),
    ("parsely-title", Field::Title, 15),
    ("pub_date", Field::Published, 20),
    ("pubdate", Field::Published, 20),
    ("publication-date", Field::Published, 20),
    ("publication_date", Field::Published, 20),
    ("publish-date", Field::Published, 20),
    ("publish_date", Field::Published, 20),
    ("publish_time", Field::Published, 20),
    ("publishdate", Field::Published, 20),
    ("published", Field::Published, 20),
    ("published-date", Field::Published, 20),
    ("published_at", Field::Published, 20),
    ("published_date", Field::Published, 20),
    ("published_time", Field::Published, 20),
    ("publisher", Field::SiteName, 40),
    ("revision_date", Field::Modified, 21),
    ("sailthru.author", Field::Author, 19),
    ("sailthru.date", Field::Published, 12),
    ("sailthru.description", Field::Description, 30),
    ("sailthru.image.full", Field::Image, 30),
    ("sailthru.tags", Field::Tag, 20),
    ("sailthru.title", Field::Title, 15),
    ("section", Field::Category, 20),
    ("shareaholic.article_author_name", Field::Author, 19),
    ("shareaholic.article_published_time", Field::Published, 12),
    ("thumbnail", Field::Image, 40),
    ("title", Field::Title, 30),
    ("twitter.description", Field::Description, 25),
    ("twitter.image", Field::Image, 20),
    ("twitter.image.src", Field::Image, 21),
    ("twitter.site", Field::SiteName, 70),
    ("twitter.title", Field::Title, 21),
    ("updated_time", Field::Modified, 21),
];

/// The longest of the names, in bytes.
const LONGEST_NAME: usize = 40;

/// Relations of a `<link>`. Source: HTML standard, 4.6.7 "Link types"; `image_src` is Facebook's.
const RELATIONS: &[(&str, Field, u8)] = &[
    ("canonical", Field::Canonical, 10),
    ("image_src", Field::Image, 30),
    ("icon", Field::Favicon, 10),
    ("apple-touch-icon", Field::Favicon, 20),
    ("apple-touch-icon-precomposed", Field::Favicon, 21),
    ("license", Field::License, 10),
];

/// Types of feeds. Source: HTML standard, 4.6.7.1 "Link type `alternate`"; the JSON feed format.
const FEED_TYPES: [&str; 4] =
    ["application/rss+xml", "application/atom+xml", "application/feed+json", "application/rdf+xml"];

/// Notes what a `<meta>` says.
pub(super) fn meta(survey: &mut Survey<'_>, id: NodeId) {
    let document = survey.document;
    let Some(content) = document.attr(id, name::CONTENT).filter(|content| !content.is_empty())
    else {
        return;
    };
    if document.attr(id, name::NAME).is_some_and(|name| name.eq_ignore_ascii_case("twitter:label1"))
    {
        let is_author = super::authors::is_by(content);
        survey.label_is_author = is_author;
    }
    let names = [name::PROPERTY, name::NAME, name::ITEMPROP, name::HTTP_EQUIV];
    for attr in names.into_iter().filter_map(|attr| document.attr(id, attr)) {
        for word in attr.split_ascii_whitespace() {
            if word.eq_ignore_ascii_case("twitter:data1") && survey.label_is_author {
                survey.note(Field::Author, 25, content, "meta twitter:data1", Some(id));
            }
            if let Some((field, rank)) = meaning(word) {
                survey.note(field, rank, content, format!("meta {word}"), Some(id));
            }
        }
    }
}

/// The field and rank of a name, in any case, with colons or dots.
fn meaning(word: &str) -> Option<(Field, u8)> {
    let mut buffer = [0_u8; LONGEST_NAME];
    let folded = buffer.get_mut(..word.len())?;
    for (to, from) in folded.iter_mut().zip(word.bytes()) {
        *to = if from == b':' { b'.' } else { from.to_ascii_lowercase() };
    }
    let at = NAMES.binary_search_by(|(name, ..)| name.as_bytes().cmp(folded)).ok()?;
    let (_, field, rank) = NAMES[at];
    Some((field, rank))
}

/// Notes what a `<link>` says.
pub(super) fn link(survey: &mut Survey<'_>, id: NodeId) {
    let document = survey.document;
    let (Some(relations), Some(href)) =
        (document.attr(id, name::REL), document.attr(id, name::HREF))
    else {
        return;
    };
    for word in relations.split_ascii_whitespace() {
        let known = RELATIONS.iter().find(|(name, ..)| name.eq_ignore_ascii_case(word));
        if let Some(&(relation, field, rank)) = known {
            // Among icons the best size decides, and then the relation.
            let detail = if field == Field::Favicon { icon_preference(document, id) } else { 0 };
            survey.note_detailed(field, rank, detail, href, format!("link {relation}"), Some(id));
        }
        if word.eq_ignore_ascii_case("alternate") {
            let kind = document.attr(id, name::TYPE).unwrap_or_default().trim();
            if FEED_TYPES.iter().any(|feed| feed.eq_ignore_ascii_case(kind)) {
                survey.note(Field::Feed, 10, href, format!("link alternate {kind}"), Some(id));
            }
        }
    }
}

/// The smallest icon, in pixels, that still looks good on today's screens.
const ICON_PIXELS: u32 = 32;

/// How good an icon's size is; less is better.
fn icon_preference(document: &Document, id: NodeId) -> u32 {
    /// Any number of pixels that is stated is taken for less.
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
    fn names_are_found_in_any_spelling() {
        assert_eq!(meaning("og:title"), Some((Field::Title, 20)));
        assert_eq!(meaning("DC.Title"), meaning("dc:title"));
        assert_eq!(meaning("titles"), None);
        assert_eq!(meaning(""), None);
        assert_eq!(meaning(&"x".repeat(100)), None);
    }
}
