//! The figures of a run of the speed harness, as a table and as JSON.

use std::fmt;
use std::time::Duration;

use serde::Serialize;

use super::{Latencies, Memory, Ours, PageFiles, PeerResult, Slowest, Stage, StageTimes, Times};

/// The figures of a run. A megabyte is 10^6 bytes of HTML. Times are processor time. The time of a
/// pass is the median over the passes.
#[derive(Debug, Clone, Serialize)]
pub struct SpeedReport {
    /// The number of pages in each pass.
    pub pages: usize,
    /// The bytes of all pages together.
    pub html_bytes: u64,
    /// The number of passes.
    pub passes: usize,
    /// Each stage of the way.
    pub stages: Vec<StageSpeed>,
    /// The engines and the metadata that are made of the same pages.
    pub beside: Vec<StageSpeed>,
    /// The whole way from bytes to text in one step. Includes the copy of the paragraphs for the
    /// user, which no stage has.
    pub in_all: StageSpeed,
    /// The same way with the default of the library: all engines.
    pub auto: StageSpeed,
    /// Readability: the verdict alone, the article as safe HTML, and the whole way from bytes to
    /// safe HTML.
    pub readability: [StageSpeed; 3],
    /// Markdown: of what the engine keeps, and from bytes to the whole page.
    pub markdown: [StageSpeed; 2],
    /// The comparison of Readability.
    pub readability_ratios: ReadabilityRatios,
    /// The comparison of the stages.
    pub ratios: Ratios,
    /// The memory of this process after each pass in one step; empty on a system without `/proc`.
    pub memory_after_pass: Vec<Memory>,
    /// The other libraries.
    pub peers: Vec<PeerSpeed>,
}

/// Times by the time of the parse, and all stages by the whole way in one step.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Ratios {
    /// Measuring.
    pub measure_to_parse: f64,
    /// The engine.
    pub engine_to_parse: f64,
    /// The engine of selectors.
    pub selectors_to_parse: f64,
    /// The engine of densities.
    pub density_to_parse: f64,
    /// The metadata.
    pub metadata_to_parse: f64,
    /// Markdown of what the engine keeps.
    pub markdown_to_parse: f64,
    /// Selectors, densities and metadata together.
    pub beside_to_parse: f64,
    /// The sum of the stages by the whole way. The stage of the engine finds all metadata, and the
    /// whole way only the title.
    pub stages_to_in_all: f64,
}

/// Times of Readability by the time of the parse.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReadabilityRatios {
    /// The verdict alone.
    pub verdict_to_parse: f64,
    /// The article as safe HTML.
    pub html_to_parse: f64,
    /// The page that takes longest for its length.
    pub slowest: Option<Slowest>,
}

/// The speed of a stage.
#[derive(Debug, Clone, Serialize)]
pub struct StageSpeed {
    /// Its name.
    pub name: &'static str,
    /// The median over the passes.
    pub seconds_per_pass: f64,
    /// Megabytes in a second.
    pub megabytes_per_second: f64,
    /// Pages in a second.
    pub pages_per_second: f64,
    /// The median of a page, in milliseconds.
    pub p50_milliseconds: f64,
    /// The time that 99 of 100 pages do not exceed, in milliseconds.
    pub p99_milliseconds: f64,
}

/// The speed of a peer.
#[derive(Debug, Clone, Serialize)]
pub struct PeerSpeed {
    /// The output of the peer.
    #[serde(flatten)]
    pub result: PeerResult,
    /// Megabytes in a second.
    pub megabytes_per_second: f64,
    /// Pages in a second.
    pub pages_per_second: f64,
    /// Its time by ours on the same pages: above 1 where it is slower.
    pub times_ours: f64,
}

impl SpeedReport {
    /// The report of a run.
    pub(crate) fn new(
        pages: &PageFiles,
        times: &Times,
        memory_after_pass: Vec<Memory>,
        peers: Vec<PeerResult>,
    ) -> Self {
        let Times { stages, in_all, auto, readability, markdown } = times;
        let speed = |stage: Stage| StageSpeed::new(stage.name(), stages.stage(stage), pages);
        let seconds = |latencies: &Latencies| latencies.median_pass().as_secs_f64();
        let parse = seconds(stages.stage(Stage::Parse));
        Self {
            pages: pages.paths().len(),
            html_bytes: pages.bytes(),
            passes: in_all.passes(),
            stages: Stage::WAY.map(speed).into(),
            beside: Stage::BESIDE.map(speed).into(),
            in_all: StageSpeed::new("in all", in_all, pages),
            auto: StageSpeed::new("auto in all", auto, pages),
            readability: [
                StageSpeed::new("readability verdict", &readability.verdict, pages),
                StageSpeed::new("readability article+html", &readability.html, pages),
                StageSpeed::new("readability in all", &readability.in_all, pages),
            ],
            markdown: [speed(Stage::Markdown), StageSpeed::new("markdown in all", markdown, pages)],
            readability_ratios: ReadabilityRatios {
                verdict_to_parse: over(seconds(&readability.verdict), parse),
                html_to_parse: over(seconds(&readability.html), parse),
                slowest: readability.slowest(pages),
            },
            ratios: Ratios::new(stages, seconds(in_all)),
            memory_after_pass,
            peers: peers.into_iter().map(|peer| PeerSpeed::new(peer, pages, times)).collect(),
        }
    }
}

impl Ratios {
    fn new(stages: &StageTimes, in_all_seconds: f64) -> Self {
        let seconds = |stage| stages.stage(stage).median_pass().as_secs_f64();
        let to_parse = |stage| over(seconds(stage), seconds(Stage::Parse));
        Self {
            measure_to_parse: to_parse(Stage::Measure),
            engine_to_parse: to_parse(Stage::Engine),
            selectors_to_parse: to_parse(Stage::Selectors),
            density_to_parse: to_parse(Stage::Density),
            metadata_to_parse: to_parse(Stage::Metadata),
            markdown_to_parse: to_parse(Stage::Markdown),
            beside_to_parse: Stage::BESIDE.into_iter().map(to_parse).sum(),
            stages_to_in_all: over(Stage::WAY.into_iter().map(seconds).sum(), in_all_seconds),
        }
    }
}

impl StageSpeed {
    fn new(name: &'static str, latencies: &Latencies, pages: &PageFiles) -> Self {
        let seconds = latencies.median_pass().as_secs_f64();
        Self {
            name,
            seconds_per_pass: seconds,
            megabytes_per_second: over(megabytes(pages.bytes()), seconds),
            pages_per_second: over(pages.paths().len() as f64, seconds),
            p50_milliseconds: milliseconds(latencies.percentile(0.5)),
            p99_milliseconds: milliseconds(latencies.percentile(0.99)),
        }
    }
}

impl PeerSpeed {
    fn new(result: PeerResult, pages: &PageFiles, times: &Times) -> Self {
        let ours = match result.ours {
            Ours::Auto => &times.auto,
            Ours::Justext => &times.in_all,
            Ours::Readability => &times.readability.in_all,
            Ours::ReadabilityWithoutParse => &times.readability.html,
            Ours::Markdown => &times.markdown,
        };
        let ours = ours.pages(pages.paths().len());
        let ours: Duration = result.places.iter().map(|place| ours[*place]).sum();
        let bytes: u64 = result.places.iter().map(|place| pages.bytes_of_each()[*place]).sum();
        let seconds = result.line.seconds_cpu;
        Self {
            megabytes_per_second: over(megabytes(bytes), seconds),
            pages_per_second: over(result.line.pages as f64, seconds),
            times_ours: over(seconds, ours.as_secs_f64()),
            result,
        }
    }
}

/// An amount by a time; 0 where that is 0, so that the report stays valid JSON.
fn over(amount: f64, seconds: f64) -> f64 {
    if seconds > 0.0 { amount / seconds } else { 0.0 }
}

fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

impl fmt::Display for SpeedReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let passes = if self.passes == 1 { "1 pass" } else { &format!("{} passes", self.passes) };
        writeln!(f, "{} pages, {:.1} MB, {passes}", self.pages, megabytes(self.html_bytes))?;
        writeln!(
            f,
            "{:<24} {:>9} {:>9} {:>9} {:>9} {:>9}",
            "one thread, CPU time", "s/pass", "MB/s", "pages/s", "p50 ms", "p99 ms"
        )?;
        let way = self.stages.iter().chain([&self.in_all]);
        let others = self.beside.iter().chain(&self.readability).chain(&self.markdown);
        for stage in way.chain(others).chain([&self.auto]) {
            writeln!(f, "{stage}")?;
        }
        for peer in &self.peers {
            writeln!(f, "{peer}")?;
        }
        self.write_ratios(f)?;
        self.write_readability(f)?;
        self.write_memory(f)
    }
}

impl SpeedReport {
    fn write_ratios(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ratios = &self.ratios;
        writeln!(
            f,
            "by the parse: measure {:.3}, engine {:.3}, markdown {:.3}; selectors {:.3}, density {:.3}, \
             metadata {:.3}, together {:.3}",
            ratios.measure_to_parse,
            ratios.engine_to_parse,
            ratios.markdown_to_parse,
            ratios.selectors_to_parse,
            ratios.density_to_parse,
            ratios.metadata_to_parse,
            ratios.beside_to_parse,
        )?;
        writeln!(f, "stages by in all: {:.2}", ratios.stages_to_in_all)
    }

    fn write_readability(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ReadabilityRatios { verdict_to_parse, html_to_parse, slowest } =
            &self.readability_ratios;
        write!(
            f,
            "readability by the parse: verdict {verdict_to_parse:.2}, article+html {html_to_parse:.2}"
        )?;
        if let Some(Slowest { id, times_mean, milliseconds }) = slowest {
            write!(
                f,
                ", slowest per byte: page {id}, {times_mean:.1} times the mean ({milliseconds:.1} ms)"
            )?;
        }
        writeln!(f)
    }

    fn write_memory(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(last) = self.memory_after_pass.last() else { return Ok(()) };
        let rss = self.memory_after_pass.iter().map(|memory| memory.rss_bytes / 1_000_000);
        let rss: Vec<_> = rss.map(|megabytes| megabytes.to_string()).collect();
        let peak = last.peak_rss_bytes / 1_000_000;
        writeln!(f, "memory after each pass: {} MB; peak {peak} MB", rss.join(", "))
    }
}

impl fmt::Display for StageSpeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:<24} {:>9.3} {:>9.1} {:>9.0} {:>9.3} {:>9.2}",
            self.name,
            self.seconds_per_pass,
            self.megabytes_per_second,
            self.pages_per_second,
            self.p50_milliseconds,
            self.p99_milliseconds
        )
    }
}

impl fmt::Display for PeerSpeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PeerResult { name, ours, line, .. } = &self.result;
        let ours = match ours {
            Ours::Auto => "auto in all",
            Ours::Justext => "in all",
            Ours::Readability => "readability in all",
            Ours::ReadabilityWithoutParse => "readability article+html",
            Ours::Markdown => "markdown in all",
        };
        write!(
            f,
            "{name:<24} {:>9.3} {:>9.1} {:>9.0}  {:.1} times {ours}, {} pages",
            line.seconds_cpu,
            self.megabytes_per_second,
            self.pages_per_second,
            self.times_ours,
            line.pages
        )?;
        if let Some(bytes) = line.peak_rss_bytes {
            write!(f, ", peak {} MB", bytes / 1_000_000)?;
        }
        write!(f, ", {} failures", line.failures)
    }
}
