//! The records of an archive, one after the other. After damage, the next one that can be found.

use std::io::{self, BufRead, Read};
use std::iter::FusedIterator;

use crate::config::{Config, Filter};
use crate::error::{Error, ErrorKind, too_large};
use crate::header::{Header, HeaderEnd, MAX_HEADER_BYTES, read_header};
use crate::http::HttpResponse;
use crate::input::SourceFailed;
use crate::record::{Record, RecordType, url};
use crate::source::{RECORD_MAGIC, Source};

/// The first bytes of an HTTP response.
const HTTP_MAGIC: &[u8] = b"HTTP/";

/// An iterator over the records of an archive. Its first bytes decide whether it is compressed with
/// gzip.
///
/// An [`Error`] is one damaged place. The next item is the next record that can be found, until
/// there is none.
///
/// ```
/// use tamis_warc::{Config, Filter, Reader};
///
/// # let file: &[u8] = b"";
/// let config = Config::default().filter(Filter::HtmlResponses);
/// for record in Reader::with_config(file, config) {
///     match record {
///         Ok(record) => { /* record.into_payload() */ }
///         Err(error) => { /* note it, with error.url() and error.offset() */ }
///     }
/// }
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    source: Source<R>,
    config: Config,
    state: State,
    /// The position of the record, or of the line after the last one.
    offset: u64,
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
    /// A reader of all records. It buffers the source, and reads nothing before the first call of
    /// [`next`](Iterator::next).
    pub fn new(source: R) -> Reader<R> {
        Reader::with_config(source, Config::default())
    }

    /// A reader with these settings.
    pub fn with_config(source: R, config: Config) -> Reader<R> {
        Reader { source: Source::new(source), config, state: State::Between, offset: 0 }
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
                    return Err(Error::new(ErrorKind::NotARecord, self.offset, message));
                }
                Err(error) => self.note_failure(error)?,
            }
        }
        Ok(false)
    }

    /// Reads a line, or the magic of a record.
    fn begin_line(&mut self) -> io::Result<Line> {
        // The offset is known once the line is in the buffer.
        self.source.fill_buf()?;
        self.offset = self.source.offset();
        let mut begin = Vec::new();
        let mut line = self.source.by_ref().take(RECORD_MAGIC.len() as u64);
        line.read_until(b'\n', &mut begin)?;
        match begin.as_slice() {
            b"" => Ok(Line::End),
            magic if magic == RECORD_MAGIC => Ok(Line::Record),
            b"\n" | b"\r\n" => Ok(Line::Empty),
            line if line.ends_with(b"\n") => Ok(Line::Other),
            _ => {
                self.source.skip_until(b'\n')?;
                Ok(Line::Other)
            }
        }
    }

    /// Returns the error, except while the next record is searched: then an error has been
    /// returned already, and further damage only prolongs the search.
    fn note_failure(&mut self, error: io::Error) -> Result<(), Error> {
        let was_lost = self.state == State::Lost;
        self.state = state_after(&error);
        if was_lost && self.state == State::Lost {
            return Ok(());
        }
        Err(Error::reading(error, self.offset))
    }

    /// Reads a record whose magic is read. Returns `None` if the filter drops it.
    fn read_record(&mut self) -> Result<Option<Record>, Error> {
        self.state = State::Lost;
        let header = self.read_header()?;
        let content = match self.read_content(&header) {
            Ok(content) => content,
            Err(error) => return Err(error.at_url(url(&header).map(str::to_owned))),
        };
        let (offset, max_payload_bytes) = (self.offset, self.config.max_payload_bytes);
        Ok(content.map(|(http, body)| Record { header, offset, http, body, max_payload_bytes }))
    }

    /// Reads to the end of the record with this header.
    fn read_content(&mut self, header: &Header) -> Result<Option<Content>, Error> {
        let Some(length) = header.get("content-length").and_then(|length| length.parse().ok())
        else {
            let message = "the record does not give its length (Content-Length)";
            return Err(Error::new(ErrorKind::Header, self.offset, message));
        };
        let mut block = self.source.by_ref().take(length);
        let content = read_block(&mut block, header, &self.config);
        let rest = io::copy(&mut block, &mut io::sink());
        let is_cut = block.limit() > 0;
        match (content, rest) {
            (Err(BlockError::Io(error)), _) | (Ok(_), Err(error)) => {
                self.state = state_after(&error);
                Err(Error::reading(error, self.offset))
            }
            (Err(BlockError::Refused(kind, message)), rest) => {
                self.state = rest.map_or_else(|error| state_after(&error), |_| State::Between);
                Err(Error::new(kind, self.offset, message))
            }
            (Ok(_), Ok(_)) if is_cut => {
                self.state = State::Ended;
                let message = "the archive ends within the record";
                Err(Error::new(ErrorKind::UnexpectedEnd, self.offset, message))
            }
            (Ok(content), Ok(_)) => {
                self.state = State::Between;
                Ok(content)
            }
        }
    }

    fn read_header(&mut self) -> Result<Header, Error> {
        let mut bytes = RECORD_MAGIC.to_vec();
        match read_header(&mut self.source, &mut bytes, MAX_HEADER_BYTES) {
            Ok(HeaderEnd::EmptyLine) => Ok(Header::parse(&bytes)),
            Ok(HeaderEnd::Input) => {
                self.state = State::Ended;
                let message = "the archive ends within the header of the record";
                Err(Error::new(ErrorKind::UnexpectedEnd, self.offset, message))
            }
            Ok(HeaderEnd::Limit) => {
                let message = "the header of the record is longer than 1 MiB";
                Err(Error::new(ErrorKind::Header, self.offset, message))
            }
            Err(error) => {
                self.state = state_after(&error);
                Err(Error::reading(error, self.offset))
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

/// The state after an error: nothing can be read after a failure of the source.
fn state_after(error: &io::Error) -> State {
    if SourceFailed::is_cause_of(error) { State::Ended } else { State::Lost }
}

/// The reason why a block is not returned.
enum BlockError {
    Io(io::Error),
    /// The block can be read, but is of no use.
    Refused(ErrorKind, String),
}

impl From<io::Error> for BlockError {
    fn from(error: io::Error) -> BlockError {
        BlockError::Io(error)
    }
}

/// The HTTP header of a block, if it has one, and the bytes after it.
type Content = (Option<HttpResponse>, Vec<u8>);

/// Reads the content block of a record. Returns `None` if the filter drops the record, and may
/// leave any part of the block unread.
fn read_block(
    block: &mut io::Take<impl BufRead>,
    header: &Header,
    config: &Config,
) -> Result<Option<Content>, BlockError> {
    let record_type = RecordType::of(header);
    if config.filter == Filter::HtmlResponses && record_type != RecordType::Response {
        return Ok(None);
    }
    let mut body = Vec::new();
    let mut http = None;
    if matches!(record_type, RecordType::Response | RecordType::Revisit) {
        block.by_ref().take(HTTP_MAGIC.len() as u64).read_to_end(&mut body)?;
        // Responses of other protocols, such as `dns:`, have no HTTP header.
        if body == HTTP_MAGIC {
            http = Some(read_http(block, std::mem::take(&mut body))?);
        }
    }
    let is_html = http.as_ref().is_some_and(HttpResponse::is_html);
    if config.filter == Filter::HtmlResponses && !is_html {
        return Ok(None);
    }
    // Compressed or in chunks, a payload has about its own size at most.
    let max_bytes = config.max_payload_bytes;
    let room = max_bytes.saturating_add(max_bytes / 8).saturating_add(MAX_HEADER_BYTES as u64);
    if block.limit() > room {
        return Err(BlockError::Refused(ErrorKind::TooLarge, too_large(max_bytes)));
    }
    block.read_to_end(&mut body)?;
    Ok(Some((http, body)))
}

/// Reads the HTTP header that begins with these bytes.
fn read_http(block: &mut impl BufRead, mut begin: Vec<u8>) -> Result<HttpResponse, BlockError> {
    match read_header(block, &mut begin, MAX_HEADER_BYTES)? {
        HeaderEnd::Limit => {
            let message = "the header of the HTTP response is longer than 1 MiB".into();
            Err(BlockError::Refused(ErrorKind::Header, message))
        }
        HeaderEnd::EmptyLine | HeaderEnd::Input => Ok(HttpResponse::new(Header::parse(&begin))),
    }
}
