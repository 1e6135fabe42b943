//! The client against servers on this machine.

mod guards;
mod headers;
mod limits;
mod pages;
mod proxy;
mod server;

use std::net::SocketAddr;

use crate::guard::Policy;
use crate::{Client, Config, Error, ErrorKind, Response, address};

/// A client that may talk to the servers of the tests.
fn client(config: Config) -> Client {
    Client::new(config.allow_private(true)).unwrap()
}

fn get(url: &str) -> Result<Response, Error> {
    client(Config::default()).get(url)
}

/// The policy of the open network, with an exception for one server.
fn only(permitted: SocketAddr) -> Policy {
    std::sync::Arc::new(move |asked| {
        (asked != permitted).then(|| address::refusal(asked.ip())).flatten()
    })
}

#[track_caller]
fn assert_fails(outcome: Result<Response, Error>, kind: ErrorKind, sentence: &str) {
    let error = outcome.unwrap_err();
    assert_eq!(error.kind(), kind, "{error}");
    assert!(error.to_string().contains(sentence), "{error}");
}
