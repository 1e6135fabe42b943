//! The accuracy of the metadata that a system reads from the pages of a corpus.
//!
//! Texts are compared in Unicode's form NFKC, in lower case, with every run of other characters
//! than letters and digits as one space. A title is correct if it is the same, authors if they are
//! the same set of names, a date if it is the same day, and a list of categories or tags if it is
//! the same set.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use tamis::{Extractor, Input, Metadata, Url};
use unicode_normalization::UnicodeNormalization as _;

mod pages;
mod report;

pub use pages::{Reference, Sample, chinese, dates, wcxb, with_without};
pub use report::{FieldReport, MetadataReport, Share};

/// The answer of a system about a page, also as a line of a file of predictions.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Answer {
    /// The title.
    pub title: Option<String>,
    /// The authors.
    pub authors: Vec<String>,
    /// The day of publication, `YYYY-MM-DD`; what follows it does not count.
    pub date: Option<String>,
    /// The name of the site.
    pub sitename: Option<String>,
    /// The categories.
    pub categories: Vec<String>,
    /// The tags.
    pub tags: Vec<String>,
}

/// A field that is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Compared {
    /// The title.
    Title,
    /// The authors.
    Author,
    /// The day.
    Date,
    /// The name of the site.
    Sitename,
    /// The categories.
    Categories,
    /// The tags.
    Tags,
}

impl Compared {
    /// Every field, in the order of the tables.
    pub const ALL: [Self; 6] =
        [Self::Title, Self::Author, Self::Date, Self::Sitename, Self::Categories, Self::Tags];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Author => "author",
            Self::Date => "date",
            Self::Sitename => "sitename",
            Self::Categories => "categories",
            Self::Tags => "tags",
        }
    }
}

impl Answer {
    /// The field as it is compared: a set of texts, empty where there is none.
    fn compared(&self, field: Compared) -> BTreeSet<String> {
        let one = |text: &Option<String>| text.iter().map(|text| normalize(text)).collect();
        let mut set: BTreeSet<String> = match field {
            Compared::Title => one(&self.title),
            Compared::Sitename => one(&self.sitename),
            Compared::Date => {
                let day =
                    self.date.as_deref().map(|date| date.get(..10).unwrap_or(date).to_owned());
                day.into_iter().collect()
            }
            Compared::Author => self.authors.iter().flat_map(|text| names(text)).collect(),
            Compared::Categories => self.categories.iter().map(|text| normalize(text)).collect(),
            Compared::Tags => self.tags.iter().map(|text| normalize(text)).collect(),
        };
        set.remove("");
        set
    }
}

/// The text as it is compared.
///
/// ```
/// assert_eq!(tamis_bench::metadata::normalize(" The “ﬁrst” loaf – "), "the first loaf");
/// ```
pub fn normalize(text: &str) -> String {
    let folded: String = text.nfkc().flat_map(char::to_lowercase).collect();
    let words = folded.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The names in a text that names authors, as they are compared. They come after a leading "by",
/// between commas, semicolons, slashes, "&" and "and".
fn names(text: &str) -> impl Iterator<Item = String> {
    let text = text.replace(" and ", ";");
    let parts: Vec<String> = text.split([',', ';', '/', '&', '|']).map(normalize).collect();
    parts.into_iter().map(|name| name.strip_prefix("by ").map(str::to_owned).unwrap_or(name))
}

/// A system under test.
pub trait Reader {
    /// Returns the answer about a page.
    ///
    /// # Errors
    ///
    /// If it fails in a way that makes the measure worthless.
    fn read(&mut self, page: &Sample) -> Result<Answer>;
}

/// Answers by the pages' ids, as a file has them.
pub type Answers = BTreeMap<String, Answer>;

/// The answers in a file of JSON lines: an [`Answer`] and the `id` of its page each.
///
/// # Errors
///
/// If the file cannot be read or a line is not valid.
pub fn load_answers(path: &Path) -> Result<Answers> {
    #[derive(Deserialize)]
    struct Line {
        id: String,
        #[serde(flatten)]
        answer: Answer,
    }
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let lines = text.lines().enumerate().map(|(index, line)| {
        let Line { id, answer } =
            serde_json::from_str(line).with_context(|| format!("line {}", index + 1))?;
        Ok((id, answer))
    });
    lines.collect()
}

impl Reader for Answers {
    fn read(&mut self, page: &Sample) -> Result<Answer> {
        Ok(self.get(&page.id).cloned().unwrap_or_default())
    }
}

impl Reader for Extractor {
    fn read(&mut self, page: &Sample) -> Result<Answer> {
        let url = page.url.as_deref().and_then(|url| Url::parse(url).ok());
        let mut input = Input::from(&page.html);
        if let Some(charset) = page.charset {
            input = input.charset(charset);
        }
        if let Some(url) = &url {
            input = input.url(url);
        }
        let extraction = self.extract(input);
        let answer = Answer::from(extraction.metadata());
        self.recycle(extraction.into_page());
        Ok(answer)
    }
}

impl From<&Metadata> for Answer {
    fn from(metadata: &Metadata) -> Answer {
        let text = |value: &Option<tamis::metadata::Value>| value.as_deref().map(str::to_owned);
        let texts = |values: &[tamis::metadata::Value]| {
            values.iter().map(|value| value.as_str().to_owned()).collect()
        };
        Answer {
            title: text(&metadata.title),
            authors: texts(&metadata.authors),
            date: text(&metadata.published),
            sitename: text(&metadata.site_name),
            categories: texts(&metadata.categories),
            tags: texts(&metadata.tags),
        }
    }
}

/// Compares what a system says about the pages with their references.
///
/// # Errors
///
/// If a page cannot be read or the system fails.
pub fn measure(
    name: &str,
    corpus: &str,
    reader: &mut dyn Reader,
    pages: impl IntoIterator<Item = Result<Sample>>,
) -> Result<MetadataReport> {
    let mut report = MetadataReport::new(name, corpus);
    for page in pages {
        let page = page?;
        let answer = reader.read(&page)?;
        report.add(&page, &answer);
    }
    Ok(report)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_a_set() {
        let set = |authors: &[&str]| {
            let authors = authors.iter().map(|&author| author.to_owned()).collect();
            Answer { authors, ..Answer::default() }.compared(Compared::Author)
        };
        assert_eq!(set(&["By Ann Lee and Bo Ek"]), set(&["Bo Ek", "ann lee"]));
        assert_eq!(set(&["Lee; Ek & Oe"]).len(), 3);
        assert_ne!(set(&["Ann Lee"]), set(&["Ann"]));
        assert!(set(&["", " ,"]).is_empty());
    }

    #[test]
    fn days_are_compared_without_the_time() {
        let date = Some("2024-01-02T10:00:00Z".to_owned());
        let day = Answer { date, ..Answer::default() }.compared(Compared::Date);
        assert_eq!(day, BTreeSet::from(["2024-01-02".to_owned()]));
    }
}
