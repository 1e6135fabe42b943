//! The errors of learning.

use std::fmt;

use tamis::dom::SelectorError;

/// The least number of pages to learn from: fewer do not show what recurs.
pub const MIN_PAGES: usize = 2;

/// A reason why no rules can be learned. Its text is one sentence.
///
/// ```
/// use tamis_learn::{Error, Learner};
///
/// let error = Learner::default().learn(&["example.com"]).unwrap_err();
/// assert_eq!(error, Error::TooFewPages { pages: 0 });
/// assert_eq!(error.to_string(), "learning needs at least 2 pages of the site, but got 0");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A correction is not a CSS selector.
    Selector(SelectorError),
    /// There are fewer than [`MIN_PAGES`] pages.
    TooFewPages {
        /// The number of pages.
        pages: usize,
    },
    /// A correction matches nothing on any page, or no small page can demonstrate it.
    Unmatched {
        /// The CSS selector.
        selector: String,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Selector(error) => error.fmt(f),
            Error::TooFewPages { pages } => {
                write!(f, "learning needs at least {MIN_PAGES} pages of the site, but got {pages}")
            }
            Error::Unmatched { selector } => write!(
                f,
                "the selector `{selector}` matches nothing on these pages, \
                 or no small page can demonstrate it"
            ),
        }
    }
}

impl std::error::Error for Error {}
