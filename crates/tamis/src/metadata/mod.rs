//! Metadata: what a page says about itself.

use crate::page::Page;
use crate::whitespace::{is_python_space, normalize_whitespace};

/// What is known about an article beside its text. Every value is as the page has it: white space collapsed, character
/// references decoded, not escaped for any format.
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
}

impl Metadata {
    /// What the page says, whatever its main content is.
    pub fn of(page: &Page) -> Metadata {
        let title = page.document().title().map(|title| {
            normalize_whitespace(title.trim_matches(is_python_space)).replace('\n', " ")
        });
        Metadata { title: title.filter(|title| !title.is_empty()), ..Metadata::default() }
    }

    /// Takes from `other` what is not known here.
    pub(crate) fn complete_with(&mut self, other: Metadata) {
        let Metadata { title, byline, excerpt, site_name, language, direction, published } = other;
        for (own, others) in [
            (&mut self.title, title),
            (&mut self.byline, byline),
            (&mut self.excerpt, excerpt),
            (&mut self.site_name, site_name),
            (&mut self.language, language),
            (&mut self.direction, direction),
            (&mut self.published, published),
        ] {
            if own.is_none() {
                *own = others;
            }
        }
    }
}
