//! Looks for the article, up to four times, each time less strictly.

mod candidates;
mod score;
mod siblings;
mod visit;

use std::collections::HashMap;

use tamis_dom::{NodeId, WorkingTree, name};

use super::config::Config;
use super::facts::{FactTable, Facts};
use super::measures::Measures;
use super::prepare::Prepared;
use super::shape::html_name;
use super::similarity::WordSet;

pub use candidates::Candidate;

/// What an attempt is strict about.
///
/// Source: `Readability.js`, `FLAG_STRIP_UNLIKELYS`, `FLAG_WEIGHT_CLASSES`, `FLAG_CLEAN_CONDITIONALLY`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flags {
    strip_unlikely: bool,
    weight_classes: bool,
    pub(super) clean_conditionally: bool,
}

impl Flags {
    const ALL: Flags =
        Flags { strip_unlikely: true, weight_classes: true, clean_conditionally: true };

    /// Takes the next flag away; `false` where none is left.
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
    /// The body, or the frameset in its place.
    page: NodeId,
    /// The page as this attempt has changed it.
    pub(super) tree: WorkingTree<'p>,
    pub(super) facts: FactTable,
    pub(super) measures: Measures,
    pub(super) flags: Flags,
    is_first_attempt: bool,
    pub(super) wanted: Wanted,
    title: WordSet,
    metadata_has_byline: bool,
    byline: Option<String>,
    lang: Option<String>,
    /// Whether headings say the same as the title, for those that were looked at.
    repeats_title: HashMap<NodeId, bool>,
    /// Content scores; NaN where an element has none.
    scores: Vec<f64>,
    /// The `<a>` elements that are left, in document order.
    links: Vec<NodeId>,
    /// For each element that is left, how many links stand before it.
    links_before: Vec<u32>,
}

/// An article that was found.
#[derive(Debug)]
pub(super) struct Grabbed<'p> {
    pub(super) tree: WorkingTree<'p>,
    /// The element that holds the article.
    pub(super) content: NodeId,
    pub(super) byline: Option<String>,
    pub(super) lang: Option<String>,
    pub(super) dir: Option<String>,
    /// The best candidates of the attempt that found it, best first.
    pub(super) candidates: Vec<Candidate>,
    /// Which attempt found it, from 0 on.
    pub(super) attempt: usize,
    /// UTF-16 code units of the text, white space collapsed.
    pub(super) length: usize,
}

/// What the search is told about the page.
pub(super) struct Known<'c> {
    pub(super) title: &'c str,
    pub(super) has_byline: bool,
    pub(super) wanted: Wanted,
}

/// What the search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// The nodes that are kept. What is done to attributes that nothing is decided by is left out.
    Nodes,
    /// The article with its markup.
    Article {
        /// Whether relative addresses have an address to start from.
        has_base: bool,
    },
}

impl<'p, 'c> Grab<'p, 'c> {
    pub(super) fn new(
        config: &'c Config,
        (tree, prepared): (WorkingTree<'p>, Prepared),
        page: NodeId,
        facts: FactTable,
        known: &Known<'_>,
    ) -> Grab<'p, 'c> {
        Grab {
            config,
            page,
            measures: Measures::new(tree.len()),
            scores: vec![f64::NAN; tree.len()],
            links_before: vec![0; tree.len()],
            prepared,
            tree,
            facts,
            flags: Flags::ALL,
            is_first_attempt: true,
            wanted: known.wanted,
            title: WordSet::of(known.title),
            metadata_has_byline: known.has_byline,
            byline: None,
            lang: None,
            repeats_title: HashMap::new(),
            links: Vec::new(),
        }
    }

    /// The article; `None` where no attempt finds any text. Where each finds less than the threshold, the longest is
    /// taken, the earlier one of two.
    ///
    /// Source: `_grabArticle`.
    pub(super) fn run(mut self) -> Option<Grabbed<'p>> {
        let mut best: Option<Grabbed<'p>> = None;
        for attempt in 0.. {
            let to_score = self.visit();
            let scored = self.score(&to_score);
            let candidates = self.rank(scored);
            let top = self.choose(&candidates);
            let parent = self.tree.parent(top.node).unwrap_or(self.page);
            let joined = self.join_siblings(top.node, parent);
            self.prepare_article(joined);
            self.paginate(joined, &top);
            let length = self.measures.of(&self.tree, joined).length as usize;
            let is_long = length >= self.config.char_threshold_or_default();
            if is_long {
                let dir = self.direction(parent, top.node, None);
                let Grab { tree, byline, lang, .. } = self;
                let content = joined;
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
            let dir = self.direction(parent, top.node, Some(self.page));
            let is_last = !self.flags.relax();
            let tree = self.restart();
            if best.as_ref().is_none_or(|best| length > best.length) {
                let (content, byline, lang, dir) = (joined, None, None, None);
                let found =
                    Grabbed { tree, content, byline, lang, dir, candidates, attempt, length };
                best = Some(found);
            }
            if is_last {
                let Grab { byline, lang, .. } = self;
                let best = best.filter(|best| best.length > 0);
                return best.map(|best| Grabbed { byline, lang, dir, ..best });
            }
        }
        None
    }

    /// Puts the page back as it was before the attempt; the tree of the attempt comes back.
    ///
    /// What the reference puts back are the children of the body: a body or root that was taken out stays out, and the body
    /// keeps its score. Source: `_grabArticle`, `pageCacheHtml`.
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
        self.measures.next_attempt(self.tree.len());
        tree
    }

    /// Puts what was joined into the `<div>` of the article's only page.
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

    /// The direction of writing that the top candidate's surroundings declare. What stands in `emptied` is
    /// cut off from it.
    fn direction(&self, parent: NodeId, top: NodeId, emptied: Option<NodeId>) -> Option<String> {
        let cut = emptied.filter(|&emptied| emptied != parent);
        let above = self.tree.ancestors(parent).take_while(|&id| Some(id) != cut);
        let mut places = [parent, top].into_iter().chain(above);
        let dir = places.find_map(|id| self.tree.attr(id, name::DIR).filter(|dir| !dir.is_empty()));
        dir.map(str::to_owned)
    }

    /// The weight of class and id, 0 where they have none any more.
    ///
    /// Source: `_getClassWeight`.
    pub(super) fn class_weight(&mut self, id: NodeId) -> i32 {
        if self.flags.weight_classes { self.facts_of(id).class_weight() } else { 0 }
    }

    pub(super) fn facts_of(&mut self, id: NodeId) -> Facts {
        self.facts.of(&self.tree, id)
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

    /// Gives an element the score that its name and its class and id are worth.
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
