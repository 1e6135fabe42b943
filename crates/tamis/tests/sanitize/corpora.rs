//! Pages of the corpora: the output is safe, parses to the tree that was written, and has all words
//! of the page.

use tamis::dom::{Document, NodeId, Parser, decode};
use tamis_testkit::corpus::{Corpus, Entry};
use tamis_testkit::{readability_pages, sample, wcxb, with_without};

use crate::visible::words;
use crate::{faults, read, sanitized};

/// Returns a seeded sample of a corpus, or all pages in a full run.
pub fn pages(corpus: &Corpus, prefix: &str, count: usize) -> Vec<Entry> {
    let full = std::env::var_os("TAMIS_FULL").is_some_and(|value| value == "1");
    let entries = corpus.entries(&[prefix]).unwrap().map(Result::unwrap);
    sample::choose(entries, |entry| &entry.path, if full { usize::MAX } else { count }, 3)
}

/// Returns the faults of the sanitized page.
fn check(parser: &mut Parser, name: &str, document: &Document) -> Option<String> {
    let html = sanitized(document);
    let mut found = faults(parser, &html);
    let (before, again) = (words(document, NodeId::DOCUMENT), read(parser, &html));
    let after = words(&again, NodeId::DOCUMENT);
    if before != after {
        let at = before.iter().zip(&after).position(|(one, two)| one != two);
        let at = at.unwrap_or(before.len().min(after.len()));
        let part = |words: &[String]| {
            words[at.saturating_sub(4).min(words.len())..(at + 4).min(words.len())].join(" ")
        };
        found.push(format!("words: {:?} became {:?}", part(&before), part(&after)));
    }
    (!found.is_empty()).then(|| format!("{name}: {}", found.join("; ")))
}

fn assert_none(failed: &[String]) {
    assert!(failed.is_empty(), "{} pages fail\n{}", failed.len(), failed.join("\n"));
}

#[test]
#[ignore = "needs a corpus"]
fn pages_keep_their_words() {
    let corpus = Corpus::required(wcxb::NAME);
    let mut parser = Parser::default();
    let mut failed = Vec::new();
    for page in pages(&corpus, "html/", 150) {
        let document = parser.parse_bytes(&page.bytes, None);
        failed.extend(check(&mut parser, &page.path, &document));
    }
    assert_none(&failed);
}

#[test]
#[ignore = "needs a corpus"]
fn older_pages_keep_their_words() {
    let corpus = Corpus::required(with_without::NAME);
    let mut parser = Parser::default();
    let mut failed = Vec::new();
    for page in pages(&corpus, "html/", 50) {
        let document = parser.parse_decoded(&decode(&page.bytes, None));
        failed.extend(check(&mut parser, &page.path, &document));
    }
    assert_none(&failed);
}

#[test]
#[ignore = "needs a corpus"]
fn readability_pages_and_articles_keep_their_words() {
    let corpus = Corpus::required(readability_pages::NAME);
    let mut parser = Parser::default();
    let mut failed = Vec::new();
    for page in readability_pages::pages(&corpus).unwrap() {
        let document = parser.parse_bytes(&page.source, None);
        failed.extend(check(&mut parser, &page.slug, &document));
        let document = parser.parse(&page.expected);
        failed.extend(check(&mut parser, &format!("article of {}", page.slug), &document));
    }
    assert_none(&failed);
}
