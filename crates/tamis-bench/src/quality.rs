//! The quality of the text that a system extracts from the pages of a corpus.

use std::fmt::Write as _;

use anyhow::Result;

use crate::predictions::Predictions;

pub mod corpus;
pub mod gate;
mod passages;
mod tokens;

pub use corpus::CorpusName;
pub use passages::{PassageReport, measure_with_without};
pub use tokens::{KindScore, PageScore, TokenReport, measure_wcxb};

/// A system under test: what it makes of a page.
pub trait System {
    /// Returns the text of a page. `None`, if the system has no answer, counts as an empty text.
    ///
    /// # Errors
    ///
    /// If it fails in a way that makes the measure worthless.
    fn text(&mut self, page: PageInput<'_>) -> Result<Option<String>>;
}

/// A page as a system sees it.
#[derive(Debug, Clone, Copy)]
pub struct PageInput<'a> {
    /// Its id in the corpus.
    pub id: &'a str,
    /// Its bytes.
    pub html: &'a [u8],
    /// The charset it came with, where that is known.
    pub charset: Option<&'a str>,
    /// Its address, where it is known.
    pub url: Option<&'a str>,
}

impl System for Predictions {
    fn text(&mut self, page: PageInput<'_>) -> Result<Option<String>> {
        Ok(self.get(page.id).map(str::to_owned))
    }
}

/// A number as the tables show it: three places, no leading zero.
fn thousandths(value: f64) -> String {
    let text = format!("{value:.3}");
    text.strip_prefix('0').map_or_else(|| text.clone(), str::to_owned)
}

/// A row of a table: a name, a count and numbers.
fn row(table: &mut String, name: &str, count: &str, numbers: [&str; 3]) {
    let [a, b, c] = numbers;
    // Writing to a string cannot fail.
    let _ = writeln!(table, "{name:<14} {count:>6} {a:>9} {b:>9} {c:>9}");
}
