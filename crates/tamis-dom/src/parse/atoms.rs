//! Conversion between the interned names of html5ever ("atoms") and our names.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use html5ever::LocalName;

use crate::names::{DocumentNames, Name};

/// The atoms of all known names. Made once per parser.
pub(super) struct Atoms {
    atoms: Vec<LocalName>,
    numbers: HashMap<LocalName, Name, AtomHash>,
}

/// The atoms of the names of one page that are not in the table of known names.
#[derive(Default)]
pub(super) struct PageAtoms {
    atoms: Vec<LocalName>,
    numbers: HashMap<LocalName, Name, AtomHash>,
}

type AtomHash = BuildHasherDefault<AtomHasher>;

/// A hasher for atoms, which carry a hash of their text. It only spreads the bits.
#[derive(Default)]
pub(super) struct AtomHasher(u64);

impl Hasher for AtomHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    #[inline]
    fn write_u64(&mut self, value: u64) {
        self.0 = (self.0 ^ value).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(26);
    }
}

impl Atoms {
    pub(super) fn new() -> Atoms {
        let atoms: Vec<LocalName> = (0..Name::KNOWN)
            .filter_map(|number| Name(number).as_known_str())
            .map(LocalName::from)
            .collect();
        let numbers = atoms.iter().zip(0..).map(|(atom, number)| (atom.clone(), Name(number)));
        Atoms { numbers: numbers.collect(), atoms }
    }

    #[inline]
    pub(super) fn known(&self, name: Name) -> Option<&LocalName> {
        self.atoms.get(name.index())
    }

    /// Returns the name of an atom. A name that is new to the page is added to `page` and `names`.
    #[inline]
    pub(super) fn number(
        &self,
        atom: &LocalName,
        page: &mut PageAtoms,
        names: &mut DocumentNames,
    ) -> Name {
        if let Some(&name) = self.numbers.get(atom) {
            return name;
        }
        page.number(atom, names)
    }
}

impl PageAtoms {
    fn number(&mut self, atom: &LocalName, names: &mut DocumentNames) -> Name {
        if let Some(&name) = self.numbers.get(atom) {
            return name;
        }
        let name = names.add(atom);
        if name != Name::SATURATED {
            self.numbers.insert(atom.clone(), name);
            self.atoms.push(atom.clone());
        }
        name
    }

    /// The atom of a name of this page. The text of a saturated name is one that no tag can have,
    /// so no end tag matches it.
    pub(super) fn atom(&self, name: Name) -> LocalName {
        let index = name.index() - usize::from(Name::KNOWN);
        self.atoms.get(index).cloned().unwrap_or_else(|| LocalName::from("?"))
    }

    pub(super) fn clear(&mut self) {
        self.atoms.clear();
        self.numbers.clear();
    }
}

/// A cache of recent atoms by spelling, which is faster than interning the name again.
pub(super) struct AtomCache {
    slots: Vec<Option<LocalName>>,
}

impl Default for AtomCache {
    fn default() -> AtomCache {
        AtomCache { slots: vec![None; AtomCache::SLOTS] }
    }
}

impl AtomCache {
    const SLOTS: usize = 1024;

    /// The maximum length of a cached name in bytes. It bounds memory, because the cache outlives
    /// the page.
    const MAX_BYTES: usize = 64;

    /// Returns the atom of the name in lower case.
    pub(super) fn atom(&mut self, name: &str) -> LocalName {
        if name.len() > AtomCache::MAX_BYTES {
            return LocalName::from(name.to_ascii_lowercase());
        }
        let slot = &mut self.slots[AtomCache::slot(name.as_bytes())];
        if let Some(atom) = slot
            && **atom == *name
        {
            return atom.clone();
        }
        if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
            return LocalName::from(name.to_ascii_lowercase());
        }
        slot.insert(LocalName::from(name)).clone()
    }

    /// The slot of a name. Source: FNV-1a.
    fn slot(name: &[u8]) -> usize {
        let hash = name.iter().fold(0x811c_9dc5_u32, |hash, &byte| {
            (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
        });
        (hash ^ hash >> 15) as usize % AtomCache::SLOTS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_lower_case_and_long_ones_are_not_kept() {
        let long = "n".repeat(AtomCache::MAX_BYTES + 1);
        let mut cache = AtomCache::default();
        for (name, atom) in [("DIV", "div"), ("div", "div"), ("x-é", "x-é"), (&long, &long)] {
            assert_eq!(&*cache.atom(name), atom);
            assert_eq!(&*cache.atom(name), atom);
        }
        let kept: Vec<&str> = cache.slots.iter().flatten().map(|atom| &**atom).collect();
        assert_eq!(kept.len(), 2, "{kept:?}");
        assert!(kept.contains(&"div") && kept.contains(&"x-é"), "{kept:?}");
    }
}
