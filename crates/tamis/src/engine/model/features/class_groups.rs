//! Groups of words in class names and ids.

use std::sync::LazyLock;

use super::columns::Feature;
use crate::page::word_finder::{WordFinder, is_border};

/// The groups: the column and the words of each. A word counts anywhere in a value, in any case;
/// one that ends or begins with `_` counts only at the end or the beginning of a part of the value.
pub(super) const GROUPS: [(Feature, &str); 30] = [
    (Feature::ClassComment, "comment disqus respond replies reply remark kommentar"),
    (Feature::ClassSidebar, "sidebar aside rail_ side-col secondary sidecol"),
    (Feature::ClassFooter, "footer foot_ bottom colophon"),
    (Feature::ClassHeader, "header head_ masthead banner topbar hero"),
    (Feature::ClassNavigation, "nav menu breadcrumb crumb toc_ _toc sitemap"),
    (
        Feature::ClassRelated,
        "related recommend popular trending also-like more-from readnext read-next suggest outbrain \
         taboola most-read latest",
    ),
    (Feature::ClassAdvertising, "advert sponsor promo _ad_ _ads_ dfp adsense adslot commercial"),
    (Feature::ClassAuthor, "author byline by-line writer contributor bio_"),
    (
        Feature::ClassMeta,
        "meta date time_ _tags tag-list tagged categor timestamp published postinfo dateline info",
    ),
    (Feature::ClassContent, "content body_ entry"),
    (Feature::ClassPost, "article post story blog hentry"),
    (Feature::ClassTitle, "title headline heading subject"),
    (Feature::ClassMain, "main primary page-body"),
    (Feature::ClassProduct, "product item-detail sku goods"),
    (Feature::ClassReview, "review rating testimonial stars"),
    (Feature::ClassDescription, "desc summary abstract intro lead_ details"),
    (Feature::ClassCard, "card tile_ item"),
    (Feature::ClassList, "list grid loop archive feed results"),
    (Feature::ClassForm, "form subscri newsletter signup sign-up login search input"),
    (Feature::ClassDialog, "modal popup cookie consent dialog overlay gdpr lightbox"),
    (Feature::ClassGallery, "galler slider carousel swiper slick"),
    (Feature::ClassMedia, "caption media image figure photo credit video embed"),
    (
        Feature::ClassMessage,
        "message thread topic quote discussion forum conversation answer question",
    ),
    (Feature::ClassProfile, "signature profile user avatar member"),
    (Feature::ClassHidden, "hidden hide_ collapse visually sr-only screen-reader noprint"),
    (Feature::ClassTab, "tab_ tabs tabpanel accordion panel"),
    (Feature::ClassTeaser, "teaser excerpt snippet preview"),
    (Feature::ClassWidget, "widget block_ module component"),
    (Feature::ClassText, "text copy_ prose markdown richtext rte_ paragraph"),
    (Feature::ClassPrice, "price cost_ cart buy_ shop add-to"),
];

struct Word {
    group: u8,
    /// The word must be at the beginning, or at the end, of a part.
    starts: bool,
    ends: bool,
}

struct Groups {
    finder: WordFinder,
    /// The words by their numbers in the finder.
    words: Vec<Word>,
}

static ALL: LazyLock<Groups> = LazyLock::new(|| {
    let mut texts = Vec::new();
    let mut words = Vec::new();
    for (group, (_, list)) in (0..).zip(GROUPS) {
        for word in list.split_whitespace() {
            words.push(Word { group, starts: word.starts_with('_'), ends: word.ends_with('_') });
            texts.push(word.trim_matches('_'));
        }
    }
    Groups { finder: WordFinder::new(texts), words }
});

/// Returns the bit of the group with this column.
///
/// # Panics
///
/// If no group has it: for a constant, when the library is compiled.
pub(super) const fn bit(column: Feature) -> u32 {
    let mut group = 0;
    while GROUPS[group].0 as u16 != column as u16 {
        group += 1;
    }
    1 << group
}

/// Returns the groups that have a word in a class or id, as bits.
pub(super) fn groups(value: &str) -> u32 {
    let Groups { finder, words } = &*ALL;
    let bytes = value.as_bytes();
    let mut groups = 0;
    finder.find(bytes, |number, place| {
        let word = &words[number];
        let is_border_at = |at: usize| {
            is_border(at.checked_sub(1).map(|before| bytes[before]), bytes.get(at).copied())
        };
        if (!word.starts || is_border_at(place.start)) && (!word.ends || is_border_at(place.end)) {
            groups |= 1 << word.group;
        }
    });
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_classes() {
        use Feature::{
            ClassAdvertising, ClassComment, ClassContent, ClassPost, ClassSidebar, ClassTab,
        };
        let check = |value: &str, expected: &[Feature]| {
            let found = GROUPS.iter().map(|&(column, _)| column);
            let found = found.filter(|&column| groups(value) & bit(column) != 0);
            assert_eq!(found.collect::<Vec<_>>(), expected, "{value}");
        };
        check("", &[]);
        check("Comments", &[ClassComment]);
        check("ad", &[ClassAdvertising]);
        check("top-ad-1", &[ClassAdvertising]);
        check("roadmap", &[]);
        check("sidebarTabs", &[ClassSidebar, ClassTab]);
        check("postBody", &[ClassContent, ClassPost]);
        check("somebody-", &[ClassContent]);
        check("bodyguard", &[]);
    }
}
