//! Whole pages in Markdown: from bytes, with all they have.

use std::hint::black_box;

use anyhow::Result;
use tamis::Measurer;
use tamis::dom::{Limits, Parser, decode};
use tamis::engine::Verdict;
use tamis::render::{self, MarkdownOptions};

use super::{CpuClock, Latencies, PageFiles};

/// The buffers that are kept from page to page, as in a program that reads many pages.
pub struct MarkdownRun {
    parser: Parser,
    measurer: Measurer,
    times: Latencies,
}

impl MarkdownRun {
    pub fn new() -> Self {
        Self {
            parser: Parser::new(Limits::default()),
            measurer: Measurer::default(),
            times: Latencies::default(),
        }
    }

    /// Writes every page once. Reading the files is not timed.
    pub fn pass(&mut self, pages: &PageFiles) -> Result<()> {
        pages.read_each(|page| {
            self.page(page);
            Ok(())
        })?;
        self.times.end_pass();
        Ok(())
    }

    pub fn into_times(self) -> Latencies {
        self.times
    }

    /// Giving back the memory of what was made belongs to it.
    fn page(&mut self, page: &[u8]) {
        let mut clock = CpuClock::start();
        let decoded = decode(page, Some("utf-8"));
        let page = self.measurer.measure(self.parser.parse_decoded(&decoded));
        let mut all = Verdict::nothing("all", &page);
        all.kept.fill(true);
        drop(black_box(render::markdown_with(&page, &all, &MarkdownOptions::default())));
        drop(all);
        self.parser.recycle(self.measurer.recycle(page));
        drop(decoded);
        self.times.push(clock.lap());
    }
}
