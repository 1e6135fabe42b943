//! The corpus `justext-reference`: what jusText 3.0.2 answers for each page of `wcxb-dev`.

use anyhow::{Context, Result};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::corpus::Corpus;

/// The name of the corpus.
pub const NAME: &str = "justext-reference";

/// All paragraphs of a page, on a tree parsed by html5lib 1.1.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReferencePage {
    /// The id of the page in `wcxb-dev`.
    pub id: String,
    /// In the order of the page.
    pub paragraphs: Vec<ReferenceParagraph>,
    /// The repair that the page needed before it could be parsed.
    #[serde(default)]
    pub notes: Vec<String>,
}

/// A paragraph with every field of the reference.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReferenceParagraph {
    /// Its text with white space normalized.
    pub text: String,
    /// Its class after the context was looked at.
    pub class_type: Class,
    /// Its class before, from the paragraph alone.
    pub cf_class: Class,
    /// True for a heading.
    pub heading: bool,
    /// The names of its ancestors, with `.` between them.
    pub dom_path: String,
    /// Its place, with a number per step.
    pub xpath: String,
    /// The number of words.
    pub words_count: u32,
    /// The number of inline tags.
    pub tags_count: u32,
    /// The number of characters in links, in scalar values.
    pub chars_count_in_links: u32,
}

/// A class of jusText.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// Main content.
    Good,
    /// To be decided by its neighbours, likely content.
    NearGood,
    /// Too short to be decided alone.
    Short,
    /// Boilerplate.
    Bad,
}

/// The good paragraphs of a page as users of jusText get them, on a tree parsed by lxml.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GoodPage {
    /// The id of the page in `wcxb-dev`.
    pub id: String,
    /// Their texts, in the order of the page.
    pub good: Vec<String>,
}

/// Returns all paragraphs of all pages in the order of their ids, one page at a time. Together they
/// have 149 MB.
///
/// # Errors
///
/// If the corpus cannot be opened; each item if a record cannot be read.
pub fn pages(corpus: &Corpus) -> Result<impl Iterator<Item = Result<ReferencePage>> + use<>> {
    records(corpus, "wcxb-dev.html5lib.jsonl")
}

/// The good paragraphs of all pages in the order of their ids, one page at a time.
///
/// # Errors
///
/// If the corpus cannot be opened; each item if a record cannot be read.
pub fn good_pages(corpus: &Corpus) -> Result<impl Iterator<Item = Result<GoodPage>> + use<>> {
    records(corpus, "wcxb-dev.libxml2-good.jsonl")
}

fn records<T: DeserializeOwned>(
    corpus: &Corpus,
    path: &'static str,
) -> Result<impl Iterator<Item = Result<T>> + use<T>> {
    Ok(corpus.lines(path)?.enumerate().map(move |(index, line)| {
        serde_json::from_str(&line?).with_context(|| format!("{path}, line {}", index + 1))
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[ignore = "needs a corpus"]
    fn every_record_is_read() {
        let corpus = Corpus::required(NAME);
        let mut noted = Vec::new();
        let mut good = 0;
        let mut count = 0;
        for page in pages(&corpus).unwrap() {
            let page = page.unwrap();
            good += page.paragraphs.iter().filter(|p| p.class_type == Class::Good).count();
            count += 1;
            noted.extend((!page.notes.is_empty()).then_some(page.id));
        }
        assert_eq!(noted, ["0121", "2684"]);
        let lxml: Vec<GoodPage> = good_pages(&corpus).unwrap().collect::<Result<_>>().unwrap();
        assert_eq!((count, lxml.len()), (1497, 1497));
        let good_by_lxml: usize = lxml.iter().map(|page| page.good.len()).sum();
        // Two parsers, one algorithm: the numbers are close and not equal.
        assert!(good.abs_diff(good_by_lxml) < good / 10, "{good} and {good_by_lxml} are good");
    }
}
