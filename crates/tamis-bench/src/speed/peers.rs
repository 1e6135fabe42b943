//! Other libraries, each run as a process of its own over the same pages.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, thread};

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

use super::PageFiles;

/// The environment variable that names the Python with the peers' packages.
pub const PYTHON_VARIABLE: &str = "TAMIS_PEER_PYTHON";

/// A library to compare with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Peer {
    /// Its name and version.
    pub name: &'static str,
    program: Program,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Program {
    /// A script beside the crate.
    Python(&'static str),
    /// A program that `peers/setup.sh` builds.
    Built(&'static str),
}

/// What a peer reports, with its name.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PeerResult {
    /// Its name and version.
    pub name: &'static str,
    /// What it printed.
    #[serde(flatten)]
    pub line: PeerLine,
}

/// The line that a peer prints.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PeerLine {
    /// Processor time of decoding and extraction, in seconds.
    pub seconds_cpu: f64,
    /// How many pages it read.
    pub pages: usize,
    /// How many of them it failed on.
    pub failures: usize,
    /// Its memory at most, in bytes; with everything that it loads.
    pub peak_rss_bytes: Option<u64>,
}

impl Peer {
    /// Every peer.
    pub const ALL: [Self; 3] = [
        Self {
            name: "justext crate 0.3.0",
            program: Program::Built("justext-rs/release/justext-peer"),
        },
        Self { name: "resiliparse 2.0.0", program: Program::Python("resiliparse_peer.py") },
        Self { name: "jusText 3.0.2 (Python)", program: Program::Python("justext_peer.py") },
    ];

    /// Runs the peer over the pages `passes` times, each in a process of its own: the pass whose time is the median.
    ///
    /// # Errors
    ///
    /// When it is not set up (`peers/setup.sh` does that), fails, or reads another number of pages.
    pub fn run(&self, pages: &PageFiles, passes: usize) -> Result<PeerResult> {
        let lines = (0..passes).map(|_| self.pass(pages)).collect::<Result<Vec<_>>>()?;
        let line = median(lines).with_context(|| format!("peer {}: no pass", self.name))?;
        Ok(PeerResult { name: self.name, line })
    }

    fn pass(&self, pages: &PageFiles) -> Result<PeerLine> {
        let line = self.report(pages.paths()).with_context(|| {
            format!("peer {} (peers/setup.sh beside the bench sets it up)", self.name)
        })?;
        ensure!(
            line.pages == pages.paths().len(),
            "peer {} read {} pages of {}",
            self.name,
            line.pages,
            pages.paths().len()
        );
        Ok(line)
    }

    fn report(&self, paths: &[PathBuf]) -> Result<PeerLine> {
        let mut child = self
            .command()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("start it")?;
        let mut stdin = child.stdin.take().context("its standard input")?;
        let mut list = Vec::new();
        for path in paths {
            list.extend_from_slice(path.as_os_str().as_encoded_bytes());
            list.push(b'\n');
        }
        // In a thread: a peer that prints before it has read everything must not block both sides.
        let writer = thread::spawn(move || stdin.write_all(&list));
        let output = child.wait_with_output().context("wait for it")?;
        ensure!(output.status.success(), "it ended with {}", output.status);
        writer.join().ok().context("hand over the pages")?.context("hand over the pages")?;
        serde_json::from_slice(&output.stdout).context("read what it printed")
    }

    fn command(&self) -> Command {
        let built = tamis_testkit::corpus::checkout().join("target/peers");
        match self.program {
            Program::Built(path) => Command::new(built.join(path)),
            Program::Python(script) => {
                let python = env::var_os(PYTHON_VARIABLE)
                    .map_or_else(|| built.join("venv/bin/python"), PathBuf::from);
                let mut command = Command::new(python);
                command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("peers").join(script));
                // No compiled files beside the scripts.
                command.env("PYTHONDONTWRITEBYTECODE", "1");
                command
            }
        }
    }
}

/// The line whose time is the median by nearest rank.
fn median(mut lines: Vec<PeerLine>) -> Option<PeerLine> {
    lines.sort_by(|a, b| a.seconds_cpu.total_cmp(&b.seconds_cpu));
    lines.get(lines.len().saturating_sub(1) / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_pass_is_taken() {
        let line =
            |seconds_cpu| PeerLine { seconds_cpu, pages: 1, failures: 0, peak_rss_bytes: None };
        let median = |seconds: &[f64]| {
            median(seconds.iter().map(|seconds| line(*seconds)).collect()).map(|l| l.seconds_cpu)
        };
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[2.0, 1.0]), Some(1.0));
        assert_eq!(median(&[]), None);
    }
}
