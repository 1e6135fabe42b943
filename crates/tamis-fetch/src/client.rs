//! The client, which follows redirects itself to check each URL.

use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Instant, SystemTime};

use ureq::http::StatusCode;
use ureq::http::header::{self, HeaderName, HeaderValue};
use ureq::unversioned::resolver::{DefaultResolver, Resolver};
use ureq::unversioned::transport::DefaultConnector;
use ureq::{Agent, Body};
use url::{Host, Url};

use crate::body::{self, BodyError};
use crate::cache::{Cache, Entry};
use crate::checks;
use crate::coding::{self, Coding};
use crate::config::ClientConfig;
use crate::error::{FetchError, FetchErrorKind};
use crate::guard::{self, Blocked, Guard, Policy};
use crate::headers::{Header, RequestHeaders, checked_headers};
use crate::pace::Pace;
use crate::range::Wanted;
use crate::redirect;
use crate::request::Request;
use crate::response::Response;
use crate::retry;
use crate::robots::store::Store;
use crate::robots::{Robots, Rules};
use crate::url_limit::parsed_url;

/// The `Accept` header if the caller sets none: preferably a page, but anything is accepted.
const ACCEPT: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

/// A blocking HTTP client with the [checks](crate) for untrusted URLs.
///
/// The client keeps connections open for a short time and reuses them. It can be used from several
/// threads, and a clone shares its connections, its pace and what it knows of sites.
///
/// ```no_run
/// use tamis_fetch::{Client, ClientConfig, FetchErrorKind};
///
/// let client = Client::new(ClientConfig::default())?;
/// match client.get("https://example.com/") {
///     Ok(page) => println!("{} bytes from {}", page.body.len(), page.url),
///     Err(error) if error.kind() == FetchErrorKind::Http(404) => println!("no such page"),
///     Err(error) => eprintln!("{error}"),
/// }
/// # Ok::<(), tamis_fetch::FetchError>(())
/// ```
#[derive(Clone)]
pub struct Client {
    pub(crate) agent: Agent,
    pub(crate) config: ClientConfig,
    pub(crate) headers: Vec<Header>,
    policy: Policy,
    pace: Arc<Pace>,
    robots: Arc<Store>,
    cache: Option<Cache>,
}

impl Client {
    /// Creates a client with this configuration.
    ///
    /// # Errors
    ///
    /// [`FetchErrorKind::InvalidConfig`] if a time limit is zero or longer than 24 h, if a header
    /// or the user agent contains forbidden characters, if a header cannot be set, if the proxy is
    /// not an `http` or `https` URL, or if the folder of the cache cannot be made.
    pub fn new(config: ClientConfig) -> Result<Self, FetchError> {
        let policy = if config.allow_private {
            guard::anything()
        } else {
            guard::public_and(&config.permitted)
        };
        Self::with_parts(config, DefaultResolver::default(), policy)
    }

    /// Creates a client that looks up names with `resolver` and connects to addresses that `policy`
    /// permits.
    pub(crate) fn with_parts(
        config: ClientConfig,
        resolver: impl Resolver,
        policy: Policy,
    ) -> Result<Self, FetchError> {
        checks::check_times(&config)?;
        let headers = checked_headers(&config)?;
        let proxy = checks::checked_proxy(&config)?;
        let cache = checks::opened_cache(&config)?;
        // With a proxy, the only name looked up here is that of the proxy, which the caller chose.
        let guarding = if proxy.is_some() { guard::anything() } else { policy.clone() };
        let agent_config = Agent::config_builder()
            .proxy(proxy)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .http_status_as_error(false)
            .user_agent(&config.user_agent)
            .accept(ACCEPT)
            .accept_encoding(coding::ACCEPTED)
            .timeout_global(Some(config.timeout))
            .timeout_resolve(Some(config.connect_timeout))
            .timeout_connect(Some(config.connect_timeout))
            .build();
        let guard = Guard::new(resolver, guarding);
        let agent = Agent::with_parts(agent_config, DefaultConnector::default(), guard);
        let pace = Arc::new(Pace::new(config.delay));
        let robots = Arc::default();
        Ok(Self { agent, config, headers, policy, pace, robots, cache })
    }

    /// Fetches the page at `url`. Follows redirects and decompresses the body.
    ///
    /// # Errors
    ///
    /// See [`FetchErrorKind`]. A status other than 2xx is [`FetchErrorKind::Http`]. A body larger
    /// than the limit is an error; it is not truncated.
    pub fn get(&self, url: &str) -> Result<Response, FetchError> {
        self.send(&Request::new(url))
    }

    /// Fetches the page of a request. Follows redirects and decompresses the body.
    ///
    /// # Errors
    ///
    /// The errors of [`Client::get`], and [`FetchErrorKind::InvalidConfig`] if a header of the
    /// request cannot be set.
    pub fn send(&self, request: &Request) -> Result<Response, FetchError> {
        self.send_by(request, self.config.robots)
    }

    /// Fetches the page of a request, repeatedly if the server is busy. Obeys the `robots.txt` of
    /// its site if `obeys` is true.
    fn send_by(&self, request: &Request, obeys: bool) -> Result<Response, FetchError> {
        let first = parsed_url(&request.url)?;
        let headers = RequestHeaders::new(&self.headers, request, first.clone())?;
        self.repeat(|| self.try_once(&headers, first.clone(), obeys))
    }

    /// Tries repeatedly if the server is busy.
    pub(crate) fn repeat<T>(
        &self,
        mut attempt: impl FnMut() -> Result<T, FetchError>,
    ) -> Result<T, FetchError> {
        let mut repeated = 0;
        loop {
            let error = match attempt() {
                Err(error) if repeated < self.config.retries => error,
                outcome => return outcome,
            };
            let failed = error.url().and_then(|url| Url::parse(url).ok());
            let (Some(wait), Some(failed)) = (retry::wait(&error, repeated), failed) else {
                return Err(error);
            };
            self.pace.hold(host(&failed), Instant::now() + wait);
            repeated += 1;
        }
    }

    /// Fetches the page at this URL or at the end of its redirects.
    fn try_once(
        &self,
        headers: &RequestHeaders,
        first: Url,
        obeys: bool,
    ) -> Result<Response, FetchError> {
        let Arrived { reply, url, redirects, deadline, known } =
            self.follow(headers, first, obeys, None)?;
        if let Some(known) = known.filter(|_| reply.status() == StatusCode::NOT_MODIFIED) {
            return self.finish_known(known, &url, redirects);
        }
        self.finish(reply, headers, &url, redirects, deadline)
    }

    /// Requests a part of a file, and follows redirects. Returns the reply, its URL, and the time
    /// by which it has to be read.
    pub(crate) fn follow_for_part(
        &self,
        first: &Url,
        wanted: &Wanted<'_>,
    ) -> Result<(Reply, Url, Instant), FetchError> {
        let request = Request::new(first.as_str());
        let headers = RequestHeaders::new(&self.headers, &request, first.clone())?;
        let arrived = self.follow(&headers, first.clone(), false, Some(wanted))?;
        Ok((arrived.reply, arrived.url, arrived.deadline))
    }

    /// Requests this URL, and the targets of its redirects.
    fn follow(
        &self,
        headers: &RequestHeaders,
        first: Url,
        obeys: bool,
        wanted: Option<&Wanted<'_>>,
    ) -> Result<Arrived, FetchError> {
        let mut deadline = Instant::now() + self.config.timeout;
        let mut current = first;
        let mut redirects = Vec::new();
        let more = wanted.map(Wanted::headers).unwrap_or_default();
        loop {
            self.check_url(&current)?;
            let begin = Instant::now();
            if obeys {
                self.check_robots(&current, headers.home())?;
            }
            self.pace.wait(host(&current));
            deadline += begin.elapsed();
            // Parts of files are not kept in the cache.
            let cache = self.cache.as_ref().filter(|_| wanted.is_none());
            let known = cache.and_then(|cache| cache.find(&current, headers));
            let deadline_of_hop = (!redirects.is_empty()).then_some(deadline);
            let conditions = known.iter().flat_map(Entry::conditions);
            let more = conditions.chain(more.iter().map(|(name, value)| (name, value)));
            let reply = self.request(headers, &current, more, deadline_of_hop)?;
            let Some(next) = redirect::target(&reply, &current)? else {
                return Ok(Arrived { reply, url: current, redirects, deadline, known });
            };
            if redirects.len() >= self.config.max_redirects as usize {
                let reason = format!("more than {} redirects", self.config.max_redirects);
                return Err(FetchError::at(&current, FetchErrorKind::TooManyRedirects, reason));
            }
            redirects.push(current.into());
            current = next;
        }
    }

    /// Checks that the `robots.txt` of its site allows a URL. `home` is where the headers of the
    /// configuration may be sent.
    fn check_robots(&self, url: &Url, home: &Url) -> Result<(), FetchError> {
        let origin = url.origin().ascii_serialization();
        let robots = self.robots.get(&origin, || self.read_robots(url, home));
        match robots.refusal(url) {
            None => Ok(()),
            Some(reason) => Err(FetchError::at(url, FetchErrorKind::RefusedByRobots, reason)),
        }
    }

    /// Reads the `robots.txt` of the site of a URL.
    ///
    /// Source: RFC 9309, 2.3.1: without a file, all is allowed; while it cannot be reached,
    /// nothing.
    fn read_robots(&self, url: &Url, home: &Url) -> Robots {
        let mut file = url.clone();
        file.set_path("/robots.txt");
        file.set_query(None);
        file.set_fragment(None);
        match self.send_by(&Request::new(file).found_on(home.as_str()), false) {
            Ok(response) => Robots::parse(&response.body, &self.config.user_agent),
            Err(error) => match error.kind() {
                FetchErrorKind::Http(..500) | FetchErrorKind::TooManyRedirects => {
                    Robots::Rules(Rules::default())
                }
                _ => Robots::Unreachable(error.to_string()),
            },
        }
    }

    /// Checks the parts of a URL: its scheme, its user info, and its host if that is an address.
    pub(crate) fn check_url(&self, url: &Url) -> Result<(), FetchError> {
        if !matches!(url.scheme(), "http" | "https") {
            let reason = format!("the scheme {} is neither http nor https", url.scheme());
            return Err(FetchError::at(url, FetchErrorKind::RefusedScheme, reason));
        }
        if !url.username().is_empty() || url.password().is_some() {
            let reason = "the URL contains a user name or password";
            return Err(FetchError::at(url, FetchErrorKind::RefusedUserInfo, reason));
        }
        let Some(address) = literal_address(url) else { return Ok(()) };
        match (self.policy)(address) {
            None => Ok(()),
            Some(class) => {
                let reason = Blocked::Refused(address, class).to_string();
                Err(FetchError::at(url, FetchErrorKind::RefusedAddress, reason))
            }
        }
    }

    /// Requests one URL with more headers, such as the conditions of what is known. The body of the
    /// reply is not read yet. Without a deadline, the request has the whole time.
    fn request<'h>(
        &self,
        headers: &RequestHeaders,
        url: &Url,
        more: impl Iterator<Item = (&'h HeaderName, &'h HeaderValue)>,
        deadline: Option<Instant>,
    ) -> Result<Reply, FetchError> {
        let mut target = url.clone();
        target.set_fragment(None);
        let mut request = self.agent.get(target.as_str());
        for (name, value) in headers.sent_to(url) {
            request = request.header(name, value);
        }
        for (name, value) in more {
            request = request.header(name, value);
        }
        // The whole time is the agent's setting. A custom setting costs a new TLS configuration, so
        // only redirects have one.
        if let Some(deadline) = deadline {
            let left = deadline.saturating_duration_since(Instant::now());
            request = request.config().timeout_global(Some(left)).build();
        }
        request.call().map_err(|error| FetchError::transport(url, error, &self.config))
    }

    fn finish(
        &self,
        reply: Reply,
        sent: &RequestHeaders,
        url: &Url,
        redirects: Vec<String>,
        deadline: Instant,
    ) -> Result<Response, FetchError> {
        let status = reply.status();
        if !status.is_success() {
            return Err(unexpected_status(&reply, url));
        }
        let headers = reply.headers().clone();
        let body = self.read_body(reply, url, deadline)?;
        let kept = match &self.cache {
            Some(cache) if status == StatusCode::OK => cache.keep(url, sent, &headers, &body),
            _ => Ok(()),
        };
        let content_type = headers.get(header::CONTENT_TYPE);
        let mut response = Response::new(url, status.as_u16(), content_type, body, redirects);
        response.cache_error = kept.err().map(|error| error.to_string());
        Ok(response)
    }

    /// Returns a page that the server says is still as it is known.
    fn finish_known(
        &self,
        known: Entry,
        url: &Url,
        redirects: Vec<String>,
    ) -> Result<Response, FetchError> {
        if known.body_bytes() > self.config.max_body_bytes {
            return Err(self.too_large(url));
        }
        let content_type = known.content_type().cloned();
        let body = known.into_body().map_err(|error| {
            let reason = format!("the page in the cache cannot be read ({error})");
            FetchError::at(url, FetchErrorKind::Cache, reason)
        })?;
        let status = StatusCode::OK.as_u16();
        let response = Response::new(url, status, content_type.as_ref(), body, redirects);
        Ok(Response { from_cache: true, ..response })
    }

    fn too_large(&self, url: &Url) -> FetchError {
        let limit = self.config.max_body_bytes;
        let reason = format!("the body is larger than the limit of {limit} bytes");
        FetchError::at(url, FetchErrorKind::TooLarge, reason)
    }

    pub(crate) fn read_body(
        &self,
        reply: Reply,
        url: &Url,
        deadline: Instant,
    ) -> Result<Vec<u8>, FetchError> {
        let limit = self.config.max_body_bytes;
        let named = header_text(&reply, &header::CONTENT_ENCODING).unwrap_or_default();
        let Some(coding) = Coding::from_header(&named) else {
            let reason = format!("the body is compressed with {named:?}, which was not requested");
            return Err(FetchError::at(url, FetchErrorKind::Encoding, reason));
        };
        let announced = reply.body().content_length().unwrap_or(0);
        if coding == Coding::Identity && announced > limit {
            return Err(self.too_large(url));
        }
        let reader = reply.into_body().into_reader();
        body::read(reader, coding, limit, deadline).map_err(|error| self.body_error(url, error))
    }

    /// Returns the error for a body that cannot be read.
    pub(crate) fn body_error(&self, url: &Url, error: BodyError) -> FetchError {
        match error {
            BodyError::TooLarge => self.too_large(url),
            BodyError::Late => FetchError::transport(
                url,
                ureq::Error::Timeout(ureq::Timeout::Global),
                &self.config,
            ),
            BodyError::Transport(error) => FetchError::transport(url, error.into(), &self.config),
            BodyError::Encoding(error) => {
                let reason = format!("the body cannot be decompressed ({error})");
                FetchError::at(url, FetchErrorKind::Encoding, reason)
            }
        }
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client").field("config", &self.config).finish_non_exhaustive()
    }
}

pub(crate) type Reply = ureq::http::Response<Body>;

/// The reply at the end of redirects. Its body is not read yet.
struct Arrived {
    reply: Reply,
    url: Url,
    redirects: Vec<String>,
    deadline: Instant,
    /// The page in the cache.
    known: Option<Entry>,
}

/// Returns the address in a URL, or `None` if its host is a name. The URL parser has already
/// normalized other spellings (`0x7f.1`, `2130706433`).
fn literal_address(url: &Url) -> Option<SocketAddr> {
    let port = url.port_or_known_default()?;
    match url.host()? {
        Host::Domain(_) => None,
        Host::Ipv4(address) => Some((address, port).into()),
        Host::Ipv6(address) => Some((address, port).into()),
    }
}

/// Returns the host by which requests are paced: all ports of a host are one.
fn host(url: &Url) -> &str {
    url.host_str().unwrap_or_default()
}

/// Returns the error for a reply whose status is not the one of an answer.
pub(crate) fn unexpected_status(reply: &Reply, url: &Url) -> FetchError {
    let status = reply.status();
    let reason = format!("the server answered {status}");
    let error = FetchError::at(url, FetchErrorKind::Http(status.as_u16()), reason);
    let value = header_text(reply, &header::RETRY_AFTER).unwrap_or_default();
    error.after(retry::parse_retry_after(&value, SystemTime::now()))
}

fn header_text(reply: &Reply, name: &HeaderName) -> Option<String> {
    let value = reply.headers().get(name)?;
    Some(String::from_utf8_lossy(value.as_bytes()).into_owned())
}
