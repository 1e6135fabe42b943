use tamis_dom::{NodeId, Parser, name};

use super::*;
use crate::page::NodeSet;

/// Renders a page of which everything is kept: its paragraphs, or all nodes except those in
/// `<del>`.
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
    // Leaving out one part does not change the rest.
    let cut = kept(&format!("{html} <del>cut</del>"), true);
    assert_eq!(cut, expected, "{html}");
}

#[test]
fn left_out_content_separates_words() {
    assert_eq!(kept("a<del>cut</del>b", true), "a b");
    assert_eq!(kept("<p>a<p><del>cut</del><p>b", true), "a\n\nb");
    assert_eq!(kept("<ol><li>a<li><del>cut</del><li>b</ol>", true), "a\nb");
}

#[test]
fn blocks_separate_words() {
    for name in [
        "address",
        "article",
        "aside",
        "blockquote",
        "center",
        "details",
        "dialog",
        "div",
        "dl",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "h1",
        "header",
        "hgroup",
        "legend",
        "main",
        "nav",
        "p",
        "search",
        "section",
        "summary",
    ] {
        check(&format!("a<{name}>b</{name}>c"), "a\n\nb\n\nc");
        check(&format!("<{name}>b</{name}><{name}>c</{name}>"), "b\n\nc");
    }
    for name in ["menu", "ol", "ul", "dir"] {
        check(&format!("a<{name}>b</{name}>c"), "a\n\nb\n\nc");
    }
    check("a<hr>b", "a\n\nb");
    check("a<div></div>b", "a\n\nb");
}

#[test]
fn inline_boxes_separate_words() {
    for one in [
        "<img src=x>",
        "<input>",
        "<button>x</button>",
        "<select><option>x</select>",
        "<textarea>x</textarea>",
        "<video src=x>x</video>",
        "<iframe>x</iframe>",
        "<svg><path/></svg>",
        "<canvas></canvas>",
        "<object></object>",
        "<a href=x><img src=x></a>",
    ] {
        check(&format!("a{one}b"), "a b");
    }
    check("<svg><text>a</text><text>b</text></svg>", "a b");
    check("a<svg><title>b</title><desc>c</desc></svg>d", "a d");
}

#[test]
fn inline_elements_do_not_separate_words() {
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
        "a<span></span>b",
        "a<template>x</template>b",
        "a<span hidden>x</span>b",
    ] {
        check(html, "ab");
    }
}

#[test]
fn joining_verdict_is_written_like_the_reference() {
    let page = Page::measure(
        Parser::default().parse("<section>a</section><section>b</section><ul><li>c<li>d</ul>"),
    );
    let mut verdict = Verdict::nothing("all", &page);
    verdict.kept.fill(true);
    verdict.joins_words = true;
    assert_eq!(text(&page, &verdict), "ab\n\nc\n\nd");
    let options = TextOptions::default().list_markers(true);
    assert_eq!(text_with(&page, &verdict, &options), "a\n\nb\n\n- c\n- d");
}
