//! What classes and ids tell about authors and dates, and where on a page they don't count.

use std::ops::Range;

use tamis_dom::{Document, NodeId, name};

/// What the names of an element tell about its text, as a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark(u8);

impl Mark {
    pub(super) const NONE: Mark = Mark(0);
    /// It names an author.
    pub(super) const AUTHOR: Mark = Mark(1);
    /// It states a date.
    pub(super) const DATE: Mark = Mark(2);
    /// The date is that of the publication.
    pub(super) const PUBLISHED: Mark = Mark(4);
    /// The date is that of a change.
    pub(super) const MODIFIED: Mark = Mark(8);
    /// It is a link to the author.
    pub(super) const RELATION: Mark = Mark(16);
    /// It is a link to the page of a member of the site.
    pub(super) const MEMBER: Mark = Mark(32);

    pub(super) const fn with(self, other: Mark) -> Mark {
        Mark(self.0 | other.0)
    }

    pub(super) const fn has(self, other: Mark) -> bool {
        self.0 & other.0 != 0
    }
}

/// Parts of classes and ids, in lower case, and what they tell. A part counts where a word begins, or, for long ones, anywhere.
const PARTS: &[(&str, bool, Mark)] = &[
    ("author", false, Mark::AUTHOR),
    ("autor", false, Mark::AUTHOR),
    ("auteur", false, Mark::AUTHOR),
    ("byline", false, Mark::AUTHOR),
    ("contributor", false, Mark::AUTHOR),
    ("creator", true, Mark::AUTHOR),
    ("date", true, Mark::DATE),
    ("datum", true, Mark::DATE),
    ("fecha", true, Mark::DATE),
    ("modified", true, Mark::MODIFIED),
    ("posted", true, Mark::PUBLISHED),
    ("publi", true, Mark::PUBLISHED),
    ("pubdate", true, Mark::PUBLISHED),
    ("postdate", true, Mark::PUBLISHED),
    ("time", true, Mark::DATE),
    ("updated", true, Mark::MODIFIED),
    ("username", false, Mark::AUTHOR),
    ("verfasser", true, Mark::AUTHOR),
    ("writer", true, Mark::AUTHOR),
    ("writtenby", true, Mark::AUTHOR),
];

/// The bytes that a part can begin with, in both cases.
const BEGINNINGS: [bool; 256] = {
    let mut table = [false; 256];
    let mut at = 0;
    while at < PARTS.len() {
        let first = PARTS[at].0.as_bytes()[0];
        table[first as usize] = true;
        table[first.to_ascii_uppercase() as usize] = true;
        at += 1;
    }
    table
};

/// What a class or an id tells.
pub(super) fn mark_of(names: &str) -> Mark {
    let bytes = names.as_bytes();
    let mut mark = Mark::NONE;
    for (at, &byte) in bytes.iter().enumerate() {
        if !BEGINNINGS[usize::from(byte)] {
            continue;
        }
        for &(part, at_beginning, means) in PARTS {
            let range = at..at + part.len();
            let stands_here = bytes
                .get(range.clone())
                .is_some_and(|here| here.eq_ignore_ascii_case(part.as_bytes()));
            if stands_here && (!at_beginning || begins_word(bytes, &range)) {
                mark = mark.with(means);
            }
        }
    }
    mark
}

/// Whether a word begins at the start of this range: behind what is no letter, or with a capital behind a small letter.
fn begins_word(bytes: &[u8], range: &Range<usize>) -> bool {
    let Some(before) = range.start.checked_sub(1).map(|at| bytes[at]) else { return true };
    !before.is_ascii_alphabetic()
        || before.is_ascii_lowercase() && bytes[range.start].is_ascii_uppercase()
}

/// How far up the surroundings of an element are looked at: the time must not grow with the depth of the page.
const DEPTH: usize = 32;

/// Words in classes and ids of what stands beside an article.
const ASIDE_WORDS: &[&str] = &[
    "comment",
    "comments",
    "commentlist",
    "disqus",
    "footer",
    "latest",
    "menu",
    "more",
    "nav",
    "navigation",
    "newsletter",
    "popular",
    "promo",
    "recent",
    "recommended",
    "recommendations",
    "related",
    "replies",
    "respond",
    "sidebar",
    "similar",
    "teaser",
    "teasers",
    "trending",
    "upcoming",
    "widget",
    "widgets",
];

/// The most bytes of text in an `<aside>` that is the article's own, with its author and date.
const OWN_ASIDE_BYTES: usize = 320;

/// Whether the element stands in something beside the article: comments, a footer, a list of related pages. What is around the
/// heading is not beside it, whatever its classes say.
pub(super) fn is_aside(document: &Document, id: NodeId, heading: Option<NodeId>) -> bool {
    let holds_heading = |around: NodeId| {
        heading.is_some_and(|heading| around <= heading && heading < document.subtree_end(around))
    };
    let around = std::iter::once(id).chain(document.ancestors(id)).take(DEPTH);
    for around in around.take_while(|&around| !holds_heading(around)) {
        match document.name(around) {
            Some(name::ASIDE) if document.text_range(around).len() <= OWN_ASIDE_BYTES => {}
            Some(name::ASIDE | name::FOOTER | name::NAV) => return true,
            Some(name::BODY | name::HTML) => return false,
            _ => {}
        }
        let names =
            [name::CLASS, name::ID].into_iter().filter_map(|attr| document.attr(around, attr));
        if names.into_iter().any(tells_of_aside) {
            return true;
        }
    }
    false
}

/// Whether a class or an id is that of something beside the article. The footer of an article is its own, and page builders call
/// everything a widget.
fn tells_of_aside(names: &str) -> bool {
    let words = || names.split(|c: char| !c.is_ascii_alphabetic());
    let has = |wanted: &[&str]| {
        words().any(|word| wanted.iter().any(|wanted| wanted.eq_ignore_ascii_case(word)))
    };
    let means = |word: &str| match word.to_ascii_lowercase().as_str() {
        "footer" => !has(&["article", "entry", "post"]),
        "widget" | "widgets" => !has(&["blog", "elementor", "wp"]),
        word => ASIDE_WORDS.contains(&word),
    };
    words().any(means)
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    #[test]
    fn names_tell_of_authors_and_dates() {
        for (names, expected) in [
            ("article__author-name", Mark::AUTHOR),
            ("postAuthor", Mark::AUTHOR),
            ("ByLine", Mark::AUTHOR),
            ("entry-date published", Mark::DATE.with(Mark::PUBLISHED)),
            ("postDate", Mark::DATE.with(Mark::PUBLISHED)),
            ("last_updated", Mark::MODIFIED),
            ("candidate update validate", Mark::NONE),
            ("times-new", Mark::DATE),
            ("lifetime", Mark::NONE),
            ("", Mark::NONE),
        ] {
            assert_eq!(mark_of(names), expected, "{names}");
        }
    }

    #[test]
    fn beside_the_article() {
        let check = |html: &str, expected: bool| {
            let document = Parser::default().parse(html);
            let find =
                |name| document.elements(NodeId::DOCUMENT).find(|&id| document.is_html(id, name));
            let time = find(name::TIME).expect("a time");
            assert_eq!(is_aside(&document, time, find(name::H1)), expected, "{html}");
        };
        check("<div><h1>a</h1></div><time>b</time>", false);
        check("<div><h1>a</h1></div><footer><p><time>b</time></footer>", true);
        check("<div><h1>a</h1></div><ol class='x comment-list'><time>b</time></ol>", true);
        check("<div class=related><h1>a</h1><p><time>b</time></div>", false);
        check("<body class=sidebar><div class=relatedness><time>b</time></div>", false);
    }
}
