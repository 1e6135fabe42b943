//! Notes next to a text: an `<aside>`, or a box that says that it is a note, a tip or a warning.
//!
//! Most boxes within a text are no content: other stories, newsletters, offers. So the model drops
//! nearly all of them. A note differs in that it has sentences and no links, and stands between two
//! paragraphs of the text that are kept. For example:
//!
//! ```html
//! <p>Let the dough rise for an hour.
//! <aside class=tip><p>In winter, put it next to the oven.</aside>
//! <p>Then shape the loaf.
//! ```
//!
//! A box that repeats a sentence of the text is a quote from it, and stays out.
//!
//! At the end of a text, most boxes are of the site: an `<aside>` there is about the author or asks
//! for an address. So only those that say by their class or role that they are notes are kept, and
//! the verdict of a review: an `<aside>` with that name, or with a score such as "8/10".

use std::ops::Range;

use tamis_dom::{Document, NodeId, name};

use super::kept_text::KeptText;
use super::teasers::has_time;
use crate::page::questions::SENTENCE_ENDS;
use crate::page::{Page, around, has_class_word};
use crate::structure::label::label_of;
use crate::verdict::Verdict;

/// The least mean probability of the paragraphs of a note, 0 to 1.
const MIN_MEAN: f64 = 0.08;

/// The same for a note after the text. The model takes nearly everything there for chrome.
const MIN_MEAN_AFTER: f64 = 0.03;

/// The least share of the text before a note at its end that is kept, in percent.
const KEPT_PERCENT: u64 = 60;

/// The longest note, in characters.
const MAX_NOTE: u32 = 800;

/// The least kept text of the element that contains the note, in characters.
const MIN_TEXT: u32 = 200;

/// The most notes of a page, and paragraphs of a note.
const MAX_NOTES: usize = 32;
const MAX_PARAGRAPHS: usize = 16;

/// The paragraphs before and after a note in which it may be a quote from, and the longest of them,
/// in bytes.
const NEAR: usize = 12;
const MAX_QUOTED: usize = 5000;

/// Words in the classes of notes.
const NOTE_WORDS: [&str; 14] = [
    "admonition",
    "alert",
    "callout",
    "caution",
    "hint",
    "important",
    "info",
    "infobox",
    "note",
    "notice",
    "remark",
    "tip",
    "tips",
    "warning",
];

/// The words of them that are in the classes of nothing else.
const SURE_WORDS: [&str; 7] =
    ["admonition", "callout", "caution", "note", "tip", "tips", "warning"];

/// Words in the classes of the verdicts of reviews.
const REVIEW_WORDS: [&str; 11] = [
    "bilan",
    "conclusion",
    "fazit",
    "rating",
    "review",
    "score",
    "verdict",
    "veredicto",
    "veredito",
    "verdetto",
    "wertung",
];

/// The best scores of reviews, and the longest text with one, in bytes.
const BEST_SCORES: [u32; 5] = [5, 6, 10, 20, 100];
const MAX_SCORE: usize = 40;

/// The longest text between the two numbers of a score, in bytes: " out of ".
const MAX_BETWEEN: usize = 10;

/// The words of parts of a template. A note in one is the same on all pages: `blog-post-note`.
const TEMPLATE_WORDS: [&str; 6] = ["blog", "entry", "footer", "page", "post", "site"];

/// Words in the classes of boxes that are no notes.
const OTHER_WORDS: [&str; 14] = [
    "ad",
    "advert",
    "author",
    "bio",
    "caption",
    "comment",
    "cookie",
    "newsletter",
    "promo",
    "related",
    "share",
    "signup",
    "sponsor",
    "subscribe",
];

/// Keeps the dropped notes between kept paragraphs.
pub(super) fn keep_asides(page: &Page, verdict: &mut Verdict, probabilities: &[f64]) {
    let Some(last) = verdict.kept.iter().rposition(|kept| *kept) else { return };
    let text = KeptText::of(page, &verdict.kept);
    let (mut at, mut notes) = (0, 0);
    // Up to the first text after the kept ones that is no note.
    let mut end = last + 1;
    while at <= end.min(verdict.kept.len() - 1) {
        let is_begin = !verdict.kept[at]
            && at.checked_sub(1).is_some_and(|before| verdict.kept[before])
            && !page.paragraphs()[at - 1].in_heading;
        let is_after = at > last;
        let note = if is_begin { note(&text, at, probabilities, is_after) } else { None };
        let Some(note) = note.filter(|note| is_after || verdict.kept[note.end]) else {
            at += 1;
            continue;
        };
        end = end.max(note.end);
        notes += 1;
        if notes > MAX_NOTES {
            return;
        }
        for at in note.clone() {
            if !verdict.kept[at] && !repeats(page, verdict, at) {
                verdict.set(at, true, "a note in a text that is kept");
            }
        }
        at = note.end;
    }
}

/// Returns the paragraphs of the note that begins with a dropped paragraph.
fn note(
    text: &KeptText<'_>,
    at: usize,
    probabilities: &[f64],
    is_after: bool,
) -> Option<Range<usize>> {
    let page = text.page;
    let document = page.document();
    let outer = around(document, text.first_text(at)).skip(1);
    let mut empty = outer.take_while(|&id| text.kept_in(id) == 0);
    let note = empty.by_ref().find(|&id| is_note(document, id))?;
    if is_after && !is_surely_note(document, note) && !is_verdict(page, note) {
        return None;
    }
    let whole = empty.last().unwrap_or(note);
    let range = page.paragraphs_in(whole);
    let parent = document.parent(whole)?;
    let paragraphs = &page.paragraphs()[range.clone()];
    let links: u32 = paragraphs.iter().map(|of| of.link_chars).sum();
    let sum: f64 = probabilities[range.clone()].iter().sum();
    let is_sentence = |at: usize| {
        let of = &page.paragraphs()[at];
        page.paragraph_text(of).trim_end().ends_with(SENTENCE_ENDS)
    };
    let (before, kept) = text.chars(&(page.paragraphs_in(parent).start..at));
    let is_begun = if is_after {
        kept >= MIN_TEXT && u64::from(kept) * 100 >= u64::from(before) * KEPT_PERCENT
    } else {
        range.end < page.paragraphs().len() && text.kept_in(parent) >= MIN_TEXT
    };
    let least = if is_after { MIN_MEAN_AFTER } else { MIN_MEAN };
    let is_note = range.start == at
        && range.len() <= MAX_PARAGRAPHS
        && is_begun
        && text.chars(&range).0 <= MAX_NOTE
        && links == 0
        && sum >= least * range.len() as f64
        && range.clone().any(is_sentence)
        && label_of(page, &paragraphs[0]).is_none()
        && !paragraphs.iter().any(|of| of.has_copyright || has_time(page.paragraph_text(of)));
    is_note.then_some(range)
}

/// True for an element that says that it is next to the text, or a note in it.
fn is_note(document: &Document, id: NodeId) -> bool {
    let is_aside = document.is_html(id, name::ASIDE)
        || document.attr(id, name::ROLE) == Some("note")
        || has_class_word(document, id, &NOTE_WORDS);
    // Generated names are one word: `ArticlePullquote_root`.
    let class = document.attr(id, name::CLASS).unwrap_or_default();
    is_aside && !class.contains("quote") && !has_class_word(document, id, &OTHER_WORDS)
}

/// True for a note that is one wherever it stands.
fn is_surely_note(document: &Document, id: NodeId) -> bool {
    document.attr(id, name::ROLE) == Some("note")
        || has_class_word(document, id, &SURE_WORDS)
            && !has_class_word(document, id, &TEMPLATE_WORDS)
}

/// True for an `<aside>` with the verdict of a review.
fn is_verdict(page: &Page, id: NodeId) -> bool {
    let document = page.document();
    let has_score = || {
        let inside = page.paragraphs_in(id).take(MAX_PARAGRAPHS);
        inside.into_iter().any(|at| is_score(page.paragraph_text(&page.paragraphs()[at])))
    };
    document.is_html(id, name::ASIDE)
        && (has_class_word(document, id, &REVIEW_WORDS) || has_score())
        && !has_class_word(document, id, &TEMPLATE_WORDS)
}

/// True for a short text with a number and the best one: "8/10", "4,5 von 5", "Note : 15/20".
fn is_score(text: &str) -> bool {
    if text.len() > MAX_SCORE || !text.contains(|of: char| of.is_ascii_digit()) {
        return false;
    }
    let is_of_number = |of: char| of.is_ascii_digit() || matches!(of, '.' | ',');
    let mut parts = text
        .trim()
        .split(|of| !is_of_number(of))
        .filter(|part| part.starts_with(|of: char| of.is_ascii_digit()));
    let (Some(score), Some(best), None) = (parts.next(), parts.next(), parts.next()) else {
        return false;
    };
    let between = text.find(score).zip(text.rfind(best));
    let number = |part: &str| part.replace(',', ".").parse::<f64>().ok();
    let Ok(most) = best.parse::<u32>() else { return false };
    BEST_SCORES.contains(&most)
        && number(score).is_some_and(|score| score <= f64::from(most))
        && between
            .is_some_and(|(first, last)| last.saturating_sub(first + score.len()) <= MAX_BETWEEN)
}

/// True if the text of a paragraph is also in a kept one close to it.
fn repeats(page: &Page, verdict: &Verdict, at: usize) -> bool {
    let paragraphs = page.paragraphs();
    let quote = page.paragraph_text(&paragraphs[at]).trim_matches(|c: char| !c.is_alphanumeric());
    let mut near = at.saturating_sub(NEAR)..paragraphs.len().min(at + NEAR);
    near.any(|other| {
        let text = page.paragraph_text(&paragraphs[other]);
        verdict.kept[other] && text.len() <= MAX_QUOTED && text.contains(quote)
    })
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    const TEXT: &str = "The bread stays in the oven until it is done, and nobody opens the door. \
        Then it rests on a rack for an hour, and only then is it cut. The rack may be of wood or \
        of iron, as long as air comes from below, and a cloth over it keeps the crust soft.";

    /// Returns the number of short texts that are kept between two long ones.
    fn kept(note: &str, probability: f64) -> usize {
        let html = format!("<article><p>{TEXT}{note}<p>{TEXT}</article>");
        let page = Page::measure(Parser::default().parse(&html));
        let mut verdict = Verdict::nothing("test", &page);
        for (at, paragraph) in page.paragraphs().iter().enumerate() {
            verdict.kept[at] = paragraph.text_chars > 200;
        }
        let probabilities = vec![probability; verdict.kept.len()];
        keep_asides(&page, &mut verdict, &probabilities);
        verdict.kept.iter().filter(|kept| **kept).count() - 2
    }

    #[test]
    fn notes_are_kept() {
        for (note, count) in [
            ("<aside>In winter, put it next to the oven.</aside>", 1),
            ("<aside><h4>In winter</h4><p>Put it next to the oven.</aside>", 2),
            ("<div class='box box--tip'><p>Put it next to the oven.</div>", 1),
            ("<div role=note><p>烤箱要一直关着。</div>", 1),
            ("<div><div class=callout><p>Wait.</div></div>", 1),
        ] {
            assert_eq!(kept(note, 0.15), count, "{note}");
            assert_eq!(kept(note, 0.03), 0, "{note}");
        }
    }

    #[test]
    fn notes_at_the_end_say_that_they_are() {
        for (note, after, count) in [
            ("<div class='note'><p>Keep it dry.</div>", "", 1),
            ("<div class=tip><p>Tip<p>Keep it dry.</div>", "<footer>Imprint</footer>", 2),
            ("<p class=note>One.<p class=note>Two.", "", 2),
            ("<aside>Keep it dry.</aside>", "", 0),
            ("<div class=blog-post-note>Ask your doctor.</div>", "", 0),
            ("<div class=info-box>Call us today.</div>", "", 0),
            ("<footer>Imprint</footer><div class=note>Keep it dry.</div>", "", 0),
        ] {
            let html = format!("<article><p>{TEXT}{note}</article>{after}");
            let page = Page::measure(Parser::default().parse(&html));
            let mut verdict = Verdict::nothing("test", &page);
            verdict.kept[0] = true;
            keep_asides(&page, &mut verdict, &vec![0.05; page.paragraphs().len()]);
            let kept = verdict.kept.iter().filter(|kept| **kept).count() - 1;
            assert_eq!(kept, count, "{html}");
        }
    }

    #[test]
    fn verdicts_at_the_end_are_kept() {
        let bio = "<h3>About Ann</h3><p>Ann bakes bread in Rome.";
        let verdict = |score: &str| format!("<h3>Verdict</h3><p>{score}<p>Good, not cheap.");
        for (class, inside, count) in [
            ("", verdict("8/10"), 3),
            ("", verdict("4 de 5 estrellas"), 3),
            ("", verdict("Note : 15,5/20"), 3),
            ("", verdict("4.5 out of 5"), 3),
            ("review-verdict", verdict("Good"), 3),
            ("fazit-box", verdict("Note: 1,7"), 3),
            ("", verdict("Good"), 0),
            ("", verdict("9/8"), 0),
            ("", verdict("12/10"), 0),
            ("", verdict("3 loaves, 20 rolls, 5 cakes"), 0),
            ("", verdict("5 years and more than 100"), 0),
            ("author", verdict("8/10"), 0),
            ("", format!("{}<p><a href=/>Shop</a>", verdict("8/10")), 0),
            ("box", bio.to_owned(), 0),
        ] {
            let html =
                format!("<article><p>{TEXT}<aside class='{class}'>{inside}</aside></article>");
            let page = Page::measure(Parser::default().parse(&html));
            let mut verdict = Verdict::nothing("test", &page);
            verdict.kept[0] = true;
            keep_asides(&page, &mut verdict, &vec![0.05; page.paragraphs().len()]);
            let kept = verdict.kept.iter().filter(|kept| **kept).count() - 1;
            assert_eq!(kept, count, "{html}");
        }
    }

    #[test]
    fn other_boxes_stay_out() {
        for other in [
            "<aside>nobody opens the door.</aside>",
            "<aside>“The rack may be of wood or of iron”.</aside>",
            "<aside>The oven that won: <a href=/a>how it was built.</a></aside>",
            "<aside><h3>Related stories</h3><p>The oven that won.</aside>",
            "<aside class=TextPullquote_x1>Nobody shall open it.</aside>",
            "<aside class=newsletter-box>Every morning in your mailbox.</aside>",
            "<aside>Advertisement</aside>",
            "<aside>Updated: 3.4.2013.</aside>",
            "<div class=box><p>Put it next to the oven.</div>",
        ] {
            assert_eq!(kept(other, 0.15), 0, "{other}");
        }
        let end = format!("<article><p>{TEXT}</article><aside>Call us today.</aside>");
        let page = Page::measure(Parser::default().parse(&end));
        let mut verdict = Verdict::nothing("test", &page);
        verdict.kept[0] = true;
        keep_asides(&page, &mut verdict, &[0.9, 0.3]);
        assert_eq!(verdict.kept, [true, false]);
    }
}
