//! Searches for the article in up to four attempts, each less strict than the one before.
//!
//! The first attempt removes elements with unlikely names, weighs names, and cleans the article by
//! what its elements contain. If the article is shorter than the threshold, this was too strict for
//! the page, and the next attempt does without one of these restrictions. For example, an article
//! in `<div class="sidebar-text">` is removed by its name in the first attempt, and can be found in
//! the second. If no attempt finds enough, the longest article wins.

mod candidates;
mod score;
mod siblings;
mod visit;

use std::collections::HashMap;

use tamis_dom::{NodeId, WorkingTree, name};

use super::config::Config;
use super::facts::{FactTable, Facts};
use super::prepare::Prepared;
use super::shape::html_name;
use super::similarity::WordSet;
use super::stats_cache::StatsCache;

pub use candidates::Candidate;

/// The restrictions of an attempt.
///
/// Source: `Readability.js`, `FLAG_STRIP_UNLIKELYS`, `FLAG_WEIGHT_CLASSES`,
/// `FLAG_CLEAN_CONDITIONALLY`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flags {
    strip_unlikely: bool,
    weight_classes: bool,
    pub(super) clean_conditionally: bool,
}

impl Flags {
    const ALL: Flags =
        Flags { strip_unlikely: true, weight_classes: true, clean_conditionally: true };

    /// Removes the next restriction. Returns false if none is left.
    fn relax(&mut self) -> bool {
        let flags =
            [&mut self.strip_unlikely, &mut self.weight_classes, &mut self.clean_conditionally];
        let next = flags.into_iter().find(|flag| **flag);
        next.is_some_and(|flag| std::mem::replace(flag, false))
    }
}

/// The search for the article of one page.
#[derive(Debug)]
pub(super) struct Grab<'p, 'c> {
    pub(super) config: &'c Config,
    prepared: Prepared,
    /// The body, or the frameset of a page with frames.
    page: NodeId,
    /// The page with the changes of this attempt.
    pub(super) tree: WorkingTree<'p>,
    pub(super) facts: FactTable,
    pub(super) stats: StatsCache,
    pub(super) flags: Flags,
    is_first_attempt: bool,
    pub(super) purpose: Purpose,
    title: WordSet,
    metadata_has_byline: bool,
    byline: Option<String>,
    lang: Option<String>,
    /// For each heading seen, whether it repeats the title. Attempts share the answers.
    repeats_title: HashMap<NodeId, bool>,
    /// Content scores by node; NaN if an element has none.
    scores: Vec<f64>,
    /// The remaining `<a>` elements, in document order.
    links: Vec<NodeId>,
    /// For each remaining element, the number of links before it.
    links_before: Vec<u32>,
}

/// The article that an attempt found.
#[derive(Debug)]
pub(super) struct Grabbed<'p> {
    pub(super) tree: WorkingTree<'p>,
    /// The element that contains the article.
    pub(super) content: NodeId,
    pub(super) byline: Option<String>,
    pub(super) lang: Option<String>,
    pub(super) dir: Option<String>,
    /// The best candidates of this attempt, best first.
    pub(super) candidates: Vec<Candidate>,
    /// The number of the attempt, from 0.
    pub(super) attempt: usize,
    /// Length of the text with white space collapsed. UTF-16 code units.
    pub(super) length: usize,
}

/// The result of one attempt, in the tree of the search.
struct Attempt {
    /// The element that contains the article.
    content: NodeId,
    /// The parent of the top candidate.
    parent: NodeId,
    /// The top candidate.
    top: NodeId,
    candidates: Vec<Candidate>,
    /// Length of the text with white space collapsed. UTF-16 code units.
    length: usize,
}

/// Facts about the page that the search needs.
pub(super) struct SearchInput<'c> {
    pub(super) title: &'c str,
    pub(super) has_byline: bool,
    pub(super) purpose: Purpose,
}

/// The purpose of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// To find the nodes to keep. Changes to attributes that affect no decision are skipped.
    Nodes,
    /// To return the article with its markup.
    Article {
        /// True if there is a base address for relative addresses.
        has_base: bool,
    },
}

impl<'p, 'c> Grab<'p, 'c> {
    pub(super) fn new(
        config: &'c Config,
        (tree, prepared): (WorkingTree<'p>, Prepared),
        page: NodeId,
        facts: FactTable,
        input: &SearchInput<'_>,
    ) -> Grab<'p, 'c> {
        Grab {
            config,
            page,
            stats: StatsCache::new(tree.len()),
            scores: vec![f64::NAN; tree.len()],
            links_before: vec![0; tree.len()],
            prepared,
            tree,
            facts,
            flags: Flags::ALL,
            is_first_attempt: true,
            purpose: input.purpose,
            title: WordSet::of(input.title),
            metadata_has_byline: input.has_byline,
            byline: None,
            lang: None,
            repeats_title: HashMap::new(),
            links: Vec::new(),
        }
    }

    /// Returns the article, or `None` if no attempt finds any text. If all attempts find less than
    /// the threshold, the longest article wins; of equal lengths, the earliest.
    ///
    /// Source: `_grabArticle`.
    pub(super) fn run(mut self) -> Option<Grabbed<'p>> {
        let mut best: Option<Grabbed<'p>> = None;
        let mut attempt = 0;
        loop {
            let Attempt { content, parent, top, candidates, length } = self.attempt();
            if length >= self.config.char_threshold_or_default() {
                let dir = self.direction(parent, top, None);
                let Grab { tree, byline, lang, .. } = self;
                return Some(Grabbed {
                    tree,
                    content,
                    byline,
                    lang,
                    dir,
                    candidates,
                    attempt,
                    length,
                });
            }
            let dir = self.direction(parent, top, Some(self.page));
            let is_last = !self.flags.relax();
            let tree = self.restart();
            if best.as_ref().is_none_or(|best| length > best.length) {
                let (byline, lang, dir) = (None, None, None);
                let found =
                    Grabbed { tree, content, byline, lang, dir, candidates, attempt, length };
                best = Some(found);
            }
            if is_last {
                let Grab { byline, lang, .. } = self;
                let best = best.filter(|best| best.length > 0);
                return best.map(|best| Grabbed { byline, lang, dir, ..best });
            }
            attempt += 1;
        }
    }

    /// Searches once, with the current restrictions.
    fn attempt(&mut self) -> Attempt {
        let to_score = self.visit();
        let scored = self.score(&to_score);
        let candidates = self.rank(scored);
        let top = self.choose(&candidates);
        // Without a body the top candidate can be the document, where the reference throws.
        let parent = self.tree.parent(top.node).unwrap_or(self.page);
        let content = self.join_siblings(top.node, parent);
        self.prepare_article(content);
        self.paginate(content, &top);
        let length = self.stats.of(&self.tree, content).length as usize;
        Attempt { content, parent, top: top.node, candidates, length }
    }

    /// Resets the page to its state before the attempt. Returns the attempt's tree.
    ///
    /// The reference restores only the children of the body: if the body or the root was removed,
    /// it stays removed, and the body keeps its score. Source: `_grabArticle`, `pageCacheHtml`.
    fn restart(&mut self) -> WorkingTree<'p> {
        let page_score = self.scores[self.page.index()];
        let again = self.prepared.again(self.tree.document(), &mut self.facts);
        let tree = std::mem::replace(&mut self.tree, again);
        let kept = self.tree.ancestors(self.page).collect::<Vec<_>>();
        for id in kept.into_iter().chain([self.page]) {
            if tree.parent(id).is_none() {
                self.tree.detach(id);
            }
        }
        self.is_first_attempt = false;
        self.scores.clear();
        self.scores.resize(self.tree.len(), f64::NAN);
        self.scores[self.page.index()] = page_score;
        self.stats.next_attempt(self.tree.len());
        tree
    }

    /// Wraps the joined content in the `<div>` of the article's only page.
    fn paginate(&mut self, joined: NodeId, top: &candidates::Top) {
        let page = if top.is_new {
            top.node
        } else {
            let page = self.tree.create_element(name::DIV);
            while let Some(child) = self.tree.first_child(joined) {
                self.tree.append(page, child);
            }
            self.tree.append(joined, page);
            page
        };
        self.tree.set_attr(page, name::ID, "readability-page-1");
        self.tree.set_attr(page, name::CLASS, "page");
    }

    /// Returns the direction of writing declared on the top candidate or around it. Ancestors from
    /// `emptied` on do not count: the reference has emptied it by then.
    fn direction(&self, parent: NodeId, top: NodeId, emptied: Option<NodeId>) -> Option<String> {
        let cut = emptied.filter(|&emptied| emptied != parent);
        let above = self.tree.ancestors(parent).take_while(|&id| Some(id) != cut);
        let mut places = [parent, top].into_iter().chain(above);
        let dir = places.find_map(|id| self.tree.attr(id, name::DIR).filter(|dir| !dir.is_empty()));
        dir.map(str::to_owned)
    }

    /// Returns the weight of class and id; 0 in attempts that ignore them.
    ///
    /// Source: `_getClassWeight`.
    pub(super) fn class_weight(&mut self, id: NodeId) -> i32 {
        if self.flags.weight_classes { self.facts_of(id).class_weight() } else { 0 }
    }

    pub(super) fn facts_of(&mut self, id: NodeId) -> Facts {
        self.facts.of_element(&self.tree, id)
    }

    fn score_of(&self, id: NodeId) -> Option<f64> {
        self.scores.get(id.index()).copied().filter(|score| !score.is_nan())
    }

    fn set_score(&mut self, id: NodeId, score: f64) {
        if self.scores.len() <= id.index() {
            self.scores.resize(self.tree.len(), f64::NAN);
        }
        self.scores[id.index()] = score;
    }

    /// Gives an element its initial score, from its name, class and id.
    ///
    /// Source: `_initializeNode`.
    fn initialize(&mut self, id: NodeId) -> f64 {
        let name_score = match html_name(&self.tree, id) {
            Some(name::DIV) => 5,
            Some(name::PRE | name::TD | name::BLOCKQUOTE) => 3,
            Some(
                name::ADDRESS
                | name::OL
                | name::UL
                | name::DL
                | name::DD
                | name::DT
                | name::LI
                | name::FORM,
            ) => -3,
            Some(name::H1 | name::H2 | name::H3 | name::H4 | name::H5 | name::H6 | name::TH) => -5,
            _ => 0,
        };
        let score = f64::from(name_score + self.class_weight(id));
        self.set_score(id, score);
        score
    }
}
