//! Extractions as JSON, by a schema with a version.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Serialize;
use tamis_dom::ElementPaths;

use super::extraction::Extraction;
use super::outcome::Outcome;
use crate::metadata::Metadata;
use crate::page::{Page, Paragraph};
use crate::render::{HtmlOptions, MarkdownOptions};
use crate::signals::{PageType, Signals};
use crate::threads::Post;
use crate::verdict::Selection;

/// The JSON Schema (draft 2020-12) of [`JsonExtraction`]. Rows of the program have more fields.
pub const JSON_SCHEMA: &str = include_str!("../../schema/extraction-1.json");

/// The version of [`JSON_SCHEMA`]. It rises when a field is removed or changes its meaning, not
/// when a field is added.
pub const JSON_SCHEMA_VERSION: u32 = 1;

/// The bytes of a paragraph in JSON on lines of its own, without its text, reason and path.
const PARAGRAPH_BYTES: usize = 128;

/// The bytes of its place in the source, on lines of its own.
const RANGE_BYTES: usize = 64;

/// The bytes of a post in JSON, without its texts.
const POST_BYTES: usize = 128;

/// The bytes of the number of a paragraph in a post.
const PARAGRAPH_NUMBER_BYTES: usize = 8;

/// The bytes of a paragraph in the JSON of a verdict on two lines, without the reason.
const DECISION_BYTES: usize = 32;

/// Additional fields of [`Extraction::json_with`]. By default there are none.
///
/// ```
/// use tamis::{json::JsonOptions, render::MarkdownOptions};
/// let options = JsonOptions::default().markdown(MarkdownOptions::default()).paragraphs(true);
/// assert!(options.markdown.is_some() && options.html.is_none());
/// assert!(options.paragraphs && !options.verdicts);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct JsonOptions {
    /// Adds the content as Markdown with these options. Default `None`.
    pub markdown: Option<MarkdownOptions>,
    /// Adds the content as HTML with these options. Default `None`.
    pub html: Option<HtmlOptions>,
    /// Adds all paragraphs of the page, kept or not. Default false.
    pub paragraphs: bool,
    /// Adds the verdict of each engine that ran. Default false.
    pub verdicts: bool,
}

impl JsonOptions {
    /// Adds the content as Markdown.
    #[must_use]
    pub fn markdown(mut self, options: MarkdownOptions) -> JsonOptions {
        self.markdown = Some(options);
        self
    }

    /// Adds the content as HTML.
    #[must_use]
    pub fn html(mut self, options: HtmlOptions) -> JsonOptions {
        self.html = Some(options);
        self
    }

    /// Sets [`JsonOptions::paragraphs`].
    #[must_use]
    pub fn paragraphs(mut self, paragraphs: bool) -> JsonOptions {
        self.paragraphs = paragraphs;
        self
    }

    /// Sets [`JsonOptions::verdicts`].
    #[must_use]
    pub fn verdicts(mut self, verdicts: bool) -> JsonOptions {
        self.verdicts = verdicts;
        self
    }
}

/// An extraction as it is serialized. [`JSON_SCHEMA`] describes each field.
///
/// The default stands for a page that could not be read.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct JsonExtraction {
    schema_version: SchemaVersion,
    /// The main content. Empty if there is none, `None` if the page could not be read.
    pub text: Option<String>,
    /// [`Extraction::outcome`]. `None` if the page could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// [`Extraction::text_source`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text_source: Option<&'static str>,
    /// The content as Markdown, on request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub markdown: Option<String>,
    /// The text of readers' comments. Empty if there are none, `None` if they were not requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comments: Option<String>,
    /// The content as HTML, on request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
    /// [`Extraction::strategy_used`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// [`Extraction::confidence`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// [`Extraction::title`].
    pub title: Option<String>,
    /// Title, authors, date and so on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Metadata>,
    /// [`Extraction::page_type`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_type: Option<&'static str>,
    /// The probability of this type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_type_probability: Option<f64>,
    /// Signs in the page's markup.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub signals: Option<JsonSignals>,
    /// The page's language: a BCP 47 tag.
    pub language: Option<String>,
    /// The page's encoding: a name of the Encoding standard.
    pub encoding: Option<&'static str>,
    /// Doubts, one sentence each.
    pub warnings: Vec<String>,
    /// [`Extraction::posts`], each with its text. Absent if the page is not a thread.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub posts: Vec<JsonPost>,
    /// All paragraphs of the page, on request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paragraphs: Option<Vec<JsonParagraph>>,
    /// The verdict of each engine that ran, on request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdicts: Option<Vec<JsonVerdict>>,
}

/// [`JSON_SCHEMA_VERSION`], which every object has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
struct SchemaVersion(u32);

impl Default for SchemaVersion {
    fn default() -> SchemaVersion {
        SchemaVersion(JSON_SCHEMA_VERSION)
    }
}

/// Signs in the page's markup, with reasons.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct JsonSignals {
    needs_javascript: bool,
    is_listing: bool,
    paywalled: bool,
    /// The reasons for each flag that is set.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    signals: BTreeMap<&'static str, Vec<&'static str>>,
}

/// A post of a thread, with its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct JsonPost {
    text: String,
    #[serde(flatten)]
    post: Post,
}

impl JsonPost {
    /// Returns about the bytes of the post in JSON.
    fn bytes(&self) -> usize {
        let Post { author, date, url, paragraphs, .. } = &self.post;
        let texts = [author, date, url];
        POST_BYTES
            + json_bytes(&self.text)
            + texts.into_iter().flatten().map(String::len).sum::<usize>()
            + paragraphs.len() * PARAGRAPH_NUMBER_BYTES
    }
}

/// A paragraph of the page, with the decision about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct JsonParagraph {
    text: String,
    kept: bool,
    reason: String,
    in_heading: bool,
    /// The element that the paragraph begins in. Absent if it is nested too deeply, or if the paths
    /// of the page are too long in all.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    /// The range of bytes of the page, as it came, that contains the text: its first byte, and the
    /// byte after its last one. Absent if it is not known, for example because the page was not in
    /// UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    byte_range: Option<[usize; 2]>,
}

/// The verdict of one engine.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JsonVerdict {
    engine: String,
    confidence: f64,
    kept_paragraphs: usize,
    kept: Vec<bool>,
    reasons: Vec<Cow<'static, str>>,
}

impl JsonExtraction {
    /// Returns the extraction as it is serialized.
    ///
    /// ```
    /// use tamis::json::{JsonExtraction, JsonOptions};
    /// let extraction = tamis::extract("<title>Times</title>", &tamis::Config::default())?;
    /// let json = JsonExtraction::of(&extraction, &JsonOptions::default());
    /// assert_eq!(json.title.as_deref(), Some("Times"));
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn of(extraction: &Extraction, options: &JsonOptions) -> JsonExtraction {
        let markdown = options.markdown.as_ref();
        let html = options.html.as_ref();
        let mut json = JsonExtraction {
            schema_version: SchemaVersion::default(),
            text: Some(extraction.text().to_owned()),
            outcome: Some(extraction.outcome()),
            text_source: Some(extraction.text_source().as_str()),
            comments: extraction.comments().map(Selection::text),
            markdown: markdown.map(|options| extraction.markdown_with(options)),
            html: html.map(|options| extraction.html_with(options)),
            engine: Some(extraction.strategy_used().to_owned()),
            confidence: Some(extraction.confidence()),
            title: extraction.title().map(str::to_owned),
            metadata: Some(extraction.metadata().clone()),
            page_type: extraction.page_type().map(PageType::as_str),
            page_type_probability: page_type_probability(extraction),
            signals: Some(JsonSignals::from(extraction.signals())),
            language: extraction.language().map(|language| language.code().to_owned()),
            encoding: Some(extraction.encoding().name()),
            warnings: Vec::new(),
            posts: posts(extraction),
            paragraphs: None,
            verdicts: None,
        };
        json.add_tables(extraction, options);
        json.warnings = extraction.warnings().iter().map(ToString::to_string).collect();
        json
    }

    /// Adds the paragraphs and verdicts, as far as the page's output may be as long.
    fn add_tables(&mut self, extraction: &Extraction, options: &JsonOptions) {
        let page = extraction.page();
        let text = self.text.as_deref().map_or(0, json_bytes);
        let mut budget =
            JsonBudget { bytes_left: page.output_bytes().saturating_sub(text), is_cut: false };
        for text in [&mut self.comments, &mut self.markdown, &mut self.html].into_iter().flatten() {
            if !budget.take(json_bytes(text)) {
                text.clear();
            }
        }
        let posts = self.posts.iter().take_while(|post| budget.take(post.bytes()));
        let posts = posts.count();
        self.posts.truncate(posts);
        self.paragraphs = options.paragraphs.then(|| paragraphs(extraction, &mut budget));
        self.verdicts = options.verdicts.then(|| verdicts(extraction, &mut budget));
        if let Some(paragraphs) = &mut self.paragraphs {
            add_paths(page, paragraphs, &mut budget);
        }
        if budget.is_cut {
            page.note_output_cut();
        }
    }
}

/// Returns the length of a text in JSON, in bytes and without its quotation marks.
fn json_bytes(text: &str) -> usize {
    let added = text.bytes().map(|byte| match byte {
        b'"' | b'\\' | b'\n' | b'\r' | b'\t' => 1,
        0..0x20 => 5,
        _ => 0,
    });
    text.len() + added.sum::<usize>()
}

/// The bytes that the tables of a JSON object may have.
struct JsonBudget {
    bytes_left: usize,
    /// Something was left out.
    is_cut: bool,
}

impl JsonBudget {
    /// Returns true if this many bytes fit. Otherwise nothing else does.
    fn take(&mut self, bytes: usize) -> bool {
        match self.bytes_left.checked_sub(bytes).filter(|_| !self.is_cut) {
            Some(rest) => self.bytes_left = rest,
            None => self.is_cut = true,
        }
        !self.is_cut
    }
}

impl Extraction {
    /// Returns the text and metadata as a JSON object on one line: see [`JSON_SCHEMA`].
    ///
    /// ```
    /// let page = "<html lang=en><title>Times</title><p>It was the best of times.";
    /// let json = tamis::extract(page, &tamis::Config::default())?.json();
    /// assert!(json.starts_with(r#"{"schema_version":1,"text":"#));
    /// assert!(json.contains(r#""title":"Times""#));
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn json(&self) -> String {
        self.json_with(&JsonOptions::default())
    }

    /// Returns a JSON object on one line, with the fields that the options add: see
    /// [`JSON_SCHEMA`].
    ///
    /// ```
    /// use tamis::json::JsonOptions;
    /// let page = "<html lang=en><title>Times</title><p>It was the best of times.";
    /// let extraction = tamis::extract(page, &tamis::Config::default())?;
    /// let json = extraction.json_with(&JsonOptions::default().paragraphs(true));
    /// assert!(json.contains(r#""path":"/html[1]/body[1]/p[1]""#));
    /// # Ok::<(), tamis::Error>(())
    /// ```
    #[expect(clippy::missing_panics_doc, reason = "strings, numbers, lists and maps serialize")]
    pub fn json_with(&self, options: &JsonOptions) -> String {
        let json = serde_json::to_string(&JsonExtraction::of(self, options));
        json.expect("strings, numbers, lists and maps serialize")
    }
}

fn page_type_probability(extraction: &Extraction) -> Option<f64> {
    let types = extraction.page_types()?;
    Some(types.probability(types.most_probable()))
}

/// Returns the field [`JsonExtraction::posts`] alone.
pub fn posts(extraction: &Extraction) -> Vec<JsonPost> {
    let (page, verdict) = (extraction.page(), extraction.selection().verdict());
    let with_text = |post: &Post| {
        let paragraphs = post.paragraphs.iter().map(|&index| &page.paragraphs()[index]);
        let texts: Vec<_> = paragraphs.map(|of| verdict.text_of(page, of)).collect();
        JsonPost { text: texts.join("\n\n"), post: post.clone() }
    };
    extraction.posts().iter().map(with_text).collect()
}

fn paragraphs(extraction: &Extraction, budget: &mut JsonBudget) -> Vec<JsonParagraph> {
    let page = extraction.page();
    let places = page.paragraphs().iter().map(|paragraph| page.source_range(paragraph));
    let fitting = extraction.paragraphs().zip(places).take_while(|(extracted, place)| {
        let bytes = PARAGRAPH_BYTES + json_bytes(extracted.text) + extracted.reason.len();
        budget.take(bytes + place.as_ref().map_or(0, |_| RANGE_BYTES))
    });
    let paragraphs = fitting.map(|(extracted, place)| JsonParagraph {
        text: extracted.text.to_owned(),
        kept: extracted.kept,
        reason: extracted.reason.to_owned(),
        in_heading: extracted.in_heading,
        path: None,
        byte_range: place.map(|place| [place.start, place.end]),
    });
    paragraphs.collect()
}

/// Adds the paths of the first paragraphs, as far as they fit.
fn add_paths(page: &Page, paragraphs: &mut [JsonParagraph], budget: &mut JsonBudget) {
    let room = budget.bytes_left.min(page.path_bytes());
    for (paragraph, path) in paragraphs.iter_mut().zip(paths_within(page, room)) {
        paragraph.path = path;
    }
}

/// Returns the path of the element that each paragraph begins in. `None` if it is nested too
/// deeply, or if the paths of the page are too long in all.
pub(super) fn paragraph_paths(page: &Page) -> Vec<Option<String>> {
    paths_within(page, page.path_bytes())
}

/// Returns the paths of paragraphs, of this many bytes at most.
fn paths_within(page: &Page, mut bytes_left: usize) -> Vec<Option<String>> {
    let paths = ElementPaths::of(page.document());
    let path = |paragraph: &Paragraph| {
        let origin = paragraph.origin();
        let bytes_then = bytes_left.checked_sub(paths.path_bytes(origin)?)?;
        let path = paths.path(origin)?;
        bytes_left = bytes_then;
        Some(path)
    };
    page.paragraphs().iter().map(path).collect()
}

fn verdicts(extraction: &Extraction, budget: &mut JsonBudget) -> Vec<JsonVerdict> {
    let verdicts = extraction.selections().map(Selection::verdict);
    verdicts
        .map(|verdict| {
            let reasons = verdict.reasons.iter().map(|reason| reason.len());
            let bytes = reasons.sum::<usize>() + verdict.kept.len() * DECISION_BYTES;
            let fits = budget.take(bytes);
            JsonVerdict {
                engine: verdict.engine.to_string(),
                confidence: extraction.confidence_in(verdict),
                kept_paragraphs: verdict.kept.iter().filter(|&&kept| kept).count(),
                kept: if fits { verdict.kept.clone() } else { Vec::new() },
                reasons: if fits { verdict.reasons.clone() } else { Vec::new() },
            }
        })
        .collect()
}

impl From<&Signals> for JsonSignals {
    fn from(signals: &Signals) -> JsonSignals {
        let Signals { needs_javascript, is_listing, paywalled, blocked, .. } = signals;
        let flags = [
            ("needs_javascript", needs_javascript),
            ("is_listing", is_listing),
            ("paywalled", paywalled),
            ("blocked", blocked),
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
