//! Drops dialogues that ask for consent, and judges the page again without them.
//!
//! "We use cookies" is a good paragraph: prose, in a block of its own, without links. On a page
//! with an article it is a small part of the text, and the model drops it. On a page with a line or
//! two it is most of the text. Then it is kept with the content, or in its place: next to a text of
//! fifty words, an address of ten looks like the footer.
//!
//! So it is not enough to drop the dialogue. If something of one is kept, the page is judged once
//! more as it is after a reader has answered: the same page without the text of the dialogue. If
//! nothing is left, the page has no main content. Its navigation and its footer are none either: on
//! a page without any other text, they would be taken for it next. Pages of which no dialogue is
//! kept, which are nearly all, are judged once.

use std::ops::Range;

use tamis_dom::{NameSet, NodeId, WorkingTree, name};

use super::Choice;
use crate::page::{Page, Paragraph, around};
use crate::structure::consent::{consent_dialogues, may_keep_consent};

/// The reasons to drop a paragraph.
const REASON: &str = "a dialogue that asks for consent";
const LANDMARK: &str = "around a page with such a dialogue";

/// The parts of a page: the innermost one around a text counts.
const LANDMARKS: NameSet = NameSet::of(&[name::ARTICLE, name::FOOTER, name::MAIN, name::NAV]);

/// Returns a choice without the dialogues that it keeps. `choose` makes the choice about another
/// page.
pub(super) fn without_consent(
    page: &Page,
    mut choice: Choice,
    choose: impl FnOnce(&Page) -> Choice,
) -> Choice {
    if !may_keep_consent(page, &choice.verdict.kept) {
        return choice;
    }
    let elements = consent_dialogues(page);
    let dialogues = paragraphs_of(page, &elements);
    let is_kept = |range: &Range<usize>| choice.verdict.kept[range.clone()].contains(&true);
    if !dialogues.iter().any(is_kept) {
        return choice;
    }
    let bare = without(page, &elements);
    let is_in_dialogue = |at: &usize| dialogues.iter().any(|range| range.contains(at));
    let rest: Vec<usize> =
        (0..choice.verdict.kept.len()).filter(|at| !is_in_dialogue(at)).collect();
    if rest.len() == bare.paragraphs().len() {
        take(&mut choice, choose(&bare), &rest);
    }
    for at in rest {
        if choice.verdict.kept[at] && is_in_landmark(page, at) {
            choice.verdict.set(at, false, LANDMARK);
        }
    }
    for at in dialogues.into_iter().flatten() {
        choice.verdict.set(at, false, REASON);
        if let Some(probability) = choice.probabilities.get_mut(at) {
            *probability = 0.0;
        }
    }
    choice
}

/// Takes the decisions of a later choice about those of the paragraphs that it knows.
fn take(choice: &mut Choice, later: Choice, paragraphs: &[usize]) {
    let Choice { verdict, page_types, probabilities, .. } = later;
    for (&at, &probability) in paragraphs.iter().zip(&probabilities) {
        choice.probabilities[at] = probability;
    }
    let decisions = verdict.kept.into_iter().zip(verdict.reasons);
    for (&at, (kept, reason)) in paragraphs.iter().zip(decisions) {
        choice.verdict.set(at, kept, reason);
    }
    for (&at, &by_rule) in paragraphs.iter().zip(&verdict.by_rule) {
        choice.verdict.by_rule[at] = by_rule;
    }
    choice.verdict.confidence = verdict.confidence;
    choice.page_types = page_types;
}

/// Returns the paragraphs of each of these elements, without one that goes on after it.
fn paragraphs_of(page: &Page, elements: &[NodeId]) -> Vec<Range<usize>> {
    let paragraphs = page.paragraphs();
    let of = |&id: &NodeId| {
        let end = page.document().subtree_end(id);
        let is_inside =
            |of: &&Paragraph| page.paragraph_nodes(of).last().is_some_and(|last| last < end);
        let within = page.paragraphs_in(id);
        let inside = paragraphs[within.clone()].iter().take_while(is_inside).count();
        within.start..within.start + inside
    };
    elements.iter().map(of).collect()
}

/// True for a paragraph in a navigation or in the footer of the page.
fn is_in_landmark(page: &Page, at: usize) -> bool {
    let document = page.document();
    let Some(text) = page.first_text(&page.paragraphs()[at]) else { return false };
    let names = around(document, text).filter_map(|id| document.name(id));
    let mut names = names.filter(|name| LANDMARKS.contains(*name));
    names.next().is_some_and(|name| matches!(name, name::FOOTER | name::NAV))
}

/// Returns the page with nothing in these elements. They stay, so that the texts around them do not
/// become one.
fn without(page: &Page, elements: &[NodeId]) -> Page {
    let document = page.document();
    let mut tree = WorkingTree::of(document);
    for child in elements.iter().flat_map(|&id| document.children(id)) {
        tree.detach(child);
    }
    let mut bare = Page::measure(tree.to_document());
    bare.url.clone_from(&page.url);
    bare
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;
    use crate::verdict::Verdict;

    /// Returns the choice that keeps these of the paragraphs, `+` for kept.
    fn choice(page: &Page, kept: &str) -> Choice {
        let mut verdict = Verdict::nothing("test", page);
        assert_eq!(page.paragraphs().len(), kept.len());
        verdict.kept = kept.chars().map(|c| c == '+').collect();
        Choice::alone(verdict)
    }

    /// `later` is the choice about the page without its dialogue, if it is to be judged again.
    fn check(html: &str, kept: &str, later: Option<&str>, expected: &str) {
        let page = Page::measure(Parser::default().parse(html));
        let mut asked = false;
        let found = without_consent(&page, choice(&page, kept), |bare| {
            asked = true;
            choice(bare, later.unwrap())
        });
        assert_eq!(asked, later.is_some(), "{html}");
        let kept = &found.verdict.kept;
        let found: String = kept.iter().map(|&kept| if kept { '+' } else { '-' }).collect();
        assert_eq!(found, expected, "{html}");
    }

    #[test]
    fn a_page_is_judged_again_if_it_keeps_a_dialogue() {
        let dialogue = "<div id=cookie-notice><h2>Cookies</h2><p>We use cookies.</div>";
        let html = format!("<p>Menu<p>One{dialogue}");
        check(&html, "--++", Some("-+"), "-+--");
        check(&html, "-+-+", Some("--"), "----");
        check(&html, "-+--", None, "-+--");
        check(&format!("{dialogue}<p>Menu<p>One"), "++--", Some("-+"), "---+");
        check(dialogue, "++", Some(""), "--");
        check("<p>Cookies<p>Mix flour and butter.", "++", None, "++");
        let footer = "<footer>Imprint</footer>";
        check(&format!("<p>One{dialogue}{footer}"), "-++-", Some("++"), "+---");
        check("<aside id=cookie-notice>We use cookies.</aside>", "+", Some(""), "-");
        // The texts next to it stay apart.
        check(&format!("One{dialogue}two"), "-++-", Some("++"), "+--+");
    }
}
