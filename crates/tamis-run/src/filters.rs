//! Filters that leave out pages by what was found in them.
//!
//! They are applied after the extraction, because they ask about its result: the length of the
//! text, its language, the confidence. A page that is left out is counted under the first filter
//! that it does not pass, so that a user sees which filter takes how many.

use sha2::{Digest, Sha256};
use tamis::json::JsonExtraction;
use tamis::metadata::Metadata;

/// The filters of a run. By default, every page passes.
#[derive(Debug, Default)]
pub struct Filters {
    /// The least number of words of the text.
    pub min_words: usize,
    /// The least confidence, 0 to 1.
    pub min_confidence: f64,
    /// Codes of languages in lower case. Without any, every language passes.
    pub languages: Vec<String>,
    /// The facts that a page must state.
    pub facts: Vec<Fact>,
    /// True if pages with the text of an earlier one are left out.
    pub skip_duplicates: bool,
}

/// A fact that a page states about itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Fact {
    /// A title
    Title,
    /// An author, or a line that names some
    Author,
    /// The day of publication
    Date,
    /// A description
    Description,
    /// The name of the site
    Site,
    /// The main image
    Image,
    /// A language, declared or detected
    Language,
    /// Categories
    Categories,
    /// Tags
    Tags,
    /// A licence
    License,
}

/// Half of the SHA-256 digest of a text. With 16 bytes each, a million texts take some 30 MB, and
/// no two different ones are ever taken for the same.
pub type TextDigest = [u8; 16];

/// A filter that a page does not pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filter {
    /// The least number of words.
    MinWords,
    /// The least confidence.
    MinConfidence,
    /// The languages.
    LanguageIs,
    /// The facts that a page must state.
    OnlyWith,
    /// Applied where rows have their order, by [`Seen`](crate::seen::Seen).
    ExactDuplicates,
}

impl Filter {
    /// All filters, in the order in which a page is tested.
    pub const ALL: [Filter; 5] = [
        Filter::MinWords,
        Filter::MinConfidence,
        Filter::LanguageIs,
        Filter::OnlyWith,
        Filter::ExactDuplicates,
    ];

    /// Returns the option that sets it.
    pub fn option(self) -> &'static str {
        match self {
            Filter::MinWords => "--min-words",
            Filter::MinConfidence => "--min-confidence",
            Filter::LanguageIs => "--language-is",
            Filter::OnlyWith => "--only-with",
            Filter::ExactDuplicates => "--exact-duplicates",
        }
    }
}

impl Filters {
    /// Returns true if every page passes.
    pub fn are_none(&self) -> bool {
        let Filters { min_words, min_confidence, languages, facts, skip_duplicates } = self;
        let are_set = *min_words > 0 || *min_confidence > 0.0 || *skip_duplicates;
        !are_set && languages.is_empty() && facts.is_empty()
    }

    /// Returns the digest of a page's text, if it is compared with those of other pages. A page
    /// without text is like no other.
    pub fn text_digest(&self, page: &JsonExtraction) -> Option<TextDigest> {
        let text = page.text.as_deref().filter(|text| !text.is_empty())?;
        self.skip_duplicates.then(|| Sha256::digest(text).first_chunk().copied()).flatten()
    }

    /// Returns the first filter that a page does not pass, of those that ask about it alone.
    pub fn refusal(&self, page: &JsonExtraction) -> Option<Filter> {
        Filter::ALL.into_iter().find(|filter| !self.passes(*filter, page))
    }

    fn passes(&self, filter: Filter, page: &JsonExtraction) -> bool {
        match filter {
            Filter::MinWords => {
                self.min_words == 0 || words(page.text.as_deref()) >= self.min_words
            }
            Filter::MinConfidence => page.confidence.unwrap_or_default() >= self.min_confidence,
            Filter::LanguageIs => {
                self.languages.is_empty()
                    || page.language.as_deref().is_some_and(|language| self.takes(language))
            }
            Filter::OnlyWith => self.facts.iter().all(|fact| has(page, *fact)),
            Filter::ExactDuplicates => true,
        }
    }

    /// Returns true if the language of a page is one of the wanted ones, or a kind of one. For
    /// example, `de` takes `de-AT`.
    fn takes(&self, language: &str) -> bool {
        let language = language.to_ascii_lowercase().replace('_', "-");
        self.languages.iter().any(|code| {
            language.strip_prefix(code).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        })
    }
}

/// Returns true if a page states the fact.
fn has(page: &JsonExtraction, fact: Fact) -> bool {
    let Some(metadata) = &page.metadata else { return false };
    let Metadata { byline, authors, published, description, site_name, .. } = metadata;
    match fact {
        Fact::Title => page.title.is_some(),
        Fact::Author => byline.is_some() || !authors.is_empty(),
        Fact::Date => published.is_some(),
        Fact::Description => description.is_some(),
        Fact::Site => site_name.is_some(),
        Fact::Image => metadata.image.is_some(),
        Fact::Language => page.language.is_some(),
        Fact::Categories => !metadata.categories.is_empty(),
        Fact::Tags => !metadata.tags.is_empty(),
        Fact::License => metadata.license.is_some(),
    }
}

/// Returns the number of words. White space separates them, and each character of a script without
/// spaces counts as one. Signs without a letter or a digit count nothing, for example a dash.
fn words(text: Option<&str>) -> usize {
    let of_word = |word: &str| {
        let alone = word.chars().filter(|c| is_word(*c)).count();
        let has_more = word.chars().any(|c| c.is_alphanumeric() && !is_word(c));
        alone + usize::from(has_more)
    };
    text.unwrap_or_default().split_whitespace().map(of_word).sum()
}

/// Returns true for a character that counts as a word: of Han or Kana. Source: Unicode's blocks.
fn is_word(c: char) -> bool {
    matches!(c,
        '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_scripts_with_and_without_spaces() {
        for (text, expected) in [
            ("", 0),
            ("one two\n\nthree", 3),
            ("- a 1 … (b)", 3),
            ("你好,世界", 4),
            ("iPhone 手机x", 4),
        ] {
            assert_eq!(words(Some(text)), expected, "{text}");
        }
        assert_eq!(words(None), 0);
    }

    #[test]
    fn a_language_stands_for_its_kinds() {
        let languages = vec!["en".to_owned(), "pt-br".to_owned()];
        let filters = Filters { languages, ..Filters::default() };
        for (language, expected) in [
            ("en", true),
            ("en-GB", true),
            ("EN_us", true),
            ("eng", false),
            ("pt-BR", true),
            ("pt", false),
        ] {
            assert_eq!(filters.takes(language), expected, "{language}");
        }
    }
}
