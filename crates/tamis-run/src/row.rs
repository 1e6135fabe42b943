//! Rows: what the program says about one page.

use serde::Serialize;
use tamis::engine::Verdict;
use tamis::json::{JsonExtraction, JsonOptions};
use tamis::metadata::Value;
use tamis::render::{self, Chunk, markdown_piece, piece};
use tamis::{Extraction, Metadata, Outcome, Page, Selection, Url};

use crate::article::Article;
use crate::failure::Failure;
use crate::filters::{Filter, TextDigest};
use crate::plan::Plan;

/// A page as `--format json` and `jsonl` print it: the library's extraction, and fields that only
/// the program knows.
#[derive(Debug, Serialize)]
pub struct Row {
    /// The name of the page as it was given, or its URL if it is in a WARC file.
    pub source: String,
    /// The address that the page came from, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The HTTP status, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// The addresses of the further pages of the article that were fetched.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pages: Vec<String>,
    /// True if the content is that of the page as a browser shows it.
    #[serde(rename = "rendered", skip_serializing_if = "std::ops::Not::not")]
    pub is_drawn: bool,
    /// The extraction. Empty if the page could not be read.
    #[serde(flatten)]
    pub extraction: JsonExtraction,
    /// The answers of all engines, on request.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<AnswerRow>,
    /// The use of rules for single sites, if the run has some.
    #[serde(skip)]
    pub rules: Option<RuleUse>,
    /// The content in the format to print, if that is not plain text or JSON.
    #[serde(skip)]
    pub rendered: Option<String>,
    /// The chunks of the content, if they are to be printed.
    #[serde(skip)]
    pub chunks: Option<Vec<Chunk>>,
    /// The chunks of readers' comments, on request.
    #[serde(skip)]
    pub comment_chunks: Vec<Chunk>,
    /// The cursor of the content after the window, in characters. `None` if there is no more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<usize>,
    /// True if the page is probably an article, on request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub readerable: Option<bool>,
    /// The duration of each step, on request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timings_ms: Option<Timings>,
    /// The plan for the file of the page, if each page has one.
    #[serde(skip)]
    pub plan: Option<Plan>,
    /// True if the page was not read, because its file exists.
    #[serde(skip)]
    pub is_skipped: bool,
    /// The filter that the page did not pass. Such a page is not printed.
    #[serde(skip)]
    pub left_out: Option<Filter>,
    /// The digest of the whole text, if pages with equal texts are left out.
    #[serde(skip)]
    pub text_digest: Option<TextDigest>,
    /// The reason why the page could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Failure>,
}

/// A fact about a page that is printed in the place of its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Printed {
    /// The name of the page as it was given
    Source,
    /// The title
    Title,
    /// The authors
    Author,
    /// The time of publication
    Date,
    /// The time of the last change
    Modified,
    /// The name of the site
    Site,
    /// The address: where the page came from, else the one that it calls its own
    Url,
    /// The language of the text
    Language,
    /// A short description
    Description,
    /// The address of the image that represents the page
    Image,
    /// The type of the page, such as article or forum
    Type,
    /// The confidence that the text is the main content, 0 to 1
    Confidence,
}

/// The part of the content to print, in Unicode scalar values.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// The beginning of the part.
    pub cursor: usize,
    /// The most characters of the part.
    pub max_chars: usize,
}

impl Window {
    /// Returns a warning if it begins after the end of the content.
    fn beyond(self, content: &str) -> Option<String> {
        // A text has at least as many bytes as characters.
        if self.cursor <= content.len() / 4 {
            return None;
        }
        let chars = content.chars().count();
        let is_beyond = self.cursor > chars;
        is_beyond.then(|| {
            format!("nothing is at the cursor {}: the content ends at {chars}", self.cursor)
        })
    }
}

/// The use of rules for single sites on a page.
#[derive(Debug)]
pub struct RuleUse {
    /// The names of the rule files for the site of the page. The flag of each is true if its rules
    /// found content. Empty if there are no files.
    pub files: Vec<(String, bool)>,
}

/// The answer of one engine.
#[derive(Debug, Serialize)]
pub struct AnswerRow {
    /// The name of the engine.
    pub engine: String,
    /// The confidence that the text is the main content, 0 to 1.
    pub confidence: f64,
    /// The text that it keeps.
    pub text: String,
}

impl AnswerRow {
    /// Returns the row of an engine's verdict about this page.
    pub fn of(page: &Page, verdict: &Verdict, confidence: f64) -> AnswerRow {
        let engine = verdict.engine.to_string();
        AnswerRow { engine, confidence, text: render::text(page, verdict) }
    }
}

/// The longest title that chunks repeat, as long as a heading that they repeat. Unicode scalar
/// values.
const MAX_TITLE_CHARS: usize = 200;

/// A chunk of a page's content, as `--chunks` prints it.
#[derive(Debug, Serialize)]
pub struct ChunkRow<'r> {
    source: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'r str>,
    title: Option<&'r str>,
    /// The number of the chunk, from 0.
    chunk: usize,
    headings: &'r [String],
    markdown: &'r str,
    /// The length of the Markdown in Unicode scalar values.
    chars: usize,
    /// True if these are readers' comments. Left out if they are not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    comments: bool,
}

/// The duration of each step to a row, in milliseconds.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Timings {
    /// Reading or fetching the page.
    pub read: f64,
    /// Extracting the content of all pages of the article, and fetching the further ones.
    pub extract: f64,
    /// Writing the requested formats.
    pub render: f64,
}

impl Row {
    /// Returns a row with the name of the page and nothing else.
    pub fn new(source: String) -> Row {
        Row {
            source,
            url: None,
            status: None,
            pages: Vec::new(),
            is_drawn: false,
            extraction: JsonExtraction::default(),
            answers: Vec::new(),
            rules: None,
            rendered: None,
            chunks: None,
            comment_chunks: Vec::new(),
            next_cursor: None,
            readerable: None,
            timings_ms: None,
            plan: None,
            is_skipped: false,
            left_out: None,
            text_digest: None,
            error: None,
        }
    }

    /// Returns the row of a page that could not be read.
    pub fn failed(source: String, failure: Failure) -> Row {
        Row { error: Some(failure), ..Row::new(source) }
    }

    /// Sets the extraction, with the optional fields that `options` ask for.
    pub fn fill(&mut self, article: &Article, options: &JsonOptions) {
        self.fill_with(JsonExtraction::of(&article.first, options), article, options);
    }

    /// Sets the content, the outcome and the warnings. See
    /// [`Settings::content_only`](crate::settings::Settings::content_only).
    pub fn fill_content(&mut self, article: &Article) {
        let first = &article.first;
        let mut extraction = JsonExtraction::default();
        extraction.text = Some(first.text().to_owned());
        extraction.outcome = Some(first.outcome());
        extraction.comments = first.comments().map(Selection::text);
        extraction.warnings = first.warnings().iter().map(ToString::to_string).collect();
        self.fill_with(extraction, article, &JsonOptions::default());
    }

    fn fill_with(
        &mut self,
        mut extraction: JsonExtraction,
        article: &Article,
        options: &JsonOptions,
    ) {
        let mut warnings = std::mem::take(&mut self.extraction.warnings);
        if !article.more.is_empty() {
            extraction.text = Some(article.content_text());
            extraction.comments = article.comments_text();
            if extraction.text.as_ref().is_some_and(|text| !text.is_empty()) {
                extraction.outcome = Some(Outcome::Found);
            }
            extraction.markdown =
                options.markdown.as_ref().map(|options| article.content_markdown(options));
            extraction.html = options.html.as_ref().map(|options| article.html(options));
        }
        let of_more = article.more.iter().flat_map(Extraction::warnings).map(ToString::to_string);
        for warning in std::mem::take(&mut extraction.warnings).into_iter().chain(of_more) {
            if !warnings.contains(&warning) {
                warnings.push(warning);
            }
        }
        warnings.extend_from_slice(&article.warnings);
        extraction.warnings = warnings;
        self.extraction = extraction;
        self.pages.clone_from(&article.followed);
    }

    /// Cuts the printed content to the window: the rendered format if there is one, else the text.
    pub fn cut(&mut self, window: Window) {
        let Some(whole) = self.rendered.as_mut().or(self.extraction.text.as_mut()) else { return };
        let part = piece(whole, window.cursor, window.max_chars);
        let warning = window.beyond(whole);
        self.next_cursor = part.next;
        *whole = part.text.to_owned();
        self.extraction.warnings.extend(warning);
    }

    /// Cuts the rendered Markdown to the window. See [`markdown_piece`].
    pub fn cut_markdown(&mut self, window: Window) {
        let Some(whole) = &mut self.rendered else { return };
        let part = markdown_piece(whole, window.cursor, window.max_chars);
        self.extraction.warnings.extend(window.beyond(whole));
        (self.next_cursor, *whole) = (part.next, part.text);
    }

    /// Adds the warnings that are known only after the article was rendered.
    pub fn add_warnings(&mut self, article: &Article) {
        let pages = std::iter::once(&article.first).chain(&article.more);
        for warning in pages.flat_map(Extraction::warnings).map(ToString::to_string) {
            if !self.extraction.warnings.contains(&warning) {
                self.extraction.warnings.push(warning);
            }
        }
    }

    /// Adds a warning if there are characters among the content that no reader sees. See
    /// [`Extraction::hidden_chars`].
    pub fn warn_of_hidden(&mut self, article: &Article) {
        let pages = std::iter::once(&article.first).chain(&article.more);
        let chars: u32 = pages.map(Extraction::hidden_chars).sum();
        if chars > 0 {
            let warning = format!("{chars} characters that no reader sees were left out");
            self.extraction.warnings.push(warning);
        }
    }

    /// Returns the chunks as they are printed, one object each.
    pub fn chunk_rows(&self) -> impl Iterator<Item = ChunkRow<'_>> {
        let title = self.extraction.title.as_deref();
        let title = title.map(|title| piece(title, 0, MAX_TITLE_CHARS));
        let content = self.chunks.iter().flatten().map(|chunk| (chunk, false));
        let chunks = content.chain(self.comment_chunks.iter().map(|chunk| (chunk, true)));
        chunks.enumerate().map(move |(chunk, (Chunk { headings, markdown, .. }, comments))| {
            ChunkRow {
                source: &self.source,
                url: self.url.as_deref(),
                title: title.map(|title| title.text.trim_end()),
                chunk,
                headings,
                markdown,
                chars: markdown.chars().count(),
                comments,
            }
        })
    }

    /// Returns the address of the page: where it came from, else the canonical one that it states.
    pub fn address(&self) -> Option<Url> {
        let canonical = || self.extraction.metadata.as_ref()?.canonical.as_deref();
        Url::parse(self.url.as_deref().or_else(canonical)?).ok()
    }

    /// Returns a fact about the page; empty if it is not known.
    pub fn fact(&self, fact: Printed) -> String {
        let extraction = &self.extraction;
        let metadata = extraction.metadata.as_ref();
        let of = |value: fn(&Metadata) -> Option<&Value>| {
            metadata.and_then(value).map(ToString::to_string).unwrap_or_default()
        };
        match fact {
            Printed::Source => self.source.clone(),
            Printed::Title => extraction.title.clone().unwrap_or_default(),
            Printed::Author => {
                let authors = metadata.iter().flat_map(|metadata| &metadata.authors);
                authors.map(ToString::to_string).collect::<Vec<_>>().join("; ")
            }
            Printed::Date => of(|metadata| metadata.published.as_ref()),
            Printed::Modified => of(|metadata| metadata.modified.as_ref()),
            Printed::Site => of(|metadata| metadata.site_name.as_ref()),
            Printed::Url => match &self.url {
                Some(url) => url.clone(),
                None => of(|metadata| metadata.canonical.as_ref()),
            },
            Printed::Language => extraction.language.clone().unwrap_or_default(),
            Printed::Description => of(|metadata| metadata.description.as_ref()),
            Printed::Image => of(|metadata| metadata.image.as_ref()),
            Printed::Type => extraction.page_type.unwrap_or_default().to_owned(),
            Printed::Confidence => {
                extraction.confidence.map(|of| format!("{of:.2}")).unwrap_or_default()
            }
        }
    }

    /// Returns true if there is neither main content nor a comment.
    pub fn is_empty(&self) -> bool {
        !self.has_content() && self.extraction.comments.as_ref().is_none_or(String::is_empty)
    }

    /// Returns true if there is main content.
    pub fn has_content(&self) -> bool {
        self.extraction.text.as_ref().is_some_and(|text| !text.is_empty())
    }
}
