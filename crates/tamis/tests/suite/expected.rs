//! The expected output of every renderer for the pages of `testdata/pages`.
//!
//! Each page's folder holds the output of the default strategy in every format (`expected.txt`,
//! `expected.md`, `expected.html`, `expected.xml`, `expected.tei.xml`, `expected.json`) and the
//! HTML of two engines (`expected.<engine>.html`). The comparison is byte for byte.
//!
//! `TAMIS_REWRITE_EXPECTED=1 cargo test -p tamis --test suite expected` writes the files anew. Read
//! the difference before you commit it.

use std::fs;
use std::path::{Path, PathBuf};

use tamis::render::{HtmlOptions, MarkdownOptions, XmlDialect, XmlOptions};
use tamis::{Config, Extraction, Extractor, Input, Strategy, Url};

/// The engines whose HTML each page's folder holds.
const ENGINES: [Strategy; 2] = [Strategy::Justext, Strategy::Readability];

/// A file name and the function that gives its content.
type Format = (&'static str, fn(&Extraction) -> String);

/// Every format, with its default options.
const FORMATS: [Format; 6] = [
    ("expected.txt", |extraction| extraction.text().to_owned()),
    ("expected.md", |extraction| {
        extraction.markdown_with(&MarkdownOptions::default().front_matter(true))
    }),
    ("expected.html", |extraction| extraction.html()),
    ("expected.xml", |extraction| extraction.xml_with(&XmlOptions::default())),
    ("expected.tei.xml", |extraction| {
        let tei = extraction.xml_with(&XmlOptions::default().dialect(XmlDialect::Tei));
        // The header names the version of the library, which changes with each release.
        let version = concat!("version=\"", env!("CARGO_PKG_VERSION"), "\"");
        assert!(tei.contains(version), "{tei}");
        tei.replace(version, "version=\"current\"")
    }),
    ("expected.json", |extraction| extraction.json()),
];

/// The folders of all pages.
fn folders() -> Vec<PathBuf> {
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/pages");
    let mut folders: Vec<_> =
        pages.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort_unstable();
    assert!(folders.len() >= 8, "{} pages", folders.len());
    folders
}

/// The extraction of the page in a folder.
fn extraction(folder: &Path, config: Config) -> Extraction {
    let html = fs::read(folder.join("page.html")).unwrap();
    let slug = folder.file_name().unwrap().to_str().unwrap();
    let url = Url::parse(&format!("https://example.org/pages/{slug}")).unwrap();
    Extractor::new(config).unwrap().extract(Input::from(&html).url(&url))
}

/// Checks that a file holds exactly this content, or writes it if a rewrite was asked for.
fn check(path: &Path, actual: &str) {
    if std::env::var_os("TAMIS_REWRITE_EXPECTED").is_some_and(|value| value == "1") {
        fs::write(path, actual).unwrap();
    }
    let expected =
        fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert_eq!(actual, expected, "{} differs", path.display());
}

#[test]
fn every_format_of_the_default_strategy() {
    for folder in folders() {
        let extraction = extraction(&folder, Config::default());
        for (name, write) in FORMATS {
            check(&folder.join(name), &write(&extraction));
        }
    }
}

#[test]
fn html_of_single_engines() {
    for folder in folders() {
        for engine in ENGINES {
            let extraction = extraction(&folder, Config::default().strategy(engine));
            let name = format!("expected.{engine}.html");
            check(&folder.join(name), &extraction.html());
        }
    }
}

#[test]
fn a_page_holds_its_fragment() {
    for folder in folders() {
        for engine in ENGINES {
            let extraction = extraction(&folder, Config::default().strategy(engine));
            let fragment = extraction.html_with(&HtmlOptions::default().fragment(true));
            let page = extraction.html();
            assert!(page.contains(&format!("<article>\n{fragment}</article>")), "{page}");
            // jusText finds nothing in languages that do not separate words with white space.
            assert_eq!(fragment.is_empty(), extraction.text().is_empty(), "{page}");
        }
    }
}
