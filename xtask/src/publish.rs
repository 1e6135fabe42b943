//! `cargo xtask publish-check`: every published crate packages and builds from its package.

use anyhow::bail;

use crate::checkout;

/// Packages each publishable crate and builds it from the package, without uploading. Crates of the
/// workspace that depend on each other are resolved from the packages just made.
///
/// `--allow-dirty` is passed on, for a checkout with changes that are not committed.
///
/// # Errors
/// When a package is incomplete or does not build, and for any other argument.
pub fn run(args: &[String]) -> anyhow::Result<()> {
    if let Some(other) = args.iter().find(|arg| *arg != "--allow-dirty") {
        bail!("publish-check takes --allow-dirty only, but got {other}");
    }
    let mut command = checkout::command("cargo");
    command.args(["publish", "--workspace", "--dry-run", "--locked", "--registry", "crates-io"]);
    command.args(args);
    checkout::run(&mut command)
}
