//! The licences of all dependencies, collected from their packages.
//!
//! A package that was fetched has its licences as files, and they are taken as they are: no program
//! has to recognize them. That each licence is one that we allow is the work of `cargo deny`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use serde::Deserialize;

use super::{Dist, artifact, build};
use crate::checkout;

/// The name of the file.
pub const NAME: &str = "THIRD-PARTY.md";

/// The packages that users get as machine code.
const ROOTS: [&str; 3] = ["tamis-cli", "tamis-python", "tamis-wasm"];

/// How the names of files with licences begin, in lower case.
const FILES: [&str; 6] = ["licence", "license", "copying", "copyright", "notice", "unlicense"];

/// Files of such names that are none.
const NO_TEXT: [&str; 3] = ["rs", "toml", "html"];

const INTRODUCTION: &str = "\
# Licences of the dependencies

The program, the Python package and the npm package of Tamis contain code of these packages. After
the list are the texts that they bring, each once. A package without a number brings no text; the
licences that it names are among the texts, and its authors are named where it comes from.
";

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Package {
    id: String,
    name: String,
    version: String,
    license: Option<String>,
    repository: Option<String>,
    /// `None` is a package of the workspace.
    source: Option<String>,
    manifest_path: PathBuf,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    pkg: String,
    dep_kinds: Vec<Kind>,
}

#[derive(Deserialize)]
struct Kind {
    /// `None` is code that gets into the program, not into its tests or its build.
    kind: Option<String>,
}

/// Writes the file, also into the packages for Python and npm, which bring the library as machine
/// code.
///
/// # Errors
/// If a dependency names no licence.
pub fn make(_: &Dist) -> anyhow::Result<()> {
    let mut metadata = checkout::command("cargo");
    metadata.args(["metadata", "--format-version", "1", "--locked", "--all-features"]);
    let metadata = checkout::output(&mut metadata)?;
    let metadata: Metadata = serde_json::from_str(&metadata).context("read cargo metadata")?;
    let text = document(&contained(&metadata))?;
    fs::create_dir_all(build::folder())?;
    for place in [path(), artifact(NAME), in_package("python"), in_package("npm")] {
        fs::write(&place, &text).with_context(|| format!("write {}", place.display()))?;
    }
    Ok(())
}

/// Returns the file that was made.
///
/// # Errors
/// If it was not.
pub fn text() -> anyhow::Result<String> {
    fs::read_to_string(path()).context("read the licences of the dependencies")
}

fn path() -> PathBuf {
    build::folder().join(NAME)
}

fn in_package(folder: &str) -> PathBuf {
    checkout::root().join(folder).join(NAME)
}

/// Returns the packages of others whose code the roots contain, sorted.
fn contained(metadata: &Metadata) -> Vec<&Package> {
    let nodes: BTreeMap<&str, &Node> =
        metadata.resolve.nodes.iter().map(|node| (&*node.id, node)).collect();
    let roots = metadata.packages.iter().filter(|of| ROOTS.contains(&&*of.name));
    let mut waiting: Vec<&str> = roots.map(|package| &*package.id).collect();
    let mut seen = BTreeSet::new();
    while let Some(id) = waiting.pop() {
        if seen.insert(id) {
            let of = nodes.get(id).map_or(&[][..], |node| &node.deps);
            let of = of.iter().filter(|of| of.dep_kinds.iter().any(|kind| kind.kind.is_none()));
            waiting.extend(of.map(|of| &*of.pkg));
        }
    }
    let is_foreign = |package: &&Package| package.source.is_some() && seen.contains(&*package.id);
    let mut packages: Vec<&Package> = metadata.packages.iter().filter(is_foreign).collect();
    packages.sort_by_key(|package| (&package.name, &package.version));
    packages
}

fn document(packages: &[&Package]) -> anyhow::Result<String> {
    let mut texts: Vec<String> = Vec::new();
    let mut document = format!("{INTRODUCTION}\n");
    for package in packages {
        let Package { name, version, .. } = package;
        let licence = package.license.as_deref().with_context(|| format!("{name}: no licence"))?;
        let mut numbers = Vec::new();
        for text in texts_of(package)? {
            let known = texts.iter().position(|known| *known == text);
            let index = known.unwrap_or_else(|| {
                texts.push(text);
                texts.len() - 1
            });
            numbers.push(format!("{}", index + 1));
        }
        write!(document, "- {name} {version}: {licence}")?;
        if !numbers.is_empty() {
            write!(document, "; texts {}", numbers.join(", "))?;
        }
        let from = package.repository.as_deref().unwrap_or("the crate registry");
        writeln!(document, "; {from}")?;
    }
    ensure!(!texts.is_empty(), "no package brings the text of its licence");
    for (index, text) in texts.iter().enumerate() {
        write!(document, "\n## {}\n\n````text\n{text}\n````\n", index + 1)?;
    }
    Ok(document)
}

/// Returns the texts of the files with licences in a package, in the order of their names.
fn texts_of(package: &Package) -> anyhow::Result<Vec<String>> {
    let folder = package.manifest_path.parent().context("a manifest without a folder")?;
    let mut files = Vec::new();
    for entry in folder.read_dir().with_context(|| format!("read {}", folder.display()))? {
        let path = entry?.path();
        if path.is_file() && has_licence(&path) {
            files.push(path);
        }
    }
    files.sort();
    let text = |path: &PathBuf| -> anyhow::Result<String> {
        let text = fs::read(path).with_context(|| format!("read {}", path.display()))?;
        let text = String::from_utf8_lossy(&text).replace("\r\n", "\n");
        Ok(text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n").trim().to_owned())
    };
    files.iter().map(text).collect()
}

fn has_licence(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase());
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    name.is_some_and(|name| FILES.iter().any(|begin| name.starts_with(begin)))
        && !ending.is_some_and(|ending| NO_TEXT.contains(&&*ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(folder: &Path, name: &str, source: Option<&str>) -> Package {
        let (name, id) = (name.to_owned(), name.to_owned());
        let [version, license] = ["1", "MIT"].map(ToOwned::to_owned);
        let manifest_path = folder.join(&name).join("Cargo.toml");
        let source = source.map(ToOwned::to_owned);
        Package {
            id,
            name,
            version,
            license: Some(license),
            repository: None,
            source,
            manifest_path,
        }
    }

    fn node(id: &str, deps: &[(&str, Option<&str>)]) -> Node {
        let deps = deps.iter().map(|(pkg, kind)| Dependency {
            pkg: (*pkg).to_owned(),
            dep_kinds: vec![Kind { kind: kind.map(ToOwned::to_owned) }],
        });
        Node { id: id.to_owned(), deps: deps.collect() }
    }

    #[test]
    fn what_only_tests_and_builds_use_is_not_contained() {
        let folder = Path::new("/");
        let names = ["tamis-cli", "own", "used", "built", "tested"];
        let of =
            |name| package(folder, name, (name != "tamis-cli" && name != "own").then_some("r"));
        let nodes = vec![
            node("tamis-cli", &[("own", None), ("built", Some("build")), ("tested", Some("dev"))]),
            node("own", &[("used", None)]),
        ];
        let metadata =
            Metadata { packages: names.into_iter().map(of).collect(), resolve: Resolve { nodes } };
        let found: Vec<_> = contained(&metadata).iter().map(|of| of.name.clone()).collect();
        assert_eq!(found, ["used"]);
    }

    #[test]
    fn a_text_that_several_bring_is_there_once() {
        let folder = tempfile::tempdir().unwrap();
        for (name, file) in [("a", "LICENSE-MIT"), ("b", "license.txt"), ("c", "licences.rs")] {
            fs::create_dir(folder.path().join(name)).unwrap();
            fs::write(folder.path().join(name).join(file), "Free.  \r\n").unwrap();
        }
        let packages = ["a", "b", "c"].map(|name| package(folder.path(), name, None));
        let text = document(&packages.iter().collect::<Vec<_>>()).unwrap();
        for line in ["- a 1: MIT; texts 1; the", "- b 1: MIT; texts 1; the", "- c 1: MIT; the"] {
            assert!(text.contains(line), "{text}");
        }
        assert_eq!(text.matches("Free.\n").count(), 1);
    }
}
