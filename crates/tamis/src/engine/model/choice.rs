//! The set of paragraphs with the highest expected F1.
//!
//! The model gives probabilities, but a text needs a decision for each paragraph. The obvious rule,
//! to keep what is more probable than .5, is not the best one for F1. If a page has a single
//! paragraph with a probability of .4, keeping it has an expected F1 of .57, and dropping it has 0.
//! On a page with a long text that is certain, the same paragraph should be dropped, because it can
//! only make a good text a little worse.
//!
//! So the limit depends on the page. The expected F1 of a set is 2 · found / (kept + all): `found`
//! is the expected length of the content in the set, `kept` the length of the set, and `all` the
//! expected length of all content. A paragraph makes this better exactly if its probability is more
//! than half of the F1 that is reached. So the best set has all paragraphs above some limit, and it
//! is enough to add them in the order of their probability and to note where the value is highest.
//!
//! For example, three paragraphs of 10 characters have the probabilities .9, .5 and .2, so `all` is
//! 16:
//!
//! | kept | found | expected F1 |
//! | --- | --- | --- |
//! | .9 | 9 | 18 / 26 = .69 |
//! | .9, .5 | 14 | 28 / 36 = .78 |
//! | .9, .5, .2 | 16 | 32 / 46 = .70 |
//!
//! The first two are kept. A `bias` makes a kept character cost more or less, which moves the limit
//! to precision or to recall.

/// Returns which paragraphs to keep.
///
/// `probabilities` are those of the paragraphs to be content, 0 to 1, and `lengths` their lengths
/// in any unit. The best set of a given size has the most probable paragraphs, so there are only as
/// many sets to compare as paragraphs. `bias` is the cost of a kept length, relative to that in
/// [`expected_f1`]: less than 1 favours recall, more than 1 precision.
pub(crate) fn best_set(probabilities: &[f64], lengths: &[f64], bias: f64) -> Vec<bool> {
    let mut order: Vec<usize> = (0..probabilities.len()).collect();
    order.sort_by(|&a, &b| probabilities[b].total_cmp(&probabilities[a]));
    let all = content(probabilities, lengths, |_| true);
    let (mut kept, mut found) = (0.0, 0.0);
    let (mut best, mut best_value) = (0, 0.0);
    for (number, &index) in order.iter().enumerate() {
        kept += lengths[index];
        found += probabilities[index] * lengths[index];
        let value = found / (bias * kept + all);
        if value > best_value {
            (best, best_value) = (number + 1, value);
        }
    }
    let mut set = vec![false; probabilities.len()];
    for &index in &order[..best] {
        set[index] = true;
    }
    set
}

/// Returns the expected F1 of a selection, 0 to 1; 0 if it keeps nothing.
///
/// That is twice the expected length of the content in it, divided by its length plus the expected
/// length of all content. The quotient of two expected lengths is not quite the expected quotient,
/// but the difference vanishes in texts of many paragraphs, because the lengths then hardly vary.
pub(crate) fn expected_f1(probabilities: &[f64], lengths: &[f64], kept: &[bool]) -> f64 {
    let all = content(probabilities, lengths, |_| true);
    let found = content(probabilities, lengths, |index| kept[index]);
    let length: f64 = lengths.iter().zip(kept).filter(|(_, kept)| **kept).map(|(of, _)| of).sum();
    if found > 0.0 { 2.0 * found / (length + all) } else { 0.0 }
}

/// Returns the expected length of the content in some paragraphs.
fn content(probabilities: &[f64], lengths: &[f64], is_in: impl Fn(usize) -> bool) -> f64 {
    let of = probabilities.iter().zip(lengths).enumerate().filter(|(index, _)| is_in(*index));
    of.map(|(_, (probability, length))| probability * length).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(probabilities: &[f64], lengths: &[f64], bias: f64, expected: &[bool]) {
        assert_eq!(best_set(probabilities, lengths, bias), expected);
    }

    #[test]
    fn sure_paragraphs_are_kept() {
        check(&[0.9, 0.1, 0.8], &[10.0, 10.0, 10.0], 1.0, &[true, false, true]);
        check(&[], &[], 1.0, &[]);
        check(&[0.0, 0.0], &[10.0, 10.0], 1.0, &[false, false]);
    }

    #[test]
    fn the_limit_is_half_of_the_expected_f1() {
        // Alone, a paragraph that is more likely boilerplate is still the best guess.
        check(&[0.4], &[10.0], 1.0, &[true]);
        check(&[1.0, 0.4], &[10.0, 1.0], 1.0, &[true, false]);
    }

    #[test]
    fn the_bias_favours_precision_or_recall() {
        let (probabilities, lengths) = ([0.9, 0.5, 0.2], [10.0, 10.0, 10.0]);
        check(&probabilities, &lengths, 1.0, &[true, true, false]);
        check(&probabilities, &lengths, 4.0, &[true, false, false]);
        check(&probabilities, &lengths, 0.1, &[true, true, true]);
    }

    #[test]
    fn the_expected_f1_of_certainty_is_one() {
        let f1 = |kept: [bool; 2]| expected_f1(&[1.0, 0.0], &[7.0, 3.0], &kept);
        assert!((f1([true, false]) - 1.0).abs() < 1e-12);
        assert!((f1([true, true]) - 14.0 / 17.0).abs() < 1e-12);
        assert!(f1([false, true]) < 1e-12);
    }
}
