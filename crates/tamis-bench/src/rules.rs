//! Measures what each rule of the library changes, and how much better the text is with it.
//!
//! A rule looks right, and its case passes. Whether it is right on pages that nobody had in mind is
//! another question: how many paragraphs does it change, how many of them as the reference has it,
//! and what would the F1 of a corpus be without it?
//!
//! Every page is extracted with all rules. Those that changed something there are left out one by
//! one, and the page is extracted again. Most rules change few pages, so that this takes little
//! more time than one run.

use std::collections::BTreeSet;
use std::fmt;

use anyhow::Result;
use serde::Serialize;
use tamis::blend::rules::{RULES, RuleSet, rule_of};
use tamis::{Config, Extractor, Input, Url};
use tamis_testkit::annotated::Annotated;
use tamis_testkit::wcxb::{self, Wcxb};

use crate::labels::reference_selection;
use crate::sets::{score, word_counts};

/// The figures of all rules.
#[derive(Debug, Clone, Serialize)]
pub struct RuleReport {
    /// The corpora, in the order of the gains of a row.
    pub corpora: Vec<&'static str>,
    /// The pages of each corpus.
    pub pages: Vec<usize>,
    /// The rules, in their order.
    pub rows: Vec<RuleRow>,
}

/// The figures of a rule.
#[derive(Debug, Clone, Serialize)]
pub struct RuleRow {
    /// The name of the rule.
    pub id: &'static str,
    /// The unit that it knows.
    pub unit: &'static str,
    /// The pages that have another text without it.
    pub pages: usize,
    /// The paragraphs that it changed last.
    pub changed: usize,
    /// The changed paragraphs on whose side the reference is.
    pub right: usize,
    /// The pages that change most, with the gain of each.
    pub strongest: Vec<(String, f64)>,
    /// For each corpus the gain in F1, or in recall if only that says something: the mean over all
    /// of its pages.
    pub gains: Vec<f64>,
}

/// The most pages that are named for a rule.
const NAMED: usize = 40;

/// A page with its reference.
struct ReferencePage {
    id: String,
    html: Vec<u8>,
    url: Option<String>,
    reference: String,
}

/// Measures every rule on the pages of `wcxb-dev` and of the annotated corpora.
///
/// # Errors
///
/// If a corpus cannot be read.
pub fn measure() -> Result<RuleReport> {
    let sets = Annotated::ALL.into_iter().filter(|set| *set != Annotated::Postlight);
    let mut report = RuleReport { corpora: Vec::new(), pages: Vec::new(), rows: Vec::new() };
    report.rows.extend(RULES.iter().map(|rule| RuleRow {
        id: rule.id,
        unit: rule.unit,
        pages: 0,
        changed: 0,
        right: 0,
        strongest: Vec::new(),
        gains: Vec::new(),
    }));
    let mut measurer = Measurer::new()?;
    let of_wcxb = Wcxb::find()?.pages()?.map(|page| {
        let wcxb::Page { id, html, url, main_content, .. } = page?;
        Ok(ReferencePage { id, html, url, reference: main_content })
    });
    measurer.add(wcxb::NAME, false, &of_wcxb.collect::<Result<Vec<_>>>()?, &mut report);
    for set in sets {
        let pages = set.pages()?.into_iter();
        let pages: Vec<ReferencePage> = pages
            .map(|page| ReferencePage {
                id: page.id,
                html: page.html,
                url: page.url,
                reference: page.reference,
            })
            .collect();
        measurer.add(set.name(), set.is_partial(), &pages, &mut report);
    }
    for row in &mut report.rows {
        row.strongest.sort_by(|one, other| other.1.abs().total_cmp(&one.1.abs()));
        row.strongest.truncate(NAMED);
    }
    Ok(report)
}

/// The extractors: with all rules, and without one of them.
struct Measurer {
    all: Extractor,
    without: Vec<Extractor>,
}

impl Measurer {
    fn new() -> Result<Measurer> {
        let without = RULES.iter().map(|rule| {
            let rules = RuleSet::default().without(rule.id)?;
            Ok(Extractor::new(Config::default().rules(rules))?)
        });
        let without = without.collect::<Result<Vec<_>>>()?;
        Ok(Measurer { all: Extractor::new(Config::default())?, without })
    }

    /// Adds a corpus to the figures.
    fn add(
        &mut self,
        name: &'static str,
        is_partial: bool,
        pages: &[ReferencePage],
        report: &mut RuleReport,
    ) {
        let mut gains = vec![0.0; RULES.len()];
        for page in pages {
            let reference = word_counts(&page.reference);
            let url = page.url.as_deref().and_then(|url| Url::parse(url).ok());
            let of = |extractor: &mut Extractor| {
                let input = Input::from(&page.html);
                extractor.extract(url.as_ref().map_or(input, |url| input.url(url)))
            };
            let value = |text: &str| {
                let score = score(&word_counts(text), &reference);
                if is_partial { score.recall } else { score.f1 }
            };
            let extraction = of(&mut self.all);
            let verdict = extraction.selection().verdict();
            let labels = reference_selection(extraction.page(), &page.reference);
            let mut rules = BTreeSet::new();
            for (at, &kept) in verdict.kept.iter().enumerate() {
                let Some(rule) = rule_of(verdict, at) else { continue };
                let index = RULES.iter().position(|other| other.id == rule.id).unwrap_or_default();
                rules.insert(index);
                if !is_partial {
                    report.rows[index].changed += 1;
                    report.rows[index].right += usize::from(labels.get(at) == Some(&kept));
                }
            }
            for index in rules {
                let without = of(&mut self.without[index]);
                if without.text() != extraction.text() {
                    let gain = value(extraction.text()) - value(without.text());
                    report.rows[index].pages += 1;
                    report.rows[index].strongest.push((format!("{name}/{}", page.id), gain));
                    gains[index] += gain;
                }
            }
        }
        report.corpora.push(name);
        report.pages.push(pages.len());
        for (row, gain) in report.rows.iter_mut().zip(gains) {
            row.gains.push(gain / pages.len().max(1) as f64);
        }
    }
}

impl fmt::Display for RuleReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:18} {:>5} {:>7} {:>7}", "rule", "pages", "changed", "right")?;
        self.corpora.iter().try_for_each(|name| write!(f, " {name:>9}"))?;
        writeln!(f)?;
        for row in &self.rows {
            let right = match row.changed {
                0 => "-".to_owned(),
                changed => format!("{:.0} %", 100.0 * row.right as f64 / changed as f64),
            };
            write!(f, "{:18} {:5} {:7} {right:>7}", row.id, row.pages, row.changed)?;
            for gain in &row.gains {
                let shown = if *gain == 0.0 { "0".into() } else { format!("{gain:+.5}") };
                write!(f, " {shown:>9}")?;
            }
            writeln!(f)?;
        }
        writeln!(
            f,
            "pages have another text without the rule; the paragraphs are those that it changed last"
        )?;
        writeln!(f, "the gain is in F1 over all pages of the corpus, of recipes in recall")
    }
}
