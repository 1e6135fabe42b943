//! `cargo xtask tidy`: the rules of this project that neither the compiler nor clippy checks.

mod clap_source;
mod comments;
mod doc_names;
mod doc_paths;
mod documents;
mod layers;
mod manifests;
mod modules;
mod paths_in_source;
mod prose;
mod rust_source;
mod wording;
mod workflows;

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use anyhow::{Context, bail};

use crate::checkout;

/// A tracked file.
struct SourceFile {
    /// Path below the root, with `/`.
    path: String,
    /// Empty if the file is not UTF-8, such as an image.
    text: String,
}

/// One broken rule at one place. `line` counts from 1; 0 means the whole file.
#[derive(Debug, PartialEq, Eq)]
struct Finding {
    path: String,
    line: usize,
    message: String,
}

impl Finding {
    fn new(file: &SourceFile, line: usize, message: impl Into<String>) -> Self {
        Self { path: file.path.clone(), line, message: message.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.path, self.message),
            line => write!(f, "{}:{line}: {}", self.path, self.message),
        }
    }
}

/// Checks the checkout and prints each broken rule. Long files are only mentioned.
///
/// `--layers` checks the circles of files and the arrows that run up instead, and counts them.
///
/// # Errors
/// If a rule is broken, a file cannot be read, or an argument is unknown.
pub fn run(args: &[String]) -> anyhow::Result<()> {
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let files = read_sources(&checkout::root())?;
    match args.as_slice() {
        [] => check_all(&files),
        ["--layers"] => {
            let report = layers::LayerReport::of_workspace(&files);
            report.print_counts();
            fail_on(&report.findings())
        }
        _ => bail!("tidy takes --layers, but got {}", args.join(" ")),
    }
}

fn check_all(files: &[SourceFile]) -> anyhow::Result<()> {
    for note in rust_source::long_files(files) {
        println!("note: {note}");
    }
    fail_on(&check(files, &doc_paths::announced()))?;
    println!("tidy: {} files, nothing to fix", files.len());
    Ok(())
}

fn fail_on(findings: &[Finding]) -> anyhow::Result<()> {
    for finding in findings {
        println!("{finding}");
    }
    if !findings.is_empty() {
        bail!("{} broken rules", findings.len());
    }
    Ok(())
}

/// Every file of the project below `root`.
fn read_sources(root: &Path) -> anyhow::Result<Vec<SourceFile>> {
    let mut files = Vec::new();
    for path in checkout::project_files(root)? {
        let bytes = std::fs::read(root.join(&path)).with_context(|| format!("read {path}"))?;
        files.push(SourceFile { path, text: String::from_utf8(bytes).unwrap_or_default() });
    }
    Ok(files)
}

fn check(files: &[SourceFile], announced: &Exceptions<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let unpublished = manifests::unpublished_crates(files);
    for file in files {
        findings.extend(wording::machine_paths(file));
        findings.extend(workflows::unpinned_actions(file));
        if is_rust(file) {
            findings.extend(rust_source::vague_modules(file));
            findings.extend(rust_source::unfinished_code(file));
            findings.extend(rust_source::dead_code_allowed(file));
            findings.extend(rust_source::printing_library(file, &unpublished));
            findings.extend(wording::history(file));
            findings.extend(prose::unclear_comments(file));
        }
        findings.extend(manifests::inheritance(file, manifests::OWN_KEYS));
        findings.extend(manifests::direct_dependencies(file, manifests::DIRECT_DEPENDENCIES));
    }
    findings.extend(rust_source::too_long(files, rust_source::FLAT_TABLES));
    findings.extend(doc_paths::missing(files, announced));
    findings.extend(doc_names::unknown(files));
    findings.extend(layers::LayerReport::of_workspace(files).findings());
    findings
}

fn is_rust(file: &SourceFile) -> bool {
    has_extension(&file.path, "rs")
}

fn has_extension(path: &str, extension: &str) -> bool {
    Path::new(path).extension().is_some_and(|own| own == extension)
}

/// The lines of `text`, each with its number from 1.
fn numbered(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().map(|(index, line)| (index + 1, line))
}

/// Name and reason of each exception of a list.
type Exceptions<'a> = BTreeMap<&'a str, &'a str>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checkout_is_tidy() {
        let files = read_sources(&checkout::root()).unwrap();
        let findings = check(&files, &doc_paths::announced());
        let findings: Vec<String> = findings.iter().map(ToString::to_string).collect();
        assert!(findings.is_empty(), "{}", findings.join("\n"));
    }

    #[test]
    fn a_bad_file_is_seen_by_every_rule_that_concerns_it() {
        let text = format!("{}!();\n// see /{}/me\n", "todo", "home");
        let bad = SourceFile { path: "crates/a/src/utils.rs".into(), text };
        let found = check(&[bad], &Exceptions::new());
        // Lists of exceptions name files that are not among these.
        let found: Vec<String> = found.iter().map(ToString::to_string).collect();
        let of_file = found.iter().filter(|line| line.starts_with("crates/a/"));
        assert_eq!(of_file.count(), 3, "{found:?}");
        assert!(found.iter().any(|line| line.starts_with("crates/a/src/utils.rs:2: ")));
    }
}
