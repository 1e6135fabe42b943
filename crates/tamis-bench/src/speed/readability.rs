//! Readability on the same pages: the verdict alone, the article as safe HTML, and the whole way.

use std::hint::black_box;
use std::time::Duration;

use anyhow::Result;
use serde::Serialize;
use tamis::dom::{Limits, Parser, decode};
use tamis::engine::readability::{Article, Readability};
use tamis::engine::{Context, Engine};
use tamis::{Measurer, Url};

use super::{CpuClock, Latencies, PageFiles};

/// The address of every page; the peers are told the same.
const ADDRESS: &str = "http://fakehost/test/page.html";

/// The times of Readability.
#[derive(Debug, Clone, Default)]
pub struct ReadabilityTimes {
    /// Page to a verdict.
    pub verdict: Latencies,
    /// Document to the article as safe HTML.
    pub html: Latencies,
    /// Bytes to safe HTML: decoding, parsing, article, HTML.
    pub in_all: Latencies,
}

/// The page that takes longest for its length, from bytes to safe HTML.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Slowest {
    /// The id of the page.
    pub id: String,
    /// Its time per byte by the time of all pages by their bytes.
    pub times_mean: f64,
    /// Its time in milliseconds.
    pub milliseconds: f64,
}

impl ReadabilityTimes {
    /// The page that takes longest for its length; `None` where there are no pages.
    pub fn slowest(&self, pages: &PageFiles) -> Option<Slowest> {
        let times = self.in_all.pages(pages.paths().len());
        let seconds: f64 = times.iter().map(Duration::as_secs_f64).sum();
        let mean = seconds / pages.bytes() as f64;
        let per_byte = |time: &Duration, bytes: u64| time.as_secs_f64() / bytes as f64 / mean;
        let each = times.iter().zip(pages.paths()).zip(pages.bytes_of_each());
        let each = each.map(|((time, path), bytes)| Slowest {
            id: path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned(),
            times_mean: per_byte(time, *bytes),
            milliseconds: time.as_secs_f64() * 1e3,
        });
        each.max_by(|a, b| a.times_mean.total_cmp(&b.times_mean))
    }
}

/// The buffers that are kept from page to page, as in a program that reads many pages.
pub struct ReadabilityRun {
    parser: Parser,
    measurer: Measurer,
    engine: Readability,
    url: Url,
    times: ReadabilityTimes,
}

impl ReadabilityRun {
    pub fn new() -> Result<Self> {
        Ok(Self {
            parser: Parser::new(Limits::default()),
            measurer: Measurer::default(),
            engine: Readability::default(),
            url: Url::parse(ADDRESS)?,
            times: ReadabilityTimes::default(),
        })
    }

    /// Reads every page once. Reading the files is not timed.
    pub fn pass(&mut self, pages: &PageFiles) -> Result<()> {
        pages.read_each(|page| self.page(page))?;
        let ReadabilityTimes { verdict, html, in_all } = &mut self.times;
        for latencies in [verdict, html, in_all] {
            latencies.end_pass();
        }
        Ok(())
    }

    pub fn into_times(self) -> ReadabilityTimes {
        self.times
    }

    /// Giving back the memory of what a step made belongs to it.
    fn page(&mut self, page: &[u8]) -> Result<()> {
        let mut clock = CpuClock::start();
        let decoded = black_box(decode(page, Some("utf-8")));
        let mut in_all = clock.lap();
        let document = black_box(self.parser.parse_decoded(&decoded));
        let mut parse = clock.lap();

        let article = black_box(self.engine.article_in(&document, Some(&self.url))?);
        let html = black_box(article.as_ref().map(Article::content));
        drop((html, article));
        let html = clock.lap();

        let page = black_box(self.measurer.measure(document)).with_url(self.url.clone());
        clock.lap();
        let verdict = black_box(self.engine.judge(&page, &Context::default()));
        drop(verdict);
        self.times.verdict.push(clock.lap());

        let document = self.measurer.recycle(page);
        clock.lap();
        self.parser.recycle(document);
        parse += clock.lap();
        drop(decoded);
        in_all += clock.lap();
        self.times.html.push(html);
        self.times.in_all.push(in_all + parse + html);
        Ok(())
    }
}
