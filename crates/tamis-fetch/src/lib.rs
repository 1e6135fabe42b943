//! A guarded, blocking HTTP client for URLs that the program did not choose.
//!
//! [`Client::get`] returns a [`Response`] with the bytes of a page, or a [`FetchError`] whose
//! [`FetchErrorKind`] tells what went wrong. The client checks:
//!
//! - **Addresses.** Loopback, private, link-local and all other non-public addresses are refused.
//!   The check covers the resolved address that the client connects to, so a name cannot change its
//!   address between check and use. It is repeated for each redirect.
//!   [`ClientConfig::allow_private`] turns it off.
//! - **Schemes.** Only `http` and `https`, also for redirects. A URL with a user name or password
//!   is refused.
//! - **Size.** A body larger than [`ClientConfig::max_body_bytes`] is an error. The limit counts
//!   decompressed bytes. Compressed data that is longer than the limit is an error too, also if it
//!   has no content.
//! - **Time.** [`ClientConfig::timeout`] covers the whole request: redirects, headers and body.
//! - **Parts.** [`Client::get_part`] fetches a range of a file, and returns no other bytes.
//! - **Pace.** [`ClientConfig::delay`] passes between two requests to one host, however many
//!   threads ask. [`ClientConfig::retries`] repeats requests that fail because a server is busy.
//! - **Consent.** With [`ClientConfig::robots`], only what the `robots.txt` of a site allows is
//!   fetched.
//! - **Headers.** The caller's headers are sent to the origin of the first URL only. If a page
//!   named that URL ([`Request::found_on`]), the headers of the configuration are sent to the
//!   origin of that page only.
//! - **Exchanges.** [`Client::exchange`] makes one request of a browser, whose answer is any status
//!   or a redirect.
//! - **Proxies.** The environment is never read: a proxy resolves names itself, which defeats the
//!   address check. A proxy is used only if [`ClientConfig::proxy`] names one.
//!
//! Without the feature `tls`, on by default, addresses with https give an error: a program that
//! only reads a local server needs no TLS. With the feature `cloud`, off by default, `Cloud` reads
//! parts of files in object stores.
//!
//! ```
//! use tamis_fetch::{Client, ClientConfig, FetchErrorKind};
//!
//! let client = Client::new(ClientConfig::default())?;
//! let error = client.get("http://2130706433/admin").unwrap_err();
//! assert_eq!(error.kind(), FetchErrorKind::RefusedAddress);
//! assert_eq!(
//!     error.to_string(),
//!     "cannot fetch http://127.0.0.1/admin: the address 127.0.0.1 is loopback, not public"
//! );
//! # Ok::<(), tamis_fetch::FetchError>(())
//! ```

mod address;
mod body;
mod cache;
mod checks;
mod client;
#[cfg(feature = "cloud")]
mod cloud;
mod coding;
mod config;
mod content_type;
mod error;
mod exchange;
mod guard;
mod gzip;
mod headers;
mod pace;
mod part;
mod range;
mod redirect;
mod request;
mod response;
mod retry;
mod robots;
mod url_limit;
mod zstd;

#[cfg(test)]
mod tests;

pub use client::Client;
#[cfg(feature = "cloud")]
pub use cloud::Cloud;
pub use config::ClientConfig;
pub use error::{FetchError, FetchErrorKind};
pub use exchange::{Answer, Exchange};
pub use gzip::GzipMembers;
pub use range::Part;
pub use request::Request;
pub use response::Response;
pub use url_limit::MAX_URL_BYTES;

/// Returns true if a `robots.txt` refuses a URL to the client with this `User-Agent`. For the fuzz
/// targets.
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub fn robots_refuse(file: &[u8], user_agent: &str, url: &url::Url) -> bool {
    robots::Robots::parse(file, user_agent).refusal(url).is_some()
}

// Public types can be shared between threads.
const _: () = {
    const fn is_send_and_sync<T: Send + Sync>() {}
    is_send_and_sync::<Answer>();
    is_send_and_sync::<Client>();
    is_send_and_sync::<ClientConfig>();
    is_send_and_sync::<Exchange>();
    is_send_and_sync::<FetchError>();
    is_send_and_sync::<FetchErrorKind>();
    is_send_and_sync::<Part>();
    is_send_and_sync::<Request>();
    is_send_and_sync::<Response>();
};

/// The example of the README, run with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
