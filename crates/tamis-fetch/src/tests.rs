//! Tests of the client with local servers.

mod cache;
#[cfg(feature = "cloud")]
mod cloud;
mod exchanges;
mod guards;
mod headers;
mod limits;
mod pages;
mod parts;
mod polite;
mod proxy;
mod robots;
mod server;

use std::net::SocketAddr;

use crate::guard::Policy;
use crate::{Client, ClientConfig, FetchError, FetchErrorKind, Response, address};

/// Creates a client that can connect to the servers of the tests.
fn client(config: ClientConfig) -> Client {
    Client::new(config.allow_private(true)).unwrap()
}

fn get(url: &str) -> Result<Response, FetchError> {
    client(ClientConfig::default()).get(url)
}

/// Returns the policy that permits public addresses and one server.
fn only(permitted: SocketAddr) -> Policy {
    std::sync::Arc::new(move |asked| {
        (asked != permitted).then(|| address::refused_class(asked.ip())).flatten()
    })
}

#[track_caller]
fn assert_fails<T: std::fmt::Debug>(
    outcome: Result<T, FetchError>,
    kind: FetchErrorKind,
    sentence: &str,
) {
    let error = outcome.unwrap_err();
    assert_eq!(error.kind(), kind, "{error}");
    assert!(error.to_string().contains(sentence), "{error}");
}
