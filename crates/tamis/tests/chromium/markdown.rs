//! The vectors as Markdown, in a real browser that shows what widespread renderers make of it: none
//! of them runs or requests anything. Without Markdown, most of them do: see the other test.
//!
//! `.ci/install-markdown.sh` installs the renderers. Without them the test is skipped with a line
//! on standard error; with `TAMIS_REQUIRE_MARKDOWN=1` it fails instead.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use tamis::dom::Parser;
use tamis::engine::Verdict;
use tamis::render::{LinkStyle, MarkdownOptions, TableStyle, markdown_piece, markdown_with};
use tamis_testkit::chromium::{Browser, Page, Server};
use tamis_testkit::xss::vectors;

use crate::{LONGEST, LONGEST_MS, TRIPWIRE, noted};

/// The folder of the renderers, in the workspace.
const FOLDER: &str = "target/markdown";

/// The scripts of the renderers, and the global names that each needs.
const SCRIPTS: [&str; 5] = [
    "marked/lib/marked.umd.js",
    "markdown-it/dist/markdown-it.js",
    "markdown-it-footnote/dist/markdown-it-footnote.js",
    "markdown-it-texmath/texmath.js",
    "commonmark/dist/commonmark.js",
];

/// Expressions that render `MD`. Formulas are shown as text: their renderers are not tested.
const RENDERERS: [(&str, &str); 4] = [
    ("marked", "marked.parse(MD)"),
    ("markdown-it", "markdownit({html: true, linkify: true}).render(MD)"),
    (
        "markdown-it with plugins",
        "markdownit({html: true, linkify: true, typographer: true}).use(markdownitFootnote)\
         .use(texmath, {engine: {renderToString: tex => markdownit().utils.escapeHtml(tex)}})\
         .render(MD)",
    ),
    ("commonmark", "new commonmark.HtmlRenderer().render(new commonmark.Parser().parse(MD))"),
];

/// The vectors on one page. A page takes long, whatever it shows.
const PAGE_VECTORS: usize = 64;

/// The characters that a piece takes of the Markdown of a vector.
const PIECE_CHARS: usize = 60;

/// Returns the folder of the renderers' packages, or `None` after a line on standard error.
fn packages_or_skip(test: &str) -> Option<PathBuf> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let packages = workspace.join(FOLDER).join("node_modules");
    if SCRIPTS.iter().all(|script| packages.join(script).is_file()) {
        return Some(packages);
    }
    let required = env::var_os("TAMIS_REQUIRE_MARKDOWN").is_some_and(|value| value == "1");
    assert!(!required, "the renderers are not in {FOLDER}, and TAMIS_REQUIRE_MARKDOWN=1");
    let _ = writeln!(io::stderr(), "skipped: {test}: the renderers are not in {FOLDER}");
    None
}

/// Returns the Markdown of a page: as a whole, with other options, and a piece of it.
fn forms(html: &str) -> [String; 3] {
    let page = tamis::Page::measure(Parser::default().parse(html));
    let all = Verdict::everything("all", &page);
    let signs = MarkdownOptions::default().tables(TableStyle::Signs);
    let whole = markdown_with(&page, &all, &MarkdownOptions::default());
    let other = markdown_with(&page, &all, &signs.links(LinkStyle::Referenced).width(40));
    let middle = whole.chars().count() / 2;
    let piece = markdown_piece(&whole, middle, PIECE_CHARS).text;
    [whole, other, piece]
}

/// Returns a string literal of JavaScript that can be in a script.
fn literal(text: &str) -> String {
    serde_json::Value::from(text).to_string().replace('<', "\\u003c")
}

/// Returns a page in which a renderer writes Markdown of several vectors.
fn page(name: &str, origin: &str, renderer: &str, texts: &[String]) -> Page {
    let texts: Vec<_> = texts.iter().map(|text| literal(text)).collect();
    let scripts = (0..SCRIPTS.len()).map(|at| format!("<script src=/script/{at}></script>"));
    let scripts = scripts.collect::<Vec<_>>().concat();
    let html = format!(
        "<!DOCTYPE html><html><head><meta charset=utf-8><title>Page</title>\
         <script>const PAGE = {name:?}, ORIGIN = {origin:?};\n{TRIPWIRE}</script>{scripts}</head>\
         <body><div id=page style='height:40px'>The site</div><div id=content><script>\
         for (const MD of [{}]) document.write(`<div>${{{renderer}}}</div>`);\
         document.currentScript.remove();</script></div></body></html>",
        texts.join(",\n")
    );
    Page { html, bare: false }
}

#[test]
fn markdown_is_inert_in_a_browser() {
    let test = "Markdown in Chromium";
    let Some(packages) = packages_or_skip(test) else { return };
    let server = Server::start().unwrap();
    for (at, script) in SCRIPTS.iter().enumerate() {
        let html = fs::read_to_string(packages.join(script)).unwrap();
        server.add(&format!("script/{at}"), Page { html, bare: false });
    }
    let vectors = vectors().unwrap();
    let mut pages = Vec::new();
    for (renderer, expression) in RENDERERS {
        for group in vectors.chunks(PAGE_VECTORS) {
            let name = format!("clean/{}", pages.len());
            let trip = format!("{}/trip/{name}", server.origin());
            let texts: Vec<_> =
                group.iter().flat_map(|vector| forms(&vector.html(&trip))).collect();
            server.add(&name, page(&name, &server.origin(), expression, &texts));
            pages.push((name, renderer, group));
        }
    }
    // The renderers work, and what runs is noticed.
    let raw = "raw/0".to_owned();
    let firing = "<img src=x onerror=fire()>\n\n*a*".to_owned();
    server.add(&raw, page(&raw, &server.origin(), RENDERERS[0].1, &[firing]));
    let names: Vec<_> = pages.iter().map(|(name, ..)| name.clone()).chain([raw]).collect();
    server.add_frames(&names, &LONGEST_MS);
    let Some(browser) = Browser::or_skip(test, &format!("{}/", server.origin())) else { return };
    let finished = server.wait_for("done", LONGEST);
    drop(browser);

    let checked = noted(&server, &["checked"], "clean/");
    assert!(finished && checked.len() == pages.len(), "{} of {}", checked.len(), pages.len());
    assert_eq!(noted(&server, &["fired"], "raw/").len(), 1, "an image without a source fires");
    let fired = noted(&server, &["fired"], "clean/");
    let fired: Vec<_> = fired
        .iter()
        .map(|(at, how)| {
            let (_, renderer, group) = &pages[*at];
            let names: Vec<_> = group.iter().map(|vector| &vector.name).collect();
            format!("{renderer}, one of {names:?}: {how:?}")
        })
        .collect();
    assert!(fired.is_empty(), "{} pages did something\n{}", fired.len(), fired.join("\n"));
}
