//! Options for the output.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint, value_parser};
use tamis_run::printer::Format;
use tamis_run::row::Printed;

#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// The format to print
    #[arg(short, long, value_enum, default_value_t = Format::Text)]
    pub format: Format,

    /// Print only the article, without a page around it (with --format html)
    #[arg(long)]
    pub fragment: bool,

    /// Print the metadata before the article, in YAML (with --format markdown)
    ///
    /// The key `source` has the URL of the page, or the name of its file if there is no URL.
    #[arg(long)]
    pub front_matter: bool,

    /// Print hyphens and numbers before list items (with --format text)
    #[arg(long)]
    pub list_markers: bool,

    /// Print more fields of each page, separated by commas (with --format json and jsonl)
    #[arg(long, value_name = "FIELDS", value_enum, value_delimiter = ',')]
    pub with: Vec<JsonPart>,

    /// Print these facts instead of the content, separated by commas: a line for each page
    ///
    /// For scripts. Several facts have tabs between them, and an unknown one is empty. Several
    /// authors are separated by semicolons.
    #[arg(long, value_name = "FACTS", value_enum, value_delimiter = ',',
        conflicts_with_all = ["format", "fragment", "front_matter", "list_markers", "with",
            "readerable", "output_dir"])]
    pub print: Vec<Printed>,

    /// Print no line with its name before each of several pages (with text and Markdown)
    #[arg(long)]
    pub no_names: bool,

    /// Print yes if the page is probably an article, else no, instead of its content
    ///
    /// This is the test by which Firefox offers its reader view: yes if the page has enough text in
    /// paragraphs that are neither hidden nor named like menus. It tells articles from home pages
    /// and lists of links. The exit status is 0 for yes and 1 for no; with several pages, 0 if one
    /// of them is a yes. Source: Readability's isProbablyReaderable.
    #[arg(long, conflicts_with = "fragment")]
    pub readerable: bool,

    /// The file to print to (default: standard output)
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,

    /// The number of pages to work on at the same time, 1 to 1024 (default: one per processor core)
    #[arg(short, long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,

    /// Print errors only, neither progress nor warnings
    #[arg(short, long)]
    pub quiet: bool,
}

/// An optional field of JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum JsonPart {
    /// The article in Markdown
    Markdown,
    /// The article in safe HTML
    Html,
    /// All paragraphs of the page, with reasons and paths
    Paragraphs,
    /// The verdict of each engine about each paragraph
    Verdicts,
    /// The time that each step took
    Timings,
}
