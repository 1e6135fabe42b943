//! Rules for repeating failed requests.
//!
//! A server that is busy says so with the status 429 or 503, and often says when to come back. A
//! request that is repeated at once makes it busier. So the wait is the one that the server names,
//! or else it doubles: 1 s, 2 s, 4 s. Other failures are not repeated, because they would be the
//! same again. For example, a page that is not found now is not found in a second either.

use std::time::{Duration, SystemTime};

use jiff::Timestamp;
use jiff::fmt::rfc2822::DateTimeParser;

use crate::error::{FetchError, FetchErrorKind};

/// The wait before the first repetition, if the server names none. Each further one is twice as
/// long.
const FIRST_WAIT: Duration = Duration::from_secs(1);

/// The longest wait. A request that may be repeated only later is not repeated at all, so that one
/// server does not hold up a run.
const MAX_WAIT: Duration = Duration::from_mins(1);

/// Returns how long to wait before a request is repeated that failed with this error, after
/// `repeated` repetitions. `None` if it is not to be repeated.
pub(crate) fn wait(error: &FetchError, repeated: u32) -> Option<Duration> {
    let again = matches!(error.kind(), FetchErrorKind::Http(429 | 503) | FetchErrorKind::Io);
    let doubled = FIRST_WAIT.saturating_mul(2_u32.saturating_pow(repeated));
    let wait = error.retry_after().unwrap_or(doubled.min(MAX_WAIT));
    (again && wait <= MAX_WAIT).then_some(wait)
}

/// Parses a `Retry-After` header: a number of seconds, or a date. A date in the past means no wait.
///
/// Source: RFC 9110, 10.2.3.
pub(crate) fn parse_retry_after(value: &str, now: SystemTime) -> Option<Duration> {
    let value = value.trim();
    if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(Duration::from_secs(value.parse().unwrap_or(u64::MAX)));
    }
    let date = DateTimeParser::new().parse_timestamp(value).ok()?;
    let now = now.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    let now = Timestamp::from_second(i64::try_from(now.as_secs()).ok()?).ok()?;
    Some(Duration::try_from(date.duration_since(now)).unwrap_or(Duration::ZERO))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retry_after_is_a_number_or_a_date() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_777);
        let cases = [
            ("120", Some(120)),
            (" 0 ", Some(0)),
            ("99999999999999999999999", Some(u64::MAX)),
            ("Sun, 06 Nov 1994 08:49:40 GMT", Some(3)),
            ("Sun, 06 Nov 1994 08:49:30 GMT", Some(0)),
            ("", None),
            ("-1", None),
            ("soon", None),
        ];
        for (value, seconds) in cases {
            assert_eq!(parse_retry_after(value, now), seconds.map(Duration::from_secs), "{value}");
        }
    }

    #[test]
    fn some_errors_are_repeated_after_growing_waits() {
        let error = |kind, after: Option<u64>| {
            let url = "http://a/".parse().unwrap();
            FetchError::at(&url, kind, "").after(after.map(Duration::from_secs))
        };
        let seconds = |error, repeated| wait(&error, repeated).map(|wait| wait.as_secs());
        for kind in [FetchErrorKind::Http(429), FetchErrorKind::Http(503), FetchErrorKind::Io] {
            let waits: Vec<_> = [0, 1, 2, 5, 6, 99].map(|n| seconds(error(kind, None), n)).into();
            assert_eq!(waits, [1, 2, 4, 32, 60, 60].map(Some));
            assert_eq!(seconds(error(kind, Some(0)), 3), Some(0));
            assert_eq!(seconds(error(kind, Some(60)), 0), Some(60));
            assert_eq!(seconds(error(kind, Some(61)), 0), None);
        }
        for kind in [FetchErrorKind::Http(500), FetchErrorKind::Timeout, FetchErrorKind::Tls] {
            assert_eq!(seconds(error(kind, Some(1)), 0), None, "{kind:?}");
        }
    }
}
