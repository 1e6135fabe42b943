//! Decides about dropped paragraphs between two kept ones.

use crate::verdict::Verdict;

/// The lowest probability of a heading that is kept between two kept paragraphs, and of code or a
/// formula that is kept after one. Those below are mostly boilerplate, such as the title of a box
/// with other articles.
pub(super) const MIN_PART: f64 = 0.1;

/// Decides about the paragraphs between two kept ones if all of them are part of a text: `decide`
/// returns true to keep one, and the reason.
pub(super) fn keep_between(
    verdict: &mut Verdict,
    is_part: impl Fn(usize) -> bool,
    decide: impl Fn(usize) -> (bool, &'static str),
) {
    let mut index = 1;
    while index < verdict.kept.len() {
        // Most paragraphs do not come after a kept one, and need no look at what they are.
        if !verdict.kept[index - 1] {
            index += 1;
            continue;
        }
        let dropped = |at: &usize| !verdict.kept[*at] && is_part(*at);
        let end = index + (index..verdict.kept.len()).take_while(dropped).count();
        if verdict.kept.get(end) == Some(&true) {
            for at in index..end {
                let (kept, reason) = decide(at);
                verdict.set(at, kept, reason);
            }
        }
        index = end + 1;
    }
}
