//! The way of a page in one step, as a user of the library goes it.

use std::hint::black_box;

use anyhow::Result;
use tamis::{Extractor, Input};

use super::{CpuClock, Latencies, PageFiles};

/// An extractor that is kept from page to page, and the times it took.
pub struct Whole {
    extractor: Extractor,
    times: Latencies,
}

impl Whole {
    pub fn new(extractor: Extractor) -> Self {
        Self { extractor, times: Latencies::default() }
    }

    /// Extracts from every page once, from bytes to text. Reading the files is not timed.
    pub fn pass(&mut self, pages: &PageFiles) -> Result<()> {
        pages.read_each(|page| {
            let mut clock = CpuClock::start();
            let extraction = self.extractor.extract(Input::from(page).charset("utf-8"));
            black_box(extraction.text());
            self.extractor.recycle(extraction.into_page());
            self.times.push(clock.lap());
            Ok(())
        })?;
        self.times.end_pass();
        Ok(())
    }

    pub fn into_times(self) -> Latencies {
        self.times
    }
}
