//! A paragraph as users of jusText know it: text, path and classes.

use tamis_stoplists::Stoplist;

use super::classes::ClassType;
use super::path::{ElementPaths, Paths};
use super::words;
use crate::page::Page;
use crate::page::Paragraph as Segment;
use crate::page::whitespace::{is_python_space, normalize_whitespace};

/// A paragraph: its text, its position, its counts and its classes.
///
/// Source: jusText 3.0.2, `paragraph.py`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Paragraph {
    /// The names of the elements around its beginning, such as `html.body.div.p`.
    pub dom_path: String,
    /// The same names with positions among siblings of the same name, such as
    /// `/html[1]/body[1]/div[2]/p[1]`.
    pub xpath: String,
    /// The text, trimmed. Each run of white space is collapsed, to a line break if it contains one,
    /// else to a space.
    pub text: String,
    /// The runs of text between inline tags. White space is collapsed in each, but not trimmed.
    pub text_nodes: Vec<String>,
    /// Words of the text, separated by white space.
    pub words_count: usize,
    /// Characters of the text nodes that are in links. Unicode scalar values.
    pub chars_count_in_links: usize,
    /// Inline tags. Each `<br><br>` subtracts one, so the count can be negative.
    pub tags_count: i64,
    /// The final class; `None` before [`super::revise_paragraph_classification`].
    pub class_type: Option<ClassType>,
    /// The context-free class; `None` before [`super::classify_paragraphs`].
    pub cf_class: Option<ClassType>,
    /// True if it counts as a heading; false before [`super::classify_paragraphs`].
    pub heading: bool,
    in_heading: bool,
    /// True if the path is too long to be written, and a name in it contains `select`.
    pub(super) in_untold_select: bool,
    text_chars: usize,
}

impl Paragraph {
    /// Creates a paragraph from runs of text, without a class.
    ///
    /// ```
    /// use tamis::engine::justext::Paragraph;
    /// let texts = ["One ", "two\n\n"];
    /// let paragraph = Paragraph::new("html.body.h2", "/html[1]/body[1]/h2[1]", texts);
    /// assert_eq!(paragraph.text, "One two");
    /// assert_eq!(paragraph.words_count, 2);
    /// assert!(paragraph.is_heading());
    /// ```
    pub fn new(
        dom_path: impl Into<String>,
        xpath: impl Into<String>,
        text_nodes: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Paragraph {
        let dom_path = dom_path.into();
        let text_nodes: Vec<String> =
            text_nodes.into_iter().map(|node| normalize_whitespace(node.as_ref())).collect();
        let joined = text_nodes.concat();
        let text = normalize_whitespace(joined.trim_matches(is_python_space));
        Paragraph {
            in_heading: crate::page::role::has_heading_word(&dom_path),
            dom_path,
            xpath: xpath.into(),
            words_count: words::split(&text).count(),
            text_chars: text.chars().count(),
            text,
            text_nodes,
            chars_count_in_links: 0,
            tags_count: 0,
            class_type: None,
            cf_class: None,
            heading: false,
            in_untold_select: false,
        }
    }

    /// Returns the paragraph of a segment. `path_bytes` is what is left for paths.
    fn of_segment(
        page: &Page,
        paths: &ElementPaths<'_>,
        segment: &Segment,
        path_bytes: &mut usize,
    ) -> Paragraph {
        let Paths { dom, xpath, in_untold_select } = paths.within(segment.origin(), path_bytes);
        Paragraph {
            dom_path: dom,
            xpath,
            in_untold_select,
            text: page.joined_text(segment).to_string(),
            text_nodes: text_nodes(page, segment),
            words_count: segment.words as usize,
            chars_count_in_links: segment.link_chars as usize,
            tags_count: i64::from(segment.tags),
            class_type: None,
            cf_class: None,
            heading: false,
            in_heading: segment.in_heading,
            text_chars: segment.text_chars as usize,
        }
    }

    /// Returns true unless the final class is good.
    ///
    /// ```
    /// use tamis::engine::justext::{ClassType, Paragraph};
    /// let mut paragraph = Paragraph::new("html.body.p", "/html[1]/body[1]/p[1]", ["One two"]);
    /// assert!(paragraph.is_boilerplate());
    /// paragraph.class_type = Some(ClassType::Good);
    /// assert!(!paragraph.is_boilerplate());
    /// ```
    pub fn is_boilerplate(&self) -> bool {
        self.class_type != Some(ClassType::Good)
    }

    /// Returns true if an element of the path is a heading, as in the example of
    /// [`Paragraph::new`].
    pub fn is_heading(&self) -> bool {
        self.in_heading
    }

    /// Returns the length of the text in Unicode scalar values.
    pub fn text_chars(&self) -> usize {
        self.text_chars
    }

    /// Returns the number of words of the text, in lower case, that are in the list. For an example
    /// see [`Paragraph::stopwords_density`].
    pub fn stopwords_count(&self, stopwords: &Stoplist) -> usize {
        words::split(&self.text).filter(|word| stopwords.contains(word)).count()
    }

    /// Returns the fraction of the words that are stopwords, 0 to 1; 0 for an empty text.
    ///
    /// ```
    /// use tamis::engine::justext::Paragraph;
    /// use tamis::stoplists::Stoplist;
    /// let paragraph = Paragraph::new("html.body.p", "/html[1]/body[1]/p[1]", ["The sea"]);
    /// let stopwords = Stoplist::from_words(["the"]);
    /// assert_eq!(paragraph.stopwords_count(&stopwords), 1);
    /// assert!((paragraph.stopwords_density(&stopwords) - 0.5).abs() < 1e-9);
    /// ```
    pub fn stopwords_density(&self, stopwords: &Stoplist) -> f64 {
        match self.words_count {
            0 => 0.0,
            words => self.stopwords_count(stopwords) as f64 / words as f64,
        }
    }

    /// Returns the fraction of the characters that are in links; 0 for an empty text. It can exceed
    /// 1 because white space that the paragraph's text lacks counts in links.
    pub fn links_density(&self) -> f64 {
        match self.text_chars {
            0 => 0.0,
            chars => self.chars_count_in_links as f64 / chars as f64,
        }
    }
}

fn text_nodes(page: &Page, segment: &Segment) -> Vec<String> {
    let mut runs: Vec<String> = Vec::new();
    for piece in page.paragraph_pieces(segment) {
        // A piece that is an element is a `<br>`, which counts as a space.
        let id = piece.node();
        let text = if page.document().name(id).is_some() { " " } else { page.document().text(id) };
        match runs.last_mut() {
            Some(run) if !piece.starts_run() => run.push_str(text),
            _ => runs.push(text.to_string()),
        }
    }
    runs.iter().map(|run| normalize_whitespace(run)).collect()
}

/// Returns the paragraphs of a page, without classes.
///
/// ```
/// use tamis::Page;
/// use tamis::dom::Parser;
/// use tamis::engine::justext::make_paragraphs;
/// let page = Page::measure(Parser::default().parse("<p>One</p><p>Two"));
/// assert_eq!(make_paragraphs(&page)[1].xpath, "/html[1]/body[1]/p[2]");
/// ```
///
/// Source: jusText, `core.py`, `ParagraphMaker.make_paragraphs`. Deviation: the xpaths of a page
/// have at most 4 MiB more than the page. The paragraphs whose paths do not fit have empty ones.
pub fn make_paragraphs(page: &Page) -> Vec<Paragraph> {
    let paths = ElementPaths::of(page.document());
    let mut path_bytes = page.path_bytes();
    let paragraphs = page.paragraphs().iter();
    paragraphs.map(|of| Paragraph::of_segment(page, &paths, of, &mut path_bytes)).collect()
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    #[test]
    fn paths_have_a_budget() {
        let name = format!("x-{}", "y".repeat(4000));
        let html = format!("<{name}><select-{name}>{}", "<p>One".repeat(1000));
        let page = Page::measure(Parser::default().parse(&html));
        let paragraphs = make_paragraphs(&page);
        assert_eq!(paragraphs.len(), 1000);
        let told = paragraphs.iter().take_while(|paragraph| !paragraph.xpath.is_empty()).count();
        assert!((400..600).contains(&told), "{told}");
        assert!(paragraphs[told..].iter().all(|of| of.xpath.is_empty() && of.dom_path.is_empty()));
        let bytes: usize = paragraphs.iter().map(|paragraph| paragraph.xpath.len()).sum();
        assert!(bytes <= page.path_bytes() && page.path_bytes() - bytes < 10_000);
        // The class is that of a paragraph with its path.
        assert!(paragraphs[told..].iter().all(|paragraph| paragraph.in_untold_select));
        assert!(paragraphs[..told].iter().all(|paragraph| paragraph.dom_path.contains("select")));
    }
}
