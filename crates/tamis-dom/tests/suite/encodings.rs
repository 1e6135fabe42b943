//! Pages of real sites in old encodings that nobody declares: whole, with a broken byte, and cut
//! anywhere, as crawlers cut them.

use encoding_rs::Encoding;
use tamis_dom::{declared_encoding, decode};
use tamis_testkit::annotated::Annotated;
use tamis_testkit::is_full;
use tamis_testkit::sample::SplitMix64;

/// The parts of the corpus, and the encodings that their pages had before UTF-8.
const ENCODINGS: [(&str, &[&str]); 5] = [
    ("zh", &["gbk", "gb18030", "big5"]),
    ("ru", &["windows-1251", "koi8-r", "iso-8859-5"]),
    ("el", &["windows-1253", "iso-8859-7"]),
    ("pl", &["iso-8859-2", "windows-1250"]),
    ("en", &["windows-1252", "macintosh"]),
];

/// The pages of each part, and the damaged forms of each.
const PAGES: [usize; 2] = [4, 40];
const DAMAGES: usize = 6;

/// A page with less text beyond ASCII is not asked for: it is as good in many encodings.
const MIN_BYTES: usize = 120;

/// The least share of pages that come out as they were.
const MIN_FOUND: f64 = 0.995;

/// Removes what a page says about its encoding.
fn undeclared(html: &str) -> String {
    html.replace("charset", "c")
        .replace("CHARSET", "c")
        .replace("Charset", "c")
        .replace("encoding", "e")
}

/// Returns true if most characters beyond ASCII are those of the page.
fn is_found(found: &str, expected: &str) -> bool {
    let counts = |text: &str| {
        let mut counts = std::collections::HashMap::new();
        for c in text.chars().filter(|c| !c.is_ascii()) {
            *counts.entry(c).or_insert(0_usize) += 1;
        }
        counts
    };
    let (found, expected) = (counts(found), counts(expected));
    let all: usize = expected.values().sum();
    let shared: usize =
        expected.iter().map(|(c, count)| found.get(c).map_or(0, |of| *of.min(count))).sum();
    shared * 100 >= all * 95
}

#[test]
#[ignore = "needs a corpus"]
fn undeclared_pages_are_read() {
    let mut random = SplitMix64::new(3);
    let (mut count, mut missed) = (0_usize, Vec::new());
    let pages = Annotated::Daniel.pages().unwrap();
    for (part, labels) in ENCODINGS {
        let of_part = pages.iter().filter(|page| page.group == part);
        for page in of_part.take(PAGES[usize::from(is_full())]) {
            let html = undeclared(&decode(&page.html, None).text);
            for label in labels {
                let encoding = Encoding::for_label(label.as_bytes()).unwrap();
                let (bytes, ..) = encoding.encode(&html);
                assert!(declared_encoding(&bytes).is_none());
                let places: Vec<usize> =
                    (0..bytes.len()).filter(|&at| !bytes[at].is_ascii()).collect();
                if places.len() < MIN_BYTES {
                    continue;
                }
                let mut check = |bytes: &[u8], what: &str| {
                    let (expected, _) = encoding.decode_without_bom_handling(bytes);
                    count += 1;
                    let found = decode(bytes, None);
                    if !is_found(&found.text, &expected) {
                        missed.push(format!(
                            "{} in {label}, {what}: {}",
                            page.id,
                            found.encoding.name()
                        ));
                    }
                };
                check(&bytes, "whole");
                for _ in 0..DAMAGES {
                    let at = places[random.below(places.len())];
                    check(&[&bytes[..at], &bytes[at + 1..]].concat(), "without a byte");
                    check(&[&bytes[..at], b"\xff", &bytes[at..]].concat(), "with a byte");
                    let first = places[MIN_BYTES - 1];
                    check(&bytes[..first + random.below(bytes.len() - first)], "cut");
                }
            }
        }
    }
    let found = 1.0 - missed.len() as f64 / count as f64;
    assert!(found >= MIN_FOUND, "{:.2} % of {count}\n{}", found * 100.0, missed.join("\n"));
}
