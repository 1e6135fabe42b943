//! Labels by hand become a file for the repository.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use tamis::{Config, Extractor};

use super::LabelledPage;
use crate::hand_labels;
use crate::packed_labels::PackedLabels;

/// Packs the files of labels of a folder ([`hand_labels`]), sorted by the names of the pages. The
/// `source` of each names one of these pages. A paragraph without a label is unlabelled.
///
/// # Errors
///
/// If a file or a page cannot be read, if a label is for another paragraph, or if there is no such
/// page.
pub fn pack(
    folder: &Path,
    pages: impl Iterator<Item = Result<LabelledPage>>,
) -> Result<Vec<PackedLabels>> {
    let mut labels = BTreeMap::new();
    for path in hand_labels::files(folder)? {
        let of_page = hand_labels::read(&path).with_context(|| path.display().to_string())?;
        labels.insert(of_page.source.clone(), of_page);
    }
    let mut extractor = Extractor::new(Config::default())?;
    let mut packed = Vec::new();
    for page in pages {
        let page = page?;
        let Some(of_page) = labels.remove(&page.name()) else { continue };
        let read = page.read(&mut extractor, true);
        let mut values = vec![None; read.paragraphs().len()];
        for (paragraph, is_content) in of_page.of(&read).with_context(|| page.name())? {
            values[paragraph] = Some(is_content);
        }
        packed.push(PackedLabels::new(&read, page.name(), &values));
        extractor.recycle(read);
    }
    let missing: Vec<&String> = labels.keys().collect();
    ensure!(missing.is_empty(), "there are no pages {missing:?}");
    packed.sort_by(|one, other| one.page.cmp(&other.page));
    Ok(packed)
}
