//! The width of the model: it evaluates rows side by side.

/// The number of rows that are evaluated side by side.
pub(super) const LANES: usize = 32;
