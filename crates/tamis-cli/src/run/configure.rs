//! Settings from the options.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread;

use anyhow::bail;
use tamis::Strategy;
use tamis::blend::auto::Favor;
use tamis::blend::smart;
use tamis::dom::{Limits, decode_forced};
use tamis::json::JsonOptions;
use tamis::render::{TextOptions, XmlDialect};
use tamis::site_rules::SiteRules;
use tamis::{Config, PageJson};
use tamis_fetch::Client;

use crate::cli::{Cli, Format, JsonPart, PageJsonChoice, StrategyChoice, WritingArgs};
use crate::input::Inputs;
use crate::row::Window;
use crate::settings::{Rendering, Settings, latest_date};
use crate::worker::Worker;

/// The largest number of bytes that one byte of another encoding becomes in UTF-8.
const MAX_DECODED_BYTES: usize = 3;

/// Makes the number of workers that the options request.
///
/// # Errors
///
/// If the options are not valid.
pub fn workers(
    cli: &Cli,
    inputs: &Inputs,
    rules: Option<Arc<SiteRules>>,
) -> anyhow::Result<Vec<Worker>> {
    let settings = Arc::new(settings(cli, inputs, rules)?);
    let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let jobs = cli.output.jobs.map_or_else(cores, usize::from);
    (0..jobs).map(|_| Ok(Worker::new(Arc::clone(&settings))?)).collect()
}

fn settings(cli: &Cli, inputs: &Inputs, rules: Option<Arc<SiteRules>>) -> anyhow::Result<Settings> {
    let client = Client::new(cli.fetch.config(cli.input.max_bytes)?)?;
    let mut config = config(cli)?;
    config.site_rules = rules;
    Ok(Settings {
        max_bytes: config.limits.decompressed_bytes as u64,
        config,
        encoding: cli.input.encoding.clone(),
        answers: cli.content.strategy == StrategyChoice::All,
        url: cli.input.url.clone(),
        base_url: cli.input.base_url.clone(),
        rendering: rendering(cli),
        window: window(&cli.writing),
        json: json(&cli.output.with, &cli.writing),
        timings: cli.output.with.contains(&JsonPart::Timings),
        readerable: cli.output.readerable.then(|| cli.readability.readerable()),
        client: inputs.may_have_urls().then_some(client),
        own_user_agent: cli.fetch.has_own_user_agent(),
        follow_pages: cli.content.follow_pages,
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

/// The configuration of the library, without rules for single sites.
fn config(cli: &Cli) -> anyhow::Result<Config> {
    check_encoding(cli.input.encoding.as_deref())?;
    let max_bytes = usize::try_from(cli.input.max_bytes).unwrap_or(usize::MAX);
    let limits = Limits::default()
        .input_bytes(max_bytes.saturating_mul(MAX_DECODED_BYTES))
        .decompressed_bytes(max_bytes);
    let mut config = Config::default()
        .strategy(match cli.content.strategy {
            StrategyChoice::One(name) => name,
            StrategyChoice::All => Strategy::Auto,
        })
        .favor(cli.content.favor.map_or_else(Favor::default, Favor::from))
        .page_json(match cli.content.page_json {
            PageJsonChoice::Never => PageJson::Never,
            PageJsonChoice::Auto => PageJson::Auto,
        })
        .comments(cli.content.comments)
        .stopwords(cli.content.stopwords()?)
        .justext(cli.justext.config()?)
        .readability(cli.readability.config()?)
        .density(cli.density.config()?)
        .selectors(cli.selectors.config()?)
        .smart(smart::Config::default().min_chars(cli.selectors.min_rule_chars))
        .latest_date(latest_date())
        .limits(limits);
    config.model = cli.content.model()?;
    Ok(config)
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

/// The optional fields of rows.
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
