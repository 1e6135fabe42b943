//! What is said about one page.

use std::collections::BTreeMap;

use serde::Serialize;
use tamis::engine::Verdict;
use tamis::{Answer, Extraction, Page, Signals, render};

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
    /// Where it comes from: `elements`, or which JSON of the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text_source: Option<&'static str>,
    /// The engine whose answer that is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<&'static str>,
    /// How sure one can be of it, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// The answers of all engines, where they were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<AnswerRow>,
    /// The learned rules for the page's site, where there are some.
    #[serde(skip)]
    pub learned: Option<LearnedUse>,
    /// The main content as HTML or Markdown, where that is what is printed.
    #[serde(skip)]
    pub rendered: Option<String>,
    /// Whether the page is probably an article, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub readerable: Option<bool>,
    pub title: Option<String>,
    /// What the page says about itself, where it could be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata: Option<MetadataRow>,
    /// What kind of page it is, where it could be read.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub signals: Option<SignalsRow>,
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

/// What became of a page by learned rules.
#[derive(Debug)]
pub struct LearnedUse {
    /// The name of their file.
    pub file: String,
    /// Whether they found content.
    pub succeeded: bool,
}

/// What one engine answers.
#[derive(Debug, Serialize)]
pub struct AnswerRow {
    pub engine: &'static str,
    pub confidence: f64,
    pub text: String,
}

impl AnswerRow {
    /// The answer that an engine's verdict is.
    pub fn of(page: &Page, verdict: &Verdict) -> AnswerRow {
        let confidence = verdict.confidence.unwrap_or_default();
        AnswerRow { engine: verdict.engine, confidence, text: render::text(page, verdict) }
    }
}

impl From<Answer<'_>> for AnswerRow {
    fn from(answer: Answer<'_>) -> AnswerRow {
        AnswerRow { engine: answer.engine(), confidence: answer.confidence(), text: answer.text() }
    }
}

/// What kind of page it is, and why one thinks so.
#[derive(Debug, Serialize)]
pub struct SignalsRow {
    needs_javascript: bool,
    is_listing: bool,
    paywalled: bool,
    /// The reasons of what is so.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    signals: BTreeMap<&'static str, Vec<&'static str>>,
}

impl From<&Signals> for SignalsRow {
    fn from(signals: &Signals) -> SignalsRow {
        let Signals { needs_javascript, is_listing, paywalled, .. } = signals;
        let flags = [
            ("needs_javascript", needs_javascript),
            ("is_listing", is_listing),
            ("paywalled", paywalled),
        ];
        let set = flags.into_iter().filter(|(_, flag)| flag.is_set());
        SignalsRow {
            needs_javascript: needs_javascript.is_set(),
            is_listing: is_listing.is_set(),
            paywalled: paywalled.is_set(),
            signals: set.map(|(name, flag)| (name, flag.reasons().to_vec())).collect(),
        }
    }
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
            text_source: None,
            engine: None,
            confidence: None,
            answers: Vec::new(),
            learned: None,
            rendered: None,
            readerable: None,
            title: None,
            metadata: None,
            signals: None,
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
        self.text_source = Some(extraction.text_source().as_str());
        self.engine = Some(extraction.strategy_used());
        self.confidence = Some(extraction.confidence());
        self.signals = Some(SignalsRow::from(extraction.signals()));
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
