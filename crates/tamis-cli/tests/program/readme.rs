//! The outputs that `README.md` and the book in `docs/` quote.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use crate::harness::{Folder, command};

/// The mark for omitted output.
const GAP: char = '…';

/// The commands that begin so in a document, each with the output in the block after it.
fn examples<'d>(document: &'d str, beginning: &str) -> Vec<(&'d str, &'d str)> {
    let mut examples = Vec::new();
    let mut parts = document.split("```");
    let mut before = parts.next().unwrap_or_default();
    while let (Some(block), Some(after)) = (parts.next(), parts.next()) {
        let command = before.split('`').rfind(|code| code.starts_with(beginning));
        let printed = block.split_once('\n').map_or("", |(_, printed)| printed);
        examples.extend(command.map(|command| (command, printed)));
        before = after;
    }
    examples
}

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(document: &str) -> String {
    fs::read_to_string(root().join(document)).unwrap()
}

/// A folder with the page of the examples.
fn folder() -> Folder {
    let formats = read("docs/formats.md");
    let page = formats.split("```html\n").nth(1).unwrap();
    Folder::new(&[("tea.html", page.split("```").next().unwrap().as_bytes())])
}

/// The output of a command of a document in this folder.
fn printed(line: &str, folder: &Path) -> String {
    let args: Vec<_> = line.split(' ').skip(1).collect();
    let output = command(&args).current_dir(folder).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// Checks that a command prints what is quoted, with anything in its gaps.
#[track_caller]
fn check(line: &str, quoted: &str, folder: &Path) {
    let printed = printed(line, folder);
    let mut rest = printed.as_str();
    for (index, part) in quoted.split(GAP).map(str::trim).enumerate() {
        let at = rest.find(part).unwrap_or_else(|| panic!("{line}: {part}\nin {printed}"));
        assert!(index > 0 || at == 0, "{line}");
        rest = &rest[at + part.len()..];
    }
    let may_go_on = quoted.trim_end().ends_with(GAP);
    assert!(may_go_on || rest.trim().is_empty(), "{line}: {rest}");
}

#[test]
fn the_quoted_outputs_are_real() {
    let formats = read("docs/formats.md");
    let folder = folder();
    let examples = examples(&formats, "tamis --format");
    assert_eq!(examples.len(), 7, "one for each format: {examples:?}");
    for (line, quoted) in examples {
        check(line, quoted, folder.path("").as_ref());
    }
}

/// The first example runs from the root of the repository by cargo.
#[test]
fn the_first_example_is_real() {
    let readme = read("README.md");
    let mut blocks = readme.split("```").skip(1).step_by(2);
    let line = blocks.next().unwrap().strip_prefix("sh\n").unwrap().trim();
    let line = line
        .strip_prefix("cargo run -p tamis-cli --no-default-features -- ")
        .expect("a call of cargo");
    let quoted = blocks.next().unwrap().strip_prefix("markdown\n").unwrap();
    check(&format!("tamis {line}"), quoted, &root());
}

/// The quoted lines are those about the first paragraphs. Their numbers change with the model, and
/// `TAMIS_REWRITE_EXPECTED=1 cargo test -p tamis-cli --test program quoted_explanation` writes them
/// anew.
#[test]
fn the_quoted_explanation_is_real() {
    let document = read("docs/explain.md");
    assert!(document.contains("`tamis explain tea.html` prints"), "{document}");
    let quoted = document.split("```text\n").nth(1).unwrap().split("```").next().unwrap();
    let quoted = quoted.strip_suffix("…\n").expect("the rest is left out");
    let printed = printed("tamis explain tea.html", folder().path("").as_ref());
    let lines = printed.split_inclusive('\n').skip_while(|line| !line.starts_with("paragraphs ("));
    let actual: String = lines.take(quoted.lines().count()).collect();
    assert!(quoted.lines().count() > 10 && actual.len() < printed.len() / 2, "{printed}");
    if env::var_os("TAMIS_REWRITE_EXPECTED").is_some_and(|value| value == "1") {
        let path = root().join("docs/explain.md");
        fs::write(path, document.replacen(quoted, &actual, 1)).unwrap();
        return;
    }
    assert_eq!(quoted, actual);
}
