//! The corpus `chinese`: 30 Chinese pages with their main content, author and date.

use std::collections::BTreeMap;

use anyhow::{Context, Result};

use crate::corpus::Corpus;

/// The name of the corpus.
pub const NAME: &str = "chinese";

/// The number of pages.
pub const PAGE_COUNT: usize = 30;

/// A page with what its annotators wrote.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Page {
    /// The name of its files without the ending.
    pub id: String,
    /// The page as fetched.
    pub html: Vec<u8>,
    /// The text of the main content.
    pub main_content: String,
    /// The author, or `None` if there is none.
    pub author: Option<String>,
    /// The date as annotated, or `None` if there is none.
    pub date: Option<String>,
}

/// Returns the pages, sorted by id.
///
/// # Errors
///
/// If the corpus cannot be read, a file is not UTF-8, or a page has no main content.
pub fn pages(corpus: &Corpus) -> Result<Vec<Page>> {
    let mut pages: BTreeMap<String, Page> = BTreeMap::new();
    for entry in corpus.entries(&["html/", "cleaned/", "author/", "date/"])? {
        let entry = entry?;
        let Some((folder, file)) = entry.path.split_once('/') else { continue };
        let id = file.rsplit_once('.').map_or(file, |(id, _)| id);
        let page = pages.entry(id.to_owned()).or_default();
        if folder == "html" {
            id.clone_into(&mut page.id);
            page.html = entry.bytes;
            continue;
        }
        let text = String::from_utf8(entry.bytes).with_context(|| entry.path.clone())?;
        match folder {
            "cleaned" => page.main_content = text,
            "author" => page.author = known(&text),
            _ => page.date = known(&text),
        }
    }
    pages.into_values().map(complete).collect()
}

fn complete(page: Page) -> Result<Page> {
    let is_complete = !page.html.is_empty() && !page.main_content.is_empty();
    is_complete.then_some(page).context("a page of the corpus lacks a file")
}

/// Returns the fact in a file, or `None` if the annotator found none.
fn known(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty() && text != "UNKNOWN").then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[ignore = "needs a corpus"]
    fn every_page_is_read() {
        let corpus = Corpus::required(NAME);
        let pages = pages(&corpus).unwrap();
        assert_eq!(pages.len(), PAGE_COUNT);
        assert!(pages.iter().any(|page| page.author.is_none()));
        assert!(pages.iter().any(|page| page.date.is_some()));
    }
}
