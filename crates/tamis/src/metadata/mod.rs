//! Metadata: what a page says about itself.

mod rules;

use tamis_dom::{Document, Name, name};

use crate::page::Page;
use crate::whitespace::{is_python_space, normalize_whitespace};

/// What is known about an article beside its text. Every value is as the page has it: white space collapsed, character
/// references decoded, not escaped for any format.
///
/// Addresses are absolute where the page's own is known ([`Page::base_url`]), and always of the web (`http` and
/// `https`); where it is not known, relative ones stay as they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Metadata {
    /// The title.
    pub title: Option<String>,
    /// Who wrote it, in one line.
    pub byline: Option<String>,
    /// A short description, or the first paragraph.
    pub excerpt: Option<String>,
    /// The name of the site.
    pub site_name: Option<String>,
    /// The language that the page declares.
    pub language: Option<String>,
    /// The direction of writing, `ltr` or `rtl`, as the page declares it.
    pub direction: Option<String>,
    /// When it was published, as the page has it.
    pub published: Option<String>,
    /// When it was last changed, as the page has it.
    pub modified: Option<String>,
    /// The address that the page calls its own.
    pub canonical: Option<String>,
    /// The address of the picture that the page shows of itself elsewhere.
    pub image: Option<String>,
    /// The address of the site's icon: the smallest of at least 32 pixels, else one that states no size, else the
    /// largest; one made for the start screens of telephones only where there is no other.
    pub favicon: Option<String>,
}

impl Metadata {
    /// What the page says, whatever its main content is. Linear in the page.
    ///
    /// ```
    /// use tamis::dom::Parser;
    /// use tamis::{Metadata, Page, Url};
    /// let html = "<title>Bread | Crumb</title><link rel=canonical href=/bread><meta property=og:image content=a.jpg>";
    /// let page = Page::measure(Parser::default().parse(html));
    /// let page = page.with_url(Url::parse("https://example.com/2024/bread").unwrap());
    /// let metadata = Metadata::of(&page);
    /// assert_eq!(metadata.title.as_deref(), Some("Bread | Crumb"));
    /// assert_eq!(metadata.canonical.as_deref(), Some("https://example.com/bread"));
    /// assert_eq!(metadata.image.as_deref(), Some("https://example.com/2024/a.jpg"));
    /// ```
    pub fn of(page: &Page) -> Metadata {
        let document = page.document();
        let mut metadata = Metadata {
            title: document.title().and_then(one_line),
            language: declared(document, name::LANG),
            direction: declared(document, name::DIR)
                .map(|direction| direction.to_ascii_lowercase())
                .filter(|direction| matches!(direction.as_str(), "ltr" | "rtl")),
            ..Metadata::default()
        };
        rules::apply(page, &mut metadata);
        metadata
    }

    /// Takes from `other` what is not known here.
    pub(crate) fn complete_with(&mut self, mut other: Metadata) {
        for (own, others) in self.fields_mut().into_iter().zip(other.fields_mut()) {
            if own.is_none() {
                *own = others.take();
            }
        }
    }

    fn fields_mut(&mut self) -> [&mut Option<String>; 11] {
        let Metadata {
            title,
            byline,
            excerpt,
            site_name,
            language,
            direction,
            published,
            modified,
            canonical,
            image,
            favicon,
        } = self;
        [
            title, byline, excerpt, site_name, language, direction, published, modified, canonical,
            image, favicon,
        ]
    }
}

/// An attribute of the `<html>` element.
fn declared(document: &Document, attr: Name) -> Option<String> {
    document.attr(document.root()?, attr).and_then(one_line)
}

/// The text in one line: white space collapsed and trimmed; `None` where nothing is left.
fn one_line(text: &str) -> Option<String> {
    let text = normalize_whitespace(text.trim_matches(is_python_space)).replace('\n', " ");
    (!text.is_empty()).then_some(text)
}
