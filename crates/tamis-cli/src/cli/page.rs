//! Options of commands that read a single page.

use clap::{Args, ValueHint};

use super::FetchArgs;

#[derive(Debug, Args)]
pub struct PageArgs {
    /// The page: a URL, a file, or - for standard input
    #[arg(value_name = "URL | FILE | -", value_hint = ValueHint::AnyPath, default_value = "-")]
    pub page: String,

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
