//! The article that was found.

use tamis_dom::{NodeId, NodeKind, WorkingTree, name};
use url::Url;

use super::config::AllowedVideo;
use super::grab::{Candidate, Grabbed};
use super::metadata::Metadata;
use super::text::{js_trim, utf16_len};
use crate::node_set::NodeSet;
use crate::render::{Policy, is_video_host, sanitized_inner_html};

/// The article of a page: its content as a tree, and what is known about it.
///
/// Source: `Readability.js`, what `parse` returns.
#[derive(Debug)]
pub struct Article<'p> {
    pub(super) tree: WorkingTree<'p>,
    pub(super) root: NodeId,
    pub(super) title: String,
    pub(super) byline: Option<String>,
    pub(super) dir: Option<String>,
    pub(super) lang: Option<String>,
    pub(super) site_name: Option<String>,
    pub(super) published_time: Option<String>,
    pub(super) excerpt: Option<String>,
    pub(super) candidates: Vec<Candidate>,
    pub(super) attempt: usize,
    pub(super) allowed_video: AllowedVideo,
    pub(super) base: Option<Url>,
}

impl<'p> Article<'p> {
    pub(super) fn new(
        grabbed: Grabbed<'p>,
        metadata: Metadata,
        allowed_video: AllowedVideo,
        base: Option<Url>,
    ) -> Article<'p> {
        let Grabbed { tree, content, byline, lang, dir, candidates, attempt, .. } = grabbed;
        let stated = |text: Option<String>| text.filter(|text| !text.is_empty());
        let excerpt = stated(metadata.excerpt).or_else(|| first_paragraph(&tree, content));
        Article {
            title: metadata.title,
            byline: stated(metadata.byline).or(byline),
            dir,
            lang,
            site_name: stated(metadata.site_name),
            published_time: metadata.published_time,
            excerpt,
            candidates,
            attempt,
            allowed_video,
            base,
            tree,
            root: content,
        }
    }

    /// The title; empty where the page has none.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Who wrote it, as metadata or the article say.
    pub fn byline(&self) -> Option<&str> {
        self.byline.as_deref()
    }

    /// The direction of writing that is declared around the article, as it is declared.
    pub fn dir(&self) -> Option<&str> {
        self.dir.as_deref()
    }

    /// The language that the page declares, as it is declared.
    pub fn lang(&self) -> Option<&str> {
        self.lang.as_deref()
    }

    /// The name of the site.
    pub fn site_name(&self) -> Option<&str> {
        self.site_name.as_deref()
    }

    /// When it was published, as metadata have it.
    pub fn published_time(&self) -> Option<&str> {
        self.published_time.as_deref()
    }

    /// A short description, or the first paragraph.
    pub fn excerpt(&self) -> Option<&str> {
        self.excerpt.as_deref()
    }

    /// The content as HTML that is safe to show.
    pub fn content(&self) -> String {
        let allowed = |url: &Url| match &self.allowed_video {
            AllowedVideo::Reference => is_video_host(url),
            AllowedVideo::Pattern(pattern) => pattern.is_match(url.as_str()),
        };
        // What classes are left, the caller asked for.
        let policy = Policy::default().keep_classes(true).frames(&allowed);
        let policy = match &self.base {
            Some(base) => policy.base_url(base),
            None => policy,
        };
        sanitized_inner_html(&self.tree, self.root, &policy)
    }

    /// The content as HTML, as the reference gives it: what the page has of scripts in attributes and addresses is still
    /// there.
    pub fn content_unsanitized(&self) -> String {
        self.tree.inner_html(self.root)
    }

    /// The text of the content, white space as it stands.
    pub fn text_content(&self) -> String {
        self.tree.text_of(self.root)
    }

    /// The length of [`Article::text_content`] in UTF-16 code units.
    pub fn length_utf16(&self) -> usize {
        self.tree.text_pieces(self.root).map(utf16_len).sum()
    }

    /// The tree that the content stands in.
    pub fn tree(&self) -> &WorkingTree<'p> {
        &self.tree
    }

    /// The element that holds the content.
    pub fn root(&self) -> NodeId {
        self.root
    }

    /// The elements and texts of the page that the content is made of.
    pub fn nodes(&self) -> NodeSet {
        source_nodes(&self.tree, self.root)
    }

    /// The best candidates of the attempt that found the article, with their scores, the best first.
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// Which attempt found the article: 0 for the strict one, up to 3.
    pub fn attempt(&self) -> usize {
        self.attempt
    }
}

/// The nodes of the document that are in this subtree: elements and texts.
pub(super) fn source_nodes(tree: &WorkingTree<'_>, root: NodeId) -> NodeSet {
    let mut nodes = NodeSet::of(tree.document());
    for id in tree.descendants_and_self(root) {
        if let (Some(source), NodeKind::Element | NodeKind::Text) = (tree.source(id), tree.kind(id))
        {
            nodes.insert(source);
        }
    }
    nodes
}

/// Source: `Readability.js`, `parse`, the excerpt of last resort.
pub(super) fn first_paragraph(tree: &WorkingTree<'_>, root: NodeId) -> Option<String> {
    let mut elements = tree.elements(root).skip(1);
    let paragraph = elements.find(|&id| tree.name(id) == Some(name::P))?;
    Some(js_trim(&tree.text_of(paragraph)).to_owned())
}
