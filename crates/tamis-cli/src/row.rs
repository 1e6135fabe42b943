//! What is said about one page.

use serde::Serialize;
use tamis::engine::Verdict;
use tamis::render::{self, Chunk, JsonExtraction, JsonOptions, piece};
use tamis::{Answer, Extraction, Page};

use crate::follow::Article;
use crate::page::Window;

/// One page, as `--format json` and `jsonl` print it: by the library's schema, with what the program alone knows.
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
    /// What was found; of a page that could not be read, nothing.
    #[serde(flatten)]
    pub extraction: JsonExtraction,
    /// The answers of all engines, where they were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<AnswerRow>,
    /// The learned rules for the page's site, where there are some.
    #[serde(skip)]
    pub learned: Option<LearnedUse>,
    /// The main content in Markdown, HTML or XML, where that is what is printed.
    #[serde(skip)]
    pub rendered: Option<String>,
    /// The parts of the content, where these are what is printed.
    #[serde(skip)]
    pub chunks: Option<Vec<Chunk>>,
    /// The parts of readers' comments, where these were asked for too.
    #[serde(skip)]
    pub comment_chunks: Vec<Chunk>,
    /// Where the content goes on behind the part that is printed, in characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<usize>,
    /// Whether the page is probably an article, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub readerable: Option<bool>,
    /// How long it took, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timings_ms: Option<Timings>,
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

/// A part of a page's content.
#[derive(Debug, Serialize)]
pub struct ChunkRow<'r> {
    source: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'r str>,
    title: Option<&'r str>,
    /// The number of the part, from 0.
    chunk: usize,
    headings: &'r [String],
    markdown: &'r str,
    /// How long it is, in Unicode scalar values.
    chars: usize,
    /// Whether it is what readers say, and not content; only where it is.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    comments: bool,
}

/// How long the steps to a row took, in milliseconds.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Timings {
    /// To read or fetch the page.
    pub read: f64,
    /// To find the main content, of all pages of the article, and to fetch those that follow.
    pub extract: f64,
    /// To write the formats that were asked for.
    pub render: f64,
}

impl Row {
    /// The row of a page of which nothing is known yet.
    pub fn new(source: String) -> Row {
        Row {
            source,
            url: None,
            status: None,
            pages: Vec::new(),
            extraction: JsonExtraction::default(),
            answers: Vec::new(),
            learned: None,
            rendered: None,
            chunks: None,
            comment_chunks: Vec::new(),
            next_cursor: None,
            readerable: None,
            timings_ms: None,
            error: None,
        }
    }

    /// The row of a page that could not be read.
    pub fn failed(source: String, error: String) -> Row {
        Row { error: Some(error), ..Row::new(source) }
    }

    /// Notes what was found in the page, with the parts that these options ask for.
    pub fn fill(&mut self, article: &Article, options: &JsonOptions) {
        let mut warnings = std::mem::take(&mut self.extraction.warnings);
        let mut extraction = JsonExtraction::of(&article.first, options);
        if !article.more.is_empty() {
            extraction.text = Some(article.content_text());
            extraction.comments = article.comments_text();
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

    /// Leaves of what is printed the part that the window shows: of HTML or Markdown, where that is printed, else of the text.
    pub fn cut(&mut self, window: Window) {
        let Some(whole) = self.rendered.as_mut().or(self.extraction.text.as_mut()) else { return };
        let part = piece(whole, window.cursor, window.max_chars);
        self.next_cursor = part.next;
        *whole = part.text.to_owned();
    }

    /// The parts of the content as they are printed, one object each.
    pub fn chunk_rows(&self) -> impl Iterator<Item = ChunkRow<'_>> {
        let content = self.chunks.iter().flatten().map(|chunk| (chunk, false));
        let chunks = content.chain(self.comment_chunks.iter().map(|chunk| (chunk, true)));
        chunks.enumerate().map(|(chunk, (Chunk { headings, markdown, .. }, comments))| ChunkRow {
            source: &self.source,
            url: self.url.as_deref(),
            title: self.extraction.title.as_deref(),
            chunk,
            headings,
            markdown,
            chars: markdown.chars().count(),
            comments,
        })
    }

    /// Whether there is main content.
    pub fn has_content(&self) -> bool {
        self.extraction.text.as_ref().is_some_and(|text| !text.is_empty())
    }
}
