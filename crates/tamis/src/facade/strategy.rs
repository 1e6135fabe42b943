//! The built-in engines and blends by name.

use std::fmt;
use std::str::FromStr;

use crate::engine::EngineName;

/// A built-in engine, or a blend of several.
///
/// ```
/// use tamis::Strategy;
/// assert_eq!("readability".parse(), Ok(Strategy::Readability));
/// assert_eq!(Strategy::Readability.to_string(), "readability");
/// assert!("other".parse::<Strategy>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Strategy {
    /// The engine [`EngineName::Justext`].
    Justext,
    /// The engine [`EngineName::Readability`].
    Readability,
    /// The engine [`EngineName::Density`].
    Density,
    /// The engine [`EngineName::Selectors`].
    Selectors,
    /// The selector engine, or the density engine if selectors keep too little: see
    /// [`blend::smart`](crate::blend::smart).
    Smart,
    /// All engines, Readability only where it helps; a learned model decides per paragraph with
    /// their verdicts: see [`blend::auto`](crate::blend::auto).
    #[default]
    Auto,
}

impl Strategy {
    /// All strategies: engines first, then blends.
    pub const ALL: &[Strategy] = &[
        Strategy::Justext,
        Strategy::Readability,
        Strategy::Density,
        Strategy::Selectors,
        Strategy::Smart,
        Strategy::Auto,
    ];

    /// The name, in lower case. For an engine, the same as [`EngineName::as_str`].
    pub const fn as_str(self) -> &'static str {
        match self {
            Strategy::Justext => EngineName::Justext.as_str(),
            Strategy::Readability => EngineName::Readability.as_str(),
            Strategy::Density => EngineName::Density.as_str(),
            Strategy::Selectors => EngineName::Selectors.as_str(),
            Strategy::Smart => "smart",
            Strategy::Auto => "auto",
        }
    }

    /// The engine of this name, or `None` for a blend.
    pub const fn engine(self) -> Option<EngineName> {
        match self {
            Strategy::Justext => Some(EngineName::Justext),
            Strategy::Readability => Some(EngineName::Readability),
            Strategy::Density => Some(EngineName::Density),
            Strategy::Selectors => Some(EngineName::Selectors),
            Strategy::Smart | Strategy::Auto => None,
        }
    }
}

impl From<EngineName> for Strategy {
    fn from(engine: EngineName) -> Strategy {
        match engine {
            EngineName::Justext => Strategy::Justext,
            EngineName::Readability => Strategy::Readability,
            EngineName::Density => Strategy::Density,
            EngineName::Selectors => Strategy::Selectors,
        }
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Strategy {
    type Err = UnknownStrategy;

    fn from_str(name: &str) -> Result<Strategy, UnknownStrategy> {
        let mut all = Strategy::ALL.iter().copied();
        all.find(|strategy| strategy.as_str() == name)
            .ok_or_else(|| UnknownStrategy(name.to_owned()))
    }
}

/// The error for a name that no [`Strategy`] has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownStrategy(String);

impl fmt::Display for UnknownStrategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown strategy `{}`: expected one of", self.0)?;
        Strategy::ALL.iter().enumerate().try_for_each(|(index, strategy)| {
            write!(f, "{} {strategy}", if index == 0 { "" } else { "," })
        })
    }
}

impl std::error::Error for UnknownStrategy {}
