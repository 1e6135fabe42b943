//! The manifest: an entry for each finished unit.
//!
//! A run that is started again has to know what is done. It does not look into the files, because
//! that would take as long as reading all that was written; it believes the entries, each of which
//! is written after its file.
//!
//! But the folder may come from somebody else, so an entry is believed only as far as a run could
//! have written it. The names of the entry and of its file follow from the archive and the number
//! of the unit, and the units of an archive follow each other. Otherwise an entry could do harm,
//! because a run acts on it:
//!
//! - It removes the files of an archive that has changed. An entry whose file is `../x` would
//!   remove a file of the user.
//! - It follows the units, from the end of one to the beginning of the next. With a unit that ends
//!   where it begins, it would never come to an end.
//!
//! For example, an entry `a-1f2e3d4c-00003.json` is believed if its file is
//! `a-1f2e3d4c-00003.parquet`, its unit is 3, and its configuration is that of the run. Any other
//! entry is treated as if it were not there: its unit is made again.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::durable;
use crate::source::{SourceState, stem};

/// The largest entry, in bytes. The longest paths of archives have some kilobytes.
const MAX_ENTRY_BYTES: u64 = 64 << 10;

/// The number of hexadecimal digits after the stem of an archive's name.
const HASH_DIGITS: usize = 8;

/// An entry of the manifest: a unit whose file is finished.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Entry {
    pub(crate) source: SourceState,
    /// The number of the unit in its archive.
    pub(crate) unit: u64,
    /// The position of the unit's first record.
    pub(crate) begin: u64,
    /// The position of the first record after the unit. `None` if there is none.
    pub(crate) end: Option<u64>,
    /// The fingerprint of the configuration.
    pub(crate) config: String,
    pub(crate) file: String,
    pub(crate) bytes: u64,
    pub(crate) sha256: String,
    /// The number of rows of each status.
    pub(crate) rows: BTreeMap<String, u64>,
}

impl Entry {
    /// Returns the name of the unit, which its file and its entry have before their endings.
    pub(crate) fn name(&self) -> String {
        unit_name(&stem(&self.source), self.unit)
    }

    /// Returns true if a run with this fingerprint could have written the entry under this name.
    fn is_of(&self, name: &str, fingerprint: &str, extension: &str) -> bool {
        name == self.name()
            && self.file.strip_prefix(name).and_then(|rest| rest.strip_prefix('.'))
                == Some(extension)
            && self.config == fingerprint
    }
}

/// The entries of a folder: for each archive those of its units, by their numbers.
pub(crate) type Entries = BTreeMap<String, BTreeMap<u64, Entry>>;

/// Reads all entries of a folder. An entry that cannot be read, or that a run with this fingerprint
/// could not have written, is left out, so its unit is made again.
pub(crate) fn read(units: &Path, fingerprint: &str, extension: &str) -> io::Result<Entries> {
    let mut entries = Entries::new();
    for file in fs::read_dir(units)? {
        let path = file?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        let Some(name) = name.and_then(|name| name.strip_suffix(".json")) else { continue };
        let bytes = durable::read(&path, MAX_ENTRY_BYTES);
        let entry = bytes.ok().and_then(|bytes| serde_json::from_slice::<Entry>(&bytes).ok());
        if let Some(entry) = entry.filter(|entry| entry.is_of(name, fingerprint, extension)) {
            let path = entry.source.path.clone();
            entries.entry(path).or_default().insert(entry.unit, entry);
        }
    }
    Ok(entries)
}

/// Returns true if the units of an archive follow each other, each with records that begin in it.
pub(crate) fn is_consistent(units: &BTreeMap<u64, Entry>, unit_bytes: u64) -> bool {
    // The least begin of the next unit. `None` after the end of the archive.
    let mut next = Some(0);
    units.values().all(|entry| {
        let begins = next.is_some_and(|next| next <= entry.begin)
            && entry.begin <= entry.source.bytes
            && entry.begin / unit_bytes <= entry.unit;
        next = entry.end;
        // The next unit must have another number, because otherwise following the units would never
        // end.
        let ends =
            entry.end.is_none_or(|end| end <= entry.source.bytes && end / unit_bytes > entry.unit);
        begins && ends
    })
}

/// Returns the name of a unit. `stem` is the begin of the names of its archive's units.
pub(crate) fn unit_name(stem: &str, unit: u64) -> String {
    format!("{stem}-{unit:05}")
}

/// Returns true if a unit may have this name, whatever its archive is.
pub(crate) fn is_unit_name(name: &str) -> bool {
    let mut parts = name.rsplitn(3, '-');
    let (unit, hash, stem) = (parts.next(), parts.next(), parts.next());
    unit.is_some_and(|unit| unit.len() >= 5 && unit.bytes().all(|byte| byte.is_ascii_digit()))
        && hash.is_some_and(|hash| {
            hash.len() == HASH_DIGITS && hash.bytes().all(|byte| byte.is_ascii_hexdigit())
        })
        && stem.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_units_are_known() {
        for name in ["a-0123abcd-00000", "-0123abcd-123456", "x-y-01234567-00001"] {
            assert!(is_unit_name(name), "{name}");
        }
        for name in
            ["", "a", "a-0123abcd-0000", "a-0123abc-00000", "a-0123abcg-00000", "0123abcd-00000"]
        {
            assert!(!is_unit_name(name), "{name}");
        }
        assert!(is_unit_name(&unit_name(&stem(&SourceState::new("a.warc", 0)), 1 << 40)));
    }
}
