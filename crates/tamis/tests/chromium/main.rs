//! The vectors of `testdata/xss` in a real browser. Sanitized, none of them runs or requests
//! anything. Unsanitized, most of them do, in the same run.

mod markdown;

use std::collections::BTreeMap;
use std::time::Duration;

use tamis::dom::{NodeId, Parser};
use tamis::sanitize::{Policy, sanitized_html};
use tamis_testkit::chromium::{Browser, Page, Server};
use tamis_testkit::xss::{Vector, vectors};

/// The time limit for all pages together. A normal run takes a small part of it.
const LONGEST: Duration = Duration::from_mins(5);

const TRIPWIRE: &str = include_str!("tripwire.js");

/// The longest time to wait for a page of each kind, in milliseconds. A sanitized page always says
/// that it was shown.
const LONGEST_MS: [(&str, u32); 2] = [("raw", 2500), ("clean", 120_000)];

/// Returns a page with a bar that belongs to the site, and with the HTML as its content.
fn page(name: &str, html: &str, server: &Server, bare: bool) -> Page {
    let charset = if bare { "" } else { "<meta charset=utf-8>" };
    let (name, origin) = (format!("{name:?}"), format!("{:?}", server.origin()));
    let html = format!(
        "<!DOCTYPE html><html><head>{charset}<title>Page</title>\
         <script>const PAGE = {name}, ORIGIN = {origin};\n{TRIPWIRE}</script></head>\
         <body><div id=page style='height:40px'>The site</div><div id=content>{html}</div></body></html>"
    );
    Page { html, bare }
}

fn add(server: &Server, number: usize, vector: &Vector, parser: &mut Parser) -> [String; 2] {
    let trip = |name: &str| format!("{}/trip/{name}", server.origin());
    let (raw, clean) = (format!("raw/{number}"), format!("clean/{number}"));
    server.add(&raw, page(&raw, &vector.html(&trip(&raw)), server, vector.bare));
    let document = parser.parse(&vector.html(&trip(&clean)));
    let html = sanitized_html(&document, NodeId::DOCUMENT, &Policy::default());
    server.add(&clean, page(&clean, &html, server, vector.bare));
    [raw, clean]
}

/// Returns the actions of each page that were recorded under one of these kinds.
fn noted(server: &Server, kinds: &[&str], pages: &str) -> BTreeMap<usize, Vec<String>> {
    let mut noted: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for request in server.noted() {
        let Some((kind, rest)) = request.split_once('/') else { continue };
        let Some(rest) = rest.strip_prefix(pages).filter(|_| kinds.contains(&kind)) else {
            continue;
        };
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        if let Ok(number) = rest[..digits].parse() {
            noted.entry(number).or_default().push(format!("{kind}{}", &rest[digits..]));
        }
    }
    noted
}

#[test]
#[ignore = "needs chromium"]
fn sanitized_pages_are_inert_in_a_browser() {
    let vectors = vectors().unwrap();
    let server = Server::start().unwrap();
    let mut parser = Parser::default();
    let pages: Vec<String> = vectors
        .iter()
        .enumerate()
        .flat_map(|(number, vector)| add(&server, number, vector, &mut parser))
        .collect();
    server.add_frames(&pages, &LONGEST_MS);
    let browser = Browser::required(&format!("{}/", server.origin()));
    let finished = server.wait_for("done", LONGEST);
    drop(browser);

    let checked = noted(&server, &["checked"], "clean/");
    let missed: Vec<_> =
        (0..vectors.len()).filter(|number| !checked.contains_key(number)).collect();
    assert!(finished && missed.is_empty(), "not all pages were shown in time: {missed:?}");
    let fired = noted(&server, &["fired", "trip"], "clean/");
    let fired: Vec<_> =
        fired.iter().map(|(number, how)| format!("`{}`: {how:?}", vectors[*number].name)).collect();
    assert!(
        fired.is_empty(),
        "{} sanitized pages did something\n{}",
        fired.len(),
        fired.join("\n")
    );
    let raw = noted(&server, &["fired", "trip"], "raw/");
    let numbers = (0..vectors.len()).filter(|number| !raw.contains_key(number));
    let silent: Vec<_> = numbers.map(|number| &*vectors[number].name).collect();
    assert!(
        raw.len() * 2 >= vectors.len(),
        "only {} of {} vectors did something as they are; not {silent:?}",
        raw.len(),
        vectors.len()
    );
}
