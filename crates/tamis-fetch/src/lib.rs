//! A guarded, blocking HTTP client for URLs that the program did not choose.
//!
//! [`Client::get`] answers with the bytes of a page, or with an [`Error`] whose [`ErrorKind`] tells what went wrong. What is
//! guarded:
//!
//! - **Addresses.** Loopback, private, link-local and every other non-public address is refused. The check is made on the
//!   resolved address that is then connected to, so that a name cannot change its answer between check and use, and it is
//!   made again at each redirect. [`Config::allow_private`] lifts it.
//! - **Schemes.** Only `http` and `https`, at each redirect; a URL with a user name or password is refused.
//! - **Size.** Reading stops at [`Config::max_body_bytes`], which counts decompressed bytes.
//! - **Time.** [`Config::timeout`] covers the whole request: redirects, headers and body.
//! - **Headers.** What the caller adds goes to the origin of the first URL only; where a page named that URL
//!   ([`Request::found_on`]), to the origin of that page.
//! - **Proxies.** The environment is never read, because a proxy resolves names itself and so defeats the address check. A
//!   proxy is used only when [`Config::proxy`] names one.
//!
//! ```
//! use tamis_fetch::{Client, Config, ErrorKind};
//!
//! let client = Client::new(Config::default())?;
//! let error = client.get("http://2130706433/admin").unwrap_err();
//! assert_eq!(error.kind(), ErrorKind::RefusedAddress);
//! assert_eq!(
//!     error.to_string(),
//!     "cannot fetch http://127.0.0.1/admin: the address 127.0.0.1 is loopback, not public"
//! );
//! # Ok::<(), tamis_fetch::Error>(())
//! ```

mod address;
mod body;
mod client;
mod config;
mod content_type;
mod error;
mod guard;
mod request;
mod response;

#[cfg(test)]
mod tests;

pub use client::Client;
pub use config::Config;
pub use error::{Error, ErrorKind};
pub use request::Request;
pub use response::Response;

/// The example of the README, compiled with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
