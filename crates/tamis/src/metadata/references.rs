//! Character references in values: `&amp;` in the place of `&`.
//!
//! They have no meaning in JSON, and an attribute is decoded by the parser once. But many pages
//! write them in JSON, or escape a value that is escaped already: `content="Q&amp;amp;A"`. A reader
//! who sees the same value in a heading sees "Q&A" there. If the page itself shows "Q&amp;A", for
//! example because it explains HTML, then the value means what it says.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::HashSet;

use tamis_dom::Parser;

use crate::page::Page;

/// The longest reference, in bytes. The longest name has 31 letters.
const MAX_REFERENCE: usize = 40;

/// Decodes the character references of a text.
pub(super) fn decoded(text: &str) -> Cow<'_, str> {
    let Some(at) = text.find('&') else { return Cow::Borrowed(text) };
    if !text[at..].contains(';') {
        return Cow::Borrowed(text);
    }
    // A title is parsed, because everything in it is text except the references.
    let document = Parser::default().parse(&format!("<title>{text}"));
    Cow::Owned(document.title().unwrap_or_default().to_owned())
}

/// The references that a page shows to its readers. They are found once, when the first value asks,
/// because a page may have a value for each of its bytes.
pub(super) struct ShownReferences<'p> {
    page: &'p Page,
    found: OnceCell<HashSet<&'p str>>,
}

impl<'p> ShownReferences<'p> {
    pub(super) fn of(page: &'p Page) -> ShownReferences<'p> {
        ShownReferences { page, found: OnceCell::new() }
    }

    /// Decodes the character references that are left in a value of the page's head, unless the
    /// page shows the first of them.
    pub(super) fn decoded_again<'v>(&self, value: &'v str) -> Cow<'v, str> {
        let Some(first) = references(value).next() else { return Cow::Borrowed(value) };
        let shown = self.found.get_or_init(|| references(&self.page.text).collect());
        if shown.contains(first) { Cow::Borrowed(value) } else { decoded(value) }
    }
}

/// Returns the references of a text that have a name or a number, and an end.
fn references(text: &str) -> impl Iterator<Item = &str> {
    let starts = memchr::memchr_iter(b'&', text.as_bytes());
    starts.map(|at| &text[at..]).filter_map(|text| {
        let end = text.bytes().take(MAX_REFERENCE).position(|byte| byte == b';')?;
        let name = &text[1..end];
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'#';
        (!name.is_empty() && name.bytes().all(is_part)).then(|| &text[..=end])
    })
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    #[track_caller]
    fn check(value: &str, shown: &str, expected: &str) {
        let page = Page::measure(Parser::default().parse(&format!("<p>{shown}")));
        let references = ShownReferences::of(&page);
        let decoded = references.decoded_again(value);
        assert_eq!(decoded, expected, "{value} on a page with {shown}");
    }

    #[test]
    fn what_is_escaped_twice_is_decoded_once_more() {
        check("SQL &#x26; AI", "SQL & AI", "SQL & AI");
        check("Q&amp;A about &quot;tea&quot;", "", "Q&A about \"tea\"");
        check("It&#8217;s late", "", "It’s late");
        check("Caf&eacute; &amp; bar", "", "Café & bar");
    }

    #[test]
    fn what_means_itself_stays() {
        check(
            "How to write &amp; in HTML",
            "Write &amp;amp; for it.",
            "How to write &amp; in HTML",
        );
        check("AT&T; and others", "", "AT&T; and others");
        check("R & D; more", "", "R & D; more");
        check("Fish &chips", "", "Fish &chips");
        check("a=1&copy=2", "", "a=1&copy=2");
    }
}
