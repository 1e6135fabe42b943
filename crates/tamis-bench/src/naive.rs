//! The naive baseline: what a program of ten lines does.

use anyhow::Result;
use tamis::dom::Selector;
use tamis::engine::{Context, Engine, Verdict};
use tamis::{Config, Extractor, NodeSet, Page};

/// The places of the content, in the order in which they are tried.
const SELECTORS: [&str; 5] = ["article", ".content", ".post-content", ".entry-content", "main"];

/// Returns an extractor that keeps the text of the first element of the first selector that
/// matches, or nothing.
///
/// # Errors
///
/// None, unless a selector of the baseline can't be read.
///
/// ```
/// let mut naive = tamis_bench::naive::extractor().unwrap();
/// let page = "<p>One<main>Two</main><article>Three<p>Four</article><article>Five</article>";
/// assert_eq!(naive.extract(page).text(), "Three\n\nFour");
/// assert_eq!(naive.extract("<p>One").text(), "");
/// ```
pub fn extractor() -> Result<Extractor> {
    let selectors = SELECTORS.into_iter().map(Selector::parse).collect::<Result<_, _>>()?;
    Ok(Extractor::with_engine(Naive { selectors }, Config::default())?)
}

struct Naive {
    selectors: Vec<Selector>,
}

impl Engine for Naive {
    fn name(&self) -> &'static str {
        "naive"
    }

    fn judge(&self, page: &Page, _context: &Context<'_>) -> Verdict {
        let document = page.document();
        let mut verdict = Verdict::nothing("naive", page);
        let mut firsts = self.selectors.iter().filter_map(|css| document.select(css).next());
        let mut nodes = NodeSet::of(document);
        if let Some(first) = firsts.next() {
            for id in document.descendants_and_self(first) {
                nodes.insert(id);
            }
        }
        for (kept, paragraph) in verdict.kept.iter_mut().zip(page.paragraphs()) {
            *kept = page.paragraph_nodes(paragraph).any(|id| nodes.contains(id));
        }
        verdict.nodes = Some(nodes);
        verdict
    }
}
