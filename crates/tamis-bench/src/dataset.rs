//! The training data of the learned model: the features and labels of all paragraphs of labelled
//! pages, as files.
//!
//! - `features.f32` has the features, row by row.
//! - `described.u8` tells for each row whether the library describes the paragraph. If not, it is
//!   never kept, and its features are 0.
//! - `labels.f32` has a label for each row, 0 to 1, or -1 if it is unknown.
//! - `tokens.u32` has the words ([`words`]) of all rows as numbers, unique within a page.
//!   `token_counts.u32` has their number for each row, `lengths.u32` the characters.
//! - `pages.jsonl` has a line for each page, `columns.json` the names of the features.
//!
//! Pages whose paragraphs are labelled (`train/labels.jsonl`) have those labels, whatever their
//! corpus says of them.
//!
//! A page is there four times: with and without its address, each with all engines and without the
//! one that [`Config::fast`] leaves out.
//!
//! Numbers are little-endian.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::{Context as _, Result};
use serde::Serialize;
use tamis::engine::EngineName;
use tamis::engine::model::FeatureTable;
use tamis::{Config, Decision, Extractor, Page, Strategy};
use tamis_testkit::folds;

use crate::engine::FoldExtractors;
use crate::labels::reference_shares;
use crate::score::words;

pub use pack::pack;
pub use pages::{Content, LabelledPage, corpora, labelled_by_hand, of_corpora, with_labels};

mod pack;
mod pages;

/// The ways in which the library gets a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Variant {
    /// With all that is known.
    Whole,
    /// Without its address, as a file that is given by its name alone.
    Unaddressed,
    /// With fewer engines ([`Config::fast`]), by which a page is judged first.
    Fast,
    /// With fewer engines and without the address.
    FastUnaddressed,
}

/// A line of `pages.jsonl`.
#[derive(Debug, Serialize)]
struct PageLine<'p> {
    corpus: &'p str,
    id: &'p str,
    variant: Variant,
    kind: Option<&'p str>,
    domain: String,
    /// The language of its text, without region, if it is known.
    language: Option<&'p str>,
    rows: usize,
    /// True if the labels are those on which two engines agree.
    is_agreed: bool,
    /// True if the paragraphs are labelled.
    is_labelled: bool,
    /// The tokens of the reference, or of what is labelled as content, in numbers of this page.
    /// Empty if there are only passages.
    reference: Vec<u32>,
    /// The passages of the content, and the others: the rows in which each occurs.
    with: Vec<Vec<usize>>,
    without: Vec<Vec<usize>>,
}

/// Writes the data of these pages to a folder. Returns the number of pages, in all
/// their variants, and of rows.
///
/// With `voters`, their models decide what `auto` keeps in agreed labels, each on the pages of its
/// fold. So a second training can learn from what the first one has learnt.
///
/// # Errors
///
/// If a page cannot be read or a file cannot be written.
pub fn write(
    folder: &Path,
    pages: impl IntoIterator<Item = Result<LabelledPage>>,
    mut voters: Option<FoldExtractors>,
) -> Result<(usize, usize)> {
    fs::create_dir_all(folder).with_context(|| format!("create {}", folder.display()))?;
    let mut writer = Writer::create(folder)?;
    let config = Config::default().strategy(Strategy::Auto);
    let mut extractor = Extractor::new(config.clone())?;
    let mut fast = Extractor::new(config.fast(true))?;
    for page in pages {
        let page = page?;
        if let (Content::Agreed { with }, None) = (&page.content, &page.labels) {
            let voter = voters.as_mut().map(|voters| voters.of_mut(page.url_or_site()));
            let voter = voter.unwrap_or(&mut extractor);
            writer.agreed = agreed_labels(&page, with.as_deref(), voter);
            if writer.agreed.is_empty() {
                continue;
            }
        }
        writer.language = language_of(&page, &mut extractor);
        writer.add(&page, Variant::Whole, &mut extractor)?;
        writer.add(&page, Variant::Unaddressed, &mut extractor)?;
        writer.add(&page, Variant::Fast, &mut fast)?;
        writer.add(&page, Variant::FastUnaddressed, &mut fast)?;
    }
    serde_json::to_writer(File::create(folder.join("columns.json"))?, &FeatureTable::names())?;
    writer.finish()
}

struct Writer {
    columns: usize,
    described: BufWriter<File>,
    features: BufWriter<File>,
    labels: BufWriter<File>,
    tokens: BufWriter<File>,
    token_counts: BufWriter<File>,
    lengths: BufWriter<File>,
    pages: BufWriter<File>,
    page_count: usize,
    row_count: usize,
    /// The labels of the current page, if nobody has labelled it.
    agreed: Vec<f32>,
    /// The language of the current page.
    language: Option<String>,
}

impl Writer {
    fn create(folder: &Path) -> Result<Writer> {
        let file = |name: &str| File::create(folder.join(name)).map(BufWriter::new);
        Ok(Writer {
            columns: FeatureTable::names().len(),
            described: file("described.u8")?,
            features: file("features.f32")?,
            labels: file("labels.f32")?,
            tokens: file("tokens.u32")?,
            token_counts: file("token_counts.u32")?,
            lengths: file("lengths.u32")?,
            pages: file("pages.jsonl")?,
            page_count: 0,
            row_count: 0,
            agreed: Vec::new(),
            language: None,
        })
    }

    fn add(
        &mut self,
        labelled: &LabelledPage,
        variant: Variant,
        extractor: &mut Extractor,
    ) -> Result<()> {
        let has_url = matches!(variant, Variant::Whole | Variant::Fast);
        let page = labelled.read(extractor, has_url);
        let table = FeatureTable::of(&page, &extractor.verdicts(&page));
        let mut rows = table.rows().peekable();
        let none = vec![0.0; self.columns];
        for paragraph in 0..page.paragraphs().len() {
            let row = rows.next_if(|(described, _)| *described == paragraph).map(|(_, row)| row);
            self.described.write_all(&[u8::from(row.is_some())])?;
            for value in row.unwrap_or(&none) {
                self.features.write_all(&value.to_le_bytes())?;
            }
        }
        let mut numbers = HashMap::new();
        for paragraph in page.paragraphs() {
            let ids = numbered(page.paragraph_text(paragraph), &mut numbers);
            for id in &ids {
                self.tokens.write_all(&id.to_le_bytes())?;
            }
            self.token_counts.write_all(&(ids.len() as u32).to_le_bytes())?;
            self.lengths.write_all(&paragraph.text_chars.to_le_bytes())?;
        }
        let mut line = PageLine {
            corpus: labelled.corpus,
            id: &labelled.id,
            variant,
            kind: labelled.kind,
            domain: folds::domain(labelled.url_or_site()),
            language: self.language.as_deref(),
            rows: page.paragraphs().len(),
            is_agreed: false,
            is_labelled: labelled.labels.is_some(),
            reference: Vec::new(),
            with: Vec::new(),
            without: Vec::new(),
        };
        let labels = match &labelled.content {
            Content::Text(text) => {
                line.reference = numbered(text, &mut numbers);
                reference_shares(&page, text)
            }
            Content::Passages { with, without } => {
                line.with = with.iter().map(|passage| rows_with(&page, passage)).collect();
                line.without = without.iter().map(|passage| rows_with(&page, passage)).collect();
                passage_labels(&line)
            }
            Content::Paragraphs(labels) => {
                let labels = labels.of(&page).with_context(|| format!("page {}", labelled.id))?;
                for (row, is_content) in labels {
                    let rows = if is_content { &mut line.with } else { &mut line.without };
                    rows.push(vec![row]);
                }
                passage_labels(&line)
            }
            Content::Agreed { .. } if labelled.labels.is_some() => Vec::new(),
            Content::Agreed { .. } => {
                line.is_agreed = true;
                self.agreed.clone()
            }
        };
        let labels = labelled.labels.as_ref().map_or(labels, |labels| {
            let labels = labels.of(&page);
            let content = page.paragraphs().iter().zip(&labels).filter(|(_, label)| **label > 0.5);
            line.reference = content
                .flat_map(|(of, _)| numbered(page.paragraph_text(of), &mut numbers))
                .collect();
            labels
        });
        for label in labels {
            self.labels.write_all(&label.to_le_bytes())?;
        }
        serde_json::to_writer(&mut self.pages, &line)?;
        self.pages.write_all(b"\n")?;
        self.page_count += 1;
        self.row_count += page.paragraphs().len();
        extractor.recycle(page);
        Ok(())
    }

    fn finish(mut self) -> Result<(usize, usize)> {
        for file in [
            &mut self.described,
            &mut self.features,
            &mut self.labels,
            &mut self.tokens,
            &mut self.token_counts,
            &mut self.lengths,
            &mut self.pages,
        ] {
            file.flush()?;
        }
        Ok((self.page_count, self.row_count))
    }
}

/// Returns the language of the page without its region, such as `pt` for `pt-BR`.
fn language_of(labelled: &LabelledPage, extractor: &mut Extractor) -> Option<String> {
    let page = labelled.read(extractor, true);
    let language = extractor.decide(&page).language;
    extractor.recycle(page);
    let code = language.as_ref()?.code();
    Some(code.split('-').next().unwrap_or(code).to_lowercase())
}

/// The least text about which two engines agree, in Unicode scalar values. With less, the page may
/// have no main content at all.
const MIN_AGREED_CHARS: u32 = 400;

/// The share of a paragraph's tokens from which a labelled part of the content has it.
const MIN_LABELLED_SHARE: f32 = 0.7;

/// Returns what `auto` and Readability agree about on a page of which nobody has labelled all: 1
/// for a paragraph that both keep, or that is in the part `with`, 0 for one that Readability drops,
/// and -1, which is not trained on, for one that only Readability keeps. Empty if they agree about
/// too little text.
///
/// Readability finds the right region of an article in any language, but keeps what is in it, such
/// as boxes of other stories. `auto` knows those, but on pages unlike those of its training it
/// keeps other regions too. So each corrects the other. For example, of news in Chinese both
/// together have an F1 of .94, and alone .78 and .93.
///
/// If a part is labelled, a paragraph that only Readability drops has no label: of recipes, it may
/// be a part that Readability does not know.
fn agreed_labels(
    labelled: &LabelledPage,
    with: Option<&str>,
    extractor: &mut Extractor,
) -> Vec<f32> {
    let page = labelled.read(extractor, true);
    let Decision { verdict, others, .. } = extractor.decide(&page);
    let by_readability = others.iter().find(|of| of.engine == EngineName::Readability.as_str());
    let mut labels = Vec::new();
    if let Some(by_readability) = by_readability {
        let decisions = verdict.kept.iter().zip(&by_readability.kept);
        labels.extend(decisions.map(|decision| match decision {
            (true, true) => 1.0,
            (true, false) if with.is_some() => -1.0,
            (_, false) => 0.0,
            (false, true) => -1.0,
        }));
    }
    if let Some(with) = with {
        let shares = reference_shares(&page, with);
        for (label, _) in labels.iter_mut().zip(shares).filter(|of| of.1 >= MIN_LABELLED_SHARE) {
            *label = 1.0;
        }
    }
    let paragraphs = page.paragraphs().iter().zip(&labels);
    let agreed = paragraphs.filter(|(_, label)| **label > 0.5).map(|(of, _)| of.text_chars);
    if agreed.sum::<u32>() < MIN_AGREED_CHARS {
        labels.clear();
    }
    extractor.recycle(page);
    labels
}

/// Returns the words of a text as numbers, and adds new ones to `numbers`.
fn numbered(text: &str, numbers: &mut HashMap<String, u32>) -> Vec<u32> {
    let text = text.to_lowercase();
    let number = |token: &str| {
        if let Some(&number) = numbers.get(token) {
            return number;
        }
        let number = numbers.len() as u32;
        numbers.insert(token.to_owned(), number);
        number
    };
    words(&text).map(number).collect()
}

/// Returns the paragraphs that contain a passage. White space is collapsed.
fn rows_with(page: &Page, passage: &str) -> Vec<usize> {
    let passage = collapsed(passage);
    let contains = |index: &usize| {
        collapsed(page.paragraph_text(&page.paragraphs()[*index])).contains(&passage)
    };
    (0..page.paragraphs().len()).filter(contains).collect()
}

fn collapsed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the labels of a page of passages: 1 for a paragraph with a passage of the content, 0 for
/// one with another passage, -1 for all others and for one with both.
fn passage_labels(line: &PageLine<'_>) -> Vec<f32> {
    let mut labels = vec![-1.0; line.rows];
    for &row in line.with.iter().flatten() {
        labels[row] = 1.0;
    }
    for &row in line.without.iter().flatten() {
        labels[row] = if labels[row] < 0.5 { 0.0 } else { -1.0 };
    }
    labels
}
