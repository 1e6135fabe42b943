//! The formulas as the file that the library is built with.

use std::fmt::Write;

use tamis::blend::auto::{Feature, Formula};

/// The path of the file in the checkout.
pub const WEIGHTS: &str = "crates/tamis/src/blend/auto/weights.rs";

/// The text of the file.
pub fn weights_file(formulas: &[Formula]) -> String {
    let mut file = String::from(
        "//! The formulas of `auto`, fitted to the pages of `wcxb-dev`.\n\
         //!\n\
         //! `tamis-bench blend --write` writes this file. Do not edit it.\n\n\
         use std::borrow::Cow;\n\n\
         use super::{Feature, Formula};\n\
         use crate::engine::EngineName;\n\n\
         pub(super) const FORMULAS: &[Formula] = &[\n",
    );
    for Formula { engine, base, weights } in formulas {
        // Writing to a string cannot fail.
        let _ = writeln!(
            file,
            "    Formula {{\n        engine: EngineName::{engine:?},\n        base: {base:.4},\n        \
             weights: Cow::Borrowed(&["
        );
        for (feature, weight) in weights.iter() {
            // No minus before a zero.
            let weight = (weight * 1e4).round() / 1e4 + 0.0;
            let feature = match feature {
                Feature::Agreement(engine) => format!("Agreement(EngineName::{engine:?})"),
                Feature::Coverage(engine) => format!("Coverage(EngineName::{engine:?})"),
                Feature::Confidence(engine) => format!("Confidence(EngineName::{engine:?})"),
                other => format!("{other:?}"),
            };
            let _ = writeln!(file, "            (Feature::{feature}, {weight:.4}),");
        }
        file.push_str("        ]),\n    },\n");
    }
    file.push_str("];\n");
    file
}
