//! Text and values of attributes as XML.

/// Appends text so that an XML parser and an HTML parser read it as text. Characters that XML 1.0 has no place for are left
/// out; a form feed becomes a space.
///
/// ```
/// let mut xml = String::from("<title>");
/// tamis::render::escape_xml_text("Fish &\u{a0}<Chips>\u{1}", &mut xml);
/// assert_eq!(xml, "<title>Fish &amp;\u{a0}&lt;Chips&gt;");
/// ```
pub fn escape_xml_text(text: &str, out: &mut String) {
    escape(text, false, out);
}

/// Appends the value of an attribute, to stand between double quotes; what parts lines in it stays.
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
            c if is_in_xml(c) => out.push(c),
            _ => {}
        }
    }
}

/// Whether the character may stand in a document. A carriage return may, but a parser makes a line feed of it.
///
/// Source: XML 1.0, 2.2 "Characters".
fn is_in_xml(c: char) -> bool {
    !matches!(c, '\0'..='\x08' | '\x0b' | '\x0d'..='\x1f' | '\x7f' | '\u{fffe}' | '\u{ffff}')
}
