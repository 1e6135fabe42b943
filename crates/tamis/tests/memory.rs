//! The memory of a page obeys `Limits::memory_bytes`, as the allocator counts it.

use peak_alloc::PeakAlloc;
use tamis::dom::{Limits, Warning as PageWarning};
use tamis::{Config, Extractor, Strategy, Warning};
use tamis_testkit::hostile::hostile;
use tamis_testkit::is_full;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// The length of the pages, in bytes: short ones have many nodes, long ones are cut.
const PAGE_BYTES: [usize; 2] = [1 << 19, 5 << 18];

/// The limit, in bytes. Half of the pages would take more.
const MEMORY_BYTES: usize = 16 << 20;

/// Without `TAMIS_FULL=1`, pages and limit are this many times smaller.
const SMALLER: usize = 4;

/// Returns the most bytes that were in use at once during the work, beyond those before it.
fn peak_bytes(work: impl FnOnce()) -> usize {
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    work();
    ALLOCATOR.peak_usage().saturating_sub(before)
}

/// Pages of many small things, which take the most memory for their length.
fn dense_pages(bytes: usize) -> Vec<(String, String)> {
    let mut pages: Vec<_> = [
        "<p>x",
        "<p>x y",
        "<li>x",
        "<b>x",
        "<a>x",
        "x<br>",
        "<i>",
        "<td>x",
        "<tr>",
        "<!---->",
        "<p a b c d e f g h>",
        "<p class=a id=b>",
        "<img src=a>",
        "<a href=a>b",
        "<div><p>x</div>",
        "<h2>x",
        "<pre>x",
        "<table><td>x</table>",
        "<ul><li>x</ul>",
        "x ",
        "x. ",
        "word, ",
        "你",
        "<dt>x<dd>y",
        "<p>One, two.",
        "<option>x",
        "<p itemprop=a>x",
        "<p style=display:none>x",
        "<sup><a href=#a>1</a></sup>",
        "<span class=comment>x</span>",
        "<meta name=author content=a>",
    ]
    .iter()
    .map(|unit| ((*unit).to_owned(), unit.repeat(bytes / unit.len())))
    .collect();
    let distinct = |unit: &str| {
        let count = bytes / (unit.len() + 3);
        (0..count).map(|number| unit.replace('#', &number.to_string())).collect::<String>()
    };
    for unit in ["<p class=c#>x", "<p id=i#>y", "<a href=/#>z</a>", "<p>w#", "<x#>", "<p a#=1>"] {
        pages.push((unit.to_owned(), distinct(unit)));
    }
    for (name, page) in hostile() {
        let unit_bytes = (page(1 << 10).len() >> 10).max(1);
        pages.push((name.to_owned(), page(bytes / unit_bytes)));
    }
    pages
}

/// Extracts and writes the text, and finds the metadata. Returns true if the page was limited.
fn extracted(extractor: &mut Extractor, html: &str) -> bool {
    let extraction = extractor.extract(html);
    extraction.text();
    extraction.metadata();
    extraction.warnings().contains(&Warning::Page(PageWarning::MemoryLimited))
}

#[test]
fn the_limit_holds() {
    let smaller = if is_full() { 1 } else { SMALLER };
    let memory_bytes = MEMORY_BYTES / smaller;
    let limits = Limits::default().memory_bytes(memory_bytes);
    let mut limited = 0;
    let mut over = Vec::new();
    for strategy in [Strategy::Auto, Strategy::Readability] {
        let config = Config::default().strategy(strategy).limits(limits);
        // What all pages share, such as the model, is not a page's.
        extracted(&mut Extractor::new(config.clone()).unwrap(), "<p>One.");
        for (name, html) in PAGE_BYTES.into_iter().flat_map(|bytes| dense_pages(bytes / smaller)) {
            let mut extractor = Extractor::new(config.clone()).unwrap();
            let bytes = peak_bytes(|| limited += usize::from(extracted(&mut extractor, &html)));
            if bytes > memory_bytes {
                over.push(format!("{name:.30} by {strategy}: {} KiB", bytes >> 10));
            }
        }
    }
    assert!(over.is_empty(), "{}", over.join("\n"));
    assert!(limited > 20, "only {limited} pages are limited");
}
