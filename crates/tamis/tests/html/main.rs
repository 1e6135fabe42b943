//! The HTML renderer: expected pages, and what holds for any page and any selection.

use tamis::engine::EngineName;
use tamis::{Config, Extractor};

mod expected;
mod hostile;
mod properties;

/// An extractor for each of these engines.
fn extractors(engines: &[EngineName]) -> Vec<Extractor> {
    let extractor = |&engine| Extractor::new(Config::default().engine(engine)).unwrap();
    engines.iter().map(extractor).collect()
}
