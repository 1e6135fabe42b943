//! The HTML renderer: expected pages, and what holds for any page and any selection.

use tamis::engine::readability::Readability;
use tamis::{Config, Extractor};

mod expected;
mod hostile;
mod properties;

/// An extractor for each engine.
fn extractors() -> [Extractor; 2] {
    let justext = Extractor::new(Config::default()).unwrap();
    let readability = Extractor::with_engine(Readability::default(), Config::default()).unwrap();
    [justext, readability]
}
