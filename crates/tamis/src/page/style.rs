//! Inline styles, and what they hide.

use tamis_dom::{Document, NodeId, name};

/// Words in ASCII, to be found in lower case or in upper case.
pub(crate) struct Words {
    words: &'static [&'static str],
    /// True for each byte that one of them begins with.
    begins: [bool; 256],
}

impl Words {
    /// Returns these words.
    ///
    /// # Panics
    ///
    /// If a word is empty.
    pub(crate) const fn new(words: &'static [&'static str]) -> Words {
        let mut begins = [false; 256];
        let mut word = 0;
        while word < words.len() {
            let first = words[word].as_bytes()[0];
            begins[first.to_ascii_lowercase() as usize] = true;
            begins[first.to_ascii_uppercase() as usize] = true;
            word += 1;
        }
        Words { words, begins }
    }

    /// True if a text contains one of the words.
    pub(crate) fn are_in(&self, text: &str) -> bool {
        let text = text.as_bytes();
        text.iter()
            .enumerate()
            .any(|(at, byte)| self.begins[usize::from(*byte)] && self.start(&text[at..]))
    }

    fn start(&self, text: &[u8]) -> bool {
        self.words.iter().any(|word| {
            text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()))
        })
    }
}

/// True if an element declares that it is hidden, by `hidden` (except `until-found`) or by its
/// [style](hides).
pub(crate) fn is_hidden(document: &Document, id: NodeId) -> bool {
    document.attrs(id).iter().any(|attr| match attr.name() {
        name::HIDDEN => !document.attr_value(attr).eq_ignore_ascii_case("until-found"),
        name::STYLE => hides(document.attr_value(attr)),
        _ => false,
    })
}

/// Returns the elements with text that [are hidden](is_hidden), in document order.
pub(crate) fn hidden_elements(document: &Document) -> Vec<NodeId> {
    let mut found = Vec::new();
    for (id, attrs) in document.attrs_by_element() {
        let may_hide = attrs.iter().any(|of| matches!(of.name(), name::HIDDEN | name::STYLE));
        if may_hide && !document.text_range(id).is_empty() && is_hidden(document, id) {
            found.push(id);
        }
    }
    found
}

/// Returns an inline style without the rules by which it [hides](hides) its element.
pub(crate) fn without_hiding(style: &str) -> String {
    let rules = style.split(';').filter(|rule| !hides(rule));
    rules.collect::<Vec<_>>().join(";")
}

/// True if an inline style hides its element: by `display: none` or by `visibility: hidden`. What
/// is in an invisible element can be visible again, which is hardly ever the case in a text.
///
/// For example, `color: red; display: none !important` hides, and `display: nonesuch` does not.
pub(crate) fn hides(style: &str) -> bool {
    may_hide(style)
        && (has_rule(style, "display", &["none"])
            || has_rule(style, "visibility", &["hidden", "collapse"]))
}

/// False if an inline style certainly hides nothing: it has none of the values that do. Styles are
/// long and seldom hide, so that this saves reading their rules.
pub(crate) fn may_hide(style: &str) -> bool {
    static VALUES: Words = Words::new(&["none", "hidden", "collapse"]);
    VALUES.are_in(style)
}

/// True if a style gives one of these values to a property.
fn has_rule(style: &str, wanted: &str, values: &[&str]) -> bool {
    style.split(';').filter_map(|rule| rule.split_once(':')).any(|(property, value)| {
        let value = value.split('!').next().unwrap_or_default().trim();
        property.trim().eq_ignore_ascii_case(wanted)
            && values.iter().any(|hidden| value.eq_ignore_ascii_case(hidden))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_that_may_hide() {
        for style in ["display:none", "x; VISIBILITY: Hidden", "visibility:collapse", "none"] {
            assert!(may_hide(style), "{style}");
        }
        for style in ["", "n", "width:100px;color:#0e0", "hid den", "🙂 non"] {
            assert!(!may_hide(style), "{style}");
        }
    }

    #[test]
    fn styles_that_hide() {
        for style in ["display:none", "color: red; DISPLAY : None !important", "visibility:hidden"]
        {
            assert!(hides(style), "{style}");
        }
        assert_eq!(without_hiding("color: red; DISPLAY: none; top: 0"), "color: red; top: 0");
        for style in ["display: nonesuch", "content: none", "overflow: hidden", "display; none", ""]
        {
            assert!(!hides(style), "{style}");
        }
    }
}
