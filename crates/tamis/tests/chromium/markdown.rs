//! Hostile pages as Markdown, in a real browser that shows what widespread readers of Markdown make
//! of it: nothing runs or is requested. Without Markdown, most of it does: see the other test.
//!
//! `.ci/install-markdown.sh` installs the readers.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tamis::Metadata;
use tamis::dom::Parser;
use tamis::engine::Verdict;
use tamis::render::{
    LinkStyle, MarkdownOptions, TableStyle, front_matter, markdown_piece, markdown_with,
};
use tamis_testkit::chromium::{Browser, Page, Server};
use tamis_testkit::is_full;
use tamis_testkit::markup_texts::markup_page;
use tamis_testkit::xss::vectors;

use crate::{LONGEST, LONGEST_MS, TRIPWIRE, noted};

/// The folder of the readers, in the workspace.
const FOLDER: &str = "target/markdown";

/// The scripts of the readers in JavaScript, and the global names that each needs.
const SCRIPTS: [&str; 6] = [
    "marked/lib/marked.umd.js",
    "markdown-it/dist/markdown-it.js",
    "markdown-it-footnote/dist/markdown-it-footnote.js",
    "markdown-it-texmath/texmath.js",
    "commonmark/dist/commonmark.js",
    "showdown/dist/showdown.js",
];

/// Expressions that render `MD`. Formulas are shown as text: their renderers are not tested.
const RENDERERS: [(&str, &str); 6] = [
    ("marked", "marked.parse(MD)"),
    ("markdown-it", "markdownit({html: true, linkify: true}).render(MD)"),
    (
        "markdown-it with plugins",
        "markdownit({html: true, linkify: true, typographer: true}).use(markdownitFootnote)\
         .use(texmath, {engine: {renderToString: tex => markdownit().utils.escapeHtml(tex)}})\
         .render(MD)",
    ),
    ("commonmark", "new commonmark.HtmlRenderer().render(new commonmark.Parser().parse(MD))"),
    ("showdown", "new showdown.Converter().makeHtml(MD)"),
    (
        "showdown as GitHub",
        // It writes styles for the boxes of tasks.
        "(() => { const converter = new showdown.Converter(); converter.setFlavor('github'); \
         converter.setOption('tasklists', false); return converter.makeHtml(MD); })()",
    ),
];

/// The program that runs the readers in Python.
const READERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/chromium/readers.py");

/// The hostile pages on one page of the test. A page takes long, whatever it shows.
const GROUP: usize = 128;

/// The pages of texts that spell markup in a sample, and those with `TAMIS_FULL=1`.
const MARKUP_PAGES: [u64; 2] = [32, 3000];

/// A sample has each vector of this number. With `TAMIS_FULL=1`, all are read.
const SAMPLED_VECTORS: usize = 4;

/// The characters that a piece takes of the Markdown of a page.
const PIECE_CHARS: usize = 60;

/// Returns the folder of the readers.
fn required_readers() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(FOLDER);
    assert!(folder.join("installed").is_file(), "no readers in {FOLDER}: .ci/install-markdown.sh");
    folder
}

/// Returns the Markdown of a page: as a whole, with other options, a piece of it, and the front
/// matter for readers that know none.
fn forms(html: &str) -> [String; 4] {
    let page = tamis::Page::measure(Parser::default().parse(html));
    let all = Verdict::everything("all", &page);
    let signs = MarkdownOptions::default().tables(TableStyle::Signs);
    let whole = markdown_with(&page, &all, &MarkdownOptions::default());
    let other = markdown_with(&page, &all, &signs.links(LinkStyle::Referenced).width(40));
    let middle = whole.chars().count() / 2;
    let piece = markdown_piece(&whole, middle, PIECE_CHARS).text;
    [whole, other, piece, front_matter(&Metadata::of(&page))]
}

/// Texts, each with the number of the page that it is from.
type Texts = Vec<(u64, String)>;

/// True if a reader knows the code blocks of a Markdown text. The others find tags in them: nothing
/// in a code block can be escaped.
fn knows_code(reader: &str, markdown: &str) -> bool {
    let mut fences = markdown.lines().filter(|line| line.contains("```"));
    match reader {
        "Python-Markdown" | "markdown2" => fences.next().is_none(),
        // None in items and quotes.
        "Python-Markdown with extra" => fences.all(|line| line.starts_with("```")),
        _ => true,
    }
}

/// Returns what each of the readers in Python makes of the texts whose code it knows.
fn read_by_python(folder: &Path, texts: &Texts) -> Vec<(String, Texts)> {
    let mut child = Command::new(folder.join("venv/bin/python"))
        .arg(READERS)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let markdown: Vec<_> = texts.iter().map(|(_, text)| text).collect();
    serde_json::to_writer(&mut input, &markdown).unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{READERS} failed");
    let read: Vec<(String, Vec<String>)> = serde_json::from_slice(&output.stdout).unwrap();
    let known = |reader: &str, html: Vec<String>| {
        let pairs = texts.iter().zip(html).filter(|((_, text), _)| knows_code(reader, text));
        pairs.map(|((number, _), html)| (*number, html)).collect()
    };
    read.into_iter().map(|(reader, html)| (reader.clone(), known(&reader, html))).collect()
}

/// Returns a string literal of JavaScript that can be in a script.
fn literal(text: &str) -> String {
    serde_json::Value::from(text).to_string().replace('<', "\\u003c")
}

/// Returns a page in which an expression writes the HTML of texts.
fn page(name: &str, origin: &str, expression: &str, texts: &[(u64, String)]) -> Page {
    let texts: Vec<_> =
        texts.iter().map(|(number, text)| format!("[{number}, {}]", literal(text))).collect();
    let scripts = (0..SCRIPTS.len()).map(|at| format!("<script src=/script/{at}></script>"));
    let scripts = scripts.collect::<Vec<_>>().concat();
    let html = format!(
        "<!DOCTYPE html><html><head><meta charset=utf-8><title>Page</title>\
         <script>const PAGE = {name:?}, ORIGIN = {origin:?};\n{TRIPWIRE}</script>{scripts}</head>\
         <body><div id=page style='height:40px'>The site</div><div id=content><script>\
         for (const [number, MD] of [{}]) {{\nconst html = {expression};\n\
         searchText(html, number);\ndocument.write(`<div>${{html}}</div>`);\n}}\n\
         document.currentScript.remove();</script></div></body></html>",
        texts.join(",\n")
    );
    Page { html, bare: false }
}

/// The actions that ran or may run, by the reader and the number of the page that its text is from.
type Fired = BTreeMap<String, BTreeMap<String, Vec<String>>>;

/// The reader of a page that runs something.
const FIRING: &str = "a page that runs";

/// The pages that a test shows.
struct Shown {
    server: Server,
    folder: PathBuf,
    /// The pages with their readers.
    pages: Vec<(String, String)>,
}

impl Shown {
    /// Returns nothing to show, with the scripts of the readers in JavaScript.
    fn new(folder: PathBuf) -> Shown {
        let server = Server::start().unwrap();
        for (at, script) in SCRIPTS.iter().enumerate() {
            let html = fs::read_to_string(folder.join("node_modules").join(script)).unwrap();
            server.add(&format!("script/{at}"), Page { html, bare: false });
        }
        let mut shown = Shown { server, folder, pages: Vec::new() };
        let firing = vec![(0, "<img src=x onerror=fire()>".to_owned())];
        shown.add_page(FIRING, RENDERERS[0].1, |_| firing.clone());
        shown
    }

    fn page_name(&self) -> String {
        format!("clean/{}", self.pages.len())
    }

    /// Adds a page for each reader, with what it makes of the texts that `texts` returns for the
    /// address that must not be loaded.
    fn add(&mut self, texts: impl Fn(&str) -> Texts) {
        for (reader, expression) in RENDERERS {
            self.add_page(reader, expression, &texts);
        }
        // All of them read the texts at once, so their pages share the address.
        let trip = format!("{}/trip/{}", self.server.origin(), self.page_name());
        for (reader, texts) in read_by_python(&self.folder, &texts(&trip)) {
            self.add_page(&reader, "MD", |_| texts.clone());
        }
    }

    fn add_page(&mut self, reader: &str, expression: &str, texts: impl Fn(&str) -> Texts) {
        let name = self.page_name();
        let origin = self.server.origin();
        let texts = texts(&format!("{origin}/trip/{name}"));
        self.server.add(&name, page(&name, &origin, expression, &texts));
        self.pages.push((name, reader.to_owned()));
    }

    /// Shows the pages. Returns what ran or may run.
    fn fired(self) -> Fired {
        let names: Vec<_> = self.pages.iter().map(|(name, _)| name.clone()).collect();
        self.server.add_frames(&names, &LONGEST_MS);
        let browser = Browser::required(&format!("{}/", self.server.origin()));
        let longest = LONGEST * if is_full() { 10 } else { 1 };
        let finished = self.server.wait_for("done", longest);
        drop(browser);

        let checked = noted(&self.server, &["checked"], "clean/").len();
        let mut fired = Fired::new();
        for (at, actions) in noted(&self.server, &["fired", "trip"], "clean/") {
            for action in actions {
                let action = action.trim_start_matches("fired?");
                let digits = action.find(|c: char| !c.is_ascii_digit()).unwrap_or(action.len());
                let texts = fired.entry(self.pages[at].1.clone()).or_default();
                texts.entry(action[..digits].to_owned()).or_default().push(action.to_owned());
            }
        }
        assert!(fired.remove(FIRING).is_some(), "what runs is noticed");
        // What ran may have led its page elsewhere.
        let is_shown = finished && checked == self.pages.len();
        assert!(is_shown || !fired.is_empty(), "{checked} of {}", self.pages.len());
        fired
    }
}

/// Fails if anything ran, with the number of pages for each reader and the first of them.
fn check_silent(fired: &Fired) {
    let report = fired.iter().map(|(reader, texts)| {
        let first: Vec<_> = texts.iter().take(3).collect();
        format!("{reader}: {} pages, such as {first:?}\n", texts.len())
    });
    assert!(fired.is_empty(), "what ran or may run\n{}", report.collect::<String>());
}

#[test]
#[ignore = "needs chromium and readers of Markdown"]
fn markdown_is_inert_in_a_browser() {
    let folder = required_readers();
    let vectors = vectors().unwrap();
    let mut shown = Shown::new(folder);
    let step = if is_full() { 1 } else { SAMPLED_VECTORS };
    let numbered: Vec<_> = (0..).zip(&vectors).step_by(step).collect();
    for group in numbered.chunks(GROUP) {
        shown.add(|trip| {
            let forms = group.iter().map(|(number, vector)| (number, forms(&vector.html(trip))));
            forms.flat_map(|(number, forms)| forms.map(|form| (*number, form))).collect()
        });
    }
    check_silent(&shown.fired());
}

/// Returns the forms of the pages with these numbers, each form once.
fn markup_texts(numbers: Range<u64>) -> Texts {
    let forms = numbers.flat_map(|number| forms(&markup_page(number)).map(|form| (number, form)));
    forms.collect::<BTreeSet<_>>().into_iter().collect()
}

#[test]
#[ignore = "needs chromium and readers of Markdown"]
fn texts_that_spell_markup_are_inert_in_a_browser() {
    let folder = required_readers();
    let mut shown = Shown::new(folder);
    let count = MARKUP_PAGES[usize::from(is_full())];
    for start in (0..count).step_by(GROUP) {
        let texts = markup_texts(start..(start + GROUP as u64).min(count));
        shown.add(|_| texts.clone());
    }
    check_silent(&shown.fired());
}
