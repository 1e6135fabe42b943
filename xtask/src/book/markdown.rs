//! The pages of the book as Markdown, for programs that read it.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};
use regex::Regex;

/// The file of the book that lists its pages, and the one that stands for the others.
const SUMMARY: &str = "SUMMARY.md";
const FIRST: &str = "README.md";

/// The table of contents for programs. Source: <https://llmstxt.org>.
const CONTENTS: &str = "llms.txt";

/// A page, as the summary lists it.
struct Page {
    title: String,
    path: String,
}

/// Writes each page below `source` as Markdown below `built`, and `llms.txt`. Returns their number.
///
/// # Errors
/// If a page is missing.
pub fn write(source: &Path, built: &Path) -> anyhow::Result<usize> {
    let summary = fs::read_to_string(source.join(SUMMARY)).context("read the summary")?;
    let pages = pages(&summary)?;
    let mut contents = String::new();
    for page in &pages {
        let text = included(&source.join(&page.path))?;
        let lead = lead(&text);
        if page.path == FIRST {
            write!(contents, "# {}\n\n> {lead}\n\n## Pages\n\n", page.title)?;
        } else {
            writeln!(contents, "- [{}]({}): {lead}", page.title, page.path)?;
        }
        let place = built.join(&page.path);
        fs::write(&place, text).with_context(|| format!("write {}", place.display()))?;
    }
    fs::write(built.join(CONTENTS), contents).context("write the contents")?;
    Ok(pages.len())
}

fn pages(summary: &str) -> anyhow::Result<Vec<Page>> {
    let link = Regex::new(r"\[([^\]]+)\]\(([^)]+\.md)\)")?;
    let page = |found: regex::Captures<'_>| Page { title: found[1].into(), path: found[2].into() };
    let pages: Vec<Page> = link.captures_iter(summary).map(page).collect();
    ensure!(pages.first().is_some_and(|page| page.path == FIRST), "{FIRST} is not the first page");
    Ok(pages)
}

/// Returns a page with the files that mdBook would include in it.
fn included(path: &Path) -> anyhow::Result<String> {
    let text = fs::read_to_string(path).with_context(|| format!("read {}", path.display()))?;
    let include = Regex::new(r"(?m)^\{\{#include ([^}]+)\}\}$")?;
    let folder = path.parent().context("a page without a folder")?;
    let mut whole = text.clone();
    for found in include.captures_iter(&text) {
        let inner = folder.join(found[1].trim());
        let inner =
            fs::read_to_string(&inner).with_context(|| format!("read {}", inner.display()))?;
        whole = whole.replace(&found[0], inner.trim_end());
    }
    Ok(whole)
}

/// Returns the first sentence of a page that is neither a heading nor code, without links.
fn lead(text: &str) -> String {
    let mut is_code = false;
    let prose: Vec<&str> = text
        .lines()
        .filter(|line| {
            let is_fence = line.starts_with("```");
            is_code ^= is_fence;
            !is_code && !is_fence
        })
        .collect();
    let prose = prose.join("\n");
    let is_sentence =
        |part: &&str| part.starts_with(|c: char| c.is_alphanumeric() || "*`".contains(c));
    let part = prose.split("\n\n").map(str::trim).find(is_sentence).unwrap_or_default();
    let part = part.replace('\n', " ");
    let end = part.find(". ").map_or(part.len(), |at| at + 1);
    let mut lead = String::new();
    let mut rest = &part[..end];
    // Of a link, its text.
    while let Some((before, (text, (_, after)))) =
        rest.split_once('[').and_then(|(before, link)| {
            Some((before, link.split_once("](").and_then(|(t, r)| Some((t, r.split_once(')')?)))?))
        })
    {
        lead.push_str(before);
        lead.push_str(text);
        rest = after;
    }
    lead.push_str(rest);
    // What a colon leads to is not here.
    if lead.ends_with(':') {
        lead.replace_range(lead.len() - 1.., ".");
    }
    lead
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_find_each_page() {
        let folder = tempfile::tempdir().unwrap();
        let (source, built) = (folder.path().join("docs"), folder.path().join("book"));
        fs::create_dir_all(&source).unwrap();
        fs::create_dir_all(&built).unwrap();
        let put = |name: &str, text: &str| fs::write(source.join(name), text).unwrap();
        put("SUMMARY.md", "# Summary\n\n[Tamis](README.md)\n\n- [Python](python.md)\n");
        put("README.md", "# Tamis\n\nKeeps [text](a.md) of pages. Drops menus.\n");
        put("python.md", "{{#include other.md}}\n");
        put("other.md", "# tamis\n\n```sh\nx\n\ny\n```\n\nThe\npackage:\n\nMore.\n");
        assert_eq!(write(&source, &built).unwrap(), 2);
        let read = |name: &str| fs::read_to_string(built.join(name)).unwrap();
        assert_eq!(
            read(CONTENTS),
            "# Tamis\n\n> Keeps text of pages.\n\n## Pages\n\n- [Python](python.md): The package.\n"
        );
        assert!(read("python.md").starts_with("# tamis\n"));
    }

    #[test]
    fn a_summary_without_a_first_page_is_refused() {
        assert!(pages("- [Python](python.md)").is_err());
    }
}
