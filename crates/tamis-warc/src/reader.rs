//! The records of an archive, one after the other. After damage, the next one that can be found.
//!
//! Between records, the reader expects line ends and then a record; anything else is an error. Of a
//! record, it believes nothing before its length has been checked: see [`crate::block`]. After an
//! error it is lost: it skips lines until one looks like the beginning of a record, and more damage
//! on the way is not another error. For example, a hole of a megabyte is one error and not a
//! thousand.

use std::io::{self, BufRead, Read};
use std::iter::FusedIterator;

use crate::block::{Block, Fault, SEEN_BYTES, find_block, is_header, line_ends};
use crate::config::{Config, Filter};
use crate::error::{Error, ErrorKind, too_large};
use crate::header::{Header, HeaderEnd, MAX_HEADER_BYTES, read_header};
use crate::http::HttpResponse;
use crate::input::{Skipped, SourceFailed};
use crate::page::is_page;
use crate::record::{Record, RecordType, url};
use crate::source::RECORD_MAGIC;
use crate::window::{Place, Window};

/// The first bytes of an HTTP response.
const HTTP_MAGIC: &[u8] = b"HTTP/";

/// An iterator over the records of an archive. Its first bytes decide whether it is compressed with
/// gzip or Zstandard, or [`Config::compression`] if they are damaged.
///
/// An [`Error`] is one damaged place. The next item is the next record that can be found, until
/// there is none.
///
/// ```
/// use tamis_warc::{Config, Filter, Reader};
///
/// # let file: &[u8] = b"";
/// let config = Config::default().filter(Filter::HtmlPages);
/// for record in Reader::with_config(file, config) {
///     match record {
///         Ok(record) => { /* record.into_payload() */ }
///         Err(error) => { /* note it, with error.url() and error.offset() */ }
///     }
/// }
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    text: Window<R>,
    config: Config,
    state: State,
    /// The place of the record, or of the line after the last one.
    place: Place,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// At the end of a record.
    Between,
    /// At an unknown place: the next record has to be found.
    Lost,
    Ended,
}

impl<R: Read> Reader<R> {
    /// Returns a reader of all records. It buffers the source, and reads nothing before the first
    /// call of [`next`](Iterator::next).
    pub fn new(source: R) -> Reader<R> {
        Reader::with_config(source, Config::default())
    }

    /// Returns a reader with these settings.
    pub fn with_config(source: R, config: Config) -> Reader<R> {
        let text = Window::new(source, config.compression);
        Reader { text, config, state: State::Between, place: Place::default() }
    }

    /// Goes to the first line of the next record, after its magic. Returns false at the end.
    fn find_record(&mut self) -> Result<bool, Error> {
        while self.state != State::Ended {
            match self.begin_line() {
                Ok(Line::End) => self.state = State::Ended,
                Ok(Line::Record) => return Ok(true),
                Ok(Line::Empty) => {}
                Ok(Line::Other) if self.state == State::Lost => {}
                Ok(Line::Other) => {
                    self.state = State::Lost;
                    let message = "the bytes after the record are not a record";
                    return Err(Error::new(ErrorKind::NotARecord, self.place.offset, message));
                }
                Err(error) => self.note_failure(error)?,
            }
        }
        Ok(false)
    }

    /// Reads a line, or the magic of a record.
    fn begin_line(&mut self) -> io::Result<Line> {
        self.text.fill_to(SEEN_BYTES);
        // The place is known once the line is in memory.
        self.place = self.text.place();
        // Lost, any text may come, and a single word is no record.
        let may_be_record = self.state != State::Lost || is_header(self.text.text());
        match self.text.fill_buf()? {
            b"" => Ok(Line::End),
            line if line.starts_with(RECORD_MAGIC) && may_be_record => {
                self.text.consume(RECORD_MAGIC.len());
                Ok(Line::Record)
            }
            line => {
                let is_empty = line.starts_with(b"\n") || line.starts_with(b"\r\n");
                self.text.skip_line()?;
                Ok(if is_empty { Line::Empty } else { Line::Other })
            }
        }
    }

    /// Returns the error, except while the next record is searched, or for text that was skipped:
    /// then an error has been returned already, and further damage only prolongs the search.
    fn note_failure(&mut self, error: io::Error) -> Result<(), Error> {
        let was_lost = self.state == State::Lost || Skipped::is_cause_of(&error);
        self.state = state_after(&error);
        if was_lost && self.state == State::Lost {
            return Ok(());
        }
        Err(Error::reading(error, self.place.offset))
    }

    /// Reads a record whose magic is read. Returns `None` if the filter drops it.
    fn read_record(&mut self) -> Result<Option<Record>, Error> {
        self.state = State::Lost;
        let header = self.read_header()?;
        match self.read_content(&header) {
            Ok(None) => Ok(None),
            Ok(Some(Content { http, body, length })) => {
                let (offset, max_payload_bytes) =
                    (self.place.offset, self.config.max_payload_bytes);
                Ok(Some(Record { header, offset, length, http, body, max_payload_bytes }))
            }
            Err(error) => Err(error.at_url(url(&header).map(str::to_owned))),
        }
    }

    /// Reads the block of the record with this header. Returns `None` if the filter drops it.
    fn read_content(&mut self, header: &Header) -> Result<Option<Content>, Error> {
        let offset = self.place.offset;
        let Some(length) = header.get("content-length").and_then(|length| length.parse().ok())
        else {
            let message = "the record does not give its length (Content-Length)";
            return Err(Error::new(ErrorKind::Header, offset, message));
        };
        let block = find_block(&mut self.text, self.place, length, self.config.room());
        let block = block.map_err(|fault| self.note_fault(fault))?;
        self.state = State::Between;
        match block {
            Block::Whole(bytes) => {
                let found = use_of(&self.text.text()[..bytes], header, &self.config);
                if bytes <= self.config.room()
                    && let Ok(Some((http, begin))) = found
                {
                    let length = self.record_length(bytes);
                    self.text.consume(begin);
                    let body = self.text.take_bytes(bytes - begin);
                    return Ok(Some(Content { http, body, length }));
                }
                self.text.consume(bytes);
                self.refuse(&found)
            }
            Block::Large(held) => self.refuse(&use_of(held.text(), header, &self.config)),
        }
    }

    /// Returns the length in the source of the record whose block of this size begins here.
    fn record_length(&mut self, bytes: usize) -> Option<u64> {
        if !self.text.is_packed() {
            let end = bytes + line_ends(&self.text.text()[bytes..]);
            return Some(self.text.place().offset + end as u64 - self.place.offset);
        }
        let end = self.text.end_offset(bytes).filter(|_| self.place.begins_unit)?;
        Some(end - self.place.offset)
    }

    /// Returns the outcome for a block that is not returned.
    fn refuse(&self, found: &Use) -> Result<Option<Content>, Error> {
        let (kind, message) = match found {
            Ok(None) => return Ok(None),
            Ok(Some(_)) => (ErrorKind::TooLarge, too_large(self.config.max_payload_bytes)),
            Err(message) => (ErrorKind::Header, (*message).to_owned()),
        };
        Err(Error::new(kind, self.place.offset, message))
    }

    /// Returns the error for a block that cannot be read. The search goes on in the block if it is
    /// in memory still.
    fn note_fault(&mut self, fault: Fault) -> Error {
        let offset = self.place.offset;
        match fault {
            Fault::Length(message) => Error::new(ErrorKind::Length, offset, message),
            Fault::End => {
                let message = "the archive ends within the record";
                Error::new(ErrorKind::UnexpectedEnd, offset, message)
            }
            Fault::Damage(error) => {
                self.state = state_after(&error);
                Error::reading(error, offset)
            }
        }
    }

    fn read_header(&mut self) -> Result<Header, Error> {
        let mut bytes = RECORD_MAGIC.to_vec();
        match read_header(&mut self.text, &mut bytes, MAX_HEADER_BYTES) {
            Ok(HeaderEnd::EmptyLine) => Ok(Header::parse(&bytes)),
            Ok(HeaderEnd::Input) => {
                self.state = State::Ended;
                let message = "the archive ends within the header of the record";
                Err(Error::new(ErrorKind::UnexpectedEnd, self.place.offset, message))
            }
            Ok(HeaderEnd::Limit) => {
                let message = "the header of the record is longer than 1 MiB";
                Err(Error::new(ErrorKind::Header, self.place.offset, message))
            }
            Err(error) => {
                self.state = state_after(&error);
                Err(Error::reading(error, self.place.offset))
            }
        }
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Record, Error>;

    fn next(&mut self) -> Option<Result<Record, Error>> {
        loop {
            match self.find_record() {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => return Some(Err(error)),
            }
            if let Some(outcome) = self.read_record().transpose() {
                return Some(outcome);
            }
        }
    }
}

impl<R: Read> FusedIterator for Reader<R> {}

/// A line, as far as it matters for finding records.
enum Line {
    /// The magic of a record. The rest of the line is not read.
    Record,
    Empty,
    Other,
    /// The end of the source.
    End,
}

/// Returns the state after an error: nothing can be read after a failure of the source.
fn state_after(error: &io::Error) -> State {
    if SourceFailed::is_cause_of(error) { State::Ended } else { State::Lost }
}

/// The content of a record: the HTTP header of the block, if it has one, and the bytes after it.
#[derive(Debug)]
struct Content {
    http: Option<HttpResponse>,
    body: Vec<u8>,
    /// The length of the record in the source.
    length: Option<u64>,
}

/// The HTTP header of a block and the position after it. `None` if the filter drops the record. An
/// error is a sentence about the HTTP header.
type Use = Result<Option<(Option<HttpResponse>, usize)>, &'static str>;

/// Reads the HTTP header of a block, and decides whether the filter keeps the record.
fn use_of(block: &[u8], header: &Header, config: &Config) -> Use {
    // Responses of other protocols, such as `dns:`, have no HTTP header.
    let has_http = matches!(RecordType::of(header), RecordType::Response | RecordType::Revisit)
        && block.starts_with(HTTP_MAGIC);
    let (http, begin) = if has_http { read_http(block)? } else { (None, 0) };
    let is_kept = match config.filter {
        Filter::All => true,
        Filter::HtmlPages => {
            is_page(header, http.as_ref(), &block[begin..], config.max_payload_bytes)
        }
    };
    Ok(is_kept.then_some((http, begin)))
}

/// Reads the HTTP header that the block begins with.
fn read_http(block: &[u8]) -> Result<(Option<HttpResponse>, usize), &'static str> {
    let (mut rest, mut header) = (block, Vec::new());
    match read_header(&mut rest, &mut header, MAX_HEADER_BYTES) {
        Ok(HeaderEnd::EmptyLine | HeaderEnd::Input) => {
            let http = HttpResponse::new(Header::parse(&header));
            Ok((Some(http), block.len() - rest.len()))
        }
        // Bytes in memory can always be read.
        Ok(HeaderEnd::Limit) | Err(_) => {
            Err("the header of the HTTP response is longer than 1 MiB")
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::{Compression, write::GzEncoder};

    use super::*;

    /// Reads the whole archive. Returns the numbers of records and errors.
    fn check_steps(archive: &[u8], max_payload_bytes: u64) -> (usize, usize) {
        let config = Config::default().max_payload_bytes(max_payload_bytes);
        let mut reader = Reader::with_config(archive, config);
        let found: Vec<_> = reader.by_ref().collect();
        let steps = reader.text.moved + reader.text.consumed;
        let text_bytes = reader.text.place().position as usize;
        assert!(steps <= 6 * text_bytes, "{steps} steps for {text_bytes} bytes of text");
        let errors = found.iter().filter(|found| found.is_err()).count();
        (found.len() - errors, errors)
    }

    /// Records of which each claims a length that is wrong, in any kind of archive.
    #[test]
    fn many_wrong_lengths_take_linear_steps() {
        let count = 20_000;
        for length in [2, 100_000, 3_000_000, 60_000_000, u64::MAX] {
            let record = format!("WARC/1.1\r\nContent-Length: {length}\r\n\r\nA block\r\n\r\n");
            let archive = record.repeat(count).into_bytes();
            let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
            encoder.write_all(&archive).unwrap();
            for archive in [archive, encoder.finish().unwrap()] {
                for max_payload_bytes in [1000, 1_000_000, 100_000_000] {
                    let (records, errors) = check_steps(&archive, max_payload_bytes);
                    assert_eq!(records, 0);
                    assert!(errors > 1 && errors <= count, "{errors} errors");
                }
            }
        }
    }
}
