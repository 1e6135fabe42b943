//! Properties of the HTML renderer that hold for any page and any selection.

use tamis::Strategy;
use tamis::{Config, Extractor};

mod hostile;
mod properties;

/// Returns an extractor for each of these engines.
fn extractors(engines: &[Strategy]) -> Vec<Extractor> {
    let extractor = |&engine| Extractor::new(Config::default().strategy(engine)).unwrap();
    engines.iter().map(extractor).collect()
}
