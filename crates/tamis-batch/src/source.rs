//! The state of an archive, and the name that its files have.
//!
//! A run that goes on has to know whether an archive is still the one of which it has finished
//! units. Reading it to compare would take as long as the work. So its length and the time of its
//! last change count, or the version that a server states. If one of them differs, all of its units
//! are made again, because rows of two versions of an archive must not be mixed.

use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The endings of archives in folders.
pub(crate) const ENDINGS: [&str; 3] = [".warc", ".warc.gz", ".warc.zst"];

/// The number of characters of an archive's name in the names of its files.
const STEM_CHARS: usize = 100;

/// An archive as it was when it was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SourceState {
    pub(crate) path: String,
    pub(crate) bytes: u64,
    /// The time of the last change, in nanoseconds since 1970. `None` if it is not known.
    pub(crate) modified_ns: Option<u64>,
    /// The version that a server states.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) version: Option<String>,
    /// The hash of the records that were picked. `None` if all of them are read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) records: Option<String>,
    /// True if it could be read only once. Another reading may give something else, and nothing
    /// would tell.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_stream: bool,
}

impl SourceState {
    pub(crate) fn new(path: &str, bytes: u64) -> SourceState {
        SourceState {
            path: path.into(),
            bytes,
            modified_ns: None,
            version: None,
            records: None,
            is_stream: false,
        }
    }

    pub(crate) fn stream(self) -> SourceState {
        SourceState { is_stream: true, ..self }
    }
}

/// Returns the begin of the names of an archive's files: its own name, and a hash of its path,
/// because archives of the same name may be in several folders: `a/00000.warc.gz` and
/// `b/00000.warc.gz`.
pub(crate) fn stem(source: &SourceState) -> String {
    let path = Path::new(&source.path);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let ending = ENDINGS.iter().rev().find(|ending| name.ends_with(*ending));
    let stem = &name[..name.len() - ending.map_or(0, |ending| ending.len())];
    let is_safe = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    let stem: String = stem.trim_start_matches(['.', '_']).chars().take(STEM_CHARS).collect();
    let stem = stem.replace(|c| !is_safe(c), "_");
    let hash = crate::hex(&Sha256::digest(source.path.as_bytes())[..4]);
    format!("{stem}-{hash}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stems_are_safe_names() {
        let stem = |path: &str| {
            stem(&SourceState::new(path, 0))
                .rsplit_once('-')
                .map(|(stem, hash)| (stem.to_owned(), hash.len()))
                .unwrap()
        };
        assert_eq!(stem("/a/CC-MAIN-1.warc.gz"), ("CC-MAIN-1".into(), 8));
        assert_eq!(stem("/a/._x y:z.warc"), ("x_y_z".into(), 8));
        assert_eq!(stem("/a/page.gz"), ("page.gz".into(), 8));
        assert_eq!(stem(&format!("/{}.warc", "ü".repeat(300))).0.chars().count(), STEM_CHARS);
    }
}
