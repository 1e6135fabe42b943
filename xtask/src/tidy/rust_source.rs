//! Rules for Rust files: size, names, unfinished code, printing.

use super::{Finding, SourceFile, is_rust, numbered};

/// Lines a file may have.
const MAX_LINES: usize = 800;

/// Lines above which a file is mentioned.
const LONG_LINES: usize = 350;

/// Files that may be longer because they are one flat table, each with its reason.
pub const FLAT_TABLES: &[(&str, &str)] =
    &[("crates/tamis/src/words/table.rs", "generated from the files of the languages")];

const VAGUE_NAMES: [&str; 7] = ["utils", "util", "helpers", "helper", "common", "misc", "stuff"];

const UNFINISHED_MACROS: [&str; 3] = ["todo", "unimplemented", "dbg"];

const PRINT_MACROS: [&str; 4] = ["print", "println", "eprint", "eprintln"];

/// A finding per file over the limit that `flat_tables` does not name, and per entry of that list
/// that is not needed (any more).
pub fn too_long(files: &[SourceFile], flat_tables: &[(&str, &str)]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| is_rust(file)) {
        let lines = file.text.lines().count();
        let listed = flat_tables.iter().any(|(path, _)| *path == file.path);
        if lines > MAX_LINES && !listed {
            findings.push(Finding::new(file, 0, format!("{lines} lines, at most {MAX_LINES}")));
        } else if lines <= MAX_LINES && listed {
            findings.push(Finding::new(file, 0, "is in FLAT_TABLES but short enough without"));
        }
    }
    for (path, _) in flat_tables {
        if !files.iter().any(|file| file.path == *path) {
            let message = "is in FLAT_TABLES but does not exist".to_string();
            findings.push(Finding { path: (*path).to_string(), line: 0, message });
        }
    }
    findings
}

/// One sentence per file that is worth splitting when it is touched next.
pub fn long_files(files: &[SourceFile]) -> Vec<String> {
    let rust = files.iter().filter(|file| is_rust(file));
    rust.map(|file| (file, file.text.lines().count()))
        .filter(|(_, lines)| *lines > LONG_LINES)
        .map(|(file, lines)| format!("{} has {lines} lines, aim at {LONG_LINES}", file.path))
        .collect()
}

/// A finding for each part of the path that is a vague name.
pub fn vague_modules(file: &SourceFile) -> Vec<Finding> {
    let stem = file.path.trim_end_matches(".rs");
    stem.split('/')
        .filter(|part| VAGUE_NAMES.contains(part))
        .map(|part| Finding::new(file, 0, format!("`{part}` does not say what is inside")))
        .collect()
}

/// A finding per macro that marks missing code, or that prints for debugging.
pub fn unfinished_code(file: &SourceFile) -> Vec<Finding> {
    macro_calls(file, &UNFINISHED_MACROS)
        .map(|(line, name)| Finding::new(file, line, format!("`{name}!` is left in the code")))
        .collect()
}

/// A finding per lint attribute that hides dead code.
pub fn dead_code_allowed(file: &SourceFile) -> Vec<Finding> {
    let hides = |code: &str| {
        ["allow(", "expect("].iter().any(|attribute| {
            code.split(attribute)
                .skip(1)
                .any(|rest| rest.split(')').next().is_some_and(|list| list.contains("dead_code")))
        })
    };
    numbered(&file.text)
        .filter(|(_, line)| hides(code_of(line)))
        .map(|(line, _)| Finding::new(file, line, "dead code is removed, not allowed"))
        .collect()
}

/// A finding per print macro in the source of a published library. Unit tests come last and may
/// print why they were skipped. `unpublished` contains folders such as `crates/tamis-bench`.
pub fn printing_library(file: &SourceFile, unpublished: &[String]) -> Vec<Finding> {
    let mut parts = file.path.splitn(4, '/');
    let (Some("crates"), Some(name), Some("src"), Some(rest)) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return Vec::new();
    };
    let program = rest == "main.rs" || rest.starts_with("bin/") || name == "tamis-cli";
    if program || unpublished.contains(&format!("crates/{name}")) {
        return Vec::new();
    }
    let tests_begin = numbered(&file.text)
        .find(|(_, line)| line.starts_with("#[cfg(test)]"))
        .map_or(usize::MAX, |(line, _)| line);
    macro_calls(file, &PRINT_MACROS)
        .filter(|(line, _)| *line < tests_begin)
        .map(|(line, name)| Finding::new(file, line, format!("`{name}!` in a library")))
        .collect()
}

/// Line and name of each call of one of the macros `names` outside comments.
fn macro_calls<'a>(
    file: &'a SourceFile,
    names: &'a [&str],
) -> impl Iterator<Item = (usize, &'a str)> {
    numbered(&file.text).flat_map(move |(number, line)| {
        let code = code_of(line);
        names.iter().filter(move |name| calls(code, name)).map(move |name| (number, *name))
    })
}

/// True if `code` calls the macro `name`: the whole word, `!` and an opening bracket.
fn calls(code: &str, name: &str) -> bool {
    code.match_indices(name).any(|(start, _)| {
        let before = code[..start].chars().next_back();
        let after = &code[start + name.len()..];
        !before.is_some_and(|c| c.is_alphanumeric() || c == '_')
            && ["!(", "![", "!{"].iter().any(|opening| after.starts_with(opening))
    })
}

/// The part of a line before a comment. A `//` inside a string literal also ends it, which only
/// makes a rule milder.
fn code_of(line: &str) -> &str {
    line.find("//").map_or(line, |at| &line[..at])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, text: impl Into<String>) -> SourceFile {
        SourceFile { path: path.into(), text: text.into() }
    }

    #[test]
    fn a_file_over_the_limit_is_found_unless_it_is_a_table() {
        let long = [file("src/names.rs", "x\n".repeat(MAX_LINES + 1))];
        assert_eq!(too_long(&long, &[]).len(), 1);
        assert_eq!(too_long(&long, &[("src/names.rs", "a table")]), []);
        assert_eq!(long_files(&long).len(), 1);
    }

    #[test]
    fn an_entry_that_is_not_needed_is_found() {
        let short = [file("src/names.rs", "x\n".repeat(MAX_LINES))];
        assert_eq!(too_long(&short, &[]), []);
        assert_eq!(too_long(&short, &[("src/names.rs", "a table")]).len(), 1);
        assert_eq!(too_long(&short, &[("src/gone.rs", "a table")]).len(), 1);
    }

    #[test]
    fn names_that_say_nothing_are_found_in_files_and_folders() {
        assert_eq!(vague_modules(&file("crates/a/src/utils.rs", "")).len(), 1);
        assert_eq!(vague_modules(&file("crates/a/src/common/mod.rs", "")).len(), 1);
        assert_eq!(vague_modules(&file("crates/a/src/utility_poles.rs", "")), []);
    }

    #[test]
    fn unfinished_code_is_found_outside_comments() {
        for name in UNFINISHED_MACROS {
            assert_eq!(unfinished_code(&file("a.rs", format!("let x = {name}!();"))).len(), 1);
            assert_eq!(unfinished_code(&file("a.rs", format!("// {name}!()"))), []);
        }
        assert_eq!(unfinished_code(&file("a.rs", "my_todo!()")), []);
    }

    #[test]
    fn hidden_dead_code_is_found() {
        for attribute in ["allow", "expect"] {
            let text = format!("#[{attribute}(unused, dead_code)]");
            assert_eq!(dead_code_allowed(&file("a.rs", text)).len(), 1);
        }
        assert_eq!(dead_code_allowed(&file("a.rs", "fn allow() { dead_code(); }")), []);
    }

    #[test]
    fn a_library_does_not_print_outside_its_tests() {
        let bad = "fn f() { println!(\"x\"); }\n";
        let unpublished = ["crates/bench".to_string()];
        assert_eq!(printing_library(&file("crates/a/src/lib.rs", bad), &unpublished).len(), 1);
        let tested = format!("#[cfg(test)]\n{bad}");
        for (path, text) in [
            ("crates/a/src/lib.rs", tested.as_str()),
            ("crates/a/src/lib.rs", "/// println!(\"x\")"),
            ("crates/a/src/main.rs", bad),
            ("crates/bench/src/lib.rs", bad),
            ("crates/a/tests/t.rs", bad),
        ] {
            assert_eq!(printing_library(&file(path, text), &unpublished), [], "{path}");
        }
    }
}
