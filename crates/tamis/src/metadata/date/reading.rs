//! Days in the forms that people write, in many languages.

use super::calendar::{
    common_date, common_year, is_solar, short_buddhist_year, solar_date, solar_month,
    year_before_era,
};
use super::machine::{epoch, iso, printed};
use super::tokens::{Token, continues_number, digit, ideograph, skip, tokens};
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
    /// Returns the moment of a value for machines: ISO 8601, seconds or milliseconds since 1970, a
    /// moment as programs in C print it, or a text that [`Reading::find`] understands. `None` if it
    /// is none of these, or outside the range.
    pub(in crate::metadata) fn value(self, text: &str) -> Option<Moment> {
        let text = text.trim();
        let text = &text[..text.floor_char_boundary(DATE_BYTES)];
        let moment = iso(text).or_else(|| epoch(text)).or_else(|| printed(text));
        let moment = moment.map(|moment| Moment { date: common_date(moment.date), ..moment });
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
            Token::Word(word) => era_first(word, &tokens[1..])
                .or_else(|| {
                    let (month, rest) = named_month(tokens)?;
                    let (day, year) = day_and_year(rest)?;
                    date(year, month, day)
                })
                .or_else(|| {
                    let month = solar_month(word)?;
                    let (day, year) = day_and_year(&tokens[1..])?;
                    solar_date(year, month, day)
                }),
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
            let (month, day) = if month_first { (first, second) } else { (second, first) };
            return if mark == '.' { date(year, month, day) } else { any_date(year, month, day) };
        }
        let rest = skip(rest, 3, |token| match token {
            Token::Mark(mark) => {
                matches!(mark, '.' | '-' | '/' | ',' | '،' | 'º' | 'ª' | '°' | '’')
            }
            Token::Word(word) => is_filler(word),
            Token::Number { .. } => false,
        });
        if let Some(solar) = solar_day(first, rest) {
            return Some(solar);
        }
        let name = rest;
        let (month, rest) = stated_month(name)?;
        let rest = skip_same_month(month, rest);
        date(year_after(rest).or_else(|| short_year_after(name, rest))?, month, first)
    }
}

/// `۱۴ اسفند ۱۳۹۹`: a day whose month is one of Iran's calendar.
fn solar_day(day: u32, rest: &[Token<'_>]) -> Option<Date> {
    let [Token::Word(name), rest @ ..] = rest else { return None };
    solar_date(year_after(rest)?, solar_month(name)?, day)
}

/// Returns the month that tokens begin with, by its name or as `tháng 1`, and the tokens after it.
fn stated_month<'t, 's>(tokens: &'t [Token<'s>]) -> Option<(u32, &'t [Token<'s>])> {
    match tokens {
        [Token::Word(word), Token::Number { value, digits: 1 | 2 }, rest @ ..]
            if words().has(List::BeforeMonth, &word.to_lowercase()) =>
        {
            Some((*value, rest))
        }
        _ => named_month(tokens),
    }
}

/// The most words of the name of a month: "tháng mười hai".
const MONTH_WORDS: usize = 3;

/// Returns the month with the longest name that tokens begin with, and the tokens after it. A name
/// may have several words, "كانون الثاني", or dots between letters, "มี.ค.".
fn named_month<'t, 's>(tokens: &'t [Token<'s>]) -> Option<(u32, &'t [Token<'s>])> {
    let [Token::Word(first), after_first @ ..] = tokens else { return None };
    if let [Token::Mark('.'), Token::Word(second), rest @ ..] = after_first
        && !first.is_ascii()
        && let Some(month) = words().month(&format!("{first}.{second}"))
    {
        return Some((month, rest));
    }
    let mut name = (*first).to_owned();
    let mut best = words().month(first).map(|month| (month, after_first));
    // No name of several words is in ASCII.
    let more = if first.is_ascii() { 0 } else { MONTH_WORDS - 1 };
    for (at, token) in after_first.iter().enumerate().take(more) {
        let Token::Word(word) = token else { break };
        name.push(' ');
        name.push_str(word);
        best = words().month(&name).map(|month| (month, &after_first[at + 1..])).or(best);
    }
    best
}

/// Returns the tokens without another name of the month at their beginning: the second one in
/// `4 آذار/مارس 2021`, "4 March/March 2021" by the names of two countries.
fn skip_same_month<'t, 's>(month: u32, tokens: &'t [Token<'s>]) -> &'t [Token<'s>] {
    let [Token::Mark('/' | '(' | '-'), rest @ ..] = tokens else { return tokens };
    match named_month(rest) {
        Some((same, rest)) if same == month => {
            skip(rest, 1, |token| matches!(token, Token::Mark(')')))
        }
        _ => tokens,
    }
}

/// Returns true if the part of a text that [`Reading::find`] searches has as many digits as the
/// shortest form, `2.1.24`. Counting digits is much faster than reading dates, and most lines have
/// none.
pub(in crate::metadata) fn may_hold_date(text: &str) -> bool {
    let part = &text[..text.floor_char_boundary(DATE_BYTES)];
    // Sums of bytes in chunks of one size are computed many at once.
    let count = |part: &[u8]| part.iter().map(|byte| u8::from(byte.is_ascii_digit())).sum::<u8>();
    let (chunks, rest) = part.as_bytes().as_chunks::<32>();
    let digits = chunks.iter().map(|chunk| u32::from(count(chunk))).sum::<u32>();
    digits + u32::from(count(rest)) >= LEAST_DIGITS || !part.is_ascii() && may_hold_other(part)
}

/// The fewest digits of a date, except one after the name of an era.
const LEAST_DIGITS: u32 = 4;

/// Returns true if a text has enough digits of other scripts, or a number of a year in Chinese
/// characters: `三年`, `令和3年`.
fn may_hold_other(text: &str) -> bool {
    let has_year = || {
        let mut years = text.match_indices('年').map(|(at, _)| &text[..at]);
        years.any(|before| before.ends_with(|c: char| digit(c).is_some() || ideograph(c).is_some()))
    };
    text.chars().filter(|&c| digit(c).is_some()).take(LEAST_DIGITS as usize).count()
        == LEAST_DIGITS as usize
        || has_year()
}

/// Returns the day and the year after a month: `January 2, 2024`, `Jan. 2nd 2024`.
fn day_and_year(rest: &[Token<'_>]) -> Option<(u32, u32)> {
    let rest = skip(rest, 1, |token| matches!(token, Token::Mark('.' | '-' | ',' | '،')));
    let [Token::Number { value: day, digits: 1 | 2 }, rest @ ..] = rest else { return None };
    let rest = skip(rest, 1, |token| matches!(token, Token::Word(word) if is_filler(word)));
    Some((*day, year_after(rest)?))
}

/// `2024-01-02`, `2024/1/2`, `2024年1月2日`, `2024. január 2.`
fn year_first(year: u32, rest: &[Token<'_>]) -> Option<Date> {
    if let Some(
        [
            Token::Number { value: month, digits: 1 | 2 },
            Token::Mark('月'),
            Token::Number { value: day, digits: 1 | 2 },
            ..,
        ],
    ) = after_brackets(rest)
    {
        return date(year, *month, *day);
    }
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
        return if first == '.' { date(year, month, day) } else { any_date(year, month, day) };
    }
    let after_year = rest;
    let rest = skip(rest, 2, |token| match token {
        Token::Mark(mark) => matches!(mark, '.' | '-' | ','),
        Token::Word(word) => words().has(List::AfterYear, word),
        Token::Number { .. } => false,
    });
    let skipped = &after_year[..after_year.len() - rest.len()];
    let is_named = skipped.iter().any(|token| matches!(token, Token::Word(_)));
    // "2024. gada 2. marts", "2024 жылғы 2 наурыз"
    if let [Token::Number { value: day, digits: 1 | 2 }, name @ ..] = rest
        && (is_named || name.first() == Some(&Token::Mark('.')))
        && let Some((month, _)) = named_month(skip(name, 1, |token| *token == Token::Mark('.')))
    {
        return date(year, month, *day);
    }
    let (month, rest) = named_month(rest)?;
    let rest = skip(rest, 1, |token| matches!(token, Token::Mark('.' | '-')));
    let [Token::Number { value: day, digits: 1 | 2 }, ..] = rest else { return None };
    date(year, month, *day)
}

/// Returns the tokens after the brackets that follow a year and `年`, in which the same year is that
/// of an era: `3月4日` in `2021年（令和3年）3月4日`.
fn after_brackets<'t, 's>(tokens: &'t [Token<'s>]) -> Option<&'t [Token<'s>]> {
    /// The most tokens in the brackets.
    const MOST: usize = 4;
    let [Token::Mark('年'), Token::Mark('（' | '('), inner @ ..] = tokens else { return None };
    let is_end = |token: &Token<'_>| matches!(token, Token::Mark('）' | ')'));
    let end = inner.iter().take(MOST).position(is_end)?;
    Some(&inner[end + 1..])
}

/// `令和3年3月4日`: a year that is counted from the beginning of an era.
fn era_first(word: &str, rest: &[Token<'_>]) -> Option<Date> {
    let [Token::Number { value, digits: 1..=3 }, rest @ ..] = rest else { return None };
    year_first(year_before_era(word)? + value, rest)
}

/// Returns the year of four digits after a day and a month.
fn year_after(rest: &[Token<'_>]) -> Option<u32> {
    let is_skipped = |token: &Token<'_>| match token {
        Token::Mark(mark) => matches!(mark, '.' | ',' | '،' | '-' | '/'),
        Token::Word(word) => is_filler(word),
        Token::Number { .. } => false,
    };
    let mut rest = skip(rest, 2, is_skipped);
    // "4 มีนาคม พ.ศ. 2564"
    if let [Token::Word(first), Token::Mark('.'), Token::Word(second), after @ ..] = rest
        && is_filler(&format!("{first}.{second}"))
    {
        rest = skip(after, 1, is_skipped);
    }
    match rest {
        [Token::Number { value, digits: 4 }, ..] => Some(*value),
        _ => None,
    }
}

/// Returns the year of two digits after the name of a month in Thai: `4 มี.ค. 64`.
fn short_year_after(name: &[Token<'_>], rest: &[Token<'_>]) -> Option<u32> {
    let is_thai = |c: char| matches!(c, '\u{e00}'..='\u{e7f}');
    let rest = skip(rest, 1, |token| matches!(token, Token::Mark('.')));
    match (name.first()?, rest) {
        (Token::Word(name), [Token::Number { value, digits: 2 }, ..])
            if name.starts_with(is_thai) =>
        {
            Some(short_buddhist_year(*value))
        }
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

/// Returns the day of these numbers in the calendar that has such a year: also in that of Iran.
fn any_date(year: u32, month: u32, day: u32) -> Option<Date> {
    if is_solar(year) { solar_date(year, month, day) } else { date(year, month, day) }
}

/// Returns the day of these numbers, also in the calendar of Thailand, or `None` if it has no such
/// day.
pub(super) fn date(year: u32, month: u32, day: u32) -> Option<Date> {
    Date::new(common_year(year).try_into().ok()?, month.try_into().ok()?, day.try_into().ok()?)
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
                ("2024. gada 2. marts", Some("2024-03-02")),
            ],
        );
        check(
            MONTH_FIRST,
            &[("01/02/2024", Some("2024-01-02")), ("01.02.2024", Some("2024-02-01"))],
        );
    }

    #[test]
    fn days_in_other_digits_and_calendars() {
        check(
            DAY_FIRST,
            &[
                ("2 كانون الثاني 2024", Some("2024-01-02")),
                ("2 تشرين الأول/أكتوبر 2024", Some("2024-10-02")),
                ("٤ مارس ٢٠٢١", Some("2021-03-04")),
                ("الخميس، ٤ آذار/مارس ٢٠٢١", Some("2021-03-04")),
                ("٤‏/٣‏/٢٠٢١", Some("2021-03-04")),
                ("مارس 4، 2021", Some("2021-03-04")),
                ("20 رجب 1442 هـ 4 مارس 2021", Some("2021-03-04")),
                ("۱۴ اسفند ۱۳۹۹", Some("2021-03-04")),
                ("پنجشنبه ۱۴ اسفند ماه ۱۳۹۹ ساعت ۱۲:۳۰", Some("2021-03-04")),
                ("اسفند ۱۴, ۱۳۹۹", Some("2021-03-04")),
                ("۱۳۹۹/۱۲/۱۴ - ۱۲:۳۰", Some("2021-03-04")),
                ("14/12/1399", Some("2021-03-04")),
                ("۳۱ اسفند ۱۳۹۹", None),
                ("1399.12.14", None),
                ("13991214", None),
                ("1442/07/20", None),
                ("4 มีนาคม พ.ศ. 2564", Some("2021-03-04")),
                ("๔ มีนาคม ๒๕๖๔", Some("2021-03-04")),
                ("4 มี.ค. 2564", Some("2021-03-04")),
                ("4 พ.ค. 64 10:30 น.", Some("2021-05-04")),
                ("04/03/2564", Some("2021-03-04")),
                ("4 March 64", None),
                ("4 Tháng Ba, 2021", Some("2021-03-04")),
                ("4 tháng mười hai, 2021", Some("2021-12-04")),
                ("4 tháng mười 2021", Some("2021-10-04")),
                ("Thứ năm, 4/3/2021", Some("2021-03-04")),
                ("令和3年3月4日", Some("2021-03-04")),
                ("更新日：令和元年5月1日", Some("2019-05-01")),
                ("掲載令和三年三月四日", Some("2021-03-04")),
                ("平成31年4月30日", Some("2019-04-30")),
                ("平成三十一年四月三十日", Some("2019-04-30")),
                ("昭和64年1月7日", None),
                ("2021年（令和3年）3月4日", Some("2021-03-04")),
                ("令和3年（2021年）3月4日（木）", Some("2021-03-04")),
                ("二〇二一年三月四日", Some("2021-03-04")),
                ("２０２１年３月４日", Some("2021-03-04")),
                ("中華民國110年3月4日", Some("2021-03-04")),
                ("४ मार्च २०२१", Some("2021-03-04")),
                ("প্রকাশ: ০৪ মার্চ ২০২১, ১২:৩০", Some("2021-03-04")),
                ("৪ ফেব্রুয়ারি, ২০২১", Some("2021-02-04")),
                ("௪ மார்ச் ௨௦௨௧", Some("2021-03-04")),
                ("மார்ச் 4, 2021", Some("2021-03-04")),
                ("4 سپتمبر", None),
                ("جمعرات 4 مارچ 2021", Some("2021-03-04")),
                ("4 მარტს, 2021", Some("2021-03-04")),
                ("2021 წლის 4 მარტი", Some("2021-03-04")),
                ("2021 жылғы 4 наурыз", Some("2021-03-04")),
                ("2021 թ. մարտի 4", Some("2021-03-04")),
            ],
        );
    }

    #[test]
    fn each_language_reads_its_months() {
        for language in crate::words::languages() {
            for (number, names) in (1..).zip(language.months) {
                for name in *names {
                    let text = format!("4 {name} 2021");
                    assert_eq!(DAY_FIRST.find(&text), date(2021, number, 4), "{text}");
                }
            }
        }
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
            ("1399-12-14", Some("2021-03-04")),
            ("2564-03-04T10:20:30+07:00", Some("2021-03-04T10:20:30+07:00")),
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
