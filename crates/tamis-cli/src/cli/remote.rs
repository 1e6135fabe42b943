//! Options for archives on the web.

use std::time::Duration;

use clap::{Args, value_parser};
use tamis_fetch::ClientConfig;

use super::fetch::with_headers;
use super::ranges;

/// The shortest and the longest time limit, in seconds.
const TIMEOUTS: std::ops::RangeInclusive<f64> = 0.001..=86_400.0;

#[derive(Debug, Args)]
#[command(next_help_heading = "Archives on the web")]
pub struct RemoteArgs {
    /// Allow connections to private and local addresses
    #[arg(long)]
    pub allow_private: bool,

    /// A header to send to the site of each address (repeat for more)
    ///
    /// With --index, to the site of --index-base alone.
    #[arg(short = 'H', long = "header", value_name = "NAME: VALUE")]
    pub headers: Vec<String>,

    /// The time limit for a part of an archive, of at most 8 MiB, in seconds
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, default_value_t = 60.0,
        value_parser = ranges::number(TIMEOUTS))]
    pub timeout: f64,

    /// The number of times to ask again for a part that was lost, or if the server is busy
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = value_parser!(u32).range(..=100))]
    pub retries: u32,
}

impl RemoteArgs {
    /// The configuration of the HTTP client, with the headers if `sends_headers`.
    ///
    /// # Errors
    ///
    /// If a header has no colon.
    pub fn config(&self, sends_headers: bool) -> anyhow::Result<ClientConfig> {
        let config = ClientConfig::default()
            .timeout(Duration::from_secs_f64(self.timeout))
            .retries(self.retries)
            .allow_private(self.allow_private);
        with_headers(config, if sends_headers { &self.headers } else { &[] })
    }
}
