//! What introduces or names a kept text: the lead, the line before a list, the term, the question,
//! the title of a link card.
//!
//! A description without its term and a link card without its title are of little use. The words
//! before them are short, so the model drops them often. The markup says whose they are.
//!
//! A lead says what the description of the page says, or it stands directly below the title: a
//! sentence without links, or a text whose class is that of a lead. The line of the author and the
//! date there has names and numbers, and ends with no full stop.

use std::ops::Range;

use tamis_dom::{Document, Name, NameSet, NodeId, name};

use super::blocks::Around;
use super::teasers::has_time;
use crate::page::questions::SENTENCE_ENDS;
use crate::page::width::width;
use crate::page::{Page, Paragraph, around, has_class_word, next_elements};
use crate::signals::{PageType, PageTypes};
use crate::structure::card::card_around;
use crate::structure::label::label_of;
use crate::verdict::Verdict;

/// The longest introduction of a list, in characters.
const MAX_INTRODUCTION: u32 = 300;

/// Words in the classes of leads.
const LEAD_WORDS: [&str; 16] = [
    "bajada",
    "chapo",
    "deck",
    "dek",
    "excerpt",
    "ingress",
    "intro",
    "lead",
    "lede",
    "standfirst",
    "sub",
    "subhead",
    "subheading",
    "subheadline",
    "subtitle",
    "summary",
];

/// The elements whose text is no lead.
const NO_LEADS: NameSet = NameSet::of(&[
    name::ADDRESS,
    name::ASIDE,
    name::BUTTON,
    name::FIGURE,
    name::FOOTER,
    name::FORM,
    name::LI,
    name::NAV,
    name::TIME,
]);

/// The least and the greatest [width] of a lead, and the least of one that only its place names.
const LEAD_WIDTH: Range<usize> = 12..600;
const MIN_SENTENCE: usize = 24;

/// The paragraphs after the title among which a lead is, and elements up to that of the title.
const LEAD_WITHIN: usize = 5;
const LEAD_LEVELS: usize = 4;

/// Keeps those of the `leads` that are before all kept texts, and the lead below the title.
pub(super) fn keep_lead(
    page: &Page,
    verdict: &mut Verdict,
    leads: &[usize],
    page_types: Option<PageTypes>,
) {
    let mut texts = page.paragraphs().iter().zip(&verdict.kept);
    let Some(first) = texts.position(|(of, kept)| *kept && !of.in_heading) else { return };
    for &lead in leads.iter().take_while(|&&lead| lead < first) {
        verdict.set(lead, true, "the lead of a text that is kept");
    }
    let is_article = |types: PageTypes| types.most_probable() == PageType::Article;
    if page_types.is_some_and(is_article)
        && let Some(lead) = lead_below_title(page, first)
        && !verdict.kept[lead]
    {
        verdict.set(lead, true, "the lead of a text that is kept");
    }
}

/// Returns the lead between the title and the first text.
fn lead_below_title(page: &Page, first: usize) -> Option<usize> {
    let (document, paragraphs) = (page.document(), page.paragraphs());
    let title_of = |at: usize| {
        let text = page.first_text(&paragraphs[at]).filter(|_| paragraphs[at].in_heading)?;
        let mut around = around(document, text).take(LEAD_LEVELS);
        Some((at, around.find(|&id| document.is_html(id, name::H1))?))
    };
    let begin = first.saturating_sub(LEAD_WITHIN + 1);
    let (title, heading) = (begin..first).rev().find_map(title_of)?;
    let below = next_elements(document, heading).next();
    (title + 1..first).find(|&at| {
        let (paragraph, text) = (&paragraphs[at], page.paragraph_text(&paragraphs[at]));
        let Some(node) = page.first_text(paragraph) else { return false };
        let is_text = paragraph.link_chars == 0
            && !paragraph.has_copyright
            && LEAD_WIDTH.contains(&width(text))
            && !has_time(text)
            && label_of(page, paragraph).is_none();
        let own = || around(document, node).take_while(|&id| id > heading);
        let is_apart = || own().any(|id| document.name(id).is_some_and(|of| NO_LEADS.contains(of)));
        let names_lead = || own().take(LEAD_LEVELS).any(|id| names_lead(document, id));
        let is_sentence = || {
            text.ends_with(SENTENCE_ENDS)
                && width(text) >= MIN_SENTENCE
                && own().any(|id| Some(id) == below)
        };
        is_text && !is_apart() && (names_lead() || is_sentence())
    })
}

/// True for an element whose class names a lead, and no part of a page: `post-excerpt`.
fn names_lead(document: &Document, id: NodeId) -> bool {
    const OTHERS: [&str; 6] = ["author", "bio", "byline", "card", "meta", "nav"];
    has_class_word(document, id, &LEAD_WORDS) && !has_class_word(document, id, &OTHERS)
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
