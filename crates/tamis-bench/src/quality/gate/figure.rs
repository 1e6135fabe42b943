//! The figures that have floors.

use std::fmt;
use std::str::FromStr;

use anyhow::{Error, anyhow};
use serde::{Deserialize, Serialize, Serializer};
use tamis_testkit::wcxb::PageKind;

use crate::engine::Strategy;
use crate::quality::corpus::CorpusName;

/// Thousandths in the whole.
pub const THOUSAND: u32 = 1000;

/// An engine on a corpus.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Subject {
    /// The engine or blend.
    #[serde(serialize_with = "serialize_display")]
    pub engine: Strategy,
    /// The stopwords: `auto`, `none`, or the name of a list.
    pub language: String,
    /// The corpus.
    pub corpus: CorpusName,
}

/// The name of a figure of a subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "&'static str")]
pub enum FigureName {
    /// F1 over all pages.
    Overall,
    /// Precision over all pages.
    Precision,
    /// F1 over the pages of a type.
    Type(PageKind),
}

/// A figure that was measured, and its floor.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Figure {
    /// The engine and the corpus.
    #[serde(flatten)]
    pub subject: Subject,
    /// The name.
    #[serde(rename = "type")]
    pub name: FigureName,
    /// The floor, in thousandths.
    pub floor: u32,
    /// The measured value, in 0 to 1.
    pub measured: f64,
    /// The measured value minus the floor, in -1 to 1.
    pub difference: f64,
}

impl FigureName {
    /// The name in lower case; for a page type, the same as [`PageKind::name`].
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Overall => "overall",
            Self::Precision => "precision",
            Self::Type(kind) => kind.name(),
        }
    }
}

impl Figure {
    /// Puts a measured value next to its floor.
    pub fn new(subject: Subject, name: FigureName, floor: u32, measured: f64) -> Self {
        let difference = measured - ratio(floor);
        Self { subject, name, floor, measured, difference }
    }

    /// Returns the measured value in whole thousandths, rounded down: the highest floor that it
    /// reaches.
    pub fn reached(&self) -> u32 {
        // Searching is exact, unlike multiplying: .570 * 1000 is a bit less than 570.
        let floors = (1..=THOUSAND).rev();
        floors.into_iter().find(|floor| ratio(*floor) <= self.measured).unwrap_or(0)
    }

    /// True if the measured value is below the floor by more than a tolerance in thousandths.
    pub fn is_below(&self, tolerance: u32) -> bool {
        self.reached() < self.floor.saturating_sub(tolerance)
    }
}

impl FromStr for FigureName {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let types = PageKind::ALL.into_iter().map(Self::Type);
        let mut names = [Self::Overall, Self::Precision].into_iter().chain(types);
        names
            .find(|figure| figure.as_str() == name)
            .ok_or_else(|| anyhow!("`{name}` is neither overall, precision nor a page type"))
    }
}

impl TryFrom<String> for FigureName {
    type Error = Error;

    fn try_from(name: String) -> Result<Self, Error> {
        name.parse()
    }
}

impl From<FigureName> for &'static str {
    fn from(name: FigureName) -> &'static str {
        name.as_str()
    }
}

impl fmt::Display for FigureName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}) on {}", self.engine, self.language, self.corpus)
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.subject, self.name)
    }
}

/// A number of thousandths as a share of the whole.
fn ratio(thousandths: u32) -> f64 {
    f64::from(thousandths) / f64::from(THOUSAND)
}

fn serialize_display<T, S>(value: &T, serializer: S) -> Result<S::Ok, S::Error>
where
    T: fmt::Display,
    S: Serializer,
{
    serializer.collect_str(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(floor: u32, measured: f64) -> Figure {
        let (engine, corpus) = (Strategy::Density, CorpusName::WcxbDev);
        let subject = Subject { engine, language: "none".to_owned(), corpus };
        Figure::new(subject, FigureName::Type(PageKind::Forum), floor, measured)
    }

    #[test]
    fn a_value_reaches_every_floor_that_is_not_above_it() {
        for floor in 0..=THOUSAND {
            assert_eq!(figure(0, ratio(floor)).reached(), floor);
        }
        let reached = [0.6949, 0.6951, 0.0, 1.0, f64::NAN].map(|value| figure(0, value).reached());
        assert_eq!(reached, [694, 695, 0, 1000, 0]);
    }

    #[test]
    fn a_value_below_its_floor_is_below() {
        assert!(figure(695, 0.6949).is_below(0));
        assert!(!figure(695, 0.695).is_below(0));
    }

    #[test]
    fn the_tolerance_is_counted_from_the_floor() {
        assert!(!figure(695, 0.694).is_below(1));
        assert!(figure(695, 0.6939).is_below(1));
        assert!(!figure(1, 0.0).is_below(2));
    }

    #[test]
    fn every_name_is_read_back() {
        for name in ["overall", "precision", "article", "service"] {
            assert_eq!(name.parse::<FigureName>().unwrap().as_str(), name);
        }
        let error = "blog".parse::<FigureName>().unwrap_err();
        assert_eq!(error.to_string(), "`blog` is neither overall, precision nor a page type");
    }

    #[test]
    fn a_figure_names_its_subject() {
        assert_eq!(figure(0, 0.0).to_string(), "density (none) on wcxb-dev, forum");
    }
}
