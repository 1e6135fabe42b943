//! Progress and messages of `tamis epub`.

use std::fs::{self, File};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime};

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use tamis::Outcome;
use tamis::metadata::Date;
use tamis_epub::VolumeWarning;
use tamis_run::terminal::shown;

use crate::cli::EpubArgs;
use crate::message::write_line;

/// The time between two drawings of the progress.
const TICK: Duration = Duration::from_millis(200);

/// The level of a message. A report logs all levels up to its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    Error,
    Warn,
    Info,
    Debug,
}

/// Progress, log and the summary at the end.
pub struct Report {
    bar: ProgressBar,
    has_bar: bool,
    /// The last level that is logged. `None` if nothing is.
    level: Option<Level>,
    log: Option<(PathBuf, File)>,
    begin: Instant,
    /// The failed pages, as lines for the summary.
    failed: Vec<String>,
    /// The pages without content, as lines for the summary.
    empty: Vec<String>,
    /// The number of missing images.
    missing: usize,
    /// True if only errors are printed.
    quiet: bool,
}

impl Report {
    /// Returns a report with the level and log of the options.
    ///
    /// # Errors
    ///
    /// If the log cannot be opened.
    pub fn open(args: &EpubArgs) -> anyhow::Result<Report> {
        let level = match args.verbosity {
            0 => args.log_to_file.then_some(Level::Debug),
            1 => Some(Level::Error),
            2 => Some(Level::Warn),
            3 => Some(Level::Info),
            _ => Some(Level::Debug),
        };
        let log = args.log_to_file.then(open_log).transpose()?;
        Ok(Report {
            bar: ProgressBar::hidden(),
            has_bar: (level.is_none() || log.is_some())
                && !args.quiet
                && io::stderr().is_terminal(),
            level,
            log,
            begin: Instant::now(),
            failed: Vec::new(),
            empty: Vec::new(),
            missing: 0,
            quiet: args.quiet,
        })
    }

    /// Begins a piece of work with this number of steps.
    pub fn begin(&mut self, steps: usize, what: &'static str) {
        self.bar.finish_and_clear();
        if !self.has_bar || steps == 0 {
            return;
        }
        self.bar = ProgressBar::new(steps as u64).with_message(what);
        let style =
            ProgressStyle::with_template("{spinner} {bar:40} {pos}/{len} {msg} in {elapsed}");
        // The template is constant. If it were wrong, the default style would do.
        self.bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        self.bar.enable_steady_tick(TICK);
    }

    /// Counts a step.
    pub fn advance(&self) {
        self.bar.inc(1);
    }

    /// Writes a line to the log, or to standard error if there is no log. Does nothing if the level
    /// is not logged.
    pub fn log(&mut self, level: Level, line: &str) {
        if self.level.is_none_or(|most| level > most) {
            return;
        }
        let name = match level {
            Level::Error => "error",
            Level::Warn => "warning",
            Level::Info => "info",
            Level::Debug => "debug",
        };
        let seconds = self.begin.elapsed().as_secs_f64();
        let line = format!("{seconds:9.3} {name}: {line}");
        match &mut self.log {
            // If the disk is full, writing the files fails too and reports it.
            Some((_, file)) => drop(writeln!(file, "{}", shown(&line))),
            None => self.say(&line),
        }
    }

    /// Notes a page that cannot be read.
    pub fn note_failed(&mut self, source: &str, reason: &str) {
        let line = format!("{source}: {reason}");
        self.log(Level::Error, &line);
        self.failed.push(line);
    }

    /// Notes a page without content.
    pub fn note_empty(&mut self, source: &str, outcome: Outcome) {
        let line = format!("{source}: {outcome}");
        self.log(Level::Warn, &line);
        self.empty.push(line);
    }

    /// Notes the images that a file lacks.
    pub fn note_missing(&mut self, missing: &[VolumeWarning]) {
        for warning in missing {
            self.log(Level::Warn, &warning.to_string());
        }
        self.missing += missing.len();
    }

    /// Prints the summary. Returns true if a page failed.
    pub fn finish(mut self) -> bool {
        self.bar.finish_and_clear();
        let lines = std::mem::take(&mut self.failed);
        let failed = !lines.is_empty();
        let empty = std::mem::take(&mut self.empty);
        for line in lines.iter().chain(empty.iter().filter(|_| !self.quiet)) {
            self.say(&format!("tamis: {line}"));
        }
        if self.missing > 0 && !self.quiet {
            let images = if self.missing == 1 { "image is" } else { "images are" };
            let named = if self.level >= Some(Level::Warn) { "" } else { " (-vv names them)" };
            self.say(&format!("tamis: {} {images} missing{named}", self.missing));
        }
        if let Some((path, _)) = &self.log {
            self.say(&format!("tamis: the log is in {}", path.display()));
        }
        failed
    }

    fn say(&self, line: &str) {
        self.bar.suspend(|| write_line(line));
    }
}

/// Creates a file for the log, named after the time in UTC.
fn open_log() -> anyhow::Result<(PathBuf, File)> {
    let home = std::env::home_dir().context("--log-to-file: the home folder is not known")?;
    let folder = home.join(".tamis").join("logs");
    let now =
        SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
    let day = i64::try_from(now).ok().and_then(Date::from_unix_seconds);
    let day = day.map(|day| day.to_string()).unwrap_or_default();
    let (hours, minutes, seconds) = (now / 3600 % 24, now / 60 % 60, now % 60);
    let path = folder.join(format!("tamis_{day}_{hours:02}-{minutes:02}-{seconds:02}.log"));
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let file =
        File::create(&path).with_context(|| format!("cannot write to {}", path.display()))?;
    Ok((path, file))
}
