//! The result of learning, and the file it is written to.

use std::fmt::Write as _;

use tamis::engine::selectors::Field;
use tamis::site_rules::{LEARNED_SOURCE, MIN_CHARS};

use crate::case::Case;

/// The number of template hashes in a line of the file.
const HASHES_PER_LINE: usize = 10;

/// Rules for a site, from [`Learner::learn`](crate::Learner::learn). The [crate](crate) has an
/// example.
#[derive(Clone, Debug)]
pub struct Learned {
    pub(crate) hosts: Vec<String>,
    pub(crate) pages: usize,
    pub(crate) successes: usize,
    /// The ids of the library's exclusions that do not apply to the site.
    pub(crate) without: Vec<String>,
    /// The hashes of template texts, in ascending order.
    pub(crate) template: Vec<u32>,
    pub(crate) rules: Vec<LearnedRule>,
}

/// A rule that was learned or given as a correction. See [`Learned::rules`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LearnedRule {
    /// [`Field::Content`] or [`Field::Exclusion`].
    pub field: Field,
    /// A CSS selector.
    pub selector: String,
    /// The number of pages on which the selector matches an element with text.
    pub pages: usize,
    /// True if the user gave the rule.
    pub is_correction: bool,
    pub(crate) case: Case,
}

impl Learned {
    /// Returns the rules: corrections first, then rules for content, then exclusions, each in order
    /// of priority. Empty if the pages have nothing in common.
    ///
    /// ```
    /// use tamis::engine::selectors::Field;
    /// use tamis::{Config, Extractor};
    /// use tamis_learn::Learner;
    ///
    /// let mut extractor = Extractor::new(Config::default())?;
    /// let mut learner = Learner::default().keep("#story")?;
    /// for text in ["Bread rises.", "Wine waits."] {
    ///     let page = extractor.page(&format!("<p>Menu</p><div id=story>{text}</div>"));
    ///     learner.add(&page, [&extractor.decide(&page).verdict]);
    /// }
    /// let learned = learner.learn(&["example.com"])?;
    /// let rule = &learned.rules()[0];
    /// assert_eq!((rule.field, &*rule.selector), (Field::Content, "#story"));
    /// assert_eq!((rule.pages, rule.is_correction), (2, true));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rules(&self) -> &[LearnedRule] {
        &self.rules
    }

    /// Returns the number of pages that were learned from. It includes pages without any match.
    pub fn pages(&self) -> usize {
        self.pages
    }

    /// Returns the fraction of the pages, 0 to 1, on which a rule for content finds at least
    /// [`MIN_CHARS`] characters outside exclusions and template. In elements that the user keeps,
    /// any text is enough. The [crate](crate) has an example.
    pub fn success_rate(&self) -> f64 {
        self.successes as f64 / self.pages.max(1) as f64
    }

    /// Returns the rules as a TOML file.
    ///
    /// [`SiteRules::add`](tamis::site_rules::SiteRules::add) and
    /// [`Rules::from_toml`](tamis::engine::selectors::Rules::from_toml) read it. A table `[site]`
    /// comes before the rules:
    ///
    /// | key | value |
    /// | --- | --- |
    /// | `hosts` | the hosts that the rules apply to |
    /// | `pages` | the number of pages that were learned from |
    /// | `success_rate` | [`Learned::success_rate`], with three decimals |
    /// | `min_chars` | the number of characters that count as content found |
    /// | `without` | the ids of the library's exclusions that do not apply to the site |
    /// | `template` | the [hashes](tamis::site_rules::text_hash) of template texts |
    pub fn to_toml(&self) -> String {
        let mut toml = String::new();
        let has_keep = |rule: &LearnedRule| rule.is_correction && rule.field == Field::Content;
        let min_chars = if self.rules.iter().any(has_keep) { 1 } else { MIN_CHARS };
        // Writing to a `String` does not fail.
        let _ = write!(
            toml,
            "# Learned by tamis from {} pages.\n\n[site]\nhosts = {}\npages = {}\n\
             success_rate = {:.3}\nmin_chars = {min_chars}\n",
            self.pages,
            list(&self.hosts),
            self.pages,
            self.success_rate(),
        );
        if !self.without.is_empty() {
            let _ = writeln!(toml, "without = {}", list(&self.without));
        }
        if !self.template.is_empty() {
            toml.push_str("template = [\n");
            for hashes in self.template.chunks(HASHES_PER_LINE) {
                let line: Vec<String> = hashes.iter().map(|hash| format!("0x{hash:08x}")).collect();
                let _ = writeln!(toml, "    {},", line.join(", "));
            }
            toml.push_str("]\n");
        }
        let mut counts = [0_usize; 2];
        for rule in &self.rules {
            let count = &mut counts[usize::from(rule.field == Field::Exclusion)];
            *count += 1;
            self.write_rule(rule, *count, &mut toml);
        }
        toml
    }

    /// Appends a rule, which is the `number`th of its field, counted from 1.
    fn write_rule(&self, rule: &LearnedRule, number: usize, toml: &mut String) {
        let field = if rule.field == Field::Exclusion { "exclusion" } else { "content" };
        let why = match (rule.is_correction, rule.field) {
            (true, Field::Exclusion) => "said to be no content",
            (true, _) => "said to be the content",
            (false, Field::Exclusion) => "repeats, or hardly an engine takes it for content",
            (false, _) => "holds the text that varies and that engines take for content",
        };
        let source = if rule.is_correction { "a correction" } else { LEARNED_SOURCE };
        // Writing to a `String` does not fail.
        let _ = write!(
            toml,
            "\n[[rule]]\nid = \"site-{field}-{number}\"\nfield = \"{field}\"\nselector = {}\n\
             priority = {}\nwhy = \"{why}: on {} of {} pages\"\nsource = \"{source}\"\n\
             matches = [{}]\nmatches_not = [{}]\n",
            quoted(&rule.selector),
            number * 10,
            rule.pages,
            self.pages,
            quoted(&rule.case.matches),
            quoted(&rule.case.matches_not),
        );
    }
}

fn list(texts: &[String]) -> String {
    let texts: Vec<String> = texts.iter().map(|text| quoted(text)).collect();
    format!("[{}]", texts.join(", "))
}

/// Returns the text as a TOML string: literal if it has no quote and no control character, else
/// with escapes.
fn quoted(text: &str) -> String {
    if !text.contains('\'') && !text.contains(char::is_control) {
        return format!("'{text}'");
    }
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            _ if c.is_control() => quoted.extend(["\\u", &format!("{:04X}", u32::from(c))]),
            _ => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn strings_of_toml() {
        for (text, expected) in [
            ("a", "'a'"),
            ("a \"b\" \\", "'a \"b\" \\'"),
            ("it's", "\"it's\""),
            ("'\"\\", "\"'\\\"\\\\\""),
            ("a\nb", "\"a\\u000Ab\""),
        ] {
            assert_eq!(quoted(text), expected);
        }
    }
}
