//! Options of `tamis compare`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use tamis::Strategy;

use super::PageArgs;
use super::content::strategy_names;

#[derive(Debug, Args)]
pub struct CompareArgs {
    /// The engines, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = strategy_names(),
        default_values_t = Strategy::ALL.iter().filter(|name| name.engine().is_some()).copied())]
    pub engines: Vec<Strategy>,

    /// The language of the stopwords (such as English or en), auto for the page's own, or none
    #[arg(short, long, value_name = "NAME|auto|none", default_value = "auto")]
    pub language: String,

    /// The format to print
    #[arg(short, long, value_enum, default_value_t = CompareFormat::Text)]
    pub format: CompareFormat,

    /// The file to print to (default: standard output)
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,

    // Last, since its headings in the help hold for all options after it.
    #[command(flatten)]
    pub page: PageArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CompareFormat {
    /// A table and the differences
    Text,
    /// One object
    Json,
    /// A page for the browser: the text, with a switch for each engine, as of `tamis explain`
    Html,
}
