//! A whole run: from the options to the exit status.

use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use anyhow::{Context, bail};
use tamis::render::{JsonOptions, TextOptions, XmlDialect};
use tamis::site_rules::{RuleWarning, SiteRules};
use tamis_fetch::Client;

use crate::FAILED;
use crate::cli::{Cli, EngineChoice, Format, JsonPart, OutputArgs, WritingArgs};
use crate::input::{Inputs, STDIN, is_url};
use crate::output::Printer;
use crate::page::{Rendering, Settings, Window, Worker};
use crate::pipeline;
use crate::progress::Progress;
use crate::site_rules::{self, Rates};

/// The exit status of a run that found content.
const FOUND: u8 = 0;
/// The most lines of site rules that are named because they can't be carried out.
const MAX_RULE_WARNINGS: usize = 20;
/// The exit status of a run that found none.
const NOTHING_FOUND: u8 = 1;

/// Extracts from all inputs and prints; comes back with the exit status.
///
/// # Errors
///
/// When the configuration can't be carried out or the output can't be written. A page that can't be read is no error
/// here, it counts in the exit status.
pub fn run(cli: &Cli) -> anyhow::Result<u8> {
    let inputs = inputs(cli)?;
    let output = cli.output.output.as_deref().filter(|path| path.as_os_str() != STDIN);
    let several = inputs.are_several();
    check_output(output, &inputs)?;
    if cli.input.url.is_some() && (several || inputs.may_have_urls()) {
        bail!("--url is the address of a single page that is read from a file or standard input");
    }
    check_format(&cli.output, several)?;
    cli.writing.check(&cli.output, several)?;
    check_all(cli)?;
    let is_json = matches!(cli.output.format, Format::Json | Format::Jsonl);
    if cli.content.comments && is_json && cli.writing.max_chars.is_some() {
        bail!("--max-chars cuts the text; it does not go with --comments in JSON");
    }
    let rules = rules(cli)?;
    let workers = workers(cli, &inputs, rules.clone())?;
    let mut printer = Printer::open(output, cli, several)?;
    let on_terminal = output.is_none() && io::stdout().is_terminal();
    let warn = !cli.output.quiet && !matches!(cli.output.format, Format::Json | Format::Jsonl);
    let mut progress = Progress::new(!cli.output.quiet && !on_terminal, warn);
    let (mut found, mut failed) = (false, false);
    let mut rates = Rates::default();
    let rows = pipeline::start(inputs, workers)
        .context("cannot start as many threads as --jobs asks for")?;
    let outcome = rows.each(|row| {
        found |= row.readerable.unwrap_or_else(|| row.has_content());
        failed |= row.error.is_some();
        progress.note(row);
        row.learned.iter().for_each(|learned| rates.note(learned));
        printer.print(row)
    });
    progress.finish();
    if let Some(rules) = rules.filter(|_| !cli.output.quiet) {
        note_rates(&rates.fallen(&rules));
    }
    outcome.and_then(|()| printer.finish()).context("cannot write the output")?;
    Ok(match (failed, found) {
        (true, _) => FAILED,
        (false, true) => FOUND,
        (false, false) => NOTHING_FOUND,
    })
}

fn inputs(cli: &Cli) -> anyhow::Result<Inputs> {
    let mut names = cli.input.inputs.clone();
    let list = cli.input.files_from.clone();
    if names.is_empty() && list.is_none() {
        if io::stdin().is_terminal() {
            bail!("name a page to read, such as `tamis page.html`; `tamis --help` tells more");
        }
        names.push(STDIN.into());
    }
    let stdins = names.iter().filter(|name| *name == STDIN).count()
        + usize::from(list.as_ref().is_some_and(|list| list.as_os_str() == STDIN));
    if stdins > 1 {
        bail!("standard input can be read only once");
    }
    Ok(Inputs { names, list, max_bytes: cli.input.max_bytes })
}

/// Opening the output empties the file, so that it must not be one of the pages.
fn check_output(output: Option<&Path>, inputs: &Inputs) -> anyhow::Result<()> {
    let Some(Ok(output)) = output.map(Path::canonicalize) else { return Ok(()) };
    let files = inputs.names.iter().filter(|name| !is_url(name)).map(Path::new);
    if files
        .chain(inputs.list.as_deref())
        .any(|file| file.canonicalize().is_ok_and(|f| f == output))
    {
        bail!("the output {} is one of the inputs", output.display());
    }
    Ok(())
}

fn check_format(output: &OutputArgs, several: bool) -> anyhow::Result<()> {
    let html = output.format == Format::Html;
    if output.front_matter && output.format != Format::Markdown {
        bail!("--front-matter goes with --format markdown");
    }
    if output.front_matter && several {
        bail!("--front-matter stands at the beginning of a file; it goes with a single page");
    }
    if output.list_markers && (output.format != Format::Text || output.readerable) {
        bail!("--list-markers goes with --format text");
    }
    if !output.with.is_empty() && !matches!(output.format, Format::Json | Format::Jsonl) {
        bail!("--with goes with --format json or jsonl");
    }
    if output.fragment && !html {
        bail!("--fragment goes with --format html");
    }
    if output.readerable && output.format.is_rendered() {
        bail!("--readerable prints yes or no, or a field of JSON, and no other format");
    }
    if html && several && !output.fragment {
        bail!("--format html makes one whole page; for several pages add --fragment");
    }
    if several && matches!(output.format, Format::Xml | Format::Tei) {
        bail!("XML is one document; for several pages run the program on each, or take JSON");
    }
    Ok(())
}

/// All engines are asked about one page, and their answers are printed beside each other.
fn check_all(cli: &Cli) -> anyhow::Result<()> {
    let is_all = cli.content.engine == EngineChoice::All;
    if is_all && cli.output.format.is_rendered() {
        bail!("--engine all prints text or JSON; other formats show the answer of one engine");
    }
    if is_all && cli.output.list_markers {
        bail!("--list-markers goes with the text of one engine");
    }
    if is_all && cli.content.comments {
        bail!("--comments stand behind the content that one engine finds");
    }
    if is_all && cli.content.follow_pages {
        bail!("--engine all is about single pages; it can't go with --follow-pages");
    }
    Ok(())
}

/// The rules for single sites, where they are asked for.
fn rules(cli: &Cli) -> anyhow::Result<Option<Arc<SiteRules>>> {
    let Some(folder) = &cli.content.site_rules else { return Ok(None) };
    let (rules, warnings) = site_rules::read(folder)?;
    if !cli.output.quiet {
        note_rules(&warnings);
    }
    Ok(Some(Arc::new(rules)))
}

fn workers(
    cli: &Cli,
    inputs: &Inputs,
    rules: Option<Arc<SiteRules>>,
) -> anyhow::Result<Vec<Worker>> {
    let fetch = cli.fetch.config(cli.input.max_bytes)?;
    let client = Client::new(fetch)?;
    let mut config = cli.extraction()?;
    config.site_rules = rules;
    let settings = Arc::new(Settings {
        max_bytes: config.limits.decompressed_bytes as u64,
        config,
        encoding: cli.input.encoding.clone(),
        answers: cli.content.engine == EngineChoice::All,
        url: cli.input.url.clone(),
        base_url: cli.input.base_url.clone(),
        rendering: rendering(cli),
        window: window(&cli.writing),
        json: json(&cli.output.with, &cli.writing),
        timings: cli.output.with.contains(&JsonPart::Timings),
        readerable: cli.output.readerable.then(|| cli.readability.readerable()),
        client: inputs.may_have_urls().then_some(client),
        own_user_agent: cli.fetch.user_agent != tamis_fetch::Config::default().user_agent,
        follow_pages: cli.content.follow_pages,
    });
    let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let jobs = cli.output.jobs.map_or_else(cores, usize::from);
    (0..jobs).map(|_| Ok(Worker::new(Arc::clone(&settings))?)).collect()
}

fn rendering(cli: &Cli) -> Option<Rendering> {
    let Cli { output, writing, .. } = cli;
    if writing.chunks {
        return Some(Rendering::Chunks(writing.markdown(), writing.max_chars()));
    }
    match output.format {
        Format::Html => Some(Rendering::Html(writing.html().fragment(output.fragment))),
        Format::Markdown => {
            Some(Rendering::Markdown(writing.markdown().front_matter(output.front_matter)))
        }
        Format::Xml => Some(Rendering::Xml(writing.xml())),
        Format::Tei => Some(Rendering::Xml(writing.xml().dialect(XmlDialect::Tei))),
        Format::Text => {
            let options = writing.text(output.list_markers);
            let is_plain = options == TextOptions::default() && !cli.content.comments;
            (!is_plain).then_some(Rendering::Text(options))
        }
        Format::Json | Format::Jsonl => None,
    }
}

fn window(writing: &WritingArgs) -> Option<Window> {
    let max_chars = writing.max_chars().filter(|_| !writing.chunks)?;
    Some(Window { cursor: writing.cursor(), max_chars })
}

/// What rows have beside what they always have.
fn json(with: &[JsonPart], writing: &WritingArgs) -> JsonOptions {
    let mut options = JsonOptions::default()
        .paragraphs(with.contains(&JsonPart::Paragraphs))
        .verdicts(with.contains(&JsonPart::Verdicts));
    if with.contains(&JsonPart::Markdown) {
        options = options.markdown(writing.markdown());
    }
    if with.contains(&JsonPart::Html) {
        options = options.html(writing.html().fragment(true));
    }
    options
}

/// Says which lines of the site rules can't be carried out.
fn note_rules(warnings: &[RuleWarning]) {
    let mut out = io::stderr().lock();
    // Where standard error is closed there is nobody to tell.
    for warning in warnings.iter().take(MAX_RULE_WARNINGS) {
        let _ = writeln!(out, "tamis: site rules: {warning}");
    }
    let more = warnings.len().saturating_sub(MAX_RULE_WARNINGS);
    if more > 0 {
        let _ = writeln!(out, "tamis: site rules: {more} more lines can't be carried out");
    }
}

/// Says which learned rules don't hold any more.
fn note_rates(sentences: &[String]) {
    let mut out = io::stderr().lock();
    for sentence in sentences {
        // Where standard error is closed there is nobody to tell.
        let _ = writeln!(out, "tamis: site rules: {sentence}");
    }
}
