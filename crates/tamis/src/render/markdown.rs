//! Markdown: `CommonMark` with the tables and strikethrough of GFM.

mod escape;
mod walk;
mod writer;

use url::Url;

use super::images::Images;
use super::sanitize::Policy;
use super::selection::{Selection, kept_texts};
use crate::engine::Verdict;
use crate::page::Page;

/// How [`markdown`] writes. No option changes which paragraphs are kept.
///
/// ```
/// use tamis::render::MarkdownOptions;
/// let options = MarkdownOptions::default().links(false).images(false);
/// assert!(!options.links && !options.images && options.emphasis);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MarkdownOptions {
    /// Whether links are written; the text of a link always is. Default yes.
    pub links: bool,
    /// Whether images are written. Default yes.
    pub images: bool,
    /// Whether strong, emphasized and deleted text is marked. Default yes.
    pub emphasis: bool,
    /// Whether what is known of the article stands before it in YAML ([`front_matter`](super::front_matter())):
    /// of [`Extraction::markdown`](crate::Extraction::markdown), which knows it. Default no.
    pub front_matter: bool,
    /// The address that relative ones start from. Default [`Page::base_url`].
    pub base: Option<Url>,
}

impl Default for MarkdownOptions {
    fn default() -> MarkdownOptions {
        MarkdownOptions {
            links: true,
            images: true,
            emphasis: true,
            front_matter: false,
            base: None,
        }
    }
}

impl MarkdownOptions {
    /// Sets whether links are written.
    #[must_use]
    pub fn links(mut self, links: bool) -> MarkdownOptions {
        self.links = links;
        self
    }

    /// Sets whether images are written.
    #[must_use]
    pub fn images(mut self, images: bool) -> MarkdownOptions {
        self.images = images;
        self
    }

    /// Sets whether strong, emphasized and deleted text is marked.
    #[must_use]
    pub fn emphasis(mut self, emphasis: bool) -> MarkdownOptions {
        self.emphasis = emphasis;
        self
    }

    /// Sets whether what is known of the article stands before it.
    #[must_use]
    pub fn front_matter(mut self, front_matter: bool) -> MarkdownOptions {
        self.front_matter = front_matter;
        self
    }

    /// Sets the address that relative ones start from.
    #[must_use]
    pub fn base(mut self, base: Url) -> MarkdownOptions {
        self.base = Some(base);
        self
    }
}

/// What the verdict keeps, as Markdown; empty where nothing is kept, else with a line feed at its end. Linear in the page.
///
/// Each text of the page comes once at most. Headings, lists, quotes, code, tables, links and images are written as such;
/// sub- and superscript as tags of HTML, for which Markdown has no sign.
///
/// ```
/// use tamis::dom::Parser;
/// use tamis::engine::Verdict;
/// use tamis::render::{MarkdownOptions, markdown};
/// use tamis::Page;
///
/// let page = Page::measure(Parser::default().parse(
///     "<nav>Home</nav><h1>Tea</h1><ol start=3><li>Boil <b>water</b><li>Wait 5 * 60 seconds</ol>"));
/// let mut verdict = Verdict::nothing("example", &page);
/// verdict.kept = vec![false, true, true, true];
/// let text = markdown(&page, &verdict, &MarkdownOptions::default());
/// assert_eq!(text, "# Tea\n\n3. Boil **water**\n4. Wait 5 * 60 seconds\n");
/// ```
pub fn markdown(page: &Page, verdict: &Verdict, options: &MarkdownOptions) -> String {
    let base = options.base.clone().or_else(|| page.base_url());
    let selection = Selection::of(page, verdict);
    let images = Images::new(page.document(), base.as_ref());
    let policy = Policy::default();
    let policy = base.as_ref().map_or(policy, |base| policy.base_url(base));
    let texts = kept_texts(page, verdict);
    walk::Walker::new(page.document(), &selection, &texts, images, policy, options).write()
}

#[cfg(test)]
mod tests;
