//! Options for the inputs.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueHint};
use tamis_run::listing::Kind;

use super::ReadingArgs;

#[derive(Debug, Args)]
#[command(next_help_heading = "Input")]
pub struct InputArgs {
    /// Pages: URLs, files, folders, or - for standard input
    ///
    /// Files may be compressed with gzip. Files that end in .warc, .warc.gz or .warc.zst are read
    /// as web archives. In folders and the folders in them, all pages and archives are read, sorted
    /// by name: what ends in .html, .htm or .xhtml, and files with any name that begin like HTML,
    /// such as index.php or page?id=3. Other files are left out, and standard error has their
    /// number. Without any input, standard input is read.
    #[arg(value_name = "URL | FILE | DIRECTORY | -", value_hint = ValueHint::AnyPath,
        display_order = 0)]
    pub inputs: Vec<OsString>,

    /// Read more inputs from a list, one per line (- for standard input)
    ///
    /// Empty lines, and lines that begin with #, are left out.
    #[arg(long, value_name = "FILE|-", value_hint = ValueHint::FilePath)]
    pub files_from: Option<PathBuf>,

    /// Read the pages that an RSS or Atom feed names (repeat for more)
    ///
    /// The pages of feeds and sitemaps come after those of all other inputs.
    #[arg(long, value_name = "URL|FILE", value_hint = ValueHint::AnyPath)]
    pub feed: Vec<String>,

    /// Read the pages that a sitemap names, or the sitemaps of an index (repeat for more)
    ///
    /// A sitemap may be compressed with gzip. At most 50,000 pages of each are read.
    #[arg(long, value_name = "URL|FILE", value_hint = ValueHint::AnyPath)]
    pub sitemap: Vec<String>,

    /// Read the addresses of saved pages from a CSV or TSV file with two columns: file, URL
    ///
    /// An address counts like that of a page from the web: relative addresses are resolved against
    /// it, it is in JSON and in the front matter, and rules for its site apply. A file is named as
    /// it is on the command line, or from the folder of the table, or from the folder that is read.
    /// A first line without an address is the header. Files that are not in the table are read as
    /// without it.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "url")]
    pub urls: Option<PathBuf>,

    #[command(flatten)]
    pub reading: ReadingArgs,
}

impl InputArgs {
    /// The feeds and sitemaps, in this order.
    pub fn listings(&self) -> Vec<(Kind, String)> {
        let feeds = self.feed.iter().map(|name| (Kind::Feed, name.clone()));
        feeds.chain(self.sitemap.iter().map(|name| (Kind::Sitemap, name.clone()))).collect()
    }
}
