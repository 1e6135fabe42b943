//! Records: reading them one after the other, and finding the next one behind a broken one.

use std::io::{self, BufRead, Read};

use super::RECORD_MAGIC;
use super::fields::{Head, HeadEnd, read_head};
use super::http::Message;
use crate::read::{ReadError, io_sentence};

/// The largest head of a record or of an HTTP message, in bytes.
const HEAD_BYTES: usize = 1 << 20;

/// A page as it was archived.
#[derive(Debug)]
pub struct Record {
    /// The address: `WARC-Target-URI` without angle brackets.
    pub uri: Option<String>,
    /// The answer of the server.
    pub message: Message,
}

/// A record that can't be read.
#[derive(Debug)]
pub struct Broken {
    pub uri: Option<String>,
    /// Why: a sentence.
    pub reason: String,
}

impl Broken {
    fn new(uri: Option<String>, reason: impl Into<String>) -> Broken {
        Broken { uri, reason: reason.into() }
    }

    fn io(uri: Option<String>, error: &io::Error) -> Broken {
        Broken::new(uri, io_sentence(error))
    }
}

/// The records of a WARC file.
pub struct Records<R> {
    input: R,
    max_bytes: u64,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// At the end of a record.
    Between,
    /// Somewhere: the next record has to be found.
    Lost,
    Ended,
}

/// What the head of a record says.
struct RecordHead {
    uri: Option<String>,
    is_response: bool,
    length: u64,
}

impl<R: BufRead> Records<R> {
    pub fn new(input: R, max_bytes: u64) -> Records<R> {
        Records { input, max_bytes, state: State::Between }
    }

    /// The next HTML page, or the next record that is broken; `None` at the end.
    pub fn next_page(&mut self) -> Option<Result<Record, Broken>> {
        loop {
            match self.find_record() {
                Ok(true) => {}
                Ok(false) => return None,
                Err(broken) => return Some(Err(broken)),
            }
            match self.read_record() {
                Ok(None) => {}
                Ok(Some(record)) => return Some(Ok(record)),
                Err(broken) => return Some(Err(broken)),
            }
        }
    }

    /// Goes to the first line of the next record; false at the end.
    fn find_record(&mut self) -> Result<bool, Broken> {
        loop {
            let line = match self.state {
                State::Ended => return Ok(false),
                State::Between | State::Lost => begin_of_line(&mut self.input),
            };
            let line = match line {
                Ok(line) => line,
                Err(error) => {
                    self.find_after(&error)?;
                    continue;
                }
            };
            match line {
                Line::End => self.state = State::Ended,
                Line::Record => return Ok(true),
                Line::Empty => {}
                Line::Other if self.state == State::Lost => {}
                Line::Other => {
                    self.state = State::Lost;
                    return Err(Broken::new(None, "what follows a record is no record"));
                }
            }
        }
    }

    /// Decides whether there is anything to find behind an error: behind broken compression there is. Who looks
    /// for the next record already has been told.
    fn find_after(&mut self, error: &io::Error) -> Result<(), Broken> {
        let lost = std::mem::replace(&mut self.state, after(error)) == State::Lost;
        if lost && self.state == State::Lost { Ok(()) } else { Err(Broken::io(None, error)) }
    }

    /// Reads a record whose magic is read; `None` if it is no HTML page.
    fn read_record(&mut self) -> Result<Option<Record>, Broken> {
        self.state = State::Lost;
        let head = self.read_record_head()?;
        let mut content = (&mut self.input).take(head.length);
        let outcome =
            if head.is_response { read_page(&mut content, self.max_bytes) } else { Ok(None) };
        let rest = io::copy(&mut content, &mut io::sink());
        let cut = content.limit() > 0;
        let broken = match (outcome, rest) {
            (Err(PageError::Io(error)), _) | (Ok(_), Err(error)) => {
                self.state = after(&error);
                Broken::io(head.uri, &error)
            }
            (Ok(_), Ok(_)) if cut => {
                self.state = State::Ended;
                Broken::new(head.uri, "the file ends within the record")
            }
            (Ok(page), Ok(_)) => {
                self.state = State::Between;
                return Ok(page.map(|message| Record { uri: head.uri, message }));
            }
            (Err(PageError::Bad(reason)), rest) => {
                self.state = if rest.is_ok() { State::Between } else { State::Lost };
                Broken::new(head.uri, reason)
            }
        };
        Err(broken)
    }

    fn read_record_head(&mut self) -> Result<RecordHead, Broken> {
        let mut bytes = RECORD_MAGIC.to_vec();
        match read_head(&mut self.input, &mut bytes, HEAD_BYTES) {
            Ok(HeadEnd::EmptyLine) => {}
            Ok(HeadEnd::Input) => {
                self.state = State::Ended;
                return Err(Broken::new(None, "the file ends within the head of a record"));
            }
            Ok(HeadEnd::Limit) => {
                return Err(Broken::new(None, "the head of a record is too long"));
            }
            Err(error) => {
                self.state = after(&error);
                return Err(Broken::io(None, &error));
            }
        }
        let head = Head::parse(&bytes);
        let uri = head.get("warc-target-uri").map(|uri| {
            // WARC 1.0 had the address in angle brackets in its grammar, and some writers follow.
            uri.strip_prefix('<').and_then(|uri| uri.strip_suffix('>')).unwrap_or(uri).to_owned()
        });
        let length = head.get("content-length").and_then(|length| length.parse().ok());
        let Some(length) = length else {
            return Err(Broken::new(uri, "the record does not say how long it is"));
        };
        let is_response =
            head.get("warc-type").is_some_and(|kind| kind.eq_ignore_ascii_case("response"));
        Ok(RecordHead { uri, is_response, length })
    }
}

/// Where an error leaves the reader. Broken compression is skipped; behind any other error nothing can be read.
fn after(error: &io::Error) -> State {
    use io::ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};
    match error.kind() {
        InvalidData | InvalidInput | UnexpectedEof => State::Lost,
        _ => State::Ended,
    }
}

enum PageError {
    Io(io::Error),
    Bad(String),
}

impl From<io::Error> for PageError {
    fn from(error: io::Error) -> PageError {
        PageError::Io(error)
    }
}

/// The HTTP message, if it is an HTML page; what is behind it may be left unread.
fn read_page(
    content: &mut io::Take<impl BufRead>,
    max_bytes: u64,
) -> Result<Option<Message>, PageError> {
    let mut head = Vec::new();
    let end = read_head(content, &mut head, HEAD_BYTES)?;
    if !head.starts_with(b"HTTP/") {
        // Answers of other protocols, such as `dns:`.
        return Ok(None);
    }
    if end == HeadEnd::Limit {
        return Err(PageError::Bad("the head of the HTTP message is too long".into()));
    }
    let mut message = Message::new(&Head::parse(&head));
    if !message.is_html() {
        return Ok(None);
    }
    // Compressed or in chunks, a page has about its own size at most.
    let room = max_bytes.saturating_add(max_bytes / 8).saturating_add(HEAD_BYTES as u64);
    if content.limit() > room {
        return Err(PageError::Bad(ReadError::TooLarge { max_bytes }.to_string()));
    }
    content.read_to_end(&mut message.raw)?;
    Ok(Some(message))
}

/// What a line is, as far as it matters for finding records.
enum Line {
    /// The magic of a record, which is read; the rest of the line is not.
    Record,
    Empty,
    /// Something else, which is read.
    Other,
    /// The end of the input.
    End,
}

fn begin_of_line(input: &mut impl BufRead) -> io::Result<Line> {
    let mut begin = Vec::new();
    input.by_ref().take(RECORD_MAGIC.len() as u64).read_until(b'\n', &mut begin)?;
    match begin.as_slice() {
        b"" => Ok(Line::End),
        magic if magic == RECORD_MAGIC => Ok(Line::Record),
        b"\n" | b"\r\n" => Ok(Line::Empty),
        line if line.ends_with(b"\n") => Ok(Line::Other),
        _ => {
            input.skip_until(b'\n')?;
            Ok(Line::Other)
        }
    }
}
