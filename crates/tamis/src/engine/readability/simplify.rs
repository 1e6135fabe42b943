//! Removes elements that only wrap another one, and removes classes.

use tamis_dom::{NodeId, WorkingTree, name};

use super::config::Config;
use super::shape::{
    count_element_children, element_after, html_name, next_element, single_tag_inside,
};
use super::stats_cache::StatsCache;
use super::text::is_js_space;

/// Replaces each `<div>` or `<section>` that contains only another one by the inner one, which gets
/// the attributes of both. Removes those without content.
///
/// Source: `_simplifyNestedElements`.
pub(super) fn simplify_nested_elements(tree: &mut WorkingTree<'_>, article: NodeId) {
    let mut stats = StatsCache::new(tree.len());
    let mut next = next_element(tree, article);
    while let Some(id) = next {
        if !may_be_simplified(tree, id) {
            next = next_element(tree, id);
            continue;
        }
        let Chain { mut outer, inner } = chain_from(tree, id, &mut stats);
        let Some(inner) = inner else {
            next = element_after(tree, id);
            tree.detach(id);
            continue;
        };
        if !outer.is_empty() {
            // The attributes of the outermost element win.
            outer.reverse();
            tree.copy_attrs(&outer, inner);
            tree.replace(id, inner);
        }
        next = next_element(tree, inner);
    }
}

fn may_be_simplified(tree: &WorkingTree<'_>, id: NodeId) -> bool {
    matches!(html_name(tree, id), Some(name::DIV | name::SECTION)) && !is_reserved(tree, id)
}

fn is_reserved(tree: &WorkingTree<'_>, id: NodeId) -> bool {
    tree.attr(id, name::ID).is_some_and(|id| id.starts_with("readability"))
}

/// A chain of elements, each the only content of the one before.
struct Chain {
    /// The elements to remove, outermost first.
    outer: Vec<NodeId>,
    /// The element that stays; `None` if it has no content.
    inner: Option<NodeId>,
}

/// Returns the chain that begins with this element.
fn chain_from(tree: &WorkingTree<'_>, id: NodeId, stats: &mut StatsCache) -> Chain {
    let mut outer = Vec::new();
    let mut last = id;
    // The id of an outer element replaces those of inner ones, so it also overrides a reserved id.
    let mut has_id = false;
    while has_id || !is_reserved(tree, last) {
        if is_without_content(tree, last, stats) {
            return Chain { outer, inner: None };
        }
        let inner = [name::DIV, name::SECTION];
        let inner = inner.into_iter().find_map(|name| single_tag_inside(tree, last, name));
        let Some(inner) = inner else { break };
        has_id = has_id || tree.attr(last, name::ID).is_some();
        outer.push(last);
        last = inner;
    }
    Chain { outer, inner: Some(last) }
}

/// Returns true if the element contains only white space and line breaks. Source:
/// `_isElementWithoutContent`.
fn is_without_content(tree: &WorkingTree<'_>, id: NodeId, stats: &mut StatsCache) -> bool {
    let stats = stats.of(tree, id);
    if !stats.is_blank() {
        return false;
    }
    let children = count_element_children(tree, id);
    children == 0 || children == stats.breaks as usize
}

/// The class that the reference sets itself. Source: `CLASSES_TO_PRESERVE`.
const OWN_CLASS: &str = "page";

/// Removes all classes except those to preserve.
///
/// Source: `_cleanClasses`.
pub(super) fn clean_classes(tree: &mut WorkingTree<'_>, article: NodeId, config: &Config) {
    let mut next = Some(article);
    while let Some(id) = next {
        next = tree.next_in(article, id);
        let Some(class) = tree.attr(id, name::CLASS) else { continue };
        let mut kept = String::new();
        for class in class.split(is_js_space).filter(|class| !class.is_empty()) {
            if class == OWN_CLASS || config.classes_to_preserve.iter().any(|kept| kept == class) {
                if !kept.is_empty() {
                    kept.push(' ');
                }
                kept.push_str(class);
            }
        }
        if kept.is_empty() {
            tree.remove_attr(id, name::CLASS);
        } else if kept != class {
            tree.set_attr(id, name::CLASS, &kept);
        }
    }
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    fn check(html: &str, expected: &str) {
        let document = Parser::default().parse(html);
        let body = document.body().unwrap();
        let mut tree = WorkingTree::of(&document);
        simplify_nested_elements(&mut tree, body);
        assert_eq!(tree.inner_html(body), expected, "{html}");
    }

    #[test]
    fn only_children_take_their_parents_place() {
        check("<div><div>a</div></div>", "<div>a</div>");
        check("<div><section><div>a</div></section></div>", "<div>a</div>");
        check("<div><div>a</div>b</div>", "<div><div>a</div>b</div>");
        check("<div><p>a</p></div>", "<div><p>a</p></div>");
        check(
            "<div><div><div>a</div><div>b</div></div></div>",
            "<div><div>a</div><div>b</div></div>",
        );
    }

    #[test]
    fn elements_without_content_are_removed() {
        check("<div><div></div></div>", "");
        check("<div><br><br></div>a", "a");
        check("<div><div><br></div></div>", "");
        check("<div><div><br><br></div></div>", "");
        check("<div><div><img></div></div>", "<div><img></div>");
        check("<div> <div>a</div><div> </div></div>", "<div> <div>a</div></div>");
    }

    #[test]
    fn outermost_attributes_win() {
        check(
            "<div a=1 b=1><div b=2 c=2><div c=3 d=3>x</div></div></div>",
            r#"<div c="2" d="3" b="1" a="1">x</div>"#,
        );
    }

    #[test]
    fn elements_made_by_readability_stay() {
        let html = r#"<div id="readability-x"><div>a</div></div>"#;
        check(html, html);
        check(r#"<div><div id="readability-x"><div>a</div></div></div>"#, html);
        check(
            r#"<div id="y"><div id="readability-x"><div>a</div></div></div>"#,
            r#"<div id="y">a</div>"#,
        );
    }

    #[test]
    fn only_preserved_classes_stay() {
        let document = Parser::default().parse("<p class='x  caption\ny page'>a<b class=x>b</b>");
        let body = document.body().unwrap();
        let mut tree = WorkingTree::of(&document);
        clean_classes(&mut tree, body, &Config::default().classes_to_preserve(["caption"]));
        assert_eq!(tree.inner_html(body), r#"<p class="caption page">a<b>b</b></p>"#);
    }
}
