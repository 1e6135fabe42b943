//! What a run of the speed harness found, as a table and as JSON.

use std::fmt;
use std::time::Duration;

use serde::Serialize;

use super::{Latencies, Memory, PageFiles, PeerResult, Stage, StageTimes};

/// What a run found. A megabyte is 10^6 bytes of HTML; times are processor time.
#[derive(Debug, Clone, Serialize)]
pub struct SpeedReport {
    /// How many pages were read in each pass.
    pub pages: usize,
    /// How many bytes they have together.
    pub html_bytes: u64,
    /// How many times they were read.
    pub passes: usize,
    /// Each stage.
    pub stages: Vec<StageSpeed>,
    /// All stages together.
    pub all: StageSpeed,
    /// The memory of this process after each pass; empty on a system without `/proc`.
    pub memory_after_pass: Vec<Memory>,
    /// The other libraries, one pass each.
    pub peers: Vec<PeerSpeed>,
}

/// How fast a stage is.
#[derive(Debug, Clone, Serialize)]
pub struct StageSpeed {
    /// Its name.
    pub name: &'static str,
    /// The mean over the passes.
    pub seconds_per_pass: f64,
    /// Megabytes in a second.
    pub megabytes_per_second: f64,
    /// Pages in a second.
    pub pages_per_second: f64,
    /// The median of a page, in milliseconds.
    pub p50_milliseconds: f64,
    /// What 99 of 100 pages do not exceed, in milliseconds.
    pub p99_milliseconds: f64,
}

/// How fast a peer is.
#[derive(Debug, Clone, Serialize)]
pub struct PeerSpeed {
    /// What it reported.
    #[serde(flatten)]
    pub result: PeerResult,
    /// Megabytes in a second.
    pub megabytes_per_second: f64,
    /// Pages in a second.
    pub pages_per_second: f64,
}

impl SpeedReport {
    /// The report of a run.
    pub fn new(
        pages: &PageFiles,
        passes: usize,
        times: &StageTimes,
        memory_after_pass: Vec<Memory>,
        peers: Vec<PeerResult>,
    ) -> Self {
        let speed = |name, latencies| StageSpeed::new(name, latencies, pages, passes);
        let peers = peers.into_iter().map(|result| PeerSpeed {
            megabytes_per_second: per_second(pages.bytes() as f64 / 1e6, result.line.seconds_cpu),
            pages_per_second: per_second(result.line.pages as f64, result.line.seconds_cpu),
            result,
        });
        Self {
            pages: pages.paths().len(),
            html_bytes: pages.bytes(),
            passes,
            stages: Stage::ALL.map(|stage| speed(stage.name(), times.stage(stage))).into(),
            all: speed("all", times.all()),
            memory_after_pass,
            peers: peers.collect(),
        }
    }
}

impl StageSpeed {
    fn new(name: &'static str, latencies: &Latencies, pages: &PageFiles, passes: usize) -> Self {
        let seconds = latencies.total().as_secs_f64() / passes.max(1) as f64;
        Self {
            name,
            seconds_per_pass: seconds,
            megabytes_per_second: per_second(pages.bytes() as f64 / 1e6, seconds),
            pages_per_second: per_second(pages.paths().len() as f64, seconds),
            p50_milliseconds: milliseconds(latencies.percentile(0.5)),
            p99_milliseconds: milliseconds(latencies.percentile(0.99)),
        }
    }
}

/// An amount by its time; 0 where nothing took time, so that the report stays valid JSON.
fn per_second(amount: f64, seconds: f64) -> f64 {
    if seconds > 0.0 { amount / seconds } else { 0.0 }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

impl fmt::Display for SpeedReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let megabytes = self.html_bytes as f64 / 1e6;
        writeln!(f, "{} pages, {megabytes:.1} MB, {} passes", self.pages, self.passes)?;
        writeln!(
            f,
            "{:<24} {:>9} {:>9} {:>9} {:>9} {:>9}",
            "one thread, CPU time", "s/pass", "MB/s", "pages/s", "p50 ms", "p99 ms"
        )?;
        for stage in self.stages.iter().chain([&self.all]) {
            writeln!(
                f,
                "{:<24} {:>9.2} {:>9.1} {:>9.0} {:>9.2} {:>9.2}",
                stage.name,
                stage.seconds_per_pass,
                stage.megabytes_per_second,
                stage.pages_per_second,
                stage.p50_milliseconds,
                stage.p99_milliseconds
            )?;
        }
        for peer in &self.peers {
            write!(
                f,
                "{:<24} {:>9.2} {:>9.1} {:>9.0}",
                peer.result.name,
                peer.result.line.seconds_cpu,
                peer.megabytes_per_second,
                peer.pages_per_second
            )?;
            if let Some(bytes) = peer.result.line.peak_rss_bytes {
                write!(f, "  peak {} MB", bytes / 1_000_000)?;
            }
            writeln!(f, "  {} failures", peer.result.line.failures)?;
        }
        let rss: Vec<_> = self
            .memory_after_pass
            .iter()
            .map(|memory| (memory.rss_bytes / 1_000_000).to_string())
            .collect();
        if let Some(last) = self.memory_after_pass.last() {
            let peak = last.peak_rss_bytes / 1_000_000;
            writeln!(f, "memory after each pass: {} MB; peak {peak} MB", rss.join(", "))?;
        }
        Ok(())
    }
}
