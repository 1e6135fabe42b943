//! The packages for Python and npm, and the book: made by tools of their own.

use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};

use super::{Dist, archive, artifact, build, folder};
use crate::{book, checkout, npm};

/// The Python package, from the root.
const PYTHON: &str = "python";

/// Makes the sdist, and the wheel from it, as pip would.
///
/// # Errors
/// If the sdist lacks what the wheel needs.
pub fn python(dist: &Dist) -> anyhow::Result<()> {
    // Windows does not run a script by its first line.
    let maturin = || {
        let mut bash = checkout::command("bash");
        bash.arg(checkout::root().join(".ci/maturin.sh"));
        bash
    };
    let folder = build::folder().join(PYTHON);
    let (source, made) = (folder.join("source"), folder.join("made"));
    for folder in [&source, &made] {
        if folder.exists() {
            fs::remove_dir_all(folder).context("empty the folder of the Python package")?;
        }
        fs::create_dir_all(folder)?;
    }
    let mut sdist = maturin();
    sdist.args(["sdist", "--out"]).arg(&made).current_dir(checkout::root().join(PYTHON));
    build::same_everywhere(&mut sdist, dist)?;
    checkout::run(&mut sdist)?;
    let sdist = only_file(&made)?;
    unpack(&sdist, &source)?;
    let mut wheel = maturin();
    // The first target is that of this machine. With its name, what the program needs as well is
    // built once. Not `--locked`: the lock file is that of the whole workspace, and cargo has to
    // leave out the packages that the sdist does not need. It changes no version.
    wheel.args(["build", "--profile", &dist.profile, "--target", &dist.targets[0]]);
    wheel.arg("--out").arg(&made);
    build::same_everywhere(wheel.current_dir(&source), dist)?;
    checkout::run(&mut wheel)?;
    take_all(&made)
}

/// Makes the npm package, as `npm publish` would.
///
/// # Errors
/// If it cannot be built.
pub fn npm(_: &Dist) -> anyhow::Result<()> {
    npm::run(&[])?;
    let mut pack = checkout::command("npm");
    pack.args(["pack", "--loglevel", "error", "--pack-destination"]).arg(folder());
    checkout::run(pack.arg(checkout::root().join(npm::PACKAGE)))
}

/// Makes an archive of the book.
///
/// # Errors
/// If it cannot be built.
pub fn book(dist: &Dist) -> anyhow::Result<()> {
    book::run(&[])?;
    let name = format!("tamis-{}-book", dist.version);
    let entries = archive::entries_of(&checkout::root().join(book::BUILT), &name)?;
    let path = artifact(&format!("{name}.tar.gz"));
    fs::write(&path, archive::tar_gz(&entries, dist.epoch)?).context("write the book")
}

/// Unpacks the source package without the folder that it has at its top.
fn unpack(packed: &Path, folder: &Path) -> anyhow::Result<()> {
    let file = fs::File::open(packed).with_context(|| format!("open {}", packed.display()))?;
    let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(file));
    for entry in archive.entries()? {
        let mut entry = entry?;
        let path: std::path::PathBuf = entry.path()?.components().skip(1).collect();
        let place = folder.join(path);
        fs::create_dir_all(place.parent().context("a file without a folder")?)?;
        entry.unpack(&place).with_context(|| format!("unpack {}", place.display()))?;
    }
    Ok(())
}

fn only_file(folder: &Path) -> anyhow::Result<std::path::PathBuf> {
    let mut files = folder.read_dir()?.map(|entry| Ok(entry?.path()));
    let found: std::io::Result<_> = files.next().context("maturin wrote no sdist")?;
    ensure!(files.next().is_none(), "{} has several files", folder.display());
    Ok(found?)
}

fn take_all(folder: &Path) -> anyhow::Result<()> {
    for entry in folder.read_dir()? {
        let entry = entry?;
        let name = entry.file_name();
        fs::copy(entry.path(), artifact(&name.to_string_lossy()))
            .with_context(|| format!("copy {}", name.display()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dist::archive::Entry;

    #[test]
    fn a_source_package_loses_its_top_folder() {
        let folder = tempfile::tempdir().unwrap();
        let packed = folder.path().join("a.tar.gz");
        let entries = [Entry::new("tamis-1/python/pyproject.toml", "[project]")];
        fs::write(&packed, archive::tar_gz(&entries, 0).unwrap()).unwrap();
        assert_eq!(only_file(folder.path()).unwrap(), packed);
        unpack(&packed, &folder.path().join("out")).unwrap();
        let text = fs::read_to_string(folder.path().join("out/python/pyproject.toml")).unwrap();
        assert_eq!(text, "[project]");
        assert!(only_file(folder.path()).is_err());
    }
}
