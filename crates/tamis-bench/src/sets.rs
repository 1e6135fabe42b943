//! The quality on pages of other kinds than those of the training: news in many languages, old
//! portals, threads, recipes; set by set and language by language, each engine next to `auto`.
//!
//! A default that is good on average may be worse than one of its own engines on the pages of one
//! language, and nobody who looks at the average sees it. For example, on Russian news of 2011 the
//! texts of `auto` had an F1 of .66 where those of `readability` had .81. So these figures are
//! told apart, and a row says by how much the best engine is ahead.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use anyhow::Result;
use serde::Serialize;
use tamis::{Config, Extractor, Input, Strategy, Url};
use tamis_testkit::annotated::{Annotated, AnnotatedPage};

use crate::engine::FoldExtractors;
use crate::score::{Score, words};

/// The characters of a post, without white space, that tell whether it came out.
const POST_CHARS: usize = 60;

/// A shorter comment of a reader may be a label. Unicode scalar values.
const MIN_COMMENT_CHARS: usize = 40;

/// The strategies that are compared: the default and the engines.
const STRATEGIES: [Strategy; 5] = [
    Strategy::Auto,
    Strategy::Readability,
    Strategy::Justext,
    Strategy::Density,
    Strategy::Selectors,
];

/// The figures of all sets.
#[derive(Debug, Clone, Serialize)]
pub struct SetReport {
    /// A row for each part of each set, in the order of [`Annotated::ALL`].
    pub rows: Vec<SetRow>,
}

/// The figures of a part of a set.
#[derive(Debug, Clone, Serialize)]
pub struct SetRow {
    /// The corpus.
    pub set: &'static str,
    /// The part of it, such as a language.
    pub group: &'static str,
    /// The number of pages.
    pub pages: usize,
    /// True if only the recall says something: see [`Annotated::is_partial`].
    pub is_partial: bool,
    /// The mean score of each strategy, `auto` first.
    pub scores: Vec<(&'static str, Score)>,
    /// The mean confidence of `auto`.
    pub confidence: f64,
    /// The share of posts that `auto` finds, if the pages are threads.
    pub posts_found: Option<f64>,
    /// The share of readers' comments that `auto` keeps, if the pages have some.
    pub comments_kept: Option<f64>,
}

/// Measures every set. With models of folds, `auto` has the model that was trained without the site
/// of the page.
///
/// # Errors
///
/// If a corpus cannot be read.
pub fn measure(mut folds: Option<FoldExtractors>) -> Result<SetReport> {
    let config = |strategy| Config::default().strategy(strategy);
    let mut extractors = STRATEGIES
        .into_iter()
        .map(|strategy| Extractor::new(config(strategy)))
        .collect::<Result<Vec<_>, _>>()?;
    let mut rows = Vec::new();
    // The first words of `postlight` are often a caption, which the default leaves out.
    for set in Annotated::ALL.into_iter().filter(|set| *set != Annotated::Postlight) {
        let mut parts: BTreeMap<&str, Part> = BTreeMap::new();
        for page in set.pages()? {
            let auto = folds.as_mut().map(|folds| folds.of_mut(page.url_or_site()));
            parts.entry(page.group).or_default().add(&page, &mut extractors, auto);
        }
        rows.extend(parts.into_iter().map(|(group, part)| part.row(set, group)));
    }
    Ok(SetReport { rows })
}

/// The pages of a part so far.
#[derive(Default)]
struct Part {
    /// For each strategy, the scores of the pages.
    scores: [Vec<Score>; STRATEGIES.len()],
    confidence: f64,
    posts: Share,
    comments: Share,
}

/// A share of things.
#[derive(Default)]
struct Share {
    found: usize,
    all: usize,
}

impl Share {
    fn note(&mut self, is_found: bool) {
        self.found += usize::from(is_found);
        self.all += 1;
    }

    fn value(&self) -> Option<f64> {
        (self.all > 0).then(|| self.found as f64 / self.all as f64)
    }
}

impl Part {
    /// Adds a page. `auto` extracts in the place of the first extractor.
    fn add(
        &mut self,
        page: &AnnotatedPage,
        extractors: &mut [Extractor],
        mut auto: Option<&mut Extractor>,
    ) {
        let url = page.url.as_deref().and_then(|url| Url::parse(url).ok());
        let reference = word_counts(&page.reference);
        for (at, extractor) in extractors.iter_mut().enumerate() {
            let extractor = auto.take().unwrap_or(extractor);
            let input = Input::from(&page.html);
            let extraction = extractor.extract(url.as_ref().map_or(input, |url| input.url(url)));
            let text = extraction.text();
            self.scores[at].push(score(&word_counts(text), &reference));
            if at == 0 {
                self.confidence += extraction.confidence();
                self.note_parts(page, text);
            }
            extractor.recycle(extraction.into_page());
        }
    }

    fn note_parts(&mut self, page: &AnnotatedPage, text: &str) {
        let bare = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
        let text = bare(text);
        for post in page.posts.iter().map(|post| bare(post)).filter(|post| !post.is_empty()) {
            let begin: String = post.chars().take(POST_CHARS).collect();
            self.posts.note(text.contains(&begin));
        }
        let comments = page.comments.iter().map(|comment| bare(comment));
        for comment in comments.filter(|comment| comment.chars().count() > MIN_COMMENT_CHARS) {
            self.comments.note(text.contains(&comment));
        }
    }

    fn row(self, set: Annotated, group: &'static str) -> SetRow {
        let pages = self.scores[0].len();
        let scores = STRATEGIES.iter().zip(&self.scores);
        SetRow {
            set: set.name(),
            group,
            pages,
            is_partial: set.is_partial(),
            scores: scores.map(|(name, scores)| (name.as_str(), Score::mean(scores))).collect(),
            confidence: self.confidence / pages.max(1) as f64,
            posts_found: self.posts.value(),
            comments_kept: self.comments.value(),
        }
    }
}

/// The words of a text as a multiset, in lower case.
pub(crate) fn word_counts(text: &str) -> HashMap<String, u32> {
    let mut counts = HashMap::new();
    for word in words(&text.to_lowercase()) {
        *counts.entry(word.to_owned()).or_default() += 1;
    }
    counts
}

/// The score of multisets of words.
pub(crate) fn score(found: &HashMap<String, u32>, wanted: &HashMap<String, u32>) -> Score {
    let shared = |(word, count): (&String, &u32)| wanted.get(word).map_or(0, |of| *of.min(count));
    Score::of_counts(found.iter().map(shared).sum(), found.values().sum(), wanted.values().sum())
}

impl fmt::Display for SetReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:8} {:6} {:5}", "set", "part", "pages")?;
        for name in STRATEGIES.map(Strategy::as_str) {
            write!(f, "  {name:>14}")?;
        }
        writeln!(f, "  ahead  confidence")?;
        self.rows.iter().try_for_each(|row| writeln!(f, "{row}"))?;
        writeln!(f, "F1 (precision / recall), or the recall; the lead of the best engine over auto")
    }
}

impl fmt::Display for SetRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let figure = |score: &Score| if self.is_partial { score.recall } else { score.f1 };
        let shown = |value: f64| format!("{value:.3}").trim_start_matches('0').to_owned();
        write!(f, "{:8} {:6} {:5}", self.set, self.group, self.pages)?;
        for (_, score) in &self.scores {
            let Score { precision, recall, .. } = *score;
            let parts = format!("{precision:.2}/{recall:.2}");
            let parts = if self.is_partial { String::new() } else { parts };
            write!(f, "  {:>4} {parts:>9}", shown(figure(score)))?;
        }
        let [auto, others @ ..] = self.scores.as_slice() else { return Ok(()) };
        let best = others.iter().map(|(_, score)| figure(score)).fold(0.0, f64::max);
        write!(f, "  {:+.3}  {}", best - figure(&auto.1), shown(self.confidence))?;
        if let Some(posts) = self.posts_found {
            write!(f, "  posts found {}", shown(posts))?;
        }
        if let Some(comments) = self.comments_kept {
            write!(f, "  comments kept {}", shown(comments))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_characters_where_spaces_part_none() {
        let counted = |text: &str| {
            let mut counts: Vec<(String, u32)> = word_counts(text).into_iter().collect();
            counts.sort();
            counts
                .iter()
                .map(|(word, count)| format!("{word}{count}"))
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!(counted("Der Tee, der Tee!"), "der2 tee2");
        assert_eq!(counted("x茶y茶2"), "21 x1 y1 茶2");
        assert_eq!(counted("ไทย 한국"), "ท1 ย1 ไ1 국1 한1");
        assert_eq!(counted(""), "");
    }

    #[test]
    fn scores_are_of_multisets() {
        let score = score(&word_counts("a a b"), &word_counts("a b c d"));
        assert_eq!((score.precision, score.recall), (2.0 / 3.0, 0.5));
    }
}
