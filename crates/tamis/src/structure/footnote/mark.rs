//! The marks that refer to notes: numbers, symbols, and what else is too short to be a word.

use tamis_dom::{Document, NameSet, NodeId, name};

use super::note::label_number;

/// The signs that are marks of notes, one or a few of the same.
const SYMBOLS: [char; 12] = ['*', '†', '‡', '§', '¶', '‖', '※', '⁎', '∗', '⊕', '✝', '⁂'];

/// The longest mark of a few symbols. Unicode scalar values.
const MAX_SYMBOLS: usize = 4;

/// The longest text of a mark, with white space. Bytes.
const MAX_MARK_BYTES: usize = 24;

/// The elements that can be marks.
const MARKS: NameSet = NameSet::of(&[
    name::A,
    name::ABBR,
    name::BUTTON,
    name::LABEL,
    name::SMALL,
    name::SPAN,
    name::SUP,
]);

/// True for an element with the text of a mark, and nothing else.
pub(super) fn is_mark(document: &Document, id: NodeId) -> bool {
    document.name(id).is_some_and(|name| MARKS.contains(name)) && is_mark_text(document.text(id))
}

/// True if this element can be a mark, whatever its text is.
pub(super) fn can_be_mark(document: &Document, id: NodeId) -> bool {
    document.name(id).is_some_and(|name| MARKS.contains(name))
}

/// True for a number, with or without brackets, or for symbols.
pub(super) fn is_mark_text(text: &str) -> bool {
    text.len() <= MAX_MARK_BYTES && (label_number(text).is_some() || symbols(text).is_some())
}

/// Returns the symbols that are the whole of a text, such as `**`.
pub(super) fn symbols(text: &str) -> Option<&str> {
    if text.len() > MAX_MARK_BYTES {
        return None;
    }
    let text = text.trim().trim_start_matches(['[', '(']).trim_end_matches([']', ')']);
    let leading = leading_symbols(text)?;
    (leading.len() == text.len()).then_some(leading)
}

/// Returns the symbols at the begin of a text: some of the same kind.
pub(super) fn leading_symbols(text: &str) -> Option<&str> {
    let first = text.chars().next().filter(|first| SYMBOLS.contains(first))?;
    let rest = text.trim_start_matches(first);
    let symbols = &text[..text.len() - rest.len()];
    (symbols.chars().count() <= MAX_SYMBOLS).then_some(symbols)
}

/// Returns the number at the begin of a text, and the bytes of it with its signs: 2 and 3 for
/// `2. At least`, 2 and 3 for `[2] At least`. A number needs a sign.
pub(super) fn leading_number(text: &str) -> Option<(u32, usize)> {
    let inner = text.trim_start_matches(['[', '(']);
    let digits = inner.len() - inner.trim_start_matches(|char: char| char.is_ascii_digit()).len();
    let sign =
        inner[digits..].chars().next().filter(|sign| matches!(sign, '.' | ')' | ']' | ':'))?;
    let number = inner[..digits].parse().ok().filter(|&number| number > 0 && digits <= 3)?;
    Some((number, text.len() - inner.len() + digits + sign.len_utf8()))
}

/// True if an address leads to no place in a page: a script does.
pub(super) fn leads_nowhere(address: &str) -> bool {
    address.is_empty() || address == "#" || address.starts_with("javascript:")
}
