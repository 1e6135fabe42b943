//! `tamis learn`: rules for a site, learned from some of its pages.

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, bail};
use tamis::Strategy;
use tamis::engine::selectors::Field;
use tamis::{Config, Decision, Extraction, Extractor};
use tamis_learn::{Learned, LearnedRule, Learner};
use tamis_run::inputs::Inputs;
use tamis_run::parallel;
use tamis_run::settings::Settings;
use tamis_run::task::Task;
use tamis_run::urls::Urls;
use tamis_run::worker::Worker;

use crate::advice::advice;
use crate::cli::LearnArgs;
use crate::message::message;
use crate::mistyped;
use crate::output;
use crate::run::jobs;
use crate::status::Status;

/// The largest number of pages to read. More of them teach nothing, and each needs memory.
const MAX_PAGES: usize = 1000;
/// From so many pages on, what they have in common is the template of the site.
const FEW_PAGES: usize = 6;
/// The share of the pages that must name the host if it is not given.
const MIN_HOST_SHARE: f64 = 0.5;

/// The number of pages that are read before the learner gets them, in their order.
const BATCH_PAGES: usize = 64;

/// Reads pages and judges them.
struct Reader {
    worker: Worker,
    /// Judges the pages with all engines.
    extractor: Extractor,
}

/// The pages of a site that were read so far.
struct Site {
    readers: Vec<Reader>,
    /// The pages to read next.
    waiting: Vec<Task>,
    learner: Learner,
    pages: usize,
    /// True if there are more pages than are used.
    has_more: bool,
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
        names: vec![args.site.clone().into_os_string()],
        max_bytes: Config::default().limits.decompressed_bytes as u64,
        meaning: mistyped::hint,
        ..Inputs::default()
    };
    let mut site = Site::new(args, inputs.max_bytes)?;
    // It breaks if there are enough pages.
    if inputs.each(&mut |task| site.take(task)).is_continue() {
        site.read();
    }
    if site.has_more {
        message(&format!("only the first {MAX_PAGES} pages are used"));
    }
    if let Some(sentence) = Inputs::others_sentence(&inputs.others) {
        message(&sentence);
    }
    // Without pages, the error is about them and not about the host.
    let host = if site.pages == 0 { String::new() } else { site.host(args)? };
    let learned = site
        .learner
        .learn(&[&host])
        .with_context(|| format!("cannot learn from {}", args.site.display()))?;
    if let Some(folder) = args.output.as_deref().and_then(Path::parent) {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot create the folder {}", folder.display()))?;
    }
    output::write(args.output.as_deref(), &learned.to_toml())?;
    summarize(&host, &learned);
    if learned.pages() < FEW_PAGES {
        message(&format!(
            "rules from fewer than {FEW_PAGES} pages often fit no others: what these pages have in \
             common by chance looks like the template; compare with --site-rules on more pages"
        ));
    }
    Ok(Status::of(has_content(&learned)))
}

impl Reader {
    /// Reads a page and judges it. An error is a sentence.
    fn read(&mut self, task: Task) -> Result<(Extraction, Decision), String> {
        let extraction = self.worker.extraction(task).map_err(|failure| failure.message)?;
        let decision = self.extractor.decide(extraction.parsed_page());
        Ok((extraction, decision))
    }
}

impl Site {
    fn new(args: &LearnArgs, max_bytes: u64) -> anyhow::Result<Site> {
        let kept = args.keep.iter().try_fold(Learner::default(), |of, css| of.keep(css))?;
        let learner = args.drop.iter().try_fold(kept, |of, css| of.leave_out(css))?;
        let settings = Arc::new(Settings {
            // Only the page is used, not the worker's extraction: density is fast.
            config: Arc::new(Config::default().strategy(Strategy::Density)),
            encoding: args.encoding.clone(),
            urls: args.urls.as_deref().map(Urls::read).transpose()?.map(Arc::new),
            max_bytes,
            advice: Some(advice),
            ..Settings::default()
        });
        let reader = |_| {
            Ok(Reader {
                worker: Worker::new(Arc::clone(&settings))?,
                extractor: Extractor::new(Config::default())?,
            })
        };
        Ok(Site {
            readers: (0..jobs(args.jobs)).map(reader).collect::<anyhow::Result<_>>()?,
            waiting: Vec::new(),
            learner,
            pages: 0,
            has_more: false,
            hosts: BTreeMap::new(),
        })
    }

    /// Takes a page, and reads those that wait if they are enough.
    fn take(&mut self, task: Task) -> ControlFlow<()> {
        self.waiting.push(task);
        if self.waiting.len() < BATCH_PAGES {
            return ControlFlow::Continue(());
        }
        self.read();
        if !self.has_more {
            return ControlFlow::Continue(());
        }
        ControlFlow::Break(())
    }

    /// Reads the pages that wait, and adds them in their order. If one cannot be read, a message
    /// names it.
    fn read(&mut self) {
        let tasks = std::mem::take(&mut self.waiting);
        let sources: Vec<_> = tasks.iter().map(Task::source).collect();
        let mut read = BTreeMap::new();
        let readers = self.readers.iter_mut().collect();
        parallel::work(
            tasks,
            readers,
            |reader, task| reader.read(task),
            |number, page| {
                read.insert(number, page);
            },
        );
        for (number, page) in read {
            match page {
                Ok((extraction, decision)) if self.pages < MAX_PAGES => {
                    self.add(&extraction, &decision);
                }
                Ok(_) => self.has_more = true,
                Err(error) => message(&format!("{}: {error}", sources[number])),
            }
        }
    }

    fn add(&mut self, extraction: &Extraction, decision: &Decision) {
        if let Some(host) = &extraction.metadata().hostname {
            let host = host.strip_prefix("www.").unwrap_or(host);
            *self.hosts.entry(host.to_owned()).or_default() += 1;
        }
        let verdicts = std::iter::once(&decision.verdict).chain(&decision.others);
        self.learner.add(extraction.parsed_page(), verdicts);
        self.pages += 1;
    }

    /// Returns the host that was given, or the one that most pages name.
    fn host(&self, args: &LearnArgs) -> anyhow::Result<String> {
        if let Some(host) = &args.host {
            return Ok(host.clone());
        }
        // With equal counts, the first one in alphabetical order.
        let most = self.hosts.iter().rev().max_by_key(|(_, pages)| **pages);
        let hint = "name the host with an option, such as --host example.com";
        match most {
            Some((host, pages)) if *pages as f64 >= self.pages as f64 * MIN_HOST_SHARE => {
                Ok(host.clone())
            }
            Some((host, pages)) => bail!(
                "the host of the site is not known: {host} is named most often, but by {pages} of \
                 {} pages only; {hint}",
                self.pages
            ),
            None => bail!(
                "the host of the site is not known: no page names it in a canonical address or \
                 og:url; {hint}"
            ),
        }
    }
}

/// Returns true if there is a rule for the content.
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
