//! Options of `tamis compare`.

use clap::{Args, ValueEnum, ValueHint};
use tamis::Strategy;

use super::FetchArgs;
use super::content::strategy_names;

#[derive(Debug, Args)]
pub struct CompareArgs {
    /// The page: a URL, a file, or - for standard input
    #[arg(value_name = "URL | FILE | -", value_hint = ValueHint::AnyPath, default_value = "-")]
    pub page: String,

    /// The engines, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = strategy_names(),
        default_values_t = Strategy::ALL.iter().filter(|name| name.engine().is_some()).copied())]
    pub engines: Vec<Strategy>,

    /// The format to print
    #[arg(short, long, value_enum, default_value_t = CompareFormat::Text)]
    pub format: CompareFormat,

    /// The address of the page, if it is read from a file or from standard input
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub url: Option<String>,

    /// The encoding of the page, whatever it declares (such as windows-1252)
    #[arg(long, value_name = "LABEL")]
    pub encoding: Option<String>,

    /// The language of the stopwords (such as English or en), auto for the page's own, or none
    #[arg(short, long, value_name = "NAME|auto|none", default_value = "auto")]
    pub language: String,

    #[command(flatten)]
    pub fetch: FetchArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CompareFormat {
    /// A table and the differences
    Text,
    /// One object
    Json,
}
