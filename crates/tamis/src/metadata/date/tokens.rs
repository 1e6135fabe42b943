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
        let length =
            |is_part: fn(char) -> bool| rest.find(|c: char| !is_part(c)).unwrap_or(rest.len());
        let taken =
            if first.is_ascii_digit() {
                let digits = length(|c| c.is_ascii_digit());
                // A longer number is not part of a date, for example the number of a product. It
                // becomes a mark that no form of a date has.
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
        || is_part_of_letter(c)
}

/// Returns true for signs that are written on a letter and are no letters for Unicode: the nukta
/// and the virama of Devanagari, the marks of Thai, the hamza of Arabic. A word must not end at
/// them.
fn is_part_of_letter(c: char) -> bool {
    matches!(c, '\u{93c}' | '\u{94d}' | '\u{e47}'..='\u{e4e}' | '\u{654}')
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
