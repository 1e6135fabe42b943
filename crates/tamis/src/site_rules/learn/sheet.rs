//! A page with what its texts are worth, and what is selected of them as things stand.

use std::collections::HashMap;

use super::outline::{Outline, Span, Text};
use crate::site_rules::learned::MIN_CHARS;

/// A text is the template's when it is on this share of the pages, and on two at least.
const TEMPLATE_SHARE: f64 = 0.5;
/// A text with more votes than this on the pages that have it is no template's: the same goods in several lists. Tuned.
const MAX_TEMPLATE_VOTE: f64 = 0.7;
/// A text that stands once on each page is the template's whatever the votes, with this many pages at least.
const MIN_PAGES_OF_ALL: u32 = 3;
/// Shorter texts are never the template's: labels in tables of data. Unicode scalar values. Tuned.
const MIN_TEMPLATE_CHARS: u32 = 10;

/// What is known of a text on all pages.
#[derive(Clone, Copy, Debug, Default)]
struct Recurrence {
    pages: u32,
    /// How often it stands there.
    count: u32,
    votes: f64,
    /// Whether the user said that it is content.
    is_given: bool,
}

impl Recurrence {
    /// Whether a text that recurs so on this many pages is the template's.
    fn is_template(&self, pages: u32) -> bool {
        let least = (f64::from(pages) * TEMPLATE_SHARE).ceil().max(2.0);
        let is_on_all = pages >= MIN_PAGES_OF_ALL && self.pages == pages && self.count == pages;
        let vote = self.votes / f64::from(self.count.max(1));
        let recurs = f64::from(self.pages) >= least && vote <= MAX_TEMPLATE_VOTE;
        !self.is_given && (is_on_all || recurs)
    }
}

/// A page with what its texts are worth.
#[derive(Debug)]
pub(super) struct Sheet<'o> {
    pub outline: &'o Outline,
    /// What each text is worth, 0 to 1.
    worth: Vec<f64>,
    /// Which texts the user said are content.
    is_given: Vec<bool>,
    is_template: Vec<bool>,
    /// Which texts a rule for content can select.
    is_open: Vec<bool>,
    /// The characters of all texts, each times its worth.
    total: f64,
    /// Which texts are selected as things stand.
    is_selected: Vec<bool>,
    /// Which texts of the template would be.
    is_near: Vec<bool>,
    /// Whether a rule made the selection; else the engine did.
    pub is_by_rule: bool,
}

/// What is in a part of a page: characters, and characters times their worth.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Amount {
    pub chars: f64,
    pub worth: f64,
    /// Characters of texts that the user said are content.
    pub given: f64,
}

impl Amount {
    /// Whether a rule that selects this has found content.
    pub(super) fn is_enough(self) -> bool {
        self.given > 0.0 || self.chars >= f64::from(MIN_CHARS)
    }

    pub(super) fn plus(self, other: Amount) -> Amount {
        Amount {
            chars: self.chars + other.chars,
            worth: self.worth + other.worth,
            given: self.given + other.given,
        }
    }

    pub(super) fn minus(self, other: Amount) -> Amount {
        Amount {
            chars: self.chars - other.chars,
            worth: self.worth - other.worth,
            given: self.given - other.given,
        }
    }
}

/// Running sums over some texts of a page.
#[derive(Debug)]
pub(super) struct Sums(Vec<Amount>);

impl Sums {
    pub(super) fn all(&self) -> Amount {
        self.0.last().copied().unwrap_or_default()
    }

    pub(super) fn of_spans(&self, spans: &[Span]) -> Amount {
        spans.iter().fold(Amount::default(), |sum, span| {
            sum.plus(self.0[span.end as usize].minus(self.0[span.start as usize]))
        })
    }
}

/// The pages, with the engine's selection on each. `keep` and `leave_out` are names that the user gave.
pub(super) fn sheets<'o>(
    outlines: &'o [Outline],
    keep: &[u32],
    leave_out: &[u32],
) -> Vec<Sheet<'o>> {
    let pages = outlines.len() as u32;
    let recurrences = recurrences(outlines, keep);
    let sheet = |outline| Sheet::of(outline, &recurrences, pages, keep, leave_out);
    outlines.iter().map(sheet).collect()
}

fn recurrences(outlines: &[Outline], keep: &[u32]) -> HashMap<u32, Recurrence> {
    let mut found: HashMap<u32, (usize, Recurrence)> = HashMap::new();
    for (page, outline) in outlines.iter().enumerate() {
        let is_given = marked(outline, keep);
        for (text, is_given) in outline.texts.iter().zip(is_given) {
            let (last, of) = found.entry(text.hash).or_default();
            of.pages += u32::from(of.pages == 0 || *last != page);
            *last = page;
            of.count += 1;
            of.votes += text.vote;
            of.is_given |= is_given;
        }
    }
    found.into_iter().map(|(hash, (_, of))| (hash, of)).collect()
}

/// Which texts are in elements of these names.
fn marked(outline: &Outline, names: &[u32]) -> Vec<bool> {
    let mut is_in = vec![false; outline.texts.len()];
    for span in names.iter().flat_map(|&name| outline.of_name(name)) {
        is_in[span.texts()].fill(true);
    }
    is_in
}

impl<'o> Sheet<'o> {
    fn of(
        outline: &'o Outline,
        recurrences: &HashMap<u32, Recurrence>,
        pages: u32,
        keep: &[u32],
        leave_out: &[u32],
    ) -> Sheet<'o> {
        let texts = &outline.texts;
        let is_given = marked(outline, keep);
        let is_left_out = marked(outline, leave_out);
        let recurs =
            |text: &Text| recurrences.get(&text.hash).is_some_and(|of| of.is_template(pages));
        let is_template: Vec<bool> =
            texts.iter().map(|text| text.chars >= MIN_TEMPLATE_CHARS && recurs(text)).collect();
        let worth_of = |index: usize| match (is_left_out[index], is_given[index]) {
            (true, _) => 0.0,
            (false, true) => 1.0,
            (false, false) if is_template[index] => 0.0,
            (false, false) => texts[index].vote,
        };
        let worth: Vec<f64> = (0..texts.len()).map(worth_of).collect();
        let open =
            |index: usize| !(texts[index].is_excluded || is_template[index] || is_left_out[index]);
        let is_open = (0..texts.len()).map(open).collect();
        let total = texts.iter().zip(&worth).map(|(text, worth)| f64::from(text.chars) * worth);
        let total = total.sum();
        let kept = |index: usize| texts[index].is_kept && !is_left_out[index];
        let is_selected =
            (0..texts.len()).map(|index| kept(index) && !is_template[index]).collect();
        let is_near = (0..texts.len()).map(|index| kept(index) && is_template[index]).collect();
        Sheet {
            outline,
            worth,
            is_given,
            is_template,
            is_open,
            total,
            is_selected,
            is_near,
            is_by_rule: false,
        }
    }

    fn amount(&self, text: usize) -> Amount {
        let chars = f64::from(self.outline.texts[text].chars);
        let given = if self.is_given[text] { chars } else { 0.0 };
        Amount { chars, worth: chars * self.worth[text], given }
    }

    fn sums(&self, is_in: &[bool]) -> Sums {
        let mut sum = Amount::default();
        let mut sums = vec![sum];
        for (text, &is_in) in is_in.iter().enumerate() {
            if is_in {
                sum = sum.plus(self.amount(text));
            }
            sums.push(sum);
        }
        Sums(sums)
    }

    /// Sums over what a rule for content can select.
    pub(super) fn open_sums(&self) -> Sums {
        self.sums(&self.is_open)
    }

    /// Sums over what is selected.
    pub(super) fn selected_sums(&self) -> Sums {
        self.sums(&self.is_selected)
    }

    /// Sums over what is selected and what would be, were it not the template's.
    pub(super) fn near_sums(&self) -> Sums {
        let either = |(&selected, &near)| selected || near;
        self.sums(&self.is_selected.iter().zip(&self.is_near).map(either).collect::<Vec<_>>())
    }

    /// The F1 that is to be expected of this selection: the votes stand for how likely each text is content.
    pub(super) fn f1(&self, selection: Amount) -> f64 {
        let sum = selection.chars + self.total;
        if sum == 0.0 { 0.0 } else { 2.0 * selection.worth / sum }
    }

    /// Selects what a rule with these names does, if it finds content.
    pub(super) fn select(&mut self, names: &[u32]) {
        let is_in = marked(self.outline, names);
        let both = |mask: &[bool]| is_in.iter().zip(mask).map(|(a, b)| *a && *b).collect();
        let is_selected: Vec<bool> = both(&self.is_open);
        if self.sums(&is_selected).all().is_enough() {
            self.is_selected = is_selected;
            self.is_near = both(&self.is_template);
            self.is_by_rule = true;
        }
    }

    /// Takes what these elements hold out of the selection.
    pub(super) fn leave_out(&mut self, name: u32) {
        for span in self.outline.of_name(name) {
            self.is_selected[span.texts()].fill(false);
            self.is_near[span.texts()].fill(false);
        }
    }

    /// Whether a rule finds content, now that everything is left out that is.
    pub(super) fn succeeds(&self) -> bool {
        self.is_by_rule && self.selected_sums().all().is_enough()
    }

    /// The numbers of the template's texts that would be selected, and of those that an engine takes for content.
    pub(super) fn template(&self) -> impl Iterator<Item = u32> {
        let texts = self.outline.texts.iter().zip(self.is_template.iter().zip(&self.is_near));
        let counts = |(text, (is_template, is_near)): &(&Text, (&bool, &bool))| {
            **is_near || **is_template && text.vote > 0.0
        };
        texts.filter(counts).map(|(text, _)| text.hash)
    }
}
