//! One request as a browser makes it, with the checks of a page.
//!
//! A program that lets a browser draw pages must not let it reach the network: the browser would
//! look up names itself, and a page could lead it to an address inside the program's own network.
//! So the program makes each request in the browser's place. For that it needs what the browser
//! would get: any status, with the headers and the body, and a redirect as it is, because the
//! browser has to learn of the new address and asks for it by another request, which is checked in
//! turn.

use std::time::Instant;

use ureq::http::Method;
use ureq::http::header::{self, HeaderName, HeaderValue};
use ureq::http::request::Request as HttpRequest;
use url::Url;

use crate::client::{Client, Reply};
use crate::error::{FetchError, FetchErrorKind};
use crate::headers::{NOT_SETTABLE, RequestHeaders};
use crate::request::Request;
use crate::url_limit::parsed_url;

/// The methods of requests. They read; `POST` does too where pages ask for data with it.
const METHODS: [Method; 4] = [Method::GET, Method::HEAD, Method::OPTIONS, Method::POST];

/// Headers of an answer that are about the bytes on the way. The body is decoded and whole.
const ABOUT_THE_WAY: [HeaderName; 5] = [
    header::CONNECTION,
    header::CONTENT_ENCODING,
    header::CONTENT_LENGTH,
    header::TRANSFER_ENCODING,
    header::UPGRADE,
];

/// A request of a browser: see [`Client::exchange`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Exchange {
    /// The address, the browser's headers, and the page that asks.
    ///
    /// Headers that control the connection are left out, and so is the `User-Agent`: the client has
    /// its own.
    pub request: Request,
    /// The method: `GET`, `HEAD`, `OPTIONS` or `POST`.
    pub method: String,
    /// The body that is sent. Empty for none.
    pub body: Vec<u8>,
}

impl Exchange {
    /// Creates a `GET` request.
    pub fn new(request: Request) -> Self {
        Self { request, method: "GET".to_owned(), body: Vec::new() }
    }

    /// Sets [`Exchange::method`] and [`Exchange::body`].
    #[must_use]
    pub fn method(mut self, method: impl Into<String>, body: Vec<u8>) -> Self {
        self.method = method.into();
        self.body = body;
        self
    }
}

/// What a server answered: see [`Client::exchange`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Answer {
    /// The status, whatever it is.
    pub status: u16,
    /// The headers in their order, without those about the bytes on the way. Bytes that are not
    /// ASCII are read as Latin-1.
    pub headers: Vec<(String, String)>,
    /// The body, decompressed.
    pub body: Vec<u8>,
}

impl Client {
    /// Makes one request of a browser, and returns what the server answers: any status, and a
    /// redirect as it is.
    ///
    /// The checks of addresses, schemes, sizes and times are those of [`Client::get`]. There is no
    /// pace and no `robots.txt`, because these are about pages, and a page is one with its parts.
    ///
    /// # Errors
    ///
    /// The errors of [`Client::get`] but those for a status and for redirects.
    /// [`FetchErrorKind::InvalidConfig`] for another method.
    pub fn exchange(&self, exchange: &Exchange) -> Result<Answer, FetchError> {
        let url = parsed_url(&exchange.request.url)?;
        self.check_url(&url)?;
        let deadline = Instant::now() + self.config.timeout;
        let request = self.http_request(exchange, &url)?;
        let is_head = request.method() == Method::HEAD;
        let sent = if request.method() == Method::POST {
            self.agent.run(request)
        } else {
            self.agent.run(request.map(|_| ()))
        };
        let reply = sent.map_err(|error| FetchError::transport(&url, error, &self.config))?;
        let status = reply.status().as_u16();
        let headers = kept_headers(&reply);
        let body = if is_head { Vec::new() } else { self.read_body(reply, &url, deadline)? };
        Ok(Answer { status, headers, body })
    }

    fn http_request(
        &self,
        exchange: &Exchange,
        url: &Url,
    ) -> Result<HttpRequest<Vec<u8>>, FetchError> {
        let method = METHODS.iter().find(|method| method.as_str() == exchange.method);
        let Some(method) = method else {
            let reason = format!("the method {:?} is not one that reads", exchange.method);
            return Err(FetchError::config(reason));
        };
        let mut asked = exchange.request.clone();
        asked.headers.retain(|(name, value)| {
            let name = HeaderName::try_from(name).ok();
            name.is_some_and(|name| !NOT_SETTABLE.contains(&name))
                && HeaderValue::try_from(value).is_ok()
        });
        let headers = RequestHeaders::new(&self.headers, &asked, url.clone())?;
        let mut target = url.clone();
        target.set_fragment(None);
        let mut request = HttpRequest::builder().method(method).uri(target.as_str());
        for (name, value) in headers.sent_to(url) {
            request = request.header(name, value);
        }
        request.body(exchange.body.clone()).map_err(|error| {
            let reason = format!("the URL cannot be requested ({error})");
            FetchError::at(url, FetchErrorKind::InvalidUrl, reason)
        })
    }
}

fn kept_headers(reply: &Reply) -> Vec<(String, String)> {
    let headers = reply.headers().iter().filter(|(name, _)| !ABOUT_THE_WAY.contains(name));
    let text =
        |value: &HeaderValue| value.as_bytes().iter().map(|&byte| char::from(byte)).collect();
    headers.map(|(name, value)| (name.as_str().to_owned(), text(value))).collect()
}
