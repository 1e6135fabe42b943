//! JSON: what is known of an extraction, by a schema that has a version.

use std::collections::BTreeMap;

use serde::Serialize;
use tamis_dom::ElementPaths;

use super::{HtmlOptions, MarkdownOptions, text};
use crate::extraction::{Answer, Extraction};
use crate::metadata::Metadata;
use crate::signals::Signals;

/// The JSON Schema (draft 2020-12) of [`JsonExtraction`], and of the rows of the program, which are the same with more fields.
pub const JSON_SCHEMA: &str = include_str!("../../schema/extraction-1.json");

/// The version of [`JSON_SCHEMA`]: one more where a field goes or means something else; fields may be added without.
pub const JSON_SCHEMA_VERSION: u32 = 1;

/// Bytes of paths that any page can have, beside as many as it has itself: paragraphs without end, each deep in a page, must not make
/// its JSON a hundred times longer.
const PATH_BYTES: usize = 1 << 22;

/// What [`Extraction::json`] has beside what it always has. By default nothing.
///
/// ```
/// use tamis::render::{JsonOptions, MarkdownOptions};
/// let options = JsonOptions::default().markdown(MarkdownOptions::default()).paragraphs(true);
/// assert!(options.markdown.is_some() && options.html.is_none());
/// assert!(options.paragraphs && !options.verdicts);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct JsonOptions {
    /// The content in Markdown, written so. Default without.
    pub markdown: Option<MarkdownOptions>,
    /// The content in HTML, written so. Default without.
    pub html: Option<HtmlOptions>,
    /// All paragraphs of the page, those that were left too. Default no.
    pub paragraphs: bool,
    /// What each engine that was asked says of each paragraph. Default no.
    pub verdicts: bool,
}

impl JsonOptions {
    /// Adds the content in Markdown.
    #[must_use]
    pub fn markdown(mut self, options: MarkdownOptions) -> JsonOptions {
        self.markdown = Some(options);
        self
    }

    /// Adds the content in HTML.
    #[must_use]
    pub fn html(mut self, options: HtmlOptions) -> JsonOptions {
        self.html = Some(options);
        self
    }

    /// Sets whether there are all paragraphs.
    #[must_use]
    pub fn paragraphs(mut self, paragraphs: bool) -> JsonOptions {
        self.paragraphs = paragraphs;
        self
    }

    /// Sets whether there is what each engine says.
    #[must_use]
    pub fn verdicts(mut self, verdicts: bool) -> JsonOptions {
        self.verdicts = verdicts;
        self
    }
}

/// An extraction as it is serialized. Field by field it is described in [`JSON_SCHEMA`].
///
/// The default is that of a page that could not be read: nothing is known of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct JsonExtraction {
    schema_version: SchemaVersion,
    /// The main content, empty where there is none; `None` where the page could not be read.
    pub text: Option<String>,
    /// [`Extraction::text_source`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text_source: Option<&'static str>,
    /// The content in Markdown, on request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub markdown: Option<String>,
    /// The text of readers' comments, empty where there are none; `None` where they were not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comments: Option<String>,
    /// The content in HTML, on request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
    /// [`Extraction::strategy_used`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<&'static str>,
    /// [`Extraction::confidence`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// [`Extraction::title`].
    pub title: Option<String>,
    /// What the page says about itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Metadata>,
    /// What kind of page it is.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub signals: Option<JsonSignals>,
    /// The page's language: a BCP 47 tag.
    pub language: Option<String>,
    /// The page's encoding: a name of the Encoding standard.
    pub encoding: Option<&'static str>,
    /// Doubts: sentences.
    pub warnings: Vec<String>,
    /// All paragraphs of the page, on request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paragraphs: Option<Vec<JsonParagraph>>,
    /// What each engine says, on request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdicts: Option<Vec<JsonVerdict>>,
}

/// [`JSON_SCHEMA_VERSION`], which nothing goes without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
struct SchemaVersion(u32);

impl Default for SchemaVersion {
    fn default() -> SchemaVersion {
        SchemaVersion(JSON_SCHEMA_VERSION)
    }
}

/// What kind of page it is, and why one thinks so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct JsonSignals {
    needs_javascript: bool,
    is_listing: bool,
    paywalled: bool,
    /// The reasons of what is so.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    signals: BTreeMap<&'static str, Vec<&'static str>>,
}

/// A paragraph of the page and what became of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct JsonParagraph {
    text: String,
    kept: bool,
    reason: &'static str,
    in_heading: bool,
    /// The element that it begins in; none where that stands too deep, or too many do that stand deep.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
}

/// What one engine says.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JsonVerdict {
    engine: &'static str,
    confidence: f64,
    kept_paragraphs: usize,
    kept: Vec<bool>,
    reasons: Vec<&'static str>,
}

impl JsonExtraction {
    /// That of this extraction.
    pub fn of(extraction: &Extraction, options: &JsonOptions) -> JsonExtraction {
        let markdown = options.markdown.as_ref();
        let html = options.html.as_ref();
        JsonExtraction {
            schema_version: SchemaVersion::default(),
            text: Some(extraction.text().to_owned()),
            text_source: Some(extraction.text_source().as_str()),
            comments: extraction.comments().map(|comments| text(extraction.page(), comments)),
            markdown: markdown.map(|options| extraction.markdown(options)),
            html: html.map(|options| extraction.html(options)),
            engine: Some(extraction.strategy_used()),
            confidence: Some(extraction.confidence()),
            title: extraction.title().map(str::to_owned),
            metadata: Some(extraction.metadata().clone()),
            signals: Some(JsonSignals::from(extraction.signals())),
            language: extraction.language().map(|language| language.code().to_owned()),
            encoding: Some(extraction.encoding().name()),
            warnings: extraction.warnings().iter().map(ToString::to_string).collect(),
            paragraphs: options.paragraphs.then(|| paragraphs(extraction)),
            verdicts: options
                .verdicts
                .then(|| extraction.answers().map(JsonVerdict::from).collect()),
        }
    }
}

fn paragraphs(extraction: &Extraction) -> Vec<JsonParagraph> {
    let (page, _) = extraction.judged();
    let paths = ElementPaths::of(page.document());
    let mut bytes_left = PATH_BYTES + page.document().html_bytes();
    let mut path = |id| {
        let path = paths.path(id)?;
        bytes_left = bytes_left.checked_sub(path.len())?;
        Some(path)
    };
    let paragraphs = extraction.paragraphs().zip(page.paragraphs());
    paragraphs
        .map(|(extracted, paragraph)| JsonParagraph {
            text: extracted.text.to_owned(),
            kept: extracted.kept,
            reason: extracted.reason,
            in_heading: extracted.in_heading,
            path: path(paragraph.origin()),
        })
        .collect()
}

impl From<&Signals> for JsonSignals {
    fn from(signals: &Signals) -> JsonSignals {
        let Signals { needs_javascript, is_listing, paywalled, .. } = signals;
        let flags = [
            ("needs_javascript", needs_javascript),
            ("is_listing", is_listing),
            ("paywalled", paywalled),
        ];
        let set = flags.into_iter().filter(|(_, flag)| flag.is_set());
        JsonSignals {
            needs_javascript: needs_javascript.is_set(),
            is_listing: is_listing.is_set(),
            paywalled: paywalled.is_set(),
            signals: set.map(|(name, flag)| (name, flag.reasons().to_vec())).collect(),
        }
    }
}

impl From<Answer<'_>> for JsonVerdict {
    fn from(answer: Answer<'_>) -> JsonVerdict {
        let verdict = answer.verdict();
        JsonVerdict {
            engine: answer.engine(),
            confidence: answer.confidence(),
            kept_paragraphs: verdict.kept.iter().filter(|&&kept| kept).count(),
            kept: verdict.kept.clone(),
            reasons: verdict.reasons.clone(),
        }
    }
}
