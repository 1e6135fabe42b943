//! Dates in the path of an address.

use super::reading::{DATE_BYTES, date};
use super::tokens::{Token, continues_number, tokens};
use super::{Date, Range, Reading};

/// Returns the day in the path of an address: `/2024/01/02/`, `/2024-01-02-`, `/20240102/`.
pub(in crate::metadata) fn date_in_path(path: &str, range: Range) -> Option<Date> {
    let reading = Reading { month_first: false, range };
    let segments: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).collect();
    let by_folders = segments.windows(3).find_map(|parts| {
        let [year, month, day] = parts else { return None };
        let number = |text: &str| text.parse::<u32>().ok();
        let day_length = day.bytes().take_while(u8::is_ascii_digit).count();
        let sound = year.len() == 4 && month.len() <= 2 && matches!(day_length, 1 | 2);
        let day = day.get(..day_length).filter(|_| sound)?;
        date(number(year)?, number(month)?, number(day)?)
    });
    let in_words = || {
        segments.iter().find_map(|segment| {
            let text = segment.replace('_', "-");
            let tokens = tokens(&text[..text.floor_char_boundary(DATE_BYTES)]);
            (0..tokens.len()).find_map(|at| match tokens[at] {
                _ if continues_number(&tokens, at) => None,
                Token::Number { digits: 4 | 8, .. } => {
                    reading.date_at(&tokens[at..]).filter(|&date| range.contains(date))
                }
                _ => None,
            })
        })
    };
    by_folders.filter(|&date| range.contains(date)).or_else(in_words)
}

/// Returns the month in the folders of the path of an address, as `YYYY-MM`: `/2024/01/bread`.
pub(in crate::metadata) fn month_in_path(path: &str) -> Option<String> {
    let segments: Vec<&str> = path.split('/').collect();
    segments.windows(2).find_map(|parts| {
        let [year, month] = parts else { return None };
        let is_year = year.len() == 4 && (year.starts_with("19") || year.starts_with("20"));
        let year: u32 = year.parse().ok().filter(|_| is_year)?;
        let month = month.parse::<u32>().ok().filter(|month| (1..=12).contains(month))?;
        Some(format!("{year}-{month:02}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const RANGE: Range = Range { latest: None };

    #[test]
    fn days_in_addresses() {
        for (path, expected) in [
            ("/2024/01/02/bread", Some("2024-01-02")),
            ("/news/2024/1/2.html", Some("2024-01-02")),
            ("/news/2024-01-02-bread", Some("2024-01-02")),
            ("/news/2024_01_02", Some("2024-01-02")),
            ("/a-20240102-b.html", Some("2024-01-02")),
            ("/2024/01/bread", None),
            ("/2024/13/02/", None),
            ("/01/02/2024/", None),
            ("/item-12345678", None),
        ] {
            let found = date_in_path(path, RANGE).map(|date| date.to_string());
            assert_eq!(found.as_deref(), expected, "{path}");
        }
    }

    #[test]
    fn months_in_addresses() {
        for (path, expected) in [
            ("/2024/01/bread", Some("2024-01")),
            ("/blog/2024/1/", Some("2024-01")),
            ("/2024/13/bread", None),
            ("/1234/01/bread", None),
            ("/2024", None),
        ] {
            assert_eq!(month_in_path(path).as_deref(), expected, "{path}");
        }
    }
}
