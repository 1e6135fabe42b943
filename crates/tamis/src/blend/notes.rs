//! The notes to a text.
//!
//! "As the old maps show [2]" promises a note, which is at the end of the page, in small print. So
//! the notes to kept texts are kept. Long lists of references are mostly no content, and are left
//! to the model if it keeps none of them.

use crate::page::Page;
use crate::structure::footnote::notes;
use crate::verdict::Verdict;

/// The greatest number of notes that are kept if all of them were dropped.
const MAX_DROPPED_NOTES: usize = 3;

/// Keeps the notes to kept texts if some of them are kept, or if there are few: long lists of
/// references are mostly no content.
pub(super) fn keep_notes(page: &Page, verdict: &mut Verdict) {
    let notes = notes(page.document());
    let of_kept = notes.iter().filter_map(|(reference, note)| {
        let after = page.paragraphs_in(*reference).end;
        let is_kept = after.checked_sub(1).is_some_and(|at| verdict.kept[at]);
        is_kept.then(|| page.paragraphs_among(note.clone()))
    });
    let of_kept: Vec<_> = of_kept.collect();
    let has_kept = of_kept.iter().any(|note| verdict.kept[note.clone()].contains(&true));
    if !has_kept && of_kept.len() > MAX_DROPPED_NOTES {
        return;
    }
    for at in of_kept.into_iter().flatten() {
        if !verdict.kept[at] {
            verdict.set(at, true, "a note to a text that is kept");
        }
    }
}
