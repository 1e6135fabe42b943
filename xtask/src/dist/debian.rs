//! The Debian package of the program, by `dpkg-deb`.

use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};

use super::program::MAN_PAGE;
use super::{Dist, archive, artifact, build, licences, program};
use crate::checkout;

/// The part of the version that counts packages of the same program.
const REVISION: &str = "1";

/// Where the completions of a shell are looked for. The other shells have no place in Debian.
const PLACES: [(&str, &str); 3] = [
    ("bash", "usr/share/bash-completion/completions/tamis"),
    ("fish", "usr/share/fish/vendor_completions.d/tamis.fish"),
    ("zsh", "usr/share/zsh/vendor-completions/_tamis"),
];

const DOCUMENTS: &str = "usr/share/doc/tamis";

/// Makes a package for each target that is Linux with glibc, as Debian is.
///
/// # Errors
/// If one cannot be made.
pub fn make(dist: &Dist) -> anyhow::Result<()> {
    let targets = dist.targets.iter().filter(|target| target.ends_with("-linux-gnu"));
    let mut made = 0;
    for target in targets {
        package(dist, target)?;
        made += 1;
    }
    if made == 0 {
        println!("skipped: the Debian package, because no target is Linux with glibc");
    }
    Ok(())
}

fn package(dist: &Dist, target: &str) -> anyhow::Result<()> {
    let architecture = architecture(target)?;
    let folder = build::folder().join("debian");
    if folder.exists() {
        fs::remove_dir_all(&folder).context("empty the folder of the package")?;
    }
    let root = folder.join("root");
    fill(&root, &program::built(dist, target)?)?;
    let depends = depends(&folder)?;
    let control = control(&dist.version, architecture, &depends, installed_kib(&root)?);
    put(&root.join("DEBIAN/control"), control.as_bytes())?;
    let name = format!("tamis_{}-{REVISION}_{architecture}.deb", dist.version);
    let mut pack = checkout::command("dpkg-deb");
    pack.args(["--root-owner-group", "-Zxz", "--build"]).arg(&root).arg(artifact(&name));
    pack.env("SOURCE_DATE_EPOCH", dist.epoch.to_string());
    checkout::run(&mut pack)
}

/// Puts the files of the package below `root`.
fn fill(root: &Path, program: &Path) -> anyhow::Result<()> {
    let print = |args: &[&str]| checkout::output(checkout::command(program).args(args));
    let read = |path: &str| fs::read(checkout::root().join(path)).with_context(|| path.to_owned());
    let place = root.join("usr/bin/tamis");
    put(&place, &fs::read(program)?)?;
    set_mode(&place, 0o755)?;
    let man = root.join("usr/share/man/man1").join(format!("{MAN_PAGE}.gz"));
    put(&man, &archive::gzip(print(&["man"])?.as_bytes())?)?;
    for (shell, place) in PLACES {
        put(&root.join(place), print(&["completions", shell])?.as_bytes())?;
    }
    let documents = root.join(DOCUMENTS);
    put(&documents.join("changelog.gz"), &archive::gzip(&read("CHANGELOG.md")?)?)?;
    put(&documents.join("THIRD-PARTY.md.gz"), &archive::gzip(licences::text()?.as_bytes())?)?;
    let mut copyright = read("NOTICE")?;
    for path in ["LICENSE-MIT", "LICENSE-APACHE", "crates/tamis-stoplists/LICENSE-justext"] {
        copyright.extend_from_slice(format!("\n{path}:\n\n").as_bytes());
        copyright.extend(read(path)?);
    }
    put(&documents.join("copyright"), &copyright)
}

/// What the package needs, as Debian's own tool reads it from the program.
fn depends(folder: &Path) -> anyhow::Result<String> {
    // The tool reads names of packages from the description of a source package.
    put(&folder.join("debian/control"), b"Source: tamis\n\nPackage: tamis\nArchitecture: any\n")?;
    let mut tool = checkout::command("dpkg-shlibdeps");
    let found = checkout::output(tool.args(["-O", "root/usr/bin/tamis"]).current_dir(folder))?;
    let depends = found.trim().strip_prefix("shlibs:Depends=");
    Ok(depends.context("dpkg-shlibdeps found nothing")?.to_owned())
}

fn control(version: &str, architecture: &str, depends: &str, installed_kib: u64) -> String {
    format!(
        "Package: tamis\nVersion: {version}-{REVISION}\nArchitecture: {architecture}\n\
         Maintainer: The Tamis developers\nInstalled-Size: {installed_kib}\nDepends: {depends}\n\
         Recommends: ca-certificates\nSection: text\nPriority: optional\n\
         Description: main content of web pages\n \
         Keeps text, structure, images and metadata of a web page, and drops menus,\n \
         banners, teasers and footers. Writes text, Markdown, JSON, HTML, XML and EPUB,\n \
         reads web archives, and answers over HTTP.\n"
    )
}

fn architecture(target: &str) -> anyhow::Result<&'static str> {
    match target.split('-').next() {
        Some("x86_64") => Ok("amd64"),
        Some("aarch64") => Ok("arm64"),
        other => anyhow::bail!("no name of Debian for {other:?}"),
    }
}

/// The sum of the files, in KiB, rounded up for each.
fn installed_kib(root: &Path) -> anyhow::Result<u64> {
    let entries = archive::entries_of(root, "")?;
    ensure!(!entries.is_empty(), "the package has no files");
    Ok(entries.iter().map(|entry| (entry.data.len() as u64).div_ceil(1024)).sum())
}

fn put(path: &Path, data: &[u8]) -> anyhow::Result<()> {
    let folder = path.parent().context("a file without a folder")?;
    fs::create_dir_all(folder).with_context(|| format!("make {}", folder.display()))?;
    fs::write(path, data).with_context(|| format!("write {}", path.display()))?;
    set_mode(path, 0o644)
}

/// Sets the permissions, which otherwise follow the user's mask.
#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) -> anyhow::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode))?;
    for folder in path.ancestors().skip(1).take_while(|of| !of.ends_with("debian")) {
        fs::set_permissions(folder, fs::Permissions::from_mode(0o755))?;
    }
    Ok(())
}

/// Debian's packages are not made on other systems.
#[cfg(not(unix))]
fn set_mode(_path: &Path, _mode: u32) -> anyhow::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_control_file_is_complete() {
        let control = control("1.2.3", "amd64", "libc6 (>= 2.34)", 7);
        for line in ["Version: 1.2.3-1", "Depends: libc6 (>= 2.34)", "Installed-Size: 7"] {
            assert!(control.lines().any(|of| of == line), "{control}");
        }
        assert!(
            control
                .lines()
                .skip_while(|of| !of.starts_with("Desc"))
                .skip(1)
                .all(|of| of.starts_with(' '))
        );
    }

    #[test]
    fn architectures_have_debians_names() {
        assert_eq!(architecture("aarch64-unknown-linux-gnu").unwrap(), "arm64");
        assert!(architecture("riscv64-unknown-linux-gnu").is_err());
    }
}
