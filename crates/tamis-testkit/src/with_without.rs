//! The corpus `with-without`: 465 pages with passages of the main content and passages outside it.

use std::collections::BTreeMap;

use anyhow::{Context, Result, anyhow};
use serde::Deserialize;

use crate::corpus::{Corpus, Entry};

/// The name of the corpus.
pub const NAME: &str = "with-without";

/// The number of pages.
pub const PAGE_COUNT: usize = 465;

/// A page with what its annotators marked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The address it is listed under; some are names such as `hard::example.html`.
    pub url: String,
    /// The name of its file: its id.
    pub file: String,
    /// The page as fetched, in any encoding.
    pub html: Vec<u8>,
    /// The passages and the metadata.
    pub annotation: Annotation,
}

/// The annotations of a page. Text fields are `None` and lists are empty if nothing was annotated.
/// An empty text means that the annotator found none.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Annotation {
    file: String,
    /// Passages that belong to the main content.
    pub with: Vec<String>,
    /// Passages that do not.
    pub without: Vec<String>,
    /// Passages of the comments, which no measure counts.
    #[serde(default)]
    pub comments: Vec<String>,
    /// The title.
    pub title: Option<String>,
    /// The authors, mostly one.
    #[serde(default)]
    pub author: Authors,
    /// The date of publication, `YYYY-MM-DD`.
    pub date: Option<String>,
    /// The name of the site.
    pub sitename: Option<String>,
    /// A short description.
    pub description: Option<String>,
    /// The categories.
    #[serde(default)]
    pub categories: Vec<String>,
    /// The tags.
    #[serde(default)]
    pub tags: Vec<String>,
}

/// The authors of a page, as annotated.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Authors {
    /// Nobody looked.
    #[default]
    Unknown,
    /// One text, which may be empty or name several.
    One(String),
    /// Several.
    Several(Vec<String>),
}

/// Returns the pages one at a time, sorted by address in a folder, in the archive's order from an
/// archive.
///
/// # Errors
///
/// If the annotations cannot be read; each item if a page cannot be read or is not annotated.
pub fn pages(corpus: &Corpus) -> Result<Box<dyn Iterator<Item = Result<Page>>>> {
    let annotations = corpus.read("annotations.json")?;
    let annotations: BTreeMap<String, Annotation> =
        serde_json::from_slice(&annotations).context("annotations.json")?;
    if corpus.folder().is_none() {
        return Ok(Box::new(packed(corpus, annotations)?));
    }
    let corpus = corpus.clone();
    Ok(Box::new(annotations.into_iter().map(move |(url, annotation)| {
        let html = corpus.read(&format!("html/{}", annotation.file))?;
        Ok(Page { url, file: annotation.file.clone(), html, annotation })
    })))
}

/// The pages in the order of the archive, which is read once.
fn packed(
    corpus: &Corpus,
    annotations: BTreeMap<String, Annotation>,
) -> Result<impl Iterator<Item = Result<Page>> + use<>> {
    let mut waiting: BTreeMap<String, (String, Annotation)> = annotations
        .into_iter()
        .map(|(url, annotation)| (annotation.file.clone(), (url, annotation)))
        .collect();
    let mut entries = corpus.entries(&["html/"])?;
    Ok(std::iter::from_fn(move || match entries.next() {
        Some(entry) => Some(entry.and_then(|entry| annotated(entry, &mut waiting))),
        None => {
            waiting.pop_first().map(|(file, _)| Err(anyhow!("html/{file} is not in the corpus")))
        }
    }))
}

fn annotated(entry: Entry, waiting: &mut BTreeMap<String, (String, Annotation)>) -> Result<Page> {
    let file = entry.path.strip_prefix("html/").unwrap_or(&entry.path);
    let (file, (url, annotation)) =
        waiting.remove_entry(file).with_context(|| format!("{file} is not annotated"))?;
    Ok(Page { url, file, html: entry.bytes, annotation })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[ignore = "needs a corpus"]
    fn every_page_is_read() {
        let corpus = Corpus::required(NAME);
        let mut several = 0;
        let mut dated = 0;
        let mut count = 0;
        for page in pages(&corpus).unwrap() {
            let page = page.unwrap();
            assert!(!page.html.is_empty(), "{}", page.file);
            assert!(page.annotation.with.len() <= 6, "{}", page.file);
            several += usize::from(matches!(page.annotation.author, Authors::Several(_)));
            dated += usize::from(page.annotation.date.is_some());
            count += 1;
        }
        assert_eq!((count, several, dated), (PAGE_COUNT, 2, 396));
    }
}
