//! Pieces of a long text.
//!
//! A program with a limit for its input reads a long text piece by piece. A piece must not end in
//! the middle of a word, and should end where a reader would pause. So the last break in the text
//! that fits is taken, the best kind first: an empty line, a line, a sentence, a word. A break near
//! the beginning of the piece is not taken, because pieces would become short: for example, if the
//! only empty line of 1,000 characters comes after 20.

/// A piece of a text. See [`piece`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Piece<'t> {
    /// The text of the piece.
    pub text: &'t str,
    /// The cursor of the next piece, in Unicode scalar values from the beginning of the whole text.
    /// `None` for the last piece.
    pub next: Option<usize>,
}

/// The ends of sentences: the ASCII ones before white space, the others anywhere.
const SENTENCE_ENDS: [char; 6] = ['.', '!', '?', '。', '！', '？'];

/// A break is only taken if it leaves at least one part in this many of the longest possible piece.
const LEAST_SHARE: usize = 4;

/// Returns the piece of `text` that begins at `cursor` and has at most `max_chars` characters.
///
/// Both numbers count Unicode scalar values. A piece has at least one character, even if
/// `max_chars` is 0. It is empty if the cursor is at or beyond the end.
///
/// The piece ends after an empty line if there is one beyond its first quarter, else after a line,
/// else after a sentence, else after a word, and only else within a word. Joined together, the
/// pieces give the text.
///
/// ```
/// use tamis::render::piece;
/// let text = "One. Two.\n\nThree and four.\n";
/// let first = piece(text, 0, 20);
/// assert_eq!((first.text, first.next), ("One. Two.\n\n", Some(11)));
/// let second = piece(text, 11, 20);
/// assert_eq!((second.text, second.next), ("Three and four.\n", None));
/// ```
pub fn piece(text: &str, cursor: usize, max_chars: usize) -> Piece<'_> {
    let rest = &text[byte_of(text, cursor)..];
    let longest = byte_of(rest, max_chars.max(1));
    if longest == rest.len() {
        return Piece { text: rest, next: None };
    }
    let text = &rest[..end_within(&rest[..longest])];
    Piece { text, next: Some(cursor + text.chars().count()) }
}

/// Returns the byte offset of a character, or the text's length if there is no such character.
fn byte_of(text: &str, chars: usize) -> usize {
    text.char_indices().nth(chars).map_or(text.len(), |(at, _)| at)
}

/// Returns the best place to end in a text that goes on.
fn end_within(text: &str) -> usize {
    let least = text.len() / LEAST_SHARE;
    let after = |end: &str| text.rfind(end).map(|at| at + end.len());
    let sentence = || {
        let mut ends = text.char_indices().rev().filter(|(_, char)| SENTENCE_ENDS.contains(char));
        ends.find_map(|(at, char)| {
            let end = at + char.len_utf8();
            let next = text[end..].chars().next()?;
            (!char.is_ascii() || next.is_whitespace())
                .then(|| end + if char.is_ascii() { next.len_utf8() } else { 0 })
        })
    };
    let word = || {
        let (at, space) = text.char_indices().rev().find(|(_, char)| char.is_whitespace())?;
        Some(at + space.len_utf8())
    };
    after("\n\n")
        .filter(|&end| end > least)
        .or_else(|| after("\n").filter(|&end| end > least))
        .or_else(|| sentence().filter(|&end| end > least))
        .or_else(word)
        .unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Splits a text into pieces, and checks that together they are the text.
    fn pieces(text: &str, max_chars: usize) -> Vec<&str> {
        let mut pieces = Vec::new();
        let mut cursor = Some(0);
        while let Some(at) = cursor {
            let Piece { text, next } = piece(text, at, max_chars);
            assert!(text.chars().count() <= max_chars.max(1), "{text:?}");
            pieces.push(text);
            cursor = next;
        }
        assert_eq!(pieces.concat(), text);
        pieces
    }

    #[test]
    fn piece_ends_at_the_best_break() {
        assert_eq!(pieces("a b\n\nc d e", 7), ["a b\n\n", "c d e"]);
        assert_eq!(pieces("a b\nc d e f", 8), ["a b\n", "c d e f"]);
        assert_eq!(pieces("A b. C d e f g", 9), ["A b. ", "C d e f g"]);
        assert_eq!(pieces("aa bb cc dd", 7), ["aa bb ", "cc dd"]);
        assert_eq!(pieces("一二。三四五六", 5), ["一二。", "三四五六"]);
        assert_eq!(pieces("abcdef", 4), ["abcd", "ef"]);
        assert_eq!(pieces("a\n\nbbbbbbbb cc", 13), ["a\n\nbbbbbbbb ", "cc"]);
        assert_eq!(pieces("äöü", 0), ["ä", "ö", "ü"]);
        assert_eq!(pieces("", 5), [""]);
    }

    #[test]
    fn piece_beyond_the_end_is_empty() {
        assert_eq!(piece("abc", 3, 5), Piece { text: "", next: None });
        assert_eq!(piece("abc", 9, 5), Piece { text: "", next: None });
    }
}
