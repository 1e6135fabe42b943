//! Groups of words in class names and ids.

use std::sync::LazyLock;

use crate::page::word_finder::{WordFinder, is_border};

/// The number of groups: one for each column from `ClassComment` on.
pub(super) const GROUPS: usize = 30;

/// The words of each group, in the order of the columns. A word counts anywhere in a value, in any
/// case; one that ends or begins with `_` counts only at the end or the beginning of a part of the
/// value.
const WORDS: [&str; GROUPS] = [
    "comment disqus respond replies reply remark kommentar",
    "sidebar aside rail_ side-col secondary sidecol",
    "footer foot_ bottom colophon",
    "header head_ masthead banner topbar hero",
    "nav menu breadcrumb crumb toc_ _toc sitemap",
    "related recommend popular trending also-like more-from readnext read-next suggest outbrain \
     taboola most-read latest",
    "advert sponsor promo _ad_ _ads_ dfp adsense adslot commercial",
    "author byline by-line writer contributor bio_",
    "meta date time_ _tags tag-list tagged categor timestamp published postinfo dateline info",
    "content body_ entry",
    "article post story blog hentry",
    "title headline heading subject",
    "main primary page-body",
    "product item-detail sku goods",
    "review rating testimonial stars",
    "desc summary abstract intro lead_ details",
    "card tile_ item",
    "list grid loop archive feed results",
    "form subscri newsletter signup sign-up login search input",
    "modal popup cookie consent dialog overlay gdpr lightbox",
    "galler slider carousel swiper slick",
    "caption media image figure photo credit video embed",
    "message thread topic quote discussion forum conversation answer question",
    "signature profile user avatar member",
    "hidden hide_ collapse visually sr-only screen-reader noprint",
    "tab_ tabs tabpanel accordion panel",
    "teaser excerpt snippet preview",
    "widget block_ module component",
    "text copy_ prose markdown richtext rte_ paragraph",
    "price cost_ cart buy_ shop add-to",
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
    for (group, list) in (0..).zip(WORDS) {
        for word in list.split_whitespace() {
            words.push(Word { group, starts: word.starts_with('_'), ends: word.ends_with('_') });
            texts.push(word.trim_matches('_'));
        }
    }
    Groups { finder: WordFinder::new(texts), words }
});

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
        let check = |value: &str, expected: &[usize]| {
            let found: Vec<usize> =
                (0..GROUPS).filter(|group| groups(value) >> group & 1 == 1).collect();
            assert_eq!(found, expected, "{value}");
        };
        check("", &[]);
        check("Comments", &[0]);
        check("ad", &[6]);
        check("top-ad-1", &[6]);
        check("roadmap", &[]);
        check("sidebarTabs", &[1, 25]);
        check("postBody", &[9, 10]);
        check("somebody-", &[9]);
        check("bodyguard", &[]);
    }
}
