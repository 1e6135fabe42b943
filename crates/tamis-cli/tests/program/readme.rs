//! The outputs that `README.md` quotes.

use std::fs;
use std::path::Path;

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

#[test]
fn the_quoted_outputs_are_real() {
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md"));
    let readme = readme.unwrap();
    let section = readme.split("\n## ").find(|section| section.starts_with("The formats")).unwrap();
    let page = section.split("```html\n").nth(1).unwrap().split("```").next().unwrap();
    let folder = Folder::new(&[("tea.html", page.as_bytes())]);
    let examples = examples(section);
    assert!(examples.len() >= 3, "{examples:?}");
    for (line, expected) in examples {
        let args: Vec<_> = line.split(' ').skip(1).collect();
        let output = command(&args).current_dir(folder.path("")).output().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        let mut rest = printed.as_str();
        for (index, part) in expected.split(GAP).map(str::trim).enumerate() {
            let at = rest.find(part).unwrap_or_else(|| panic!("{line}: {part}\nin {printed}"));
            assert!(index > 0 || at == 0, "{line}");
            rest = &rest[at + part.len()..];
        }
        assert_eq!(rest.trim(), "", "{line}");
    }
}
