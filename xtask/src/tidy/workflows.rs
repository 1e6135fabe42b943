//! The rule for workflows: an action of others is named by its commit.

use super::{Finding, SourceFile, numbered};

/// The folder of the workflows.
const FOLDER: &str = ".github/workflows/";

/// The length of a commit in hexadecimal digits.
const COMMIT_DIGITS: usize = 40;

/// A finding per action that a tag or a branch names: whoever can move it can run code here.
pub fn unpinned_actions(file: &SourceFile) -> Vec<Finding> {
    if !file.path.starts_with(FOLDER) {
        return Vec::new();
    }
    let used = numbered(&file.text).filter_map(|(number, line)| {
        let line = line.trim_start().trim_start_matches("- ");
        let action = line.strip_prefix("uses:")?.split('#').next()?.trim();
        Some((number, action.trim_matches(['"', '\''])))
    });
    used.filter(|(_, action)| !action.starts_with("./") && !is_pinned(action))
        .map(|(number, action)| {
            Finding::new(file, number, format!("`{action}` is not named by its commit"))
        })
        .collect()
}

fn is_pinned(action: &str) -> bool {
    action.split_once('@').is_some_and(|(_, revision)| {
        revision.len() == COMMIT_DIGITS && revision.bytes().all(|byte| byte.is_ascii_hexdigit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, text: &str, expected: usize) {
        let file = SourceFile { path: path.into(), text: text.into() };
        assert_eq!(unpinned_actions(&file).len(), expected, "{text}");
    }

    #[test]
    fn actions_are_pinned() {
        let commit = "11bd71901bbe5b1630ceea73d27597364c9af683";
        let path = ".github/workflows/a.yml";
        check(path, &format!("      - uses: actions/checkout@{commit} # v4.2.2"), 0);
        check(path, &format!("uses: \"actions/checkout@{commit}\""), 0);
        check(path, "- uses: ./.github/actions/own", 0);
        for revision in ["v4", "main", "v4.2.2", "11bd719", &commit[1..]] {
            check(path, &format!("  - uses: actions/checkout@{revision}"), 1);
        }
        check(path, "- uses: docker://alpine:3", 1);
        check("docs/a.yml", "- uses: a/b@v1", 0);
    }
}
