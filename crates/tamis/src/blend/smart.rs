//! The blend `smart`: the verdict of `selectors`, or that of `density` if the first keeps too
//! little or is too unsure.
//!
//! The two engines fail in different ways. The selectors are precise where an author used the
//! markup of a known system, for example `<div class="entry-content">`, because then the menu next
//! to it is no question at all. But where no rule fits well, they keep a few lines or a wrong box.
//! Density finds the region with the most text in any markup, but can take the comments and teasers
//! in that region, too.
//!
//! So the selectors win if what they keep is at least [`Config::min_chars`] long and `density` is
//! not clearly surer. They also win if they keep more than `density`, because then they are not the
//! ones that found too little. For example, the selectors keep 250 characters and density 4,000:
//! density wins. With 1,200 and 4,000 characters and equal confidences, the selectors win, because
//! the difference is probably boilerplate.
//!
//! The rules and their order were tuned on the labelled pages of `wcxb-dev`. There the blend
//! reaches an F1 of .865, `selectors` alone .807 and `density` alone .841: see
//! `records/2026-11-21-quality.md`.

use super::Choice;
use crate::engine::EngineName;
use crate::page::Page;
use crate::verdict::Verdict;

/// The engines that run, in this order.
pub(super) const ENGINES: &[EngineName] = &[EngineName::Selectors, EngineName::Density];

/// The confidence of `density` has to exceed that of `selectors` by more than this to win. This
/// value did best on the labelled pages, and on each of five folds of them by site.
const MIN_CONFIDENCE_LEAD: f64 = 0.4;

/// The parameters of the blend.
///
/// ```
/// use tamis::blend::smart;
/// use tamis::{Config, Strategy};
/// let smart = smart::Config::default().min_chars(500);
/// assert_eq!(smart.min_chars, 500);
/// let config = Config::default().strategy(Strategy::Smart).smart(smart);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct Config {
    /// `selectors` needs at least this many kept characters. Unicode scalar values; default 300.
    pub min_chars: u32,
}

impl Default for Config {
    fn default() -> Config {
        Config { min_chars: 300 }
    }
}

impl Config {
    /// Sets [`min_chars`](Config#structfield.min_chars). The [type](Config) has an example.
    #[must_use]
    pub fn min_chars(mut self, chars: u32) -> Config {
        self.min_chars = chars;
        self
    }
}

/// Returns the better one of the verdicts of [`ENGINES`]. An engine that gives no confidence has 0.
pub(super) fn choose(page: &Page, mut verdicts: Vec<Verdict>, config: Config) -> Choice {
    for verdict in &mut verdicts {
        verdict.rating = Some(verdict.confidence.unwrap_or_default());
    }
    let [selectors, density] = verdicts.as_slice() else {
        panic!("one verdict for each engine of the blend")
    };
    let best = usize::from(!prefers_selectors(page, selectors, density, config));
    let verdict = verdicts.remove(best);
    Choice { others: verdicts, ..Choice::alone(verdict) }
}

/// Returns true if `selectors` wins: it keeps enough, and `density` is not clearly surer. It also
/// wins if it keeps more than `density`.
fn prefers_selectors(page: &Page, selectors: &Verdict, density: &Verdict, config: Config) -> bool {
    let [selectors_chars, density_chars] =
        [selectors, density].map(|verdict| kept_chars(page, verdict));
    let is_enough = selectors_chars > 0 && selectors_chars >= u64::from(config.min_chars);
    let [selectors_confidence, density_confidence] =
        [selectors, density].map(|verdict| verdict.rating.unwrap_or_default());
    let is_sure = selectors_confidence >= density_confidence - MIN_CONFIDENCE_LEAD;
    is_enough && is_sure || density_chars < selectors_chars
}

/// Returns the number of characters in kept paragraphs.
fn kept_chars(page: &Page, verdict: &Verdict) -> u64 {
    let kept = page.paragraphs().iter().zip(&verdict.kept).filter(|&(_, &kept)| kept);
    kept.map(|(paragraph, _)| u64::from(paragraph.text_chars)).sum()
}

#[cfg(test)]
mod tests {
    use super::Config;

    use crate::{Config as Extraction, Extractor, Strategy};

    const SENTENCE: &str = "One sentence of a text that has no link and goes on for a while. ";

    fn chosen(html: &str, config: Config) -> (String, f64) {
        let config = Extraction::default().strategy(Strategy::Smart).smart(config);
        let extraction = Extractor::new(config).unwrap().extract(html);
        (extraction.strategy_used().to_owned(), extraction.confidence())
    }

    #[test]
    fn selectors_wins_with_enough_text() {
        let long = SENTENCE.repeat(10);
        let html = format!("<p>{SENTENCE}</p><main>{long}</main>");
        assert_eq!(chosen(&html, Config::default()).0, "selectors");
        assert_eq!(chosen(&html, Config::default().min_chars(700)).0, "density");
    }

    #[test]
    fn density_wins_if_selectors_keeps_too_little() {
        let long = SENTENCE.repeat(10);
        let html = format!("<main>{SENTENCE}</main><div><p>{long}<p>{long}</div>");
        let (engine, confidence) = chosen(&html, Config::default());
        assert_eq!(engine, "density");
        assert!(confidence > 0.9, "{confidence}");
        assert_eq!(chosen(&format!("<div><p>{long}</div>"), Config::default()).0, "density");
    }

    #[test]
    fn density_wins_if_it_is_much_surer() {
        let (long, longer) = (SENTENCE.repeat(6), SENTENCE.repeat(40));
        let html = format!("<main>{long}</main><div><p>{longer}</p><p>{longer}</p></div>");
        assert_eq!(chosen(&html, Config::default()).0, "density");
        let html = format!("<main>{longer}</main><div><p>{long}</p></div>");
        assert_eq!(chosen(&html, Config::default()).0, "selectors");
    }

    #[test]
    fn an_empty_page_has_no_confidence() {
        assert!(chosen("", Config::default()).1 <= 0.0);
    }
}
