//! Finds the posts of a page.
//!
//! A page has a thread if it has at least two posts and if they hold most of what is kept. The
//! second condition is the important one. For example, a page with an article of 5,000 characters
//! and comments of 2,000 has posts, but its content is the article; the comments stay a part of the
//! page and get no headings.
//!
//! Three more questions are decided here:
//!
//! - Nested matches. Systems put the attributes of a post on two elements, one inside the other.
//!   The inner one is the same post if there is no text between the beginnings of both.
//! - The depth of an answer. It is stated, or is the number of posts around it, or that of lists.
//!   The first of these that a page uses counts for all its posts, because depths of different
//!   kinds cannot be compared.
//! - Completeness. A thread is one text, but the engines decide about each paragraph alone, and a
//!   good thread loses half of its answers that way: "No." can be the whole answer to a question.
//!   So if the markup is that of a known system, the texts of all posts are kept. Two things are
//!   left to the engines: quotes, because most repeat an earlier post, and posts that are deeper
//!   than all kept ones, because comments on answers are not kept just because the answers are.
//!   On `wcxb-dev` this gains .005 of the F1 of forums, and with quotes it would lose .009.
//!   In other markup, a post can be something else, so only short ones between two kept ones are
//!   added.

use tamis_dom::{Document, NodeId, name};
use url::Url;

use super::Post;
use super::parts::{Apart, Parts, read_parts};
use super::rules::RULES;
use super::structure;
use crate::page::{NodeSet, Page, Paragraph, around};

/// A page with fewer posts is no thread.
const MIN_POSTS: usize = 2;

/// A page with fewer posts is no thread [without doubt](FoundPosts::without_doubt).
const MIN_CERTAIN_POSTS: usize = 3;

/// The posts of a page, whether or not the page is a thread.
#[derive(Debug, Default)]
pub(crate) struct FoundPosts {
    /// In document order.
    posts: Vec<FoundPost>,
    /// For each paragraph of the page, the innermost post around its first text.
    owners: Vec<Option<usize>>,
    /// The texts that say who wrote a post, when, where it is, and how it is rated.
    statements: NodeSet,
    /// The texts of posts that are apart from what they say, such as signatures.
    apart: Apart,
    /// The quotes in the texts of posts.
    quotes: NodeSet,
    /// True if the markup is that of a known system.
    is_known: bool,
}

#[derive(Debug)]
struct FoundPost {
    element: NodeId,
    parts: Parts,
    depth: u32,
}

impl FoundPosts {
    /// Finds the posts of a thread. There are none if the page is not a thread: it has fewer than
    /// two posts, or most of what is kept is outside of them. On a page that is not of the type
    /// forum, only the markup of known systems counts. Takes time linear in the page; a page
    /// without posts costs one walk over its attributes.
    pub(crate) fn of(page: &Page, is_forum: bool, kept: &[bool]) -> FoundPosts {
        let [known, common] = marked(page.document(), is_forum);
        let ways: [&dyn Fn() -> Vec<NodeId>; 3] =
            [&|| known.clone(), &|| common.clone(), &|| structure::repeated(page)];
        // Only forums can have posts that no system marks up.
        let ways = &ways[..if is_forum { 3 } else { 1 }];
        let found = ways.iter().enumerate().map(|(index, way)| FoundPosts {
            is_known: index == 0,
            ..FoundPosts::with(page, way())
        });
        found.into_iter().find(|found| found.is_thread(page, kept)).unwrap_or_default()
    }

    /// Finds the posts of a page that the type of the page does not tell to be a thread, if its
    /// markup does without doubt: that of a known system, with the author and the date of each
    /// post, and little text outside of the posts. For example, a model that knows few Chinese
    /// forums takes long posts with a date for an article.
    pub(crate) fn without_doubt(page: &Page, kept: &[bool]) -> FoundPosts {
        let [known, _] = marked(page.document(), false);
        if known.len() < MIN_CERTAIN_POSTS {
            return FoundPosts::default();
        }
        let found = FoundPosts { is_known: true, ..FoundPosts::with(page, known) };
        let is_whole = |post: &FoundPost| {
            let parts = &post.parts;
            parts.author.is_some() && parts.date.is_some() && parts.body.is_some()
        };
        let all = vec![true; page.paragraphs().len()];
        let is_sure = found.posts.iter().all(is_whole)
            && found.is_thread(page, &all)
            && found.is_thread(page, kept);
        if is_sure { found } else { FoundPosts::default() }
    }

    /// Reads the posts that these elements are.
    fn with(page: &Page, elements: Vec<NodeId>) -> FoundPosts {
        if elements.len() < MIN_POSTS {
            return FoundPosts::default();
        }
        let mut statements = NodeSet::of(page.document());
        let sets = [(); 2].map(|()| NodeSet::of(page.document()));
        let [all, signatures] = sets;
        let mut apart = Apart { all, signatures };
        let mut quotes = NodeSet::of(page.document());
        let parts = read_parts(page, &elements, &mut statements, &mut apart, &mut quotes);
        let depths = depths(page.document(), &elements, &parts);
        let posts = elements.into_iter().zip(parts).zip(depths);
        let posts: Vec<_> =
            posts.map(|((element, parts), depth)| FoundPost { element, parts, depth }).collect();
        let owners = owners(page, &posts);
        FoundPosts { posts, owners, statements, apart, quotes, is_known: false }
    }

    /// Returns the posts in document order, each with its kept text, or else with the text that it
    /// has on the page. Posts without any text and posts of advertising are left out.
    pub(crate) fn posts(&self, page: &Page, kept: &[bool]) -> Vec<Post> {
        if self.posts.is_empty() {
            return Vec::new();
        }
        let base = page.base_url();
        let posts = self.posts.iter().map(|found| found.post(page, base.as_ref()));
        let mut posts: Vec<Post> = posts.collect();
        let mut others: Vec<Vec<usize>> = vec![Vec::new(); posts.len()];
        for (index, paragraph) in page.paragraphs().iter().enumerate() {
            let Some(owner) = self.owner(index) else { continue };
            match (kept[index], self.is_label(page, owner, paragraph)) {
                (true, true) => posts[owner].labels.push(index),
                (true, false) => posts[owner].paragraphs.push(index),
                (false, _) if self.is_text(page, owner, paragraph) => others[owner].push(index),
                (false, _) => {}
            }
        }
        for (post, text) in posts.iter_mut().zip(others) {
            post.kept = !post.paragraphs.is_empty();
            if !post.kept {
                post.paragraphs = text;
            }
        }
        let mut is_advertising = self.posts.iter().map(|found| found.parts.is_advertising());
        posts.retain(|post| {
            let is_advertising = is_advertising.next().unwrap_or_default();
            !post.paragraphs.is_empty() && !is_advertising
        });
        posts
    }

    /// Returns the author of the first post, with text or without, if it has the markup of a known
    /// system. In other markup the first post can be an answer, so its author is not that of the
    /// thread.
    pub(crate) fn opener(&self) -> Option<&str> {
        self.posts.first().filter(|_| self.is_known)?.parts.author.as_deref()
    }

    /// Returns true if there are posts.
    pub(crate) fn is_found(&self) -> bool {
        !self.posts.is_empty()
    }

    /// Returns the paragraphs next to the text of posts that neither are text nor say who wrote it,
    /// for example signatures and buttons. If the system is not known, only signatures, because
    /// the other classes can be those of anything.
    pub(crate) fn chrome(&self, page: &Page) -> impl Iterator<Item = usize> {
        let apart = if self.is_known { &self.apart.all } else { &self.apart.signatures };
        page.paragraphs().iter().enumerate().filter_map(move |(index, paragraph)| {
            let owner = self.owner(index)?;
            let mut texts = page.paragraph_nodes(paragraph);
            let is_chrome =
                texts.all(|id| apart.contains(id)) && !self.is_label(page, owner, paragraph);
            is_chrome.then_some(index)
        })
    }

    /// Returns the paragraphs of posts that are advertising.
    pub(crate) fn advertising(&self) -> impl Iterator<Item = usize> {
        let owned = self.owners.iter().enumerate();
        owned.filter_map(|(index, owner)| {
            let post = &self.posts[(*owner)?];
            post.parts.is_advertising().then_some(index)
        })
    }

    /// Returns the paragraphs that are attached to posts of which something is kept.
    pub(crate) fn attached(&self, page: &Page, kept: &[bool]) -> Vec<usize> {
        let mut is_kept = vec![false; self.posts.len()];
        let owned = || (0..page.paragraphs().len()).filter_map(|at| Some((at, self.owner(at)?)));
        for (at, owner) in owned().filter(|&(at, _)| kept[at]) {
            is_kept[owner] |= !self.is_label(page, owner, &page.paragraphs()[at]);
        }
        let is_attached = |&(at, owner): &(usize, usize)| {
            is_kept[owner] && self.posts[owner].parts.has_attached(page, &page.paragraphs()[at])
        };
        owned().filter(is_attached).map(|(at, _)| at).collect()
    }

    /// Returns the paragraphs to keep so that a thread is whole.
    pub(crate) fn missing(&self, page: &Page, kept: &[bool]) -> Vec<usize> {
        let mut is_kept = vec![false; self.posts.len()];
        let mut texts: Vec<Vec<usize>> = vec![Vec::new(); self.posts.len()];
        for (index, paragraph) in page.paragraphs().iter().enumerate() {
            let Some(owner) = self.owner(index) else { continue };
            if kept[index] {
                is_kept[owner] |= !self.is_label(page, owner, paragraph);
            } else if self.is_text(page, owner, paragraph) {
                texts[owner].push(index);
            }
        }
        if self.is_known {
            self.missing_of_known(page, &is_kept, texts)
        } else {
            self.missing_between(page, &is_kept, texts)
        }
    }

    /// Returns the texts that are no quotes, without the posts that are deeper than all kept ones.
    fn missing_of_known(
        &self,
        page: &Page,
        is_kept: &[bool],
        texts: Vec<Vec<usize>>,
    ) -> Vec<usize> {
        let kept = self.posts.iter().zip(is_kept).filter(|(_, is_kept)| **is_kept);
        let Some(deepest) = kept.map(|(post, _)| post.depth).max() else { return Vec::new() };
        let mut missing = Vec::new();
        for (post, text) in texts.into_iter().enumerate() {
            if self.posts[post].depth <= deepest {
                missing.extend(text.into_iter().filter(|&at| !self.is_quoted(page, at)));
            }
        }
        missing
    }

    /// Returns the texts of short posts of which nothing is kept, between two posts of which
    /// something is kept. A post that is deeper than both is left out.
    fn missing_between(
        &self,
        page: &Page,
        is_kept: &[bool],
        mut texts: Vec<Vec<usize>>,
    ) -> Vec<usize> {
        let chars = |text: &[usize]| -> u32 {
            text.iter().map(|&index| page.paragraphs()[index].text_chars).sum()
        };
        let mut missing = Vec::new();
        let mut before: Option<usize> = None;
        for after in (0..is_kept.len()).filter(|&post| is_kept[post]) {
            if let Some(before) = before.replace(after) {
                let depth = self.posts[before].depth.max(self.posts[after].depth);
                let between = (before + 1..after).zip(&mut texts[before + 1..after]);
                for (post, text) in between {
                    if chars(text) <= MAX_SHORT_CHARS && self.posts[post].depth <= depth {
                        missing.append(text);
                    }
                }
            }
        }
        missing
    }

    /// Returns the innermost post around the first text of a paragraph.
    fn owner(&self, paragraph: usize) -> Option<usize> {
        self.owners.get(paragraph).copied().flatten()
    }

    /// Returns true if the posts hold at least half of the text that is kept.
    fn is_thread(&self, page: &Page, kept: &[bool]) -> bool {
        let (mut inside, mut outside) = (0_u64, 0_u64);
        for (index, paragraph) in page.paragraphs().iter().enumerate().filter(|&(at, _)| kept[at]) {
            let sum = if self.owner(index).is_some() { &mut inside } else { &mut outside };
            *sum += u64::from(paragraph.text_chars);
        }
        inside > 0 && inside >= outside
    }

    /// Returns true if a paragraph of a post only says who wrote it, and when.
    fn is_label(&self, page: &Page, owner: usize, paragraph: &Paragraph) -> bool {
        let document = page.document();
        let parts = &self.posts[owner].parts;
        if paragraph.text_chars > MAX_LABEL_CHARS {
            return false;
        }
        let (mut stated, mut other) = (0, 0);
        for id in page.paragraph_nodes(paragraph) {
            let count = document.text(id).trim().chars().count();
            if self.statements.contains(id) { stated += count } else { other += count }
        }
        // In the text of a post, "Thanks, @ann" is text, and "1 May 2024, 10:20 #1" is not.
        let most_other = if parts.is_body_of(page, paragraph) { stated / 4 } else { stated * 2 };
        stated > 0 && other <= most_other
    }

    /// Returns true if a paragraph begins in a quote.
    fn is_quoted(&self, page: &Page, index: usize) -> bool {
        let mut nodes = page.paragraph_nodes(&page.paragraphs()[index]);
        nodes.next().is_some_and(|first| self.quotes.contains(first))
    }

    /// Returns true if a paragraph is certainly text of its post.
    fn is_text(&self, page: &Page, owner: usize, paragraph: &Paragraph) -> bool {
        self.posts[owner].parts.is_body_of(page, paragraph)
            && !page.paragraph_nodes(paragraph).any(|id| self.apart.all.contains(id))
            && !self.is_label(page, owner, paragraph)
    }
}

/// The longest post that is kept with those around it in markup that is not known. Unicode scalar
/// values.
const MAX_SHORT_CHARS: u32 = 300;

/// The longest paragraph that only says who wrote a post, and when. Unicode scalar values.
const MAX_LABEL_CHARS: u32 = 160;

impl FoundPost {
    fn post(&self, page: &Page, base: Option<&Url>) -> Post {
        Post {
            author: self.parts.author.clone(),
            date: self.parts.date.clone(),
            url: self.parts.address(page, base, self.element),
            depth: self.depth,
            score: self.parts.score,
            kept: false,
            paragraphs: Vec::new(),
            labels: Vec::new(),
            element: self.element,
            body: self.parts.body,
            attached: self.parts.attached.clone(),
        }
    }
}

/// Returns the elements with the markup of posts: those of the known system that has the most, and,
/// on a page of the type forum, those of the common class name that has the most.
fn marked(document: &Document, is_forum: bool) -> [Vec<NodeId>; 2] {
    let index = if is_forum { &RULES.post_index } else { &RULES.known_post_index };
    let mut hits: Vec<(usize, NodeId)> = Vec::new();
    index.on(document).matching_all(|id, rule| hits.push((rule, id)));
    if hits.len() < MIN_POSTS {
        return Default::default();
    }
    let mut counts = vec![0; RULES.posts.len()];
    for &(rule, _) in &hits {
        counts[rule] += 1;
    }
    [true, false].map(|known| {
        let of = (0..counts.len()).filter(|&rule| RULES.posts[rule].known == known);
        // The first of those with the most.
        let most = of.rev().max_by_key(|&rule| counts[rule]);
        let Some(system) = most.filter(|&rule| counts[rule] >= MIN_POSTS) else {
            return Vec::new();
        };
        let elements = hits.iter().filter(|&&(rule, _)| rule == system).map(|&(_, id)| id);
        let mut posts: Vec<NodeId> = if RULES.posts[system].parent {
            elements.filter_map(|id| document.parent(id)).collect()
        } else {
            elements.collect()
        };
        posts.sort_unstable();
        posts.dedup();
        without_doubles(document, posts)
    })
}

/// Leaves out an element that begins where the one around it does: both are the same post.
fn without_doubles(document: &Document, elements: Vec<NodeId>) -> Vec<NodeId> {
    let mut posts: Vec<NodeId> = Vec::new();
    // Between the begin of the last post and this position is no text.
    let mut blank_end = 0;
    for id in elements {
        let start = document.text_range(id).start;
        let is_inside = posts.last().is_some_and(|&last| id < document.subtree_end(last));
        let is_double =
            is_inside && document.whole_text()[blank_end.min(start)..start].trim().is_empty();
        if !is_double {
            posts.push(id);
        }
        blank_end = start;
    }
    posts
}

/// Returns the depth of each post: the stated one, else the number of posts around it, else the
/// number of lists around it, because some comment systems put the answers to a post into a list
/// inside the post's item.
fn depths(document: &Document, elements: &[NodeId], parts: &[Parts]) -> Vec<u32> {
    if parts.iter().any(|parts| parts.depth.is_some()) {
        return parts.iter().map(|parts| parts.depth.unwrap_or(0)).collect();
    }
    let mut open: Vec<NodeId> = Vec::new();
    let mut counts = Vec::with_capacity(elements.len());
    for &id in elements {
        while open.pop_if(|last| document.subtree_end(*last) <= id).is_some() {}
        counts.push(open.len() as u32);
        open.push(id);
    }
    if counts.iter().any(|&depth| depth > 0) {
        return counts;
    }
    let lists = |&id: &NodeId| {
        around(document, id)
            .skip(1)
            .filter(|&id| matches!(document.name(id), Some(name::OL | name::UL)))
            .count() as u32
    };
    let lists: Vec<u32> = elements.iter().map(lists).collect();
    // The first post is often outside of the list of answers.
    let least = lists.iter().copied().filter(|&count| count > 0).min().unwrap_or(0);
    lists.into_iter().map(|count| count.saturating_sub(least)).collect()
}

/// For each paragraph, the innermost post around its first text.
fn owners(page: &Page, posts: &[FoundPost]) -> Vec<Option<usize>> {
    let document = page.document();
    let mut open: Vec<usize> = Vec::new();
    let mut next = 0;
    let owner = |paragraph: &Paragraph| {
        let first = page.paragraph_nodes(paragraph).next()?;
        while let Some(post) = posts.get(next).filter(|post| post.element <= first) {
            while open
                .pop_if(|last| document.subtree_end(posts[*last].element) <= post.element)
                .is_some()
            {}
            open.push(next);
            next += 1;
        }
        while open.pop_if(|last| document.subtree_end(posts[*last].element) <= first).is_some() {}
        open.last().copied()
    };
    page.paragraphs().iter().map(owner).collect()
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    /// The missing paragraphs of a thread, as their numbers. `kept` has a character per paragraph:
    /// `+` for kept.
    fn missing(html: &str, kept: &str) -> Vec<usize> {
        let page = Page::measure(Parser::default().parse(html));
        assert_eq!(page.paragraphs().len(), kept.len(), "{html}");
        let kept: Vec<bool> = kept.bytes().map(|byte| byte == b'+').collect();
        let mut missing = FoundPosts::of(&page, true, &kept).missing(&page, &kept);
        missing.sort_unstable();
        missing
    }

    /// A post of a known system.
    fn known(text: &str) -> String {
        format!(
            "<article class='message message--post'>\
             <div class=message-body><p>{text}</div></article>"
        )
    }

    #[test]
    fn all_posts_of_known_systems_belong_to_the_thread() {
        let long = "The answer is long. ".repeat(30);
        let thread = known("One") + &known(&long) + &known("Three<p>Four") + &known("Five");
        for (kept, expected) in
            [("+-+--", &[1, 3, 4][..]), ("+----", &[1, 2, 3, 4]), ("-----", &[]), ("+++++", &[])]
        {
            assert_eq!(missing(&thread, kept), expected, "{kept}");
        }
    }

    #[test]
    fn quotes_in_posts_are_left_to_the_engines() {
        for quote in [
            "<blockquote><p>Ann said:<p>Two</blockquote>",
            "<div class=bbcode_quote><p>Ann said:<p>Two</div>",
            "<section><div class=messageQuote><p>Ann said:<p>Two</div></section>",
        ] {
            let thread = known("One") + &known(&format!("Two{quote}<p>Three"));
            assert_eq!(missing(&thread, "+----"), [1, 4], "{quote}");
        }
        // The whole text of a post of XenForo 1.5 is in such an element.
        let post = |text: &str| {
            format!(
                "<li class=message id=post-1><blockquote class=messageText><p>{text}</blockquote>"
            )
        };
        assert_eq!(missing(&(post("One") + &post("Two")), "+-"), [1]);
    }

    #[test]
    fn buttons_below_quotes_are_chrome() {
        for quote in [
            "<blockquote><p>Two</p><div class=quoteExpand>Click to expand...</div></blockquote>",
            "<blockquote><p>Two</p></blockquote>\
             <div class=bbCodeBlock-expandLink><a>Click to expand...</a></div>",
        ] {
            let thread = known("One") + &known(&format!("{quote}<p>Three"));
            let page = Page::measure(Parser::default().parse(&thread));
            let posts = FoundPosts::of(&page, true, &[true; 4]);
            assert_eq!(posts.chrome(&page).collect::<Vec<_>>(), [2], "{quote}");
        }
    }

    #[test]
    fn signatures_are_no_part_of_posts() {
        for class in ["signature", "user-signature", "Post-signature", "post_signature", "postsig"]
        {
            for markup in ["class='post has-profile'", "class=post"] {
                let post = |text: &str| {
                    format!(
                        "<div {markup}><div class=content><p>{text}</p><div class={class}><p>Me</p>\
                         </div></div></div>"
                    )
                };
                let page = Page::measure(Parser::default().parse(&(post("One") + &post("Two"))));
                let posts = FoundPosts::of(&page, true, &[true; 4]);
                assert_eq!(posts.chrome(&page).collect::<Vec<_>>(), [1, 3], "{class} {markup}");
            }
        }
    }

    #[test]
    fn markup_alone_tells_whole_threads() {
        let post = |text: &str| {
            format!(
                "<div class='post bg1' id=p1><p class=author>by <a class=username>Ann</a> <time \
                 datetime=2021-03-04>4 March 2021</time></p><div class=content>{text}</div></div>"
            )
        };
        let posts_of = |html: &str| {
            let page = Page::measure(Parser::default().parse(html));
            let kept = vec![true; page.paragraphs().len()];
            FoundPosts::without_doubt(&page, &kept).posts.len()
        };
        let thread = ["One is one.", "Two is two.", "Three is three."].map(post).concat();
        assert_eq!(posts_of(&thread), 3);
        assert_eq!(posts_of(&post("One is one.").repeat(2)), 0);
        assert_eq!(posts_of(&format!("<p>{}</p>{thread}", "It is long. ".repeat(30))), 0);
        assert_eq!(posts_of(&thread.replace("datetime", "x").replace("4 March 2021", "x")), 0);
    }

    #[test]
    fn deeper_posts_are_left_to_the_engines() {
        let comment = "<li class=js-comment id=comment-1><span class=comment-copy>Two</span>";
        let post = |kind: &str, id: u32, text: &str| {
            format!(
                "<div class='{kind} js-{kind}' data-{kind}id={id}><div class=js-post-body><p>{text}\
                 </div><ul>{comment}</ul></div>"
            )
        };
        let thread = post("question", 1, "One") + &post("answer", 2, "Three");
        assert_eq!(missing(&thread, "+---"), [2]);
        assert_eq!(missing(&thread, "++--"), [2, 3]);
    }

    #[test]
    fn short_posts_of_unknown_systems_are_added_between_kept_ones() {
        let post = |text: &str| {
            format!("<div class=post><b>Ann</b><p><div class=post-body>{text}</div></div>")
        };
        let long = "The answer is long. ".repeat(30);
        let thread = ["One", "Two", &long, "Four", "Five"].map(post).concat();
        let texts = |kept: &str| missing(&thread, kept);
        assert_eq!(texts("-+-+---+--"), Vec::<usize>::new());
        assert_eq!(texts("-+-----+--"), [3]);
    }
}
