//! The rules that complete and clean what the model keeps, as one table.
//!
//! # The problem
//!
//! The model decides paragraph by paragraph, and a paragraph is a small thing. So what it keeps can
//! be right for most paragraphs and still be of little use to a reader: a description without its
//! term, three rows of a table of four, a "[2]" without the note, a text that is there twice.
//!
//! # The idea
//!
//! A reader sees units: a list, a table, a section with its heading, a question with its answer.
//! Each rule knows one kind of unit and one [`Relation`] of a paragraph to what is kept. For
//! example, `headings` keeps what introduces a kept text, and `repeats` drops what repeats one. A
//! rule looks at the finished selection and at the probabilities, and keeps or drops.
//!
//! The order of [`RULES`] matters:
//!
//! - What the page states, and blocks that are begun, come first, so that later rules see them
//!   whole.
//! - What introduces or names a kept text comes before code and lists that follow it, headings
//!   after all that adds text to their sections.
//! - Other stories before the title and after the article are dropped before units in doubt are
//!   completed, so that they complete nothing.
//! - Texts that are kept twice are dropped late, because a rule before may have kept the second
//!   one. Comments, boxes of other stories, forms and tickers follow.
//! - Headings whose text is dropped in the end go last, then whole pages without content.
//! - The rules for threads run after the posts have been found.
//!
//! Most rules keep text, because a cell too many is a smaller mistake than half of a table. Their
//! limits are those for which most of the added text is content on the labelled pages.
//! `tamis-bench rules` prints for each rule how many paragraphs it changes, how many of them
//! rightly, and what it brings.

use super::announced::keep_announced;
use super::appended::drop_appended;
use super::asides::keep_asides;
use super::bare_headings::{drop_bare_announcements, drop_bare_headings};
use super::before_title::drop_before_title;
use super::between::keep_between;
use super::blocks::{Around, complete_blocks, keep_tables};
use super::code::{keep_code, keep_code_after, keep_formulas};
use super::facts::keep_facts;
use super::favor::Favor;
use super::groups::keep_groups;
use super::headed::keep_headed;
use super::headings::keep_headings;
use super::introductions::{keep_card_titles, keep_introductions, keep_lead, keep_names};
use super::labelled::drop_labelled;
use super::notes::keep_notes;
use super::parts::keep_parts;
use super::permalink::drop_neighbours;
use super::repeats::drop_repeats;
use super::rows::keep_rows;
use super::shell::drop_shell;
use super::sign_ups::drop_sign_ups;
use super::stated::keep_stated;
use super::teasers::drop_tickers;
use super::together::keep_questions;
use crate::error::Error;
use crate::page::Page;
use crate::signals::{PageType, PageTypes};
use crate::threads::FoundPosts;
use crate::verdict::Verdict;

/// A rule: a row of [`RULES`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Rule {
    /// The name, which no other rule has.
    pub id: &'static str,
    /// What readers see as one thing.
    pub unit: &'static str,
    /// What the unit, or the paragraph of it, is to what is kept.
    pub relation: Relation,
    /// What the rule mostly does with paragraphs. Some drop a label where they keep its text.
    pub action: Action,
    /// Why, in some words.
    pub reason: &'static str,
    stage: Stage,
    apply: fn(&mut Draft<'_>),
}

/// The relation of a paragraph to kept text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Relation {
    /// It is after a kept text.
    After,
    /// It is built as others that are kept, or as others of a list.
    Alike,
    /// It is before a kept text.
    Before,
    /// It is between two kept texts.
    Between,
    /// It is in a unit that is kept, or in one that is dropped as a whole.
    Inside,
    /// It says that a text follows: a heading, a line with a colon.
    Introduces,
    /// It says what a text is: a term, a label.
    Names,
    /// A kept text refers to it.
    RefersTo,
    /// It has the same words as a kept text.
    Repeats,
    /// The page says that it is content.
    States,
}

/// What a rule does with paragraphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Action {
    /// It keeps paragraphs.
    Keep,
    /// It drops paragraphs.
    Drop,
}

/// When a rule runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// After the model has chosen.
    Text,
    /// After the posts of the thread were found.
    Thread,
}

/// The rules, in the order in which they run.
pub static RULES: [Rule; 32] = [
    Rule {
        id: "lead",
        unit: "text",
        relation: Relation::Introduces,
        action: Action::Keep,
        reason: "a lead says what the text is about",
        stage: Stage::Text,
        apply: |draft| keep_lead(draft.page, draft.verdict, draft.leads, draft.page_types),
    },
    Rule {
        id: "stated",
        unit: "recipe",
        relation: Relation::States,
        action: Action::Keep,
        reason: "the page says to search engines what its recipe is",
        stage: Stage::Text,
        apply: |draft| keep_stated(draft.page, draft.verdict),
    },
    Rule {
        id: "tables",
        unit: "table",
        relation: Relation::Between,
        action: Action::Keep,
        reason: "a table between two texts belongs to them",
        stage: Stage::Text,
        apply: |draft| keep_tables(draft.page, draft.verdict, draft.probabilities, &draft.blocks),
    },
    Rule {
        id: "blocks",
        unit: "list, quote, figure, table, code",
        relation: Relation::Inside,
        action: Action::Keep,
        reason: "a part of a block is of little use",
        stage: Stage::Text,
        apply: |draft| draft.complete_blocks(),
    },
    Rule {
        id: "introductions",
        unit: "list",
        relation: Relation::Introduces,
        action: Action::Keep,
        reason: "a line with a colon says what a list is",
        stage: Stage::Text,
        apply: |draft| keep_introductions(draft.page, draft.verdict, &draft.blocks),
    },
    Rule {
        id: "names",
        unit: "term, question that opens",
        relation: Relation::Names,
        action: Action::Keep,
        reason: "a description needs its term",
        stage: Stage::Text,
        apply: |draft| keep_names(draft.page, draft.verdict),
    },
    Rule {
        id: "card-titles",
        unit: "link card",
        relation: Relation::Names,
        action: Action::Keep,
        reason: "the title has the link",
        stage: Stage::Text,
        apply: |draft| keep_card_titles(draft.page, draft.verdict),
    },
    Rule {
        id: "code",
        unit: "code",
        relation: Relation::Between,
        action: Action::Keep,
        reason: "code between two texts belongs to them",
        stage: Stage::Text,
        apply: |draft| keep_code(draft.page, draft.verdict, &draft.blocks),
    },
    Rule {
        id: "code-after",
        unit: "code",
        relation: Relation::After,
        action: Action::Keep,
        reason: "a text shows code at its end, too",
        stage: Stage::Text,
        apply: |draft| {
            keep_code_after(draft.page, draft.verdict, draft.probabilities, &draft.blocks);
        },
    },
    Rule {
        id: "formulas",
        unit: "formula",
        relation: Relation::After,
        action: Action::Keep,
        reason: "a text needs its formulas",
        stage: Stage::Text,
        apply: |draft| keep_formulas(draft.page, draft.verdict, draft.probabilities),
    },
    Rule {
        id: "announced",
        unit: "list, table",
        relation: Relation::After,
        action: Action::Keep,
        reason: "a line with a colon goes on",
        stage: Stage::Text,
        apply: |draft| keep_announced(draft.page, draft.verdict, draft.probabilities),
    },
    Rule {
        id: "before-title",
        unit: "other stories",
        relation: Relation::Before,
        action: Action::Drop,
        reason: "what is above the title is of others",
        stage: Stage::Text,
        apply: |draft| drop_before_title(draft.page, draft.verdict, draft.page_types),
    },
    Rule {
        id: "appended",
        unit: "other articles",
        relation: Relation::After,
        action: Action::Drop,
        reason: "a page has one article",
        stage: Stage::Text,
        apply: |draft| drop_appended(draft.page, draft.verdict, draft.page_types),
    },
    Rule {
        id: "permalinks",
        unit: "notes of a feed",
        relation: Relation::Alike,
        action: Action::Drop,
        reason: "the address of the page names one note",
        stage: Stage::Text,
        apply: |draft| drop_neighbours(draft.page, draft.verdict, draft.page_types),
    },
    Rule {
        id: "facts",
        unit: "facts",
        relation: Relation::Inside,
        action: Action::Keep,
        reason: "date, place and price are what readers look for",
        stage: Stage::Text,
        apply: |draft| keep_facts(draft.page, draft.verdict, draft.probabilities, draft.page_types),
    },
    Rule {
        id: "rows",
        unit: "rows",
        relation: Relation::Alike,
        action: Action::Keep,
        reason: "what is built alike is of one kind",
        stage: Stage::Text,
        apply: |draft| keep_rows(draft.page, draft.verdict, draft.probabilities, draft.page_types),
    },
    Rule {
        id: "groups",
        unit: "group of short texts",
        relation: Relation::Inside,
        action: Action::Keep,
        reason: "half of a list of advantages misleads",
        stage: Stage::Text,
        apply: |draft| {
            keep_groups(draft.page, draft.verdict, draft.probabilities, draft.page_types);
        },
    },
    Rule {
        id: "headed",
        unit: "table",
        relation: Relation::After,
        action: Action::Keep,
        reason: "a heading promises what follows it",
        stage: Stage::Text,
        apply: |draft| {
            keep_headed(draft.page, draft.verdict, draft.probabilities, draft.page_types);
        },
    },
    Rule {
        id: "asides",
        unit: "note",
        relation: Relation::Between,
        action: Action::Keep,
        reason: "a note without links is part of the text",
        stage: Stage::Text,
        apply: |draft| keep_asides(draft.page, draft.verdict, draft.probabilities),
    },
    Rule {
        id: "parts",
        unit: "table, list, quote, line",
        relation: Relation::Inside,
        action: Action::Keep,
        reason: "a part in the element of the text is the text's",
        stage: Stage::Text,
        apply: |draft| keep_parts(draft.page, draft.verdict, draft.probabilities, draft.page_types),
    },
    Rule {
        id: "headings",
        unit: "section",
        relation: Relation::Introduces,
        action: Action::Keep,
        reason: "a text needs its heading",
        stage: Stage::Text,
        apply: |draft| draft.keep_headings(),
    },
    Rule {
        id: "notes",
        unit: "note",
        relation: Relation::RefersTo,
        action: Action::Keep,
        reason: "a mark promises its note",
        stage: Stage::Text,
        apply: |draft| keep_notes(draft.page, draft.verdict),
    },
    Rule {
        id: "repeats",
        unit: "text",
        relation: Relation::Repeats,
        action: Action::Drop,
        reason: "a reader wants a text once",
        stage: Stage::Text,
        apply: |draft| draft.drop_repeats(),
    },
    Rule {
        id: "labelled",
        unit: "comments, other stories",
        relation: Relation::Names,
        action: Action::Drop,
        reason: "a label says that they are of others",
        stage: Stage::Text,
        apply: |draft| drop_labelled(draft.page, draft.verdict, draft.page_types),
    },
    Rule {
        id: "sign-ups",
        unit: "form",
        relation: Relation::Inside,
        action: Action::Drop,
        reason: "a box asks for an address",
        stage: Stage::Text,
        apply: |draft| drop_sign_ups(draft.page, draft.verdict, draft.page_types),
    },
    Rule {
        id: "tickers",
        unit: "list of other stories",
        relation: Relation::Alike,
        action: Action::Drop,
        reason: "each has a link and a time",
        stage: Stage::Text,
        apply: |draft| drop_tickers(draft.page, draft.verdict, draft.page_types),
    },
    Rule {
        id: "bare-headings",
        unit: "section",
        relation: Relation::Introduces,
        action: Action::Drop,
        reason: "its text is dropped",
        stage: Stage::Text,
        apply: |draft| {
            drop_bare_announcements(draft.page, draft.verdict, draft.page_types);
            drop_bare_headings(draft.page, draft.verdict);
        },
    },
    Rule {
        id: "questions",
        unit: "question, answer",
        relation: Relation::Names,
        action: Action::Keep,
        reason: "neither is of use without the other",
        stage: Stage::Text,
        apply: |draft| keep_questions(draft.page, draft.verdict, draft.probabilities),
    },
    Rule {
        id: "shells",
        unit: "page",
        relation: Relation::Inside,
        action: Action::Drop,
        reason: "menus, notices and templates are no content",
        stage: Stage::Text,
        apply: |draft| draft.drop_shell(),
    },
    Rule {
        id: "posts",
        unit: "post",
        relation: Relation::Inside,
        action: Action::Keep,
        reason: "an answer belongs to its question",
        stage: Stage::Thread,
        apply: |draft| draft.keep_posts(),
    },
    Rule {
        id: "post-headings",
        unit: "post",
        relation: Relation::Names,
        action: Action::Drop,
        reason: "each says who wrote the post below it",
        stage: Stage::Thread,
        apply: |draft| draft.drop_post_headings(),
    },
    Rule {
        id: "post-chrome",
        unit: "post",
        relation: Relation::Inside,
        action: Action::Drop,
        reason: "signatures, buttons and advertising are no posts",
        stage: Stage::Thread,
        apply: |draft| draft.drop_post_chrome(),
    },
];

/// Some of the [`RULES`].
///
/// ```
/// use tamis::blend::rules::RuleSet;
/// let rules = RuleSet::default().without("tickers")?;
/// assert!(rules.has("headings") && !rules.has("tickers"));
/// assert!(RuleSet::default().without("no such rule").is_err());
/// # Ok::<(), tamis::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleSet(u64);

impl Default for RuleSet {
    /// Returns all rules.
    fn default() -> RuleSet {
        RuleSet(u64::MAX)
    }
}

impl RuleSet {
    /// Returns these rules without one of them.
    ///
    /// # Errors
    ///
    /// If no rule has this name.
    pub fn without(self, id: &str) -> Result<RuleSet, Error> {
        let at = RULES.iter().position(|rule| rule.id == id);
        let at = at.ok_or_else(|| Error::config(format!("no rule is called `{id}`")))?;
        Ok(RuleSet(self.0 & !(1 << at)))
    }

    /// Returns true if the rule of this name is one of them.
    pub fn has(self, id: &str) -> bool {
        RULES.iter().position(|rule| rule.id == id).is_some_and(|at| self.has_index(at))
    }

    fn has_index(self, at: usize) -> bool {
        self.0 >> at & 1 == 1
    }
}

/// A selection that rules may change, with what they ask.
struct Draft<'d> {
    page: &'d Page,
    verdict: &'d mut Verdict,
    /// For each paragraph.
    probabilities: &'d [f64],
    page_types: Option<PageTypes>,
    favor: Favor,
    /// The paragraphs that may be leads, in order.
    leads: &'d [usize],
    /// The blocks around each paragraph.
    blocks: Vec<Around>,
    /// The posts of the thread, at its stage.
    posts: Option<&'d FoundPosts>,
}

/// What the model says about the paragraphs of a page.
#[derive(Clone, Copy)]
pub(super) struct Estimate<'e> {
    pub(super) probabilities: &'e [f64],
    pub(super) page_types: Option<PageTypes>,
    pub(super) leads: &'e [usize],
    pub(super) favor: Favor,
}

/// Applies the rules for the text of a page.
pub(super) fn apply(page: &Page, verdict: &mut Verdict, of: Estimate<'_>, rules: RuleSet) {
    let Estimate { probabilities, page_types, leads, favor } = of;
    let blocks = page.paragraphs().iter().map(|of| Around::of(page, of)).collect();
    verdict.by_rule = vec![0; verdict.kept.len()];
    let posts = None;
    let draft = Draft { page, verdict, probabilities, page_types, favor, leads, blocks, posts };
    draft.apply(Stage::Text, rules);
}

/// Applies the rules for the posts of a thread.
pub(crate) fn apply_to_thread(
    page: &Page,
    verdict: &mut Verdict,
    posts: &FoundPosts,
    rules: RuleSet,
) {
    verdict.by_rule.resize(verdict.kept.len(), 0);
    let draft = Draft {
        page,
        verdict,
        probabilities: &[],
        page_types: None,
        favor: Favor::default(),
        leads: &[],
        blocks: Vec::new(),
        posts: Some(posts),
    };
    draft.apply(Stage::Thread, rules);
}

/// Returns the last rule that changed the decision about a paragraph, if one did.
pub fn rule_of(verdict: &Verdict, paragraph: usize) -> Option<&'static Rule> {
    let number = usize::from(*verdict.by_rule.get(paragraph)?);
    number.checked_sub(1).map(|at| &RULES[at])
}

impl Draft<'_> {
    fn apply(mut self, stage: Stage, rules: RuleSet) {
        let mut before = self.verdict.kept.clone();
        for (at, rule) in RULES.iter().enumerate() {
            if rule.stage != stage || !rules.has_index(at) {
                continue;
            }
            (rule.apply)(&mut self);
            if before != self.verdict.kept {
                let Verdict { kept, by_rule, .. } = &mut *self.verdict;
                let changed = before.iter_mut().zip(kept).zip(by_rule);
                for ((before, kept), by) in changed.filter(|((before, kept), _)| **before != **kept)
                {
                    (*before, *by) = (*kept, at as u8 + 1);
                }
            }
        }
    }

    fn complete_blocks(&mut self) {
        let (probabilities, page_types) = (self.probabilities, self.page_types);
        complete_blocks(self.page, self.verdict, probabilities, page_types, &self.blocks);
    }

    fn keep_headings(&mut self) {
        keep_headings(self.page, self.verdict, self.probabilities, self.page_types);
    }

    /// References say the same thing in many places, and nothing of them is dropped.
    fn drop_repeats(&mut self) {
        let page_type = self.page_types.map(|types| types.most_probable());
        if page_type != Some(PageType::Documentation) {
            drop_repeats(self.page, self.verdict, page_type == Some(PageType::Forum));
        }
    }

    fn drop_shell(&mut self) {
        if self.favor != Favor::Recall {
            drop_shell(self.page, self.verdict);
        }
    }

    fn keep_posts(&mut self) {
        let Some(posts) = self.posts else { return };
        for at in posts.missing(self.page, &self.verdict.kept) {
            self.verdict.set(at, true, "the text of a post of the thread");
        }
        for at in posts.attached(self.page, &self.verdict.kept) {
            self.verdict.set(at, true, "attached to a post");
        }
    }

    fn drop_post_headings(&mut self) {
        let page = self.page;
        if !self.posts.is_some_and(FoundPosts::is_found) {
            return;
        }
        keep_between(
            self.verdict,
            |at| page.paragraphs()[at].in_heading,
            |_| (false, "a heading between posts"),
        );
    }

    fn drop_post_chrome(&mut self) {
        let Some(posts) = self.posts else { return };
        for at in posts.chrome(self.page) {
            if self.verdict.kept[at] {
                self.verdict.set(at, false, "next to the text of a post");
            }
        }
        for at in posts.advertising() {
            if self.verdict.kept[at] {
                self.verdict.set(at, false, "a post that is advertising");
            }
        }
    }
}

#[cfg(test)]
mod tests;
