//! The numbers of a run.

use crate::filters::Filter;
use crate::row::Row;

/// The numbers of pages of a run.
#[derive(Debug, Default)]
pub struct Tally {
    /// All pages.
    pub pages: usize,
    /// The pages with main content, or those that are probably articles.
    pub found: usize,
    /// The pages that could not be read.
    pub failed: usize,
    /// The pages without anything to write.
    pub empty: usize,
    /// The pages that were not read, because their files exist.
    pub skipped: usize,
    /// The pages that each filter of [`Filter::ALL`] left out.
    pub left_out: [usize; Filter::ALL.len()],
    /// The files that were written.
    pub written: usize,
}

impl Tally {
    /// Counts a page.
    pub fn note(&mut self, row: &Row) {
        let is_found = row.readerable.unwrap_or_else(|| row.has_content());
        self.pages += 1;
        self.found += usize::from(is_found && row.left_out.is_none());
        if let Some(filter) = row.left_out {
            self.left_out[filter as usize] += 1;
        }
        self.failed += usize::from(row.error.is_some());
        self.skipped += usize::from(row.is_skipped);
    }

    /// Returns the numbers of a run that writes a file per page, in one line.
    pub fn line_of_files(&self) -> String {
        let files = if self.written == 1 { "file" } else { "files" };
        self.line(&format!("{} {files} written", self.written))
    }

    /// Returns the numbers of a run with filters, in one line.
    pub fn line_of_filters(&self) -> String {
        let left_out: usize = self.left_out.iter().sum();
        self.line(&format!("{} passed the filters", self.pages - left_out - self.failed))
    }

    /// Returns the numbers in one line, the given ones first, without those that are 0.
    fn line(&self, first: &str) -> String {
        let parts = [
            (self.skipped, "skipped because their files exist"),
            (self.empty, "without content"),
            (self.failed, "failed"),
        ];
        let parts = parts.map(|(number, what)| (number, what.to_owned()));
        let by = |filter: Filter| format!("left out by {}", filter.option());
        let filters = Filter::ALL.map(|filter| (self.left_out[filter as usize], by(filter)));
        let pages = if self.pages == 1 { "page" } else { "pages" };
        let other = parts.into_iter().chain(filters).filter(|(number, _)| *number > 0);
        let other = other.map(|(number, what)| format!("{number} {what}"));
        let first = format!("{} {pages}: {first}", self.pages);
        std::iter::once(first).chain(other).collect::<Vec<_>>().join(", ")
    }
}
