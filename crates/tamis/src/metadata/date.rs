//! Days and moments, and how pages write them.

use std::fmt;
use std::str::FromStr;

use jiff::civil;
use jiff::fmt::temporal::Pieces;

use super::months::month;

/// A day of the Gregorian calendar.
///
/// ```
/// use tamis::metadata::Date;
/// let date = Date::new(2024, 2, 29).unwrap();
/// assert_eq!(date.to_string(), "2024-02-29");
/// assert_eq!("2024-02-29".parse(), Ok(date));
/// assert_eq!(Date::new(2023, 2, 29), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date(civil::Date);

/// A text that is no day as `YYYY-MM-DD`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DateError;

impl fmt::Display for DateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a day is written YYYY-MM-DD")
    }
}

impl std::error::Error for DateError {}

impl Date {
    /// The day; `None` where the calendar has none such, or the year is not of four digits.
    pub fn new(year: i16, month: i8, day: i8) -> Option<Date> {
        (year > 0).then(|| civil::Date::new(year, month, day).ok().map(Date)).flatten()
    }

    /// The day of this many seconds since the beginning of 1970, in Greenwich; `None` beyond the calendar.
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

    /// How many days it lies behind another one; negative before it.
    pub(super) fn days_from(self, other: Date) -> i32 {
        self.0.since(other.0).map_or(i32::MAX, |span| span.get_days())
    }

    /// The year.
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
        let sound = text.len() == 10 && text.as_bytes()[4] == b'-';
        if sound { text.parse().map(Date).map_err(|_| DateError) } else { Err(DateError) }
    }
}

/// A day, with the time of day where it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Moment {
    pub(super) date: Date,
    time: Option<civil::Time>,
    /// Seconds east of Greenwich.
    offset: Option<i32>,
}

impl Moment {
    /// Whether it is of a time zone other than that of Greenwich, in which machines count.
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

/// Which days can be those of a page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    /// The last day; `None` where every later one is.
    pub(super) latest: Option<Date>,
}

impl Range {
    /// There are hardly pages of an earlier year, and dates before are those of other things.
    const EARLIEST_YEAR: i16 = 1995;

    pub(super) fn holds(self, date: Date) -> bool {
        date.year() >= Range::EARLIEST_YEAR && self.latest.is_none_or(|latest| date <= latest)
    }
}

/// How a page writes dates.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reading {
    /// `1/2/2024` is the second of January, where it could be either.
    pub(super) month_first: bool,
    pub(super) range: Range,
}

/// The longest text, in bytes, that a date is looked for in.
pub(super) const DATE_BYTES: usize = 320;

impl Reading {
    /// The moment that a value of a machine's states: ISO 8601, seconds or milliseconds since 1970, or anything that
    /// [`Reading::find`] takes. `None` where it is none, or not in the range.
    pub(super) fn value(self, text: &str) -> Option<Moment> {
        let text = text.trim();
        let text = &text[..text.floor_char_boundary(DATE_BYTES)];
        let moment = iso(text).or_else(|| epoch(text));
        match moment {
            Some(moment) => self.range.holds(moment.date).then_some(moment),
            None => self.find(text).map(Moment::from),
        }
    }

    /// The first day that stands in a text, in the range; only its beginning is read, [`DATE_BYTES`] long.
    pub(super) fn find(self, text: &str) -> Option<Date> {
        let text = &text[..text.floor_char_boundary(DATE_BYTES)];
        if !may_hold_date(text) {
            return None;
        }
        let tokens = tokens(text);
        (0..tokens.len())
            .filter(|&at| !continues_number(&tokens, at))
            .find_map(|at| self.date_at(&tokens[at..]).filter(|&date| self.range.holds(date)))
    }

    fn date_at(self, tokens: &[Token<'_>]) -> Option<Date> {
        match *tokens.first()? {
            Token::Number { value, digits: 4 } => year_first(value, &tokens[1..]),
            Token::Number { value, digits: 8 } => {
                date(value / 10_000, value / 100 % 100, value % 100)
            }
            Token::Number { value, digits: 1 | 2 } => self.day_first(value, &tokens[1..]),
            Token::Word(word) => month_first(month(word)?, &tokens[1..]),
            _ => None,
        }
    }

    /// `2.1.2024`, `1/2/2024`, `2. Januar 2024`, `2nd of January, 2024`, `2-Jan-2024`.
    fn day_first(self, first: u32, rest: &[Token<'_>]) -> Option<Date> {
        if let [
            Token::Mark(mark),
            Token::Number { value: second, digits: 1 | 2 },
            Token::Mark(same),
            Token::Number { value, digits: digits @ (2 | 4) },
            ..,
        ] = *rest
            && mark == same
            && matches!(mark, '.' | '/' | '-')
        {
            let year = if digits == 4 { value } else { whole_year(value, mark)? };
            let month_first = match (first, second) {
                (13.., _) => false,
                (_, 13..) => true,
                _ => self.month_first && mark != '.',
            };
            return if month_first { date(year, first, second) } else { date(year, second, first) };
        }
        let rest = skip(rest, 3, |token| match token {
            Token::Mark(mark) => matches!(mark, '.' | '-' | '/' | ',' | 'º' | 'ª' | '°'),
            Token::Word(word) => is_filler(word),
            Token::Number { .. } => false,
        });
        let [Token::Word(name), rest @ ..] = rest else { return None };
        let month = month(name)?;
        date(year_behind(rest)?, month, first)
    }
}

/// Whether there are digits enough for a date where [`Reading::find`] looks: every form has as many as `2.1.24`.
pub(super) fn may_hold_date(text: &str) -> bool {
    let bytes = &text.as_bytes()[..text.len().min(DATE_BYTES)];
    // In sums of bytes, and so many bytes are looked at at once.
    let count = |part: &[u8]| part.iter().map(|byte| u8::from(byte.is_ascii_digit())).sum::<u8>();
    let (chunks, rest) = bytes.as_chunks::<32>();
    let digits = chunks.iter().map(|chunk| u32::from(count(chunk))).sum::<u32>();
    digits + u32::from(count(rest)) >= 4
}

/// `January 2, 2024`, `Jan. 2nd 2024`.
fn month_first(month: u32, rest: &[Token<'_>]) -> Option<Date> {
    let rest = skip(rest, 1, |token| matches!(token, Token::Mark('.' | '-' | ',')));
    let [Token::Number { value: day, digits: 1 | 2 }, rest @ ..] = rest else { return None };
    let rest = skip(rest, 1, |token| matches!(token, Token::Word(word) if is_filler(word)));
    date(year_behind(rest)?, month, *day)
}

/// `2024-01-02`, `2024/1/2`, `2024年1月2日`, `2024. január 2.`
fn year_first(year: u32, rest: &[Token<'_>]) -> Option<Date> {
    if let [
        Token::Mark(first),
        Token::Number { value: month, digits: 1 | 2 },
        Token::Mark(second),
        Token::Number { value: day, digits: 1 | 2 },
        ..,
    ] = *rest
        && (first == second && matches!(first, '-' | '/' | '.')
            || first == '年' && second == '月'
            || first == '년' && second == '월')
    {
        return date(year, month, day);
    }
    let rest = skip(rest, 2, |token| {
        matches!(token, Token::Mark('.' | '-' | ',')) || matches!(token, Token::Word("m" | "г"))
    });
    let [Token::Word(name), rest @ ..] = rest else { return None };
    let month = month(name)?;
    let rest = skip(rest, 1, |token| matches!(token, Token::Mark('.' | '-')));
    let [Token::Number { value: day, digits: 1 | 2 }, ..] = rest else { return None };
    date(year, month, *day)
}

/// The year of four digits behind a day and a month.
fn year_behind(rest: &[Token<'_>]) -> Option<u32> {
    let rest = skip(rest, 2, |token| match token {
        Token::Mark(mark) => matches!(mark, '.' | ',' | '-' | '/'),
        Token::Word(word) => is_filler(word),
        Token::Number { .. } => false,
    });
    match rest {
        [Token::Number { value, digits: 4 }, ..] => Some(*value),
        _ => None,
    }
}

/// What is left when up to `most` tokens of a kind are taken off.
fn skip<'t, 's>(
    tokens: &'t [Token<'s>],
    most: usize,
    is_skipped: impl Fn(&Token<'s>) -> bool,
) -> &'t [Token<'s>] {
    let count = tokens.iter().take(most).take_while(|token| is_skipped(token)).count();
    &tokens[count..]
}

/// Words between the parts of a date: endings of ordinals, and prepositions.
fn is_filler(word: &str) -> bool {
    const FILLERS: [&str; 14] =
        ["st", "nd", "rd", "th", "of", "de", "del", "d", "er", "e", "den", "di", "the", "ste"];
    FILLERS.iter().any(|filler| filler.eq_ignore_ascii_case(word))
}

/// The year that two digits behind dots or slashes stand for: `24` is 2024 and `97` is 1997.
fn whole_year(digits: u32, mark: char) -> Option<u32> {
    match digits {
        _ if mark == '-' => None,
        95..=99 => Some(1900 + digits),
        0..=60 => Some(2000 + digits),
        _ => None,
    }
}

fn date(year: u32, month: u32, day: u32) -> Option<Date> {
    Date::new(year.try_into().ok()?, month.try_into().ok()?, day.try_into().ok()?)
}

fn iso(text: &str) -> Option<Moment> {
    let bytes = text.as_bytes();
    // The library also takes weeks, ordinal days and years with a sign, which pages do not mean.
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

/// Seconds since 1970 in ten digits, or milliseconds in thirteen.
fn epoch(text: &str) -> Option<Moment> {
    if !matches!(text.len(), 10 | 13) || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let seconds = text[..10].parse().ok()?;
    let moment = jiff::Timestamp::from_second(seconds).ok()?;
    let moment = jiff::tz::Offset::UTC.to_datetime(moment);
    Some(Moment { date: Date(moment.date()), time: Some(moment.time()), offset: Some(0) })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token<'t> {
    Number {
        value: u32,
        digits: u8,
    },
    Word(&'t str),
    /// Anything but letters, digits and white space, and letters that mark parts of dates in Chinese, Japanese and Korean.
    Mark(char),
}

fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length =
            |is_part: fn(char) -> bool| rest.find(|c: char| !is_part(c)).unwrap_or(rest.len());
        let taken =
            if first.is_ascii_digit() {
                let digits = length(|c| c.is_ascii_digit());
                // A number of more digits is no part of a date, and no other token either.
                let value = rest[..digits].parse().ok().filter(|_| digits <= 8);
                tokens.push(value.map_or(Token::Mark('#'), |value| Token::Number {
                    value,
                    digits: digits as u8,
                }));
                digits
            } else if is_word(first) {
                let word = length(is_word);
                tokens.push(Token::Word(&rest[..word]));
                word
            } else {
                if !first.is_whitespace() {
                    tokens.push(Token::Mark(first));
                }
                first.len_utf8()
            };
        rest = &rest[taken..];
    }
    tokens
}

fn is_word(c: char) -> bool {
    c.is_alphabetic() && !matches!(c, '年' | '月' | '日' | '년' | '월' | '일' | 'º' | 'ª')
}

/// Whether the token here goes on with a number before it: `1.2` in `10.1.2.2024`.
fn continues_number(tokens: &[Token<'_>], at: usize) -> bool {
    matches!(tokens[at], Token::Number { .. })
        && at >= 2
        && matches!(tokens[at - 1], Token::Mark('.' | '/' | '-'))
        && matches!(tokens[at - 2], Token::Number { .. })
}

/// The day that the path of an address states: `/2024/01/02/`, `/2024-01-02-`, `/20240102/`.
pub(super) fn date_in_path(path: &str, range: Range) -> Option<Date> {
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
                    reading.date_at(&tokens[at..]).filter(|&date| range.holds(date))
                }
                _ => None,
            })
        })
    };
    by_folders.filter(|&date| range.holds(date)).or_else(in_words)
}

/// The month that folders in the path of an address state, as `YYYY-MM`: `/2024/01/bread`.
pub(super) fn month_in_path(path: &str) -> Option<String> {
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
    const DAY_FIRST: Reading = Reading { month_first: false, range: RANGE };
    const MONTH_FIRST: Reading = Reading { month_first: true, range: RANGE };

    fn check(reading: Reading, cases: &[(&str, Option<&str>)]) {
        for (text, expected) in cases {
            let found = reading.find(text).map(|date| date.to_string());
            assert_eq!(found.as_deref(), *expected, "{text}");
        }
    }

    #[test]
    fn days_in_texts() {
        check(
            DAY_FIRST,
            &[
                ("on 2024-01-02 and later", Some("2024-01-02")),
                ("2024/1/2", Some("2024-01-02")),
                ("20240102", Some("2024-01-02")),
                ("02.01.2024, 10:15 Uhr", Some("2024-01-02")),
                ("Stand: 2.1.24", Some("2024-01-02")),
                ("13/01/2024", Some("2024-01-13")),
                ("01/13/2024", Some("2024-01-13")),
                ("01/02/2024", Some("2024-02-01")),
                ("2. Januar 2024", Some("2024-01-02")),
                ("Mardi 2 janvier 2024", Some("2024-01-02")),
                ("1er février 2024", Some("2024-02-01")),
                ("2 de enero de 2024", Some("2024-01-02")),
                ("2º de Março de 2024", Some("2024-03-02")),
                ("2 stycznia 2024 r.", Some("2024-01-02")),
                ("2. ledna 2024", Some("2024-01-02")),
                ("2 января 2024 г.", Some("2024-01-02")),
                ("2 Ocak 2024 Salı", Some("2024-01-02")),
                ("January 2nd, 2024", Some("2024-01-02")),
                ("Jan. 2, 2024", Some("2024-01-02")),
                ("the 2nd of January, 2024", Some("2024-01-02")),
                ("02-Jan-2024", Some("2024-01-02")),
                ("Tue, 02 Jan 2024 10:00:00 GMT", Some("2024-01-02")),
                ("2024年1月2日", Some("2024-01-02")),
                ("2024. január 2.", Some("2024-01-02")),
                ("2024 m. lapkričio 15 d.", Some("2024-11-15")),
            ],
        );
        check(
            MONTH_FIRST,
            &[("01/02/2024", Some("2024-01-02")), ("01.02.2024", Some("2024-02-01"))],
        );
    }

    #[test]
    fn what_is_no_day() {
        let none = [
            "",
            "2024",
            "January 2024",
            "2 January",
            "31.02.2024",
            "192.168.10.2024",
            "version 10.1.2.2024",
            "1-2-24",
            "10:20:2024",
            "2.1.1950",
            "12345678901",
            "20241399",
            "Mayor 2 2024",
        ];
        check(DAY_FIRST, &none.map(|text| (text, None)));
        let far = "x ".repeat(DATE_BYTES) + "2024-01-02";
        check(DAY_FIRST, &[(&far, None)]);
    }

    #[test]
    fn values_of_machines() {
        for (text, expected) in [
            ("2024-01-02", Some("2024-01-02")),
            (" 2024-01-02T10:20:30+01:00 ", Some("2024-01-02T10:20:30+01:00")),
            ("2024-01-02T10:20:30.123Z", Some("2024-01-02T10:20:30Z")),
            ("2024-01-02 10:20", Some("2024-01-02T10:20:00")),
            ("2024-01-02T10:20:30-0530", Some("2024-01-02T10:20:30-05:30")),
            ("2024-01-02T10:20:30 +0000 GMT", Some("2024-01-02T10:20:30")),
            ("2024-01-02x", Some("2024-01-02")),
            ("1704190830", Some("2024-01-02T10:20:30Z")),
            ("1704190830123", Some("2024-01-02T10:20:30Z")),
            ("Jan 2, 2024", Some("2024-01-02")),
            ("2024-13-02", None),
            ("1950-01-02", None),
            ("1234", None),
            ("", None),
        ] {
            let found = DAY_FIRST.value(text).map(|moment| moment.to_string());
            assert_eq!(found.as_deref(), expected, "{text}");
        }
    }

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

    #[test]
    fn the_range_has_two_ends() {
        let range = Range { latest: Date::new(2024, 1, 2) };
        assert!(range.holds(Date::new(2024, 1, 2).unwrap()));
        assert!(!range.holds(Date::new(2024, 1, 3).unwrap()));
        assert!(range.holds(Date::new(1995, 1, 1).unwrap()));
        assert!(!range.holds(Date::new(1994, 12, 31).unwrap()));
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
