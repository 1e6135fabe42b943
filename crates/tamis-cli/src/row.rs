//! What is said about one page.

use serde::Serialize;
use tamis::Extraction;

use crate::follow::Article;
use crate::metadata_row::MetadataRow;

/// One page, as `--format json` and `jsonl` print it.
#[derive(Debug, Serialize)]
pub struct Row {
    /// The page as it was given; for a page of a WARC file its address.
    pub source: String,
    /// The address the page came from, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The HTTP status, where there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// The addresses of further pages of the article that were fetched.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pages: Vec<String>,
    /// The main content, empty where there is none; `None` where the page could not be read.
    pub text: Option<String>,
    /// The main content as HTML, where that is what is printed.
    #[serde(skip)]
    pub html: Option<String>,
    /// Whether the page is probably an article, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub readerable: Option<bool>,
    pub title: Option<String>,
    /// What the page says about itself, where it could be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata: Option<MetadataRow>,
    /// A BCP 47 tag.
    pub language: Option<String>,
    /// A name of the Encoding standard.
    pub encoding: Option<&'static str>,
    /// Sentences.
    pub warnings: Vec<String>,
    /// Why the page could not be read: a sentence that does not name the source.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

impl Row {
    /// The row of a page of which nothing is known yet.
    pub fn new(source: String) -> Row {
        Row {
            source,
            url: None,
            status: None,
            pages: Vec::new(),
            text: None,
            html: None,
            readerable: None,
            title: None,
            metadata: None,
            language: None,
            encoding: None,
            warnings: Vec::new(),
            error: None,
        }
    }

    /// The row of a page that could not be read.
    pub fn failed(source: String, error: String) -> Row {
        Row { error: Some(error), ..Row::new(source) }
    }

    /// Notes what was found in the page.
    pub fn fill(&mut self, article: &Article) {
        let extraction = &article.first;
        self.text = Some(article.text());
        self.title = extraction.title().map(str::to_owned);
        self.metadata = Some(MetadataRow::from(extraction.metadata()));
        self.language = extraction.language().map(|language| language.code().to_owned());
        self.encoding = Some(extraction.encoding().name());
        for warning in
            std::iter::once(extraction).chain(&article.more).flat_map(Extraction::warnings)
        {
            let warning = warning.to_string();
            if !self.warnings.contains(&warning) {
                self.warnings.push(warning);
            }
        }
        self.warnings.extend_from_slice(&article.warnings);
        self.pages.clone_from(&article.followed);
    }

    /// Whether there is main content.
    pub fn has_content(&self) -> bool {
        self.text.as_ref().is_some_and(|text| !text.is_empty())
    }
}
