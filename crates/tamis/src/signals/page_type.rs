//! The types of pages.

use std::fmt;

use super::Flag;

/// The type of a page, by what its main content is.
///
/// ```
/// use tamis::PageType;
/// assert_eq!(PageType::Forum.to_string(), "forum");
/// assert_eq!(PageType::ALL.len(), 7);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum PageType {
    /// News, posts of a blog, essays, encyclopedias.
    Article,
    /// Products of a shop, each with a few words.
    Collection,
    /// Manuals and references, often of programs.
    Documentation,
    /// Threads, questions with answers, comments.
    Forum,
    /// Teasers of other pages.
    Listing,
    /// One product.
    Product,
    /// The offer of a company or institution.
    Service,
}

impl PageType {
    /// Returns true for a type of pages that list things: products, stories.
    pub(crate) const fn lists_things(self) -> bool {
        matches!(self, PageType::Collection | PageType::Listing)
    }

    /// Every type, in the order of their names.
    pub const ALL: &[PageType] = &[
        PageType::Article,
        PageType::Collection,
        PageType::Documentation,
        PageType::Forum,
        PageType::Listing,
        PageType::Product,
        PageType::Service,
    ];

    /// Returns the name, in lower case.
    pub const fn as_str(self) -> &'static str {
        match self {
            PageType::Article => "article",
            PageType::Collection => "collection",
            PageType::Documentation => "documentation",
            PageType::Forum => "forum",
            PageType::Listing => "listing",
            PageType::Product => "product",
            PageType::Service => "service",
        }
    }
}

impl fmt::Display for PageType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The probability of each [`PageType`] for one page, from
/// [`Extraction::page_types`](crate::Extraction::page_types).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PageTypes {
    /// In the order of [`PageType::ALL`]. The sum is 1.
    probabilities: [f64; PageType::ALL.len()],
}

/// The least probability, of a listing and a collection together, at which a page is called one.
///
/// Source: one half, because both errors weigh the same. It was not chosen on pages, because the
/// model was trained on all pages with known types.
const LEAST_LISTING: f64 = 0.5;

impl PageTypes {
    /// Makes probabilities of positive numbers in the order of [`PageType::ALL`].
    pub(crate) fn of_odds(odds: [f64; PageType::ALL.len()]) -> PageTypes {
        let sum: f64 = odds.iter().sum();
        PageTypes { probabilities: odds.map(|of| of / sum) }
    }

    /// Returns the probabilities of a page that surely is of a type.
    #[cfg(test)]
    pub(crate) fn certain(page_type: PageType) -> PageTypes {
        let mut odds = [0.0; PageType::ALL.len()];
        odds[page_type as usize] = 1.0;
        PageTypes::of_odds(odds)
    }

    /// Returns the probability of a type, 0 to 1.
    pub fn probability(&self, page_type: PageType) -> f64 {
        self.probabilities[page_type as usize]
    }

    /// Set if the page is probably a listing or a collection.
    pub(super) fn listing_flag(&self) -> Flag {
        let probability =
            self.probability(PageType::Listing) + self.probability(PageType::Collection);
        let mut flag = Flag::default();
        flag.set_if(
            probability >= LEAST_LISTING,
            "the learned model takes the page for a listing or collection",
        );
        flag
    }

    /// Returns the most probable type.
    pub fn most_probable(&self) -> PageType {
        let more_probable = |one: PageType, &other: &PageType| {
            if self.probability(other) > self.probability(one) { other } else { one }
        };
        PageType::ALL.iter().fold(PageType::Article, more_probable)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn listings_and_collections_together() {
        let is_listing = |odds| PageTypes::of_odds(odds).listing_flag().is_set();
        assert!(is_listing([0.4, 0.3, 0.0, 0.0, 0.3, 0.0, 0.0]));
        assert!(!is_listing([0.4, 0.2, 0.0, 0.0, 0.2, 0.2, 0.0]));
    }

    #[test]
    fn probabilities_are_in_the_order_of_the_types() {
        let types = PageTypes::of_odds([1.0, 1.0, 1.0, 4.0, 1.0, 1.0, 1.0]);
        assert_eq!(types.most_probable(), PageType::Forum);
        assert!((types.probability(PageType::Forum) - 0.4).abs() < 1e-12);
        let sum: f64 = PageType::ALL.iter().map(|&of| types.probability(of)).sum();
        assert!((sum - 1.0).abs() < 1e-12);
        for (index, page_type) in PageType::ALL.iter().enumerate() {
            assert_eq!(*page_type as usize, index);
        }
    }
}
