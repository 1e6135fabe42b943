//! The posts of a thread, in formats that write them one by one.
//!
//! Each post gets a heading with its author and day. Three things in the page disturb that. Lists
//! and tables around posts only place them: an old forum is a table with a row for each post, and
//! would be written as one. Quotes around a whole post are no quotations. And a heading in a post
//! may be of a higher level than the heading of the post, so that the rest of the thread would seem
//! to belong to it. So lists, tables and quotes around posts are left out, and headings in posts
//! are lowered.

use tamis_dom::{Document, NameSet, NodeId, NodeKind, name};

use crate::page::NodeSet;
use crate::structure::card::card_around;
use crate::structure::role::heading_level;
use crate::threads::Post;

/// The attribute of a post's element in a composed tree. The sanitizer drops it.
pub(super) const POST_ATTRIBUTE: &str = "data-post";

/// The level of a post's heading: below the title of the thread.
pub(super) const POST_LEVEL: u8 = 3;

/// The parts of lists and tables. Around a post they are left out, because there they only say
/// where it is.
const LAYOUT: NameSet = NameSet::of(&[
    name::DD,
    name::DL,
    name::DT,
    name::LI,
    name::MENU,
    name::OL,
    name::TABLE,
    name::TBODY,
    name::TD,
    name::TFOOT,
    name::TH,
    name::THEAD,
    name::TR,
    name::UL,
]);

/// The posts that are written, by their elements.
pub(super) struct PostUnits<'p> {
    /// In document order.
    posts: Vec<&'p Post>,
    /// The parts of lists and tables that only place posts, and quotes that are whole posts.
    frames: NodeSet,
    /// The headings within posts whose level changes, and the level that they get. In document
    /// order.
    levels: Vec<(NodeId, u8)>,
}

impl<'p> PostUnits<'p> {
    /// Linear in the document, and constant without posts.
    pub(super) fn of(document: &Document, posts: &'p [Post]) -> PostUnits<'p> {
        let posts: Vec<&Post> = posts.iter().filter(|post| post.kept).collect();
        let Some(first) = posts.first() else {
            return PostUnits { posts, frames: NodeSet::default(), levels: Vec::new() };
        };
        let is_layout = |id| document.name(id).is_some_and(|name| LAYOUT.contains(name));
        let mut frames = NodeSet::of(document);
        let mut seen = NodeSet::of(document);
        for quote in quotes_of_whole_posts(document, &posts) {
            frames.insert(quote);
        }
        for post in &posts {
            let around = std::iter::once(post.element).chain(document.ancestors(post.element));
            // The nodes around one that was seen were seen too.
            for id in around.take_while(|&id| seen.insert(id)) {
                if is_layout(id) {
                    frames.insert(id);
                }
            }
        }
        // The other rows and cells of such a table, and the other items of such a list.
        let start = document.ancestors(first.element).last().unwrap_or(first.element);
        for id in document.elements(start) {
            let is_part = is_layout(id)
                && !matches!(document.name(id), Some(name::TABLE | name::UL | name::OL | name::DL));
            if is_part && document.parent(id).is_some_and(|parent| frames.contains(parent)) {
                frames.insert(id);
            }
        }
        let levels = levels(document, start, &posts);
        PostUnits { posts, frames, levels }
    }

    /// Returns the post that begins with this element.
    pub(super) fn at(&self, id: NodeId) -> Option<&'p Post> {
        let index = self.posts.binary_search_by_key(&id, |post| post.element).ok()?;
        self.posts.get(index).copied()
    }

    /// Returns the level at which a heading is written, or `None` for the title of a link card: it
    /// begins no section. The headings of a post are below that of the post itself.
    pub(super) fn heading_level(&self, document: &Document, id: NodeId) -> Option<u8> {
        let own = heading_level(document, id)?;
        if card_around(document, id).is_some() {
            return None;
        }
        let changed = self.levels.binary_search_by_key(&id, |&(heading, _)| heading);
        Some(changed.map_or(own, |index| self.levels[index].1))
    }

    /// Returns true for a part of a list or table that is not written as one.
    pub(super) fn is_frame(&self, id: NodeId) -> bool {
        self.frames.contains(id)
    }
}

/// The most elements between the body of a post and a quote around all of it.
const MAX_FRAMES: usize = 4;

/// Returns the quotes that are the text of a post: some systems have each in one, and vBulletin has
/// it in an element for the signature too. A post that is nothing but a quotation looks the same,
/// so at least half of the posts must have such a quote.
fn quotes_of_whole_posts(document: &Document, posts: &[&Post]) -> Vec<NodeId> {
    let is_quote = |&id: &NodeId| document.is_html(id, name::BLOCKQUOTE);
    let bodies = posts.iter().filter_map(|post| post.body);
    let within = |body| {
        let next = |&id: &NodeId| only_child(document, id);
        std::iter::successors(Some(body), next).take(MAX_FRAMES).find(is_quote)
    };
    let quotes: Vec<_> = bodies.clone().filter_map(within).collect();
    if quotes.len() > 1 && quotes.len() * 2 >= posts.len() {
        return quotes;
    }
    bodies.filter(is_quote).collect()
}

/// Returns the element that is all of an element's content.
fn only_child(document: &Document, id: NodeId) -> Option<NodeId> {
    let mut children = document.children(id).filter(|&child| match document.kind(child) {
        NodeKind::Element => true,
        NodeKind::Text => !document.text(child).trim_ascii().is_empty(),
        _ => false,
    });
    let only = children.next().filter(|&child| document.kind(child) == NodeKind::Element);
    only.filter(|_| children.next().is_none())
}

/// Returns the headings within posts whose level changes so that all of them are below the heading
/// of their post, and their new levels. Linear in the nodes from `start` on.
fn levels(document: &Document, start: NodeId, posts: &[&Post]) -> Vec<(NodeId, u8)> {
    let mut headings: Vec<(NodeId, u8, Option<usize>)> = Vec::new();
    let mut highest = vec![u8::MAX; posts.len()];
    let mut open: Vec<usize> = Vec::new();
    let mut next = 0;
    for id in document.elements(start) {
        while open.pop_if(|last| document.subtree_end(posts[*last].element) <= id).is_some() {}
        if posts.get(next).is_some_and(|post| post.element == id) {
            open.push(next);
            next += 1;
        }
        let Some((&post, level)) = open.last().zip(heading_level(document, id)) else { continue };
        if posts[post].heading().is_empty() || card_around(document, id).is_some() {
            continue;
        }
        // Headings outside of the text are the names of authors and the titles of posts.
        let is_outside =
            posts[post].body.is_some_and(|body| id < body || document.subtree_end(body) <= id);
        if !is_outside {
            highest[post] = highest[post].min(level);
        }
        headings.push((id, level, (!is_outside).then_some(post)));
    }
    let lowered = headings.into_iter().filter_map(|(id, level, post)| {
        let highest = post.map_or(level, |post| highest[post]);
        (highest <= POST_LEVEL).then(|| (id, (level + POST_LEVEL + 1 - highest).min(6)))
    });
    lowered.collect()
}
