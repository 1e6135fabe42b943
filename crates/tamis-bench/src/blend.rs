//! Fits the formulas of the blend `auto` to labelled pages, and measures them on pages of other
//! sites.

use std::fmt;

use anyhow::{Context as _, Result};
use serde::Serialize;
use tamis::Verdict;
use tamis::blend::auto::{ENGINES, FEATURES, Formula, features};
use tamis::blend::page_prior;
use tamis::{Config, Extractor, Input, Metadata, Signals, Url, render};
use tamis_testkit::folds::{FOLDS, fold};
use tamis_testkit::wcxb::{Page, PageKind};

use crate::score::Score;
use ridge::fit;

pub mod ridge;
mod weights;

pub use weights::{WEIGHTS, weights_file};

/// One page with what each engine makes of it.
#[derive(Debug, Clone)]
pub struct Sample {
    /// Its kind.
    pub kind: PageKind,
    /// Its fold by its domain.
    pub fold: usize,
    /// For each engine what the formulas look at.
    pub features: Vec<Vec<f64>>,
    /// For each engine the score of its text.
    pub scores: Vec<Score>,
    /// The first form of confidence.
    pub page_prior: f64,
}

/// Every page with the verdicts of all engines.
///
/// # Errors
///
/// If a page cannot be read.
pub fn samples(pages: impl IntoIterator<Item = Result<Page>>) -> Result<Vec<Sample>> {
    let mut extractor = Extractor::new(Config::default().strategy(tamis::Strategy::Auto))?;
    let sample = |page: Result<Page>| {
        let page = page?;
        let url = page.url.as_deref();
        let address = url.and_then(|url| Url::parse(url).ok());
        // The corpus stores every page in UTF-8, whatever the page itself declares.
        let input = Input::from(&page.html).charset("utf-8");
        let input = address.as_ref().map_or(input, |url| input.url(url));
        let measured = extractor.page(input);
        let verdicts = extractor.verdicts(&measured);
        // As the blend gives them.
        let apart = |verdict: &Verdict| {
            let mut verdict = verdict.clone();
            verdict.joins_words = false;
            verdict
        };
        let texts = verdicts.iter().map(|verdict| render::text(&measured, &apart(verdict)));
        let sample = Sample {
            kind: page.kind,
            fold: fold(url.unwrap_or(&page.id)),
            features: features(&measured, &verdicts),
            scores: texts.map(|text| Score::of_text(&text, &page.main_content)).collect(),
            page_prior: page_prior(&Signals::of(&measured), &Metadata::of(&measured)),
        };
        extractor.recycle(measured);
        Ok(sample)
    };
    pages.into_iter().map(sample).collect()
}

/// The formula of each engine, fitted to these pages.
///
/// # Errors
///
/// If there are too few pages to fit to.
pub fn formulas(samples: &[&Sample]) -> Result<Vec<Formula>> {
    let formula = |engine: usize| {
        let rows = samples
            .iter()
            .map(|sample| (sample.features[engine].clone(), sample.scores[engine].f1));
        let (base, weights) = fit(&rows.collect::<Vec<_>>()).context("too few pages")?;
        let weights = FEATURES.iter().copied().zip(weights).collect();
        Ok(Formula { engine: ENGINES[engine], base, weights })
    };
    (0..ENGINES.len()).map(formula).collect()
}

/// The choice for a page by formulas that were fitted without its site.
#[derive(Debug, Clone, Copy)]
struct Held {
    kind: PageKind,
    engine: usize,
    estimate: f64,
    score: Score,
    page_prior: f64,
}

/// The quality of the blend on pages of sites that its formulas were not fitted to.
#[derive(Debug, Clone, Serialize)]
pub struct BlendReport {
    /// The number of pages.
    pub pages: usize,
    /// The mean F1 of each engine, and of the best engine for each page.
    pub alone: Vec<(String, f64)>,
    /// The mean over all pages of what was chosen.
    pub chosen: Score,
    /// The mean by page kind.
    pub kinds: Vec<(PageKind, f64)>,
    /// The number of pages for which each engine was chosen.
    pub shares: Vec<(String, usize)>,
    /// Spearman's rank correlation of the estimate with the F1 that was reached.
    pub correlation: f64,
    /// The same of the first form of confidence.
    pub page_prior_correlation: f64,
    /// Tenths of the pages by rising estimate: the mean estimate, the mean F1.
    pub calibration: Vec<(f64, f64)>,
}

/// Fits on four folds and chooses on the fifth, five times.
///
/// # Errors
///
/// If there are too few pages to fit to.
pub fn cross_validate(samples: &[Sample]) -> Result<BlendReport> {
    let mut held = Vec::with_capacity(samples.len());
    for fold in 0..FOLDS {
        let (others, known): (Vec<_>, Vec<_>) =
            samples.iter().partition(|sample| sample.fold == fold);
        let formulas = formulas(&known)?;
        held.extend(others.into_iter().map(|sample| choose(&formulas, sample)));
    }
    Ok(report(samples, &held))
}

fn choose(formulas: &[Formula], sample: &Sample) -> Held {
    let estimates = formulas.iter().zip(&sample.features).map(|(formula, of)| formula.estimate(of));
    let best = estimates.enumerate().max_by(|a, b| a.1.total_cmp(&b.1));
    let (engine, estimate) = best.unwrap_or_default();
    let score = sample.scores[engine];
    Held { kind: sample.kind, engine, estimate, score, page_prior: sample.page_prior }
}

fn report(samples: &[Sample], held: &[Held]) -> BlendReport {
    let mean = |scores: &mut dyn Iterator<Item = f64>| {
        let (sum, count) = scores.fold((0.0, 0_u32), |(sum, count), f1| (sum + f1, count + 1));
        sum / f64::from(count.max(1))
    };
    let name = |engine: usize| ENGINES[engine].to_string();
    let best = |sample: &Sample| sample.scores.iter().map(|score| score.f1).fold(0.0, f64::max);
    let mut alone: Vec<_> = (0..ENGINES.len())
        .map(|engine| {
            (name(engine), mean(&mut samples.iter().map(|sample| sample.scores[engine].f1)))
        })
        .collect();
    alone.push(("best for each page".to_owned(), mean(&mut samples.iter().map(best))));
    let of_kind =
        |kind| held.iter().filter(move |held| held.kind == kind).map(|held| held.score.f1);
    let f1: Vec<f64> = held.iter().map(|held| held.score.f1).collect();
    let column = |value: fn(&Held) -> f64| held.iter().map(value).collect::<Vec<_>>();
    BlendReport {
        pages: held.len(),
        alone,
        chosen: Score::mean(held.iter().map(|held| &held.score)),
        kinds: PageKind::ALL.map(|kind| (kind, mean(&mut of_kind(kind)))).to_vec(),
        shares: (0..ENGINES.len())
            .map(|engine| (name(engine), held.iter().filter(|held| held.engine == engine).count()))
            .collect(),
        correlation: spearman(&column(|held| held.estimate), &f1),
        page_prior_correlation: spearman(&column(|held| held.page_prior), &f1),
        calibration: calibration(held),
    }
}

const TENTHS: usize = 10;

fn calibration(held: &[Held]) -> Vec<(f64, f64)> {
    let mut sorted = held.to_vec();
    sorted.sort_by(|a, b| a.estimate.total_cmp(&b.estimate));
    let part =
        |tenth: usize| &sorted[tenth * sorted.len() / TENTHS..(tenth + 1) * sorted.len() / TENTHS];
    let mean = |part: &[Held], value: fn(&Held) -> f64| {
        part.iter().map(value).sum::<f64>() / part.len().max(1) as f64
    };
    let tenths = (0..TENTHS).map(part);
    tenths
        .map(|part| (mean(part, |held| held.estimate), mean(part, |held| held.score.f1)))
        .collect()
}

/// Spearman's rank correlation. Equal values share the mean of their ranks. 0 if one side is
/// constant.
pub fn spearman(a: &[f64], b: &[f64]) -> f64 {
    let (a, b) = (ranks(a), ranks(b));
    let mean = (a.len() as f64 - 1.0) / 2.0;
    let product =
        |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - mean) * (b - mean)).sum::<f64>();
    let spread = (product(&a, &a) * product(&b, &b)).sqrt();
    if spread == 0.0 { 0.0 } else { product(&a, &b) / spread }
}

fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    for equal in order.chunk_by(|&a, &b| values[a].total_cmp(&values[b]).is_eq()) {
        let first = order.partition_point(|&at| values[at].total_cmp(&values[equal[0]]).is_lt());
        let rank = first as f64 + (equal.len() as f64 - 1.0) / 2.0;
        for &at in equal {
            ranks[at] = rank;
        }
    }
    ranks
}

impl fmt::Display for BlendReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} pages, formulas fitted without the page's fold\n", self.pages)?;
        for (name, f1) in &self.alone {
            writeln!(f, "{name:<20} {f1:.4}")?;
        }
        let Score { f1, precision, recall } = self.chosen;
        writeln!(f, "{:<20} {f1:.4}  precision {precision:.3}, recall {recall:.3}", "auto")?;
        for (kind, f1) in &self.kinds {
            writeln!(f, "  {:<18} {f1:.3}", kind.name())?;
        }
        for (name, times) in &self.shares {
            writeln!(f, "{name} was chosen {times} times")?;
        }
        writeln!(
            f,
            "\nconfidence with F1 (Spearman): {:.3}; first form {:.3}",
            self.correlation, self.page_prior_correlation
        )?;
        writeln!(f, "tenths of the pages by confidence: mean confidence, mean F1")?;
        for (estimate, f1) in &self.calibration {
            writeln!(f, "  {estimate:.3}  {f1:.3}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rank_correlation() {
        let close = |a: &[f64], b: &[f64], expected: f64| {
            assert!((spearman(a, b) - expected).abs() < 1e-12, "{}", spearman(a, b));
        };
        close(&[1.0, 2.0, 9.0], &[0.1, 0.2, 0.3], 1.0);
        close(&[1.0, 2.0, 3.0], &[3.0, 2.0, 1.0], -1.0);
        close(&[1.0, 1.0, 1.0], &[3.0, 2.0, 1.0], 0.0);
        // Ranks 0.5, 0.5, 2 and 0, 1, 2.
        close(&[1.0, 1.0, 2.0], &[1.0, 2.0, 3.0], 0.75_f64.sqrt());
    }
}
