//! Readers' comments that no class names.
//!
//! Many systems have classes such as `css-9k1x`, and no word in them. What all comments have is the
//! same: each has a moment, "2 hours ago", and the same buttons, "Reply". So elements built alike
//! after the text, one after the other, are comments if each has a moment and
//!
//! - the same short text is in all of them, which is a button, or
//! - a label of comments comes before them: "12 Kommentare". Then one is enough.
//!
//! A label that says "27 commentaires" and is followed by 27 elements built alike, each with a
//! moment, leaves no doubt: also if they answer each other, one in the other, or if one is as long
//! as an essay.
//!
//! What begins with its moment is no comment without a label or a button "Reply", because a comment
//! begins with who wrote it. The entries of a report, minute by minute, are so:
//! `<div><time>14:32</time><p>The vote has begun.</p><a>Share</a></div>`.
//!
//! The entries of a timeline have dates and no buttons, and the boxes of other stories are dropped
//! as such. If they have most of the text, and neither a number nor a button "Reply" says what they
//! are, the page is about them: a report of a match, minute by minute.

use std::collections::BTreeSet;
use std::ops::{Range, RangeInclusive};

use tamis_dom::{NameSet, NodeId, NodeKind, name};

use crate::metadata::stated_moment;
use crate::page::{Page, Paragraph, around, kind_of, previous_elements, texts};
use crate::structure::label::{label_of, labelled_end};
use crate::words::{Label, words};

/// The least kept text before comments, in bytes. See [`crate::structure::comments`].
const MIN_BYTES_BEFORE: usize = 250;

/// The elements around a text that may be a comment.
const LEVELS: usize = 8;

/// The longest comment, in characters, and the most nodes of one.
const MAX_COMMENT: (u32, usize) = (3000, 400);

/// The longest text between two comments, for example the page's own "Reply", in characters.
const MAX_BETWEEN: u32 = 60;

/// The longest text of a moment, and of a button, in bytes.
const MAX_MOMENT: usize = 80;
const MAX_BUTTON: usize = 48;

/// The fewest letters of a button.
const MIN_BUTTON: usize = 2;

/// The greatest share of the kept text that comments have.
const MAX_SHARE: f64 = 0.5;

/// The paragraphs between a label and the first comment.
const LABELLED_WITHIN: usize = 5;

/// The most elements whose children are looked at.
const MAX_TRIES: usize = 64;

/// The numbers of comments in a label that are compared.
const COUNTED: RangeInclusive<usize> = 2..=1000;

/// The most labels whose number is compared, and the paragraphs after one in which the first
/// comment begins. For each of them, the rest of the page is walked once for each of [`LEVELS`].
const MAX_COUNTED_LABELS: usize = 4;
const COUNTED_WITHIN: usize = 3;

/// The first texts of a counted comment, one of which is its moment.
const COUNTED_TEXTS: usize = 16;

/// Elements that are never a comment.
const NO_COMMENTS: NameSet = NameSet::of(&[
    name::BODY,
    name::FIGURE,
    name::FORM,
    name::H1,
    name::H2,
    name::H3,
    name::H4,
    name::HEADER,
    name::MAIN,
    name::NAV,
    name::TBODY,
]);

/// The comments that are searched for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Which {
    /// Those that are kept.
    Kept,
    /// Those that are dropped and have a label. Without one, dropped elements with a moment and a
    /// button are mostly boxes of other stories.
    Labelled,
}

/// Returns the paragraphs of readers' comments after a kept text, with their labels, in order.
/// Empty if they have most of the kept text, except those that a label counts, or that have a
/// button to answer them.
pub(crate) fn discussions_after(page: &Page, kept: &[bool], which: Which) -> Vec<Range<usize>> {
    let document = page.document();
    let paragraphs = page.paragraphs();
    let chars = |range: Range<usize>| -> u64 {
        range.filter(|&at| kept[at]).map(|at| u64::from(paragraphs[at].text_chars)).sum()
    };
    let mut found: Vec<Range<usize>> = Vec::new();
    // Those that are comments, however much text they have.
    let mut sure: Vec<Range<usize>> = Vec::new();
    let mut seen = BTreeSet::new();
    let mut labels = 0;
    let mut bytes_before = 0;
    for (at, paragraph) in paragraphs.iter().enumerate() {
        if bytes_before < MIN_BYTES_BEFORE {
            bytes_before += if kept[at] { page.paragraph_text(paragraph).len() } else { 0 };
            continue;
        }
        if found.last().into_iter().chain(sure.last()).any(|last| at < last.end) {
            continue;
        }
        if let Some(count) = count_in_label(page, at).filter(|_| labels < MAX_COUNTED_LABELS) {
            labels += 1;
            if let Some(comments) = counted_after(page, at, count) {
                sure.push(comments);
                continue;
            }
        }
        if kept[at] != (which == Which::Kept) {
            continue;
        }
        let is_apart = |label: &usize| sure.last().is_none_or(|last| last.end <= *label);
        let label = label_before(page, at).filter(is_apart);
        if which == Which::Labelled && label.is_none() {
            continue;
        }
        let begin = label.map_or(NodeId::DOCUMENT, |label| paragraphs[label].origin());
        let mut longest: Option<Run> = None;
        let around = around(document, paragraph.origin()).take(LEVELS);
        for comment in around.take_while(|&id| id > begin && is_small(page, id)) {
            let Some(parent) = document.parent(comment) else { break };
            if seen.len() < MAX_TRIES
                && seen.insert((parent, kind_of(document, comment), label.is_some()))
            {
                let run = Run::of(page, parent, comment);
                let is_longer = |last: &Run| last.comments.len() <= run.comments.len();
                if longest.as_ref().is_none_or(is_longer) {
                    longest = Some(run);
                }
            }
        }
        if let Some((comments, is_sure)) = longest.and_then(|run| run.paragraphs(page, label)) {
            // The first post of a thread is not before the others, but one of them.
            let first = label.map_or(comments.start, |label| label + 1).min(at);
            let is_sure = is_sure && !kept[first..at].contains(&true);
            if is_sure { &mut sure } else { &mut found }.push(comments);
        }
    }
    let inside: u64 = found.iter().cloned().map(chars).sum();
    if inside as f64 > MAX_SHARE * chars(0..paragraphs.len()) as f64 {
        found.clear();
    }
    found.extend(sure);
    found.sort_by_key(|comments| comments.start);
    found
}

/// Returns the number in a label of comments, if it is one that can be compared.
fn count_in_label(page: &Page, at: usize) -> Option<usize> {
    let paragraph = &page.paragraphs()[at];
    let parts = page.paragraph_text(paragraph).split(|of: char| !of.is_ascii_digit());
    let mut numbers = parts.filter_map(|part| part.parse().ok());
    // Most paragraphs have no number, and need no look-up of labels.
    let count = numbers.next().filter(|count| COUNTED.contains(count))?;
    (numbers.next().is_none() && is_label(page, paragraph)).then_some(count)
}

/// Returns the paragraphs of the comments after a label that counts them, with the label.
fn counted_after(page: &Page, label: usize, count: usize) -> Option<Range<usize>> {
    let (document, paragraphs) = (page.document(), page.paragraphs());
    let (begin, end) = (paragraphs[label].origin(), labelled_end(page, &paragraphs[label])?);
    let texts = paragraphs.iter().skip(label + 1).take(COUNTED_WITHIN).map(Paragraph::origin);
    let comments_from = |first: NodeId| {
        let kind = kind_of(document, first);
        let nodes = (first.index()..end.index()).map(NodeId::from_index);
        let alike =
            nodes.filter(|&id| document.name(id).is_some() && kind_of(document, id) == kind);
        let comments: Vec<NodeId> = alike.take(count + 1).collect();
        let are_all = comments.len() == count && comments.iter().all(|&id| has_moment(page, id));
        let last = comments.iter().map(|&id| document.subtree_end(id)).max()?;
        are_all.then(|| label..page.paragraphs_among(first..last).end)
    };
    texts.take_while(|&text| text < end).find_map(|text| {
        let around = around(document, text).take(LEVELS).take_while(|&id| id > begin);
        let first = around.filter(|&id| has_moment(page, id));
        // The outermost: a comment has an element for its author and moment, and there are as many.
        first.filter_map(comments_from).last()
    })
}

/// Returns true if one of the first texts of an element is a moment, and there are others.
fn has_moment(page: &Page, id: NodeId) -> bool {
    let document = page.document();
    document.name(id).is_some_and(|name| !NO_COMMENTS.contains(name))
        && texts(document, id).nth(1).is_some()
        && texts(document, id).take(COUNTED_TEXTS).any(is_moment)
}

fn is_label(page: &Page, paragraph: &Paragraph) -> bool {
    matches!(label_of(page, paragraph), Some(Label::Comments | Label::PerhapsComments))
}

/// Returns the label of comments shortly before a paragraph.
fn label_before(page: &Page, at: usize) -> Option<usize> {
    let paragraphs = page.paragraphs();
    (at.saturating_sub(LABELLED_WITHIN)..at).rev().find(|&at| is_label(page, &paragraphs[at]))
}

fn is_small(page: &Page, id: NodeId) -> bool {
    let document = page.document();
    page.stats(id).text_chars <= MAX_COMMENT.0
        && document.subtree_end(id).index() - id.index() <= MAX_COMMENT.1
}

/// Elements of one kind that may be comments, one after the other.
struct Run {
    comments: Vec<NodeId>,
}

impl Run {
    /// Returns the run among the children of an element, from `first` on.
    fn of(page: &Page, parent: NodeId, first: NodeId) -> Run {
        let document = page.document();
        let kind = kind_of(document, first);
        let mut comments = Vec::new();
        for child in document.children(parent).skip_while(|&child| child < first) {
            let is_alike = kind_of(document, child) == kind;
            if is_alike && is_comment(page, child) {
                comments.push(child);
            } else if is_alike || page.stats(child).text_chars > MAX_BETWEEN {
                break;
            }
        }
        Run { comments }
    }

    /// Returns the paragraphs of comments with the label before them, if these are comments, and
    /// whether they are for sure: two or more with a button to answer them.
    fn paragraphs(&self, page: &Page, label: Option<usize>) -> Option<(Range<usize>, bool)> {
        let document = page.document();
        let (first, last) = (*self.comments.first()?, *self.comments.last()?);
        let inside = page.paragraphs_among(first..document.subtree_end(last));
        let buttons = if self.comments.len() > 1 {
            shared_buttons(page, &self.comments)
        } else {
            BTreeSet::new()
        };
        let is_answered = buttons.iter().any(|button| words().is_reply(button));
        // The first post of a thread comes before the others, and is built as they are.
        let is_sure = is_answered
            && !previous_elements(document, first)
                .take(MAX_TRIES)
                .any(|id| document.name(id) == document.name(first) && is_comment(page, id));
        let is_found = || {
            !buttons.is_empty()
                && (is_answered || !self.comments.iter().all(|&id| begins_with_moment(page, id)))
        };
        let begin = label.or_else(|| is_found().then_some(inside.start))?;
        Some((begin..inside.end, is_sure))
    }
}

/// Returns true for an element with a moment and something else.
fn is_comment(page: &Page, id: NodeId) -> bool {
    let document = page.document();
    if !is_small(page, id) || document.name(id).is_none_or(|name| NO_COMMENTS.contains(name)) {
        return false;
    }
    let has_time = || document.elements(id).any(|id| document.is_html(id, name::TIME));
    texts(document, id).nth(1).is_some() && (has_time() || texts(document, id).any(is_moment))
}

/// Returns true if the first text of an element is its moment, or an hour in a `<time>`.
fn begins_with_moment(page: &Page, id: NodeId) -> bool {
    let document = page.document();
    let mut nodes = document.descendants_and_self(id);
    let first = nodes
        .find(|&id| document.kind(id) == NodeKind::Text && !document.text(id).trim().is_empty());
    first.is_some_and(|text| {
        is_moment(document.text(text))
            || around(document, text)
                .take_while(|&of| of != id)
                .any(|of| document.is_html(of, name::TIME))
    })
}

/// Returns true for a short text that says when something was written.
fn is_moment(text: &str) -> bool {
    // "· yesterday"
    let text = text.trim_matches(|c: char| !c.is_alphanumeric());
    text.len() <= MAX_MOMENT
        && (words().tells_age(text)
            || text.bytes().filter(u8::is_ascii_digit).nth(3).is_some()
                && says_little_else(text)
                && stated_moment(text, true).is_some())
}

/// Returns true if a text with a date has at most one long word that is no month, as in "Posted 2
/// May 2025". "Travel: through 2 May 2025" is the last day of an offer.
fn says_little_else(text: &str) -> bool {
    let all = text.split(|c: char| !c.is_alphabetic());
    let mut others =
        all.filter(|word| word.chars().nth(3).is_some() && words().month(word).is_none());
    others.nth(1).is_none()
}

/// Returns the short texts that are in a link or button of each of these elements. None if one of
/// the elements has a single paragraph, as the items of a bibliography have, with the same link in
/// each.
fn shared_buttons<'p>(page: &'p Page, comments: &[NodeId]) -> BTreeSet<&'p str> {
    let document = page.document();
    let is_button = |&id: &NodeId| {
        let is_control = matches!(document.name(id), Some(name::A | name::BUTTON))
            || document.attr(id, name::ROLE) == Some("button");
        is_control && document.text_range(id).len() <= MAX_BUTTON
    };
    let says = |text: &&str| {
        text.chars().filter(|of| of.is_alphabetic()).nth(MIN_BUTTON - 1).is_some()
            && !is_moment(text)
    };
    let buttons = |&id: &NodeId| -> BTreeSet<&'p str> {
        let buttons = document.elements(id).filter(is_button);
        buttons.map(|button| document.text(button).trim()).filter(says).collect()
    };
    let are_long = comments.iter().all(|&id| page.paragraphs_in(id).len() > 1);
    let mut each = comments.iter().map(buttons);
    let Some(first) = each.next().filter(|_| are_long) else { return BTreeSet::new() };
    each.fold(first, |all, some| all.intersection(&some).copied().collect())
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    /// Returns the number of texts without the comments of a page that was kept whole.
    fn kept(html: &str) -> usize {
        let page = Page::measure(Parser::default().parse(html));
        let all = page.paragraphs().len();
        let comments = discussions_after(&page, &vec![true; all], Which::Kept);
        all - comments.into_iter().flatten().count()
    }

    /// Comments in several kinds of markup, with a moment each.
    fn comments(moments: &[&str], button: &str) -> Vec<String> {
        let all = |open: &str, comment: &dyn Fn(&str) -> String, close: &str| {
            let comments: String = moments.iter().map(|moment| comment(moment)).collect();
            format!("{open}{comments}{close}")
        };
        vec![
            all(
                "<div class=b>",
                &|moment| {
                    format!(
                        "<div class=css-9k1x><div><b>Ann</b><i>{moment}</i></div><p>Good bread.</p>\
                         <a href=#>{button}</a></div>"
                    )
                },
                "</div>",
            ),
            all(
                "<ul>",
                &|moment| {
                    format!("<li><b>Ann</b><p>{moment}<p>Good bread.<p role=button>{button}</li>")
                },
                "</ul>",
            ),
            all(
                "<section>",
                &|moment| {
                    format!(
                        "<article id=c1><h5>Ann</h5><time>{moment}</time><p>Good bread.</p>\
                         <footer><button>{button}</button></footer></article>"
                    )
                },
                "</section>",
            ),
        ]
    }

    fn article() -> String {
        format!("<h1>Bread</h1><p>{}</p>", "The bread is in the oven until it is done. ".repeat(9))
    }

    #[test]
    fn labels_count_comments() {
        let essay = "The crust is what matters, and nobody ever says how it is made. ".repeat(60);
        let comment = |moment: &str, answers: &str| {
            format!(
                "<li class=forum-fil><div><a>#</a><b>Ann</b> <i>({moment})</i></div>\
                 <div><p>{essay}</div>{answers}</li>"
            )
        };
        let page = |label: &str| {
            let nested =
                format!("<ul>{}{}</ul>", comment("1 mai 2018", ""), comment("2 mai 2018", ""));
            let all = comment("22 juin 2018 @11h13", &nested) + &comment("3 juillet 2018", "");
            format!("{}<div><h2>{label}</h2><ul class=forum>{all}</ul></div>", article())
        };
        for label in ["4 commentaires", "Comments (4)", "4 Kommentare", "Комментарии (4)", "评论 4"]
        {
            assert_eq!(kept(&page(label)), 2, "{label}");
        }
        // Not that many, and no comments.
        for label in ["5 commentaires", "Commentaires", "4 chapitres"] {
            assert!(kept(&page(label)) > 2, "{label}");
        }
    }

    #[test]
    fn comments_have_moments_and_buttons() {
        for moments in [
            &["2 hours ago", "yesterday"],
            &["vor 3 Tagen", "vor 4 Tagen"],
            &["2025年5月12日", "3天前"],
            &["12. Mai 2025, 10:12", "13. Mai 2025"],
        ] {
            for comments in comments(moments, "Reply") {
                assert_eq!(kept(&format!("{}{comments}", article())), 2, "{comments}");
                // They have no element of their own.
                let bare = comments.find('>').map_or("", |at| &comments[at + 1..]);
                if !bare.starts_with("<li") {
                    let html = format!("<section>{}{bare}", article());
                    assert_eq!(kept(&html), 2, "{html}");
                }
                // The page is about them.
                let all = kept(&format!("<h1>Bread</h1>{comments}"));
                assert!(all > 4, "{comments}");
                let long = "The bread stays in the oven until it is done. ".repeat(40);
                let long = comments.replace("Good bread.", &long);
                assert_eq!(kept(&format!("{}{long}", article())), 2, "{long}");
                let report = long.replace("Reply", "Share");
                assert!(kept(&format!("{}{report}", article())) > 4, "{report}");
            }
        }
    }

    #[test]
    fn entries_that_begin_with_their_moment_are_a_report() {
        let entry = |begin: &str, button: &str| {
            format!(
                "<div class=e>{begin}<p>The vote has begun.</p><div><a href=#>{button}</a></div></div>"
            )
        };
        let page = |begin: &str, button: &str| {
            format!("{}<div>{}</div>", article(), entry(begin, button).repeat(4))
        };
        for begin in ["<time>14:32</time>", "<p>12 May 2025</p>", "<b><time>14:32</time> UTC</b>"] {
            assert!(kept(&page(begin, "Share")) > 4, "{begin}");
            assert_eq!(kept(&page(begin, "Reply")), 2, "{begin}");
        }
        assert_eq!(kept(&page("<p>Ann <time>14:32</time>", "Share")), 2);
    }

    #[test]
    fn the_posts_of_a_thread_are_no_comments() {
        let text = "The bread stays in the oven until it is done. ".repeat(10);
        let post = |class: &str| {
            format!("<div class={class}><i>1 May 2025</i><p>{text}<p><a href=#>Reply</a></div>")
        };
        let posts = post("new").repeat(4);
        assert_eq!(kept(&format!("{}{posts}", article())), 2, "after an article");
        assert_eq!(kept(&format!("<h1>Bread</h1>{}{posts}", post("first"))), 16, "a thread");
    }

    #[test]
    fn a_label_is_enough() {
        for label in ["<h3>Comments (2)</h3>", "<div>12 Kommentare</div>", "<p><b>评论</b>"] {
            for moments in [&["2 hours ago"][..], &["12.05.2025 10:12", "13.05.2025 8:01"]] {
                for comments in comments(moments, "") {
                    let html = format!("{}{label}{comments}", article());
                    assert_eq!(kept(&html), 2, "{html}");
                    let html = format!("<div>{}{label}{comments}</div><p>More", article());
                    assert_eq!(kept(&html), 3, "{html}");
                }
            }
        }
    }

    #[test]
    fn other_elements_stay() {
        for other in [
            "<h2>1990</h2><p>The oven is built.<h2>2 May 2001</h2><p>It breaks.",
            "<ul><li><b>2 May 1990</b> The oven is built.<li><b>3 May 2001</b> It breaks.</ul>",
            "<div class=q><b>Ann</b>: Is it good?</div><div class=q><b>Bob</b>: It is.</div>",
            "<ol><li>Lee A. Bread. 2011 May 3. <a href=/a>PubMed</a>\
             <li>Ray B. Yeast. <i>2012 May 4</i>. <a href=/b>PubMed</a></ol>",
            "<div><div>Rome<p>Travel: through May 3, 2025<p><a href=/a>Book</a></div>\
             <div>Bern<p>Travel: through May 4, 2025<p><a href=/b>Book</a></div></div>",
            "<h3>Discussion</h3><p>The bread was in the oven for 3 hours.<p>It was good.",
        ] {
            let html = format!("{}{other}", article());
            let page = Page::measure(Parser::default().parse(&html));
            assert_eq!(kept(&html), page.paragraphs().len(), "{other}");
        }
    }

    #[test]
    fn texts_that_say_when() {
        for text in [
            "2 hours ago",
            "Posted 2 May 2025",
            "il y a 3 jours",
            "3 часа назад",
            "3時間前",
            "gestern",
        ] {
            assert!(is_moment(text), "{text}");
        }
        for text in
            ["long ago", "Vorlesung 3", "12 loaves", "the day before", "Valid until 2 May 2025"]
        {
            assert!(!is_moment(text), "{text}");
        }
    }
}
