//! Keeps questions together with their answers.
//!
//! A question without its answer is of no use, and an answer without its question misleads: "Only
//! in summer" says nothing if nobody knows what. The model decides about each paragraph alone, and
//! likes a long answer more than a short one. So each question that [opens](open_questions) is kept
//! with its answer, or dropped with it; and where most of the answers in a row are kept, all are.
//!
//! If only some questions at the end of a text are kept, all are, provided that they are in the
//! element of the text and the model is in doubt about them: it is sure of most chrome. If none of
//! them is kept, the doubt must be greater, and the answers short: a short text says little to the
//! model, of a long one it knows more.
//!
//! Links in an answer, such as "Read the full article", are left to the model. So are titles that
//! open nothing but links, which are filters and menus.

use std::cell::LazyCell;
use std::collections::HashSet;
use std::ops::Range;

use tamis_dom::name;

use super::between::MIN_PART;
use super::kept_text::KeptText;
use crate::page::questions::{Question, open_questions};
use crate::page::{Page, around};
use crate::verdict::Verdict;

/// The reasons.
const KEPT: &str = "a question or an answer that belongs to a kept one";
const DROPPED: &str = "a question whose answer is dropped";

/// The least mean probability of questions in the element of a text, 0 to 1.
const MIN_MEAN: f64 = 0.1;

/// The same if no question and no answer is kept. Short answers such as "Only in summer." look like
/// chrome, whatever the element they are in.
const MIN_MEAN_OF_DROPPED: f64 = 0.2;

/// The longest answers of such questions in the mean, in characters. Questions with long answers at
/// the end of a text are mostly written for search engines; annotators leave them out.
const MAX_ANSWER: usize = 80;

/// The least kept text of such an element, in characters, and its share in percent.
const MIN_TEXT: u32 = 200;
const KEPT_PERCENT: u64 = 40;

/// The paragraphs of a question.
struct Pair {
    title: Range<usize>,
    /// Without links.
    answer: Vec<usize>,
}

/// Keeps or drops each question of a page with its answer. `probabilities` are those of the
/// paragraphs.
pub(super) fn keep_questions(page: &Page, verdict: &mut Verdict, probabilities: &[f64]) {
    let groups = open_questions(page);
    let before = (!groups.is_empty()).then(|| verdict.kept.clone());
    let text = before.as_ref().map(|kept| KeptText::of(page, kept));
    // A page may have them twice: as a text, and in boxes that open.
    let kept_titles = LazyCell::new(|| -> HashSet<&str> {
        let kept = before.iter().flatten().zip(page.paragraphs()).filter(|(kept, _)| **kept);
        kept.map(|(_, of)| page.paragraph_text(of)).collect()
    });
    for group in groups {
        let pairs: Vec<Pair> = group.iter().map(|question| Pair::of(page, question)).collect();
        let chars = |all: bool| -> u64 {
            let answers = pairs.iter().flat_map(|pair| &pair.answer);
            let counted = answers.filter(|&&at| all || verdict.kept[at]);
            counted.map(|&at| u64::from(page.paragraphs()[at].text_chars)).sum()
        };
        let most_are_kept = 2 * chars(false) > chars(true)
            || text.as_ref().is_some_and(|text| {
                are_in_text(text, &pairs, probabilities, |title| kept_titles.contains(title))
            });
        for pair in &pairs {
            pair.decide(page, verdict, probabilities, most_are_kept);
        }
        let heading = pairs[0].title.start.checked_sub(1);
        if let Some(at) = heading.filter(|&at| {
            most_are_kept && page.paragraphs()[at].in_heading && probabilities[at] >= MIN_PART
        }) && !verdict.kept[at]
        {
            verdict.set(at, true, KEPT);
        }
    }
}

/// False for a paragraph of signs, such as the "+" that opens an answer.
fn has_words(page: &Page, at: usize) -> bool {
    page.paragraph_text(&page.paragraphs()[at]).contains(char::is_alphanumeric)
}

/// True if questions are in the element of a kept text that comes before them.
/// If none of them is kept, they must say what no kept paragraph says.
fn are_in_text<'p>(
    text: &KeptText<'p>,
    pairs: &[Pair],
    probabilities: &[f64],
    says: impl Fn(&'p str) -> bool,
) -> bool {
    let page = text.page;
    let all =
        || pairs.iter().flat_map(|pair| pair.title.clone().chain(pair.answer.iter().copied()));
    let (count, sum) = all().fold((0u32, 0.0), |(n, sum), at| (n + 1, sum + probabilities[at]));
    let (Some(first), Some(last)) = (all().next(), all().last()) else { return false };
    let has_kept = all().any(|at| text.chars(&(at..at + 1)).1 > 0);
    let min_mean = if has_kept { MIN_MEAN } else { MIN_MEAN_OF_DROPPED };
    let is_repeated = |at: usize| says(page.paragraph_text(&page.paragraphs()[at]));
    let answers = pairs.iter().flat_map(|pair| &pair.answer);
    let in_answers: usize = answers.map(|&at| page.paragraphs()[at].text_chars as usize).sum();
    if sum < min_mean * f64::from(count)
        || !has_kept && in_answers > MAX_ANSWER * pairs.len()
        || !has_kept && pairs.iter().any(|pair| is_repeated(pair.title.start))
    {
        return false;
    }
    let document = page.document();
    let outer = around(document, text.first_text(first)).skip(1);
    let mut outer = outer.take_while(|&id| document.name(id) != Some(name::BODY));
    let with_text = outer.find(|&id| {
        let inside = page.paragraphs_in(id);
        inside.contains(&last) && text.chars(&(inside.start..first)).1 > 0
    });
    with_text.is_some_and(|id| {
        let (all, kept) = text.chars(&page.paragraphs_in(id));
        kept >= MIN_TEXT && u64::from(kept) * 100 >= u64::from(all) * KEPT_PERCENT
    })
}

impl Pair {
    fn of(page: &Page, question: &Question) -> Pair {
        let paragraphs = page.paragraphs();
        let title = page.paragraphs_in(question.title);
        let answer = page.paragraphs_among(question.answer(page.document()));
        let is_text = |&at: &usize| 2 * paragraphs[at].link_chars <= paragraphs[at].text_chars;
        Pair { title, answer: answer.filter(is_text).collect() }
    }

    fn decide(
        &self,
        page: &Page,
        verdict: &mut Verdict,
        probabilities: &[f64],
        most_are_kept: bool,
    ) {
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
            if verdict.kept[at] != keep && (!keep || has_words(page, at)) {
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
    fn questions_in_the_element_of_a_text_are_whole() {
        let long = "The oven stays shut until the bread is done, and nobody opens it. ".repeat(5);
        let item =
            "<div><h3 aria-expanded=true>Why X?<b><p>+</p></b></h3><div>It is X.</div></div>";
        let items = ["one", "two"].map(|x| item.replace('X', x)).concat();
        let inside = format!("<article><p>{long}<h2>Questions</h2>{items}</article>");
        let beside = format!("<article><p>{long}</article><div><h2>Questions</h2>{items}</div>");
        let twice = inside.replacen("<h2>", "<p>Why one?<p>It is one.<h2>", 1);
        for (html, first, probability, expected) in [
            (&inside, true, 0.2, "+++-++-+"),
            (&inside, false, 0.25, "+++-++-+"),
            (&inside, false, 0.12, "+-------"),
            (&beside, false, 0.25, "+-------"),
            (&twice, false, 0.25, "+++-------"),
            (&inside, true, 0.05, "+-------"),
            (&beside, true, 0.2, "+-+-+---"),
        ] {
            let page = Page::measure(Parser::default().parse(html));
            let mut verdict = Verdict::nothing("test", &page);
            verdict.kept[0] = true;
            verdict.kept[2] = first || html == &twice;
            verdict.kept[1] = html == &twice;
            let probabilities = vec![probability; verdict.kept.len()];
            keep_questions(&page, &mut verdict, &probabilities);
            let found = verdict.kept.iter().map(|&kept| if kept { '+' } else { '-' });
            assert_eq!(found.collect::<String>(), expected, "{html}");
        }
    }

    #[test]
    fn other_titles_are_left_alone() {
        check("<h3>Q</h3><div>A</div>", "-+----", "++----");
        check("<h3>Q!</h3><div>A</div>", "-+----", "-+----");
    }
}
