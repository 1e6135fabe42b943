//! The table of what is right.

use std::fmt;

use serde::Serialize;
use tamis_testkit::folds::{FOLDS, fold};

use super::{Answer, Compared, Sample};

/// The result of a system on a corpus.
#[derive(Debug, Clone, Serialize)]
pub struct MetadataReport {
    /// The name of the corpus.
    pub corpus: String,
    /// The name of the system.
    pub system: String,
    /// Each field that a page is annotated with.
    pub fields: Vec<FieldReport>,
    /// Each wrong answer.
    pub mistakes: Vec<Mistake>,
}

/// The result of a system in one field.
#[derive(Debug, Clone, Serialize)]
pub struct FieldReport {
    /// The field.
    pub field: Compared,
    /// The correct values, among the pages that have one.
    pub right: Share,
    /// The wrong values, among the pages that have one.
    pub wrong: Share,
    /// The invented values, among the pages that have none.
    pub invented: Share,
    /// The share that is right in each fold of domains.
    pub folds: [Share; FOLDS],
    /// The share where one is invented in each fold of domains.
    pub invented_folds: [Share; FOLDS],
}

/// So many of so many.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Share {
    /// The number of pages that count.
    pub count: usize,
    /// The number of all pages.
    pub of: usize,
}

/// A wrong answer.
#[derive(Debug, Clone, Serialize)]
pub struct Mistake {
    id: String,
    fold: usize,
    field: Compared,
    expected: Vec<String>,
    given: Vec<String>,
}

impl Share {
    fn add(&mut self, counts: bool) {
        self.count += usize::from(counts);
        self.of += 1;
    }

    /// The share, 0 to 1; 0 of none.
    pub fn ratio(self) -> f64 {
        if self.of == 0 { 0.0 } else { self.count as f64 / self.of as f64 }
    }
}

impl MetadataReport {
    pub(super) fn new(system: &str, corpus: &str) -> MetadataReport {
        let field = |field| FieldReport {
            field,
            right: Share::default(),
            wrong: Share::default(),
            invented: Share::default(),
            folds: [Share::default(); FOLDS],
            invented_folds: [Share::default(); FOLDS],
        };
        MetadataReport {
            corpus: corpus.to_owned(),
            system: system.to_owned(),
            fields: Compared::ALL.into_iter().map(field).collect(),
            mistakes: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, page: &Sample, answer: &Answer) {
        let in_fold = fold(page.url.as_deref().unwrap_or(&page.id));
        for report in &mut self.fields {
            if !page.reference.fields.contains(&report.field) {
                continue;
            }
            let expected = page.reference.answer.compared(report.field);
            let given = answer.compared(report.field);
            let is_right = expected == given;
            if expected.is_empty() {
                report.invented.add(!given.is_empty());
                report.invented_folds[in_fold].add(!given.is_empty());
            } else {
                report.right.add(is_right);
                report.wrong.add(!is_right && !given.is_empty());
                report.folds[in_fold].add(is_right);
            }
            if !is_right {
                self.mistakes.push(Mistake {
                    id: page.id.clone(),
                    fold: in_fold,
                    field: report.field,
                    expected: expected.into_iter().collect(),
                    given: given.into_iter().collect(),
                });
            }
        }
    }

    /// The result in a field.
    pub fn field(&self, field: Compared) -> Option<&FieldReport> {
        self.fields.iter().find(|report| report.field == field)
    }
}

/// The table, in percent: the correct and the wrong values on pages that have one, and the invented
/// values on pages that have none. Then the correct and the invented ones for each fold.
impl fmt::Display for MetadataReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |share: Share| format!("{:.1}", share.ratio() * 100.0);
        writeln!(f, "{} on {}", self.system, self.corpus)?;
        writeln!(
            f,
            "{:<11} {:>5} {:>6} {:>6} {:>5} {:>9}   right by fold; invented by fold",
            "", "with", "right", "wrong", "none", "invented"
        )?;
        let reports = self.fields.iter().filter(|field| field.right.of + field.invented.of > 0);
        for report in reports {
            let FieldReport { field, right, wrong, invented, .. } = report;
            let folds = report.folds.map(percent).join(" ");
            let invented_folds = report.invented_folds.map(percent).join(" ");
            writeln!(
                f,
                "{:<11} {:>5} {:>6} {:>6} {:>5} {:>9}   {folds}; {invented_folds}",
                field.name(),
                right.of,
                percent(*right),
                percent(*wrong),
                invented.of,
                percent(*invented),
            )?;
        }
        Ok(())
    }
}
