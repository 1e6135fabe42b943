//! The headers of records and of HTTP messages.

use std::io::{self, BufRead, Read};

/// The largest header of a record or of an HTTP message, in bytes.
pub(crate) const MAX_HEADER_BYTES: usize = 1 << 20;

/// The header of a record or of an HTTP message: a first line and named fields.
///
/// Bytes that are not UTF-8 are U+FFFD in it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Header {
    first_line: String,
    fields: Vec<(String, String)>,
}

impl Header {
    /// Reads the lines of a header. A line that begins with white space continues the line before
    /// it. Lines without a colon are ignored.
    pub(crate) fn parse(bytes: &[u8]) -> Header {
        let text = String::from_utf8_lossy(bytes);
        let mut lines = text.lines();
        let first_line = lines.next().unwrap_or_default().trim_end().to_owned();
        let mut fields: Vec<(String, String)> = Vec::new();
        for line in lines {
            if line.starts_with([' ', '\t']) {
                if let Some((_, value)) = fields.last_mut() {
                    value.push(' ');
                    value.push_str(line.trim());
                }
            } else if let Some((name, value)) = line.split_once(':') {
                fields.push((name.trim().to_owned(), value.trim().to_owned()));
            }
        }
        Header { first_line, fields }
    }

    /// Returns the first line, such as `WARC/1.1` or `HTTP/1.1 200 OK`.
    pub fn first_line(&self) -> &str {
        &self.first_line
    }

    /// Returns the value of the first field with this name. Case does not matter.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.fields().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// Returns the names and values of all fields in their order, names as they are written.
    pub fn fields(&self) -> impl Iterator<Item = (&str, &str)> {
        self.fields.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// The place where a header ends.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum HeaderEnd {
    /// An empty line. It is read, but not one of the bytes.
    EmptyLine,
    /// The end of the input, without an empty line.
    Input,
    /// The limit.
    Limit,
}

/// Appends the lines up to an empty one to `header`, which gets at most `max_bytes` long.
pub(crate) fn read_header(
    reader: &mut impl BufRead,
    header: &mut Vec<u8>,
    max_bytes: usize,
) -> io::Result<HeaderEnd> {
    loop {
        let begin = header.len();
        let room = max_bytes.saturating_sub(begin);
        if room == 0 {
            return Ok(HeaderEnd::Limit);
        }
        reader.by_ref().take(room as u64).read_until(b'\n', header)?;
        match &header[begin..] {
            b"\n" | b"\r\n" => {
                header.truncate(begin);
                return Ok(HeaderEnd::EmptyLine);
            }
            line if line.ends_with(b"\n") || line.len() == room => {}
            _ => return Ok(HeaderEnd::Input),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(input: &str, max_bytes: usize, expected: &(&str, HeaderEnd)) {
        let mut header = Vec::new();
        let end = read_header(&mut input.as_bytes(), &mut header, max_bytes).unwrap();
        assert_eq!(&(std::str::from_utf8(&header).unwrap(), end), expected, "{input:?}");
    }

    #[test]
    fn headers_end_at_an_empty_line() {
        check("a: b\r\n\r\nrest", 100, &("a: b\r\n", HeaderEnd::EmptyLine));
        check("a: b\n\nrest", 100, &("a: b\n", HeaderEnd::EmptyLine));
        check("\nrest", 100, &("", HeaderEnd::EmptyLine));
        check("a: b\n", 100, &("a: b\n", HeaderEnd::Input));
        check("a: b", 100, &("a: b", HeaderEnd::Input));
        check("a: b\nc: d\n\n", 7, &("a: b\nc:", HeaderEnd::Limit));
    }

    #[test]
    fn fields_in_every_spelling() {
        let header =
            Header::parse(b"HTTP/1.1 200 OK \r\nA-b : 1\r\nno field\r\nC:d\n  e\nA-B: 2\n");
        assert_eq!(header.first_line(), "HTTP/1.1 200 OK");
        assert_eq!(header.fields().collect::<Vec<_>>(), [("A-b", "1"), ("C", "d e"), ("A-B", "2")]);
        assert_eq!(
            (header.get("a-b"), header.get("c"), header.get("x")),
            (Some("1"), Some("d e"), None)
        );
    }
}
