//! Turns dense blocks into a verdict: which nodes and paragraphs are kept, why, and how sure the
//! engine is.

use std::ops::Range;

use tamis_dom::{NameSet, NodeId, name};

use super::formula::Counts;
use super::outline::Outline;
use super::selection::Selection;
use crate::page::NodeSet;
use crate::page::Page;
use crate::page::Paragraph;
use crate::verdict::Verdict;

/// Form controls. Their text belongs to no paragraph.
const CONTROLS: NameSet = NameSet::of(&[name::BUTTON, name::SELECT, name::TEXTAREA]);

const IN_DENSEST: &str = "in the densest block";
const IN_DENSE: &str = "in a dense block";
const IN_LANDMARK: &str = "in a landmark";
const OUTSIDE: &str = "outside of the dense blocks";

/// The dense blocks of a page.
pub(super) struct Blocks<'p> {
    page: &'p Page,
    /// All nodes in the blocks, except those in landmarks and form controls.
    pub nodes: NodeSet,
    densest: Range<NodeId>,
    landmarks: &'p [Range<NodeId>],
}

impl<'p> Blocks<'p> {
    pub(super) fn new(page: &'p Page, outline: &'p Outline, selection: &Selection) -> Blocks<'p> {
        let document = page.document();
        let range = |&index: &u32| {
            let id = outline.nodes[index as usize].id;
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

    /// Keeps each paragraph that has text in a block, and gives every paragraph a reason.
    pub(super) fn judge_paragraphs(&self, verdict: &mut Verdict) {
        for (index, paragraph) in self.page.paragraphs().iter().enumerate() {
            let kept = self.kept_text(paragraph);
            let reason = match kept {
                Some(id) if self.densest.contains(&id) => IN_DENSEST,
                Some(_) => IN_DENSE,
                None if self.is_in_landmark(paragraph) => IN_LANDMARK,
                None => OUTSIDE,
            };
            verdict.set(index, kept.is_some(), reason);
        }
    }

    /// Returns the first kept text node of the paragraph that is not blank.
    fn kept_text(&self, paragraph: &Paragraph) -> Option<NodeId> {
        let mut nodes = self.page.paragraph_nodes(paragraph);
        nodes.find(|&id| self.nodes.contains(id) && self.page.stats(id).text_chars > 0)
    }

    fn is_in_landmark(&self, paragraph: &Paragraph) -> bool {
        let Some(id) = self.page.paragraph_nodes(paragraph).next() else { return false };
        let after = self.landmarks.partition_point(|landmark| landmark.end <= id);
        self.landmarks.get(after).is_some_and(|landmark| landmark.contains(&id))
    }
}

/// Part of the confidence that depends on how much of the text is in one block.
const WHOLENESS_WEIGHT: f64 = 0.3;

/// Returns the confidence, 0 to 1; 0 if nothing is kept.
///
/// It is the fraction of the kept characters that are outside links, multiplied by 0.7 + 0.3 · the
/// fraction that is in the densest block. On labelled pages this is close to the mean F1 of pages
/// with the same confidence. For example, with a tenth of the text in links and half of it in the
/// densest block, it is 0.9 · 0.85 = 0.765.
pub(super) fn confidence(outline: &Outline, selection: &Selection) -> f64 {
    let counts = |&index: &u32| outline.nodes[index as usize].counts;
    let mut kept = Counts::default();
    selection.blocks.iter().map(counts).for_each(|block| kept += block);
    if kept.text_chars == 0 {
        return 0.0;
    }
    let densest = counts(&selection.densest).text_chars;
    let wholeness = f64::from(densest) / f64::from(kept.text_chars);
    (1.0 - kept.link_share()) * (1.0 - WHOLENESS_WEIGHT + WHOLENESS_WEIGHT * wholeness)
}
