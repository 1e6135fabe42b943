//! Records to rows.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use tamis::dom::{NotHtml, Warning as DomWarning, utf16_label};
use tamis::metadata::{Date, Value};
use tamis::stoplists::{self, Stoplist};
use tamis::{Extraction, Extractor, Input, Strategy, Url, Warning, render};
use tamis_warc::{ErrorKind, HttpResponse, Record};

use crate::column::Column;
use crate::config::Config;
use crate::error::Error;
use crate::flags::Flags;
use crate::row::{Content, Row, Status};

/// A day begins 14 hours before that of Greenwich where it begins first.
const FIRST_SECONDS: i64 = 14 * 3600;

/// The error of a page that made the program panic.
const PANICKED: &str = "Tamis failed on this page; please report this bug";

/// A record, or the damage in its place.
pub(crate) type Item = Result<Record, tamis_warc::Error>;

/// The HTML of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Html<'p> {
    /// Bytes, and the charset that the server states.
    Bytes(&'p [u8], Option<&'p str>),
    Text(&'p str),
}

impl<'p> Html<'p> {
    /// Returns the length in bytes.
    fn bytes(self) -> usize {
        match self {
            Html::Bytes(bytes, _) => bytes.len(),
            Html::Text(text) => text.len(),
        }
    }

    fn input(self) -> Input<'p> {
        match self {
            Html::Bytes(bytes, Some(charset)) => Input::from(bytes).charset(charset),
            Html::Bytes(bytes, None) => Input::from(bytes),
            Html::Text(text) => Input::from(text),
        }
    }

    /// Returns the reason why this is not HTML, if it is not.
    fn not_html(self) -> Option<NotHtml> {
        match self {
            Html::Bytes(bytes, charset) => NotHtml::of(bytes, charset),
            Html::Text(text) => NotHtml::of(text.as_bytes(), Some("utf-8")),
        }
    }
}

/// Makes rows of pages, one after the other.
pub(crate) struct Worker {
    config: Arc<Config>,
    first: Extractor,
    /// The other strategies. An extractor is made when it is first needed.
    others: Vec<(Strategy, Option<Extractor>)>,
    markdown: bool,
    html: bool,
}

impl Worker {
    /// Returns a worker that fills these columns.
    ///
    /// # Errors
    ///
    /// If the configuration of the extraction is not valid.
    pub(crate) fn new(config: Arc<Config>, columns: &[Column]) -> Result<Worker, Error> {
        let has = |name: &str| columns.iter().any(|column| column.name() == name);
        Ok(Worker {
            first: extractor(&config, config.strategies[0])?,
            others: config.strategies[1..].iter().map(|&strategy| (strategy, None)).collect(),
            markdown: has("markdown"),
            html: has("html"),
            config,
        })
    }

    /// Returns the row of an item, whose position is that in the archive. Never panics.
    pub(crate) fn row(&mut self, item: Item, warc_file: &str, offset: u64) -> Row {
        match item {
            Ok(record) => self.row_of_record(record, warc_file, offset),
            Err(error) => broken(&error, warc_file, offset),
        }
    }

    fn row_of_record(&mut self, record: Record, warc_file: &str, offset: u64) -> Row {
        let http = record.http().cloned();
        let http_status = http.as_ref().and_then(HttpResponse::status);
        let is_cut = record.truncated().is_some();
        let mut row = Row {
            id: record.id().map(str::to_owned),
            url: record.url().map(str::to_owned),
            date: record.date().map(str::to_owned),
            status: Status::Ok,
            error: None,
            http_status,
            content_type: http.as_ref().and_then(HttpResponse::media_type),
            digest: record.header().get("warc-payload-digest").map(str::to_owned),
            warc_file: warc_file.to_owned(),
            offset,
            length: record.length(),
            content: None,
        };
        if http_status.is_some_and(|status| !(200..300).contains(&status)) {
            row.status = Status::HttpError;
            return row;
        }
        let payload = match record.into_payload() {
            Ok(payload) => payload,
            Err(error) => {
                row.status = status_of(&error);
                row.error = Some(error.to_string());
                return row;
            }
        };
        let charset = http.as_ref().and_then(HttpResponse::charset);
        let charset = charset.or_else(|| utf16_label(&payload.bytes));
        let page = Html::Bytes(&payload.bytes, charset);
        self.fill(&mut row, page, is_cut || payload.is_truncated);
        row
    }

    /// Sets the content of a row, and its status. Never panics.
    pub(crate) fn fill(&mut self, row: &mut Row, html: Html<'_>, is_cut: bool) {
        if let Some(reason) = html.not_html() {
            row.status = if html.bytes() == 0 { Status::Empty } else { Status::NotHtml };
            row.error = Some(reason.to_string());
            return;
        }
        let content = catch_unwind(AssertUnwindSafe(|| {
            self.content(html, row.url.as_deref(), row.date.as_deref())
        }));
        let Ok((content, is_limited)) = content else {
            self.renew();
            row.status = Status::Panic;
            row.error = Some(PANICKED.into());
            return;
        };
        row.status = if is_limited {
            Status::Limit
        } else if is_cut {
            Status::Truncated
        } else if content.texts[0].1.is_empty() {
            Status::Empty
        } else {
            Status::Ok
        };
        row.content = Some(content);
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

    /// Returns the content of a page, and whether a limit on its cost was reached.
    fn content(
        &mut self,
        html: Html<'_>,
        url: Option<&str>,
        date: Option<&str>,
    ) -> (Content, bool) {
        let url = url.and_then(|url| Url::parse(url).ok());
        let mut input = html.input();
        if let Some(url) = &url {
            input = input.url(url);
        }
        self.first.set_latest_date(date.and_then(latest_date));
        let extraction = self.first.extract(input);
        let is_limited = extraction.warnings().iter().any(is_limit);
        let mut content = self.facts(&extraction);
        content.html_bytes = html.bytes() as u64;
        content.texts = self.texts(&extraction);
        self.first.recycle(extraction.into_page());
        (content, is_limited)
    }

    /// Returns the text of each strategy.
    fn texts(&mut self, extraction: &Extraction) -> Vec<(Strategy, String)> {
        let mut texts = vec![(self.config.strategies[0], extraction.text().to_owned())];
        for (strategy, own) in &mut self.others {
            // A blend has run the engines already.
            let known = extraction
                .selections()
                .find(|selection| selection.verdict().engine == strategy.as_str());
            let text = if let Some(selection) = known {
                selection.text()
            } else {
                if own.is_none() {
                    *own = extractor(&self.config, *strategy).ok();
                }
                let page = extraction.parsed_page();
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
            flags: Flags::of(
                extraction.text(),
                language.as_deref().and_then(stoplist),
                link_density(extraction),
            ),
            language,
            encoding: extraction.encoding().name(),
            strategy_used: extraction.strategy_used().to_owned(),
            page_type: extraction.page_type().map(tamis::PageType::as_str),
            confidence: extraction.confidence(),
            outcome: extraction.outcome().as_str(),
            html_bytes: 0,
            warnings: extraction.warnings().iter().map(ToString::to_string).collect(),
        }
    }
}

fn extractor(config: &Config, strategy: Strategy) -> Result<Extractor, Error> {
    Extractor::new(config.extraction.clone().strategy(strategy))
        .map_err(|error| Error::new(crate::ErrorKind::Config, error.to_string()))
}

/// Returns the row of a damaged place.
fn broken(error: &tamis_warc::Error, warc_file: &str, offset: u64) -> Row {
    Row {
        id: None,
        url: error.url().map(str::to_owned),
        date: None,
        status: status_of(error),
        error: Some(error.to_string()),
        http_status: None,
        content_type: None,
        digest: None,
        warc_file: warc_file.to_owned(),
        offset,
        length: None,
        content: None,
    }
}

fn status_of(error: &tamis_warc::Error) -> Status {
    match error.kind() {
        ErrorKind::TooLarge => Status::TooLarge,
        _ => Status::BrokenRecord,
    }
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
                | DomWarning::StepsLimited
                | DomWarning::NulsLimited
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
    let selection = extraction.selection();
    let paragraphs = selection.page().paragraphs().iter().zip(&selection.verdict().kept);
    let (mut all, mut in_links) = (0_u64, 0_u64);
    for (paragraph, _) in paragraphs.filter(|(_, kept)| **kept) {
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
