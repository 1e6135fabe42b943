//! Moments in the forms that machines write.

use jiff::civil;
use jiff::fmt::temporal::Pieces;

use super::{Date, Moment};
use crate::words::words;

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

/// Reads a moment as programs in C and Java print it: `Fri Apr 28 19:20:36 CEST 2023`. The zone
/// between time and year may be missing. Its name is not read, because "CST" and "IST" are names of
/// several zones.
pub(super) fn printed(text: &str) -> Option<Moment> {
    let mut parts = text.split_ascii_whitespace();
    let (weekday, month, day, time) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let is_weekday = weekday.len() == 3 && weekday.bytes().all(|byte| byte.is_ascii_alphabetic());
    let month = words().month(month)?;
    let year = parts.by_ref().take(2).last()?;
    if !is_weekday || year.len() != 4 || parts.next().is_some() {
        return None;
    }
    let date = Date::new(year.parse().ok()?, month as i8, day.parse().ok()?)?;
    Some(Moment { date, time: Some(time.parse().ok()?), offset: None })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_as_programs_print_them() {
        for (text, expected) in [
            ("Fri Apr 28 19:20:36 CEST 2023", Some("2023-04-28T19:20:36")),
            ("Fri Apr  8 19:20:36 2023", Some("2023-04-08T19:20:36")),
            ("fri apr 28 19:20:36 GMT+02:00 2023", Some("2023-04-28T19:20:36")),
            ("Fri Apr 31 19:20:36 CEST 2023", None),
            ("Fri Apr 28 19:20:36 CEST", None),
            ("Fri Apr 28 19:20:36 CEST 2023 and on", None),
            ("Fri Apr 28 2023", None),
            ("A May 1 19:20:36 UTC 2023", None),
        ] {
            let found = printed(text).map(|moment| moment.to_string());
            assert_eq!(found.as_deref(), expected, "{text}");
        }
    }
}
