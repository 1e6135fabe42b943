//! The class `Extraction`.

use serde::{Deserialize, Serialize};
use tamis::json::{self, JsonExtraction, JsonOptions};
use tamis::render::{HtmlOptions, MarkdownOptions, TextOptions, XmlDialect, XmlOptions};
use wasm_bindgen::prelude::*;

use crate::failure::{Kind, failure};
use crate::options::read;
use crate::shared::Shared;

/// The main content of a page, in any format.
#[wasm_bindgen]
pub struct Extraction {
    /// `None` only while the object ends.
    inner: Option<tamis::Extraction>,
    extractor: Shared,
}

/// The fields that are added to JSON.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Additions {
    markdown: bool,
    html: bool,
    paragraphs: bool,
    verdicts: bool,
}

#[derive(Serialize)]
struct Paragraph<'e> {
    text: &'e str,
    kept: bool,
    reason: &'e str,
    in_heading: bool,
}

#[derive(Serialize)]
struct Chunk {
    headings: Vec<String>,
    markdown: String,
}

/// The facts that take no time, in one text.
#[derive(Serialize)]
struct Facts<'e> {
    title: Option<&'e str>,
    language: Option<&'e str>,
    encoding: &'static str,
    confidence: f64,
    page_type: Option<&'static str>,
    outcome: &'static str,
    strategy_used: &'e str,
    text_source: &'static str,
    warnings: Vec<String>,
}

impl Extraction {
    pub(crate) fn new(inner: tamis::Extraction, extractor: Shared) -> Extraction {
        Extraction { inner: Some(inner), extractor }
    }

    fn get(&self) -> &tamis::Extraction {
        self.inner.as_ref().expect("it is taken in `drop` alone")
    }
}

/// Gives the page's memory back to the extractor.
impl Drop for Extraction {
    fn drop(&mut self) {
        if let (Some(extraction), Ok(mut extractor)) =
            (self.inner.take(), self.extractor.try_borrow_mut())
        {
            extractor.recycle(extraction.into_page());
        }
    }
}

fn to_json(value: &impl Serialize) -> Result<String, JsValue> {
    serde_json::to_string(value).map_err(|error| failure(Kind::Internal, &error))
}

#[wasm_bindgen]
impl Extraction {
    /// Returns the main content as text. Empty if there is none.
    pub fn text(&self) -> String {
        self.get().text().to_owned()
    }

    /// Returns the content as text with options.
    ///
    /// # Errors
    ///
    /// If an option is unknown or its value is not valid.
    #[wasm_bindgen(js_name = textWith)]
    pub fn text_with(&self, options: &str) -> Result<String, JsValue> {
        Ok(self.get().text_with(&read::<TextOptions>(options)?))
    }

    /// Returns the content as Markdown.
    ///
    /// # Errors
    ///
    /// If an option is unknown or its value is not valid.
    pub fn markdown(&self, options: &str) -> Result<String, JsValue> {
        Ok(self.get().markdown_with(&read::<MarkdownOptions>(options)?))
    }

    /// Returns the content as pieces of Markdown, a JSON list. `max_chars` bounds a piece.
    ///
    /// # Errors
    ///
    /// If an option is unknown or its value is not valid.
    pub fn chunks(&self, max_chars: Option<usize>, options: &str) -> Result<String, JsValue> {
        let chunks = self.get().chunks(&read::<MarkdownOptions>(options)?, max_chars);
        let chunks = chunks.into_iter();
        let chunks: Vec<Chunk> = chunks
            .map(|chunk| Chunk { headings: chunk.headings, markdown: chunk.markdown })
            .collect();
        to_json(&chunks)
    }

    /// Returns the content as HTML that is safe to show.
    ///
    /// # Errors
    ///
    /// If an option is unknown or its value is not valid.
    pub fn html(&self, options: &str) -> Result<String, JsValue> {
        Ok(self.get().html_with(&read::<HtmlOptions>(options)?))
    }

    /// Returns the content as XML.
    ///
    /// # Errors
    ///
    /// If an option is unknown or its value is not valid.
    pub fn xml(&self, options: &str) -> Result<String, JsValue> {
        Ok(self.get().xml_with(&read::<XmlOptions>(options)?))
    }

    /// Returns the content as TEI.
    ///
    /// # Errors
    ///
    /// If an option is unknown or its value is not valid.
    pub fn tei(&self, options: &str) -> Result<String, JsValue> {
        let options = read::<XmlOptions>(options)?.dialect(XmlDialect::Tei);
        Ok(self.get().xml_with(&options))
    }

    /// Returns everything as a JSON object on one line, as the program does.
    ///
    /// # Errors
    ///
    /// If an addition is unknown or its value is not valid.
    pub fn json(&self, additions: &str) -> Result<String, JsValue> {
        let additions: Additions = read(additions)?;
        let mut options = JsonOptions::default();
        if additions.markdown {
            options = options.markdown(MarkdownOptions::default());
        }
        if additions.html {
            options = options.html(HtmlOptions::default().fragment(true));
        }
        let options = options.paragraphs(additions.paragraphs).verdicts(additions.verdicts);
        to_json(&JsonExtraction::of(self.get(), &options))
    }

    /// Returns the facts about the page and the text that take no time, a JSON object.
    ///
    /// # Errors
    ///
    /// None that a page can cause.
    pub fn facts(&self) -> Result<String, JsValue> {
        let extraction = self.get();
        to_json(&Facts {
            title: extraction.title(),
            language: extraction.language().map(tamis::Language::code),
            encoding: extraction.encoding().name(),
            confidence: extraction.confidence(),
            page_type: extraction.page_type().map(tamis::PageType::as_str),
            outcome: extraction.outcome().as_str(),
            strategy_used: extraction.strategy_used(),
            text_source: extraction.text_source().as_str(),
            warnings: extraction.warnings().iter().map(ToString::to_string).collect(),
        })
    }

    /// Returns all metadata with their sources, a JSON object.
    ///
    /// # Errors
    ///
    /// None that a page can cause.
    pub fn metadata(&self) -> Result<String, JsValue> {
        to_json(self.get().metadata())
    }

    /// Returns all paragraphs of the page, kept or not, a JSON list.
    ///
    /// # Errors
    ///
    /// None that a page can cause.
    pub fn paragraphs(&self) -> Result<String, JsValue> {
        let paragraphs = self.get().paragraphs();
        let paragraphs: Vec<Paragraph<'_>> = paragraphs
            .map(|of| Paragraph {
                text: of.text,
                kept: of.kept,
                reason: of.reason,
                in_heading: of.in_heading,
            })
            .collect();
        to_json(&paragraphs)
    }

    /// Returns the posts of a thread, a JSON list. Empty for other pages.
    ///
    /// # Errors
    ///
    /// None that a page can cause.
    pub fn posts(&self) -> Result<String, JsValue> {
        to_json(&json::posts(self.get()))
    }

    /// Returns the text of readers' comments. `undefined` if they were not asked for.
    pub fn comments(&self) -> Option<String> {
        self.get().comments().map(tamis::Selection::text)
    }

    /// Returns the reasons for each paragraph, a JSON object: every engine's decision and the
    /// model's features.
    ///
    /// # Errors
    ///
    /// None that a page can cause.
    pub fn explain(&self) -> Result<String, JsValue> {
        to_json(&self.extractor.borrow().explain(self.get()))
    }
}
