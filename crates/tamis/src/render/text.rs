//! Plain text.

mod walk;
mod writer;

use super::math;
use super::selection::{has_media, kept_texts};
use crate::engine::Verdict;
use crate::page::Page;

/// How [`text_with`] writes. No option changes which paragraphs are kept.
///
/// ```
/// use tamis::render::TextOptions;
/// assert!(TextOptions::default().list_markers(true).list_markers);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TextOptions {
    /// Whether items of lists have a hyphen or their number before them, and room before them for each list around. Default no.
    pub list_markers: bool,
    /// How long lines are at most, in Unicode scalar values; longer words, rows of tables and preformatted lines stay whole. Default: a
    /// paragraph is one line.
    pub width: Option<usize>,
}

impl TextOptions {
    /// Sets whether items of lists have markers.
    #[must_use]
    pub fn list_markers(mut self, list_markers: bool) -> TextOptions {
        self.list_markers = list_markers;
        self
    }

    /// Sets how long lines are at most.
    #[must_use]
    pub fn width(mut self, width: usize) -> TextOptions {
        self.width = Some(width);
        self
    }
}

/// What the verdict keeps, as plain text: [`text_with`] the default options.
pub fn text(page: &Page, verdict: &Verdict) -> String {
    text_with(page, verdict, &TextOptions::default())
}

/// What the verdict keeps, as plain text without a line feed at its end; empty where nothing is kept. Linear in the page.
///
/// Each text of the page comes once at most, in lines as a browser shows them, by the styles of the HTML standard:
///
/// - blocks are parted by an empty line; items of lists, rows of tables, terms and their descriptions by a new one, but for
///   items of several blocks, behind which there is an empty line too;
/// - `<br>` is a new line, two of them an empty one;
/// - cells of a table that is one for data are parted by tabs, with empty cells for those that others cover; cells of a table that
///   places things on the page are blocks;
/// - white space collapses, `&nbsp;` with it; soft hyphens, `<wbr>` and spaces without width vanish; a line feed
///   between two characters of Chinese or Japanese is no space;
/// - preformatted text stays as it is, without numbers of lines;
/// - a formula that the page shows in two forms comes once, and one that it has in TeX alone as that;
/// - annotations of `<ruby>` stand in parentheses behind what they are about, quotations (`<q>`) in quotation marks;
/// - what is hidden by `hidden` or a `style` is left out where it is short, since scripts show what is long; and what stands for a
///   video, a sound or a frame.
///
/// A verdict that joins words ([`Verdict::joins_words`]) is written as its reference does, one paragraph behind the
/// other; with options that are not the default it is written as any other.
///
/// ```
/// use tamis::dom::Parser;
/// use tamis::engine::Verdict;
/// use tamis::render::{TextOptions, text, text_with};
/// use tamis::Page;
///
/// let page = Page::measure(Parser::default().parse(
///     "<h1>Tea</h1><ol start=3><li>Boil\nwater<li>Wait</ol><table><tr><th>green<td>2 min<tr><th>black<td>4 min</table>"));
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
    let mut texts = kept_texts(page, verdict);
    for script in math::lone_scripts(page.document()) {
        if let Some(tex) = page.document().first_child(script)
            && has_media(page, verdict, script)
        {
            texts.insert(tex);
        }
    }
    walk::Walker::new(page, &texts, options).write()
}

/// The texts of the kept paragraphs, an empty line between each two.
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
