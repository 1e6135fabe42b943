//! Markdown: `CommonMark` with the tables and strikethrough of GFM.

mod callout;
mod chunk;
mod escape;
mod options;
mod walk;
mod writer;

pub use chunk::{Chunk, chunks};
pub use options::{LinkStyle, MarkdownOptions, TableStyle};

use super::selection::{Selection, kept_texts};
use crate::engine::Verdict;
use crate::page::Page;
use walk::{Walker, Written};

/// What the verdict keeps, as Markdown; empty where nothing is kept, else with a line feed at its end. Linear in the page.
///
/// Each text of the page comes once at most. Headings, lists, quotes, code, tables, links and images are written as such;
/// sub- and superscript as tags of HTML, for which Markdown has no sign.
///
/// ```
/// use tamis::dom::Parser;
/// use tamis::engine::Verdict;
/// use tamis::render::{MarkdownOptions, markdown};
/// use tamis::Page;
///
/// let page = Page::measure(Parser::default().parse(
///     "<nav>Home</nav><h1>Tea</h1><ol start=3><li>Boil <b>water</b><li>Wait 5 * 60 seconds</ol>"));
/// let mut verdict = Verdict::nothing("example", &page);
/// verdict.kept = vec![false, true, true, true];
/// let text = markdown(&page, &verdict, &MarkdownOptions::default());
/// assert_eq!(text, "# Tea\n\n3. Boil **water**\n4. Wait 5 * 60 seconds\n");
/// ```
pub fn markdown(page: &Page, verdict: &Verdict, options: &MarkdownOptions) -> String {
    write(page, verdict, options).text
}

fn write(page: &Page, verdict: &Verdict, options: &MarkdownOptions) -> Written {
    let base = options.base.clone().or_else(|| page.base_url());
    let selection = Selection::of(page, verdict);
    let texts = kept_texts(page, verdict);
    Walker::new(page.document(), &selection, &texts, base.as_ref(), options).write()
}

#[cfg(test)]
mod tests;
