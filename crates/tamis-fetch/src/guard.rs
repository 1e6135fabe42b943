//! A resolver that returns only permitted addresses.
//!
//! A program that fetches addresses from pages can be used to reach what only its own machine can
//! reach. For example, a page has a link to `http://169.254.169.254/`, where cloud providers hand
//! out credentials, or to `http://printer.local/`. It is not enough to look at the address in the
//! link, because a name can lead anywhere: `innocent.example` may resolve to 127.0.0.1. Nor is it
//! enough to look up the name before the request, because a server of names can give a public
//! address to the check and a private one to the connection a second later.
//!
//! So the check is in the resolver itself. The client connects to the addresses that the resolver
//! returns and looks up nothing again, so what is checked is what is used. The address of a
//! redirect is resolved in the same way, so it is checked too. A host with public and private
//! addresses is asked at its public ones.

use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use ureq::config::Config as AgentConfig;
use ureq::http::Uri;
use ureq::unversioned::resolver::{ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

use crate::address;

/// A function that returns the class for which an address is refused, or `None` if it is permitted.
pub(crate) type Policy = Arc<dyn Fn(SocketAddr) -> Option<&'static str> + Send + Sync>;

/// Returns the policy that permits public addresses, on any port, and these.
pub(crate) fn public_and(permitted: &[SocketAddr]) -> Policy {
    let permitted = permitted.to_vec();
    Arc::new(
        move |address| {
            if permitted.contains(&address) { None } else { address::refused_class(address.ip()) }
        },
    )
}

/// Returns the policy that permits all addresses.
pub(crate) fn anything() -> Policy {
    Arc::new(|_| None)
}

/// The reason why the guard returned no address. It is wrapped in the error of the transport.
#[derive(Debug)]
pub(crate) enum Blocked {
    /// All addresses of the host are refused. Contains the last of them and its class.
    Refused(SocketAddr, &'static str),
    /// The name could not be looked up.
    NotFound(io::Error),
}

impl fmt::Display for Blocked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(address, class) => {
                write!(f, "the address {} is {class}, not public", address.ip())
            }
            Self::NotFound(error) => write!(f, "the host name was not found ({error})"),
        }
    }
}

impl std::error::Error for Blocked {}

/// A resolver that returns only the permitted addresses of another resolver.
///
/// The connector uses these addresses and does not look up the name again. So the addresses that
/// are checked are those that the client connects to.
pub(crate) struct Guard<R> {
    inner: R,
    policy: Policy,
}

impl<R> Guard<R> {
    pub(crate) fn new(inner: R, policy: Policy) -> Self {
        Self { inner, policy }
    }
}

impl<R: fmt::Debug> fmt::Debug for Guard<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Guard").field("inner", &self.inner).finish_non_exhaustive()
    }
}

impl<R: Resolver> Resolver for Guard<R> {
    fn resolve(
        &self,
        uri: &Uri,
        config: &AgentConfig,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = self.inner.resolve(uri, config, timeout).map_err(not_found)?;
        let mut permitted = self.empty();
        let mut refused = None;
        for &address in &found {
            match (self.policy)(address) {
                None => permitted.push(address),
                Some(class) => refused = Some(Blocked::Refused(address, class)),
            }
        }
        match refused {
            Some(refused) if permitted.is_empty() => Err(ureq::Error::Other(Box::new(refused))),
            _ => Ok(permitted),
        }
    }
}

/// Marks an error of the lookup, which reports a missing name as an I/O error. Without the mark, it
/// would look like an I/O error of the connection.
fn not_found(error: ureq::Error) -> ureq::Error {
    match error {
        ureq::Error::Io(error) => ureq::Error::Other(Box::new(Blocked::NotFound(error))),
        other => other,
    }
}
