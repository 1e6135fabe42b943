//! Parsing of the `Content-Type` header.

/// Returns the media type in lower case without its parameters, or `None` if it is empty.
pub(crate) fn media_type(header: &str) -> Option<String> {
    let essence = header.split([';', ',']).next().unwrap_or_default().trim();
    (!essence.is_empty()).then(|| essence.to_ascii_lowercase())
}

/// Returns the value of the first `charset` parameter that is not empty, without quotes.
///
/// Source: RFC 9110, 8.3.1 and 5.6.6. Deviation: single quotes are removed too, and white space
/// around `=` is accepted. Both are common, and no encoding has such a name.
pub(crate) fn charset(header: &str) -> Option<String> {
    let mut rest = header.split_once(';')?.1;
    while !rest.is_empty() {
        let (name, after) = rest.split_at(rest.find([';', '=']).unwrap_or(rest.len()));
        let Some(raw) = after.strip_prefix('=') else {
            rest = after.strip_prefix(';').unwrap_or_default();
            continue;
        };
        let (value, next) = parameter_value(raw.trim_start());
        if name.trim().eq_ignore_ascii_case("charset") && !value.is_empty() {
            return Some(value);
        }
        rest = next;
    }
    None
}

/// Splits the text after a `=` into the parameter's value and the next parameters.
fn parameter_value(raw: &str) -> (String, &str) {
    let Some(quoted) = raw.strip_prefix('"') else {
        let (value, _) = raw.split_at(raw.find([';', ',']).unwrap_or(raw.len()));
        return (value.trim().trim_matches('\'').to_owned(), after_semicolon(raw));
    };
    let mut value = String::new();
    let mut chars = quoted.char_indices();
    while let Some((at, char)) = chars.next() {
        match char {
            '"' => return (value.trim().to_owned(), after_semicolon(&quoted[at + 1..])),
            '\\' => value.extend(chars.next().map(|(_, escaped)| escaped)),
            other => value.push(other),
        }
    }
    (value.trim().to_owned(), "")
}

fn after_semicolon(text: &str) -> &str {
    text.split_once(';').map_or("", |(_, after)| after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn media_type_is_lower_case_without_parameters() {
        assert_eq!(media_type("Text/HTML ; charset=x").as_deref(), Some("text/html"));
        assert_eq!(media_type("application/xhtml+xml").as_deref(), Some("application/xhtml+xml"));
        assert_eq!(media_type(" ; charset=x"), None);
        assert_eq!(media_type(""), None);
    }

    #[test]
    fn charsets_in_all_spellings() {
        let cases = [
            ("text/html; charset=utf-8", Some("utf-8")),
            ("text/html;CHARSET=ISO-8859-1", Some("ISO-8859-1")),
            ("text/html; Charset=\"windows-1252\"", Some("windows-1252")),
            ("text/html; charset='utf-8'", Some("utf-8")),
            ("text/html; charset = utf-8 ; q=1", Some("utf-8")),
            ("text/html; boundary=\"a;charset=no\\\"\"; charset=koi8-r", Some("koi8-r")),
            ("text/html; charset=; charset=big5", Some("big5")),
            ("text/html; charset=utf-8, text/html", Some("utf-8")),
            ("text/html; charset=a; charset=b", Some("a")),
            ("text/html; charset=\"utf-8", Some("utf-8")),
            ("text/html; flag; charset=utf-8", Some("utf-8")),
            ("text/html; charset", None),
            ("text/html; charset=", None),
            ("text/html; xcharset=utf-8", None),
            ("text/html", None),
            ("charset=utf-8", None),
            ("", None),
        ];
        for (header, expected) in cases {
            assert_eq!(charset(header).as_deref(), expected, "{header}");
        }
    }
}
