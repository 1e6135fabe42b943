//! Properties of extractions, engines and formats, through the public items, and the cases of
//! `testdata`.
//!
//! They are one program, because each program is linked with the whole library, and compiles its
//! generic code once more. A test has a program of its own if it counts the memory of the process,
//! makes its own list of tests, or takes so long that it has to begin first.

mod byte_range;
mod cases;
mod comments;
mod expected;
mod explanation;
mod json;
mod kinds;
mod layout;
mod lead_image;
mod markdown;
mod output_budget;
mod readability_options;
mod readability_properties;
mod readability_reference;
mod render_cases;
#[cfg(feature = "serde")]
mod render_options;
mod render_properties;
mod rules_linear;
mod shown;
mod site_rules;
mod thread_safety;
mod threads;
