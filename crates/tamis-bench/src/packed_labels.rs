//! Labels of the paragraphs of pages of the corpora, without their texts.
//!
//! The pages are other people's, so the repository has no text of them: `train/labels.jsonl` has a
//! line for each page, with numbers of paragraphs and a hash of the text of each.
//!
//! ```json
//! {"page": "dates/1.html", "content": "2-3,5", "unlabelled": "1",
//!  "paragraphs": "P5UsN4k5sqXeQ3fy09/ZxOuy"}
//! ```
//!
//! All other paragraphs are boilerplate. Another version of the library may cut a page into other
//! paragraphs. The hashes tell which are still the same: those keep their labels, the others have
//! none. Labels that were only numbers would be lost as a whole, or, worse, be
//! taken for those of other paragraphs.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD_NO_PAD as BASE64;
use imara_diff::{Algorithm, Diff, InternedInput};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use tamis::Page;

/// The bytes of a hash: enough to tell the paragraphs of one page apart, and four letters.
const HASH_BYTES: usize = 3;

/// The labels of many pages, by their names.
#[derive(Debug, Clone, Default)]
pub struct LabelFile(BTreeMap<String, PackedLabels>);

/// The labels of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackedLabels {
    /// The corpus and the id of the page in it.
    pub page: String,
    /// The paragraphs that are content, as ranges of numbers: `2-3,5`.
    content: String,
    /// The paragraphs that have no label, as ranges.
    unlabelled: String,
    /// The hashes of all paragraphs.
    paragraphs: String,
}

impl LabelFile {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// If it cannot be read or is in another form, or if a page is there twice.
    pub fn read(path: &Path) -> Result<LabelFile> {
        let context = || format!("read the labels in {}", path.display());
        let text = fs::read_to_string(path).with_context(context)?;
        let mut labels = BTreeMap::new();
        for line in text.lines() {
            let of_page: PackedLabels = serde_json::from_str(line).with_context(context)?;
            let is_whole = BASE64
                .decode(&of_page.paragraphs)
                .is_ok_and(|bytes| bytes.len().is_multiple_of(HASH_BYTES));
            ensure!(is_whole, "the hashes are damaged: {line}");
            let page = of_page.page.clone();
            ensure!(labels.insert(page, of_page).is_none(), "a page is there twice: {line}");
        }
        Ok(LabelFile(labels))
    }

    /// Returns the labels of the page of this name, and takes them out.
    pub fn take(&mut self, name: &str) -> Option<PackedLabels> {
        self.0.remove(name)
    }

    /// The number of pages.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// True if there are no pages.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl PackedLabels {
    /// Packs the label of each paragraph of the page: `Some(true)` for content, `None` for none.
    pub fn new(page: &Page, name: String, labels: &[Option<bool>]) -> Self {
        let mut bytes = Vec::new();
        for hash in hashes(page) {
            bytes.extend(hash);
        }
        PackedLabels {
            page: name,
            content: ranges(labels.iter().map(|label| *label == Some(true))),
            unlabelled: ranges(labels.iter().map(Option::is_none)),
            paragraphs: BASE64.encode(bytes),
        }
    }

    /// Returns the label of each paragraph of the page: 1 for content, 0 for boilerplate, -1 for
    /// those that are unlabelled, or that the page did not have when it was labelled.
    pub fn of(&self, page: &Page) -> Vec<f32> {
        let bytes = BASE64.decode(&self.paragraphs).unwrap_or_default();
        let (labelled, _) = bytes.as_chunks::<HASH_BYTES>();
        let mut values = vec![0.0; labelled.len()];
        for (list, value) in [(&self.content, 1.0), (&self.unlabelled, -1.0)] {
            for number in places(list).filter(|number| *number < labelled.len()) {
                values[number] = value;
            }
        }
        let mut input = InternedInput::default();
        input.update_before(labelled.iter().copied());
        input.update_after(hashes(page));
        let diff = Diff::compute(Algorithm::Histogram, &input);
        let is = |number: usize, of: &dyn Fn(u32) -> bool| u32::try_from(number).is_ok_and(of);
        let mut same = (0..labelled.len())
            .filter(|number| !is(*number, &|number| diff.is_removed(number)))
            .map(|number| values[number]);
        let of_paragraph = |number: usize| {
            let is_new = is(number, &|number| diff.is_added(number));
            if is_new { -1.0 } else { same.next().unwrap_or(-1.0) }
        };
        (0..page.paragraphs().len()).map(of_paragraph).collect()
    }
}

/// The hash of each paragraph: the begin of the SHA-256 of its text.
fn hashes(page: &Page) -> impl Iterator<Item = [u8; HASH_BYTES]> {
    page.paragraphs().iter().map(|paragraph| {
        let hash = Sha256::digest(page.paragraph_text(paragraph));
        std::array::from_fn(|at| hash[at])
    })
}

/// Returns the places that are true, as ranges.
fn ranges(places: impl Iterator<Item = bool>) -> String {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for (number, _) in places.enumerate().filter(|(_, is)| *is) {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    let mut list = String::new();
    for (first, last) in ranges {
        let comma = if list.is_empty() { "" } else { "," };
        let _ = if first == last {
            write!(list, "{comma}{first}")
        } else {
            write!(list, "{comma}{first}-{last}")
        };
    }
    list
}

/// Returns the numbers of ranges. What is in another form is left out.
fn places(ranges: &str) -> impl Iterator<Item = usize> {
    ranges.split(',').flat_map(|range| {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        match (first.parse(), last.parse::<usize>()) {
            (Ok(first), Ok(last)) => first..last.saturating_add(1),
            _ => 0..0,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis::dom::Parser;

    fn page(html: &str) -> Page {
        Page::measure(Parser::default().parse(html))
    }

    fn packed(html: &str, labels: &[Option<bool>]) -> PackedLabels {
        PackedLabels::new(&page(html), "dates/1.html".to_owned(), labels)
    }

    #[test]
    fn labels_come_back() {
        let html = "<p>Home<p>Granite<p>Granite is old.<p>It is hard.<p>By Ann<p>Granite";
        let labels = [Some(false), None, Some(true), Some(true), Some(false), Some(true)];
        let packed = packed(html, &labels);
        assert_eq!(packed.content, "2-3,5");
        assert_eq!(packed.unlabelled, "1");
        assert_eq!(packed.of(&page(html)), [0.0, -1.0, 1.0, 1.0, 0.0, 1.0]);
    }

    #[test]
    fn paragraphs_that_are_cut_otherwise_have_no_label() {
        let labels = [Some(false), Some(true), Some(true), Some(false)];
        let packed = packed("<p>Home<p>One. Two.<p>Three.<p>Home", &labels);
        let later = page("<p>Home<p>One.<p>Two.<p>Three.<p>Home<p>New");
        assert_eq!(packed.of(&later), [0.0, -1.0, -1.0, 1.0, 0.0, -1.0]);
        assert_eq!(packed.of(&page("<p>Three.")), [1.0]);
        assert_eq!(packed.of(&page("")), [] as [f32; 0]);
    }

    #[test]
    fn files_are_read_and_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("labels.jsonl");
        let line = serde_json::to_string(&packed("<p>One.", &[Some(true)])).unwrap();
        fs::write(&path, format!("{line}\n")).unwrap();
        let mut file = LabelFile::read(&path).unwrap();
        assert_eq!(file.len(), 1);
        assert_eq!(file.take("dates/1.html").unwrap().of(&page("<p>One.")), [1.0]);
        assert!(file.take("dates/1.html").is_none());
        assert!(file.is_empty());
        fs::write(&path, format!("{line}\n{line}\n")).unwrap();
        assert!(LabelFile::read(&path).is_err());
        for damaged in [line.replace("\"paragraphs\":\"", "\"paragraphs\":\"AA"), "{}".to_owned()] {
            fs::write(&path, damaged).unwrap();
            assert!(LabelFile::read(&path).is_err());
        }
    }
}
