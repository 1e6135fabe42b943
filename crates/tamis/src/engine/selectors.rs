//! Finds content by the markup that authors give it: rules with CSS selectors, kept as data.
//!
//! [`Selectors`] matches all [`Rules`] against a page in one walk. The first rule for content that
//! finds enough text determines the content. Matches of the rules for exclusions are removed from
//! it, unless too much text would go with them.

mod comments;
mod config;
mod content;
mod engine;
mod exclusions;
mod explain;
mod heuristics;
mod matcher;
mod phrases;
mod rule_file;
mod rules;

pub use comments::Comments;
pub use config::Config;
pub use engine::Selectors;
pub use explain::{ContentMatch, Excluded, ExclusionCause, Explanation, FieldValue};
pub use heuristics::Heuristic;
pub use rules::{Field, Pattern, Rule, Rules};

#[cfg(test)]
mod tests;
