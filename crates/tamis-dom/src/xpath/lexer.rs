//! Expressions to tokens.
//!
//! Source: XPath 1.0, 3.7 (the rules that tell operators from names).

/// A piece of an expression.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Token<'e> {
    /// A name, also one with a prefix (`fb:like`).
    Name(&'e str),
    /// `prefix:*`; the colon is kept.
    Prefix(&'e str),
    /// A name with `(` behind it: a function or a kind of node.
    Call(&'e str),
    /// A name with `::` behind it; the colons are read.
    Axis(&'e str),
    /// The `*` that stands for any name.
    Every,
    Text(&'e str),
    Number(f64),
    /// An operator or a bracket, as it is written; `and`, `or`, `div`, `mod` and the `*` of multiplication among them.
    Mark(&'e str),
}

/// The tokens of an expression, each with its place in bytes.
///
/// # Errors
///
/// At a character that begins no token, and at a text that is not closed: its place, and the reason.
pub(super) fn tokens(source: &str) -> Result<Vec<(usize, Token<'_>)>, (usize, String)> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < source.len() {
        let rest = &source[at..];
        if rest.starts_with(is_space) {
            at += 1;
            continue;
        }
        let after_operand = tokens.last().is_some_and(|&(_, token)| ends_operand(token));
        let (token, length) = token(rest, after_operand).map_err(|reason| (at, reason))?;
        tokens.push((at, token));
        at += length;
    }
    Ok(tokens)
}

/// White space, as XML has it.
pub(super) fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n')
}

/// Whether a name behind this token is an operator.
fn ends_operand(token: Token<'_>) -> bool {
    match token {
        Token::Name(_) | Token::Prefix(_) | Token::Every | Token::Text(_) | Token::Number(_) => {
            true
        }
        Token::Mark(mark) => matches!(mark, ")" | "]" | "." | ".."),
        Token::Call(_) | Token::Axis(_) => false,
    }
}

/// The token at the beginning of `rest`, and how many bytes it takes.
fn token(rest: &str, after_operand: bool) -> Result<(Token<'_>, usize), String> {
    let first = rest.chars().next().unwrap_or_default();
    match first {
        '"' | '\'' => {
            let text = &rest[1..];
            let end = text.find(first).ok_or("the quotation mark is not closed")?;
            Ok((Token::Text(&text[..end]), end + 2))
        }
        '*' if after_operand => Ok((Token::Mark("*"), 1)),
        '*' => Ok((Token::Every, 1)),
        '.' | '0'..='9' if first != '.' || rest[1..].starts_with(|c: char| c.is_ascii_digit()) => {
            Ok(number(rest))
        }
        _ if is_name_start(first) => name(rest, after_operand),
        _ => {
            const MARKS: [&str; 19] = [
                "//", "/", "..", ".", "::", "<=", "<", ">=", ">", "!=", "=", "(", ")", "[", "]",
                "@", ",", "|", "+",
            ];
            let marks = MARKS.iter().chain(&["-"]);
            let found = marks.copied().find(|mark| rest.starts_with(mark));
            let mark = found.ok_or_else(|| format!("`{first}` has no meaning here"))?;
            Ok((Token::Mark(mark), mark.len()))
        }
    }
}

fn number(rest: &str) -> (Token<'_>, usize) {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(rest);
    let fraction = rest[whole..].strip_prefix('.').map_or(0, |fraction| 1 + digits(fraction));
    let length = whole + fraction;
    // Digits with a point at most: only their number could fail, and that becomes infinite.
    (Token::Number(rest[..length].parse().unwrap_or(f64::NAN)), length)
}

fn name(rest: &str, after_operand: bool) -> Result<(Token<'_>, usize), String> {
    let length = name_length(rest);
    let word = &rest[..length];
    if after_operand {
        return match word {
            "and" | "or" | "div" | "mod" => Ok((Token::Mark(word), length)),
            _ => Err(format!("an operator is missing before `{word}`")),
        };
    }
    if let Some(local) = rest[length..].strip_prefix(':').filter(|local| !local.starts_with(':')) {
        if local.starts_with('*') {
            return Ok((Token::Prefix(&rest[..=length]), length + 2));
        }
        let whole = length + 1 + name_length(local);
        return Ok((Token::Name(&rest[..whole]), whole));
    }
    let behind = rest[length..].trim_start_matches(is_space);
    if behind.starts_with("::") {
        return Ok((Token::Axis(word), rest.len() - behind.len() + 2));
    }
    let token = if behind.starts_with('(') { Token::Call(word) } else { Token::Name(word) };
    Ok((token, length))
}

fn is_name_start(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

fn name_length(text: &str) -> usize {
    let in_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '\u{b7}');
    text.find(|c| !in_name(c)).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, expected: &[Token<'_>]) {
        let found: Vec<_> = tokens(source).unwrap().into_iter().map(|(_, token)| token).collect();
        assert_eq!(found, expected, "{source}");
    }

    #[test]
    fn stars_and_words_are_operators_behind_an_operand() {
        use Token::{Call, Every, Mark, Name, Number, Text};
        check("* * *", &[Every, Mark("*"), Every]);
        check("div div div", &[Name("div"), Mark("div"), Name("div")]);
        check("@and or .5", &[Mark("@"), Name("and"), Mark("or"), Number(0.5)]);
        check("p[2.]", &[Name("p"), Mark("["), Number(2.0), Mark("]")]);
        check(
            "not (.='a\"b')",
            &[Call("not"), Mark("("), Mark("."), Mark("="), Text("a\"b"), Mark(")")],
        );
    }

    #[test]
    fn names_have_prefixes_and_axes() {
        use Token::{Axis, Mark, Name, Prefix};
        check("//fb:like", &[Mark("//"), Name("fb:like")]);
        check("g:*", &[Prefix("g:")]);
        check("ancestor-or-self :: x-y.z", &[Axis("ancestor-or-self"), Name("x-y.z")]);
        check("a-b", &[Name("a-b")]);
        check("..//.", &[Mark(".."), Mark("//"), Mark(".")]);
    }

    #[test]
    fn places_of_errors() {
        assert_eq!(tokens("//p['x]").unwrap_err().0, 4);
        assert_eq!(tokens("//p & q").unwrap_err().0, 4);
        assert_eq!(tokens("//p p").unwrap_err().0, 4);
        assert_eq!(tokens("$x").unwrap_err().0, 0);
    }
}
