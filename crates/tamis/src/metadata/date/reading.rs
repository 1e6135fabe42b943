//! Days in the forms that people write, in many languages.

use std::ops::RangeInclusive;

use super::machine::{epoch, iso};
use super::tokens::{Token, continues_number, skip, tokens};
use super::{Date, Moment, Range};
use crate::words::{List, words};

/// The way dates of a page are read.
#[derive(Clone, Copy, Debug)]
pub(in crate::metadata) struct Reading {
    /// True if `1/2/2024`, which is ambiguous, means the second of January, and false if it means
    /// the first of February.
    pub(in crate::metadata) month_first: bool,
    pub(in crate::metadata) range: Range,
}

/// The most bytes of a text that are searched for a date.
pub(super) const DATE_BYTES: usize = 320;

impl Reading {
    /// Returns the moment of a value for machines: ISO 8601, seconds or milliseconds since 1970, or
    /// a text that [`Reading::find`] understands. `None` if it is none of these, or outside the
    /// range.
    pub(in crate::metadata) fn value(self, text: &str) -> Option<Moment> {
        let text = text.trim();
        let text = &text[..text.floor_char_boundary(DATE_BYTES)];
        let moment = iso(text).or_else(|| epoch(text));
        match moment {
            Some(moment) => self.range.contains(moment.date).then_some(moment),
            None => self.find(text).map(Moment::from),
        }
    }

    /// Returns the first day in the range that is in the first [`DATE_BYTES`] of a text.
    pub(in crate::metadata) fn find(self, text: &str) -> Option<Date> {
        let text = &text[..text.floor_char_boundary(DATE_BYTES)];
        if !may_hold_date(text) {
            return None;
        }
        let tokens = tokens(text);
        (0..tokens.len())
            .filter(|&at| !continues_number(&tokens, at))
            .find_map(|at| self.date_at(&tokens[at..]).filter(|&date| self.range.contains(date)))
    }

    /// Returns the day that these tokens begin with, in the range or not.
    pub(super) fn date_at(self, tokens: &[Token<'_>]) -> Option<Date> {
        match *tokens.first()? {
            Token::Number { value, digits: 4 } => year_first(value, &tokens[1..]),
            Token::Number { value, digits: 8 } => {
                date(value / 10_000, value / 100 % 100, value % 100)
            }
            Token::Number { value, digits: 1 | 2 } => self.day_first(value, &tokens[1..]),
            Token::Word(word) => month_first(words().month(word)?, &tokens[1..]),
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
            Token::Mark(mark) => matches!(mark, '.' | '-' | '/' | ',' | 'º' | 'ª' | '°' | '’'),
            Token::Word(word) => is_filler(word),
            Token::Number { .. } => false,
        });
        let (month, rest) = stated_month(rest)?;
        date(year_after(rest)?, month, first)
    }
}

/// Returns the month that tokens begin with, by its name or as `tháng 1`, and the tokens after it.
fn stated_month<'t, 's>(tokens: &'t [Token<'s>]) -> Option<(u32, &'t [Token<'s>])> {
    match tokens {
        [Token::Word(word), Token::Number { value, digits: 1 | 2 }, rest @ ..]
            if words().has(List::BeforeMonth, &word.to_lowercase()) =>
        {
            Some((*value, rest))
        }
        [Token::Word(name), rest @ ..] => Some((words().month(name)?, rest)),
        _ => None,
    }
}

/// Returns true if the part of a text that [`Reading::find`] searches has as many digits as the
/// shortest form, `2.1.24`. Counting digits is much faster than reading dates, and most lines have
/// none.
pub(in crate::metadata) fn may_hold_date(text: &str) -> bool {
    let bytes = &text.as_bytes()[..text.len().min(DATE_BYTES)];
    // Sums of bytes in chunks of one size are computed many at once.
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
    date(year_after(rest)?, month, *day)
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
    let rest = skip(rest, 2, |token| match token {
        Token::Mark(mark) => matches!(mark, '.' | '-' | ','),
        Token::Word(word) => words().has(List::AfterYear, word),
        Token::Number { .. } => false,
    });
    let [Token::Word(name), rest @ ..] = rest else { return None };
    let month = words().month(name)?;
    let rest = skip(rest, 1, |token| matches!(token, Token::Mark('.' | '-')));
    let [Token::Number { value: day, digits: 1 | 2 }, ..] = rest else { return None };
    date(year, month, *day)
}

/// The years of Thailand's calendar that pages can be from: 543 more than those of the Gregorian
/// calendar. For example, 2567 is 2024.
const BUDDHIST_YEARS: RangeInclusive<u32> = 2538..=2643;

/// Returns the year of four digits after a day and a month.
fn year_after(rest: &[Token<'_>]) -> Option<u32> {
    let rest = skip(rest, 2, |token| match token {
        Token::Mark(mark) => matches!(mark, '.' | ',' | '-' | '/'),
        Token::Word(word) => is_filler(word),
        Token::Number { .. } => false,
    });
    match rest {
        [Token::Number { value: year, digits: 4 }, ..] if BUDDHIST_YEARS.contains(year) => {
            Some(year - 543)
        }
        [Token::Number { value, digits: 4 }, ..] => Some(*value),
        _ => None,
    }
}

/// Returns true for words between the parts of a date: endings of ordinals, and prepositions.
fn is_filler(word: &str) -> bool {
    words().list(List::Fillers).iter().any(|filler| filler.eq_ignore_ascii_case(word))
}

/// Returns the year that two digits after a dot or slash stand for: `24` is 2024 and `97` is 1997.
/// `None` after a hyphen, because such numbers are rarely dates.
fn whole_year(digits: u32, mark: char) -> Option<u32> {
    match digits {
        _ if mark == '-' => None,
        95..=99 => Some(1900 + digits),
        0..=60 => Some(2000 + digits),
        _ => None,
    }
}

/// Returns the day of these numbers, or `None` if the calendar has no such day.
pub(super) fn date(year: u32, month: u32, day: u32) -> Option<Date> {
    Date::new(year.try_into().ok()?, month.try_into().ok()?, day.try_into().ok()?)
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
                ("2 d’abril de 2024", Some("2024-04-02")),
                ("ngày 2 tháng 1 năm 2024", Some("2024-01-02")),
                ("Thứ ba, 2 tháng 1, 2024", Some("2024-01-02")),
                ("2 มกราคม 2567", Some("2024-01-02")),
                ("2 กุมภาพันธ์ 2024", Some("2024-02-02")),
                ("2 अक्टूबर 2024", Some("2024-10-02")),
                ("2 בינואר 2024", Some("2024-01-02")),
                ("۲ ژانویه 2024, 2 ژانویه 2024", Some("2024-01-02")),
                ("2 كانون 2024", None),
                ("2 تموز 2024", Some("2024-07-02")),
                ("2 ΙΑΝΟΥΑΡΙΟΥ 2024", Some("2024-01-02")),
                ("2. siječnja 2024.", Some("2024-01-02")),
                ("2 јануара 2024", Some("2024-01-02")),
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
    fn texts_without_a_day() {
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
    fn values_for_machines() {
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
}
