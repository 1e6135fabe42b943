//! Rules as data, and collections of them.

use std::sync::Arc;

use serde::Deserialize;
use tamis_dom::Selector;

use crate::error::Error;

/// The kind of thing that a rule finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Field {
    /// The title.
    Title,
    /// The main content.
    Content,
    /// A summary of the content.
    Summary,
    /// The author.
    Author,
    /// The date of publication.
    Date,
    /// An element that is not content, anywhere on the page.
    Exclusion,
    /// A section that contains all readers' comments.
    Comments,
    /// A comment of one reader. If several such rules match inside one element, only those with the
    /// lowest priority number count.
    Comment,
    /// An element that looks like comments but is not, or a part of a comment that is not its text.
    CommentsExclusion,
}

impl Field {
    /// All fields.
    pub const ALL: [Field; 9] = [
        Field::Title,
        Field::Content,
        Field::Summary,
        Field::Author,
        Field::Date,
        Field::Exclusion,
        Field::Comments,
        Field::Comment,
        Field::CommentsExclusion,
    ];

    /// Returns true if the field's rules concern only readers' comments.
    pub(super) const fn is_of_comments(self) -> bool {
        matches!(self, Field::Comments | Field::Comment | Field::CommentsExclusion)
    }

    /// Returns true if the field's rules find a value, not only elements.
    ///
    /// ```
    /// use tamis::engine::selectors::Field;
    /// assert!(Field::Title.has_value() && !Field::Content.has_value());
    /// ```
    pub const fn has_value(self) -> bool {
        matches!(self, Field::Title | Field::Summary | Field::Author | Field::Date)
    }
}

/// The condition that an element must meet to match a rule.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Pattern {
    /// One of these CSS selectors.
    Selector(Selector),
    /// One of these phrases as whole words in the class or the id: `ad` is in `top-ad`, `topAd` and
    /// `ad_2`, but not in `header`. A phrase has one to three words, separated by single spaces.
    Words(Vec<String>),
}

/// A rule, as in the example of [`Rules`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Rule {
    /// The name, unique among the rules.
    pub id: String,
    /// The kind of thing that it finds.
    pub field: Field,
    /// The condition that an element must meet.
    pub pattern: Pattern,
    /// The attribute that contains the value; `None` for the element's text. Ignored for fields
    /// without a [value](Field::has_value).
    pub value: Option<String>,
    /// The order among the rules of a field: lower numbers come first. Rules with equal numbers
    /// keep the order in which they were read.
    pub priority: u32,
    /// The reason for the rule.
    pub why: String,
    /// The origin of the rule.
    pub source: String,
    /// Pages that it matches, at least one.
    pub matches: Vec<String>,
    /// Pages that it does not match, at least one.
    pub matches_not: Vec<String>,
}

/// Rules, ordered by field and priority.
///
/// ```
/// use tamis::engine::selectors::{Field, Rules};
/// let mut rules = Rules::builtin().clone();
/// rules.extend(Rules::from_toml(r#"
///     [[rule]]
///     id = "story"
///     field = "content"
///     selector = "div#story"
///     priority = 1
///     why = "where this site has its stories"
///     source = "our own"
///     matches = ["<div id=story>"]
///     matches_not = ["<p id=story>"]
/// "#)?);
/// assert_eq!(rules.of(Field::Content).next().unwrap().id, "story");
/// # Ok::<(), tamis::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// Shared, so that a clone is cheap.
    rules: Arc<Vec<Rule>>,
}

impl Rules {
    pub(super) fn new(mut rules: Vec<Rule>) -> Rules {
        sort(&mut rules);
        Rules { rules: Arc::new(rules) }
    }

    /// Adds rules. A new rule replaces an old one with the same id. For an example see [`Rules`].
    pub fn extend(&mut self, rules: Rules) {
        let own = Arc::make_mut(&mut self.rules);
        own.retain(|rule| rules.get(&rule.id).is_none());
        own.extend(Arc::unwrap_or_clone(rules.rules));
        sort(own);
    }

    /// Removes the rules for which `keep` returns false.
    ///
    /// ```
    /// use tamis::engine::selectors::{Field, Rules};
    /// let mut rules = Rules::builtin().clone();
    /// rules.retain(|rule| rule.field == Field::Date);
    /// assert_eq!(rules.iter().len(), Rules::builtin().of(Field::Date).count());
    /// ```
    pub fn retain(&mut self, keep: impl FnMut(&Rule) -> bool) {
        Arc::make_mut(&mut self.rules).retain(keep);
    }

    /// Returns all rules, ordered by field and priority.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Rule> {
        self.rules.iter()
    }

    /// Returns the rules of a field, in order of priority. For an example see [`Rules`].
    pub fn of(&self, field: Field) -> impl Iterator<Item = &Rule> {
        self.rules.iter().filter(move |rule| rule.field == field)
    }

    /// Returns the rule with this id, for an example see [`Rules::builtin`].
    pub fn get(&self, id: &str) -> Option<&Rule> {
        self.rules.iter().find(|rule| rule.id == id)
    }

    pub(super) fn as_slice(&self) -> &[Rule] {
        &self.rules
    }
}

impl Rule {
    pub(super) fn error(&self, reason: &str) -> Error {
        Error::new(format!("rule `{}`: {reason}", self.id))
    }
}

fn sort(rules: &mut [Rule]) {
    rules.sort_by_key(|rule| (rule.field, rule.priority));
}
