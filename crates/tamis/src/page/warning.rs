//! Warnings: doubts about a page and the text extracted from it.

use std::fmt;

use tamis_dom::NotHtml;

/// A doubt about an extraction. Its text is one sentence.
///
/// ```
/// use tamis::{Config, Strategy, Warning};
/// let config = Config::default().strategy(Strategy::Justext);
/// let extraction = tamis::extract("<html lang=tlh><p>nuqneH", &config)?;
/// assert_eq!(extraction.warnings(), [Warning::NoStoplist { language: Some("tlh".into()) }]);
/// # Ok::<(), tamis::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Warning {
    /// About decoding and parsing the page.
    Page(tamis_dom::Warning),
    /// The page is another format, such as PDF, or binary data. It was not parsed.
    OtherFormat(NotHtml),
    /// The engine ran without stopwords, because there is no list for the page's language or the
    /// language is unknown.
    NoStoplist {
        /// The language, if known.
        language: Option<String>,
    },
    /// The page has more elements than the engine accepts, so it kept nothing.
    TooManyElements(TooManyElements),
    /// A format of the page was longer than
    /// [`Limits::output_ratio`](tamis_dom::Limits#structfield.output_ratio) allows. The rest of it
    /// was left out. Known after the page was rendered in that format.
    OutputCut {
        /// The most bytes of the format.
        max_bytes: usize,
    },
    /// A rule of the engine `selectors` has a selector such as `hr ~ p` that takes too many steps
    /// on this page. It may have missed elements, and so may other rules that look at siblings.
    RuleOutOfSteps {
        /// The id of the rule.
        rule: String,
    },
    /// A selector of [`Config::select`](crate::Config::select) or
    /// [`Config::drop`](crate::Config::drop) matches no element of the page.
    NoElement {
        /// The selector.
        selector: String,
    },
    /// About the rules for the page's site: a rule that could not be applied, or a note of the
    /// rules.
    SiteRule {
        /// A sentence.
        message: String,
    },
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::Page(warning) => warning.fmt(f),
            Warning::OtherFormat(reason) => reason.fmt(f),
            Warning::TooManyElements(too_many) => too_many.fmt(f),
            Warning::NoStoplist { language: Some(language) } => {
                write!(f, "no stoplist for `{language}`: stopwords were not used")?;
                if has_no_spaces(language) {
                    f.write_str(
                        " (it has no spaces between words: see the option `segmentation`)",
                    )?;
                }
                Ok(())
            }
            Warning::RuleOutOfSteps { rule } => {
                write!(
                    f,
                    "the rule `{rule}` takes too many steps on this page: it may miss elements"
                )
            }
            Warning::NoElement { selector } => write!(f, "no element matches `{selector}`"),
            Warning::SiteRule { message } => f.write_str(message),
            Warning::OutputCut { max_bytes } => write!(
                f,
                "the output would be much longer than the page: it was cut at {max_bytes} bytes"
            ),
            Warning::NoStoplist { language: None } => {
                f.write_str("the language is unknown: stopwords were not used")
            }
        }
    }
}

/// Returns true if the language is written without spaces between words.
fn has_no_spaces(language: &str) -> bool {
    let primary = language.split('-').next().unwrap_or_default().to_ascii_lowercase();
    matches!(primary.as_str(), "zh" | "yue" | "ja" | "th" | "lo" | "km" | "my")
}

/// The page has more elements than
/// [`readability::Config::max_elements`](crate::engine::readability::Config::max_elements) allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct TooManyElements {
    /// The number of elements of the page.
    pub elements: usize,
    /// The number of elements allowed.
    pub max_elements: usize,
}

impl fmt::Display for TooManyElements {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TooManyElements { elements, max_elements } = self;
        write!(f, "the page has {elements} elements, more than the {max_elements} allowed")
    }
}

impl std::error::Error for TooManyElements {}
