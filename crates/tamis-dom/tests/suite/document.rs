//! Properties of documents.

use tamis_dom::{
    AttrNamespace, Document, Limits, Name, Namespace, NodeId, NodeKind, Parser, QuirksMode, name,
};

fn parse(html: &str) -> Document {
    Parser::new(Limits::default()).parse(html)
}

fn find(document: &Document, name: Name) -> NodeId {
    document.elements(NodeId::DOCUMENT).find(|&id| document.name(id) == Some(name)).unwrap()
}

#[test]
fn text_is_one_slice_in_document_order() {
    let document =
        parse("<title>t</title><p>a<b>b</b>c<!-- no --><table>foster<tr><td>cell</table>d");
    let body = document.body().unwrap();
    assert_eq!(document.text(NodeId::DOCUMENT), "tabcfostercelld");
    assert_eq!(document.text(body), "abcfostercelld");
    assert_eq!(document.text(find(&document, name::TABLE)), "cell");
    let joined: String = document
        .descendants_and_self(body)
        .filter(|&id| document.kind(id) == NodeKind::Text)
        .map(|id| document.text(id))
        .collect();
    assert_eq!(joined, document.text(body));
    let range = document.text_range(find(&document, name::B));
    assert_eq!(&document.whole_text()[range], "b");
}

#[test]
fn interleaved_text_is_joined_per_node() {
    // Text of the table moves before it, and text of the cells stays inside, in alternation.
    let html = "<table>".to_owned() + &"x<tr><td>y</td>".repeat(50) + "</table>";
    let document = parse(&html);
    let body = document.body().unwrap();
    assert_eq!(document.text(body), "x".repeat(50) + &"y".repeat(50));
    assert_eq!(document.kind(document.first_child(body).unwrap()), NodeKind::Text);
    assert_eq!(document.text(document.first_child(body).unwrap()).len(), 50);
}

#[test]
fn template_contents_come_after_the_document() {
    let document = parse(
        "a<template id=1>b<template id=2>c</template></template>d<template id=3>e</template>",
    );
    assert_eq!(document.text(NodeId::DOCUMENT), "ad");
    let ids = (0..document.len()).map(NodeId::from_index);
    let contents: Vec<_> = ids.filter_map(|id| document.template_contents(id)).collect();
    let mut texts: Vec<_> = contents.iter().map(|&id| document.text(id)).collect();
    texts.sort_unstable();
    assert_eq!(texts, ["b", "c", "e"]);
    for id in contents {
        assert_eq!((document.kind(id), document.parent(id)), (NodeKind::Fragment, None));
        assert!(id >= document.subtree_end(NodeId::DOCUMENT));
    }
    assert_eq!(document.template_contents(document.body().unwrap()), None);
    let html = "<svg><template>x</template></svg>";
    assert_eq!(parse(html).text(NodeId::DOCUMENT), "x", "only HTML has templates");
}

#[test]
fn attributes_keep_their_order_and_their_owner() {
    let document = parse("<p b=1 a=2 b=3 C=4 d>x<i e=5><body f=6 f=7><svg xlink:href=u>");
    let p = find(&document, name::P);
    let attrs: Vec<_> = document
        .attrs(p)
        .iter()
        .map(|attr| (document.name_str(attr.name()), document.attr_value(attr)))
        .collect();
    assert_eq!(attrs, [("b", "1"), ("a", "2"), ("c", "4"), ("d", "")]);
    let all = document.all_attrs();
    assert!(all.is_sorted_by_key(tamis_dom::Attr::owner));
    assert!(
        all.iter()
            .all(|attr| document.attrs(attr.owner()).iter().any(|own| own.name() == attr.name()))
    );
    let f = document.find_name("f").unwrap();
    assert_eq!(document.attr(document.body().unwrap(), f), Some("6"));
    let svg = find(&document, name::SVG);
    assert_eq!(document.attr(svg, name::HREF), None, "it has a namespace");
    assert_eq!(document.attrs(svg)[0].namespace(), AttrNamespace::XLink);
    assert!(document.attrs(NodeId::DOCUMENT).is_empty());
}

#[test]
fn quirks_follow_the_doctype() {
    for (doctype, mode) in [
        ("<!doctype html>", QuirksMode::None),
        ("", QuirksMode::Full),
        ("<!doctype html public '-//W3C//DTD HTML 3.2 Final//EN'>", QuirksMode::Full),
        (
            "<!doctype html public '-//W3C//DTD XHTML 1.0 Transitional//EN' 'x'>",
            QuirksMode::Limited,
        ),
    ] {
        assert_eq!(parse(&format!("{doctype}<p>x")).quirks_mode(), mode, "{doctype}");
    }
    assert_eq!(
        parse("<!doctype a public 'b' 'c'>").doctype(NodeId::from_index(1)),
        Some(["a", "b", "c"])
    );
}

#[test]
fn parts_of_a_page() {
    let document = parse("<!-- first --><html><head><title> A <!-- t --> B </title></head><body>x");
    assert_eq!(document.title(), Some(" A <!-- t --> B "));
    assert_eq!(document.comment(NodeId::from_index(1)), Some(" first "));
    assert_eq!(document.local_name(document.head().unwrap()), Some("head"));
    assert!(document.is_html(document.root().unwrap(), name::HTML));
    let frames = parse("<frameset><frame></frameset>");
    assert_eq!((frames.body(), frames.title()), (None, None));
    let svg = parse("<svg><title>s</title></svg>");
    assert_eq!(svg.title(), None);
    assert_eq!(svg.namespace(find(&svg, name::TITLE)), Namespace::Svg);
    assert!(Document::default().is_empty());
}

#[test]
fn serialization_follows_the_standard() {
    for (html, expected) in [
        ("a&amp;b&lt;c&gt;d&nbsp;e\"f'", "a&amp;b&lt;c&gt;d&nbsp;e\"f'"),
        ("<p title='a&amp;b<c>&nbsp;\"'>", "<p title=\"a&amp;b&lt;c&gt;&nbsp;&quot;\"></p>"),
        ("<br>x<img src=a><wbr></br>", "<br>x<img src=\"a\"><wbr><br>"),
        ("<script>a<b&&c</script>", "<script>a<b&&c</script>"),
        ("<style>a>b</style><xmp><&</xmp>", "<style>a>b</style><xmp><&</xmp>"),
        ("<textarea><&amp;</textarea>", "<textarea>&lt;&amp;</textarea>"),
        ("<noscript><i>x</i>&lt;</noscript>", "<noscript><i>x</i>&lt;</noscript>"),
        (
            "<p><noscript><iframe src=x /></noscript>y",
            "<p><noscript><iframe src=\"x\"></iframe></noscript>y</p>",
        ),
        ("<template><p>x</template>", "<template><p>x</p></template>"),
        (
            "<svg viewbox=0><br-x/><path d=M /></svg>",
            "<svg viewBox=\"0\"><br-x></br-x><path d=\"M\"></path></svg>",
        ),
        (
            "<svg xmlns:xlink=v><a xlink:href=u /></svg>",
            "<svg xmlns:xlink=\"v\"><a xlink:href=\"u\"></a></svg>",
        ),
        ("<math><mi xml:lang=en>x</math>", "<math><mi xml:lang=\"en\">x</mi></math>"),
        ("x<!-- a > b -->", "x<!-- a > b -->"),
    ] {
        let document = parse(&format!("<body>{html}"));
        assert_eq!(document.inner_html(document.body().unwrap()), expected, "{html}");
    }
    let document = parse("<!DOCTYPE HTML PUBLIC 'x' 'y'>");
    assert!(document.outer_html(NodeId::DOCUMENT).starts_with("<!DOCTYPE html><html>"));
}

#[test]
fn fragments_are_parsed_in_their_context() {
    let mut parser = Parser::new(Limits::default());
    let mut inner = |html: &str, context: &str, namespace| {
        let document = parser.parse_fragment(html, context, namespace);
        document.inner_html(document.root().unwrap())
    };
    assert_eq!(inner("<td>x<p>y", "tr", Namespace::Html), "<td>x<p>y</p></td>");
    assert_eq!(inner("<td>x", "div", Namespace::Html), "x");
    assert_eq!(inner("<b>x</b>&amp;", "textarea", Namespace::Html), "&lt;b&gt;x&lt;/b&gt;&amp;");
    assert_eq!(inner("<a/>x", "svg", Namespace::Svg), "<a></a>x");
}

#[test]
fn only_a_leading_byte_order_mark_is_dropped() {
    let document = parse("\u{feff}<p>x\u{feff}<script>1</script>\u{feff}y");
    assert_eq!(document.text(NodeId::DOCUMENT), "x\u{feff}1\u{feff}y");
}

#[test]
fn recycled_buffers_are_empty() {
    let mut parser = Parser::new(Limits::default().attributes_per_element(2));
    let first = "<!doctype html><p a b c>x<x-own><template>t</template>\u{0}</x-own>";
    let document = parser.parse(first);
    parser.recycle(document);
    let document = parser.parse("<i>y");
    assert_eq!(document.warnings(), []);
    assert_eq!(
        document.outer_html(NodeId::DOCUMENT),
        "<html><head></head><body><i>y</i></body></html>"
    );
    assert_eq!(document.quirks_mode(), QuirksMode::Full);
    assert_eq!(document.own_names().count(), 0);
    assert!(document.all_attrs().is_empty());
}
