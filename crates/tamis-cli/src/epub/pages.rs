//! The articles of the inputs.

use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use tamis::render::HtmlOptions;
use tamis::{Config, Outcome, Url};
use tamis_epub::Article;
use tamis_fetch::Client;
use tamis_run::inputs::Inputs;
use tamis_run::parallel;
use tamis_run::settings::{Settings, latest_date};
use tamis_run::task::Task;
use tamis_run::worker::Worker;

use super::report::{Level, Report};
use crate::advice::advice;
use crate::cli::EpubArgs;

/// A page that was read.
pub struct ReadPage {
    /// The name of the page as it was given, or its URL if it is in a WARC file.
    pub source: String,
    pub article: Article,
}

/// Reads the articles of all pages that have one, in the order of the inputs. The report names the
/// others.
///
/// # Errors
///
/// If the options for the web are not valid.
pub fn read(
    args: &EpubArgs,
    inputs: &Inputs,
    report: &mut Report,
) -> anyhow::Result<Vec<ReadPage>> {
    let tasks = tasks(inputs);
    if let Some(sentence) = Inputs::others_sentence(&inputs.others) {
        report.log(Level::Info, &sentence);
    }
    let client = Client::new(args.fetch.config(inputs.max_bytes)?)?;
    let settings = Arc::new(Settings {
        config: Arc::new(Config::default().strategy(args.strategy).latest_date(latest_date())),
        base_url: args.base_url.clone(),
        max_bytes: inputs.max_bytes,
        client: inputs.may_have_urls().then_some(client),
        advice: Some(advice),
        ..Settings::default()
    });
    let count = usize::from(args.max_conn).min(tasks.len());
    let workers: Result<Vec<_>, _> =
        (0..count).map(|_| Worker::new(Arc::clone(&settings))).collect();
    let sources: Vec<_> = tasks.iter().map(Task::source).collect();
    let mut pages = BTreeMap::new();
    report.begin(tasks.len(), "pages");
    parallel::work(tasks, workers?, article, |number, outcome| {
        let source = &sources[number];
        match outcome {
            Ok((article, warnings)) => {
                report.log(Level::Info, &format!("{source}: {}", article.title));
                for warning in warnings {
                    report.log(Level::Warn, &format!("{source}: {warning}"));
                }
                pages.insert(number, ReadPage { source: source.clone(), article });
            }
            Err(Failure::NoContent(outcome)) => report.note_empty(source, outcome),
            Err(Failure::Unreadable(reason)) => report.note_failed(source, &reason),
        }
        report.advance();
    });
    Ok(pages.into_values().collect())
}

/// Returns the tasks of all pages. Each address is one task, even if it is named twice.
fn tasks(inputs: &Inputs) -> Vec<Task> {
    let mut seen = HashSet::new();
    let mut tasks = Vec::new();
    // It never breaks.
    let _ = inputs.each(&mut |task| {
        let is_new = match &task {
            Task::Url { url, .. } => seen.insert(url.clone()),
            _ => true,
        };
        tasks.extend(is_new.then_some(task));
        ControlFlow::Continue(())
    });
    tasks
}

/// The reason why there is no article.
enum Failure {
    NoContent(Outcome),
    /// The page cannot be read, with the reason as a sentence.
    Unreadable(String),
}

/// Returns the `file:` address of the folder of a file.
fn folder_of(file: &Path) -> Option<Url> {
    let folder = file.canonicalize().ok()?.parent()?.to_owned();
    Url::from_directory_path(folder).ok()
}

/// Returns the article of a page, and its warnings.
fn article(worker: &mut Worker, task: Task) -> Result<(Article, Vec<String>), Failure> {
    let (requested, folder) = match &task {
        Task::Url { url, .. } => (Url::parse(url).ok(), None),
        Task::File { path, .. } => (None, folder_of(path)),
        _ => (None, None),
    };
    let extraction = worker
        .guarded(|worker| worker.extraction(task))
        .flatten()
        .map_err(|failure| Failure::Unreadable(failure.message))?;
    if extraction.text().is_empty() {
        return Err(Failure::NoContent(extraction.outcome()));
    }
    let mut options = HtmlOptions::default();
    if extraction.page().base_url().is_none() {
        // The pictures of a saved page are in its folder, whatever address the page states.
        options.base.clone_from(&folder);
    }
    let mut article = Article::of_pages(&extraction, &[], &options);
    article.addresses.extend(requested);
    article.base = folder;
    let warnings = extraction.warnings().iter().map(ToString::to_string).collect();
    Ok((article, warnings))
}
