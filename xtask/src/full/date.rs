//! The day of a point in time, without a dependency for it.

use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Context;

const SECONDS_PER_DAY: u64 = 86_400;

/// Days from 0000-03-01 to 1970-01-01.
const DAYS_TO_1970: u64 = 719_468;

/// Days of 400 years, after which the calendar repeats.
const DAYS_PER_ERA: u64 = 146_097;

/// The day of `time` in UTC as `YYYY-MM-DD`.
///
/// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`.
///
/// # Errors
/// For a time before 1970.
pub fn utc_day(time: SystemTime) -> anyhow::Result<String> {
    let seconds = time.duration_since(UNIX_EPOCH).context("the clock is before 1970")?.as_secs();
    let days = seconds / SECONDS_PER_DAY + DAYS_TO_1970;
    let day_of_era = days % DAYS_PER_ERA;
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    // Months count from March, so that the leap day is the last of the year.
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + days / DAYS_PER_ERA * 400 + u64::from(month <= 2);
    Ok(format!("{year:04}-{month:02}-{day:02}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn days_around_leap_days_and_ends_of_years() {
        for (seconds, expected) in [
            (0, "1970-01-01"),
            (86_399, "1970-01-01"),
            (951_782_400, "2000-02-29"),
            (951_868_800, "2000-03-01"),
            (1_709_164_800, "2024-02-29"),
            (1_735_689_599, "2024-12-31"),
            (1_735_689_600, "2025-01-01"),
        ] {
            let time = UNIX_EPOCH + Duration::from_secs(seconds);
            assert_eq!(utc_day(time).unwrap(), expected);
        }
    }

    #[test]
    fn a_clock_before_1970_is_an_error() {
        assert!(utc_day(UNIX_EPOCH - Duration::from_secs(1)).is_err());
    }
}
