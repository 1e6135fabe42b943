//! A simple score for one element, and the best block according to it.

use tamis_dom::{Document, NodeId, NodeKind, name};

use super::formula::Counts;
use crate::page::Page;

/// Blocks with less text are ignored. Unicode scalar values.
pub const MIN_BLOCK_CHARS: u32 = 200;

/// Largest fraction of the density that links can take away.
const MAX_LINK_PENALTY: f64 = 0.5;
/// Density above this limit adds nothing to the score.
const MAX_DENSITY: f64 = 100.0;
/// Points per unit of density.
const DENSITY_WEIGHT: f64 = 0.1;

/// Class words that speak for a block, and class words that speak against one.
const GOOD_WORDS: &[&str] = &["content", "article", "post"];
const BAD_WORDS: &[&str] = &["sidebar", "widget", "ad"];

/// Returns a score for how much the element looks like main content, 0 to 27. Nodes that are not
/// elements score 0.
///
/// The score is a tenth of the density, plus points for names. Density is the number of characters
/// per (tags + 1), times 1 minus the link density (at most 0.5), and at most 100. Points: `article`
/// +5, `main` +4, `section` +2, `aside` −5, `nav` −10; one of the class words content, article,
/// post +3; one of the class words sidebar, widget, ad −5; an `itemtype` that contains `Article`
/// +5; the role `main` +4. Class words match whole: for example, `ad` is not in `header`.
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

/// Returns the block that looks most like the main content, or `None` if no block has at least
/// [`MIN_BLOCK_CHARS`] characters.
///
/// The patterns are, in order: `article`, `main`, `[role=main]`, `.article-content`,
/// `.post-content`, `div.content`, `div`. The first pattern that matches such a block decides.
/// Among its blocks the one with the highest [`score`] wins; of equal scores, the first.
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

/// Returns the index of the first pattern that matches the element, or `None`.
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
