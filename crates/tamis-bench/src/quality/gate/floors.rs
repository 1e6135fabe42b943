//! The file of the floors, checked while it is read.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail, ensure};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use tamis_testkit::wcxb::PageKind;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Deserializer, Error, ValueDeserializer};

use super::figure::{FigureName, Subject, THOUSAND};
use super::regression::Regression;
use crate::quality::corpus::CorpusName;

/// The most that a file may tolerate, in thousandths. More would hide what the gate is for.
const MAX_TOLERANCE: u32 = 5;

/// The floors, with the text that they were read from.
#[derive(Debug, Clone)]
pub struct Floors {
    /// The most that a figure may be below its floor, in thousandths.
    pub tolerance: u32,
    /// The floors of each engine on each corpus, in the order of the file.
    pub entries: Vec<Entry>,
    /// The floors that were lowered, oldest first.
    pub regressions: Vec<Regression>,
    corpora: Vec<KnownCorpus>,
    text: String,
}

/// The floors of one engine on one corpus.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "RawEntry")]
pub struct Entry {
    /// The engine and the corpus.
    pub subject: Subject,
    /// The floors: `overall`, perhaps `precision`, and one of each page type if the corpus has
    /// types.
    pub floors: Vec<Floor>,
}

/// The floor of one figure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Floor {
    /// The figure.
    pub name: FigureName,
    /// The floor, in thousandths.
    pub thousandths: u32,
    /// The bytes of the number in the text of the file.
    pub place: Range<usize>,
}

/// Everything but the lists, as the file has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    tolerance: u32,
}

/// The state of a corpus that the floors are for.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct KnownCorpus {
    name: CorpusName,
    /// The hash of [`super::CorpusHash`].
    sha256: String,
}

/// A `[[floor]]` as the file has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawEntry {
    engine: String,
    language: String,
    corpus: CorpusName,
    overall: Spanned<u32>,
    precision: Option<Spanned<u32>>,
    article: Option<Spanned<u32>>,
    forum: Option<Spanned<u32>>,
    product: Option<Spanned<u32>>,
    collection: Option<Spanned<u32>>,
    listing: Option<Spanned<u32>>,
    documentation: Option<Spanned<u32>>,
    service: Option<Spanned<u32>>,
}

impl Floors {
    /// The path of the floors of this project, in the checkout that this crate was compiled in.
    pub fn path() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("quality-floors.toml")
    }

    /// Reads a file of floors.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or as [`Floors::parse`].
    pub fn read(path: &Path) -> Result<Self> {
        let text = fs::read_to_string(path).with_context(|| format!("read {}", path.display()))?;
        Self::parse(text).with_context(|| path.display().to_string())
    }

    /// Reads the text of a file of floors.
    ///
    /// # Errors
    ///
    /// If it is not TOML, has a key that is not known or a value that cannot be, lacks the floor of
    /// a page type or the hash of a corpus, or has two entries for one subject. The error names the
    /// entry.
    pub fn parse(text: String) -> Result<Self> {
        let mut table = DeTable::parse(&text)?;
        let entries = list(table.get_mut(), "floor")?;
        let corpora = list(table.get_mut(), "corpus")?;
        let regressions = list(table.get_mut(), "regression")?;
        let Header { tolerance } =
            Header::deserialize(Deserializer::from(table)).map_err(|error| one_line(&error))?;
        ensure!(tolerance <= MAX_TOLERANCE, "a tolerance is at most {MAX_TOLERANCE} thousandths");
        ensure!(!entries.is_empty(), "there is no [[floor]]");
        let floors = Self { tolerance, entries, regressions, corpora, text };
        floors.check_subjects()?;
        Ok(floors)
    }

    /// The text of the file.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the hash of the corpus that the floors are for, or `None` if the file has none.
    pub fn sha256(&self, corpus: CorpusName) -> Option<&str> {
        let known = self.corpora.iter().find(|known| known.name == corpus);
        known.map(|known| known.sha256.as_str())
    }

    /// Returns the floor of a figure, or `None` if the file has none.
    pub fn floor(&self, subject: &Subject, name: FigureName) -> Option<&Floor> {
        let entry = self.entries.iter().find(|entry| entry.subject == *subject)?;
        entry.floors.iter().find(|floor| floor.name == name)
    }

    fn check_subjects(&self) -> Result<()> {
        for (index, Entry { subject, .. }) in self.entries.iter().enumerate() {
            let is_new = self.entries[..index].iter().all(|entry| entry.subject != *subject);
            ensure!(is_new, "there are two entries for {subject}");
            let is_known = self.sha256(subject.corpus).is_some();
            ensure!(is_known, "{subject}: there is no [[corpus]] with that name and its sha256");
        }
        Ok(())
    }
}

impl TryFrom<RawEntry> for Entry {
    type Error = anyhow::Error;

    fn try_from(entry: RawEntry) -> Result<Self> {
        let engine = entry.engine.parse()?;
        let subject = Subject { engine, language: entry.language.clone(), corpus: entry.corpus };
        let mut floors = vec![Floor::read(FigureName::Overall, &entry.overall)?];
        if let Some(precision) = &entry.precision {
            floors.push(Floor::read(FigureName::Precision, precision)?);
        }
        for kind in PageKind::ALL {
            match (entry.of_type(kind), subject.corpus.has_page_types()) {
                (Some(floor), true) => floors.push(Floor::read(FigureName::Type(kind), floor)?),
                (None, true) => bail!("there is no floor for pages of type {kind}"),
                (Some(_), false) => bail!("{} has no pages of type {kind}", subject.corpus),
                (None, false) => {}
            }
        }
        Ok(Self { subject, floors })
    }
}

impl Floor {
    fn read(name: FigureName, floor: &Spanned<u32>) -> Result<Self> {
        let thousandths = *floor.get_ref();
        ensure!(thousandths <= THOUSAND, "the floor of {name} is above {THOUSAND} thousandths");
        Ok(Self { name, thousandths, place: floor.span() })
    }
}

impl RawEntry {
    const fn of_type(&self, kind: PageKind) -> Option<&Spanned<u32>> {
        let floor = match kind {
            PageKind::Article => &self.article,
            PageKind::Forum => &self.forum,
            PageKind::Product => &self.product,
            PageKind::Collection => &self.collection,
            PageKind::Listing => &self.listing,
            PageKind::Documentation => &self.documentation,
            PageKind::Service => &self.service,
        };
        floor.as_ref()
    }
}

/// Takes a list of entries out of a file; empty if it has none. An error names the entry.
fn list<T: DeserializeOwned>(file: &mut DeTable<'_>, key: &str) -> Result<Vec<T>> {
    let Some(list) = file.remove(key) else { return Ok(Vec::new()) };
    let DeValue::Array(list) = list.into_inner() else { bail!("`{key}` is not a list") };
    let read = |(index, entry): (usize, Spanned<DeValue<'_>>)| {
        let said = said(entry.get_ref());
        let entry = T::deserialize(ValueDeserializer::from(entry));
        let entry = entry.map_err(|error| one_line(&error));
        entry.with_context(|| format!("{key} {} ({said})", index + 1))
    };
    list.into_iter().enumerate().map(read).collect()
}

/// The names in an entry, for errors.
fn said(entry: &DeValue<'_>) -> String {
    let said =
        ["name", "engine", "language", "corpus"].map(|key| entry.get(key)?.get_ref().as_str());
    said.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// An error of TOML without the lines around its place.
fn one_line(error: &Error) -> anyhow::Error {
    anyhow!("{}", error.to_string().trim().replace('\n', " "))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLOORS: &str = r#"tolerance = 1
[[corpus]]
name = "wcxb-dev"
sha256 = "ab"
[[corpus]]
name = "with-without"
sha256 = "cd"
[[floor]]
engine = "justext"
language = "auto"
corpus = "wcxb-dev"
overall = 695
article = 1
forum = 2
product = 3
collection = 4
listing = 5
documentation = 6
service = 7
[[floor]]
engine = "auto"
language = "auto"
corpus = "with-without"
overall = 958
precision = 900
"#;

    fn refused(text: &str, reason: &str) {
        let error = format!("{:#}", Floors::parse(text.to_owned()).unwrap_err());
        assert!(error.contains(reason) && !error.contains('\n'), "{error}");
    }

    /// The floors with a text in place of another are refused for a reason.
    fn refused_with(old: &str, new: &str, reason: &str) {
        assert!(FLOORS.contains(old), "{old}");
        refused(&FLOORS.replacen(old, new, 1), reason);
    }

    #[test]
    fn every_floor_is_read_with_its_place() {
        let floors = Floors::parse(FLOORS.to_owned()).unwrap();
        assert_eq!((floors.tolerance, floors.entries.len()), (1, 2));
        assert_eq!(floors.sha256(CorpusName::WithWithout), Some("cd"));
        assert_eq!(floors.entries[0].floors.len(), 8);
        let subject = &floors.entries[1].subject;
        assert_eq!(subject.to_string(), "auto (auto) on with-without");
        let precision = floors.floor(subject, FigureName::Precision).unwrap();
        assert_eq!((precision.thousandths, &FLOORS[precision.place.clone()]), (900, "900"));
        assert_eq!(floors.floor(subject, FigureName::Type(PageKind::Forum)), None);
    }

    #[test]
    fn an_unknown_page_type_is_refused() {
        let reason = "floor 1 (justext, auto, wcxb-dev): unknown field `blog`";
        refused_with("article = 1", "article = 1\nblog = 1", reason);
    }

    #[test]
    fn a_missing_floor_of_a_page_type_is_refused() {
        let reason =
            "floor 1 (justext, auto, wcxb-dev): there is no floor for pages of type listing";
        refused_with("listing = 5\n", "", reason);
    }

    #[test]
    fn a_floor_that_nothing_can_reach_is_refused() {
        refused_with("precision = 900", "forum = 1", "with-without has no pages of type forum");
        refused_with("958", "1001", "floor 2 (auto, auto, with-without): the floor of overall");
        refused_with("958", "-1", "floor 2 (auto, auto, with-without): ");
    }

    #[test]
    fn an_entry_that_cannot_be_measured_is_refused() {
        let name = "floor 1 (other, auto, wcxb-dev): unknown strategy `other`";
        refused_with("\"justext\"", "\"other\"", name);
        let name = "floor 2 (auto, auto, here): unknown variant `here`";
        refused_with("corpus = \"with-without\"", "corpus = \"here\"", name);
        refused_with("language = \"auto\"\n", "", "floor 1 (justext, wcxb-dev): missing field");
        refused_with("name = \"with-without\"", "name = \"wcxb-dev\"", "no [[corpus]]");
        let entry = &FLOORS[FLOORS.rfind("[[floor]]").unwrap()..];
        refused(&format!("{FLOORS}{entry}"), "two entries for auto (auto) on with-without");
    }

    #[test]
    fn other_mistakes_are_refused() {
        refused_with("tolerance = 1", "tolerance = 6", "a tolerance is at most 5");
        refused_with("tolerance = 1\n", "", "missing field `tolerance`");
        refused_with("tolerance", "most = 1\ntolerance", "unknown field `most`");
        refused("tolerance = 0", "there is no [[floor]]");
        let regression = r#"[[regression]]
engine = "gone"
language = "none"
corpus = "wcxb-dev"
type = "forum"
before = 2
after = 1
"#;
        assert!(Floors::parse(format!("{FLOORS}{regression}reason = \"a\"")).is_ok());
        refused(&format!("{FLOORS}{regression}reason = \" \""), "a regression needs a reason");
        refused_with("sha256 = \"cd\"", "md5 = \"cd\"", "corpus 2 (with-without): unknown field");
        refused("floor = 1", "`floor` is not a list");
    }
}
