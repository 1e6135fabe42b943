//! Pages made to be slow: the number of nodes that are read grows in proportion to the page, in
//! every strategy and every format.

use tamis::dom::{Parser, node_reads};
use tamis::engine::Verdict;
use tamis::json::JsonOptions;
use tamis::render::{
    HtmlOptions, LinkStyle, MarkdownOptions, TextOptions, XmlDialect, XmlOptions, chunks,
    html_with, markdown_with, text_with, xml_with,
};
use tamis::{Config, Extractor, Metadata, Page, Strategy};
use tamis_testkit::hostile::hostile;

/// The sizes of the pages. The first one reaches the limit of depth, the second one is large enough
/// to reveal quadratic growth.
const SIZES: [usize; 2] = [1 << 10, 1 << 12];

/// The most that the number of reads may grow, divided by the growth of the size. Of quadratic work
/// it is four.
const GROWTH: f64 = 2.0;

/// The reads that a page may take however short it is.
const READS: f64 = 20_000.0;

/// Work on a page, by name.
type Work = (&'static str, Box<dyn FnMut(&str)>);

/// Returns the writing of everything in a page in one format.
fn writing(name: &'static str, write: impl Fn(&Page, &Verdict, &Metadata) + 'static) -> Work {
    let work = move |html: &str| {
        let page = Page::measure(Parser::default().parse(html));
        let metadata = Metadata::of(&page);
        write(&page, &Verdict::everything("all", &page), &metadata);
    };
    (name, Box::new(work))
}

/// Returns the extraction from a page by a strategy, with everything that JSON may have.
fn extracting(strategy: Strategy) -> Work {
    let mut extractor = Extractor::new(Config::default().strategy(strategy)).unwrap();
    let options = JsonOptions::default().paragraphs(true).verdicts(true);
    let options = options.markdown(MarkdownOptions::default()).html(HtmlOptions::default());
    let work = move |html: &str| {
        let extraction = extractor.extract(html);
        extraction.json_with(&options);
        extractor.recycle(extraction.into_page());
    };
    (strategy.as_str(), Box::new(work))
}

fn works() -> Vec<Work> {
    let references = MarkdownOptions::default().links(LinkStyle::Referenced).width(40);
    let xml = |dialect| {
        let options = XmlOptions::default().dialect(dialect);
        move |page: &Page, all: &Verdict, of: &Metadata| drop(xml_with(page, all, of, &options))
    };
    let strategies = [Strategy::Auto, Strategy::Readability, Strategy::Smart, Strategy::Justext];
    let mut works: Vec<Work> = strategies.into_iter().map(extracting).collect();
    works.extend([
        writing("text", |page, all, _| {
            text_with(page, all, &TextOptions::default().list_markers(true));
        }),
        writing("markdown", move |page, all, _| {
            markdown_with(page, all, &references);
        }),
        writing("chunks", |page, all, _| {
            chunks(page, all, &MarkdownOptions::default(), Some(500));
        }),
        writing("html", |page, all, of| {
            html_with(page, all, of, &HtmlOptions::default());
        }),
        writing("xml", xml(XmlDialect::Trafilatura)),
        writing("tei", xml(XmlDialect::Tei)),
    ]);
    works
}

/// Returns the number of reads that a piece of work takes on a page.
fn reads(html: &str, work: &mut dyn FnMut(&str)) -> f64 {
    let before = node_reads();
    work(html);
    (node_reads() - before) as f64
}

#[test]
fn reads_grow_in_proportion_to_the_page() {
    let larger = SIZES[1] as f64 / SIZES[0] as f64;
    let mut over = Vec::new();
    for (work_name, mut work) in works() {
        for (name, page) in hostile() {
            let [once, more] = SIZES.map(|size| reads(&page(size), &mut work));
            if more > GROWTH * larger * once.max(READS) {
                over.push(format!("{name} as {work_name}: {once} reads, then {more}"));
            }
        }
    }
    assert!(over.is_empty(), "{}", over.join("\n"));
}
