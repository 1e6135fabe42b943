//! The corpora of pages with `annotations.json`: news in many languages, threads, recipes, articles
//! of many sites.
//!
//! They have one form: a folder `html` with a file for each page, and an object that has the
//! annotations of each page by the name of its file. What is annotated differs.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::corpus::Corpus;

/// A corpus of this form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Annotated {
    /// News of 2023 to 2026 in over 20 languages.
    Fundus,
    /// News of 2011 and 2012 in five languages. **Only to measure with**: its references may train
    /// and tune nothing.
    Daniel,
    /// English news of 2010. **Only to measure with**, as [`Annotated::Daniel`].
    Blocks,
    /// Threads of forums.
    Forums,
    /// Recipes, of which only ingredients and steps are annotated.
    Recipes,
    /// Articles of many sites, of which only the first words are annotated.
    Postlight,
}

impl Annotated {
    /// Every corpus.
    pub const ALL: [Annotated; 6] = [
        Annotated::Daniel,
        Annotated::Fundus,
        Annotated::Blocks,
        Annotated::Forums,
        Annotated::Recipes,
        Annotated::Postlight,
    ];

    /// The name of the corpus.
    pub const fn name(self) -> &'static str {
        match self {
            Annotated::Fundus => "fundus",
            Annotated::Daniel => "daniel",
            Annotated::Blocks => "blocks",
            Annotated::Forums => "forums",
            Annotated::Recipes => "recipes",
            Annotated::Postlight => "postlight",
        }
    }

    /// True if only a part of the content is annotated, so that what else comes out is neither
    /// right nor wrong.
    pub const fn is_partial(self) -> bool {
        matches!(self, Annotated::Recipes | Annotated::Postlight)
    }

    /// The type of all pages of the corpus, as `wcxb-dev` names types, if they have one.
    pub const fn kind(self) -> Option<&'static str> {
        match self {
            Annotated::Fundus | Annotated::Daniel | Annotated::Blocks => Some("article"),
            Annotated::Forums => Some("forum"),
            Annotated::Recipes | Annotated::Postlight => None,
        }
    }

    /// True if the references may only be measured with, and train nothing.
    pub const fn is_for_measuring(self) -> bool {
        matches!(self, Annotated::Daniel | Annotated::Blocks)
    }

    /// Returns the pages, sorted by id.
    ///
    /// # Errors
    ///
    /// If the corpus is absent or cannot be read.
    pub fn pages(self) -> Result<Vec<AnnotatedPage>> {
        let corpus = Corpus::find(self.name())?;
        let annotations = corpus.read("annotations.json")?;
        let mut annotations: BTreeMap<String, Annotation> =
            serde_json::from_slice(&annotations).context("annotations.json")?;
        let mut pages = Vec::with_capacity(annotations.len());
        for entry in corpus.entries(&["html/"])? {
            let entry = entry?;
            let file = entry.path.strip_prefix("html/").unwrap_or(&entry.path);
            let id = file.strip_suffix(".html").unwrap_or(file).to_owned();
            let annotation = annotations
                .remove(&id)
                .with_context(|| format!("{id} is not annotated in {}", self.name()))?;
            let group = self.group(&annotation);
            let reference = annotation.reference();
            let comments = annotation.of_class("comment");
            pages.push(AnnotatedPage {
                id,
                site: annotation.site(file),
                html: entry.bytes,
                url: annotation.url,
                group,
                reference,
                posts: annotation.posts.into_iter().map(|post| post.text).collect(),
                comments,
            });
        }
        pages.sort_by(|one, other| one.id.cmp(&other.id));
        Ok(pages)
    }

    /// The part of the corpus that a page is in: figures are for each.
    fn group(self, annotation: &Annotation) -> &'static str {
        let language = annotation.language.as_deref().unwrap_or_default();
        match self {
            Annotated::Daniel => match language {
                "Russian" => "ru",
                "Chinese" => "zh",
                "Greek" => "el",
                "Polish" => "pl",
                _ => "en",
            },
            Annotated::Fundus => match annotation.country.as_deref().unwrap_or_default() {
                "cn" | "jp" | "kr" | "tw" => "cjk",
                "us" | "uk" | "au" | "ca" | "tz" | "za" => "en",
                _ => "other",
            },
            Annotated::Blocks => "en",
            Annotated::Forums | Annotated::Postlight => "all",
            Annotated::Recipes if language.starts_with("en") => "en",
            Annotated::Recipes => "other",
        }
    }
}

/// A page with its reference.
#[derive(Debug, Clone)]
pub struct AnnotatedPage {
    /// The name of its file without the extension.
    pub id: String,
    /// The page as it was fetched.
    pub html: Vec<u8>,
    /// Its address, if that is known.
    pub url: Option<String>,
    /// The host of its site.
    pub site: String,
    /// The part of the corpus that it is in, such as a language.
    pub group: &'static str,
    /// The main content.
    pub reference: String,
    /// The posts of a thread.
    pub posts: Vec<String>,
    /// Comments of readers, which are no content.
    pub comments: Vec<String>,
}

impl AnnotatedPage {
    /// The address, or the host if it is not known: it tells the fold of the page.
    pub fn url_or_site(&self) -> &str {
        self.url.as_deref().unwrap_or(&self.site)
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Annotation {
    url: Option<String>,
    site: Option<String>,
    language: Option<String>,
    country: Option<String>,
    text: Option<String>,
    posts: Vec<AnnotatedPost>,
    blocks: Vec<(String, String)>,
    ingredients: Vec<String>,
    steps: Vec<String>,
    first_words: Option<String>,
}

#[derive(Debug, Deserialize)]
struct AnnotatedPost {
    text: String,
}

impl Annotation {
    /// The main content, or what of it is annotated.
    fn reference(&self) -> String {
        let parts = || self.ingredients.iter().chain(&self.steps).cloned().collect::<Vec<_>>();
        let text = self.text.as_ref().or(self.first_words.as_ref());
        text.cloned().unwrap_or_else(|| parts().join("\n"))
    }

    /// The host of the site: the stated one, that of the address, or the name of the file, which
    /// begins with it.
    fn site(&self, file: &str) -> String {
        let host = |url: &String| {
            let behind_scheme = url.split_once("://").map_or(url.as_str(), |(_, rest)| rest);
            behind_scheme.split(['/', '?', '#', ':']).next().unwrap_or_default().to_owned()
        };
        self.site.clone().or_else(|| self.url.as_ref().map(host)).unwrap_or_else(|| file.to_owned())
    }

    /// The texts of the blocks of a class.
    fn of_class(&self, class: &str) -> Vec<String> {
        let of_class = self.blocks.iter().filter(|(of, _)| of == class);
        of_class.map(|(_, text)| text.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[ignore = "needs a corpus"]
    fn every_page_has_a_reference() {
        // A page that only has pictures.
        const WITHOUT: [&str; 1] = ["www.buzzfeed.com--splash-9e5d99"];
        for (corpus, count) in Annotated::ALL.into_iter().zip([774, 117, 313, 46, 520, 69]) {
            let pages = corpus.pages().unwrap();
            assert_eq!(pages.len(), count, "{}", corpus.name());
            let is_incomplete =
                |page: &&AnnotatedPage| page.html.is_empty() || page.reference.trim().is_empty();
            let bad: Vec<&str> =
                pages.iter().filter(is_incomplete).map(|page| page.id.as_str()).collect();
            let expected: &[&str] = if corpus == Annotated::Postlight { &WITHOUT } else { &[] };
            assert_eq!(bad, expected, "{}", corpus.name());
        }
    }
}
