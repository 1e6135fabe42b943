//! Long texts in pieces.

/// A part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Piece<'t> {
    /// The part.
    pub text: &'t str,
    /// Where the next one begins, in Unicode scalar values from the beginning of the whole; `None` where this is the last.
    pub next: Option<usize>,
}

/// Ends of sentences, before white space or in scripts that need none.
const SENTENCE_ENDS: [char; 6] = ['.', '!', '?', '。', '！', '？'];

/// A good place to end is no good where it leaves less than this share of a piece.
const LEAST_SHARE: usize = 4;

/// The part of a text that begins at `cursor` and has at most `max_chars` characters, one at least; both in Unicode scalar
/// values. Empty from a cursor behind the end.
///
/// It ends with an empty line where there is one behind the first quarter, else with a line, a sentence, a word, and only else
/// within one. All pieces one behind the other are the text.
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

/// Where a character stands, in bytes; the end for one behind it.
fn byte_of(text: &str, chars: usize) -> usize {
    text.char_indices().nth(chars).map_or(text.len(), |(at, _)| at)
}

/// The best place to end in a text that goes on.
fn end_within(text: &str) -> usize {
    let least = text.len() / LEAST_SHARE;
    let behind = |end: &str| text.rfind(end).map(|at| at + end.len());
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
    behind("\n\n")
        .filter(|&end| end > least)
        .or_else(|| behind("\n").filter(|&end| end > least))
        .or_else(|| sentence().filter(|&end| end > least))
        .or_else(word)
        .unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pieces of a text; put together they are it.
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
    fn a_piece_ends_where_it_is_good_to_end() {
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
    fn behind_the_end_there_is_nothing() {
        assert_eq!(piece("abc", 3, 5), Piece { text: "", next: None });
        assert_eq!(piece("abc", 9, 5), Piece { text: "", next: None });
    }
}
