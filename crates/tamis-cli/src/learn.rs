//! `tamis learn`: rules for a site from some of its pages.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, bail};
use tamis::engine::EngineName;
use tamis::engine::selectors::Field;
use tamis::site_rules::learn::{Learned, LearnedRule, Learner};
use tamis::{Config, Extractor};

use crate::cli::LearnArgs;
use crate::input::{Inputs, STDIN, Task};
use crate::page::{Settings, Worker};

/// No more pages are read: they teach nothing more, and each needs memory.
const MAX_PAGES: usize = 1000;
/// The share of the pages that have to name the host where it is not given.
const MIN_HOST_SHARE: f64 = 0.5;

/// What is known of a site so far.
struct Site {
    worker: Worker,
    /// Asks all engines.
    extractor: Extractor,
    learner: Learner,
    pages: usize,
    /// How many pages name each host.
    hosts: BTreeMap<String, usize>,
}

/// Learns and writes the rules; comes back with the exit status: that of success if rules for content were found.
///
/// # Errors
///
/// When there are fewer than two pages that can be read, no host is known, a selector can't be read or the rules can't be
/// written.
pub fn run(args: &LearnArgs) -> anyhow::Result<u8> {
    if !args.site.is_dir() {
        bail!("{} is no folder: --site wants one with pages of the site", args.site.display());
    }
    let inputs = Inputs {
        names: vec![args.site.to_string_lossy().into_owned()],
        list: None,
        max_bytes: Config::default().limits.decompressed_bytes as u64,
    };
    let mut site = Site::new(args, inputs.max_bytes)?;
    // It breaks when there are enough pages.
    let _ = inputs.each(&mut |task| site.add(task));
    // Without pages there is more to complain of than a host.
    let host = if site.pages == 0 { String::new() } else { site.host(args)? };
    let learned = site
        .learner
        .learn(&[&host])
        .with_context(|| format!("nothing can be learned from {}", args.site.display()))?;
    write(args.output.as_deref(), &learned.to_toml())?;
    tell(&host, &learned);
    Ok(u8::from(learned.rules().iter().all(|rule| rule.field != Field::Content)))
}

impl Site {
    fn new(args: &LearnArgs, max_bytes: u64) -> anyhow::Result<Site> {
        let kept = args.keep.iter().try_fold(Learner::default(), |of, css| of.keep(css))?;
        let learner = args.drop.iter().try_fold(kept, |of, css| of.leave_out(css))?;
        let settings = Settings {
            // What the worker extracts is not looked at.
            config: Config::default().engine(EngineName::Density),
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

    /// Adds a page. One that can't be read is named, and the others are learned from.
    fn add(&mut self, task: Task) -> ControlFlow<()> {
        let source = task.source();
        let extraction = match self.worker.extraction(task) {
            Ok(extraction) => extraction,
            Err(error) => {
                say(&format!("{source}: {error}"));
                return ControlFlow::Continue(());
            }
        };
        let page = extraction.page();
        if let Some(host) = &extraction.metadata().hostname {
            let host = host.strip_prefix("www.").unwrap_or(host);
            *self.hosts.entry(host.to_owned()).or_default() += 1;
        }
        let judgement = self.extractor.judge(page);
        self.learner.add(page, std::iter::once(&judgement.verdict).chain(&judgement.others));
        self.pages += 1;
        if self.pages < MAX_PAGES {
            return ControlFlow::Continue(());
        }
        say(&format!("no more than {MAX_PAGES} pages are looked at"));
        ControlFlow::Break(())
    }

    /// The host that was given, else the one that most pages name.
    fn host(&self, args: &LearnArgs) -> anyhow::Result<String> {
        if let Some(host) = &args.host {
            return Ok(host.clone());
        }
        // Of equals the first by name.
        let most = self.hosts.iter().rev().max_by_key(|(_, pages)| **pages);
        match most.filter(|(_, pages)| **pages as f64 >= self.pages as f64 * MIN_HOST_SHARE) {
            Some((host, _)) => Ok(host.clone()),
            None => bail!(
                "the pages do not say which host they are of (by a canonical address or og:url); \
                 name it with --host, such as --host example.com"
            ),
        }
    }
}

fn write(path: Option<&Path>, toml: &str) -> anyhow::Result<()> {
    if let Some(path) = path.filter(|path| path.as_os_str() != STDIN) {
        return fs::write(path, toml)
            .with_context(|| format!("cannot write to {}", path.display()));
    }
    let mut out = io::stdout().lock();
    out.write_all(toml.as_bytes()).and_then(|()| out.flush()).context("cannot write the output")
}

/// Says what was learned.
fn tell(host: &str, learned: &Learned) {
    let pages = learned.pages();
    let rate = 100.0 * learned.success_rate();
    say(&format!("{host}: learned from {pages} pages; content found on {rate:.0} % of them"));
    for LearnedRule { field, selector, pages: on, is_correction, .. } in learned.rules() {
        let field = if *field == Field::Content { "content" } else { "no content" };
        let source = if *is_correction { ", as you say" } else { "" };
        say(&format!("  {field}: {selector} (on {on} pages{source})"));
    }
    if !learned.rules().iter().any(|rule| rule.field == Field::Content) {
        say(
            "  no element holds the content of most pages: an engine will answer; --keep names one",
        );
    }
}

fn say(line: &str) {
    // Where standard error is closed there is nobody to tell.
    let _ = writeln!(io::stderr().lock(), "tamis: {line}");
}
