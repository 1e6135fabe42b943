//! What introduces or names a kept text: the lead, the line before a list, the term, the question,
//! the title of a link card.
//!
//! A description without its term and a link card without its title are of little use. The words
//! before them are short, so the model drops them often. The markup says whose they are.

use tamis_dom::{Name, name};

use super::blocks::Around;
use crate::page::{Page, Paragraph, around};
use crate::structure::card::card_around;
use crate::verdict::Verdict;

/// The longest introduction of a list, in characters.
const MAX_INTRODUCTION: u32 = 300;

/// Keeps those of the `leads` that are before all kept texts.
pub(super) fn keep_lead(page: &Page, verdict: &mut Verdict, leads: &[usize]) {
    let mut texts = page.paragraphs().iter().zip(&verdict.kept);
    let Some(first) = texts.position(|(of, kept)| *kept && !of.in_heading) else { return };
    for &lead in leads.iter().take_while(|&&lead| lead < first) {
        verdict.set(lead, true, "the lead of a text that is kept");
    }
}

/// Keeps a paragraph that ends with a colon before a kept item of a list.
pub(super) fn keep_introductions(page: &Page, verdict: &mut Verdict, blocks: &[Around]) {
    let paragraphs = page.paragraphs();
    let in_list = |at: usize| blocks[at].is_in(name::LI);
    for index in 1..paragraphs.len() {
        let before = &paragraphs[index - 1];
        let is_introduction = !verdict.kept[index - 1]
            && verdict.kept[index]
            && before.text_chars <= MAX_INTRODUCTION
            && page.paragraph_text(before).ends_with([':', '：']);
        if is_introduction && in_list(index) && !in_list(index - 1) {
            verdict.set(index - 1, true, "introduces a list that is kept");
        }
    }
}

/// The elements whose text names the content that follows in their parent: a term and its
/// descriptions, a question and its answer that opens.
const LABELS: [Name; 2] = [name::DT, name::SUMMARY];

/// Keeps a dropped term before its kept description, and the summary of kept details.
pub(super) fn keep_names(page: &Page, verdict: &mut Verdict) {
    let document = page.document();
    let paragraphs = page.paragraphs();
    for at in (1..paragraphs.len()).rev() {
        let (label, next) = (at - 1, &paragraphs[at]);
        if verdict.kept[label] || !verdict.kept[at] {
            continue;
        }
        let first = |of: &Paragraph| page.paragraph_nodes(of).next();
        let mut around = first(&paragraphs[label]).into_iter().flat_map(|text| {
            // jusText's paragraphs do not begin at a `<summary>`, so their origin does not tell.
            around(document, text).skip(1)
        });
        let element = around.find(|&id| document.name(id).is_some_and(|of| LABELS.contains(&of)));
        let end = element.and_then(|id| document.parent(id)).map(|id| document.subtree_end(id));
        if first(next).is_some_and(|text| Some(text) < end) {
            verdict.set(label, true, "names a text that is kept");
        }
    }
}

/// The most paragraphs of a link card after its title.
const CARD_PARAGRAPHS: usize = 3;

/// Keeps the dropped title of a link card with its kept description: it has the link.
pub(super) fn keep_card_titles(page: &Page, verdict: &mut Verdict) {
    let document = page.document();
    let paragraphs = page.paragraphs();
    for at in 0..paragraphs.len() {
        if verdict.kept[at] || !paragraphs[at].in_heading {
            continue;
        }
        let Some(card) = card_around(document, paragraphs[at].origin()) else { continue };
        let end = document.subtree_end(card);
        let after = at + 1..paragraphs.len().min(at + 1 + CARD_PARAGRAPHS);
        let mut inside = after.take_while(|&next| paragraphs[next].origin() < end);
        if inside.any(|next| verdict.kept[next]) {
            verdict.set(at, true, "the title of a link card that is kept");
        }
    }
}
