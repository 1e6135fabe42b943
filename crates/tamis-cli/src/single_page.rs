//! Reading the page of a command that is about a single one.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};
use tamis::{Config, Extraction};
use tamis_fetch::Client;

use crate::cli::{PageArgs, stopwords};
use crate::input::Inputs;
use crate::run::check_encoding;
use crate::settings::{Settings, latest_date};
use crate::task::Task;
use crate::worker::Worker;

/// Returns the configuration of the library with the language that the options name.
pub fn config(args: &PageArgs) -> Config {
    Config::default().stopwords(stopwords(&args.language)).latest_date(latest_date())
}

/// Reads the page and extracts its content. Returns the worker too, which can explain it. `output`
/// is the file to print to.
///
/// # Errors
///
/// If the page cannot be read, is not a single one, or an option is not valid.
pub fn extract(
    args: &PageArgs,
    config: Config,
    output: Option<&Path>,
) -> anyhow::Result<(Worker, Extraction)> {
    let inputs = Inputs {
        names: vec![args.page.clone()],
        list: None,
        max_bytes: config.limits.decompressed_bytes as u64,
    };
    if inputs.are_several() {
        bail!("{}: expected a single page, not a folder or an archive", args.page);
    }
    inputs.check_output(output)?;
    check_encoding(args.encoding.as_deref())?;
    let client = Client::new(args.fetch.config(inputs.max_bytes)?)?;
    let settings = Settings {
        config,
        encoding: args.encoding.clone(),
        url: args.url.clone(),
        max_bytes: inputs.max_bytes,
        client: inputs.may_have_urls().then_some(client),
        own_user_agent: args.fetch.has_own_user_agent(),
        ..Settings::default()
    };
    let mut worker = Worker::new(Arc::new(settings))?;
    let extraction = worker
        .extraction(task(&inputs)?)
        .map_err(|sentence| anyhow!("{}: {sentence}", args.page))?;
    Ok((worker, extraction))
}

fn task(inputs: &Inputs) -> anyhow::Result<Task> {
    let mut found = None;
    let _ = inputs.each(&mut |task| {
        found = Some(task);
        ControlFlow::Break(())
    });
    found.context("there is no page to read")
}
