//! What is kept of a page for learning: its paragraphs with what speaks for them, and what its elements can be called.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::Range;

use tamis_dom::{Document, NodeId, Selector, name};

use super::names::Namer;
use crate::engine::Verdict;
use crate::engine::selectors::Selectors;
use crate::page::Page;
use crate::site_rules::template::text_hash;

/// A paragraph of a page.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Text {
    /// The number of the text.
    pub hash: u32,
    /// Unicode scalar values.
    pub chars: u32,
    /// The share of the votes that are for it, 0 to 1.
    pub vote: f64,
    /// Whether the verdict that comes out without rules keeps it.
    pub is_kept: bool,
    /// Whether a rule of the library or the look of an element excludes it.
    pub is_excluded: bool,
}

/// The paragraphs in the elements of one name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    /// The number of the name.
    pub name: u32,
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub(super) fn texts(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A page as the learner keeps it.
#[derive(Clone, Debug, Default)]
pub(super) struct Outline {
    pub texts: Vec<Text>,
    /// Sorted by name, then in document order; of one name none in another.
    spans: Vec<Span>,
}

impl Outline {
    /// The outline of a page, with spans for `wanted` beside those for what its elements can be called.
    pub(super) fn of(
        page: &Page,
        verdicts: &[&Verdict],
        exclusions: &Selectors,
        wanted: &[(u32, &Selector)],
        names: &mut Names,
    ) -> Outline {
        let firsts = firsts(page);
        let texts = texts(page, verdicts, exclusions, &firsts);
        let spans = outermost(spans(page, &firsts, wanted, names));
        Outline { texts, spans }
    }

    /// The spans of a name, in document order.
    pub(super) fn of_name(&self, name: u32) -> &[Span] {
        let start = self.spans.partition_point(|span| span.name < name);
        let count = self.spans[start..].partition_point(|span| span.name == name);
        &self.spans[start..start + count]
    }

    /// The names that the page has, each once, in order.
    pub(super) fn names(&self) -> impl Iterator<Item = u32> {
        self.spans.chunk_by(|a, b| a.name == b.name).map(|spans| spans[0].name)
    }

    /// Of the texts in these nodes those alone are excluded that are in these nodes inside of them.
    pub(super) fn protect(
        &mut self,
        firsts: &[NodeId],
        kept: &Range<NodeId>,
        inside: impl Iterator<Item = Range<NodeId>>,
    ) {
        let mut free = paragraphs_in(firsts, kept).start;
        for nodes in inside {
            let Range { start, end } = paragraphs_in(firsts, &nodes);
            self.set_excluded(free..start, false);
            self.set_excluded(free.max(start)..end, true);
            free = free.max(end);
        }
        self.set_excluded(free..paragraphs_in(firsts, kept).end, false);
    }

    fn set_excluded(&mut self, texts: Range<u32>, is_excluded: bool) {
        for index in texts {
            self.texts[index as usize].is_excluded = is_excluded;
        }
    }
}

/// The names of elements on all pages, with a number for each in the order in which they were met.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    numbers: HashMap<Box<str>, u32>,
    names: Vec<Box<str>>,
}

impl Names {
    pub(super) fn number(&mut self, name: &str) -> u32 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.names.len() as u32;
        self.names.push(name.into());
        self.numbers.insert(name.into(), number);
        number
    }

    pub(super) fn text(&self, number: u32) -> &str {
        &self.names[number as usize]
    }

    pub(super) fn len(&self) -> usize {
        self.names.len()
    }
}

/// Where each paragraph begins.
pub(super) fn firsts(page: &Page) -> Vec<NodeId> {
    let first = |paragraph| page.paragraph_nodes(paragraph).next();
    page.paragraphs().iter().map(|p| first(p).unwrap_or(p.origin())).collect()
}

/// The paragraphs that begin in these nodes.
pub(super) fn paragraphs_in(firsts: &[NodeId], nodes: &Range<NodeId>) -> Range<u32> {
    let before = |node: NodeId| firsts.partition_point(|&first| first < node) as u32;
    before(nodes.start)..before(nodes.end)
}

fn texts(
    page: &Page,
    verdicts: &[&Verdict],
    exclusions: &Selectors,
    firsts: &[NodeId],
) -> Vec<Text> {
    let keeps = |verdict: &Verdict, index| verdict.kept.get(index).copied().unwrap_or(false);
    let weight = |verdict: &Verdict| verdict.confidence.unwrap_or(1.0).clamp(0.0, 1.0);
    let all: f64 = verdicts.iter().map(|verdict| weight(verdict)).sum();
    let first = verdicts.first();
    let text = |(index, paragraph)| {
        let for_it = verdicts.iter().filter(|verdict| keeps(verdict, index));
        let vote: f64 = for_it.map(|verdict| weight(verdict)).sum();
        Text {
            hash: text_hash(page.paragraph_text(paragraph)),
            chars: paragraph.text_chars,
            vote: if all > 0.0 { vote / all } else { 0.0 },
            is_kept: first.is_some_and(|verdict| keeps(verdict, index)),
            is_excluded: false,
        }
    };
    let mut texts: Vec<Text> = page.paragraphs().iter().enumerate().map(text).collect();
    for nodes in exclusions.excluded(page) {
        for index in paragraphs_in(firsts, &nodes) {
            texts[index as usize].is_excluded = true;
        }
    }
    texts
}

fn spans(
    page: &Page,
    firsts: &[NodeId],
    wanted: &[(u32, &Selector)],
    names: &mut Names,
) -> Vec<Span> {
    let document: &Document = page.document();
    let mut spans = Vec::new();
    let texts = |id| paragraphs_in(firsts, &(id..document.subtree_end(id)));
    for &(name, selector) in wanted {
        for id in document.select(selector) {
            let Range { start, end } = texts(id);
            spans.push(Span { name, start, end });
        }
    }
    let Some(body) = document.body() else { return spans };
    let mut caller = Namer::of(document);
    for id in document.elements(body).filter(|&id| document.name(id) != Some(name::BODY)) {
        let Range { start, end } = texts(id);
        if start < end {
            caller.each(id, |name| spans.push(Span { name: names.number(name), start, end }));
        }
    }
    spans
}

/// The spans in order, without those in another one of their name.
fn outermost(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_by_key(|span| (span.name, span.start, Reverse(span.end)));
    let mut outer: Vec<Span> = Vec::with_capacity(spans.len());
    for span in spans {
        let holds = |last: &Span| last.name == span.name && last.end >= span.end;
        if span.start < span.end && !outer.last().is_some_and(holds) {
            outer.push(span);
        }
    }
    outer
}
