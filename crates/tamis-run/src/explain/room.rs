//! The room for paragraphs in the output of the commands that list them with their reasons.
//!
//! Reasons are longer than the text: a paragraph "Menu" has the decisions of five engines and the
//! features of the model. A page of a million short paragraphs would become gigabytes. So the
//! paragraphs are counted before they are written, with an upper bound for each, and the rest is
//! left out with a warning.

use tamis::{ExplainedParagraph, ModelDecision};

use super::lines::beginning;

/// The form in which paragraphs are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Lines.
    Text,
    /// Objects, indented.
    Json,
    /// A page for the browser.
    Html,
}

/// The room for paragraphs in a form.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// The form.
    pub layout: Layout,
    /// The room, in bytes.
    pub max_bytes: usize,
}

/// The most bytes that escapes make of one byte of text.
const ESCAPED_BYTES: usize = 6;

/// The most bytes for the place of a paragraph.
const AREA_BYTES: usize = 200;

impl Room {
    /// Returns the number of paragraphs, from the first, for which there is room.
    pub fn for_paragraphs<'p>(
        self,
        paragraphs: impl Iterator<Item = &'p ExplainedParagraph<'p>>,
    ) -> usize {
        let mut bytes = 0;
        let fits = |paragraph: &&ExplainedParagraph<'_>| {
            bytes += self.bytes_of(paragraph);
            bytes <= self.max_bytes
        };
        paragraphs.take_while(fits).count()
    }

    /// Returns the bytes of a paragraph, rounded up.
    fn bytes_of(self, paragraph: &ExplainedParagraph<'_>) -> usize {
        let text = paragraph.text.len() * ESCAPED_BYTES;
        // The bytes of a decision besides its words, and of the rest.
        let (of_decision, rest) = match self.layout {
            Layout::Text => (20, beginning(paragraph.text).len() + 16),
            Layout::Json => (100, text + 100),
            // The text of a heading is also in the outline.
            Layout::Html => (50, 2 * text + path_bytes(paragraph) + 400),
        };
        let decisions = paragraph.engines.iter();
        let decisions = decisions.map(|of| of.engine.len() + of.reason.len() + of_decision);
        let model = paragraph.model.as_ref().map_or(0, |model| self.bytes_of_model(model));
        let path = match (self.layout, &paragraph.model) {
            (Layout::Json, Some(_)) => path_bytes(paragraph),
            _ => 0,
        };
        let area = match (self.layout, paragraph.area) {
            (Layout::Text, _) | (_, None) => 0,
            (Layout::Json | Layout::Html, Some(_)) => AREA_BYTES,
        };
        decisions.sum::<usize>() + rest + model + path + area
    }

    /// Returns the bytes of the model's part in a paragraph, rounded up.
    fn bytes_of_model(self, model: &ModelDecision) -> usize {
        let features = model.features.iter().map(|feature| {
            let description = feature.column.description().len();
            match self.layout {
                Layout::Text => description + 32,
                Layout::Json => description + feature.column.name().len() + 240,
                // A description is there once for the page.
                Layout::Html => 48,
            }
        });
        100 + features.sum::<usize>()
    }
}

fn path_bytes(paragraph: &ExplainedParagraph<'_>) -> usize {
    paragraph.path.as_ref().map_or(0, String::len)
}
