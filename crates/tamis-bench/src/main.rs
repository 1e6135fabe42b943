//! The program `tamis-bench`.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use clap::{ArgGroup, Args, Parser, Subcommand, ValueEnum};
use serde::Serialize;
use tamis::metadata::Date;
use tamis::render::{self, MarkdownOptions};
use tamis::{Config, Extractor, Input};
use tamis_bench::dataset;
use tamis_bench::engine::{FoldExtractors, Strategy, config, extractor};
use tamis_bench::fidelity::{self, Sample};
use tamis_bench::growth::{self, Work};
use tamis_bench::headings::Headings;
use tamis_bench::learn;
use tamis_bench::metadata;
use tamis_bench::naive;
use tamis_bench::outputs::Outputs;
use tamis_bench::packed_labels::LabelFile;
use tamis_bench::predictions::Predictions;
use tamis_bench::quality::gate::{self, Filter, Floors, GateReport, Reason, Update};
use tamis_bench::quality::{self, CorpusName, System};
use tamis_bench::rules;
use tamis_bench::sets;
use tamis_bench::speed::{self, PageFiles, Peer};
use tamis_bench::threads;
use tamis_testkit::hostile::hostile;
use tamis_testkit::wcxb::{self, Wcxb};
use tamis_testkit::{Corpus, chinese, dates, sample, structure, with_without};

/// Measures the quality and the speed of extraction
#[derive(Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Score a system's texts against a corpus, or hold every engine to its floors
    Quality(QualityArgs),
    /// Score auto and each engine on news in many languages, threads and recipes, part by part
    Sets(SetsArgs),
    /// Compare the metadata that the library reads with what annotators say
    Metadata(MetadataArgs),
    /// Compare the posts that the library finds in threads with those that people count
    Threads(ThreadsArgs),
    /// Count what each rule changes and how much of it rightly, and score the pages without it
    Rules(RulesArgs),
    /// Time each stage over the pages of wcxb-dev, on one thread
    Speed(SpeedArgs),
    /// Compare the Markdown that a renderer makes of what the references keep with theirs
    Fidelity(FidelityArgs),
    /// Count the headings of wcxb-dev that the default strategy drops between two kept paragraphs
    Headings,
    /// Compare the words of the Markdown of the pages of structure with those of Defuddle's
    Structure(StructureArgs),
    /// Hash the text, Markdown and JSON of the pages of four corpora, to show that a change of the
    /// code changes none of them
    Outputs(OutputsArgs),
    /// Write the features and labels of all labelled pages, from which `train/` makes the model
    Features(FeaturesArgs),
    /// Pack labels of pages of the corpora into one file without their texts (`train/README.md`)
    PackLabels(PackLabelsArgs),
    /// Learn rules for the sites of wcxb-dev, each from some of its pages, and measure them on the
    /// others
    Learn(LearnArgs),
    /// Time work on pages made to be slow, at doubling sizes
    Growth(GrowthArgs),
}

#[derive(Args)]
#[command(group(
    ArgGroup::new("what")
        .required(true)
        .multiple(true)
        .args(["engine", "naive", "predictions", "gate"])
))]
struct QualityArgs {
    /// The corpus to score on: wcxb-dev by default, or every corpus with --gate
    #[arg(long, value_enum)]
    corpus: Option<CorpusName>,

    /// Score this engine of the library
    #[arg(long, value_name = "NAME")]
    engine: Option<Strategy>,

    /// Score the naive baseline: the first element that is an article, has a usual class of
    /// content, or is the main landmark
    #[arg(long, conflicts_with_all = ["engine", "predictions"])]
    naive: bool,

    /// The stopwords of the engine: auto (those of each page's language), none, or a language
    #[arg(long, default_value = "auto", conflicts_with_all = ["naive", "predictions"])]
    language: String,

    /// Let the model of a page's fold decide, which was trained without its site: the folder of
    /// `train.py --folds`
    #[arg(long, value_name = "DIR", requires = "engine")]
    fold_models: Option<PathBuf>,

    /// Run auto without the engine that `tamis --fast` leaves out
    #[arg(long, requires = "engine")]
    fast: bool,

    /// Score these texts: a file of JSON lines {"id", "text"}, or a folder of ID.txt
    #[arg(long, value_name = "PATH", conflicts_with = "engine")]
    predictions: Option<PathBuf>,

    /// The name of the system in the table
    #[arg(long, value_name = "NAME")]
    name: Option<String>,

    /// Score only this many pages, chosen by the seed
    #[arg(long, value_name = "N")]
    pages: Option<usize>,

    /// The seed that chooses the pages
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Write the scores as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    #[command(flatten)]
    gate: GateArgs,
}

#[derive(Args)]
#[command(next_help_heading = "Quality gate")]
struct GateArgs {
    /// Measure every figure that has a floor, and fail if one is below; --engine and --corpus
    /// choose some of them
    #[arg(
        long,
        conflicts_with_all =
            ["naive", "predictions", "language", "fold_models", "fast", "name", "pages", "seed"]
    )]
    gate: bool,

    /// Raise each floor to its figure, in whole thousandths rounded down
    #[arg(long, requires = "gate")]
    raise: bool,

    /// Lower the floors that figures are below to these figures, and record that with the reason
    #[arg(long, value_name = "REASON", requires = "gate")]
    allow_regression: Option<Reason>,

    /// Read the floors from this file, and write them to it: quality-floors.toml of this crate by
    /// default
    #[arg(long, value_name = "FILE", requires = "gate")]
    floors: Option<PathBuf>,
}

#[derive(Args)]
struct FidelityArgs {
    /// Score this Markdown, and not that of the library: a file of JSON lines {"id", "text"}
    #[arg(long, value_name = "FILE", conflicts_with = "write_html")]
    predictions: Option<PathBuf>,

    /// Write what the references keep as HTML, for other renderers: a file of JSON lines {"id",
    /// "html"}
    #[arg(long, value_name = "FILE")]
    write_html: Option<PathBuf>,

    /// The name of the renderer in the table
    #[arg(long, value_name = "NAME")]
    name: Option<String>,

    /// Look at this many pages only, chosen by the seed
    #[arg(long, value_name = "N")]
    pages: Option<usize>,

    /// The seed that chooses the pages
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Write the scores as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

#[derive(Args)]
struct StructureArgs {
    /// Write the Markdown of each page to this folder, and the reference next to it
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,

    /// Write the scores as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

#[derive(Args)]
struct MetadataArgs {
    /// The corpus
    #[arg(long, value_enum, default_value_t)]
    corpus: MetadataCorpus,

    /// Compare these answers instead of the library's: a file of JSON lines {"id", "title",
    /// "authors", "date", "sitename", "categories", "tags"}
    #[arg(long, value_name = "FILE")]
    predictions: Option<PathBuf>,

    /// The last day that a date can be: by default the end of the year in which the corpora were
    /// collected
    #[arg(
        long,
        value_name = "YYYY-MM-DD",
        default_value = "2026-12-31",
        conflicts_with = "predictions"
    )]
    latest_date: Date,

    /// Look at this many pages only, chosen by the seed
    #[arg(long, value_name = "N")]
    pages: Option<usize>,

    /// The seed that chooses the pages
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Write the figures and the mistakes as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

#[derive(Args)]
struct RulesArgs {
    /// Write the figures as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

#[derive(Args)]
struct ThreadsArgs {
    /// Write the figures as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum MetadataCorpus {
    #[default]
    WcxbDev,
    Dates,
    WithWithout,
    Chinese,
}

#[derive(Args)]
struct SpeedArgs {
    /// Run the other libraries over the same pages too, or only those with one of these words in
    /// their names; peers/setup.sh of this crate installs them
    #[arg(long, value_name = "WORD", num_args = 0..)]
    peers: Option<Vec<String>>,

    /// The number of times that the pages are read
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..))]
    passes: u16,

    /// Read only this many pages, chosen by the seed
    #[arg(long, value_name = "N")]
    pages: Option<usize>,

    /// The seed that chooses the pages
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Write the figures as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

#[derive(Args)]
struct SetsArgs {
    /// Let auto answer with the model of a page's fold: the folder of `train.py --folds`
    #[arg(long, value_name = "DIR")]
    fold_models: Option<PathBuf>,

    /// Write the figures as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

#[derive(Args)]
struct OutputsArgs {
    /// Write the hashes of each page to this file
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,

    /// Write the Markdown of each page to this folder
    #[arg(long, value_name = "DIR")]
    markdown: Option<PathBuf>,

    /// Compare with the hashes of this file, and fail if a page differs
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
}

#[derive(Args)]
struct FeaturesArgs {
    /// Write to this folder
    #[arg(long, value_name = "DIR")]
    output: PathBuf,

    /// Add the pages of this folder, labelled by hand (`train/README.md`)
    #[arg(long, value_name = "DIR")]
    labels: Option<PathBuf>,

    /// Take the labels of paragraphs of this file for pages of the corpora: `train/labels.jsonl`
    #[arg(long, value_name = "FILE")]
    packed_labels: Option<PathBuf>,

    /// Label pages that nobody has labelled by the models of an earlier training, each on the pages
    /// of its fold: the folder of `train.py --voters`
    #[arg(long, value_name = "DIR")]
    fold_models: Option<PathBuf>,
}

#[derive(Args)]
struct PackLabelsArgs {
    /// The folder of files of labels. Their `source` is the name of a page: the corpus, a slash
    /// and its id
    #[arg(value_name = "DIR")]
    labels: PathBuf,

    /// Write to this file
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
}

#[derive(Args)]
struct LearnArgs {
    /// The engine that answers without rules, and where they find nothing
    #[arg(long, value_name = "NAME", default_value_t = Strategy::Smart)]
    engine: Strategy,

    /// Let auto answer with the model of a page's fold: the folder of `train.py --folds`
    #[arg(long, value_name = "DIR", conflicts_with = "engine")]
    fold_models: Option<PathBuf>,

    /// Take the sites with this many pages at least, 3 or more
    #[arg(long, value_name = "N", default_value_t = learn::MIN_PAGES)]
    min_pages: usize,

    /// The seed that parts the pages of a site
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Write the figures as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

#[derive(Args)]
struct GrowthArgs {
    /// The work that is timed
    #[arg(value_enum)]
    work: WorkName,

    /// The pages, by the names of their generators; all by default
    pages: Vec<String>,

    /// The size of the longest page
    #[arg(long, value_name = "MB", default_value_t = 8)]
    max_mb: usize,

    /// Show every size, not the largest one only
    #[arg(long)]
    all: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum WorkName {
    /// Parsing
    Parse,
    /// Readability's choice of paragraphs
    Verdict,
    /// Readability's article as text and as safe HTML
    Article,
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Quality(args) => run_quality(&args),
        Command::Sets(args) => run_sets(&args),
        Command::Metadata(args) => run_metadata(&args),
        Command::Threads(args) => {
            threads::measure().and_then(|report| show(&report, args.json.as_deref()))
        }
        Command::Rules(args) => {
            rules::measure().and_then(|report| show(&report, args.json.as_deref()))
        }
        Command::Speed(args) => run_speed(&args),
        Command::Fidelity(args) => run_fidelity(&args),
        Command::Headings => run_headings(),
        Command::Structure(args) => run_structure(&args),
        Command::Outputs(args) => run_outputs(&args),
        Command::Features(args) => run_features(&args),
        Command::PackLabels(args) => run_pack_labels(&args),
        Command::Learn(args) => run_learn(&args),
        Command::Growth(args) => run_growth(args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // A closed standard error leaves the exit status to tell.
            let _ = writeln!(io::stderr(), "tamis-bench: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run_headings() -> Result<()> {
    let mut extractor = Extractor::new(Config::default())?;
    let mut headings = Headings::default();
    for page in Wcxb::find()?.pages()? {
        let page = page?;
        let extraction = extractor.extract(Input::from(&page.html).charset("utf-8"));
        headings.note(&page.id, &extraction);
        extractor.recycle(extraction.into_page());
    }
    write!(io::stdout().lock(), "{headings}").context("write the figures")
}

fn run_quality(args: &QualityArgs) -> Result<()> {
    if args.gate.gate {
        return run_gate(args);
    }
    let (name, mut system) = system(args)?;
    let name = args.name.clone().unwrap_or(name);
    let system = system.as_mut();
    match args.corpus.unwrap_or_default() {
        CorpusName::WcxbDev => {
            let corpus = Wcxb::find()?;
            let report = match args.pages {
                Some(count) => {
                    let pages = corpus.sample(count, args.seed)?;
                    quality::measure_wcxb(&name, system, pages.into_iter().map(Ok))?
                }
                None => quality::measure_wcxb(&name, system, corpus.pages()?)?,
            };
            show(&report, args.json.as_deref())
        }
        CorpusName::WithWithout => {
            let corpus = Corpus::find(with_without::NAME)?;
            let pages = with_without::pages(&corpus)?.collect::<Result<Vec<_>>>()?;
            let count = args.pages.unwrap_or(usize::MAX);
            let pages = sample::choose(pages, |page| &page.file, count, args.seed);
            let pages = pages.into_iter().map(Ok);
            let report = quality::measure_with_without(&name, system, pages)?;
            show(&report, args.json.as_deref())
        }
    }
}

fn run_gate(args: &QualityArgs) -> Result<()> {
    let GateArgs { raise, allow_regression, floors: path, .. } = &args.gate;
    let path = path.clone().unwrap_or_else(Floors::path);
    let floors = Floors::read(&path)?;
    let filter = Filter { engine: args.engine, corpus: args.corpus };
    let report = gate::measure(&floors, filter)?;
    show(&report, args.json.as_deref())?;
    let update = Update { raise: *raise, allow_regression: allow_regression.clone() };
    write_floors(&path, &floors, &update, &report)?;
    let below = report.below().count();
    ensure!(below == 0 || update.allow_regression.is_some(), "figures below their floors: {below}");
    Ok(())
}

/// Writes the file of the floors and prints what changes, if anything does.
fn write_floors(path: &Path, floors: &Floors, update: &Update, report: &GateReport) -> Result<()> {
    let changes = update.changes(report);
    if changes.is_empty() {
        return Ok(());
    }
    let updated = update.apply(floors, &changes)?;
    fs::write(path, updated.text()).with_context(|| format!("write {}", path.display()))?;
    let mut out = io::stdout().lock();
    changes.iter().try_for_each(|change| writeln!(out, "{change}"))?;
    Ok(())
}

/// The system under test with its name.
fn system(args: &QualityArgs) -> Result<(String, Box<dyn System>)> {
    if let Some(path) = &args.predictions {
        let predictions = Predictions::load(path)?;
        return Ok((path.display().to_string(), Box::new(predictions)));
    }
    if args.naive {
        return Ok(("naive".into(), Box::new(naive::extractor()?)));
    }
    let engine = args.engine.context("name an engine or predictions")?;
    let name = format!("{engine} ({})", args.language);
    let config = config(engine, &args.language).fast(args.fast);
    Ok(match &args.fold_models {
        Some(folder) => (name, Box::new(FoldExtractors::new(&config, folder)?)),
        None => (name, Box::new(Extractor::new(config)?)),
    })
}

fn run_metadata(args: &MetadataArgs) -> Result<()> {
    let (name, mut reader): (String, Box<dyn metadata::Reader>) =
        if let Some(path) = &args.predictions {
            (path.display().to_string(), Box::new(metadata::load_answers(path)?))
        } else {
            let config = Config::default().latest_date(Some(args.latest_date));
            ("tamis".to_owned(), Box::new(Extractor::new(config)?))
        };
    let (count, seed) = (args.pages, args.seed);
    let (corpus, pages): (_, Box<dyn Iterator<Item = Result<metadata::Sample>>>) = match args.corpus
    {
        MetadataCorpus::WcxbDev => (wcxb::NAME, metadata::wcxb(&Wcxb::find()?, count, seed)?),
        MetadataCorpus::Dates => {
            let corpus = Corpus::find(dates::NAME)?;
            (dates::NAME, Box::new(metadata::dates(&corpus, count, seed)?.into_iter().map(Ok)))
        }
        MetadataCorpus::WithWithout => {
            let corpus = Corpus::find(with_without::NAME)?;
            let pages = metadata::with_without(&corpus, count, seed)?;
            (with_without::NAME, Box::new(pages.into_iter().map(Ok)))
        }
        MetadataCorpus::Chinese => {
            let corpus = Corpus::find(chinese::NAME)?;
            let pages = metadata::chinese(&corpus, count, seed)?;
            (chinese::NAME, Box::new(pages.into_iter().map(Ok)))
        }
    };
    let report = metadata::measure(&name, corpus, reader.as_mut(), pages)?;
    show(&report, args.json.as_deref())
}

fn run_speed(args: &SpeedArgs) -> Result<()> {
    let pages = PageFiles::of(&Wcxb::find()?, args.pages, args.seed)?;
    let peers = args.peers.as_deref().map(Peer::named).unwrap_or_default();
    let report = speed::measure_speed(&pages, args.passes.into(), &peers)?;
    show(&report, args.json.as_deref())
}

fn run_fidelity(args: &FidelityArgs) -> Result<()> {
    let corpus = Wcxb::find()?;
    let pages: Box<dyn Iterator<Item = Result<wcxb::Page>>> = match args.pages {
        Some(count) => Box::new(corpus.sample(count, args.seed)?.into_iter().map(Ok)),
        None => corpus.pages()?,
    };
    let mut parser = tamis::dom::Parser::default();
    let samples = pages.filter_map(|page| match page {
        Ok(page) => Sample::of(page, &mut parser).map(Ok),
        Err(error) => Some(Err(error)),
    });
    if let Some(path) = &args.write_html {
        let file = fs::File::create(path).with_context(|| format!("write {}", path.display()))?;
        return fidelity::write_html(samples, BufWriter::new(file));
    }
    let Some(path) = &args.predictions else {
        let markdown = |sample: &Sample| {
            Ok(render::markdown_with(&sample.page, &sample.verdict, &MarkdownOptions::default()))
        };
        return show(&fidelity::measure("tamis", samples, markdown)?, args.json.as_deref());
    };
    let predictions = Predictions::load(path)?;
    let name = args.name.clone().unwrap_or_else(|| path.display().to_string());
    let markdown = |sample: &Sample| Ok(predictions.get(&sample.id).unwrap_or_default().to_owned());
    show(&fidelity::measure(&name, samples, markdown)?, args.json.as_deref())
}

fn run_structure(args: &StructureArgs) -> Result<()> {
    let pages = structure::pages(&Corpus::find(structure::NAME)?)?;
    let mut extractor = extractor(Strategy::Auto, "auto")?;
    let markdown = |page: &structure::Page| {
        let markdown = tamis_bench::structure::markdown(&mut extractor, page)?;
        if let Some(folder) = &args.output {
            for (kind, text) in [("ours", &markdown), ("reference", &page.markdown)] {
                let path = folder.join(format!("{}.{kind}.md", page.id));
                fs::write(&path, text).with_context(|| format!("write {}", path.display()))?;
            }
        }
        Ok(markdown)
    };
    show(&tamis_bench::structure::measure(&pages, markdown)?, args.json.as_deref())
}

fn run_sets(args: &SetsArgs) -> Result<()> {
    let auto = config(Strategy::Auto, "auto");
    let folds = args.fold_models.as_deref().map(|folder| FoldExtractors::new(&auto, folder));
    show(&sets::measure(folds.transpose()?)?, args.json.as_deref())
}

fn run_outputs(args: &OutputsArgs) -> Result<()> {
    let outputs = Outputs::of_corpora(args.markdown.as_deref())?;
    write!(io::stdout(), "{}", outputs.summary()).context("print the hashes")?;
    if let Some(path) = &args.write {
        fs::write(path, outputs.to_string())
            .with_context(|| format!("write {}", path.display()))?;
    }
    if let Some(path) = &args.against {
        let before =
            fs::read_to_string(path).with_context(|| format!("read {}", path.display()))?;
        let differences = outputs.differences(&before.parse()?);
        ensure!(differences.is_empty(), "the output differs:\n{differences}");
    }
    Ok(())
}

fn run_features(args: &FeaturesArgs) -> Result<()> {
    let labelled = args.labels.as_deref().map(dataset::labelled_by_hand).transpose()?;
    let labels = args.packed_labels.as_deref().map(LabelFile::read).transpose()?;
    let pages = dataset::with_labels(dataset::of_corpora()?, labels.unwrap_or_default());
    let pages = pages.chain(labelled.into_iter().flatten());
    let config = config(Strategy::Auto, "auto");
    let voters = args.fold_models.as_deref().map(|folder| FoldExtractors::new(&config, folder));
    let (pages, rows) = dataset::write(&args.output, pages, voters.transpose()?)?;
    writeln!(io::stdout(), "{pages} pages, {rows} paragraphs")?;
    Ok(())
}

fn run_pack_labels(args: &PackLabelsArgs) -> Result<()> {
    let packed = dataset::pack(&args.labels, dataset::of_corpora()?)?;
    let mut lines = String::new();
    for labels in &packed {
        lines.push_str(&serde_json::to_string(labels)?);
        lines.push('\n');
    }
    fs::write(&args.output, lines).with_context(|| format!("write {}", args.output.display()))?;
    writeln!(io::stdout(), "{} pages", packed.len())?;
    Ok(())
}

fn run_learn(args: &LearnArgs) -> Result<()> {
    let corpus = Wcxb::find()?;
    let (min_pages, seed) = (args.min_pages, args.seed);
    let report = if let Some(folder) = &args.fold_models {
        let folds = FoldExtractors::new(&config(Strategy::Auto, "auto"), folder)?;
        learn::measure(&corpus, min_pages, seed, &|url| folds.of(url))?
    } else {
        let extractor = extractor(args.engine, "auto")?;
        learn::measure(&corpus, min_pages, seed, &|_| &extractor)?
    };
    show(&report, args.json.as_deref())
}

fn run_growth(args: GrowthArgs) -> Result<()> {
    let work = match args.work {
        WorkName::Parse => Work::Parse,
        WorkName::Verdict => Work::Verdict,
        WorkName::Article => Work::Article,
    };
    let options =
        growth::Options { names: args.pages, max_bytes: args.max_mb << 20, all: args.all };
    let mut out = io::stdout().lock();
    let (allowance, runner) = (work.allowance(), work.runner()?);
    let over = growth::report(hostile(), &options, allowance, &mut out, runner)?;
    ensure!(over == 0, "{over} pages take too long or grow too fast");
    Ok(())
}

/// Prints a report, and writes it as JSON where a file is named.
fn show<T: Serialize + std::fmt::Display>(report: &T, json: Option<&Path>) -> Result<()> {
    write!(io::stdout().lock(), "{report}").context("print the report")?;
    if let Some(path) = json {
        let mut text = serde_json::to_string_pretty(report)?;
        text.push('\n');
        fs::write(path, text).with_context(|| format!("write {}", path.display()))?;
    }
    Ok(())
}
