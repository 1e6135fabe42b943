//! Options of `tamis explain`.

use std::path::PathBuf;

use anyhow::bail;
use clap::{Args, ValueEnum, ValueHint};

use super::{ContentArgs, EngineArgs, PageArgs};

pub const ABOUT: &str = "\
Print why each paragraph of a page is kept or dropped.

For each paragraph: what every engine decides and why, the model's probability that it is main \
content, and the features that speak most for and against it. The numbers before the features are \
log-odds: +0.7 makes it twice as likely to be content as not, -0.7 half as likely.

Options for the main content act as they do for `tamis` itself: what is marked as kept is what \
`tamis` prints with the same options.

With --format html, a page for the browser: the text of the page, in which a click on a paragraph \
shows the reasons, and buttons show the answer of each engine. It also serves to label pages, and \
loads nothing.

Exit status: 0 content found, 1 no content found, 2 something failed.";

#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// The format to print
    #[arg(short, long, value_enum, default_value_t = ExplainFormat::Text)]
    pub format: ExplainFormat,

    /// The file to print to (default: standard output)
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,

    /// Explain only some of the paragraphs
    #[arg(long, value_enum, value_name = "PARAGRAPHS")]
    pub only: Option<OnlyParagraphs>,

    #[command(flatten)]
    pub refused: RefusedArgs,
    #[command(flatten)]
    pub page: PageArgs,
    #[command(flatten)]
    pub content: ContentArgs,
    #[command(flatten)]
    pub engines: EngineArgs,
}

/// Options of `tamis` that are refused with a reason. The help does not list them.
#[derive(Debug, Args)]
pub struct RefusedArgs {
    #[arg(long, hide = true)]
    comments: bool,
    #[arg(long, hide = true)]
    follow_pages: bool,
    #[arg(long, hide = true)]
    readerable: bool,
}

impl RefusedArgs {
    /// Checks that none of the options is given.
    ///
    /// # Errors
    ///
    /// If one is.
    pub fn check(&self) -> anyhow::Result<()> {
        for (is_given, reason) in [
            (self.comments, "--comments changes nothing that is explained here; leave it out"),
            (
                self.follow_pages,
                "--follow-pages goes with extracting; explain the pages one by one",
            ),
            (self.readerable, "--readerable is about whole pages, not about their paragraphs"),
        ] {
            if is_given {
                bail!(reason);
            }
        }
        Ok(())
    }
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

/// The paragraphs that are explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OnlyParagraphs {
    /// Those that are kept
    Kept,
    /// Those that are dropped
    Dropped,
    /// Those about which the model is not sure, or the engines without a model do not agree
    Doubtful,
}
