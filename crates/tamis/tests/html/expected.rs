//! The pages of `testdata/pages` as HTML, beside them as `expected.<engine>.html`.
//!
//! `TAMIS_REWRITE_EXPECTED=1 cargo test -p tamis --test html expected` writes them anew; read the difference before it is kept.

use std::fs;
use std::path::{Path, PathBuf};

use tamis::engine::EngineName;
use tamis::render::HtmlOptions;
use tamis::{Extraction, Extractor, Input, Url};

use crate::extractors;

/// The engines that there is a file of for each page.
const ENGINES: &[EngineName] = &[EngineName::Justext, EngineName::Readability];

/// The slugs of all pages.
fn slugs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/pages");
    let mut slugs: Vec<_> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    slugs.sort_unstable();
    slugs
}

/// The page as each engine extracts it.
fn extractions(folder: &Path) -> Vec<Extraction> {
    let html = fs::read(folder.join("page.html")).unwrap();
    let slug = folder.file_name().unwrap().to_str().unwrap();
    let url = Url::parse(&format!("https://example.org/pages/{slug}")).unwrap();
    let extract =
        |mut extractor: Extractor| extractor.extract(Input::from(&html).url(&url)).unwrap();
    extractors(ENGINES).into_iter().map(extract).collect()
}

#[test]
fn expected_pages() {
    let rewrite = std::env::var_os("TAMIS_REWRITE_EXPECTED").is_some_and(|value| value == "1");
    let slugs = slugs();
    assert!(slugs.len() >= 8);
    for folder in slugs {
        for extraction in extractions(&folder) {
            let html = extraction.html(&HtmlOptions::default());
            let path = folder.join(format!("expected.{}.html", extraction.strategy_used()));
            if rewrite {
                fs::write(&path, &html).unwrap();
            }
            let expected = fs::read_to_string(&path).unwrap_or_default();
            assert_eq!(html, expected, "{} differs", path.display());
        }
    }
}

#[test]
fn a_page_holds_its_fragment() {
    for extraction in slugs().iter().flat_map(|folder| extractions(folder)) {
        let fragment = extraction.html(&HtmlOptions::default().fragment(true));
        let page = extraction.html(&HtmlOptions::default());
        assert!(page.contains(&format!("<article>\n{fragment}</article>")), "{page}");
        // jusText finds nothing where words are not parted by white space.
        assert_eq!(fragment.is_empty(), extraction.text().is_empty(), "{page}");
    }
}
