//! `cargo xtask publish-check`: every published crate packages and builds from its package.

use std::fs;
use std::process;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, bail};

use crate::checkout;

/// Packages each published crate and builds it from the package, without uploading. The crates of
/// the workspace that it depends on are taken from the packages just made.
///
/// `--allow-dirty` is passed on, for a checkout with changes that are not committed.
///
/// # Errors
/// When a package is incomplete or does not build, and for any other argument.
pub fn run(args: &[String]) -> anyhow::Result<()> {
    if let Some(other) = args.iter().find(|arg| *arg != "--allow-dirty") {
        bail!("publish-check takes --allow-dirty only, but got {other}");
    }
    // Cargo never unpacks a package twice from a registry at the same path. With a fixed path, a
    // crate would be built with the code that an earlier check packaged.
    let since = SystemTime::now().duration_since(UNIX_EPOCH).context("read the clock")?;
    let folder = format!("target/publish-check-{}-{}", since.as_secs(), process::id());
    let mut command = checkout::command("cargo");
    command.args(["publish", "--workspace", "--dry-run", "--locked", "--registry", "crates-io"]);
    command.args(["--target-dir", &folder]).args(args);
    // Nothing runs what is built.
    command.env("CARGO_PROFILE_DEV_DEBUG", "0").env("CARGO_INCREMENTAL", "0");
    let outcome = checkout::run(&mut command);
    let folder = checkout::root().join(folder);
    fs::remove_dir_all(&folder).with_context(|| format!("remove {}", folder.display()))?;
    outcome
}
