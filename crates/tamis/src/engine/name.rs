//! The names of the built-in engines.

use std::fmt;

/// A built-in engine.
///
/// ```
/// use tamis::engine::EngineName;
/// assert_eq!(EngineName::Readability.to_string(), "readability");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EngineName {
    /// jusText: judges paragraphs by length, stopwords and links. See [`justext`](super::justext).
    Justext,
    /// Mozilla's Readability: scores elements and returns the article as a tree. See
    /// [`readability`](super::readability).
    Readability,
    /// CETD: finds the parts of the page with much text and few tags. See
    /// [`density`](super::density).
    Density,
    /// Rules with CSS selectors: find the parts that the page marks up as content. See
    /// [`selectors`](super::selectors).
    Selectors,
}

impl EngineName {
    /// All built-in engines.
    pub const ALL: &[EngineName] =
        &[EngineName::Justext, EngineName::Readability, EngineName::Density, EngineName::Selectors];

    /// Returns the name, as in [`Engine::name`](super::Engine::name).
    pub const fn as_str(self) -> &'static str {
        match self {
            EngineName::Justext => "justext",
            EngineName::Readability => "readability",
            EngineName::Density => "density",
            EngineName::Selectors => "selectors",
        }
    }
}

impl fmt::Display for EngineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
