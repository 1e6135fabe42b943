//! The answers of every strategy about the pages of `testdata/pages`, as one number.
//!
//! Prints the number. If it was built with `TAMIS_FINGERPRINT`, it compares its number with that
//! one, and panics if they differ. `cargo xtask wasm` builds it for WebAssembly with the number of
//! the machine that builds: a module for `wasm32-unknown-unknown` can neither read files nor print.

use std::io::{self, Write};

use tamis::engine::model::{FeatureTable, Model};
use tamis::{Config, Extractor, PageType, Strategy};

/// The pages by name.
const PAGES: &[(&str, &str)] = &[
    ("artikel-deutsch", include_str!("../../../testdata/pages/artikel-deutsch/page.html")),
    ("blog-sourdough", include_str!("../../../testdata/pages/blog-sourdough/page.html")),
    ("docs-queue", include_str!("../../../testdata/pages/docs-queue/page.html")),
    ("forum-bicycle", include_str!("../../../testdata/pages/forum-bicycle/page.html")),
    ("news-harbour", include_str!("../../../testdata/pages/news-harbour/page.html")),
    ("nihongo-kiji", include_str!("../../../testdata/pages/nihongo-kiji/page.html")),
    ("product-lamp", include_str!("../../../testdata/pages/product-lamp/page.html")),
    ("thai-khao", include_str!("../../../testdata/pages/thai-khao/page.html")),
];

fn main() -> io::Result<()> {
    let mut fingerprint = Fingerprint::default();
    for &(name, html) in PAGES {
        fingerprint.add(name.as_bytes());
        for &strategy in Strategy::ALL {
            add_extraction(&mut fingerprint, html, strategy);
        }
        add_model(&mut fingerprint, html);
    }
    let found = format!("{:016x}", fingerprint.0);
    match option_env!("TAMIS_FINGERPRINT") {
        Some(expected) => assert_eq!(found, expected, "another target gives other answers"),
        None => writeln!(io::stdout(), "{found}")?,
    }
    Ok(())
}

/// Adds all that a strategy says about a page, in every format.
fn add_extraction(fingerprint: &mut Fingerprint, html: &str, strategy: Strategy) {
    let config = Config::default().strategy(strategy).comments(true);
    let extraction = tamis::extract(html, &config).expect("the configuration is valid");
    let options = tamis::json::JsonOptions::default().paragraphs(true).verdicts(true);
    let outputs = [
        extraction.json_with(&options),
        extraction.markdown(),
        extraction.html(),
        extraction.xml(),
    ];
    for output in &outputs {
        fingerprint.add(output.as_bytes());
    }
    fingerprint.add(&extraction.confidence().to_bits().to_le_bytes());
    if let Some(types) = extraction.page_types() {
        for &of in PageType::ALL {
            fingerprint.add(&types.probability(of).to_bits().to_le_bytes());
        }
    }
}

/// Adds the features of a page's paragraphs and the model's probabilities, bit for bit.
fn add_model(fingerprint: &mut Fingerprint, html: &str) {
    let mut extractor = Extractor::new(Config::default()).expect("the configuration is valid");
    let page = extractor.page(html);
    let table = FeatureTable::of(&page, &extractor.verdicts(&page));
    for (_, row) in table.rows() {
        for value in row {
            fingerprint.add(&value.to_bits().to_le_bytes());
        }
    }
    for probability in Model::builtin().probabilities(&page, &table) {
        fingerprint.add(&probability.to_bits().to_le_bytes());
    }
}

/// A hash of bytes: FNV-1a with 64 bits.
struct Fingerprint(u64);

impl Default for Fingerprint {
    fn default() -> Fingerprint {
        Fingerprint(0xcbf2_9ce4_8422_2325)
    }
}

impl Fingerprint {
    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
