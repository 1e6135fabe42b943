//! Options of `tamis serve`.

use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint, value_parser};
use tamis_server::{Log, ServerConfig};

#[cfg(feature = "browser")]
use super::DrawingArgs;
use super::{FetchArgs, ranges};

pub const ABOUT: &str = "\
Answer requests over HTTP with the main content of pages: as Markdown, text, HTML or JSON.

`curl http://127.0.0.1:8080/https://example.com/` prints the content of a page on the web; a POST \
to /v1/extract takes a page itself. The server ends after SIGTERM or Ctrl-C, when it has answered \
what it has begun.

Exit status: 0 all requests were answered, 2 some were not, or something failed.";

/// The time that is left at the end for what was admitted, beyond that of a page, in seconds.
pub const DRAIN_SECONDS: f64 = 5.0;

#[derive(Debug, Args)]
pub struct ServeArgs {
    /// The address to listen on
    ///
    /// Other machines cannot reach 127.0.0.1. For 0.0.0.0 set a token.
    #[arg(long, value_name = "ADDRESS", default_value_t = ServerConfig::default().listen)]
    pub listen: SocketAddr,

    /// Ask whether a server answers at this address, instead of starting one
    ///
    /// It is meant for the health check of a container: exit status 0 if it answers, else 2.
    #[arg(long)]
    pub check: bool,

    /// A file with the token that requests must have (`Authorization: Bearer …`)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub token_file: Option<PathBuf>,

    /// The origin of the web pages whose scripts may use the server, or * for all
    #[arg(long, value_name = "ORIGIN")]
    pub cors: Option<String>,

    /// A name that requests may have in `Host`, besides those of this machine (repeatable)
    ///
    /// For a proxy in front of a server on 127.0.0.1 that hands on the name it is asked by.
    /// Requests for other names come from pages that want to read what this machine can.
    #[arg(long, value_name = "NAME")]
    pub allow_host: Vec<String>,

    #[command(flatten)]
    pub jobs: JobsArgs,

    /// The number of requests to admit beyond these; more of them get status 503
    #[arg(long, value_name = "N", default_value_t = ServerConfig::default().queue)]
    pub queue: usize,

    /// The largest body of a request, in bytes
    #[arg(long, value_name = "N", default_value_t = ServerConfig::default().max_body_bytes)]
    pub max_body: usize,

    /// The time limit for a request, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = ranges::number(0.1..=3600.0),
        default_value_t = ServerConfig::default().request_timeout.as_secs_f64())]
    pub max_time: f64,

    /// The lines on standard error, one per request: words, JSON or none
    #[arg(long, value_enum, default_value_t = LogChoice::Text)]
    pub log: LogChoice,

    #[command(flatten)]
    pub fetch: FetchArgs,

    #[cfg(feature = "browser")]
    #[command(flatten)]
    pub drawing: DrawingArgs,
}

/// The number of threads that extract, for the commands that answer requests.
#[derive(Debug, Args)]
pub struct JobsArgs {
    /// The number of pages to extract at the same time, 1 to 1024 (default: one per processor core)
    #[arg(short, long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
}

impl JobsArgs {
    /// Returns the number of pages to extract at the same time, if it is chosen.
    pub fn get(&self) -> Option<NonZeroUsize> {
        self.jobs.and_then(|jobs| NonZeroUsize::new(jobs.into()))
    }
}

/// The form of the lines about requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogChoice {
    /// Words
    Text,
    /// An object per line
    Json,
    /// No lines
    Off,
}

impl From<LogChoice> for Log {
    fn from(choice: LogChoice) -> Log {
        match choice {
            LogChoice::Text => Log::Text,
            LogChoice::Json => Log::Json,
            LogChoice::Off => Log::Off,
        }
    }
}
