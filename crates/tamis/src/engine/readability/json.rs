//! JSON as JavaScript's `JSON.parse` takes it: of any depth, with lone surrogates, the last of equal keys counting.

use std::borrow::Cow;

/// A parsed text: its values one behind the other in the order of the text, so that neither reading nor dropping
/// recurses.
#[derive(Clone, Debug)]
pub struct Json<'t> {
    text: &'t str,
    entries: Vec<Entry>,
}

/// 16 bytes, since a text may have a value for every other of its bytes.
#[derive(Clone, Copy, Debug)]
struct Entry {
    kind: Kind,
    /// Where the value stands in the text; for a string without its quotes.
    start: u32,
    end: u32,
    /// The entry behind the value and all that is in it.
    next: u32,
}

const _: () = assert!(size_of::<Entry>() == 16);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Null,
    False,
    True,
    Number,
    String,
    Array,
    /// Its members' keys and values take turns.
    Object,
}

/// One value of a parsed text.
#[derive(Clone, Copy, Debug)]
pub struct Value<'j> {
    json: &'j Json<'j>,
    entry: u32,
}

impl<'t> Json<'t> {
    /// The parsed text; `None` where it is no JSON, or of 4 GiB and more.
    ///
    /// Source: ECMAScript, `JSON.parse`.
    pub fn parse(text: &'t str) -> Option<Json<'t>> {
        u32::try_from(text.len()).ok()?;
        let mut reader = Reader { text, at: 0, entries: Vec::new(), open: Vec::new() };
        reader.document()?;
        Some(Json { text, entries: reader.entries })
    }

    /// The value that the text is.
    pub fn root(&self) -> Value<'_> {
        Value { json: self, entry: 0 }
    }
}

impl<'j> Value<'j> {
    fn entry(self) -> Entry {
        self.json.entries[self.entry as usize]
    }

    fn source(self) -> &'j str {
        let Entry { start, end, .. } = self.entry();
        &self.json.text[start as usize..end as usize]
    }

    fn at(self, entry: u32) -> Value<'j> {
        Value { json: self.json, entry }
    }

    /// Whether it is `null`.
    pub fn is_null(self) -> bool {
        self.entry().kind == Kind::Null
    }

    /// Whether JavaScript takes it for true: everything but `null`, `false`, zero and the empty string.
    pub fn is_truthy(self) -> bool {
        match self.entry().kind {
            Kind::Null | Kind::False => false,
            Kind::Number => self.source().parse::<f64>().is_ok_and(|number| number != 0.0),
            Kind::String => !self.source().is_empty(),
            Kind::True | Kind::Array | Kind::Object => true,
        }
    }

    /// The string; `None` for any other value. Lone surrogates become U+FFFD.
    pub fn string(self) -> Option<Cow<'j, str>> {
        (self.entry().kind == Kind::String).then(|| unescape(self.source()))
    }

    /// The values of an array; `None` for any other value.
    pub fn array(self) -> Option<impl Iterator<Item = Value<'j>>> {
        (self.entry().kind == Kind::Array).then(|| self.values())
    }

    /// The member of an object with this key, the last one if there are more; `None` where there is none, and for any
    /// other value.
    pub fn get(self, key: &str) -> Option<Value<'j>> {
        if self.entry().kind != Kind::Object {
            return None;
        }
        let mut values = self.values();
        let mut found = None;
        while let (Some(name), Some(value)) = (values.next(), values.next()) {
            if unescape(name.source()) == key {
                found = Some(value);
            }
        }
        found
    }

    /// What an array or object has directly in it.
    fn values(self) -> impl Iterator<Item = Value<'j>> {
        let end = self.entry().next;
        let within = move |value: &Value<'j>| value.entry < end;
        let first = Some(self.at(self.entry + 1)).filter(within);
        std::iter::successors(first, move |value| Some(self.at(value.entry().next)).filter(within))
    }
}

/// The string that stands between quotes in valid JSON.
fn unescape(source: &str) -> Cow<'_, str> {
    let Some(first) = source.find('\\') else { return Cow::Borrowed(source) };
    let mut text = source[..first].to_owned();
    let mut rest = &source[first..];
    while let Some(escape) = rest.strip_prefix('\\') {
        let (character, behind) = escaped(escape);
        text.push(character);
        let plain = behind.find('\\').unwrap_or(behind.len());
        text.push_str(&behind[..plain]);
        rest = &behind[plain..];
    }
    Cow::Owned(text)
}

/// The character of the escape that the text begins with, past its backslash, and what follows it.
fn escaped(escape: &str) -> (char, &str) {
    if let Some((unit, behind)) = unicode_escape(escape) {
        let low = behind.strip_prefix('\\').and_then(unicode_escape);
        if let Some((low, behind)) = low
            && let Some(Ok(character)) = char::decode_utf16([unit, low]).next()
            && character > '\u{ffff}'
        {
            return (character, behind);
        }
        let character = char::from_u32(u32::from(unit));
        return (character.unwrap_or(char::REPLACEMENT_CHARACTER), behind);
    }
    let mut behind = escape.chars();
    let character = match behind.next() {
        Some('b') => '\u{8}',
        Some('f') => '\u{c}',
        Some('n') => '\n',
        Some('r') => '\r',
        Some('t') => '\t',
        Some(same) => same,
        None => char::REPLACEMENT_CHARACTER,
    };
    (character, behind.as_str())
}

/// The code unit of a `u` with four hexadecimal digits, and what follows them.
fn unicode_escape(escape: &str) -> Option<(u16, &str)> {
    let digits = escape.strip_prefix('u')?;
    let (digits, behind) = digits.split_at_checked(4)?;
    if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    Some((u16::from_str_radix(digits, 16).ok()?, behind))
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    entries: Vec<Entry>,
    /// The arrays and objects that are not closed yet.
    open: Vec<usize>,
}

/// Each function reads one thing and is `None` where it is not there.
impl Reader<'_> {
    fn document(&mut self) -> Option<()> {
        loop {
            let value_follows = self.value()?;
            if !value_follows && !self.behind_value()? {
                return Some(());
            }
        }
    }

    /// A value, or the opening of an array or object up to its first value; whether such a value follows.
    fn value(&mut self) -> Option<bool> {
        let byte = self.peek()?;
        match byte {
            b'{' | b'[' => return self.opening(byte == b'{'),
            b'"' => self.string()?,
            b'n' => self.literal(Kind::Null, "null")?,
            b't' => self.literal(Kind::True, "true")?,
            b'f' => self.literal(Kind::False, "false")?,
            _ => self.number()?,
        }
        Some(false)
    }

    /// What follows a value: ends of arrays and objects, then a comma or the end of the text; whether a value follows.
    fn behind_value(&mut self) -> Option<bool> {
        loop {
            let next = self.peek();
            let Some(&open) = self.open.last() else {
                return next.is_none().then_some(false);
            };
            let object = self.entries[open].kind == Kind::Object;
            self.at += 1;
            match next? {
                b',' if object => {
                    self.key()?;
                    return Some(true);
                }
                b',' => return Some(true),
                b'}' if object => self.close(),
                b']' if !object => self.close(),
                _ => return None,
            }
        }
    }

    fn opening(&mut self, object: bool) -> Option<bool> {
        let (kind, closing) = if object { (Kind::Object, b'}') } else { (Kind::Array, b']') };
        self.open.push(self.entries.len());
        self.push(kind, self.at, self.at + 1);
        self.at += 1;
        if self.peek()? == closing {
            self.at += 1;
            self.close();
            return Some(false);
        }
        if object {
            self.key()?;
        }
        Some(true)
    }

    fn close(&mut self) {
        if let Some(open) = self.open.pop() {
            self.entries[open].next = self.entries.len() as u32;
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
        self.push(Kind::String, start, at);
        self.at = at + 1;
        Some(())
    }

    fn literal(&mut self, kind: Kind, spelling: &str) -> Option<()> {
        if !self.text[self.at..].starts_with(spelling) {
            return None;
        }
        self.push(kind, self.at, self.at + spelling.len());
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
        self.push(Kind::Number, start, self.at);
        Some(())
    }

    fn digits(&mut self) -> Option<()> {
        let rest = &self.text.as_bytes()[self.at..];
        let count = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at += count;
        (count > 0).then_some(())
    }

    /// Takes one of these bytes, if it is there.
    fn take(&mut self, bytes: &[u8]) -> bool {
        let next = self.text.as_bytes().get(self.at);
        let found = next.is_some_and(|byte| bytes.contains(byte));
        self.at += usize::from(found);
        found
    }

    /// The next byte that is no white space.
    fn peek(&mut self) -> Option<u8> {
        while self.take(b" \t\n\r") {}
        self.text.as_bytes().get(self.at).copied()
    }

    fn push(&mut self, kind: Kind, start: usize, end: usize) {
        let next = self.entries.len() as u32 + 1;
        self.entries.push(Entry { kind, start: start as u32, end: end as u32, next });
    }
}

/// The length in bytes of an escape, without its backslash; `None` for what is none.
fn escape_length(escape: &str) -> Option<usize> {
    match escape.bytes().next()? {
        b'u' => unicode_escape(escape).map(|_| 5),
        b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => Some(1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn string(text: &str) -> String {
        Json::parse(text).unwrap().root().string().unwrap().into_owned()
    }

    #[test]
    fn what_json_parse_takes_is_taken() {
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
    fn what_json_parse_refuses_is_refused() {
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
    fn members_are_found_by_their_last_key() {
        let json =
            Json::parse(r#"{"a": [1, {"b": 2}], "b": "x", "\u0062": "y", "c": {}}"#).unwrap();
        let root = json.root();
        assert_eq!(root.get("b").unwrap().string().unwrap(), "y");
        assert_eq!(root.get("a").unwrap().array().unwrap().count(), 2);
        assert!(root.get("a").unwrap().get("b").is_none());
        assert!(root.get("d").is_none() && root.get("c").unwrap().get("a").is_none());
        assert!(root.array().is_none());
    }

    #[test]
    fn truth_is_that_of_javascript() {
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
            assert_eq!(Json::parse(text).unwrap().root().is_truthy(), truthy, "{text}");
        }
    }

    #[test]
    fn depth_is_free() {
        let deep = format!("{}{}", "[".repeat(1_000_000), "]".repeat(1_000_000));
        assert!(Json::parse(&deep).is_some());
        assert!(Json::parse(&deep[1..]).is_none());
        let deep = format!("{}1{}", "{\"a\":".repeat(100_000), "}".repeat(100_000));
        assert!(Json::parse(&deep).unwrap().root().get("a").unwrap().get("a").is_some());
    }
}
