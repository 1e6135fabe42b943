//! How what is found is written.

use anyhow::bail;
use clap::{Args, ValueEnum, value_parser};
use tamis::render::{HtmlOptions, LinkStyle, MarkdownOptions, TableStyle, TextOptions, XmlOptions};

use super::{Format, JsonPart, OutputArgs};

#[derive(Debug, Args)]
#[command(next_help_heading = "How it is written")]
pub struct WritingArgs {
    /// Print one object per part of a page and line: by headings, each with the headings it stands under
    ///
    /// An object has `source`, `url` where it is known, `title`, `chunk` (0, 1, …), `headings` (the outermost first),
    /// `markdown` and `chars`, and `comments` with --comments. With --max-chars longer parts are parted again.
    #[arg(long)]
    pub chunks: bool,

    /// Print so many characters of a page at most; with --chunks, of a part
    ///
    /// It ends with a paragraph where that goes, else with a line, a sentence or a word. Where there is more, the cursor
    /// to go on with is told on standard error, and in JSON in `next_cursor`.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    pub max_chars: Option<u32>,

    /// Begin here: a cursor that --max-chars told (of a single page)
    #[arg(long, value_name = "N", requires = "max_chars", conflicts_with = "chunks")]
    pub cursor: Option<u32>,

    /// How links are written
    #[arg(long, value_enum, default_value_t = Links::Inline)]
    pub links: Links,

    /// Write no images
    #[arg(long)]
    pub no_images: bool,

    /// How tables of data are written in Markdown
    #[arg(long, value_enum, default_value_t = Tables::Auto)]
    pub tables: Tables,

    /// Write headings of Markdown as paragraphs
    #[arg(long)]
    pub plain_headings: bool,

    /// Write bold, italic and deleted text as plain text
    #[arg(long)]
    pub no_formatting: bool,

    /// Break the lines of text and Markdown where they get longer
    #[arg(long, value_name = "CHARS", value_parser = value_parser!(u32).range(1..))]
    pub line_width: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Links {
    /// With their addresses
    Inline,
    /// In Markdown with numbers, the addresses behind the text
    References,
    /// Their text alone
    None,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Tables {
    /// With signs; in HTML where cells span others or hold tables
    Auto,
    /// With signs alone
    Signs,
    /// Each cell as a paragraph
    Blocks,
}

impl WritingArgs {
    /// How Markdown is written.
    pub fn markdown(&self) -> MarkdownOptions {
        let options = MarkdownOptions::default()
            .links(match self.links {
                Links::Inline => LinkStyle::Inline,
                Links::References => LinkStyle::Referenced,
                Links::None => LinkStyle::Omitted,
            })
            .images(!self.no_images)
            .tables(match self.tables {
                Tables::Auto => TableStyle::Auto,
                Tables::Signs => TableStyle::Signs,
                Tables::Blocks => TableStyle::Blocks,
            })
            .headings(!self.plain_headings)
            .emphasis(!self.no_formatting);
        match self.line_width {
            Some(width) => options.width(chars(width)),
            None => options,
        }
    }

    /// How HTML is written.
    pub fn html(&self) -> HtmlOptions {
        HtmlOptions::default()
            .links(self.links != Links::None)
            .images(!self.no_images)
            .emphasis(!self.no_formatting)
    }

    /// How text is written.
    pub fn text(&self, list_markers: bool) -> TextOptions {
        let options = TextOptions::default().list_markers(list_markers);
        match self.line_width {
            Some(width) => options.width(chars(width)),
            None => options,
        }
    }

    /// How XML is written.
    pub fn xml(&self) -> XmlOptions {
        XmlOptions::default()
            .links(self.links != Links::None)
            .images(!self.no_images)
            .emphasis(!self.no_formatting)
    }

    /// The most characters of what is printed, or of a part.
    pub fn max_chars(&self) -> Option<usize> {
        self.max_chars.map(chars)
    }

    /// Where what is printed begins, in characters.
    pub fn cursor(&self) -> usize {
        self.cursor.map_or(0, chars)
    }

    /// Refuses what would do nothing.
    ///
    /// # Errors
    ///
    /// When an option does not go with what is printed.
    pub fn check(&self, output: &OutputArgs, several: bool) -> anyhow::Result<()> {
        let is_json = matches!(output.format, Format::Json | Format::Jsonl);
        let is_markdown = self.chunks
            || output.format == Format::Markdown
            || output.with.contains(&JsonPart::Markdown);
        let has_elements = is_markdown
            || !matches!(output.format, Format::Text | Format::Json | Format::Jsonl)
            || output.with.contains(&JsonPart::Html);
        if self.chunks && !matches!(output.format, Format::Text | Format::Jsonl) {
            bail!("--chunks prints lines of JSON; leave out --format");
        }
        if self.chunks && (output.readerable || !output.with.is_empty()) {
            bail!(
                "--chunks prints parts of pages; it goes neither with --readerable nor with --with"
            );
        }
        let of_elements = [
            (self.links != Links::Inline, "--links"),
            (self.no_images, "--no-images"),
            (self.no_formatting, "--no-formatting"),
        ];
        if let Some((_, name)) = of_elements.iter().find(|(is_set, _)| *is_set && !has_elements) {
            bail!("{name} changes nothing of plain text; it goes with other formats");
        }
        let of_markdown = [
            (self.tables != Tables::Auto, "--tables"),
            (self.plain_headings, "--plain-headings"),
            (self.links == Links::References, "--links references"),
        ];
        if let Some((_, name)) = of_markdown.iter().find(|(is_set, _)| *is_set && !is_markdown) {
            bail!("{name} goes with Markdown: --format markdown, --with markdown or --chunks");
        }
        if self.line_width.is_some() && !is_markdown && output.format != Format::Text {
            bail!("--line-width goes with text and Markdown");
        }
        let is_text = matches!(output.format, Format::Text | Format::Markdown);
        if self.max_chars.is_some() && !self.chunks && !is_text && !is_json {
            bail!("--max-chars goes with text, Markdown and JSON, and with --chunks");
        }
        let has_more =
            output.with.iter().any(|part| matches!(part, JsonPart::Markdown | JsonPart::Html));
        if self.max_chars.is_some() && has_more {
            bail!("--max-chars cuts the text; it goes neither with --with markdown nor with html");
        }
        if self.cursor.is_some() && several {
            bail!("--cursor goes on with a single page");
        }
        Ok(())
    }
}

/// A number of the command line as the library takes it.
fn chars(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
