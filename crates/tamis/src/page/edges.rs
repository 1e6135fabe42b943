//! A cheap look at texts that may be equal.

/// Returns a hash of the first and last characters of a text, without white space. Texts that
/// differ in it are not equal, so that few pairs need be compared whole.
pub(crate) fn edges(text: &str) -> u64 {
    const CHARS: usize = 8;
    // Bounded, because there may be many texts within each other.
    const LOOKED_AT: usize = 1024;
    let is_shown = |char: &char| !char.is_whitespace();
    let begin = text.chars().take(LOOKED_AT).filter(is_shown).take(CHARS);
    let end = text.chars().rev().take(LOOKED_AT).filter(is_shown).take(CHARS);
    begin.chain(end).fold(0, with_char)
}

/// Returns a hash of a text with one more character.
pub(crate) fn with_char(hash: u64, char: char) -> u64 {
    (hash.rotate_left(5) ^ u64::from(char)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

#[cfg(test)]
mod tests {
    use super::edges;

    #[test]
    fn white_space_makes_no_difference() {
        assert_eq!(edges(" The roof\u{a0}is new. "), edges("The  roof\nis new."));
        assert_eq!(edges("あ い"), edges("あい"));
        assert_eq!(edges("  "), edges(""));
        assert_ne!(edges("The roof is new."), edges("The roof is now."));
        assert_ne!(edges("The roof is new."), edges("A roof is new."));
    }
}
