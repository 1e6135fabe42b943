//! From dense blocks to a verdict: which nodes and paragraphs are kept, why, and how sure that is.

use std::ops::Range;

use tamis_dom::{NameSet, NodeId, name};

use super::formula::Counts;
use super::outline::Outline;
use super::selection::Selection;
use crate::engine::Verdict;
use crate::node_set::NodeSet;
use crate::page::Page;
use crate::paragraph::Paragraph;

/// Elements whose text no paragraph has.
const CONTROLS: NameSet = NameSet::of(&[name::BUTTON, name::SELECT, name::TEXTAREA]);

const IN_DENSEST: &str = "in the densest block";
const IN_DENSE: &str = "in a dense block";
const IN_LANDMARK: &str = "in a landmark";
const OUTSIDE: &str = "outside of the dense blocks";

/// The dense blocks of a page.
pub(super) struct Blocks<'p> {
    page: &'p Page,
    /// All nodes in the blocks but those in landmarks and in fields and buttons.
    pub nodes: NodeSet,
    densest: Range<NodeId>,
    landmarks: &'p [Range<NodeId>],
}

impl<'p> Blocks<'p> {
    pub(super) fn new(page: &'p Page, outline: &'p Outline, selection: &Selection) -> Blocks<'p> {
        let document = page.document();
        let range = |&index: &u32| {
            let id = outline.parts[index as usize].id;
            id..document.subtree_end(id)
        };
        let mut nodes = NodeSet::of(document);
        let mut landmarks = outline.landmarks.iter().peekable();
        for block in selection.blocks.iter().map(range) {
            let mut next = block.start;
            while next < block.end {
                while landmarks.next_if(|landmark| landmark.end <= next).is_some() {}
                match landmarks.peek() {
                    Some(landmark) if landmark.start <= next => next = landmark.end,
                    _ if document.name(next).is_some_and(|name| CONTROLS.contains(name)) => {
                        next = document.subtree_end(next);
                    }
                    _ => {
                        nodes.insert(next);
                        next = NodeId::from_index(next.index() + 1);
                    }
                }
            }
        }
        let densest = range(&selection.densest);
        Blocks { page, nodes, densest, landmarks: &outline.landmarks }
    }

    /// Keeps the paragraphs with text in a block, and says of all why.
    pub(super) fn judge_paragraphs(&self, verdict: &mut Verdict) {
        for (index, paragraph) in self.page.paragraphs().iter().enumerate() {
            let kept = self.kept_text(paragraph);
            verdict.kept[index] = kept.is_some();
            verdict.reasons[index] = match kept {
                Some(id) if self.densest.contains(&id) => IN_DENSEST,
                Some(_) => IN_DENSE,
                None if self.is_in_landmark(paragraph) => IN_LANDMARK,
                None => OUTSIDE,
            };
        }
    }

    /// The first text node of the paragraph that is kept and has text.
    fn kept_text(&self, paragraph: &Paragraph) -> Option<NodeId> {
        let mut nodes = self.page.paragraph_nodes(paragraph);
        nodes.find(|&id| self.nodes.contains(id) && self.page.stats(id).text_chars > 0)
    }

    fn is_in_landmark(&self, paragraph: &Paragraph) -> bool {
        let Some(id) = self.page.paragraph_nodes(paragraph).next() else { return false };
        let behind = self.landmarks.partition_point(|landmark| landmark.end <= id);
        self.landmarks.get(behind).is_some_and(|landmark| landmark.contains(&id))
    }
}

/// How much of the confidence hangs on how much of the text stands in one block.
const WHOLENESS_WEIGHT: f64 = 0.3;

/// How sure the engine is, 0 to 1: the share of the kept characters that stand outside of links, times 0.7 and 0.3 of the
/// share that stands in the densest block; 0 where nothing is kept. On labelled pages it lies near the mean F1 of pages
/// with the same confidence.
pub(super) fn confidence(outline: &Outline, selection: &Selection) -> f64 {
    let counts = |&index: &u32| outline.parts[index as usize].counts;
    let mut kept = Counts::default();
    selection.blocks.iter().map(counts).for_each(|block| kept += block);
    if kept.text_chars == 0 {
        return 0.0;
    }
    let densest = counts(&selection.densest).text_chars;
    let wholeness = f64::from(densest) / f64::from(kept.text_chars);
    (1.0 - kept.link_share()) * (1.0 - WHOLENESS_WEIGHT + WHOLENESS_WEIGHT * wholeness)
}
