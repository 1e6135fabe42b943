//! The hashes of everything that was made.

use std::fs;
use std::path::Path;

use anyhow::Context;
use sha2::{Digest, Sha256};

use super::{Dist, archive, folder};

/// The name of the list, which `sha256sum --check` reads.
pub const NAME: &str = "SHA256SUMS";

/// Writes the list.
///
/// # Errors
/// If a file cannot be read.
pub fn make(_: &Dist) -> anyhow::Result<()> {
    let list = list(&folder())?;
    fs::write(super::artifact(NAME), list).context("write the hashes")
}

/// Returns a line for each file below `folder`, without the list itself, sorted by name.
///
/// # Errors
/// If a file cannot be read.
pub fn list(folder: &Path) -> anyhow::Result<String> {
    let mut lines: Vec<(String, String)> = archive::entries_of(folder, ".")?
        .iter()
        .map(|entry| (entry.path.trim_start_matches("./").to_owned(), hash(&entry.data)))
        .filter(|(path, _)| path != NAME)
        .collect();
    lines.sort();
    let lines: Vec<String> = lines.iter().map(|(path, hash)| format!("{hash}  {path}\n")).collect();
    Ok(lines.concat())
}

/// Returns the SHA-256 of bytes in hexadecimal digits.
pub fn hash(bytes: &[u8]) -> String {
    let digits: Vec<String> = Sha256::digest(bytes).iter().map(|of| format!("{of:02x}")).collect();
    digits.concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_file_has_a_line() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("crates")).unwrap();
        for name in ["b", "crates/a", NAME] {
            fs::write(folder.path().join(name), "abc").unwrap();
        }
        let of_abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(list(folder.path()).unwrap(), format!("{of_abc}  b\n{of_abc}  crates/a\n"));
    }
}
