//! How far engines agree about one page, and where they differ.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};
use serde::Serialize;
use tamis::blend::Overlap;
use tamis::engine::{EngineName, Verdict};
use tamis::{Config, Extractor, Page};
use tamis_fetch::Client;

use crate::cli::{CompareArgs, CompareFormat, stopwords};
use crate::input::{Inputs, Task};
use crate::page::{Settings, Worker};

/// The most characters of a paragraph that a line shows.
const SHOWN_CHARS: usize = 90;

/// A page as several engines see it.
#[derive(Debug, Serialize)]
struct Comparison {
    source: String,
    engines: Vec<Row>,
    /// How far each engine agrees with each, 0 to 1, in the engines' order.
    agreement: Vec<Vec<f64>>,
    /// The paragraphs that some keep and others leave.
    differences: Vec<Difference>,
}

/// What one engine says.
#[derive(Debug, Serialize)]
struct Row {
    engine: &'static str,
    /// The engine whose answer it is: another one where a blend chose.
    answer_of: &'static str,
    paragraphs: u32,
    chars: u32,
    confidence: f64,
}

#[derive(Debug, Serialize)]
struct Difference {
    /// The number of the paragraph in the page, from 0.
    paragraph: usize,
    text: String,
    /// What each engine does with it, in the engines' order.
    engines: Vec<Opinion>,
}

#[derive(Debug, Serialize)]
struct Opinion {
    engine: &'static str,
    kept: bool,
    reason: &'static str,
}

/// Compares and prints; comes back with the exit status: that of success if one of the engines found content.
///
/// # Errors
///
/// When the page can't be read, the options don't go together or the output can't be written.
pub fn run(args: &CompareArgs) -> anyhow::Result<u8> {
    let [_, _, ..] = args.engines.as_slice() else {
        bail!("name at least two engines to compare, such as --engines justext,readability");
    };
    let inputs = Inputs {
        names: vec![args.page.clone()],
        list: None,
        max_bytes: Config::default().limits.decompressed_bytes as u64,
    };
    if inputs.are_several() {
        bail!("{} has many pages: only one can be compared", args.page);
    }
    let config = Config::default().stopwords(stopwords(&args.language));
    let mut worker = worker(args, &inputs, &config)?;
    let extraction = worker
        .extraction(task(&inputs)?)
        .map_err(|sentence| anyhow!("{}: {sentence}", args.page))?;
    let page = extraction.page();
    let judge = |engine: &EngineName| {
        let extractor = Extractor::new(config.clone().engine(*engine))?;
        Ok(extractor.judge(page).verdict)
    };
    let verdicts = args.engines.iter().map(judge).collect::<Result<Vec<_>, tamis::Error>>()?;
    let comparison = Comparison::of(&args.page, page, &args.engines, &verdicts);
    let mut out = io::stdout().lock();
    match args.format {
        CompareFormat::Json => {
            serde_json::to_writer_pretty(&mut out, &comparison)?;
            writeln!(out)
        }
        CompareFormat::Text => comparison.print(&mut out),
    }
    .and_then(|()| out.flush())
    .context("cannot write the output")?;
    Ok(u8::from(comparison.engines.iter().all(|row| row.chars == 0)))
}

/// A worker that reads the page; what it extracts is not looked at.
fn worker(args: &CompareArgs, inputs: &Inputs, config: &Config) -> anyhow::Result<Worker> {
    let client = Client::new(args.fetch.config(inputs.max_bytes)?)?;
    let settings = Settings {
        config: config.clone().engine(EngineName::Density),
        encoding: args.encoding.clone(),
        url: args.url.clone(),
        max_bytes: inputs.max_bytes,
        client: inputs.may_have_urls().then_some(client),
        ..Settings::default()
    };
    Ok(Worker::new(Arc::new(settings))?)
}

/// The one task.
fn task(inputs: &Inputs) -> anyhow::Result<Task> {
    let mut found = None;
    let _ = inputs.each(&mut |task| {
        found = Some(task);
        ControlFlow::Break(())
    });
    found.context("there is no page to compare")
}

impl Comparison {
    fn of(source: &str, page: &Page, engines: &[EngineName], verdicts: &[Verdict]) -> Comparison {
        let overlap = Overlap::of(page, &verdicts.iter().collect::<Vec<_>>());
        let row = |(index, (engine, verdict)): (usize, (&EngineName, &Verdict))| Row {
            engine: engine.as_str(),
            answer_of: verdict.engine,
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

    fn print(&self, out: &mut impl Write) -> io::Result<()> {
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
            let Row { paragraphs, chars, confidence, .. } = row;
            writeln!(out, "{name:<24}{paragraphs:>10}{chars:>12}{confidence:>12.2}")?;
        }
        self.print_agreement(out)?;
        self.print_differences(out)
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

    /// A line for each paragraph, before it a sign for each engine: + keeps it, - leaves it.
    fn print_differences(&self, out: &mut impl Write) -> io::Result<()> {
        if self.differences.is_empty() {
            return writeln!(out, "\nthey keep the same paragraphs");
        }
        let names: Vec<_> = self.engines.iter().map(|row| row.engine).collect();
        writeln!(out, "\nparagraphs that differ (+ kept, - left, by {})", names.join(", "))?;
        for Difference { text, engines, .. } in &self.differences {
            let signs: String = engines.iter().map(|of| if of.kept { '+' } else { '-' }).collect();
            let shown: String = text.chars().take(SHOWN_CHARS).collect();
            let more = if shown.len() < text.len() { " …" } else { "" };
            writeln!(out, "{signs} {shown}{more}")?;
            for Opinion { engine, kept, reason } in engines {
                let verb = if *kept { "keeps it" } else { "leaves it" };
                writeln!(out, "    {engine} {verb}: {reason}")?;
            }
        }
        Ok(())
    }
}

fn differences(page: &Page, engines: &[EngineName], verdicts: &[Verdict]) -> Vec<Difference> {
    let mut differences = Vec::new();
    for (index, paragraph) in page.paragraphs().iter().enumerate() {
        let kept = verdicts.iter().filter(|verdict| verdict.kept[index]).count();
        if kept == 0 || kept == verdicts.len() {
            continue;
        }
        let opinion = |(engine, verdict): (&EngineName, &Verdict)| Opinion {
            engine: engine.as_str(),
            kept: verdict.kept[index],
            reason: verdict.reasons[index],
        };
        differences.push(Difference {
            paragraph: index,
            text: page.paragraph_text(paragraph).to_owned(),
            engines: engines.iter().zip(verdicts).map(opinion).collect(),
        });
    }
    differences
}
