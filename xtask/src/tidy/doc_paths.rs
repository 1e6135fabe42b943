//! The rule for documents: every path that they name exists.

use super::documents::{Part, Place, is_document, parts};
use super::{Exceptions, Finding, SourceFile};

/// Endings that make a word in backticks a path even without a folder.
const EXTENSIONS: [&str; 6] = [".md", ".rs", ".toml", ".sh", ".py", ".bin"];

/// Folders that documents name but the project never holds, each with its reason.
const OUTSIDE: [(&str, &str); 3] = [
    ("corpora/", "data next to the checkout, never committed"),
    ("target/", "made by builds"),
    ("../", "next to the checkout"),
];

/// Planned folders that the design names and that do not exist yet, each with its reason. An entry
/// whose folder exists is a finding, so that the list shrinks with the plan.
const ANNOUNCED: &[(&str, &str)] =
    &[("crates/tamis/src/select/", "`blend/` becomes it, when it decides over units")];

/// The folders that may be missing, each with its reason.
pub fn announced() -> Exceptions<'static> {
    ANNOUNCED.iter().copied().collect()
}

/// A finding per path that a document names and `files` does not hold, and per entry of
/// `announced` that exists or that no document names.
pub fn missing(files: &[SourceFile], announced: &Exceptions<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut used = Vec::new();
    for document in files.iter().filter(|file| is_document(&file.path)) {
        for mention in mentions(document) {
            if exists(files, document, &mention) {
                continue;
            }
            if let Some((entry, _)) = announced.get_key_value(mention.full().as_str()) {
                used.push(*entry);
            } else {
                let message = format!("`{}` does not exist", mention.full());
                findings.push(Finding::new(document, mention.line, message));
            }
        }
    }
    findings.extend(stale(announced, &used));
    findings
}

fn stale(announced: &Exceptions<'_>, used: &[&str]) -> Vec<Finding> {
    let unused = announced.keys().filter(|entry| !used.contains(entry));
    unused
        .map(|entry| Finding {
            path: (*entry).to_string(),
            line: 0,
            message: "is in ANNOUNCED, but exists or is named nowhere".into(),
        })
        .collect()
}

/// A path in a document.
#[derive(Debug, PartialEq, Eq)]
struct Mention {
    line: usize,
    /// The folder it is listed under in a picture of folders, with its final `/`, or empty.
    folder: String,
    path: String,
    kind: Kind,
}

#[derive(Debug, PartialEq, Eq, Clone, Copy)]
enum Kind {
    /// In backticks, or indented in a picture of folders: a path or its last parts.
    Named,
    /// Not indented in a picture of folders: a path from the root.
    Top,
    /// The target of a link, relative to the document.
    Link,
}

impl Mention {
    fn full(&self) -> String {
        format!("{}{}", self.folder, self.path)
    }
}

fn mentions(document: &SourceFile) -> Vec<Mention> {
    let mut found = Vec::new();
    let mut folder = String::new();
    let mut last = 0;
    for part in &parts(&document.text) {
        match part.place {
            Place::Code => found.extend(in_backticks(part)),
            Place::Prose => found.extend(in_links(part)),
            Place::Fence("") => {
                // Another picture begins.
                if part.line != last + 1 {
                    folder.clear();
                }
                found.extend(in_picture(part.line, &part.text, &mut folder));
                last = part.line;
            }
            Place::Fence(_) => {}
        }
    }
    found
}

/// The paths at the start of one line of a picture of folders. A line that is not indented and
/// starts with a folder sets `folder` for the indented lines below it; a file after a folder lies
/// in it.
fn in_picture(line: usize, text: &str, folder: &mut String) -> Vec<Mention> {
    let indented = text.starts_with(' ');
    let words: Vec<&str> = text.split_whitespace().take_while(|word| is_path(word)).collect();
    if !indented {
        folder.clear();
    }
    let kind = if indented { Kind::Named } else { Kind::Top };
    let mut found = Vec::new();
    let mut inside = "";
    for word in &words {
        if word.ends_with('/') {
            inside = "";
        }
        let path = format!("{inside}{word}");
        found.push(Mention { line, folder: folder.clone(), path, kind });
        if word.ends_with('/') {
            inside = word;
        }
    }
    if let (false, [only]) = (indented, words.as_slice())
        && only.ends_with('/')
    {
        *folder = (*only).to_string();
    }
    found
}

fn in_backticks(code: &Part<'_>) -> Option<Mention> {
    let path = fixed_part(&code.text);
    is_path(path).then(|| Mention {
        line: code.line,
        folder: String::new(),
        path: path.to_string(),
        kind: Kind::Named,
    })
}

fn in_links(prose: &Part<'_>) -> Vec<Mention> {
    let mut found = Vec::new();
    for (index, line) in prose.text.lines().enumerate() {
        let targets =
            line.split("](").skip(1).filter_map(|rest| rest.split([')', '#', ' ']).next());
        for target in targets.filter(|target| !target.is_empty() && !target.contains(':')) {
            found.push(Mention {
                line: prose.line + index,
                folder: String::new(),
                path: target.to_string(),
                kind: Kind::Link,
            });
        }
    }
    found
}

/// The part of a path before a placeholder such as `*`, `<slug>` or `YYYY`, up to its last `/`.
fn fixed_part(span: &str) -> &str {
    let placeholder =
        ["*", "<", "{", "$", "…", "YYYY"].iter().filter_map(|mark| span.find(mark)).min();
    match placeholder {
        None => span,
        Some(at) => span[..at].rfind('/').map_or("", |slash| &span[..=slash]),
    }
}

/// True if a word is meant as a path of the project: it ends like a file or folder.
fn is_path(word: &str) -> bool {
    let plain = |c: char| c.is_alphanumeric() || "._-/".contains(c);
    let known = EXTENSIONS.iter().any(|extension| word.ends_with(extension) && *extension != word);
    let folder = word.ends_with('/') && word.len() > 1;
    !word.starts_with('/') && word.chars().all(plain) && (known || folder || is_deep(word))
}

/// True if a word starts with one of the project's own top folders, so that it is a path without
/// an ending: `.ci/run`, but not `text/html`.
fn is_deep(word: &str) -> bool {
    let top = word.split('/').next().unwrap_or_default();
    word.contains('/')
        && ["crates", "xtask", "docs", "testdata", "records", "train", "fuzz", ".ci", ".cargo"]
            .contains(&top)
}

fn exists(files: &[SourceFile], document: &SourceFile, mention: &Mention) -> bool {
    if OUTSIDE.iter().any(|(folder, _)| mention.full().starts_with(folder)) {
        return true;
    }
    let path = mention.path.trim_end_matches('/');
    let folder = mention.folder.as_str();
    match mention.kind {
        Kind::Link => {
            let base = document.path.rsplit_once('/').map_or("", |(folder, _)| folder);
            let target = joined(base, path);
            files.iter().any(|file| is_or_holds(&file.path, &target))
        }
        // A picture may list several crates on one line, and name their folder once.
        Kind::Top => files.iter().any(|file| {
            let in_crates = file.path.strip_prefix("crates/");
            is_or_holds(&file.path, path) || in_crates.is_some_and(|rest| is_or_holds(rest, path))
        }),
        Kind::Named => files
            .iter()
            .filter_map(|file| file.path.strip_prefix(folder))
            .any(|rest| starts(rest).any(|tail| is_or_holds(tail, path))),
    }
}

/// True if `file` is `path` or is below it.
fn is_or_holds(file: &str, path: &str) -> bool {
    file.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// `path` and what remains of it after each of its folders.
fn starts(path: &str) -> impl Iterator<Item = &str> {
    std::iter::once(path).chain(path.match_indices('/').map(|(at, _)| &path[at + 1..]))
}

/// `path` seen from `base`, with `.` and `..` resolved.
fn joined(base: &str, path: &str) -> String {
    let mut parts: Vec<&str> = base.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            other => parts.push(other),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(document: &str, others: &[&str], announced: &[(&str, &str)]) -> Vec<String> {
        let mut files =
            vec![SourceFile { path: "docs/design.md".into(), text: document.to_string() }];
        for path in others {
            files.push(SourceFile { path: (*path).into(), text: String::new() });
        }
        let announced = announced.iter().copied().collect();
        missing(&files, &announced).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn paths_in_backticks_are_checked() {
        let others = ["crates/a/src/page.rs", "testdata/cases/one.toml"];
        let bad = found("see\n`gone.rs` and `crates/b`", &others, &[]);
        assert_eq!(
            bad,
            [
                "docs/design.md:2: `gone.rs` does not exist",
                "docs/design.md:2: `crates/b` does not exist"
            ]
        );
        for good in ["`page.rs`", "`a/src/page.rs`", "`crates/a/`", "`testdata/cases/*.toml`"] {
            assert!(found(good, &others, &[]).is_empty(), "{good}");
        }
    }

    #[test]
    fn words_that_are_no_paths_are_left_alone() {
        for text in ["`text/html`", "`cargo run x.md`", "`Page::new`", "`.rs`", "`/`", "`a.b()`"] {
            assert!(found(text, &[], &[]).is_empty(), "{text}");
        }
    }

    #[test]
    fn links_are_relative_to_the_document() {
        let others = ["README.md", "docs/more.md"];
        for good in ["[x](../README.md#use)", "[x](more.md)", "[x](https://a.example/b.md)"] {
            assert!(found(good, &others, &[]).is_empty(), "{good}");
        }
        assert_eq!(found("[x](README.md)", &others, &[]).len(), 1);
    }

    #[test]
    fn pictures_of_folders_are_checked_below_their_folder() {
        let picture = "```\ncrates/a/  the crate\n  page.rs stats.rs  one pass\n\
            \x20 engine/  mod.rs  a trait\nfuzz/ docs/\n```";
        let others = ["crates/a/src/page.rs", "crates/b/stats.rs", "crates/a/engine/b.rs"];
        assert_eq!(
            found(picture, &others, &[("fuzz/", "later")]),
            [
                "docs/design.md:3: `crates/a/stats.rs` does not exist",
                "docs/design.md:4: `crates/a/engine/mod.rs` does not exist"
            ]
        );
        let top = "```\npage.rs  one pass\n```";
        assert_eq!(found(top, &others, &[]).len(), 1);
        let code = "```rust\ngone.rs\n```";
        assert!(found(code, &[], &[]).is_empty());
    }

    #[test]
    fn an_announced_room_that_exists_or_is_not_named_is_found() {
        let announced = [("fuzz/", "later")];
        assert!(found("`fuzz/`", &[], &announced).is_empty());
        assert_eq!(found("`fuzz/`", &["fuzz/Cargo.toml"], &announced).len(), 1);
        assert_eq!(found("nothing", &[], &announced).len(), 1);
    }
}
