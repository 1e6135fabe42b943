//! Classification: first each paragraph by itself, then by its neighbours.

use super::config::{Config, HeadingStage};

/// The class of a paragraph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClassType {
    /// Main content.
    Good,
    /// Probably main content: its neighbours decide.
    NearGood,
    /// Too short to tell: its neighbours decide.
    Short,
    /// Boilerplate.
    Bad,
}

impl ClassType {
    /// The reference's word: `good`, `neargood`, `short`, `bad`.
    pub fn as_str(self) -> &'static str {
        match self {
            ClassType::Good => "good",
            ClassType::NearGood => "neargood",
            ClassType::Short => "short",
            ClassType::Bad => "bad",
        }
    }
}

/// What the context-free classification looks at.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Features {
    /// Characters of the text.
    pub(super) length: i64,
    pub(super) link_chars: i64,
    pub(super) words: i64,
    pub(super) stopwords: i64,
    pub(super) has_copyright: bool,
    pub(super) in_select: bool,
}

impl Features {
    pub(super) fn link_density(&self) -> f64 {
        if self.length == 0 { 0.0 } else { self.link_chars as f64 / self.length as f64 }
    }

    pub(super) fn stopword_density(&self) -> f64 {
        if self.words == 0 { 0.0 } else { self.stopwords as f64 / self.words as f64 }
    }
}

/// Why a paragraph has its context-free class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    LinkDensity,
    Copyright,
    Select,
    ShortWithLinks,
    Short,
    ManyStopwordsLong,
    ManyStopwords,
    SomeStopwords,
    FewStopwords,
}

impl Rule {
    pub(super) fn class(self) -> ClassType {
        match self {
            Rule::LinkDensity
            | Rule::Copyright
            | Rule::Select
            | Rule::ShortWithLinks
            | Rule::FewStopwords => ClassType::Bad,
            Rule::Short => ClassType::Short,
            Rule::ManyStopwordsLong => ClassType::Good,
            Rule::ManyStopwords | Rule::SomeStopwords => ClassType::NearGood,
        }
    }

    pub(super) fn as_str(self) -> &'static str {
        match self {
            Rule::LinkDensity => "link density above max_link_density",
            Rule::Copyright => "has a copyright sign",
            Rule::Select => "stands in a select",
            Rule::ShortWithLinks => "shorter than length_low, with links",
            Rule::Short => "shorter than length_low",
            Rule::ManyStopwordsLong => {
                "stopword density from stopwords_high, longer than length_high"
            }
            Rule::ManyStopwords => "stopword density from stopwords_high",
            Rule::SomeStopwords => "stopword density from stopwords_low",
            Rule::FewStopwords => "stopword density below stopwords_low",
        }
    }
}

/// The rule that decides about a paragraph by itself. `stopwords` counts them if it comes to that.
///
/// Source: jusText, `core.py`, `classify_paragraphs`; in the paper the context-free classification.
#[inline]
pub(super) fn context_free(
    features: &mut Features,
    config: &Config,
    stopwords: impl FnOnce() -> (i64, i64),
) -> Rule {
    if features.link_density() > config.max_link_density {
        return Rule::LinkDensity;
    }
    if features.has_copyright {
        return Rule::Copyright;
    }
    if features.in_select {
        return Rule::Select;
    }
    if features.length < config.length_low {
        return if features.link_chars > 0 { Rule::ShortWithLinks } else { Rule::Short };
    }
    (features.words, features.stopwords) = stopwords();
    let density = features.stopword_density();
    if density >= config.stopwords_high {
        if features.length > config.length_high {
            Rule::ManyStopwordsLong
        } else {
            Rule::ManyStopwords
        }
    } else if density >= config.stopwords_low {
        Rule::SomeStopwords
    } else {
        Rule::FewStopwords
    }
}

/// A paragraph as the context-sensitive classification sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) cf_class: ClassType,
    /// Its final class; before that, what an earlier classification left.
    pub(super) class: Option<ClassType>,
    pub(super) heading: bool,
    pub(super) length: i64,
}

/// Gives each paragraph its final class. Linear; the edges of the document count as bad.
///
/// Source: jusText, `core.py`, `revise_paragraph_classification`; in the paper the context-sensitive
/// classification.
pub(super) fn context_sensitive(entries: &mut [Entry], config: &Config) {
    copy_classes_and_find_headings(entries, config);
    classify_short(entries);
    revise_near_good(entries);
    find_more_headings(entries, config);
}

/// Stage 1: classes are copied; short headings near good text become near-good, as far as
/// [`HeadingStage`] lets them.
fn copy_classes_and_find_headings(entries: &mut [Entry], config: &Config) {
    if config.heading_stage == HeadingStage::Paper {
        for entry in entries.iter_mut() {
            entry.class = Some(entry.cf_class);
        }
    }
    // In the reference's order the later paragraphs still have the classes of an earlier run, if of any.
    let near = near_good_text(entries, config.max_heading_distance);
    for (entry, near) in entries.iter_mut().zip(near) {
        entry.class = Some(entry.cf_class);
        if near && entry.heading && entry.cf_class == ClassType::Short {
            entry.class = Some(ClassType::NearGood);
        }
    }
}

/// For each paragraph: whether a good one comes behind it, with no more than `distance` characters between.
fn near_good_text(entries: &[Entry], distance: i64) -> Vec<bool> {
    let mut near = vec![false; entries.len()];
    let mut to_good = None;
    for (index, entry) in entries.iter().enumerate().rev() {
        near[index] = to_good.is_some_and(|between| between <= distance);
        to_good = if entry.class == Some(ClassType::Good) {
            Some(0)
        } else {
            to_good.map(|between| entry.length + between)
        };
    }
    near
}

/// Stage 2: a short paragraph becomes what its neighbours are. All see the classes from before the stage.
fn classify_short(entries: &mut [Entry]) {
    let before: Vec<Neighbours> = neighbours(entries.iter()).collect();
    let mut after: Vec<Neighbours> = neighbours(entries.iter().rev()).collect();
    after.reverse();
    for ((entry, prev), next) in entries.iter_mut().zip(before).zip(after) {
        if entry.class != Some(ClassType::Short) {
            continue;
        }
        let good = match (prev.firm, next.firm) {
            (Firm::Good, Firm::Good) => true,
            (Firm::Bad, Firm::Bad) => false,
            (Firm::Bad, Firm::Good) => prev.near_good_first,
            (Firm::Good, Firm::Bad) => next.near_good_first,
        };
        entry.class = Some(if good { ClassType::Good } else { ClassType::Bad });
    }
}

/// Stage 3: a near-good paragraph is bad only between bad ones. Each sees what became of those before it.
fn revise_near_good(entries: &mut [Entry]) {
    let mut after: Vec<Neighbours> = neighbours(entries.iter().rev()).collect();
    after.reverse();
    let mut prev = Firm::Bad;
    for (entry, next) in entries.iter_mut().zip(after) {
        if entry.class == Some(ClassType::NearGood) {
            let bad = prev == Firm::Bad && next.firm == Firm::Bad;
            entry.class = Some(if bad { ClassType::Bad } else { ClassType::Good });
        }
        prev = if entry.class == Some(ClassType::Good) { Firm::Good } else { Firm::Bad };
    }
}

/// Stage 4: headings that only their neighbours made bad are good near good text.
fn find_more_headings(entries: &mut [Entry], config: &Config) {
    let near = near_good_text(entries, config.max_heading_distance);
    for (entry, near) in entries.iter_mut().zip(near) {
        let by_context = entry.class == Some(ClassType::Bad) && entry.cf_class != ClassType::Bad;
        if near && entry.heading && by_context {
            entry.class = Some(ClassType::Good);
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Firm {
    Good,
    Bad,
}

/// What lies in one direction of a paragraph.
#[derive(Clone, Copy, Debug)]
struct Neighbours {
    /// The nearest class that is good or bad; bad at the edge.
    firm: Firm,
    /// Whether a near-good paragraph comes before that one.
    near_good_first: bool,
}

/// For each paragraph what was met before it, in the order of the iterator.
fn neighbours<'e>(entries: impl Iterator<Item = &'e Entry>) -> impl Iterator<Item = Neighbours> {
    entries.scan(Neighbours { firm: Firm::Bad, near_good_first: false }, |state, entry| {
        let seen = *state;
        match entry.class {
            Some(ClassType::Good) => {
                *state = Neighbours { firm: Firm::Good, near_good_first: false }
            }
            Some(ClassType::Bad) => *state = Neighbours { firm: Firm::Bad, near_good_first: false },
            Some(ClassType::NearGood) => state.near_good_first = true,
            Some(ClassType::Short) | None => {}
        }
        Some(seen)
    })
}
