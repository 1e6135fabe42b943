//! Classification: first of each paragraph alone, then by its neighbours.
//!
//! Alone, a paragraph is bad if it is mostly links, short if it is too short to tell, and otherwise
//! bad, near-good or good by its length and its share of stopwords. Stopwords are the words that
//! prose cannot do without and menus have none of: "the", "of", "and". For example, 250 characters
//! of which a third of the words are stopwords are good, and a list of 30 product names is bad.
//!
//! Then short and near-good paragraphs take the class of their neighbours, because content and
//! boilerplate come in runs. For example, "Read on:" between two good paragraphs is good, and the
//! same words between two bad ones are bad. Between a good and a bad one it is bad, unless a
//! near-good paragraph is nearer on the bad side.

use super::config::{Config, HeadingStage};

/// The class of a paragraph; see the example of the [module](super).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClassType {
    /// Main content.
    Good,
    /// Probably main content. Its neighbours decide.
    NearGood,
    /// Too short to tell, for example "Read more." Its neighbours decide.
    Short,
    /// Boilerplate.
    Bad,
}

impl ClassType {
    /// Returns the reference's word: `good`, `neargood`, `short` or `bad`.
    ///
    /// ```
    /// use tamis::engine::justext::ClassType;
    /// assert_eq!(ClassType::NearGood.as_str(), "neargood");
    /// ```
    pub fn as_str(self) -> &'static str {
        match self {
            ClassType::Good => "good",
            ClassType::NearGood => "neargood",
            ClassType::Short => "short",
            ClassType::Bad => "bad",
        }
    }
}

/// The input of the context-free classification.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Features {
    /// Length of the text, in the unit of [`Segmentation`](super::Segmentation).
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

/// The rule that gave a paragraph its context-free class.
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

/// Returns the rule that classifies a paragraph alone. `stopwords` is called only if earlier rules
/// leave the class open; it returns the number of words and of stopwords.
///
/// Source: jusText, `core.py`, `classify_paragraphs`; the paper's context-free classification.
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

/// A paragraph during the context-sensitive classification.
#[derive(Clone, Copy, Debug)]
pub(super) struct Classified {
    pub(super) cf_class: ClassType,
    /// The final class. Before that, the class of an earlier classification, if there was one.
    pub(super) class: Option<ClassType>,
    pub(super) heading: bool,
    pub(super) length: i64,
}

/// Gives each paragraph its final class. The edges of the document count as bad. Takes linear time.
///
/// Source: jusText, `core.py`, `revise_paragraph_classification`; the paper's context-sensitive
/// classification.
pub(super) fn context_sensitive(entries: &mut [Classified], config: &Config) {
    copy_classes_and_find_headings(entries, config);
    classify_short(entries);
    revise_near_good(entries);
    find_more_headings(entries, config);
}

/// Stage 1: copies the classes. Short headings near good text become near-good, subject to
/// [`HeadingStage`].
fn copy_classes_and_find_headings(entries: &mut [Classified], config: &Config) {
    if config.heading_stage == HeadingStage::Paper {
        for entry in entries.iter_mut() {
            entry.class = Some(entry.cf_class);
        }
    }
    // In the reference's order, later paragraphs still have the class of an earlier run or no
    // class, because their classes are copied later.
    let near = near_good_text(entries, config.max_heading_distance);
    for (entry, near) in entries.iter_mut().zip(near) {
        entry.class = Some(entry.cf_class);
        if near && entry.heading && entry.cf_class == ClassType::Short {
            entry.class = Some(ClassType::NearGood);
        }
    }
}

/// For each paragraph: true if a good one follows with at most `distance` characters in between.
fn near_good_text(entries: &[Classified], distance: i64) -> Vec<bool> {
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

/// Stage 2: a short paragraph takes the class of its neighbours. All decisions use the classes from
/// before this stage.
fn classify_short(entries: &mut [Classified]) {
    let before: Vec<Neighbours> = neighbours(entries.iter()).collect();
    let mut after: Vec<Neighbours> = neighbours(entries.iter().rev()).collect();
    after.reverse();
    for ((entry, prev), next) in entries.iter_mut().zip(before).zip(after) {
        if entry.class != Some(ClassType::Short) {
            continue;
        }
        let good = match (prev.class, next.class) {
            (GoodOrBad::Good, GoodOrBad::Good) => true,
            (GoodOrBad::Bad, GoodOrBad::Bad) => false,
            (GoodOrBad::Bad, GoodOrBad::Good) => prev.near_good_first,
            (GoodOrBad::Good, GoodOrBad::Bad) => next.near_good_first,
        };
        entry.class = Some(if good { ClassType::Good } else { ClassType::Bad });
    }
}

/// Stage 3: a near-good paragraph becomes bad if it is between bad ones, else good. Each decision
/// sees the results of those before it.
fn revise_near_good(entries: &mut [Classified]) {
    let mut after: Vec<Neighbours> = neighbours(entries.iter().rev()).collect();
    after.reverse();
    let mut prev = GoodOrBad::Bad;
    for (entry, next) in entries.iter_mut().zip(after) {
        if entry.class == Some(ClassType::NearGood) {
            let bad = prev == GoodOrBad::Bad && next.class == GoodOrBad::Bad;
            entry.class = Some(if bad { ClassType::Bad } else { ClassType::Good });
        }
        prev = if entry.class == Some(ClassType::Good) { GoodOrBad::Good } else { GoodOrBad::Bad };
    }
}

/// Stage 4: headings near good text become good, unless their context-free class is bad.
fn find_more_headings(entries: &mut [Classified], config: &Config) {
    let near = near_good_text(entries, config.max_heading_distance);
    for (entry, near) in entries.iter_mut().zip(near) {
        let by_context = entry.class == Some(ClassType::Bad) && entry.cf_class != ClassType::Bad;
        if near && entry.heading && by_context {
            entry.class = Some(ClassType::Good);
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GoodOrBad {
    Good,
    Bad,
}

/// The neighbours of a paragraph in one direction.
#[derive(Clone, Copy, Debug)]
struct Neighbours {
    /// The nearest class that is good or bad. Bad at the edge of the document.
    class: GoodOrBad,
    /// True if a near-good paragraph is nearer than that one.
    near_good_first: bool,
}

/// For each paragraph, the neighbours among those before it, in the order of the iterator.
fn neighbours<'e>(
    entries: impl Iterator<Item = &'e Classified>,
) -> impl Iterator<Item = Neighbours> {
    entries.scan(Neighbours { class: GoodOrBad::Bad, near_good_first: false }, |state, entry| {
        let seen = *state;
        match entry.class {
            Some(ClassType::Good) => {
                *state = Neighbours { class: GoodOrBad::Good, near_good_first: false }
            }
            Some(ClassType::Bad) => {
                *state = Neighbours { class: GoodOrBad::Bad, near_good_first: false }
            }
            Some(ClassType::NearGood) => state.near_good_first = true,
            Some(ClassType::Short) | None => {}
        }
        Some(seen)
    })
}
