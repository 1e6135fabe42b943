//! Options of `tamis learn`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

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

    /// The host that the rules are for (default: the host in the canonical addresses of the pages)
    #[arg(long, value_name = "HOST")]
    pub host: Option<String>,

    /// The encoding of the pages, whatever they declare (such as windows-1252)
    #[arg(long, value_name = "LABEL")]
    pub encoding: Option<String>,

    /// The file for the rules, such as rules/example.com.toml (default: standard output)
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
}
