//! Options for the inputs.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::ReadingArgs;
use crate::listing::Kind;

#[derive(Debug, Args)]
#[command(next_help_heading = "Input")]
pub struct InputArgs {
    /// Pages: URLs, files, folders, or - for standard input
    ///
    /// Files may be compressed with gzip. Files that end in .warc, .warc.gz or .warc.zst are read
    /// as web archives. In folders and the folders in them, all files that end in .html, .htm,
    /// .xhtml, .html.gz, .htm.gz, .warc, .warc.gz or .warc.zst are read, sorted by name. Without
    /// any input, standard input is read.
    #[arg(value_name = "URL | FILE | DIRECTORY | -", value_hint = ValueHint::AnyPath,
        display_order = 0)]
    pub inputs: Vec<String>,

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
