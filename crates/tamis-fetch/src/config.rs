//! What the caller may set.

use std::fmt;
use std::time::Duration;

/// The limits and headers of a [`Client`](crate::Client), with defaults that are safe for URLs from anywhere.
///
/// ```
/// use std::time::Duration;
/// use tamis_fetch::Config;
///
/// let config = Config::default()
///     .user_agent("example-bot/1.0 (+https://example.com/bot)")
///     .header("Accept-Language", "de, en;q=0.8")
///     .timeout(Duration::from_secs(10));
/// assert_eq!(config.max_redirects, 10);
/// ```
#[derive(Clone)]
#[non_exhaustive]
pub struct Config {
    /// The `User-Agent` header; visible ASCII. Empty sends none. Default: `tamis/` and the version.
    pub user_agent: String,
    /// More request headers, as name and value, in order. Default: none.
    ///
    /// They are sent to the origin of the first URL (also when it moves from `http` to `https` on the default ports); after
    /// a redirect to another origin only `Accept` and `Accept-Language` are. Headers that steer the connection
    /// (`Host`, `Content-Length`, `Accept-Encoding` …) cannot be set, `User-Agent` has its own field.
    pub headers: Vec<(String, String)>,
    /// How many redirects are followed; the next one is an error. Count, from 0. Default: 10.
    pub max_redirects: u32,
    /// The time for the name lookup, and again for making one connection. Range: above zero, to 24 h. Default: 10 s.
    pub connect_timeout: Duration,
    /// The time for the whole request, redirects and body included. Range: above zero, to 24 h. Default: 30 s.
    pub timeout: Duration,
    /// The largest body accepted, in bytes after decompression, from 0. Default: 50 MiB (52 428 800).
    pub max_body_bytes: u64,
    /// Whether addresses that are not public may be connected to: loopback, private networks and so on. Default: false.
    pub allow_private: bool,
    /// The URL of an HTTP proxy, such as `http://proxy.example:3128`. Default: none, and the variables of the environment
    /// (`HTTP_PROXY` …) are never read.
    ///
    /// A proxy looks up names itself. The address check then covers only addresses written in URLs, and the proxy has to
    /// refuse private ones.
    pub proxy: Option<String>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            user_agent: concat!("tamis/", env!("CARGO_PKG_VERSION")).to_owned(),
            headers: Vec::new(),
            max_redirects: 10,
            connect_timeout: Duration::from_secs(10),
            timeout: Duration::from_secs(30),
            max_body_bytes: 50 << 20,
            allow_private: false,
            proxy: None,
        }
    }
}

impl Config {
    /// The configuration with this [`Config::user_agent`].
    #[must_use]
    pub fn user_agent(mut self, value: impl Into<String>) -> Self {
        self.user_agent = value.into();
        self
    }

    /// The configuration with one header more in [`Config::headers`].
    #[must_use]
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// The configuration with this [`Config::max_redirects`].
    #[must_use]
    pub fn max_redirects(mut self, count: u32) -> Self {
        self.max_redirects = count;
        self
    }

    /// The configuration with this [`Config::connect_timeout`].
    #[must_use]
    pub fn connect_timeout(mut self, time: Duration) -> Self {
        self.connect_timeout = time;
        self
    }

    /// The configuration with this [`Config::timeout`].
    #[must_use]
    pub fn timeout(mut self, time: Duration) -> Self {
        self.timeout = time;
        self
    }

    /// The configuration with this [`Config::max_body_bytes`].
    #[must_use]
    pub fn max_body_bytes(mut self, bytes: u64) -> Self {
        self.max_body_bytes = bytes;
        self
    }

    /// The configuration with this [`Config::allow_private`].
    #[must_use]
    pub fn allow_private(mut self, allow: bool) -> Self {
        self.allow_private = allow;
        self
    }

    /// The configuration with this [`Config::proxy`].
    #[must_use]
    pub fn proxy(mut self, url: impl Into<String>) -> Self {
        self.proxy = Some(url.into());
        self
    }
}

/// Header values and the proxy may hold secrets: they are left out.
impl fmt::Debug for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.headers.iter().map(|(name, _)| name).collect();
        f.debug_struct("Config")
            .field("user_agent", &self.user_agent)
            .field("headers", &names)
            .field("max_redirects", &self.max_redirects)
            .field("connect_timeout", &self.connect_timeout)
            .field("timeout", &self.timeout)
            .field("max_body_bytes", &self.max_body_bytes)
            .field("allow_private", &self.allow_private)
            .field("proxy", &self.proxy.is_some())
            .finish()
    }
}
