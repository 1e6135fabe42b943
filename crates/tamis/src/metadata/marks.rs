//! What classes and ids tell about authors and dates, and where on a page they don't count.

use tamis_dom::{Document, NodeId, name};

use crate::memo::Memo;

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

/// Parts of classes and ids that count where a word begins, in lower case and in order, and what they tell.
const WORDS: &[(&str, Mark)] = &[
    ("creator", Mark::AUTHOR),
    ("date", Mark::DATE),
    ("datum", Mark::DATE),
    ("fecha", Mark::DATE),
    ("modified", Mark::MODIFIED),
    ("postdate", Mark::PUBLISHED),
    ("posted", Mark::PUBLISHED),
    ("pubdate", Mark::PUBLISHED),
    ("publi", Mark::PUBLISHED),
    ("time", Mark::DATE),
    ("updated", Mark::MODIFIED),
    ("verfasser", Mark::AUTHOR),
    ("writer", Mark::AUTHOR),
    ("writtenby", Mark::AUTHOR),
];

/// Parts that count anywhere.
const PARTS: &[(&str, Mark)] = &[
    ("auteur", Mark::AUTHOR),
    ("author", Mark::AUTHOR),
    ("autor", Mark::AUTHOR),
    ("byline", Mark::AUTHOR),
    ("contributor", Mark::AUTHOR),
    ("username", Mark::AUTHOR),
];

/// For each byte the entries of a table that begin with it, in either case: where they start and end.
const fn by_first_byte(parts: &[(&str, Mark)]) -> [(u8, u8); 256] {
    let mut table = [(0, 0); 256];
    let mut at = 0;
    while at < parts.len() {
        let first = parts[at].0.as_bytes()[0];
        let start = if table[first as usize].1 == 0 { at as u8 } else { table[first as usize].0 };
        table[first as usize] = (start, at as u8 + 1);
        table[first.to_ascii_uppercase() as usize] = (start, at as u8 + 1);
        at += 1;
    }
    table
}

const WORDS_BY_BYTE: [(u8, u8); 256] = by_first_byte(WORDS);
const PARTS_BY_BYTE: [(u8, u8); 256] = by_first_byte(PARTS);

/// For the low five bits of a first byte, which are those of a letter in any case, those of the second bytes behind it in either
/// table, one bit for each.
const BEGINS: [u32; 32] = {
    let mut table = [0; 32];
    let tables = [WORDS, PARTS];
    let mut of = 0;
    while of < tables.len() {
        let mut at = 0;
        while at < tables[of].len() {
            let bytes = tables[of][at].0.as_bytes();
            table[(bytes[0] & 31) as usize] |= 1 << (bytes[1] & 31);
            at += 1;
        }
        of += 1;
    }
    table
};

/// What a class or an id tells.
pub(super) fn mark_of(names: &str) -> Mark {
    let bytes = names.as_bytes();
    let mut mark = Mark::NONE;
    for (at, pair) in bytes.windows(2).enumerate() {
        if BEGINS[usize::from(pair[0] & 31)] & 1 << (pair[1] & 31) == 0 {
            continue;
        }
        let (start, end) = PARTS_BY_BYTE[usize::from(pair[0])];
        mark = mark.with(beginning(&bytes[at..], &PARTS[usize::from(start)..usize::from(end)]));
        let (start, end) = WORDS_BY_BYTE[usize::from(pair[0])];
        if end > 0 && begins_word(bytes, at) {
            mark = mark.with(beginning(&bytes[at..], &WORDS[usize::from(start)..usize::from(end)]));
        }
    }
    mark
}

/// What classes tell that were met.
pub(super) struct Marks<'d> {
    known: Memo<'d, Mark>,
}

impl<'d> Marks<'d> {
    pub(super) fn new() -> Marks<'d> {
        Marks { known: Memo::new(Mark::NONE) }
    }

    /// As [`mark_of`].
    pub(super) fn of(&mut self, names: &'d str) -> Mark {
        *self.known.get(names, mark_of)
    }
}

/// What the parts tell that stand at the beginning of these bytes.
fn beginning(bytes: &[u8], parts: &[(&str, Mark)]) -> Mark {
    let stands = |part: &str| {
        bytes.get(..part.len()).is_some_and(|here| here.eq_ignore_ascii_case(part.as_bytes()))
    };
    let found = parts.iter().filter(|(part, _)| stands(part));
    found.fold(Mark::NONE, |mark, (_, means)| mark.with(*means))
}

/// Whether a word begins here: behind what is no letter, or with a capital behind a small letter.
fn begins_word(bytes: &[u8], at: usize) -> bool {
    let Some(before) = at.checked_sub(1).map(|before| bytes[before]) else { return true };
    !before.is_ascii_alphabetic() || before.is_ascii_lowercase() && bytes[at].is_ascii_uppercase()
}

/// How far up the surroundings of an element are looked at: the time must not grow with the depth of the page.
const DEPTH: usize = 32;

/// Words in classes and ids of what stands beside an article.
const ASIDE_WORDS: &[&str] = &[
    "comment",
    "comments",
    "commentlist",
    "disqus",
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
];

/// The most bytes of text in an `<aside>` that is the article's own, with its author and date.
const OWN_ASIDE_BYTES: usize = 320;

/// Whether the element stands in something beside the article: comments, a footer, a list of related pages. What is around the
/// heading is not beside it, whatever its classes say.
pub(super) fn is_aside(document: &Document, id: NodeId, heading: Option<NodeId>) -> bool {
    let holds_heading = |around: NodeId| {
        heading.is_some_and(|heading| around <= heading && heading < document.subtree_end(around))
    };
    // The line of the author and the date beside the heading has the classes of the place the whole is shown in.
    let is_own = |around: NodeId| {
        document.text_range(around).len() <= OWN_ASIDE_BYTES
            && heading.is_some_and(|heading| document.parent(heading) == document.parent(around))
    };
    // A footer is that of the article it stands in.
    let is_in_article = |around: NodeId| {
        document.parent(around).and_then(|parent| document.name(parent)) == Some(name::ARTICLE)
    };
    let around = std::iter::once(id).chain(document.ancestors(id)).take(DEPTH);
    for around in around.take_while(|&around| !holds_heading(around)) {
        match document.name(around) {
            Some(name::ASIDE) if document.text_range(around).len() <= OWN_ASIDE_BYTES => {}
            Some(name::FOOTER) if is_in_article(around) => {}
            Some(name::ASIDE | name::FOOTER | name::NAV) => return true,
            Some(name::BODY | name::HTML) => return false,
            _ => {}
        }
        if is_own(around) {
            continue;
        }
        let names =
            [name::CLASS, name::ID].into_iter().filter_map(|attr| document.attr(around, attr));
        if names.into_iter().any(tells_of_aside) {
            return true;
        }
    }
    false
}

/// How many bytes of a class or an id around an element are looked at: it may be around many.
const NAMES_BYTES: usize = 1024;

/// The longest word that tells of something beside the article, or may.
const LONGEST_ASIDE: usize = 15;

/// For the low five bits of a first byte, which are those of a letter in any case, the lengths of the words that tell of something
/// beside the article, or may, one bit for each.
const ASIDE_SHAPES: [u32; 32] = {
    let mut shapes = [0; 32];
    let mut at = 0;
    while at < ASIDE_WORDS.len() {
        let word = ASIDE_WORDS[at].as_bytes();
        assert!(word.len() <= LONGEST_ASIDE);
        shapes[(word[0] & 31) as usize] |= 1 << word.len();
        at += 1;
    }
    shapes[(b'f' & 31) as usize] |= 1 << "footer".len();
    shapes[(b'w' & 31) as usize] |= 1 << "widget".len() | 1 << "widgets".len();
    shapes
};

/// Whether a class or an id is that of something beside the article. The footer of an article is its own, and page builders call
/// everything a widget.
fn tells_of_aside(names: &str) -> bool {
    let bytes = &names.as_bytes()[..names.len().min(NAMES_BYTES)];
    let words = || bytes.split(|byte| !byte.is_ascii_alphabetic());
    let is_one_of = |word: &[u8], wanted: &[&str]| {
        word.len() > 1 && wanted.iter().any(|wanted| wanted.as_bytes().eq_ignore_ascii_case(word))
    };
    let has = |wanted: &[&str]| words().any(|word| is_one_of(word, wanted));
    let may_tell = |word: &&[u8]| {
        let first = word.first().map_or(0, |byte| usize::from(byte & 31));
        ASIDE_SHAPES[first] >> word.len().min(LONGEST_ASIDE + 1) & 1 != 0
    };
    words().filter(may_tell).any(|word| {
        is_one_of(word, ASIDE_WORDS)
            || word.eq_ignore_ascii_case(b"footer") && !has(&["article", "entry", "post"])
            || is_one_of(word, &["widget", "widgets"]) && !has(&["blog", "elementor", "wp"])
    })
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
    fn marks_are_those_of_each_name() {
        let names: Vec<String> = (0..2000).map(|at| format!("a{at} date b{}", at % 7)).collect();
        let mut marks = Marks::new();
        for name in names.iter().chain(names.iter().rev()) {
            assert_eq!(marks.of(name), Mark::DATE, "{name}");
            assert_eq!(marks.of(&name[..2]), Mark::NONE);
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
        check("<div><h1>a</h1></div><div class=entry-footer><time>b</time></div>", false);
        check("<div><h1>a</h1></div><div class=page-footer><time>b</time></div>", true);
        check("<div><h1>a</h1></div><div class=elementor-widget><time>b</time></div>", false);
        check("<div><h1>a</h1></div><div class=widget><time>b</time></div>", true);
        check("<div><h1>a</h1></div><aside><time>b</time></aside>", false);
        check("<div><h1>a</h1></div><article><footer><time>b</time></footer></article>", false);
        check("<div><h1>a</h1><p class=teaser><time>b</time></div>", false);
        check("<body class=sidebar><div class=relatedness><time>b</time></div>", false);
    }
}
