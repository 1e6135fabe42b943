//! The workspace's own packages, as `cargo metadata` lists them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::Deserialize;

use crate::checkout;

/// One package of the workspace.
#[derive(Debug, Deserialize)]
pub struct Package {
    pub name: String,
    /// The features, with those that each one enables.
    pub features: BTreeMap<String, Vec<String>>,
    targets: Vec<Target>,
    manifest_path: PathBuf,
    dependencies: Vec<Dependency>,
    /// The registries that take it: `None` is every registry, an empty list is none.
    publish: Option<Vec<String>>,
}

#[derive(Debug, Deserialize)]
struct Target {
    name: String,
    kind: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct Dependency {
    name: String,
    /// `None` is a dependency of the library or the program, not of tests or the build.
    kind: Option<String>,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

/// Returns the packages of the workspace, sorted by name.
///
/// # Errors
/// If `cargo metadata` fails.
pub fn packages() -> anyhow::Result<Vec<Package>> {
    let args = ["metadata", "--format-version", "1", "--no-deps"];
    let text = checkout::output(checkout::command("cargo").args(args))?;
    parse(&text)
}

fn parse(metadata: &str) -> anyhow::Result<Vec<Package>> {
    let metadata: Metadata =
        serde_json::from_str(metadata).context("read the output of cargo metadata")?;
    let mut packages = metadata.packages;
    packages.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(packages)
}

impl Package {
    /// True if a registry may take the package.
    pub fn is_published(&self) -> bool {
        self.publish.as_ref().is_none_or(|registries| !registries.is_empty())
    }

    /// The folder of its manifest.
    ///
    /// # Errors
    /// If the manifest is in none.
    pub fn folder(&self) -> anyhow::Result<&Path> {
        self.manifest_path.parent().context("a manifest without a folder")
    }

    /// True if the package needs the package `name`, and not for its tests alone.
    pub fn needs(&self, name: &str) -> bool {
        self.dependencies.iter().any(|of| of.name == name && of.kind.as_deref() != Some("dev"))
    }

    /// True if the package has a library.
    pub fn has_library(&self) -> bool {
        self.targets.iter().any(|target| target.kind.iter().any(|kind| kind == "lib"))
    }

    /// The names of the example programs.
    pub fn examples(&self) -> impl Iterator<Item = &str> {
        let examples =
            self.targets.iter().filter(|target| target.kind.iter().any(|kind| kind == "example"));
        examples.map(|target| target.name.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_sorted_and_know_their_targets() {
        let text = r#"{"packages": [
            {"name": "b", "features": {}, "publish": [], "manifest_path": "/b/Cargo.toml",
                "dependencies": [{"name": "a", "kind": null}, {"name": "c", "kind": "dev"}],
                "targets": [{"name": "b", "kind": ["bin"]}]},
            {"name": "a", "features": {"default": ["x"], "x": []}, "publish": null,
                "manifest_path": "/a/Cargo.toml", "dependencies": [], "targets": [
                {"name": "a", "kind": ["lib"]}, {"name": "run", "kind": ["example"]}]}]}"#;
        let packages = parse(text).unwrap();
        let [a, b] = packages.as_slice() else { panic!("{packages:?}") };
        assert!(a.is_published() && a.has_library() && a.examples().eq(["run"]));
        assert!(!b.is_published() && !b.has_library() && b.examples().next().is_none());
        assert_eq!(a.features.len(), 2);
        assert!(b.needs("a") && !b.needs("c") && !a.needs("b"));
        assert_eq!(b.folder().unwrap(), Path::new("/b"));
    }

    #[test]
    fn this_workspace_has_the_library() {
        let packages = packages().unwrap();
        let library = packages.iter().find(|package| package.name == "tamis").unwrap();
        assert!(library.is_published() && library.has_library());
    }
}
