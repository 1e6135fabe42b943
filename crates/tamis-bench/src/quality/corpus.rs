//! The corpora that quality is measured on.

use std::fmt;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use tamis_testkit::{wcxb, with_without};

/// The name of a corpus.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum CorpusName {
    /// Pages of seven types with their main content
    #[default]
    WcxbDev,
    /// Pages with marked passages
    WithWithout,
}

impl CorpusName {
    /// Every corpus.
    pub const ALL: [Self; 2] = [Self::WcxbDev, Self::WithWithout];

    /// The name in lower case, as the file of the corpus has it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::WcxbDev => wcxb::NAME,
            Self::WithWithout => with_without::NAME,
        }
    }

    /// True if the corpus tells the type of each page.
    pub const fn has_page_types(self) -> bool {
        matches!(self, Self::WcxbDev)
    }
}

impl fmt::Display for CorpusName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corpus_has_one_name() {
        for corpus in CorpusName::ALL {
            let value = corpus.to_possible_value().unwrap();
            assert_eq!(value.get_name(), corpus.as_str());
            assert_eq!(serde_json::to_value(corpus).unwrap(), corpus.as_str());
        }
    }
}
