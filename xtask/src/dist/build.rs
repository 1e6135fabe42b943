//! Builds whose output does not tell where and when it was built.

use std::path::PathBuf;
use std::process::Command;

use super::Dist;
use crate::{checkout, remap};

/// Where it is built, below the root: its flags differ from those of other builds.
const FOLDER: &str = "target/artifacts-build";

/// The folder of builds.
pub fn folder() -> PathBuf {
    checkout::root().join(FOLDER)
}

/// Gives a command what makes its builds the same everywhere.
///
/// # Errors
/// If there is no home folder of cargo.
pub fn same_everywhere(command: &mut Command, dist: &Dist) -> anyhow::Result<()> {
    let profile = dist.profile.to_uppercase().replace('-', "_");
    command
        .env("SOURCE_DATE_EPOCH", dist.epoch.to_string())
        .env("CARGO_TARGET_DIR", folder())
        .env("CARGO_INCREMENTAL", "0")
        .env("CARGO_ENCODED_RUSTFLAGS", remap::rust_flags("")?)
        .env("TZ", "UTC")
        .env("LC_ALL", "C.UTF-8")
        // The names of functions, which no message needs.
        .env(format!("CARGO_PROFILE_{profile}_STRIP"), "symbols")
        .env_remove("RUSTFLAGS")
        .env_remove("RUSTC_WORKSPACE_WRAPPER");
    if !cfg!(windows) {
        command.env("CFLAGS", remap::c_flags()?);
    }
    Ok(())
}

/// Builds a package for a target. Returns the folder of what is built.
///
/// # Errors
/// If the build fails.
pub fn build(dist: &Dist, package: &[&str], target: &str) -> anyhow::Result<PathBuf> {
    let mut command = checkout::command("cargo");
    command.args(["build", "--locked", "--profile", &dist.profile, "--target", target]);
    same_everywhere(command.args(package), dist)?;
    checkout::run(&mut command)?;
    Ok(folder().join(target).join(folder_of_profile(&dist.profile)))
}

/// Some profiles of cargo build in a folder of another name.
fn folder_of_profile(profile: &str) -> &str {
    match profile {
        "dev" | "test" => "debug",
        "bench" => "release",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profiles_of_cargo_build_in_folders_of_their_own() {
        assert_eq!(["dist", "dev", "bench"].map(folder_of_profile), ["dist", "debug", "release"]);
    }

    #[test]
    fn a_build_knows_the_time_of_the_commit() {
        let dist = Dist::read(&["book".to_owned()]).unwrap();
        let mut command = checkout::command("cargo");
        same_everywhere(&mut command, &dist).unwrap();
        let epoch = command.get_envs().find(|(name, _)| *name == "SOURCE_DATE_EPOCH");
        assert_eq!(epoch.and_then(|(_, value)| value?.to_str()), Some(&*dist.epoch.to_string()));
    }
}
