//! Rules as data: what a selector finds, why, and cases that show it.

use std::sync::{Arc, LazyLock};

use serde::Deserialize;
use tamis_dom::{Parser, Selector};

use super::matcher::Index;
use super::words::{self, MAX_PHRASE};
use crate::config::Error;
use crate::page::Page;

/// The rules that are compiled in, one file for each concern.
pub(super) const BUILTIN: [&str; 7] = [
    include_str!("rules/title.toml"),
    include_str!("rules/content.toml"),
    include_str!("rules/summary.toml"),
    include_str!("rules/author.toml"),
    include_str!("rules/date.toml"),
    include_str!("rules/exclusions.toml"),
    include_str!("rules/comments.toml"),
];

/// What a rule finds.
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
    /// Who wrote it.
    Author,
    /// When it was published.
    Date,
    /// What is not content, wherever it stands.
    Exclusion,
    /// What holds all that readers say below the content.
    Comments,
    /// What one reader says. Of elements that rules name within one element, those count whose rule has the lowest number.
    Comment,
    /// Of what those of comments name, what is none; and in comments, what is no text of theirs.
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

    /// Whether its rules are about readers' comments alone.
    pub(super) const fn is_of_comments(self) -> bool {
        matches!(self, Field::Comments | Field::Comment | Field::CommentsExclusion)
    }

    /// Whether its rules find a value, and not just elements.
    pub const fn has_value(self) -> bool {
        matches!(self, Field::Title | Field::Summary | Field::Author | Field::Date)
    }
}

/// What an element must have for a rule to match it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Pattern {
    /// One of these CSS selectors.
    Selector(Selector),
    /// One of these phrases as whole words in a class or in the id: `ad` is in `top-ad`, `topAd` and `ad_2`, and not in `header`.
    /// Each has one to three words, with a space between each two.
    Words(Vec<String>),
}

/// One rule.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Rule {
    /// Its name, unique among the rules.
    pub id: String,
    /// What it finds.
    pub field: Field,
    /// What it looks for.
    pub pattern: Pattern,
    /// The attribute that has the value; `None` where it is the text of the element. Of no meaning for fields
    /// without a [value](Field::has_value).
    pub value: Option<String>,
    /// Of the rules of a field that of the lowest number is asked first; of equals the one that was read first.
    pub priority: u32,
    /// What speaks for the rule.
    pub why: String,
    /// Where it comes from.
    pub source: String,
    /// Pages that it matches, at least one.
    pub matches: Vec<String>,
    /// Pages that it does not match, at least one.
    pub matches_not: Vec<String>,
}

/// Rules, in order of priority field by field.
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
    /// Shared, so that a clone costs nothing.
    rules: Arc<Vec<Rule>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// What a learned file says of its site.
    site: Option<toml::Table>,
    #[serde(default)]
    rule: Vec<Entry>,
}

/// A rule as a file has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    id: String,
    field: Field,
    selector: Option<String>,
    words: Option<Vec<String>>,
    value: Option<String>,
    priority: u32,
    why: String,
    source: String,
    matches: Vec<String>,
    matches_not: Vec<String>,
}

impl Rules {
    /// The rules that come with the library.
    pub fn builtin() -> &'static Rules {
        static RULES: LazyLock<Rules> = LazyLock::new(|| {
            let mut rules = Rules::default();
            for file in BUILTIN {
                // A test reads them all, so that none is missing in a program.
                rules.extend(Rules::read(file).map(|(rules, _)| rules).unwrap_or_default());
            }
            rules
        });
        &RULES
    }

    /// The rules of a file in TOML: a `[[rule]]` for each, as in the example above; instead of `selector` it can have
    /// `words`, a list of phrases. `value` names an attribute. A table `[site]`, as [learned](crate::site_rules::learn) files
    /// have it, is passed over.
    ///
    /// # Errors
    ///
    /// When the file is not of that form, two rules have one id, a selector can't be read, or a rule has no case or one
    /// that does not hold.
    pub fn from_toml(toml: &str) -> Result<Rules, Error> {
        Rules::with_site(toml).map(|(rules, _)| rules)
    }

    /// As [`Rules::from_toml`], with the table `site`, which a learned file has.
    ///
    /// # Errors
    ///
    /// As for [`Rules::from_toml`].
    pub(crate) fn with_site(toml: &str) -> Result<(Rules, Option<toml::Table>), Error> {
        let (rules, site) = Rules::read(toml)?;
        rules.rules.iter().try_for_each(Rule::check)?;
        Ok((rules, site))
    }

    fn read(toml: &str) -> Result<(Rules, Option<toml::Table>), Error> {
        let file: File = toml::from_str(toml)
            .map_err(|error| Error::new(format!("the rules can't be read: {error}")))?;
        let mut rules: Vec<Rule> = Vec::with_capacity(file.rule.len());
        for entry in file.rule {
            let rule = Rule::new(entry)?;
            if rules.iter().any(|other| other.id == rule.id) {
                return Err(rule.error("there are two rules of this name"));
            }
            rules.push(rule);
        }
        sort(&mut rules);
        Ok((Rules { rules: Arc::new(rules) }, file.site))
    }

    /// Adds these rules. One with the id of a rule that is there takes its place.
    pub fn extend(&mut self, rules: Rules) {
        let own = Arc::make_mut(&mut self.rules);
        own.retain(|rule| rules.get(&rule.id).is_none());
        own.extend(Arc::unwrap_or_clone(rules.rules));
        sort(own);
    }

    /// Leaves out the rules for which this is not true.
    pub fn retain(&mut self, keep: impl FnMut(&Rule) -> bool) {
        Arc::make_mut(&mut self.rules).retain(keep);
    }

    /// All rules, field by field.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Rule> {
        self.rules.iter()
    }

    /// The rules of a field, in order of priority.
    pub fn of(&self, field: Field) -> impl Iterator<Item = &Rule> {
        self.rules.iter().filter(move |rule| rule.field == field)
    }

    /// The rule of this id.
    pub fn get(&self, id: &str) -> Option<&Rule> {
        self.rules.iter().find(|rule| rule.id == id)
    }

    pub(super) fn as_slice(&self) -> &[Rule] {
        &self.rules
    }
}

impl Rule {
    fn new(entry: Entry) -> Result<Rule, Error> {
        let pattern = match (&entry.selector, &entry.words) {
            (Some(css), None) => {
                Selector::parse(css).map(Pattern::Selector).map_err(|e| e.to_string())
            }
            (None, Some(words)) => read_words(words).map(Pattern::Words),
            _ => Err("it needs a `selector` or `words`, and not both".into()),
        };
        let error = |reason: &str| Err(Error::new(format!("rule `{}`: {reason}", entry.id)));
        let pattern = match pattern {
            Ok(pattern) => pattern,
            Err(reason) => return error(&reason),
        };
        if entry.matches.is_empty() || entry.matches_not.is_empty() {
            return error("it needs a case that it matches and one that it does not");
        }
        if entry.value.is_some() && !entry.field.has_value() {
            return error("`value` is for rules that find a value");
        }
        Ok(Rule {
            id: entry.id,
            field: entry.field,
            pattern,
            value: entry.value,
            priority: entry.priority,
            why: entry.why,
            source: entry.source,
            matches: entry.matches,
            matches_not: entry.matches_not,
        })
    }

    fn error(&self, reason: &str) -> Error {
        Error::new(format!("rule `{}`: {reason}", self.id))
    }

    /// Whether the rule matches an element of the page.
    pub fn matches(&self, page: &Page) -> bool {
        let index = Index::of(std::slice::from_ref(self), |_| true);
        !index.hits(page.document()).is_empty()
    }

    /// Holds the rule against its cases.
    ///
    /// # Errors
    ///
    /// When a page that it should match is not matched, or one is that it should not.
    pub fn check(&self) -> Result<(), Error> {
        let mut parser = Parser::default();
        let mut matches = |html: &String| self.matches(&Page::measure(parser.parse(html)));
        if let Some(html) = self.matches.iter().find(|html| !matches(html)) {
            return Err(self.error(&format!("it does not match its case `{html}`")));
        }
        if let Some(html) = self.matches_not.iter().find(|html| matches(html)) {
            return Err(self.error(&format!("it matches the case `{html}`, which it should not")));
        }
        Ok(())
    }
}

fn sort(rules: &mut [Rule]) {
    rules.sort_by_key(|rule| (rule.field, rule.priority));
}

fn read_words(phrases: &[String]) -> Result<Vec<String>, String> {
    if phrases.is_empty() {
        return Err("`words` is empty".into());
    }
    for phrase in phrases {
        let words = words::phrase(phrase).len();
        let plain = |c: char| c.is_alphanumeric() || c == ' ';
        if words == 0 || words > MAX_PHRASE || !phrase.chars().all(plain) {
            return Err(format!("`{phrase}` is not a phrase of one to three words"));
        }
    }
    Ok(phrases.to_vec())
}
