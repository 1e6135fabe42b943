//! The paths of this machine, replaced in what is built: messages of programs have them.

use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::checkout;

/// What stands for the checkout, and for the home folder of cargo with its packages.
const SOURCE: &str = "/tamis";
const DEPENDENCIES: &str = "/cargo";

/// Parts the flags in `CARGO_ENCODED_RUSTFLAGS`.
const UNIT_SEPARATOR: &str = "\u{1f}";

/// Returns these flags of the compiler, parted by white space, and those that replace the paths,
/// for `CARGO_ENCODED_RUSTFLAGS`.
///
/// # Errors
/// If there is no home folder of cargo.
pub fn rust_flags(flags: &str) -> anyhow::Result<String> {
    Ok(joined(flags, &checkout::root(), &cargo_home()?))
}

/// Returns flags for compilers of C that understand those of GCC.
///
/// # Errors
/// If there is no home folder of cargo.
pub fn c_flags() -> anyhow::Result<String> {
    let flag = |(from, to)| format!("-ffile-prefix-map={}", pair(from, to));
    Ok(replaced(&checkout::root(), &cargo_home()?).map(flag).join(" "))
}

/// Returns a text of a tool with the same paths replaced.
pub fn text(text: &str) -> String {
    text.replace(&*checkout::root().to_string_lossy(), SOURCE)
}

fn joined(flags: &str, root: &Path, home: &Path) -> String {
    let remap =
        replaced(root, home).map(|(from, to)| format!("--remap-path-prefix={}", pair(from, to)));
    let all: Vec<&str> = flags.split_whitespace().chain(remap.iter().map(String::as_str)).collect();
    all.join(UNIT_SEPARATOR)
}

/// The last one that fits a path decides, so the dependencies are right also if they are below the
/// checkout.
fn replaced<'p>(root: &'p Path, home: &'p Path) -> [(&'p Path, &'static str); 2] {
    [(root, SOURCE), (home, DEPENDENCIES)]
}

fn pair(from: &Path, to: &str) -> String {
    format!("{}={to}", from.display())
}

fn cargo_home() -> anyhow::Result<PathBuf> {
    if let Some(home) = std::env::var_os("CARGO_HOME") {
        return Ok(home.into());
    }
    let home = std::env::home_dir().context("there is no home folder")?;
    Ok(home.join(".cargo"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_and_paths_come_together() {
        let flags = joined("-C opt", Path::new("/here/tamis"), Path::new("/me/.cargo"));
        assert_eq!(
            flags.split(UNIT_SEPARATOR).collect::<Vec<_>>(),
            [
                "-C",
                "opt",
                "--remap-path-prefix=/here/tamis=/tamis",
                "--remap-path-prefix=/me/.cargo=/cargo"
            ]
        );
    }

    #[test]
    fn the_checkout_is_replaced() {
        let root = checkout::root();
        assert!(c_flags().unwrap().contains(&format!("{}=/tamis", root.display())));
        assert_eq!(text(&format!("at {}/a", root.display())), "at /tamis/a");
    }
}
