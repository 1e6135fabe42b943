//! The fidelity of Markdown to the page. The Markdown of a renderer is compared with that of
//! `wcxb-dev`'s annotators, both over the paragraphs that the reference keeps, so that the choice
//! of content does not count.
//!
//! One parser of `CommonMark` with tables reads both. Their texts, tables, code and lists are
//! compared by normalized Levenshtein similarity: one minus the edits divided by the characters of
//! the longer one, 0 to 1.

mod constructs;

use std::fmt;
use std::io::Write;

use anyhow::{Context, Result};
use serde::Serialize;
use tamis::dom::{Document, NodeId, NodeKind, Parser, WorkingTree};
use tamis::engine::Verdict;
use tamis::{NodeSet, Page};
use tamis_testkit::wcxb;

pub use constructs::{Construct, Constructs};

use crate::labels::reference_selection;

/// A page that the reference has in Markdown, with what of it is kept.
#[derive(Debug)]
pub struct Sample {
    /// Its id in the corpus.
    pub id: String,
    /// The page.
    pub page: Page,
    /// The paragraphs that the reference keeps.
    pub verdict: Verdict,
    /// The reference.
    pub markdown: String,
}

impl Sample {
    /// The sample of a page; `None` where the reference has no Markdown of it.
    pub fn of(page: wcxb::Page, parser: &mut Parser) -> Option<Sample> {
        let markdown = page.main_content_markdown.filter(|markdown| !markdown.trim().is_empty())?;
        let mut measured = Page::measure(parser.parse_bytes(&page.html, Some("utf-8")));
        if let Some(url) = page.url.and_then(|url| tamis::Url::parse(&url).ok()) {
            measured = measured.with_url(url);
        }
        let mut verdict = Verdict::nothing("reference", &measured);
        verdict.kept = reference_selection(&measured, &page.main_content);
        Some(Sample { id: page.id, page: measured, verdict, markdown })
    }

    /// Returns the kept part as HTML, for other renderers. The page without the texts that are left
    /// out, and without the elements in which nothing is kept. An element that has no text (image,
    /// break, rule, cell) stays if something next to it is kept.
    pub fn html(&self) -> String {
        let document = self.page.document();
        let mut kept = NodeSet::of(document);
        let paragraphs = self.page.paragraphs().iter().zip(&self.verdict.kept);
        for node in paragraphs
            .filter(|&(_, &kept)| kept)
            .flat_map(|(paragraph, _)| self.page.paragraph_nodes(paragraph))
        {
            kept.insert(node);
            document.ancestors(node).for_each(|id| {
                kept.insert(id);
            });
        }
        let Some(body) = document.body() else { return String::new() };
        let mut tree = WorkingTree::of(document);
        let left: Vec<_> = document
            .descendants_and_self(body)
            .filter(|&id| is_left(document, &kept, id))
            .collect();
        for id in left {
            tree.detach(id);
        }
        tree.inner_html(body)
    }
}

/// Elements that count without text.
const ALONE: [&str; 7] = ["br", "hr", "img", "source", "td", "th", "wbr"];

fn is_left(document: &Document, kept: &NodeSet, id: NodeId) -> bool {
    if kept.contains(id) {
        return false;
    }
    match document.kind(id) {
        NodeKind::Text => !document.text(id).trim().is_empty(),
        NodeKind::Element => {
            let stands_alone = document.local_name(id).is_some_and(|name| ALONE.contains(&name));
            !stands_alone || !document.parent(id).is_some_and(|parent| kept.contains(parent))
        }
        _ => true,
    }
}

/// The fidelity of a renderer.
#[derive(Debug, Clone, Serialize)]
pub struct FidelityReport {
    /// The renderer.
    pub system: String,
    /// Each construct with the pages whose reference has it and the mean over them.
    pub constructs: Vec<ConstructScore>,
    /// Each page by itself, in the order of the corpus.
    pub page_scores: Vec<PageFidelity>,
}

/// The mean of one construct.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct ConstructScore {
    /// The construct.
    pub construct: Construct,
    /// The pages whose reference has it.
    pub pages: usize,
    /// The mean similarity, 0 to 1.
    pub similarity: f64,
}

/// The similarities of one page; `None` where its reference has no such construct.
#[derive(Debug, Clone, Serialize)]
pub struct PageFidelity {
    /// Its id.
    pub id: String,
    /// The similarity of each construct, in the order of [`Construct::ALL`].
    pub similarities: [Option<f64>; Construct::ALL.len()],
}

/// Scores the Markdown that `render` makes of each sample.
///
/// # Errors
///
/// If a sample can't be read or a page can't be rendered.
pub fn measure(
    system: &str,
    samples: impl IntoIterator<Item = Result<Sample>>,
    mut render: impl FnMut(&Sample) -> Result<String>,
) -> Result<FidelityReport> {
    let mut page_scores = Vec::new();
    for sample in samples {
        let sample = sample?;
        let ours = Constructs::of(&render(&sample)?);
        let similarities = ours.similarities(&Constructs::of_reference(&sample.markdown));
        page_scores.push(PageFidelity { id: sample.id, similarities });
    }
    let score = |(index, construct): (usize, Construct)| {
        let found = page_scores.iter().filter_map(|page| page.similarities[index]);
        let (pages, sum) = found.fold((0, 0.0), |(pages, sum), score| (pages + 1, sum + score));
        ConstructScore { construct, pages, similarity: sum / pages.max(1) as f64 }
    };
    let constructs = Construct::ALL.into_iter().enumerate().map(score).collect();
    Ok(FidelityReport { system: system.to_owned(), constructs, page_scores })
}

/// Writes a JSON object with `id` and `html` on a line for each sample, for renderers that run as
/// processes.
///
/// # Errors
///
/// If a sample can't be read or the output can't be written.
pub fn write_html(
    samples: impl IntoIterator<Item = Result<Sample>>,
    mut out: impl Write,
) -> Result<()> {
    for sample in samples {
        let sample = sample?;
        let line = serde_json::json!({ "id": sample.id, "html": sample.html() });
        writeln!(out, "{line}").context("write the selected HTML")?;
    }
    Ok(())
}

impl fmt::Display for FidelityReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n{:<10} {:>6} {:>11}", self.system, "", "pages", "similarity")?;
        for ConstructScore { construct, pages, similarity } in &self.constructs {
            writeln!(f, "{:<10} {pages:>6} {similarity:>11.4}", construct.name())?;
        }
        Ok(())
    }
}
