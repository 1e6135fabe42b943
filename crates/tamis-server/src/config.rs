//! The configuration of a server.

use std::net::{Ipv4Addr, SocketAddr};
use std::num::NonZeroUsize;
use std::time::Duration;

use tamis_fetch::ClientConfig;
use tamis_run::drawing::Drawing;

/// The configuration of a [`Server`](crate::Server). Every field has a default that suits a small
/// machine.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ServerConfig {
    /// The address to listen on. Default 127.0.0.1:8080, which other machines cannot reach. Port 0
    /// takes a free one.
    pub listen: SocketAddr,
    /// The token that requests must have (`Authorization: Bearer …`). Default: none.
    pub token: Option<String>,
    /// The origin of the web pages whose scripts may use the server, or `*` for all. Default: none.
    pub cors: Option<String>,
    /// The names by which requests may reach a server on a loopback address, besides those of this
    /// machine: `Host`, without a port. Pages in a browser there may use it, too. Default: none.
    pub allowed_hosts: Vec<String>,
    /// The configuration of extraction that requests begin with. They can change all of it but its
    /// limits. Default: that of the library.
    pub extraction: tamis::Config,
    /// The configuration of the client that fetches pages. Default: that of `tamis-fetch`, which
    /// refuses private addresses.
    pub fetch: ClientConfig,
    /// What draws pages, and which ones if a request does not say. While a page is drawn, it is one
    /// of `jobs`. Default: none, and requests cannot ask for it.
    pub drawing: Option<Drawing>,
    /// The largest body of a request, and the largest page of a batch, in bytes. Default 16 MiB.
    pub max_body_bytes: usize,
    /// The largest number of pages of a batch. Default 1,000.
    pub max_batch_pages: usize,
    /// The largest number of open connections. More of them wait for one to close. Default 1,024.
    pub max_connections: usize,
    /// The number of pages that are extracted at the same time, each on a thread of its own.
    /// Default: one per core.
    pub jobs: NonZeroUsize,
    /// The number of requests that are admitted beyond `jobs`: those that wait for a thread, fetch
    /// a page or read a body. More of them are refused with status 503. Default 64.
    pub queue: usize,
    /// The time limit for a page, from the end of the request's header to the answer. Default 60 s.
    pub request_timeout: Duration,
    /// The time limit for the header and for the body of a request, each. Default 15 s.
    pub read_timeout: Duration,
    /// The longest time in which a client takes nothing of an answer. Default 30 s.
    pub write_timeout: Duration,
    /// The longest time that a server which ends waits for admitted requests. Longer than
    /// `request_timeout`. Default 65 s.
    pub drain_timeout: Duration,
    /// The lines that are logged on standard error. Default [`Log::Text`].
    pub log: Log,
}

/// The form of the log: a line for each request, with its method, path, status and duration. It has
/// neither bodies nor queries, because these have addresses that people may not want to be kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Log {
    /// No lines.
    Off,
    /// Words, for people.
    #[default]
    Text,
    /// An object on each line.
    Json,
}

impl Default for ServerConfig {
    fn default() -> ServerConfig {
        ServerConfig {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 8080)),
            token: None,
            cors: None,
            allowed_hosts: Vec::new(),
            extraction: tamis::Config::default(),
            fetch: ClientConfig::default(),
            drawing: None,
            max_body_bytes: 16 << 20,
            max_batch_pages: 1000,
            max_connections: 1024,
            jobs: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            queue: 64,
            request_timeout: Duration::from_mins(1),
            read_timeout: Duration::from_secs(15),
            write_timeout: Duration::from_secs(30),
            drain_timeout: Duration::from_secs(65),
            log: Log::default(),
        }
    }
}
