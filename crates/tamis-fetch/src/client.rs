//! The client: one request, hop by hop.

use std::fmt;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use ureq::http::header::{self, HeaderName, HeaderValue};
use ureq::unversioned::resolver::{DefaultResolver, Resolver};
use ureq::unversioned::transport::DefaultConnector;
use ureq::{Agent, Body, Proxy};
use url::{Host, Url};

use crate::body::{self, BodyError, Coding};
use crate::config::Config;
use crate::content_type;
use crate::error::{Error, ErrorKind};
use crate::guard::{self, Blocked, Guard, Policy};
use crate::request::Request;
use crate::response::Response;

/// The `Accept` header, unless the caller gives one: pages first, but anything.
const ACCEPT: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

/// The longest time limit that can be set.
const MAX_TIMEOUT: Duration = Duration::from_hours(24);

/// The headers of the caller that say nothing about the caller's rights, and so may follow a redirect to another origin.
const SENT_ANYWHERE: [HeaderName; 3] =
    [header::ACCEPT, header::ACCEPT_LANGUAGE, header::USER_AGENT];

/// The headers that steer the connection or have a field of their own in [`Config`].
const NOT_SETTABLE: [HeaderName; 10] = [
    header::ACCEPT_ENCODING,
    header::CONNECTION,
    header::CONTENT_LENGTH,
    header::EXPECT,
    header::HOST,
    header::PROXY_AUTHORIZATION,
    header::TE,
    header::TRANSFER_ENCODING,
    header::UPGRADE,
    header::USER_AGENT,
];

/// A blocking HTTP client that refuses what [its guards](crate) refuse.
///
/// Connections are kept open for a short while and used again. A clone shares them; a client may be used from many threads.
#[derive(Clone)]
pub struct Client {
    agent: Agent,
    config: Config,
    headers: Vec<(HeaderName, HeaderValue)>,
    policy: Policy,
}

impl Client {
    /// A client with these limits.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidConfig`] if a time is zero or longer than 24 h, if a header or the user agent holds forbidden
    /// characters, if a header may not be set, or if the proxy is not an `http` or `https` URL.
    pub fn new(config: Config) -> Result<Self, Error> {
        let policy = if config.allow_private { guard::anything() } else { guard::public_only() };
        Self::with_parts(config, DefaultResolver::default(), policy)
    }

    /// A client that looks names up with `resolver` and connects where `policy` permits.
    pub(crate) fn with_parts(
        config: Config,
        resolver: impl Resolver,
        policy: Policy,
    ) -> Result<Self, Error> {
        check_times(&config)?;
        let headers = checked_headers(&config)?;
        let proxy = checked_proxy(&config)?;
        // With a proxy the only name looked up here is the proxy's, which the caller chose.
        let guarding = if proxy.is_some() { guard::anything() } else { policy.clone() };
        let agent_config = Agent::config_builder()
            .proxy(proxy)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .http_status_as_error(false)
            .user_agent(&config.user_agent)
            .accept(ACCEPT)
            .accept_encoding("gzip")
            .timeout_global(Some(config.timeout))
            .timeout_resolve(Some(config.connect_timeout))
            .timeout_connect(Some(config.connect_timeout))
            .build();
        let guard = Guard::new(resolver, guarding);
        let agent = Agent::with_parts(agent_config, DefaultConnector::default(), guard);
        Ok(Self { agent, config, headers, policy })
    }

    /// The page at `url`, after redirects and decompression.
    ///
    /// # Errors
    ///
    /// Every failure has its own [`ErrorKind`]. A status other than 2xx is [`ErrorKind::Http`]; a body over the limit is an
    /// error too and is not cut.
    pub fn get(&self, url: &str) -> Result<Response, Error> {
        self.send(&Request::new(url))
    }

    /// The page that is asked for, after redirects and decompression.
    ///
    /// # Errors
    ///
    /// As for [`Client::get`]; [`ErrorKind::InvalidConfig`] too, where a header of the request may not be set.
    pub fn send(&self, request: &Request) -> Result<Response, Error> {
        let deadline = Instant::now() + self.config.timeout;
        let first = Url::parse(&request.url).map_err(Error::not_a_url)?;
        let mut current = first.clone();
        let headers = Headers::of(self, request, first)?;
        let mut redirects = Vec::new();
        loop {
            self.check_url(&current)?;
            let reply = self.request(&headers, &current, !redirects.is_empty(), deadline)?;
            let Some(next) = redirect_target(&reply, &current)? else {
                return self.finish(reply, &current, redirects, deadline);
            };
            if redirects.len() >= self.config.max_redirects as usize {
                let reason = format!("more than {} redirects", self.config.max_redirects);
                return Err(Error::at(&current, ErrorKind::TooManyRedirects, reason));
            }
            redirects.push(current.into());
            current = next;
        }
    }

    /// Refuses what the URL itself shows: scheme, user info, and an address in place of a name.
    fn check_url(&self, url: &Url) -> Result<(), Error> {
        if !matches!(url.scheme(), "http" | "https") {
            let reason = format!("the scheme {} is neither http nor https", url.scheme());
            return Err(Error::at(url, ErrorKind::RefusedScheme, reason));
        }
        if !url.username().is_empty() || url.password().is_some() {
            let reason = "the URL holds a user name or password";
            return Err(Error::at(url, ErrorKind::RefusedUserInfo, reason));
        }
        let Some(address) = literal_address(url) else { return Ok(()) };
        match (self.policy)(address) {
            None => Ok(()),
            Some(class) => {
                let reason = Blocked::Refused(address, class).to_string();
                Err(Error::at(url, ErrorKind::RefusedAddress, reason))
            }
        }
    }

    /// The reply of one hop, its body not yet read.
    fn request(
        &self,
        headers: &Headers,
        url: &Url,
        redirected: bool,
        deadline: Instant,
    ) -> Result<Reply, Error> {
        let mut target = url.clone();
        target.set_fragment(None);
        let mut request = self.agent.get(target.as_str());
        for (name, value) in headers.sent_to(url) {
            request = request.header(name, value);
        }
        // The first hop has the whole time, which the agent is set to. A setting of the request's own costs a new TLS
        // configuration, so only later hops carry one.
        if redirected {
            let left = deadline.saturating_duration_since(Instant::now());
            request = request.config().timeout_global(Some(left)).build();
        }
        request.call().map_err(|error| Error::transport(url, error, &self.config))
    }

    fn finish(
        &self,
        reply: Reply,
        url: &Url,
        redirects: Vec<String>,
        deadline: Instant,
    ) -> Result<Response, Error> {
        let status = reply.status();
        if !status.is_success() {
            let reason = format!("the server answered {status}");
            return Err(Error::at(url, ErrorKind::Http(status.as_u16()), reason));
        }
        let content_type = header_text(&reply, &header::CONTENT_TYPE).unwrap_or_default();
        let body = self.read_body(reply, url, deadline)?;
        Ok(Response {
            url: url.as_str().to_owned(),
            status: status.as_u16(),
            content_type: content_type::media_type(&content_type),
            charset: content_type::charset(&content_type),
            body,
            redirects,
        })
    }

    fn read_body(&self, reply: Reply, url: &Url, deadline: Instant) -> Result<Vec<u8>, Error> {
        let limit = self.config.max_body_bytes;
        let too_large = || {
            let reason = format!("the body is larger than the limit of {limit} bytes");
            Error::at(url, ErrorKind::TooLarge, reason)
        };
        let named = header_text(&reply, &header::CONTENT_ENCODING).unwrap_or_default();
        let Some(coding) = Coding::from_header(&named) else {
            let reason = format!("the body is compressed with {named:?}, which was not asked for");
            return Err(Error::at(url, ErrorKind::Encoding, reason));
        };
        let announced = reply.body().content_length().unwrap_or(0);
        if coding == Coding::Identity && announced > limit {
            return Err(too_large());
        }
        let reader = reply.into_body().into_reader();
        body::read(reader, coding, limit, deadline).map_err(|error| match error {
            BodyError::TooLarge => too_large(),
            BodyError::Late => {
                Error::transport(url, ureq::Error::Timeout(ureq::Timeout::Global), &self.config)
            }
            BodyError::Transport(error) => Error::transport(url, error.into(), &self.config),
            BodyError::Encoding(error) => {
                let reason = format!("the body cannot be decompressed ({error})");
                Error::at(url, ErrorKind::Encoding, reason)
            }
        })
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client").field("config", &self.config).finish_non_exhaustive()
    }
}

/// The headers of one request, and where they are meant for.
struct Headers {
    /// Those of the configuration, and the address that they are for.
    configured: (Vec<(HeaderName, HeaderValue)>, Url),
    /// Those of the request alone, and the address that they are for.
    own: (Vec<(HeaderName, HeaderValue)>, Url),
}

impl Headers {
    fn of(client: &Client, request: &Request, url: Url) -> Result<Headers, Error> {
        let mut own = Vec::new();
        for (name, value) in &request.headers {
            let header = checked_header(name, value, &[header::USER_AGENT])?;
            if !client.headers.iter().any(|(other, _)| *other == header.0) {
                own.push(header);
            }
        }
        let found_on = match &request.found_on {
            Some(page) => Url::parse(page).map_err(Error::not_a_url)?,
            None => url.clone(),
        };
        Ok(Headers { configured: (client.headers.clone(), found_on), own: (own, url) })
    }

    fn sent_to(&self, hop: &Url) -> impl Iterator<Item = &(HeaderName, HeaderValue)> {
        [&self.configured, &self.own].into_iter().flat_map(move |(headers, home)| {
            let at_home = shares_origin(home, hop);
            let sent = move |name| at_home || SENT_ANYWHERE.contains(name);
            headers.iter().filter(move |(name, _)| sent(name))
        })
    }
}

type Reply = ureq::http::Response<Body>;

fn check_times(config: &Config) -> Result<(), Error> {
    for (name, time) in [("connect_timeout", config.connect_timeout), ("timeout", config.timeout)] {
        if time.is_zero() || time > MAX_TIMEOUT {
            return Err(Error::config(format!(
                "{name} is {time:?}, not above zero and up to 24 h"
            )));
        }
    }
    Ok(())
}

fn checked_headers(config: &Config) -> Result<Vec<(HeaderName, HeaderValue)>, Error> {
    // The transport takes the user agent as text and trusts it.
    if HeaderValue::from_str(&config.user_agent).is_err() || !config.user_agent.is_ascii() {
        return Err(Error::config("the user agent holds characters that a header cannot"));
    }
    config.headers.iter().map(|(name, value)| checked_header(name, value, &[])).collect()
}

/// A header in its parts, if it may be set; `allowed` ones may in any case.
fn checked_header(
    name: &str,
    value: &str,
    allowed: &[HeaderName],
) -> Result<(HeaderName, HeaderValue), Error> {
    let parsed = HeaderName::try_from(name)
        .map_err(|_| Error::config(format!("{name:?} is not the name of a header")))?;
    if NOT_SETTABLE.contains(&parsed) && !allowed.contains(&parsed) {
        return Err(Error::config(format!("the header {name} cannot be set")));
    }
    let value = HeaderValue::try_from(value).map_err(|_| {
        Error::config(format!("the value of {name} holds characters that a header cannot"))
    })?;
    Ok((parsed, value))
}

fn checked_proxy(config: &Config) -> Result<Option<Proxy>, Error> {
    let Some(text) = &config.proxy else { return Ok(None) };
    // The text is not repeated: it may hold a password.
    let wrong = || Error::config("the proxy is not an http or https URL");
    let url = Url::parse(text).map_err(|_| wrong())?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(wrong());
    }
    Proxy::new(text).map(Some).map_err(|_| wrong())
}

/// The address that stands in the URL in place of a name. The parser has already turned other spellings (`0x7f.1`,
/// `2130706433`) into an address.
fn literal_address(url: &Url) -> Option<SocketAddr> {
    let port = url.port_or_known_default()?;
    match url.host()? {
        Host::Domain(_) => None,
        Host::Ipv4(address) => Some((address, port).into()),
        Host::Ipv6(address) => Some((address, port).into()),
    }
}

/// Whether the caller's headers, meant for `first`, may go to `hop`: the same scheme, host and port, or the secure version of
/// it. From `https` to `http` they may not, as anybody could read them.
pub(crate) fn shares_origin(first: &Url, hop: &Url) -> bool {
    let upgraded = first.scheme() == "http"
        && hop.scheme() == "https"
        && first.host() == hop.host()
        && first.port().is_none()
        && hop.port().is_none();
    upgraded || first.origin() == hop.origin()
}

/// Where a reply redirects to; `None` if it does not, or does not say where.
fn redirect_target(reply: &Reply, current: &Url) -> Result<Option<Url>, Error> {
    if !matches!(reply.status().as_u16(), 301 | 302 | 303 | 307 | 308) {
        return Ok(None);
    }
    let Some(location) = reply.headers().get(header::LOCATION) else { return Ok(None) };
    let mut next = current.join(&percent_encoded(location.as_bytes())).map_err(|error| {
        let reason = format!("it redirects to something that is not a URL ({error})");
        Error::at(current, ErrorKind::InvalidUrl, reason)
    })?;
    // Source: RFC 9110, 10.2.2: the fragment is inherited.
    if next.fragment().is_none() {
        next.set_fragment(current.fragment());
    }
    Ok(Some(next))
}

/// The header as text, its bytes outside of ASCII percent-encoded: servers send raw UTF-8 and raw Latin-1, and mean the bytes.
fn percent_encoded(location: &[u8]) -> String {
    let mut text = String::with_capacity(location.len());
    for &byte in location {
        if byte.is_ascii() {
            text.push(char::from(byte));
        } else {
            text.extend(url::form_urlencoded::byte_serialize(&[byte]));
        }
    }
    text
}

fn header_text(reply: &Reply, name: &HeaderName) -> Option<String> {
    let value = reply.headers().get(name)?;
    Some(String::from_utf8_lossy(value.as_bytes()).into_owned())
}
