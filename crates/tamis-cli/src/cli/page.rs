//! Options of commands that read a single page.

use clap::{Args, ValueHint};

#[cfg(feature = "browser")]
use super::DrawingArgs;
use super::{FetchArgs, ReadingArgs};

#[derive(Debug, Args)]
pub struct PageArgs {
    /// The page: a URL, a file, or - for standard input
    #[arg(value_name = "URL | FILE | -", value_hint = ValueHint::AnyPath, default_value = "-")]
    pub page: String,

    #[command(flatten)]
    pub reading: ReadingArgs,

    #[command(flatten)]
    pub fetch: FetchArgs,

    #[cfg(feature = "browser")]
    #[command(flatten)]
    pub drawing: DrawingArgs,
}
