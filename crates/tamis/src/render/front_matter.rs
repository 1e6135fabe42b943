//! What is known of an article as YAML, to stand before its Markdown.

use std::fmt::Write as _;

use crate::metadata::{Metadata, Value};

/// What is known, between lines of three dashes: a key for each value, and lists of them; empty where nothing is known.
///
/// Every string stands in double quotes with escapes as in JSON, so that a reader of YAML gets back exactly what is known, whatever
/// stands in it.
///
/// ```
/// use tamis::dom::Parser;
/// use tamis::render::front_matter;
/// use tamis::{Metadata, Page};
///
/// let html = "<title>Tea: \"green\"</title><meta name=author content='Ann Baker'>";
/// let metadata = Metadata::of(&Page::measure(Parser::default().parse(html)));
/// let yaml = front_matter(&metadata);
/// assert_eq!(yaml, "---\ntitle: \"Tea: \\\"green\\\"\"\nauthors: [\"Ann Baker\"]\n---\n");
/// ```
pub fn front_matter(metadata: &Metadata) -> String {
    let single = |value: &Option<Value>| value.as_ref().map(|value| quoted(value.as_str()));
    let list = |values: &[Value]| {
        let values: Vec<_> = values.iter().map(|value| quoted(value.as_str())).collect();
        (!values.is_empty()).then(|| format!("[{}]", values.join(", ")))
    };
    let entries = [
        ("title", single(&metadata.title)),
        ("authors", list(&metadata.authors)),
        ("published", single(&metadata.published)),
        ("modified", single(&metadata.modified)),
        ("description", single(&metadata.description)),
        ("site_name", single(&metadata.site_name)),
        ("language", single(&metadata.language)),
        ("canonical", single(&metadata.canonical)),
        ("image", single(&metadata.image)),
        ("license", single(&metadata.license)),
        ("categories", list(&metadata.categories)),
        ("tags", list(&metadata.tags)),
    ];
    let lines = entries.into_iter().filter_map(|(key, value)| Some(format!("{key}: {}\n", value?)));
    let lines: String = lines.collect();
    if lines.is_empty() { lines } else { format!("---\n{lines}---\n") }
}

/// The text in double quotes. Source: YAML 1.2, 7.3.1 "Double-Quoted Style".
fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for char in text.chars() {
        match char {
            '"' | '\\' => {
                out.push('\\');
                out.push(char);
            }
            '\u{feff}' | '\u{2028}' | '\u{2029}' => push_code(char, &mut out),
            char if char.is_control() => push_code(char, &mut out),
            char => out.push(char),
        }
    }
    out.push('"');
    out
}

/// Appends a character of up to U+FFFF by its number.
fn push_code(char: char, out: &mut String) {
    // Writing to a string cannot fail.
    let _ = write!(out, "\\u{:04x}", u32::from(char));
}

#[cfg(test)]
mod tests {
    use yaml_rust2::{Yaml, YamlLoader};

    use super::*;

    #[test]
    fn a_reader_of_yaml_gets_what_is_known() {
        for text in [
            "plain",
            "no: \"yes\" \\ 'x' #tag",
            "- a\n  b\ttab\r\u{1}\u{85}\u{a0}\u{2028}\u{feff}",
            "---",
            "[a, b] {c: d} *e &f !g |h >i %j @k `l",
            "",
            " äö 日本 😀 ",
            "null",
            "12:30",
        ] {
            let value = Value::new(text.to_owned(), "a test");
            let tags = vec![value.clone(); 2];
            let metadata = Metadata { title: Some(value), tags, ..Metadata::default() };
            let yaml = front_matter(&metadata);
            assert_eq!(yaml.lines().count(), 4, "{yaml}");
            let read = YamlLoader::load_from_str(&yaml).unwrap();
            assert_eq!(read[0]["title"], Yaml::String(text.to_owned()), "{yaml}");
            assert_eq!(read[0]["tags"][1], Yaml::String(text.to_owned()), "{yaml}");
        }
        assert_eq!(front_matter(&Metadata::default()), "");
    }
}
