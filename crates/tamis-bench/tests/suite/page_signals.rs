//! The accuracy of the flags of pages, on pages of wcxb-dev that were labelled by hand.

use std::collections::BTreeMap;

use tamis::Signals;
use tamis::dom::Parser;
use tamis_testkit::wcxb::Wcxb;

/// The labels: needs JavaScript, is a listing, is for subscribers.
fn labels() -> BTreeMap<&'static str, [bool; 3]> {
    let lines = include_str!("../../page-signals.tsv").lines();
    let rows = lines.filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
    rows.map(|row| {
        let mut cells = row.split('\t');
        let id = cells.next().unwrap();
        let [a, b, c] = [(); 3].map(|()| cells.next().unwrap() == "yes");
        (id, [a, b, c])
    })
    .collect()
}

/// The precision that each flag has at least.
const FLOORS: [(&str, f64); 3] =
    [("needs_javascript", 0.99), ("is_listing", 0.85), ("paywalled", 0.95)];

#[test]
#[ignore = "needs a corpus"]
fn flags_are_precise() {
    let pages = Wcxb::required();
    let labels = labels();
    assert_eq!(labels.len(), 100);
    // Set and right, set and wrong, not set though it should be.
    let mut counts = [[0_u32; 3]; 3];
    for page in pages.pages().unwrap() {
        let page = page.unwrap();
        let Some(truth) = labels.get(page.id.as_str()) else { continue };
        let html = String::from_utf8_lossy(&page.html);
        let signals = Signals::of(&tamis::Page::measure(Parser::default().parse(&html)));
        let flags = [signals.needs_javascript, signals.is_listing, signals.paywalled];
        for ((count, flag), truth) in counts.iter_mut().zip(flags).zip(truth) {
            match (flag.is_set(), truth) {
                (true, true) => count[0] += 1,
                (true, false) => count[1] += 1,
                (false, true) => count[2] += 1,
                (false, false) => {}
            }
        }
    }
    for ((name, floor), [right, wrong, missed]) in FLOORS.into_iter().zip(counts) {
        let precision = f64::from(right) / f64::from(right + wrong);
        assert!(precision >= floor, "{name}: {right} right, {wrong} wrong, {missed} missed");
    }
}
