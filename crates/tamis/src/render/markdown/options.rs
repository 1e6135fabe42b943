//! How Markdown is written.

use url::Url;

/// How links are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LinkStyle {
    /// With the address in the text: `[tea](https://example.com/)`.
    #[default]
    Inline,
    /// With the addresses behind the text, numbered: `[tea][1]`.
    Referenced,
    /// Their text alone.
    Omitted,
}

/// How tables of data are written. Tables that only place things on the page are written as blocks, always.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TableStyle {
    /// With signs; where the table has headings, and cells that span others or hold tables, code or quotes, in HTML.
    #[default]
    Auto,
    /// With signs alone: what a cell spans is empty.
    Signs,
    /// Each cell as a block.
    Blocks,
}

/// How [`markdown`](super::markdown) writes. No option changes which paragraphs are kept.
///
/// ```
/// use tamis::render::{LinkStyle, MarkdownOptions};
/// let options = MarkdownOptions::default().links(LinkStyle::Omitted).images(false).width(80);
/// assert!(!options.images && options.emphasis && options.width == Some(80));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MarkdownOptions {
    /// How links are written. Default [`LinkStyle::Inline`].
    pub links: LinkStyle,
    /// Whether images are written. Default yes.
    pub images: bool,
    /// How tables are written. Default [`TableStyle::Auto`].
    pub tables: TableStyle,
    /// Whether headings are marked; else they are paragraphs. Default yes.
    pub headings: bool,
    /// Whether strong, emphasized and deleted text is marked. Default yes.
    pub emphasis: bool,
    /// How long the lines of paragraphs are at most, in Unicode scalar values; longer words and links, headings, code and tables
    /// stay whole. Default: a paragraph is one line.
    pub width: Option<usize>,
    /// Whether what is known of the article stands before it in YAML ([`front_matter`](crate::render::front_matter())):
    /// of [`Extraction::markdown`](crate::Extraction::markdown), which knows it. Default no.
    pub front_matter: bool,
    /// The address that relative ones start from. Default [`Page::base_url`](crate::Page::base_url).
    pub base: Option<Url>,
}

impl Default for MarkdownOptions {
    fn default() -> MarkdownOptions {
        MarkdownOptions {
            links: LinkStyle::Inline,
            images: true,
            tables: TableStyle::Auto,
            headings: true,
            emphasis: true,
            width: None,
            front_matter: false,
            base: None,
        }
    }
}

impl MarkdownOptions {
    /// Sets how links are written.
    #[must_use]
    pub fn links(mut self, links: LinkStyle) -> MarkdownOptions {
        self.links = links;
        self
    }

    /// Sets whether images are written.
    #[must_use]
    pub fn images(mut self, images: bool) -> MarkdownOptions {
        self.images = images;
        self
    }

    /// Sets how tables are written.
    #[must_use]
    pub fn tables(mut self, tables: TableStyle) -> MarkdownOptions {
        self.tables = tables;
        self
    }

    /// Sets whether headings are marked.
    #[must_use]
    pub fn headings(mut self, headings: bool) -> MarkdownOptions {
        self.headings = headings;
        self
    }

    /// Sets whether strong, emphasized and deleted text is marked.
    #[must_use]
    pub fn emphasis(mut self, emphasis: bool) -> MarkdownOptions {
        self.emphasis = emphasis;
        self
    }

    /// Sets how long the lines of paragraphs are at most.
    #[must_use]
    pub fn width(mut self, width: usize) -> MarkdownOptions {
        self.width = Some(width);
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
