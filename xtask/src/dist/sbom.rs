//! What the program is made of, in the format `CycloneDX` 1.5, by `cargo-cyclonedx`.

use std::fs;

use anyhow::Context;
use serde_json::Value;

use super::{Dist, artifact, build};
use crate::{checkout, remap, workspace};

/// The version that is installed for it.
const CARGO_CYCLONEDX: &str = "0.5.9";

/// The name that it gives its files, without their ending, and the version of the format.
const FILE: &str = "dist-sbom";
const FORMAT: &str = "1.5";

/// The package that is described: the library, the fetching and the service belong to it.
const PACKAGE: &str = "tamis-cli";

/// Writes the file, for all systems at once.
///
/// # Errors
/// If the tool fails or writes something else.
pub fn make(dist: &Dist) -> anyhow::Result<()> {
    let mut install = checkout::command(checkout::root().join(".ci/install-tool.sh"));
    checkout::run(install.args(["cargo-cyclonedx", CARGO_CYCLONEDX]))?;
    let mut tool = checkout::command(checkout::root().join("target/tools/bin/cargo-cyclonedx"));
    tool.args(["cyclonedx", "--quiet", "--format", "json", "--spec-version", FORMAT]);
    tool.args(["--target", "all", "--no-build-deps", "--override-filename", FILE]);
    build::same_everywhere(&mut tool, dist)?;
    let outcome = checkout::run(&mut tool);
    // It writes one next to each manifest of the workspace.
    let mut found = None;
    for package in workspace::packages()? {
        let path = package.folder()?.join(format!("{FILE}.json"));
        if let Ok(text) = fs::read_to_string(&path) {
            fs::remove_file(&path).with_context(|| format!("remove {}", path.display()))?;
            found = found.or((package.name == PACKAGE).then_some(text));
        }
    }
    outcome?;
    // Names of packages have the folder of the checkout.
    let text = remap::text(&found.context("cargo-cyclonedx wrote nothing for the program")?);
    check(&text)?;
    fs::write(artifact(&format!("tamis-{}.cdx.json", dist.version)), text)?;
    Ok(())
}

/// Fails if the text lacks what readers of the format rely on.
fn check(text: &str) -> anyhow::Result<()> {
    let bom: Value = serde_json::from_str(text).context("read the SBOM")?;
    let is = |key: &str, expected: &str| {
        let found = bom[key].as_str();
        anyhow::ensure!(found == Some(expected), "{key} is {found:?}, not {expected}");
        Ok(())
    };
    is("bomFormat", "CycloneDX")?;
    is("specVersion", FORMAT)?;
    let components = bom["components"].as_array().context("the SBOM has no components")?;
    let named = |name: &str| components.iter().any(|of| of["name"] == name);
    for name in ["tamis", "encoding_rs"] {
        anyhow::ensure!(named(name), "the SBOM does not name {name}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_that_lacks_something_is_refused() {
        let good = r#"{"bomFormat": "CycloneDX", "specVersion": "1.5",
            "components": [{"name": "tamis"}, {"name": "encoding_rs"}]}"#;
        check(good).unwrap();
        for (from, to) in [("1.5", "1.3"), ("CycloneDX", "SPDX"), ("\"tamis\"", "\"other\"")] {
            assert!(check(&good.replace(from, to)).is_err(), "{from}");
        }
    }
}
