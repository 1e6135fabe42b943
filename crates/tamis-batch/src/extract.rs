//! Records to rows.

use std::sync::Arc;

use tamis::dom::utf16_label;
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

/// Makes rows of pages, one after the other.
pub(crate) struct Worker {
    reader: Reader,
}

/// The place where pages are read.
enum Reader {
    Here(Box<PageReader>),
    Apart(Process),
}

impl Reader {
    /// Returns the content of a page, or a sentence about a bug of Tamis.
    fn read(
        &mut self,
        html: Html<'_>,
        url: Option<&str>,
        date: Option<&str>,
    ) -> Result<Reading, String> {
        match self {
            Reader::Here(reader) => reader.read(html, url, date).ok_or_else(|| PANICKED.into()),
            Reader::Apart(process) => process
                .read(html, url, date)
                .and_then(|reading| reading.ok_or_else(|| PANICKED.into())),
        }
    }
}

impl Worker {
    /// Returns a worker that fills these columns.
    ///
    /// # Errors
    ///
    /// If the configuration of the extraction is not valid.
    pub(crate) fn new(config: Arc<Config>, columns: &[Column]) -> Result<Worker, Error> {
        let reader = match &config.isolation {
            Some(isolation) => Reader::Apart(Process::new(isolation.clone())),
            None => Reader::Here(Box::new(PageReader::new(config, columns)?)),
        };
        Ok(Worker { reader })
    }

    /// Returns why there is no process to read pages in, if that is so: a sentence. It is no fault
    /// of a page.
    pub(crate) fn failure(&self) -> Option<String> {
        match &self.reader {
            Reader::Here(_) => None,
            Reader::Apart(process) => process.failure.clone(),
        }
    }

    /// Returns the row of an item, whose position is that in the archive. Never panics.
    pub(crate) fn row(&mut self, item: Item, warc_file: &str, offset: u64) -> Row {
        match item {
            Ok(record) => self.row_of_record(record, warc_file, offset),
            Err(error) => broken(&error, warc_file, offset),
        }
    }

    fn row_of_record(&mut self, record: Record, warc_file: &str, offset: u64) -> Row {
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
        let charset = charset.as_deref().or_else(|| utf16_label(&payload.bytes));
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
        let reading = self.reader.read(html, row.url.as_deref(), row.date.as_deref());
        let Reading { content, is_limited } = match reading {
            Ok(reading) => reading,
            Err(sentence) => {
                row.status = Status::Panic;
                row.error = Some(sentence);
                return;
            }
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
