//! The corpus `readability-reference`: the answers of Readability.js of July 2026 for each page of
//! `wcxb-dev`.

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use crate::corpus::Corpus;

/// The name of the corpus.
pub const NAME: &str = "readability-reference";

/// A page with the answer of the reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReferencePage {
    /// The id of the page in `wcxb-dev`.
    pub id: String,
    /// The address it was read with.
    pub url: String,
    /// The answer. `None` for a page that the reference was not run on.
    pub answer: Option<Answer>,
}

/// The answer of the reference about a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// True if the page is probably an article, according to the check before parsing.
    pub readerable: bool,
    /// The article, if it finds one.
    pub article: Option<ReferenceArticle>,
}

/// An article of the reference. A field is `None` where the reference has none.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReferenceArticle {
    /// The title.
    pub title: String,
    /// The author.
    pub byline: Option<String>,
    /// The direction of writing.
    pub dir: Option<String>,
    /// The language, as the page declares it.
    pub lang: Option<String>,
    /// The name of the site.
    pub site_name: Option<String>,
    /// The time of publication, as the page has it.
    pub published_time: Option<String>,
    /// A short description or the first paragraph.
    pub excerpt: Option<String>,
    /// The text.
    pub text_content: String,
    /// Its length in UTF-16 code units.
    #[serde(rename = "length")]
    pub length_utf16: usize,
}

#[derive(Deserialize)]
struct Record {
    id: String,
    url: String,
    readerable: Option<bool>,
    skipped: Option<String>,
    #[serde(flatten)]
    rest: serde_json::Map<String, serde_json::Value>,
}

/// The answers in the order of the pages' ids, one page at a time.
///
/// # Errors
///
/// If the corpus cannot be opened; each item if a record cannot be read.
pub fn pages(corpus: &Corpus) -> Result<impl Iterator<Item = Result<ReferencePage>> + use<>> {
    let path = "wcxb-dev.jsonl";
    Ok(corpus.lines(path)?.enumerate().map(move |(index, line)| {
        page(&line?).with_context(|| format!("{path}, line {}", index + 1))
    }))
}

fn page(line: &str) -> Result<ReferencePage> {
    let Record { id, url, readerable, skipped, mut rest } = serde_json::from_str(line)?;
    if skipped.is_some() {
        ensure!(readerable.is_none(), "a page that was skipped has an answer");
        return Ok(ReferencePage { id, url, answer: None });
    }
    let article = match rest.remove("article") {
        Some(none) => {
            ensure!(none.is_null(), "the record itself has an article");
            None
        }
        None => Some(serde_json::from_value(rest.into())?),
    };
    let readerable = readerable.context("no answer whether it is readerable")?;
    Ok(ReferencePage { id, url, answer: Some(Answer { readerable, article }) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::readability_compare::collapsed;

    #[test]
    fn the_three_shapes_of_a_record() {
        let skipped = page(r#"{"id":"1","url":"u","skipped":"over 2.5 MB"}"#).unwrap();
        assert_eq!((skipped.url.as_str(), skipped.answer), ("u", None));
        let none = page(r#"{"id":"1","url":"u","readerable":false,"article":null}"#).unwrap();
        assert_eq!(none.answer, Some(Answer { readerable: false, article: None }));
        let found = page(
            r#"{"id":"1","url":"u","readerable":true,"title":"t","byline":null,"dir":null,"lang":"en",
            "siteName":null,"publishedTime":"p","excerpt":"e","textContent":"abc","length":3}"#,
        );
        let article = found.unwrap().answer.unwrap().article.unwrap();
        assert_eq!((article.lang.as_deref(), article.length_utf16), (Some("en"), 3));
        assert!(page(r#"{"id":"1","url":"u","readerable":true}"#).is_err());
        assert!(page(r#"{"id":"1","url":"u","article":null}"#).is_err());
    }

    #[test]
    #[ignore = "needs a corpus"]
    fn every_record_is_read() {
        let corpus = Corpus::required(NAME);
        let pages: Vec<_> = pages(&corpus).unwrap().collect::<Result<_>>().unwrap();
        let answers: Vec<_> = pages.iter().filter_map(|page| page.answer.as_ref()).collect();
        let articles: Vec<_> =
            answers.iter().filter_map(|answer| answer.article.as_ref()).collect();
        assert_eq!((pages.len(), answers.len(), articles.len()), (1497, 1486, 1458));
        assert!(articles.iter().all(|article| !collapsed(&article.text_content).is_empty()));
        let lengths =
            |a: &&&ReferenceArticle| a.length_utf16 == a.text_content.encode_utf16().count();
        assert_eq!(articles.iter().filter(lengths).count(), articles.len());
    }
}
