//! The characters that are kept of each element of a page.

use std::ops::Range;

use tamis_dom::NodeId;

use crate::page::Page;

/// A page with the texts that are kept of it.
pub(super) struct KeptText<'p> {
    pub(super) page: &'p Page,
    /// The characters before each paragraph, and those of them that are kept.
    before: Vec<(u32, u32)>,
}

impl<'p> KeptText<'p> {
    pub(super) fn of(page: &'p Page, kept: &[bool]) -> KeptText<'p> {
        let mut before = Vec::with_capacity(kept.len() + 1);
        before.push((0, 0));
        let (mut all, mut of_kept) = (0u32, 0u32);
        for (paragraph, &kept) in page.paragraphs().iter().zip(kept) {
            all = all.saturating_add(paragraph.text_chars);
            of_kept = of_kept.saturating_add(if kept { paragraph.text_chars } else { 0 });
            before.push((all, of_kept));
        }
        KeptText { page, before }
    }

    /// Returns the kept characters of an element.
    pub(super) fn kept_in(&self, id: NodeId) -> u32 {
        self.chars(&self.page.paragraphs_in(id)).1
    }

    /// Returns the first text of a paragraph.
    pub(super) fn first_text(&self, at: usize) -> NodeId {
        let paragraph = &self.page.paragraphs()[at];
        self.page.first_text(paragraph).unwrap_or(paragraph.origin())
    }

    /// Returns the characters of some paragraphs, and those of them that are kept.
    pub(super) fn chars(&self, paragraphs: &Range<usize>) -> (u32, u32) {
        let (begin, end) = (self.before[paragraphs.start], self.before[paragraphs.end]);
        (end.0 - begin.0, end.1 - begin.1)
    }

    /// Returns the last kept paragraph before another.
    pub(super) fn kept_before(&self, at: usize) -> Option<usize> {
        let chars = self.before[at].1;
        self.before.partition_point(|before| before.1 < chars).checked_sub(1)
    }

    /// Returns the first kept paragraph after another, which is dropped.
    pub(super) fn kept_after(&self, at: usize) -> Option<usize> {
        let chars = self.before[at].1;
        let after = self.before.partition_point(|before| before.1 <= chars);
        (after < self.before.len()).then(|| after - 1)
    }
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    #[test]
    fn neighbours_of_dropped_paragraphs() {
        let page = Page::measure(Parser::default().parse("<p>a<p>b<p>c<p>d<p>e"));
        let text = KeptText::of(&page, &[false, true, false, true, false]);
        let neighbours = [0, 2, 4].map(|at| (text.kept_before(at), text.kept_after(at)));
        assert_eq!(neighbours, [(None, Some(1)), (Some(1), Some(3)), (Some(3), None)]);
    }
}
