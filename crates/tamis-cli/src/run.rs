//! A whole run: from the options to the exit status.

mod checks;
mod configure;
mod sink;

pub use configure::{check_encoding, jobs};

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use tamis_fetch::Client;
use tamis_run::files::{Planner, Target};
use tamis_run::filters::Filter;
use tamis_run::inputs::Inputs;
use tamis_run::listing::Listings;
use tamis_run::pipeline;
use tamis_run::seen::Seen;
use tamis_run::tally::Tally;
use tamis_run::task::STDIN;
use tamis_run::urls::Urls;

use self::configure::Shared;
use self::sink::Sink;
use crate::cli::Cli;
use crate::message::message;
use crate::mistyped;
use crate::progress::Progress;
use crate::site_rules::{RuleFolder, Uses};
use crate::status::Status;

/// Extracts from all inputs and prints.
///
/// # Errors
///
/// If the options or the configuration are not valid, or the output cannot be written. A page that
/// cannot be read is not an error, but it makes the status [`Status::Failed`].
pub fn run(cli: &Cli) -> anyhow::Result<Status> {
    let mut inputs = inputs(cli)?;
    let output = cli.output.output.as_deref().filter(|path| path.as_os_str() != STDIN);
    checks::check(cli, &inputs, output)?;
    let rules = RuleFolder::requested(cli.content.site_rules.as_deref())?;
    let urls = cli.input.urls.as_deref().map(Urls::read).transpose()?.map(Arc::new);
    let client = Client::new(cli.fetch.config(inputs.max_bytes)?)?;
    #[cfg(feature = "browser")]
    let drawing = cli.drawing.drawing(&client, cli.fetch.timeout())?;
    #[cfg(not(feature = "browser"))]
    let drawing = None;
    let client = inputs.may_have_urls().then_some(client);
    inputs.listings.client.clone_from(&client);
    let site_rules = rules.as_ref().map(|folder| Arc::clone(&folder.rules));
    let shared = Shared { client, drawing, rules: site_rules, urls: urls.clone() };
    let workers = configure::workers(cli, shared)?;
    let target = configure::target(cli).context("cannot create the folder of --output-dir")?;
    inputs.left_out = target.as_ref().and_then(Target::canonical_root);
    let planner = target.clone().map(Planner::new);
    let mut sink = Sink::open(cli, &inputs, output, target)?;
    let mut progress = progress(cli, output.is_none() && sink.is_stream());
    let mut tally = Tally::default();
    let mut uses = Uses::default();
    let filters = cli.filters.filters();
    let mut seen = filters.skip_duplicates.then(Seen::default);
    let delay = if inputs.may_have_urls() { cli.fetch.delay() } else { Duration::ZERO };
    let others = Arc::clone(&inputs.others);
    let rows = pipeline::start(inputs, workers, delay, planner)
        .context("cannot start as many threads as --jobs asks for")?;
    let outcome = rows.each(|mut row| {
        if seen.as_mut().is_some_and(|seen| seen.has(&row)) {
            row.left_out = Some(Filter::ExactDuplicates);
        }
        tally.note(&row);
        progress.note(&row);
        row.rules.iter().for_each(|page| uses.note(page));
        sink.take(&row, &mut tally, &mut progress)
    });
    progress.finish();
    if !cli.output.quiet {
        if let Some(rules) = &rules {
            rules.report(&uses);
        }
        if let Some(sentence) = Inputs::others_sentence(&others) {
            message(&sentence);
        }
        if urls.is_some_and(|urls| urls.is_unused()) {
            message("--urls: none of its files is among the pages");
        }
        if !sink.is_stream() {
            message(&tally.line_of_files());
        } else if !filters.are_none() {
            message(&tally.line_of_filters());
        }
    }
    outcome.and_then(|()| sink.finish()).context("cannot write the output")?;
    Ok(if tally.failed > 0 { Status::Failed } else { Status::of(tally.found + tally.skipped > 0) })
}

fn progress(cli: &Cli, is_standard_output: bool) -> Progress {
    let on_terminal = is_standard_output && io::stdout().is_terminal();
    // Warnings are printed unless the rows have them: in JSON they do, in chunks they do not.
    let is_told = cli.output.format.is_json() && !cli.writing.chunks;
    Progress::new(!cli.output.quiet && !on_terminal, !cli.output.quiet && !is_told)
}

/// Returns the inputs that the options name, or standard input.
fn inputs(cli: &Cli) -> anyhow::Result<Inputs> {
    let mut names = cli.input.inputs.clone();
    let list = cli.input.files_from.clone();
    let max_bytes = cli.input.reading.max_bytes;
    let listings = Listings { named: cli.input.listings(), client: None, max_bytes };
    if names.is_empty() && list.is_none() && listings.named.is_empty() {
        if io::stdin().is_terminal() {
            bail!("name a page to read, such as `tamis page.html`; `tamis --help` has examples");
        }
        names.push(STDIN.into());
    }
    Ok(Inputs { names, list, listings, max_bytes, meaning: mistyped::hint, ..Inputs::default() })
}
