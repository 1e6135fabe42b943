//! The common parts of all kinds of notes: their nodes, their numbers, the names of what holds
//! them.

use tamis_dom::{Attr, Document, NodeId, name};

use crate::page::style::Words;

/// The longest number of a note, with white space and brackets. Bytes.
const MAX_LABEL_BYTES: usize = 16;

/// Parts of class names of elements that contain notes.
const HOLDERS: [&str; 5] = ["footnote", "endnote", "references", "reflist", "doc-endnote"];

/// A note: an element, or what follows an element in its block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Note {
    /// The element that is the note, or with which it begins.
    pub(crate) start: NodeId,
    /// The node after it.
    pub(crate) end: NodeId,
    /// It is in the text, next to its reference.
    pub(crate) is_inline: bool,
    /// The bytes of the number or symbols with which its first text begins.
    pub(crate) label_bytes: u8,
}

/// A mark that is a part of a text, such as the asterisk of "wrong*".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct TextMark {
    pub(crate) text: NodeId,
    /// The place in the text, and the bytes.
    pub(crate) start: usize,
    pub(crate) bytes: usize,
    /// The node with which its note begins.
    pub(crate) note: NodeId,
}

/// Notes and their references.
#[derive(Debug, Default)]
pub(crate) struct Raised {
    /// The references with their notes.
    pub(crate) pairs: Vec<(NodeId, Note)>,
    /// The elements that are the numbers of notes.
    pub(crate) labels: Vec<NodeId>,
    /// The marks of notes that are parts of texts, in document order.
    pub(crate) in_texts: Vec<TextMark>,
}

/// Returns the number that is the whole of a text, with or without brackets and a full stop.
pub(crate) fn label_number(text: &str) -> Option<u32> {
    if text.len() > MAX_LABEL_BYTES {
        return None;
    }
    let text = text.trim().trim_start_matches(['[', '(']).trim_end_matches([']', ')', '.', ':']);
    if text.chars().nth(3).is_some() {
        return None;
    }
    let number = text.chars().try_fold(0, |sum, char| Some(10 * sum + digit(char)?))?;
    (number > 0).then_some(number)
}

/// The zeros of the digits of other scripts that pages number notes with: Arabic, Persian,
/// Devanagari, Bengali, Thai, and the wide ones of Chinese and Japanese.
const ZEROS: [char; 6] = ['٠', '۰', '०', '০', '๐', '０'];

/// Returns the value of a digit.
fn digit(char: char) -> Option<u32> {
    let of = |zero: char| u32::from(char).checked_sub(u32::from(zero)).filter(|&of| of < 10);
    char.to_digit(10)
        .or_else(|| if char.is_ascii() { None } else { ZEROS.into_iter().find_map(of) })
}

/// True if an element is declared to hold notes.
pub(crate) fn is_holder(document: &Document, id: NodeId) -> bool {
    // HTMLBook, the HTML of O'Reilly's books, declares notes by `data-type`.
    static MAYBE: Words = Words::new(&HOLDERS);
    let declares = |attr: &&Attr| {
        matches!(attr.name(), name::CLASS | name::ROLE | name::DATA_TYPE)
            || document.name_str(attr.name()) == "epub:type"
    };
    let mut values = document.attrs(id).iter().filter(declares).map(|of| document.attr_value(of));
    values.any(|value| MAYBE.are_in(value) && HOLDERS.iter().any(|name| value.contains(name)))
}

#[cfg(test)]
mod tests {
    use super::label_number;

    #[test]
    fn labels_have_up_to_three_digits() {
        for (text, expected) in [
            ("1", Some(1)),
            (" [12]. ", Some(12)),
            ("(३)", Some(3)),
            ("١٢", Some(12)),
            ("0", None),
            ("2012", None),
            ("4294967296", None),
            ("1a", None),
            ("", None),
        ] {
            assert_eq!(label_number(text), expected, "{text}");
        }
    }
}
