//! Pages that people have labelled on the page of `tamis explain --format html`.
//!
//! A folder has a saved page and a JSON file of the same name for each: `train/README.md` describes
//! the format.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};
use serde::Deserialize;
use tamis::Page;

/// The name of these pages in place of a corpus.
pub const NAME: &str = "labels";

/// The format and its version.
const FORMAT: &str = "tamis-labels-1";

/// The endings of saved pages.
const PAGE_ENDINGS: [&str; 3] = ["html", "htm", "xhtml"];

/// A saved page with its labels.
#[derive(Debug, Clone)]
pub struct HandLabelled {
    /// The name of its files without the ending.
    pub id: String,
    /// The page.
    pub html: Vec<u8>,
    /// The labels.
    pub labels: HandLabels,
}

/// The labels of one page.
#[derive(Debug, Clone, Deserialize)]
pub struct HandLabels {
    format: String,
    /// The page as it was given to `tamis explain`.
    pub source: String,
    /// The address of the page.
    pub url: Option<String>,
    /// The number of paragraphs of the page.
    paragraphs: usize,
    labels: Vec<Label>,
}

/// The label of a paragraph.
#[derive(Debug, Clone, Deserialize)]
struct Label {
    paragraph: usize,
    content: bool,
    text: String,
}

impl HandLabels {
    /// Returns the labelled paragraphs: their numbers, and true for content.
    ///
    /// # Errors
    ///
    /// If the page has other paragraphs than those that were labelled.
    pub fn of(&self, page: &Page) -> Result<Vec<(usize, bool)>> {
        let paragraphs = page.paragraphs();
        ensure!(
            paragraphs.len() == self.paragraphs,
            "the page has {} paragraphs, but the labels are for {}",
            paragraphs.len(),
            self.paragraphs
        );
        let checked = |label: &Label| {
            let found = paragraphs.get(label.paragraph).map(|found| page.paragraph_text(found));
            ensure!(
                found == Some(&*label.text),
                "paragraph {} is {found:?}, but the label is for {:?}",
                label.paragraph,
                label.text
            );
            Ok((label.paragraph, label.content))
        };
        self.labels.iter().map(checked).collect()
    }
}

/// Returns the labelled pages of a folder, sorted by name.
///
/// # Errors
///
/// If the folder cannot be read or has no labels; each item if a page or its labels cannot be read.
pub fn pages(folder: &Path) -> Result<impl Iterator<Item = Result<HandLabelled>>> {
    let read = |path: PathBuf| page(&path).with_context(|| format!("read {}", path.display()));
    Ok(files(folder)?.into_iter().map(read))
}

/// Returns the files of labels of a folder, sorted by name.
///
/// # Errors
///
/// If the folder cannot be read or has no labels.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let context = || format!("read the labels in {}", folder.display());
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).with_context(context)? {
        let path = entry.with_context(context)?.path();
        if path.extension().is_some_and(|ending| ending == "json") {
            paths.push(path);
        }
    }
    ensure!(!paths.is_empty(), "there are no labels (.json) in {}", folder.display());
    paths.sort_unstable();
    Ok(paths)
}

/// Reads a file of labels.
///
/// # Errors
///
/// If it cannot be read, or is in another form.
pub fn read(path: &Path) -> Result<HandLabels> {
    let labels: HandLabels = serde_json::from_slice(&fs::read(path)?)?;
    ensure!(labels.format == FORMAT, "the format is {}, not {FORMAT}", labels.format);
    Ok(labels)
}

fn page(path: &Path) -> Result<HandLabelled> {
    let labels = read(path)?;
    let mut saved = PAGE_ENDINGS.iter().map(|ending| path.with_extension(ending));
    let Some(saved) = saved.find(|saved| saved.is_file()) else {
        bail!("the page is not next to it (with the ending {})", PAGE_ENDINGS.join(", "));
    };
    let id = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Ok(HandLabelled { id, html: fs::read(saved)?, labels })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset;

    const LABELS: &str = r#"{"format": "tamis-labels-1", "source": "a.html", "url": null,
        "paragraphs": 3, "labels": [{"paragraph": 0, "content": false, "text": "Home"},
        {"paragraph": 2, "content": true, "text": "Granite rocks."}]}"#;

    fn folder(page: &str, labels: &str) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.html"), page).unwrap();
        fs::write(folder.path().join("a.json"), labels).unwrap();
        folder
    }

    /// The labels that are written for a page, or the error.
    fn written(page: &str, labels: &str) -> Result<Vec<f32>> {
        let folder = folder(page, labels);
        let output = folder.path().join("out");
        dataset::write(&output, dataset::labelled_by_hand(folder.path())?, None)?;
        let bytes = fs::read(output.join("labels.f32"))?;
        let (values, _) = bytes.as_chunks();
        Ok(values.iter().map(|value| f32::from_le_bytes(*value)).collect())
    }

    #[test]
    fn labels_are_written_with_the_features() {
        let page = "<p>Home<p>Other<p>Granite  rocks.";
        let of_variant = [0.0, -1.0, 1.0];
        assert_eq!(written(page, LABELS).unwrap(), of_variant.repeat(4));
    }

    #[test]
    fn labels_of_another_page_are_refused() {
        let refused = |page: &str, labels: &str, reason: &str| {
            let error = format!("{:#}", written(page, labels).unwrap_err());
            assert!(error.contains(reason), "{error}");
        };
        refused("<p>Home<p>Other", LABELS, "the page has 2 paragraphs");
        refused("<p>Home<p>Other<p>Gabbro", LABELS, "paragraph 2 is Some(\"Gabbro\")");
        refused("<p>Home", &LABELS.replace("labels-1", "labels-9"), "tamis-labels-9");
        refused("<p>Home", "{}", "a.json");
        assert!(pages(tempfile::tempdir().unwrap().path()).is_err());
    }
}
