//! The quality gate: no engine falls below its floors.
//!
//! The floors are in `quality-floors.toml`, for each engine on each corpus and for each type of
//! page. [`measure`] measures what has a floor, [`Update`] raises floors, or lowers them with a
//! reason that stays in the file. The file also has a hash of each corpus, because figures of
//! different pages cannot be compared.

mod corpus_hash;
mod figure;
mod floors;
mod regression;
mod report;
mod update;

use anyhow::{Context, Result, ensure};
use tamis_testkit::wcxb::Wcxb;
use tamis_testkit::{Corpus, with_without};

use crate::engine::{Strategy, extractor};
use crate::quality::corpus::CorpusName;
use crate::quality::{KindScore, measure_wcxb, measure_with_without};
use crate::score::Score;

pub use corpus_hash::CorpusHash;
pub use figure::{Figure, FigureName, Subject};
pub use floors::{Entry, Floor, Floors};
pub use regression::{Reason, Regression};
pub use report::GateReport;
pub use update::{Change, Update};

/// The entries to measure: all by default.
#[derive(Debug, Clone, Copy, Default)]
pub struct Filter {
    /// The entries of this engine only.
    pub engine: Option<Strategy>,
    /// The entries of this corpus only.
    pub corpus: Option<CorpusName>,
}

/// The scores of one entry.
struct Scores {
    overall: Score,
    types: Vec<KindScore>,
}

impl Filter {
    fn takes(self, Subject { engine, corpus, .. }: &Subject) -> bool {
        self.engine.is_none_or(|wanted| wanted == *engine)
            && self.corpus.is_none_or(|wanted| wanted == *corpus)
    }
}

impl Scores {
    fn get(&self, name: FigureName) -> Option<f64> {
        match name {
            FigureName::Overall => Some(self.overall.f1),
            FigureName::Precision => Some(self.overall.precision),
            FigureName::Type(kind) => {
                let found = self.types.iter().find(|found| found.kind == kind);
                found.map(|found| found.score.f1)
            }
        }
    }
}

/// Measures the entries that a filter takes, each on its whole corpus.
///
/// # Errors
///
/// If there is no such entry, a corpus cannot be read or is not the one that the floors are for, an
/// entry has an unknown language, or there are no pages of a type that has a floor.
pub fn measure(floors: &Floors, filter: Filter) -> Result<GateReport> {
    let mut figures = Vec::new();
    for corpus in CorpusName::ALL {
        let entries = floors.entries.iter();
        let entries =
            entries.filter(|entry| entry.subject.corpus == corpus && filter.takes(&entry.subject));
        // The pages of the first entry are hashed: the others read the same.
        let mut hash = Some(CorpusHash::default());
        for entry in entries {
            let scores = scores(&entry.subject, hash.as_mut());
            let scores = scores.with_context(|| format!("measure {}", entry.subject))?;
            if let Some(hash) = hash.take() {
                check_corpus(floors, corpus, &hash)?;
            }
            figures.extend(figures_of(entry, &scores)?);
        }
    }
    ensure!(!figures.is_empty(), "there are no floors of that engine on that corpus");
    Ok(GateReport { tolerance: floors.tolerance, figures })
}

/// The scores of an engine on a corpus. Adds the pages to the hash, if there is one.
fn scores(subject: &Subject, mut hash: Option<&mut CorpusHash>) -> Result<Scores> {
    let name = subject.engine.as_str();
    let mut extractor = extractor(subject.engine, &subject.language)?;
    match subject.corpus {
        CorpusName::WcxbDev => {
            let pages = Wcxb::find()?.pages()?.inspect(|page| {
                if let (Some(hash), Ok(page)) = (&mut hash, page) {
                    hash.add_wcxb(page);
                }
            });
            let report = measure_wcxb(name, &mut extractor, pages)?;
            Ok(Scores { overall: report.overall, types: report.kinds })
        }
        CorpusName::WithWithout => {
            let corpus = Corpus::find(with_without::NAME)?;
            let pages = with_without::pages(&corpus)?.inspect(|page| {
                if let (Some(hash), Ok(page)) = (&mut hash, page) {
                    hash.add_with_without(page);
                }
            });
            let report = measure_with_without(name, &mut extractor, pages)?;
            Ok(Scores { overall: report.overall, types: Vec::new() })
        }
    }
}

/// Refuses to compare figures of another state of the corpus.
fn check_corpus(floors: &Floors, corpus: CorpusName, hash: &CorpusHash) -> Result<()> {
    let (found, wanted) = (hash.finish(), floors.sha256(corpus).unwrap_or_default());
    ensure!(
        found == wanted,
        "{corpus} is not the corpus that the floors are for: its hash is {found}, not {wanted}"
    );
    Ok(())
}

/// The figures of an entry in the order of its floors.
fn figures_of(entry: &Entry, scores: &Scores) -> Result<Vec<Figure>> {
    let figure = |floor: &Floor| {
        let subject = entry.subject.clone();
        let measured = scores.get(floor.name);
        let measured =
            measured.with_context(|| format!("{subject}: no page of type {}", floor.name))?;
        Ok(Figure::new(subject, floor.name, floor.thousandths, measured))
    };
    entry.floors.iter().map(figure).collect()
}
