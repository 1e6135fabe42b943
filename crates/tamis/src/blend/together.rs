//! Keeps questions together with their answers.
//!
//! A question without its answer is of no use, and an answer without its question misleads: "Only
//! in summer" says nothing if nobody knows what. The model decides about each paragraph alone, and
//! likes a long answer more than a short one. So each question that [opens](open_questions) is kept
//! with its answer, or dropped with it; and where most of the answers in a row are kept, all are.
//!
//! Links in an answer, such as "Read the full article", are left to the model. So are titles that
//! open nothing but links, which are filters and menus.

use std::ops::Range;

use super::repair::MIN_PART;
use crate::page::Page;
use crate::page::questions::{Question, open_questions};
use crate::verdict::Verdict;

/// The reasons.
const KEPT: &str = "a question or an answer that belongs to a kept one";
const DROPPED: &str = "a question whose answer is dropped";

/// The paragraphs of a question.
struct Pair {
    title: Range<usize>,
    /// Without links.
    answer: Vec<usize>,
}

/// Keeps or drops each question of a page with its answer. `probabilities` are those of the
/// paragraphs.
pub(super) fn keep_questions(page: &Page, verdict: &mut Verdict, probabilities: &[f64]) {
    let groups = open_questions(page.document());
    for group in groups {
        let pairs: Vec<Pair> = group.iter().map(|question| Pair::of(page, question)).collect();
        let chars = |all: bool| -> u64 {
            let answers = pairs.iter().flat_map(|pair| &pair.answer);
            let counted = answers.filter(|&&at| all || verdict.kept[at]);
            counted.map(|&at| u64::from(page.paragraphs()[at].text_chars)).sum()
        };
        let most_are_kept = 2 * chars(false) > chars(true);
        for pair in &pairs {
            pair.decide(verdict, probabilities, most_are_kept);
        }
    }
}

impl Pair {
    fn of(page: &Page, question: &Question) -> Pair {
        let paragraphs = page.paragraphs();
        let title = page.paragraphs_in(question.title);
        let answer = page.paragraphs_among(question.answer(page.document()));
        let is_text = |&at: &usize| 2 * paragraphs[at].link_chars <= paragraphs[at].text_chars;
        Pair { title, answer: answer.filter(is_text).collect() }
    }

    fn decide(&self, verdict: &mut Verdict, probabilities: &[f64], most_are_kept: bool) {
        let title = verdict.kept[self.title.clone()].contains(&true);
        let answer = self.answer.iter().any(|&at| verdict.kept[at]);
        if self.answer.is_empty() || !(title || answer || most_are_kept) {
            return;
        }
        let is_possible = || self.answer.iter().any(|&at| probabilities[at] >= MIN_PART);
        let keep = most_are_kept || answer || is_possible();
        let whole = !answer || most_are_kept;
        let of_answer = self.answer.iter().copied().filter(|_| whole || !keep);
        for at in self.title.clone().chain(of_answer) {
            if verdict.kept[at] != keep {
                verdict.set(at, keep, if keep { KEPT } else { DROPPED });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    /// `kept` has a character per paragraph: `+` for kept, `.` for surely boilerplate.
    fn check(item: &str, kept: &str, expected: &str) {
        let item = |n: &str| item.replace('Q', &format!("Why {n}?")).replace('A', n);
        let html = ["one", "two", "six"].map(item).concat();
        let page = Page::measure(Parser::default().parse(&html));
        let mut verdict = Verdict::nothing("test", &page);
        assert_eq!(page.paragraphs().len(), kept.len(), "{html}");
        verdict.kept = kept.chars().map(|c| c == '+').collect();
        let probability = |c: char| if c == '.' { 0.05 } else { 0.3 };
        let probabilities: Vec<f64> = kept.chars().map(probability).collect();
        keep_questions(&page, &mut verdict, &probabilities);
        let found: String = verdict.kept.iter().map(|&kept| if kept { '+' } else { '-' }).collect();
        assert_eq!(found, expected, "{html}");
    }

    #[test]
    fn questions_go_with_their_answers() {
        let item = "<h3 aria-expanded=true>Q</h3><div>A</div>";
        for (kept, expected) in [
            ("-+----", "++----"),
            ("+-----", "++----"),
            ("+.----", "------"),
            ("------", "------"),
            ("-+-+..", "++++++"),
            ("++++++", "++++++"),
        ] {
            check(item, kept, expected);
        }
        check("<div><p aria-expanded=true>Q</p><p>A</p></div>", "-+----", "++----");
        let link = "<h3 aria-expanded=true>Q</h3><div>It is A.<p><a href=/>Read</a></div>";
        check(link, "-+--+-++-", "++-++-++-");
    }

    #[test]
    fn other_titles_are_left_alone() {
        check("<h3>Q</h3><div>A</div>", "-+----", "-+----");
    }
}
