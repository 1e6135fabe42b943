//! Rules for a site, learned from some of its pages.
//!
//! A [`Learner`] is given pages of one site and what engines say about them, and writes a file of [rules](Learned::to_toml)
//! that [`SiteRules`](super::SiteRules) reads. Nobody has to say what is content on these pages; who wants to correct what is
//! learned names elements that are content, or that are not.
//!
//! 1. **What each text is worth.** The engines vote for a paragraph, each with a weight; the share of the votes is how
//!    likely it is content.
//! 2. **What repeats.** A text that stands on half of the pages, word for word, is the template's and worth nothing, unless
//!    most votes are for it all the same: the same goods are in several lists. One that stands once on every page always is.
//! 3. **Where the varying text lies.** Elements are called by what may be the same from page to page: an id, a class, a
//!    landmark, an attribute such as `itemprop`, a short path. For each name that most pages have, the F1 is taken that is to be expected
//!    of what its elements hold, without what the library's own rules exclude. The best name is the rule for content, of those
//!    that are as good the most general and shortest one. It may be a little worse by the votes than the best engine: that one is
//!    among the voters. For the pages on which it finds nothing, further rules are looked for.
//! 4. **What in it is none.** Elements whose text is the template's or has hardly a vote are excluded one name after the other, as
//!    long as the F1 to be expected rises. Template texts that no name holds go into the file as numbers.
//!
//! Titles, authors and dates are not learned; a rule for them that is added to a file by hand comes before what the page says.
//!
//! All is counted page by page, so that the time grows linearly with the pages, and in a fixed order: the same pages give
//! the same file.
//!
//! Source: that what repeats across a site is its template, after Bar-Yossef and Rajagopalan, "Template Detection via Data
//! Mining and its Applications" (2002), and Yi, Liu and Li, "Eliminating Noisy Information in Web Pages for Data Mining"
//! (2003); the votes, the names and the measure are our own. Parameters that were tuned on labelled pages say so.

mod case;
mod names;
mod outline;
mod search;
mod sheet;
mod write;

use tamis_dom::{NodeId, Selector};

use self::case::Case;
use self::outline::{Names, Outline};
use self::sheet::Sheet;
use crate::config::Error;
use crate::engine::Verdict;
use crate::engine::selectors::{Config, Field, Rule, Selectors};
use crate::node_set::NodeSet;
use crate::page::Page;

/// Fewer pages tell nothing of what repeats.
pub const MIN_PAGES: usize = 2;

/// Learns rules from pages of one site.
///
/// ```
/// use tamis::site_rules::learn::Learner;
/// use tamis::{Config, Extractor};
///
/// let mut extractor = Extractor::new(Config::default())?;
/// let mut learner = Learner::default();
/// for (topic, place) in [("Bread", "oven"), ("Cheese", "cellar"), ("Wine", "barrel")] {
///     let story = format!("{topic} takes its time, and whoever waits at the {place} knows it well. ").repeat(5);
///     let page = format!("<div class=top>All our stories, every day anew</div><div class=story><p>{story}</div>");
///     let page = extractor.page(&page);
///     let judgement = extractor.judge(&page);
///     learner.add(&page, std::iter::once(&judgement.verdict).chain(&judgement.others));
/// }
/// let learned = learner.learn(&["example.com"])?;
/// assert_eq!(learned.rules()[0].selector, "div.story");
/// assert_eq!(learned.success_rate(), 1.0);
/// # Ok::<(), tamis::Error>(())
/// ```
#[derive(Debug)]
pub struct Learner {
    exclusions: Selectors,
    corrections: Vec<Correction>,
    names: Names,
    outlines: Vec<Outline>,
    /// The ids of rules of the library that would exclude what the user keeps.
    without: Vec<String>,
}

/// What the user says about elements.
#[derive(Debug)]
struct Correction {
    field: Field,
    css: String,
    selector: Selector,
    /// The number of its name.
    name: u32,
    case: Option<Case>,
}

impl Default for Learner {
    fn default() -> Learner {
        Learner {
            exclusions: Selectors::new(Config::default()),
            corrections: Vec::new(),
            names: Names::default(),
            outlines: Vec::new(),
            without: Vec::new(),
        }
    }
}

impl Learner {
    /// Notes that the elements of this CSS selector are the content, in the place of what would be learned for the pages that
    /// have them; all that are noted together. What the library's rules exclude in them stays out, and what they exclude
    /// around them comes in. To be said before pages are added.
    ///
    /// # Errors
    ///
    /// When the selector can't be read.
    pub fn keep(self, selector: &str) -> Result<Learner, Error> {
        self.corrected(Field::Content, selector)
    }

    /// Notes that the elements of this CSS selector are no content. To be said before pages are added.
    ///
    /// # Errors
    ///
    /// When the selector can't be read.
    pub fn leave_out(self, selector: &str) -> Result<Learner, Error> {
        self.corrected(Field::Exclusion, selector)
    }

    fn corrected(mut self, field: Field, css: &str) -> Result<Learner, Error> {
        let selector = Selector::parse(css).map_err(|error| Error::new(error.to_string()))?;
        // No name of an element begins with a space.
        let name = self.names.number(&format!(" {css}"));
        self.corrections.push(Correction { field, css: css.into(), selector, name, case: None });
        Ok(self)
    }

    /// Adds a page with verdicts about it: first that which comes out without rules, then those of other engines. Each
    /// votes with its confidence as weight, with 1 where it has none.
    pub fn add<'v>(&mut self, page: &Page, verdicts: impl IntoIterator<Item = &'v Verdict>) {
        let verdicts: Vec<&Verdict> = verdicts.into_iter().collect();
        let (document, corrections) = (page.document(), &mut self.corrections);
        for correction in corrections.iter_mut().filter(|correction| correction.case.is_none()) {
            let mut elements = document.select(&correction.selector);
            let shown = |id| Case::of_element(&correction.selector, document, id);
            correction.case = elements.next().and_then(shown);
        }
        let wanted: Vec<(u32, &Selector)> =
            corrections.iter().map(|correction| (correction.name, &correction.selector)).collect();
        let mut outline = Outline::of(page, &verdicts, &self.exclusions, &wanted, &mut self.names);
        let keeps = corrections.iter().filter(|of| of.field == Field::Content);
        let keeps: Vec<&Correction> = keeps.collect();
        if !keeps.is_empty() {
            self.without.extend(protect(page, &keeps, &self.exclusions, &mut outline));
            self.without.sort_unstable();
            self.without.dedup();
        }
        self.outlines.push(outline);
    }

    /// What the pages teach about this site.
    ///
    /// # Errors
    ///
    /// When there are fewer than [`MIN_PAGES`] pages; when a selector that was noted matches nothing on any of them, or takes too
    /// much of a page to be shown.
    pub fn learn(&self, hosts: &[&str]) -> Result<Learned, Error> {
        let pages = self.outlines.len();
        if pages < MIN_PAGES {
            return Err(Error::new(format!(
                "rules are learned from what pages have in common: {MIN_PAGES} pages at least, and here are {pages}"
            )));
        }
        let names = |field| {
            let corrections = self.corrections.iter().filter(move |of| of.field == field);
            corrections.map(|of| of.name).collect::<Vec<_>>()
        };
        let (keep, leave_out) = (names(Field::Content), names(Field::Exclusion));
        let mut sheets = sheet::sheets(&self.outlines, &keep, &leave_out);
        sheets.iter_mut().filter(|_| !keep.is_empty()).for_each(|sheet| sheet.select(&keep));
        let is_sound = |name: &str| !name.starts_with(' ') && Case::of_name(name).is_some();
        let content = search::content(&mut sheets, &self.names, &is_sound);
        let exclusions = search::exclusions(&mut sheets, &self.names, &is_sound);
        let counts = search::page_counts(&sheets, &self.names);
        let mut rules = self.corrected_rules(&counts)?;
        for (field, names) in [(Field::Content, content), (Field::Exclusion, exclusions)] {
            rules.extend(names.into_iter().filter_map(|name| {
                let case = Case::of_name(self.names.text(name))?;
                Some(self.rule(field, name, counts[name as usize], case))
            }));
        }
        Ok(self.learned(hosts, &sheets, rules))
    }

    fn learned(&self, hosts: &[&str], sheets: &[Sheet<'_>], rules: Vec<LearnedRule>) -> Learned {
        let mut template: Vec<u32> = sheets.iter().flat_map(Sheet::template).collect();
        template.sort_unstable();
        template.dedup();
        Learned {
            hosts: hosts.iter().map(|host| own_host(host)).collect(),
            pages: sheets.len(),
            successes: sheets.iter().filter(|sheet| sheet.succeeds()).count(),
            without: self.without.clone(),
            template,
            rules,
        }
    }

    fn rule(&self, field: Field, name: u32, pages: usize, case: Case) -> LearnedRule {
        LearnedRule {
            field,
            selector: self.names.text(name).into(),
            pages,
            is_correction: false,
            case,
        }
    }

    /// The rules that the user gave: all elements that are content in one, what is none in one for each.
    fn corrected_rules(&self, counts: &[usize]) -> Result<Vec<LearnedRule>, Error> {
        let mut rules: Vec<LearnedRule> = Vec::new();
        for correction in &self.corrections {
            let pages = counts[correction.name as usize];
            let Some(case) = correction.case.clone() else {
                let css = &correction.css;
                return Err(Error::new(format!(
                    "the selector `{css}` matches nothing on these pages, or takes too much of a page to be shown"
                )));
            };
            let (field, selector) = (correction.field, correction.css.clone());
            let other =
                rules.iter_mut().find(|rule| field == Field::Content && rule.field == field);
            if let Some(rule) = other {
                rule.selector = format!("{}, {selector}", rule.selector);
                rule.pages = rule.pages.max(pages);
            } else {
                rules.push(LearnedRule { field, selector, pages, is_correction: true, case });
            }
        }
        Ok(rules)
    }
}

/// Takes back the exclusions around what the user keeps; those in it stay. Returns the ids of the rules that yield.
fn protect(
    page: &Page,
    keeps: &[&Correction],
    exclusions: &Selectors,
    outline: &mut Outline,
) -> Vec<String> {
    let document = page.document();
    let matched = exclusions.matched(page, Field::Exclusion);
    let from = |node: NodeId| matched.partition_point(|(other, _)| *other < node);
    let kept = || keeps.iter().flat_map(|keep| document.select(&keep.selector));
    let mut around: Vec<&Rule> = Vec::new();
    let mut seen = NodeSet::of(document);
    for id in kept() {
        let path = std::iter::once(id).chain(document.ancestors(id));
        for node in path.take_while(|&node| seen.insert(node)) {
            let rules = matched[from(node)..].iter().take_while(|(other, _)| *other == node);
            for (_, rule) in rules {
                if !around.iter().any(|other| other.id == rule.id) {
                    around.push(rule);
                }
            }
        }
    }
    let mut nodes: Vec<NodeId> = kept().collect();
    nodes.sort_unstable();
    let firsts = outline::firsts(page);
    let mut end = NodeId::DOCUMENT;
    for kept in nodes {
        if kept >= end {
            end = document.subtree_end(kept);
            let inside = matched[from(kept)..from(end)].iter();
            let inside = inside.filter(|(_, rule)| !around.iter().any(|of| of.id == rule.id));
            let inside = inside.map(|(node, _)| *node..document.subtree_end(*node));
            outline.protect(&firsts, &(kept..end), inside);
        }
    }
    around.into_iter().map(|rule| rule.id.clone()).collect()
}

fn own_host(host: &str) -> String {
    super::without_www(&host.to_ascii_lowercase()).to_owned()
}

/// What pages of a site taught.
#[derive(Clone, Debug)]
pub struct Learned {
    hosts: Vec<String>,
    pages: usize,
    successes: usize,
    without: Vec<String>,
    template: Vec<u32>,
    rules: Vec<LearnedRule>,
}

/// A rule that was learned, or given as a correction.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LearnedRule {
    /// Content or exclusion.
    pub field: Field,
    /// A CSS selector.
    pub selector: String,
    /// On how many of the pages it matches an element with text.
    pub pages: usize,
    /// Whether the user gave it.
    pub is_correction: bool,
    case: Case,
}

impl Learned {
    /// The rules, those for content first, each field in order of priority.
    pub fn rules(&self) -> &[LearnedRule] {
        &self.rules
    }

    /// How many pages were looked at.
    pub fn pages(&self) -> usize {
        self.pages
    }

    /// The share of the pages on which a rule for content names enough text outside of exclusions and of the template:
    /// [`MIN_CHARS`](super::MIN_CHARS), or any at all in what the user keeps. 0 to 1.
    pub fn success_rate(&self) -> f64 {
        self.successes as f64 / self.pages.max(1) as f64
    }
}

#[cfg(test)]
mod tests;
