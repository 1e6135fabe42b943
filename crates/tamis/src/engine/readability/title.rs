//! The title of the article, as the page's `<title>` and headings give it.

use std::borrow::Cow;

use tamis_dom::{Document, NameSet, NodeId, name};

use super::stage::{Span, Stage, TrimmedTexts};
use super::text::{is_js_space, js_trim, normalize, utf16_len};

/// A title of as many words is too short to stand without the site's name.
const MAX_SHORT_TITLE_WORDS: usize = 4;
/// What is left of a title once its end is cut off needs as many words.
const MIN_WORDS_LEFT: usize = 3;
/// More words before the first colon mean that the colon is part of the title.
const MAX_WORDS_BEFORE_COLON: usize = 5;
/// Shorter titles, in UTF-16 code units, give way to the only `<h1>`.
const MIN_TITLE_UTF16: usize = 15;
/// Longer titles, in UTF-16 code units, give way to the only `<h1>`.
const MAX_TITLE_UTF16: usize = 150;

const HEADINGS: NameSet = NameSet::of(&[name::H1, name::H2]);

/// The title: that of the document, without the name of the site or section where it can be told apart; or the only `<h1>`
/// where that title is very short or very long. Empty where a page has neither.
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
        if has_heading(document, stage, original) { original } else { behind_colon(original) }
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

/// The text of the first HTML `<title>`, ASCII white space collapsed and taken off the ends.
///
/// Source: HTML, `document.title`.
fn document_title(document: &Document, stage: Stage) -> String {
    let title = stage.elements(document).find(|&id| document.is_html(id, name::TITLE));
    let text = title.map(|id| stage.text(document, id)).unwrap_or_default();
    text.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_separator(c: char) -> bool {
    matches!(c, '|' | '-' | '–' | '—') || is_hierarchical(c)
}

/// Whether the separator stands between a thing and what it is part of.
fn is_hierarchical(c: char) -> bool {
    matches!(c, '\\' | '/' | '>' | '»')
}

/// A separator with the one white space character on each side of it.
#[derive(Clone, Copy)]
struct Separator {
    start: usize,
    end: usize,
}

/// The separators between white space, from the left, none overlapping the one before.
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
        let (before, behind) = (&title[from..from + at], &title[from + at + separator.len()..]);
        let left = before.chars().next_back().filter(|&c| is_js_space(c))?;
        let right = behind.chars().next().filter(|&c| is_js_space(c))?;
        let start = from + at - left.len_utf8();
        let end = from + at + separator.len() + right.len_utf8();
        Some(Separator { start, end })
    })
}

/// The title up to its last separator; where that is too little, what stands behind the first separator, white space around
/// it or not.
fn without_site_name(title: &str, last: usize) -> &str {
    let first_part = &title[..last];
    if word_count(first_part) >= MIN_WORDS_LEFT {
        return first_part;
    }
    title.split_once(is_separator).map_or(title, |(_, behind)| behind)
}

/// What stands behind the last colon; where that is too little, behind the first; all of it where much stands before the
/// first.
fn behind_colon(title: &str) -> &str {
    let (Some((_, behind_last)), Some((before_first, behind_first))) =
        (title.rsplit_once(':'), title.split_once(':'))
    else {
        return title;
    };
    if word_count(behind_last) < MIN_WORDS_LEFT {
        behind_first
    } else if word_count(before_first) > MAX_WORDS_BEFORE_COLON {
        title
    } else {
        behind_last
    }
}

/// Whether a heading says the same as the title.
fn has_heading(document: &Document, stage: Stage, title: &str) -> bool {
    let mut texts = TrimmedTexts::of(document, stage);
    let utf16 = utf16_len(title);
    // Headings within headings have one text; it is compared once.
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

/// The text of the `<h1>` where there is exactly one.
fn only_h1(document: &Document, stage: Stage) -> Option<Cow<'_, str>> {
    let mut headings = stage.elements(document).filter(|&id| document.name(id) == Some(name::H1));
    let (first, second) = (headings.next()?, headings.next());
    second.is_none().then(|| stage.text(document, first))
}

/// The number of pieces between runs of white space; a run at an end has an empty piece beside it.
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

/// The title without its separators and the white space character on each side of them.
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
        // The second separator lacks a white space character of its own.
        check("How to bake a good bread - - Kitchen", "", "How to bake a good bread");
    }

    #[test]
    fn short_first_part_is_cut_off_instead() {
        check("Kitchen | How to bake a good bread", "", "How to bake a good bread");
        // The first separator counts even within a word.
        check("The-Kitchen | How to bake bread", "", "Kitchen | How to bake bread");
    }

    #[test]
    fn short_titles_stay_whole() {
        check("A good bread | The Kitchen", "", "A good bread | The Kitchen");
        check("Good bread at home | The Kitchen", "", "Good bread at home | The Kitchen");
        check("Good bread at home » Kitchen", "", "Good bread at home » Kitchen");
        // Without its separator the title has the two words beside it in one: it lost one word, not two.
        check("Good bread at home » The Kitchen", "", "Good bread at home");
        check("Good bread at home » In The Kitchen", "", "Good bread at home » In The Kitchen");
    }

    #[test]
    fn colon_is_a_separator_where_no_heading_has_it() {
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
