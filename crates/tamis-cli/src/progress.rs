//! Progress, warnings and errors on standard error, while the program works.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use tamis::Outcome;
use tamis_run::row::Row;

use crate::message::write_line;

/// The time between two drawings of the progress.
const TICK: Duration = Duration::from_millis(200);

/// The messages of a run on standard error.
pub struct Progress {
    bar: ProgressBar,
    failed: u64,
    warn: bool,
}

impl Progress {
    /// Shows progress if `show` is true and standard error is a terminal. Prints warnings if `warn`
    /// is true.
    pub fn new(show: bool, warn: bool) -> Progress {
        let bar = if show && io::stderr().is_terminal() {
            let bar = ProgressBar::new_spinner();
            let style =
                ProgressStyle::with_template("{spinner} {pos} pages in {elapsed}, {per_sec}{msg}");
            // The template is constant. If it were wrong, the default style would do.
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            bar.enable_steady_tick(TICK);
            bar
        } else {
            ProgressBar::hidden()
        };
        Progress { bar, failed: 0, warn }
    }

    /// Counts a page, and prints its error, its warnings, and the reason if it has no content.
    pub fn note(&mut self, row: &Row) {
        self.bar.inc(1);
        if let Some(error) = &row.error {
            self.fail(&row.source, &error.message);
        }
        if self.warn && row.left_out.is_none() {
            if let Some(outcome) =
                row.extraction.outcome.filter(|&outcome| outcome != Outcome::Found)
            {
                self.say(&format!("tamis: {}: {outcome}", row.source));
            }
            for warning in &row.extraction.warnings {
                self.say(&format!("tamis: {}: warning: {warning}", row.source));
            }
            if let Some(next) = row.next_cursor {
                self.say(&format!("tamis: {}: the content continues: --cursor {next}", row.source));
            }
        }
    }

    /// Counts and prints an error.
    pub fn fail(&mut self, source: &str, error: &str) {
        self.failed += 1;
        self.bar.set_message(format!(", {} failed", self.failed));
        self.say(&format!("tamis: {source}: {error}"));
    }

    /// Removes the progress from the terminal.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }

    fn say(&self, line: &str) {
        self.bar.suspend(|| write_line(line));
    }
}
