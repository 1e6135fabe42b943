//! Reads rules from TOML, and checks each against its cases.

use std::sync::LazyLock;

use serde::Deserialize;
use tamis_dom::{Parser, Selector};

use super::matcher::RuleIndex;
use super::phrases::{self, MAX_PHRASE};
use super::rules::{Field, Pattern, Rule, Rules};
use crate::error::Error;
use crate::page::Page;

/// The built-in rules: the name and the text of each file.
pub(super) const BUILTIN: [(&str, &str); 7] = [
    ("title.toml", include_str!("rules/title.toml")),
    ("content.toml", include_str!("rules/content.toml")),
    ("summary.toml", include_str!("rules/summary.toml")),
    ("author.toml", include_str!("rules/author.toml")),
    ("date.toml", include_str!("rules/date.toml")),
    ("exclusions.toml", include_str!("rules/exclusions.toml")),
    ("comments.toml", include_str!("rules/comments.toml")),
];

/// The steps for matching the cases of all rules of a file: for any file, and for each byte of it.
/// A list of 50,000 selectors costs as much for a case of ten bytes as for a page.
const CASE_STEPS: u64 = 4_000_000;
const CASE_STEPS_PER_BYTE: u64 = 16;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleFile {
    /// Data about a site, in a file that was learned from it.
    site: Option<toml::Table>,
    #[serde(default)]
    rule: Vec<RuleEntry>,
}

/// One `[[rule]]` of a file, not yet validated.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleEntry {
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
    /// Returns the rules that come with the library. They are read once.
    ///
    /// ```
    /// use tamis::engine::selectors::{Field, Rules};
    /// let rules = Rules::builtin();
    /// assert!(rules.get("content-main").is_some_and(|rule| rule.field == Field::Content));
    /// ```
    pub fn builtin() -> &'static Rules {
        static RULES: LazyLock<Rules> = LazyLock::new(|| Rules::of_files(&BUILTIN));
        &RULES
    }

    /// Reads the files of the library itself. Their cases are checked by a test, not here.
    ///
    /// # Panics
    ///
    /// If a file is not valid: a program without some of its rules would give other answers and not
    /// say so.
    pub(super) fn of_files(files: &[(&str, &str)]) -> Rules {
        let mut rules = Rules::default();
        for (name, toml) in files {
            match Rules::read(toml) {
                Ok((more, _)) => rules.extend(more),
                Err(error) => panic!("the built-in file `{name}` is not valid: {error}"),
            }
        }
        rules
    }

    /// Reads the rules of a TOML file, and checks each against its cases.
    ///
    /// Each rule is a `[[rule]]` with the fields of [`Rule`], as in the [example](Rules). Its
    /// pattern is either `selector`, a string, or `words`, a list of phrases; `value` is optional.
    /// A `[site]` table, which [learned](crate::site_rules::LearnedRules) files have, is ignored.
    ///
    /// # Errors
    ///
    /// If the file does not have this form, two rules have the same id, a selector is not valid, or
    /// a rule lacks a case or fails one.
    pub fn from_toml(toml: &str) -> Result<Rules, Error> {
        Rules::with_site(toml).map(|(rules, _)| rules)
    }

    /// Reads rules like [`Rules::from_toml`], and returns the `[site]` table too.
    ///
    /// # Errors
    ///
    /// The same as of [`Rules::from_toml`].
    pub(crate) fn with_site(toml: &str) -> Result<(Rules, Option<toml::Table>), Error> {
        let (rules, site) = Rules::read(toml)?;
        let mut steps = CASE_STEPS + CASE_STEPS_PER_BYTE * toml.len() as u64;
        rules.iter().try_for_each(|rule| rule.check_within(&mut steps))?;
        Ok((rules, site))
    }

    fn read(toml: &str) -> Result<(Rules, Option<toml::Table>), Error> {
        let file: RuleFile = toml::from_str(toml).map_err(|error| unreadable(toml, &error))?;
        let mut rules: Vec<Rule> = Vec::with_capacity(file.rule.len());
        for entry in file.rule {
            let rule = Rule::from_entry(entry)?;
            if rules.iter().any(|other| other.id == rule.id) {
                return Err(rule.error("there are two rules of this name"));
            }
            rules.push(rule);
        }
        Ok((Rules::new(rules), file.site))
    }
}

/// Returns the error of a file that is no TOML, or states something that rules do not have, in one
/// line: the library's own text draws the place in several, which a log cannot tell apart.
fn unreadable(toml: &str, error: &toml::de::Error) -> Error {
    let message = error.message().replace('\n', ", ");
    let before = error.span().and_then(|span| toml.get(..span.start));
    Error::new(match before {
        Some(before) => {
            let line = before.matches('\n').count() + 1;
            let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
            format!("the rules can't be read: line {line}, column {column}: {message}")
        }
        None => format!("the rules can't be read: {message}"),
    })
}

impl Rule {
    fn from_entry(entry: RuleEntry) -> Result<Rule, Error> {
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

    /// Returns true if the rule matches any element of the page.
    ///
    /// ```
    /// use tamis::Page;
    /// use tamis::dom::Parser;
    /// use tamis::engine::selectors::Rules;
    /// let rule = Rules::builtin().get("content-main").unwrap();
    /// assert!(rule.matches(&Page::measure(Parser::default().parse("<main>Text</main>"))));
    /// assert!(!rule.matches(&Page::measure(Parser::default().parse("<div>Text</div>"))));
    /// ```
    pub fn matches(&self, page: &Page) -> bool {
        let index = RuleIndex::of(std::slice::from_ref(self), |_| true);
        !index.hits(page.document()).all.is_empty()
    }

    /// Checks the rule against its own cases.
    ///
    /// ```
    /// use tamis::engine::selectors::Rules;
    /// let mut rule = Rules::builtin().get("content-main").unwrap().clone();
    /// assert!(rule.check().is_ok());
    /// rule.matches_not.push("<main>Text</main>".to_owned());
    /// assert!(rule.check().is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// If the rule misses a page of [`Rule::matches`](#structfield.matches) or matches a page of
    /// [`Rule::matches_not`](#structfield.matches_not).
    pub fn check(&self) -> Result<(), Error> {
        let cases = self.matches.iter().chain(&self.matches_not);
        let bytes: usize = cases.map(String::len).sum();
        self.check_within(&mut (CASE_STEPS + CASE_STEPS_PER_BYTE * bytes as u64))
    }

    /// Checks the rule against its own cases, and takes the steps for it from `steps`.
    fn check_within(&self, steps: &mut u64) -> Result<(), Error> {
        let mut parser = Parser::default();
        let index = RuleIndex::of(std::slice::from_ref(self), |_| true);
        let cases = self.matches.iter().map(|html| (html, true));
        for (html, expected) in cases.chain(self.matches_not.iter().map(|html| (html, false))) {
            let reason = match index.matches_any(&parser.parse(html), steps) {
                Some(matches) if matches == expected => continue,
                Some(true) => format!("it matches the case `{html}`, which it should not"),
                Some(false) => format!("it does not match its case `{html}`"),
                None => "to match its cases takes too many steps".to_owned(),
            };
            return Err(self.error(&reason));
        }
        Ok(())
    }
}

fn read_words(phrases: &[String]) -> Result<Vec<String>, String> {
    if phrases.is_empty() {
        return Err("`words` is empty".into());
    }
    for phrase in phrases {
        let words = phrases::phrase(phrase).len();
        let plain = |c: char| c.is_alphanumeric() || c == ' ';
        if words == 0 || words > MAX_PHRASE || !phrase.chars().all(plain) {
            return Err(format!("`{phrase}` is not a phrase of one to three words"));
        }
    }
    Ok(phrases.to_vec())
}
