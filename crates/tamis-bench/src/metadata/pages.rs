//! The annotated pages of the corpora.

use anyhow::Result;
use tamis_testkit::wcxb::Wcxb;
use tamis_testkit::with_without::Authors;
use tamis_testkit::{Corpus, dates as dates_corpus, sample, with_without as with_without_corpus};

use super::{Answer, Compared};

/// A page with what is known about it.
#[derive(Debug, Clone)]
pub struct Sample {
    /// Its id in the corpus.
    pub id: String,
    /// Its bytes.
    pub html: Vec<u8>,
    /// The charset it came with, where that is known.
    pub charset: Option<&'static str>,
    /// Its address, where it is known.
    pub url: Option<String>,
    /// The annotations.
    pub reference: Reference,
}

/// The annotations of a page.
#[derive(Debug, Clone, Default)]
pub struct Reference {
    /// The values; an empty one means that the page has none.
    pub answer: Answer,
    /// The fields that were looked at.
    pub fields: Vec<Compared>,
}

/// The pages of `wcxb-dev`, all or so many as the seed chooses.
///
/// # Errors
///
/// If the corpus cannot be read; each item if a page cannot.
pub fn wcxb(
    corpus: &Wcxb,
    count: Option<usize>,
    seed: u64,
) -> Result<Box<dyn Iterator<Item = Result<Sample>>>> {
    let read = |page: tamis_testkit::wcxb::Page| {
        let answer = Answer {
            title: Some(page.title),
            authors: page.author.into_iter().collect(),
            date: page.date,
            ..Answer::default()
        };
        let fields = vec![Compared::Title, Compared::Author, Compared::Date];
        Sample {
            id: page.id,
            html: page.html,
            // The corpus stores every page in UTF-8, whatever the page itself declares.
            charset: Some("utf-8"),
            url: page.url,
            reference: Reference { answer, fields },
        }
    };
    Ok(match count {
        Some(count) => {
            Box::new(corpus.sample(count, seed)?.into_iter().map(move |page| Ok(read(page))))
        }
        None => Box::new(corpus.pages()?.map(move |page| page.map(read))),
    })
}

/// The pages of `dates`, all or so many as the seed chooses.
///
/// # Errors
///
/// If the corpus cannot be read.
pub fn dates(corpus: &Corpus, count: Option<usize>, seed: u64) -> Result<Vec<Sample>> {
    let pages = dates_corpus::pages(corpus)?;
    let pages = sample::choose(pages, |page| &page.file, count.unwrap_or(usize::MAX), seed);
    let read = |page: dates_corpus::Page| Sample {
        id: page.file,
        html: page.html,
        charset: None,
        url: Some(page.url),
        reference: Reference {
            answer: Answer { date: page.date, ..Answer::default() },
            fields: vec![Compared::Date],
        },
    };
    Ok(pages.into_iter().map(read).collect())
}

/// The pages of `with-without` whose metadata are annotated, all or so many as the seed chooses.
///
/// # Errors
///
/// If the corpus cannot be read.
pub fn with_without(corpus: &Corpus, count: Option<usize>, seed: u64) -> Result<Vec<Sample>> {
    let pages = with_without_corpus::pages(corpus)?.collect::<Result<Vec<_>>>()?;
    let pages = sample::choose(pages, |page| &page.file, count.unwrap_or(usize::MAX), seed);
    let annotated = pages.into_iter().filter(|page| page.annotation.title.is_some());
    let read = |page: with_without_corpus::Page| {
        let note = page.annotation;
        let fields = [
            (Compared::Title, true),
            (Compared::Author, note.author != Authors::Unknown),
            (Compared::Date, note.date.is_some()),
            (Compared::Sitename, note.sitename.is_some()),
            // Where nothing is listed nobody may have looked.
            (Compared::Categories, !note.categories.is_empty()),
            (Compared::Tags, !note.tags.is_empty()),
        ];
        let authors = match note.author {
            Authors::Unknown => Vec::new(),
            Authors::One(author) => vec![author],
            Authors::Several(authors) => authors,
        };
        let answer = Answer {
            title: note.title,
            authors,
            date: note.date,
            sitename: note.sitename,
            categories: note.categories,
            tags: note.tags,
        };
        let fields = fields.into_iter().filter(|field| field.1).map(|field| field.0).collect();
        let url = page.url.contains("://").then_some(page.url);
        let reference = Reference { answer, fields };
        Sample { id: page.file, html: page.html, charset: None, url, reference }
    };
    Ok(annotated.map(read).collect())
}
