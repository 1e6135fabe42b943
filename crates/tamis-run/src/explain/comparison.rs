//! Comparisons: where engines agree about a page, and where they differ.

use std::fmt::{self, Write};

use serde::Serialize;
use tamis::{
    Config, Error, ExplainedEngine, ExplainedParagraph, Explanation, Extraction, Extractor, Page,
    Strategy,
};

use super::lines::{EngineLine, beginning, sign, write_decision, write_engines};
use super::room::Room;
use super::viewer::View;

/// The answers of several engines about a page.
#[derive(Debug, Serialize)]
pub struct Comparison {
    source: String,
    engines: Vec<EngineRow>,
    /// The agreement of each engine with each, 0 to 1, in the order of `engines`.
    agreement: Vec<Vec<f64>>,
    /// The paragraphs that some engines keep and others drop.
    differences: Vec<Difference>,
}

/// The answer of one engine.
#[derive(Debug, Serialize)]
struct EngineRow {
    engine: &'static str,
    /// The engine that the answer comes from. It differs if `engine` is a blend.
    answer_of: String,
    paragraphs: u32,
    chars: u32,
    confidence: f64,
}

/// A paragraph that some engines keep and others drop.
#[derive(Debug, Serialize)]
struct Difference {
    /// The number of the paragraph in the page, from 0.
    paragraph: usize,
    text: String,
    /// The decision of each engine, in the order of [`Comparison::engines`].
    engines: Vec<Decision>,
}

/// The decision of an engine about a paragraph.
#[derive(Debug, Serialize)]
struct Decision {
    engine: &'static str,
    kept: bool,
    reason: String,
}

impl EngineRow {
    /// Returns the name of the engine. If it is a blend that takes the answer of another one, both
    /// are named.
    fn name(&self) -> String {
        if self.engine == self.answer_of {
            return self.engine.to_owned();
        }
        format!("{} ({})", self.engine, self.answer_of)
    }
}

/// Explains a page by the answers of engines, with the configuration otherwise.
///
/// # Errors
///
/// If the configuration is not valid.
pub fn explanation<'p>(
    page: &'p Page,
    engines: &[Strategy],
    config: &Config,
) -> Result<Explanation<'p>, Error> {
    let judge = |engine: &Strategy| {
        let extractor = Extractor::new(config.clone().strategy(*engine))?;
        Ok(extractor.decide(page).verdict)
    };
    let verdicts = engines.iter().map(judge).collect::<Result<Vec<_>, Error>>()?;
    Ok(Explanation::of(page, &verdicts))
}

impl Comparison {
    /// Returns the comparison, and true if it has all differences.
    pub fn of(
        source: &str,
        engines: &[Strategy],
        explanation: &Explanation<'_>,
        room: Room,
    ) -> (Comparison, bool) {
        let row = |(engine, answer): (&Strategy, &ExplainedEngine)| EngineRow {
            engine: engine.as_str(),
            answer_of: answer.engine.to_string(),
            paragraphs: answer.paragraphs,
            chars: answer.chars,
            confidence: answer.confidence,
        };
        let (differences, are_all) = differences(engines, explanation, room);
        let comparison = Comparison {
            source: source.to_owned(),
            engines: engines.iter().zip(&explanation.engines).map(row).collect(),
            agreement: explanation.agreement.clone(),
            differences,
        };
        (comparison, are_all)
    }

    /// Returns it as an object.
    ///
    /// # Errors
    ///
    /// If it cannot be written as JSON.
    pub fn json(&self) -> serde_json::Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// Returns it as lines.
    ///
    /// # Errors
    ///
    /// If they cannot be written.
    pub fn text(&self) -> Result<String, fmt::Error> {
        let mut text = String::new();
        let line = |row: &EngineRow| EngineLine {
            name: row.name(),
            paragraphs: row.paragraphs,
            chars: row.chars,
            confidence: row.confidence,
        };
        write_engines(&mut text, self.engines.iter().map(line))?;
        self.write_agreement(&mut text)?;
        self.write_differences(&mut text)?;
        Ok(text)
    }

    /// Returns it as a page for the browser, and true if it has all paragraphs.
    pub fn html(
        &self,
        extraction: &Extraction,
        explanation: &Explanation<'_>,
        room: Room,
    ) -> (String, bool) {
        let names = self.engines.iter().map(EngineRow::name).collect();
        let shown = room.for_paragraphs(explanation.paragraphs.iter());
        let view = View { names, shown, ..View::of(&self.source, extraction, explanation) };
        (view.html(), shown == explanation.paragraphs.len())
    }

    /// Returns true if one of the engines found content.
    pub fn has_content(&self) -> bool {
        self.engines.iter().any(|row| row.chars > 0)
    }

    fn write_agreement(&self, out: &mut impl Write) -> fmt::Result {
        write!(out, "\n{:<24}", "agreement")?;
        for row in &self.engines {
            write!(out, "{:>12}", row.engine)?;
        }
        for (row, shares) in self.engines.iter().zip(&self.agreement) {
            write!(out, "\n{:<24}", row.engine)?;
            for share in shares {
                write!(out, "{share:>12.2}")?;
            }
        }
        writeln!(out)
    }

    /// Writes a line for each paragraph, after a sign for each engine: + keeps it, - drops it.
    fn write_differences(&self, out: &mut impl Write) -> fmt::Result {
        if self.differences.is_empty() {
            return writeln!(out, "\nthe engines keep the same paragraphs");
        }
        let names: Vec<_> = self.engines.iter().map(|row| row.engine).collect();
        writeln!(out, "\nparagraphs that differ (+ kept, - dropped, by {})", names.join(", "))?;
        for Difference { text, engines, .. } in &self.differences {
            let signs: String = engines.iter().map(|of| sign(of.kept)).collect();
            writeln!(out, "{signs} {}", beginning(text))?;
            for Decision { engine, kept, reason } in engines {
                write_decision(out, engine, *kept, reason)?;
            }
        }
        Ok(())
    }
}

/// Returns the paragraphs about which the engines differ, as far as they fit, and true if these are
/// all.
fn differences(
    engines: &[Strategy],
    explanation: &Explanation<'_>,
    room: Room,
) -> (Vec<Difference>, bool) {
    let paragraphs = explanation.paragraphs.iter().enumerate();
    let differing: Vec<_> = paragraphs
        .filter(|(_, paragraph)| {
            paragraph.engines.iter().any(|decision| decision.kept != paragraph.kept)
        })
        .collect();
    let shown = room.for_paragraphs(differing.iter().map(|&(_, paragraph)| paragraph));
    let difference = |&(index, paragraph): &(usize, &ExplainedParagraph<'_>)| Difference {
        paragraph: index,
        text: paragraph.text.to_owned(),
        engines: engines
            .iter()
            .zip(&paragraph.engines)
            .map(|(engine, decision)| Decision {
                engine: engine.as_str(),
                kept: decision.kept,
                reason: decision.reason.to_string(),
            })
            .collect(),
    };
    (differing[..shown].iter().map(difference).collect(), shown == differing.len())
}
