//! The reasons why there is no content of a page.

use std::fmt;

use serde::{Serialize, Serializer};
use tamis_fetch::FetchErrorKind;

/// The reason why there is no content of a page. It displays, and is written in rows, as a sentence
/// that does not name the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The kind of failure, for programs.
    pub kind: FailureKind,
    /// The sentence.
    pub message: String,
}

/// The kind of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FailureKind {
    /// The configuration of the extraction is not valid.
    Configuration,
    /// The page cannot be fetched.
    Fetch(FetchErrorKind),
    /// The run does not fetch pages.
    NoFetching,
    /// A file or standard input cannot be read.
    Input,
    /// An archive or its record is damaged.
    Archive,
    /// The page is larger than the limit.
    TooLarge,
    /// There is nothing but white space.
    Blank,
    /// It is a feed.
    Feed,
    /// It is a sitemap.
    Sitemap,
    /// It is neither HTML nor a known list of pages.
    NotHtml,
    /// A browser cannot draw it.
    Drawing,
    /// The program failed: a bug.
    Panicked,
    /// Anything else, which the sentence says.
    Other,
}

impl FailureKind {
    /// Returns a stable name, such as `too_large` or `refused_address`.
    pub fn as_str(self) -> &'static str {
        match self {
            FailureKind::Configuration => "configuration",
            FailureKind::Fetch(kind) => of_fetch(kind),
            FailureKind::NoFetching => "no_fetching",
            FailureKind::Input => "input",
            FailureKind::Archive => "archive",
            FailureKind::TooLarge => "too_large",
            FailureKind::Blank => "blank",
            FailureKind::Feed => "feed",
            FailureKind::Sitemap => "sitemap",
            FailureKind::NotHtml => "not_html",
            FailureKind::Drawing => "drawing",
            FailureKind::Panicked => "panicked",
            FailureKind::Other => "other",
        }
    }
}

fn of_fetch(kind: FetchErrorKind) -> &'static str {
    match kind {
        FetchErrorKind::InvalidConfig => "invalid_header",
        FetchErrorKind::InvalidUrl => "invalid_url",
        FetchErrorKind::RefusedScheme => "refused_scheme",
        FetchErrorKind::RefusedUserInfo => "refused_user_info",
        FetchErrorKind::RefusedAddress => "refused_address",
        FetchErrorKind::RefusedByRobots => "refused_by_robots",
        FetchErrorKind::HostNotFound => "host_not_found",
        FetchErrorKind::TooManyRedirects => "too_many_redirects",
        FetchErrorKind::Http(_) => "http_status",
        FetchErrorKind::TooLarge => "too_large",
        FetchErrorKind::Timeout => "timeout",
        FetchErrorKind::Encoding => "encoding",
        FetchErrorKind::Cache => "cache",
        FetchErrorKind::Tls => "tls",
        FetchErrorKind::Protocol => "protocol",
        _ => "connection",
    }
}

impl Failure {
    /// Returns a failure of this kind.
    pub fn new(kind: FailureKind, message: impl Into<String>) -> Failure {
        Failure { kind, message: message.into() }
    }

    /// Returns the failure of a page on the web in a run that fetches none.
    pub fn no_fetching() -> Failure {
        let message = "this run does not fetch pages from the web";
        Failure::new(FailureKind::NoFetching, message)
    }

    /// Returns the failure of a page that made the program panic.
    pub fn panicked() -> Failure {
        Failure::new(FailureKind::Panicked, PANICKED)
    }
}

/// The sentence about a page that made the program panic.
const PANICKED: &str = "the program failed on this page; please report this bug";

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

impl Serialize for Failure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.message)
    }
}

impl From<String> for Failure {
    fn from(message: String) -> Failure {
        Failure::new(FailureKind::Other, message)
    }
}

impl From<tamis::Error> for Failure {
    fn from(error: tamis::Error) -> Failure {
        Failure::new(FailureKind::Configuration, error.to_string())
    }
}

/// Returns a hint that follows the sentence about a failure; empty if there is none. For example,
/// ` (--allow-private allows it)`: only the program knows its options.
pub type Advice = fn(FailureKind) -> &'static str;
