//! Options of `tamis batch`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use tamis::Strategy;

#[cfg(feature = "browser")]
use super::BrowserArgs;
use super::content::{FavorChoice, TitleChoice, strategy_names};
use super::remote::RemoteArgs;

pub const ABOUT: &str = "\
Write the main content of WARC archives to files of rows, resumable.

There is a row for every HTML record, with a status. Each archive, or each 256 MiB of it, becomes \
one file. A file under its final name is whole. If the run is stopped or killed, the same command \
goes on where it was; finished files stay. _SUCCESS is written last.

Archives on the web are read in parts, so their servers have to know ranges. A run goes on only with \
the same archive, by its ETag or time of change; rows of standard input are always made again, in the \
place of earlier ones.

With --render, a browser draws pages at the addresses of their records, from what the archive has of \
them; what they load comes from the web, as it is today.

The columns are in the file's schema with their descriptions; --list-columns prints them. Tamis \
flags rows and filters none: near-duplicates and quality are the work of the tools that read them.

Exit status: 0 everything is written, 1 everything is written but an archive is damaged (its rows \
say where), 2 something failed or the run was stopped.";

#[derive(Debug, Args)]
pub struct BatchArgs {
    /// Archives (.warc, .warc.gz, .warc.zst), folders that are searched for them, addresses of
    /// archives (http, https), and `-` for an archive from standard input
    #[arg(value_name = "INPUT", value_hint = ValueHint::AnyPath,
        required_unless_present_any = ["files_from", "index", "list_columns"])]
    pub inputs: Vec<PathBuf>,

    /// Read more inputs from a file, one per line; `-` for standard input
    ///
    /// Empty lines, and lines that begin with #, are left out.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub files_from: Option<PathBuf>,

    /// Read only the records that a table names, CSV or Parquet, with Common Crawl's columns
    /// `warc_filename`, `warc_record_offset` and `warc_record_length`
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath,
        conflicts_with_all = ["inputs", "files_from"])]
    pub index: Option<PathBuf>,

    /// The folder or address that the names in the index begin at, such as
    /// <https://data.commoncrawl.org/>
    ///
    /// Then each name is a path below it: an archive with another name, such as an address, is not
    /// read.
    #[arg(long, value_name = "FOLDER|URL", requires = "index", value_hint = ValueHint::AnyPath)]
    pub index_base: Option<String>,

    /// The folder for the files
    #[arg(short, long, value_name = "DIRECTORY", value_hint = ValueHint::DirPath,
        required_unless_present = "list_columns")]
    pub output: Option<PathBuf>,

    /// The format of the files
    #[arg(short, long, value_enum, default_value_t = BatchFormat::Parquet)]
    pub format: BatchFormat,

    /// The strategies, all from one parse: the first one makes the column `text`, the others
    /// `text_justext` and so on
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "auto",
        value_parser = strategy_names())]
    pub strategies: Vec<Strategy>,

    /// The columns to write [default: all but markdown and html]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub columns: Option<Vec<String>>,

    /// Print the columns with their types and end
    #[arg(long)]
    pub list_columns: bool,

    /// The number of threads [default: one per core]
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,

    /// Read pages in processes of their own, one for each job: a page that ends its process, for
    /// want of memory or by a bug, costs its own text alone
    #[arg(long)]
    pub isolate: bool,

    /// The most memory of such a process, in bytes [default: as much as there is]
    #[arg(long, value_name = "BYTES", requires = "isolate")]
    pub max_memory: Option<u64>,

    /// Read pages for another process
    #[arg(long, hide = true)]
    pub serve: bool,

    /// Compare the content of finished files with what was written, and make damaged ones again
    /// [default: compare their lengths]
    #[arg(long)]
    pub verify: bool,

    /// The length of an archive's part that becomes a file, in bytes
    #[arg(long, value_name = "BYTES", default_value_t = 268_435_456,
        value_parser = clap::value_parser!(u64).range(1..))]
    pub unit_bytes: u64,

    /// The largest page, in bytes without compression
    #[arg(long, value_name = "BYTES", default_value_t = 67_108_864)]
    pub max_bytes: u64,

    /// The measure that the strategy auto favours
    #[arg(long, value_name = "MEASURE", value_enum)]
    pub favor: Option<FavorChoice>,

    /// Run the strategy auto without Readability, which it runs on pages that leave it unsure
    #[arg(long)]
    pub fast: bool,

    /// The place of the title in the content
    #[arg(long, value_name = "POLICY", value_enum)]
    pub title: Option<TitleChoice>,

    /// The language of the stopwords (such as English or en), auto for the page's own, or none
    #[arg(short, long, value_name = "NAME|auto|none", default_value = "auto")]
    pub language: String,

    /// Print neither progress nor the summary
    #[arg(short, long)]
    pub quiet: bool,

    #[command(flatten)]
    pub remote: RemoteArgs,

    #[cfg(feature = "browser")]
    #[command(flatten)]
    pub browser: BrowserArgs,

    /// The number of pages that are drawn at the same time [default: two per core]
    #[cfg(feature = "browser")]
    #[arg(long, value_name = "N", help_heading = "Pages in a browser")]
    pub render_jobs: Option<NonZeroUsize>,
}

/// A format of files of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BatchFormat {
    /// Apache Parquet, compressed with zstd
    Parquet,
    /// Arrow IPC files, compressed with zstd
    Arrow,
    /// JSON Lines
    Jsonl,
    /// JSON Lines, compressed with zstd
    #[value(name = "jsonl.zst")]
    JsonlZst,
}
