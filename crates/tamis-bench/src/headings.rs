//! Headings that are dropped between two kept paragraphs, by the reason: a reader misses them.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;
use tamis::Extraction;

/// The reasons of the rules that drop a heading between two kept paragraphs.
const RULES: [&str; 5] = [
    "a copy for other screens",
    "a heading that is surely boilerplate",
    "a heading between posts",
    "the title is left out",
    "repeats a text that is kept",
];

/// The headings of many pages.
#[derive(Debug, Default, Serialize)]
pub struct Headings {
    /// The headings that are kept.
    pub kept: usize,
    /// The headings that are dropped directly between two kept paragraphs, by the reason.
    pub dropped: BTreeMap<String, usize>,
    /// The dropped headings for which no rule gives the reason: the name of the page and the text.
    pub unexplained: Vec<(String, String)>,
}

impl Headings {
    /// Counts the headings of a page. A run of dropped headings is between two kept paragraphs if
    /// the paragraphs before and after it are kept.
    ///
    /// ```
    /// use tamis_bench::headings::Headings;
    /// let text = "It was the best of times, it was the worst of times, and so on. ".repeat(4);
    /// let page = format!("<h1>Tea</h1><p>{text}<h2>Water</h2><p>{text}");
    /// let extraction = tamis::extract(&page, &tamis::Config::default())?;
    /// let mut headings = Headings::default();
    /// headings.note("tea", &extraction);
    /// assert_eq!((headings.kept, headings.dropped.len()), (1, 0));
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn note(&mut self, name: &str, extraction: &Extraction) {
        let mut after_kept = false;
        let mut run = Vec::new();
        for paragraph in extraction.paragraphs() {
            match (paragraph.in_heading, paragraph.kept) {
                (true, false) => run.push(paragraph),
                (in_heading, kept) => {
                    let between = run.drain(..).filter(|_| after_kept && kept);
                    for heading in between {
                        *self.dropped.entry(heading.reason.to_owned()).or_default() += 1;
                        if !RULES.contains(&heading.reason) {
                            self.unexplained.push((name.to_owned(), heading.text.to_owned()));
                        }
                    }
                    self.kept += usize::from(in_heading && kept);
                    after_kept = kept;
                }
            }
        }
    }
}

impl fmt::Display for Headings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:6} kept", self.kept)?;
        for (reason, count) in &self.dropped {
            writeln!(f, "{count:6} dropped between kept paragraphs: {reason}")?;
        }
        for (page, text) in &self.unexplained {
            writeln!(f, "no rule drops, on {page}: {text}")?;
        }
        Ok(())
    }
}
