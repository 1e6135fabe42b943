//! What comes out: the text, and what is known about it.

use std::fmt;
use std::ops::Range;

use tamis_dom::Encoding;

use crate::engine::Verdict;
use crate::language::Language;
use crate::page::Page;
use crate::whitespace::{is_python_space, normalize_whitespace};

/// The main content of a page.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Extraction {
    text: String,
    title: Option<String>,
    language: Option<Language>,
    encoding: Encoding,
    verdict: Verdict,
    warnings: Vec<Warning>,
    page_text: String,
    paragraphs: Vec<Segment>,
}

#[derive(Clone, Debug)]
struct Segment {
    text: Range<u32>,
    in_heading: bool,
}

/// A paragraph of a page and what became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExtractedParagraph<'e> {
    /// Its text, white space collapsed and trimmed.
    pub text: &'e str,
    /// Whether it belongs to the main content.
    pub kept: bool,
    /// Why, in the engine's words.
    pub reason: &'static str,
    /// Whether it stands in a heading.
    pub in_heading: bool,
}

/// A doubt about an extraction.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Warning {
    /// About the reading of the page.
    Page(tamis_dom::Warning),
    /// There is no stoplist for the page's language (or it is not known): the engine worked without.
    NoStoplist {
        /// The language, if it is known.
        language: Option<String>,
    },
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::Page(warning) => warning.fmt(f),
            Warning::NoStoplist { language: Some(language) } => {
                write!(f, "there is no stoplist for `{language}`: stopwords were not looked at")?;
                if has_no_spaces(language) {
                    f.write_str(
                        " (it has no spaces between words: see the option `segmentation`)",
                    )?;
                }
                Ok(())
            }
            Warning::NoStoplist { language: None } => {
                f.write_str("the language is not known: stopwords were not looked at")
            }
        }
    }
}

/// Whether the language is written without spaces between words.
fn has_no_spaces(language: &str) -> bool {
    let primary = language.split('-').next().unwrap_or_default().to_ascii_lowercase();
    matches!(primary.as_str(), "zh" | "yue" | "ja" | "th" | "lo" | "km" | "my")
}

impl Extraction {
    pub(crate) fn new(
        page: &Page,
        verdict: Verdict,
        text: String,
        language: Option<Language>,
        warnings: Vec<Warning>,
    ) -> Extraction {
        let document = page.document();
        let title = document.title().map(|title| {
            normalize_whitespace(title.trim_matches(is_python_space)).replace('\n', " ")
        });
        let segments = page.paragraphs().iter().map(|paragraph| Segment {
            text: paragraph.text.clone(),
            in_heading: paragraph.in_heading,
        });
        Extraction {
            text,
            title: title.filter(|title| !title.is_empty()),
            language,
            encoding: document.encoding(),
            verdict,
            warnings,
            page_text: page.text.clone(),
            paragraphs: segments.collect(),
        }
    }

    /// The main content as plain text, an empty line between paragraphs; empty where there is none.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text of the page's `<title>`.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The page's language, if it is known.
    pub fn language(&self) -> Option<&Language> {
        self.language.as_ref()
    }

    /// The encoding the page was in, and how it was found.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// The engine that chose.
    pub fn strategy_used(&self) -> &'static str {
        self.verdict.engine
    }

    /// How sure the engine is, 0 to 1; 0 where there is no main content.
    pub fn confidence(&self) -> f64 {
        self.verdict.confidence
    }

    /// Doubts about this extraction; empty for most pages.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// All paragraphs of the page in its order, those that were left too.
    pub fn paragraphs(&self) -> impl ExactSizeIterator<Item = ExtractedParagraph<'_>> {
        self.paragraphs.iter().enumerate().map(|(index, segment)| ExtractedParagraph {
            text: &self.page_text[segment.text.start as usize..segment.text.end as usize],
            kept: self.verdict.kept.get(index).copied().unwrap_or(false),
            reason: self.verdict.reasons.get(index).copied().unwrap_or_default(),
            in_heading: segment.in_heading,
        })
    }
}
