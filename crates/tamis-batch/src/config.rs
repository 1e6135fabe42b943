//! The configuration of a run.

use std::num::NonZeroUsize;

use serde_json::json;
use sha2::{Digest, Sha256};
use tamis::stoplists::Stoplist;
use tamis::{Stopwords, Strategy};
use tamis_run::drawing::{Drawing, Render};

use crate::column::{Column, RENDERED, SCHEMA_VERSION};
use crate::error::{Error, ErrorKind};
use crate::isolation::Isolation;

/// The settings of a [`run`](crate::run()).
///
/// ```
/// use tamis::Strategy;
/// use tamis_batch::{Config, Format};
/// let config = Config::default()
///     .strategies([Strategy::Auto, Strategy::Justext])
///     .columns(["url", "text", "text_justext", "language"])
///     .format(Format::JsonLines);
/// assert_eq!(config.unit_bytes, 268_435_456);
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Config {
    /// The configuration of the extraction. Its strategy and its latest date are ignored: the
    /// latter is the day on which a page was captured.
    ///
    /// Site rules and your own model are not part of the fingerprint that a folder is
    /// checked by.
    pub extraction: tamis::Config,
    /// The strategies, which read the same parse. The first one decides about the column `text`,
    /// the others about `text_justext` and so on. Default: `auto`. The names are those of
    /// [`Strategy`].
    pub strategies: Vec<Strategy>,
    /// The names of the columns to write. `None` for [`Column::default_for`] the strategies.
    pub columns: Option<Vec<String>>,
    /// The format of the files. Default: [`Format::Parquet`].
    pub format: Format,
    /// The largest page, in bytes without compression. Default 64 MiB.
    pub max_page_bytes: u64,
    /// The length of a unit, in bytes of the archive. A record belongs to the unit that it begins
    /// in. Default 256 MiB, at least 1.
    pub unit_bytes: u64,
    /// The number of threads. Default: one per core. The files do not depend on it.
    pub jobs: NonZeroUsize,
    /// The command that reads pages in processes of their own, one for each job. Default: none,
    /// pages are read by threads. The files do not depend on it.
    pub isolation: Option<Isolation>,
    /// The pages that a browser draws first, at the address of their records, and the browser.
    /// Default: none. What a page needs is then fetched anew, so the files of two runs differ if it
    /// has changed.
    pub drawing: Option<Drawing>,
    /// The number of pages that are drawn at the same time, apart from the threads of `jobs`,
    /// because drawing is mostly waiting. Default: two per core.
    pub drawing_jobs: NonZeroUsize,
    /// True if finished files are read, and made again if their content is not what was written.
    /// Default: false, which compares only their lengths, because reading takes long.
    pub verify: bool,
}

/// The number of pages that are drawn at the same time, for each core.
const DRAWN_PER_CORE: NonZeroUsize = NonZeroUsize::new(2).unwrap();

/// The format of the files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Apache Parquet, compressed with zstd.
    #[default]
    Parquet,
    /// The file format of Arrow IPC, compressed with zstd.
    Arrow,
    /// JSON Lines.
    JsonLines,
    /// JSON Lines, compressed with zstd.
    JsonLinesZstd,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 4] =
        [Format::Parquet, Format::Arrow, Format::JsonLines, Format::JsonLinesZstd];

    /// Returns the ending of file names, such as `parquet` or `jsonl.zst`.
    pub const fn extension(self) -> &'static str {
        match self {
            Format::Parquet => "parquet",
            Format::Arrow => "arrow",
            Format::JsonLines => "jsonl",
            Format::JsonLinesZstd => "jsonl.zst",
        }
    }
}

impl Default for Config {
    fn default() -> Config {
        let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Config {
            extraction: tamis::Config::default(),
            strategies: vec![Strategy::Auto],
            columns: None,
            format: Format::default(),
            max_page_bytes: 64 << 20,
            unit_bytes: 256 << 20,
            jobs: cores,
            isolation: None,
            drawing: None,
            drawing_jobs: cores.saturating_mul(DRAWN_PER_CORE),
            verify: false,
        }
    }
}

impl Config {
    /// Sets [`Config::extraction`].
    #[must_use]
    pub fn extraction(mut self, extraction: tamis::Config) -> Config {
        self.extraction = extraction;
        self
    }

    /// Sets [`Config::strategies`].
    #[must_use]
    pub fn strategies(mut self, strategies: impl IntoIterator<Item = Strategy>) -> Config {
        self.strategies = strategies.into_iter().collect();
        self
    }

    /// Sets [`Config::columns`].
    #[must_use]
    pub fn columns(mut self, names: impl IntoIterator<Item = impl Into<String>>) -> Config {
        self.columns = Some(names.into_iter().map(Into::into).collect());
        self
    }

    /// Sets [`Config::format`].
    #[must_use]
    pub fn format(mut self, format: Format) -> Config {
        self.format = format;
        self
    }

    /// Sets [`Config::max_page_bytes`].
    #[must_use]
    pub fn max_page_bytes(mut self, bytes: u64) -> Config {
        self.max_page_bytes = bytes;
        self
    }

    /// Sets [`Config::unit_bytes`].
    #[must_use]
    pub fn unit_bytes(mut self, bytes: u64) -> Config {
        self.unit_bytes = bytes;
        self
    }

    /// Sets [`Config::jobs`].
    #[must_use]
    pub fn jobs(mut self, jobs: NonZeroUsize) -> Config {
        self.jobs = jobs;
        self
    }

    /// Sets [`Config::isolation`].
    #[must_use]
    pub fn isolation(mut self, isolation: Isolation) -> Config {
        self.isolation = Some(isolation);
        self
    }

    /// Sets [`Config::drawing`].
    #[must_use]
    pub fn drawing(mut self, drawing: Drawing) -> Config {
        self.drawing = Some(drawing);
        self
    }

    /// Sets [`Config::drawing_jobs`].
    #[must_use]
    pub fn drawing_jobs(mut self, jobs: NonZeroUsize) -> Config {
        self.drawing_jobs = jobs;
        self
    }

    /// Sets [`Config::verify`].
    #[must_use]
    pub fn verify(mut self, verify: bool) -> Config {
        self.verify = verify;
        self
    }

    /// Returns the columns to write.
    ///
    /// # Errors
    ///
    /// If there is no strategy, one is given twice, or a name is not that of a column.
    pub fn selected_columns(&self) -> Result<Vec<Column>, Error> {
        self.select(|_| true)
    }

    /// Returns the columns of [`Pages`](crate::Pages): those that are not about the record of an
    /// archive.
    ///
    /// # Errors
    ///
    /// As [`Config::selected_columns`].
    pub fn page_columns(&self) -> Result<Vec<Column>, Error> {
        self.select(|column| !column.is_of_record())
    }

    /// Returns which pages a browser draws.
    pub(crate) fn render(&self) -> Render {
        self.drawing.as_ref().map_or(Render::Never, |drawing| drawing.render)
    }

    /// Returns the columns to write of those for which `is_known` returns true.
    ///
    /// # Errors
    ///
    /// As [`Config::selected_columns`].
    fn select(&self, is_known: impl Fn(&Column) -> bool) -> Result<Vec<Column>, Error> {
        let invalid = |message: String| Error::new(ErrorKind::Config, message);
        if self.strategies.is_empty() {
            return Err(invalid("there is no strategy".into()));
        }
        for (index, strategy) in self.strategies.iter().enumerate() {
            if self.strategies[..index].contains(strategy) {
                return Err(invalid(format!("the strategy `{strategy}` is given twice")));
            }
        }
        let Some(names) = &self.columns else {
            let mut columns = Column::default_for(&self.strategies);
            if self.drawing.is_some() {
                let all = Column::all(&self.strategies);
                columns.extend(all.into_iter().filter(|column| column.name() == RENDERED));
            }
            columns.retain(is_known);
            return Ok(columns);
        };
        let mut all = Column::all(&self.strategies);
        all.retain(is_known);
        let mut selected: Vec<Column> = Vec::new();
        for name in names {
            let column = all.iter().find(|column| column.name() == *name).ok_or_else(|| {
                let known: Vec<String> = all.iter().map(Column::name).collect();
                invalid(format!("unknown column `{name}`: expected one of {}", known.join(", ")))
            })?;
            if selected.contains(column) {
                return Err(invalid(format!("the column `{name}` is given twice")));
            }
            selected.push(*column);
        }
        if selected.is_empty() {
            return Err(invalid("there is no column".into()));
        }
        Ok(selected)
    }

    /// Returns what decides about the content of the files, as JSON: everything but the number and
    /// the place of the workers.
    pub(crate) fn description(&self, columns: &[Column]) -> serde_json::Value {
        let strategies: Vec<&str> = self.strategies.iter().map(|of| of.as_str()).collect();
        let columns: Vec<String> = columns.iter().map(Column::name).collect();
        let mut extraction = self.extraction.clone().strategy(Strategy::default());
        extraction.latest_date = None;
        // They have no form of their own in JSON, which would be none for the whole extraction.
        let stopwords = match &extraction.stopwords {
            Stopwords::List(words) => Some(hash_of(words)),
            _ => None,
        };
        if stopwords.is_some() {
            extraction.stopwords = Stopwords::None;
        }
        let mut description = json!({
            "tamis": env!("CARGO_PKG_VERSION"),
            "schema_version": SCHEMA_VERSION,
            "format": self.format.extension(),
            "strategies": strategies,
            "columns": columns,
            "max_page_bytes": self.max_page_bytes,
            "unit_bytes": self.unit_bytes.max(1),
            "extraction": serde_json::to_value(&extraction).unwrap_or_default(),
        });
        if let Some(drawing) = &self.drawing {
            description["render"] = serde_json::to_value(drawing.render).unwrap_or_default();
        }
        if let Some(hash) = stopwords {
            description["stopwords"] = hash.into();
        }
        description
    }
}

fn hash_of(words: &Stoplist) -> String {
    let words: Vec<&str> = words.words().collect();
    crate::hex(&Sha256::digest(words.join("\n"))[..16])
}

/// Returns the fingerprint of a description. Two configurations have the same one if they write the
/// same files.
pub(crate) fn fingerprint(description: &serde_json::Value) -> String {
    crate::hex(&Sha256::digest(description.to_string().as_bytes())[..16])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stopwords_and_what_is_beside_them_are_described() {
        let described = |words: &[&str], is_fast: bool| {
            let mut extraction = tamis::Config::default().fast(is_fast);
            extraction.stopwords = Stopwords::List(Stoplist::from_words(words));
            Config::default().extraction(extraction).description(&[])
        };
        let first = described(&["the", "of"], false);
        assert_eq!(first, described(&["of", "the"], false));
        assert_ne!(first["stopwords"], described(&["the"], false)["stopwords"]);
        assert_ne!(first["extraction"], described(&["the", "of"], true)["extraction"]);
        assert!(Config::default().description(&[]).get("stopwords").is_none());
    }
}
