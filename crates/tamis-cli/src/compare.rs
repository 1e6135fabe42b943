//! `tamis compare`: where engines agree about a page, and where they differ.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};
use serde::Serialize;
use tamis::blend::Overlap;
use tamis::{Config, Extractor, Page};
use tamis::{Strategy, Verdict};
use tamis_fetch::Client;

use crate::cli::{CompareArgs, CompareFormat, stopwords};
use crate::input::Inputs;
use crate::settings::Settings;
use crate::status::Status;
use crate::task::Task;
use crate::worker::Worker;

/// The number of characters of a paragraph that a line shows.
const SHOWN_CHARS: usize = 90;

/// The answers of several engines about a page.
#[derive(Debug, Serialize)]
struct Comparison {
    source: String,
    engines: Vec<EngineRow>,
    /// The agreement of each engine with each, 0 to 1, in the order of `engines`.
    agreement: Vec<Vec<f64>>,
    /// The paragraphs that some engines keep and others drop.
    differences: Vec<Difference>,
}

/// The answer of one engine.
#[derive(Debug, Serialize)]
struct EngineRow {
    engine: &'static str,
    /// The engine that the answer comes from. It differs if `engine` is a blend.
    answer_of: String,
    paragraphs: u32,
    chars: u32,
    confidence: f64,
}

/// A paragraph that some engines keep and others drop.
#[derive(Debug, Serialize)]
struct Difference {
    /// The number of the paragraph in the page, from 0.
    paragraph: usize,
    text: String,
    /// The decision of each engine, in the order of [`Comparison::engines`].
    engines: Vec<Decision>,
}

/// The decision of an engine about a paragraph.
#[derive(Debug, Serialize)]
struct Decision {
    engine: &'static str,
    kept: bool,
    reason: String,
}

/// Compares the engines and prints the result. The status is [`Status::Found`] if one of
/// them found content.
///
/// # Errors
///
/// If the page cannot be read, the options are not valid, or the output cannot be written.
pub fn run(args: &CompareArgs) -> anyhow::Result<Status> {
    let [_, _, ..] = args.engines.as_slice() else {
        bail!("name at least two engines to compare, such as --engines justext,readability");
    };
    let inputs = Inputs {
        names: vec![args.page.clone()],
        list: None,
        max_bytes: Config::default().limits.decompressed_bytes as u64,
    };
    if inputs.are_several() {
        bail!("{}: expected a single page, not a folder or an archive", args.page);
    }
    let config = Config::default().stopwords(stopwords(&args.language));
    let mut worker = worker(args, &inputs, &config)?;
    let extraction = worker
        .extraction(task(&inputs)?)
        .map_err(|sentence| anyhow!("{}: {sentence}", args.page))?;
    let page = extraction.parsed_page();
    let judge = |engine: &Strategy| {
        let extractor = Extractor::new(config.clone().strategy(*engine))?;
        Ok(extractor.decide(page).verdict)
    };
    let verdicts = args.engines.iter().map(judge).collect::<Result<Vec<_>, tamis::Error>>()?;
    let comparison = Comparison::of(&args.page, page, &args.engines, &verdicts);
    comparison.print(args.format).context("cannot write the output")?;
    Ok(Status::of(comparison.engines.iter().any(|row| row.chars > 0)))
}

/// A worker that reads the page. Its extraction is not used.
fn worker(args: &CompareArgs, inputs: &Inputs, config: &Config) -> anyhow::Result<Worker> {
    let client = Client::new(args.fetch.config(inputs.max_bytes)?)?;
    let settings = Settings {
        config: config.clone().strategy(Strategy::Density),
        encoding: args.encoding.clone(),
        url: args.url.clone(),
        max_bytes: inputs.max_bytes,
        client: inputs.may_have_urls().then_some(client),
        ..Settings::default()
    };
    Ok(Worker::new(Arc::new(settings))?)
}

/// The task of the page.
fn task(inputs: &Inputs) -> anyhow::Result<Task> {
    let mut found = None;
    let _ = inputs.each(&mut |task| {
        found = Some(task);
        ControlFlow::Break(())
    });
    found.context("there is no page to compare")
}

impl Comparison {
    fn of(source: &str, page: &Page, engines: &[Strategy], verdicts: &[Verdict]) -> Comparison {
        let overlap = Overlap::of(page, &verdicts.iter().collect::<Vec<_>>());
        let row = |(index, (engine, verdict)): (usize, (&Strategy, &Verdict))| EngineRow {
            engine: engine.as_str(),
            answer_of: verdict.engine.to_string(),
            paragraphs: overlap.kept(index).paragraphs,
            chars: overlap.kept(index).chars,
            confidence: verdict.confidence.unwrap_or_default(),
        };
        let all = || 0..verdicts.len();
        let agreement = |index| all().map(|other| overlap.agreement(index, other)).collect();
        Comparison {
            source: source.to_owned(),
            engines: engines.iter().zip(verdicts).enumerate().map(row).collect(),
            agreement: all().map(agreement).collect(),
            differences: differences(page, engines, verdicts),
        }
    }

    fn print(&self, format: CompareFormat) -> io::Result<()> {
        let mut out = io::stdout().lock();
        match format {
            CompareFormat::Json => {
                serde_json::to_writer_pretty(&mut out, self)?;
                writeln!(out)?;
            }
            CompareFormat::Text => {
                self.print_engines(&mut out)?;
                self.print_agreement(&mut out)?;
                self.print_differences(&mut out)?;
            }
        }
        out.flush()
    }

    fn print_engines(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(
            out,
            "{:<24}{:>10}{:>12}{:>12}",
            "engine", "paragraphs", "characters", "confidence"
        )?;
        for row in &self.engines {
            let name = if row.engine == row.answer_of {
                row.engine.to_owned()
            } else {
                format!("{} ({})", row.engine, row.answer_of)
            };
            let EngineRow { paragraphs, chars, confidence, .. } = row;
            writeln!(out, "{name:<24}{paragraphs:>10}{chars:>12}{confidence:>12.2}")?;
        }
        Ok(())
    }

    fn print_agreement(&self, out: &mut impl Write) -> io::Result<()> {
        write!(out, "\n{:<24}", "agreement")?;
        for row in &self.engines {
            write!(out, "{:>12}", row.engine)?;
        }
        for (row, shares) in self.engines.iter().zip(&self.agreement) {
            write!(out, "\n{:<24}", row.engine)?;
            for share in shares {
                write!(out, "{share:>12.2}")?;
            }
        }
        writeln!(out)
    }

    /// Prints a line for each paragraph, after a sign for each engine: + keeps it, - drops it.
    fn print_differences(&self, out: &mut impl Write) -> io::Result<()> {
        if self.differences.is_empty() {
            return writeln!(out, "\nthe engines keep the same paragraphs");
        }
        let names: Vec<_> = self.engines.iter().map(|row| row.engine).collect();
        writeln!(out, "\nparagraphs that differ (+ kept, - dropped, by {})", names.join(", "))?;
        for Difference { text, engines, .. } in &self.differences {
            let signs: String = engines.iter().map(|of| if of.kept { '+' } else { '-' }).collect();
            let shown: String = text.chars().take(SHOWN_CHARS).collect();
            let more = if shown.len() < text.len() { " …" } else { "" };
            writeln!(out, "{signs} {shown}{more}")?;
            for Decision { engine, kept, reason } in engines {
                let verb = if *kept { "keeps it" } else { "drops it" };
                writeln!(out, "    {engine} {verb}: {reason}")?;
            }
        }
        Ok(())
    }
}

fn differences(page: &Page, engines: &[Strategy], verdicts: &[Verdict]) -> Vec<Difference> {
    let mut differences = Vec::new();
    for (index, paragraph) in page.paragraphs().iter().enumerate() {
        let kept = verdicts.iter().filter(|verdict| verdict.kept[index]).count();
        if kept == 0 || kept == verdicts.len() {
            continue;
        }
        let decision = |(engine, verdict): (&Strategy, &Verdict)| Decision {
            engine: engine.as_str(),
            kept: verdict.kept[index],
            reason: verdict.reasons[index].to_string(),
        };
        differences.push(Difference {
            paragraph: index,
            text: page.paragraph_text(paragraph).to_owned(),
            engines: engines.iter().zip(verdicts).map(decision).collect(),
        });
    }
    differences
}
