//! XML: the content in the element names of trafilatura's XML, or in those of the TEI.

mod content;
mod dialect;
mod header;
mod walk;
mod writer;

use std::fmt;

use url::Url;

use self::content::Content;
use self::writer::Writer;
use super::Part;
use super::composer::{Parts, compose};
use crate::engine::Verdict;
use crate::metadata::Metadata;
use crate::page::Page;

/// The names that [`xml`] writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum XmlDialect {
    /// Those of trafilatura's XML: `doc` with what is known as attributes, and in it `main` with `p`, `head`, `list` and `item`, `quote`,
    /// `code`, `table`, `row` and `cell`, `graphic`, `ref`, `hi`, `del`, `lb`; `comments` behind it.
    #[default]
    Trafilatura,
    /// TEI P5, valid against the DTD that trafilatura 2.3.1 ships. That has no tables and no code: a table is a list of the type
    /// `table` with a list of the type `row` for each row, code is an `ab` or a `seg` of the type `code`. Headings
    /// are `ab` of the type `header`, as in trafilatura.
    Tei,
}

impl XmlDialect {
    /// Its name, in lower case.
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

/// How [`xml`] writes. No option changes which paragraphs are kept.
///
/// ```
/// use tamis::render::{XmlDialect, XmlOptions};
/// let options = XmlOptions::default().dialect(XmlDialect::Tei).emphasis(false);
/// assert!(options.links && options.images && !options.emphasis);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct XmlOptions {
    /// The names. Default trafilatura's.
    pub dialect: XmlDialect,
    /// Whether links are written; the text of a link always is. Default yes.
    pub links: bool,
    /// Whether images are written. Default yes.
    pub images: bool,
    /// Whether strong, emphasized, deleted and otherwise marked text is marked. Default yes.
    pub emphasis: bool,
    /// The address that relative ones start from. Default [`Page::base_url`].
    pub base: Option<Url>,
}

impl Default for XmlOptions {
    fn default() -> XmlOptions {
        XmlOptions {
            dialect: XmlDialect::default(),
            links: true,
            images: true,
            emphasis: true,
            base: None,
        }
    }
}

impl XmlOptions {
    /// Sets the names.
    #[must_use]
    pub fn dialect(mut self, dialect: XmlDialect) -> XmlOptions {
        self.dialect = dialect;
        self
    }

    /// Sets whether links are written.
    #[must_use]
    pub fn links(mut self, links: bool) -> XmlOptions {
        self.links = links;
        self
    }

    /// Sets whether images are written.
    #[must_use]
    pub fn images(mut self, images: bool) -> XmlOptions {
        self.images = images;
        self
    }

    /// Sets whether marked text is marked.
    #[must_use]
    pub fn emphasis(mut self, emphasis: bool) -> XmlOptions {
        self.emphasis = emphasis;
        self
    }

    /// Sets the address that relative ones start from.
    #[must_use]
    pub fn base(mut self, base: Url) -> XmlOptions {
        self.base = Some(base);
        self
    }
}

/// What the verdict keeps and what is known of it, as an XML 1.0 document without a declaration, which is UTF-8 then. Linear in
/// the page.
///
/// Each text of the page comes once at most, white space collapsed but in code. Characters that XML can't have are left out.
/// Line feeds and indentation stand only between elements where no text can be.
///
/// ```
/// use tamis::dom::Parser;
/// use tamis::engine::Verdict;
/// use tamis::render::{XmlOptions, xml};
/// use tamis::{Metadata, Page};
///
/// let page = Page::measure(Parser::default().parse("<nav>Home</nav><h2>Tea</h2><ul><li>Boil <b>water</b></ul>"));
/// let mut verdict = Verdict::nothing("example", &page);
/// verdict.kept = vec![false, true, true];
/// let written = xml(&page, &verdict, &Metadata::default(), &XmlOptions::default());
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
/// Source: trafilatura 2.3.1, `xml.py` and the names in `htmlprocessing.py`. Otherwise than there, an image stands in a paragraph,
/// a cell says how many columns and rows it spans, and there is no fingerprint.
pub fn xml(page: &Page, verdict: &Verdict, metadata: &Metadata, options: &XmlOptions) -> String {
    xml_of_pages(&[(page, verdict)], &[], metadata, options)
}

/// As [`xml`], of pages behind one another, with comments behind all of it. Nothing where there is no page.
pub(crate) fn xml_of_pages(
    pages: &[Part<'_>],
    comments: &[Part<'_>],
    metadata: &Metadata,
    options: &XmlOptions,
) -> String {
    let Some(&(first, _)) = pages.first() else { return String::new() };
    let (content, comments) = (content_of(pages, options), content_of(comments, options));
    let mut writer = Writer::default();
    match options.dialect {
        XmlDialect::Trafilatura => {
            let known = header::attributes(first, metadata);
            let known: Vec<_> = known.iter().map(|(name, value)| (*name, value.as_str())).collect();
            writer.open("doc", &known, false);
            writer.open("main", &[], false);
            content.write(&mut writer, dialect::trafilatura);
            writer.close();
            if comments.is_empty() {
                writer.element("comments", &[], "");
            } else {
                writer.open("comments", &[], false);
                comments.write(&mut writer, dialect::trafilatura);
            }
        }
        XmlDialect::Tei => {
            writer.open("TEI", &[("xmlns", "http://www.tei-c.org/ns/1.0")], false);
            header::write(first, metadata, &mut writer);
            writer.open("text", &[], false);
            writer.open("body", &[], false);
            writer.open("div", &[("type", "entry")], false);
            content.write(&mut writer, dialect::tei);
            if !comments.is_empty() {
                writer.close();
                writer.open("div", &[("type", "comments")], false);
                comments.write(&mut writer, dialect::tei);
            }
        }
    }
    writer.finish()
}

fn content_of(pages: &[Part<'_>], options: &XmlOptions) -> Content {
    let mut content = Content::default();
    for &page in pages {
        note_content(page, options, &mut content);
    }
    content
}

fn note_content((page, verdict): Part<'_>, options: &XmlOptions, content: &mut Content) {
    let base = options.base.clone().or_else(|| page.base_url());
    let XmlOptions { links, images, emphasis, .. } = *options;
    let parts = Parts { links, images, emphasis };
    let composed = compose(page, verdict, base.as_ref(), parts);
    walk::walk(&composed.document, page.document().html_bytes(), base.as_ref(), content);
}

#[cfg(test)]
mod tests;
