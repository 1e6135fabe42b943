//! The behaviour of explained pages.

use tamis_testkit::chromium::{Browser, Page, Server};

use crate::{LONGEST, project_page, written};

const STEPS: &str = include_str!("steps.js");

/// The checks of `steps.js`, in its order.
const CHECKS: [&str; 19] = [
    "the-policy-allows-the-script",
    "reasons-are-closed",
    "a-click-shows-the-reasons",
    "reasons-name-features",
    "bars-have-a-width",
    "a-second-click-hides-them",
    "paragraphs-take-the-focus",
    "the-first-answer-is-shown",
    "another-answer-is-shown",
    "paragraphs-that-differ-are-marked",
    "the-outline-follows",
    "the-outline-is-as-written",
    "a-heading-leads-to-its-paragraph",
    "nothing-scrolls-sideways",
    "nothing-scrolls-sideways-with-reasons",
    "clicks-mark-content",
    "nothing-scrolls-sideways-with-labels",
    "the-rest-takes-the-answer-shown",
    "labels-are-saved",
];

/// A page with what could make it too wide.
fn wide_page() -> String {
    let word = "incomprehensibilities".repeat(20);
    let good =
        "It was the best of times and it was the worst of times, and we had it all. ".repeat(6);
    format!(
        "<html lang=en><title>{word}</title><meta name=author content={word}>\
         <link rel=canonical href='https://example.com/{word}'><nav>Home</nav>\
         <article><h1>{word}</h1><p>{good}</p><h2>Second {word}</h2><p>{word}</p>\
         <pre>let {word} = \"{word}\";</pre><table><tr><td>{word}<td>{word}</table><p>{good}</p></article>\
         <footer>About this site</footer>"
    )
}

#[test]
#[ignore = "needs chromium"]
fn explained_pages_work() {
    let blog = project_page("blog-sourdough");
    let server = Server::start().unwrap();
    let add = |name: &str, html: String| server.add(name, Page { html, bare: false });
    add("blog", written(&["explain", "--format=html", "-"], &blog));
    add("wide", written(&["explain", "--format=html", "-"], &wide_page()));
    add("compared", written(&["compare", "--format=html", "-"], &wide_page()));
    let origin = server.origin();
    add("", format!("<body><script>const ORIGIN = {origin:?};\n{STEPS}</script>"));
    let browser = Browser::required(&format!("{origin}/"));
    assert!(server.wait_for("done", LONGEST), "{:?}", server.noted());
    drop(browser);

    let noted = server.noted();
    let failed: Vec<_> = noted.iter().filter_map(|note| note.strip_prefix("failed/")).collect();
    assert_eq!(failed, [""; 0]);
    let passed: Vec<_> = noted.iter().filter_map(|note| note.strip_prefix("passed/")).collect();
    assert_eq!(passed, CHECKS);
    // The browser asks for an icon for the page around. Nothing else may leave.
    let known = ["passed/", "done", "favicon.ico"];
    let others = noted.iter().filter(|note| !known.iter().any(|known| note.starts_with(known)));
    assert_eq!(others.collect::<Vec<_>>(), [""; 0]);
}
