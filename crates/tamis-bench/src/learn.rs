//! Learned rules for sites: how much better the text of pages is that they were not learned from.
//!
//! The caller says who answers without rules, and where they find nothing. That should not be
//! `auto` with the model of the library, which was trained on these very pages. The rules are
//! learned from the verdicts of all engines.

use std::collections::BTreeMap;
use std::fmt;

use anyhow::{Context as _, Result, ensure};
use serde::Serialize;
use tamis::engine::selectors::Field;
use tamis::site_rules::{LEARNED, SiteRules};
use tamis::{Config, Extractor, Input, Page, Url, render};
use tamis::{Strategy, Verdict};
use tamis_learn::{Learned, Learner};
use tamis_testkit::sample;
use tamis_testkit::wcxb::{self, Wcxb};

use crate::score::Score;

/// Sites with fewer pages than this are a group of their own.
pub const MIN_PAGES: usize = 6;
/// Sites with fewer pages can't be learned from: two are learned from, and one is measured.
const LEAST_PAGES: usize = 3;

/// One page of a site with what comes out without rules.
struct Known {
    id: String,
    url: Url,
    page: Page,
    /// The verdict of each engine.
    engines: Vec<Verdict>,
    /// The verdict without rules.
    chosen: Verdict,
    reference: String,
}

/// The scores of a page.
#[derive(Debug, Clone, Serialize)]
pub struct PageGain {
    /// Its id.
    pub id: String,
    /// The F1 of the engine density alone.
    pub density: f64,
    /// The F1 of the engine selectors alone.
    pub selectors: f64,
    /// The F1 without rules.
    pub without: f64,
    /// The F1 with rules that were learned from other pages of the site.
    pub with: f64,
    /// True if the rules found content, false if the engine answered.
    pub by_rules: bool,
}

/// The scores of a site.
#[derive(Debug, Clone, Serialize)]
pub struct SiteGain {
    /// Its host without a `www.`.
    pub host: String,
    /// The selectors for content that were learned, for each part of the pages.
    pub content: Vec<Vec<String>>,
    /// Its pages.
    pub pages: Vec<PageGain>,
}

/// The gain from learned rules.
#[derive(Debug, Clone, Serialize)]
pub struct LearnReport {
    /// The sites, by host.
    pub sites: Vec<SiteGain>,
}

/// Learns from some pages of each site and measures on the others, until each page was measured
/// once. Learns from half of the pages, which the seed chooses, and measures on the other half,
/// then the other way round. On sites with fewer than [`MIN_PAGES`] pages, learns from all pages
/// except one. Uses no label to learn. `answers` returns the extractor for the page with an
/// address.
///
/// # Errors
///
/// If the corpus can't be read, or `min_pages` is below three.
pub fn measure<'e>(
    corpus: &Wcxb,
    min_pages: usize,
    seed: u64,
    answers: &dyn Fn(&str) -> &'e Extractor,
) -> Result<LearnReport> {
    ensure!(min_pages >= LEAST_PAGES, "sites with less than {LEAST_PAGES} pages teach nothing");
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for page in corpus.pages()? {
        if let Some((host, _)) = address(&page?) {
            *counts.entry(host).or_default() += 1;
        }
    }
    let mut sites: BTreeMap<String, Vec<(wcxb::Page, Url)>> = BTreeMap::new();
    for page in corpus.pages()? {
        let page = page?;
        if let Some((host, url)) = address(&page).filter(|(host, _)| counts[host] >= min_pages) {
            sites.entry(host).or_default().push((page, url));
        }
    }
    let mut engines = Extractor::new(Config::default())?;
    let site = |(host, pages)| site_gain(host, pages, seed, &mut engines, answers);
    Ok(LearnReport { sites: sites.into_iter().map(site).collect::<Result<_>>()? })
}

/// The host of a page without a `www.`, and its address.
fn address(page: &wcxb::Page) -> Option<(String, Url)> {
    let url = Url::parse(page.url.as_deref()?).ok()?;
    let host = url.host_str()?;
    Some((host.strip_prefix("www.").unwrap_or(host).to_owned(), url))
}

fn site_gain<'e>(
    host: String,
    pages: Vec<(wcxb::Page, Url)>,
    seed: u64,
    engines: &mut Extractor,
    answers: &dyn Fn(&str) -> &'e Extractor,
) -> Result<SiteGain> {
    let known = |(of, url): (wcxb::Page, Url)| {
        // The corpus stores every page in UTF-8, whatever the page itself declares.
        let page = engines.page(Input::from(&of.html).charset("utf-8").url(&url));
        let chosen = answers(url.as_str()).decide(&page).verdict;
        let engines = engines.verdicts(&page);
        Known { id: of.id, url, page, engines, chosen, reference: of.main_content }
    };
    let pages: Vec<Known> = pages.into_iter().map(known).collect();
    let mut site = SiteGain { host, content: Vec::new(), pages: Vec::new() };
    for part in parts(&pages, seed) {
        let is_measured = |page: &&Known| part.contains(&page.id);
        let learned = learn(&site.host, pages.iter().filter(|page| !is_measured(page)))?;
        let content = learned.rules().iter().filter(|rule| rule.field == Field::Content);
        site.content.push(content.map(|rule| rule.selector.clone()).collect());
        let mut rules = SiteRules::default();
        let warnings = rules.add("learned.toml", &learned.to_toml());
        ensure!(warnings.is_empty(), "what was learned can't be read: {warnings:?}");
        for page in pages.iter().filter(is_measured) {
            site.pages.push(gain(page, &rules)?);
        }
    }
    site.pages.sort_by(|a, b| a.id.cmp(&b.id));
    Ok(site)
}

/// The ids of the pages that are measured together.
fn parts(pages: &[Known], seed: u64) -> Vec<Vec<String>> {
    let ids: Vec<String> = pages.iter().map(|page| page.id.clone()).collect();
    if ids.len() < MIN_PAGES {
        return ids.into_iter().map(|id| vec![id]).collect();
    }
    let half = sample::choose(ids.clone(), String::as_str, ids.len() / 2, seed);
    let other = ids.into_iter().filter(|id| !half.contains(id)).collect();
    vec![half, other]
}

fn learn<'p>(host: &str, pages: impl Iterator<Item = &'p Known>) -> Result<Learned> {
    let mut learner = Learner::default();
    for Known { page, engines, .. } in pages {
        learner.add(page, engines);
    }
    Ok(learner.learn(&[host])?)
}

fn gain(known: &Known, rules: &SiteRules) -> Result<PageGain> {
    let Known { id, url, page, engines, chosen, reference } = known;
    let f1 = |verdict: &Verdict| Score::of_text(&render::text(page, verdict), reference).f1;
    let alone = |engine: Strategy| {
        let verdict = engines.iter().find(|verdict| verdict.engine == engine.as_str());
        verdict.map(f1).with_context(|| format!("{engine} said nothing"))
    };
    let (density, selectors) = (alone(Strategy::Density)?, alone(Strategy::Selectors)?);
    let rule = rules.find(url).context("there are no rules for the page")?;
    let verdict = rule.judge(page, || chosen.clone());
    Ok(PageGain {
        id: id.clone(),
        density,
        selectors,
        without: f1(chosen),
        with: f1(&verdict),
        by_rules: verdict.engine == LEARNED,
    })
}

impl LearnReport {
    /// Returns the mean F1 without rules and with them, over the pages of the sites with
    /// [`MIN_PAGES`] or more, or over those of the sites with `few` pages. Zeros if there is no
    /// such site.
    pub fn means(&self, few: bool) -> (f64, f64) {
        let pages = self.pages(few);
        (mean(&pages, |page| page.without), mean(&pages, |page| page.with))
    }

    fn pages(&self, few: bool) -> Vec<&PageGain> {
        let sites = self.sites.iter().filter(|site| (site.pages.len() < MIN_PAGES) == few);
        sites.flat_map(|site| &site.pages).collect()
    }
}

fn mean(pages: &[&PageGain], value: fn(&PageGain) -> f64) -> f64 {
    pages.iter().map(|page| value(page)).sum::<f64>() / pages.len().max(1) as f64
}

fn write_row(f: &mut fmt::Formatter<'_>, name: &str, pages: &[&PageGain]) -> fmt::Result {
    write!(f, "{name:<28}{:>6}", pages.len())?;
    let columns: [fn(&PageGain) -> f64; 5] = [
        |page| page.density,
        |page| page.selectors,
        |page| page.without,
        |page| page.with,
        |page| f64::from(u8::from(page.by_rules)),
    ];
    columns.into_iter().try_for_each(|column| write!(f, "{:>11.3}", mean(pages, column)))?;
    writeln!(f)
}

impl fmt::Display for LearnReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<28}{:>6}", "F1, mean over pages", "pages")?;
        for column in ["density", "selectors", "no rules", "with rules", "by rules"] {
            write!(f, "{column:>11}")?;
        }
        writeln!(f)?;
        for site in &self.sites {
            write_row(f, &site.host, &site.pages.iter().collect::<Vec<_>>())?;
        }
        let groups = [("six or more pages, halves", false), ("fewer pages, each by itself", true)];
        for (name, few) in groups {
            let pages = self.pages(few);
            if !pages.is_empty() {
                write_row(f, name, &pages)?;
                let better = pages.iter().filter(|page| page.with > page.without + 0.005).count();
                let worse = pages.iter().filter(|page| page.with < page.without - 0.005).count();
                writeln!(f, "  better by over .005 on {better} pages, worse on {worse}")?;
            }
        }
        Ok(())
    }
}
