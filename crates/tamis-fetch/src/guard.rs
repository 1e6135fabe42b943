//! The resolver that lets only permitted addresses through to the connector.

use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use ureq::config::Config as AgentConfig;
use ureq::http::Uri;
use ureq::unversioned::resolver::{ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

use crate::address;

/// The class for which an address is refused; `None` if it may be connected to.
pub(crate) type Policy = Arc<dyn Fn(SocketAddr) -> Option<&'static str> + Send + Sync>;

/// The policy for the open network: public addresses only, on any port.
pub(crate) fn public_only() -> Policy {
    Arc::new(|address| address::refusal(address.ip()))
}

/// The policy that refuses nothing.
pub(crate) fn anything() -> Policy {
    Arc::new(|_| None)
}

/// Why the guard gave no address to connect to; travels inside the error of the transport.
#[derive(Debug)]
pub(crate) enum Blocked {
    /// Every address of the host is refused; this is the last of them, with its class.
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

/// A resolver that answers with the permitted addresses among those of the inner one.
///
/// The connector uses exactly this answer and asks nobody else: what is checked is what is connected to.
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

/// The lookup reports a missing name as a bare I/O error, which later could not be told from one of the connection.
fn not_found(error: ureq::Error) -> ureq::Error {
    match error {
        ureq::Error::Io(error) => ureq::Error::Other(Box::new(Blocked::NotFound(error))),
        other => other,
    }
}
