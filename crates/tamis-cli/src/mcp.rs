//! `tamis mcp`: tools for agents on standard input and output.

use std::time::Duration;

use tamis_server::{ServerConfig, serve_mcp_on_stdio};

use crate::cli::{DRAIN_SECONDS, McpArgs};
use crate::status::Status;

/// Answers requests until the input ends, or the process gets a signal to end.
///
/// # Errors
///
/// If an option is not valid, or the input does not begin as the protocol says.
pub fn run(args: &McpArgs) -> anyhow::Result<Status> {
    let mut config = ServerConfig::default();
    let max_bytes = config.extraction.limits.decompressed_bytes as u64;
    config.fetch = args.fetch.config(max_bytes)?;
    config.jobs = args.jobs.get().unwrap_or(config.jobs);
    config.request_timeout = Duration::from_secs_f64(args.max_time);
    config.drain_timeout = Duration::from_secs_f64(args.max_time + DRAIN_SECONDS);
    #[cfg(feature = "browser")]
    {
        config.drawing = args.drawing.of_service(&args.fetch, &config.fetch, args.max_time)?;
    }
    serve_mcp_on_stdio(config)?;
    Ok(Status::Found)
}
