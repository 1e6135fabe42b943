//! `tamis serve`: pages over HTTP.

use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, ensure};
use tamis_server::{Server, ServerConfig};

use crate::cli::{DRAIN_SECONDS, ServeArgs};
use crate::message::message;
use crate::status::Status;

/// Answers requests until the process gets a signal to end.
///
/// # Errors
///
/// If an option is not valid, or the server cannot listen.
pub fn run(args: &ServeArgs) -> anyhow::Result<Status> {
    let server =
        Server::bind(config(args)?).with_context(|| format!("cannot listen on {}", args.listen))?;
    let address = server.local_addr()?;
    message(&format!("listening on http://{address}"));
    let is_whole = server.run_until_signal()?;
    if !is_whole {
        message("some requests took too long and were not answered");
    }
    Ok(if is_whole { Status::Found } else { Status::Failed })
}

fn config(args: &ServeArgs) -> anyhow::Result<ServerConfig> {
    let mut config = ServerConfig::default();
    config.listen = args.listen;
    config.token = args.token_file.as_deref().map(token).transpose()?;
    config.cors.clone_from(&args.cors);
    config.fetch = args.fetch.config(args.max_body as u64)?;
    config.max_body_bytes = args.max_body;
    config.jobs = args.jobs().unwrap_or(config.jobs);
    config.queue = args.queue;
    config.request_timeout = Duration::from_secs_f64(args.max_time);
    config.drain_timeout = Duration::from_secs_f64(args.max_time + DRAIN_SECONDS);
    config.log = args.log.into();
    Ok(config)
}

/// Returns the token in a file, without the end of its line.
fn token(file: &Path) -> anyhow::Result<String> {
    let shown = file.display();
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {shown}"))?;
    let token = text.trim();
    ensure!(!token.is_empty(), "{shown} has no token");
    Ok(token.to_owned())
}
