//! The annotated pages of the corpora.

use anyhow::Result;
use tamis_testkit::wcxb::Wcxb;
use tamis_testkit::with_without::Authors;
use tamis_testkit::{
    Corpus, chinese as chinese_corpus, dates as dates_corpus, sample,
    with_without as with_without_corpus,
};

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

/// The pages of `chinese`, all or so many as the seed chooses. A date without a day does not count.
///
/// # Errors
///
/// If the corpus cannot be read.
pub fn chinese(corpus: &Corpus, count: Option<usize>, seed: u64) -> Result<Vec<Sample>> {
    let pages = chinese_corpus::pages(corpus)?;
    let pages = sample::choose(pages, |page| &page.id, count.unwrap_or(usize::MAX), seed);
    let read = |page: chinese_corpus::Page| {
        let day = page.date.as_deref().map(day);
        let mut fields = vec![Compared::Author];
        if day != Some(None) {
            fields.push(Compared::Date);
        }
        let authors = page.author.iter().flat_map(|authors| each_name(authors));
        let answer = Answer {
            authors: authors.map(str::to_owned).collect(),
            date: day.flatten(),
            ..Answer::default()
        };
        let reference = Reference { answer, fields };
        Sample { id: page.id, html: page.html, charset: None, url: None, reference }
    };
    Ok(pages.into_iter().map(read).collect())
}

/// The names in an annotation: between commas, and between spaces if they are all Chinese.
fn each_name(authors: &str) -> Vec<&str> {
    let is_chinese = authors.chars().all(|c| c >= '\u{3000}' || c == ' ');
    let parts = authors.split(|c| c == '、' || is_chinese && c == ' ');
    parts.filter(|part| !part.is_empty()).collect()
}

/// The day of a date such as `2004-9-17 5:54:13`, as `YYYY-MM-DD`; `None` of a month.
fn day(date: &str) -> Option<String> {
    let mut parts = date.split_whitespace().next()?.split('-').map(str::parse::<u16>);
    let (year, month, day) = (parts.next()?.ok()?, parts.next()?.ok()?, parts.next()?.ok()?);
    Some(format!("{year:04}-{month:02}-{day:02}"))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_of_annotations() {
        assert_eq!(day("2004-9-17 5:54:13").as_deref(), Some("2004-09-17"));
        assert_eq!(day("1996-6"), None);
    }

    #[test]
    fn names_of_annotations() {
        assert_eq!(each_name("王小明、李雷  韩梅"), ["王小明", "李雷", "韩梅"]);
        assert_eq!(each_name("王小明 (Ann Lee)"), ["王小明 (Ann Lee)"]);
    }
}
