//! HTML for readers: the article as it stands in the page, safe to show.

use tamis_dom::NodeId;
use url::Url;

use super::Part;
use super::composer::{Composed, Parts, compose};
use super::sanitize::{self, Policy, escape_attribute, escape_text};
use crate::engine::Verdict;
use crate::metadata::Metadata;
use crate::page::Page;

const STYLE: &str = include_str!("html/page.css");

/// What may not happen in a page, should anything get into it: no script, no plug-in, no form that sends. It is the value of a
/// `Content-Security-Policy`.
pub const CONTENT_SECURITY: &str =
    "script-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'";

/// How [`html`] writes. No option changes which paragraphs are kept.
///
/// ```
/// use tamis::render::HtmlOptions;
/// let options = HtmlOptions::default().fragment(true).images(false);
/// assert!(options.fragment && options.links && !options.images);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct HtmlOptions {
    /// Only the content, without the page around it. Default no.
    pub fragment: bool,
    /// Whether images are written. Default yes.
    pub images: bool,
    /// Whether links are written; the text of a link always is. Default yes.
    pub links: bool,
    /// Whether strong, emphasized, deleted and otherwise marked text is marked. Default yes.
    pub emphasis: bool,
    /// The address that relative ones start from. Default [`Page::base_url`].
    pub base: Option<Url>,
}

impl Default for HtmlOptions {
    fn default() -> HtmlOptions {
        HtmlOptions { fragment: false, images: true, links: true, emphasis: true, base: None }
    }
}

impl HtmlOptions {
    /// Sets whether the content is written alone.
    #[must_use]
    pub fn fragment(mut self, fragment: bool) -> HtmlOptions {
        self.fragment = fragment;
        self
    }

    /// Sets whether images are written.
    #[must_use]
    pub fn images(mut self, images: bool) -> HtmlOptions {
        self.images = images;
        self
    }

    /// Sets whether links are written.
    #[must_use]
    pub fn links(mut self, links: bool) -> HtmlOptions {
        self.links = links;
        self
    }

    /// Sets whether marked text is marked.
    #[must_use]
    pub fn emphasis(mut self, emphasis: bool) -> HtmlOptions {
        self.emphasis = emphasis;
        self
    }

    /// Sets the address that relative ones start from.
    #[must_use]
    pub fn base(mut self, base: Url) -> HtmlOptions {
        self.base = Some(base);
        self
    }
}

/// What the verdict keeps, as HTML: a whole page to read, with title, byline, name of the site and date, or the content
/// alone. Linear in the page.
///
/// Each text of the page comes once at most, in the elements that say what it is. Images come with their best source and
/// addresses as absolute ones, where the page's is known. All of it goes through the sanitizer's allow-list
/// ([`sanitized_html`](super::sanitized_html)).
///
/// ```
/// use tamis::dom::Parser;
/// use tamis::engine::Verdict;
/// use tamis::render::{HtmlOptions, html};
/// use tamis::{Metadata, Page};
///
/// let page = Page::measure(Parser::default().parse(
///     "<title>Tea</title><nav>Home</nav><div><h1>Tea</h1><ul class=x><li onclick=x()>Boil <b>water</b></ul>"));
/// let mut verdict = Verdict::nothing("example", &page);
/// verdict.kept = vec![false, true, true];
/// let options = HtmlOptions::default().fragment(true);
/// let content = html(&page, &verdict, &Metadata::of(&page), &options);
/// assert_eq!(content, "<h1>Tea</h1>\n<ul><li>Boil <b>water</b></li>\n</ul>\n");
/// ```
pub fn html(page: &Page, verdict: &Verdict, metadata: &Metadata, options: &HtmlOptions) -> String {
    html_of_pages(&[(page, verdict)], &[], metadata, options)
}

/// As [`html`], of pages behind one another, with comments behind all of it. What is known, of the first page, stands in
/// front. Nothing where there is no page.
pub(crate) fn html_of_pages(
    pages: &[Part<'_>],
    comments: &[Part<'_>],
    metadata: &Metadata,
    options: &HtmlOptions,
) -> String {
    let Some((&first, more)) = pages.split_first() else { return String::new() };
    let mut content = String::new();
    let has_title = write_content(first, options, &mut content);
    for &page in more {
        write_content(page, options, &mut content);
    }
    let comments = comments_section(comments, options);
    if options.fragment {
        content.push_str(&comments);
        return content;
    }
    let mut out = String::with_capacity(content.len() + comments.len() + STYLE.len() * 2);
    write_head(first.0, metadata, &mut out);
    out.push_str("<body>\n");
    write_header(has_title, metadata, &mut out);
    out.push_str("<article>\n");
    out.push_str(&content);
    out.push_str("</article>\n");
    out.push_str(&comments);
    out.push_str("</body>\n</html>\n");
    out
}

/// The comments in an element of their own; empty where there are none.
fn comments_section(pages: &[Part<'_>], options: &HtmlOptions) -> String {
    let mut comments = String::new();
    for &page in pages {
        write_content(page, options, &mut comments);
    }
    if comments.is_empty() {
        return comments;
    }
    format!("<section class=\"comments\">\n{comments}</section>\n")
}

/// Writes what is kept of a page; whether it has a heading of the first level.
fn write_content((page, verdict): Part<'_>, options: &HtmlOptions, out: &mut String) -> bool {
    let base = options.base.clone().or_else(|| page.base_url());
    let HtmlOptions { links, images, emphasis, .. } = *options;
    let parts = Parts { links, images, emphasis };
    let Composed { document, has_title } = compose(page, verdict, base.as_ref(), parts);
    let policy = Policy::default();
    let policy = base.as_ref().map_or(policy, |base| policy.base_url(base));
    sanitize::write(&document, NodeId::DOCUMENT, false, &policy, out);
    has_title
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

/// The title, unless the content has its own heading of the first level, and a line about who, where and when.
fn write_header(has_title: bool, metadata: &Metadata, out: &mut String) {
    let mut header = String::new();
    if let Some(title) = metadata.title.as_deref().filter(|_| !has_title) {
        header.push_str("<h1>");
        escape_text(title, &mut header);
        header.push_str("</h1>\n");
    }
    let mut line = String::new();
    for text in [&metadata.byline, &metadata.site_name].into_iter().flatten() {
        part(&mut line);
        escape_text(text, &mut line);
    }
    if let Some(published) = &metadata.published {
        part(&mut line);
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

fn part(line: &mut String) {
    if !line.is_empty() {
        line.push_str(" · ");
    }
}

/// The day of a time as ISO 8601 has it; any other as it stands.
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
