//! The formulas of `auto`. Written by `tamis-bench blend --write`; not by hand.

use super::{ENGINES, Formula};

pub(super) const FORMULAS: [Formula; ENGINES.len()] = [
    Formula { base: 0.0, weights: [0.0; 11] },
    Formula { base: 0.0, weights: [0.0; 11] },
    Formula { base: 0.1, weights: [0.0; 11] },
];
