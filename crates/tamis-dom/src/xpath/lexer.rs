//! Splits expressions into tokens.
//!
//! Source: XPath 1.0, 3.7 (the rules that tell operators from names).

/// A token of an expression.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Token<'e> {
    /// A name, which may have a prefix, such as `fb:like`.
    Name(&'e str),
    /// `prefix:*`. The text includes the colon.
    Prefix(&'e str),
    /// A name before `(`: a function or a node type.
    Call(&'e str),
    /// A name before `::`. The token includes the colons.
    Axis(&'e str),
    /// The `*` that matches any name.
    Wildcard,
    Text(&'e str),
    Number(f64),
    /// An operator or a bracket, including `and`, `or`, `div`, `mod` and the `*` of multiplication.
    Symbol(&'e str),
}

/// Splits an expression into tokens, each with its byte offset.
///
/// # Errors
///
/// At a character that starts no token, and at a string without its end. The error is the byte
/// offset and the reason.
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

/// Returns true for the white space of XML.
pub(super) fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n')
}

/// Returns true if a name or `*` after this token is an operator.
fn ends_operand(token: Token<'_>) -> bool {
    match token {
        Token::Name(_) | Token::Prefix(_) | Token::Wildcard | Token::Text(_) | Token::Number(_) => {
            true
        }
        Token::Symbol(symbol) => matches!(symbol, ")" | "]" | "." | ".."),
        Token::Call(_) | Token::Axis(_) => false,
    }
}

/// Reads the token at the start of `rest`, and returns it with its length in bytes.
fn token(rest: &str, after_operand: bool) -> Result<(Token<'_>, usize), String> {
    let first = rest.chars().next().unwrap_or_default();
    match first {
        '"' | '\'' => {
            let text = &rest[1..];
            let end = text.find(first).ok_or("the quotation symbol is not closed")?;
            Ok((Token::Text(&text[..end]), end + 2))
        }
        '*' if after_operand => Ok((Token::Symbol("*"), 1)),
        '*' => Ok((Token::Wildcard, 1)),
        '.' | '0'..='9' if first != '.' || rest[1..].starts_with(|c: char| c.is_ascii_digit()) => {
            Ok(number(rest))
        }
        _ if is_name_start(first) => name(rest, after_operand),
        _ => {
            const SYMBOLS: [&str; 19] = [
                "//", "/", "..", ".", "::", "<=", "<", ">=", ">", "!=", "=", "(", ")", "[", "]",
                "@", ",", "|", "+",
            ];
            let symbols = SYMBOLS.iter().chain(&["-"]);
            let found = symbols.copied().find(|symbol| rest.starts_with(symbol));
            let symbol = found.ok_or_else(|| format!("`{first}` has no meaning here"))?;
            Ok((Token::Symbol(symbol), symbol.len()))
        }
    }
}

fn number(rest: &str) -> (Token<'_>, usize) {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(rest);
    let fraction = rest[whole..].strip_prefix('.').map_or(0, |fraction| 1 + digits(fraction));
    let length = whole + fraction;
    // Digits with at most one point always parse. Too many digits give infinity.
    (Token::Number(rest[..length].parse().unwrap_or(f64::NAN)), length)
}

fn name(rest: &str, after_operand: bool) -> Result<(Token<'_>, usize), String> {
    let length = name_length(rest);
    let word = &rest[..length];
    if after_operand {
        return match word {
            "and" | "or" | "div" | "mod" => Ok((Token::Symbol(word), length)),
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
    let after = rest[length..].trim_start_matches(is_space);
    if after.starts_with("::") {
        return Ok((Token::Axis(word), rest.len() - after.len() + 2));
    }
    let token = if after.starts_with('(') { Token::Call(word) } else { Token::Name(word) };
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
    fn stars_and_words_are_operators_after_an_operand() {
        use Token::{Call, Name, Number, Symbol, Text, Wildcard};
        check("* * *", &[Wildcard, Symbol("*"), Wildcard]);
        check("div div div", &[Name("div"), Symbol("div"), Name("div")]);
        check("@and or .5", &[Symbol("@"), Name("and"), Symbol("or"), Number(0.5)]);
        check("p[2.]", &[Name("p"), Symbol("["), Number(2.0), Symbol("]")]);
        check(
            "not (.='a\"b')",
            &[Call("not"), Symbol("("), Symbol("."), Symbol("="), Text("a\"b"), Symbol(")")],
        );
    }

    #[test]
    fn names_have_prefixes_and_axes() {
        use Token::{Axis, Name, Prefix, Symbol};
        check("//fb:like", &[Symbol("//"), Name("fb:like")]);
        check("g:*", &[Prefix("g:")]);
        check("ancestor-or-self :: x-y.z", &[Axis("ancestor-or-self"), Name("x-y.z")]);
        check("a-b", &[Name("a-b")]);
        check("..//.", &[Symbol(".."), Symbol("//"), Symbol(".")]);
    }

    #[test]
    fn positions_of_errors() {
        assert_eq!(tokens("//p['x]").unwrap_err().0, 4);
        assert_eq!(tokens("//p & q").unwrap_err().0, 4);
        assert_eq!(tokens("//p p").unwrap_err().0, 4);
        assert_eq!(tokens("$x").unwrap_err().0, 0);
    }
}
