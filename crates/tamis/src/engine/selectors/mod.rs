//! Content as the page's authors marked it up: rules with selectors, kept as data.
//!
//! [`Selectors`] holds all [`Rules`] against a page in one walk. The first rule for content that finds enough names the
//! content; what the rules for exclusions name is left out of it, unless too much would go.

mod comments;
mod config;
mod content;
mod engine;
mod exclusions;
mod explain;
mod heuristics;
mod matcher;
mod rules;
mod words;

pub use comments::Comments;
pub use config::Config;
pub use engine::Selectors;
pub use explain::{Candidate, Cause, Excluded, Explanation, Found};
pub use heuristics::Heuristic;
pub use rules::{Field, Pattern, Rule, Rules};

#[cfg(test)]
mod tests;
