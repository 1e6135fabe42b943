//! `with-without`: the marked passages that the text contains.

use std::fmt;

use anyhow::Result;
use serde::Serialize;
use tamis_testkit::with_without::Page;

use super::{PageInput, System, row, thousandths};
use crate::score::Score;

/// The result of a system on `with-without`.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct PassageReport {
    /// The name of the corpus.
    pub corpus: &'static str,
    /// The name of the system.
    pub system: String,
    /// The number of pages.
    pub pages: usize,
    /// For how many of them the system had no answer.
    pub missing: usize,
    /// Passages of the main content that came out.
    pub true_positives: u32,
    /// Passages of the main content that did not.
    pub false_negatives: u32,
    /// Other passages that came out.
    pub false_positives: u32,
    /// Other passages that did not.
    pub true_negatives: u32,
    /// Precision, recall and F1 over all passages.
    pub overall: Score,
}

/// Scores a system on pages of `with-without`; the id of a page is the name of its file.
///
/// # Errors
///
/// If a page cannot be read or the system fails.
pub fn measure_with_without(
    name: &str,
    system: &mut dyn System,
    pages: impl IntoIterator<Item = Result<Page>>,
) -> Result<PassageReport> {
    let mut report = PassageReport {
        corpus: tamis_testkit::with_without::NAME,
        system: name.to_owned(),
        ..PassageReport::default()
    };
    for page in pages {
        let page = page?;
        let url = page.url.starts_with("http").then_some(page.url.as_str());
        let text =
            system.text(PageInput { id: &page.file, html: &page.html, charset: None, url })?;
        report.pages += 1;
        report.missing += usize::from(text.is_none());
        let text = collapse(text.as_deref().unwrap_or_default());
        let found = |passages: &[String]| {
            let found = passages.iter().filter(|passage| text.contains(&collapse(passage)));
            let found = found.count();
            (found as u32, (passages.len() - found) as u32)
        };
        let (true_positives, false_negatives) = found(&page.annotation.with);
        let (false_positives, true_negatives) = found(&page.annotation.without);
        report.true_positives += true_positives;
        report.false_negatives += false_negatives;
        report.false_positives += false_positives;
        report.true_negatives += true_negatives;
    }
    let found = report.true_positives + report.false_positives;
    let wanted = report.true_positives + report.false_negatives;
    report.overall = Score::of_counts(report.true_positives, found, wanted);
    Ok(report)
}

/// The text with each run of white space as one blank, and none at its ends.
fn collapse(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl fmt::Display for PassageReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = format!("{} on {}\n", self.system, self.corpus);
        row(&mut table, "", "pages", ["F1", "precision", "recall"]);
        let numbers =
            [self.overall.f1, self.overall.precision, self.overall.recall].map(thousandths);
        let numbers = numbers.each_ref().map(String::as_str);
        row(&mut table, "all passages", &self.pages.to_string(), numbers);
        f.write_str(&table)?;
        writeln!(
            f,
            "with: {} found, {} missed; without: {} found, {} left out",
            self.true_positives, self.false_negatives, self.false_positives, self.true_negatives
        )?;
        if self.missing > 0 {
            writeln!(f, "{} pages without an answer count as empty", self.missing)?;
        }
        Ok(())
    }
}
