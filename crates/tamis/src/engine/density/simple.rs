//! The simple form: a score for one candidate, and the best block by it.

use tamis_dom::{Document, NodeId, NodeKind, name};

use super::formula::Counts;
use crate::page::Page;

/// Blocks with fewer characters are not looked at. Unicode scalar values.
pub const MIN_BLOCK_CHARS: u32 = 200;

/// At most this much of the density is taken off for links.
const MAX_LINK_PENALTY: f64 = 0.5;
/// Density beyond this adds nothing.
const MAX_DENSITY: f64 = 100.0;
/// What a density of one is worth.
const DENSITY_WEIGHT: f64 = 0.1;

/// Words of classes that speak for a block, and against one.
const GOOD_WORDS: &[&str] = &["content", "article", "post"];
const BAD_WORDS: &[&str] = &["sidebar", "widget", "ad"];

/// How much the element looks like the main content: from 0, which is not at all, to 27; 0 for what is no element.
///
/// Characters per (tags + 1) times one minus the link density (of which at most one half counts), at most 100, a tenth
/// of that; `article` +5, `main` +4, `section` +2, `aside` −5, `nav` −10; the words content, article, post in its class
/// +3, the words sidebar, widget, ad −5; an `itemtype` with `Article` +5; the role `main` +4. Words are whole: `ad` is not
/// in `header`.
///
/// ```
/// use tamis::Page;
/// use tamis::dom::Parser;
/// use tamis::engine::density::score;
/// let page = Page::measure(Parser::default().parse("<article class=post-content>"));
/// let article = page.document().first_child(page.document().body().unwrap()).unwrap();
/// assert!((score(&page, article) - 8.0).abs() < 1e-9);
/// ```
pub fn score(page: &Page, id: NodeId) -> f64 {
    let document = page.document();
    if document.kind(id) != NodeKind::Element {
        return 0.0;
    }
    let counts = Counts::of(page, id);
    let density = f64::from(counts.text_chars) / (f64::from(counts.tags) + 1.0);
    let density = density * (1.0 - counts.link_share().min(MAX_LINK_PENALTY));
    let score = density.min(MAX_DENSITY) * DENSITY_WEIGHT
        + name_bonus(document, id)
        + class_bonus(document.attr(id, name::CLASS).unwrap_or_default())
        + attribute_bonus(document, id);
    score.max(0.0)
}

/// The block that looks most like the main content, or `None` where there is none with at least
/// [`MIN_BLOCK_CHARS`] characters.
///
/// The first of `article`, `main`, `[role=main]`, `.article-content`, `.post-content`, `div.content`, `div` that matches
/// such a block decides; of several blocks the one with the highest [`score`], the first one of equals.
///
/// ```
/// use tamis::Page;
/// use tamis::dom::Parser;
/// use tamis::engine::density::extract_by_density;
/// let html = format!("<div>{0}</div><main>{0}</main>", "A sentence of the text. ".repeat(20));
/// let page = Page::measure(Parser::default().parse(&html));
/// let block = extract_by_density(&page).unwrap();
/// assert_eq!(page.document().local_name(block), Some("main"));
/// ```
pub fn extract_by_density(page: &Page) -> Option<NodeId> {
    let document = page.document();
    let body = document.body()?;
    let mut best: Option<(usize, f64, NodeId)> = None;
    for id in document.elements(body) {
        if page.stats(id).text_chars < MIN_BLOCK_CHARS {
            continue;
        }
        let Some(rank) = rank(document, id) else { continue };
        if best.is_some_and(|(first, ..)| rank > first) {
            continue;
        }
        let score = score(page, id);
        if best.is_none_or(|(first, highest, _)| rank < first || score > highest) {
            best = Some((rank, score, id));
        }
    }
    best.map(|(.., id)| id)
}

/// Which of the patterns is the first that matches the element; `None` where none does.
fn rank(document: &Document, id: NodeId) -> Option<usize> {
    let name = document.name(id)?;
    let class = || document.attr(id, name::CLASS).unwrap_or_default();
    let has_class = |wanted| class().split_ascii_whitespace().any(|class| class == wanted);
    let patterns: [&dyn Fn() -> bool; 7] = [
        &|| name == name::ARTICLE,
        &|| name == name::MAIN,
        &|| has_role_main(document, id),
        &|| has_class("article-content"),
        &|| has_class("post-content"),
        &|| name == name::DIV && has_class("content"),
        &|| name == name::DIV,
    ];
    patterns.iter().position(|matches| matches())
}

fn name_bonus(document: &Document, id: NodeId) -> f64 {
    match document.name(id) {
        Some(name::ARTICLE) => 5.0,
        Some(name::MAIN) => 4.0,
        Some(name::SECTION) => 2.0,
        Some(name::ASIDE) => -5.0,
        Some(name::NAV) => -10.0,
        _ => 0.0,
    }
}

fn class_bonus(class: &str) -> f64 {
    let has_one_of = |words: &[&str]| {
        let mut parts = class.split(|c: char| !c.is_alphanumeric());
        parts.any(|part| words.iter().any(|word| part.eq_ignore_ascii_case(word)))
    };
    let good = if has_one_of(GOOD_WORDS) { 3.0 } else { 0.0 };
    let bad = if has_one_of(BAD_WORDS) { -5.0 } else { 0.0 };
    good + bad
}

fn attribute_bonus(document: &Document, id: NodeId) -> f64 {
    let is_article =
        document.attr(id, name::ITEMTYPE).is_some_and(|itemtype| itemtype.contains("Article"));
    let itemtype = if is_article { 5.0 } else { 0.0 };
    let role = if has_role_main(document, id) { 4.0 } else { 0.0 };
    itemtype + role
}

fn has_role_main(document: &Document, id: NodeId) -> bool {
    document.attr(id, name::ROLE).is_some_and(|role| role.trim().eq_ignore_ascii_case("main"))
}
