//! The agreement between verdicts.
//!
//! Two engines that keep the same text are probably both right, because they work in different
//! ways. How much they agree is therefore the simplest measure of how hard a page is, and a user
//! who compares engines wants to see where they differ.

use crate::page::Page;
use crate::verdict::Verdict;

/// The text that each verdict about a page keeps, and that each two of them both keep.
///
/// Characters are those of paragraphs ([`Paragraph::text_chars`](crate::Paragraph::text_chars)). A
/// paragraph that is kept in part counts as a whole.
///
/// ```
/// use tamis::blend::Overlap;
/// use tamis::dom::Parser;
/// use tamis::{Page, Verdict};
///
/// let page = Page::measure(Parser::default().parse("<p>12345678<p>12"));
/// let both = Verdict::everything("both", &page);
/// let mut first = Verdict::nothing("first", &page);
/// first.keep(0, "the first paragraph");
/// let overlap = Overlap::of(&page, &[&both, &first]);
/// assert_eq!((overlap.kept(0).chars, overlap.kept(1).chars), (10, 8));
/// assert!((overlap.agreement(0, 1) - 16.0 / 18.0).abs() < 1e-9);
/// assert!((overlap.coverage(1, 0) - 0.8).abs() < 1e-9);
/// ```
#[derive(Clone, Debug)]
pub struct Overlap {
    kept: Vec<Kept>,
    /// The characters that two verdicts both keep: a square matrix, row by row.
    shared: Vec<u32>,
}

/// The amount of text that a verdict keeps, from [`Overlap::kept`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Kept {
    /// Characters in kept paragraphs.
    pub chars: u32,
    /// Characters in kept paragraphs that are in links.
    pub link_chars: u32,
    /// The number of kept paragraphs.
    pub paragraphs: u32,
}

impl Overlap {
    /// Returns the overlap of these verdicts about a page. The [type](Overlap) has an example.
    ///
    /// # Panics
    ///
    /// If a verdict is about another page: one with a different number of paragraphs.
    pub fn of(page: &Page, verdicts: &[&Verdict]) -> Overlap {
        let mut kept = vec![Kept::default(); verdicts.len()];
        let mut shared = vec![0; verdicts.len() * verdicts.len()];
        let paragraphs = page.paragraphs().len();
        let is_about_page = |verdict: &&Verdict| verdict.kept.len() == paragraphs;
        assert!(verdicts.iter().all(is_about_page), "a verdict is about another page");
        for (at, paragraph) in page.paragraphs().iter().enumerate() {
            let of_each = kept.iter_mut().zip(shared.chunks_mut(verdicts.len().max(1)));
            for (verdict, (kept, shared)) in verdicts.iter().zip(of_each) {
                if !verdict.kept[at] {
                    continue;
                }
                kept.chars += paragraph.text_chars;
                kept.link_chars += paragraph.link_chars;
                kept.paragraphs += 1;
                for (other, chars) in verdicts.iter().zip(shared) {
                    *chars += if other.kept[at] { paragraph.text_chars } else { 0 };
                }
            }
        }
        Overlap { kept, shared }
    }

    /// Returns the amount of text that the verdict with this index keeps. The [type](Overlap) has
    /// an example.
    ///
    /// # Panics
    ///
    /// If there is no such verdict.
    pub fn kept(&self, index: usize) -> Kept {
        self.kept[index]
    }

    /// Returns the agreement of two verdicts, 0 to 1: the Dice coefficient of their characters.
    /// That is twice the characters that both keep, divided by the sum of those that each keeps. 1
    /// if neither keeps any. The [type](Overlap) has an example.
    ///
    /// # Panics
    ///
    /// If there is no verdict with one of these indices.
    pub fn agreement(&self, index: usize, other: usize) -> f64 {
        let both = self.kept[index].chars + self.kept[other].chars;
        if both == 0 { 1.0 } else { 2.0 * f64::from(self.shared(index, other)) / f64::from(both) }
    }

    /// Returns the fraction of the other verdict's characters that the verdict at `index` keeps
    /// too, 0 to 1. 1 if the other keeps none. The [type](Overlap) has an example.
    ///
    /// # Panics
    ///
    /// If there is no verdict with one of these indices.
    pub fn coverage(&self, index: usize, other: usize) -> f64 {
        let whole = self.kept[other].chars;
        if whole == 0 { 1.0 } else { f64::from(self.shared(index, other)) / f64::from(whole) }
    }

    fn shared(&self, index: usize, other: usize) -> u32 {
        self.shared[index * self.kept.len() + other]
    }
}
