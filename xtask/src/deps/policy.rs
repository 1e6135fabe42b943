//! The policy file: allowed licences, known duplicates, pinned dependencies.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, bail};
use serde::Deserialize;
use spdx::{Expression, ParseMode};

/// What `deps-policy.toml` says.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Policy {
    licences: Licences,
    /// Crates that may come in several versions.
    #[serde(default)]
    pub duplicates: Vec<Duplicate>,
    /// For each crate the names of its direct dependencies outside tests.
    pub pinned: BTreeMap<String, Vec<String>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Licences {
    /// SPDX names, an exception after ` WITH `.
    allow: Vec<String>,
}

/// A crate in several versions, and why that is borne.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Duplicate {
    pub name: String,
    /// The leading part of each version, such as `1` or `0.15`.
    versions: Vec<String>,
    reason: String,
}

impl Policy {
    /// The policy that `text` (TOML) holds.
    ///
    /// # Errors
    /// When it is not such TOML or an entry gives no reason.
    pub fn parse(text: &str) -> anyhow::Result<Self> {
        let policy: Self = toml::from_str(text).context("read the policy")?;
        for entry in &policy.duplicates {
            if entry.reason.trim().is_empty() {
                bail!("the duplicate {} has no reason", entry.name);
            }
        }
        Ok(policy)
    }

    /// Whether the allowed licences satisfy `expression`; the old form `MIT/Apache-2.0` means OR.
    ///
    /// # Errors
    /// When `expression` is not an SPDX expression.
    pub fn allows(&self, expression: &str) -> anyhow::Result<bool> {
        let expression = Expression::parse_mode(expression, ParseMode::LAX)
            .map_err(|error| anyhow::anyhow!("{}", error.reason))?;
        Ok(expression.evaluate(|licence| self.licences.allow.contains(&licence.to_string())))
    }
}

impl Duplicate {
    /// Whether `found` holds exactly one version for each leading part of the entry.
    pub fn versions_match(&self, found: &BTreeSet<&str>) -> bool {
        let is_of = |version: &str, lead: &str| {
            version.strip_prefix(lead).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        found.len() == self.versions.len()
            && self.versions.iter().all(|lead| found.iter().any(|version| is_of(version, lead)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allows(expression: &str) -> bool {
        let text = "licences.allow = [\"MIT\", \"Apache-2.0 WITH LLVM-exception\"]\n[pinned]";
        Policy::parse(text).unwrap().allows(expression).unwrap()
    }

    #[test]
    fn expressions_are_evaluated() {
        assert!(allows("MIT"));
        assert!(allows("MIT/Apache-2.0"));
        assert!(allows("(MIT OR GPL-2.0-only) AND MIT"));
        assert!(allows("Apache-2.0 WITH LLVM-exception"));
        assert!(!allows("Apache-2.0"));
        assert!(!allows("MIT AND ISC"));
    }

    #[test]
    fn an_entry_without_a_reason_is_refused() {
        let text = "licences.allow = []\npinned = {}\n\
            duplicates = [{ name = \"a\", versions = [\"1\"], reason = \" \" }]";
        assert!(Policy::parse(text).unwrap_err().to_string().contains("no reason"));
    }

    #[test]
    fn leading_parts_match_whole_numbers() {
        let entry = Duplicate {
            name: "a".into(),
            versions: vec!["1".into(), "0.2".into()],
            reason: "r".into(),
        };
        assert!(entry.versions_match(&BTreeSet::from(["1.4.0", "0.2.17"])));
        assert!(!entry.versions_match(&BTreeSet::from(["1.4.0", "0.21.0"])));
        assert!(!entry.versions_match(&BTreeSet::from(["1.4.0", "0.2.17", "3.0.0"])));
    }
}
