//! File names that every file system takes.
//!
//! Titles become names, and titles contain anything: slashes, colons, 300 letters, letters of other
//! scripts. A name that is fine on one system is forbidden on another, and two names that differ
//! here are the same there. For example, `Straße` and `STRASSE` are one name for Windows, and
//! `con.md` is a device. A folder of pages is often copied between systems, so a name has to be
//! safe and unique for all of them.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use unicode_normalization::UnicodeNormalization;

use crate::terminal::is_obeyed;

/// The largest length of a name without number and extension, in bytes. File systems allow 255.
const MAX_NAME_BYTES: usize = 200;

/// The largest length of the folders of a file, in bytes. Further folders are left out, since
/// systems limit the length of a path, some to 1,024 bytes.
const MAX_FOLDER_BYTES: usize = 400;

/// Names that Windows reserves for devices, besides ports.
///
/// Source: "Naming Files, Paths, and Namespaces" in the documentation of Windows.
const RESERVED: &[&str] = &["aux", "con", "conin$", "conout$", "nul", "prn"];

/// The digits of the ports `com` and `lpt` that Windows reserves.
const PORTS: &str = "0123456789¹²³";

/// The names that were given so far.
#[derive(Debug, Default)]
pub struct Names {
    /// The [folded] names.
    given: HashSet<String>,
    /// The next number for each folded name that was asked for more than once.
    numbers: HashMap<String, usize>,
}

impl Names {
    /// Returns a path for a file with this folder, stem and extension. It differs from all earlier
    /// ones on every file system: one that is equal to an earlier one, once folded, gets a
    /// number.
    pub fn path(&mut self, folder: &Path, stem: &str, extension: &str) -> PathBuf {
        let key = |path: &Path| folded(&path.to_string_lossy());
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

/// Returns the name in a form that is equal for all names that some file system takes for the same.
///
/// Windows ignores case (`ΣΑΣ` and `σας`, `STRASSE` and `straße`), macOS also whether a letter and
/// its accent are one character or two, and invisible characters.
fn folded(name: &str) -> String {
    let is_seen = |c: &char| !matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}');
    // Upper case is used, because it joins more letters than lower case: both small sigmas have one
    // capital.
    let upper = name.nfd().filter(is_seen).flat_map(char::to_uppercase);
    upper.flat_map(char::to_lowercase).nfc().collect()
}

/// Returns the folders, each without characters that a file system rejects.
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

/// Returns the text without characters that a file system rejects, that hide a file, that a
/// terminal obeys, or that lead out of the folder. `substitute` takes the place of characters that
/// are rejected.
///
/// No name begins with `-` or `~`: commands would take it for an option or for a home folder.
pub fn safe(text: &str, substitute: char) -> String {
    let is_refused = |c: char| {
        is_obeyed(c) || c.is_control() || "/\\:*?\"<>|\u{feff}".contains(c) || is_noncharacter(c)
    };
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
        let mut digits = number.unwrap_or_default().chars();
        digits.next().is_some_and(|digit| PORTS.contains(digit)) && digits.next().is_none()
    };
    // Windows also reserves such a name with spaces after it and with any extension.
    let base = name[..name.find('.').unwrap_or(name.len())].trim_end().len();
    let lower = name[..base].to_lowercase();
    if name.is_empty() {
        "untitled".to_owned()
    } else if name.starts_with(['-', '~']) {
        format!("_{}", &name[1..])
    } else if RESERVED.contains(&lower.as_str()) || is_port(&lower) {
        format!("{}_{}", &name[..base], &name[base..])
    } else {
        name.to_owned()
    }
}

/// Returns true for one of the 66 noncharacters, because some file systems reject them.
fn is_noncharacter(c: char) -> bool {
    matches!(c, '\u{fdd0}'..='\u{fdef}') || u32::from(c) & 0xfffe == 0xfffe
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
            ("COM¹", "COM¹_"),
            ("lpt³.txt", "lpt³_.txt"),
            ("com⁴", "com⁴"),
            ("conin$", "conin$_"),
            ("CONOUT$.a", "CONOUT$_.a"),
            ("CON .txt", "CON_ .txt"),
            ("nul  .x", "nul_ .x"),
            ("console", "console"),
            ("invoice\u{202e}fdp.exe", "invoice fdp.exe"),
            ("\u{feff}a\u{2066}b\u{ffff}", "a b"),
            ("-rf", "_rf"),
            ("--help me", "_-help me"),
            ("~root", "_root"),
            (".-x", "_x"),
            ("a-b~1", "a-b~1"),
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

    #[test]
    fn names_that_some_system_takes_for_the_same_get_numbers() {
        for (first, second) in [
            ("é", "e\u{301}"),
            ("Straße", "STRASSE"),
            ("σας", "ΣΑΣ"),
            ("ﬁn", "FIN"),
            ("\u{212a}elvin", "kelvin"),
            ("Å", "\u{212b}"),
            ("ǅ", "ǆ"),
            ("ᏸ", "Ᏸ"),
            ("soft\u{ad}hyphen", "softhyphen"),
            ("一\u{200d}二", "一二"),
            ("ΐ", "ι\u{308}\u{301}"),
            ("가", "\u{1100}\u{1161}"),
        ] {
            let mut names = Names::default();
            names.path(Path::new(""), first, "md");
            let second = names.path(Path::new(""), second, "md");
            assert!(second.to_string_lossy().ends_with(" (2).md"), "{first}: {second:?}");
        }
        let mut names = Names::default();
        for stem in ["resume", "résumé", "о", "o"] {
            let path = names.path(Path::new(""), stem, "md");
            assert_eq!(path, Path::new(&format!("{stem}.md")), "another name");
        }
    }
}
