//! Options for the inputs.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::ReadingArgs;

#[derive(Debug, Args)]
#[command(next_help_heading = "Input")]
pub struct InputArgs {
    /// Pages: URLs, files, folders, or - for standard input
    ///
    /// Files may be compressed with gzip. Files that end in .warc or .warc.gz are read as web
    /// archives. In folders and the folders in them, all files that end in .html, .htm, .xhtml,
    /// .html.gz, .htm.gz, .warc or .warc.gz are read, sorted by name. Without any input, standard
    /// input is read.
    #[arg(value_name = "URL | FILE | DIRECTORY | -", value_hint = ValueHint::AnyPath,
        display_order = 0)]
    pub inputs: Vec<String>,

    /// Read more inputs from a list, one per line (- for standard input)
    #[arg(long, value_name = "FILE|-", value_hint = ValueHint::FilePath)]
    pub files_from: Option<PathBuf>,

    #[command(flatten)]
    pub reading: ReadingArgs,
}
