//! The record of floors that were lowered.

use std::fmt;
use std::str::FromStr;

use anyhow::{Error, Result, ensure};
use serde::{Deserialize, Serialize};

use super::figure::{Figure, FigureName};
use crate::quality::corpus::CorpusName;

/// A floor that was lowered: an entry of `[[regression]]`, a list that only grows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Regression {
    /// The engine by its name at that time, which may be gone.
    pub engine: String,
    /// The stopwords.
    pub language: String,
    /// The corpus.
    pub corpus: CorpusName,
    /// The figure.
    #[serde(rename = "type")]
    pub name: FigureName,
    /// The floor before, in thousandths.
    pub before: u32,
    /// The floor after, in thousandths.
    pub after: u32,
    /// The reason.
    pub reason: Reason,
}

/// The reason why a figure may fall: a text that is not empty.
///
/// ```
/// use tamis_bench::quality::gate::Reason;
///
/// assert!("lists keep their markers".parse::<Reason>().is_ok());
/// assert!(" ".parse::<Reason>().is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Reason(String);

impl Regression {
    /// The record of a figure whose floor becomes what was measured.
    pub fn of(figure: &Figure, reason: &Reason) -> Self {
        Self {
            engine: figure.subject.engine.to_string(),
            language: figure.subject.language.clone(),
            corpus: figure.subject.corpus,
            name: figure.name,
            before: figure.floor,
            after: figure.reached(),
            reason: reason.clone(),
        }
    }
}

impl FromStr for Reason {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let text = text.trim();
        ensure!(!text.is_empty(), "a regression needs a reason");
        Ok(Self(text.to_owned()))
    }
}

impl TryFrom<String> for Reason {
    type Error = Error;

    fn try_from(text: String) -> Result<Self> {
        text.parse()
    }
}

impl From<Reason> for String {
    fn from(reason: Reason) -> String {
        reason.0
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}
