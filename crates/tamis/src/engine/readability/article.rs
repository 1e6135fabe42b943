//! The extracted article.

use tamis_dom::{NodeId, NodeKind, WorkingTree, name};
use url::Url;

use super::config::AllowedVideo;
use super::grab::{Candidate, Grabbed};
use super::metadata::Metadata;
use super::text::{js_trim, utf16_len};
use crate::page::NodeSet;
use crate::sanitize::{Policy, is_video_host, sanitized_inner_html};

/// The article of a page: its content as a tree, and its metadata. For its content see the example
/// of [`Readability`](super::Readability).
///
/// ```
/// use tamis::dom::Parser;
/// use tamis::engine::readability::Readability;
/// let text = "A sentence, with a comma. ".repeat(20);
/// let html = format!("<html lang=en dir=ltr><meta name=author content=Ann><body><p>{text}");
/// let document = Parser::default().parse(&html);
/// let article = Readability::default().article_in(&document, None).unwrap().unwrap();
/// assert_eq!(article.byline(), Some("Ann"));
/// assert_eq!((article.lang(), article.dir()), (Some("en"), Some("ltr")));
/// assert_eq!(article.excerpt(), Some(text.trim_end()));
/// assert_eq!((article.site_name(), article.published_time()), (None, None));
/// assert_eq!((article.attempt(), article.length_utf16()), (0, text.len()));
/// assert!(article.candidates()[0].score > 0.0);
/// ```
///
/// Source: `Readability.js`, the result of `parse`.
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

    /// Returns the title; empty if the page has none. For an example see
    /// [`Readability`](super::Readability).
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Returns the author line, from the metadata or else from the article.
    ///
    /// For an example see [`Article`].
    pub fn byline(&self) -> Option<&str> {
        self.byline.as_deref()
    }

    /// Returns the direction of writing declared around the article, unchanged.
    ///
    /// For an example see [`Article`].
    pub fn dir(&self) -> Option<&str> {
        self.dir.as_deref()
    }

    /// Returns the language that the page declares, unchanged.
    ///
    /// For an example see [`Article`].
    pub fn lang(&self) -> Option<&str> {
        self.lang.as_deref()
    }

    /// Returns the name of the site.
    ///
    /// For an example see [`Article`].
    pub fn site_name(&self) -> Option<&str> {
        self.site_name.as_deref()
    }

    /// Returns the date of publication, as the metadata state it.
    ///
    /// For an example see [`Article`].
    pub fn published_time(&self) -> Option<&str> {
        self.published_time.as_deref()
    }

    /// Returns a short description from the metadata, or else the first paragraph.
    ///
    /// For an example see [`Article`].
    pub fn excerpt(&self) -> Option<&str> {
        self.excerpt.as_deref()
    }

    /// Returns the content as HTML that is safe to show. For an example see
    /// [`Readability`](super::Readability).
    pub fn content(&self) -> String {
        let allowed = |url: &Url| match &self.allowed_video {
            AllowedVideo::Reference => is_video_host(url),
            AllowedVideo::Pattern(pattern) => pattern.is_match(url.as_str()),
        };
        // Only classes that the caller asked for are left by now.
        let policy = Policy::default().keep_classes(true).frames(&allowed);
        let policy = match &self.base {
            Some(base) => policy.base_url(base),
            None => policy,
        };
        sanitized_inner_html(&self.tree, self.root, &policy)
    }

    /// Returns the content as the reference's HTML. Scripts in attributes and addresses are still
    /// there.
    ///
    /// ```
    /// use tamis::dom::Parser;
    /// use tamis::engine::readability::Readability;
    /// let html = format!("<p onclick=run()>{}", "A sentence, with a comma. ".repeat(20));
    /// let document = Parser::default().parse(&html);
    /// let article = Readability::default().article_in(&document, None).unwrap().unwrap();
    /// assert!(article.content_unsanitized().contains("onclick"));
    /// assert!(!article.content().contains("onclick"));
    /// ```
    pub fn content_unsanitized(&self) -> String {
        self.tree.inner_html(self.root)
    }

    /// Returns the text of the content with its original white space. For an example see
    /// [`Readability`](super::Readability).
    pub fn text_content(&self) -> String {
        self.tree.text_of(self.root)
    }

    /// Returns the length of [`Article::text_content`] in UTF-16 code units.
    ///
    /// For an example see [`Article`].
    pub fn length_utf16(&self) -> usize {
        self.tree.text_pieces(self.root).map(utf16_len).sum()
    }

    /// Returns the tree that contains the content.
    pub fn tree(&self) -> &WorkingTree<'p> {
        &self.tree
    }

    /// Returns the element that contains the content.
    pub fn root(&self) -> NodeId {
        self.root
    }

    /// Returns the elements and text nodes of the page that are part of the content.
    ///
    /// ```
    /// use tamis::dom::Parser;
    /// use tamis::engine::readability::Readability;
    /// let text = "A sentence, with a comma. ".repeat(20);
    /// let document = Parser::default().parse(&format!("<p>{text}<nav>Home</nav>"));
    /// let article = Readability::default().article_in(&document, None).unwrap().unwrap();
    /// let texts: Vec<_> = article.nodes().iter().map(|id| document.text(id)).collect();
    /// assert!(texts.contains(&text.as_str()));
    /// ```
    pub fn nodes(&self) -> NodeSet {
        source_nodes(&self.tree, self.root)
    }

    /// Returns the best candidates of the successful attempt with their scores, best first.
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// Returns the number of the successful attempt, 0 (strict) to 3.
    ///
    /// For an example see [`Article`].
    pub fn attempt(&self) -> usize {
        self.attempt
    }
}

/// Returns the document's elements and text nodes that are in this subtree.
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

/// Returns the text of the first paragraph, trimmed. Source: `Readability.js`, `parse`, the excerpt
/// of last resort.
pub(super) fn first_paragraph(tree: &WorkingTree<'_>, root: NodeId) -> Option<String> {
    let mut elements = tree.elements(root).skip(1);
    let paragraph = elements.find(|&id| tree.name(id) == Some(name::P))?;
    Some(js_trim(&tree.text_of(paragraph)).to_owned())
}
