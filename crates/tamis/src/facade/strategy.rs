//! The built-in engines and blends by name.

use std::fmt;
use std::str::FromStr;

use crate::engine::{EngineName, with_engines};

macro_rules! strategies {
    ($($(#[$doc:meta])* $engine:ident $name:ident $summary:literal,)*) => {
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
            $($(#[$doc])* $engine,)*
            /// The selector engine, or the density engine if selectors keep too little: see
            /// [`blend::smart`](crate::blend::smart).
            Smart,
            /// All engines, Readability only where it helps; a learned model decides per paragraph
            /// with their verdicts: see [`blend::auto`](crate::blend::auto).
            #[default]
            Auto,
        }

        impl Strategy {
            /// All strategies: engines first, then blends.
            pub const ALL: &[Strategy] =
                &[$(Strategy::$engine,)* Strategy::Smart, Strategy::Auto];

            /// Returns the engine of this name, or `None` for a blend.
            pub const fn engine(self) -> Option<EngineName> {
                match self {
                    $(Strategy::$engine => Some(EngineName::$engine),)*
                    Strategy::Smart | Strategy::Auto => None,
                }
            }
        }

        impl From<EngineName> for Strategy {
            fn from(engine: EngineName) -> Strategy {
                match engine {
                    $(EngineName::$engine => Strategy::$engine,)*
                }
            }
        }
    };
}

with_engines!(strategies);

impl Strategy {
    /// Returns the name, in lower case. For an engine, the same as [`EngineName::as_str`].
    pub const fn as_str(self) -> &'static str {
        match (self, self.engine()) {
            (_, Some(engine)) => engine.as_str(),
            (Strategy::Smart, None) => "smart",
            (_, None) => "auto",
        }
    }

    /// Returns a line of help: what the strategy does.
    ///
    /// ```
    /// use tamis::Strategy;
    /// assert!(Strategy::Auto.summary().contains("model"));
    /// ```
    pub const fn summary(self) -> &'static str {
        match (self, self.engine()) {
            (_, Some(engine)) => engine.summary(),
            (Strategy::Smart, None) => "selectors, or density if they find too little",
            (_, None) => "All of them; a learned model decides per paragraph",
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
