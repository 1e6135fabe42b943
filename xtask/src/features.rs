//! `cargo xtask features`: every published library and program builds without features and with
//! each one alone.

use crate::checkout;
use crate::workspace::{self, Package};

/// Checks each library and program that has features, without warnings.
///
/// # Errors
/// If a build fails or warns, or for an argument.
pub fn run(args: &[String]) -> anyhow::Result<()> {
    checkout::no_arguments("features", args)?;
    let packages = workspace::packages()?;
    for package in packages.iter().filter(|package| package.is_published()) {
        let kind = if package.has_library() { "--lib" } else { "--bins" };
        for feature in feature_sets(package) {
            let mut command = checkout::command("cargo");
            command.args(["clippy", "--quiet", "--locked", kind, "--package", &package.name]);
            command.args(["--no-default-features", "--features", feature]);
            checkout::run(command.args(["--", "-D", "warnings"]))?;
        }
    }
    Ok(())
}

/// No feature, then each one. Nothing if the package has no features: other steps build it.
fn feature_sets(package: &Package) -> Vec<&str> {
    let mut sets: Vec<&str> =
        package.features.keys().map(String::as_str).filter(|name| *name != "default").collect();
    if !sets.is_empty() {
        sets.insert(0, "");
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_feature_is_built_alone_and_so_is_none() {
        let packages = workspace::packages().unwrap();
        let sets = |name: &str| {
            let package = packages.iter().find(|package| package.name == name).unwrap();
            feature_sets(package)
        };
        assert_eq!(sets("tamis-stoplists"), ["", "data"]);
        assert_eq!(sets("xtask"), [""; 0]);
    }

    #[test]
    fn arguments_are_refused() {
        assert!(run(&["all".to_string()]).unwrap_err().to_string().contains("all"));
    }
}
