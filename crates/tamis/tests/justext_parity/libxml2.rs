//! Compares the good paragraphs with what users of the reference get: its result on the tree of
//! libxml2, which does not follow the standard. The texts cannot be equal on every page, but the
//! fraction must not fall.

use tamis::engine::justext::{Config, justext};
use tamis_testkit::Corpus;
use tamis_testkit::justext_reference::{self, good_pages};
use tamis_testkit::wcxb::{PAGE_COUNT, Wcxb};

use crate::{english, report};

/// Fewest pages, of 1,497, on which all good texts are equal.
const IDENTICAL_FLOOR: usize = 1468;

#[test]
#[ignore = "needs a corpus"]
fn good_texts_are_mostly_those_of_lxml() {
    let test = "jusText's good texts are mostly those that lxml gives";
    let wcxb = Wcxb::required();
    let corpus = Corpus::required(justext_reference::NAME);
    let config = Config::default();
    let (mut pages, mut identical) = (0, 0);
    for (page, reference) in wcxb.pages().unwrap().zip(good_pages(&corpus).unwrap()) {
        let (page, reference) = (page.unwrap(), reference.unwrap());
        assert_eq!(page.id, reference.id);
        let html = String::from_utf8_lossy(&page.html);
        let paragraphs = justext(html.as_ref(), english(), &config);
        let good = paragraphs.iter().filter(|p| !p.is_boilerplate()).map(|p| p.text.as_str());
        pages += 1;
        identical += usize::from(good.eq(reference.good.iter().map(String::as_str)));
    }
    report(&format!("{test}: identical on {identical} of {pages} pages"));
    assert_eq!(pages, PAGE_COUNT);
    assert!(identical >= IDENTICAL_FLOOR, "{identical} pages, fewer than {IDENTICAL_FLOOR}");
}
