//! One row of the feature table.

use super::columns::Feature;

/// The features of one paragraph.
pub(super) struct Row<'t>(pub(super) &'t mut [f32]);

impl Row<'_> {
    #[inline]
    pub(super) fn set(&mut self, feature: Feature, value: f32) {
        self.0[feature as usize] = value;
    }

    /// Sets each of these features to the value at the same place.
    #[inline]
    pub(super) fn set_each<const N: usize>(&mut self, features: &[Feature; N], values: &[f32; N]) {
        for (&feature, &value) in features.iter().zip(values) {
            self.set(feature, value);
        }
    }
}

/// Returns a count as a feature. Trees compare features only, so they need no logarithm, whose last
/// bits differ between machines.
#[inline]
pub(super) fn count(n: u32) -> f32 {
    n as f32
}

/// Returns `part / whole`, or 0 if `whole` is 0.
#[inline]
pub(super) fn ratio(part: u32, whole: u32) -> f32 {
    if whole == 0 { 0.0 } else { part as f32 / whole as f32 }
}
