//! File names made of titles.

use std::collections::HashSet;

/// The largest length of a name without number and extension, in bytes. File systems allow 255.
const MAX_NAME_BYTES: usize = 200;

/// Names that Windows reserves for devices.
const RESERVED: &[&str] = &["aux", "con", "nul", "prn"];

/// The names that were given so far.
#[derive(Debug, Default)]
pub struct Names(HashSet<String>);

impl Names {
    /// A name for a file with this title. It differs from all earlier ones, whatever the case.
    pub fn name(&mut self, title: &str, extension: &str) -> String {
        let stem = safe(title);
        let mut name = format!("{stem}.{extension}");
        let mut number = 2;
        while !self.0.insert(name.to_lowercase()) {
            name = format!("{stem} ({number}).{extension}");
            number += 1;
        }
        name
    }
}

/// The title without characters that a file system rejects, that hide a file, or that lead out of
/// the folder.
fn safe(title: &str) -> String {
    let is_refused = |c: char| c.is_control() || "/\\:*?\"<>|".contains(c);
    let spaced: String = title.chars().map(|c| if is_refused(c) { ' ' } else { c }).collect();
    let mut name = String::new();
    for word in spaced.split_whitespace() {
        let gap = usize::from(!name.is_empty());
        let room = MAX_NAME_BYTES.saturating_sub(name.len() + gap);
        if gap > 0 && room > 0 {
            name.push(' ');
        }
        name.push_str(&word[..word.floor_char_boundary(room)]);
        if word.len() > room {
            break;
        }
    }
    let name = name.trim_matches(['.', ' ']);
    let is_port = |name: &str| {
        let number = name.strip_prefix("com").or_else(|| name.strip_prefix("lpt"));
        number.is_some_and(|number| matches!(number.as_bytes(), [b'0'..=b'9']))
    };
    let lower = name.to_lowercase();
    if name.is_empty() {
        "untitled".to_owned()
    } else if RESERVED.contains(&lower.as_str()) || is_port(&lower) {
        format!("{name}_")
    } else {
        name.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_become_safe_names() {
        for (title, expected) in [
            ("Tea / coffee: \"both\"?", "Tea coffee both"),
            ("../../etc/passwd", "etc passwd"),
            ("...", "untitled"),
            ("", "untitled"),
            ("a\0b\nc", "a b c"),
            ("Con", "Con_"),
            ("lpt1", "lpt1_"),
            ("lpt10", "lpt10"),
            ("Größe 你好", "Größe 你好"),
        ] {
            assert_eq!(safe(title), expected, "{title}");
        }
        assert_eq!(safe(&"é".repeat(300)).len(), MAX_NAME_BYTES);
        assert_eq!(safe(&"ab ".repeat(300)).len(), MAX_NAME_BYTES);
    }

    #[test]
    fn names_are_given_once() {
        let mut names = Names::default();
        let given = ["Tea", "tea", "Tea (2)", "Tea"].map(|title| names.name(title, "epub"));
        assert_eq!(given, ["Tea.epub", "tea (2).epub", "Tea (2) (2).epub", "Tea (3).epub"]);
    }
}
