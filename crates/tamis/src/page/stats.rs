//! Counts per subtree, as differences of running sums.

use std::ops::{AddAssign, Sub};

use tamis_dom::{Document, NodeId};

/// The counts of a subtree.
///
/// Text counts are of text that a reader could see: they leave out the content of `<head>`,
/// `<script>`, `<style>` and the like, and of templates.
///
/// ```
/// use tamis::Page;
/// use tamis::dom::{NodeId, Parser};
/// let page = Page::measure(Parser::default().parse("<p>One, <a href=/>two</a>."));
/// let stats = page.stats(NodeId::DOCUMENT);
/// assert_eq!((stats.text_chars, stats.link_chars, stats.words), (9, 3, 3));
/// assert_eq!((stats.links, stats.commas, stats.sentence_ends), (1, 1, 1));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct NodeStats {
    /// Unicode scalar values. Each run of white space counts once, and blank text nodes do not
    /// count.
    pub text_chars: u32,
    /// The part of `text_chars` that is in `<a>` elements.
    pub link_chars: u32,
    /// Runs of characters between white space, counted per text node.
    pub words: u32,
    /// Commas of all scripts. Source: `Readability.js`, `REGEXPS.commas`.
    pub commas: u32,
    /// Characters that end sentences: `. ! ? …` and their counterparts in other scripts.
    pub sentence_ends: u32,
    /// Elements.
    pub tags: u32,
    /// `<a>` elements.
    pub links: u32,
}

impl AddAssign for NodeStats {
    fn add_assign(&mut self, other: NodeStats) {
        self.text_chars += other.text_chars;
        self.link_chars += other.link_chars;
        self.words += other.words;
        self.tags += other.tags;
        self.links += other.links;
        self.commas += other.commas;
        self.sentence_ends += other.sentence_ends;
    }
}

impl Sub for NodeStats {
    type Output = NodeStats;

    fn sub(self, other: NodeStats) -> NodeStats {
        NodeStats {
            text_chars: self.text_chars - other.text_chars,
            link_chars: self.link_chars - other.link_chars,
            words: self.words - other.words,
            tags: self.tags - other.tags,
            links: self.links - other.links,
            commas: self.commas - other.commas,
            sentence_ends: self.sentence_ends - other.sentence_ends,
        }
    }
}

/// The running sums of a document: entry `n` counts everything before node `n`.
#[derive(Clone, Debug, Default)]
pub(crate) struct RunningSums {
    sums: Vec<NodeStats>,
}

impl RunningSums {
    pub(crate) fn clear(&mut self, nodes: usize) {
        self.sums.clear();
        self.sums.reserve(nodes + 1);
    }

    #[inline]
    pub(crate) fn push(&mut self, before: NodeStats) {
        self.sums.push(before);
    }

    /// Returns the counts of everything before this node. All zero for template contents.
    pub(crate) fn before(&self, id: NodeId) -> NodeStats {
        self.sums.get(id.index()).copied().unwrap_or_default()
    }

    /// Returns the counts of this subtree, including the node. All zero for template contents.
    pub(crate) fn subtree(&self, document: &Document, id: NodeId) -> NodeStats {
        let end = document.subtree_end(id).index();
        match (self.sums.get(id.index()), self.sums.get(end)) {
            (Some(&before), Some(&after)) => after - before,
            _ => NodeStats::default(),
        }
    }
}
