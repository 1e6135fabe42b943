//! The embedded lists.
//!
//! The file begins with the line `tamis-stoplists 2` and one byte, the number of lists. The
//! directory has an entry for each list: the length of its name (one byte), its name, and the
//! length of its block in bytes (u32, little-endian). The blocks follow in the same order.
//!
//! A block is a raw deflate stream of the words, sorted by their bytes. Each word is written as the
//! bytes that it does not share with the start of the previous word, and how many bytes of it the
//! next word does not share. That number, plus one, is a control character, so that it also ends
//! the word: 1 to 30, or 31 and a byte with the number itself. For example, "the", "then", "this"
//! are `the\x01n\x03is\x01`. This takes 11 % less room than the number of shared bytes before a
//! word and a line feed after it, because most words differ from the next one in a few bytes at the
//! end, however long they are.

use std::sync::OnceLock;

use crate::language::{LANGUAGES, available_languages, position};
use crate::stoplist::Stoplist;

static PACKED: &[u8] = include_bytes!("../data/stoplists.bin");
const MAGIC: &[u8] = b"tamis-stoplists 2\n";

/// The first byte that is a part of a word; those before end one.
const FIRST_OF_WORDS: u8 = b' ';

/// The number that a byte of its own follows.
const LONG: u8 = 31;

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
    // The bytes of the previous word that the next one begins with.
    let mut shared = 0..0;
    let mut rest = coded.as_slice();
    while !rest.is_empty() {
        let length = rest.iter().position(|byte| *byte < FIRST_OF_WORDS)?;
        let start = arena.len();
        arena.extend_from_within(shared);
        arena.extend_from_slice(&rest[..length]);
        ends.push(arena.len());
        let dropped;
        (dropped, rest) = match &rest[length..] {
            [LONG, dropped, rest @ ..] => (*dropped, rest),
            [dropped, rest @ ..] if *dropped < LONG => (dropped.checked_sub(1)?, rest),
            _ => return None,
        };
        let end = arena.len().checked_sub(dropped.into()).filter(|end| *end >= start)?;
        shared = start..end;
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
        assert!(PACKED.len() < 420_000, "{} bytes", PACKED.len());
    }

    #[test]
    fn a_broken_file_gives_no_list() {
        assert!(block(b"", "English").is_none());
        assert!(block(b"tamis-stoplists 2\n", "English").is_none());
        assert!(block(b"tamis-stoplists 2\n\x01\x07Eng", "English").is_none());
        assert!(block(b"tamis-stoplists 2\n\x01\x02en\x09\0\0\0abc", "en").is_none());
        assert!(block(PACKED, "Klingon").is_none());
        assert!(unpack(b"no deflate").is_none());
    }

    #[test]
    fn a_block_that_drops_too_many_bytes_gives_no_list() {
        let unpack = |coded: &[u8]| unpack(&miniz_oxide::deflate::compress_to_vec(coded, 6));
        let words = |coded: &[u8]| -> Option<Vec<String>> {
            Some(unpack(coded)?.words().map(str::to_owned).collect())
        };
        assert_eq!(words(b"the\x01n\x03is\x01").unwrap(), ["the", "then", "this"]);
        assert_eq!(words(b"the\x1f\x02wo\x01").unwrap(), ["the", "two"]);
        assert_eq!(words(b"\x01a\x01").unwrap(), ["", "a"]);
        for broken in [&b"the\x05n\x01"[..], b"the", b"the\0", b"the\x1f", b"\xff\x01"] {
            assert!(unpack(broken).is_none(), "{broken:?}");
        }
    }
}
