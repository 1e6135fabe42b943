//! The image of the service, as an archive that `docker load` and `podman load` read.
//!
//! It is the last stage of `Dockerfile`, around a program that is built here with the options of
//! the first: an image of a compiler need not be fetched, and the paths and times of this machine
//! are kept out.

use std::fs;

use anyhow::Context;

use super::{Dist, archive, artifact, build};
use crate::checkout;

/// The target, whose programs are static.
pub const TARGET: &str = "x86_64-unknown-linux-musl";

/// The command of `Dockerfile` up to the options that say what is built.
const BUILD: &str = "RUN cargo build --locked --profile dist ";

/// The image that is made.
const IMAGE: &str = "tamis-dist";

/// Makes the image.
///
/// # Errors
/// If the program or the image cannot be built.
pub fn make(dist: &Dist) -> anyhow::Result<()> {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) || !may_build()? {
        println!("skipped: the container, because it needs root on x86-64 Linux");
        return Ok(());
    }
    let dockerfile = fs::read_to_string(checkout::root().join("Dockerfile"))?;
    let program = build::build(dist, &package(&dockerfile)?, TARGET)?.join("tamis");
    let folder = build::folder().join("image");
    let mut image = checkout::command(checkout::root().join(".ci/image.sh"));
    image.arg(program).arg(&folder).args([IMAGE, "--timestamp", &dist.epoch.to_string()]);
    checkout::run(&mut image)?;
    let name = format!("tamis-{}-image-amd64", dist.version);
    let saved = folder.join("saved.tar");
    let target = format!("docker-archive:{}:tamis:{}", saved.display(), dist.version);
    let mut save = checkout::command(checkout::root().join(".ci/buildah.sh"));
    checkout::run(save.args(["push", "--quiet", IMAGE, &target]))?;
    let packed = archive::gzip(&fs::read(&saved).context("read the image")?)?;
    fs::write(artifact(&format!("{name}.tar.gz")), packed).context("write the image")?;
    checkout::run(checkout::command(checkout::root().join(".ci/buildah.sh")).args(["rmi", IMAGE]))
}

/// True if this user may build images.
fn may_build() -> anyhow::Result<bool> {
    let user = checkout::output(checkout::command("id").arg("-u"))?;
    Ok(user.trim() == "0")
}

/// Returns the options of the command in `Dockerfile` that say what is built.
fn package(dockerfile: &str) -> anyhow::Result<Vec<&str>> {
    let command = dockerfile.lines().find_map(|line| line.strip_prefix(BUILD));
    let command = command.with_context(|| format!("Dockerfile has no line `{BUILD}…`"))?;
    Ok(command.trim_end_matches('\\').split_whitespace().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_image_has_the_program_of_the_dockerfile() {
        let dockerfile = fs::read_to_string(checkout::root().join("Dockerfile")).unwrap();
        let package = package(&dockerfile).unwrap();
        assert_eq!(package[..2], ["--package", "tamis-cli"]);
        assert!(!package.contains(&"\\"), "{package:?}");
        assert!(super::package("FROM scratch").is_err());
    }
}
