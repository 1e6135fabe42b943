//! Reading the page of a command that is about a single one.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};
use tamis::{Config, Extraction};
use tamis_fetch::Client;
use tamis_run::inputs::Inputs;
use tamis_run::settings::{Settings, latest_date};
use tamis_run::task::Task;
use tamis_run::worker::Worker;

use crate::advice::advice;
use crate::cli::PageArgs;
use crate::mistyped;
use crate::run::check_encoding;

/// Reads the page and extracts its content. Returns the worker too, which can explain it. `config`
/// needs no limits and no latest date. `output` is the file to print to.
///
/// # Errors
///
/// If the page cannot be read, is not a single one, or an option is not valid.
pub fn extract(
    args: &PageArgs,
    config: Config,
    output: Option<&Path>,
) -> anyhow::Result<(Worker, Extraction)> {
    let PageArgs { page, reading, fetch, .. } = args;
    let max_bytes = reading.max_bytes;
    let names = vec![page.into()];
    let inputs = Inputs { names, max_bytes, meaning: mistyped::hint, ..Inputs::default() };
    if inputs.are_several() {
        bail!("{page}: expected a single page, not a folder or an archive");
    }
    inputs.check_output(output)?;
    inputs.check_url(reading.url.as_deref())?;
    check_encoding(reading.encoding.as_deref())?;
    let client = Client::new(fetch.config(max_bytes)?)?;
    #[cfg(feature = "browser")]
    let drawing = {
        args.drawing.check(false)?;
        args.drawing.drawing(&client, fetch.timeout())?
    };
    #[cfg(not(feature = "browser"))]
    let drawing = None;
    let settings = Settings {
        config: Arc::new(reading.configure(config).latest_date(latest_date())),
        encoding: reading.encoding.clone(),
        url: reading.url.clone(),
        base_url: reading.base_url.clone(),
        max_bytes,
        client: inputs.may_have_urls().then_some(client),
        drawing,
        own_user_agent: fetch.has_own_user_agent(),
        advice: Some(advice),
        ..Settings::default()
    };
    let mut worker = Worker::new(Arc::new(settings))?;
    let extraction =
        worker.extraction(task(&inputs)?).map_err(|sentence| anyhow!("{page}: {sentence}"))?;
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
