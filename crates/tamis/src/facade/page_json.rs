//! Text in a page's own JSON: metadata for search engines, or the data that a program in the
//! browser builds the page from, in scripts or in attributes.
//!
//! Some pages send their article only as data. Their elements are an empty frame, and a crawler
//! without a browser sees "Loading". The text is there all the same: in the `articleBody` of
//! JSON-LD, which sites write for search engines, or in the state of the program, for example
//! `<script id="__NEXT_DATA__">`.
//!
//! Such text is used only if the elements give almost nothing, because it is worse where both
//! exist: it has no structure, and a description in it is not the article. That is also why it has
//! to be several times as long as the text of the elements.
//!
//! JSON-LD says what its text is: an article, a recipe. If the elements show hardly anything of it,
//! scripts write it later, and what is kept of the elements is something else: teasers of other
//! recipes, "No data available". Then it need not be that much longer.

mod assigned;
mod bbcode;
mod flight;
mod javascript;
mod linked_data;
mod markdown;
mod reading;
mod rich_text;
mod state;
mod streamed;

use std::borrow::Cow;
use std::fmt;

use tamis_dom::{NodeId, Parser, name};

use crate::metadata::squash;
use crate::page::Measurer;
use crate::page::Page;
use crate::page::width::width;
use crate::render;
use crate::verdict::Verdict;

/// The source of the text of an [`Extraction`](crate::Extraction).
///
/// ```
/// use tamis::TextSource;
/// assert_eq!(TextSource::default().to_string(), "elements");
/// assert_eq!(TextSource::JsonLd.as_str(), "json-ld");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TextSource {
    /// The page's elements.
    #[default]
    Elements,
    /// A script of JSON-LD: the `articleBody` of an article, the ingredients and steps of a recipe,
    /// or the `description` of a product.
    JsonLd,
    /// The data of a page built with Next.js, by either of its routers.
    NextData,
    /// Another state of a program in the browser, as JSON or as a literal of JavaScript: a variable
    /// such as `window.__INITIAL_STATE__`, a script of the type `application/json`, or an
    /// attribute.
    State,
}

impl TextSource {
    /// Returns the name, in lower case.
    pub const fn as_str(self) -> &'static str {
        match self {
            TextSource::Elements => "elements",
            TextSource::JsonLd => "json-ld",
            TextSource::NextData => "next-data",
            TextSource::State => "state",
        }
    }
}

impl fmt::Display for TextSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The use of text from a page's own JSON. See [`Config::page_json`](crate::Config::page_json).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum PageJson {
    /// All text comes from the page's elements.
    Never,
    /// The JSON is used if the elements give almost nothing: fewer than 1,000 characters, and less
    /// than a tenth of the text in the JSON. That text must have at least 160 letters, or 80
    /// Chinese characters, and more than all that the page shows. For example, a page built with
    /// Next.js may have its article in `__NEXT_DATA__` alone. If it is the article or recipe of
    /// JSON-LD, and the page shows less than a quarter of it, it only has to be longer than the
    /// text of the elements, which may have up to 4,000 characters.
    #[default]
    Auto,
}

/// With this much text from elements, only an article or a recipe of JSON-LD may take its place.
/// Unicode scalar values.
const ENOUGH_CHARS: usize = 1000;

/// With this many times [`ENOUGH_CHARS`], the JSON is not read.
const SURELY: usize = 4;

/// Returns true if so much of a page is kept that its JSON is certainly not read.
pub(crate) fn has_enough(page: &Page, verdict: &Verdict) -> bool {
    let kept = page.paragraphs().iter().zip(&verdict.kept).filter(|(_, kept)| **kept);
    let chars = kept.map(|(of, _)| of.text_chars as usize).sum::<usize>();
    verdict.nodes.is_none() && chars >= SURELY * ENOUGH_CHARS
}

/// The [width] of the shortest text in the JSON that counts. Shorter texts are labels, or
/// descriptions for search engines, which show about 160 letters, or 80 Chinese characters.
const MIN_WIDTH: usize = 160;

/// The text of the JSON must be this many times longer. On `wcxb-dev`, shorter ones are no better
/// than the elements: most are descriptions of things, and the page says more.
const TIMES_LONGER: usize = 10;

/// The least share of the text of JSON-LD that a page shows which has that text in its elements, in
/// percent. Editors change a word now and then, and a page shows the beginning of a text that it
/// sells.
const MIN_SHOWN_PERCENT: usize = 25;

/// The most letters and digits of a line that are searched in the page, and the most lines, which
/// are taken from all of the text. Each is searched in the whole page.
const MAX_SEARCHED: usize = 40;
const MAX_LINES: usize = 64;

/// At most this many bytes of scripts and attributes are read. One that exceeds it is skipped.
const MAX_BYTES: usize = 4 << 20;

/// The name of the JSON as an engine.
const NAME: &str = "page-json";

/// A text in the JSON.
#[derive(Debug)]
struct JsonText {
    source: TextSource,
    /// True if the JSON says that it is all of an article or a recipe.
    is_whole: bool,
    /// The text as HTML, not yet sanitized.
    html: String,
}

/// Main content from a page's JSON: a page made from the text, and the verdict that keeps all of
/// it.
pub(crate) struct Content {
    pub(crate) source: TextSource,
    pub(crate) page: Page,
    pub(crate) verdict: Verdict,
    pub(crate) text: String,
}

impl Content {
    /// Returns the content in the JSON of this page, if it should replace the `kept_chars`
    /// characters from elements. Its relative addresses are resolved as the page's are.
    pub(crate) fn of(
        page: &Page,
        kept_chars: usize,
        parser: &mut Parser,
        measurer: &mut Measurer,
    ) -> Option<Content> {
        let JsonText { source, is_whole, html } = find(page, kept_chars < ENOUGH_CHARS)?;
        let mut document = parser.parse(&html);
        document.forget_source();
        let mut content = measurer.measure(document);
        content.url = page.base_url();
        content.output = page.output.clone();
        let mut verdict = Verdict::everything(NAME, &content);
        verdict.reasons.fill(Cow::Borrowed(match source {
            TextSource::JsonLd => "in the page's JSON-LD",
            _ => "in the data of the page's program",
        }));
        let text = render::text(&content, &verdict);
        let chars = text.chars().count();
        let shown: usize = page.paragraphs().iter().map(|of| of.text_chars as usize).sum();
        let is_much = || {
            kept_chars < ENOUGH_CHARS
                && chars > kept_chars.saturating_mul(TIMES_LONGER)
                && chars > shown
        };
        let is_missing = || is_whole && chars > kept_chars && !is_shown(page, &text);
        (width(&text) >= MIN_WIDTH && (is_much() || is_missing())).then_some(Content {
            source,
            page: content,
            verdict,
            text,
        })
    }
}

/// True if enough lines of a text begin as something that the page's elements have.
fn is_shown(page: &Page, text: &str) -> bool {
    let of_page: String =
        page.paragraphs().iter().map(|of| squash(page.paragraph_text(of))).collect();
    let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    let step = lines.len().div_ceil(MAX_LINES).max(1);
    let (mut all, mut shown) = (0, 0);
    for line in lines.into_iter().step_by(step) {
        let line: String = squash(line).chars().take(MAX_SEARCHED).collect();
        all += line.len();
        shown += if of_page.contains(&line) { line.len() } else { 0 };
    }
    shown * 100 >= all * MIN_SHOWN_PERCENT
}

/// Returns the text in the page's JSON. JSON-LD comes first, because it says what its text is, and
/// the state of a program does not, so it is read on request. `None` if there is no text, or if
/// there are several and nothing tells which one is the page's.
fn find(page: &Page, reads_state: bool) -> Option<JsonText> {
    let document = page.document();
    let mut room = MAX_BYTES;
    let mut fits = |text: &str| {
        let is_read = text.len() <= room;
        room -= if is_read { text.len() } else { 0 };
        is_read
    };
    let scripts = document.elements(NodeId::DOCUMENT);
    let scripts: Vec<NodeId> = scripts
        .filter(|&id| document.is_html(id, name::SCRIPT) && fits(document.text(id)))
        .collect();
    let stated = linked_data::text(page, &scripts);
    stated.or_else(|| reads_state.then(|| state::text(document, &scripts, fits))?)
}

/// Appends a string as HTML. In a string without tags each line is a paragraph, unless it is
/// Markdown, and character references are decoded, because pages write them there.
fn push_html(text: &str, html: &mut String) {
    if has_tags(text) {
        html.push_str("<div>");
        html.push_str(text);
        html.push_str("</div>\n");
        return;
    }
    if bbcode::is_bbcode(text) {
        html.push_str("<div>");
        bbcode::push_html(text, html);
        html.push_str("</div>\n");
        return;
    }
    if markdown::is_markdown(text) {
        markdown::push_html(text, html);
        return;
    }
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        html.push_str("<p>");
        html.push_str(&line.replace('<', "&lt;"));
        html.push_str("</p>\n");
    }
}

/// Returns true if the text has an end tag, or a tag that needs none.
fn has_tags(text: &str) -> bool {
    const ALONE: [&str; 5] = ["<p>", "<p ", "<br>", "<br/>", "<br />"];
    text.match_indices("</")
        .any(|(at, _)| text[at + 2..].starts_with(|c: char| c.is_ascii_alphabetic()))
        || ALONE.iter().any(|tag| text.contains(tag))
}

#[cfg(test)]
mod tests;
