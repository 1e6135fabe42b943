//! Pages read in a process of its own: a page that kills it costs itself alone.
//!
//! The library does not panic on any known page and has limits for memory and steps. A batch of a
//! billion pages still must not end because of one of them. So with isolation, each job has a
//! process that reads pages, and the run itself only sends and receives. If the process dies, the
//! page is tried once more in a new one, because the first may have died of something else. After a
//! second death, the page has a row without a text, and the run goes on.
//!
//! Both sides exchange frames: the length as four bytes, the lowest first, then the content. A
//! request is a frame of JSON and one of HTML; the answer is a frame of JSON. A frame with settings
//! comes before all requests, if the command has some.
//!
//! The browser belongs to the run: a process says whether a page is to be drawn, and reads what was
//! drawn, which comes with its layout in the form of [`drawn_file`].

use std::io::{self, BufReader, BufWriter, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tamis_run::drawing::{DrawnPage, Render};
use tamis_run::drawn_file;

use crate::config::Config;
use crate::error::{Error, ErrorKind};
use crate::html::Html;
use crate::isolation::Isolation;
use crate::page_reader::{PageReader, Reading};

/// The number of processes that may die of a page. It is two, because the first one may have died
/// of something else, for example of a page before.
const TRIES: usize = 2;

/// The largest frame, in bytes. Pages and their texts are far smaller.
const MAX_FRAME_BYTES: u32 = 1 << 30;

/// The facts about a page, before its HTML.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Request {
    is_text: bool,
    /// True if a browser has drawn it. Then it comes with its layout and its address.
    is_drawn: bool,
    /// The pages that a browser draws. The process only says whether this one is among them.
    render: Render,
    charset: Option<String>,
    url: Option<String>,
    date: Option<String>,
}

/// The number of paragraphs of the page that checks a process. It is as long as an ordinary one.
const CHECK_LINES: usize = 2000;

/// The most bytes that are read of the error messages of a process that has ended.
const MAX_SAID_BYTES: u64 = 64 << 10;

/// A process that reads pages. It is started for the first page, and again after its death.
pub(crate) struct Process {
    isolation: Isolation,
    render: Render,
    running: Option<Running>,
    /// The reason why none can be started: a sentence.
    pub(crate) failure: Option<String>,
}

struct Running {
    child: Child,
    /// `None` only while the process ends.
    pipes: Option<(BufWriter<ChildStdin>, BufReader<ChildStdout>)>,
}

impl Process {
    pub(crate) fn new(isolation: Isolation, render: Render) -> Process {
        Process { isolation, render, running: None, failure: None }
    }

    /// Returns the content of a page, or `None` if the library panics.
    ///
    /// # Errors
    ///
    /// If the process cannot be started, or two died of the page: a sentence.
    pub(crate) fn read(
        &mut self,
        html: Html<'_>,
        url: Option<&str>,
        date: Option<&str>,
    ) -> Result<Option<Reading>, String> {
        let (bytes, charset) = match html {
            Html::Bytes(bytes, charset) => (bytes, charset),
            Html::Text(text) => (text.as_bytes(), None),
        };
        self.ask(
            &Request {
                is_text: matches!(html, Html::Text(_)),
                is_drawn: false,
                render: self.render,
                charset: charset.map(str::to_owned),
                url: url.map(str::to_owned),
                date: date.map(str::to_owned),
            },
            bytes,
        )
    }

    /// Returns the content of a page as a browser shows it, or `None` if the library panics.
    ///
    /// # Errors
    ///
    /// As [`Process::read`].
    pub(crate) fn read_drawn(
        &mut self,
        page: &DrawnPage,
        date: Option<&str>,
    ) -> Result<Option<Reading>, String> {
        let written = drawn_file::written(page)?;
        let date = date.map(str::to_owned);
        self.ask(&Request { is_drawn: true, date, ..Request::default() }, written.as_bytes())
    }

    /// Returns the answer of a process, or of a second one if the first one dies.
    fn ask(&mut self, request: &Request, bytes: &[u8]) -> Result<Option<Reading>, String> {
        let mut end = String::new();
        for _ in 0..TRIES {
            let running = match &mut self.running {
                Some(running) => running,
                None => match Running::start(&self.isolation, Stdio::inherit()) {
                    Ok(running) => self.running.insert(running),
                    Err(error) => return Err(self.failure.insert(cannot_start(&error)).clone()),
                },
            };
            if let Ok(reading) = running.ask(request, bytes) {
                return Ok(reading);
            }
            end = self.running.take().map(Running::end).unwrap_or_default();
        }
        Err(format!("the process of this page ended: {end}"))
    }
}

/// Checks that a process of the configuration reads an ordinary page. One with too little memory
/// would read none, and every row would be without text.
///
/// # Errors
///
/// If it cannot be started, or ends before it has read the page.
pub(crate) fn check(config: &Config) -> Result<(), Error> {
    let Some(isolation) = &config.isolation else { return Ok(()) };
    let page = "<p>It was the best of times, it was the worst of times.\n".repeat(CHECK_LINES);
    let request = Request { is_text: true, ..Request::default() };
    let mut end = String::new();
    for _ in 0..TRIES {
        let mut running = Running::start(isolation, Stdio::piped())
            .map_err(|error| Error::new(ErrorKind::Config, cannot_start(&error)))?;
        if running.ask(&request, page.as_bytes()).is_ok() {
            return Ok(());
        }
        let said = running.last_words();
        end = format!("{}; {said}", running.end());
    }
    Err(Error::new(
        ErrorKind::Config,
        format!(
            "a process that reads pages ended before it had read one, perhaps for want of memory \
             ({end})"
        ),
    ))
}

fn cannot_start(error: &io::Error) -> String {
    format!("cannot start a process that reads pages: {error}")
}

impl Running {
    fn start(isolation: &Isolation, errors: Stdio) -> io::Result<Running> {
        let mut command = Command::new(&isolation.program);
        command.args(&isolation.args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(errors);
        // Ctrl-C reaches the run alone, which lets its processes finish their pages.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let pipe_is_missing = || io::Error::other("the pipe is missing");
        let input = child.stdin.take().ok_or_else(pipe_is_missing)?;
        let output = child.stdout.take().ok_or_else(pipe_is_missing)?;
        let mut input = BufWriter::new(input);
        if let Some(settings) = &isolation.settings {
            // If the process has ended already, its first page shows it, and how.
            let _ = write_frame(&mut input, settings).and_then(|()| input.flush());
        }
        Ok(Running { child, pipes: Some((input, BufReader::new(output))) })
    }

    fn ask(&mut self, request: &Request, html: &[u8]) -> io::Result<Option<Reading>> {
        let (input, output) = self.pipes.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        write_frame(input, &serde_json::to_vec(request)?)?;
        write_frame(input, html)?;
        input.flush()?;
        let answer = read_frame(output)?.ok_or(io::ErrorKind::UnexpectedEof)?;
        Ok(serde_json::from_slice(&answer)?)
    }

    /// Returns the last line that a process has written to its standard error.
    fn last_words(&mut self) -> String {
        // It ends without its pipes.
        self.pipes = None;
        let mut said = String::new();
        if let Some(errors) = self.child.stderr.take() {
            // Without a last line, the exit status still says something.
            let _ = errors.take(MAX_SAID_BYTES).read_to_string(&mut said);
        }
        let last = said.lines().rfind(|line| !line.trim().is_empty());
        last.unwrap_or("it said nothing").to_owned()
    }

    /// Ends a process that does not answer. Returns how it has ended.
    fn end(mut self) -> String {
        self.close().map_or_else(|error| error.to_string(), |status| status.to_string())
    }

    /// Waits for the end of the process, which ends without its pipes.
    fn close(&mut self) -> io::Result<ExitStatus> {
        self.pipes = None;
        self.child.wait()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // The result was returned before, or nobody asks for it.
        let _ = self.close();
    }
}

/// Reads the settings of an [`Isolation`], which its program takes from its standard input before
/// it calls [`serve`]. Reads no further.
///
/// # Errors
///
/// If the other process sends none.
pub fn read_settings(mut input: impl Read) -> Result<Vec<u8>, Error> {
    let settings = read_frame(&mut input).and_then(|frame| {
        frame.ok_or_else(|| io::Error::other("the other process sent no settings"))
    });
    settings.map_err(|error| Error::new(ErrorKind::Io, error.to_string()))
}

/// Reads pages for another process until the input ends. The program of an [`Isolation`] calls it
/// with its standard input and output, and the configuration of the run.
///
/// # Errors
///
/// If the configuration is not valid, or the other process does not read or write as it should.
pub fn serve(config: &Config, input: impl Read, output: impl Write) -> Result<(), Error> {
    let columns = config.selected_columns()?;
    let mut reader = PageReader::new(Arc::new(config.clone()), &columns)?;
    let (mut input, mut output) = (BufReader::new(input), BufWriter::new(output));
    answer(&mut reader, &mut input, &mut output)
        .map_err(|error| Error::new(ErrorKind::Io, format!("the other process failed: {error}")))
}

fn answer(
    reader: &mut PageReader,
    input: &mut impl Read,
    output: &mut impl Write,
) -> io::Result<()> {
    while let Some(request) = read_frame(input)? {
        let request: Request = serde_json::from_slice(&request)?;
        let html = read_frame(input)?.ok_or(io::ErrorKind::UnexpectedEof)?;
        let date = request.date.as_deref();
        let reading = if request.is_drawn {
            let page = drawn_file::read(&html).ok_or(io::ErrorKind::InvalidData)?;
            reader.read_drawn(&page.map_err(io::Error::other)?, date)
        } else {
            let page = if request.is_text {
                Html::Text(str::from_utf8(&html).map_err(io::Error::other)?)
            } else {
                Html::Bytes(&html, request.charset.as_deref())
            };
            reader.render = request.render;
            reader.read(page, request.url.as_deref(), date)
        };
        write_frame(output, &serde_json::to_vec(&reading)?)?;
        output.flush()?;
    }
    Ok(())
}

fn write_frame(output: &mut impl Write, content: &[u8]) -> io::Result<()> {
    let length = u32::try_from(content.len()).map_err(io::Error::other)?;
    output.write_all(&length.to_le_bytes())?;
    output.write_all(content)
}

/// Returns the content of the next frame, or `None` at the end.
fn read_frame(input: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut length = [0; 4];
    match input.read_exact(&mut length) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        other => other?,
    }
    let length = u32::from_le_bytes(length);
    if length > MAX_FRAME_BYTES {
        return Err(io::Error::other(format!("a frame claims {length} bytes")));
    }
    let mut content = vec![0; length as usize];
    input.read_exact(&mut content)?;
    Ok(Some(content))
}

#[cfg(test)]
mod tests {
    use tamis::{Area, Layout, ShownText, Sight};

    use super::*;

    #[test]
    fn contents_pass_unchanged() {
        let config = Config::default().columns(["text", "markdown", "html", "confidence"]);
        let columns = config.selected_columns().unwrap();
        let mut reader = PageReader::new(Arc::new(config.clone()), &columns).unwrap();
        let html = format!("<html lang=en><p>{}", "It was the best of times. ".repeat(30));
        let request = Request {
            is_text: false,
            charset: Some("utf-8".into()),
            url: Some("https://site.example/".into()),
            ..Request::default()
        };
        let mut input = Vec::new();
        for _ in 0..2 {
            write_frame(&mut input, &serde_json::to_vec(&request).unwrap()).unwrap();
            write_frame(&mut input, html.as_bytes()).unwrap();
        }
        let mut output = Vec::new();
        serve(&config, &*input, &mut output).unwrap();
        let page = Html::Bytes(html.as_bytes(), Some("utf-8"));
        let expected = reader.read(page, Some("https://site.example/"), None).unwrap();
        let mut answers = &*output;
        for _ in 0..2 {
            let answer = read_frame(&mut answers).unwrap().unwrap();
            let reading: Option<Reading> = serde_json::from_slice(&answer).unwrap();
            let reading = reading.unwrap();
            assert_eq!(reading.content, expected.content);
            assert!(!reading.is_limited && reading.content.markdown.is_some());
        }
        assert!(answers.is_empty());
    }

    /// The content and the answer whether a page is to be drawn.
    #[test]
    fn drawn_pages_come_with_their_layout() {
        let config = Config::default();
        let columns = config.selected_columns().unwrap();
        let mut reader = PageReader::new(Arc::new(config.clone()), &columns).unwrap();
        let (shown, hidden) = ("It was the best of times. ".repeat(30), "Ignore it. ".repeat(9));
        let html = format!("<html lang=en><article><p>{shown}</p><p>{hidden}</p></article>");
        let text = |text: &str, sight| {
            let start = html.find(text).unwrap();
            ShownText::new(start..start + text.len(), Area::default(), sight)
        };
        let texts = vec![text(&shown, Sight::Seen), text(&hidden, Sight::Concealed)];
        let (url, layout) = ("https://site.example/".to_owned(), Layout::new(texts));
        let page = DrawnPage { html: html.clone(), layout, url, is_settled: true };
        let drawn = Request { is_drawn: true, ..Request::default() };
        let sent = Request { is_text: true, render: Render::Always, ..Request::default() };
        let mut input = Vec::new();
        let file = drawn_file::written(&page).unwrap();
        for (request, page) in [(drawn, &file), (sent, &html)] {
            write_frame(&mut input, &serde_json::to_vec(&request).unwrap()).unwrap();
            write_frame(&mut input, page.as_bytes()).unwrap();
        }
        let mut output = Vec::new();
        serve(&config, &*input, &mut output).unwrap();
        let mut answers = &*output;
        let mut next = || -> Reading {
            serde_json::from_slice(&read_frame(&mut answers).unwrap().unwrap()).unwrap()
        };
        let (drawn, sent) = (next(), next());
        assert_eq!(drawn.content, reader.read_drawn(&page, None).unwrap().content);
        assert!(!drawn.content.texts[0].1.contains("Ignore it") && !drawn.is_to_draw);
        assert!(sent.content.texts[0].1.contains("Ignore it") && sent.is_to_draw);
    }

    #[test]
    fn settings_come_before_the_first_page() {
        let mut input = Vec::new();
        write_frame(&mut input, b"settings").unwrap();
        write_frame(&mut input, b"page").unwrap();
        let mut rest = &*input;
        assert_eq!(read_settings(&mut rest).unwrap(), b"settings");
        assert_eq!(read_frame(&mut rest).unwrap().unwrap(), b"page");
        assert!(read_settings(&mut rest).unwrap_err().to_string().contains("no settings"));
    }

    #[test]
    fn broken_requests_are_errors() {
        let config = Config::default();
        for input in [&b"\x01\0\0\0{"[..], b"\xff\xff\xff\xff", b"\x09\0\0\0{}"] {
            assert!(serve(&config, input, Vec::new()).is_err(), "{input:?}");
        }
        assert!(serve(&config, &b""[..], Vec::new()).is_ok());
    }
}
