//! The words in class names.
//!
//! Names are made of words in many ways: `post-date`, `post_date`, `post__date--small`. Whatever is
//! neither a letter nor a digit separates them. `postDate` is one word, because capital letters
//! separate syllables of generated names, too.

use std::hash::{DefaultHasher, Hash, Hasher};

use tamis_dom::{Document, NodeId, name};

/// Returns the words in the classes of an element, as they are written.
pub(crate) fn class_words(document: &Document, id: NodeId) -> impl Iterator<Item = &str> {
    let classes = document.attr(id, name::CLASS).unwrap_or_default();
    classes.split(|char: char| !char.is_ascii_alphanumeric()).filter(|word| !word.is_empty())
}

/// Returns true if a class of an element has one of these words, in any case.
pub(crate) fn has_class_word(document: &Document, id: NodeId, wanted: &[&str]) -> bool {
    class_words(document, id).any(|word| wanted.iter().any(|of| of.eq_ignore_ascii_case(word)))
}

/// Returns a hash of an element's name and first class, without digits, because systems number
/// their posts: `post-17`. Elements with the same hash are built alike.
pub(crate) fn kind_of(document: &Document, id: NodeId) -> u64 {
    let mut hasher = DefaultHasher::new();
    document.name(id).hash(&mut hasher);
    let classes = document.attr(id, name::CLASS).unwrap_or_default();
    // The last classes often say what is special about one element.
    let first = classes.split_ascii_whitespace().next().unwrap_or_default();
    first.bytes().filter(|byte| !byte.is_ascii_digit()).for_each(|byte| byte.hash(&mut hasher));
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    #[test]
    fn signs_separate_words() {
        let document = Parser::default().parse("<p class='post__Date--small  is-new'>");
        let id = document.last_child(document.body().unwrap()).unwrap();
        let words: Vec<&str> = class_words(&document, id).collect();
        assert_eq!(words, ["post", "Date", "small", "is", "new"]);
        assert!(has_class_word(&document, id, &["date"]));
        assert!(!has_class_word(&document, id, &["postdate", ""]));
    }
}
