//! jusText's paragraph as its users know it: with its text, its path and its classes.

use tamis_stoplists::Stoplist;

use super::classes::ClassType;
use super::path::Places;
use super::words;
use crate::page::Page;
use crate::paragraph::Paragraph as Segment;
use crate::whitespace::{is_python_space, normalize_whitespace};

/// A block of text and what jusText says of it.
///
/// Source: jusText 3.0.2, `paragraph.py`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Paragraph {
    /// The names of the elements around its beginning, such as `html.body.div.p`.
    pub dom_path: String,
    /// The same with places among siblings of the same name, such as `/html[1]/body[1]/div[2]/p[1]`.
    pub xpath: String,
    /// The text: white space collapsed (to a line break where there was one, else to a space) and trimmed.
    pub text: String,
    /// The runs of text between inline tags, white space collapsed in each but not trimmed.
    pub text_nodes: Vec<String>,
    /// Words of the text, split at white space.
    pub words_count: usize,
    /// Characters of the text nodes that stand in links.
    pub chars_count_in_links: usize,
    /// Inline tags. One is taken off per `<br><br>`, so that it can be negative.
    pub tags_count: i64,
    /// The final class; `None` before [`super::revise_paragraph_classification`].
    pub class_type: Option<ClassType>,
    /// The context-free class; `None` before [`super::classify_paragraphs`].
    pub cf_class: Option<ClassType>,
    /// Whether it counts as a heading; false before [`super::classify_paragraphs`].
    pub heading: bool,
    in_heading: bool,
    text_chars: usize,
}

impl Paragraph {
    /// A paragraph with these runs of text at this path, not yet classified.
    ///
    /// ```
    /// use tamis::engine::justext::Paragraph;
    /// let paragraph = Paragraph::new("html.body.h2", "/html[1]/body[1]/h2[1]", ["One ", "two\n\n"]);
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
            in_heading: crate::paragraph::has_heading_word(&dom_path),
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
        }
    }

    fn of_segment(page: &Page, places: &Places<'_>, segment: &Segment) -> Paragraph {
        let (dom_path, xpath) = places.paths(segment.origin());
        Paragraph {
            dom_path,
            xpath,
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

    /// Whether its final class is anything but good.
    pub fn is_boilerplate(&self) -> bool {
        self.class_type != Some(ClassType::Good)
    }

    /// Whether an element of the path is a heading.
    pub fn is_heading(&self) -> bool {
        self.in_heading
    }

    /// The length of the text in Unicode scalar values.
    pub fn text_chars(&self) -> usize {
        self.text_chars
    }

    /// How many words of the text, in lower case, are in the list.
    pub fn stopwords_count(&self, stopwords: &Stoplist) -> usize {
        words::split(&self.text).filter(|word| stopwords.contains(word)).count()
    }

    /// The share of stopwords among the words, 0 to 1; 0 for an empty text.
    pub fn stopwords_density(&self, stopwords: &Stoplist) -> f64 {
        match self.words_count {
            0 => 0.0,
            words => self.stopwords_count(stopwords) as f64 / words as f64,
        }
    }

    /// The share of characters in links; above 1 where link texts had white space that the paragraph's text has not.
    /// 0 for an empty text.
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
        // A piece that is an element is a `<br>`, which stands for a space.
        let id = piece.node();
        let text = if page.document().name(id).is_some() { " " } else { page.document().text(id) };
        match runs.last_mut() {
            Some(run) if !piece.starts_run() => run.push_str(text),
            _ => runs.push(text.to_string()),
        }
    }
    runs.iter().map(|run| normalize_whitespace(run)).collect()
}

/// The paragraphs of a page, not yet classified.
///
/// Source: jusText, `core.py`, `ParagraphMaker.make_paragraphs`.
pub fn make_paragraphs(page: &Page) -> Vec<Paragraph> {
    let places = Places::of(page.document());
    page.paragraphs().iter().map(|segment| Paragraph::of_segment(page, &places, segment)).collect()
}
