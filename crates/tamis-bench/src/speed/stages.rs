//! The stages of the way from bytes to text, each timed by itself.

use std::hint::black_box;
use std::time::Duration;

use anyhow::Result;
use serde::Serialize;
use tamis::dom::{Limits, Parser, decode};
use tamis::engine::density::Density;
use tamis::engine::selectors::Selectors;
use tamis::engine::{Context, Engine};
use tamis::render::{self, MarkdownOptions};
use tamis::{Extractor, Measurer, Metadata};

use super::{CpuClock, Latencies, PageFiles};

/// A stage of the way from bytes to text, or of other output from a measured page. It includes
/// freeing the memory of its result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// Bytes to text.
    Decode,
    /// Text to a document.
    Parse,
    /// Document to a page: counts and paragraphs.
    Measure,
    /// Page to a verdict, the page's language included.
    Engine,
    /// Verdict to plain text.
    Render,
    /// Page to the verdict of the engine of that name.
    Selectors,
    /// Page to the verdict of the engine of that name.
    Density,
    /// Page to its metadata.
    Metadata,
    /// Verdict to Markdown.
    Markdown,
}

impl Stage {
    /// The stages of the way, in the order they run.
    pub const WAY: [Self; 5] =
        [Self::Decode, Self::Parse, Self::Measure, Self::Engine, Self::Render];

    /// The other stages that read the same page.
    pub const BESIDE: [Self; 3] = [Self::Selectors, Self::Density, Self::Metadata];

    const COUNT: usize = Self::WAY.len() + Self::BESIDE.len() + 1;

    /// Its name in the table.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Decode => "decode",
            Self::Parse => "parse",
            Self::Measure => "measure",
            Self::Engine => "engine",
            Self::Render => "render",
            Self::Selectors => "selectors",
            Self::Density => "density",
            Self::Metadata => "metadata",
            Self::Markdown => "markdown",
        }
    }
}

/// The times of each stage.
#[derive(Debug, Clone, Default)]
pub struct StageTimes {
    stages: [Latencies; Stage::COUNT],
}

impl StageTimes {
    /// The times of a stage.
    pub const fn stage(&self, stage: Stage) -> &Latencies {
        &self.stages[stage as usize]
    }
}

/// The buffers that are kept from page to page, as in a program that reads many pages.
pub struct Stages {
    parser: Parser,
    measurer: Measurer,
    extractor: Extractor,
    selectors: Selectors,
    density: Density,
    times: StageTimes,
}

impl Stages {
    pub fn new() -> Result<Self> {
        Ok(Self {
            parser: Parser::new(Limits::default()),
            measurer: Measurer::default(),
            extractor: super::extractor()?,
            selectors: Selectors::default(),
            density: Density::default(),
            times: StageTimes::default(),
        })
    }

    /// Reads every page once. Reading the files is not timed.
    pub fn pass(&mut self, pages: &PageFiles) -> Result<()> {
        pages.read_each(|page| {
            let laps = self.page(page);
            for (latencies, lap) in self.times.stages.iter_mut().zip(laps.spent) {
                latencies.push(lap);
            }
            Ok(())
        })?;
        for latencies in &mut self.times.stages {
            latencies.end_pass();
        }
        Ok(())
    }

    pub fn into_times(self) -> StageTimes {
        self.times
    }

    fn page(&mut self, page: &[u8]) -> Laps {
        let mut laps = Laps::start();
        // The corpus stores every page in UTF-8, whatever the page itself declares. The peers get
        // the same.
        let decoded = black_box(decode(page, Some("utf-8")));
        laps.end(Stage::Decode);
        let document = black_box(self.parser.parse_decoded(&decoded));
        laps.end(Stage::Parse);
        let page = black_box(self.measurer.measure(document));
        laps.end(Stage::Measure);
        let judged = black_box(self.extractor.decide(&page));
        laps.end(Stage::Engine);
        let text = black_box(render::text(&page, &judged.verdict));
        laps.end(Stage::Render);
        drop(black_box(self.selectors.judge(&page, &Context::default())));
        laps.end(Stage::Selectors);
        drop(black_box(self.density.judge(&page, &Context::default())));
        laps.end(Stage::Density);
        drop(black_box(Metadata::of(&page)));
        laps.end(Stage::Metadata);
        drop(black_box(render::markdown_with(&page, &judged.verdict, &MarkdownOptions::default())));
        laps.end(Stage::Markdown);

        drop(text);
        laps.end(Stage::Render);
        drop(judged);
        laps.end(Stage::Engine);
        let document = self.measurer.recycle(page);
        laps.end(Stage::Measure);
        self.parser.recycle(document);
        laps.end(Stage::Parse);
        drop(decoded);
        laps.end(Stage::Decode);
        laps
    }
}

/// The time of one page in each stage.
struct Laps {
    clock: CpuClock,
    spent: [Duration; Stage::COUNT],
}

impl Laps {
    fn start() -> Self {
        Self { spent: [Duration::ZERO; Stage::COUNT], clock: CpuClock::start() }
    }

    /// The time since the last lap goes to `stage`.
    fn end(&mut self, stage: Stage) {
        self.spent[stage as usize] += self.clock.lap();
    }
}
