//! Options of `tamis epub`: those of Paperoni 0.6 with its names, and those for pages on the web.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{ArgAction, Args, ValueEnum, ValueHint, value_parser};

use tamis::{Strategy, Url};

use super::FetchArgs;

pub const ABOUT: &str = "\
Make an EPUB or an HTML page of articles, with their images.

Each page becomes a file of its own, named after its title. With --merge, all pages become one \
file in their order, and links between them lead to its chapters. The names of the files are \
printed. A file appears whole or not at all, and one that exists stays, unless --force replaces it. \
If a page fails, the others are still made, and standard error names it at the end.

A command line for Paperoni works if you replace the program name with `tamis epub`.

Exit status: 0 all made, 1 no content found, 2 something failed.";

#[derive(Debug, Args)]
pub struct EpubArgs {
    /// Pages: URLs, files, folders, or - for standard input
    #[arg(value_name = "URL | FILE | DIRECTORY | -", value_hint = ValueHint::AnyPath,
        required_unless_present = "file")]
    pub inputs: Vec<OsString>,

    /// Read more inputs from a list, one per line (- for standard input)
    #[arg(short, long, value_name = "FILE|-", value_hint = ValueHint::FilePath)]
    pub file: Option<PathBuf>,

    /// The folder for the files, which must exist (default: the current folder)
    #[arg(short, long, alias = "output-directory", value_name = "DIRECTORY",
        value_hint = ValueHint::DirPath, conflicts_with = "merge")]
    pub output_dir: Option<PathBuf>,

    /// Make one file of all articles; the extension is added if it is missing
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub merge: Option<PathBuf>,

    /// Replace files that exist
    #[arg(long)]
    pub force: bool,

    /// The number of pages or images to fetch at the same time, 1 to 1024
    #[arg(long, value_name = "N", default_value_t = 8,
        value_parser = value_parser!(u16).range(1..=1024))]
    pub max_conn: u16,

    /// The type of the files
    #[arg(long, value_name = "TYPE", value_enum, default_value_t = Export::Epub)]
    pub export: Export,

    /// Put images into the page instead of a folder next to it (with --export html; an EPUB always
    /// contains them)
    #[arg(long)]
    pub inline_images: bool,

    /// Add a page with the contents at the beginning, and a list of headings before each article
    /// that has several
    #[arg(long)]
    pub inline_toc: bool,

    /// Apply the styles in a file after those of the program (or, with --no-css, in their place)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub css: Option<PathBuf>,

    /// Leave out all styles, so that the reader's own apply
    #[arg(long, conflicts_with = "no_header_css")]
    pub no_css: bool,

    /// Leave out the styles of headings
    #[arg(long)]
    pub no_header_css: bool,

    /// The title of the file, if there is only one: of the only page, or with --merge (default: the
    /// title of the page; the name of the merged file)
    #[arg(long)]
    pub title: Option<String>,

    /// The author of the files, in the place of those of their pages (repeatable)
    #[arg(long, value_name = "NAME")]
    pub author: Vec<String>,

    /// The image on the cover (default: that of the only page; a drawing of the title)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub cover: Option<PathBuf>,

    /// The engine or blend that finds the main content
    #[arg(long, alias = "engine", default_value_t = Strategy::Auto,
        value_parser = super::content::strategy_names())]
    pub strategy: Strategy,

    /// The base of relative addresses (default: the page's own; images of a page in a file are read
    /// from its folder)
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url, value_parser = Url::parse)]
    pub base_url: Option<Url>,

    /// Print errors only: no progress, and no names of the files
    #[arg(short, long, conflicts_with = "verbosity")]
    pub quiet: bool,

    /// Print messages instead of a progress bar: -v errors, -vv warnings, -vvv progress, -vvvv all
    #[arg(short, action = ArgAction::Count)]
    pub verbosity: u8,

    /// Write the messages to a file in .tamis/logs of the home folder (all, or those of -v)
    #[arg(long)]
    pub log_to_file: bool,

    #[command(flatten)]
    pub fetch: FetchArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Export {
    Epub,
    Html,
}

impl Export {
    /// The extension of such files.
    pub fn extension(self) -> &'static str {
        match self {
            Export::Epub => "epub",
            Export::Html => "html",
        }
    }
}
