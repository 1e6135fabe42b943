//! Rules for single sites, from a folder.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use tamis::site_rules::{RuleWarning, SiteRules};

/// The ending of rule files, in lower case.
const ENDING: &str = "txt";

/// The rules in this folder, not in inner ones, and what in them can't be carried out.
///
/// # Errors
///
/// When the folder or a file in it can't be read, or no rules are in it.
pub fn read(folder: &Path) -> anyhow::Result<(SiteRules, Vec<RuleWarning>)> {
    let mut rules = SiteRules::default();
    let mut warnings = Vec::new();
    for path in files(folder)
        .with_context(|| format!("cannot read the site rules in {}", folder.display()))?
    {
        let bytes = fs::read(&path)
            .with_context(|| format!("cannot read the site rules {}", path.display()))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // Some are in older encodings, which shows in comments and in texts to look for.
        warnings.extend(rules.add(&name, &String::from_utf8_lossy(&bytes)));
    }
    if rules.is_empty() {
        bail!("there are no site rules in {} (no file ending in .{ENDING})", folder.display());
    }
    Ok((rules, warnings))
}

/// The rule files of a folder, sorted by name.
fn files(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_rules = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(ENDING));
        if is_rules && path.is_file() {
            paths.push(path);
        }
    }
    paths.sort_unstable();
    Ok(paths)
}
