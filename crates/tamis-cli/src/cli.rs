//! The command line. One table makes the parser, the help, the completions and the man page.

mod addition;
#[cfg(feature = "batch")]
mod batch;
mod compare;
mod content;
#[cfg(feature = "browser")]
mod drawing;
mod engines;
#[cfg(feature = "epub")]
mod epub;
mod explain;
mod fetch;
mod files;
mod filters;
mod input;
mod learn;
#[cfg(feature = "serve")]
mod mcp;
mod output;
mod page;
mod parameters;
mod ranges;
mod reading;
#[cfg(feature = "batch")]
mod remote;
#[cfg(feature = "serve")]
mod serve;
mod wrap;
mod writing;

use clap::{Arg, ArgAction, CommandFactory, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

pub use addition::AdditionArgs;
#[cfg(feature = "batch")]
pub use batch::{BatchArgs, BatchFormat};
pub use compare::{CompareArgs, CompareFormat};
pub use content::{ContentArgs, StrategyChoice, stopwords};
#[cfg(feature = "browser")]
pub use drawing::{BrowserArgs, DrawingArgs, drawing_with};
pub use engines::EngineArgs;
#[cfg(feature = "epub")]
pub use epub::{EpubArgs, Export};
pub use explain::{ExplainArgs, ExplainFormat, OnlyParagraphs};
pub use fetch::FetchArgs;
pub use files::FilesArgs;
pub use filters::FilterArgs;
pub use input::InputArgs;
pub use learn::LearnArgs;
#[cfg(feature = "serve")]
pub use mcp::McpArgs;
pub use output::{JsonPart, OutputArgs};
pub use page::PageArgs;
pub use parameters::{DensityArgs, JustextArgs, ReadabilityArgs, ReaderableArgs, SelectorsArgs};
pub use reading::ReadingArgs;
#[cfg(feature = "serve")]
pub use serve::{DRAIN_SECONDS, JobsArgs, ServeArgs};
pub use tamis_run::files::NameBy;
pub use tamis_run::printer::Format;
pub use writing::{Embeds, Links, Tables, WritingArgs};

const ABOUT: &str = "Prints the main content of web pages, without menus, banners and footers";

const LONG_ABOUT: &str = "\
Prints the main content of web pages, without menus, banners and footers.

Pages are HTML from the web, from files, folders, WARC archives or standard input. They are \
printed in the order of the inputs. If a page cannot be read, the program names it on standard \
error and goes on with the others.

Exit status: 0 content found, 1 no content found, 2 something failed.";

const EXAMPLES: &str = "\
Examples:
  tamis page.html                        the text of a page
  tamis https://example.com/             the text of a page on the web
  curl -s https://example.com/ | tamis - the same, fetched by another program
  tamis --format markdown page.html      with headings, lists, tables, code and links
  tamis --format json page.html          with title, language and encoding
  tamis --chunks --max-chars 2000 pages/ chunks for retrieval, one per line, with their headings
  tamis --max-chars 4000 page.html       the beginning; --cursor gives the rest
  tamis --format json --with markdown,paragraphs page.html
                                         with Markdown, and a reason for each paragraph
  tamis --format tei page.html > page.xml
                                         in TEI; --format xml has the names of trafilatura
  tamis -f md --front-matter --output-dir out/ pages/
                                         a file of Markdown per page of a folder
  tamis --format jsonl pages/ > out.jsonl
                                         one row per page of a folder
  tamis --format jsonl crawl.warc.gz     one row per page of a crawl
  tamis -f jsonl --min-words 200 --language-is de,en --only-with date crawl.warc.gz
                                         without the pages that do not pass
  tamis batch crawl/ -o out/             the same for many crawls, as Parquet, resumable
  tamis batch --index de.csv --index-base https://data.commoncrawl.org/ -o out/
                                         the records that an index names
  tamis --print url,title,date pages/    a line of facts per page, for scripts
  tamis --files-from list.txt            the pages named in a list
  tamis --feed https://example.com/rss   the pages named in a feed; --sitemap for all of a site
  tamis --language German page.html      with the German stopwords
  tamis --strategy all page.html         the answer of each engine
  tamis compare page.html                where the engines agree and differ
  tamis explain page.html                why each paragraph is kept or dropped
  tamis explain --format html page.html > why.html
                                         the same as a page for the browser
  tamis epub -f links.txt --merge sunday.epub
                                         a book of articles with their images
  tamis learn --site pages/ -o rules/example.com.toml
                                         rules for a site, learned from a folder of its pages
  tamis --site-rules rules/ --follow-pages https://example.com/story
                                         with the rules for its site, and all its pages
  tamis --render auto --files-from list.txt
                                         with a browser for the pages that scripts build
  tamis serve --listen 127.0.0.1:8080    a service for other programs
  tamis mcp                              tools for an agent, which starts this itself

JSON: `--format jsonl` prints one object per page, each on a line. `--format json` prints one \
object if the input is a single page, and an array for several inputs, a folder, a WARC file or a \
list. An object has `source` (as given, or the address in a WARC file), `schema_version`, `text`, \
`title`, `language` and `encoding` (null if unknown), `metadata` (each value with its source), \
`engine` and `confidence`, `warnings`, and `error` (a sentence) if the page could not be read. \
--with adds more fields. `tamis schema` prints the JSON Schema, which describes each field; `tamis \
schema chunks` prints that of --chunks.";

/// The common options on one screen.
const HELP: &str = include_str!("cli/help.txt");

/// The options of commands that `--help` leaves out, besides those under headings that begin with
/// [`PARAMETERS`]. `--help-all` prints them.
const RARE: [&str; 19] = [
    "base_url",
    "encoding_rules",
    "fix_mojibake",
    "max_bytes",
    "user_agent",
    "header",
    "timeout",
    "delay",
    "retries",
    "robots",
    "max_redirects",
    "proxy",
    "model",
    "stoplist",
    "page_json",
    "drop_hidden",
    "browser",
    "wait_for",
    "render_jobs",
];

/// The begin of the headings of an engine's parameters.
const PARAMETERS: &str = "Parameters of ";

/// The whole command line, including the command whose options [`crate::justext`] reads itself.
pub fn command() -> clap::Command {
    let help = |text| {
        let flag = Arg::new("help").short('h').long("help").action(ArgAction::HelpShort);
        flag.help(text).help_heading(None::<&str>)
    };
    let help_all = Arg::new("help_all").long("help-all").action(ArgAction::HelpLong);
    let help_all = help_all.help("Print all options, with details").help_heading(None::<&str>);
    // This acts on the commands too.
    let main = Cli::command().disable_help_flag(true);
    main.mut_subcommands(|command| {
        let command = command.arg(help("Print the common options")).arg(help_all.clone());
        command.mut_args(|arg| {
            let of_engine = arg.get_help_heading().is_some_and(|of| of.starts_with(PARAMETERS));
            let is_rare = of_engine || RARE.contains(&arg.get_id().as_str());
            arg.hide_short_help(is_rare)
        })
    })
    .subcommand(crate::justext::command())
    .arg(help("Print the common options"))
}

/// The name of the program.
pub const NAME: &str = "tamis";

/// The parser of the command line. `--help` prints the common options only.
pub fn parser() -> clap::Command {
    let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let of_terminal = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    match of_terminal().or(columns) {
        Some(width) => command().override_help(wrap::wrapped(HELP, width)),
        None => command().override_help(HELP),
    }
}

/// The help with all options and with examples.
pub fn help_all() -> impl std::fmt::Display {
    command().render_long_help()
}

/// The options of a run.
#[derive(Debug, Parser)]
#[command(
    name = NAME,
    version,
    about = ABOUT,
    long_about = LONG_ABOUT,
    after_long_help = EXAMPLES,
    args_conflicts_with_subcommands = true,
    max_term_width = 100
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Print all options, with examples
    #[arg(long)]
    pub help_all: bool,
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub output: OutputArgs,
    #[command(flatten)]
    pub files: FilesArgs,
    #[command(flatten)]
    pub filters: FilterArgs,
    #[command(flatten)]
    pub writing: WritingArgs,
    #[command(flatten)]
    pub content: ContentArgs,
    #[command(flatten)]
    pub addition: AdditionArgs,
    #[command(flatten)]
    pub engines: EngineArgs,
    #[command(flatten)]
    pub readerable: ReaderableArgs,
    #[command(flatten)]
    pub fetch: FetchArgs,
    #[cfg(feature = "browser")]
    #[command(flatten)]
    pub drawing: DrawingArgs,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Print the completions for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the man page
    Man,
    /// Print the JSON Schema of rows or chunks
    Schema {
        /// The objects that it describes
        #[arg(value_enum, default_value_t = Described::Rows)]
        of: Described,
    },
    /// Print where the engines agree about a page, and where they differ
    Compare(Box<CompareArgs>),
    /// Print why each paragraph of a page is kept or dropped
    #[command(long_about = explain::ABOUT)]
    Explain(Box<ExplainArgs>),
    /// Make an EPUB or an HTML page of articles, with their images
    #[cfg(feature = "epub")]
    #[command(version, long_about = epub::ABOUT)]
    Epub(Box<EpubArgs>),
    /// Write the main content of WARC archives to files of rows, resumable
    #[cfg(feature = "batch")]
    #[command(long_about = batch::ABOUT)]
    Batch(Box<BatchArgs>),
    /// Write rules for a site, learned from some of its pages, for --site-rules
    #[command(long_about = learn::ABOUT)]
    Learn(LearnArgs),
    /// Answer requests over HTTP with the main content of pages
    #[cfg(feature = "serve")]
    #[command(long_about = serve::ABOUT)]
    Serve(Box<ServeArgs>),
    /// Give agents tools that read pages (MCP) on standard input and output
    #[cfg(feature = "serve")]
    #[command(long_about = mcp::ABOUT)]
    Mcp(Box<McpArgs>),
}

/// Objects with a JSON Schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Described {
    /// Rows, as of --format json and jsonl
    Rows,
    /// Chunks, as of --chunks
    Chunks,
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_line_is_valid() {
        super::parser().debug_assert();
    }
}
