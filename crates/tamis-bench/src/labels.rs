//! The paragraphs of a page that its reference keeps.

use imara_diff::{Algorithm, Diff, InternedInput};
use tamis::Page;

use crate::score::tokens;

/// The share of a paragraph's tokens from which it belongs to the reference.
const MIN_SHARE: f32 = 0.5;

/// Returns for each paragraph of the page whether the reference keeps it. It does if at least half
/// of the paragraph's tokens are among those that the page's text and the reference have in common,
/// in the same order. A paragraph without tokens is not kept.
///
/// The two are compared with the histogram form of a patience diff, so that common words alone do
/// not match them.
///
/// ```
/// use tamis::dom::Parser;
/// use tamis::Page;
/// use tamis_bench::labels::reference_selection;
/// let html = "<p>Home<p>One two three<p>More like three<p>Four";
/// let page = Page::measure(Parser::default().parse(html));
/// let kept = reference_selection(&page, "One two three. Four.");
/// assert_eq!(kept, [false, true, false, true]);
/// ```
pub fn reference_selection(page: &Page, reference: &str) -> Vec<bool> {
    reference_shares(page, reference).into_iter().map(|share| share >= MIN_SHARE).collect()
}

/// Returns for each paragraph the share of its tokens that the reference has in the same order, 0
/// to 1. 0 for a paragraph without tokens. See [`reference_selection`].
pub fn reference_shares(page: &Page, reference: &str) -> Vec<f32> {
    let lower = |text: &str| text.to_lowercase();
    let texts: Vec<String> =
        page.paragraphs().iter().map(|paragraph| lower(page.paragraph_text(paragraph))).collect();
    let reference = lower(reference);
    let mut input = InternedInput::default();
    input.update_before(texts.iter().flat_map(|text| tokens(text)));
    input.update_after(tokens(&reference));
    let diff = Diff::compute(Algorithm::Histogram, &input);
    let mut at = 0;
    let share = |text: &String| {
        let count = tokens(text).count();
        let shared = (at..at + count).filter(|&token| !removed(&diff, token)).count();
        at += count;
        shared as f32 / count.max(1) as f32
    };
    texts.iter().map(share).collect()
}

/// True if the page's token at this place is not in the reference.
fn removed(diff: &Diff, token: usize) -> bool {
    u32::try_from(token).is_ok_and(|token| diff.is_removed(token))
}
