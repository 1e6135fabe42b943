//! The facts about a page that learning needs after the page itself is gone.

use std::cmp::Reverse;
use std::ops::Range;

use tamis::dom::{Document, NodeId, name};
use tamis::engine::selectors::Selectors;
use tamis::site_rules::text_hash;
use tamis::{Page, Verdict};

use crate::selectors::{SelectorGenerator, SelectorId, SelectorTable};

/// A paragraph of a page.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ParagraphDigest {
    /// The [`text_hash`] of the text.
    pub(crate) hash: u32,
    /// Unicode scalar values.
    pub(crate) chars: u32,
    /// The paragraph's share of the votes, 0 to 1.
    pub(crate) vote: f64,
    /// True if the first verdict, the one without site rules, keeps it.
    pub(crate) is_kept: bool,
    /// True if a rule or a heuristic of the library excludes it.
    pub(crate) is_excluded: bool,
}

/// The paragraphs in an element that a selector matches: a range of indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) selector: SelectorId,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Span {
    pub(crate) fn paragraphs(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A page's paragraphs, and the paragraphs that each selector covers.
#[derive(Clone, Debug, Default)]
pub(crate) struct PageDigest {
    pub(crate) paragraphs: Vec<ParagraphDigest>,
    /// Sorted by selector, then in document order. None is empty, and none is inside another span
    /// of its selector.
    spans: Vec<Span>,
}

impl PageDigest {
    /// Returns the digest of a page, with spans for the `extra` selectors and for those that
    /// [`SelectorGenerator`] gives.
    pub(crate) fn new(
        page: &Page,
        verdicts: &[&Verdict],
        exclusions: &Selectors,
        extra: &[(SelectorId, &[NodeId])],
        table: &mut SelectorTable,
    ) -> PageDigest {
        let starts = paragraph_starts(page);
        let paragraphs = paragraphs(page, verdicts, exclusions, &starts);
        let spans = outermost(spans(page, &starts, extra, table));
        PageDigest { paragraphs, spans }
    }

    /// Returns the spans of a selector, in document order.
    pub(crate) fn spans_of(&self, selector: SelectorId) -> &[Span] {
        let start = self.spans.partition_point(|span| span.selector < selector);
        let count = self.spans[start..].partition_point(|span| span.selector == selector);
        &self.spans[start..start + count]
    }

    /// Returns the selectors that match text on the page, each once, in ascending order.
    pub(crate) fn selectors(&self) -> impl Iterator<Item = SelectorId> {
        let groups = self.spans.chunk_by(|a, b| a.selector == b.selector);
        groups.map(|spans| spans[0].selector)
    }

    /// Includes all paragraphs in `kept` again, except those in the ranges `excluded`, which are
    /// inside `kept` and in document order.
    pub(crate) fn include(
        &mut self,
        starts: &[NodeId],
        kept: &Range<NodeId>,
        excluded: impl Iterator<Item = Range<NodeId>>,
    ) {
        let mut next = paragraphs_in(starts, kept).start;
        for nodes in excluded {
            let Range { start, end } = paragraphs_in(starts, &nodes);
            self.set_excluded(next..start, false);
            self.set_excluded(next.max(start)..end, true);
            next = next.max(end);
        }
        self.set_excluded(next..paragraphs_in(starts, kept).end, false);
    }

    fn set_excluded(&mut self, paragraphs: Range<u32>, is_excluded: bool) {
        for index in paragraphs {
            self.paragraphs[index as usize].is_excluded = is_excluded;
        }
    }
}

/// Returns the first node of each paragraph, in ascending order.
pub(crate) fn paragraph_starts(page: &Page) -> Vec<NodeId> {
    let first = |paragraph| page.paragraph_nodes(paragraph).next();
    page.paragraphs().iter().map(|p| first(p).unwrap_or(p.origin())).collect()
}

/// Returns the indices of the paragraphs that begin in these nodes.
fn paragraphs_in(starts: &[NodeId], nodes: &Range<NodeId>) -> Range<u32> {
    let count_before = |node: NodeId| starts.partition_point(|&start| start < node) as u32;
    count_before(nodes.start)..count_before(nodes.end)
}

fn paragraphs(
    page: &Page,
    verdicts: &[&Verdict],
    exclusions: &Selectors,
    starts: &[NodeId],
) -> Vec<ParagraphDigest> {
    let weight = |verdict: &Verdict| verdict.rated_confidence().unwrap_or(1.0).clamp(0.0, 1.0);
    let all: f64 = verdicts.iter().map(|verdict| weight(verdict)).sum();
    let digest = |(index, paragraph)| {
        let votes = verdicts.iter().filter(|verdict| verdict.kept[index]);
        let vote: f64 = votes.map(|verdict| weight(verdict)).sum();
        ParagraphDigest {
            hash: text_hash(page.paragraph_text(paragraph)),
            chars: paragraph.text_chars,
            vote: if all > 0.0 { vote / all } else { 0.0 },
            is_kept: verdicts.first().is_some_and(|verdict| verdict.kept[index]),
            is_excluded: false,
        }
    };
    let mut paragraphs: Vec<ParagraphDigest> =
        page.paragraphs().iter().enumerate().map(digest).collect();
    let explanation = exclusions.explain(page);
    for excluded in explanation.excluded.iter().filter(|excluded| !excluded.overruled) {
        let nodes = excluded.node..page.document().subtree_end(excluded.node);
        for index in paragraphs_in(starts, &nodes) {
            paragraphs[index as usize].is_excluded = true;
        }
    }
    paragraphs
}

fn spans(
    page: &Page,
    starts: &[NodeId],
    extra: &[(SelectorId, &[NodeId])],
    table: &mut SelectorTable,
) -> Vec<Span> {
    let document: &Document = page.document();
    let mut spans = Vec::new();
    let paragraphs = |id| paragraphs_in(starts, &(id..document.subtree_end(id)));
    for &(selector, nodes) in extra {
        for &id in nodes {
            let Range { start, end } = paragraphs(id);
            spans.push(Span { selector, start, end });
        }
    }
    let Some(body) = document.body() else { return spans };
    let mut generator = SelectorGenerator::new(document);
    for id in document.elements(body).filter(|&id| document.name(id) != Some(name::BODY)) {
        let Range { start, end } = paragraphs(id);
        if start < end {
            generator.for_each(id, |selector| {
                spans.push(Span { selector: table.intern(selector), start, end });
            });
        }
    }
    spans
}

/// Sorts the spans, and drops empty ones and those inside another span of the same selector.
fn outermost(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_by_key(|span| (span.selector, span.start, Reverse(span.end)));
    let mut outer: Vec<Span> = Vec::with_capacity(spans.len());
    for span in spans {
        let contains = |last: &Span| last.selector == span.selector && last.end >= span.end;
        if span.start < span.end && !outer.last().is_some_and(contains) {
            outer.push(span);
        }
    }
    outer
}
