//! Pages to contents.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use tamis::dom::Warning as DomWarning;
use tamis::metadata::{Date, Value};
use tamis::stoplists::{self, Stoplist};
use tamis::{Extraction, Extractor, Layout, Outcome, Strategy, Url, Warning, render};
use tamis_run::drawing::{DrawnPage, Render};

use crate::column::Column;
use crate::config::Config;
use crate::error::Error;
use crate::flags::Flags;
use crate::html::Html;
use crate::row::Content;

/// A day begins 14 hours before that of Greenwich where it begins first.
const FIRST_SECONDS: i64 = 14 * 3600;

/// The content of a page.
#[derive(Debug, serde::Serialize, serde::Deserialize)]
pub(crate) struct Reading {
    pub(crate) content: Content,
    /// True if a limit on the cost of a page was reached.
    pub(crate) is_limited: bool,
    /// True if the page is to be drawn by a browser.
    pub(crate) is_to_draw: bool,
}

impl Reading {
    /// True if there is content.
    pub(crate) fn is_found(&self) -> bool {
        self.content.outcome == Outcome::Found.as_str()
    }
}

/// Reads pages, one after the other.
pub(crate) struct PageReader {
    config: Arc<Config>,
    first: Extractor,
    /// The other strategies. An extractor is made when it is first needed.
    others: Vec<(Strategy, Option<Extractor>)>,
    markdown: bool,
    html: bool,
    /// The pages that a browser draws.
    pub(crate) render: Render,
}

impl PageReader {
    /// Returns a reader that finds what these columns need.
    ///
    /// # Errors
    ///
    /// If the configuration of the extraction is not valid.
    pub(crate) fn new(config: Arc<Config>, columns: &[Column]) -> Result<PageReader, Error> {
        let has = |name: &str| columns.iter().any(|column| column.name() == name);
        Ok(PageReader {
            first: extractor(&config, config.strategies[0])?,
            others: config.strategies[1..].iter().map(|&strategy| (strategy, None)).collect(),
            markdown: has("markdown"),
            html: has("html"),
            render: config.render(),
            config,
        })
    }

    /// Returns the content of a page, or `None` if the library panics: a bug of Tamis.
    pub(crate) fn read(
        &mut self,
        html: Html<'_>,
        url: Option<&str>,
        date: Option<&str>,
    ) -> Option<Reading> {
        self.guarded(|reader| reader.content(html, None, url, date))
    }

    /// Returns the content of a page as a browser shows it, or `None` if the library panics.
    pub(crate) fn read_drawn(&mut self, page: &DrawnPage, date: Option<&str>) -> Option<Reading> {
        let html = Html::Text(&page.html);
        self.guarded(|reader| reader.content(html, Some(&page.layout), Some(&page.url), date))
    }

    fn guarded(&mut self, read: impl FnOnce(&mut PageReader) -> Reading) -> Option<Reading> {
        let reading = catch_unwind(AssertUnwindSafe(|| read(self)));
        if reading.is_err() {
            self.renew();
        }
        reading.ok()
    }

    /// Makes new extractors, because a panic may have left the old ones in a bad state.
    fn renew(&mut self) {
        // The configuration was valid before.
        if let Ok(first) = extractor(&self.config, self.config.strategies[0]) {
            self.first = first;
        }
        for (_, extractor) in &mut self.others {
            *extractor = None;
        }
    }

    fn content(
        &mut self,
        html: Html<'_>,
        layout: Option<&Layout>,
        url: Option<&str>,
        date: Option<&str>,
    ) -> Reading {
        let url = url.and_then(|url| Url::parse(url).ok());
        let mut input = html.input();
        if let Some(url) = &url {
            input = input.url(url);
        }
        if let Some(layout) = layout {
            input = input.layout(layout);
        }
        self.first.set_latest_date(date.and_then(latest_date));
        let extraction = self.first.extract(input);
        let is_limited = extraction.warnings().iter().any(is_limit);
        let is_to_draw = layout.is_none() && self.render.is_for(&extraction);
        let mut content = self.facts(&extraction);
        content.html_bytes = html.bytes() as u64;
        content.texts = self.texts(&extraction);
        self.first.recycle(extraction.into_page());
        Reading { content, is_limited, is_to_draw }
    }

    /// Returns the text of each strategy.
    fn texts(&mut self, extraction: &Extraction) -> Vec<(Strategy, String)> {
        let mut texts = vec![(self.config.strategies[0], extraction.text().to_owned())];
        for (strategy, own) in &mut self.others {
            // A blend has run most of its engines already.
            let known = strategy.engine().and_then(|engine| extraction.verdict_of(engine));
            let page = extraction.parsed_page();
            let text = if let Some(verdict) = known {
                render::text(page, verdict)
            } else {
                if own.is_none() {
                    *own = extractor(&self.config, *strategy).ok();
                }
                own.as_ref().map_or_else(String::new, |extractor| {
                    render::text(page, &extractor.decide(page).verdict)
                })
            };
            texts.push((*strategy, text));
        }
        texts
    }

    /// Returns everything but the texts.
    fn facts(&self, extraction: &Extraction) -> Content {
        let metadata = extraction.metadata();
        let text = |value: &Option<Value>| value.as_ref().map(|value| value.as_str().to_owned());
        let texts =
            |values: &[Value]| values.iter().map(|value| value.as_str().to_owned()).collect();
        let language = extraction.language().map(|language| language.code().to_owned());
        Content {
            texts: Vec::new(),
            markdown: self.markdown.then(|| extraction.markdown()),
            html: self.html.then(|| extraction.html()),
            title: extraction.title().map(str::to_owned),
            authors: texts(&metadata.authors),
            published: text(&metadata.published),
            modified: text(&metadata.modified),
            description: text(&metadata.description),
            site_name: text(&metadata.site_name),
            canonical_url: text(&metadata.canonical),
            image: text(&metadata.image),
            categories: texts(&metadata.categories),
            tags: texts(&metadata.tags),
            license: text(&metadata.license),
            price: text(&metadata.price),
            currency: text(&metadata.currency),
            flags: Flags::of(
                extraction.text(),
                language.as_deref().and_then(stoplist),
                link_density(extraction),
            ),
            language,
            encoding: extraction.encoding().name().into(),
            strategy_used: extraction.strategy_used().to_owned(),
            page_type: extraction.page_type().map(|page_type| page_type.as_str().into()),
            confidence: extraction.confidence(),
            outcome: extraction.outcome().as_str().into(),
            html_bytes: 0,
            warnings: extraction.warnings().iter().map(ToString::to_string).collect(),
        }
    }
}

fn extractor(config: &Config, strategy: Strategy) -> Result<Extractor, Error> {
    Extractor::new(config.extraction.clone().strategy(strategy))
        .map_err(|error| Error::new(crate::ErrorKind::Config, error.to_string()))
}

/// Returns the latest day on which a page that was captured at this time can be published.
fn latest_date(captured: &str) -> Option<Date> {
    let captured: jiff::Timestamp = captured.parse().ok()?;
    Date::from_unix_seconds(captured.as_second().checked_add(FIRST_SECONDS)?)
}

/// Returns true if the warning says that a limit was reached.
fn is_limit(warning: &Warning) -> bool {
    match warning {
        Warning::TooManyElements(_) => true,
        Warning::Page(warning) => matches!(
            warning,
            DomWarning::InputCut { .. }
                | DomWarning::NodesLimited
                | DomWarning::AttributesLimited
                | DomWarning::AttributeBytesLimited
                | DomWarning::DepthLimited
                | DomWarning::FormattingLimited
                | DomWarning::MemoryLimited
        ),
        _ => false,
    }
}

/// Returns the stoplist of a language by its BCP 47 tag.
fn stoplist(code: &str) -> Option<&'static Stoplist> {
    stoplists::get(stoplists::language_for_code(code)?)
}

/// Returns the share of the kept paragraphs' characters that are in links.
fn link_density(extraction: &Extraction) -> Option<f64> {
    let paragraphs = extraction.page().paragraphs().iter().zip(extraction.paragraphs());
    let (mut all, mut in_links) = (0_u64, 0_u64);
    for (paragraph, _) in paragraphs.filter(|(_, extracted)| extracted.kept) {
        all += u64::from(paragraph.text_chars);
        in_links += u64::from(paragraph.link_chars.min(paragraph.text_chars));
    }
    (all > 0).then(|| in_links as f64 / all as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_begin_in_the_east() {
        let latest = |captured| latest_date(captured).map(|date| date.to_string());
        assert_eq!(latest("2024-02-28T09:59:59Z").as_deref(), Some("2024-02-28"));
        assert_eq!(latest("2024-02-28T10:00:00Z").as_deref(), Some("2024-02-29"));
        assert_eq!(latest("yesterday"), None);
    }
}
