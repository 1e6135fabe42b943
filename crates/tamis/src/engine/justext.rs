//! jusText: removes boilerplate by the lengths, stopwords and links of paragraphs.
//!
//! The steps are those of the paper: *preprocess* and *segment*, which happen in the measuring pass
//! (see [`crate::Measurer`]), then *context-free* and *context-sensitive* classification. On the
//! same tree the results are exactly the reference's, unless [`Config`] asks for something else.
//!
//! ```
//! use tamis::engine::justext::{self, ClassType, Config};
//! # #[cfg(feature = "stoplists")] {
//! let english = tamis::stoplists::get("English").unwrap();
//! let text = "The sea was calm on the day when the old boat left the harbour for the last time. "
//!     .repeat(4);
//! let page = format!("<ul><li><a href=/>Home</a></ul><p>{text}</p>");
//! let paragraphs = justext::justext(&page, english, &Config::default());
//! let classes: Vec<_> = paragraphs.iter().map(|p| p.class_type.unwrap()).collect();
//! assert_eq!(classes, [ClassType::Bad, ClassType::Good]);
//! assert_eq!(paragraphs[1].dom_path, "html.body.p");
//! # }
//! ```
//!
//! Source: Pomikálek, "Removing Boilerplate and Duplicate Content from Web Corpora" (2011), chapter
//! 3; jusText 3.0.2.

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
pub use crate::page::whitespace::{is_blank, normalize_whitespace};

use self::classes::{Classified, Features, context_free, context_sensitive};
use crate::page::{Decoding, Input, Page};

/// Returns the classified paragraphs of a page, as in the example of the [module](self).
///
/// An empty stoplist selects the language-independent mode, as in the reference's program.
///
/// Source: jusText, `core.py`, `justext`.
pub fn justext<'h>(
    html: impl Into<Input<'h>>,
    stoplist: &Stoplist,
    config: &Config,
) -> Vec<Paragraph> {
    let document = html.into().parse(&mut Parser::default(), Decoding::default());
    let mut paragraphs = make_paragraphs(&Page::measure(document));
    let config = config.for_stoplist(stoplist);
    classify_paragraphs(&mut paragraphs, stoplist, &config);
    revise_paragraph_classification(&mut paragraphs, &config);
    paragraphs
}

/// Returns the text of the good paragraphs, separated by empty lines; empty if none is good.
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

/// Sets the context-free class of each paragraph, and whether it counts as a heading.
///
/// ```
/// use tamis::engine::justext::{ClassType, Config, Paragraph, classify_paragraphs};
/// use tamis::stoplists::Stoplist;
/// let mut paragraphs = [Paragraph::new("html.body.p", "/html[1]/body[1]/p[1]", ["Short."])];
/// classify_paragraphs(&mut paragraphs, &Stoplist::default(), &Config::default());
/// assert_eq!(paragraphs[0].cf_class, Some(ClassType::Short));
/// ```
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
            in_select: paragraph.in_untold_select || paragraph.dom_path.contains("select"),
            ..Features::default()
        };
        let count = || words::count_words(text, stoplist, config.segmentation);
        let rule = context_free(&mut features, config, count);
        paragraph.cf_class = Some(rule.class());
        paragraph.heading = !config.no_headings && paragraph.is_heading();
    }
}

/// Sets the final class of each paragraph according to its neighbours. Paragraphs without a
/// context-free class count as bad.
///
/// ```
/// use tamis::engine::justext::{
///     ClassType, Config, Paragraph, revise_paragraph_classification,
/// };
/// let mut paragraphs = ["One", "Two"].map(|text| Paragraph::new("html.body.p", "", [text]));
/// paragraphs[0].cf_class = Some(ClassType::Good);
/// paragraphs[1].cf_class = Some(ClassType::NearGood);
/// revise_paragraph_classification(&mut paragraphs, &Config::default());
/// assert_eq!(paragraphs[1].class_type, Some(ClassType::Good));
/// ```
///
/// Source: jusText, `core.py`, `revise_paragraph_classification`.
pub fn revise_paragraph_classification(paragraphs: &mut [Paragraph], config: &Config) {
    let mut entries: Vec<Classified> = paragraphs
        .iter()
        .map(|paragraph| Classified {
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

/// Returns the class of the nearest paragraph before `index` that is good or bad, or near-good
/// unless these are ignored. Bad if there is none.
///
/// ```
/// use tamis::engine::justext::{ClassType, Paragraph, get_next_neighbour, get_prev_neighbour};
/// let mut paragraphs = ["One", "Two"].map(|text| Paragraph::new("html.body.p", "", [text]));
/// paragraphs[0].class_type = Some(ClassType::Good);
/// assert_eq!(get_prev_neighbour(1, &paragraphs, true), ClassType::Good);
/// assert_eq!(get_next_neighbour(1, &paragraphs, true), ClassType::Bad);
/// ```
///
/// Source: jusText, `core.py`, `get_prev_neighbour`.
pub fn get_prev_neighbour(
    index: usize,
    paragraphs: &[Paragraph],
    ignore_neargood: bool,
) -> ClassType {
    let before = paragraphs.get(..index).unwrap_or(paragraphs);
    first_good_or_bad(before.iter().rev(), ignore_neargood)
}

/// Returns the same for the paragraphs after `index`, for an example see [`get_prev_neighbour`].
///
/// Source: jusText, `core.py`, `get_next_neighbour`.
pub fn get_next_neighbour(
    index: usize,
    paragraphs: &[Paragraph],
    ignore_neargood: bool,
) -> ClassType {
    first_good_or_bad(paragraphs.iter().skip(index.saturating_add(1)), ignore_neargood)
}

fn first_good_or_bad<'p>(
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
