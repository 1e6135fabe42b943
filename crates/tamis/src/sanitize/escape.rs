//! Text and attribute values as HTML.

/// Appends text so that a parser reads it as text wherever elements are allowed.
///
/// Control characters without a meaning in HTML are left out. Parsers drop some of them, and ESC
/// switches the character set if a page is read as ISO-2022. A carriage return, alone or before a
/// line feed, becomes one line feed, as in a parser.
///
/// ```
/// let mut html = String::from("<title>");
/// tamis::sanitize::escape_text("Fish & <Chips>", &mut html);
/// assert_eq!(html, "<title>Fish &amp; &lt;Chips&gt;");
/// ```
pub fn escape_text(text: &str, out: &mut String) {
    escape(text, false, out);
}

/// Appends an attribute value for use between double quotes. Control characters are treated as in
/// [`escape_text`].
///
/// ```
/// let mut html = String::from("<p title=\"");
/// tamis::sanitize::escape_attribute("\"Fish\" & Chips", &mut html);
/// assert_eq!(html, "<p title=\"&quot;Fish&quot; &amp; Chips");
/// ```
pub fn escape_attribute(value: &str, out: &mut String) {
    escape(value, true, out);
}

/// Returns true if the character is left out.
pub(super) fn is_dropped(c: char) -> bool {
    matches!(c, '\0'..='\x08' | '\x0b' | '\x0e'..='\x1f' | '\x7f')
}

/// The bytes that may need another form. 0xC2 is the first byte of U+00A0.
const SPECIAL: [bool; 256] = {
    let mut special = [false; 256];
    let mut byte = 0;
    while byte < 0x20 {
        special[byte] = !matches!(byte as u8, b'\t' | b'\n' | 0x0c);
        byte += 1;
    }
    special[0x7f] = true;
    special[b'&' as usize] = true;
    special[b'<' as usize] = true;
    special[b'>' as usize] = true;
    special[b'"' as usize] = true;
    special[0xc2] = true;
    special
};

fn escape(text: &str, in_attribute: bool, out: &mut String) {
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| SPECIAL[usize::from(byte)]) {
        let (before, special) = rest.split_at(at);
        out.push_str(before);
        let Some(c) = special.chars().next() else {
            unreachable!("a special byte begins a character")
        };
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\u{a0}' => out.push_str("&nbsp;"),
            '"' if in_attribute => out.push_str("&quot;"),
            '\r' if special.starts_with("\r\n") => {}
            '\r' => out.push('\n'),
            c if is_dropped(c) => {}
            c => out.push(c),
        }
        rest = &special[c.len_utf8()..];
    }
    out.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected_text: &str, expected_attribute: &str) {
        let (mut as_text, mut as_attribute) = (String::new(), String::new());
        escape_text(text, &mut as_text);
        escape_attribute(text, &mut as_attribute);
        assert_eq!((&*as_text, &*as_attribute), (expected_text, expected_attribute));
    }

    #[test]
    fn markup_becomes_text() {
        check("<b a='\"'>&amp;</b>", "&lt;b a='\"'&gt;&amp;amp;&lt;/b&gt;", {
            "&lt;b a='&quot;'&gt;&amp;amp;&lt;/b&gt;"
        });
        check("a\u{a0}\u{a9}é", "a&nbsp;©é", "a&nbsp;©é");
        check("", "", "");
    }

    #[test]
    fn control_characters_are_dropped_and_line_ends_unified() {
        check("a\0b\u{1b}$Bc\u{7f}\t\u{c}", "ab$Bc\t\u{c}", "ab$Bc\t\u{c}");
        check("1\r\n2\r3\r\r\n4\r", "1\n2\n3\n\n4\n", "1\n2\n3\n\n4\n");
    }
}
