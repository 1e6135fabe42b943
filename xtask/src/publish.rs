//! `cargo xtask publish-check`: every published crate packages and builds from its package.

use std::fs;
use std::process;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, bail};

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
    // Cargo keeps what it once unpacked from a registry in the place of this one, whatever has become of it: with the same
    // place a crate would be built with another one's code of an earlier check.
    let since = SystemTime::now().duration_since(UNIX_EPOCH).context("read the clock")?;
    let folder = format!("target/publish-check-{}-{}", since.as_secs(), process::id());
    let mut command = checkout::command("cargo");
    command.args(["publish", "--workspace", "--dry-run", "--locked", "--registry", "crates-io"]);
    command.args(["--target-dir", &folder]).args(args);
    let outcome = checkout::run(&mut command);
    let folder = checkout::root().join(folder);
    fs::remove_dir_all(&folder).with_context(|| format!("remove {}", folder.display()))?;
    outcome
}
