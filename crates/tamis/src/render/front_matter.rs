//! Metadata as YAML front matter for Markdown.
//!
//! YAML reads a plain text in many ways: `no` is false, `1:30` can be a number, and a title with `:
//! ` in it is a map. Every value is from a page, so a stranger would choose how it is read. So all
//! strings are in double quotes, with escapes for everything that some reader of YAML treats in a
//! special way. For example, the title `Yes: "No"` is written as `"Yes: \"No\""`.

use std::fmt::Write as _;

use super::active::{begins_attributes, begins_target};
use crate::metadata::{Metadata, Value};

/// Returns the metadata as YAML between lines of three dashes, with one key for each value. Empty
/// if nothing is known.
///
/// Every string is in double quotes with escapes as in JSON, so a YAML reader gets back the exact
/// value, whatever it contains.
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
    between_dashes(&entries(metadata))
}

/// Returns the metadata as [`front_matter`] does, with the key `source` before all others: the
/// address of the page or the name of its file. Never empty.
///
/// ```
/// use tamis::Metadata;
/// use tamis::render::front_matter_of;
///
/// let yaml = front_matter_of(&Metadata::default(), "tea.html");
/// assert_eq!(yaml, "---\nsource: \"tea.html\"\n---\n");
/// ```
pub fn front_matter_of(metadata: &Metadata, source: &str) -> String {
    between_dashes(&format!("source: {}\n{}", quoted(source), entries(metadata)))
}

/// Returns the lines between lines of three dashes. Empty if there are none.
fn between_dashes(lines: &str) -> String {
    if lines.is_empty() { String::new() } else { format!("---\n{lines}---\n") }
}

/// Returns a line for each value.
fn entries(metadata: &Metadata) -> String {
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
        ("price", single(&metadata.price)),
        ("currency", single(&metadata.currency)),
        ("categories", list(&metadata.categories)),
        ("tags", list(&metadata.tags)),
    ];
    entries.into_iter().filter_map(|(key, value)| Some(format!("{key}: {}\n", value?))).collect()
}

/// Returns the text in double quotes. Source: YAML 1.2, 7.3.1 "Double-Quoted Style".
fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for (at, char) in text.char_indices() {
        match char {
            '"' | '\\' => {
                out.push('\\');
                out.push(char);
            }
            char if is_syntax(text, at, char) || !is_plain(char) => push_code(char, &mut out),
            char => out.push(char),
        }
    }
    out.push('"');
    out
}

/// Returns true if readers of Markdown that know no front matter would find a tag, a link or
/// attributes at this character of the text.
fn is_syntax(text: &str, at: usize, char: char) -> bool {
    let (before, from) = text.split_at(at);
    match char {
        '<' => true,
        ']' => from[1..].starts_with(['(', '[', ':']) || begins_target(&from[1..]),
        '{' => !before.ends_with(char::is_alphanumeric) && begins_attributes(from),
        _ => false,
    }
}

/// Returns true if every reader of YAML takes a character for itself within double quotes.
///
/// These are the printable characters, without the ones that some readers refuse or fold:
/// separators of lines, the byte order mark and noncharacters.
///
/// Sources: YAML 1.1 and 1.2, 5.1 "Character Set", `c-printable`; YAML 1.1, 5.4 "Line Break
/// Characters"; `libyaml`, `reader.c`, which refuses a byte order mark within a text; Unicode, 23.7
/// "Noncharacters".
fn is_plain(char: char) -> bool {
    let is_line_break = matches!(char, '\u{85}' | '\u{2028}' | '\u{2029}');
    let is_noncharacter =
        matches!(char, '\u{fdd0}'..='\u{fdef}') || u32::from(char) & 0xfffe == 0xfffe;
    !char.is_control() && !is_line_break && !is_noncharacter && char != '\u{feff}'
}

/// Appends the escape of a character by its number.
fn push_code(char: char, out: &mut String) {
    let number = u32::from(char);
    // Writing to a string does not fail.
    let _ = if number <= 0xffff {
        write!(out, "\\u{number:04x}")
    } else {
        write!(out, "\\U{number:08x}")
    };
}

#[cfg(test)]
mod tests {
    use yaml_rust2::{Yaml, YamlLoader};

    use super::*;

    /// Returns true for characters that `PyYAML` and `libyaml` read between quotes, and that no
    /// reader of YAML 1.1 or 1.2 takes for more than themselves. Source: `c-printable` of both,
    /// without what is named below.
    fn is_read_everywhere(char: char) -> bool {
        let is_printable = matches!(char, ' '..='~' | '\u{a0}'..='\u{d7ff}')
            || matches!(char, '\u{e000}'..='\u{fffd}' | '\u{10000}'..='\u{10ffff}');
        let is_line_break = matches!(char, '\u{2028}' | '\u{2029}');
        let is_noncharacter = matches!(char, '\u{fdd0}'..='\u{fdef}')
            || matches!(u32::from(char) % 0x1_0000, 0xfffe | 0xffff);
        is_printable && !is_line_break && !is_noncharacter && char != '\u{feff}'
    }

    #[test]
    fn every_character_is_read_back() {
        let chars: Vec<char> = ('\0'..=char::MAX).collect();
        for part in chars.chunks(4096) {
            let text: String = part.iter().collect();
            let title = Some(Value::new(text.clone(), "a test"));
            let yaml = front_matter(&Metadata { title, ..Metadata::default() });
            let refused = yaml.chars().find(|&char| char != '\n' && !is_read_everywhere(char));
            assert_eq!(refused, None);
            let read = YamlLoader::load_from_str(&yaml).unwrap();
            assert_eq!(read[0]["title"], Yaml::String(text), "{:?}", part[0]);
        }
        let title = Some(Value::new("\u{ffff}\u{fdd0}\u{1fffe}".to_owned(), "a test"));
        let yaml = front_matter(&Metadata { title, ..Metadata::default() });
        assert_eq!(yaml, "---\ntitle: \"\\uffff\\ufdd0\\U0001fffe\"\n---\n");
    }

    #[test]
    fn yaml_reader_gets_the_exact_values() {
        for text in [
            "plain",
            "no: \"yes\" \\ 'x' #tag",
            "[a] (javascript:b) *c*{d=e}",
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
            let read = YamlLoader::load_from_str(&front_matter_of(&metadata, text)).unwrap();
            assert_eq!(read[0]["source"], Yaml::String(text.to_owned()));
        }
        assert_eq!(front_matter(&Metadata::default()), "");
    }
}
