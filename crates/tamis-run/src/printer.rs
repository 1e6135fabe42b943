//! Printing rows in the requested format.

use std::io::{self, Write};
use std::path::PathBuf;

use serde::Serialize;

use crate::row::{AnswerRow, Printed, Row};
use crate::whole_file::replace;

/// Returns a text as one line, without tabs.
fn one_line(text: &str) -> String {
    text.replace(['\n', '\r', '\t'], " ")
}

/// A format of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Format {
    /// Plain text, with an empty line between paragraphs
    Text,
    /// One object for a single page, else an array
    Json,
    /// One object per page, each on a line
    Jsonl,
    /// Markdown: headings, lists, tables, code, links, images
    #[cfg_attr(feature = "clap", value(alias = "md"))]
    Markdown,
    /// A page to read: the article in safe HTML with its images
    Html,
    /// The article and its metadata in XML, with the element names of trafilatura
    Xml,
    /// The article and its metadata by the guidelines of the Text Encoding Initiative (TEI P5)
    #[cfg_attr(feature = "clap", value(alias = "xmltei"))]
    Tei,
}

impl Format {
    /// True for formats that show the article with its structure, false for text and JSON.
    pub fn is_rendered(self) -> bool {
        matches!(self, Format::Markdown | Format::Html | Format::Xml | Format::Tei)
    }

    /// The extension of files in this format, or of chunks.
    pub fn extension(self, chunks: bool) -> &'static str {
        match self {
            _ if chunks => "jsonl",
            Format::Text => "txt",
            Format::Json => "json",
            Format::Jsonl => "jsonl",
            Format::Markdown => "md",
            Format::Html => "html",
            Format::Xml | Format::Tei => "xml",
        }
    }

    /// True for JSON and JSON Lines.
    pub fn is_json(self) -> bool {
        matches!(self, Format::Json | Format::Jsonl)
    }
}

/// The form of the output.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The format.
    pub format: Format,
    /// The facts that are printed instead of the content, if there are some.
    pub facts: Vec<Printed>,
    /// True if a line with the name of each page is printed before its text.
    pub has_names: bool,
    /// True if yes or no is printed, instead of content.
    pub readerable: bool,
    /// True if chunks are printed.
    pub chunks: bool,
    /// True if there can be more than one page, so that JSON is an array.
    pub several: bool,
}

/// The place where rows go.
enum Out<'o> {
    Stream(Box<dyn Write + 'o>),
    /// A file for a single page, which is written as a whole: on a full disk, the file of an
    /// earlier run stays. A file of many pages grows with each, so that a long run that is stopped
    /// leaves something.
    Whole {
        path: PathBuf,
        bytes: Vec<u8>,
    },
}

impl Write for Out<'_> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        match self {
            Out::Stream(out) => out.write(buffer),
            Out::Whole { bytes, .. } => bytes.write(buffer),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Out::Stream(out) => out.flush(),
            Out::Whole { .. } => Ok(()),
        }
    }
}

/// Prints rows in one format.
pub struct Printer<'o> {
    out: Out<'o>,
    shape: Shape,
    /// True after the first page that is not empty.
    printed: bool,
}

impl<'o> Printer<'o> {
    /// Returns a printer that writes each row when it comes.
    pub fn new(out: Box<dyn Write + 'o>, shape: Shape) -> Printer<'o> {
        Printer { out: Out::Stream(out), shape, printed: false }
    }

    /// Returns a printer to a file that appears whole when it is finished, for a single page.
    pub fn whole(path: PathBuf, shape: Shape) -> Printer<'o> {
        Printer { out: Out::Whole { path, bytes: Vec::new() }, shape, printed: false }
    }

    /// Prints one row. In text formats, prints nothing if the content is empty.
    ///
    /// # Errors
    ///
    /// If the output cannot be written.
    pub fn print(&mut self, row: &Row) -> io::Result<()> {
        match self.shape.format {
            _ if !self.shape.facts.is_empty() => self.print_facts(row)?,
            _ if self.shape.chunks => self.print_chunks(row)?,
            Format::Text if self.shape.readerable => self.print_answer(row)?,
            Format::Text if !row.answers.is_empty() => self.print_answers(row)?,
            Format::Text => {
                let name = format!("==> {} <==\n", one_line(&row.source));
                self.print_page(name, row.rendered.as_ref().or(row.extraction.text.as_ref()))?;
            }
            Format::Html | Format::Markdown | Format::Xml | Format::Tei => {
                // A comment ends with `-->`, and its text has no other signs with a meaning.
                let source = one_line(&row.source).replace('<', "%3C").replace('>', "%3E");
                let name = format!("<!-- {source} -->\n\n");
                self.print_page(name, row.rendered.as_ref())?;
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

    /// Prints facts about a page that could be read, on one line.
    fn print_facts(&mut self, row: &Row) -> io::Result<()> {
        if row.error.is_some() {
            return Ok(());
        }
        let facts: Vec<_> =
            self.shape.facts.iter().map(|&fact| one_line(&row.fact(fact))).collect();
        writeln!(self.out, "{}", facts.join("\t"))
    }

    /// Prints the content of a page. If there are several pages, a line with its name comes first,
    /// as `head` prints it.
    fn print_page(&mut self, name: String, content: Option<&String>) -> io::Result<()> {
        let Some(content) = content.filter(|content| !content.is_empty()) else { return Ok(()) };
        if self.shape.has_names {
            return self.print_text(Some(&(name + content)));
        }
        self.print_text(Some(content))
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
        match &mut self.out {
            Out::Stream(out) => out.flush(),
            Out::Whole { path, bytes } => replace(path, bytes),
        }
    }
}
