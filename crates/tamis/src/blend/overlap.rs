//! How far verdicts agree.

use crate::engine::Verdict;
use crate::page::Page;

/// What verdicts about one page keep, and what each two of them both keep. All characters are those of paragraphs
/// ([`crate::Paragraph::text_chars`]); a paragraph that is kept in part counts whole.
///
/// ```
/// use tamis::blend::Overlap;
/// use tamis::dom::Parser;
/// use tamis::engine::Verdict;
/// use tamis::Page;
///
/// let page = Page::measure(Parser::default().parse("<p>12345678<p>12"));
/// let keeping = |kept: [bool; 2]| Verdict { kept: kept.to_vec(), ..Verdict::nothing("one", &page) };
/// let overlap = Overlap::of(&page, &[&keeping([true, true]), &keeping([true, false])]);
/// assert_eq!((overlap.kept(0).chars, overlap.kept(1).chars), (10, 8));
/// assert!((overlap.agreement(0, 1) - 16.0 / 18.0).abs() < 1e-9);
/// assert!((overlap.coverage(1, 0) - 0.8).abs() < 1e-9);
/// ```
#[derive(Clone, Debug)]
pub struct Overlap {
    kept: Vec<Kept>,
    /// The characters that two verdicts keep: a row of all for each.
    shared: Vec<u32>,
}

/// What a verdict keeps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Kept {
    /// Characters.
    pub chars: u32,
    /// Characters in links.
    pub link_chars: u32,
    /// Paragraphs.
    pub paragraphs: u32,
}

impl Overlap {
    /// That of these verdicts; each has an entry for each paragraph of the page.
    pub fn of(page: &Page, verdicts: &[&Verdict]) -> Overlap {
        let mut kept = vec![Kept::default(); verdicts.len()];
        let mut shared = vec![0; verdicts.len() * verdicts.len()];
        let keeps =
            |verdict: &Verdict, at: usize| verdict.kept.get(at).copied().unwrap_or_default();
        for (at, paragraph) in page.paragraphs().iter().enumerate() {
            let of_each = kept.iter_mut().zip(shared.chunks_mut(verdicts.len().max(1)));
            for (verdict, (kept, shared)) in verdicts.iter().zip(of_each) {
                if !keeps(verdict, at) {
                    continue;
                }
                kept.chars += paragraph.text_chars;
                kept.link_chars += paragraph.link_chars;
                kept.paragraphs += 1;
                for (other, chars) in verdicts.iter().zip(shared) {
                    *chars += if keeps(other, at) { paragraph.text_chars } else { 0 };
                }
            }
        }
        Overlap { kept, shared }
    }

    /// What the verdict at this place keeps.
    ///
    /// # Panics
    ///
    /// When there is none.
    pub fn kept(&self, index: usize) -> Kept {
        self.kept[index]
    }

    /// How far two verdicts agree: twice the characters that both keep by those that each keeps, 0 to 1; 1 where neither keeps
    /// any.
    ///
    /// # Panics
    ///
    /// When there is no verdict at one of these places.
    pub fn agreement(&self, index: usize, other: usize) -> f64 {
        let both = self.kept[index].chars + self.kept[other].chars;
        if both == 0 { 1.0 } else { 2.0 * f64::from(self.shared(index, other)) / f64::from(both) }
    }

    /// The share of the characters of the other verdict that this one keeps too, 0 to 1; 1 where that keeps none.
    ///
    /// # Panics
    ///
    /// When there is no verdict at one of these places.
    pub fn coverage(&self, index: usize, other: usize) -> f64 {
        let of = self.kept[other].chars;
        if of == 0 { 1.0 } else { f64::from(self.shared(index, other)) / f64::from(of) }
    }

    /// The agreement with each other verdict.
    pub(super) fn agreement_with_others(&self, index: usize) -> impl Iterator<Item = f64> {
        let others = (0..self.kept.len()).filter(move |&other| other != index);
        others.map(move |other| self.agreement(index, other))
    }

    fn shared(&self, index: usize, other: usize) -> u32 {
        self.shared[index * self.kept.len() + other]
    }
}
