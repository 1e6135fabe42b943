//! The encoding that a page declares: the `<meta>` prescan and the XML declaration.

use encoding_rs::{Encoding as Charset, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};

use super::{Encoding, EncodingSource};

/// The number of bytes that the prescan reads. The standard asks for 1024 bytes, and restarts the
/// parser at a later `<meta>`. Reading further at once gives the same text.
const PRESCAN_BYTES: usize = 64 << 10;

/// Returns the encoding that the page declares in a `<meta>` element or an XML declaration.
///
/// Returns `None` if it declares none within its first 64 KiB.
///
/// ```
/// use tamis_dom::declared_encoding;
/// assert_eq!(declared_encoding(b"<meta charset=big5>").unwrap().name(), "Big5");
/// assert!(declared_encoding(b"<p>text").is_none());
/// ```
///
/// Source: HTML standard, 13.2.3.2, "prescan a byte stream to determine its encoding" and "get an
/// XML encoding".
pub fn declared_encoding(bytes: &[u8]) -> Option<Encoding> {
    let bytes = &bytes[..bytes.len().min(PRESCAN_BYTES)];
    let xml = |charset| Encoding::new(charset, EncodingSource::XmlDeclaration);
    if bytes.starts_with(b"<\0?\0x\0") {
        return Some(xml(UTF_16LE));
    }
    if bytes.starts_with(b"\0<\0?\0x") {
        return Some(xml(UTF_16BE));
    }
    let by_meta = Prescan { bytes, at: 0 }.run();
    by_meta
        .map(|charset| Encoding::new(charset, EncodingSource::Meta))
        .or_else(|| xml_encoding(bytes).map(xml))
}

/// Returns the encoding that a declaration means. A page whose declaration was readable as ASCII is
/// not in UTF-16, even if it claims so.
///
/// Source: HTML standard, "prescan a byte stream to determine its encoding".
fn corrected(charset: &'static Charset) -> &'static Charset {
    if charset == UTF_16BE || charset == UTF_16LE {
        UTF_8
    } else if charset == X_USER_DEFINED {
        WINDOWS_1252
    } else {
        charset
    }
}

fn xml_encoding(bytes: &[u8]) -> Option<&'static Charset> {
    let declaration = bytes.strip_prefix(b"<?xml")?;
    let declaration = &declaration[..declaration.iter().position(|&byte| byte == b'>')?];
    let word = b"encoding";
    let at = declaration.windows(word.len()).position(|window| window == word)?;
    let rest = skip_control(&declaration[at + word.len()..]);
    let rest = skip_control(rest.strip_prefix(b"=")?);
    let (&quote, rest) = rest.split_first().filter(|(quote, _)| matches!(quote, b'"' | b'\''))?;
    let label = &rest[..rest.iter().position(|&byte| byte == quote)?];
    if label.iter().any(|&byte| byte <= 0x20) {
        return None;
    }
    Charset::for_label(label).map(corrected)
}

fn skip_control(bytes: &[u8]) -> &[u8] {
    let start = bytes.iter().position(|&byte| byte > 0x20).unwrap_or(bytes.len());
    &bytes[start..]
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | 0x0c | b'\r' | b' ')
}

struct Prescan<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl Prescan<'_> {
    fn run(&mut self) -> Option<&'static Charset> {
        while let Some(offset) = memchr::memchr(b'<', self.bytes.get(self.at..)?) {
            self.at += offset;
            let rest = &self.bytes[self.at..];
            if rest.starts_with(b"<!--") {
                // The dashes of `<!--` may also be those of `-->`, as in `<!-->`.
                self.at += 2;
                self.skip_past(b"-->")?;
            } else if is_meta(rest) {
                self.at += 5;
                if let Some(charset) = self.meta() {
                    return Some(charset);
                }
            } else if is_tag(rest) {
                let end = rest.iter().position(|&byte| is_space(byte) || byte == b'>')?;
                self.at += end;
                while self.attribute().is_some() {}
            } else if matches!(rest.get(1), Some(b'!' | b'/' | b'?')) {
                self.skip_past(b">")?;
            } else {
                self.at += 1;
            }
        }
        None
    }

    fn skip_past(&mut self, end: &[u8]) -> Option<()> {
        let offset = memchr::memmem::find(&self.bytes[self.at..], end)?;
        self.at += offset + end.len();
        Some(())
    }

    fn meta(&mut self) -> Option<&'static Charset> {
        let mut seen: Vec<Vec<u8>> = Vec::new();
        let mut got_pragma = false;
        let mut need_pragma = None;
        let mut charset = None;
        while let Some((name, value)) = self.attribute() {
            if seen.contains(&name) {
                continue;
            }
            match name.as_slice() {
                b"http-equiv" => got_pragma |= value == b"content-type",
                b"content" if charset.is_none() => {
                    if let Some(found) = charset_of_content(&value) {
                        charset = Some(found);
                        need_pragma = Some(true);
                    }
                }
                b"charset" => {
                    charset = Charset::for_label(&value);
                    need_pragma = Some(false);
                }
                _ => {}
            }
            // The other names never matter, so the list has at most three.
            if matches!(name.as_slice(), b"http-equiv" | b"content" | b"charset") {
                seen.push(name);
            }
        }
        match need_pragma {
            Some(needed) if !needed || got_pragma => charset.map(corrected),
            _ => None,
        }
    }

    /// Reads the next attribute of the tag, with its name and value in lower case; `None` at the
    /// end of the tag.
    fn attribute(&mut self) -> Option<(Vec<u8>, Vec<u8>)> {
        while self.peek().is_some_and(|byte| is_space(byte) || byte == b'/') {
            self.at += 1;
        }
        if self.peek()? == b'>' {
            return None;
        }
        let mut name = Vec::new();
        loop {
            match self.peek()? {
                b'=' if !name.is_empty() => break,
                byte if is_space(byte) => {
                    self.skip_spaces();
                    if self.peek()? != b'=' {
                        return Some((name, Vec::new()));
                    }
                    break;
                }
                b'/' | b'>' => return Some((name, Vec::new())),
                byte => name.push(byte.to_ascii_lowercase()),
            }
            self.at += 1;
        }
        self.at += 1;
        Some((name, self.value()?))
    }

    fn value(&mut self) -> Option<Vec<u8>> {
        self.skip_spaces();
        let first = self.peek()?;
        let mut value = Vec::new();
        if matches!(first, b'"' | b'\'') {
            loop {
                self.at += 1;
                let byte = self.peek()?;
                if byte == first {
                    self.at += 1;
                    return Some(value);
                }
                value.push(byte.to_ascii_lowercase());
            }
        }
        while let Some(byte) = self.peek().filter(|&byte| !is_space(byte) && byte != b'>') {
            value.push(byte.to_ascii_lowercase());
            self.at += 1;
        }
        self.peek().map(|_| value)
    }

    fn skip_spaces(&mut self) {
        while self.peek().is_some_and(is_space) {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }
}

fn is_meta(rest: &[u8]) -> bool {
    rest.get(1..5).is_some_and(|name| name.eq_ignore_ascii_case(b"meta"))
        && rest.get(5).is_some_and(|&byte| is_space(byte) || byte == b'/')
}

fn is_tag(rest: &[u8]) -> bool {
    let name = if rest.get(1) == Some(&b'/') { rest.get(2) } else { rest.get(1) };
    name.is_some_and(u8::is_ascii_alphabetic)
}

/// Extracts the encoding from the value of a `content` attribute, which is in lower case.
///
/// Source: HTML standard, 2.6.5 "extracting a character encoding from a meta element".
fn charset_of_content(value: &[u8]) -> Option<&'static Charset> {
    let mut rest = value;
    loop {
        let at = memchr::memmem::find(rest, b"charset")?;
        rest = skip_control(&rest[at + b"charset".len()..]);
        if let Some(after) = rest.strip_prefix(b"=") {
            rest = skip_control(after);
            break;
        }
    }
    let label = if let &quote @ (b'"' | b'\'') = rest.first()? {
        let inner = &rest[1..];
        &inner[..inner.iter().position(|&byte| byte == quote)?]
    } else {
        let end = rest.iter().position(|&byte| is_space(byte) || byte == b';');
        &rest[..end.unwrap_or(rest.len())]
    };
    Charset::for_label(label)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(page: &str, expected: Option<(&str, EncodingSource)>) {
        let found = declared_encoding(page.as_bytes()).map(|found| (found.name(), found.source()));
        assert_eq!(found, expected, "{page}");
    }

    #[test]
    fn meta_in_its_spellings() {
        let meta = |name| Some((name, EncodingSource::Meta));
        check("<meta charset=utf-8>", meta("UTF-8"));
        check("<META CharSet = 'ISO-8859-2' />", meta("ISO-8859-2"));
        check("<meta content='text/html; charset=big5'>", None);
        check("<meta content='text/html; charset=big5' http-equiv=Content-Type>", meta("Big5"));
        check("<meta http-equiv=content-type content='x;charset = \"gbk\"'>", meta("GBK"));
        check("<!-- <meta charset=koi8-r> --><meta charset=gbk>", meta("GBK"));
        check("<a title='<meta charset=koi8-r>'><meta charset=gbk>", meta("GBK"));
        check("<meta charset=utf-16le>", meta("UTF-8"));
        check("<meta charset=nonsense><meta charset=gbk>", meta("GBK"));
        check("<metax charset=koi8-r>", None);
        check("<meta charset=", None);
    }

    #[test]
    fn xml_declaration() {
        let xml = |name| Some((name, EncodingSource::XmlDeclaration));
        check("<?xml version='1.0' encoding='windows-1250'?>", xml("windows-1250"));
        check("<?xml encoding=\"utf-16\"?>", xml("UTF-8"));
        check("<?xml encoding='a b'?>", None);
        check("<\0?\0x\0m\0l\0", xml("UTF-16LE"));
        let both = "<?xml encoding='koi8-r'?><meta charset=gbk>";
        check(both, Some(("GBK", EncodingSource::Meta)));
    }
}
