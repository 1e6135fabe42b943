//! The licences of all dependencies, by `cargo-about`, which reads them from the packages.

use std::fs;
use std::path::PathBuf;

use anyhow::Context;

use super::{Dist, build};
use crate::checkout;

/// The name of the file.
pub const NAME: &str = "THIRD-PARTY.md";

/// The version that is installed for it.
const CARGO_ABOUT: &str = "0.9.3";

const TEMPLATE: &str = "xtask/src/dist/licences.hbs";

/// Where the licences that are allowed are listed.
const ALLOWED: &str = "deny.toml";

/// Writes the file, also into the packages for Python and npm, which bring the library as machine
/// code.
///
/// # Errors
/// If a dependency has no licence that `deny.toml` allows.
pub fn make(dist: &Dist) -> anyhow::Result<()> {
    let mut install = checkout::command(checkout::root().join(".ci/install-tool.sh"));
    checkout::run(install.args(["cargo-about", CARGO_ABOUT, "--features", "cli"]))?;
    fs::create_dir_all(build::folder())?;
    let config = build::folder().join("about.toml");
    fs::write(&config, configuration(&fs::read_to_string(checkout::root().join(ALLOWED))?)?)?;
    let mut about = checkout::command(checkout::root().join("target/tools/bin/cargo-about"));
    about.args(["generate", "--locked", "--workspace", "--all-features", "--fail", "--config"]);
    about.arg(config).arg("--output-file").arg(path()).arg(TEMPLATE);
    checkout::run(&mut about)?;
    let text = text()?;
    for place in [dist.artifact(NAME), in_package("python"), in_package("npm")] {
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

/// Returns what cargo-about needs to know: the licences that cargo-deny allows.
fn configuration(deny: &str) -> anyhow::Result<String> {
    let deny: toml::Table = deny.parse().context("read deny.toml")?;
    let allowed = deny.get("licenses").and_then(|licences| licences.get("allow"));
    let allowed = allowed.context("deny.toml allows no licences")?;
    Ok(format!(
        "accepted = {allowed}\nignore-dev-dependencies = true\nignore-build-dependencies = true\n\
         workarounds = [\"ring\"]\nprivate = {{ ignore = true }}\n"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_licences_are_those_that_are_allowed() {
        let deny = fs::read_to_string(checkout::root().join(ALLOWED)).unwrap();
        let made: toml::Table = configuration(&deny).unwrap().parse().unwrap();
        let accepted = made["accepted"].as_array().unwrap();
        assert!(accepted.iter().any(|licence| licence.as_str() == Some("MIT")), "{accepted:?}");
        assert!(configuration("[licenses]").is_err());
    }
}
