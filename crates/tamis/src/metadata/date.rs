//! Days and moments, and their forms in pages.

mod address;
mod calendar;
mod machine;
mod reading;
mod tokens;

use std::fmt;
use std::str::FromStr;

use jiff::civil;
use serde::{Deserialize, Serialize};

pub(super) use address::{date_in_path, month_in_path};
pub(super) use reading::{Reading, may_hold_date};
pub(super) use tokens::digit;

/// A day of the Gregorian calendar.
///
/// It is written, parsed and serialized as `YYYY-MM-DD`.
///
/// ```
/// use tamis::metadata::Date;
/// let date = Date::new(2024, 2, 29).unwrap();
/// assert_eq!(date.to_string(), "2024-02-29");
/// assert_eq!("2024-02-29".parse(), Ok(date));
/// assert_eq!(Date::new(2023, 2, 29), None);
///
/// let json = serde_json::to_string(&date)?;
/// assert_eq!(json, r#""2024-02-29""#);
/// assert_eq!(serde_json::from_str::<Date>(&json)?, date);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Date(civil::Date);

/// The error of a text that is not a day as `YYYY-MM-DD`.
///
/// ```
/// use tamis::metadata::{Date, DateError};
/// assert_eq!("2 January 2024".parse::<Date>(), Err(DateError));
/// assert_eq!(DateError.to_string(), "a day is written YYYY-MM-DD");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DateError;

impl fmt::Display for DateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a day is written YYYY-MM-DD")
    }
}

impl std::error::Error for DateError {}

impl Date {
    /// Creates a day from a year of 1 to 9999, a month and a day of the month, both counted from 1.
    /// `None` if the calendar has no such day: see the example of [`Date`].
    pub fn new(year: i16, month: i8, day: i8) -> Option<Date> {
        (year > 0).then(|| civil::Date::new(year, month, day).ok().map(Date)).flatten()
    }

    /// Returns the day of a number of seconds since the beginning of 1970, in UTC. `None` outside
    /// the years 1 to 9999.
    ///
    /// ```
    /// use tamis::metadata::Date;
    /// assert_eq!(Date::from_unix_seconds(1_704_190_830), Date::new(2024, 1, 2));
    /// ```
    pub fn from_unix_seconds(seconds: i64) -> Option<Date> {
        let moment = jiff::Timestamp::from_second(seconds).ok()?;
        let date = jiff::tz::Offset::UTC.to_datetime(moment).date();
        Date::new(date.year(), date.month(), date.day())
    }

    /// Returns the number of days from another day to this one; negative if this one is earlier.
    pub(super) fn days_from(self, other: Date) -> i32 {
        self.0.since(other.0).map_or(i32::MAX, |span| span.get_days())
    }

    /// Returns the year, 1 to 9999.
    ///
    /// ```
    /// use tamis::metadata::Date;
    /// assert_eq!(Date::new(2024, 2, 29).map(Date::year), Some(2024));
    /// ```
    pub fn year(self) -> i16 {
        self.0.year()
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Date {
    type Err = DateError;

    fn from_str(text: &str) -> Result<Date, DateError> {
        // The library takes more forms.
        let has_form = text.len() == 10 && text.as_bytes()[4] == b'-';
        if has_form { text.parse().map(Date).map_err(|_| DateError) } else { Err(DateError) }
    }
}

impl From<Date> for String {
    fn from(date: Date) -> String {
        date.to_string()
    }
}

impl TryFrom<String> for Date {
    type Error = DateError;

    fn try_from(text: String) -> Result<Date, DateError> {
        text.parse()
    }
}

/// A day, with the time of day if it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Moment {
    pub(super) date: Date,
    time: Option<civil::Time>,
    /// Seconds east of Greenwich.
    offset: Option<i32>,
}

impl Moment {
    /// Returns true if it has a time zone other than UTC. UTC says nothing about the place, because
    /// machines use it wherever they are.
    pub(super) fn has_zone(self) -> bool {
        self.offset.is_some_and(|offset| offset != 0)
    }
}

impl From<Date> for Moment {
    fn from(date: Date) -> Moment {
        Moment { date, time: None, offset: None }
    }
}

/// ISO 8601: `2024-01-02`, `2024-01-02T10:20:30`, `2024-01-02T10:20:30+01:00`.
impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.date)?;
        let Some(time) = self.time else { return Ok(()) };
        write!(f, "T{:02}:{:02}:{:02}", time.hour(), time.minute(), time.second())?;
        match self.offset {
            None => Ok(()),
            Some(0) => f.write_str("Z"),
            Some(offset) => {
                let (sign, minutes) = (if offset < 0 { '-' } else { '+' }, offset.abs() / 60);
                write!(f, "{sign}{:02}:{:02}", minutes / 60, minutes % 60)
            }
        }
    }
}

/// The days that can be those of a page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    /// The last day; `None` if there is no limit.
    pub(super) latest: Option<Date>,
}

impl Range {
    /// Hardly any pages are older, so earlier dates are those of other things, for example of a
    /// birth.
    const EARLIEST_YEAR: i16 = 1995;

    pub(super) fn contains(self, date: Date) -> bool {
        date.year() >= Range::EARLIEST_YEAR && self.latest.is_none_or(|latest| date <= latest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_outside_of_the_range_are_skipped() {
        let range = Range { latest: Date::new(2024, 1, 2) };
        assert!(range.contains(Date::new(2024, 1, 2).unwrap()));
        assert!(!range.contains(Date::new(2024, 1, 3).unwrap()));
        assert!(range.contains(Date::new(1995, 1, 1).unwrap()));
        assert!(!range.contains(Date::new(1994, 12, 31).unwrap()));
        let reading = Reading { month_first: false, range };
        assert_eq!(reading.find("2025-01-01, 2024-01-01"), Date::new(2024, 1, 1));
        let day = |text: &str| text.parse::<Date>().unwrap();
        assert_eq!(day("2024-03-01").days_from(day("2024-02-28")), 2);
        assert_eq!(day("2023-12-31").days_from(day("2024-01-01")), -1);
        assert!("2024-1-2".parse::<Date>().is_err());
        assert!("2024-01-02T00:00".parse::<Date>().is_err());
        assert!("äö-01-02".parse::<Date>().is_err());
    }
}
