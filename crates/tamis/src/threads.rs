//! The posts of a thread: a forum, questions and answers, an issue tracker, mail, a chat, comments.
//!
//! # The problem
//!
//! The engines find which paragraphs of a thread are content, and not where one post ends and the
//! next begins. Without that, an answer reads as if its author were the person who asked, and
//! nobody can tell what is ten years old. A short post can also be lost as a whole: "Thanks, that
//! worked!" looks like a button.
//!
//! # The idea
//!
//! A post is an element that names a user and a date, next to others that do the same. There are
//! three ways to find such elements, from the surest to the least sure:
//!
//! 1. The markup of known systems, for example `div.post.has-profile` of `phpBB`. It is data,
//!    `posts.toml`, which [`rules`] matches in one walk.
//! 2. Common class names, such as `post`. They are believed on pages of the type forum alone,
//!    because other pages use them for articles and teasers.
//! 3. Structure: elements of one kind, of which each names a user and a date ([`structure`]). Also
//!    on forums alone, because a list of news has the same structure.
//!
//! [`finder`] takes the first way that gives a thread: at least two posts that hold most of what is
//! kept. So ten comments below an article make no thread, because most of what is kept is the
//! article. [`parts`] reads what each post says about itself.
//!
//! Comments below an article are found in another way, because nothing has to be known of each but
//! where it begins and ends: [`discussions`].
//!
//! # What follows from posts
//!
//! Renderers write the heading "Ann, 2024-05-01" above a post instead of the page's own line about
//! author and date. Short posts between kept ones are kept, because an answer belongs to its
//! question, and signatures and rows of buttons next to the text are dropped.

pub(crate) mod discussions;
mod finder;
mod parts;
mod rules;
mod structure;

use serde::Serialize;
use tamis_dom::{NodeId, name};

pub(crate) use finder::FoundPosts;

use crate::page::Page;

/// A post of a thread.
///
/// ```
/// use tamis::{Config, extract};
/// let post = |user, day, text| format!(
///     "<article class='message message--post' id=js-post-{day} data-author={user}>\
///      <time datetime=2024-05-0{day}>May {day}</time>\
///      <div class=message-body>{text}</div></article>"
/// );
/// let texts = ["How long does bread keep in the freezer? ", "It keeps for three months or so. "];
/// let page = post("ann", 1, texts[0].repeat(5)) + &post("bob", 2, texts[1].repeat(5));
/// let extraction = extract(&page, &Config::default())?;
/// let [first, second] = extraction.posts() else { panic!("two posts") };
/// assert_eq!((first.author.as_deref(), first.date.as_deref()), (Some("ann"), Some("2024-05-01")));
/// assert_eq!(second.author.as_deref(), Some("bob"));
/// # Ok::<(), tamis::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Post {
    /// The name of the author, as the page shows it.
    pub author: Option<String>,
    /// The moment of publication as ISO 8601, with the time of day if the page states it.
    pub date: Option<String>,
    /// The address of the post, absolute if the page's own address is known.
    pub url: Option<String>,
    /// The number of posts that it is an answer to, directly or not. For example, an answer to an
    /// answer to the first post has 2. All posts have 0 if the page shows no tree.
    pub depth: u32,
    /// The votes for it, if the page shows them.
    pub score: Option<i64>,
    /// True if something of its text is main content. Renderers write these posts only.
    pub kept: bool,
    /// The paragraphs that are its text, as indices of
    /// [`Page::paragraphs`](crate::Page::paragraphs): the kept ones, or all if none is kept. Posts
    /// inside it have their own.
    pub paragraphs: Vec<usize>,
    /// The kept paragraphs that only say who wrote it, and when. In formats with headings, the
    /// heading of the post takes their place.
    #[serde(skip)]
    pub(crate) labels: Vec<usize>,
    #[serde(skip)]
    pub(crate) element: NodeId,
    /// The element with its text, if the page marks it up.
    #[serde(skip)]
    pub(crate) body: Option<NodeId>,
    /// The elements with pictures and links that belong to it, next to its text.
    #[serde(skip)]
    pub(crate) attached: Vec<NodeId>,
}

/// Returns the images that are attached to kept posts, in document order.
pub(crate) fn attached_images(page: &Page, posts: &[Post]) -> Vec<NodeId> {
    let document = page.document();
    let attached = posts.iter().filter(|post| post.kept).flat_map(|post| &post.attached);
    let mut attached: Vec<NodeId> = attached.copied().collect();
    attached.sort_unstable();
    let mut images = Vec::new();
    let mut end = NodeId::DOCUMENT;
    for element in attached {
        // An element with the attachments of a post may contain another post with its own.
        if element >= end {
            end = document.subtree_end(element);
            images.extend(document.elements(element).filter(|&id| document.is_html(id, name::IMG)));
        }
    }
    images
}

impl Post {
    /// Returns the line above the post in formats that have headings: author and day. Empty if
    /// neither is known.
    pub(crate) fn heading(&self) -> String {
        let day = self.date.as_deref().map(|date| date.get(..10).unwrap_or(date));
        let known: Vec<&str> = self.author.as_deref().into_iter().chain(day).collect();
        known.join(", ")
    }
}
