//! Readers' comments below a text, where the markup or a label names them.
//!
//! A comment of three sentences reads like the article above it. What tells it apart is what the
//! page calls it: `<div id=comments>`, `<div class=art-komentarze>`, or the label before it all,
//! "Comments", "Комментарии (12)", "网友评论". Such words are a handful in each language, see
//! `words/`, so they are the same on sites that nobody here has seen.
//!
//! The markup is enough. A label alone is not: "Discussion" is the title of a chapter, too. So the
//! markup at the label has to name comments, for example by `<a name=comments>`. "Comments (5)"
//! between the lead and the text is a tab or a link to the comments: a label in a list is none, nor
//! one with the article after it. In both cases a text has to be kept before.

use std::ops::Range;
use std::sync::LazyLock;

use tamis_dom::{Document, Name, NodeId, name};

use crate::page::word_finder::WordFinder;
use crate::page::{Page, Paragraph, around};
use crate::structure::label::{label_of, labelled_end};
use crate::words::Label;

/// The least kept text before comments, in bytes. Below it, they may be the content, or the label
/// is a count of comments below a title. Bytes, because a character of Chinese has three, and says
/// as much as three letters.
const MIN_BYTES_BEFORE: usize = 250;

/// The paragraphs after a label of comments whose markup may name them.
const NAMED_WITHIN: usize = 3;

/// Elements that are in a line of text, or a form's.
const NO_SECTIONS: &[Name] = &[name::A, name::B, name::BUTTON, name::I, name::INPUT, name::SPAN];

/// The most labels and sections of comments that are looked at. Each may hold the rest of the page,
/// so that the time would grow with their number times its length.
const MAX_TRIES: usize = 16;

/// Words in an `id`, `class` or `name` that name comments, in the languages that pages' authors
/// write them in.
const COMMENT_WORDS: &[&str] =
    &["comment", "komment", "koment", "coment", "reacties", "yorum", "disqus", "talkback"];

/// Words in an `id` or `class` that name the element around all comments.
const SECTION_WORDS: &[&str] = &[
    "comments",
    "commentlist",
    "comentarios",
    "commentaires",
    "commenti",
    "disqus_thread",
    "komentare",
    "komentarze",
    "kommentare",
    "kommentarer",
    "kommentarii",
    "reacties",
    "yorumlar",
];

/// A word in the classes of reports of a match, minute by minute. Their comments are not readers'.
const LIVE: &str = "live";

static COMMENTS: LazyLock<WordFinder> =
    LazyLock::new(|| WordFinder::new(COMMENT_WORDS.iter().copied()));
static SECTIONS: LazyLock<WordFinder> =
    LazyLock::new(|| WordFinder::new(SECTION_WORDS.iter().copied()));

/// Returns the paragraphs of comments after a kept text, with their labels, in order: of those that
/// begin before the paragraph with the index `until`.
pub(crate) fn comments_after(page: &Page, kept: &[bool], until: usize) -> Vec<Range<usize>> {
    let paragraphs = page.paragraphs();
    let mut found = Vec::new();
    let mut tries = MAX_TRIES;
    let mut bytes_before = 0;
    let mut at = 0;
    while at < until.min(paragraphs.len()) && tries > 0 {
        let begun = if bytes_before >= MIN_BYTES_BEFORE { comments_at(page, at) } else { None };
        tries -= usize::from(begun.is_some());
        if let Some(end) = begun.filter(|end| !holds_article(page, &paragraphs[at], *end)) {
            let inside = paragraphs[at..].iter().take_while(|of| of.origin() < end).count();
            found.push(at..at + inside);
            at += inside;
        } else {
            bytes_before += if kept[at] { page.paragraph_text(&paragraphs[at]).len() } else { 0 };
            at += 1;
        }
    }
    found
}

/// Returns the end of the comments that begin with this paragraph: of the element that the markup
/// calls comments, or of that around a label of comments whose markup names them, too.
fn comments_at(page: &Page, at: usize) -> Option<NodeId> {
    let (document, paragraphs) = (page.document(), page.paragraphs());
    let paragraph = &paragraphs[at];
    let before = at.checked_sub(1).map_or(NodeId::DOCUMENT, |of| last_node(page, &paragraphs[of]));
    let begun = |end: usize| (before.index() + 1..end).map(NodeId::from_index);
    let origin = paragraph.origin();
    let label = label_of(page, paragraph);
    // The element around a label alone is not that around the comments.
    let holds = |id: NodeId| {
        document.subtree_end(id) > origin
            && is_section(document, id)
            && (label.is_none() || page.stats(id).text_chars > paragraph.text_chars)
    };
    if let Some(section) = begun(origin.index() + 1).find(|&id| holds(id)) {
        return Some(document.subtree_end(section));
    }
    if !matches!(label, Some(Label::Comments | Label::PerhapsComments)) {
        return None;
    }
    let is_item = |id| document.name(id) == Some(name::LI);
    let end = labelled_end(page, paragraph)?;
    let near = paragraphs.get(at + NAMED_WITHIN).map_or(end, |of| of.origin().min(end));
    let is_named = || {
        let attrs = [name::ID, name::CLASS, name::NAME];
        begun(near.index()).any(|id| attrs.into_iter().any(|attr| names(document, id, attr)))
    };
    (!around(document, origin).any(is_item) && is_named()).then_some(end)
}

fn last_node(page: &Page, paragraph: &Paragraph) -> NodeId {
    page.paragraph_nodes(paragraph).last().unwrap_or(paragraph.origin())
}

/// Returns true for an element that the markup calls the comments. A link to them is none.
fn is_section(document: &Document, id: NodeId) -> bool {
    let can_hold = document.name(id).is_some_and(|name| !NO_SECTIONS.contains(&name));
    can_hold
        && [name::ID, name::CLASS].into_iter().any(|attr| {
            let Some(value) = document.attr(id, attr) else { return false };
            let bytes = value.as_bytes();
            let mut found = false;
            SECTIONS.find(bytes, |_, place| {
                let before = place.start.checked_sub(1).map(|before| bytes[before]);
                let is_part = |byte: Option<u8>| byte.is_none_or(|of| !of.is_ascii_alphanumeric());
                found |= is_part(before) && is_part(bytes.get(place.end).copied());
            });
            found && !value.contains(LIVE)
        })
}

/// Returns true if an attribute names comments.
fn names(document: &Document, id: NodeId, attr: Name) -> bool {
    document.attr(id, attr).is_some_and(|value| {
        let mut found = false;
        COMMENTS.find(value.as_bytes(), |_, _| found = true);
        found
    })
}

/// Returns true if what the page calls its article begins between a paragraph and an end.
fn holds_article(page: &Page, paragraph: &Paragraph, end: NodeId) -> bool {
    let mut nodes = (paragraph.origin().index()..end.index()).map(NodeId::from_index);
    nodes.any(|id| begins_article(page.document(), id))
}

/// Returns true for an element that the page calls the article.
fn begins_article(document: &Document, id: NodeId) -> bool {
    document.name(id) == Some(name::MAIN)
        || document.attr(id, name::ITEMPROP).is_some_and(|value| value.contains("articleBody"))
}
