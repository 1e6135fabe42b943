//! `cargo xtask dist`: everything that users install, in `target/artifacts`.
//!
//! The same commit gives the same bytes, on any machine with the same tools and in any folder:
//! times are that of the commit, the paths of this machine are replaced in programs (`remap.rs`),
//! and the entries of archives are sorted (`archive.rs`). `--twice` shows it: it makes everything
//! once more in a clone of the checkout, and compares.
//!
//! The folder is not `target/dist`, which is where cargo builds with the profile `dist`.

mod archive;
mod build;
mod container;
mod crates;
mod debian;
mod installers;
mod licences;
mod packages;
mod program;
mod sbom;
mod sums;
mod twice;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};

use crate::checkout;

/// Where everything is put, below the root.
const FOLDER: &str = "target/artifacts";

/// One thing that is made.
struct Part {
    /// The argument that chooses it.
    name: &'static str,
    /// What is made before it.
    needs: &'static [&'static str],
    make: fn(&Dist) -> anyhow::Result<()>,
}

/// Everything, in the order in which it is made.
const PARTS: &[Part] = &[
    Part { name: "licences", needs: &[], make: licences::make },
    Part { name: "sbom", needs: &[], make: sbom::make },
    Part { name: "program", needs: &["licences"], make: program::make },
    Part { name: "debian", needs: &["licences", "program"], make: debian::make },
    Part { name: "python", needs: &["licences"], make: packages::python },
    Part { name: "npm", needs: &["licences"], make: packages::npm },
    Part { name: "container", needs: &["licences"], make: container::make },
    Part { name: "crates", needs: &[], make: crates::make },
    Part { name: "book", needs: &[], make: packages::book },
    // Of the archives of the program that are there, because a release collects those of several
    // machines.
    Part { name: "installers", needs: &[], make: installers::make },
    Part { name: "sums", needs: &[], make: sums::make },
];

/// What is made, and how.
struct Dist {
    /// The profile of cargo for programs and libraries.
    profile: String,
    /// The targets of the program.
    targets: Vec<String>,
    parts: Vec<&'static Part>,
    /// Take changes that are not committed into the crates.
    allow_dirty: bool,
    /// Make all of it once more in another folder, and compare.
    twice: bool,
    version: String,
    /// The time of the commit, in seconds since 1970.
    epoch: u64,
}

/// Makes the parts that `args` name, all if they name none. `--target` names targets of the program
/// in place of those of this machine, `--profile` a profile in place of `dist`, for trying.
/// `--allow-dirty` packages crates with changes that are not committed.
///
/// # Errors
/// If a part cannot be made, two runs differ, or an argument is unknown.
pub fn run(args: &[String]) -> anyhow::Result<()> {
    let dist = Dist::read(args)?;
    dist.check_targets()?;
    let folder = folder();
    if dist.parts.len() == PARTS.len() && folder.exists() {
        fs::remove_dir_all(&folder).context("empty the folder of artifacts")?;
    }
    fs::create_dir_all(&folder).context("make the folder of artifacts")?;
    for part in &dist.parts {
        println!("==> {}", part.name);
        (part.make)(&dist).with_context(|| format!("make {}", part.name))?;
    }
    if dist.twice { twice::compare(&dist, args) } else { Ok(()) }
}

impl Dist {
    fn read(args: &[String]) -> anyhow::Result<Self> {
        let (mut profile, mut targets, mut names) = (None, Vec::new(), Vec::new());
        let (mut allow_dirty, mut twice) = (false, false);
        let mut rest = args.iter();
        while let Some(arg) = rest.next() {
            let mut value = || rest.next().with_context(|| format!("{arg} needs a value"));
            match arg.as_str() {
                "--profile" => profile = Some(value()?.clone()),
                "--target" => targets.push(value()?.clone()),
                "--allow-dirty" => allow_dirty = true,
                "--twice" => twice = true,
                name => names.push(name),
            }
        }
        let parts = chosen(&names)?;
        if targets.is_empty() {
            targets = program::targets_of_this_machine()?;
        }
        let profile = profile.unwrap_or_else(|| "dist".into());
        let epoch = checkout::output(checkout::command("git").args(["log", "-1", "--format=%ct"]))?;
        let epoch = epoch.trim().parse().context("read the time of the commit")?;
        Ok(Self { profile, targets, parts, allow_dirty, twice, version: version()?, epoch })
    }

    /// Fails if the compiler lacks a standard library. Otherwise that would show after the programs
    /// of other targets were built, which takes minutes.
    fn check_targets(&self) -> anyhow::Result<()> {
        let is_made = |name: &str| self.parts.iter().any(|part| part.name == name);
        let of_container = is_made("container").then_some(container::TARGET);
        let of_program = is_made("program").then_some(&self.targets).into_iter().flatten();
        for target in of_program.map(String::as_str).chain(of_container) {
            let rustc = &mut checkout::command("rustc");
            let folder =
                checkout::output(rustc.args(["--print", "target-libdir", "--target", target]))?;
            ensure!(
                Path::new(folder.trim()).is_dir(),
                "the compiler has no standard library for {target}: `rustup target add {target}`, \
                 or choose other parts, or other targets by `--target`"
            );
        }
        Ok(())
    }
}

/// The folder of everything.
fn folder() -> PathBuf {
    checkout::root().join(FOLDER)
}

/// The path of an artifact.
fn artifact(name: &str) -> PathBuf {
    folder().join(name)
}

/// Returns the parts of these names and what they need, in order; all if there are none.
fn chosen(names: &[&str]) -> anyhow::Result<Vec<&'static Part>> {
    for name in names {
        let known: Vec<_> = PARTS.iter().map(|part| part.name).collect();
        ensure!(known.contains(name), "unknown part {name}: expected {}", known.join(", "));
    }
    let is_needed = |part: &Part| {
        let by = |other: &Part| names.contains(&other.name) && other.needs.contains(&part.name);
        names.is_empty() || names.contains(&part.name) || PARTS.iter().any(by)
    };
    Ok(PARTS.iter().filter(|part| is_needed(part)).collect())
}

/// Returns the version of the workspace.
fn version() -> anyhow::Result<String> {
    let manifest = fs::read_to_string(checkout::root().join("Cargo.toml"))?;
    let manifest: toml::Table = manifest.parse().context("read Cargo.toml")?;
    let version = manifest["workspace"]["package"]["version"].as_str();
    match version {
        Some(version) => Ok(version.to_owned()),
        None => bail!("Cargo.toml has no version"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> anyhow::Result<Vec<&'static str>> {
        Ok(chosen(names)?.into_iter().map(|part| part.name).collect())
    }

    #[test]
    fn a_part_comes_after_what_it_needs() {
        assert_eq!(names(&["sums", "debian"]).unwrap(), ["licences", "program", "debian", "sums"]);
        assert_eq!(names(&[]).unwrap().len(), PARTS.len());
        assert!(names(&["brew"]).unwrap_err().to_string().starts_with("unknown part brew"));
        for (index, part) in PARTS.iter().enumerate() {
            let before: Vec<_> = PARTS[..index].iter().map(|part| part.name).collect();
            assert!(part.needs.iter().all(|name| before.contains(name)), "{}", part.name);
        }
    }

    #[test]
    fn options_need_values() {
        let read = |args: &[&str]| {
            let args: Vec<String> = args.iter().map(ToString::to_string).collect();
            Dist::read(&args)
        };
        assert!(read(&["program", "--target"]).is_err());
        let dist = read(&["program", "--target", "a", "--target", "b", "--profile", "c"]).unwrap();
        assert_eq!(
            (dist.targets.as_slice(), dist.profile.as_str()),
            (&["a".into(), "b".into()][..], "c")
        );
        assert!(dist.epoch > 0 && !dist.version.is_empty() && !dist.twice);
    }
}
