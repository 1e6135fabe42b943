//! The text of a page that stands in its own scripts, as JSON: what search engines are told, or what a program in the browser
//! makes the page of.

mod linked_data;
mod state;

use std::fmt;

use tamis_dom::{NodeId, Parser, name};

use crate::engine::Verdict;
use crate::measure::Measurer;
use crate::page::Page;
use crate::render;

/// Where the text of an [`Extraction`](crate::Extraction) comes from.
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
    /// A script of JSON-LD: the `articleBody` of an article, the `description` of a product.
    JsonLd,
    /// The data of a page that Next.js makes.
    NextData,
    /// Another state of a program in the browser, such as `window.__INITIAL_STATE__`, where it is plain JSON.
    State,
}

impl TextSource {
    /// Its name, in lower case.
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

/// Whether text is taken from a page's own JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PageJson {
    /// Never: what comes out stands in the page's elements.
    #[default]
    Never,
    /// Where the elements give nearly nothing: fewer than 1,000 characters, and less than a tenth of what the JSON has, which is at
    /// least 200.
    Auto,
}

/// With as much text as this the elements' answer stands. Unicode scalar values.
const ENOUGH_CHARS: usize = 1000;

/// A shorter text in the JSON is a teaser or a label. Unicode scalar values.
const MIN_CHARS: usize = 200;

/// How many times longer the text of the JSON is, at least. On `wcxb-dev`, texts of JSON that are less than this longer
/// than the elements' are no better: mostly they are descriptions of things, and the page says more.
const TIMES_LONGER: usize = 10;

/// How many bytes of scripts are read; one that goes beyond is left out.
const MAX_BYTES: usize = 4 << 20;

/// The name of the JSON among the engines.
const NAME: &str = "page-json";

/// A text that was found.
#[derive(Debug)]
struct Found {
    source: TextSource,
    /// As HTML, not yet cleaned.
    html: String,
}

/// What a page's JSON has as its main content: a page of its own, and the verdict that keeps all of it.
pub(crate) struct Content {
    pub(crate) source: TextSource,
    pub(crate) page: Page,
    pub(crate) verdict: Verdict,
    pub(crate) text: String,
}

impl Content {
    /// The content of this page by its JSON, if that is to be taken where the elements give this many characters. Its addresses
    /// start from where the page's do.
    pub(crate) fn of(
        page: &Page,
        kept_chars: usize,
        parser: &mut Parser,
        measurer: &mut Measurer,
    ) -> Option<Content> {
        if kept_chars >= ENOUGH_CHARS {
            return None;
        }
        let Found { source, html } = find(page)?;
        let mut content = measurer.measure(parser.parse(&html));
        content.url = page.base_url();
        let mut verdict = Verdict::nothing(NAME, &content);
        verdict.kept.fill(true);
        verdict.reasons.fill(match source {
            TextSource::JsonLd => "in the page's JSON-LD",
            _ => "in the data of the page's program",
        });
        let text = render::text(&content, &verdict);
        let chars = text.chars().count();
        let is_much = chars >= MIN_CHARS && chars > kept_chars.saturating_mul(TIMES_LONGER);
        is_much.then_some(Content { source, page: content, verdict, text })
    }
}

/// The page's text by its scripts: JSON-LD, which says what it is, before the state of a program. `None` where there is
/// none, or several without a sign which is the page's.
fn find(page: &Page) -> Option<Found> {
    let document = page.document();
    let mut room = MAX_BYTES;
    let scripts = document.elements(NodeId::DOCUMENT).filter(|&id| {
        let is_read = document.is_html(id, name::SCRIPT) && document.text(id).len() <= room;
        room -= if is_read { document.text(id).len() } else { 0 };
        is_read
    });
    let scripts: Vec<NodeId> = scripts.collect();
    linked_data::text(page, &scripts).or_else(|| state::text(document, &scripts))
}

/// A string as HTML. One without tags is plain text, of which each line is a paragraph; its character references count, since
/// pages write them there.
fn push_html(text: &str, html: &mut String) {
    if has_tags(text) {
        html.push_str("<div>");
        html.push_str(text);
        html.push_str("</div>\n");
        return;
    }
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        html.push_str("<p>");
        html.push_str(&line.replace('<', "&lt;"));
        html.push_str("</p>\n");
    }
}

/// Whether the text has an end tag, or a tag that needs none.
fn has_tags(text: &str) -> bool {
    const ALONE: [&str; 5] = ["<p>", "<p ", "<br>", "<br/>", "<br />"];
    text.match_indices("</")
        .any(|(at, _)| text[at + 2..].starts_with(|c: char| c.is_ascii_alphabetic()))
        || ALONE.iter().any(|tag| text.contains(tag))
}

#[cfg(test)]
mod tests;
