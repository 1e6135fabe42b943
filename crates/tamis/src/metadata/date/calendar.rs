//! Years and days of other calendars than the Gregorian one.
//!
//! Pages in Thai, Persian and Japanese give their days in calendars of their own: 4 March 2021 is
//! "4 มีนาคม 2564", "۱۴ اسفند ۱۳۹۹" and "令和3年3月4日". The calendars of Thailand and Japan count the
//! years from another one and share days and months, so that their years are converted alone. The
//! year of Iran begins with spring and has months of its own, so that its days are converted whole.
//!
//! The years that pages can be from do not overlap, so the number of the year says which calendar
//! it belongs to, also where a date has numbers alone: 1399/12/14 is one of Iran.

use std::ops::RangeInclusive;

use jiff::civil;

use super::Date;
use crate::words::{List, words};

/// The years of Thailand's calendar that pages can be from: 543 more than those of the Gregorian
/// calendar. For example, 2567 is 2024.
const BUDDHIST_YEARS: RangeInclusive<u32> = 2538..=2643;
const BUDDHIST_OFFSET: u32 = 543;

/// The years of Iran's calendar that pages can be from, 1995 to 2037. Later ones would be taken for
/// those of the Islamic calendar, in which 1995 is 1416.
const SOLAR_YEARS: RangeInclusive<u32> = 1374..=1415;

/// The eras of Japan, and that of Taiwan, with the year before their first.
const ERAS: [(&str, u32); 5] =
    [("令和", 2018), ("平成", 1988), ("昭和", 1925), ("民國", 1911), ("民国", 1911)];

/// Returns the Gregorian year of a year in Thailand's calendar, and any other year as it is.
pub(super) fn common_year(year: u32) -> u32 {
    if BUDDHIST_YEARS.contains(&year) { year - BUDDHIST_OFFSET } else { year }
}

/// Returns the Gregorian day of one that was read as if its year were Gregorian, and any other day
/// as it is: 2564-03-04 is 2021-03-04.
pub(super) fn common_date(date: Date) -> Date {
    let numbers = (date.0.year(), date.0.month(), date.0.day());
    let (Ok(year), month, day) = (u32::try_from(numbers.0), numbers.1, numbers.2) else {
        return date;
    };
    if is_solar(year) {
        let [month, day] = [month, day].map(i8::unsigned_abs).map(u32::from);
        return solar_date(year, month, day).unwrap_or(date);
    }
    let common = i16::try_from(common_year(year)).ok();
    common.and_then(|year| Date::new(year, month, day)).unwrap_or(date)
}

/// Returns the Gregorian year of one or two digits that are the end of a year in Thailand's
/// calendar: 64 is 2564, and so 2021.
pub(super) fn short_buddhist_year(digits: u32) -> u32 {
    common_year(2500 + digits)
}

/// Returns the year before the first one of the era that a word ends with.
pub(super) fn year_before_era(word: &str) -> Option<u32> {
    ERAS.iter().find(|(era, _)| word.ends_with(era)).map(|&(_, year)| year)
}

/// Returns the number of a month of Iran's calendar, 1 to 12.
pub(super) fn solar_month(word: &str) -> Option<u32> {
    // Arabic keyboards have other letters for the same sounds: "دي" is "دی".
    let persian = |c| match c {
        'ي' => 'ی',
        'ك' => 'ک',
        c => c,
    };
    let is_month = |month: &&str| month.chars().eq(word.chars().map(persian));
    let at = words().list(List::SolarMonths).iter().position(is_month)?;
    Some(at as u32 % 12 + 1)
}

/// Returns true for a year of Iran's calendar that pages can be from.
pub(super) fn is_solar(year: u32) -> bool {
    SOLAR_YEARS.contains(&year)
}

/// Returns the day of these numbers of Iran's calendar, or `None` if it has no such day.
///
/// Leap years come in cycles of 33 years, which holds for the years 1178 to 1633.
///
/// Source: Kazimierz M. Borkowski, "The Persian calendar for 3000 years", Earth, Moon and Planets
/// 74 (1996).
pub(super) fn solar_date(year: u32, month: u32, day: u32) -> Option<Date> {
    let days_in_month = match month {
        1..=6 => 31,
        7..=11 => 30,
        12 => 29 + u32::from(days_before(year + 1) - days_before(year) == 366),
        _ => return None,
    };
    if !is_solar(year) || !(1..=days_in_month).contains(&day) {
        return None;
    }
    let before_month = if month <= 7 { (month - 1) * 31 } else { 186 + (month - 7) * 30 };
    let days = days_before(year) + before_month + day;
    // 1 Farvardin 1399 is 20 March 2020.
    let distance = i64::from(days) - i64::from(days_before(1399) + 1);
    let start = civil::date(2020, 3, 20);
    start.checked_add(jiff::Span::new().try_days(distance).ok()?).ok().map(Date)
}

/// Returns the number of days before a year of Iran's calendar, counted from a fixed day.
fn days_before(year: u32) -> u32 {
    // So many years before the first one that the cycles begin at a whole one.
    let year = year + 1595;
    365 * year + year / 33 * 8 + (year % 33).div_ceil(4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_of_the_solar_calendar() {
        for (solar, expected) in [
            ((1399, 12, 14), Some("2021-03-04")),
            ((1399, 1, 1), Some("2020-03-20")),
            ((1399, 12, 30), Some("2021-03-20")),
            ((1400, 1, 1), Some("2021-03-21")),
            ((1400, 7, 1), Some("2021-09-23")),
            ((1400, 12, 29), Some("2022-03-20")),
            ((1400, 12, 30), None),
            ((1403, 1, 1), Some("2024-03-20")),
            ((1403, 12, 30), Some("2025-03-20")),
            ((1404, 1, 1), Some("2025-03-21")),
            ((1376, 3, 2), Some("1997-05-23")),
            ((1400, 7, 31), None),
            ((1400, 13, 1), None),
            ((1442, 7, 20), None),
        ] {
            let (year, month, day) = solar;
            let found = solar_date(year, month, day).map(|date| date.to_string());
            assert_eq!(found.as_deref(), expected, "{solar:?}");
        }
    }
}
