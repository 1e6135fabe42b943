//! What is said while files are made, and at the end.

use std::fs::{self, File};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime};

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use tamis::metadata::Date;
use tamis_epub::Warning;

use crate::cli::EpubArgs;

/// How often progress is drawn.
const TICK: Duration = Duration::from_millis(200);

/// How much is said, each with those before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    Error,
    Warn,
    Info,
    Debug,
}

/// The voice of the command.
pub struct Report {
    bar: ProgressBar,
    has_bar: bool,
    /// The most that is logged.
    level: Option<Level>,
    log: Option<(PathBuf, File)>,
    begin: Instant,
    /// Lines for the end.
    failed: Vec<String>,
    empty: Vec<String>,
    /// Images that are missing.
    missing: usize,
}

impl Report {
    /// A report as the options want it.
    ///
    /// # Errors
    ///
    /// When the log can't be opened.
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
            has_bar: (level.is_none() || log.is_some()) && io::stderr().is_terminal(),
            level,
            log,
            begin: Instant::now(),
            failed: Vec::new(),
            empty: Vec::new(),
            missing: 0,
        })
    }

    /// Begins a piece of work of this many steps.
    pub fn begin(&mut self, steps: usize, what: &'static str) {
        self.bar.finish_and_clear();
        if !self.has_bar || steps == 0 {
            return;
        }
        self.bar = ProgressBar::new(steps as u64).with_message(what);
        let style =
            ProgressStyle::with_template("{spinner} {bar:40} {pos}/{len} {msg} in {elapsed}");
        // The template is fixed, and the bar's own style does as well.
        self.bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        self.bar.enable_steady_tick(TICK);
    }

    /// Counts a step.
    pub fn advance(&self) {
        self.bar.inc(1);
    }

    /// Logs a line, if so much is to be said: to the log, else to standard error.
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
            // Where the disk is full the files say so, too.
            Some((_, file)) => drop(writeln!(file, "{line}")),
            None => self.say(&line),
        }
    }

    /// Notes a page that can't be read.
    pub fn note_failed(&mut self, source: &str, reason: &str) {
        let line = format!("{source}: {reason}");
        self.log(Level::Error, &line);
        self.failed.push(line);
    }

    /// Notes a page without content.
    pub fn note_empty(&mut self, source: &str) {
        let line = format!("{source}: there is no main content");
        self.log(Level::Warn, &line);
        self.empty.push(line);
    }

    /// Notes what is missing in a file.
    pub fn note_missing(&mut self, missing: &[Warning]) {
        for warning in missing {
            self.log(Level::Warn, &warning.to_string());
        }
        self.missing += missing.len();
    }

    /// Says at the end what failed; whether anything did.
    pub fn finish(mut self) -> bool {
        self.bar.finish_and_clear();
        let lines = std::mem::take(&mut self.failed);
        let failed = !lines.is_empty();
        for line in lines.iter().chain(&std::mem::take(&mut self.empty)) {
            self.say(&format!("tamis: {line}"));
        }
        if self.missing > 0 {
            let images = if self.missing == 1 { "image is" } else { "images are" };
            let named = if self.level >= Some(Level::Warn) { "" } else { " (-vv names them)" };
            self.say(&format!("tamis: {} {images} missing{named}", self.missing));
        }
        if let Some((path, _)) = &self.log {
            self.say(&format!("tamis: the log is {}", path.display()));
        }
        failed
    }

    fn say(&self, line: &str) {
        // Where standard error is closed there is nobody to tell.
        self.bar.suspend(|| {
            let _ = writeln!(io::stderr().lock(), "{line}");
        });
    }
}

/// A new file for a log, named by the time in Greenwich.
fn open_log() -> anyhow::Result<(PathBuf, File)> {
    let home = std::env::home_dir().context("--log-to-file: no home folder is known")?;
    let folder = home.join(".tamis").join("logs");
    let now =
        SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
    let day = i64::try_from(now).ok().and_then(Date::from_unix_seconds);
    let day = day.map(|day| day.to_string()).unwrap_or_default();
    let (hours, minutes, seconds) = (now / 3600 % 24, now / 60 % 60, now % 60);
    let path = folder.join(format!("tamis_{day}_{hours:02}-{minutes:02}-{seconds:02}.log"));
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let file =
        File::create(&path).with_context(|| format!("cannot write to {}", path.display()))?;
    Ok((path, file))
}
