//! The options of the Markdown renderer.

use url::Url;

use crate::structure::table::TableStyle;

/// The form of links in Markdown.
///
/// ```
/// use tamis::render::{LinkStyle, MarkdownOptions};
/// let options = MarkdownOptions::default().links(LinkStyle::Referenced);
/// assert_eq!(options.links, LinkStyle::Referenced);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum LinkStyle {
    /// With the address in the text: `[tea](https://example.com/)`. The default.
    #[default]
    Inline,
    /// With numbers, and the addresses after the text: `[tea][1]`.
    Referenced,
    /// Only the text of the link.
    Omitted,
}

/// Options of [`markdown_with`](super::markdown_with). No option changes which paragraphs are kept.
///
/// ```
/// use tamis::render::{LinkStyle, MarkdownOptions};
/// let options = MarkdownOptions::default().links(LinkStyle::Omitted).images(false).width(80);
/// assert!(!options.images && options.emphasis && options.width == Some(80));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct MarkdownOptions {
    /// The form of links. Default: [`LinkStyle::Inline`].
    pub links: LinkStyle,
    /// True to write images. Default: true.
    pub images: bool,
    /// True to write a link to each video, sound, post, map or chart that the page embeds: with its
    /// title, or the name of the site. It needs links, and with images it shows the image of the
    /// embedded content. Default: true.
    pub embeds: bool,
    /// The form of tables. Default: [`TableStyle::Auto`].
    pub tables: TableStyle,
    /// True to mark headings, false to write them as paragraphs. Default: true.
    pub headings: bool,
    /// True to mark strong, emphasized and deleted text. Default: true.
    pub emphasis: bool,
    /// The longest line of a paragraph, in Unicode scalar values: lines are broken between words.
    /// Longer words and links, and headings, code and tables stay whole. Default: `None`, one line
    /// for each paragraph.
    pub width: Option<usize>,
    /// True to write the metadata as YAML before the content
    /// ([`front_matter`](crate::render::front_matter())). It has an effect in
    /// [`Extraction::markdown`](crate::Extraction::markdown) only, which has the metadata. Default:
    /// false.
    pub front_matter: bool,
    /// The absolute address that relative addresses are resolved against. Default: `None`, which
    /// uses [`Page::base_url`](crate::Page::base_url), else what the page states as its own
    /// address, if that is safe: everything in its head names one host, and no browser saved the
    /// page with its files.
    pub base: Option<Url>,
}

impl Default for MarkdownOptions {
    fn default() -> MarkdownOptions {
        MarkdownOptions {
            links: LinkStyle::Inline,
            images: true,
            embeds: true,
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
    /// Sets [`links`](MarkdownOptions::links).
    #[must_use]
    pub fn links(mut self, links: LinkStyle) -> MarkdownOptions {
        self.links = links;
        self
    }

    /// Sets [`images`](MarkdownOptions::images).
    #[must_use]
    pub fn images(mut self, images: bool) -> MarkdownOptions {
        self.images = images;
        self
    }

    /// Sets [`embeds`](MarkdownOptions::embeds).
    #[must_use]
    pub fn embeds(mut self, embeds: bool) -> MarkdownOptions {
        self.embeds = embeds;
        self
    }

    /// Sets [`tables`](MarkdownOptions::tables).
    #[must_use]
    pub fn tables(mut self, tables: TableStyle) -> MarkdownOptions {
        self.tables = tables;
        self
    }

    /// Sets [`headings`](MarkdownOptions::headings).
    #[must_use]
    pub fn headings(mut self, headings: bool) -> MarkdownOptions {
        self.headings = headings;
        self
    }

    /// Sets [`emphasis`](MarkdownOptions::emphasis).
    #[must_use]
    pub fn emphasis(mut self, emphasis: bool) -> MarkdownOptions {
        self.emphasis = emphasis;
        self
    }

    /// Sets [`width`](MarkdownOptions::width).
    #[must_use]
    pub fn width(mut self, width: usize) -> MarkdownOptions {
        self.width = Some(width);
        self
    }

    /// Sets [`front_matter`](MarkdownOptions::front_matter).
    #[must_use]
    pub fn front_matter(mut self, front_matter: bool) -> MarkdownOptions {
        self.front_matter = front_matter;
        self
    }

    /// Sets [`base`](MarkdownOptions::base).
    #[must_use]
    pub fn base(mut self, base: Url) -> MarkdownOptions {
        self.base = Some(base);
        self
    }
}
