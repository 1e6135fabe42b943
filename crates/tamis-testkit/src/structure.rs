//! The corpus `structure`: 117 small pages of Defuddle's tests with the Markdown that it gives.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use crate::corpus::Corpus;

/// The name of the corpus.
pub const NAME: &str = "structure";

/// The number of pages.
pub const PAGE_COUNT: usize = 117;

/// A page with what Defuddle makes of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The name of its files, without their extension.
    pub id: String,
    /// Its address: from a comment at its beginning, or else from its name, as in Defuddle's tests.
    pub url: Option<String>,
    /// The page, in UTF-8.
    pub html: String,
    /// The title that Defuddle finds, or empty.
    pub title: String,
    /// Defuddle's Markdown, without the block of metadata before it.
    pub markdown: String,
}

#[derive(Deserialize)]
struct Address {
    url: Option<String>,
}

#[derive(Deserialize)]
struct Metadata {
    #[serde(default)]
    title: String,
}

/// Returns every page in the order of the ids.
///
/// # Errors
///
/// If a file cannot be read, a page has no reference, or a reference has no block of metadata.
pub fn pages(corpus: &Corpus) -> Result<Vec<Page>> {
    let text = |folder: &str| -> Result<BTreeMap<String, String>> {
        let entries = corpus.entries(&[folder])?;
        entries
            .map(|entry| {
                let entry = entry?;
                let name = entry.path.strip_prefix(folder).unwrap_or(&entry.path);
                let id = name.rsplit_once('.').map_or(name, |(id, _)| id).to_owned();
                Ok((id, String::from_utf8(entry.bytes).context(entry.path)?))
            })
            .collect()
    };
    let mut expected = text("expected/")?;
    let fixtures = text("fixtures/")?;
    ensure!(fixtures.len() == expected.len(), "{NAME}: fixtures and references differ in number");
    let page = |(id, html): (String, String)| {
        let reference = expected.remove(&id).with_context(|| format!("{id} has no reference"))?;
        let (title, markdown) = parts(&reference).with_context(|| id.clone())?;
        Ok(Page { url: address(&id, &html), html, title, markdown: markdown.to_owned(), id })
    };
    fixtures.into_iter().map(page).collect()
}

/// Returns the title in the block of metadata, and the Markdown after the block.
fn parts(reference: &str) -> Result<(String, &str)> {
    let block = reference.strip_prefix("```json\n").and_then(|rest| rest.split_once("\n```"));
    let (metadata, markdown) = block.context("no block of metadata")?;
    Ok((serde_json::from_str::<Metadata>(metadata)?.title, markdown.trim()))
}

/// The address in a comment such as `<!-- {"url": "https://example.com/"} -->`, or else the part of
/// the id after the name of the group.
fn address(id: &str, html: &str) -> Option<String> {
    let declared = html.split("<!--").skip(1).find_map(|rest| {
        let (comment, _) = rest.split_once("-->")?;
        serde_json::from_str::<Address>(comment.trim()).ok()?.url
    });
    declared.or_else(|| id.split_once("--").map(|(_, name)| format!("https://{name}")))
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
        assert_eq!(pages.iter().filter(|page| page.url.is_some()).count(), PAGE_COUNT - 1);
        let page = pages.iter().find(|page| page.id == "math--katex").unwrap();
        assert_eq!(page.url.as_deref(), Some("https://katex"));
        assert!(!page.title.is_empty());
        assert!(!page.markdown.starts_with("```json"));
    }

    #[test]
    fn a_comment_names_the_address() {
        let html = "<!-- a --><!-- {\"url\": \"https://example.com/p\"} --><p>Tea";
        assert_eq!(address("a--b", html).as_deref(), Some("https://example.com/p"));
        assert_eq!(address("a--b", "<p>Tea").as_deref(), Some("https://b"));
        assert_eq!(address("b", "<!-- a --><p>Tea"), None);
    }
}
