//! Plain text.

use std::borrow::Cow;

use crate::engine::Verdict;
use crate::node_set::NodeSet;
use crate::page::Page;
use crate::paragraph::Paragraph;
use crate::whitespace::{is_python_space, normalize_whitespace};

/// The texts of the kept paragraphs in the page's order, an empty line between each two. Empty paragraphs are left
/// out, and of a paragraph the text nodes that the verdict does not keep.
pub fn text(page: &Page, verdict: &Verdict) -> String {
    let kept = page.paragraphs().iter().zip(&verdict.kept).filter(|&(_, &kept)| kept);
    let mut out = String::new();
    for (paragraph, _) in kept {
        let text = match &verdict.nodes {
            Some(nodes) => kept_text(page, paragraph, nodes),
            None => Cow::Borrowed(verdict.text_of(page, paragraph)),
        };
        if text.is_empty() {
            continue;
        }
        if !out.is_empty() {
            out.push_str("\n\n");
        }
        out.push_str(&text);
    }
    out
}

/// The text of those of the paragraph's text nodes that are in the set, white space collapsed and trimmed. Where one is
/// left out, a space stands for it, so that no two words are glued.
fn kept_text<'p>(page: &'p Page, paragraph: &Paragraph, nodes: &NodeSet) -> Cow<'p, str> {
    let document = page.document();
    let is_text = |id| !document.text(id).is_empty();
    if page.paragraph_nodes(paragraph).all(|id| !is_text(id) || nodes.contains(id)) {
        return Cow::Borrowed(page.paragraph_text(paragraph));
    }
    let mut pieces = String::new();
    for piece in page.paragraph_pieces(paragraph) {
        let id = piece.node();
        let is_kept = nodes.contains(id) && is_text(id);
        if piece.is_apart() || !is_kept {
            pieces.push(' ');
        }
        if is_kept {
            pieces.push_str(document.text(id));
        }
    }
    Cow::Owned(normalize_whitespace(pieces.trim_matches(is_python_space)))
}

#[cfg(test)]
mod tests {
    use tamis_dom::{NodeId, Parser, name};

    use super::*;

    /// The text of a page of which everything is kept: its paragraphs, or its nodes but those in `<del>`.
    fn kept(html: &str, by_nodes: bool) -> String {
        let page = Page::measure(Parser::default().parse(html));
        let document = page.document();
        let mut verdict = Verdict::nothing("all", &page);
        verdict.kept.fill(true);
        if by_nodes {
            let mut nodes = NodeSet::of(document);
            nodes.insert_range(NodeId::DOCUMENT..document.subtree_end(NodeId::DOCUMENT));
            let deleted = document.elements(NodeId::DOCUMENT);
            for id in deleted.filter(|&id| document.is_html(id, name::DEL)) {
                document.descendants_and_self(id).for_each(|id| {
                    nodes.remove(id);
                });
            }
            verdict.nodes = Some(nodes);
        }
        text(&page, &verdict)
    }

    #[track_caller]
    fn check(html: &str, expected: &str) {
        assert_eq!(kept(html, false), expected, "{html}");
        assert_eq!(kept(html, true), expected, "{html}");
        // Where a part is left out, the rest is put together from its nodes.
        let cut = kept(&format!("{html} <del>cut</del>"), true);
        assert!(cut.split_whitespace().eq(expected.split_whitespace()), "{html}: {cut:?}");
    }

    #[test]
    fn blocks_part_words() {
        for name in [
            "address",
            "article",
            "aside",
            "details",
            "dialog",
            "dir",
            "figcaption",
            "figure",
            "footer",
            "form",
            "header",
            "hgroup",
            "main",
            "menu",
            "nav",
            "ol",
            "search",
            "section",
            "summary",
        ] {
            check(&format!("a<{name}>b</{name}>c"), "a\nb\nc");
            check(&format!("<{name}>b</{name}><{name}>c</{name}>"), "b\nc");
        }
        check("a<hr>b", "a\nb");
        check("<table><tbody><tr><td>a<td>b<tr><td>c</table>", "a\n\nb\n\nc");
        check("<ul><li>a<li>b</ul>", "a\n\nb");
    }

    #[test]
    fn boxes_in_a_line_part_words() {
        for one in [
            "<img src=x>",
            "<input>",
            "<button>x</button>",
            "<select><option>x</select>",
            "<textarea>x</textarea>",
            "<video src=x></video>",
            "<iframe></iframe>",
            "<svg><path/></svg>",
            "<br>",
        ] {
            check(&format!("a{one}b"), "a b");
        }
        check("<svg><text>a</text><text>b</text></svg>", "a b");
        check("<a href=x><svg><title>a</title></svg>b</a>", "a b");
    }

    #[test]
    fn white_space_between_tags_parts_words() {
        check("<b>a</b> <i>b</i>", "a b");
        check("<b>a</b>\n<i>b</i>", "a\nb");
        check("<b>a</b><i> </i><b>b</b>", "a b");
        check("<b>a</b><!-- --> <!-- --><i>b</i>", "a b");
        check("<section>a</section>  <section>b</section>", "a\nb");
    }

    #[test]
    fn what_stands_in_a_line_is_not_torn() {
        for html in [
            "a<b>b</b>",
            "<b>a</b><i>b</i>",
            "a<wbr>b",
            "a<script>x</script>b",
            "a<!-- -->b",
            "a<style>x</style>b",
            "<span>a</span><span>b</span>",
            "<my-card>a</my-card>b",
            "<math><mi>a</mi><mo>b</mo></math>",
            "a<noscript></noscript>b",
        ] {
            check(html, "ab");
        }
        check("H<sub>2</sub>O", "H2O");
    }
}
