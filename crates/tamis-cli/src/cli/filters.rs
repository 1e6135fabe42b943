//! Options that leave out pages.

use clap::{Args, ValueEnum, value_parser};
use tamis_run::filters::{Fact, Filters};

use super::ranges;

#[derive(Debug, Args)]
#[command(next_help_heading = "Filters")]
pub struct FilterArgs {
    /// Leave out pages whose content has fewer words
    ///
    /// White space separates words; each Chinese or Japanese character counts as one. A page that a
    /// filter leaves out is printed in no format and has no file. Standard error has the number of
    /// such pages for each filter, where a page counts for the first one in the order of this help.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    pub min_words: Option<u32>,

    /// Leave out pages whose content was found with less confidence, 0 to 1
    #[arg(long, value_name = "X", value_parser = ranges::number(0.0..=1.0))]
    pub min_confidence: Option<f64>,

    /// Leave out pages in other languages, or in an unknown one (codes such as de,en)
    ///
    /// The language is what the page declares, else what was detected in its text. `en` stands for
    /// every English, `en-GB` for that of Britain alone.
    #[arg(long, value_name = "CODES", value_delimiter = ',', value_parser = language_code)]
    pub language_is: Vec<String>,

    /// Leave out pages that lack one of these facts, separated by commas
    #[arg(long, value_name = "FACTS", value_enum, value_delimiter = ',')]
    pub only_with: Vec<Fact>,

    /// Keep or skip pages with the same text as an earlier one of the run
    ///
    /// Pages that another filter leaves out, and those that --skip-existing does not read, count as
    /// absent. The text is compared without its title, whatever the format is.
    #[arg(long, value_name = "CHOICE", value_enum, default_value_t = Duplicates::Keep)]
    pub exact_duplicates: Duplicates,
}

impl FilterArgs {
    /// The filters that the options request.
    pub fn filters(&self) -> Filters {
        Filters {
            min_words: usize::try_from(self.min_words.unwrap_or_default()).unwrap_or(usize::MAX),
            min_confidence: self.min_confidence.unwrap_or_default(),
            languages: self.language_is.clone(),
            facts: self.only_with.clone(),
            skip_duplicates: self.exact_duplicates == Duplicates::Skip,
        }
    }
}

/// The treatment of pages with the same text as an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Duplicates {
    /// They are printed like others
    Keep,
    /// They are left out
    Skip,
}

/// Parses the code of a language (BCP 47), in lower case.
fn language_code(text: &str) -> Result<String, String> {
    let mut parts = text.split('-');
    let is_language = |part: &str| {
        matches!(part.len(), 2 | 3) && part.bytes().all(|byte| byte.is_ascii_alphabetic())
    };
    let is_subtag = |part: &str| {
        matches!(part.len(), 1..=8) && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    if parts.next().is_some_and(is_language) && parts.all(is_subtag) {
        return Ok(text.to_ascii_lowercase());
    }
    Err("expected a code such as de, en or pt-BR".to_owned())
}
