//! The stages of reading a page, each timed by itself.

use std::fs;
use std::hint::black_box;

use anyhow::{Context, Result};
use serde::Serialize;
use tamis_dom::{Limits, Parser, decode};

use super::{CpuClock, Latencies, PageFiles};

/// A stage of reading a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// Bytes to text.
    Decode,
    /// Text to a document, and giving the document's memory back to the parser.
    Parse,
}

impl Stage {
    /// Every stage, in the order they run.
    pub const ALL: [Self; 2] = [Self::Decode, Self::Parse];

    /// Its name in the table.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Decode => "decode",
            Self::Parse => "parse",
        }
    }
}

/// The times of each stage and of all together, one per page and pass.
#[derive(Debug, Clone, Default)]
pub struct StageTimes {
    stages: [Latencies; Stage::ALL.len()],
    all: Latencies,
}

impl StageTimes {
    /// The times of a stage.
    pub const fn stage(&self, stage: Stage) -> &Latencies {
        &self.stages[stage as usize]
    }

    /// The times of all stages of a page together.
    pub const fn all(&self) -> &Latencies {
        &self.all
    }
}

/// What is kept from page to page, as a program that reads many pages keeps it.
pub struct Stages {
    parser: Parser,
}

impl Stages {
    pub fn new() -> Self {
        Self { parser: Parser::new(Limits::default()) }
    }

    /// Reads every page once. Reading the files is not timed.
    pub fn pass(&mut self, pages: &PageFiles, times: &mut StageTimes) -> Result<()> {
        for path in pages.paths() {
            let page = fs::read(path).with_context(|| format!("read {}", path.display()))?;
            self.page(&page, times);
        }
        Ok(())
    }

    fn page(&mut self, page: &[u8], times: &mut StageTimes) {
        let mut clock = CpuClock::start();
        // The corpus stores every page in UTF-8, whatever the page itself declares; the peers are told the same.
        let decoded = black_box(decode(page, Some("utf-8")));
        let decode_time = clock.lap();
        let document = black_box(self.parser.parse_decoded(&decoded));
        self.parser.recycle(document);
        let parse_time = clock.lap();
        let laps = [decode_time, parse_time];
        for (latencies, lap) in times.stages.iter_mut().zip(laps) {
            latencies.push(lap);
        }
        times.all.push(laps.iter().sum());
    }
}
