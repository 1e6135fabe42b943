//! Functions that append pieces of XML.

use tamis::render::{escape_xml_attribute, escape_xml_text};

/// Appends an element that contains text. `tag` may include attributes.
pub(crate) fn push_element(tag: &str, text: &str, out: &mut String) {
    out.push('<');
    out.push_str(tag);
    out.push('>');
    escape_xml_text(text, out);
    out.push_str("</");
    out.push_str(tag.split(' ').next().unwrap_or(tag));
    out.push_str(">\n");
}

/// Appends an attribute. The value is escaped.
pub(crate) fn push_attribute(name: &str, value: &str, out: &mut String) {
    out.push(' ');
    out.push_str(name);
    out.push_str("=\"");
    escape_xml_attribute(value, out);
    out.push('"');
}

/// Appends the attributes for a language and a text direction. Values that are not valid are
/// ignored.
pub(crate) fn push_language(language: Option<&str>, direction: Option<&str>, out: &mut String) {
    if let Some(language) = language.filter(|language| is_language_tag(language)) {
        push_attribute("lang", language, out);
        push_attribute("xml:lang", language, out);
    }
    if let Some(direction) = direction.filter(|direction| matches!(*direction, "ltr" | "rtl")) {
        push_attribute("dir", direction, out);
    }
}

/// Returns true if this has the form of a language tag: a subtag of 1 to 8 letters, then subtags of
/// 1 to 8 letters and digits, separated by `-`. `zh-Hans-CN` is one, `en_GB` is not.
///
/// Source: BCP 47 (RFC 5646), 2.1. Deviation: whether the subtags are registered is not checked.
pub(crate) fn is_language_tag(value: &str) -> bool {
    value.split('-').enumerate().all(|(place, part)| {
        let is_part = |byte: u8| byte.is_ascii_alphabetic() || place > 0 && byte.is_ascii_digit();
        (1..=8).contains(&part.len()) && part.bytes().all(is_part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn language_tags() {
        assert!(
            is_language_tag("en") && is_language_tag("zh-Hans-CN") && is_language_tag("es-419")
        );
        assert!(
            !is_language_tag("")
                && !is_language_tag("en_GB")
                && !is_language_tag("419")
                && !is_language_tag("en-")
        );
    }
}
