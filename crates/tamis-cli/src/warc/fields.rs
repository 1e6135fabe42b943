//! The header fields of records and of HTTP messages.

use std::io::{self, BufRead, Read};

/// A first line and named fields.
#[derive(Debug)]
pub struct Head {
    /// The first line without its end.
    pub first: String,
    fields: Vec<(String, String)>,
}

impl Head {
    /// The head in these lines. Lines that begin with white space go on with the one before; lines without a colon
    /// are left out; bytes that are no UTF-8 become U+FFFD.
    pub fn parse(bytes: &[u8]) -> Head {
        let text = String::from_utf8_lossy(bytes);
        let mut lines = text.lines();
        let first = lines.next().unwrap_or_default().trim_end().to_owned();
        let mut fields: Vec<(String, String)> = Vec::new();
        for line in lines {
            if line.starts_with([' ', '\t']) {
                if let Some((_, value)) = fields.last_mut() {
                    value.push(' ');
                    value.push_str(line.trim());
                }
            } else if let Some((name, value)) = line.split_once(':') {
                fields.push((name.trim().to_ascii_lowercase(), value.trim().to_owned()));
            }
        }
        Head { first, fields }
    }

    /// The value of the first field with this name, which is in lower case.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// Where the reading of a head ended.
#[derive(Debug, PartialEq, Eq)]
pub enum HeadEnd {
    /// At an empty line, which is not among the bytes.
    EmptyLine,
    /// The input ended before.
    Input,
    /// At the limit.
    Limit,
}

/// Appends the lines up to an empty one to `head`, at most `max_bytes`.
pub fn read_head(
    reader: &mut impl BufRead,
    head: &mut Vec<u8>,
    max_bytes: usize,
) -> io::Result<HeadEnd> {
    loop {
        let begin = head.len();
        let room = max_bytes.saturating_sub(begin);
        if room == 0 {
            return Ok(HeadEnd::Limit);
        }
        reader.by_ref().take(room as u64).read_until(b'\n', head)?;
        match &head[begin..] {
            b"\n" | b"\r\n" => {
                head.truncate(begin);
                return Ok(HeadEnd::EmptyLine);
            }
            line if line.ends_with(b"\n") || line.len() == room => {}
            _ => return Ok(HeadEnd::Input),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(input: &str, max_bytes: usize, expected: &(&str, HeadEnd)) {
        let mut head = Vec::new();
        let end = read_head(&mut input.as_bytes(), &mut head, max_bytes).unwrap();
        assert_eq!(&(std::str::from_utf8(&head).unwrap(), end), expected, "{input:?}");
    }

    #[test]
    fn heads_end_at_an_empty_line() {
        check("a: b\r\n\r\nrest", 100, &("a: b\r\n", HeadEnd::EmptyLine));
        check("a: b\n\nrest", 100, &("a: b\n", HeadEnd::EmptyLine));
        check("\nrest", 100, &("", HeadEnd::EmptyLine));
        check("a: b\n", 100, &("a: b\n", HeadEnd::Input));
        check("a: b", 100, &("a: b", HeadEnd::Input));
        check("a: b\nc: d\n\n", 7, &("a: b\nc:", HeadEnd::Limit));
    }

    #[test]
    fn fields_in_every_spelling() {
        let head = Head::parse(b"HTTP/1.1 200 OK \r\nA-b : 1\r\nno field\r\nC:d\n  e\nA-B: 2\n");
        assert_eq!(head.first, "HTTP/1.1 200 OK");
        assert_eq!((head.get("a-b"), head.get("c"), head.get("x")), (Some("1"), Some("d e"), None));
    }
}
