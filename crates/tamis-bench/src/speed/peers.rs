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
    /// With what of ours it is compared.
    pub ours: Ours,
    program: Program,
    /// The number of pages that the peer reads: fewer than all if it is too slow.
    pages: usize,
}

/// The measure of ours that a peer is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ours {
    /// The default strategy from bytes to text.
    Auto,
    /// jusText from bytes to text.
    Justext,
    /// Readability from bytes to safe HTML.
    Readability,
    /// Readability from a document to safe HTML.
    ReadabilityWithoutParse,
    /// From bytes to the whole page in Markdown.
    Markdown,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Program {
    /// A script in the folder of the peers.
    Python(&'static str),
    /// A script in the folder of the peers.
    Node(&'static str),
    /// A program that `peers/setup.sh` builds, and its arguments.
    Built(&'static str, &'static [&'static str]),
}

const DOM_SMOOTHIE: &str = "dom-smoothie-rs/release/dom-smoothie-peer";
const RS_TRAFILATURA: &str = "rs-trafilatura-rs/release/rs-trafilatura-peer";
const MARKDOWN: &str = "markdown-rs/release/markdown-peer";

const ALL_PAGES: usize = usize::MAX;

/// Chooses the pages of a peer that does not read all.
const SEED: u64 = 1;

/// The report of a peer, with its name.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PeerResult {
    /// Its name and version.
    pub name: &'static str,
    /// With what of ours it is compared.
    pub ours: Ours,
    /// The output of the peer.
    #[serde(flatten)]
    pub line: PeerLine,
    /// The places of the pages that it read.
    #[serde(skip)]
    pub places: Vec<usize>,
}

/// The line that a peer prints.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PeerLine {
    /// Processor time of decoding and extraction, in seconds.
    pub seconds_cpu: f64,
    /// The number of pages that were read.
    pub pages: usize,
    /// The number of pages on which it failed.
    pub failures: usize,
    /// Its memory at most, in bytes; with everything that it loads.
    pub peak_rss_bytes: Option<u64>,
}

impl Peer {
    /// Every peer.
    pub const ALL: [Self; 10] = [
        Self {
            name: "trafilatura 2.3.1",
            ours: Ours::Auto,
            program: Program::Python("trafilatura_peer.py"),
            pages: 100,
        },
        Self {
            name: "rs-trafilatura 0.2.2",
            ours: Ours::Auto,
            program: Program::Built(RS_TRAFILATURA, &[]),
            pages: 100,
        },
        Self {
            name: "justext crate 0.3.0",
            ours: Ours::Justext,
            program: Program::Built("justext-rs/release/justext-peer", &[]),
            pages: ALL_PAGES,
        },
        Self {
            name: "resiliparse 2.0.0",
            ours: Ours::Auto,
            program: Program::Python("resiliparse_peer.py"),
            pages: ALL_PAGES,
        },
        Self {
            name: "jusText 3.0.2 (Python)",
            ours: Ours::Justext,
            program: Program::Python("justext_peer.py"),
            pages: ALL_PAGES,
        },
        Self {
            name: "dom_smoothie 0.19.0",
            ours: Ours::Readability,
            program: Program::Built(DOM_SMOOTHIE, &[]),
            pages: ALL_PAGES,
        },
        Self {
            name: "dom_smoothie, no parse",
            ours: Ours::ReadabilityWithoutParse,
            program: Program::Built(DOM_SMOOTHIE, &["--without-parse"]),
            pages: ALL_PAGES,
        },
        Self {
            name: "htmd 0.5.6",
            ours: Ours::Markdown,
            program: Program::Built(MARKDOWN, &["--speed", "htmd"]),
            pages: ALL_PAGES,
        },
        Self {
            name: "fast_html2md 0.0.63",
            ours: Ours::Markdown,
            program: Program::Built(MARKDOWN, &["--speed", "fast_html2md"]),
            pages: ALL_PAGES,
        },
        Self {
            name: "Readability.js 0.6, jsdom",
            ours: Ours::Readability,
            program: Program::Node("readability_peer.js"),
            pages: 100,
        },
    ];

    /// Returns the peers with one of these words in their names, in any case; all for no words.
    ///
    /// ```
    /// use tamis_bench::speed::Peer;
    /// let found = Peer::named(&["Resiliparse".to_owned()]);
    /// assert_eq!(found.iter().map(|peer| peer.name).collect::<Vec<_>>(), ["resiliparse 2.0.0"]);
    /// assert_eq!(Peer::named(&[]).len(), Peer::ALL.len());
    /// ```
    pub fn named(words: &[String]) -> Vec<Peer> {
        let has =
            |peer: &&Peer, word: &String| peer.name.to_lowercase().contains(&word.to_lowercase());
        let wanted = |peer: &&Peer| words.is_empty() || words.iter().any(|word| has(peer, word));
        Peer::ALL.iter().filter(wanted).copied().collect()
    }

    /// Runs the peer over its pages `passes` times, each time in a new process. Returns the pass
    /// with the median time.
    ///
    /// # Errors
    ///
    /// If it is not set up (`peers/setup.sh` does that), fails, or reads another number of pages.
    pub fn run(&self, pages: &PageFiles, passes: usize) -> Result<PeerResult> {
        let places = pages.places(self.pages, SEED);
        let paths: Vec<_> = places.iter().map(|place| pages.paths()[*place].as_path()).collect();
        let lines = (0..passes).map(|_| self.pass(&paths)).collect::<Result<Vec<_>>>()?;
        let line = median(lines).with_context(|| format!("peer {}: no pass", self.name))?;
        Ok(PeerResult { name: self.name, ours: self.ours, line, places })
    }

    fn pass(&self, paths: &[&Path]) -> Result<PeerLine> {
        let line = self.report(paths).with_context(|| {
            format!("peer {} (peers/setup.sh beside the bench sets it up)", self.name)
        })?;
        ensure!(
            line.pages == paths.len(),
            "peer {} read {} pages of {}",
            self.name,
            line.pages,
            paths.len()
        );
        Ok(line)
    }

    fn report(&self, paths: &[&Path]) -> Result<PeerLine> {
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
        let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers");
        match self.program {
            Program::Built(path, arguments) => {
                let mut command = Command::new(built.join(path));
                command.args(arguments);
                command
            }
            Program::Node(script) => {
                let mut command = Command::new("node");
                command.arg(beside.join(script));
                command.env("NODE_PATH", built.join("node/node_modules"));
                command
            }
            Program::Python(script) => {
                let python = env::var_os(PYTHON_VARIABLE)
                    .map_or_else(|| built.join("venv/bin/python"), PathBuf::from);
                let mut command = Command::new(python);
                command.arg(beside.join(script));
                // No compiled files next to the scripts.
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
