//! The plain text renderer.

mod walk;
mod writer;

use self::writer::TextWriter;
use super::apart::apart;
use super::form::fitting;
use super::kept_nodes::{has_media, kept_texts};
use super::typed_marks::TypedMarks;
use crate::page::{NodeSet, Page};
use crate::structure::math;
use crate::verdict::{Selection, Verdict};

/// Options of [`text_with`]. No option changes which paragraphs are kept.
///
/// ```
/// use tamis::render::TextOptions;
/// let options = TextOptions::default().list_markers(true).width(72);
/// assert!(options.list_markers && options.width == Some(72));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct TextOptions {
    /// True to write a hyphen or the number before each list item, and to indent nested lists.
    /// Default: false.
    pub list_markers: bool,
    /// The longest line, in Unicode scalar values: lines are broken between words. Longer words,
    /// table rows and preformatted lines stay whole. Default: `None`, one line for each paragraph.
    pub width: Option<usize>,
}

impl TextOptions {
    /// Sets [`list_markers`](TextOptions::list_markers).
    #[must_use]
    pub fn list_markers(mut self, list_markers: bool) -> TextOptions {
        self.list_markers = list_markers;
        self
    }

    /// Sets [`width`](TextOptions::width).
    #[must_use]
    pub fn width(mut self, width: usize) -> TextOptions {
        self.width = Some(width);
        self
    }
}

impl Selection<'_> {
    /// Returns the selected text, as [`text`] does.
    pub fn text(self) -> String {
        text(self.page(), self.verdict())
    }
}

/// Renders what the verdict keeps as plain text with the default options. See [`text_with`] for the
/// format and an example.
pub fn text(page: &Page, verdict: &Verdict) -> String {
    text_with(page, verdict, &TextOptions::default())
}

/// Renders what the verdict keeps as plain text.
///
/// The text has no line feed at its end and is empty if nothing is kept. The time is linear in the
/// page. Each text of the page occurs at most once, in lines as a browser shows them with the
/// default styles of the HTML standard:
///
/// - Blocks are separated by an empty line. List items, table rows, terms and their descriptions
///   are separated by a line feed, and by an empty line after an item of several blocks.
/// - `<br>` is a line feed, and two of them are an empty line.
/// - The cells of a data table are separated by tabs, with empty cells where others span. The cells
///   of a layout table are blocks.
/// - White space collapses, `&nbsp;` too. Soft hyphens, `<wbr>` and zero-width spaces vanish. A
///   line feed between two characters of Chinese or Japanese is no space.
/// - Preformatted text is unchanged, except that line numbers are left out.
/// - A formula that the page has in two forms is written once. One that it has only in TeX is
///   written as TeX.
/// - The annotations of `<ruby>` follow their base in parentheses, and `<q>` is in quotation marks.
/// - Short text hidden by `hidden` or a `style` is left out. Long hidden text is written because
///   scripts usually show it. The fallback content of videos, sounds and frames is left out,
///   and so are their titles, which the page does not show. Their captions are text like any other.
///
/// If the verdict joins words ([`Verdict::joins_words`]) and the options are the defaults, the
/// paragraphs are written as the engine's reference does, with an empty line between each two.
///
/// ```
/// use tamis::dom::Parser;
/// use tamis::engine::Verdict;
/// use tamis::render::{TextOptions, text, text_with};
/// use tamis::Page;
///
/// let page = Page::measure(Parser::default().parse(
///     "<h1>Tea</h1><ol start=3><li>Boil\nwater<li>Wait</ol>
///      <table><tr><th>green<td>2 min<tr><th>black<td>4 min</table>",
/// ));
/// let mut all = Verdict::nothing("example", &page);
/// all.kept.fill(true);
/// assert_eq!(text(&page, &all), "Tea\n\nBoil water\nWait\n\ngreen\t2 min\nblack\t4 min");
/// let marked = text_with(&page, &all, &TextOptions::default().list_markers(true));
/// assert!(marked.starts_with("Tea\n\n3. Boil water\n4. Wait\n"));
/// ```
pub fn text_with(page: &Page, verdict: &Verdict, options: &TextOptions) -> String {
    if verdict.joins_words && verdict.nodes.is_none() && *options == TextOptions::default() {
        return paragraphs(page, verdict);
    }
    let texts = written_texts(page, verdict);
    let apart =
        if verdict.has_labels { apart(page.document(), &texts) } else { NodeSet::default() };
    let has_marks = verdict.has_labels && options.list_markers;
    let marks = if has_marks {
        TypedMarks::of(page.document(), &texts, true)
    } else {
        TypedMarks::default()
    };
    fitting(page, |form, max_bytes| {
        let writer = TextWriter::new(options.width, form, max_bytes);
        walk::TextWalker::new(page, (&texts, &apart, &marks), options, form, writer).write()
    })
}

/// Returns true if [`text`] is not empty. Reads the page up to the first text that is written.
pub(crate) fn has_text(page: &Page, verdict: &Verdict) -> bool {
    if verdict.joins_words && verdict.nodes.is_none() {
        return verdict.kept.contains(&true);
    }
    let (texts, options) = (written_texts(page, verdict), TextOptions::default());
    let nodes = (&texts, &NodeSet::default(), &TypedMarks::default());
    fitting(page, |form, max_bytes| {
        let writer = TextWriter::of_begin(form, max_bytes);
        let (begin, is_cut) = walk::TextWalker::new(page, nodes, &options, form, writer).write();
        (!begin.is_empty(), is_cut)
    })
}

/// Returns the text nodes that are written, if nothing hides them.
fn written_texts(page: &Page, verdict: &Verdict) -> NodeSet {
    let mut texts = kept_texts(page, verdict);
    for script in math::lone_scripts(page.document()) {
        if let Some(tex) = page.document().first_child(script)
            && has_media(page, verdict, script)
        {
            texts.insert(tex);
        }
    }
    texts
}

/// Returns the texts of the kept paragraphs with an empty line between each two.
fn paragraphs(page: &Page, verdict: &Verdict) -> String {
    let kept = page.paragraphs().iter().zip(&verdict.kept).filter(|&(_, &kept)| kept);
    let mut out = String::new();
    for (paragraph, _) in kept {
        if !out.is_empty() {
            out.push_str("\n\n");
        }
        out.push_str(verdict.text_of(page, paragraph));
    }
    out
}

#[cfg(test)]
mod tests;
