//! Options of `tamis explain`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use tamis::Strategy;

use super::content::strategy_names;
use super::{FavorChoice, PageArgs};

pub const ABOUT: &str = "\
Print why each paragraph of a page is kept or dropped.

For each paragraph: what every engine decides and why, the model's probability that it is main \
content, and the features that speak most for and against it. The numbers before the features are \
log-odds: +0.7 makes it twice as likely to be content as not, -0.7 half as likely.

With --format html, a page for the browser: the text of the page, in which a click on a paragraph \
shows the reasons, and buttons show the answer of each engine. It also serves to label pages, and \
loads nothing.

Exit status: 0 content found, 1 no content found, 2 something failed.";

#[derive(Debug, Args)]
pub struct ExplainArgs {
    #[command(flatten)]
    pub page: PageArgs,

    /// The engine or blend that finds the main content
    #[arg(long, value_name = "NAME", value_parser = strategy_names(),
        default_value_t = Strategy::Auto)]
    pub strategy: Strategy,

    /// The measure that --strategy auto favours
    #[arg(long, value_name = "MEASURE", value_enum)]
    pub favor: Option<FavorChoice>,

    /// Use the rules for single sites in a folder, as for extracting
    #[arg(long, value_name = "DIRECTORY", value_hint = ValueHint::DirPath)]
    pub site_rules: Option<PathBuf>,

    /// The format to print
    #[arg(short, long, value_enum, default_value_t = ExplainFormat::Text)]
    pub format: ExplainFormat,

    /// The file to print to (default: standard output)
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExplainFormat {
    /// A block of lines for each paragraph
    Text,
    /// One object: that of `tamis --format json` with the reasons
    Json,
    /// A page for the browser
    Html,
}
