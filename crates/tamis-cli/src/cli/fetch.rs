//! Options for pages on the web.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use clap::{Args, ValueHint, value_parser};
use tamis_fetch::ClientConfig;

use super::ranges;

/// The shortest time limit, in seconds.
const MIN_TIMEOUT: f64 = 0.001;
/// The longest time limit and delay: a day, in seconds.
const MAX_SECONDS: f64 = 86_400.0;

#[derive(Debug, Args)]
#[command(next_help_heading = "Pages on the web")]
pub struct FetchArgs {
    /// Allow connections to private and local addresses
    #[arg(long)]
    pub allow_private: bool,

    /// The User-Agent header
    #[arg(long, value_name = "TEXT", default_value_t = ClientConfig::default().user_agent)]
    pub user_agent: String,

    /// A header to send to the site of the given address (repeat for more)
    #[arg(short = 'H', long = "header", value_name = "NAME: VALUE")]
    pub headers: Vec<String>,

    /// The time limit for one page, in seconds
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true,
        value_parser = ranges::number(MIN_TIMEOUT..=MAX_SECONDS),
        default_value_t = ClientConfig::default().timeout.as_secs_f64())]
    pub timeout: f64,

    /// The least time between two requests to one host, in seconds
    ///
    /// Other hosts are asked meanwhile, if there are pages of theirs within the next 32 for each
    /// job. Images of a book do not wait.
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, default_value_t = 1.0,
        value_parser = ranges::number(0.0..=MAX_SECONDS))]
    pub delay: f64,

    /// The number of times to repeat a request if the server is busy (status 429 or 503) or cannot
    /// be reached
    ///
    /// After the time that the server names, or after 1 s, 2 s, 4 s and so on, but at most a
    /// minute.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = value_parser!(u32).range(..=100))]
    pub retries: u32,

    /// Fetch only what the robots.txt of each site allows to the first word of the User-Agent
    #[arg(long)]
    pub robots: bool,

    /// Keep pages in a folder, and fetch them again only if they have changed
    ///
    /// Pages whose server names a version (`ETag`) or a time of change are kept. Files are never
    /// deleted.
    #[arg(long, value_name = "DIRECTORY", value_hint = ValueHint::DirPath)]
    pub cache: Option<PathBuf>,

    /// The largest number of redirects to follow
    #[arg(long, value_name = "N", default_value_t = ClientConfig::default().max_redirects,
        value_parser = value_parser!(u32).range(..=100))]
    pub max_redirects: u32,

    /// The HTTP proxy to use (environment variables are ignored)
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub proxy: Option<String>,
}

impl FetchArgs {
    /// The configuration of the HTTP client, for bodies of at most `max_bytes`.
    ///
    /// # Errors
    ///
    /// If a header has no colon.
    pub fn config(&self, max_bytes: u64) -> anyhow::Result<ClientConfig> {
        let mut config = ClientConfig::default()
            .user_agent(&self.user_agent)
            .timeout(self.timeout())
            .delay(self.delay())
            .retries(self.retries)
            .robots(self.robots)
            .max_redirects(self.max_redirects)
            .max_body_bytes(max_bytes)
            .allow_private(self.allow_private);
        config = with_headers(config, &self.headers)?;
        if let Some(folder) = &self.cache {
            config = config.cache(folder);
        }
        if let Some(proxy) = &self.proxy {
            config = config.proxy(proxy);
        }
        Ok(config)
    }

    /// The time limit for one page.
    pub fn timeout(&self) -> Duration {
        Duration::from_secs_f64(self.timeout)
    }

    /// The least time between two requests to one host.
    pub fn delay(&self) -> Duration {
        Duration::from_secs_f64(self.delay)
    }

    /// True if the user chose the User-Agent header.
    pub fn has_own_user_agent(&self) -> bool {
        self.user_agent != ClientConfig::default().user_agent
    }
}

/// Adds the values of `--header` to the requests of a client.
///
/// # Errors
///
/// If a header has no colon.
pub(super) fn with_headers(
    mut config: ClientConfig,
    headers: &[String],
) -> anyhow::Result<ClientConfig> {
    for header in headers {
        let (name, value) = header.split_once(':').with_context(|| {
            format!("--header `{header}`: expected a name, a colon and a value")
        })?;
        config = config.header(name.trim(), value.trim());
    }
    Ok(config)
}
