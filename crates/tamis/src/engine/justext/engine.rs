//! jusText as an engine. It allocates no string for paragraphs, only for their verdict.

use tamis_stoplists::Stoplist;

use super::classes::{ClassType, Classified, Features, Rule, context_free, context_sensitive};
use super::config::Config;
use super::words;
use crate::engine::{Engine, EngineName};
use crate::page::Page;
use crate::verdict::{Context, Verdict};

/// The jusText engine: parameters and an optional stoplist.
///
/// Without a custom stoplist it uses the one of the page's language ([`Context::stoplist`]). If
/// there is none, it works without stopwords.
///
/// ```
/// use tamis::engine::justext::{Config, Justext};
/// use tamis::stoplists::Stoplist;
/// let config = Config::default().length_low(0).length_high(10);
/// let engine = Justext::new(config).with_stoplist(Stoplist::from_words(["the", "is"]));
/// let mut extractor = tamis::Extractor::with_engine(engine, tamis::Config::default())?;
/// let extraction = extractor.extract("<p>The sea is calm.</p><p><a href=/>Home</a></p>");
/// assert_eq!(extraction.text(), "The sea is calm.");
/// # Ok::<(), tamis::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Justext {
    config: Config,
    stoplist: Option<Stoplist>,
}

impl Justext {
    /// Creates the engine with these parameters, for an example see [`Justext`].
    pub fn new(config: Config) -> Justext {
        Justext { config, stoplist: None }
    }

    /// Sets one stoplist for all pages, for an example see [`Justext`]. An empty one selects the
    /// language-independent mode.
    #[must_use]
    pub fn with_stoplist(mut self, stoplist: Stoplist) -> Justext {
        self.stoplist = Some(stoplist);
        self
    }
}

impl Config {
    /// Returns the parameters for this stoplist: an empty one selects the language-independent
    /// mode.
    pub(super) fn for_stoplist(&self, stoplist: &Stoplist) -> Config {
        if stoplist.is_empty() { self.language_independent() } else { *self }
    }
}

impl Engine for Justext {
    fn name(&self) -> &'static str {
        EngineName::Justext.as_str()
    }

    fn uses_stopwords(&self) -> bool {
        self.stoplist.is_none()
    }

    fn judge(&self, page: &Page, context: &Context<'_>) -> Verdict {
        let none = Stoplist::default();
        let stoplist = self.stoplist.as_ref().or(context.stoplist).unwrap_or(&none);
        let config = self.config.for_stoplist(stoplist);
        let (mut entries, rules): (Vec<Classified>, Vec<Rule>) =
            page.paragraphs().iter().map(|p| classify(page, p, stoplist, &config)).unzip();
        context_sensitive(&mut entries, &config);
        #[cfg(feature = "tracing")]
        trace(page, &entries, &rules);
        let mut verdict = Verdict::nothing(EngineName::Justext.as_str(), page);
        for (index, (entry, rule)) in entries.iter().zip(&rules).enumerate() {
            verdict.set(index, entry.class == Some(ClassType::Good), reason(entry, *rule));
        }
        verdict.confidence = Some(confidence(&entries));
        verdict.joins_words = true;
        verdict
    }
}

fn classify(
    page: &Page,
    paragraph: &crate::Paragraph,
    stoplist: &Stoplist,
    config: &Config,
) -> (Classified, Rule) {
    let text = page.joined_text(paragraph);
    let mut features = Features {
        length: words::length(text, paragraph.text_chars, config.segmentation),
        link_chars: i64::from(paragraph.link_chars),
        has_copyright: paragraph.has_copyright,
        in_select: paragraph.in_select,
        ..Features::default()
    };
    let rule = context_free(&mut features, config, || {
        words::count_words(text, stoplist, config.segmentation)
    });
    let entry = Classified {
        cf_class: rule.class(),
        class: None,
        heading: !config.no_headings && paragraph.in_heading,
        length: i64::from(paragraph.text_chars),
    };
    (entry, rule)
}

fn reason(entry: &Classified, rule: Rule) -> &'static str {
    if entry.class == Some(entry.cf_class) {
        return rule.as_str();
    }
    match (entry.cf_class, entry.class) {
        (ClassType::Short, Some(ClassType::Good)) if entry.heading => {
            "short heading near good text"
        }
        (ClassType::Short, Some(ClassType::Good)) => "short, between good text",
        (ClassType::Short, _) => "short, not between good text",
        (ClassType::NearGood, Some(ClassType::Good)) => "near-good, beside good text",
        (ClassType::NearGood, _) => "near-good, between bad text",
        _ => rule.as_str(),
    }
}

/// Returns the fraction of the kept characters that are in paragraphs good on their own, 0 to 1; 0
/// if nothing is kept.
fn confidence(entries: &[Classified]) -> f64 {
    let (mut kept, mut good) = (0, 0);
    for entry in entries.iter().filter(|entry| entry.class == Some(ClassType::Good)) {
        kept += entry.length;
        if entry.cf_class == ClassType::Good {
            good += entry.length;
        }
    }
    if kept == 0 { 0.0 } else { good as f64 / kept as f64 }
}

#[cfg(feature = "tracing")]
fn trace(page: &Page, entries: &[Classified], rules: &[Rule]) {
    let _span = tracing::debug_span!("justext", paragraphs = entries.len()).entered();
    for ((entry, rule), paragraph) in entries.iter().zip(rules).zip(page.paragraphs()) {
        tracing::trace!(
            node = paragraph.origin().index(),
            context_free = entry.cf_class.as_str(),
            class = entry.class.map_or("", ClassType::as_str),
            rule = rule.as_str(),
        );
    }
}
