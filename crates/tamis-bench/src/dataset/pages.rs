//! The pages of all corpora that say, or may say, what their main content is.

use std::path::Path;

use anyhow::Result;
use tamis::{Extractor, Input, Page, Url};
use tamis_testkit::annotated::{Annotated, AnnotatedPage};
use tamis_testkit::wcxb::{self, Wcxb};
use tamis_testkit::{Corpus, chinese, dates, with_without};

use crate::hand_labels::{self, HandLabelled, HandLabels};
use crate::packed_labels::{LabelFile, PackedLabels};

/// A page with what is known about its main content.
#[derive(Debug, Clone)]
pub struct LabelledPage {
    /// The name of the corpus, or of pages that are in none.
    pub corpus: &'static str,
    /// The id in the corpus.
    pub id: String,
    /// The page's kind, if the corpus names it.
    pub kind: Option<&'static str>,
    /// The page.
    pub html: Vec<u8>,
    /// The encoding, if the corpus has converted it.
    pub charset: Option<&'static str>,
    /// The host of its site, if the page has no address.
    pub site: Option<String>,
    /// The address.
    pub url: Option<String>,
    /// The facts about its content.
    pub content: Content,
    /// The labels of its paragraphs, which count more than the facts.
    pub labels: Option<PackedLabels>,
}

impl LabelledPage {
    /// The corpus and the id, as files of labels name the page: `dates/1564888577.html`.
    pub fn name(&self) -> String {
        format!("{}/{}", self.corpus, self.id)
    }

    /// Returns the page as the library reads it, with its address if that is told.
    pub fn read(&self, extractor: &mut Extractor, has_url: bool) -> Page {
        let url = self.url.as_deref().filter(|_| has_url).and_then(|url| Url::parse(url).ok());
        let input = Input::from(&self.html);
        let input = self.charset.map_or(input, |charset| input.charset(charset));
        extractor.page(url.as_ref().map_or(input, |url| input.url(url)))
    }

    /// The address, the host of its site or the id, whichever is known first: it tells the fold.
    pub fn url_or_site(&self) -> &str {
        self.url.as_ref().or(self.site.as_ref()).unwrap_or(&self.id)
    }
}

/// The facts about a page's main content.
#[derive(Debug, Clone)]
pub enum Content {
    /// The whole text.
    Text(String),
    /// Some passages of it, and some that are not in it.
    Passages {
        /// Passages of the content.
        with: Vec<String>,
        /// Other passages.
        without: Vec<String>,
    },
    /// Labels of paragraphs.
    Paragraphs(HandLabels),
    /// The labels on which two engines agree.
    Agreed {
        /// A part of the content, if somebody has labelled that.
        with: Option<String>,
    },
}

/// Returns the pages of `wcxb-dev`, `with-without` and `chinese`, with their labels.
///
/// # Errors
///
/// If a corpus cannot be opened; each item if a page cannot be read.
pub fn corpora() -> Result<impl Iterator<Item = Result<LabelledPage>>> {
    let wcxb = Wcxb::find()?.pages()?.map(|page| page.map(of_wcxb));
    let marked = with_without::pages(&Corpus::find(with_without::NAME)?)?;
    let marked = marked.map(|page| page.map(of_with_without));
    let chinese = chinese::pages(&Corpus::find(chinese::NAME)?)?.into_iter();
    Ok(wcxb.chain(marked).chain(chinese.map(|page| Ok(of_chinese(page)))))
}

/// Returns the pages of a folder that people have labelled.
///
/// # Errors
///
/// As for [`hand_labels::pages`].
pub fn labelled_by_hand(folder: &Path) -> Result<impl Iterator<Item = Result<LabelledPage>>> {
    Ok(hand_labels::pages(folder)?.map(|page| page.map(of_hand_labels)))
}

/// Returns the pages of all corpora, with the facts about their content and without labels of
/// their paragraphs.
///
/// # Errors
///
/// If a corpus cannot be opened; each item if a page cannot be read.
pub fn of_corpora() -> Result<impl Iterator<Item = Result<LabelledPage>>> {
    Ok(corpora()?.chain(annotated()?).chain(unlabelled()?))
}

/// Adds the labels of a file to the pages.
pub fn with_labels(
    pages: impl Iterator<Item = Result<LabelledPage>>,
    mut labels: LabelFile,
) -> impl Iterator<Item = Result<LabelledPage>> {
    pages.map(move |page| {
        page.map(|page| LabelledPage { labels: labels.take(&page.name()), ..page })
    })
}

/// Returns the pages of `dates`, of which nobody has labelled the content. Their labels are those
/// on which two engines agree.
///
/// # Errors
///
/// If the corpus cannot be read.
fn unlabelled() -> Result<impl Iterator<Item = Result<LabelledPage>>> {
    let pages = dates::pages(&Corpus::find(dates::NAME)?)?.into_iter();
    Ok(pages.map(|page| {
        Ok(LabelledPage {
            corpus: dates::NAME,
            id: page.file,
            kind: None,
            html: page.html,
            charset: None,
            site: None,
            url: Some(page.url),
            content: Content::Agreed { with: None },
            labels: None,
        })
    }))
}

/// Returns the pages of all [`Annotated`] corpora. The references of those that are for measuring
/// are left out: their labels are those on which two engines agree.
///
/// # Errors
///
/// If a corpus cannot be read.
fn annotated() -> Result<impl Iterator<Item = Result<LabelledPage>>> {
    let mut pages = Vec::new();
    for set in Annotated::ALL {
        pages.extend(set.pages()?.into_iter().map(|page| Ok(of_annotated(set, page))));
    }
    Ok(pages.into_iter())
}

fn of_annotated(set: Annotated, page: AnnotatedPage) -> LabelledPage {
    let content = if set.is_for_measuring() {
        Content::Agreed { with: None }
    } else if set.is_partial() {
        Content::Agreed { with: Some(page.reference) }
    } else {
        Content::Text(page.reference)
    };
    LabelledPage {
        corpus: set.name(),
        id: page.id,
        kind: set.kind(),
        html: page.html,
        charset: None,
        site: Some(page.site),
        url: page.url,
        content,
        labels: None,
    }
}

fn of_hand_labels(page: HandLabelled) -> LabelledPage {
    LabelledPage {
        corpus: hand_labels::NAME,
        id: page.id,
        kind: None,
        html: page.html,
        charset: None,
        site: None,
        url: page.labels.url.clone(),
        content: Content::Paragraphs(page.labels),
        labels: None,
    }
}

fn of_wcxb(page: wcxb::Page) -> LabelledPage {
    LabelledPage {
        corpus: wcxb::NAME,
        id: page.id,
        kind: Some(page.kind.name()),
        html: page.html,
        // The corpus stores every page in UTF-8, whatever the page itself declares.
        charset: Some("utf-8"),
        site: None,
        url: page.url,
        content: Content::Text(page.main_content),
        labels: None,
    }
}

fn of_with_without(page: with_without::Page) -> LabelledPage {
    LabelledPage {
        corpus: with_without::NAME,
        id: page.file,
        kind: None,
        html: page.html,
        charset: None,
        site: None,
        url: Some(page.url).filter(|url| url.starts_with("http")),
        content: Content::Passages { with: page.annotation.with, without: page.annotation.without },
        labels: None,
    }
}

fn of_chinese(page: chinese::Page) -> LabelledPage {
    LabelledPage {
        corpus: chinese::NAME,
        id: page.id,
        kind: Some("article"),
        html: page.html,
        charset: None,
        site: None,
        url: None,
        content: Content::Text(page.main_content),
        labels: None,
    }
}
