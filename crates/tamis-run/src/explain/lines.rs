//! Lines about pages, engines and paragraphs, which several commands and formats print.

use std::fmt::{self, Write};

use tamis::Extraction;

/// The number of characters of a paragraph that a line shows.
const SHOWN_CHARS: usize = 90;

/// A line of a table of engines.
pub struct EngineLine {
    pub name: String,
    pub paragraphs: u32,
    pub chars: u32,
    pub confidence: f64,
}

/// Writes a table of engines, with a line of headings.
///
/// # Errors
///
/// If it cannot be written.
pub fn write_engines(out: &mut impl Write, lines: impl Iterator<Item = EngineLine>) -> fmt::Result {
    writeln!(out, "{:<24}{:>10}{:>12}{:>12}", "engine", "paragraphs", "characters", "confidence")?;
    for EngineLine { name, paragraphs, chars, confidence } in lines {
        writeln!(out, "{name:<24}{paragraphs:>10}{chars:>12}{confidence:>12.2}")?;
    }
    Ok(())
}

/// Writes the decision of an engine about a paragraph.
///
/// # Errors
///
/// If it cannot be written.
pub fn write_decision(out: &mut impl Write, engine: &str, kept: bool, reason: &str) -> fmt::Result {
    let reason = if reason.is_empty() { "no reason given" } else { reason };
    writeln!(out, "    {engine} {}: {reason}", verb(kept))
}

/// Returns the most probable type of a page with its probability. `None` if the model did not look
/// at it.
pub fn page_type(extraction: &Extraction) -> Option<String> {
    let types = extraction.page_types()?;
    let most = types.most_probable();
    Some(format!("{most} ({:.0} %)", 100.0 * types.probability(most)))
}

/// Returns the beginning of a paragraph.
pub fn beginning(text: &str) -> String {
    let shown: String = text.chars().take(SHOWN_CHARS).collect();
    let more = if shown.len() < text.len() { " …" } else { "" };
    shown + more
}

/// Returns the sign for keeping or dropping.
pub fn sign(kept: bool) -> char {
    if kept { '+' } else { '-' }
}

/// Returns the words for keeping or dropping.
pub fn verb(kept: bool) -> &'static str {
    if kept { "keeps it" } else { "drops it" }
}
