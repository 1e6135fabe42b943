//! XML escapes of text and attribute values.

/// Appends text with escapes, so that XML and HTML parsers read it as text.
///
/// Omits characters that XML 1.0 does not allow. A form feed becomes a space.
///
/// ```
/// let mut xml = String::from("<title>");
/// tamis::render::escape_xml_text("Fish &\u{a0}<Chips>\u{1}", &mut xml);
/// assert_eq!(xml, "<title>Fish &amp;\u{a0}&lt;Chips&gt;");
/// ```
pub fn escape_xml_text(text: &str, out: &mut String) {
    escape(text, false, out);
}

/// Appends an attribute value with escapes, for use between double quotes.
///
/// Line feeds and tabs are escaped too: XML parsers would turn them into spaces. Omits the same
/// characters as [`escape_xml_text`].
///
/// ```
/// let mut xml = String::from("<p title=\"");
/// tamis::render::escape_xml_attribute("\"Fish\" &\nChips", &mut xml);
/// assert_eq!(xml, "<p title=\"&quot;Fish&quot; &amp;&#10;Chips");
/// ```
pub fn escape_xml_attribute(value: &str, out: &mut String) {
    escape(value, true, out);
}

fn escape(text: &str, in_attribute: bool, out: &mut String) {
    out.reserve(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' if in_attribute => out.push_str("&quot;"),
            '\n' if in_attribute => out.push_str("&#10;"),
            '\t' if in_attribute => out.push_str("&#9;"),
            '\x0c' => out.push(' '),
            c if is_xml_char(c) => out.push(c),
            _ => {}
        }
    }
}

/// Returns true if the character can be part of the output.
///
/// Source: XML 1.0, 2.2 "Characters". Deviation: carriage returns and U+007F are allowed there.
/// Parsers turn a carriage return into a line feed, and U+007F is discouraged.
fn is_xml_char(c: char) -> bool {
    !matches!(c, '\0'..='\x08' | '\x0b' | '\x0d'..='\x1f' | '\x7f' | '\u{fffe}' | '\u{ffff}')
}
