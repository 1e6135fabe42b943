//! The lenient reader: JSON as pages have it, read as far as it can be understood.

use super::{Arena, Kind};

/// The deepest nesting that is read. No description of a page needs more.
const MAX_DEPTH: usize = 64;

/// The most values that are read. Scripts of real pages have some hundreds.
const MAX_VALUES: usize = 1 << 16;

/// Returns the values of a text; none if it has 4 GiB or more.
pub(super) fn read(text: &str) -> Arena {
    let mut reader = Reader { text, at: 0, arena: Arena::default(), open: Vec::new() };
    if u32::try_from(text.len()).is_ok() {
        reader.run();
    }
    reader.arena
}

/// An array or object that is not closed yet.
struct Open {
    entry: u32,
    is_object: bool,
    /// In an object: a key has been read, and its value has not.
    key_waits: bool,
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    arena: Arena,
    open: Vec<Open>,
}

impl Reader<'_> {
    fn run(&mut self) {
        while self.arena.len() < MAX_VALUES {
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

    /// Moves to the next byte that is not white space, in a comment, or part of a mark around the
    /// text, and returns it.
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
                // White space outside ASCII, or something that is not JSON at all.
                128.. => rest.chars().next().map_or(1, char::len_utf8),
                _ => return Some(byte),
            };
        }
    }

    fn begin(&mut self, is_object: bool) {
        self.take_key();
        let entry = self.arena.len() as u32;
        let kind = if is_object { Kind::Object } else { Kind::Array };
        self.arena.push(kind, self.at, self.at + 1);
        self.open.push(Open { entry, is_object, key_waits: false });
        self.at += 1;
    }

    /// Ends the innermost open array or object of the kind that the bracket closes, and everything
    /// open in it. For example, the `}` in `{"a": [1}` ends the array too. A bracket that closes
    /// nothing is skipped.
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
            self.arena.close(open.entry, self.at);
        }
    }

    /// Reads a string. Quotation marks in it are often not escaped, so it ends at the first one
    /// that is followed by something that can follow a string, for example a comma.
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
                self.arena.push(Kind::String, start, end);
            }
            Some(open) => {
                open.key_waits = false;
                self.arena.push(kind, start, end);
            }
            None if kind == Kind::String => self.arena.push(kind, start, end),
            // Words outside of arrays and objects mean nothing.
            None => {}
        }
    }

    /// Before an array or object: uses up the key that waits for it. If the surrounding object has
    /// no such key, the key is empty.
    fn take_key(&mut self) {
        let at = self.at;
        let Some(open) = self.open.last_mut().filter(|open| open.is_object) else { return };
        if open.key_waits {
            open.key_waits = false;
        } else {
            self.arena.push(Kind::String, at, at);
        }
    }

    /// Gives a key without a value an empty one.
    fn complete_member(&mut self) {
        if let Some(open) = self.open.last_mut()
            && open.key_waits
        {
            open.key_waits = false;
            self.arena.push(Kind::Plain, self.at, self.at);
        }
    }
}

/// Returns true if a quotation mark before this text can be the end of a string.
fn ends_string(rest: &[u8]) -> bool {
    let next = rest.iter().find(|byte| !byte.is_ascii_whitespace());
    next.is_none_or(|byte| b",:]}/<".contains(byte))
}

#[cfg(test)]
mod tests {
    use super::super::{Json, Value};
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let json = Json::read(text);
        let values: Vec<String> = json.roots().map(Value::to_json).collect();
        assert_eq!(values, expected, "{text}");
    }

    #[test]
    fn valid_json_is_unchanged() {
        let text = r#"{"a":[1,-2.5,true,null,"x"],"b":{"c":{},"d":[]}}"#;
        check(text, &[text]);
        check(r#"{"a":"\"\\\/\u0041\ud83d\ude00\ud83dx"}"#, &["{\"a\":\"\\\"\\\\/A😀\u{fffd}x\"}"]);
        check("", &[]);
    }

    #[test]
    fn broken_json_is_repaired() {
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
    fn depth_and_number_of_values_are_bounded() {
        let json = Json::read("[[").arena.len();
        assert_eq!(json, 2);
        assert_eq!(Json::read(&"[".repeat(100_000)).arena.len(), MAX_DEPTH);
        assert_eq!(Json::read(&"1,".repeat(100_000)).arena.len(), 0);
        assert_eq!(Json::read(&("[".to_owned() + &"1,".repeat(100_000))).arena.len(), MAX_VALUES);
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
