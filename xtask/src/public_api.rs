//! `cargo xtask public-api`: the public items of every published library, as files for review.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::Deserialize;

use crate::checkout;
use crate::workspace;

/// The folder of the files, below the root.
const FOLDER: &str = "docs/public-api";

/// rustdoc with its unstable options, below the root.
const RUSTDOC: &str = ".ci/rustdoc-unstable.sh";

/// What only the feature `cloud` has, which the build of the tests leaves out.
const OF_CLOUD: &str = "tamis_fetch::Cloud";

/// The version of rustdoc's JSON that the crate `public-api` reads.
const FORMAT: u32 = 57;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Check,
    Write,
}

/// Compares the public items of the libraries with the files, or writes the files with `--write`.
/// `--documented` takes the JSON that rustdoc has written already, for the features of the tests.
///
/// # Errors
/// If an item is not in its file or the other way round, if a library does not build, or for
/// another argument.
pub fn run(args: &[String]) -> anyhow::Result<()> {
    let flags: Vec<&str> = args.iter().map(String::as_str).collect();
    let (mode, is_documented) = match flags[..] {
        [] | ["--check"] => (Mode::Check, false),
        ["--documented"] => (Mode::Check, true),
        ["--write"] => (Mode::Write, false),
        _ => {
            bail!("public-api takes --check, --documented or --write, but got {}", args.join(" "))
        }
    };
    let mut differing = Vec::new();
    let packages = workspace::packages()?;
    let packages: Vec<&str> = packages
        .iter()
        .filter(|package| package.is_published() && package.has_library())
        .map(|package| package.name.as_str())
        .collect();
    if !is_documented {
        document(&packages)?;
    }
    for package in packages {
        let json = json_of(package);
        let format = format_of(&json)?;
        if format != FORMAT {
            let reason = format!("rustdoc writes JSON of version {format}, not {FORMAT}");
            match mode {
                Mode::Check => println!("skipped: {reason}"),
                Mode::Write => bail!("{reason}: take another version of the crate public-api"),
            }
            return Ok(());
        }
        let text = listing(&json)?;
        let path = Path::new(FOLDER).join(format!("{package}.txt"));
        match mode {
            Mode::Write => write(&path, &text)?,
            Mode::Check if is_current(&path, &text, is_documented) => {}
            Mode::Check => differing.push(path.display().to_string()),
        }
    }
    if !differing.is_empty() {
        bail!("not up to date: {}; run `cargo xtask public-api --write`", differing.join(", "));
    }
    Ok(())
}

/// Writes the documentation of libraries as JSON, an unstable output of rustdoc. One call for all:
/// with a call for each, dependencies are checked again for the features that each asks for.
fn document(packages: &[&str]) -> anyhow::Result<()> {
    let mut command = checkout::command("cargo");
    command
        .env("RUSTDOC", checkout::root().join(RUSTDOC))
        .env("RUSTDOCFLAGS", "-Z unstable-options --output-format json")
        .args(["doc", "--quiet", "--locked", "--lib", "--no-deps", "--all-features"])
        .args(packages.iter().flat_map(|package| ["--package", package]));
    checkout::run(&mut command)
}

/// Returns the path of the JSON of a library.
fn json_of(package: &str) -> PathBuf {
    checkout::target_folder().join(format!("doc/{}.json", package.replace('-', "_")))
}

fn format_of(json: &Path) -> anyhow::Result<u32> {
    #[derive(Deserialize)]
    struct Header {
        format_version: u32,
    }
    let text = fs::read_to_string(json).with_context(|| format!("read {}", json.display()))?;
    let header: Header = serde_json::from_str(&text).context("read the JSON of rustdoc")?;
    Ok(header.format_version)
}

/// One line for each public item with its signature, sorted. Blanket implementations and those of
/// auto traits are left out.
fn listing(json: &Path) -> anyhow::Result<String> {
    let api = public_api::Builder::from_rustdoc_json(json)
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .build()?;
    let mut lines: Vec<String> = api.items().map(ToString::to_string).collect();
    lines.dedup();
    Ok(lines.join("\n") + "\n")
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let full = checkout::root().join(path);
    fs::create_dir_all(full.parent().context("a folder")?)?;
    fs::write(&full, text).with_context(|| format!("write {}", path.display()))?;
    println!("{}: {} items", path.display(), text.lines().count());
    Ok(())
}

/// True if the file at `path` contains `text`. Prints the lines that differ. What only `cloud` has
/// does not count if it is not documented.
fn is_current(path: &Path, text: &str, is_without_cloud: bool) -> bool {
    let old = fs::read_to_string(checkout::root().join(path)).unwrap_or_default();
    let counts = |line: &&str| !is_without_cloud || !line.contains(OF_CLOUD);
    for line in differences(&old, text).iter().filter(|line| counts(&line.as_str())) {
        println!("{}: {line}", path.display());
    }
    old.lines().filter(counts).eq(text.lines().filter(counts))
}

/// The lines that only one of the texts has, with `-` and `+`.
fn differences(old: &str, new: &str) -> Vec<String> {
    let (old, new): (BTreeSet<&str>, BTreeSet<&str>) =
        (old.lines().collect(), new.lines().collect());
    let gone = old.difference(&new).map(|line| format!("- {line}"));
    let added = new.difference(&old).map(|line| format!("+ {line}"));
    gone.chain(added).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_arguments_are_refused() {
        assert!(run(&["--fast".to_string()]).unwrap_err().to_string().contains("--fast"));
    }

    #[test]
    fn the_items_of_a_library_are_listed_in_the_same_order_each_time() {
        let source = "pub mod b { pub struct B { pub n: u8, m: u8 } impl B { pub fn f(&self) {} } }
            pub use b::B; pub fn a<T: Clone>(x: &[T]) -> Option<u8> { None } fn hidden() {}";
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("small.rs");
        fs::write(&file, source).unwrap();
        let mut rustdoc = checkout::command("rustdoc");
        rustdoc.env("RUSTC_BOOTSTRAP", "1").args(["-Z", "unstable-options", "--edition=2024"]);
        rustdoc.args(["--output-format=json", "--out-dir"]).arg(folder.path()).arg(&file);
        assert!(rustdoc.status().unwrap().success());
        let json = folder.path().join("small.json");
        if format_of(&json).unwrap() != FORMAT {
            println!("skipped: rustdoc writes JSON of another version");
            return;
        }
        let expected = "pub mod small
pub mod small::b
pub struct small::b::B
pub small::b::B::n: u8
impl small::b::B
pub fn small::b::B::f(&self)
pub struct small::B
pub small::B::n: u8
impl small::b::B
pub fn small::b::B::f(&self)
pub fn small::a<T: core::clone::Clone>(&[T]) -> core::option::Option<u8>
";
        assert_eq!(listing(&json).unwrap(), expected);
        assert_eq!(listing(&json).unwrap(), expected);
    }

    #[test]
    fn a_new_item_and_a_missing_one_are_shown() {
        assert_eq!(differences("a\nb\n", "b\nc\n"), ["- a", "+ c"]);
        assert_eq!(differences("a\n", "a\n"), [""; 0]);
    }

    #[test]
    fn a_file_that_does_not_exist_is_not_current() {
        assert!(!is_current(Path::new("docs/public-api/no-such-crate.txt"), "pub mod a\n", false));
    }
}
