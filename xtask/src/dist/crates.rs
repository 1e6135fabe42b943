//! The packages of the crate registry, and the order in which they are published.

use std::fs;

use anyhow::{Context, bail};

use super::{Dist, artifact, build};
use crate::checkout;
use crate::workspace::{self, Package};

/// The folder of the packages, and the list in it.
const FOLDER: &str = "crates";
const ORDER: &str = "ORDER";

/// Packages each crate that is published. `cargo xtask publish-check` also builds them.
///
/// # Errors
/// If one cannot be packaged.
pub fn make(dist: &Dist) -> anyhow::Result<()> {
    let packages = workspace::packages()?;
    let published: Vec<&Package> = packages.iter().filter(|of| of.is_published()).collect();
    let order = order(&published)?;
    let mut package = checkout::command("cargo");
    package.args(["package", "--locked", "--no-verify", "--quiet"]);
    package.args(dist.allow_dirty.then_some("--allow-dirty"));
    for name in &order {
        package.args(["--package", name]);
    }
    build::same_everywhere(&mut package, dist)?;
    checkout::run(&mut package)?;
    let folder = artifact(FOLDER);
    fs::create_dir_all(&folder)?;
    for name in &order {
        let file = format!("{name}-{}.crate", dist.version);
        let from = build::folder().join("package").join(&file);
        fs::copy(&from, folder.join(&file)).with_context(|| format!("copy {file}"))?;
    }
    fs::write(folder.join(ORDER), order.join("\n") + "\n").context("write the order")
}

/// Returns the names so that each follows those that it needs.
fn order<'p>(packages: &[&'p Package]) -> anyhow::Result<Vec<&'p str>> {
    let mut order: Vec<&str> = Vec::new();
    while order.len() < packages.len() {
        let is_ready = |package: &Package| {
            let waits_for = |other: &&&Package| package.needs(&other.name);
            packages.iter().filter(waits_for).all(|other| order.contains(&&*other.name))
        };
        let next = packages.iter().find(|of| !order.contains(&&*of.name) && is_ready(of));
        match next {
            Some(package) => order.push(&package.name),
            None => bail!("crates need each other: all but {}", order.join(", ")),
        }
    }
    Ok(order)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_crate_follows_what_it_needs() {
        let packages = workspace::packages().unwrap();
        let published: Vec<&Package> = packages.iter().filter(|of| of.is_published()).collect();
        let order = order(&published).unwrap();
        let at = |name: &str| order.iter().position(|of| *of == name).unwrap();
        assert!(at("tamis-html") < at("tamis-dom") && at("tamis-dom") < at("tamis"), "{order:?}");
        assert!(at("tamis-run") < at("tamis-cli"), "{order:?}");
        assert!(!order.contains(&"xtask") && !order.contains(&"tamis-testkit"));
    }
}
