//! What is done to the page before the article is looked for: scripts and styles go, chains of line breaks become
//! paragraphs.

use tamis_dom::{Document, NodeId, WorkingTree, name};

use super::facts::FactTable;
use super::noscript::unwrap_noscript_images;
use super::shape::{is_phrasing, is_white_space, next_node};
use super::survey::Survey;

/// A page on which articles can be looked for, without its tree.
#[derive(Debug)]
pub(super) struct Prepared {
    pub(super) survey: Survey,
    /// Line breaks that were taken out, in document order.
    removed_breaks: Vec<NodeId>,
}

/// The page without scripts and styles, with paragraphs in the place of chains of line breaks.
///
/// Source: `Readability.js`, `parse`, from `_unwrapNoscriptImages` to `_prepDocument`.
pub(super) fn prepare<'p>(
    document: &'p Document,
    survey: Survey,
    facts: &mut FactTable,
) -> (WorkingTree<'p>, Prepared) {
    let (tree, removed_breaks) = prepared_tree(document, &survey, facts);
    (tree, Prepared { survey, removed_breaks })
}

fn prepared_tree<'p>(
    document: &'p Document,
    survey: &Survey,
    facts: &mut FactTable,
) -> (WorkingTree<'p>, Vec<NodeId>) {
    let mut tree = WorkingTree::of(document);
    unwrap_noscript_images(&mut tree, survey, facts);
    for &id in survey.scripts.iter().chain(&survey.styles) {
        tree.detach(id);
    }
    let removed_breaks = replace_breaks(&mut tree, &survey.breaks);
    for &font in &survey.fonts {
        tree.rename(font, name::SPAN);
    }
    (tree, removed_breaks)
}

impl Prepared {
    /// The page prepared once more, with the same ids: cheaper than to keep a copy of what few pages need.
    pub(super) fn again<'p>(
        &self,
        document: &'p Document,
        facts: &mut FactTable,
    ) -> WorkingTree<'p> {
        prepared_tree(document, &self.survey, facts).0
    }

    /// How many `<br>` and `<hr>` stand in an element of the document as prepared, itself included.
    pub(super) fn breaks_in(&self, document: &Document, id: NodeId) -> usize {
        let end = document.subtree_end(id);
        let before = |end: NodeId| self.removed_breaks.partition_point(|&removed| removed < end);
        let removed = before(end) - before(id);
        self.survey.breaks_in(document, id) - removed
    }
}

/// Makes paragraphs of what follows two or more line breaks; the line breaks that were taken out.
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

/// Puts a paragraph in the place of this line break; the phrasing content behind it goes in, up to the next
/// chain of line breaks.
fn begin_paragraph(tree: &mut WorkingTree<'_>, line_break: NodeId, removed: &mut Vec<NodeId>) {
    let mut last = None;
    let mut next = tree.next_sibling(line_break);
    while let Some(id) = next {
        let behind = tree.next_sibling(id);
        let begins_chain = tree.is_html(id, name::BR)
            && next_node(tree, behind).is_some_and(|id| tree.is_html(id, name::BR));
        if begins_chain || !is_phrasing(tree, id) {
            break;
        }
        last = Some(id);
        next = behind;
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
        let mut facts = FactTable::new(document.len());
        let (tree, prepared) = prepare(&document, Survey::of(&document, body), &mut facts);
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
