//! The conformance suites of html5lib: tree construction and encoding.
//!
//! Both are `.dat` files: cases of sections, each under a line that starts with `#`.
//! Source: `tree-construction/README.md` of html5lib-tests.

use std::path::Path;

use anyhow::{Context, Result};

use crate::corpus::Corpus;

mod encoding;
mod tree_construction;

pub use encoding::{EncodingCase, encoding_cases};
pub use tree_construction::{FragmentContext, Namespace, TreeCase, tree_cases};

/// The name of the corpus.
pub const NAME: &str = "html5lib-tests";

/// The heads of sections; any other line that starts with `#` is content.
const HEADS: [&[u8]; 8] = [
    b"#data",
    b"#errors",
    b"#new-errors",
    b"#document-fragment",
    b"#script-off",
    b"#script-on",
    b"#document",
    b"#encoding",
];

/// A case as its file has it.
struct RawCase<'a> {
    /// From 1, the line of its `#data`.
    line: usize,
    /// The heads with their `#`, and the lines under each.
    sections: Vec<(&'a [u8], Vec<&'a [u8]>)>,
}

impl RawCase<'_> {
    /// The lines under a head, or `None` where the case has no such section.
    fn section(&self, head: &str) -> Option<&[&[u8]]> {
        let found = self.sections.iter().find(|(name, _)| *name == head.as_bytes())?;
        Some(&found.1)
    }

    /// The content under a head without the line end before the next one.
    fn content(&self, head: &str) -> Result<Vec<u8>> {
        let lines = self.section(head);
        Ok(lines.with_context(|| format!("line {}: no {head}", self.line))?.join(&b'\n'))
    }
}

/// Splits a file into its cases.
fn split(file: &[u8]) -> Vec<RawCase<'_>> {
    let mut cases: Vec<RawCase> = Vec::new();
    for (index, line) in file.split(|byte| *byte == b'\n').enumerate() {
        let open = cases.last().and_then(|case| case.sections.last()).map(|(head, _)| *head);
        if line == b"#data" && open != Some(b"#data") {
            cases.push(RawCase { line: index + 1, sections: vec![(line, Vec::new())] });
        } else if let Some(case) = cases.last_mut() {
            if ends_section(open, line) {
                case.sections.push((line, Vec::new()));
            } else if let Some((_, lines)) = case.sections.last_mut() {
                lines.push(line);
            }
        }
    }
    for (_, lines) in cases.iter_mut().filter_map(|case| case.sections.last_mut()) {
        // The line between two cases, and what follows the last line end of the file.
        while lines.last().is_some_and(|line| line.is_empty()) {
            lines.pop();
        }
    }
    cases
}

/// True if the line is the head of a new section. `open` is the section that it would end.
fn ends_section(open: Option<&[u8]>, line: &[u8]) -> bool {
    match open {
        Some(b"#data") => line == b"#errors" || line == b"#encoding",
        Some(b"#document" | b"#encoding") => false,
        _ => HEADS.contains(&line),
    }
}

/// Calls `parse` on each `.dat` file of a folder of the suite, sorted by path, and collects the
/// results.
fn read_cases<T>(
    corpus: &Corpus,
    folder: &str,
    parse: impl Fn(&str, &RawCase) -> Result<T>,
) -> Result<Vec<T>> {
    let mut files: Vec<_> = corpus.entries(&[folder])?.collect::<Result<_>>()?;
    files.retain(|file| Path::new(&file.path).extension().is_some_and(|kind| kind == "dat"));
    files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    let mut cases = Vec::new();
    for file in &files {
        let name = file.path.strip_prefix(folder).unwrap_or(&file.path);
        for case in split(&file.bytes) {
            cases.push(parse(name, &case).with_context(|| file.path.clone())?);
        }
    }
    Ok(cases)
}

/// True if the cases of a file run scripts, which a parser alone cannot pass.
fn needs_scripts(file: &str) -> bool {
    file.starts_with("scripted/")
}
