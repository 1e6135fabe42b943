//! The text of scripts and styles, which goes straight into the tree.

use memchr::{memchr, memchr2, memmem};

use super::Feeder;

impl Feeder<'_, '_, '_> {
    /// Reads the text of a script or style whose start tag, at `start`, was just read. Does nothing
    /// for other tags.
    pub(super) fn read_raw_text(&mut self, start: usize) {
        if !self.tokenizer.sink.at_raw_text() {
            return;
        }
        let Some(name) = raw_text_name(&self.html.as_bytes()[start + 1..]) else { return };
        let text = &self.html[self.fed..];
        let length = raw_text_length(text.as_bytes(), name);
        self.append_raw(&text[..length]);
        self.fed += length;
    }

    /// Appends the text to the tree like the tokenizer: normalizes line breaks and replaces NUL.
    ///
    /// Source: HTML standard, 13.2.3.5 and 13.2.5.4.
    fn append_raw(&self, mut text: &str) {
        let sink = &self.tokenizer.sink;
        while let Some(at) = memchr2(b'\r', b'\0', text.as_bytes()) {
            let (before, rest) = text.split_at(at);
            sink.append_raw_text(before);
            text = &rest[1..];
            if rest.starts_with('\0') {
                sink.append_raw_text("\u{fffd}");
            } else if !text.starts_with('\n') {
                sink.append_raw_text("\n");
            }
        }
        sink.append_raw_text(text);
    }
}

/// If this is an end tag of an element with raw text, returns the length up to and including the
/// character after its name.
pub(super) fn ends_raw_text(tag: &[u8]) -> Option<usize> {
    const NAMES: [&[u8]; 8] =
        [b"script", b"style", b"title", b"textarea", b"iframe", b"noframes", b"noembed", b"xmp"];
    let name = tag.strip_prefix(b"</")?;
    NAMES.iter().find(|wanted| has_name(name, wanted)).map(|wanted| wanted.len() + 3)
}

/// Returns the name if this is the start tag of a script or style. `tag` starts after the `<`.
fn raw_text_name(tag: &[u8]) -> Option<&'static [u8]> {
    let names: [&[u8]; 2] = [b"script", b"style"];
    names.into_iter().find(|name| has_name(tag, name))
}

/// True if the tag has this name. `tag` starts at the name.
fn has_name(tag: &[u8], name: &[u8]) -> bool {
    tag.len() > name.len()
        && tag[..name.len()].eq_ignore_ascii_case(name)
        && matches!(tag[name.len()], b'\t' | b'\n' | 0x0c | b'\r' | b' ' | b'/' | b'>')
}

/// The length of the text of a script or style, up to its end tag or the end of the page.
fn raw_text_length(text: &[u8], name: &[u8]) -> usize {
    if name == b"script" {
        return script_length(text);
    }
    let end_tag = memmem::find_iter(text, b"</").find(|&at| has_name(&text[at + 2..], name));
    end_tag.unwrap_or(text.len())
}

/// The length of the text of a script. Between `<!--` and `-->`, a script may contain a nested
/// script with its end tag.
///
/// Source: HTML standard, 13.2.5.4 and 13.2.5.15 to 13.2.5.31. The states are "script data",
/// "script data escaped" and "script data double escaped".
fn script_length(text: &[u8]) -> usize {
    enum State {
        Plain,
        Escaped,
        DoubleEscaped,
    }
    let mut state = State::Plain;
    let mut dashes = 0;
    let mut at = 0;
    loop {
        let rest = &text[at..];
        let next = match state {
            State::Plain => memchr(b'<', rest),
            State::Escaped | State::DoubleEscaped => memchr2(b'<', b'>', rest),
        };
        let Some(length) = next else { return text.len() };
        let start = at + length;
        at = start + 1;
        let is_tag = |before: &[u8]| {
            text[start..].starts_with(before) && has_name(&text[start + before.len()..], b"script")
        };
        state = match state {
            State::Plain | State::Escaped if is_tag(b"</") => return start,
            State::Plain if text[start..].starts_with(b"<!--") => {
                dashes = start + 2;
                State::Escaped
            }
            // The dashes of `-->` may also be those of `<!--`.
            State::Escaped | State::DoubleEscaped
                if text[start] == b'>' && text[dashes..start].ends_with(b"--") =>
            {
                State::Plain
            }
            State::Escaped if is_tag(b"<") => State::DoubleEscaped,
            State::DoubleEscaped if is_tag(b"</") => State::Escaped,
            state => state,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raw_text_ends_at_its_own_end_tag() {
        for (text, name, end) in [
            ("a</b></scripts></SCRIPT >x", "script", "</SCRIPT >x"),
            ("a</script", "script", ""),
            ("<!-- </style>", "style", "</style>"),
            ("<!-- a", "script", ""),
            ("<!-- </script>", "script", "</script>"),
            ("<!-- <script></script>-- ></script>", "script", "</script>"),
            ("<!-- <script></script>", "script", ""),
            ("<!-- <script>--></script>", "script", "</script>"),
            ("<!--><script></script>", "script", "</script>"),
            ("<!-><script></script>", "script", "</script>"),
        ] {
            let length = raw_text_length(text.as_bytes(), name.as_bytes());
            assert_eq!(&text[length..], end, "{text}");
        }
    }

    #[test]
    fn names_of_raw_text_elements() {
        assert_eq!(raw_text_name(b"SCRIPT>"), Some(b"script".as_slice()));
        assert_eq!(raw_text_name(b"style\n"), Some(b"style".as_slice()));
        assert_eq!(raw_text_name(b"styles>"), None);
        assert_eq!(raw_text_name(b"scrip"), None);
    }
}
