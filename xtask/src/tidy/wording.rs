//! Rules for words: no path of one machine, no history in comments.

use super::{Finding, SourceFile, numbered};

/// First folders of paths that exist on one machine only.
const MACHINE_FOLDERS: [&str; 5] = ["home", "work", "tmp", "root", "Users"];

/// Words that a number turns into a reference to a past change.
const NUMBERED_WORDS: [&str; 8] =
    ["fix", "fixes", "fixed", "issue", "bug", "ticket", "pr", "regression"];

/// Phrases that tell the history of the code.
const PAST_PHRASES: [&str; 5] =
    ["formerly", "used to be", "was changed", "has been changed", "in an earlier version"];

/// A finding per absolute path of a machine. Pages and cases below `testdata/` are left out,
/// because there such a path is part of an address.
pub fn machine_paths(file: &SourceFile) -> Vec<Finding> {
    if file.path.starts_with("testdata/") {
        return Vec::new();
    }
    numbered(&file.text)
        .filter_map(|(number, line)| {
            let folder = MACHINE_FOLDERS.iter().find(|folder| has_machine_path(line, folder))?;
            Some(Finding::new(file, number, format!("a path of one machine (/{folder}/…)")))
        })
        .collect()
}

/// True if `line` contains `/folder/` as the start of a path, not inside an address or a longer
/// path.
fn has_machine_path(line: &str, folder: &str) -> bool {
    line.match_indices(&format!("/{folder}/")).any(|(start, _)| {
        let before = line[..start].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || "._-~}>*)".contains(c))
    })
}

/// A finding per comment that tells the history of the code instead of its reason.
pub fn history(file: &SourceFile) -> Vec<Finding> {
    numbered(&file.text)
        .filter(|(_, line)| line.find("//").is_some_and(|at| tells_history(&line[at..])))
        .map(|(number, _)| Finding::new(file, number, "a comment gives reasons, not history"))
        .collect()
}

fn tells_history(comment: &str) -> bool {
    let comment = comment.to_lowercase();
    if PAST_PHRASES.iter().any(|phrase| comment.contains(phrase)) {
        return true;
    }
    let words: Vec<&str> = comment.split(|c: char| !c.is_alphanumeric() && c != '#').collect();
    words.windows(2).any(|pair| {
        NUMBERED_WORDS.contains(&pair[0]) && {
            let number = pair[1].trim_start_matches('#');
            !number.is_empty() && number.chars().all(|c| c.is_ascii_digit())
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, text: impl Into<String>) -> SourceFile {
        SourceFile { path: path.into(), text: text.into() }
    }

    #[test]
    fn paths_of_a_machine_are_found() {
        for folder in MACHINE_FOLDERS {
            let text = format!("first\npath = \"/{folder}/me/x\"");
            let found = machine_paths(&file("a.toml", text.as_str()));
            assert_eq!(found.len(), 1, "{folder}");
            assert_eq!(found[0].line, 2);
            assert_eq!(machine_paths(&file("testdata/pages/a/page.html", text)), []);
        }
    }

    #[test]
    fn addresses_and_longer_paths_are_not_paths_of_a_machine() {
        for text in ["https://example.org/home/x", "crates/work/src", "target/tmp/x", "~/tmp/x"] {
            assert_eq!(machine_paths(&file("a.md", text)), [], "{text}");
        }
    }

    #[test]
    fn comments_that_tell_history_are_found() {
        for word in ["Fix 9", "issue #12", "(PR 3)", "formerly a list", "used to be a map"] {
            assert_eq!(history(&file("a.rs", format!("x(); // {word}"))).len(), 1, "{word}");
        }
        for text in ["// a prefix 9 long", "// html 5", "let issue = 9;", "// the fix is exact"] {
            assert_eq!(history(&file("a.rs", text)), [], "{text}");
        }
    }
}
