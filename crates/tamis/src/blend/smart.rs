//! The blend `smart`: what rules name as content; where that is too little or too doubtful, where the text lies dense.
//!
//! The rules and their order were tuned on the labelled pages of `wcxb-dev`: mean F1 .864 there. With the rules that a program chose
//! by four fifths of the pages, out of many more, the pages of the other sites have .855.

use super::{Blend, Choice, Decision};
use crate::engine::{EngineName, Verdict};
use crate::page::Page;

/// The engines that are asked, in this order.
const ENGINES: [EngineName; 2] = [EngineName::Selectors, EngineName::Density];

/// How much surer than selectors density has to be to be preferred. What did best on labelled pages, and in each of
/// five parts of them by their sites.
const HANDICAP: f64 = 0.4;

/// The parameters of the blend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Config {
    /// With fewer characters than this, what selectors keep is too little. Unicode scalar values; default 300.
    pub min_chars: u32,
}

impl Default for Config {
    fn default() -> Config {
        Config { min_chars: 300 }
    }
}

impl Config {
    /// Sets with how many characters the content by selectors is enough.
    #[must_use]
    pub fn min_chars(mut self, chars: u32) -> Config {
        self.min_chars = chars;
        self
    }
}

pub(crate) fn blend(config: Config) -> Blend {
    Blend { name: EngineName::Smart, engines: &ENGINES, decision: Decision::Smart(config) }
}

/// Selectors, where they keep enough and density is not surer by 0.4; else density, unless it keeps less than they do.
/// The confidences are those of the engines.
pub(super) fn choose(page: &Page, verdicts: &[Verdict], config: Config) -> Choice {
    let index = match verdicts {
        [selectors, density] => usize::from(!prefers_selectors(page, selectors, density, config)),
        _ => 0,
    };
    let confidences =
        verdicts.iter().map(|verdict| verdict.confidence.unwrap_or_default()).collect();
    Choice { index, confidences }
}

pub(super) fn prefers_selectors(
    page: &Page,
    selectors: &Verdict,
    density: &Verdict,
    config: Config,
) -> bool {
    let [by_rules, by_density] = [selectors, density].map(|verdict| kept_chars(page, verdict));
    let is_enough = by_rules > 0 && by_rules >= u64::from(config.min_chars);
    let [sure_of_rules, sure_of_density] =
        [selectors, density].map(|verdict| verdict.confidence.unwrap_or_default());
    let is_sure = sure_of_rules >= sure_of_density - HANDICAP;
    is_enough && is_sure || by_density < by_rules
}

/// Characters of the paragraphs that are kept.
fn kept_chars(page: &Page, verdict: &Verdict) -> u64 {
    let kept = page.paragraphs().iter().zip(&verdict.kept).filter(|&(_, &kept)| kept);
    kept.map(|(paragraph, _)| u64::from(paragraph.text_chars)).sum()
}

#[cfg(test)]
mod tests {
    use super::Config;
    use crate::config::Config as Extraction;
    use crate::engine::EngineName;
    use crate::extractor::Extractor;

    const SENTENCE: &str = "One sentence of a text that has no link and goes on for a while. ";

    fn chosen(html: &str, config: Config) -> (&'static str, f64) {
        let config = Extraction::default().engine(EngineName::Smart).smart(config);
        let extraction = Extractor::new(config).unwrap().extract(html).unwrap();
        (extraction.strategy_used(), extraction.confidence())
    }

    #[test]
    fn selectors_where_they_find_enough() {
        let long = SENTENCE.repeat(10);
        let html = format!("<p>{SENTENCE}</p><main>{long}</main>");
        assert_eq!(chosen(&html, Config::default()).0, "selectors");
        assert_eq!(chosen(&html, Config::default().min_chars(700)).0, "density");
    }

    #[test]
    fn density_where_they_find_too_little() {
        let long = SENTENCE.repeat(10);
        let html = format!("<main>{SENTENCE}</main><div><p>{long}<p>{long}</div>");
        let (engine, confidence) = chosen(&html, Config::default());
        assert_eq!(engine, "density");
        assert!(confidence > 0.9, "{confidence}");
        assert_eq!(chosen(&format!("<div><p>{long}</div>"), Config::default()).0, "density");
    }

    #[test]
    fn density_where_it_is_much_surer() {
        let (long, longer) = (SENTENCE.repeat(6), SENTENCE.repeat(40));
        let html = format!("<main>{long}</main><div><p>{longer}</p><p>{longer}</p></div>");
        assert_eq!(chosen(&html, Config::default()).0, "density");
        let html = format!("<main>{longer}</main><div><p>{long}</p></div>");
        assert_eq!(chosen(&html, Config::default()).0, "selectors");
    }

    #[test]
    fn nothing_where_there_is_nothing() {
        assert!(chosen("", Config::default()).1 <= 0.0);
    }
}
