//! The archives of the program: with completions, man page, licences and changelog.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::archive::{self, Entry};
use super::{Dist, artifact, build, licences};
use crate::checkout;

/// The package of the program, as arguments of cargo.
const PACKAGE: [&str; 2] = ["--package", "tamis-cli"];

/// The target whose programs run on any Linux, since they bring their C library.
const STATIC_LINUX: &str = "x86_64-unknown-linux-musl";

/// The documents of an archive, from the root.
const DOCUMENTS: [&str; 5] =
    ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "NOTICE"];

/// The licence of the stoplists in the program.
const STOPLISTS: (&str, &str) = ("crates/tamis-stoplists/LICENSE-justext", "LICENSE-justext");

/// The shells that have completions, and the names that they look for.
pub const COMPLETIONS: [(&str, &str); 5] = [
    ("bash", "tamis.bash"),
    ("elvish", "tamis.elv"),
    ("fish", "tamis.fish"),
    ("powershell", "_tamis.ps1"),
    ("zsh", "_tamis"),
];

/// The man page.
pub const MAN_PAGE: &str = "tamis.1";

/// Makes an archive for each target.
///
/// # Errors
/// If one cannot be built.
pub fn make(dist: &Dist) -> anyhow::Result<()> {
    for target in &dist.targets {
        let built = built(dist, target)?;
        let program = fs::read(&built).with_context(|| format!("read {}", built.display()))?;
        let name = name(dist, target);
        let file_name = built.file_name().and_then(|name| name.to_str()).context("no name")?;
        let mut entries = vec![Entry::program(format!("{name}/{file_name}"), program)];
        entries.extend(documents(&name)?);
        entries.extend(made_by(&built, &name)?);
        let (ending, bytes) = if is_windows(target) {
            ("zip", archive::zip(&entries)?)
        } else {
            ("tar.gz", archive::tar_gz(&entries, dist.epoch)?)
        };
        let path = artifact(&format!("{name}.{ending}"));
        fs::write(&path, &bytes).with_context(|| format!("write {}", path.display()))?;
        println!("{}: {} bytes", path.display(), bytes.len());
    }
    Ok(())
}

/// Builds the program. Returns its path.
///
/// # Errors
/// If the build fails.
pub fn built(dist: &Dist, target: &str) -> anyhow::Result<PathBuf> {
    let folder = build::build(dist, &PACKAGE, target)?;
    Ok(folder.join(if is_windows(target) { "tamis.exe" } else { "tamis" }))
}

/// The name of an archive without its ending, and of the folder in it.
fn name(dist: &Dist, target: &str) -> String {
    format!("tamis-{}-{target}", dist.version)
}

fn is_windows(target: &str) -> bool {
    target.contains("-windows-")
}

/// The targets that this machine builds and runs: its own, and on Linux the static one.
///
/// # Errors
/// If the compiler does not say what its target is.
pub fn targets_of_this_machine() -> anyhow::Result<Vec<String>> {
    let said = checkout::output(checkout::command("rustc").arg("-vV"))?;
    let host = said.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.context("rustc does not say what its host is")?;
    let mut targets = vec![host.to_owned()];
    if host == "x86_64-unknown-linux-gnu" {
        targets.push(STATIC_LINUX.to_owned());
    }
    Ok(targets)
}

fn documents(folder: &str) -> anyhow::Result<Vec<Entry>> {
    let root = checkout::root();
    let read = |path: &str| fs::read(root.join(path)).with_context(|| format!("read {path}"));
    let mut entries = Vec::new();
    for (path, name) in DOCUMENTS.map(|name| (name, name)).into_iter().chain([STOPLISTS]) {
        entries.push(Entry::new(format!("{folder}/{name}"), read(path)?));
    }
    let third_party = licences::text()?;
    entries.push(Entry::new(format!("{folder}/{}", licences::NAME), third_party));
    Ok(entries)
}

/// What the program makes of its options. It has to run on this machine.
fn made_by(program: &Path, folder: &str) -> anyhow::Result<Vec<Entry>> {
    let print = |args: &[&str]| checkout::output(checkout::command(program).args(args));
    let man = print(&["man"])?;
    let mut entries = vec![Entry::new(format!("{folder}/man/{MAN_PAGE}"), man)];
    for (shell, name) in COMPLETIONS {
        let script = print(&["completions", shell])?;
        entries.push(Entry::new(format!("{folder}/completions/{name}"), script));
    }
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_has_a_target() {
        let targets = targets_of_this_machine().unwrap();
        assert!(targets[0].contains('-'), "{targets:?}");
    }

    #[test]
    fn only_windows_has_another_archive() {
        assert!(is_windows("x86_64-pc-windows-msvc") && !is_windows(STATIC_LINUX));
    }

    #[test]
    fn the_documents_are_there() {
        for name in DOCUMENTS.into_iter().chain([STOPLISTS.0]) {
            assert!(checkout::root().join(name).is_file(), "{name}");
        }
    }
}
