//! Rules for single sites: reading them from a folder, and watching how often learned ones work.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use tamis::site_rules::{LearnedRules, RuleWarning, SiteRules};

use crate::message::message;
use crate::row::LearnedUse;

/// The extensions of rule files, in lower case: fivefilters' and learned ones.
const ENDINGS: [&str; 2] = ["txt", "toml"];

/// The largest number of lines that are named because they are not supported.
const MAX_WARNINGS: usize = 20;

/// Reads the rules in a folder, if one is named. Unless `quiet`, messages name the lines that are
/// not supported.
///
/// # Errors
///
/// As for [`read`].
pub fn requested(folder: Option<&Path>, quiet: bool) -> anyhow::Result<Option<Arc<SiteRules>>> {
    let Some(folder) = folder else { return Ok(None) };
    let (rules, warnings) = read(folder)?;
    if !quiet {
        warn_of(&warnings);
    }
    Ok(Some(Arc::new(rules)))
}

/// Names the lines of the site rules that are not supported.
fn warn_of(warnings: &[RuleWarning]) {
    for warning in warnings.iter().take(MAX_WARNINGS) {
        message(&format!("site rules: {warning}"));
    }
    let more = warnings.len().saturating_sub(MAX_WARNINGS);
    if more > 0 {
        message(&format!("site rules: {more} more lines are not supported"));
    }
}

/// Reads the rules in this folder, without the folders in it. Returns them with a warning for each
/// line that is not supported.
///
/// # Errors
///
/// If the folder or a file in it cannot be read, or there are no rules.
fn read(folder: &Path) -> anyhow::Result<(SiteRules, Vec<RuleWarning>)> {
    let mut rules = SiteRules::default();
    let mut warnings = Vec::new();
    for path in files(folder)
        .with_context(|| format!("cannot read the site rules in {}", folder.display()))?
    {
        let bytes = fs::read(&path)
            .with_context(|| format!("cannot read the site rules {}", path.display()))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // Some files are in older encodings. Only their comments and texts to find are affected.
        warnings.extend(rules.add(&name, &String::from_utf8_lossy(&bytes)));
    }
    if rules.is_empty() {
        let [txt, toml] = ENDINGS;
        let reason = match warnings.first() {
            Some(warning) => warning.to_string(),
            None => format!("expected a file ending in .{txt} or .{toml}"),
        };
        bail!("there are no site rules in {} ({reason})", folder.display());
    }
    Ok((rules, warnings))
}

/// The rule files of a folder, sorted by name.
fn files(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_one = |ending: &OsStr| ENDINGS.iter().any(|one| ending.eq_ignore_ascii_case(one));
        let is_rules = path.extension().is_some_and(is_one);
        if is_rules && path.is_file() {
            paths.push(path);
        }
    }
    paths.sort_unstable();
    Ok(paths)
}

/// The success of learned rules in a run, for each file.
#[derive(Debug, Default)]
pub struct Rates {
    /// The number of pages, and the number of pages on which the rules found content.
    files: BTreeMap<String, (usize, usize)>,
}

impl Rates {
    /// Counts a page.
    pub fn note(&mut self, learned: &LearnedUse) {
        let (pages, successes) = self.files.entry(learned.file.clone()).or_default();
        *pages += 1;
        *successes += usize::from(learned.succeeded);
    }

    /// A sentence for each file whose success rate has fallen clearly, sorted by file.
    pub fn fallen(&self, rules: &SiteRules) -> Vec<String> {
        let sentence = |(file, &(pages, successes)): (&String, &(usize, usize))| {
            let learned = rules.learned().find(|learned| learned.name() == file)?;
            learned.has_fallen(pages, successes).then(|| sentence(learned, pages, successes))
        };
        self.files.iter().filter_map(sentence).collect()
    }
}

fn sentence(learned: &LearnedRules, pages: usize, successes: usize) -> String {
    format!(
        "{}: the rules found content on {successes} of {pages} pages, \
         but on {:.0} % when they were learned; the site may have changed, \
         and `tamis learn` makes new rules",
        learned.name(),
        100.0 * learned.success_rate()
    )
}
