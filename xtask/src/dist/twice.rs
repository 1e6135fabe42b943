//! `cargo xtask dist --twice`: the same again in a clone of the checkout, and the bytes compared.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail, ensure};

use super::{Dist, FOLDER, build, folder, sums};
use crate::checkout;

/// Makes everything once more, in a folder that has nothing but the commit, and compares.
///
/// # Errors
/// If the checkout has changes that are not committed, a file differs, or one is missing.
pub fn compare(dist: &Dist, args: &[String]) -> anyhow::Result<()> {
    let root = checkout::root();
    let clone = build::folder().join("again/clone");
    if clone.exists() {
        fs::remove_dir_all(&clone).context("remove an earlier clone")?;
    }
    let changes = checkout::output(checkout::command("git").args(["status", "--porcelain"]))?;
    ensure!(changes.trim().is_empty(), "the second run has commits alone, but there are changes");
    let mut git = checkout::command("git");
    checkout::run(git.args(["clone", "--quiet", "--local"]).arg(&root).arg(&clone))?;
    share_tools(&root.join("target"), &clone.join("target"))?;
    let mut again = checkout::command("cargo");
    again.args(["xtask", "dist"]).args(args.iter().filter(|arg| *arg != "--twice"));
    again.current_dir(&clone).env_remove("CARGO_TARGET_DIR");
    checkout::run(&mut again)?;
    let first = sums::list(&folder())?;
    let second = sums::list(&clone.join(FOLDER))?;
    let count = report(&first, &second, dist.parts.len() == super::PARTS.len())?;
    println!("{count} files are the same byte for byte");
    fs::remove_dir_all(&clone).context("remove the clone")
}

/// Gives the clone the tools that are installed in the checkout: they are not what is compared, and
/// take a while to build. What is not there is installed once more.
#[cfg(unix)]
fn share_tools(from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(to)?;
    for folder in ["tools", "npm-tools"] {
        if from.join(folder).exists() {
            std::os::unix::fs::symlink(from.join(folder), to.join(folder))?;
        }
    }
    Ok(())
}

#[cfg(not(unix))]
fn share_tools(_from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(to).context("make the target folder of the clone")
}

/// Compares two lists of hashes, and returns the number of files. If only some parts were made, the
/// first folder may have files of an earlier run.
fn report(first: &str, second: &str, whole: bool) -> anyhow::Result<usize> {
    let missing: Vec<&str> =
        second.lines().filter(|line| !first.lines().any(|of| of == *line)).collect();
    let extra = first.lines().filter(|line| !second.lines().any(|of| of == *line));
    let extra: Vec<&str> = extra.filter(|_| whole).collect();
    if missing.is_empty() && extra.is_empty() {
        return Ok(second.lines().count());
    }
    bail!("two runs differ in\n{}\n{}", missing.join("\n"), extra.join("\n"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_differs_is_named() {
        assert_eq!(report("1  a\n2  b\n", "1  a\n2  b\n", true).unwrap(), 2);
        assert_eq!(report("1  a\n2  b\n", "1  a\n", false).unwrap(), 1);
        for second in ["1  a\n3  b\n", "1  a\n"] {
            let error = report("1  a\n2  b\n", second, true).unwrap_err().to_string();
            assert!(error.contains("  b"), "{error}");
        }
    }
}
