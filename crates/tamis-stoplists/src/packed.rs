//! The embedded lists.
//!
//! The file begins with the line `tamis-stoplists 1` and one byte, the number of lists. The
//! directory has an entry for each list: the length of its name (one byte), its name, and the
//! length of its block in bytes (u32, little-endian). The blocks follow in the same order.
//!
//! A block is a raw deflate stream of the words, sorted by their bytes. Each word is written as the
//! number of bytes that it shares with the start of the previous word (one byte), its other bytes,
//! and a line feed.

use std::sync::OnceLock;

use crate::language::{LANGUAGES, available_languages, position};
use crate::stoplist::Stoplist;

static PACKED: &[u8] = include_bytes!("../data/stoplists.bin");
const MAGIC: &[u8] = b"tamis-stoplists 1\n";

static LISTS: [OnceLock<Stoplist>; LANGUAGES.len()] = [const { OnceLock::new() }; LANGUAGES.len()];

/// Returns the list with this name, or `None` if there is none.
///
/// [`available_languages`] lists the names. Case is ignored, and a space or `-` matches `_`. The
/// first call for a language unpacks its list.
///
/// ```
/// let nynorsk = tamis_stoplists::get("norwegian nynorsk").ok_or("no such list")?;
/// assert!(nynorsk.contains("ikkje"));
/// assert!(tamis_stoplists::get("Klingon").is_none());
/// # Ok::<(), &str>(())
/// ```
///
/// Source: `justext.get_stoplist`.
pub fn get(language: &str) -> Option<&'static Stoplist> {
    position(language).map(unpacked)
}

/// Returns all lists with their names, sorted by name. The iterator unpacks each list when it
/// reaches it.
///
/// ```
/// let words: usize = tamis_stoplists::all().map(|(_, list)| list.len()).sum();
/// assert_eq!(words, 178_069);
/// ```
pub fn all() -> impl ExactSizeIterator<Item = (&'static str, &'static Stoplist)> {
    available_languages().iter().enumerate().map(|(place, name)| (*name, unpacked(place)))
}

/// Returns the list of the language at this index of [`LANGUAGES`].
fn unpacked(place: usize) -> &'static Stoplist {
    LISTS[place].get_or_init(|| {
        block(PACKED, LANGUAGES[place].name)
            .and_then(unpack)
            .expect("the embedded lists are valid: the tests unpack all of them")
    })
}

/// Returns the block of the named list, or `None` if the file does not contain it or is truncated.
fn block<'d>(file: &'d [u8], name: &str) -> Option<&'d [u8]> {
    let (&count, mut directory) = file.strip_prefix(MAGIC)?.split_first()?;
    let mut start = 0_usize;
    let mut found = None;
    for _ in 0..count {
        let (&name_bytes, rest) = directory.split_first()?;
        let (entry, rest) = rest.split_at_checked(name_bytes.into())?;
        let (length, rest) = rest.split_first_chunk()?;
        let end = start.checked_add(u32::from_le_bytes(*length) as usize)?;
        if entry == name.as_bytes() {
            found = Some(start..end);
        }
        start = end;
        directory = rest;
    }
    directory.get(found?)
}

/// Unpacks a block, or returns `None` if it is not valid.
fn unpack(block: &[u8]) -> Option<Stoplist> {
    let coded = miniz_oxide::inflate::decompress_to_vec(block).ok()?;
    let mut arena = Vec::with_capacity(2 * coded.len());
    let mut ends = Vec::new();
    let mut previous = 0;
    let mut rest = coded.as_slice();
    while let Some((&shared, tail)) = rest.split_first() {
        let length = tail.iter().position(|byte| *byte == b'\n')?;
        let start = arena.len();
        let shared = previous..previous + usize::from(shared);
        if shared.end > start {
            return None;
        }
        arena.extend_from_within(shared);
        arena.extend_from_slice(&tail[..length]);
        ends.push(arena.len());
        previous = start;
        rest = &tail[length + 1..];
    }
    Some(Stoplist::from_sorted(String::from_utf8(arena).ok()?, ends))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_contains_exactly_the_lists_of_the_table() {
        let sizes = LANGUAGES.iter().map(|l| block(PACKED, l.name).expect(l.name).len());
        let directory: usize = LANGUAGES.iter().map(|l| l.name.len() + 5).sum();
        assert_eq!(MAGIC.len() + 1 + directory + sizes.sum::<usize>(), PACKED.len());
    }

    #[test]
    fn the_file_stays_small() {
        assert!(PACKED.len() < 600_000, "{} bytes", PACKED.len());
    }

    #[test]
    fn a_broken_file_gives_no_list() {
        assert!(block(b"", "English").is_none());
        assert!(block(b"tamis-stoplists 1\n", "English").is_none());
        assert!(block(b"tamis-stoplists 1\n\x01\x07Eng", "English").is_none());
        assert!(block(b"tamis-stoplists 1\n\x01\x02en\x09\0\0\0abc", "en").is_none());
        assert!(block(PACKED, "Klingon").is_none());
        assert!(unpack(b"no deflate").is_none());
    }

    #[test]
    fn a_block_that_shares_too_many_bytes_gives_no_list() {
        let deflate = |coded: &[u8]| miniz_oxide::deflate::compress_to_vec(coded, 6);
        let list = unpack(&deflate(b"\0the\n\x03n\n")).expect("a good block");
        assert_eq!(list.words().collect::<Vec<_>>(), ["the", "then"]);
        assert!(unpack(&deflate(b"\0the\n\x04n\n")).is_none());
        assert!(unpack(&deflate(b"\0the")).is_none());
        assert!(unpack(&deflate(b"\0\xff\n")).is_none());
    }
}
