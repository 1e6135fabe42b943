//! XML and TEI: the text equals that of the text format for any page, and TEI is valid.

mod hostile;
mod properties;
mod tei;

use std::fs;
use std::path::Path;

use tamis::{Config, Extraction, Extractor, Input, Page, Url};
use tamis::{Strategy, Verdict};
use tamis_testkit::is_full;
use tamis_testkit::wcxb::Wcxb;

/// The number of pages in a sample; `TAMIS_FULL` checks all pages.
const SAMPLE: usize = 60;

fn by(engine: Strategy) -> Config {
    Config::default().strategy(engine)
}

/// Calls `check` with the name and the extractions of each page of `testdata/pages` and of a sample
/// of wcxb-dev.
fn for_each_extraction(
    configs: impl IntoIterator<Item = Config>,
    mut check: impl FnMut(&str, &Extraction),
) {
    let mut extractors =
        configs.into_iter().map(|config| Extractor::new(config).unwrap()).collect::<Vec<_>>();
    let mut extract = |id: &str, html: &[u8], url: Option<&Url>| {
        for extractor in &mut extractors {
            let input = Input::from(html);
            let input = url.map_or(input, |url| input.url(url));
            let extraction = extractor.extract(input);
            check(&format!("{id} ({})", extraction.strategy_used()), &extraction);
            extractor.recycle(extraction.into_page());
        }
    };
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/pages");
    let mut folders: Vec<_> =
        pages.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort_unstable();
    for folder in folders {
        let html = fs::read(folder.join("page.html")).unwrap();
        extract(&folder.display().to_string(), &html, None);
    }
    let corpus = Wcxb::required();
    let count = if is_full() { usize::MAX } else { SAMPLE };
    for page in corpus.sample(count, 9).unwrap() {
        let url = page.url.as_deref().and_then(|url| Url::parse(url).ok());
        extract(&page.id, &page.html, url.as_ref());
    }
}

/// Returns a verdict that keeps all of a page.
fn everything(page: &Page) -> Verdict {
    let mut verdict = Verdict::nothing("everything", page);
    verdict.kept.fill(true);
    verdict
}
