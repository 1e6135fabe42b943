//! From the inputs to articles.

use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use tamis::render::HtmlOptions;
use tamis::{Config, Url};
use tamis_epub::Article;
use tamis_fetch::Client;

use super::parallel;
use super::report::{Level, Report};
use crate::cli::{EpubArgs, latest_date};
use crate::input::{Inputs, Task};
use crate::page::{Settings, Worker};

/// The articles of all pages that can be had, in the order of the inputs; the report names the others.
///
/// # Errors
///
/// When the options for the web can't be carried out.
pub fn articles(
    args: &EpubArgs,
    inputs: &Inputs,
    report: &mut Report,
) -> anyhow::Result<Vec<Article>> {
    let tasks = tasks(inputs);
    let client = Client::new(args.fetch.config(inputs.max_bytes)?)?;
    let settings = Arc::new(Settings {
        config: Config::default().latest_date(latest_date()),
        max_bytes: inputs.max_bytes,
        client: inputs.may_have_urls().then_some(client),
        ..Settings::default()
    });
    let count = usize::from(args.max_conn).min(tasks.len());
    let workers: Result<Vec<_>, _> =
        (0..count).map(|_| Worker::new(Arc::clone(&settings))).collect();
    let sources: Vec<_> = tasks.iter().map(Task::source).collect();
    let mut articles = BTreeMap::new();
    report.begin(tasks.len(), "pages");
    parallel::work(tasks, workers?, article, |number, outcome| {
        let source = &sources[number];
        match outcome {
            Ok((article, warnings)) => {
                report.log(Level::Info, &format!("{source}: {}", article.title));
                for warning in warnings {
                    report.log(Level::Warn, &format!("{source}: {warning}"));
                }
                articles.insert(number, article);
            }
            Err(Failure::NoContent) => report.note_empty(source),
            Err(Failure::Unreadable(reason)) => report.note_failed(source, &reason),
        }
        report.advance();
    });
    Ok(articles.into_values().collect())
}

/// All pages; those of the web once each.
fn tasks(inputs: &Inputs) -> Vec<Task> {
    let mut seen = HashSet::new();
    let mut tasks = Vec::new();
    // It never breaks.
    let _ = inputs.each(&mut |task| {
        let is_new = match &task {
            Task::Url(url) => seen.insert(url.clone()),
            _ => true,
        };
        tasks.extend(is_new.then_some(task));
        ControlFlow::Continue(())
    });
    tasks
}

/// Why there is no article.
enum Failure {
    NoContent,
    /// A sentence.
    Unreadable(String),
}

/// The article of a page, and what is doubtful about it.
fn article(worker: &mut Worker, task: Task) -> Result<(Article, Vec<String>), Failure> {
    let asked = match &task {
        Task::Url(url) => Url::parse(url).ok(),
        _ => None,
    };
    let outcome = catch_unwind(AssertUnwindSafe(|| worker.extraction(task)));
    let failed =
        |_| Err("the program failed on this page, which is a mistake of the program".into());
    let extraction = outcome.unwrap_or_else(failed).map_err(Failure::Unreadable)?;
    if extraction.text().is_empty() {
        return Err(Failure::NoContent);
    }
    let mut article = Article::of_pages(&extraction, &[], &HtmlOptions::default());
    article.addresses.extend(asked);
    let warnings = extraction.warnings().iter().map(ToString::to_string).collect();
    Ok((article, warnings))
}
