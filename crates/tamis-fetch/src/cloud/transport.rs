//! The HTTP of object stores, by the same library as that of pages.

use std::future::{Future, ready};
use std::io::{self, Read};
use std::pin::Pin;
use std::time::Duration;

use object_store::ClientOptions;
use object_store::client::{
    HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse, HttpService,
};
use ureq::Agent;

/// The largest answer, in bytes. Parts and the answers about credentials are shorter.
const MAX_BODY_BYTES: u64 = 64 << 20;

/// Makes clients whose requests have a time limit.
#[derive(Debug)]
pub(super) struct Transport {
    timeout: Duration,
}

/// A client of an object store, or of a server of credentials.
#[derive(Debug)]
struct Service {
    agent: Agent,
    /// True if requests need not be encrypted.
    allows_http: bool,
}

impl Transport {
    pub(super) fn new(timeout: Duration) -> Transport {
        Transport { timeout }
    }
}

impl HttpConnector for Transport {
    fn connect(&self, options: &ClientOptions) -> object_store::Result<HttpClient> {
        let config = Agent::config_builder()
            .proxy(None)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .http_status_as_error(false)
            .accept_encoding("identity")
            .user_agent(concat!("tamis/", env!("CARGO_PKG_VERSION")))
            .timeout_global(Some(self.timeout))
            .build();
        let allowed = options.get_config_value(&object_store::ClientConfigKey::AllowHttp);
        let allows_http = allowed.as_deref() == Some("true");
        Ok(HttpClient::new(Service { agent: Agent::new_with_config(config), allows_http }))
    }
}

impl Service {
    fn send(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        if !self.allows_http && request.uri().scheme_str() != Some("https") {
            let message =
                "the address is not one of https, which AWS_ALLOW_HTTP and the like allow";
            return Err(HttpError::new(HttpErrorKind::Unknown, io::Error::other(message)));
        }
        let (parts, body) = request.into_parts();
        let body = body.as_bytes().map(|bytes| bytes.to_vec()).unwrap_or_default();
        let reply = self
            .agent
            .run(ureq::http::Request::from_parts(parts, body))
            .map_err(|error| HttpError::new(kind(&error), error))?;
        let (parts, body) = reply.into_parts();
        let mut bytes = Vec::new();
        let read = body.into_reader().take(MAX_BODY_BYTES).read_to_end(&mut bytes);
        // A lost connection is one that may be tried again.
        read.map_err(|error| HttpError::new(HttpErrorKind::Interrupted, error))?;
        Ok(HttpResponse::from_parts(parts, bytes.into()))
    }
}

/// Requests block: nothing else runs on the thread.
impl HttpService for Service {
    fn call<'s, 'f>(
        &'s self,
        request: HttpRequest,
    ) -> Pin<Box<dyn Future<Output = Result<HttpResponse, HttpError>> + Send + 'f>>
    where
        's: 'f,
        Self: 'f,
    {
        Box::pin(ready(self.send(request)))
    }
}

fn kind(error: &ureq::Error) -> HttpErrorKind {
    match error {
        ureq::Error::Timeout(_) => HttpErrorKind::Timeout,
        ureq::Error::Io(_) => HttpErrorKind::Interrupted,
        ureq::Error::ConnectionFailed | ureq::Error::HostNotFound => HttpErrorKind::Connect,
        _ => HttpErrorKind::Unknown,
    }
}
