//! Options of `tamis learn`.

use std::path::PathBuf;

use clap::{Args, ValueHint, value_parser};

pub const ABOUT: &str = "\
Write rules for a site, learned from some of its pages, for --site-rules.

Text that is the same on many pages is the site's template. The content is where the text varies \
and the engines find content. The rules are selectors in a TOML file that you can read and change. \
A summary of what was learned goes to standard error.

Exit status: 0 rules for the content found, 1 none found (the file still has rules for what \
repeats), 2 something failed.";

#[derive(Debug, Args)]
pub struct LearnArgs {
    /// A folder with pages of the site: two or more, better half a dozen of each kind
    ///
    /// The same kinds of files are read as from folders to extract from, at most 1000.
    #[arg(long, value_name = "DIRECTORY", value_hint = ValueHint::DirPath)]
    pub site: PathBuf,

    /// Take the elements of this CSS selector as content, whatever is learned (repeat for more)
    #[arg(long, value_name = "SELECTOR")]
    pub keep: Vec<String>,

    /// Exclude the elements of this CSS selector from the content (repeat for more)
    #[arg(long, value_name = "SELECTOR")]
    pub drop: Vec<String>,

    /// The host that the rules are for (default: that of most pages, by --urls, their canonical
    /// addresses or og:url)
    #[arg(long, value_name = "HOST")]
    pub host: Option<String>,

    /// Read the addresses of the pages from a CSV or TSV file with two columns: file, URL
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub urls: Option<PathBuf>,

    /// The number of pages to read at the same time, 1 to 1024 (default: one per processor core)
    ///
    /// The rules do not depend on it.
    #[arg(short, long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,

    /// The encoding of the pages, whatever they declare (such as windows-1252)
    #[arg(long, value_name = "LABEL")]
    pub encoding: Option<String>,

    /// The file for the rules, such as rules/example.com.toml (default: standard output)
    ///
    /// Its folder is created if it does not exist.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
}
