//! Deliberate differences from a reference or a suite: a list with reasons, and the check that it
//! is up to date.
//!
//! ```toml
//! [[divergence]]
//! id = "tests1.dat:31"
//! reason = "The suite predates the change of the standard."
//! section = "13.2.6.4.7"
//! ```
//!
//! A case that is not listed must agree. A listed case must exist and differ.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

/// A case that differs on purpose.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Divergence {
    /// The id of the case.
    pub id: String,
    /// The reason for the difference: a sentence.
    pub reason: String,
    /// The section of the standard, paper or reference that decides.
    pub section: String,
}

/// A list of divergences.
#[derive(Debug, Clone, Default)]
pub struct Divergences {
    by_id: BTreeMap<String, Divergence>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    divergence: Vec<Divergence>,
}

impl Divergences {
    /// The list in a text of the format above.
    ///
    /// # Errors
    ///
    /// If the text is not such a list, an entry has an empty field, or two have one id.
    pub fn parse(text: &str) -> Result<Self> {
        let file: File = toml::from_str(text)?;
        let mut by_id = BTreeMap::new();
        for entry in file.divergence {
            let fields = [&entry.id, &entry.reason, &entry.section];
            ensure!(
                fields.iter().all(|field| !field.trim().is_empty()),
                "divergence {:?} has an empty field",
                entry.id
            );
            let id = entry.id.clone();
            ensure!(by_id.insert(id.clone(), entry).is_none(), "divergence {id} is listed twice");
        }
        Ok(Self { by_id })
    }

    /// The list in a file.
    ///
    /// # Errors
    ///
    /// As [`Divergences::parse`], and when the file cannot be read.
    pub fn load(path: &Path) -> Result<Self> {
        let text = fs::read_to_string(path).with_context(|| format!("read {}", path.display()))?;
        Self::parse(&text).with_context(|| path.display().to_string())
    }

    /// The entry of a case, or `None` where it has to agree.
    pub fn get(&self, id: &str) -> Option<&Divergence> {
        self.by_id.get(id)
    }

    /// The number of listed cases.
    pub fn len(&self) -> usize {
        self.by_id.len()
    }

    /// True if no case is listed.
    pub fn is_empty(&self) -> bool {
        self.by_id.is_empty()
    }

    /// A run of the suite that is checked against the list.
    pub fn run(&self) -> Run<'_> {
        Run {
            list: self,
            seen: BTreeSet::new(),
            agreed: 0,
            unlisted: Vec::new(),
            stale: Vec::new(),
        }
    }
}

/// A run of a suite: record each case, then [finish](Run::finish).
///
/// ```
/// use tamis_testkit::divergences::Divergences;
///
/// let list = Divergences::parse(
///     "[[divergence]]\nid = 'b'\nreason = 'Ours is newer.'\nsection = '1.2'",
/// )?;
/// let mut run = list.run();
/// run.record("a", true, || "never asked".to_owned());
/// run.record("b", false, || "left x, right y".to_owned());
/// assert_eq!(run.finish()?.to_string(), "2 cases: 1 agree, 1 differ as listed");
/// # Ok::<(), anyhow::Error>(())
/// ```
#[derive(Debug)]
pub struct Run<'a> {
    list: &'a Divergences,
    seen: BTreeSet<&'a str>,
    agreed: usize,
    unlisted: Vec<String>,
    stale: Vec<&'a str>,
}

/// The counts of a run that passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tally {
    /// Cases that agree.
    pub agreed: usize,
    /// Cases that differ and are listed.
    pub diverged: usize,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cases = self.agreed + self.diverged;
        write!(f, "{cases} cases: {} agree, {} differ as listed", self.agreed, self.diverged)
    }
}

impl Run<'_> {
    /// Notes whether a case agrees. `difference` is called only if the case fails the run.
    ///
    /// A case may be recorded several times, once per mode. Each time it must agree or differ
    /// according to the list.
    pub fn record(&mut self, id: &str, agrees: bool, difference: impl FnOnce() -> String) {
        match (self.list.get(id), agrees) {
            (None, true) => self.agreed += 1,
            (None, false) => self.unlisted.push(format!("{id}: {}", difference())),
            (Some(entry), agrees) => {
                self.seen.insert(&entry.id);
                if agrees {
                    self.stale.push(&entry.id);
                }
            }
        }
    }

    /// Returns the counts of a run over every case.
    ///
    /// # Errors
    ///
    /// If a case differs without being listed, agrees although it is listed, or is listed and was
    /// not run. The message names all of them.
    pub fn finish(self) -> Result<Tally> {
        let listed = self.list.by_id.keys().map(String::as_str);
        let unseen: Vec<_> = listed.filter(|id| !self.seen.contains(id)).collect();
        self.verdict(&unseen)
    }

    /// Returns the counts of a run over a sample of the cases. As [`Run::finish`], but a listed
    /// case may be missing from the run.
    ///
    /// # Errors
    ///
    /// If a case differs that is not listed, or agrees although it is listed.
    pub fn finish_sample(self) -> Result<Tally> {
        self.verdict(&[])
    }

    fn verdict(self, unseen: &[&str]) -> Result<Tally> {
        let mut faults = self.unlisted;
        faults.extend(self.stale.iter().map(|id| format!("{id}: listed as divergent, but agrees")));
        faults
            .extend(unseen.iter().map(|id| format!("{id}: listed as divergent, but was not run")));
        ensure!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
        Ok(Tally { agreed: self.agreed, diverged: self.seen.len() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(ids: &[&str]) -> Divergences {
        let entries: Vec<_> = ids
            .iter()
            .map(|id| format!("[[divergence]]\nid = '{id}'\nreason = 'r'\nsection = 's'\n"))
            .collect();
        Divergences::parse(&entries.concat()).unwrap()
    }

    fn check(listed: &[&str], results: &[(&str, bool)], expected: &str) {
        let list = list(listed);
        let mut run = list.run();
        for (id, agrees) in results {
            run.record(id, *agrees, || "x is not y".to_owned());
        }
        let message = match run.finish() {
            Ok(tally) => tally.to_string(),
            Err(error) => error.to_string(),
        };
        assert_eq!(message, expected);
    }

    #[test]
    fn each_fault_is_named() {
        check(&["b"], &[("a", true), ("b", false)], "2 cases: 1 agree, 1 differ as listed");
        check(&[], &[("a", false)], "1 faults:\na: x is not y");
        check(&["a"], &[("a", true)], "1 faults:\na: listed as divergent, but agrees");
        check(&["a"], &[], "1 faults:\na: listed as divergent, but was not run");
        // Agreement in one of two modes is a fault too.
        check(
            &["a"],
            &[("a", false), ("a", true)],
            "1 faults:\na: listed as divergent, but agrees",
        );
    }

    #[test]
    fn a_sample_need_not_reach_every_entry() {
        let list = list(&["a", "b"]);
        let mut run = list.run();
        run.record("a", false, String::new);
        assert_eq!(run.finish_sample().unwrap(), Tally { agreed: 0, diverged: 1 });
    }

    #[test]
    fn a_list_is_checked() {
        let entry = "[[divergence]]\nid = 'a'\nreason = 'r'\nsection = 's'\n";
        assert_eq!(Divergences::parse(entry).unwrap().get("a").unwrap().reason, "r");
        assert!(Divergences::parse("").unwrap().is_empty());
        assert!(Divergences::parse(&entry.repeat(2)).is_err());
        assert!(Divergences::parse(&entry.replace("'r'", "' '")).is_err());
        assert!(Divergences::parse("[[divergence]]\nid = 'a'").is_err());
        assert_eq!(list(&["a", "b"]).len(), 2);
    }
}
