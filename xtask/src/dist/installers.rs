//! What installs the program from a release: scripts for shell and PowerShell, and a formula for
//! Homebrew. Each knows the hashes of the archives.
//!
//! They are made of the archives that are in the folder, because a release collects those of
//! several machines there. Where the release will be is known to the one who makes it:
//! `TAMIS_RELEASE` is the address of its folder, on the web or as `file://`. Without it the scripts
//! ask for it, and there is no formula.

use std::fs;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, ensure};
use flate2::read::GzDecoder;
use regex::bytes::Regex;

use super::{Dist, artifact, folder, sums};

/// The variable with the address of the release.
const ADDRESS: &str = "TAMIS_RELEASE";

const SHELL: &str = include_str!("installers/install.sh");
const POWERSHELL: &str = include_str!("installers/install.ps1");
const HOMEBREW: &str = include_str!("installers/tamis.rb");

/// The part of a formula for each system, and that for each processor in it.
const SYSTEMS: [(&str, &str); 2] =
    [("on_macos", "-apple-darwin"), ("on_linux", "-unknown-linux-gnu")];
const PROCESSORS: [(&str, &str); 2] = [("on_arm", "aarch64"), ("on_intel", "x86_64")];

/// An archive of the program.
struct Archive {
    target: String,
    file: String,
    hash: String,
    /// The minor version of the oldest glibc 2 that its program runs with; 0 if it needs none.
    glibc: u32,
}

impl Archive {
    fn is_zip(&self) -> bool {
        Path::new(&self.file).extension().is_some_and(|of| of == "zip")
    }
}

/// Writes the installers.
///
/// # Errors
/// If there is no archive of the program.
pub fn make(dist: &Dist) -> anyhow::Result<()> {
    let archives = archives(dist)?;
    ensure!(!archives.is_empty(), "there is no archive of the program: make `program` first");
    let address = std::env::var(ADDRESS).unwrap_or_default();
    let address = address.trim_end_matches('/');
    ensure!(!address.contains(['\'', '"', '\\']), "{ADDRESS} has a quote: {address}");
    let write = |name: &str, text: String| {
        fs::write(artifact(name), text).with_context(|| format!("write {name}"))
    };
    write("install.sh", filled(SHELL, dist, address, &for_shell(&archives)))?;
    write("install.ps1", filled(POWERSHELL, dist, address, &for_powershell(&archives)))?;
    if address.is_empty() {
        println!(
            "skipped: the formula of Homebrew, because {ADDRESS} does not say where the release is"
        );
        return Ok(());
    }
    write("tamis.rb", filled(HOMEBREW, dist, address, &for_homebrew(&archives, address)))
}

fn archives(dist: &Dist) -> anyhow::Result<Vec<Archive>> {
    let begin = format!("tamis-{}-", dist.version);
    let mut archives = Vec::new();
    for entry in folder().read_dir()? {
        let file = entry?.file_name().to_string_lossy().into_owned();
        let ending = [".tar.gz", ".zip"].into_iter().find(|ending| file.ends_with(ending));
        let target =
            file.strip_prefix(&begin).zip(ending).and_then(|(rest, end)| rest.strip_suffix(end));
        // Archives of other things are not named after a target, which has at least two of these.
        let Some(target) = target.filter(|target| target.matches('-').count() >= 2) else {
            continue;
        };
        let data = fs::read(artifact(&file))?;
        let glibc = if target.ends_with("-gnu") { oldest_glibc(&unpacked(&data)?)? } else { 0 };
        archives.push(Archive { target: target.to_owned(), hash: sums::hash(&data), glibc, file });
    }
    archives.sort_by(|a, b| a.target.cmp(&b.target));
    Ok(archives)
}

fn unpacked(data: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    GzDecoder::new(data).read_to_end(&mut bytes).context("read an archive")?;
    Ok(bytes)
}

/// Returns the highest version among the symbols of glibc in a program.
fn oldest_glibc(program: &[u8]) -> anyhow::Result<u32> {
    let version = Regex::new(r"GLIBC_2\.(\d+)")?;
    let minor =
        |found: regex::bytes::Captures<'_>| std::str::from_utf8(&found[1]).ok()?.parse().ok();
    version.captures_iter(program).filter_map(minor).max().context("no symbol of glibc")
}

fn filled(template: &str, dist: &Dist, address: &str, archives: &str) -> String {
    let note = if address.is_empty() { "" } else { "; there is a default" };
    // The folder of a release is below the page of the project on the forges that have releases.
    let homepage = address.split_once("/releases/").map_or(address, |(page, _)| page);
    template
        .replace("@VERSION@", &dist.version)
        .replace("@ADDRESS@", address)
        .replace("@ADDRESS_NOTE@", note)
        .replace("@HOMEPAGE@", homepage)
        .replace("@ARCHIVES@", archives.trim_end())
}

fn for_shell(archives: &[Archive]) -> String {
    let line = |of: &Archive| format!("{} {} {}\n", of.target, of.hash, of.glibc);
    archives.iter().filter(|of| !of.is_zip()).map(line).collect()
}

fn for_powershell(archives: &[Archive]) -> String {
    let line = |of: &Archive| format!("        '{}' = '{}'\n", of.target, of.hash);
    archives.iter().filter(|of| of.is_zip()).map(line).collect()
}

fn for_homebrew(archives: &[Archive], address: &str) -> String {
    let mut text = String::new();
    for (system, ending) in SYSTEMS {
        let mut inner = String::new();
        for (processor, begin) in PROCESSORS {
            let target = format!("{begin}{ending}");
            if let Some(of) = archives.iter().find(|of| of.target == target) {
                let Archive { file, hash, .. } = of;
                inner.extend([
                    format!("    {processor} do\n"),
                    format!("      url \"{address}/{file}\"\n"),
                    format!("      sha256 \"{hash}\"\n    end\n"),
                ]);
            }
        }
        if !inner.is_empty() {
            text.extend([format!("  {system} do\n"), inner, "  end\n\n".to_owned()]);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn archive(target: &str, ending: &str) -> Archive {
        let file = format!("tamis-1-{target}.{ending}");
        Archive { target: target.into(), file, hash: "abc".into(), glibc: 34 }
    }

    #[test]
    fn each_installer_has_the_archives_that_it_can_read() {
        let archives = [
            archive("aarch64-apple-darwin", "tar.gz"),
            archive("x86_64-pc-windows-msvc", "zip"),
            archive("x86_64-unknown-linux-gnu", "tar.gz"),
        ];
        assert_eq!(
            for_shell(&archives),
            "aarch64-apple-darwin abc 34\nx86_64-unknown-linux-gnu abc 34\n"
        );
        assert_eq!(for_powershell(&archives), "        'x86_64-pc-windows-msvc' = 'abc'\n");
        let formula = for_homebrew(&archives, "https://a.example");
        assert!(
            formula.contains(
                "on_linux do\n    on_intel do\n      url \"https://a.example/tamis-1-x86"
            )
        );
        assert!(formula.contains("on_macos do\n    on_arm do") && !formula.contains("windows"));
    }

    #[test]
    fn the_oldest_glibc_is_the_newest_symbol() {
        assert_eq!(oldest_glibc(b"\0GLIBC_2.2.5\0GLIBC_2.34\0GLIBC_2.17\0").unwrap(), 34);
        assert!(oldest_glibc(b"static").is_err());
    }

    #[test]
    fn no_mark_is_left() {
        let dist = Dist::read(&["installers".to_owned()]).unwrap();
        for template in [SHELL, POWERSHELL, HOMEBREW] {
            for address in ["", "https://a.example/releases/download/v1"] {
                let text = filled(template, &dist, address, "");
                assert!(!text.contains('@') || text.contains("@{"), "{text}");
            }
        }
    }
}
