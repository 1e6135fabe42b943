//! What is said on standard error while the program works: progress, warnings, errors.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::row::Row;

/// How often progress is drawn.
const TICK: Duration = Duration::from_millis(200);

/// The voice of the program.
pub struct Progress {
    bar: ProgressBar,
    failed: u64,
    warn: bool,
}

impl Progress {
    /// Shows progress if `show` and standard error is a terminal; says warnings if `warn`.
    pub fn new(show: bool, warn: bool) -> Progress {
        let bar = if show && io::stderr().is_terminal() {
            let bar = ProgressBar::new_spinner();
            let style =
                ProgressStyle::with_template("{spinner} {pos} pages in {elapsed}, {per_sec}{msg}");
            // The template is fixed, and the spinner's own style does as well.
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            bar.enable_steady_tick(TICK);
            bar
        } else {
            ProgressBar::hidden()
        };
        Progress { bar, failed: 0, warn }
    }

    /// Counts a page and says what was wrong with it.
    pub fn note(&mut self, row: &Row) {
        self.bar.inc(1);
        if let Some(error) = &row.error {
            self.failed += 1;
            self.bar.set_message(format!(", {} failed", self.failed));
            self.say(&format!("tamis: {}: {error}", row.source));
        }
        if self.warn {
            for warning in &row.extraction.warnings {
                self.say(&format!("tamis: {}: warning: {warning}", row.source));
            }
            if let Some(next) = row.next_cursor {
                self.say(&format!("tamis: {}: there is more: --cursor {next}", row.source));
            }
        }
    }

    /// Takes the progress off the terminal.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }

    fn say(&self, line: &str) {
        // Where standard error is closed there is nobody to tell.
        self.bar.suspend(|| {
            let _ = writeln!(io::stderr().lock(), "{line}");
        });
    }
}
