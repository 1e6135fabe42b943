//! Collects pages and corrections, and learns rules from them.

use tamis::dom::{Document, NodeId, Selector};
use tamis::engine::selectors::{Config, Field, Rule, Selectors};
use tamis::{NodeSet, Page, Verdict};

use crate::case::Case;
use crate::digest::{PageDigest, paragraph_starts};
use crate::error::{Error, MIN_PAGES};
use crate::estimate::{ScoredPage, score_pages};
use crate::learned::{Learned, LearnedRule};
use crate::search;
use crate::selectors::{SelectorId, SelectorTable};

/// Learns rules from pages of one site. The [crate](crate) has an example.
#[derive(Debug)]
pub struct Learner {
    /// The library's own exclusions.
    exclusions: Selectors,
    corrections: Vec<Correction>,
    table: SelectorTable,
    pages: Vec<PageDigest>,
    /// The ids of the library's exclusions that would exclude what the user keeps, sorted.
    without: Vec<String>,
    /// The steps that are left for the cases of corrections.
    case_steps: u64,
}

/// The steps for the cases of all corrections. Each case is matched on seven small pages at most,
/// so that this is enough for ordinary selectors, however many there are.
const CASE_STEPS: u64 = 32_000_000;

/// A selector that the user gave.
#[derive(Debug)]
struct Correction {
    /// [`Field::Content`] or [`Field::Exclusion`].
    field: Field,
    css: String,
    selector: Selector,
    id: SelectorId,
    /// From the first page with a match.
    case: Option<Case>,
}

impl Default for Learner {
    fn default() -> Learner {
        Learner {
            exclusions: Selectors::new(Config::default()),
            corrections: Vec::new(),
            table: SelectorTable::default(),
            pages: Vec::new(),
            without: Vec::new(),
            case_steps: CASE_STEPS,
        }
    }
}

impl Learner {
    /// Declares that the elements of this CSS selector are the content. On pages with such elements
    /// it replaces the rule that would be learned. Several selectors form one rule together.
    ///
    /// The library's exclusions inside the elements still apply. A rule of the library
    /// that excludes an ancestor of the elements, or one of the elements, no longer applies to the
    /// site. Call this before [`Learner::add`]: pages that were added earlier do not count.
    ///
    /// ```
    /// let learner = tamis_learn::Learner::default().keep("div.story")?.keep("aside.note")?;
    /// # Ok::<(), tamis_learn::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Selector`] if the selector cannot be read.
    pub fn keep(self, selector: &str) -> Result<Learner, Error> {
        self.corrected(Field::Content, selector)
    }

    /// Declares that the elements of this CSS selector are not content. Call this before
    /// [`Learner::add`]: pages that were added earlier do not count.
    ///
    /// ```
    /// let learner = tamis_learn::Learner::default().leave_out(".newsletter, .related")?;
    /// assert!(tamis_learn::Learner::default().leave_out("p:hover").is_err());
    /// # Ok::<(), tamis_learn::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Selector`] if the selector cannot be read.
    pub fn leave_out(self, selector: &str) -> Result<Learner, Error> {
        self.corrected(Field::Exclusion, selector)
    }

    fn corrected(mut self, field: Field, css: &str) -> Result<Learner, Error> {
        let selector = Selector::parse(css).map_err(Error::Selector)?;
        let id = self.table.intern(&correction_key(css));
        self.corrections.push(Correction { field, css: css.into(), selector, id, case: None });
        Ok(self)
    }

    /// Adds a page with verdicts about it: first the one that applies without site rules, then
    /// those of other engines. Each votes with its confidence as weight, or with weight 1 if it has
    /// none. The [crate](crate) has an example.
    ///
    /// # Panics
    ///
    /// If a verdict is about another page: one with a different number of paragraphs.
    pub fn add<'v>(&mut self, page: &Page, verdicts: impl IntoIterator<Item = &'v Verdict>) {
        let verdicts: Vec<&Verdict> = verdicts.into_iter().collect();
        let paragraphs = page.paragraphs().len();
        let is_about_page = |verdict: &&Verdict| verdict.kept.len() == paragraphs;
        assert!(verdicts.iter().all(is_about_page), "a verdict is about another page");
        let document = page.document();
        let found = corrected_elements(document, &self.corrections);
        for (correction, nodes) in self.corrections.iter_mut().zip(&found) {
            let first = nodes.first().filter(|_| correction.case.is_none());
            if let Some(&first) = first {
                let selector = &correction.selector;
                correction.case = Case::of_element(selector, document, first, &mut self.case_steps);
            }
        }
        let found = self.corrections.iter().zip(found);
        let found: Vec<(&Correction, Vec<NodeId>)> = found.collect();
        let extra = found.iter().map(|(correction, nodes)| (correction.id, nodes.as_slice()));
        let extra: Vec<(SelectorId, &[NodeId])> = extra.collect();
        let mut digest =
            PageDigest::new(page, &verdicts, &self.exclusions, &extra, &mut self.table);
        let keeps = found.iter().filter(|(correction, _)| correction.field == Field::Content);
        let mut keeps = keeps.map(|(_, nodes)| nodes.as_slice()).peekable();
        if keeps.peek().is_some() {
            let kept: Vec<NodeId> = keeps.flatten().copied().collect();
            self.without.extend(override_exclusions(page, kept, &self.exclusions, &mut digest));
            self.without.sort_unstable();
            self.without.dedup();
        }
        self.pages.push(digest);
    }

    /// Learns rules for these hosts from the pages so far. A `www.` before a host makes no
    /// difference. The [crate](crate) has an example.
    ///
    /// The result has no rule for content if no selector does as well as the engines on most pages.
    ///
    /// # Errors
    ///
    /// [`Error::TooFewPages`] for fewer than [`MIN_PAGES`] pages; [`Error::Unmatched`] if a
    /// correction matches nothing on any page, or no page of 4 KiB can demonstrate it.
    pub fn learn(&self, hosts: &[&str]) -> Result<Learned, Error> {
        if self.pages.len() < MIN_PAGES {
            return Err(Error::TooFewPages { pages: self.pages.len() });
        }
        let (keep, leave_out) = (self.given(Field::Content), self.given(Field::Exclusion));
        let mut pages = score_pages(&self.pages, &keep, &leave_out);
        if !keep.is_empty() {
            for page in &mut pages {
                page.select(&keep);
            }
        }
        let is_usable =
            |selector: &str| !is_correction_key(selector) && Case::of_generated(selector).is_some();
        let content = search::content(&mut pages, &self.table, &is_usable);
        let exclusions = search::exclusions(&mut pages, &self.table, &is_usable);
        let counts = search::page_counts(&pages, &self.table);
        let mut rules = self.corrected_rules(&counts)?;
        for (field, selectors) in [(Field::Content, content), (Field::Exclusion, exclusions)] {
            let rule = |id: SelectorId| self.rule(field, id, counts[id as usize]);
            rules.extend(selectors.into_iter().map(rule));
        }
        Ok(self.learned(hosts, &pages, rules))
    }

    /// Returns the corrections of a field.
    fn given(&self, field: Field) -> Vec<SelectorId> {
        let corrections = self.corrections.iter().filter(|correction| correction.field == field);
        corrections.map(|correction| correction.id).collect()
    }

    fn learned(
        &self,
        hosts: &[&str],
        pages: &[ScoredPage<'_>],
        rules: Vec<LearnedRule>,
    ) -> Learned {
        let mut template: Vec<u32> = pages.iter().flat_map(ScoredPage::template_hashes).collect();
        template.sort_unstable();
        template.dedup();
        Learned {
            hosts: hosts.iter().map(|host| normalized_host(host)).collect(),
            pages: pages.len(),
            successes: pages.iter().filter(|page| page.succeeds()).count(),
            without: self.without.clone(),
            template,
            rules,
        }
    }

    fn rule(&self, field: Field, id: SelectorId, pages: usize) -> LearnedRule {
        let selector = self.table.text(id);
        let case = Case::of_generated(selector).expect("the search returns usable selectors alone");
        LearnedRule { field, selector: selector.into(), pages, is_correction: false, case }
    }

    /// Returns the corrections as rules: one rule for all content, and one for each exclusion.
    fn corrected_rules(&self, counts: &[usize]) -> Result<Vec<LearnedRule>, Error> {
        let mut rules: Vec<LearnedRule> = Vec::new();
        for correction in &self.corrections {
            let pages = counts[correction.id as usize];
            let (field, selector) = (correction.field, correction.css.clone());
            let Some(case) = correction.case.clone() else {
                return Err(Error::Unmatched { selector });
            };
            let content =
                rules.iter_mut().find(|rule| field == Field::Content && rule.field == field);
            if let Some(rule) = content {
                rule.selector = format!("{}, {selector}", rule.selector);
                rule.pages = rule.pages.max(pages);
            } else {
                rules.push(LearnedRule { field, selector, pages, is_correction: true, case });
            }
        }
        Ok(rules)
    }
}

/// Returns the elements that each correction matches, in document order. All share the steps of one
/// matcher.
fn corrected_elements(document: &Document, corrections: &[Correction]) -> Vec<Vec<NodeId>> {
    let mut matcher = document.matcher();
    let mut of = |correction: &Correction| {
        let ids = document.elements(NodeId::DOCUMENT);
        ids.filter(|&id| matcher.matches(&correction.selector, id)).collect()
    };
    corrections.iter().map(&mut of).collect()
}

/// Returns the text under which a correction is interned. It starts with a space, unlike every
/// generated selector, so that a correction has spans of its own.
fn correction_key(css: &str) -> String {
    format!(" {css}")
}

fn is_correction_key(text: &str) -> bool {
    text.starts_with(' ')
}

fn normalized_host(host: &str) -> String {
    let host = host.to_ascii_lowercase();
    host.strip_prefix("www.").unwrap_or(&host).to_owned()
}

/// Includes what the user keeps, even if a rule of the library excludes it or an ancestor of it.
/// Exclusions inside it stay. Returns the ids of the rules that no longer apply.
fn override_exclusions(
    page: &Page,
    mut kept: Vec<NodeId>,
    exclusions: &Selectors,
    digest: &mut PageDigest,
) -> Vec<String> {
    let document = page.document();
    let matched = exclusions.matched(page, Field::Exclusion);
    let from = |node: NodeId| matched.partition_point(|(other, _)| *other < node);
    let mut overridden: Vec<&Rule> = Vec::new();
    // Each ancestor is visited once, so that the time stays linear.
    let mut seen = NodeSet::of(document);
    for &id in &kept {
        let path = std::iter::once(id).chain(document.ancestors(id));
        for node in path.take_while(|&node| seen.insert(node)) {
            let rules = matched[from(node)..].iter().take_while(|(other, _)| *other == node);
            for (_, rule) in rules {
                if !overridden.iter().any(|other| other.id == rule.id) {
                    overridden.push(rule);
                }
            }
        }
    }
    kept.sort_unstable();
    let starts = paragraph_starts(page);
    let mut end = NodeId::DOCUMENT;
    for kept in kept {
        // An element inside the previous one is done already.
        if kept >= end {
            end = document.subtree_end(kept);
            let inside = matched[from(kept)..from(end)].iter();
            let inside = inside.filter(|(_, rule)| !overridden.iter().any(|of| of.id == rule.id));
            let inside = inside.map(|(node, _)| *node..document.subtree_end(*node));
            digest.include(&starts, &(kept..end), inside);
        }
    }
    overridden.into_iter().map(|rule| rule.id.clone()).collect()
}
