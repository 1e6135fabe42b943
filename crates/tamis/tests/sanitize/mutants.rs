//! Mutated pages through every renderer of the library: nothing panics, HTML and Markdown are
//! inert, XML and JSON are well-formed.
//!
//! The sample is small; with `TAMIS_FULL=1` it has a million pages, with `TAMIS_MUTANTS=n` the
//! first n. A page depends on its number alone, which a failure names.

use std::thread;
use std::{env, fs, num::NonZero};

use tamis::dom::Parser;
use tamis::engine::Verdict;
use tamis::json::JsonOptions;
use tamis::render::{
    HtmlOptions, LinkStyle, MarkdownOptions, TableStyle, TextOptions, XmlDialect, XmlOptions,
    chunks, front_matter, html_with, markdown_piece, markdown_with, text_with, xml_with,
};
use tamis::{Config, Extractor, Metadata, Page};
use tamis_testkit::hostile::hostile;
use tamis_testkit::is_full;
use tamis_testkit::sample::SplitMix64;
use tamis_testkit::xss::vectors;

use crate::markdown::{CUT, check_inert};
use crate::{checker, read};

/// The pages of a sample, and those with `TAMIS_FULL=1`.
const MUTANTS: [u64; 2] = [400, 1_000_000];

/// The longest part of a page that is mutated, in bytes.
const LONGEST: usize = 1500;

/// The size of the hostile pages.
const SIZE: usize = 12;

/// Texts to put into pages: the syntax of HTML, Markdown, YAML and TeX, and what must not run.
const PIECES: [&str; 64] = [
    "<p>",
    "</p>",
    "<table>",
    "<tr><td>",
    "<th colspan=3>",
    "</table>",
    "<ul><li>",
    "</ul>",
    "<ol start=7><li>",
    "</ol>",
    "<blockquote>",
    "</blockquote>",
    "<pre>",
    "</pre>",
    "<code>",
    "</code>",
    "<tt>",
    "<b>",
    "</b>",
    "<i>",
    "</i>",
    "<a href=/x>",
    "<a href='javascript:fire()'>",
    "</a>",
    "<h2>",
    "</h2>",
    "<br>",
    "<hr>",
    "<img src=/i.png alt='[x](javascript:fire())'>",
    "<math><mi>",
    "</math>",
    "<annotation encoding='application/x-tex'>",
    "<svg><title>",
    "</svg>",
    "<sup id=r1><a href=#n1>1</a></sup>",
    "<li id=n1>",
    "<q>",
    "<dl><dt>",
    "<dd>",
    "<details>",
    "<summary>",
    "<script type='math/tex'>",
    "</script>",
    "<template>",
    "<noscript>",
    "<select>",
    "&lt;img src=x onerror=fire()>",
    "&lt;script>fire()&lt;/script>",
    "javascript:fire()",
    "`",
    "``",
    "```\n",
    "\\",
    "$",
    "$$",
    "[",
    "](",
    "![",
    "|",
    "[^1]: ",
    "---\n",
    "\n\n",
    "&amp;lt;b>",
    "    ",
];

/// Returns the pages that are mutated.
fn pages() -> Vec<String> {
    let folder = tamis_testkit::corpus::checkout().join("testdata/pages");
    let mut folders: Vec<_> = fs::read_dir(folder).unwrap().map(|of| of.unwrap().path()).collect();
    folders.sort_unstable();
    let whole = folders.iter().map(|of| fs::read_to_string(of.join("page.html")).unwrap());
    let vectors = vectors().unwrap().into_iter().map(|of| of.html("https://trip.example/x"));
    let cut = CUT.iter().map(|html| (*html).to_owned());
    let hostile = hostile().map(|(_, page)| page(SIZE));
    whole.chain(vectors).chain(cut).chain(hostile).collect()
}

/// Returns a part of one of the pages.
fn part<'p>(pages: &'p [String], longest: usize, random: &mut SplitMix64) -> &'p str {
    let page = &pages[random.below(pages.len())];
    let begin = page.floor_char_boundary(random.below(page.len()));
    let end = (begin + 1 + random.below(longest)).min(page.len());
    &page[begin..page.ceil_char_boundary(end)]
}

/// Returns a page with parts of others and pieces in it, and without parts of its own.
fn mutant(pages: &[String], number: u64) -> String {
    let mut random = SplitMix64::new(number);
    let mut html = part(pages, LONGEST, &mut random).to_owned();
    for _ in 0..=random.below(12) {
        let at = html.floor_char_boundary(random.below(html.len() + 1));
        let end = html.ceil_char_boundary((at + random.below(60)).min(html.len()));
        match random.below(8) {
            0 => html.replace_range(at..end, ""),
            1 => html.replace_range(at..end, part(pages, 200, &mut random)),
            2 => html.insert_str(at, &html[at..end].repeat(1 + random.below(4))),
            _ => html.insert_str(at, PIECES[random.below(PIECES.len())]),
        }
    }
    html
}

/// Checks all formats of a page of which everything is kept.
fn check_whole(name: &str, html: &str) {
    let page = Page::measure(Parser::default().parse(html));
    let all = Verdict::everything("all", &page);
    let metadata = Metadata::of(&page);
    text_with(&page, &all, &TextOptions::default().list_markers(true).width(30));
    let signs = MarkdownOptions::default().tables(TableStyle::Signs);
    let options = [MarkdownOptions::default(), signs.links(LinkStyle::Referenced).width(40)];
    for options in options {
        let markdown = markdown_with(&page, &all, &options);
        check_inert(name, &markdown);
        check_inert(name, &(front_matter(&metadata) + &markdown));
        let middle = markdown.chars().count() / 2;
        check_inert(name, &markdown_piece(&markdown, middle, 60).text);
        for chunk in chunks(&page, &all, &options, Some(80)) {
            check_inert(name, &chunk.markdown);
        }
    }
    let fragment = html_with(&page, &all, &metadata, &HtmlOptions::default().fragment(true));
    let faults = checker::violations(&read(&mut Parser::default(), &fragment));
    assert!(faults.is_empty(), "{name}: {faults:?}");
    for dialect in [XmlDialect::Trafilatura, XmlDialect::Tei] {
        let xml = xml_with(&page, &all, &metadata, &XmlOptions::default().dialect(dialect));
        roxmltree::Document::parse(&xml).unwrap_or_else(|error| panic!("{name}: {error}\n{xml}"));
    }
}

/// Checks what the default strategy makes of a page.
fn check_extracted(name: &str, html: &str, extractor: &mut Extractor) {
    let options = JsonOptions::default().paragraphs(true).verdicts(true);
    let options = options.markdown(MarkdownOptions::default()).html(HtmlOptions::default());
    let mut json = || {
        let extraction = extractor.extract(html);
        let json = extraction.json_with(&options);
        extractor.recycle(extraction.into_page());
        json
    };
    let (once, again) = (json(), json());
    assert!(once == again, "{name}: the second run differs");
    let value: serde_json::Value = serde_json::from_str(&once).expect(name);
    check_inert(name, value["markdown"].as_str().unwrap_or_default());
}

#[test]
fn mutated_pages_are_inert_in_all_formats() {
    let asked = env::var("TAMIS_MUTANTS").ok().and_then(|count| count.parse().ok());
    let count = asked.unwrap_or(MUTANTS[usize::from(is_full())]);
    let pages = &pages();
    let threads = thread::available_parallelism().map_or(1, NonZero::get) as u64;
    let work = |first: u64| {
        let mut extractor = Extractor::new(Config::default()).unwrap();
        for number in (first..count).step_by(threads as usize) {
            let html = mutant(pages, number);
            let name = format!("page {number}: {html:?}");
            check_whole(&name, &html);
            check_extracted(&name, &html, &mut extractor);
        }
    };
    thread::scope(|scope| (0..threads).for_each(|first| drop(scope.spawn(move || work(first)))));
}
