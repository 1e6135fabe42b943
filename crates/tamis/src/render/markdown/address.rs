//! Bare addresses, of which GFM makes links.
//!
//! In GFM, the text `https://example.com/a_b_c` is a link without any sign around it, and
//! everything up to the next space or `<` is part of it. An escape in it would be part of the
//! address: `a\_b` leads elsewhere than `a_b`. So a writer has to know whether it is within such an
//! address before it escapes a character.

/// The bytes before the last search that are searched again, because signs there may have been
/// removed since, and an address may have begun.
const OVERLAP: usize = 64;

/// A search for a bare address at the end of the output. Such an address contains what follows it
/// up to white space or `<`, also the sign of an escape or of code.
///
/// Source: GFM 0.29, 6.9 "Autolinks (extension)".
#[derive(Debug, Default)]
pub(super) struct AddressSearch {
    /// The output up to here was searched.
    searched: usize,
    /// There is an address after the last white space.
    is_found: bool,
}

impl AddressSearch {
    /// Returns true if what follows would be part of an address. Each byte of the output is
    /// searched once.
    pub(super) fn is_open(&mut self, out: &str) -> bool {
        let out = out.as_bytes();
        let from = self.searched.min(out.len()).saturating_sub(OVERLAP);
        let space = out[from..].iter().rposition(u8::is_ascii_whitespace);
        let begin = space.map_or(from, |at| from + at + 1);
        self.is_found &= space.is_none();
        let piece = &out[begin..];
        let has = |sign: &[u8]| piece.windows(sign.len()).any(|of| of.eq_ignore_ascii_case(sign));
        self.is_found |= has(b"://") || has(b"www.");
        self.searched = out.len();
        self.is_found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_is_open_until_white_space() {
        let (mut search, mut out) = (AddressSearch::default(), String::new());
        let mut check = |more: &str, is_open| {
            out.push_str(more);
            assert_eq!(search.is_open(&out), is_open, "{out}");
        };
        check("see http", false);
        check("://a.example/", true);
        check(&"b".repeat(200), true);
        check("c d", false);
        check(" (WWW.a.example", true);
        check("\n", false);
    }
}
