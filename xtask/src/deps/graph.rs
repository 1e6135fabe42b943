//! What `cargo metadata` says of every package that the workspace may build.

use std::collections::BTreeSet;

use anyhow::Context;
use serde::Deserialize;

use crate::checkout;

/// Every package of the lock file, for all features and all targets.
#[derive(Debug, Deserialize)]
pub struct Graph {
    pub packages: Vec<Package>,
}

/// One version of one crate.
#[derive(Debug, Deserialize)]
pub struct Package {
    pub name: String,
    pub version: String,
    /// The licence expression as its manifest gives it.
    pub license: Option<String>,
    dependencies: Vec<Dependency>,
}

#[derive(Debug, Deserialize)]
struct Dependency {
    name: String,
    /// `None` for a normal dependency, else `dev` or `build`.
    kind: Option<String>,
}

impl Graph {
    /// The packages of this workspace.
    ///
    /// # Errors
    /// When `cargo metadata` fails.
    pub fn of_workspace() -> anyhow::Result<Self> {
        let args = ["metadata", "--format-version", "1", "--all-features"];
        Self::parse(&checkout::output(checkout::command("cargo").args(args))?)
    }

    /// The packages that `metadata`, the JSON of `cargo metadata`, describes.
    ///
    /// # Errors
    /// When it is not such JSON.
    pub fn parse(metadata: &str) -> anyhow::Result<Self> {
        serde_json::from_str(metadata).context("read the output of cargo metadata")
    }
}

impl Package {
    /// The names of the direct dependencies that users get: normal and build, also optional ones.
    pub fn shipped_dependencies(&self) -> BTreeSet<&str> {
        let shipped = self.dependencies.iter().filter(|d| d.kind.as_deref() != Some("dev"));
        shipped.map(|dependency| dependency.name.as_str()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dev_dependencies_are_not_shipped() {
        let text = r#"{"packages": [{"name": "a", "version": "1.0.0", "license": null,
            "dependencies": [{"name": "n", "kind": null}, {"name": "b", "kind": "build"},
                {"name": "d", "kind": "dev"}]}]}"#;
        let graph = Graph::parse(text).unwrap();
        assert_eq!(graph.packages[0].shipped_dependencies(), BTreeSet::from(["b", "n"]));
    }
}
