//! The XML renderer, with the element names of trafilatura or of TEI.

mod content;
mod dialect;
mod escape;
mod header;
mod tag;
mod walk;
mod writer;

use std::fmt;

use url::Url;

use self::content::XmlContent;
pub use self::escape::{escape_xml_attribute, escape_xml_text};
use self::writer::XmlWriter;
use super::composer::{Parts, compose};
use super::embeds::EmbedStyle;
use super::form::Form;
use crate::metadata::Metadata;
use crate::page::Page;
use crate::verdict::{Selection, Verdict};

/// The element names that [`xml_with`] writes.
///
/// ```
/// use tamis::render::XmlDialect;
/// assert_eq!(XmlDialect::default(), XmlDialect::Trafilatura);
/// assert_eq!(XmlDialect::Tei.to_string(), "tei");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum XmlDialect {
    /// The names of trafilatura's XML. `doc` has the metadata as attributes. It contains `main`
    /// with the content, in `p`, `head`, `list` and `item`, `quote`, `code`, `table`, `row` and
    /// `cell`, `graphic`, `ref`, `hi`, `del`, `lb`, and then `comments`.
    #[default]
    Trafilatura,
    /// TEI P5, valid against the DTD that trafilatura 2.3.1 ships. That DTD has no tables and no
    /// code. A table is a list of the type `table` with a list of the type `row` for each row, and
    /// code is an `ab` or a `seg` of the type `code`. As in trafilatura, headings are `ab` of the
    /// type `header`.
    Tei,
}

impl XmlDialect {
    /// Returns the name in lower case, as in the example of [`XmlDialect`].
    pub const fn as_str(self) -> &'static str {
        match self {
            XmlDialect::Trafilatura => "trafilatura",
            XmlDialect::Tei => "tei",
        }
    }
}

impl fmt::Display for XmlDialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Options of [`xml_with`]. No option changes which paragraphs are kept.
///
/// ```
/// use tamis::render::{XmlDialect, XmlOptions};
/// let options = XmlOptions::default().dialect(XmlDialect::Tei).emphasis(false);
/// assert!(options.links && options.images && !options.emphasis);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct XmlOptions {
    /// The element names. Default: [`XmlDialect::Trafilatura`].
    pub dialect: XmlDialect,
    /// True to write links. The text of a link is always written. Default: true.
    pub links: bool,
    /// True to write images. Default: true.
    pub images: bool,
    /// True to write a link to each video, sound, post, map or chart that the page embeds from a
    /// known site, with its title or the name of the site. It needs links. Default: true.
    pub embeds: bool,
    /// True to mark strong, emphasized, deleted and otherwise marked text. Default: true.
    pub emphasis: bool,
    /// The absolute address that relative addresses are resolved against. Default: `None`, which
    /// uses [`Page::base_url`], else what the page states as its own address, if that is safe:
    /// everything in its head names one host, and no browser saved the page with its files.
    pub base: Option<Url>,
}

impl Default for XmlOptions {
    fn default() -> XmlOptions {
        XmlOptions {
            dialect: XmlDialect::default(),
            links: true,
            images: true,
            embeds: true,
            emphasis: true,
            base: None,
        }
    }
}

impl XmlOptions {
    /// Sets [`dialect`](XmlOptions::dialect).
    #[must_use]
    pub fn dialect(mut self, dialect: XmlDialect) -> XmlOptions {
        self.dialect = dialect;
        self
    }

    /// Sets [`links`](XmlOptions::links).
    #[must_use]
    pub fn links(mut self, links: bool) -> XmlOptions {
        self.links = links;
        self
    }

    /// Sets [`images`](XmlOptions::images).
    #[must_use]
    pub fn images(mut self, images: bool) -> XmlOptions {
        self.images = images;
        self
    }

    /// Sets [`embeds`](XmlOptions::embeds).
    #[must_use]
    pub fn embeds(mut self, embeds: bool) -> XmlOptions {
        self.embeds = embeds;
        self
    }

    /// Sets [`emphasis`](XmlOptions::emphasis).
    #[must_use]
    pub fn emphasis(mut self, emphasis: bool) -> XmlOptions {
        self.emphasis = emphasis;
        self
    }

    /// Sets [`base`](XmlOptions::base).
    #[must_use]
    pub fn base(mut self, base: Url) -> XmlOptions {
        self.base = Some(base);
        self
    }
}

/// Renders what the verdict keeps, and the metadata, as XML with the default options. See
/// [`xml_with`] for the format and an example.
pub fn xml(page: &Page, verdict: &Verdict, metadata: &Metadata) -> String {
    xml_with(page, verdict, metadata, &XmlOptions::default())
}

/// Renders what the verdict keeps, and the metadata, as an XML 1.0 document.
///
/// The document has no declaration, so it is UTF-8. Each text of the page occurs at most once, with
/// white space collapsed except in code. Characters that XML does not allow are left out. Line
/// feeds and indentation occur only between elements where no text can be. Formulas are TeX between
/// `\(` and `\)`, or `\[` and `\]` if they are displayed. The time is linear in
/// the page.
///
/// ```
/// use tamis::dom::Parser;
/// use tamis::engine::Verdict;
/// use tamis::render::{XmlOptions, xml_with};
/// use tamis::{Metadata, Page};
///
/// let html = "<nav>Home</nav><h2>Tea</h2><ul><li>Boil <b>water</b></ul>";
/// let page = Page::measure(Parser::default().parse(html));
/// let mut verdict = Verdict::nothing("example", &page);
/// verdict.kept = vec![false, true, true];
/// let written = xml_with(&page, &verdict, &Metadata::default(), &XmlOptions::default());
/// assert_eq!(written, r##"<doc>
///   <main>
///     <head rend="h2">Tea</head>
///     <list rend="ul">
///       <item>Boil <hi rend="#b">water</hi></item>
///     </list>
///   </main>
///   <comments/>
/// </doc>
/// "##);
/// ```
///
/// Source: trafilatura 2.3.1, `xml.py` and the names in `htmlprocessing.py`. Deviations: an image
/// is in a paragraph, a cell states how many columns and rows it spans, and there is no
/// fingerprint.
pub fn xml_with(
    page: &Page,
    verdict: &Verdict,
    metadata: &Metadata,
    options: &XmlOptions,
) -> String {
    xml_of_pages(&[Selection::new(page, verdict)], &[], metadata, options)
}

/// Renders several pages as one document, with the comments after all content. Empty if there is no
/// page.
pub(crate) fn xml_of_pages(
    pages: &[Selection<'_>],
    comments: &[Selection<'_>],
    metadata: &Metadata,
    options: &XmlOptions,
) -> String {
    let Some(first) = pages.first().map(|selection| selection.page()) else { return String::new() };
    let max_bytes = pages
        .iter()
        .fold(0_usize, |bytes, selection| bytes.saturating_add(selection.page().output_bytes()));
    let mut parts = [content_of(pages, options), content_of(comments, options)];
    let write = |parts: &_, form, max_bytes| {
        write_document(parts, (first, metadata), options.dialect, (form, max_bytes))
    };
    if let Ok(document) = write(&parts, Form::Full, max_bytes) {
        return document;
    }
    loop {
        match write(&parts, Form::Plain, max_bytes) {
            Ok(document) => return document,
            Err(Cut { part, event }) => {
                first.note_output_cut();
                parts[part].cut(event);
            }
        }
    }
}

/// The place at which a document is longer than it may be.
struct Cut {
    /// 0 for the content, 1 for the comments.
    part: usize,
    event: usize,
}

/// Writes the content and the comments.
///
/// # Errors
///
/// If they are too long: the place where they are.
fn write_document(
    [content, comments]: &[XmlContent; 2],
    (first, metadata): (&Page, &Metadata),
    dialect: XmlDialect,
    (form, max_bytes): (Form, usize),
) -> Result<String, Cut> {
    let mut writer = XmlWriter::new(form);
    let cut = |part: usize| move |event| Err(Cut { part, event });
    match dialect {
        XmlDialect::Trafilatura => {
            let known = header::attributes(first, metadata);
            let known: Vec<_> = known.iter().map(|(name, value)| (*name, value.as_str())).collect();
            writer.open("doc", &known, false);
            writer.open("main", &[], false);
            content.write(&mut writer, dialect::trafilatura, max_bytes).map_or(Ok(()), cut(0))?;
            writer.close();
            if comments.is_empty() {
                writer.element("comments", &[], "");
            } else {
                writer.open("comments", &[], false);
                let end = comments.write(&mut writer, dialect::trafilatura, max_bytes);
                end.map_or(Ok(()), cut(1))?;
            }
        }
        XmlDialect::Tei => {
            writer.open("TEI", &[("xmlns", "http://www.tei-c.org/ns/1.0")], false);
            header::write(first, metadata, &mut writer);
            writer.open("text", &[], false);
            writer.open("body", &[], false);
            writer.open("div", &[("type", "entry")], false);
            content.write(&mut writer, dialect::tei, max_bytes).map_or(Ok(()), cut(0))?;
            if !comments.is_empty() {
                writer.close();
                writer.open("div", &[("type", "comments")], false);
                comments.write(&mut writer, dialect::tei, max_bytes).map_or(Ok(()), cut(1))?;
            }
        }
    }
    Ok(writer.finish())
}

fn content_of(pages: &[Selection<'_>], options: &XmlOptions) -> XmlContent {
    let mut content = XmlContent::default();
    for &page in pages {
        note_content(page, options, &mut content);
    }
    content
}

fn note_content(selection: Selection<'_>, options: &XmlOptions, content: &mut XmlContent) {
    let (page, verdict) = (selection.page(), selection.verdict());
    let base = options.base.clone().or_else(|| page.link_base());
    let XmlOptions { links, images, embeds, emphasis, .. } = *options;
    let embeds = if embeds { EmbedStyle::Link } else { EmbedStyle::Omitted };
    let parts = Parts { links, images, embeds, emphasis };
    let composed = compose(page, verdict, base.as_ref(), parts);
    walk::walk(&composed.document, page.document().html_bytes(), base.as_ref(), content);
}

#[cfg(test)]
mod tests;
