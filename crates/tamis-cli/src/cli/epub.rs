//! The options of `tamis epub`: those of Paperoni 0.6, by its names, and those for pages on the web.

use std::path::PathBuf;

use clap::{ArgAction, Args, ValueEnum, ValueHint, value_parser};

use super::FetchArgs;

pub const ABOUT: &str = "\
Make an EPUB or a page of HTML of articles, with their images.

Each page becomes a file of its own, named by its title; with --merge all become one, in their order, and links between \
them stay in it. The names of the files are printed. What failed is named on standard error at the end, and the rest is \
made all the same.

The command line of Paperoni works when its name is changed to `tamis epub`.

Exit status: 0 all made, 1 no content found, 2 something failed.";

#[derive(Debug, Args)]
pub struct EpubArgs {
    /// Pages: URLs, files, folders, or - for standard input
    #[arg(value_name = "URL | FILE | DIRECTORY | -", value_hint = ValueHint::AnyPath,
        required_unless_present = "file")]
    pub inputs: Vec<String>,

    /// Read more of them from a list, one per line (- for standard input)
    #[arg(short, long, value_name = "FILE|-", value_hint = ValueHint::FilePath)]
    pub file: Option<PathBuf>,

    /// The folder that the files are written to; it has to be there (default: the current one)
    #[arg(short, long, alias = "output-directory", value_name = "DIRECTORY",
        value_hint = ValueHint::DirPath, conflicts_with = "merge")]
    pub output_dir: Option<PathBuf>,

    /// Make one file of all articles; its ending is added where it is missing
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub merge: Option<PathBuf>,

    /// How many pages or images are fetched at the same time
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = value_parser!(u16).range(1..=1024))]
    pub max_conn: u16,

    /// What is made
    #[arg(long, value_name = "TYPE", value_enum, default_value_t = Export::Epub)]
    pub export: Export,

    /// Put images into the page, not into a folder beside it (with --export html; an EPUB always has them in it)
    #[arg(long)]
    pub inline_images: bool,

    /// Put the contents on a page at the beginning, and before each article with several headings its own
    #[arg(long)]
    pub inline_toc: bool,

    /// Leave the styles out: all looks as the reader has it
    #[arg(long, conflicts_with = "no_header_css")]
    pub no_css: bool,

    /// Leave the styles of headings out
    #[arg(long)]
    pub no_header_css: bool,

    /// Say more on standard error, without a progress bar: -v errors, -vv warnings, -vvv what is done, -vvvv all
    #[arg(short, action = ArgAction::Count)]
    pub verbosity: u8,

    /// Write what is done into a file in .tamis/logs of the home folder: all of it, or as much as -v says
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
    /// What the names of such files end in.
    pub fn ending(self) -> &'static str {
        match self {
            Export::Epub => "epub",
            Export::Html => "html",
        }
    }
}
