//! The learned model: it decides per paragraph, from the verdicts of the other engines and facts
//! about the page.
//!
//! # The problem
//!
//! The other engines decide by rules, about regions or paragraphs. Each rule is a guess that holds
//! on most pages and fails on some, and the failures of one engine are not those of another. For
//! example, the line "Serves four" of a recipe is boilerplate for jusText if the lines around it
//! are as short, and content for the selectors if it is in an element of the class `entry-content`.
//! No single rule can say which of them is right, because that depends on the class of the element,
//! on the paragraphs before and after it, and on the type of the page.
//!
//! # The idea
//!
//! The model gets the finished verdicts as values, next to what the page says about each paragraph:
//! its text, the elements and classes around it, its containers, its neighbours, its place
//! (`features`). Boosted trees give the probability that a paragraph is main content (`forest`).
//! The kept paragraphs are those with the highest expected F1 (`choice`). Smaller trees give the
//! type of the page.
//!
//! Trees need no scaling of values and little time, and they can be taken apart:
//! [`Model::contributions`] says what each fact about a paragraph adds to its log-odds. For
//! example, an explanation can say that "Serves four" is kept because the selectors keep it,
//! although it has few words.
//!
//! # Time
//!
//! Most paragraphs are easy. So the trees are asked in stages: all paragraphs are given to the
//! first trees, and only those that are still in doubt go on to the next, of which there are more.
//! Paragraphs in doubt wait until there are 32 of them, because the trees judge 32 at a time.
//!
//! There are two sums of trees, one for verdicts that include Readability's and one for verdicts
//! without it, because that engine takes more time than the others together and often is not needed
//! ([`LATE_ENGINE`]).
//!
//! # The same answer everywhere
//!
//! The leaves have whole numbers, so the order of adding does not matter, and probabilities are
//! computed with basic arithmetic alone. So a page has the same text on every machine, whatever
//! vector instructions it has.
//!
//! # Other ways, and their figures
//!
//! - Choosing one of the verdicts as a whole is too coarse: a page's best verdict often has a menu
//!   in it.
//! - Trees with branches take most of the time that the model adds. Trees without them cost .002 of
//!   F1 on `wcxb-dev`.
//! - Without the columns about containers, or without those about neighbours, F1 changes by less
//!   than a seed of the training does (`records/2026-11-25-readability-on-demand.md`).
//!
//! `train/` makes the trees from labelled pages. The file `model.bin` has a version and is part of
//! the library; `train/model.json` says what it was made from and what it reaches.

mod choice;
mod features;
mod forest;
mod grades;
mod lanes;
mod reader;

use std::ops::Range;
use std::sync::LazyLock;

use fearless_simd::Level;

use features::{Block, COLUMNS, PageRows, has_late};
use forest::{Forest, Forests};
use grades::{Borders, Grades, Group};
use lanes::LANES;
use reader::{Broken, Reader};

use crate::engine::EngineName;
use crate::error::Error;
use crate::page::Page;
use crate::signals::{PageType, PageTypes};
use crate::verdict::Verdict;

pub(crate) use choice::{best_set, expected_f1};
pub use features::{Column, FeatureTable};

/// The first bytes of a model file, with its version.
const MAGIC: u64 = u64::from_le_bytes(*b"TAMISM08");

/// The values of leaves are log-odds in units of one part of this many.
const UNITS: f64 = 4096.0;

/// A learned model.
///
/// ```
/// use tamis::engine::model::{FeatureTable, Model};
///
/// let mut extractor = tamis::Extractor::new(tamis::Config::default())?;
/// let text = "It was the best of times, it was the worst of times, and so on. ".repeat(4);
/// let html = format!("<nav><a href=/>Home</a></nav><article><p>{text}</p></article>");
/// let page = extractor.page(&html);
/// let table = FeatureTable::of(&page, &extractor.verdicts(&page));
/// let probabilities = Model::builtin().probabilities(&page, &table);
/// assert!(probabilities[1] > probabilities[0]);
/// # Ok::<(), tamis::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Model {
    /// Decides without the verdict of [`LATE_ENGINE`].
    few: Trees,
    /// Decides by the verdicts of all engines.
    all: Trees,
    page_types: TypeTrees,
    /// Points of the line from the expected F1 to the F1 that is reached, both rising.
    calibration: Vec<(f64, f64)>,
}

/// The engine without whose verdict the model can decide, by trees that have never seen one. It
/// takes more time than the others together.
pub const LATE_ENGINE: EngineName = EngineName::Readability;

/// The trees for the probability of paragraphs.
#[derive(Clone, Debug)]
struct Trees {
    borders: Borders,
    /// The first trees of a paragraph's log-odds.
    first: Forest,
    /// Further trees. Each stage is asked only about the paragraphs of which the trees before it
    /// are not sure.
    stages: Vec<Stage>,
}

/// The trees for the type of a page: a sum for each of [`PageType::ALL`].
#[derive(Clone, Debug)]
struct TypeTrees {
    borders: Borders,
    sums: Forests<{ PageType::ALL.len() }>,
}

/// Trees that are only asked about some paragraphs.
#[derive(Clone, Debug)]
struct Stage {
    /// The range of the sums of the trees before these in which a paragraph is still in doubt.
    unsure: Range<i32>,
    trees: Forest,
}

static BUILTIN: LazyLock<Model> = LazyLock::new(|| {
    Model::read(include_bytes!("model/model.bin")).expect("the file of the library is a model")
});

impl Model {
    /// Returns the model of the library.
    pub fn builtin() -> &'static Model {
        &BUILTIN
    }

    /// Returns the model of a file that `train/` wrote, such as one that was trained on more
    /// pages.
    ///
    /// ```
    /// use tamis::engine::model::Model;
    /// assert!(Model::from_bytes(b"TAMISM").is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// If it is not a whole model, or was made for another version of the library's features.
    pub fn from_bytes(file: &[u8]) -> Result<Model, Error> {
        let message = "not a model for the features of this version";
        Model::read(file).map_err(|Broken| Error::config(message.to_owned()))
    }

    fn read(file: &[u8]) -> Result<Model, Broken> {
        let mut reader = Reader::new(file);
        if reader.u64()? != MAGIC || reader.u64()? != features::names_hash() {
            return Err(Broken);
        }
        let few = Trees::read(&mut reader)?;
        let all = Trees::read(&mut reader)?;
        let page_types = TypeTrees::read(&mut reader)?;
        let points = reader.u16()?;
        let point = |reader: &mut Reader<'_>| Ok((reader.f32()?.into(), reader.f32()?.into()));
        let calibration = (0..points).map(|_| point(&mut reader)).collect::<Result<_, Broken>>()?;
        let model = Model { few, all, page_types, calibration };
        if reader.is_empty() { Ok(model) } else { Err(Broken) }
    }

    /// Returns the trees for verdicts that include that of [`LATE_ENGINE`], or do not.
    fn trees(&self, has_late: bool) -> &Trees {
        if has_late { &self.all } else { &self.few }
    }

    /// Returns the probability of each paragraph of the page to be main content, 0 to 1. It is 0
    /// for paragraphs that the table does not describe. The type has an [example](Model).
    pub fn probabilities(&self, page: &Page, table: &FeatureTable) -> Vec<f64> {
        let mut scorer = Scorer::new(self.trees(table.has_late()));
        scorer.add(table.block());
        scorer.probabilities(page.paragraphs().len())
    }

    /// Returns a judge of this page by this model.
    pub(crate) fn judge_of<'m>(&'m self, page: &'m Page) -> Judge<'m> {
        Judge { model: self, page, rows: PageRows::new(page) }
    }

    /// Returns the probability of each type of page. `None` if the table describes no paragraph,
    /// because no engine keeps one.
    ///
    /// ```
    /// use tamis::PageType;
    /// use tamis::engine::model::{FeatureTable, Model};
    ///
    /// let mut extractor = tamis::Extractor::new(tamis::Config::default())?;
    /// let text = "It was the best of times, it was the worst of times, and so on. ".repeat(9);
    /// let page = extractor.page(&format!("<article><h1>Times</h1><p>{text}<p>{text}</article>"));
    /// let table = FeatureTable::of(&page, &extractor.verdicts(&page));
    /// let types = Model::builtin().page_types(&table).unwrap();
    /// assert_eq!(types.most_probable(), PageType::Article);
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn page_types(&self, table: &FeatureTable) -> Option<PageTypes> {
        self.page_types_of(table.block())
    }

    fn page_types_of(&self, block: Block<'_>) -> Option<PageTypes> {
        // Features of the page are the same in each row.
        let row = self.page_types.borders.of_row(block.values.get(..COLUMNS)?);
        let odds = |sum| exponential(f64::from(sum) / UNITS);
        Some(PageTypes::of_odds(self.page_types.sums.sums(&row).map(odds)))
    }

    /// Returns the log-odds of a paragraph of which nothing is known, in natural units, by the
    /// trees for this table.
    pub fn base(&self, table: &FeatureTable) -> f64 {
        f64::from(self.trees(table.has_late()).first.base()) / UNITS
    }

    /// Returns the log-odds that each column of a [row](FeatureTable::rows) of this table adds to
    /// [`Model::base`]. Their sum is the log-odds of the paragraph, exactly; its logistic function
    /// is the [probability](Model::probabilities). A column without a part in it has 0.
    ///
    /// # Panics
    ///
    /// If the row has fewer values than the table has columns.
    ///
    /// ```
    /// use tamis::engine::model::{FeatureTable, Model};
    ///
    /// let mut extractor = tamis::Extractor::new(tamis::Config::default())?;
    /// let text = "It was the best of times, it was the worst of times, and so on. ".repeat(4);
    /// let page = extractor.page(&format!("<p>{text}"));
    /// let table = FeatureTable::of(&page, &extractor.verdicts(&page));
    /// let (_, row) = table.rows().next().unwrap();
    /// let model = Model::builtin();
    /// let log_odds = model.base(&table) + model.contributions(&table, row).iter().sum::<f64>();
    /// let probability = 1.0 / (1.0 + (-log_odds).exp());
    /// assert!((probability - model.probabilities(&page, &table)[0]).abs() < 1e-4);
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn contributions(&self, table: &FeatureTable, row: &[f32]) -> Vec<f64> {
        let Trees { borders, first, stages } = self.trees(table.has_late());
        let row = borders.of_row(row);
        let mut sums = vec![0; COLUMNS];
        first.add_contributions(&row, &mut sums);
        let mut sum = first.sum(&row);
        for stage in stages {
            if !stage.unsure.contains(&sum) {
                break;
            }
            stage.trees.add_contributions(&row, &mut sums);
            sum += stage.trees.sum(&row);
        }
        sums.into_iter().map(|sum| f64::from(sum) / UNITS).collect()
    }

    /// Returns the F1 that pages with this expected F1 reach on average, 0 to 1.
    pub(crate) fn calibrated(&self, expected: f64) -> f64 {
        let above = self.calibration.partition_point(|&(from, _)| from <= expected);
        let (Some(&low), Some(&high)) =
            (self.calibration.get(above.wrapping_sub(1)), self.calibration.get(above))
        else {
            let end = if above == 0 { self.calibration.first() } else { self.calibration.last() };
            return end.map_or(expected, |&(_, reached)| reached);
        };
        low.1 + (high.1 - low.1) * (expected - low.0) / (high.0 - low.0)
    }
}

/// Judges a page, by one set of verdicts after another. Facts that do not depend on the verdicts
/// are found once, because `auto` often judges a page twice.
pub(crate) struct Judge<'m> {
    model: &'m Model,
    page: &'m Page,
    rows: PageRows<'m>,
}

impl Judge<'_> {
    /// Returns the model's opinion of the page, given these verdicts of engines about it. It is the
    /// same as by a [`FeatureTable`], but the table is never in memory as a whole.
    pub(crate) fn judge(&self, verdicts: &[Verdict]) -> Judgement {
        let mut scorer = Scorer::new(self.model.trees(has_late(verdicts)));
        let (mut page_types, mut leads) = (None, Vec::new());
        self.rows.for_each_block(verdicts, |block| {
            if page_types.is_none() {
                page_types = self.model.page_types_of(block);
            }
            leads.extend(block.leads());
            scorer.add(block);
        });
        let probabilities = scorer.probabilities(self.page.paragraphs().len());
        Judgement { probabilities, page_types, leads }
    }
}

/// The model's opinion of a page.
pub(crate) struct Judgement {
    /// See [`Model::probabilities`].
    pub(crate) probabilities: Vec<f64>,
    /// See [`Model::page_types`].
    pub(crate) page_types: Option<PageTypes>,
    /// The paragraphs that may be the lead of an article, rising.
    pub(crate) leads: Vec<usize>,
}

impl Trees {
    fn read(reader: &mut Reader<'_>) -> Result<Trees, Broken> {
        let borders = Borders::read(reader)?;
        let first = Forest::read(reader, &borders)?;
        let stages = (0..reader.u8()?).map(|_| Stage::read(reader, &borders));
        let stages = stages.collect::<Result<_, Broken>>()?;
        Ok(Trees { borders, first, stages })
    }
}

impl TypeTrees {
    fn read(reader: &mut Reader<'_>) -> Result<TypeTrees, Broken> {
        let borders = Borders::read(reader)?;
        let sums = Forests::read(reader, &borders)?;
        Ok(TypeTrees { borders, sums })
    }
}

impl Stage {
    fn read(reader: &mut Reader<'_>, borders: &Borders) -> Result<Stage, Broken> {
        let unsure = reader.i32()?..reader.i32()?;
        let trees = Forest::read(reader, borders)?;
        // A paragraph has the same base whether these trees are asked or not.
        if trees.base() == 0 { Ok(Stage { unsure, trees }) } else { Err(Broken) }
    }
}

/// Sums the trees for the rows of a page.
struct Scorer<'m> {
    trees: &'m Trees,
    level: Level,
    group: Group,
    /// One for each stage of the trees.
    queues: Vec<Queue<'m>>,
    /// The paragraph of each row, and its sum.
    paragraphs: Vec<u32>,
    sums: Vec<i32>,
}

impl Scorer<'_> {
    fn new(trees: &Trees) -> Scorer<'_> {
        let level = Level::new();
        let group: Group = [Grades::default(); COLUMNS];
        let queue = |stage| Queue { stage, level, group, rows: Vec::with_capacity(LANES) };
        let queues = trees.stages.iter().map(queue).collect();
        Scorer { trees, level, group, queues, paragraphs: Vec::new(), sums: Vec::new() }
    }

    /// Adds rows.
    fn add(&mut self, block: Block<'_>) {
        self.paragraphs.extend_from_slice(block.paragraphs);
        for rows in block.values.chunks(LANES * COLUMNS) {
            self.trees.borders.write(self.level, rows, &mut self.group);
            let mut of_first = [0; LANES];
            self.trees.first.add_to_group(self.level, &self.group, &mut of_first);
            for (lane, &sum) in of_first[..rows.len() / COLUMNS].iter().enumerate() {
                self.sums.push(sum);
                let row = self.sums.len() - 1;
                wait(&mut self.queues, row, &self.group, lane, &mut self.sums);
            }
        }
    }

    /// Returns the log-odds of each row.
    fn log_odds(&mut self) -> impl Iterator<Item = f64> {
        for stage in 0..self.queues.len() {
            ask(&mut self.queues[stage..], &mut self.sums);
        }
        self.sums.iter().map(|&sum| f64::from(sum) / UNITS)
    }

    /// Returns the probability of each of this many paragraphs; 0 for paragraphs without a row.
    fn probabilities(mut self, paragraphs: usize) -> Vec<f64> {
        let mut probabilities = vec![0.0; paragraphs];
        let described = std::mem::take(&mut self.paragraphs);
        for (paragraph, log_odds) in described.into_iter().zip(self.log_odds()) {
            probabilities[paragraph as usize] = probability(log_odds);
        }
        probabilities
    }
}

/// The rows that wait for the trees of a stage, so that many are evaluated at once.
struct Queue<'m> {
    stage: &'m Stage,
    level: Level,
    group: Group,
    /// The row in each lane.
    rows: Vec<usize>,
}

/// Puts a row, which is in this lane of a group, into the first of the queues if it is unsure.
fn wait(queues: &mut [Queue<'_>], row: usize, group: &Group, lane: usize, sums: &mut [i32]) {
    let Some(queue) = queues.first_mut() else { return };
    if !queue.stage.unsure.contains(&sums[row]) {
        return;
    }
    for (to, from) in queue.group.iter_mut().zip(group) {
        to.0[queue.rows.len()] = from.0[lane];
    }
    queue.rows.push(row);
    if queue.rows.len() == LANES {
        ask(queues, sums);
    }
}

/// Adds what the trees of the first of the queues say to the sums of its rows, and moves the rows
/// to the next queue.
fn ask(queues: &mut [Queue<'_>], sums: &mut [i32]) {
    let Some((queue, later)) = queues.split_first_mut() else { return };
    if queue.rows.is_empty() {
        return;
    }
    let mut of_group = [0; LANES];
    queue.stage.trees.add_to_group(queue.level, &queue.group, &mut of_group);
    for (lane, (row, sum)) in queue.rows.drain(..).zip(of_group).enumerate() {
        sums[row] += sum;
        wait(later, row, &queue.group, lane, sums);
    }
}

/// Returns the probability of these log-odds.
fn probability(log_odds: f64) -> f64 {
    1.0 / (1.0 + exponential(-log_odds))
}

/// Returns e to the power of `x`, which is taken as at least -20 and at most 20. It uses basic
/// arithmetic alone, because the last bits of `f64::exp` differ between machines.
fn exponential(x: f64) -> f64 {
    // (1 + x / 2^16)^(2^16) differs from e^x by x^2 / 2^17.
    const DOUBLINGS: u32 = 16;
    let mut power = 1.0 + x.clamp(-20.0, 20.0) / f64::from(1 << DOUBLINGS);
    for _ in 0..DOUBLINGS {
        power *= power;
    }
    power
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use tamis_dom::Parser;

    use super::*;

    #[test]
    fn probabilities_of_log_odds() {
        for (log_odds, expected) in [(0.0, 0.5), (2.0, 0.880_797), (-2.0, 0.119_203), (9e9, 1.0)] {
            let found = probability(log_odds);
            assert!((found - expected).abs() < 1e-5, "{log_odds}: {found}");
        }
    }

    /// Returns the table of a page of which each of these engines keeps some paragraphs.
    fn table_of(html: &[u8], engines: &[EngineName]) -> FeatureTable {
        let page = Page::measure(Parser::default().parse(&String::from_utf8_lossy(html)));
        let verdict = |(number, engine): (usize, &EngineName)| {
            let mut verdict = Verdict::nothing(engine.as_str(), &page);
            let kept = (0..page.paragraphs().len()).filter(|index| index / 3 % (number + 2) == 0);
            kept.for_each(|index| verdict.keep(index, ""));
            verdict
        };
        let verdicts: Vec<Verdict> = engines.iter().enumerate().map(verdict).collect();
        FeatureTable::of(&page, &verdicts)
    }

    /// The log-odds are whole numbers divided by a power of 2, so their sums are exact.
    #[test]
    fn contributions_add_up_to_the_log_odds() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/pages");
        let model = Model::builtin();
        let mut rows = 0;
        for page in folder.read_dir().unwrap() {
            let html = fs::read(page.unwrap().path().join("page.html")).unwrap();
            for engines in [EngineName::ALL, &EngineName::ALL[2..]] {
                let table = table_of(&html, engines);
                let mut scorer = Scorer::new(model.trees(table.has_late()));
                scorer.add(table.block());
                for ((paragraph, row), log_odds) in table.rows().zip(scorer.log_odds()) {
                    let parts = model.contributions(&table, row);
                    let sum = model.base(&table) + parts.iter().sum::<f64>();
                    assert_eq!(sum.to_bits(), log_odds.to_bits(), "{paragraph}: {sum}, {log_odds}");
                    rows += 1;
                }
            }
        }
        assert!(rows > 100, "{rows}");
    }

    #[test]
    fn broken_files_are_refused() {
        let file = include_bytes!("model/model.bin");
        assert!(Model::read(file).is_ok());
        for end in [0, 7, 16, 100, file.len() / 2, file.len() - 1] {
            assert_eq!(Model::read(&file[..end]).err(), Some(Broken), "{end}");
        }
        let mut other = file.to_vec();
        other.push(0);
        assert_eq!(Model::read(&other).err(), Some(Broken));
        // Another version, and other features.
        for at in [7, 8] {
            let mut other = file.to_vec();
            other[at] ^= 1;
            assert_eq!(Model::read(&other).err(), Some(Broken), "{at}");
        }
    }

    #[test]
    fn calibration_is_a_line_through_points() {
        let mut model = Model::builtin().clone();
        model.calibration = vec![(0.25, 0.0), (0.5, 0.5), (0.75, 1.0)];
        for (expected, reached) in [(0.1, 0.0), (0.25, 0.0), (0.375, 0.25), (0.6, 0.7), (0.9, 1.0)]
        {
            let found = model.calibrated(expected);
            assert!((found - reached).abs() < 1e-9, "{expected}: {found}");
        }
    }
}
