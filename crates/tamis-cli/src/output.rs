//! Printing rows in the requested format.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use anyhow::Context;
use serde::Serialize;

use crate::cli::{Cli, Format, OutputArgs};
use crate::message::standard_output;
use crate::task::STDIN;

use crate::row::{AnswerRow, Row};

/// Writes a report to this file, or to standard output for none or `-`.
///
/// # Errors
///
/// If it cannot be written.
pub fn write(path: Option<&Path>, text: &str) -> anyhow::Result<()> {
    if let Some(path) = path.filter(|path| path.as_os_str() != STDIN) {
        return fs::write(path, text)
            .with_context(|| format!("cannot write to {}", path.display()));
    }
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).context("cannot write the output")
}

/// The form of the output.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    pub format: Format,
    /// True if yes or no is printed, instead of content.
    readerable: bool,
    /// True if chunks are printed.
    chunks: bool,
    /// True if there can be more than one page, so that JSON is an array.
    several: bool,
}

impl Shape {
    /// Returns the form that the options request. `several` is true if there can be more than one
    /// page.
    pub fn of(cli: &Cli, several: bool) -> Shape {
        let OutputArgs { format, readerable, .. } = cli.output;
        Shape { format, readerable, chunks: cli.writing.chunks, several }
    }
}

/// Prints rows in one format.
pub struct Printer<'o> {
    out: Box<dyn Write + 'o>,
    shape: Shape,
    /// True after the first page that is not empty.
    printed: bool,
}

impl Printer<'static> {
    /// Returns a printer to this file, or to standard output.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened.
    pub fn open(path: Option<&Path>, shape: Shape) -> anyhow::Result<Printer<'static>> {
        let out: Box<dyn Write> = match path {
            Some(path) => Box::new(BufWriter::new(
                File::create(path)
                    .with_context(|| format!("cannot write to {}", path.display()))?,
            )),
            None => standard_output(),
        };
        Ok(Printer::new(out, shape))
    }
}

impl<'o> Printer<'o> {
    pub fn new(out: Box<dyn Write + 'o>, shape: Shape) -> Printer<'o> {
        Printer { out, shape, printed: false }
    }

    /// Prints one row. In text formats, prints nothing if the content is empty.
    ///
    /// # Errors
    ///
    /// If the output cannot be written.
    pub fn print(&mut self, row: &Row) -> io::Result<()> {
        match self.shape.format {
            _ if self.shape.chunks => self.print_chunks(row)?,
            Format::Text if self.shape.readerable => self.print_answer(row)?,
            Format::Text if !row.answers.is_empty() => self.print_answers(row)?,
            Format::Text => {
                self.print_text(row.rendered.as_deref().or(row.extraction.text.as_deref()))?;
            }
            Format::Html | Format::Markdown | Format::Xml | Format::Tei => {
                self.print_text(row.rendered.as_deref())?;
            }
            Format::Jsonl => self.print_line(row)?,
            Format::Json => {
                if self.shape.several {
                    self.out.write_all(if self.printed { b",\n" } else { b"[\n" })?;
                }
                serde_json::to_writer_pretty(&mut self.out, row)?;
                self.printed = true;
            }
        }
        // Pages can be seconds apart. A reader of a pipe should not wait for the next one.
        self.out.flush()
    }

    /// Prints an object on one line.
    fn print_line(&mut self, value: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.out, value)?;
        self.out.write_all(b"\n")
    }

    /// Prints the chunks of a page, or the row if the page could not be read.
    fn print_chunks(&mut self, row: &Row) -> io::Result<()> {
        if row.error.is_some() {
            return self.print_line(row);
        }
        row.chunk_rows().try_for_each(|chunk| self.print_line(&chunk))
    }

    /// Prints yes or no, and the name of the page if there are several.
    fn print_answer(&mut self, row: &Row) -> io::Result<()> {
        let Some(readerable) = row.readerable else { return Ok(()) };
        self.out.write_all(if readerable { b"yes" } else { b"no" })?;
        if self.shape.several {
            write!(self.out, "\t{}", row.source)?;
        }
        self.out.write_all(b"\n")
    }

    /// Prints the text of each engine under a line with its name. The first one is the answer that
    /// was taken.
    fn print_answers(&mut self, row: &Row) -> io::Result<()> {
        if self.shape.several {
            self.print_text(Some(&format!("##### {}", row.source)))?;
        }
        for (index, answer) in row.answers.iter().enumerate() {
            let AnswerRow { engine, confidence, text } = answer;
            let taken = if index == 0 { ", taken" } else { "" };
            self.print_text(Some(&format!("===== {engine}, confidence {confidence:.2}{taken}")))?;
            self.print_text(Some(text))?;
        }
        Ok(())
    }

    fn print_text(&mut self, text: Option<&str>) -> io::Result<()> {
        let Some(text) = text.filter(|text| !text.is_empty()) else {
            return Ok(());
        };
        if self.printed {
            self.out.write_all(b"\n")?;
        }
        self.printed = true;
        writeln!(self.out, "{}", text.strip_suffix('\n').unwrap_or(text))
    }

    /// Prints the end of the output.
    ///
    /// # Errors
    ///
    /// If the output cannot be written.
    pub fn finish(&mut self) -> io::Result<()> {
        if self.shape.format == Format::Json {
            let end: &[u8] = match (self.shape.several, self.printed) {
                (true, true) => b"\n]\n",
                (true, false) => b"[]\n",
                (false, true) => b"\n",
                (false, false) => b"",
            };
            self.out.write_all(end)?;
        }
        self.out.flush()
    }
}
