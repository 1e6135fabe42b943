//! The HTML renderer: the article with its structure, safe to show.

use tamis_dom::NodeId;
use url::Url;

use super::composer::{Composed, Parts, compose};
use super::embeds::{EmbedStyle, is_known_frame};
use crate::metadata::{Metadata, shows_title};
use crate::page::Page;
use crate::sanitize::{self, Policy, escape_attribute, escape_text};
use crate::verdict::{Selection, Verdict};

const STYLE: &str = include_str!("html/page.css");

/// The value of the `Content-Security-Policy` of a rendered page: no scripts, no plug-ins, no forms
/// that send. A second defence, should anything unsafe get past the sanitizer.
///
/// ```
/// use tamis::render::CONTENT_SECURITY;
/// assert!(CONTENT_SECURITY.contains("script-src 'none'"));
/// ```
pub const CONTENT_SECURITY: &str =
    "script-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'";

/// Options of [`html_with`]. No option changes which paragraphs are kept.
///
/// ```
/// use tamis::render::HtmlOptions;
/// let options = HtmlOptions::default().fragment(true).images(false);
/// assert!(options.fragment && options.links && !options.images);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct HtmlOptions {
    /// True to write the content alone, without a page around it. Default: false.
    pub fragment: bool,
    /// True to write images. Default: true.
    pub images: bool,
    /// True to write links. The text of a link is always written. Default: true.
    pub links: bool,
    /// The form of videos, sounds, posts, maps and charts that the page embeds from known sites.
    /// Links to them need links. Other frames are left out. The page's own videos and sounds are
    /// written as they are, except with [`EmbedStyle::Omitted`]. Default: [`EmbedStyle::Link`].
    pub embeds: EmbedStyle,
    /// True to mark strong, emphasized, deleted and otherwise marked text. Default: true.
    pub emphasis: bool,
    /// The absolute address that relative addresses are resolved against. Default: `None`, which
    /// uses [`Page::base_url`], else what the page states as its own address, if that is safe:
    /// everything in its head names one host, and no browser saved the page with its files.
    pub base: Option<Url>,
}

impl Default for HtmlOptions {
    fn default() -> HtmlOptions {
        HtmlOptions {
            fragment: false,
            images: true,
            links: true,
            embeds: EmbedStyle::Link,
            emphasis: true,
            base: None,
        }
    }
}

impl HtmlOptions {
    /// Sets [`fragment`](HtmlOptions::fragment).
    #[must_use]
    pub fn fragment(mut self, fragment: bool) -> HtmlOptions {
        self.fragment = fragment;
        self
    }

    /// Sets [`images`](HtmlOptions::images).
    #[must_use]
    pub fn images(mut self, images: bool) -> HtmlOptions {
        self.images = images;
        self
    }

    /// Sets [`links`](HtmlOptions::links).
    #[must_use]
    pub fn links(mut self, links: bool) -> HtmlOptions {
        self.links = links;
        self
    }

    /// Sets [`embeds`](HtmlOptions::embeds).
    #[must_use]
    pub fn embeds(mut self, embeds: EmbedStyle) -> HtmlOptions {
        self.embeds = embeds;
        self
    }

    /// Sets [`emphasis`](HtmlOptions::emphasis).
    #[must_use]
    pub fn emphasis(mut self, emphasis: bool) -> HtmlOptions {
        self.emphasis = emphasis;
        self
    }

    /// Sets [`base`](HtmlOptions::base).
    #[must_use]
    pub fn base(mut self, base: Url) -> HtmlOptions {
        self.base = Some(base);
        self
    }
}

/// Renders what the verdict keeps as a whole HTML page with the default options. See [`html_with`]
/// for the format and an example.
pub fn html(page: &Page, verdict: &Verdict, metadata: &Metadata) -> String {
    html_with(page, verdict, metadata, &HtmlOptions::default())
}

/// Renders what the verdict keeps as HTML: a whole page with title, byline, site name and date, or
/// the content alone.
///
/// Each text of the page occurs at most once, in the elements that give it its structure. Images
/// have their best source, and addresses are absolute if the page's address is known. All of it
/// passes the sanitizer's allow-list ([`sanitized_html`](crate::sanitize::sanitized_html)). The
/// time is linear in the page.
///
/// ```
/// use tamis::dom::Parser;
/// use tamis::engine::Verdict;
/// use tamis::render::{HtmlOptions, html_with};
/// use tamis::{Metadata, Page};
///
/// let html = "<title>Tea</title><nav>Home</nav>
///     <div><h1>Tea</h1><ul class=x><li onclick=x()>Boil <b>water</b></ul>";
/// let page = Page::measure(Parser::default().parse(html));
/// let mut verdict = Verdict::nothing("example", &page);
/// verdict.kept = vec![false, true, true];
/// let options = HtmlOptions::default().fragment(true);
/// let content = html_with(&page, &verdict, &Metadata::of(&page), &options);
/// assert_eq!(content, "<h1>Tea</h1>\n<ul><li>Boil <b>water</b></li>\n</ul>\n");
/// ```
pub fn html_with(
    page: &Page,
    verdict: &Verdict,
    metadata: &Metadata,
    options: &HtmlOptions,
) -> String {
    html_of_pages(&[Selection::new(page, verdict)], &[], metadata, options)
}

/// Renders several pages as one, with the comments after all content and the first page's metadata
/// before it. Empty if there is no page.
pub(crate) fn html_of_pages(
    pages: &[Selection<'_>],
    comments: &[Selection<'_>],
    metadata: &Metadata,
    options: &HtmlOptions,
) -> String {
    let Some((&first, more)) = pages.split_first() else { return String::new() };
    let mut content = String::new();
    let first_h1 = write_content(first, options, 0, &mut content);
    for &page in more {
        write_content(page, options, 0, &mut content);
    }
    let comments = comments_section(comments, options, content.len());
    if options.fragment {
        content.push_str(&comments);
        return content;
    }
    let mut out = String::with_capacity(content.len() + comments.len() + STYLE.len() * 2);
    write_head(first.page(), metadata, &mut out);
    out.push_str("<body>\n");
    let first_h1 = first_h1.map(|id| first.page().document().text(id));
    write_header(first_h1, metadata, &mut out);
    out.push_str("<article>\n");
    out.push_str(&content);
    out.push_str("</article>\n");
    out.push_str(&comments);
    out.push_str("</body>\n</html>\n");
    out
}

/// Returns the comments in a section, or an empty text if there are none. `before` is the length of
/// the content.
fn comments_section(pages: &[Selection<'_>], options: &HtmlOptions, before: usize) -> String {
    let mut comments = String::new();
    for &page in pages {
        write_content(page, options, before, &mut comments);
    }
    if comments.is_empty() {
        return comments;
    }
    format!("<section class=\"comments\">\n{comments}</section>\n")
}

/// Writes what is kept of a page, after this many bytes that count as part of its output. Returns
/// its first `<h1>`.
fn write_content(
    selection: Selection<'_>,
    options: &HtmlOptions,
    before: usize,
    out: &mut String,
) -> Option<NodeId> {
    let (page, verdict) = (selection.page(), selection.verdict());
    let base = options.base.clone().or_else(|| page.link_base());
    let HtmlOptions { links, images, embeds, emphasis, .. } = *options;
    let parts = Parts { links, images, embeds, emphasis };
    let Composed { document, first_h1 } = compose(page, verdict, base.as_ref(), parts);
    let wants_frames = embeds == EmbedStyle::Frame;
    let is_shown = move |url: &Url| wants_frames && is_known_frame(url);
    let policy = Policy::default().frames(&is_shown);
    let policy = base.as_ref().map_or(policy, |base| policy.base_url(base));
    let max_bytes = page.output_bytes().saturating_sub(before);
    if sanitize::write_within(&document, &policy, max_bytes, out) {
        page.note_output_cut();
    }
    first_h1
}

fn write_head(page: &Page, metadata: &Metadata, out: &mut String) {
    out.push_str("<!DOCTYPE html>\n<html");
    for (name, value) in [(" lang=\"", &metadata.language), (" dir=\"", &metadata.direction)] {
        if let Some(value) = value {
            out.push_str(name);
            escape_attribute(value, out);
            out.push('"');
        }
    }
    out.push_str(">\n<head>\n<meta charset=\"utf-8\">\n");
    out.push_str("<meta name=\"viewport\" content=\"width=device-width\">\n");
    out.push_str("<meta http-equiv=\"Content-Security-Policy\" content=\"");
    out.push_str(CONTENT_SECURITY);
    out.push_str("\">\n<title>");
    let address = page.url().map(Url::as_str);
    escape_text(metadata.title.as_deref().or(address).unwrap_or_default(), out);
    out.push_str("</title>\n<style>\n");
    out.push_str(STYLE);
    out.push_str("</style>\n</head>\n");
}

/// Writes the title, unless the first `<h1>` of the content shows it, and a line with byline, site
/// name and date.
fn write_header(first_h1: Option<&str>, metadata: &Metadata, out: &mut String) {
    let mut header = String::new();
    if let Some(title) = metadata.title.as_deref()
        && !first_h1.is_some_and(|heading| shows_title(heading, title))
    {
        header.push_str("<h1>");
        escape_text(title, &mut header);
        header.push_str("</h1>\n");
    }
    let mut line = String::new();
    for text in [&metadata.byline, &metadata.site_name].into_iter().flatten() {
        push_separator(&mut line);
        escape_text(text, &mut line);
    }
    if let Some(published) = &metadata.published {
        push_separator(&mut line);
        line.push_str("<time datetime=\"");
        escape_attribute(published, &mut line);
        line.push_str("\">");
        escape_text(day(published), &mut line);
        line.push_str("</time>");
    }
    if !line.is_empty() {
        header.push_str("<p>");
        header.push_str(&line);
        header.push_str("</p>\n");
    }
    if !header.is_empty() {
        out.push_str("<header>\n");
        out.push_str(&header);
        out.push_str("</header>\n");
    }
}

fn push_separator(line: &mut String) {
    if !line.is_empty() {
        line.push_str(" · ");
    }
}

/// Returns the date of an ISO 8601 time, or any other text unchanged.
pub(super) fn day(time: &str) -> &str {
    let is_day = |day: &&str| {
        day.bytes().zip(b"0000-00-00").all(|(byte, &form)| match form {
            b'-' => byte == b'-',
            _ => byte.is_ascii_digit(),
        })
    };
    time.get(..10).filter(is_day).unwrap_or(time)
}

#[cfg(test)]
mod tests;
