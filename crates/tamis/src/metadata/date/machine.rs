//! Moments in the forms that machines write.

use jiff::civil;
use jiff::fmt::temporal::Pieces;

use super::{Date, Moment};

/// Reads a moment in ISO 8601. Text after the day that is not a time is ignored.
pub(super) fn iso(text: &str) -> Option<Moment> {
    let bytes = text.as_bytes();
    // The library also takes weeks, ordinal days and signed years. Pages do not mean these: for
    // example, "2024-137" is the number of an article.
    let starts_with_year = bytes.len() >= 10
        && bytes[..4].iter().all(u8::is_ascii_digit)
        && bytes[4] == b'-'
        && bytes[7] == b'-';
    if !starts_with_year {
        return None;
    }
    if let Ok(pieces) = Pieces::parse(text) {
        let offset = pieces.to_numeric_offset().map(jiff::tz::Offset::seconds);
        let date = Date(pieces.date());
        return Some(Moment { date, time: pieces.time(), offset });
    }
    let time = text.get(11..).and_then(|rest| rest.get(..8).or_else(|| rest.get(..5)));
    let time = time.and_then(|time| time.parse::<civil::Time>().ok());
    let date = text.get(..10)?.parse::<civil::Date>().ok().map(Date)?;
    Some(Moment { date, time, offset: None })
}

/// Reads seconds since 1970 in ten digits, or milliseconds in thirteen.
pub(super) fn epoch(text: &str) -> Option<Moment> {
    if !matches!(text.len(), 10 | 13) || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let seconds = text[..10].parse().ok()?;
    let moment = jiff::Timestamp::from_second(seconds).ok()?;
    let moment = jiff::tz::Offset::UTC.to_datetime(moment);
    Some(Moment { date: Date(moment.date()), time: Some(moment.time()), offset: Some(0) })
}
