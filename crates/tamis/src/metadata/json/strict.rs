//! The strict reader: JSON as JavaScript's `JSON.parse` accepts it, of any depth.

use super::escape::code_unit;
use super::{Arena, Kind};

/// Returns the values of a text, or `None` if it is not valid JSON, or has 4 GiB or more.
pub(super) fn parse(text: &str) -> Option<Arena> {
    u32::try_from(text.len()).ok()?;
    let arena = Arena { entries: Vec::with_capacity(most_values(text)) };
    let mut reader = Reader { text, at: 0, arena, open: Vec::new() };
    reader.document()?;
    Some(reader.arena)
}

/// Returns the greatest number of values that this text can have if it is valid JSON, so that the
/// list never has to grow. Each value takes at least two bytes, such as `1,` or `[]`, and all but
/// the first follow a sign.
fn most_values(text: &str) -> usize {
    let is_sign = |byte: &&u8| matches!(byte, b'[' | b'{' | b',' | b':');
    (text.len() / 2 + 1).min(text.as_bytes().iter().filter(is_sign).count() + 1)
}

#[derive(Clone, Copy)]
struct Open {
    entry: u32,
    is_object: bool,
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    arena: Arena,
    /// The arrays and objects that are not closed yet.
    open: Vec<Open>,
}

/// Each function reads one thing and returns `None` if the text has something else.
impl Reader<'_> {
    fn document(&mut self) -> Option<()> {
        loop {
            let value_follows = self.value()?;
            if !value_follows && !self.after_value()? {
                return Some(());
            }
        }
    }

    /// Reads a value, or the beginning of an array or object up to its first value. True if such a
    /// first value follows.
    fn value(&mut self) -> Option<bool> {
        let byte = self.peek()?;
        match byte {
            b'{' | b'[' => return self.opening(byte == b'{'),
            b'"' => self.string()?,
            b'n' => self.literal("null")?,
            b't' => self.literal("true")?,
            b'f' => self.literal("false")?,
            _ => self.number()?,
        }
        Some(false)
    }

    /// Reads the text after a value: the ends of arrays and objects, then a comma or the end of the
    /// text. True if another value follows.
    fn after_value(&mut self) -> Option<bool> {
        loop {
            let next = self.peek();
            let Some(&Open { is_object, .. }) = self.open.last() else {
                return next.is_none().then_some(false);
            };
            self.at += 1;
            match next? {
                b',' if is_object => {
                    self.key()?;
                    return Some(true);
                }
                b',' => return Some(true),
                b'}' if is_object => self.close(),
                b']' if !is_object => self.close(),
                _ => return None,
            }
        }
    }

    fn opening(&mut self, is_object: bool) -> Option<bool> {
        let (kind, closing) = if is_object { (Kind::Object, b'}') } else { (Kind::Array, b']') };
        // Each open one needs a byte that closes it.
        if self.open.len() >= self.text.len() - self.at {
            return None;
        }
        self.open.push(Open { entry: self.arena.len() as u32, is_object });
        self.arena.push(kind, self.at, self.at + 1);
        self.at += 1;
        if self.peek()? == closing {
            self.at += 1;
            self.close();
            return Some(false);
        }
        if is_object {
            self.key()?;
        }
        Some(true)
    }

    fn close(&mut self) {
        if let Some(open) = self.open.pop() {
            self.arena.close(open.entry, self.at);
        }
    }

    fn key(&mut self) -> Option<()> {
        if self.peek()? != b'"' {
            return None;
        }
        self.string()?;
        if self.peek()? != b':' {
            return None;
        }
        self.at += 1;
        Some(())
    }

    fn string(&mut self) -> Option<()> {
        let start = self.at + 1;
        let mut at = start;
        loop {
            let rest = &self.text.as_bytes()[at..];
            at += rest.iter().position(|&byte| byte < b' ' || byte == b'"' || byte == b'\\')?;
            match self.text.as_bytes()[at] {
                b'"' => break,
                b'\\' => at += escape_length(&self.text[at + 1..])? + 1,
                _ => return None,
            }
        }
        self.arena.push(Kind::String, start, at);
        self.at = at + 1;
        Some(())
    }

    fn literal(&mut self, spelling: &str) -> Option<()> {
        if !self.text[self.at..].starts_with(spelling) {
            return None;
        }
        self.arena.push(Kind::Plain, self.at, self.at + spelling.len());
        self.at += spelling.len();
        Some(())
    }

    fn number(&mut self) -> Option<()> {
        let start = self.at;
        self.take(b"-");
        if !self.take(b"0") {
            self.digits()?;
        }
        if self.take(b".") {
            self.digits()?;
        }
        if self.take(b"eE") {
            self.take(b"+-");
            self.digits()?;
        }
        self.arena.push(Kind::Plain, start, self.at);
        Some(())
    }

    fn digits(&mut self) -> Option<()> {
        let rest = &self.text.as_bytes()[self.at..];
        let count = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at += count;
        (count > 0).then_some(())
    }

    /// Moves past the next byte if it is one of these.
    fn take(&mut self, bytes: &[u8]) -> bool {
        let next = self.text.as_bytes().get(self.at);
        let found = next.is_some_and(|byte| bytes.contains(byte));
        self.at += usize::from(found);
        found
    }

    /// Moves to the next byte that is not white space and returns it.
    fn peek(&mut self) -> Option<u8> {
        while self.take(b" \t\n\r") {}
        self.text.as_bytes().get(self.at).copied()
    }
}

/// Returns the length of an escape in bytes, without its backslash, or `None` if it is not valid.
fn escape_length(escape: &str) -> Option<usize> {
    match escape.bytes().next()? {
        b'u' => code_unit(escape).map(|_| 5),
        b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => Some(1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Json, Value};

    fn root<'j>(json: &'j Json<'_>) -> Value<'j> {
        json.roots().next().unwrap()
    }

    fn string(text: &str) -> String {
        root(&Json::parse(text).unwrap()).string().unwrap().into_owned()
    }

    #[test]
    fn accepts_what_json_parse_accepts() {
        let texts = [
            "null",
            " true ",
            "\t[\n]\r",
            "{}",
            "0",
            "-0",
            "-0.5e+10",
            "1E5",
            "1e999",
            "[1,2]",
            "\"\\ud800\"",
            "{\"a\":{\"b\":[]},\"a\":[{}]}",
            "\"\u{2028}\u{7f}\"",
            "123456789012345678901234567890",
            "\"\\/\"",
        ];
        for text in texts {
            assert!(Json::parse(text).is_some(), "{text}");
        }
    }

    #[test]
    fn refuses_what_json_parse_refuses() {
        let texts = [
            "",
            " ",
            "\u{feff}1",
            "\u{a0}1",
            "01",
            "1.",
            ".5",
            "+1",
            "-",
            "1e",
            "nul",
            "NaN",
            "[1,]",
            "[,1]",
            "{\"a\"}",
            "{\"a\":1,}",
            "{a:1}",
            "'a'",
            "\"\n\"",
            "\"\\x\"",
            "\"\\u12g4\"",
            "\"\\u+123\"",
            "\"\\u12é\"",
            "\"",
            "[",
            "]",
            "[}",
            "{]",
            "{\"a\":1",
            "1 2",
            "{} {}",
            "\"\\",
            "// a\n1",
            "{,}",
            "[1 2]",
            "{\"a\" 1}",
            "{1:1}",
        ];
        for text in texts {
            assert!(Json::parse(text).is_none(), "{text}");
        }
    }

    #[test]
    fn strings_are_unescaped() {
        assert_eq!(
            string(r#""a\"\\\/\b\f\n\r\té\u00e9z""#),
            "a\"\\/\u{8}\u{c}\n\r\téézz".replace("zz", "z")
        );
        assert_eq!(string(r#""\ud83e\uDD80\ud83e""#), "🦀\u{fffd}");
        assert_eq!(string(r#""\udd80\ud83ex\ud83e\n""#), "\u{fffd}\u{fffd}x\u{fffd}\n");
        assert_eq!(string(r#""\ud83e\ud83e\udd80""#), "\u{fffd}🦀");
    }

    #[test]
    fn the_last_of_equal_keys_counts() {
        let json =
            Json::parse(r#"{"a": [1, {"b": 2}], "b": "x", "\u0062": "y", "c": {}}"#).unwrap();
        let root = root(&json);
        assert_eq!(root.get("b").unwrap().string().unwrap(), "y");
        assert_eq!(root.get("a").unwrap().array().unwrap().count(), 2);
        assert!(root.get("a").unwrap().get("b").is_none());
        assert!(root.get("d").is_none() && root.get("c").unwrap().get("a").is_none());
        assert!(root.array().is_none());
    }

    #[test]
    fn truthiness_is_that_of_javascript() {
        for (text, truthy) in [
            ("null", false),
            ("false", false),
            ("0", false),
            ("-0.0e5", false),
            ("1e-999", false),
            ("\"\"", false),
            ("true", true),
            ("1e999", true),
            ("0.1", true),
            ("\"0\"", true),
            ("[]", true),
            ("{}", true),
        ] {
            assert_eq!(root(&Json::parse(text).unwrap()).is_truthy(), truthy, "{text}");
        }
    }

    #[test]
    fn depth_is_unbounded() {
        let deep = format!("{}{}", "[".repeat(1_000_000), "]".repeat(1_000_000));
        assert!(Json::parse(&deep).is_some());
        assert!(Json::parse(&deep[1..]).is_none());
        let deep = format!("{}1{}", "{\"a\":".repeat(100_000), "}".repeat(100_000));
        let json = Json::parse(&deep).unwrap();
        assert!(root(&json).get("a").unwrap().get("a").is_some());
    }
}
