//! JSON as pages have it: read as far as it can be understood.

use std::borrow::Cow;

/// More nesting than this is left out: no description of a page needs it.
const MAX_DEPTH: usize = 64;

/// More values than this are not read. Real scripts have some hundreds.
const MAX_VALUES: usize = 1 << 16;

/// The values of a text, one behind the other in its order, so that neither reading nor dropping recurses.
///
/// What stricter readers refuse is passed over: commas too many or too few, control characters and quotation marks in
/// strings, comments, the marks of comments and CDATA sections around the text, several values in a row, a missing end.
#[derive(Clone, Debug)]
pub(crate) struct Json<'t> {
    text: &'t str,
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    kind: Kind,
    /// Where the value stands in the text; for a string without its quotes.
    start: u32,
    end: u32,
    /// The entry behind the value and all that is in it.
    next: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// A number, `true`, `false`, `null`, or what stands where a value is missing.
    Plain,
    String,
    Array,
    /// Its members' keys and values take turns.
    Object,
}

/// One value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value<'j> {
    json: &'j Json<'j>,
    entry: u32,
}

impl<'t> Json<'t> {
    /// The values in this text. Linear in its length.
    pub(crate) fn read(text: &'t str) -> Json<'t> {
        let mut reader = Reader { text, at: 0, entries: Vec::new(), open: Vec::new() };
        if u32::try_from(text.len()).is_ok() {
            reader.run();
        }
        Json { text, entries: reader.entries }
    }

    /// The values that stand side by side: one in most texts, none in one without any.
    pub(crate) fn roots(&self) -> impl Iterator<Item = Value<'_>> {
        self.values(0, self.entries.len() as u32)
    }

    fn values(&self, first: u32, end: u32) -> impl Iterator<Item = Value<'_>> {
        let at = move |entry: u32| (entry < end).then_some(Value { json: self, entry });
        std::iter::successors(at(first), move |value| at(value.entry().next))
    }
}

impl<'j> Value<'j> {
    fn entry(self) -> Entry {
        self.json.entries[self.entry as usize]
    }

    /// The value as it stands in the text; a string without its quotes and with its escapes.
    pub(crate) fn source(self) -> &'j str {
        let Entry { start, end, .. } = self.entry();
        &self.json.text[start as usize..end as usize]
    }

    /// The string, its escapes decoded and those of white space made spaces; `None` for any other value.
    pub(crate) fn string(self) -> Option<Cow<'j, str>> {
        (self.entry().kind == Kind::String).then(|| unescape(self.source(), ' '))
    }

    /// As [`Value::string`], with its line breaks.
    pub(crate) fn lines(self) -> Option<Cow<'j, str>> {
        (self.entry().kind == Kind::String).then(|| unescape(self.source(), '\n'))
    }

    /// A number that no other value of the text has.
    pub(crate) fn place(self) -> u32 {
        self.entry
    }

    /// Whether they are one and the same value of one text.
    pub(crate) fn is(self, other: Value<'_>) -> bool {
        std::ptr::eq(self.source(), other.source())
    }

    /// Whether it is an object.
    pub(crate) fn is_object(self) -> bool {
        self.entry().kind == Kind::Object
    }

    /// Whether it is an array.
    pub(crate) fn is_array(self) -> bool {
        self.entry().kind == Kind::Array
    }

    /// The values of an array; of any other value itself alone. Pages write one value where there could be several.
    pub(crate) fn each(self) -> impl Iterator<Item = Value<'j>> {
        let entry = self.entry();
        let (first, end) = if self.is_array() {
            (self.entry + 1, entry.next)
        } else {
            (self.entry, self.entry + 1)
        };
        self.json.values(first, end)
    }

    /// The members of an object, in order; none of any other value.
    pub(crate) fn members(self) -> impl Iterator<Item = (Cow<'j, str>, Value<'j>)> {
        let end = if self.is_object() { self.entry().next } else { 0 };
        let mut values = self.json.values(self.entry + 1, end);
        std::iter::from_fn(move || {
            let key = values.next()?;
            Some((unescape(key.source(), ' '), values.next()?))
        })
    }

    /// The member of an object with this key, the first of several.
    pub(crate) fn get(self, key: &str) -> Option<Value<'j>> {
        self.members().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// The value as JSON that every reader takes.
    pub(crate) fn to_json(self) -> String {
        let mut out = String::new();
        let last = self.entry().next;
        // The containers that are open: their ends, whether they are objects, and how many entries were written in them.
        let mut open: Vec<(u32, bool, usize)> = Vec::new();
        for at in self.entry..last {
            while let Some(&(end, is_object, _)) = open.last()
                && end <= at
            {
                out.push(if is_object { '}' } else { ']' });
                open.pop();
            }
            if let Some((_, is_object, count)) = open.last_mut() {
                if *count > 0 {
                    out.push(if *is_object && *count % 2 == 1 { ':' } else { ',' });
                }
                *count += 1;
            }
            let value = Value { json: self.json, entry: at };
            match value.entry().kind {
                Kind::String => write_string(&mut out, &unescape(value.source(), ' ')),
                Kind::Plain => out.push_str(plain(value.source())),
                Kind::Array => out.push('['),
                Kind::Object => out.push('{'),
            }
            if value.is_array() || value.is_object() {
                open.push((value.entry().next, value.is_object(), 0));
            }
        }
        while let Some((_, is_object, _)) = open.pop() {
            out.push(if is_object { '}' } else { ']' });
        }
        out
    }
}

/// A number or a word of JSON; `null` for what is none.
fn plain(source: &str) -> &str {
    let digits = source.strip_prefix('-').unwrap_or(source);
    let is_number = digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.ends_with(|c: char| c.is_ascii_digit())
        && (digits.starts_with("0.") || digits == "0" || !digits.starts_with('0'))
        && !digits.contains(['-', '+'])
        && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        && digits.matches('.').count() < 2;
    if is_number || matches!(source, "true" | "false") { source } else { "null" }
}

fn write_string(out: &mut String, text: &str) {
    use std::fmt::Write as _;
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if c < ' ' => {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

/// The text of a string, with this character for a line break; an escape that is none stands for its character, a lone
/// surrogate for U+FFFD.
fn unescape(source: &str, line_break: char) -> Cow<'_, str> {
    if !source.contains('\\') {
        return Cow::Borrowed(source);
    }
    let mut text = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(at) = rest.find('\\') {
        text.push_str(&rest[..at]);
        let (character, behind) = escaped(&rest[at + 1..]);
        let is_break = rest[at..].starts_with("\\n") || rest[at..].starts_with("\\r");
        text.extend(if is_break { Some(line_break) } else { character });
        rest = behind;
    }
    text.push_str(rest);
    Cow::Owned(text)
}

/// The character that an escape stands for, and what follows it.
fn escaped(escape: &str) -> (Option<char>, &str) {
    if let Some((unit, behind)) = code_unit(escape) {
        let pair = behind.strip_prefix('\\').and_then(code_unit);
        let decoded = pair.and_then(|(low, behind)| {
            let character = char::decode_utf16([unit, low]).next()?.ok()?;
            (character > '\u{ffff}').then_some((character, behind))
        });
        let (character, behind) = decoded.unwrap_or_else(|| {
            let alone = char::from_u32(u32::from(unit));
            (alone.unwrap_or(char::REPLACEMENT_CHARACTER), behind)
        });
        return (Some(character), behind);
    }
    let mut rest = escape.chars();
    let character = rest.next().map(|letter| match letter {
        'b' | 'f' | 'n' | 'r' | 't' => ' ',
        same => same,
    });
    (character, rest.as_str())
}

/// The code unit of a `u` with four hexadecimal digits, and what follows them.
fn code_unit(escape: &str) -> Option<(u16, &str)> {
    let (digits, behind) = escape.strip_prefix('u')?.split_at_checked(4)?;
    let hexadecimal = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    Some((u16::from_str_radix(digits, 16).ok().filter(|_| hexadecimal)?, behind))
}

struct Open {
    entry: u32,
    is_object: bool,
    /// In an object: a key was read, and no value yet.
    key_waits: bool,
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    entries: Vec<Entry>,
    open: Vec<Open>,
}

impl Reader<'_> {
    fn run(&mut self) {
        while self.entries.len() < MAX_VALUES {
            let Some(byte) = self.next_token() else { break };
            match byte {
                b'{' | b'[' => {
                    if self.open.len() == MAX_DEPTH {
                        break;
                    }
                    self.begin(byte == b'{');
                }
                b'}' | b']' => self.end(byte == b'}'),
                b'"' => self.string(),
                b',' => {
                    self.complete_member();
                    self.at += 1;
                }
                _ => self.plain(),
            }
        }
        while !self.open.is_empty() {
            self.close();
        }
    }

    /// The next byte that is neither white space nor in a comment nor a mark around the text.
    fn next_token(&mut self) -> Option<u8> {
        const MARKS: [&str; 5] = ["<!--", "-->", "<![CDATA[", "]]>", "//]]>"];
        loop {
            let rest = &self.text[self.at..];
            let byte = *rest.as_bytes().first()?;
            self.at += match byte {
                b'/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
                b'/' | b'<' | b'-' | b']' => {
                    match MARKS.iter().find(|mark| rest.starts_with(**mark)) {
                        Some(mark) => mark.len(),
                        None if byte == b'/' => rest.find('\n').unwrap_or(rest.len()),
                        None if byte == b'<' => 1,
                        None => return Some(byte),
                    }
                }
                b':' | b';' | b'>' | 0..=b' ' => 1,
                // White space outside ASCII, or what is no JSON at all.
                128.. => rest.chars().next().map_or(1, char::len_utf8),
                _ => return Some(byte),
            };
        }
    }

    fn begin(&mut self, is_object: bool) {
        self.give_key();
        let entry = self.entries.len() as u32;
        let kind = if is_object { Kind::Object } else { Kind::Array };
        self.push(kind, self.at, self.at + 1);
        self.open.push(Open { entry, is_object, key_waits: false });
        self.at += 1;
    }

    /// Ends the innermost container of this kind with all that are open in it; without one the mark is passed over.
    fn end(&mut self, is_object: bool) {
        self.at += 1;
        let Some(depth) = self.open.iter().rposition(|open| open.is_object == is_object) else {
            return;
        };
        while self.open.len() > depth {
            self.close();
        }
    }

    fn close(&mut self) {
        self.complete_member();
        if let Some(open) = self.open.pop() {
            let next = self.entries.len() as u32;
            let entry = &mut self.entries[open.entry as usize];
            entry.next = next;
            entry.end = self.at as u32;
        }
    }

    /// A string: it ends at the first quotation mark behind which a string can end.
    fn string(&mut self) {
        let bytes = self.text.as_bytes();
        let start = self.at + 1;
        let mut at = start;
        loop {
            match bytes.get(at) {
                None => break,
                Some(b'\\') => at += 1,
                Some(b'"') if ends_string(&bytes[at + 1..]) => break,
                Some(_) => {}
            }
            at += 1;
        }
        let end = at.min(bytes.len());
        self.scalar(Kind::String, start, end);
        self.at = (end + 1).min(bytes.len());
    }

    fn plain(&mut self) {
        let rest = &self.text.as_bytes()[self.at..];
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-._$@'".contains(byte);
        let length = rest.iter().take_while(|byte| is_part(byte)).count();
        if length > 0 {
            self.scalar(Kind::Plain, self.at, self.at + length);
        }
        self.at += length.max(1);
    }

    fn scalar(&mut self, kind: Kind, start: usize, end: usize) {
        match self.open.last_mut() {
            Some(open) if open.is_object && !open.key_waits => {
                open.key_waits = true;
                self.push(Kind::String, start, end);
            }
            Some(open) => {
                open.key_waits = false;
                self.push(kind, start, end);
            }
            None if kind == Kind::String => self.push(kind, start, end),
            // Words between the values of a text mean nothing.
            None => {}
        }
    }

    /// Before a container: where its object still waits for a key, an empty one.
    fn give_key(&mut self) {
        let at = self.at;
        let Some(open) = self.open.last_mut().filter(|open| open.is_object) else { return };
        if open.key_waits {
            open.key_waits = false;
        } else {
            self.push(Kind::String, at, at);
        }
    }

    /// Gives a key without a value an empty one.
    fn complete_member(&mut self) {
        if let Some(open) = self.open.last_mut()
            && open.key_waits
        {
            open.key_waits = false;
            self.push(Kind::Plain, self.at, self.at);
        }
    }

    fn push(&mut self, kind: Kind, start: usize, end: usize) {
        let next = self.entries.len() as u32 + 1;
        self.entries.push(Entry { kind, start: start as u32, end: end as u32, next });
    }
}

/// Whether what follows a quotation mark is what follows a string.
fn ends_string(rest: &[u8]) -> bool {
    let next = rest.iter().find(|byte| !byte.is_ascii_whitespace());
    next.is_none_or(|byte| b",:]}/<".contains(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let json = Json::read(text);
        let values: Vec<String> = json.roots().map(Value::to_json).collect();
        assert_eq!(values, expected, "{text}");
    }

    #[test]
    fn sound_json_is_read_as_it_is() {
        let text = r#"{"a":[1,-2.5,true,null,"x"],"b":{"c":{},"d":[]}}"#;
        check(text, &[text]);
        check(r#"{"a":"\"\\\/\u0041\ud83d\ude00\ud83dx"}"#, &["{\"a\":\"\\\"\\\\/A😀\u{fffd}x\"}"]);
        check("", &[]);
    }

    #[test]
    fn broken_json_is_mended() {
        check(r#"{"a":1,,"b":[1,2,],}"#, &[r#"{"a":1,"b":[1,2]}"#]);
        check("{\"a\":\"one\n\ttwo\"}", &[r#"{"a":"one\u000a\u0009two"}"#]);
        check(r#"{"a":"say "hi" now","b":1}"#, &[r#"{"a":"say \"hi\" now","b":1}"#]);
        check("<!-- {\"a\":1} -->", &[r#"{"a":1}"#]);
        check("//<![CDATA[\n{\"a\":1}\n//]]>", &[r#"{"a":1}"#]);
        check("/* x */ {\"a\": 1 // one\n}", &[r#"{"a":1}"#]);
        check("{\"a\":1}{\"b\":2};", &[r#"{"a":1}"#, r#"{"b":2}"#]);
        check(r#"{"a":{"b":"c"#, &[r#"{"a":{"b":"c"}}"#]);
        check(r#"{"a":[1,{"b":2}"#, &[r#"{"a":[1,{"b":2}]}"#]);
        check(r#"{"a":"b","c"}"#, &[r#"{"a":"b","c":null}"#]);
        check("{a:1}", &[r#"{"a":1}"#]);
        check(r#"{{"a":1}}"#, &[r#"{"":{"a":1}}"#]);
        check("]}{\"a\":1", &[r#"{"a":1}"#]);
        check(r#"{"a":undefined}"#, &[r#"{"a":null}"#]);
    }

    #[test]
    fn depth_and_number_are_bounded() {
        let json = Json::read("[[").entries.len();
        assert_eq!(json, 2);
        assert_eq!(Json::read(&"[".repeat(100_000)).entries.len(), MAX_DEPTH);
        assert_eq!(Json::read(&"1,".repeat(100_000)).entries.len(), 0);
        assert_eq!(Json::read(&("[".to_owned() + &"1,".repeat(100_000))).entries.len(), MAX_VALUES);
    }

    #[test]
    fn members_and_elements_are_found() {
        let json = Json::read(r#"{"a":[{"b":"c"},2],"a":3,"e":"f"}"#);
        let root = json.roots().next().unwrap();
        let list = root.get("a").unwrap();
        assert_eq!(list.each().count(), 2);
        let inner = list.each().next().unwrap();
        assert_eq!(inner.each().count(), 1);
        assert_eq!(inner.get("b").unwrap().string().unwrap(), "c");
        assert!(root.get("x").is_none());
        assert_eq!(root.members().count(), 3);
        assert_eq!(root.get("e").unwrap().members().count(), 0);
    }
}
