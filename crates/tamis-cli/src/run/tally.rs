//! The numbers of a run.

use crate::row::Row;

/// The numbers of pages of a run.
#[derive(Debug, Default)]
pub struct Tally {
    pub pages: usize,
    /// The pages with main content, or those that are probably articles.
    pub found: usize,
    pub failed: usize,
    /// The pages without anything to write.
    pub empty: usize,
    /// The pages that were not read, because their files exist.
    pub skipped: usize,
    pub written: usize,
}

impl Tally {
    /// Counts a page.
    pub fn note(&mut self, row: &Row) {
        let is_found = row.readerable.unwrap_or_else(|| row.has_content());
        self.pages += 1;
        self.found += usize::from(is_found);
        self.failed += usize::from(row.error.is_some());
        self.skipped += usize::from(row.is_skipped);
    }

    /// The numbers in one line, without those that are 0 except of files.
    pub fn line(&self) -> String {
        let parts = [
            (self.skipped, "skipped because their files exist"),
            (self.empty, "without content"),
            (self.failed, "failed"),
        ];
        let pages = if self.pages == 1 { "page" } else { "pages" };
        let files = if self.written == 1 { "file" } else { "files" };
        let other = parts.into_iter().filter(|(number, _)| *number > 0);
        let other = other.map(|(number, what)| format!("{number} {what}"));
        let written = format!("{} {pages}: {} {files} written", self.pages, self.written);
        std::iter::once(written).chain(other).collect::<Vec<_>>().join(", ")
    }
}
