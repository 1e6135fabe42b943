//! The posts of a thread, in formats that write them one by one.

use tamis_dom::{Document, NameSet, NodeId, name};

use crate::page::NodeSet;
use crate::threads::Post;

/// The attribute of a post's element in a composed tree. The sanitizer drops it.
pub(super) const POST_ATTRIBUTE: &str = "data-post";

/// The parts of lists and tables. Around a post they only say where it is.
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
}

impl<'p> PostUnits<'p> {
    /// Linear in the document, and constant without posts.
    pub(super) fn of(document: &Document, posts: &'p [Post]) -> PostUnits<'p> {
        let posts: Vec<&Post> = posts.iter().filter(|post| post.kept).collect();
        let Some(first) = posts.first() else {
            return PostUnits { posts, frames: NodeSet::default() };
        };
        let is_layout = |id| document.name(id).is_some_and(|name| LAYOUT.contains(name));
        let mut frames = NodeSet::of(document);
        let mut seen = NodeSet::of(document);
        for post in &posts {
            // Some systems have the text of each post in a quote.
            if let Some(quote) = post.body.filter(|&id| document.is_html(id, name::BLOCKQUOTE)) {
                frames.insert(quote);
            }
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
        PostUnits { posts, frames }
    }

    /// Returns the post that begins with this element.
    pub(super) fn at(&self, id: NodeId) -> Option<&'p Post> {
        let index = self.posts.binary_search_by_key(&id, |post| post.element).ok()?;
        self.posts.get(index).copied()
    }

    /// True for a part of a list or table that is not written as one.
    pub(super) fn is_frame(&self, id: NodeId) -> bool {
        self.frames.contains(id)
    }
}
