//! Prepares the page for the search: removes scripts and styles, and turns chains of line breaks
//! into paragraphs.

use tamis_dom::{Document, NodeId, WorkingTree, name};

use super::facts::FactTable;
use super::noscript::unwrap_noscript_images;
use super::page_index::PageIndex;
use super::shape::{is_phrasing, is_white_space, next_node};

/// Data about a prepared page, apart from its tree.
#[derive(Debug)]
pub(super) struct Prepared {
    pub(super) page_index: PageIndex,
    /// Line breaks that were removed, in document order.
    removed_breaks: Vec<NodeId>,
}

/// Returns the page without scripts and styles, with paragraphs instead of chains of line breaks.
///
/// Source: `Readability.js`, `parse`, from `_unwrapNoscriptImages` to `_prepDocument`.
pub(super) fn prepare<'p>(
    document: &'p Document,
    page_index: PageIndex,
    facts: &mut FactTable,
) -> (WorkingTree<'p>, Prepared) {
    let (tree, removed_breaks) = prepared_tree(document, &page_index, facts);
    (tree, Prepared { page_index, removed_breaks })
}

fn prepared_tree<'p>(
    document: &'p Document,
    page_index: &PageIndex,
    facts: &mut FactTable,
) -> (WorkingTree<'p>, Vec<NodeId>) {
    let mut tree = WorkingTree::of(document);
    unwrap_noscript_images(&mut tree, page_index, facts);
    for &id in page_index.scripts.iter().chain(&page_index.styles) {
        tree.detach(id);
    }
    let removed_breaks = replace_breaks(&mut tree, &page_index.breaks);
    for &font in &page_index.fonts {
        tree.rename(font, name::SPAN);
    }
    (tree, removed_breaks)
}

impl Prepared {
    /// Prepares the page again for another attempt, with the same ids. Few pages need another
    /// attempt, so preparing again is cheaper than keeping a copy of every page.
    pub(super) fn again<'p>(
        &self,
        document: &'p Document,
        facts: &mut FactTable,
    ) -> WorkingTree<'p> {
        prepared_tree(document, &self.page_index, facts).0
    }

    /// Returns the number of `<br>` and `<hr>` in an element of the prepared document, itself
    /// included.
    pub(super) fn breaks_in(&self, document: &Document, id: NodeId) -> usize {
        let end = document.subtree_end(id);
        let before = |end: NodeId| self.removed_breaks.partition_point(|&removed| removed < end);
        let removed = before(end) - before(id);
        self.page_index.breaks_in(document, id) - removed
    }
}

/// Starts a paragraph after each chain of two or more line breaks. Returns the removed line breaks.
///
/// Source: `_replaceBrs`.
fn replace_breaks(tree: &mut WorkingTree<'_>, breaks: &[NodeId]) -> Vec<NodeId> {
    let mut removed = Vec::new();
    for &first in breaks {
        let taken_before = removed.len();
        let mut next = next_node(tree, tree.next_sibling(first));
        while let Some(id) = next.filter(|&id| tree.is_html(id, name::BR)) {
            next = next_node(tree, tree.next_sibling(id));
            tree.detach(id);
            removed.push(id);
        }
        if removed.len() > taken_before {
            removed.push(first);
            begin_paragraph(tree, first, &mut removed);
        }
    }
    removed.sort_unstable();
    removed
}

/// Replaces this line break by a paragraph. The phrasing content that follows moves into it, up to
/// the next chain of line breaks.
fn begin_paragraph(tree: &mut WorkingTree<'_>, line_break: NodeId, removed: &mut Vec<NodeId>) {
    let mut last = None;
    let mut next = tree.next_sibling(line_break);
    while let Some(id) = next {
        let after = tree.next_sibling(id);
        let begins_chain = tree.is_html(id, name::BR)
            && next_node(tree, after).is_some_and(|id| tree.is_html(id, name::BR));
        if begins_chain || !is_phrasing(tree, id) {
            break;
        }
        last = Some(id);
        next = after;
    }
    let content = tree.next_sibling(line_break).zip(last);
    let wrapped = content.and_then(|(first, last)| tree.wrap_run(first, last, name::P));
    let paragraph = wrapped.unwrap_or_else(|| {
        let paragraph = tree.create_element(name::P);
        tree.insert_before(line_break, paragraph);
        paragraph
    });
    tree.detach(line_break);
    while let Some(last) = tree.last_child(paragraph).filter(|&last| is_white_space(tree, last)) {
        tree.detach(last);
        if tree.name(last).is_some() {
            removed.push(last);
        }
    }
    if let Some(parent) = tree.parent(paragraph).filter(|&parent| tree.is_html(parent, name::P)) {
        tree.rename(parent, name::DIV);
    }
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    fn check(html: &str, expected: &str) {
        let document = Parser::default().parse(html);
        let body = document.body();
        let mut facts = FactTable::of(&document);
        let (tree, prepared) = prepare(&document, PageIndex::of(&document, body), &mut facts);
        assert_eq!(tree.inner_html(body.unwrap()), expected, "{html}");
        let again = prepared.again(&document, &mut facts);
        assert_eq!(again.inner_html(body.unwrap()), expected, "{html}");
    }

    #[test]
    fn scripts_and_styles_go() {
        check(
            "a<script>b</script><svg><style>c</style></svg><noscript>d</noscript>",
            "a<svg></svg>",
        );
    }

    #[test]
    fn fonts_are_spans() {
        check("<font color=red>a</font>", r#"<span color="red">a</span>"#);
    }

    #[test]
    fn chains_of_breaks_are_paragraphs() {
        check("<div>foo<br>bar<br> <br><br>abc</div>", "<div>foo<br>bar<p> abc</p></div>");
        check("a<br><br>b <br> <!-- --><br>c<br>", "a<p>b </p><p></p><!-- -->c<br>");
        check("a<br><br><div>b</div>", "a<p></p><div>b</div>");
        check("<p>a<br><br>b</p>", "<div>a<p>b</p></div>");
        check("a<br><!-- x --><br>b", "a<br><!-- x --><br>b");
        check(
            "a<br><br><a><i>b</i></a><ins><p>c</p></ins>",
            "a<p><a><i>b</i></a></p><ins><p>c</p></ins>",
        );
    }

    #[test]
    fn images_come_out_of_noscript() {
        check("<img class=x><noscript><img src=a></noscript>", "");
        check(
            "<img src=a.gif><noscript><img src=b.jpg></noscript>",
            r#"<img src="b.jpg" data-old-src="a.gif">"#,
        );
        check(
            "<p><img data-src=a.gif></p><noscript> <span><img src=b.jpg></span></noscript>",
            r#"<span><img src="b.jpg"></span>"#,
        );
        check(
            "<img alt=a.jpg><noscript><img src=b.jpg></noscript>",
            r#"<img src="b.jpg" alt="a.jpg">"#,
        );
        check("<img src=a.gif>x<noscript>y<img src=b.jpg></noscript>", r#"<img src="a.gif">x"#);
    }
}
