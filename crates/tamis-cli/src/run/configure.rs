//! Settings from the options.

use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread;

use anyhow::bail;
use tamis::Config;
use tamis::dom::decode_forced;
use tamis::json::JsonOptions;
use tamis::render::{TextOptions, XmlDialect};
use tamis::site_rules::SiteRules;
use tamis_fetch::Client;
use tamis_run::drawing::Drawing;
use tamis_run::files::{NameBy, Target};
use tamis_run::row::Window;
use tamis_run::settings::{Rendering, Settings, latest_date};
use tamis_run::urls::Urls;
use tamis_run::whole_file::Existing;
use tamis_run::worker::Worker;

use crate::advice::advice;
use crate::cli::{Cli, FilesArgs, Format, JsonPart, StrategyChoice, WritingArgs};

/// Parts of the settings that are made before the workers.
pub struct Shared {
    /// The client that fetches pages, if there can be some.
    pub client: Option<Client>,
    /// What draws pages, if some are drawn.
    pub drawing: Option<Drawing>,
    pub rules: Option<Arc<SiteRules>>,
    pub urls: Option<Arc<Urls>>,
}

/// Makes the number of workers that the options request.
///
/// # Errors
///
/// If the options are not valid.
pub fn workers(cli: &Cli, shared: Shared) -> anyhow::Result<Vec<Worker>> {
    let settings = Arc::new(settings(cli, shared)?);
    (0..jobs(cli.output.jobs)).map(|_| Ok(Worker::new(Arc::clone(&settings))?)).collect()
}

/// Returns the number of pages to work on at the same time: as requested, else one per processor
/// core.
pub fn jobs(requested: Option<u16>) -> usize {
    let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
    requested.map_or_else(cores, usize::from)
}

fn settings(cli: &Cli, shared: Shared) -> anyhow::Result<Settings> {
    let Shared { client, drawing, rules, urls } = shared;
    let mut config = config(cli)?;
    config.site_rules = rules;
    Ok(Settings {
        max_bytes: config.limits.decompressed_bytes as u64,
        config: Arc::new(config),
        encoding: cli.input.reading.encoding.clone(),
        answers: cli.content.strategy == StrategyChoice::All,
        url: cli.input.reading.url.clone(),
        urls,
        base_url: cli.input.reading.base_url.clone(),
        rendering: rendering(cli),
        window: window(&cli.writing),
        filters: cli.filters.filters(),
        json: json(&cli.output.with, &cli.writing),
        content_only: prints_content_only(cli),
        count_hidden: false,
        timings: cli.output.with.contains(&JsonPart::Timings),
        readerable: cli.output.readerable.then(|| cli.readerable.options()),
        client,
        drawing,
        own_user_agent: cli.fetch.has_own_user_agent(),
        follow_pages: cli.addition.follow_pages,
        advice: Some(advice),
    })
}

/// Checks that there is an encoding of this label.
///
/// # Errors
///
/// If there is none.
pub fn check_encoding(label: Option<&str>) -> anyhow::Result<()> {
    match label {
        Some(label) if decode_forced(b"", label).is_none() => {
            bail!("unknown encoding `{label}`: expected a label such as utf-8 or windows-1252")
        }
        _ => Ok(()),
    }
}

/// Returns the folder for a file per page that the options name, if they do. It is created if it
/// does not exist.
///
/// # Errors
///
/// If it cannot be created.
pub fn target(cli: &Cli) -> io::Result<Option<Target>> {
    let FilesArgs { output_dir, name_by, force, skip_existing } = &cli.files;
    let Some(root) = output_dir else { return Ok(None) };
    fs::create_dir_all(root)?;
    Ok(Some(Target {
        root: root.clone(),
        extension: cli.output.format.extension(cli.writing.chunks),
        name_by: *name_by,
        existing: if *force { Existing::Replace } else { Existing::Keep },
        skips: *skip_existing,
    }))
}

/// Returns the configuration of the library, without rules for single sites.
fn config(cli: &Cli) -> anyhow::Result<Config> {
    let reading = &cli.input.reading;
    check_encoding(reading.encoding.as_deref())?;
    let config = cli.engines.configure(cli.content.config()?)?;
    let config = reading.configure(config).latest_date(latest_date());
    Ok(config.comments(cli.addition.comments))
}

fn rendering(cli: &Cli) -> Option<Rendering> {
    let Cli { output, writing, .. } = cli;
    if writing.chunks {
        return Some(Rendering::Chunks(writing.markdown(), writing.max_chars()));
    }
    match output.format {
        Format::Html => Some(Rendering::Html(writing.html().fragment(output.fragment))),
        Format::Markdown => Some(Rendering::Markdown(writing.markdown(), output.front_matter)),
        Format::Xml => Some(Rendering::Xml(writing.xml())),
        Format::Tei => Some(Rendering::Xml(writing.xml().dialect(XmlDialect::Tei))),
        Format::Text => {
            let options = writing.text(output.list_markers);
            let is_plain = options == TextOptions::default() && !cli.addition.comments;
            (!is_plain).then_some(Rendering::Text(options))
        }
        Format::Json | Format::Jsonl => None,
    }
}

/// Returns true if neither what is printed nor a filter or a file's name needs facts about a page.
fn prints_content_only(cli: &Cli) -> bool {
    let Cli { output, writing, files, filters, .. } = cli;
    let prints_facts = output.format.is_json() || writing.chunks || !output.print.is_empty();
    !prints_facts && files.name_by == NameBy::Source && filters.filters().are_none()
}

fn window(writing: &WritingArgs) -> Option<Window> {
    let max_chars = writing.max_chars().filter(|_| !writing.chunks)?;
    Some(Window { cursor: writing.cursor(), max_chars })
}

/// Returns the optional fields of rows.
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
