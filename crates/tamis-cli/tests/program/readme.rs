//! The outputs that `README.md` quotes.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use crate::harness::{Folder, command};

/// The mark for omitted output.
const GAP: char = '…';

/// The commands in the section about formats, each with its output.
fn examples(section: &str) -> Vec<(&str, &str)> {
    let mut examples = Vec::new();
    let mut parts = section.split("```");
    let mut before = parts.next().unwrap_or_default();
    while let (Some(block), Some(after)) = (parts.next(), parts.next()) {
        let command = before.split('`').rfind(|code| code.starts_with("tamis --format"));
        let printed = block.split_once('\n').map_or("", |(_, printed)| printed);
        examples.extend(command.map(|command| (command, printed)));
        before = after;
    }
    examples
}

fn readme() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md")
}

/// The section of the readme that begins so.
fn section<'r>(readme: &'r str, beginning: &str) -> &'r str {
    readme.split("\n## ").find(|section| section.starts_with(beginning)).unwrap()
}

/// A folder with the page of the examples.
fn folder(readme: &str) -> Folder {
    let page = section(readme, "The formats").split("```html\n").nth(1).unwrap();
    Folder::new(&[("tea.html", page.split("```").next().unwrap().as_bytes())])
}

/// The output of a command of the readme.
fn printed(line: &str, folder: &Folder) -> String {
    let args: Vec<_> = line.split(' ').skip(1).collect();
    let output = command(&args).current_dir(folder.path("")).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_quoted_outputs_are_real() {
    let readme = fs::read_to_string(readme()).unwrap();
    let folder = folder(&readme);
    let examples = examples(section(&readme, "The formats"));
    assert!(examples.len() >= 3, "{examples:?}");
    for (line, expected) in examples {
        let printed = printed(line, &folder);
        let mut rest = printed.as_str();
        for (index, part) in expected.split(GAP).map(str::trim).enumerate() {
            let at = rest.find(part).unwrap_or_else(|| panic!("{line}: {part}\nin {printed}"));
            assert!(index > 0 || at == 0, "{line}");
            rest = &rest[at + part.len()..];
        }
        assert_eq!(rest.trim(), "", "{line}");
    }
}

/// The quoted lines are those about the first paragraphs. Their numbers change with the model, and
/// `TAMIS_REWRITE_EXPECTED=1 cargo test -p tamis-cli --test program quoted_explanation` writes them
/// anew.
#[test]
fn the_quoted_explanation_is_real() {
    let path = readme();
    let readme = fs::read_to_string(&path).unwrap();
    let section = section(&readme, "Why a paragraph is kept");
    assert!(section.contains("`tamis explain tea.html` prints"), "{section}");
    let quoted = section.split("```text\n").nth(1).unwrap().split("```").next().unwrap();
    let quoted = quoted.strip_suffix("…\n").expect("the rest is left out");
    let printed = printed("tamis explain tea.html", &folder(&readme));
    let lines = printed.split_inclusive('\n').skip_while(|line| !line.starts_with("paragraphs ("));
    let actual: String = lines.take(quoted.lines().count()).collect();
    assert!(quoted.lines().count() > 10 && actual.len() < printed.len() / 2, "{printed}");
    if env::var_os("TAMIS_REWRITE_EXPECTED").is_some_and(|value| value == "1") {
        fs::write(&path, readme.replacen(quoted, &actual, 1)).unwrap();
        return;
    }
    assert_eq!(quoted, actual);
}
