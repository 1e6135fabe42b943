//! Records to rows.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use tamis_run::drawing::{Drawing, DrawnPage, SentPage, Taken, is_on_web};
use tamis_run::failure::{Failure, FailureKind};
use tamis_warc::{ErrorKind, HttpResponse, Record};

use crate::column::Column;
use crate::config::Config;
use crate::error::Error;
use crate::html::Html;
use crate::isolate::Process;
use crate::page_reader::{PageReader, Reading};
use crate::row::{Row, Status};

/// The error of a page that made the program panic.
const PANICKED: &str = "Tamis failed on this page; please report this bug";

/// A record, or the damage in its place.
pub(crate) type Item = Result<Record, tamis_warc::Error>;

/// The row of an item, or its page if the row has to wait for a browser.
pub(crate) enum Made {
    Row(Box<Row>),
    /// A browser has to draw the page first.
    ToDraw(Box<ToDraw>),
}

/// A page that a browser has to draw.
pub(crate) struct ToDraw {
    /// The row of the page as it was sent.
    row: Row,
    reading: Reading,
    bytes: Vec<u8>,
    charset: Option<String>,
    is_cut: bool,
}

/// Makes rows of pages, one after the other.
pub(crate) struct Worker {
    reader: Place,
    drawing: Option<Drawing>,
}

/// The place where pages are read.
enum Place {
    Here(Box<PageReader>),
    Apart(Box<Process>),
}

impl Place {
    /// Returns the content of a page, or a sentence about a bug of Tamis.
    fn read(
        &mut self,
        html: Html<'_>,
        url: Option<&str>,
        date: Option<&str>,
    ) -> Result<Reading, String> {
        match self {
            Place::Here(reader) => reader.read(html, url, date).ok_or_else(|| PANICKED.into()),
            Place::Apart(process) => process
                .read(html, url, date)
                .and_then(|reading| reading.ok_or_else(|| PANICKED.into())),
        }
    }

    /// Returns the content of a page as a browser shows it, or a sentence about a bug of Tamis.
    fn read_drawn(&mut self, page: &DrawnPage, date: Option<&str>) -> Result<Reading, String> {
        let reading = match self {
            Place::Here(reader) => reader.read_drawn(page, date),
            Place::Apart(process) => process.read_drawn(page, date)?,
        };
        reading.ok_or_else(|| PANICKED.into())
    }
}

impl Worker {
    /// Returns a worker that fills these columns.
    ///
    /// # Errors
    ///
    /// If the configuration of the extraction is not valid.
    pub(crate) fn new(config: Arc<Config>, columns: &[Column]) -> Result<Worker, Error> {
        let drawing = config.drawing.clone();
        let reader = match &config.isolation {
            Some(isolation) => {
                Place::Apart(Box::new(Process::new(isolation.clone(), config.render())))
            }
            None => Place::Here(Box::new(PageReader::new(config, columns)?)),
        };
        Ok(Worker { reader, drawing })
    }

    /// Returns why there is no process to read pages in, if that is so: a sentence. It is no fault
    /// of a page.
    pub(crate) fn failure(&self) -> Option<String> {
        match &self.reader {
            Place::Here(_) => None,
            Place::Apart(process) => process.failure.clone(),
        }
    }

    /// Returns the row of an item, whose position is that in the archive. Never panics.
    pub(crate) fn row(&mut self, item: Item, warc_file: &str, offset: u64) -> Row {
        match self.begin(item, warc_file, offset) {
            Made::Row(row) => *row,
            Made::ToDraw(page) => self.draw(*page),
        }
    }

    /// Returns the row of an item, or the page that has to be drawn first. Never panics.
    pub(crate) fn begin(&mut self, item: Item, warc_file: &str, offset: u64) -> Made {
        match item {
            Ok(record) => self.begin_record(record, warc_file, offset),
            Err(error) => Made::Row(Box::new(broken(&error, warc_file, offset))),
        }
    }

    fn begin_record(&mut self, record: Record, warc_file: &str, offset: u64) -> Made {
        let http_status = record.http().and_then(HttpResponse::status);
        let charset = record.charset().map(str::to_owned);
        let is_cut = record.truncated().is_some();
        let mut row = Row {
            id: record.id().map(str::to_owned),
            url: record.url().map(str::to_owned),
            date: record.date().map(str::to_owned),
            status: Status::Ok,
            error: None,
            http_status,
            content_type: record.media_type(),
            digest: record.header().get("warc-payload-digest").map(str::to_owned),
            warc_file: warc_file.to_owned(),
            offset,
            length: record.length(),
            is_drawn: false,
            content: None,
        };
        if http_status.is_some_and(|status| !(200..300).contains(&status)) {
            row.status = Status::HttpError;
            return Made::Row(Box::new(row));
        }
        let payload = match record.into_payload() {
            Ok(payload) => payload,
            Err(error) => {
                row.status = status_of(&error);
                row.error = Some(error.to_string());
                return Made::Row(Box::new(row));
            }
        };
        let is_cut = is_cut || payload.is_truncated;
        match self.read(&mut row, Html::Bytes(&payload.bytes, charset.as_deref())) {
            Some(reading) if is_to_draw(&row, &reading) => {
                let bytes = payload.bytes;
                Made::ToDraw(Box::new(ToDraw { row, reading, bytes, charset, is_cut }))
            }
            Some(reading) => {
                fill(&mut row, reading, is_cut);
                Made::Row(Box::new(row))
            }
            None => Made::Row(Box::new(row)),
        }
    }

    /// Sets the content of the row of a page that comes from no archive, and its status. Never
    /// panics.
    pub(crate) fn fill_page(&mut self, row: &mut Row, html: Html<'_>) {
        let Some(reading) = self.read(row, html) else { return };
        if !is_to_draw(row, &reading) {
            return fill(row, reading, false);
        }
        let (bytes, charset) = match html {
            Html::Bytes(bytes, charset) => (bytes.to_owned(), charset),
            Html::Text(text) => (text.as_bytes().to_owned(), Some("utf-8")),
        };
        let charset = charset.map(str::to_owned);
        let sent = std::mem::replace(row, Row::of_page(None));
        *row = self.draw(ToDraw { row: sent, reading, bytes, charset, is_cut: false });
    }

    /// Reads a page as it was sent. `None` if it cannot be read; the row says why.
    fn read(&mut self, row: &mut Row, html: Html<'_>) -> Option<Reading> {
        if let Some(reason) = html.not_html() {
            row.status = if html.bytes() == 0 { Status::Empty } else { Status::NotHtml };
            row.error = Some(reason.to_string());
            return None;
        }
        match self.reader.read(html, row.url.as_deref(), row.date.as_deref()) {
            Ok(reading) => Some(reading),
            Err(sentence) => {
                row.status = Status::Panic;
                row.error = Some(sentence);
                None
            }
        }
    }

    /// Returns the row of a page after a browser has drawn it. Never panics.
    pub(crate) fn draw(&mut self, page: ToDraw) -> Row {
        let ToDraw { mut row, reading, bytes, charset, is_cut } = page;
        let html_bytes = reading.content.html_bytes;
        let url = row.url.clone().unwrap_or_default();
        let sent = SentPage { url: &url, bytes: &bytes, charset: charset.as_deref() };
        let date = row.date.clone();
        // A driver of a browser that panics must not end the run.
        let taken = catch_unwind(AssertUnwindSafe(|| self.take(&sent, reading, date.as_deref())));
        match taken.unwrap_or_else(|_| Err(panicked())) {
            Ok(taken) => {
                row.is_drawn = taken.is_drawn;
                fill(&mut row, taken.reading, is_cut);
                if let Some(content) = &mut row.content {
                    content.html_bytes = html_bytes;
                    content.warnings.extend(taken.warning);
                }
            }
            Err(failure) => {
                let is_drawing = failure.kind == FailureKind::Drawing;
                row.status = if is_drawing { Status::NotDrawn } else { Status::Panic };
                row.error = Some(failure.message);
            }
        }
        row
    }

    fn take(
        &mut self,
        page: &SentPage<'_>,
        sent: Reading,
        date: Option<&str>,
    ) -> Result<Taken<Reading>, Failure> {
        let Some(drawing) = self.drawing.clone() else {
            return Ok(Taken { reading: sent, is_drawn: false, warning: None });
        };
        drawing.take(page, sent, Reading::is_found, |_, shown| {
            let reading = self.reader.read_drawn(&shown, date);
            Ok((reading.map_err(|reason| Failure::new(FailureKind::Panicked, reason))?, false))
        })
    }
}

fn panicked() -> Failure {
    Failure::new(FailureKind::Panicked, PANICKED)
}

/// True if a browser has to draw a page: what it shows is at an address on the web.
fn is_to_draw(row: &Row, reading: &Reading) -> bool {
    reading.is_to_draw && row.url.as_deref().is_some_and(is_on_web)
}

/// Sets the content of a row, and its status.
fn fill(row: &mut Row, reading: Reading, is_cut: bool) {
    let Reading { content, is_limited, .. } = reading;
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
        is_drawn: false,
        content: None,
    }
}

fn status_of(error: &tamis_warc::Error) -> Status {
    match error.kind() {
        ErrorKind::TooLarge => Status::TooLarge,
        _ => Status::BrokenRecord,
    }
}
