//! Rules for single sites: reading them from a folder, and watching how often they work.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use tamis::site_rules::{LearnedRules, RuleWarning, SiteRules};
use tamis_run::row::RuleUse;

use crate::message::message;

/// The extensions of rule files, in lower case: fivefilters' and learned ones.
const ENDINGS: [&str; 2] = ["txt", "toml"];

/// The largest number of lines of each kind that are printed.
const MAX_LINES: usize = 20;

/// The rules in a folder.
pub struct RuleFolder {
    pub rules: Arc<SiteRules>,
    /// A warning for each line that is not supported.
    warnings: Vec<RuleWarning>,
}

impl RuleFolder {
    /// Reads the rules in a folder, if one is named.
    ///
    /// # Errors
    ///
    /// As for [`read`].
    pub fn requested(folder: Option<&Path>) -> anyhow::Result<Option<RuleFolder>> {
        let Some(folder) = folder else { return Ok(None) };
        let (rules, warnings) = read(folder)?;
        Ok(Some(RuleFolder { rules: Arc::new(rules), warnings }))
    }

    /// Prints messages about a run: which rules were used, which of their lines are not supported,
    /// and which learned ones no longer work.
    pub fn report(&self, uses: &Uses) {
        self.warn(uses);
        let line = |(file, used): (&String, &Use)| {
            let Use { pages, successes } = used;
            let noun = if *pages == 1 { "page" } else { "pages" };
            format!("{file}: content found on {successes} of {pages} {noun}")
        };
        say(uses.files.iter().map(line), "files are used");
        say(uses.fallen(&self.rules).into_iter(), "rules no longer work");
    }

    /// Prints which lines of the used rules are not supported, and if none of them was used.
    pub fn warn(&self, uses: &Uses) {
        // A file that cannot be read as a whole is reported too, because it may be for the hosts of
        // the pages.
        let applies =
            |warning: &&RuleWarning| warning.line == 0 || uses.files.contains_key(&warning.file);
        let warnings: Vec<_> = self.warnings.iter().filter(applies).collect();
        say(warnings.iter().map(ToString::to_string), "lines are not supported");
        if uses.files.is_empty() && uses.pages > 0 {
            message(
                "site rules: there are none for the hosts of these pages \
                 (--url, --urls or a canonical address in the page names the host)",
            );
        }
    }
}

/// Prints the first [`MAX_LINES`] lines, and the number of the others.
fn say(lines: impl ExactSizeIterator<Item = String>, rest: &str) {
    let more = lines.len().saturating_sub(MAX_LINES);
    for line in lines.take(MAX_LINES) {
        message(&format!("site rules: {line}"));
    }
    if more > 0 {
        message(&format!("site rules: {more} more {rest}"));
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
        // Some files are in older encodings. They are read all the same, because only their
        // comments and the texts to find are affected.
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

/// Returns the rule files of a folder, sorted by name.
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

/// The use of rules in a run.
#[derive(Debug, Default)]
pub struct Uses {
    files: BTreeMap<String, Use>,
    /// The number of pages that could be read.
    pages: usize,
}

/// The use of one file.
#[derive(Debug, Default)]
struct Use {
    /// The number of pages that the file is for.
    pages: usize,
    /// The number of those on which its rules found content.
    successes: usize,
}

impl Uses {
    /// Counts a page.
    pub fn note(&mut self, page: &RuleUse) {
        self.pages += 1;
        for (file, succeeded) in &page.files {
            let file = self.files.entry(file.clone()).or_default();
            file.pages += 1;
            file.successes += usize::from(*succeeded);
        }
    }

    /// Returns a sentence for each learned file whose success rate has fallen clearly, sorted by
    /// file.
    fn fallen(&self, rules: &SiteRules) -> Vec<String> {
        let sentence = |(file, used): (&String, &Use)| {
            let learned = rules.learned().find(|learned| learned.name() == file)?;
            learned.has_fallen(used.pages, used.successes).then(|| sentence(learned))
        };
        self.files.iter().filter_map(sentence).collect()
    }
}

fn sentence(learned: &LearnedRules) -> String {
    format!(
        "{}: on {:.0} % when they were learned; the site may have changed, \
         and `tamis learn` makes new rules",
        learned.name(),
        100.0 * learned.success_rate()
    )
}
