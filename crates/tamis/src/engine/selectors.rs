//! Finds content by the markup that authors give it: rules with CSS selectors, kept as data.
//!
//! Most pages are made by a few systems, and their templates name the content: `entry-content` in
//! `WordPress`, `bbWrapper` in `XenForo`, `[itemprop=articleBody]` by schema.org. Where such a name
//! exists, it is better evidence than any measure of the text, because a person wrote it to say
//! "this is the article". Names of what is not content are as useful: `share-buttons`,
//! `related-posts`.
//!
//! A name can be wrong, though. A site may use `entry-content` for the teasers of a front page, or
//! put the whole article into an element of the class `sidebar`. So no rule is believed blindly:
//!
//! - Rules for content are tried in their order, specific names before general ones. The first one
//!   that finds enough text determines the content: more than [`Config::enough_chars`] characters,
//!   and a good part of the page's dense text. If none does, the one with the most text is taken. -
//!   Matches of the rules for exclusions are removed, unless too much text would go with them. For
//!   example, an element of the class `related` with 80 % of the text of the page is not removed.
//!
//! Rules are data in TOML with a reason, a source, and samples that they must match and must not
//! match, so that adding one needs no code. [`Selectors`] matches all [`Rules`] in one walk over
//! the document, because there are about a hundred of them: they are indexed by the class, id or
//! name that an element must have, as a browser does with style sheets.

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
