//! What was learned as a file.

use std::fmt::Write as _;

use super::{Learned, LearnedRule};
use crate::engine::selectors::Field;
use crate::site_rules::learned::{BY_LEARNING, MIN_CHARS};

/// How many numbers stand in a line.
const NUMBERS_PER_LINE: usize = 10;

impl Learned {
    /// The file: TOML that [`Rules::from_toml`](crate::engine::selectors::Rules::from_toml) and
    /// [`SiteRules::add`](crate::site_rules::SiteRules::add) read, with a table `[site]` before the rules. `hosts` are those that
    /// it is for, `pages` how many it was learned from, `success_rate` is [`Learned::success_rate`], `min_chars` how much text
    /// is a success, `without` has the ids of the library's exclusions that do not hold for this site, `template` the numbers
    /// of texts that stand on page after page.
    pub fn to_toml(&self) -> String {
        let mut toml = String::new();
        let has_keep = |rule: &LearnedRule| rule.is_correction && rule.field == Field::Content;
        let min_chars = if self.rules.iter().any(has_keep) { 1 } else { MIN_CHARS };
        // Writing into a text does not fail.
        let _ = write!(
            toml,
            "# Learned by tamis from {} pages.\n\n[site]\nhosts = {}\npages = {}\nsuccess_rate = {:.3}\nmin_chars = {min_chars}\n",
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
            for numbers in self.template.chunks(NUMBERS_PER_LINE) {
                let line: Vec<String> =
                    numbers.iter().map(|number| format!("0x{number:08x}")).collect();
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

    fn write_rule(&self, rule: &LearnedRule, number: usize, toml: &mut String) {
        let field = if rule.field == Field::Exclusion { "exclusion" } else { "content" };
        let why = match (rule.is_correction, rule.field) {
            (true, Field::Exclusion) => "said to be no content",
            (true, _) => "said to be the content",
            (false, Field::Exclusion) => "repeats, or hardly an engine takes it for content",
            (false, _) => "holds the text that varies and that engines take for content",
        };
        let source = if rule.is_correction { "a correction" } else { BY_LEARNING };
        // Writing into a text does not fail.
        let _ = write!(
            toml,
            "\n[[rule]]\nid = \"site-{field}-{number}\"\nfield = \"{field}\"\nselector = {}\npriority = {}\n\
             why = \"{why}: on {} of {} pages\"\nsource = \"{source}\"\nmatches = [{}]\nmatches_not = [{}]\n",
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

/// The text as TOML has it: between single quotes where it can stand there as it is, else with escapes.
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
