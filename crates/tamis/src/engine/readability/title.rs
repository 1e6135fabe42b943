//! The title of the article, from the page's `<title>` and headings.

use std::borrow::Cow;

use tamis_dom::{Document, NameSet, NodeId, name};

use super::stage::{Span, Stage, TrimmedTexts};
use super::text::{is_js_space, js_trim, normalize, utf16_len};

/// A title with at most this many words is too short without the site's name.
const MAX_SHORT_TITLE_WORDS: usize = 4;
/// After its end is cut off, a title must still have this many words.
const MIN_WORDS_LEFT: usize = 3;
/// If more words precede the first colon, the colon is part of the title.
const MAX_WORDS_BEFORE_COLON: usize = 5;
/// A shorter title is replaced by the only `<h1>`. UTF-16 code units.
const MIN_TITLE_UTF16: usize = 15;
/// A longer title is replaced by the only `<h1>`. UTF-16 code units.
const MAX_TITLE_UTF16: usize = 150;

const HEADINGS: NameSet = NameSet::of(&[name::H1, name::H2]);

/// Returns the title: that of the document, without the name of the site or section if it can be
/// separated. If the document's title is very short or very long, the page's only `<h1>` replaces
/// it. Empty if the page has neither.
///
/// Source: `Readability.js` of July 2026, `_getArticleTitle`.
pub fn article_title(document: &Document, stage: Stage) -> String {
    let title = document_title(document, stage);
    let original = js_trim(&title);
    let mut hierarchical = false;
    let title = if let Some(last) = separators(original).last() {
        hierarchical = has_hierarchical_separator(original);
        without_site_name(original, last.start)
    } else if original.contains(": ") {
        if has_heading(document, stage, original) { original } else { after_colon(original) }
    } else if !(MIN_TITLE_UTF16..=MAX_TITLE_UTF16).contains(&utf16_len(original)) {
        &only_h1(document, stage).unwrap_or(Cow::Borrowed(original))
    } else {
        original
    };
    let title = normalize(js_trim(title));
    let words = word_count(&title);
    let lost_one_word = || words + 1 == word_count(&without_separators(original));
    if words <= MAX_SHORT_TITLE_WORDS && !(hierarchical && lost_one_word()) {
        return original.to_owned();
    }
    title.into_owned()
}

/// Returns the text of the first HTML `<title>`, trimmed and with ASCII white space collapsed.
///
/// Source: HTML, `document.title`.
fn document_title(document: &Document, stage: Stage) -> String {
    let title = stage.elements(document).find(|&id| document.is_html(id, name::TITLE));
    let text = title.map(|id| stage.text(document, id)).unwrap_or_default();
    let mut collapsed = String::with_capacity(text.len());
    for word in text.split_ascii_whitespace() {
        if !collapsed.is_empty() {
            collapsed.push(' ');
        }
        collapsed.push_str(word);
    }
    collapsed
}

fn is_separator(c: char) -> bool {
    matches!(c, '|' | '-' | '–' | '—') || is_hierarchical(c)
}

/// Returns true if the separator separates a thing from the whole it belongs to.
fn is_hierarchical(c: char) -> bool {
    matches!(c, '\\' | '/' | '>' | '»')
}

/// A separator with one white space character on each side.
#[derive(Clone, Copy)]
struct Separator {
    start: usize,
    end: usize,
}

/// Returns the separators surrounded by white space, from left to right, without overlaps.
fn separators(title: &str) -> impl Iterator<Item = Separator> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let separator = next_separator(title, from, is_separator)?;
        from = separator.end;
        Some(separator)
    })
}

fn has_hierarchical_separator(title: &str) -> bool {
    next_separator(title, 0, is_hierarchical).is_some()
}

fn next_separator(title: &str, from: usize, wanted: fn(char) -> bool) -> Option<Separator> {
    title[from..].match_indices(wanted).find_map(|(at, separator)| {
        let (before, after) = (&title[from..from + at], &title[from + at + separator.len()..]);
        let left = before.chars().next_back().filter(|&c| is_js_space(c))?;
        let right = after.chars().next().filter(|&c| is_js_space(c))?;
        let start = from + at - left.len_utf8();
        let end = from + at + separator.len() + right.len_utf8();
        Some(Separator { start, end })
    })
}

/// Returns the title up to its last separator. If that is too short, returns the part after the
/// first separator, whether or not white space surrounds it.
fn without_site_name(title: &str, last: usize) -> &str {
    let first_part = &title[..last];
    if word_count(first_part) >= MIN_WORDS_LEFT {
        return first_part;
    }
    title.split_once(is_separator).map_or(title, |(_, after)| after)
}

/// Returns the part after the last colon. If that is too short, returns the part after the first
/// colon; if many words precede the first colon, returns the whole title.
fn after_colon(title: &str) -> &str {
    let (Some((_, after_last)), Some((before_first, after_first))) =
        (title.rsplit_once(':'), title.split_once(':'))
    else {
        return title;
    };
    if word_count(after_last) < MIN_WORDS_LEFT {
        after_first
    } else if word_count(before_first) > MAX_WORDS_BEFORE_COLON {
        title
    } else {
        after_last
    }
}

/// Returns true if a heading has the same text as the title.
fn has_heading(document: &Document, stage: Stage, title: &str) -> bool {
    let mut texts = TrimmedTexts::of(document, stage);
    let utf16 = utf16_len(title);
    // Nested headings can share their text; it is compared once.
    let mut compared: Option<Span> = None;
    stage.elements(document).filter(|&id| is_heading(document, id)).any(|id| {
        let span = texts.span(id).filter(|span| span.utf16 == utf16 && compared != Some(*span));
        compared = span.or(compared);
        span.is_some_and(|span| texts.is_same(span, title))
    })
}

fn is_heading(document: &Document, id: NodeId) -> bool {
    document.name(id).is_some_and(|name| HEADINGS.contains(name))
}

/// Returns the text of the `<h1>` if there is exactly one.
fn only_h1(document: &Document, stage: Stage) -> Option<Cow<'_, str>> {
    let mut headings = stage.elements(document).filter(|&id| document.name(id) == Some(name::H1));
    let (first, second) = (headings.next()?, headings.next());
    second.is_none().then(|| stage.text(document, first))
}

/// Counts the pieces between runs of white space. A run at either end adds an empty piece, as
/// `split` does in the reference.
fn word_count(text: &str) -> usize {
    let mut runs = 0;
    let mut in_run = false;
    for c in text.chars() {
        let space = is_js_space(c);
        runs += usize::from(space && !in_run);
        in_run = space;
    }
    runs + 1
}

/// Returns the title without its separators and the white space character on each side of them.
fn without_separators(title: &str) -> String {
    let mut text = String::new();
    let mut copied = 0;
    for Separator { start, end } in separators(title) {
        text.push_str(&title[copied..start]);
        copied = end;
    }
    text.push_str(&title[copied..]);
    text
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    fn check(title: &str, body: &str, expected: &str) {
        let page = format!("<title>{title}</title>{body}");
        let document = Parser::default().parse(&page);
        assert_eq!(article_title(&document, Stage::Prepared), expected, "{page}");
    }

    #[test]
    fn name_of_the_site_is_cut_off() {
        check("How to bake a good bread | The Kitchen", "", "How to bake a good bread");
        check("How to bake a good bread – The Kitchen", "", "How to bake a good bread");
        check("How to bake a good bread — A — The Kitchen", "", "How to bake a good bread — A");
        check("How to bake a good bread\u{a0}»\u{2003}Kitchen", "", "How to bake a good bread");
        check("How to bake a well-known bread", "", "How to bake a well-known bread");
        // The second separator has no white space character left for its left side.
        check("How to bake a good bread - - Kitchen", "", "How to bake a good bread");
    }

    #[test]
    fn short_first_part_is_cut_off_instead() {
        check("Kitchen | How to bake a good bread", "", "How to bake a good bread");
        // The first separator counts even inside a word.
        check("The-Kitchen | How to bake bread", "", "Kitchen | How to bake bread");
    }

    #[test]
    fn short_titles_stay_whole() {
        check("A good bread | The Kitchen", "", "A good bread | The Kitchen");
        check("Good bread at home | The Kitchen", "", "Good bread at home | The Kitchen");
        check("Good bread at home » Kitchen", "", "Good bread at home » Kitchen");
        // Removing the separator joins the words on both sides: the title lost one word, not two.
        check("Good bread at home » The Kitchen", "", "Good bread at home");
        check("Good bread at home » In The Kitchen", "", "Good bread at home » In The Kitchen");
    }

    #[test]
    fn colon_is_a_separator_unless_a_heading_has_it() {
        let title = "The Kitchen: how to bake bread at home";
        check(title, "", "how to bake bread at home");
        check(title, "<h2> The Kitchen: <b>how</b> to bake bread at home\n</h2>", title);
        check(title, "<h2>The Kitchen:<script>x</script> how to bake bread at home</h2>", title);
        check(
            title,
            "<h3>The Kitchen: how to bake bread at home</h3>",
            "how to bake bread at home",
        );
        check("a: b c d e f:home", "", "b c d e f:home");
        check(
            "one two three four five six: how to bake bread",
            "",
            "one two three four five six: how to bake bread",
        );
    }

    #[test]
    fn only_h1_replaces_a_very_short_or_long_title() {
        check("Bread", "<h1> How to bake \n bread at home </h1>", "How to bake bread at home");
        check("Bread", "<h1>How to bake bread at home</h1><h1></h1>", "Bread");
        check(
            "Bread",
            "<div><noscript><h1>x</h1></noscript></div><h1>How to bake bread at home</h1>",
            "How to bake bread at home",
        );
        check("Bread", "<h1>How to bake bread</h1>", "Bread");
        let long = "🦀".repeat(76);
        check(&long, "<h1>How to bake bread at home</h1>", "How to bake bread at home");
        check(&long[4..], "<h1>How to bake bread at home</h1>", &long[4..]);
    }

    #[test]
    fn pages_without_a_title_have_the_h1() {
        let document =
            Parser::default().parse("<svg><title>no</title></svg><h1>How to bake bread at home");
        assert_eq!(article_title(&document, Stage::Parsed), "How to bake bread at home");
        assert_eq!(article_title(&Document::default(), Stage::Parsed), "");
    }
}
