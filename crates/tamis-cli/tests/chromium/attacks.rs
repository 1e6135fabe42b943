//! The vectors of `testdata/xss` in explained pages.

use std::collections::BTreeSet;

use tamis_testkit::chromium::{Browser, Page, Server};
use tamis_testkit::is_full;
use tamis_testkit::xss::{Vector, vectors};

use crate::{LONGEST, shown, written};

const TRIPWIRE: &str = include_str!("tripwire.js");

/// The longest time to wait for a page of each kind, in milliseconds.
const LONGEST_MS: [(&str, u32); 3] = [("escaped", 120_000), ("guarded", 4000), ("open", 5000)];

/// A sample has each vector of this number, because each is shown three times, and all are escaped
/// alike. With `TAMIS_FULL=1`, all are shown.
const SAMPLED: usize = 3;

/// The sign before the policy, in the head of the explained page.
const POLICY: &str = "<meta http-equiv=\"Content-Security-Policy\"";

/// The sign before the paragraphs.
const PARAGRAPHS: &str = "<main id=\"paragraphs\"";

/// A page with the vector as markup, and as text in all places that an explanation shows.
fn page(vector: &Vector, trip: &str) -> String {
    // A page that begins with zero bytes is not taken for HTML.
    let text = shown(&vector.html(trip).replace('\0', ""));
    let head = format!(
        "<title>{text}</title><meta name=author content=\"{text}\">\
         <meta name=description content=\"{text}\"><meta property=og:site_name content=\"{text}\">"
    );
    let body = format!("<h1>{text}</h1><p class=\"{text}\">{text}</p><pre>{text}</pre><h2>So</h2>");
    let article = vector.article(trip);
    article.replacen("<title>", &format!("{head}<title>"), 1).replacen(
        "<article>",
        &format!("<article>{body}"),
        1,
    )
}

/// Returns the page with the script that notices attacks as the first one, before the policy.
fn watched(html: &str, name: &str, server: &Server) -> String {
    let origin = server.origin();
    let script =
        format!("<script>const PAGE = {name:?}, ORIGIN = {origin:?};\n{TRIPWIRE}</script>");
    let (before, after) = html.split_once(POLICY).unwrap();
    format!("{before}{script}{POLICY}{after}")
}

/// Returns the page without its policy.
fn without_policy(html: &str) -> String {
    let (before, after) = html.split_once(POLICY).unwrap();
    let (_, after) = after.split_once(">\n").unwrap();
    format!("{before}{after}")
}

/// Returns the page with raw markup before the first paragraph, as if nothing were escaped.
fn broken(html: &str, markup: &str) -> String {
    let (before, after) = html.split_once(PARAGRAPHS).unwrap();
    let (tag, after) = after.split_once('>').unwrap();
    format!("{before}{PARAGRAPHS}{tag}>{markup}{after}")
}

/// Adds the pages about a vector:
///
/// - `escaped`: as written, but without the policy. The escaping alone makes it safe.
/// - `guarded`: with raw markup in it and the policy. The policy alone stops scripts.
/// - `open`: with raw markup in it and no policy. Most vectors work here, or the test sees nothing.
fn add(server: &Server, number: usize, vector: &Vector) -> [String; 3] {
    let names = ["escaped", "guarded", "open"].map(|kind| format!("{kind}/{number}"));
    let trip = |name: &str| format!("{}/trip/{name}", server.origin());
    let [escaped, guarded, open] = &names;
    let html = written(&["explain", "--format=html", "-"], &page(vector, &trip(escaped)));
    let serve = |name: &String, html: String| server.add(name, Page { html, bare: false });
    let seen = |name: &String, html: &str| watched(html, name, server);
    serve(escaped, without_policy(&seen(escaped, &html)));
    serve(guarded, broken(&seen(guarded, &html), &vector.html(&trip(guarded))));
    serve(open, without_policy(&broken(&seen(open, &html), &vector.html(&trip(open)))));
    names
}

/// Returns the numbers of the pages of a kind from which one of these notes came.
fn noted(server: &Server, notes: &[&str], kind: &str) -> BTreeSet<usize> {
    let number = |request: &String| -> Option<usize> {
        let (note, rest) = request.split_once('/')?;
        let rest = rest.strip_prefix(kind)?.strip_prefix('/')?;
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        rest[..digits].parse().ok().filter(|_| notes.contains(&note))
    };
    server.noted().iter().filter_map(number).collect()
}

#[test]
#[ignore = "needs chromium"]
fn attacks_do_nothing_in_an_explained_page() {
    let step = if is_full() { 1 } else { SAMPLED };
    let vectors: Vec<_> = vectors().unwrap().into_iter().step_by(step).collect();
    let server = Server::start().unwrap();
    let pages = vectors.iter().enumerate();
    let pages: Vec<String> =
        pages.flat_map(|(number, vector)| add(&server, number, vector)).collect();
    server.add_frames(&pages, &LONGEST_MS);
    let browser = Browser::required(&format!("{}/", server.origin()));
    assert!(server.wait_for("done", LONGEST), "not all pages were shown in time");
    drop(browser);

    let names = |numbers: BTreeSet<usize>| -> Vec<String> {
        numbers.into_iter().map(|number| vectors[number].name.clone()).collect()
    };
    let all: BTreeSet<usize> = (0..vectors.len()).collect();
    let unchecked = &all - &noted(&server, &["checked"], "escaped");
    assert_eq!(names(unchecked), [""; 0], "pages that did not say that they were shown");
    assert_eq!(names(noted(&server, &["fired", "trip"], "escaped")), [""; 0], "escaped");
    assert_eq!(names(noted(&server, &["fired"], "guarded")), [""; 0], "guarded");
    let open = noted(&server, &["fired", "trip"], "open").len();
    // With no protection most vectors do something. A busy machine has no time for some.
    assert!(open * 3 >= vectors.len(), "only {open} vectors did something where they could");
}
