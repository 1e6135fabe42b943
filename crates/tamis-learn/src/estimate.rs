//! Estimates, from the votes on all pages, how much of each page's text is content.
//!
//! There are no labels. There are the votes of the engines, each of which is right most of the
//! time, and there is what one page cannot show: which texts recur. A paragraph that is the same on
//! most pages of a site is template, even if all engines keep it. For example, "Sign up for our
//! weekly letter, read by 50,000 cooks" is prose for every engine, and stands below each recipe. A
//! text that recurs and has very high votes can be content, because the same product is in several
//! lists.
//!
//! The estimate of a paragraph is a probability, so that selectors can be compared by the F1 that
//! is expected of them.

use std::collections::HashMap;

use tamis::site_rules::MIN_CHARS;

use crate::digest::{PageDigest, ParagraphDigest, Span};
use crate::selectors::SelectorId;

/// A text on at least this share of the pages, and on two pages, is template.
const TEMPLATE_SHARE: f64 = 0.5;
/// The mean vote above which a text is content although it recurs, for example a product that is in
/// several lists. Tuned.
const MAX_TEMPLATE_VOTE: f64 = 0.7;
/// A text that occurs exactly once on every page is template, whatever its votes, if there are at
/// least this many pages.
const MIN_PAGES_OF_ALL: u32 = 3;
/// A shorter text is never template: it may be a label in a table of data. Unicode scalar values.
/// Tuned.
const MIN_TEMPLATE_CHARS: u32 = 10;

/// The occurrences of one text on all pages.
#[derive(Clone, Copy, Debug, Default)]
struct Recurrence {
    /// The number of pages with the text.
    pages: u32,
    /// The number of paragraphs with the text.
    count: u32,
    /// The sum of the paragraphs' votes.
    votes: f64,
    /// True if the user gave it as content on some page.
    is_given: bool,
}

impl Recurrence {
    /// Returns true if the text is template on a site of this many pages.
    fn is_template(&self, pages: u32) -> bool {
        let least = (f64::from(pages) * TEMPLATE_SHARE).ceil().max(2.0);
        let is_on_all = pages >= MIN_PAGES_OF_ALL && self.pages == pages && self.count == pages;
        let mean_vote = self.votes / f64::from(self.count.max(1));
        let recurs = f64::from(self.pages) >= least && mean_vote <= MAX_TEMPLATE_VOTE;
        !self.is_given && (is_on_all || recurs)
    }
}

/// Sums over a set of paragraphs.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Totals {
    pub(crate) chars: f64,
    /// The expected number of content characters: characters times their probability.
    pub(crate) content_chars: f64,
    /// Characters of text that the user gave as content.
    pub(crate) given_chars: f64,
}

impl Totals {
    /// Returns true if a rule that selects these paragraphs has found content.
    pub(crate) fn is_enough(self) -> bool {
        self.given_chars > 0.0 || self.chars >= f64::from(MIN_CHARS)
    }

    pub(crate) fn plus(self, other: Totals) -> Totals {
        Totals {
            chars: self.chars + other.chars,
            content_chars: self.content_chars + other.content_chars,
            given_chars: self.given_chars + other.given_chars,
        }
    }

    pub(crate) fn minus(self, other: Totals) -> Totals {
        Totals {
            chars: self.chars - other.chars,
            content_chars: self.content_chars - other.content_chars,
            given_chars: self.given_chars - other.given_chars,
        }
    }
}

/// Prefix sums over a subset of a page's paragraphs: entry `n` is the sum before paragraph `n`.
#[derive(Debug)]
pub(crate) struct PrefixSums(Vec<Totals>);

impl PrefixSums {
    /// Returns the sum over all paragraphs.
    pub(crate) fn all(&self) -> Totals {
        *self.0.last().expect("there is an entry before the first paragraph")
    }

    /// Returns the sum over the paragraphs of these spans, which do not overlap.
    pub(crate) fn of_spans(&self, spans: &[Span]) -> Totals {
        spans.iter().fold(Totals::default(), |sum, span| {
            sum.plus(self.0[span.end as usize].minus(self.0[span.start as usize]))
        })
    }
}

/// A page with estimates for its paragraphs, and the paragraphs that are selected at this point of
/// the search.
#[derive(Debug)]
pub(crate) struct ScoredPage<'d> {
    pub(crate) digest: &'d PageDigest,
    /// For each paragraph, the probability that it is content, 0 to 1.
    probability: Vec<f64>,
    /// True for paragraphs that the user gave as content.
    is_given: Vec<bool>,
    is_template: Vec<bool>,
    /// True for paragraphs that a rule for content can select.
    is_selectable: Vec<bool>,
    /// The expected number of content characters on the page.
    content_chars: f64,
    is_selected: Vec<bool>,
    /// True for template paragraphs in the selected elements. They are not selected; their hashes
    /// go into the file unless an exclusion covers them.
    is_selected_template: Vec<bool>,
    /// True if a rule made the selection, false if it is still the first verdict's.
    pub(crate) is_by_rule: bool,
}

/// Scores all pages. Each starts with the selection of its first verdict. `keep` and `leave_out`
/// are the user's corrections.
pub(crate) fn score_pages<'d>(
    digests: &'d [PageDigest],
    keep: &[SelectorId],
    leave_out: &[SelectorId],
) -> Vec<ScoredPage<'d>> {
    let pages = digests.len() as u32;
    let recurrences = recurrences(digests, keep);
    let score = |digest| ScoredPage::new(digest, &recurrences, pages, keep, leave_out);
    digests.iter().map(score).collect()
}

/// Returns the recurrence of each text, by its hash.
fn recurrences(digests: &[PageDigest], keep: &[SelectorId]) -> HashMap<u32, Recurrence> {
    let mut found: HashMap<u32, (usize, Recurrence)> = HashMap::new();
    for (page, digest) in digests.iter().enumerate() {
        let is_given = covered(digest, keep);
        for (paragraph, is_given) in digest.paragraphs.iter().zip(is_given) {
            let (last_page, recurrence) = found.entry(paragraph.hash).or_default();
            recurrence.pages += u32::from(recurrence.pages == 0 || *last_page != page);
            *last_page = page;
            recurrence.count += 1;
            recurrence.votes += paragraph.vote;
            recurrence.is_given |= is_given;
        }
    }
    found.into_iter().map(|(hash, (_, recurrence))| (hash, recurrence)).collect()
}

/// Returns, for each paragraph, true if one of these selectors covers it.
fn covered(digest: &PageDigest, selectors: &[SelectorId]) -> Vec<bool> {
    let mut is_covered = vec![false; digest.paragraphs.len()];
    for span in selectors.iter().flat_map(|&selector| digest.spans_of(selector)) {
        is_covered[span.paragraphs()].fill(true);
    }
    is_covered
}

impl<'d> ScoredPage<'d> {
    fn new(
        digest: &'d PageDigest,
        recurrences: &HashMap<u32, Recurrence>,
        pages: u32,
        keep: &[SelectorId],
        leave_out: &[SelectorId],
    ) -> ScoredPage<'d> {
        let paragraphs = &digest.paragraphs;
        let is_given = covered(digest, keep);
        let is_left_out = covered(digest, leave_out);
        let recurs = |of: &ParagraphDigest| recurrences[&of.hash].is_template(pages);
        let is_template: Vec<bool> =
            paragraphs.iter().map(|of| of.chars >= MIN_TEMPLATE_CHARS && recurs(of)).collect();
        let probability_of = |index: usize| match (is_left_out[index], is_given[index]) {
            (true, _) => 0.0,
            (false, true) => 1.0,
            (false, false) if is_template[index] => 0.0,
            (false, false) => paragraphs[index].vote,
        };
        let indices = || 0..paragraphs.len();
        let probability: Vec<f64> = indices().map(probability_of).collect();
        let is_selectable = |index: usize| {
            !(paragraphs[index].is_excluded || is_template[index] || is_left_out[index])
        };
        let is_kept = |index: usize| paragraphs[index].is_kept && !is_left_out[index];
        let expected = paragraphs.iter().zip(&probability);
        ScoredPage {
            digest,
            is_selectable: indices().map(is_selectable).collect(),
            content_chars: expected.map(|(of, share)| f64::from(of.chars) * share).sum(),
            is_selected: indices().map(|index| is_kept(index) && !is_template[index]).collect(),
            is_selected_template: indices()
                .map(|index| is_kept(index) && is_template[index])
                .collect(),
            probability,
            is_given,
            is_template,
            is_by_rule: false,
        }
    }

    fn totals(&self, paragraph: usize) -> Totals {
        let chars = f64::from(self.digest.paragraphs[paragraph].chars);
        let given_chars = if self.is_given[paragraph] { chars } else { 0.0 };
        Totals { chars, content_chars: chars * self.probability[paragraph], given_chars }
    }

    fn prefix_sums(&self, is_counted: &[bool]) -> PrefixSums {
        let mut sum = Totals::default();
        let mut sums = vec![sum];
        for (paragraph, &is_counted) in is_counted.iter().enumerate() {
            if is_counted {
                sum = sum.plus(self.totals(paragraph));
            }
            sums.push(sum);
        }
        PrefixSums(sums)
    }

    /// Returns the sums over the paragraphs that a rule for content can select.
    pub(crate) fn selectable_sums(&self) -> PrefixSums {
        self.prefix_sums(&self.is_selectable)
    }

    /// Returns the sums over the selected paragraphs.
    pub(crate) fn selected_sums(&self) -> PrefixSums {
        self.prefix_sums(&self.is_selected)
    }

    /// Returns the sums over the selected paragraphs and the template in the selected elements.
    pub(crate) fn sums_with_template(&self) -> PrefixSums {
        let either = |(&selected, &template)| selected || template;
        let masks = self.is_selected.iter().zip(&self.is_selected_template);
        self.prefix_sums(&masks.map(either).collect::<Vec<_>>())
    }

    /// Returns the expected F1 of a selection, 0 to 1, with the probabilities in place of labels.
    pub(crate) fn f1(&self, selection: Totals) -> f64 {
        let sum = selection.chars + self.content_chars;
        if sum == 0.0 { 0.0 } else { 2.0 * selection.content_chars / sum }
    }

    /// Applies a rule for content with these selectors, if it finds enough on this page.
    pub(crate) fn select(&mut self, selectors: &[SelectorId]) {
        let is_covered = covered(self.digest, selectors);
        let both = |mask: &[bool]| is_covered.iter().zip(mask).map(|(a, b)| *a && *b).collect();
        let is_selected: Vec<bool> = both(&self.is_selectable);
        if self.prefix_sums(&is_selected).all().is_enough() {
            self.is_selected = is_selected;
            self.is_selected_template = both(&self.is_template);
            self.is_by_rule = true;
        }
    }

    /// Applies an exclusion with this selector.
    pub(crate) fn leave_out(&mut self, selector: SelectorId) {
        for span in self.digest.spans_of(selector) {
            self.is_selected[span.paragraphs()].fill(false);
            self.is_selected_template[span.paragraphs()].fill(false);
        }
    }

    /// Returns true if a rule finds enough content after all exclusions.
    pub(crate) fn succeeds(&self) -> bool {
        self.is_by_rule && self.selected_sums().all().is_enough()
    }

    /// Returns the hashes of the template texts that the rules or an engine would take for content.
    pub(crate) fn template_hashes(&self) -> impl Iterator<Item = u32> {
        let masks = self.is_template.iter().zip(&self.is_selected_template);
        let is_needed = |(of, (is_template, is_selected)): &(&ParagraphDigest, (&bool, &bool))| {
            **is_selected || **is_template && of.vote > 0.0
        };
        self.digest.paragraphs.iter().zip(masks).filter(is_needed).map(|(of, _)| of.hash)
    }
}
