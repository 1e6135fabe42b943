//! `tamis learn`: rules for a site, learned from some of its pages.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use anyhow::{Context, bail};
use tamis::Strategy;
use tamis::engine::selectors::Field;
use tamis::{Config, Extractor};
use tamis_learn::{Learned, LearnedRule, Learner};

use crate::cli::LearnArgs;
use crate::input::Inputs;
use crate::listing::Listings;
use crate::message::message;
use crate::output;
use crate::settings::Settings;
use crate::status::Status;
use crate::task::Task;
use crate::worker::Worker;

/// The largest number of pages to read. More of them teach nothing, and each needs memory.
const MAX_PAGES: usize = 1000;
/// The share of the pages that must name the host if it is not given.
const MIN_HOST_SHARE: f64 = 0.5;

/// The pages of a site that were read so far.
struct Site {
    /// Reads the pages.
    worker: Worker,
    /// Judges the pages with all engines.
    extractor: Extractor,
    learner: Learner,
    pages: usize,
    /// The number of pages that name each host.
    hosts: BTreeMap<String, usize>,
}

/// Learns the rules and writes them. The status is [`Status::Found`] if there are rules for the
/// content.
///
/// # Errors
///
/// If fewer than two pages can be read, the host is not known, a selector is not valid, or the
/// rules cannot be written.
pub fn run(args: &LearnArgs) -> anyhow::Result<Status> {
    if !args.site.is_dir() {
        bail!("--site {}: expected a folder with pages of the site", args.site.display());
    }
    let inputs = Inputs {
        names: vec![args.site.to_string_lossy().into_owned()],
        list: None,
        listings: Listings::default(),
        max_bytes: Config::default().limits.decompressed_bytes as u64,
        left_out: None,
    };
    let mut site = Site::new(args, inputs.max_bytes)?;
    // It breaks if there are enough pages.
    let _ = inputs.each(&mut |task| site.add(task));
    // Without pages, the error is about them and not about the host.
    let host = if site.pages == 0 { String::new() } else { site.host(args)? };
    let learned = site
        .learner
        .learn(&[&host])
        .with_context(|| format!("cannot learn from {}", args.site.display()))?;
    output::write(args.output.as_deref(), &learned.to_toml())?;
    summarize(&host, &learned);
    Ok(Status::of(has_content(&learned)))
}

impl Site {
    fn new(args: &LearnArgs, max_bytes: u64) -> anyhow::Result<Site> {
        let kept = args.keep.iter().try_fold(Learner::default(), |of, css| of.keep(css))?;
        let learner = args.drop.iter().try_fold(kept, |of, css| of.leave_out(css))?;
        let settings = Settings {
            // Only the page is used, not the worker's extraction: density is fast.
            config: Config::default().strategy(Strategy::Density),
            encoding: args.encoding.clone(),
            max_bytes,
            ..Settings::default()
        };
        Ok(Site {
            worker: Worker::new(Arc::new(settings))?,
            extractor: Extractor::new(Config::default())?,
            learner,
            pages: 0,
            hosts: BTreeMap::new(),
        })
    }

    /// Adds a page. If it cannot be read, a message names it.
    fn add(&mut self, task: Task) -> ControlFlow<()> {
        let source = task.source();
        let extraction = match self.worker.extraction(task) {
            Ok(extraction) => extraction,
            Err(error) => {
                message(&format!("{source}: {error}"));
                return ControlFlow::Continue(());
            }
        };
        let page = extraction.parsed_page();
        if let Some(host) = &extraction.metadata().hostname {
            let host = host.strip_prefix("www.").unwrap_or(host);
            *self.hosts.entry(host.to_owned()).or_default() += 1;
        }
        let judgement = self.extractor.decide(page);
        self.learner.add(page, std::iter::once(&judgement.verdict).chain(&judgement.others));
        self.pages += 1;
        if self.pages < MAX_PAGES {
            return ControlFlow::Continue(());
        }
        message(&format!("only the first {MAX_PAGES} pages are used"));
        ControlFlow::Break(())
    }

    /// The host that was given, or the one that most pages name.
    fn host(&self, args: &LearnArgs) -> anyhow::Result<String> {
        if let Some(host) = &args.host {
            return Ok(host.clone());
        }
        // With equal counts, the first one in alphabetical order.
        let most = self.hosts.iter().rev().max_by_key(|(_, pages)| **pages);
        match most.filter(|(_, pages)| **pages as f64 >= self.pages as f64 * MIN_HOST_SHARE) {
            Some((host, _)) => Ok(host.clone()),
            None => bail!(
                "most pages do not name their host (in a canonical address or og:url); \
                 name it with an option, such as --host example.com"
            ),
        }
    }
}

/// True if there is a rule for the content.
fn has_content(learned: &Learned) -> bool {
    learned.rules().iter().any(|rule| rule.field == Field::Content)
}

/// Prints messages about the rules that were learned.
fn summarize(host: &str, learned: &Learned) {
    let pages = learned.pages();
    let rate = 100.0 * learned.success_rate();
    message(&format!("{host}: learned from {pages} pages; content found on {rate:.0} % of them"));
    for LearnedRule { field, selector, pages: on, is_correction, .. } in learned.rules() {
        let field = if *field == Field::Content { "content" } else { "excluded" };
        let source = if *is_correction { ", as requested" } else { "" };
        message(&format!("  {field}: {selector} (on {on} pages{source})"));
    }
    if !has_content(learned) {
        message(
            "  no element has the content of most pages, so an engine will find it; \
             you can name an element with --keep",
        );
    }
}
