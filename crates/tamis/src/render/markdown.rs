//! The Markdown renderer: `CommonMark` with the tables and strikethrough of GFM.

mod address;
mod callout;
mod chunk;
mod escape;
mod inert;
mod options;
mod walk;
mod writer;

pub use chunk::{Chunk, chunks};
pub use inert::{MarkdownPiece, markdown_piece};
pub use options::{LinkStyle, MarkdownOptions};

use super::apart::apart;
use super::form::{Form, fitting};
use super::kept_nodes::KeptNodes;
use super::posts::PostUnits;
use super::typed_marks::TypedMarks;
use crate::page::Page;
use crate::structure::tabs::TabPanels;
use crate::verdict::Verdict;
use walk::{MarkdownWalker, RenderedMarkdown};
use writer::MarkdownWriter;

/// Renders what the verdict keeps as Markdown with the default options. See [`markdown_with`] for
/// the format and an example.
pub fn markdown(page: &Page, verdict: &Verdict) -> String {
    markdown_with(page, verdict, &MarkdownOptions::default())
}

/// Renders what the verdict keeps as Markdown.
///
/// The Markdown ends with a line feed, or is empty if nothing is kept. The time is linear in the
/// page. Each text of the page occurs at most once. Headings, lists, quotes, code, tables, links,
/// images, footnotes and formulas have their Markdown syntax; `MathML` becomes TeX. Subscript and
/// superscript are HTML tags because Markdown has no syntax for them. Each of [`Verdict::posts`]
/// has a heading of level 3 with its author and day, or a rule before it if neither is known.
///
/// ```
/// use tamis::dom::Parser;
/// use tamis::engine::Verdict;
/// use tamis::render::{MarkdownOptions, markdown_with};
/// use tamis::Page;
///
/// let html = "<nav>Home</nav><h1>Tea</h1><ol start=3><li>Boil <b>water</b><li>Wait 5 * 60 s</ol>";
/// let page = Page::measure(Parser::default().parse(html));
/// let mut verdict = Verdict::nothing("example", &page);
/// verdict.kept = vec![false, true, true, true];
/// let text = markdown_with(&page, &verdict, &MarkdownOptions::default());
/// assert_eq!(text, "# Tea\n\n3. Boil **water**\n4. Wait 5 * 60 s\n");
/// ```
pub fn markdown_with(page: &Page, verdict: &Verdict, options: &MarkdownOptions) -> String {
    write(page, verdict, options).text
}

fn write(page: &Page, verdict: &Verdict, options: &MarkdownOptions) -> RenderedMarkdown {
    let base = options.base.clone().or_else(|| page.link_base());
    let kept_nodes = KeptNodes::of(page, verdict, options.images);
    let texts = kept_nodes.written_texts(verdict);
    let document = page.document();
    let labels_tabs = verdict.has_labels.then(|| TabPanels::of(document, &texts));
    let tabs = labels_tabs.unwrap_or_default();
    let (marks, apart) = if verdict.has_labels {
        (TypedMarks::of(document, &texts, true), apart(document, &texts))
    } else {
        Default::default()
    };
    fitting(page, |form, max_bytes| {
        let units = (PostUnits::of(document, &verdict.posts), &tabs, &apart, &marks);
        let budget = (form, max_bytes);
        let base = base.as_ref();
        let walker =
            MarkdownWalker::new(document, &kept_nodes, &texts, units, base, options, budget);
        let rendered = walker.write();
        let is_cut = rendered.is_cut;
        (rendered, is_cut)
    })
}

/// Returns a heading of level 1 with this text, in one line that ends with a line feed.
pub(crate) fn markdown_title(title: &str, options: &MarkdownOptions) -> String {
    let mut writer = MarkdownWriter::new(title.len(), options, Form::Full, usize::MAX);
    writer.set_heading(1);
    writer.text(title);
    writer.set_heading(0);
    writer.finish().0
}

#[cfg(test)]
mod tests;
