//! Options of `tamis mcp`.

use clap::Args;
use tamis_server::ServerConfig;

#[cfg(feature = "browser")]
use super::DrawingArgs;
use super::{FetchArgs, JobsArgs, ranges};

pub const ABOUT: &str = "\
Give agents tools that read pages, by the Model Context Protocol on standard input and output.

The program of an agent starts this command itself. Its tools are `fetch` (pages on the web as \
Markdown), `extract` (the same for HTML) and `explain` (why a passage was kept or dropped). \
`tamis serve` has them at /mcp, for programs on other machines.

It ends at the end of the input, and after SIGTERM or Ctrl-C. Exit status: 0, or 2 if something \
failed.";

#[derive(Debug, Args)]
pub struct McpArgs {
    #[command(flatten)]
    pub jobs: JobsArgs,

    /// The time limit for a page with all that is done about it, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = ranges::number(0.1..=3600.0),
        default_value_t = ServerConfig::default().request_timeout.as_secs_f64())]
    pub max_time: f64,

    #[command(flatten)]
    pub fetch: FetchArgs,

    #[cfg(feature = "browser")]
    #[command(flatten)]
    pub drawing: DrawingArgs,
}
