//! The corpus `readability-pages`: the 130 test pages of Mozilla's Readability.

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::corpus::Corpus;

/// The name of the corpus.
pub const NAME: &str = "readability-pages";

/// A test page with what Readability makes of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The name of its folder.
    pub slug: String,
    /// The page.
    pub source: Vec<u8>,
    /// The article's HTML.
    pub expected: String,
    /// The article's metadata.
    pub metadata: Metadata,
}

/// The metadata of an article; `None` where Readability finds none.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Metadata {
    /// The title.
    pub title: String,
    /// The author.
    pub byline: Option<String>,
    /// The direction of writing.
    pub dir: Option<String>,
    /// The language, as the page declares it.
    pub lang: Option<String>,
    /// A short description or the first paragraph.
    pub excerpt: Option<String>,
    /// The name of the site.
    pub site_name: Option<String>,
    /// The time of publication, as the page has it.
    pub published_time: Option<String>,
    /// True if the page is probably an article, according to the check before parsing.
    pub readerable: bool,
}

/// Every test page in the order of the slugs.
///
/// # Errors
///
/// If a file cannot be read, is not what its name says, or a folder lacks one.
pub fn pages(corpus: &Corpus) -> Result<Vec<Page>> {
    let mut files: Vec<_> = corpus.entries(&[""])?.collect::<Result<_>>()?;
    files.retain(|file| file.path.contains('/'));
    files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    let mut pages = Vec::new();
    // In this order the three files of a page are next to each other: metadata, expected, source.
    for files in files.chunks_mut(3) {
        let [metadata, expected, source] = files else {
            bail!("corpus {}: the last page lacks a file", corpus.name());
        };
        let slug = metadata.path.strip_suffix("/expected-metadata.json");
        let slug = slug.with_context(|| format!("{} is out of place", metadata.path))?;
        let complete = expected.path == format!("{slug}/expected.html")
            && source.path == format!("{slug}/source.html");
        if !complete {
            bail!("corpus {}: page {slug} lacks a file", corpus.name());
        }
        pages.push(Page {
            slug: slug.to_owned(),
            source: std::mem::take(&mut source.bytes),
            expected: String::from_utf8(std::mem::take(&mut expected.bytes))
                .with_context(|| expected.path.clone())?,
            metadata: serde_json::from_slice(&metadata.bytes)
                .with_context(|| metadata.path.clone())?,
        });
    }
    Ok(pages)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[ignore = "needs a corpus"]
    fn every_page_is_read() {
        let corpus = Corpus::required(NAME);
        let pages = pages(&corpus).unwrap();
        assert_eq!(pages.len(), 130);
        assert_eq!(pages[0].slug, "001");
        assert_eq!(pages[0].metadata.byline.as_deref(), Some("Nicolas Perriault"));
        assert!(pages.iter().all(|page| !page.expected.is_empty() && !page.source.is_empty()));
    }
}
