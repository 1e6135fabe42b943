//! Mutated pages as volumes: nothing panics, every file is well-formed and nothing in it runs.
//!
//! The sample is small; with `TAMIS_FULL=1` it has a million pages, with `TAMIS_MUTANTS=n` the
//! first n.

use tamis_epub::VolumeOptions;
use tamis_testkit::mutants::Mutants;

use crate::harness::{Unpacked, article};

/// The pages of a volume.
const PAGES: usize = 10;

/// The beginnings of addresses that run something, without white space and in lower case.
const SCRIPTS: [&str; 2] = ["javascript:", "vbscript:"];

/// The attributes that are text for readers.
const TEXTS: [&str; 4] = ["alt", "content", "label", "title"];

/// Checks that a file is well-formed and has no script.
fn check(name: &str, text: &str) {
    let read = roxmltree::Document::parse_with_options(
        text,
        roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() },
    );
    let read = read.unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
    for node in read.descendants() {
        let element = node.tag_name().name();
        assert!(!["script", "iframe", "object", "embed"].contains(&element), "{name}: {element}");
        for attribute in node.attributes() {
            assert!(!attribute.name().starts_with("on"), "{name}: {attribute:?}");
            let value: String = attribute.value().split_ascii_whitespace().collect();
            let value = value.to_ascii_lowercase();
            let runs = SCRIPTS.iter().any(|script| value.starts_with(script));
            assert!(!runs || TEXTS.contains(&attribute.name()), "{name}: {attribute:?}");
        }
    }
}

#[test]
fn mutated_pages_are_well_formed_chapters() {
    let mutants = Mutants::read(&[]).unwrap();
    Mutants::share(|numbers| {
        let numbers: Vec<u64> = numbers.collect();
        for numbers in numbers.chunks(PAGES) {
            let url = |number| format!("https://example.org/{number}");
            let articles = numbers.iter().map(|&of| article(&mutants.page(of), &url(of)));
            let options = VolumeOptions::default().inline_toc(true);
            let volume = Unpacked::of(articles.collect(), options, |_| None);
            for (file, bytes) in &volume.files {
                let is_xml = ["xhtml", "opf", "ncx", "svg", "xml"]
                    .contains(&file.rsplit('.').next().unwrap_or_default());
                if is_xml {
                    let name = format!("pages {numbers:?}: {file}");
                    check(&name, std::str::from_utf8(bytes).unwrap());
                }
            }
        }
    });
}
