//! Runs an engine of your own on the shared page, and renders what it keeps.
//!
//! Usage: `cargo run --example custom_engine`.

#![allow(clippy::print_stdout, reason = "an example prints its result")]

use tamis::engine::{Context, Engine, Verdict};
use tamis::{Config, Error, Extractor, Page};

/// Keeps paragraphs with few links and many words.
struct FewLinks {
    min_words: u32,
    max_link_density: f64,
}

impl Engine for FewLinks {
    fn name(&self) -> &'static str {
        "few-links"
    }

    fn uses_stopwords(&self) -> bool {
        false
    }

    fn judge(&self, page: &Page, _context: &Context<'_>) -> Verdict {
        let mut verdict = Verdict::nothing("few-links", page);
        for (index, paragraph) in page.paragraphs().iter().enumerate() {
            let link_density = f64::from(paragraph.link_chars) / f64::from(paragraph.text_chars);
            if paragraph.words < self.min_words {
                verdict.set(index, false, "too short");
            } else if link_density > self.max_link_density {
                verdict.set(index, false, "too many links");
            } else {
                verdict.keep(index, "long, with few links");
            }
        }
        verdict
    }
}

fn main() -> Result<(), Error> {
    let engine = FewLinks { min_words: 5, max_link_density: 0.5 };
    let mut extractor = Extractor::with_engine(engine, Config::default())?;
    let extraction = extractor.extract(
        "<p><a href=/>All of our best recipes in one place</a>
         <p>Mix flour, water and salt, and let the dough rest.
         <p>Share!",
    );
    for paragraph in extraction.paragraphs() {
        let mark = if paragraph.kept { '+' } else { '-' };
        println!("{mark} {} ({})", paragraph.text, paragraph.reason);
    }
    Ok(())
}
