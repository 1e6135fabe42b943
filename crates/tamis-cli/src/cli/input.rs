//! Options for the inputs.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use tamis::Url;
use tamis::dom::Limits;

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

    /// The address of the page, if it is a single one from a file or from standard input
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub url: Option<String>,

    /// The base of relative addresses (default: the page's own, or --url)
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url, value_parser = Url::parse)]
    pub base_url: Option<Url>,

    /// The encoding of the pages, whatever they declare (such as windows-1252)
    #[arg(long, value_name = "LABEL")]
    pub encoding: Option<String>,

    /// The largest page to read, in bytes after decompression
    #[arg(long, value_name = "BYTES",
        default_value_t = Limits::default().decompressed_bytes as u64)]
    pub max_bytes: u64,
}
