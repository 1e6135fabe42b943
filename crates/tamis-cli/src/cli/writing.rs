//! Options for writing the content.

use clap::{Args, ValueEnum, value_parser};
use tamis::render::{
    EmbedStyle, HtmlOptions, LinkStyle, MarkdownOptions, TableStyle, TextOptions, XmlOptions,
};

#[derive(Debug, Args)]
#[command(next_help_heading = "Content format")]
pub struct WritingArgs {
    /// Print chunks of each page, one object per line: split at headings, each with its headings
    ///
    /// An object has `source`, `url` if it is known, `title`, `chunk` (0, 1, …), `headings` (the
    /// outermost first), `markdown` and `chars`, and `comments` with --comments. With --max-chars,
    /// longer chunks are split again.
    #[arg(long)]
    pub chunks: bool,

    /// Print at most so many characters of a page, or of each chunk with --chunks
    ///
    /// The part ends after a paragraph if possible, else after a line, a sentence or a word. If
    /// there is more, standard error has the cursor of the rest, and JSON has it in `next_cursor`.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    pub max_chars: Option<u32>,

    /// Begin at this cursor, which --max-chars printed (for a single page)
    #[arg(long, value_name = "N", requires = "max_chars", conflicts_with = "chunks")]
    pub cursor: Option<u32>,

    /// The form of links
    #[arg(long, value_enum, default_value_t = Links::Inline)]
    pub links: Links,

    /// Write no images
    #[arg(long)]
    pub no_images: bool,

    /// The form of videos, sounds, posts, maps and charts that pages embed from known sites
    ///
    /// Other frames are always left out. Links to them need --links. In Markdown the page's own
    /// videos and sounds are links too; in HTML they are written as they are, except with `none`.
    #[arg(long, value_enum, default_value_t = Embeds::Link)]
    pub embeds: Embeds,

    /// The form of data tables in Markdown
    #[arg(long, value_enum, default_value_t = Tables::Auto)]
    pub tables: Tables,

    /// Write headings as paragraphs in Markdown
    #[arg(long)]
    pub plain_headings: bool,

    /// Write bold, italic and deleted text as plain text
    #[arg(long)]
    pub no_formatting: bool,

    /// Wrap the lines of text and Markdown at this width
    #[arg(long, value_name = "CHARS", value_parser = value_parser!(u32).range(1..))]
    pub line_width: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Links {
    /// With their addresses
    Inline,
    /// In Markdown with numbers, the addresses after the text
    References,
    /// Only their text
    None,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Embeds {
    /// A link with the title
    Link,
    /// In HTML a sandboxed frame if the site has a known player
    Frame,
    /// Nothing
    None,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Tables {
    /// With pipes, or in HTML if a cell spans others or contains a table
    Auto,
    /// Always with pipes
    Signs,
    /// Each cell as a paragraph
    Blocks,
}

impl WritingArgs {
    /// The options of Markdown.
    pub fn markdown(&self) -> MarkdownOptions {
        let options = MarkdownOptions::default()
            .links(match self.links {
                Links::Inline => LinkStyle::Inline,
                Links::References => LinkStyle::Referenced,
                Links::None => LinkStyle::Omitted,
            })
            .images(!self.no_images)
            .embeds(self.embeds != Embeds::None)
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

    /// The options of HTML.
    pub fn html(&self) -> HtmlOptions {
        HtmlOptions::default()
            .links(self.links != Links::None)
            .images(!self.no_images)
            .embeds(match self.embeds {
                Embeds::Link => EmbedStyle::Link,
                Embeds::Frame => EmbedStyle::Frame,
                Embeds::None => EmbedStyle::Omitted,
            })
            .emphasis(!self.no_formatting)
    }

    /// The options of plain text.
    pub fn text(&self, list_markers: bool) -> TextOptions {
        let options = TextOptions::default().list_markers(list_markers);
        match self.line_width {
            Some(width) => options.width(chars(width)),
            None => options,
        }
    }

    /// The options of XML and TEI.
    pub fn xml(&self) -> XmlOptions {
        XmlOptions::default()
            .links(self.links != Links::None)
            .images(!self.no_images)
            .embeds(self.embeds != Embeds::None)
            .emphasis(!self.no_formatting)
    }

    /// The largest number of characters of a page, or of a chunk.
    pub fn max_chars(&self) -> Option<usize> {
        self.max_chars.map(chars)
    }

    /// The beginning of the part to print, in characters.
    pub fn cursor(&self) -> usize {
        self.cursor.map_or(0, chars)
    }
}

/// A number of characters as the library takes it.
fn chars(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
