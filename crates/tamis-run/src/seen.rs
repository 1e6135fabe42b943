//! The texts of a run, to leave out pages with the text of an earlier one.

use std::collections::HashSet;

use crate::filters::TextDigest;
use crate::row::Row;

/// The texts of the pages so far. Rows come in the order of the inputs, whatever the number of
/// workers, so the page that stays of several with one text is always the same.
#[derive(Debug, Default)]
pub struct Seen(HashSet<TextDigest>);

impl Seen {
    /// Notes the text of a page. Returns true if an earlier page had the same.
    pub fn has(&mut self, row: &Row) -> bool {
        row.text_digest.is_some_and(|digest| !self.0.insert(digest))
    }
}
