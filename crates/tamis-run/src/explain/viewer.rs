//! A page for the browser that explains another page, and serves to label it.
//!
//! It is one file and loads nothing. Texts of the explained page are escaped or put into JSON, and
//! the script only ever sets them as text. A content security policy allows this script and this
//! style alone, by their hashes.

mod data;
mod map;
mod markup;

use std::fmt::Write as _;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};
use tamis::{ExplainedEngine, ExplainedParagraph, Explanation, Extraction};

use self::markup::escaped;

const TEMPLATE: &str = include_str!("viewer/page.html");
const STYLE: &str = include_str!("viewer/style.css");
const SCRIPT: &str = include_str!("viewer/script.js");

/// An explained page to show.
pub struct View<'v> {
    /// The name of the page as it was given.
    pub source: &'v str,
    pub extraction: &'v Extraction,
    pub explanation: &'v Explanation<'v>,
    /// The names of the explanation's engines.
    pub names: Vec<String>,
    /// The number of paragraphs that are shown, from the first.
    pub shown: usize,
}

impl<'v> View<'v> {
    /// Returns the view with the engines' own names.
    pub fn of(
        source: &'v str,
        extraction: &'v Extraction,
        explanation: &'v Explanation<'v>,
    ) -> View<'v> {
        let names = explanation.engines.iter().map(|engine| engine.engine.to_string());
        let (names, shown) = (names.collect(), explanation.paragraphs.len());
        View { source, extraction, explanation, names, shown }
    }

    /// Returns the paragraphs that are shown.
    fn paragraphs_shown(&self) -> &'v [ExplainedParagraph<'v>] {
        let all = &self.explanation.paragraphs;
        &all[..self.shown.min(all.len())]
    }

    /// Returns the page.
    pub fn html(&self) -> String {
        let title = self.extraction.title().unwrap_or(self.source);
        filled(TEMPLATE, |name| match name {
            "policy" => policy(),
            "title" => escaped(&format!("{title} – explained")),
            "heading" => escaped(title),
            "source" => escaped(&self.origin()),
            "page-type" => self.page_type(),
            "style" => STYLE.to_owned(),
            "script" => SCRIPT.to_owned(),
            "data" => self.data(),
            "status" => escaped(&self.status(0)),
            "guide" => self.guide(),
            "first" => self.first(),
            "buttons" => self.buttons(),
            "outline" => self.outline(),
            "table" => self.table(),
            "metadata" => self.metadata(),
            "map" => self.map(),
            "warnings" => self.warnings(),
            "language" => self.language(),
            "paragraphs" => self.paragraphs(),
            _ => String::new(),
        })
    }

    /// Returns the name and the address of the page.
    fn origin(&self) -> String {
        match self.extraction.parsed_page().url() {
            Some(url) if url.as_str() != self.source => format!("{} · {url}", self.source),
            _ => self.source.to_owned(),
        }
    }

    /// Returns the sentence about the answer of the engine with this number.
    fn status(&self, engine: usize) -> String {
        let Some(answer) = self.explanation.engines.get(engine) else { return String::new() };
        let ExplainedEngine { paragraphs, chars, confidence, had_part, .. } = answer;
        let all = &self.explanation.paragraphs;
        let all_chars: usize = all.iter().map(|paragraph| paragraph.text.chars().count()).sum();
        let mut status = format!(
            "{} keeps {paragraphs} of {} paragraphs, {chars} of {all_chars} characters. \
             Confidence {:.0} %.",
            self.names[engine],
            all.len(),
            100.0 * confidence
        );
        if !had_part {
            status.push_str(" It had no part in the decision.");
        }
        if engine > 0 {
            let agreement = 100.0 * self.explanation.agreement[engine][0];
            let _ = write!(
                status,
                " Agreement with {} {agreement:.0} %: stripes show where they differ.",
                self.names[0]
            );
        }
        status
    }
}

/// Returns the template with each `{{name}}` replaced. Replacements are not searched again.
/// Otherwise an explained page with the text `{{data}}` would get the data in its place.
fn filled(template: &str, replacement: impl Fn(&str) -> String) -> String {
    let mut filled = String::with_capacity(template.len() + STYLE.len() + SCRIPT.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        let Some((name, after)) = after.split_once("}}") else { break };
        filled += before;
        filled += &replacement(name);
        rest = after;
    }
    filled + rest
}

/// Returns the content security policy. Nothing is loaded, and only the program's own script and
/// style run, because the page shows texts of strangers.
fn policy() -> String {
    let hash = |text: &str| BASE64_STANDARD.encode(Sha256::digest(text));
    format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; base-uri 'none'; \
         form-action 'none'",
        hash(SCRIPT),
        hash(STYLE)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_replaced_once() {
        let filled = filled("a {{one}} b {{two}} c {{", |name| format!("<{name} {{{{two}}}}>"));
        assert_eq!(filled, "a <one {{two}}> b <two {{two}}> c {{");
    }

    #[test]
    fn every_placeholder_is_known() {
        let extraction = tamis::extract("<p>x", &tamis::Config::default()).unwrap();
        let extractor = tamis::Extractor::new(tamis::Config::default()).unwrap();
        let html = View::of("x", &extraction, &extractor.explain(&extraction)).html();
        assert!(!html.contains("{{"), "{html}");
        let known: Vec<_> = TEMPLATE.split("{{").skip(1).collect();
        assert!(known.len() > 10);
    }

    #[test]
    fn style_and_script_cannot_end_their_elements() {
        assert!(!STYLE.contains("</") && !SCRIPT.contains("</"));
    }
}
