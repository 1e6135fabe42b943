//! Finds readers' comments below the content.

use std::ops::Range;

use tamis_dom::{Document, NameSet, NodeId, name};

use super::engine::has_kept_text;
use super::heuristics;
use super::matcher::{Hit, RuleIndex};
use super::rules::{Field, Rule, Rules};
use crate::page::NodeSet;
use crate::page::Page;
use crate::page::Paragraph;
use crate::verdict::Verdict;

const NAME: &str = "comments";
const IN_COMMENTS: &str = "in what a rule names as readers' comments";

/// Paragraphs with fewer words and bytes are labels, unless they are inside a single comment of a
/// comment section. A sentence in Chinese is a single word here, of three bytes for each character.
const MIN_LOOSE_WORDS: u32 = 5;
const MIN_LOOSE_BYTES: usize = 60;

/// Finds the comments of readers, if the page marks them up. For an example see
/// [`Comments::find`].
#[derive(Clone, Debug)]
pub struct Comments {
    rules: Rules,
    index: RuleIndex,
}

impl Comments {
    /// Creates a finder that uses the rules of [`Field::Comment`], [`Field::Comments`],
    /// [`Field::CommentsExclusion`] and [`Field::Exclusion`]. For an example see
    /// [`Comments::find`].
    pub fn new(rules: Rules) -> Comments {
        let index = RuleIndex::of(rules.as_slice(), |field| {
            field.is_of_comments() || field == Field::Exclusion
        });
        Comments { rules, index }
    }

    /// Returns a verdict that keeps the comments and nothing else; without comments it keeps
    /// nothing.
    ///
    /// The comments are the elements that rules of [`Field::Comment`] match, else those of
    /// [`Field::Comments`], without what exclusions and heuristics remove from them. A comment of
    /// which `content` keeps a part is content itself, like the posts of a forum. Takes time linear
    /// in the size of the page.
    ///
    /// ```
    /// use tamis::Page;
    /// use tamis::dom::Parser;
    /// use tamis::engine::{Verdict, selectors::{Comments, Rules}};
    /// let html = "<p>Bread.<div id=comments><h2>1 comment</h2>\
    ///     <div class=comment><p>I like it.</p><a class=reply>Reply</a></div></div>";
    /// let page = Page::measure(Parser::default().parse(html));
    /// let mut content = Verdict::nothing("example", &page);
    /// content.kept[0] = true;
    /// let comments = Comments::new(Rules::builtin().clone()).find(&page, &content);
    /// assert_eq!(tamis::render::text(&page, &comments), "I like it.");
    /// ```
    pub fn find(&self, page: &Page, content: &Verdict) -> Verdict {
        let document = page.document();
        let hits = self.index.hits(document).all;
        let marks = Marks::of(document, &hits, self.rules.as_slice());
        let mut comments = marks.comments();
        let owners = owners(page, &comments);
        for (owner, _) in owners.iter().zip(&content.kept).filter(|&(_, &kept)| kept) {
            if let &Some(owner) = owner {
                comments[owner].is_content = true;
            }
        }
        let mut nodes = nodes(page, &marks, &comments);
        take_out(page, content, &mut nodes);
        let mut verdict = Verdict::nothing(NAME, page);
        for (index, paragraph) in page.paragraphs().iter().enumerate() {
            let Some(owner) = owners[index] else { continue };
            let is_short = paragraph.words < MIN_LOOSE_WORDS
                && page.paragraph_text(paragraph).len() < MIN_LOOSE_BYTES;
            if !comments[owner].keeps_short && is_short {
                for id in page.paragraph_nodes(paragraph) {
                    nodes.remove(id);
                }
            } else if has_kept_text(page, paragraph, &nodes) {
                verdict.keep(index, IN_COMMENTS);
            }
        }
        verdict.nodes = Some(nodes);
        verdict
    }
}

/// An element that rules for comments match.
#[derive(Clone, Debug)]
struct Mark {
    nodes: Range<NodeId>,
    /// True if it is a comment section.
    holds_all: bool,
    /// The priority of the rule that matches it as a single comment, or as the text of one.
    single: Option<u32>,
}

/// The elements that rules for comments match on a page.
#[derive(Debug, Default)]
struct Marks {
    /// In document order.
    named: Vec<Mark>,
    /// In document order; none is inside another.
    excluded: Vec<Range<NodeId>>,
}

impl Marks {
    fn of(document: &Document, hits: &[Hit], rules: &[Rule]) -> Marks {
        let mut marks = Marks::default();
        let is_single = |hit: &&Hit| rules[hit.rule as usize].field == Field::Comment;
        let singles: Vec<_> = hits.iter().filter(is_single).map(|hit| hit.node).collect();
        // The furthest end of the comment elements and of the excluded elements so far.
        let mut comments_end = NodeId::DOCUMENT;
        let mut excluded_end = NodeId::DOCUMENT;
        for hits in hits.chunk_by(|one, other| one.node == other.node) {
            let id = hits[0].node;
            let nodes = id..document.subtree_end(id);
            let has = |field| {
                hits.iter().map(|hit| &rules[hit.rule as usize]).find(|rule| rule.field == field)
            };
            let (single, all) = (has(Field::Comment), has(Field::Comments));
            let is_named = single.is_some() || all.is_some();
            let is_within = id < comments_end;
            // A comment section with comments is not excluded, because its classes can match an
            // exclusion that is about its look or its state: `comments widget collapsed`.
            let holds_some = all.is_some() && has_any(&singles, &nodes);
            let is_excluded = !holds_some && has(Field::CommentsExclusion).is_some();
            let is_apart = (is_named || is_within) && is_excluded;
            // Comments match general exclusions too, because they are not content. So these
            // exclusions count only inside comments, and not for comments inside comments.
            let is_no_content = is_within && !is_named && has(Field::Exclusion).is_some();
            if id < excluded_end {
            } else if is_apart || is_no_content {
                excluded_end = nodes.end;
                marks.excluded.push(nodes);
            } else if is_named {
                comments_end = comments_end.max(nodes.end);
                let single = single.map(|rule| rule.priority);
                marks.named.push(Mark { nodes, holds_all: all.is_some(), single });
            }
        }
        marks
    }

    /// Returns the comments in document order. Each outermost element yields the matches of the
    /// first rule for single comments, or itself if there is none.
    fn comments(&self) -> Vec<Comment> {
        let mut comments = Vec::new();
        let mut rest = self.named.as_slice();
        while let Some(first) = rest.first() {
            let count = rest.partition_point(|mark| mark.nodes.start < first.nodes.end);
            let (marks, after) = rest.split_at(count);
            rest = after;
            let is_held = marks.iter().any(|mark| mark.holds_all);
            let priority = marks.iter().filter_map(|mark| mark.single).min();
            let named = marks.iter().filter(|mark| mark.single == priority);
            comments.extend(named.map(|mark| Comment {
                nodes: mark.nodes.clone(),
                keeps_short: is_held && priority.is_some(),
                is_content: false,
            }));
        }
        comments
    }
}

/// Returns true if one of these elements is a descendant of the first node. The elements are in
/// document order.
fn has_any(elements: &[NodeId], nodes: &Range<NodeId>) -> bool {
    let next = elements.partition_point(|&id| id <= nodes.start);
    elements.get(next).is_some_and(|&id| id < nodes.end)
}

#[derive(Clone, Debug)]
struct Comment {
    nodes: Range<NodeId>,
    /// True for one comment of a comment section. Its short paragraphs are text; elsewhere short
    /// paragraphs are labels.
    keeps_short: bool,
    /// True if the content keeps a part of it.
    is_content: bool,
}

/// Returns a function from a node to the index of the innermost comment around it. It must be
/// called with nodes in document order.
fn innermost(comments: &[Comment]) -> impl FnMut(NodeId) -> Option<usize> + use<'_> {
    let mut next = 0;
    let mut open: Vec<usize> = Vec::new();
    move |id| {
        while let Some(comment) = comments.get(next).filter(|comment| comment.nodes.start <= id) {
            while open.pop_if(|last| comments[*last].nodes.end <= comment.nodes.start).is_some() {}
            open.push(next);
            next += 1;
        }
        while open.pop_if(|last| comments[*last].nodes.end <= id).is_some() {}
        open.last().copied()
    }
}

/// For each paragraph of the page, the index of the comment in which it begins.
fn owners(page: &Page, comments: &[Comment]) -> Vec<Option<usize>> {
    let mut innermost = innermost(comments);
    let first_node = |paragraph: &Paragraph| page.paragraph_nodes(paragraph).next();
    let paragraphs = page.paragraphs().iter();
    paragraphs.map(|paragraph| first_node(paragraph).and_then(&mut innermost)).collect()
}

/// Returns the nodes of the comments that are neither content nor excluded, and the lists that have
/// comments as items.
fn nodes(page: &Page, marks: &Marks, comments: &[Comment]) -> NodeSet {
    let document = page.document();
    let mut nodes = NodeSet::of(document);
    let mut innermost = innermost(comments);
    let mut excluded = marks.excluded.iter().peekable();
    let starts: Vec<_> = comments.iter().map(|comment| comment.nodes.start).collect();
    let mut end = NodeId::DOCUMENT;
    for mark in &marks.named {
        // Named elements inside one that is done were visited with it.
        let mut id = mark.nodes.start.max(end);
        end = end.max(mark.nodes.end);
        while id < end {
            while excluded.next_if(|range| range.end <= id).is_some() {}
            let subtree = id..document.subtree_end(id);
            let owner = innermost(id).map(|owner| &comments[owner]);
            let is_itself = owner.is_some_and(|owner| owner.nodes.start == id);
            let holds_comments = is_itself || has_any(&starts, &subtree);
            let is_excluded = excluded.peek().is_some_and(|range| range.start <= id);
            if is_excluded || !holds_comments && heuristics::of(page, id).is_some() {
                id = subtree.end;
                continue;
            }
            let is = |names: NameSet| document.name(id).is_some_and(|name| names.contains(name));
            let is_said = owner.is_some_and(|owner| !owner.is_content);
            if is(LISTS) || is_said && !(is_itself && is(CELLS)) {
                nodes.insert(id);
            }
            id = NodeId::from_index(id.index() + 1);
        }
    }
    nodes
}

/// Elements that show which comment answers which.
const LISTS: NameSet =
    NameSet::of(&[name::DD, name::DL, name::DT, name::LI, name::MENU, name::OL, name::UL]);

/// Elements that mean nothing without their table.
const CELLS: NameSet = NameSet::of(&[name::TBODY, name::TD, name::TH, name::TR]);

/// Removes the nodes that the content keeps.
fn take_out(page: &Page, content: &Verdict, nodes: &mut NodeSet) {
    let kept = page.paragraphs().iter().zip(&content.kept).filter(|&(_, &kept)| kept);
    for id in kept.flat_map(|(paragraph, _)| page.paragraph_nodes(paragraph)) {
        if content.nodes.as_ref().is_none_or(|kept| kept.contains(id)) {
            nodes.remove(id);
        }
    }
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;
    use crate::render;

    /// Returns the text of the comments. The content is every paragraph that contains a `C`.
    fn comments_by(rules: Rules, html: &str) -> String {
        let page = Page::measure(Parser::default().parse(html));
        let mut content = Verdict::nothing("test", &page);
        for (kept, paragraph) in content.kept.iter_mut().zip(page.paragraphs()) {
            *kept = page.paragraph_text(paragraph).contains('C');
        }
        let comments = Comments::new(rules).find(&page, &content);
        assert_eq!(comments.kept.len(), page.paragraphs().len());
        render::text(&page, &comments).replace("\n\n", "\n")
    }

    #[track_caller]
    fn check(html: &str, expected: &str) {
        assert_eq!(comments_by(Rules::builtin().clone(), html), expected, "{html}");
    }

    #[test]
    fn single_comments_without_their_surroundings() {
        check(
            "<p>C<ol class=comment-list>2 replies<li class=comment>one<ol><li class=comment>two</ol><li class=comment>three</ol>",
            "one\ntwo\nthree",
        );
        check(
            "<div id=comments>Sorted by age<article class=comment-body>Ann says<div class=comment-content>one</div>Answer</article></div>",
            "one",
        );
        check("<div class='comments comments-closed no-avatar'><div class=comment>one", "one");
        check("<aside><div class=comments><div class=comment>one</div></div></aside>", "one");
        check("<table class=comment-tree><tr><td>ann<td><span class=commtext>one", "one");
        check(
            "<div class=comments-section><div class=comment>Ann<div class=comment-content>1d<div class=comment-body>one",
            "one",
        );
        check("<div><p itemprop=comment>one of two or three", "one of two or three");
    }

    #[test]
    fn comments_that_are_not_marked_one_by_one() {
        let html = "<section id=comments><p>One has to say this.<p>Thanks<p>Another one has to answer.</section>";
        check(html, "One has to say this.\nAnother one has to answer.");
        check("<div class=comment>5 Comments</div>", "");
        check("<div class=comment>One who says all this.</div>", "One who says all this.");
    }

    #[test]
    fn text_that_is_not_readers() {
        for around in [
            "<h3>Answers</h3>",
            "<cite>Ann</cite>",
            "<b class=fn>Ann</b>",
            "<time>today</time>",
            "<div class=comment-meta>today</div>",
            "<div class=reply>answer</div>",
            "<form>Your name</form>",
            "<button>Like</button>",
            "<div class=share-buttons>Share</div>",
            "<div class=pingback>elsewhere</div>",
            "<div><a href=/1>1</a><a href=/2>2</a><a href=/3>3</a></div>",
        ] {
            let html = format!(
                "<div id=comments><div class='comment comment-author-ann'>{around}<p>one</p></div></div>"
            );
            check(&html, "one");
        }
        for others in [
            "<ul class=widget_recent_comments><li>Ann on bread and butter",
            "<p class=no-comments>There are no comments so far.",
            "<div class='comments comments-closed'>Say no more about it.",
            "<div id=respond class=comment-respond>Say what you think of it.",
            "<pre><span class=comment>// what this is good for",
        ] {
            check(others, "");
        }
    }

    #[test]
    fn content_is_not_a_comment() {
        let thread = "<div class=comments><div class=comment>C<p>signature</div><div class=comment>two</div></div>";
        check(thread, "two");
        let answer =
            "<div class=comments><div class=comment>C<div class=comment>two</div></div></div>";
        check(answer, "two");
        check("<div class=comments><p>C<p>A label of five words.</div>", "");
        // A paragraph shared by two comments.
        check("<p id=comments><span class=commtext>C</span> <span class=commtext>two</span>", "");
    }

    #[test]
    fn rules_of_a_user() {
        let mut rules = Rules::builtin().clone();
        rules.extend(
            Rules::from_toml(
                "[[rule]]\nid = 'talk'\nfield = 'comment'\nselector = '.talk'\npriority = 1\nwhy = 'w'\nsource = 's'\n\
                 matches = ['<p class=talk>']\nmatches_not = ['<p>']",
            )
            .unwrap(),
        );
        let html = "<p>C<div id=comments><p class=talk>Yes<p class=comment>No</div>";
        assert_eq!(comments_by(rules, html), "Yes");
    }

    /// Comments in comments, deeper than any stack: none is lost.
    #[test]
    fn deeply_nested_comments() {
        const COUNT: usize = 20_000;
        const LAST: &str = "One two three four five.";
        let lines = "a\n".repeat(COUNT - 1);
        for (part, before) in [
            ("<div class=comment>", ""),
            ("<div class='comments comment-content'>a", &format!("{lines}a")),
            ("<b id=comments>", ""),
        ] {
            check(&format!("{}{LAST}", part.repeat(COUNT)), &format!("{before}{LAST}"));
        }
    }
}
