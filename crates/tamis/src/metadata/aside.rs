//! Parts of a page next to the article, in which authors and dates do not count.

use tamis_dom::{Document, NameSet, NodeId, name};

use super::hints::{Hints, hints_of};
use super::wording::{from_label, tells_of_change};
use crate::page::{Page, around, near};

/// Words in classes and ids of elements next to an article.
const ASIDE_WORDS: &[&str] = &[
    "comment",
    "comments",
    "commentlist",
    "disqus",
    "hours",
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

/// Words in classes and ids of discussions. A discussion is often longer than the article.
const DISCUSSION_WORDS: &[&str] =
    &["comment", "comments", "commentlist", "disqus", "replies", "respond"];

/// The longest text, in bytes, of an element that can be the article's own line with its author and
/// date.
const OWN_ASIDE_BYTES: usize = 320;

/// The most elements in such an element, and the most visible characters between it and the
/// heading.
const OWN_ASIDE_TAGS: u32 = 48;
const OWN_ASIDE_GAP: u32 = 320;

/// The most characters of an element that cannot be the article whatever the share of the page's
/// text.
const MOST_CHARS: u32 = 400;

/// The headings of parts of a page.
pub(super) const LOWER_HEADINGS: NameSet =
    NameSet::of(&[name::H2, name::H3, name::H4, name::H5, name::H6]);

/// Returns true if the element is in something next to the article: comments, a footer, a list of
/// related pages. An element that contains the heading is not next to the article, whatever its
/// classes are: for example, some sites give the class `widget` to the column with the whole
/// article.
pub(super) fn is_aside(page: &Page, id: NodeId, heading: Option<NodeId>) -> bool {
    let document = page.document();
    let holds_heading = |around: NodeId| {
        heading.is_some_and(|heading| around <= heading && heading < document.subtree_end(around))
    };
    // The line with author and date is not below a heading of its own, other than "Published". A
    // box of other pages is.
    let is_label = |text: &str| from_label(text).is_some() || tells_of_change(text);
    let is_line = |around: NodeId| {
        document.text_range(around).len() <= OWN_ASIDE_BYTES
            && page.sums.subtree(document, around).tags <= OWN_ASIDE_TAGS
            && !document
                .elements(around)
                .take_while(|&inner| inner < id)
                .filter(|&id| document.name(id).is_some_and(|name| LOWER_HEADINGS.contains(name)))
                .any(|id| !is_label(document.text(id)))
    };
    // Next to the heading, this line is often part of a template that teasers use too, so its
    // class can be, for example, `related-meta`.
    let is_own = |around: NodeId| {
        heading.is_some_and(|heading| {
            document.parent(heading) == document.parent(around)
                && visible_gap(page, heading, around) <= OWN_ASIDE_GAP
        }) && is_line(around)
    };
    // After the text, such a line with a link is about another page.
    let is_own_line = |around: NodeId| {
        let has_link = || document.elements(around).any(|id| document.is_html(id, name::A));
        let is_far = |heading| visible_gap(page, heading, around) > OWN_ASIDE_GAP;
        is_line(around) && !(heading.is_some_and(is_far) && has_link())
    };
    // Some templates give a class such as "teaser" to the whole article. An element that contains
    // most of the text is the article, unless it is short: then the page has hardly any text.
    let text_chars = |id: NodeId| page.sums.subtree(document, id).text_chars;
    let holds_most = |around: NodeId| {
        let chars = text_chars(around);
        chars > MOST_CHARS && 2 * u64::from(chars) > u64::from(text_chars(NodeId::DOCUMENT))
    };
    // A footer in an article belongs to it.
    let is_in_article = |around: NodeId| {
        document.parent(around).and_then(|parent| document.name(parent)) == Some(name::ARTICLE)
    };
    for around in around(document, id).take_while(|&around| !holds_heading(around)) {
        match document.name(around) {
            Some(name::ASIDE) if is_own_line(around) => {}
            Some(name::FOOTER) if is_in_article(around) => {}
            Some(name::ASIDE | name::FOOTER | name::NAV) => return true,
            Some(name::BODY | name::HTML) => return false,
            _ => {}
        }
        if is_own(around) {
            continue;
        }
        let mut names =
            [name::CLASS, name::ID].into_iter().filter_map(|attr| document.attr(around, attr));
        if names.clone().any(names_aside) {
            let mut is_discussion = || names.any(|names| has_word(names, DISCUSSION_WORDS));
            if !holds_most(around) || is_discussion() {
                return true;
            }
        }
    }
    false
}

/// The fewest words of a link that is the title of another page, or characters in a script without
/// spaces.
const TITLE_WORDS: usize = 3;
const TITLE_CHARS: usize = 8;

/// Returns true if the element is in a short entry about another page, whose title comes before it:
/// `<li><a href=/rain>A week of rain</a> by <b class=author>Bob Ray</b>`. The entry is an item of a
/// list, or its title is in a heading. Near the heading of the page it may be a link to a section.
pub(super) fn is_in_teaser(page: &Page, id: NodeId, heading: Option<NodeId>) -> bool {
    let document = page.document();
    let is_far = heading
        .is_some_and(|heading| heading < id && visible_gap(page, heading, id) > OWN_ASIDE_GAP);
    let is_short = |around: NodeId| {
        document.text_range(around).len() <= OWN_ASIDE_BYTES
            && page.sums.subtree(document, around).tags <= OWN_ASIDE_TAGS
    };
    let is_title = |link: NodeId| {
        let text = document.text(link);
        let is_spaced = text.contains(|c: char| c.is_uppercase() || c.is_lowercase());
        let is_long = if is_spaced {
            text.split_whitespace().nth(TITLE_WORDS - 1).is_some()
        } else {
            text.chars().filter(|c| c.is_alphanumeric()).nth(TITLE_CHARS - 1).is_some()
        };
        document.is_html(link, name::A) && document.subtree_end(link) <= id && is_long
    };
    let in_heading = |link: NodeId| {
        let mut around = near(document, link);
        around.any(|id| document.name(id).is_some_and(|name| LOWER_HEADINGS.contains(name)))
            || document
                .elements(link)
                .any(|id| document.name(id).is_some_and(|name| LOWER_HEADINGS.contains(name)))
    };
    let begins_with_title = |entry: NodeId| {
        let is_item = document.is_html(entry, name::LI);
        let mut before = document.elements(entry).take_while(|&inner| inner < id);
        before.any(|link| is_title(link) && (is_item || in_heading(link)))
    };
    is_far && near(document, id).take_while(|&around| is_short(around)).any(begins_with_title)
}

/// The words in classes of the lines below pictures, and of those who made the pictures.
const CAPTION_WORDS: &[&str] = &["caption", "captions", "photographer", "photocredit"];

/// Returns true if the element is in the line below a picture, which names the photographer as an
/// article names its author: `<figcaption>By <a rel=author>Bob Ray</a></figcaption>`. The picture
/// can be that of the author, whose class says so.
pub(super) fn is_in_caption(document: &Document, id: NodeId, heading: Option<NodeId>) -> bool {
    let class = |id: NodeId| document.attr(id, name::CLASS).unwrap_or_default();
    // A picture with the title on it is that of the article.
    let holds_heading = |around: NodeId| {
        heading.is_some_and(|heading| around <= heading && heading < document.subtree_end(around))
    };
    let mut closest = near(document, id).take_while(|&around| !holds_heading(around));
    closest.any(|id| document.is_html(id, name::FIGCAPTION) || has_word(class(id), CAPTION_WORDS))
        && !near(document, id).any(|id| {
            matches!(document.name(id), Some(name::FIGCAPTION | name::FIGURE))
                && hints_of(class(id)).has(Hints::AUTHOR)
        })
}

/// Returns the number of visible characters between the heading and an element, which comes before
/// or after it.
pub(super) fn visible_gap(page: &Page, heading: NodeId, id: NodeId) -> u32 {
    let (first, second) = if id < heading { (id, heading) } else { (heading, id) };
    let end = page.document().subtree_end(first);
    page.sums.before(second).text_chars.saturating_sub(page.sums.before(end).text_chars)
}

/// Returns true if a class or an id has one of these words, in any case.
pub(super) fn has_word(names: &str, wanted: &[&str]) -> bool {
    let bytes = &names.as_bytes()[..names.len().min(NAMES_BYTES)];
    let mut words = bytes.split(|byte| !byte.is_ascii_alphabetic());
    words.any(|word| wanted.iter().any(|wanted| wanted.as_bytes().eq_ignore_ascii_case(word)))
}

/// The most bytes of a class or an id that are read, because they are read again for each element
/// inside.
const NAMES_BYTES: usize = 1024;

/// The length of the longest word that [`names_aside`] knows, in bytes.
const LONGEST_ASIDE: usize = 15;

/// For the low five bits of a first byte, the lengths of the words with this first byte that
/// [`names_aside`] knows, as bits. Five bits are used because a letter has the same ones in either
/// case. Most words of a page are of none of these shapes and need not be compared.
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

/// Words in a class with "footer" that make it the footer of the article or of its heading:
/// `entry-footer`, `headline__footer`.
const OWN_FOOTER_WORDS: &[&str] =
    &["article", "entry", "heading", "headline", "post", "story", "title"];

/// Returns true if a class or an id is that of something next to the article. Two words do not
/// count as they are, because the footer of an article belongs to it, and page builders call
/// everything a widget.
fn names_aside(names: &str) -> bool {
    let bytes = &names.as_bytes()[..names.len().min(NAMES_BYTES)];
    let words = || bytes.split(|byte| !byte.is_ascii_alphabetic());
    let is_one_of = |word: &[u8], wanted: &[&str]| {
        word.len() > 1 && wanted.iter().any(|wanted| wanted.as_bytes().eq_ignore_ascii_case(word))
    };
    let has = |wanted: &[&str]| words().any(|word| is_one_of(word, wanted));
    let may_be_known = |word: &&[u8]| {
        let first = word.first().map_or(0, |byte| usize::from(byte & 31));
        ASIDE_SHAPES[first] >> word.len().min(LONGEST_ASIDE + 1) & 1 != 0
    };
    words().filter(may_be_known).any(|word| {
        is_one_of(word, ASIDE_WORDS)
            || word.eq_ignore_ascii_case(b"footer") && !has(OWN_FOOTER_WORDS)
            || is_one_of(word, &["widget", "widgets"]) && !has(&["blog", "elementor", "wp"])
    })
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    #[test]
    fn elements_next_to_the_article() {
        let check = |html: &str, expected: bool| {
            let page = Page::measure(Parser::default().parse(html));
            let document = page.document();
            let find =
                |name| document.elements(NodeId::DOCUMENT).find(|&id| document.is_html(id, name));
            let time = find(name::TIME).expect("a time");
            assert_eq!(is_aside(&page, time, find(name::H1)), expected, "{html}");
        };
        check("<div><h1>a</h1></div><time>b</time>", false);
        check("<div><h1>a</h1></div><footer><p><time>b</time></footer>", true);
        check("<div><h1>a</h1></div><ol class='x comment-list'><time>b</time></ol>", true);
        check("<div class=related><h1>a</h1><p><time>b</time></div>", false);
        check("<div><h1>a</h1></div><div class=entry-footer><time>b</time></div>", false);
        check("<div><h1>a</h1></div><div class=headline__footer><time>b</time></div>", false);
        check("<div><h1>a</h1></div><div class=page-footer><time>b</time></div>", true);
        check("<div><h1>a</h1></div><div class=elementor-widget><time>b</time></div>", false);
        check("<div><h1>a</h1></div><div class=widget><time>b</time></div>", true);
        check("<div><h1>a</h1></div><p class=opening-hours><time>b</time></p>", true);
        check("<div><h1>a</h1></div><aside><time>b</time></aside>", false);
        check("<div><h1>a</h1></div><article><footer><time>b</time></footer></article>", false);
        check("<div><h1>a</h1><p class=teaser><time>b</time></div>", false);
        let text = "bread ".repeat(80);
        check(&format!("<h1>a</h1><p>{text}<aside><time>b</time></aside>"), false);
        let linked = "<aside><a href=/c>c</a> <time>b</time></aside>";
        check(&format!("<h1>a</h1><p>{text}{linked}"), true);
        check(&format!("<h1>a</h1>{linked}"), false);
        check(&format!("<h1>a</h1><p>{text}<aside class=more><time>b</time></aside>"), true);
        check(&format!("<h1>a</h1><p>{text}<p class=related><time>b</time>"), true);
        check(&format!("<div><h1>a</h1></div><div class=teaser><time>b</time>{text}"), false);
        check(&format!("<div><h1>a</h1></div><div class=comments><time>b</time>{text}"), true);
        check("<h1>a</h1><aside><h3>Published</h3><time>b</time></aside>", false);
        check("<h1>a</h1><aside><h3>More</h3><a href=/c>c</a> <time>b</time></aside>", true);
        check("<body class=sidebar><div class=relatedness><time>b</time></div>", false);
    }
}
