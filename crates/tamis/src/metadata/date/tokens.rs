//! The numbers, words and marks that dates consist of.

/// A token of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'t> {
    Number {
        value: u32,
        digits: u8,
    },
    Word(&'t str),
    /// Any other character except white space, and the letters after the parts of dates in Chinese,
    /// Japanese and Korean.
    Mark(char),
}

/// Returns the tokens of a text, in order, without white space.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let taken = if digit(first).is_some() {
            let (number, bytes) = number(rest);
            tokens.push(number);
            bytes
        } else if let Some((number, bytes)) = ideographic_number(rest) {
            tokens.push(number);
            bytes
        } else if is_word(first) {
            let word = word_bytes(rest);
            tokens.push(Token::Word(&rest[..word]));
            word
        } else {
            if !first.is_whitespace() && !is_invisible(first) {
                tokens.push(Token::Mark(first));
            }
            first.len_utf8()
        };
        rest = &rest[taken..];
    }
    tokens
}

/// Returns the number that a text begins with, and its length in bytes. A number of more than eight
/// digits is not part of a date, for example the number of a product. It becomes a mark that no
/// form of a date has.
fn number<'t>(text: &str) -> (Token<'t>, usize) {
    let (mut value, mut digits, mut bytes) = (0_u32, 0_usize, 0);
    for (at, digit) in text.char_indices().map_while(|(at, c)| Some((at + c.len_utf8(), digit(c)?)))
    {
        digits += 1;
        bytes = at;
        if digits <= LONGEST_NUMBER {
            value = value * 10 + digit;
        }
    }
    let is_number = digits <= LONGEST_NUMBER;
    let token =
        if is_number { Token::Number { value, digits: digits as u8 } } else { Token::Mark('#') };
    (token, bytes)
}

/// The most digits of a number in a date: `20240102`.
const LONGEST_NUMBER: usize = 8;

/// The first digits of the scripts whose pages use their own ones: Arabic, Persian, those of India
/// from Devanagari to Malayalam, Thai, Lao, Tibetan, Burmese, Khmer, and the wide ones of Chinese
/// and Japanese.
const ZEROS: [char; 17] = [
    '\u{660}', '\u{6f0}', '\u{966}', '\u{9e6}', '\u{a66}', '\u{ae6}', '\u{b66}', '\u{be6}',
    '\u{c66}', '\u{ce6}', '\u{d66}', '\u{e50}', '\u{ed0}', '\u{f20}', '\u{1040}', '\u{17e0}',
    '\u{ff10}',
];

/// Returns the value of a digit of any script.
pub(in crate::metadata) fn digit(c: char) -> Option<u32> {
    if c.is_ascii() {
        return c.to_digit(10);
    }
    let zero = ZEROS.iter().rfind(|&&zero| zero <= c)?;
    let value = u32::from(c) - u32::from(*zero);
    (value < 10).then_some(value)
}

/// Returns the number in Chinese characters before a year, a month or a day that a text begins
/// with, and its length in bytes: `二〇二一` before `年`, `十二` before `月`. The first year of an era
/// is `元`.
fn ideographic_number<'t>(text: &str) -> Option<(Token<'t>, usize)> {
    let end = text.find(|c| ideograph(c).is_none()).filter(|&end| end > 0)?;
    text[end..].starts_with(['年', '月', '日']).then_some(())?;
    let values = || text[..end].chars().filter_map(ideograph);
    let count = values().count();
    let value = if values().any(|value| value == 10) {
        // "十二", "二十", "二十一"
        let mut parts = text[..end].split('十');
        let (tens, ones) = (parts.next()?, parts.next()?);
        let of = |part: &str, none| match part.chars().next() {
            None => Some(none),
            Some(only) if part.len() == only.len_utf8() => ideograph(only),
            Some(_) => None,
        };
        parts.next().is_none().then_some(of(tens, 1)? * 10 + of(ones, 0)?)?
    } else if count <= 4 {
        values().fold(0, |value, digit| value * 10 + digit)
    } else {
        return None;
    };
    let digits = if count == 4 { 4 } else { 2 };
    Some((Token::Number { value, digits }, end))
}

/// Returns the value of a number in one Chinese character; that of `元`, "first", is 1.
pub(super) fn ideograph(c: char) -> Option<u32> {
    let value = match c {
        '〇' | '零' | '○' => 0,
        '一' | '元' => 1,
        '二' => 2,
        '三' => 3,
        '四' => 4,
        '五' => 5,
        '六' => 6,
        '七' => 7,
        '八' => 8,
        '九' => 9,
        '十' => 10,
        _ => return None,
    };
    Some(value)
}

/// Returns the length in bytes of the word that a text begins with. A word ends before a number in
/// Chinese characters: `令和三年` is a word, a number and a mark.
fn word_bytes(text: &str) -> usize {
    let mut after_number = false;
    let ends = |(at, c): (usize, char)| {
        let is_number = ideograph(c).is_some();
        let begins_number = is_number && !after_number && ideographic_number(&text[at..]).is_some();
        after_number = is_number;
        (!is_word(c) || begins_number).then_some(at)
    };
    text.char_indices().find_map(ends).unwrap_or(text.len())
}

fn is_word(c: char) -> bool {
    c.is_alphabetic() && !matches!(c, '年' | '月' | '日' | '년' | '월' | '일' | 'º' | 'ª')
        || is_part_of_letter(c)
}

/// Returns true for signs that are written on a letter and are no letters for Unicode: the nukta
/// and the virama of the scripts of India, which have one order, the marks of Thai, the hamza of
/// Arabic. A word must not end at them.
fn is_part_of_letter(c: char) -> bool {
    let is_indic = matches!(c, '\u{900}'..='\u{d7f}') && matches!(u32::from(c) & 0x7f, 0x3c | 0x4d);
    is_indic || matches!(c, '\u{dca}' | '\u{e47}'..='\u{e4e}' | '\u{654}')
}

/// Returns true for characters without a width, such as the marks of direction that programs put
/// between the numbers of Arabic dates.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// Returns true if the token continues a number before it: the `1` in `10.1.2.2024`.
pub(super) fn continues_number(tokens: &[Token<'_>], at: usize) -> bool {
    matches!(tokens[at], Token::Number { .. })
        && at >= 2
        && matches!(tokens[at - 1], Token::Mark('.' | '/' | '-'))
        && matches!(tokens[at - 2], Token::Number { .. })
}

/// Returns the tokens without the first ones that can be skipped, at most `most` of them.
pub(super) fn skip<'t, 's>(
    tokens: &'t [Token<'s>],
    most: usize,
    is_skipped: impl Fn(&Token<'s>) -> bool,
) -> &'t [Token<'s>] {
    let count = tokens.iter().take(most).take_while(|token| is_skipped(token)).count();
    &tokens[count..]
}
