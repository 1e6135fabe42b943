//! The built-in engines by name.

use std::fmt;
use std::str::FromStr;

use super::Engine;
use super::density::Density;
use super::justext::Justext;
use super::readability::Readability;
use super::selectors::Selectors;
use crate::blend::auto::AUTO;
use crate::blend::{Blend, smart};
use crate::config::Config;

/// A built-in engine, or a blend of several.
///
/// ```
/// use tamis::engine::EngineName;
/// assert_eq!("readability".parse(), Ok(EngineName::Readability));
/// assert_eq!(EngineName::Readability.to_string(), "readability");
/// assert!("other".parse::<EngineName>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EngineName {
    /// jusText: by lengths, stopwords and links of paragraphs.
    Justext,
    /// Mozilla's Readability: the article as a tree, by the scores of its elements.
    Readability,
    /// CETD: where the text lies dense among the tags.
    Density,
    /// Rules with selectors: what the page's authors marked up as content.
    Selectors,
    /// Rules with selectors; where they find too little, where the text lies dense: see [`crate::blend::smart`].
    Smart,
    /// All engines, and of their verdicts the one that is best by a fitted formula: see [`crate::blend::auto`].
    #[default]
    Auto,
}

impl EngineName {
    /// Everything that has a name.
    pub const ALL: &[EngineName] = &[
        EngineName::Justext,
        EngineName::Readability,
        EngineName::Density,
        EngineName::Selectors,
        EngineName::Smart,
        EngineName::Auto,
    ];

    /// The engines that look at a page themselves.
    pub const ENGINES: &[EngineName] =
        &[EngineName::Justext, EngineName::Readability, EngineName::Density, EngineName::Selectors];

    /// The name, as in [`Engine::name`].
    pub const fn as_str(self) -> &'static str {
        match self {
            EngineName::Justext => "justext",
            EngineName::Readability => "readability",
            EngineName::Density => "density",
            EngineName::Selectors => "selectors",
            EngineName::Smart => "smart",
            EngineName::Auto => "auto",
        }
    }

    /// The blend of this name, with the parameters that the configuration has for it; `None` for an engine.
    pub(crate) fn blend(self, config: &Config) -> Option<Blend> {
        match self {
            EngineName::Auto => Some(AUTO),
            EngineName::Smart => Some(smart::blend(config.smart)),
            EngineName::Justext
            | EngineName::Readability
            | EngineName::Density
            | EngineName::Selectors => None,
        }
    }

    /// The engines that are asked, with the parameters that the configuration has for them.
    pub(crate) fn engines(self, config: &Config) -> Vec<Box<dyn Engine>> {
        let names = self.blend(config).map_or(vec![self], |blend| blend.engines.to_vec());
        names.into_iter().filter_map(|name| name.engine(config)).collect()
    }

    /// The engine; `None` for a blend.
    fn engine(self, config: &Config) -> Option<Box<dyn Engine>> {
        Some(match self {
            EngineName::Justext => Box::new(Justext::new(config.justext)),
            EngineName::Readability => Box::new(Readability::new(config.readability.clone())),
            EngineName::Density => Box::new(Density::new(config.density)),
            EngineName::Selectors => Box::new(Selectors::new(config.selectors.clone())),
            EngineName::Smart | EngineName::Auto => return None,
        })
    }
}

impl fmt::Display for EngineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for EngineName {
    type Err = UnknownEngine;

    fn from_str(name: &str) -> Result<EngineName, UnknownEngine> {
        let mut all = Self::ALL.iter().copied();
        all.find(|engine| engine.as_str() == name).ok_or_else(|| UnknownEngine(name.to_owned()))
    }
}

/// There is no built-in engine of this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownEngine(String);

impl fmt::Display for UnknownEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no engine called `{}`: those there are are", self.0)?;
        EngineName::ALL.iter().try_for_each(|engine| write!(f, " {engine}"))
    }
}

impl std::error::Error for UnknownEngine {}
