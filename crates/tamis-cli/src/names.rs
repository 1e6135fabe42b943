//! File names that every file system takes.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

/// The largest length of a name without number and extension, in bytes. File systems allow 255.
const MAX_NAME_BYTES: usize = 200;

/// The largest length of the folders of a file, in bytes. Further folders are left out, since
/// systems limit the length of a path, some to 1,024 bytes.
const MAX_FOLDER_BYTES: usize = 400;

/// Names that Windows reserves for devices.
const RESERVED: &[&str] = &["aux", "con", "nul", "prn"];

/// The names that were given so far.
#[derive(Debug, Default)]
pub struct Names {
    /// The names in lower case.
    given: HashSet<String>,
    /// The next number for each name in lower case that was asked for more than once.
    numbers: HashMap<String, usize>,
}

impl Names {
    /// A path for a file with this folder, stem and extension. It differs from all earlier ones,
    /// whatever the case: an equal one gets a number.
    pub fn path(&mut self, folder: &Path, stem: &str, extension: &str) -> PathBuf {
        let key = |path: &Path| path.to_string_lossy().to_lowercase();
        let path = folder.join(format!("{stem}.{extension}"));
        let plain = key(&path);
        if self.given.insert(plain.clone()) {
            return path;
        }
        let number = match self.numbers.entry(plain) {
            Entry::Occupied(number) => number.into_mut(),
            Entry::Vacant(entry) => entry.insert(2),
        };
        loop {
            let path = folder.join(format!("{stem} ({number}).{extension}"));
            *number += 1;
            if self.given.insert(key(&path)) {
                return path;
            }
        }
    }
}

/// The folders, each without characters that a file system rejects.
pub fn safe_folder<'f>(folders: impl Iterator<Item = &'f str>) -> PathBuf {
    let mut path = PathBuf::new();
    let mut bytes = 0;
    for folder in folders.map(|folder| safe(folder, '_')) {
        bytes += folder.len() + 1;
        if bytes > MAX_FOLDER_BYTES {
            break;
        }
        path.push(folder);
    }
    path
}

/// The text without characters that a file system rejects, that hide a file, or that lead out of
/// the folder. `substitute` takes the place of characters that are rejected.
pub fn safe(text: &str, substitute: char) -> String {
    let is_refused = |c: char| c.is_control() || "/\\:*?\"<>|".contains(c);
    let spaced: String = text.chars().map(|c| if is_refused(c) { substitute } else { c }).collect();
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
    // Windows also reserves such a name with any extension.
    let base = name.find('.').unwrap_or(name.len());
    let lower = name[..base].to_lowercase();
    if name.is_empty() {
        "untitled".to_owned()
    } else if RESERVED.contains(&lower.as_str()) || is_port(&lower) {
        format!("{}_{}", &name[..base], &name[base..])
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
            ("con.a.b", "con_.a.b"),
            ("lpt1", "lpt1_"),
            ("lpt10", "lpt10"),
            ("Größe 你好", "Größe 你好"),
        ] {
            assert_eq!(safe(title, ' '), expected, "{title}");
        }
        assert_eq!(safe("a?b=1", '_'), "a_b=1");
        assert_eq!(safe(&"é".repeat(300), ' ').len(), MAX_NAME_BYTES);
        assert_eq!(safe(&"ab ".repeat(300), ' ').len(), MAX_NAME_BYTES);
    }

    #[test]
    fn folders_stay_inside() {
        let folder = |parts: &[&str]| safe_folder(parts.iter().copied());
        assert_eq!(folder(&["a", "..", "c:"]), Path::new("a/untitled/c_"));
        let long = "x".repeat(150);
        assert_eq!(folder(&[long.as_str(); 5]).components().count(), 2);
    }

    #[test]
    fn names_are_given_once() {
        let mut names = Names::default();
        let given = ["Tea", "tea", "Tea (2)", "Tea"]
            .map(|stem| names.path(Path::new(""), stem, "epub").to_string_lossy().into_owned());
        assert_eq!(given, ["Tea.epub", "tea (2).epub", "Tea (2) (2).epub", "Tea (3).epub"]);
        assert_eq!(names.path(Path::new("a"), "Tea", "epub"), Path::new("a/Tea.epub"));
    }
}
