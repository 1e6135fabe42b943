//! The corpus `dates`: 469 pages with the day of their publication.

use std::collections::BTreeMap;

use anyhow::{Context, Result, anyhow};
use serde::Deserialize;

use crate::corpus::Corpus;

/// The name of the corpus.
pub const NAME: &str = "dates";

/// The number of pages.
pub const PAGE_COUNT: usize = 469;

/// A page with its day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The address of the page.
    pub url: String,
    /// The name of its file: its id.
    pub file: String,
    /// The page as fetched, in any encoding.
    pub html: Vec<u8>,
    /// The day of publication, `YYYY-MM-DD`; `None` where the page has none.
    pub date: Option<String>,
}

#[derive(Deserialize)]
struct Annotation {
    file: String,
    date: Option<String>,
}

/// Returns the pages, sorted by address in a folder, in the archive's order from an archive.
///
/// # Errors
///
/// If the annotations or a page cannot be read, or one is without the other.
pub fn pages(corpus: &Corpus) -> Result<Vec<Page>> {
    let annotations = String::from_utf8(corpus.read("annotations.json")?)?;
    // Where there is no date, Python wrote what is no JSON.
    let annotations = annotations.replace(": NaN", ": null");
    let annotations: BTreeMap<String, Annotation> =
        serde_json::from_str(&annotations).context("annotations.json")?;
    if corpus.folder().is_none() {
        return packed(corpus, annotations);
    }
    let read = |(url, Annotation { file, date }): (String, Annotation)| {
        let html = corpus.read(&format!("html/{file}"))?;
        Ok(Page { url, file, html, date })
    };
    annotations.into_iter().map(read).collect()
}

fn packed(corpus: &Corpus, annotations: BTreeMap<String, Annotation>) -> Result<Vec<Page>> {
    let mut by_file: BTreeMap<String, (String, Option<String>)> =
        annotations.into_iter().map(|(url, page)| (page.file, (url, page.date))).collect();
    let mut pages = Vec::new();
    for entry in corpus.entries(&["html/"])? {
        let entry = entry?;
        let file = entry.path.strip_prefix("html/").unwrap_or(&entry.path).to_owned();
        let (url, date) =
            by_file.remove(&file).with_context(|| format!("{file} is not annotated"))?;
        pages.push(Page { url, file, html: entry.bytes, date });
    }
    by_file
        .pop_first()
        .map_or(Ok(pages), |(file, _)| Err(anyhow!("html/{file} is not in the corpus")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of pages without a date.
    const NONE: usize = 2;

    #[test]
    #[ignore = "needs a corpus"]
    fn every_page_is_read() {
        let corpus = Corpus::required(NAME);
        let pages = pages(&corpus).unwrap();
        assert_eq!(pages.len(), PAGE_COUNT);
        assert_eq!(pages.iter().filter(|page| page.date.is_none()).count(), NONE);
        for page in &pages {
            assert!(!page.html.is_empty(), "{}", page.file);
            assert!(page.date.as_ref().is_none_or(|date| date.len() == 10), "{}", page.file);
        }
    }
}
