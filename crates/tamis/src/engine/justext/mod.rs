//! jusText, the whole of it: boilerplate removal by lengths, stopwords and links of paragraphs.
//!
//! The steps are those of the paper: *preprocess*, *segment* (both happen in the measuring pass, see
//! [`crate::Measurer`]), *context-free* and *context-sensitive* classification. Answers are exactly those of
//! the reference on the same tree, except where [`Config`] asks for something else.
//!
//! ```
//! use tamis::engine::justext::{self, ClassType, Config};
//! # #[cfg(feature = "stoplists")] {
//! let english = tamis::stoplists::get("English").unwrap();
//! let text = "The sea was calm on the day when the old boat left the harbour for the last time. ".repeat(4);
//! let page = format!("<ul><li><a href=/>Home</a></ul><p>{text}</p>");
//! let paragraphs = justext::justext(&page, english, &Config::default());
//! let classes: Vec<_> = paragraphs.iter().map(|p| p.class_type.unwrap()).collect();
//! assert_eq!(classes, [ClassType::Bad, ClassType::Good]);
//! assert_eq!(paragraphs[1].dom_path, "html.body.p");
//! # }
//! ```
//!
//! Source: Pomikálek, "Removing Boilerplate and Duplicate Content from Web Corpora" (2011), chapter 3; jusText 3.0.2.

mod classes;
mod config;
mod engine;
mod paragraph;
mod path;
mod preprocess;
mod words;

use tamis_dom::Parser;
use tamis_stoplists::Stoplist;

pub use self::classes::ClassType;
pub use self::config::{Config, HeadingStage, Segmentation};
pub use self::engine::Justext;
pub use self::paragraph::{Paragraph, make_paragraphs};
pub use self::path::PathInfo;
pub use self::preprocess::{Disposition, preprocess};
pub use crate::whitespace::{is_blank, normalize_whitespace};

use self::classes::{Entry, Features, context_free, context_sensitive};
use crate::input::Input;
use crate::page::Page;

/// The paragraphs of a page, classified.
///
/// An empty stoplist means the language-independent mode, as in the reference's program.
///
/// Source: jusText, `core.py`, `justext`.
pub fn justext<'h>(
    html: impl Into<Input<'h>>,
    stoplist: &Stoplist,
    config: &Config,
) -> Vec<Paragraph> {
    let document = html.into().parse(&mut Parser::default());
    let mut paragraphs = make_paragraphs(&Page::measure(document));
    let config = config.for_stoplist(stoplist);
    classify_paragraphs(&mut paragraphs, stoplist, &config);
    revise_paragraph_classification(&mut paragraphs, &config);
    paragraphs
}

/// The texts of the good paragraphs, an empty line between each two; empty where none is good.
///
/// ```
/// # #[cfg(feature = "stoplists")] {
/// use tamis::engine::justext::{Config, extract_text};
/// let english = tamis::stoplists::get("english").unwrap();
/// assert_eq!(extract_text("<p>Too short to be good.</p>", english, &Config::default()), "");
/// # }
/// ```
pub fn extract_text<'h>(
    html: impl Into<Input<'h>>,
    stoplist: &Stoplist,
    config: &Config,
) -> String {
    let paragraphs = justext(html, stoplist, config);
    let good: Vec<&str> =
        paragraphs.iter().filter(|p| !p.is_boilerplate()).map(|p| p.text.as_str()).collect();
    good.join("\n\n")
}

/// Gives each paragraph its context-free class, and says which are headings.
///
/// Source: jusText, `core.py`, `classify_paragraphs`.
pub fn classify_paragraphs(paragraphs: &mut [Paragraph], stoplist: &Stoplist, config: &Config) {
    for paragraph in paragraphs {
        let text = &paragraph.text;
        let chars = paragraph.text_chars() as u32;
        let mut features = Features {
            length: words::length(text, chars, config.segmentation),
            link_chars: paragraph.chars_count_in_links as i64,
            has_copyright: text.contains('\u{a9}') || text.contains("&copy"),
            in_select: paragraph.dom_path.contains("select"),
            ..Features::default()
        };
        let count = || words::count_words(text, stoplist, config.segmentation);
        let rule = context_free(&mut features, config, count);
        paragraph.cf_class = Some(rule.class());
        paragraph.heading = !config.no_headings && paragraph.is_heading();
    }
}

/// Gives each paragraph its final class, from those of its neighbours. Paragraphs without a context-free
/// class count as bad.
///
/// Source: jusText, `core.py`, `revise_paragraph_classification`.
pub fn revise_paragraph_classification(paragraphs: &mut [Paragraph], config: &Config) {
    let mut entries: Vec<Entry> = paragraphs
        .iter()
        .map(|paragraph| Entry {
            cf_class: paragraph.cf_class.unwrap_or(ClassType::Bad),
            class: paragraph.class_type,
            heading: paragraph.heading,
            length: paragraph.text_chars() as i64,
        })
        .collect();
    context_sensitive(&mut entries, config);
    for (paragraph, entry) in paragraphs.iter_mut().zip(&entries) {
        paragraph.class_type = entry.class;
    }
}

/// The class of the nearest paragraph before `index` that is good or bad (or near-good, unless these are
/// ignored); bad where there is none.
///
/// Source: jusText, `core.py`, `get_prev_neighbour`.
pub fn get_prev_neighbour(
    index: usize,
    paragraphs: &[Paragraph],
    ignore_neargood: bool,
) -> ClassType {
    let before = paragraphs.get(..index).unwrap_or(paragraphs);
    first_firm(before.iter().rev(), ignore_neargood)
}

/// The same for the paragraphs behind `index`.
///
/// Source: jusText, `core.py`, `get_next_neighbour`.
pub fn get_next_neighbour(
    index: usize,
    paragraphs: &[Paragraph],
    ignore_neargood: bool,
) -> ClassType {
    first_firm(paragraphs.iter().skip(index.saturating_add(1)), ignore_neargood)
}

fn first_firm<'p>(
    paragraphs: impl Iterator<Item = &'p Paragraph>,
    ignore_neargood: bool,
) -> ClassType {
    paragraphs
        .filter_map(|paragraph| paragraph.class_type)
        .find(|class| match class {
            ClassType::Good | ClassType::Bad => true,
            ClassType::NearGood => !ignore_neargood,
            ClassType::Short => false,
        })
        .unwrap_or(ClassType::Bad)
}
