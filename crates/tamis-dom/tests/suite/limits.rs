//! Every field of `Limits` has an effect and a warning, and no effect on pages that stay within it.

use std::collections::HashSet;

use tamis_dom::{Document, Limits, Namespace, NodeId, NodeKind, Parser, Warning, name};

fn parse(limits: Limits, html: &str) -> Document {
    Parser::new(limits).parse(html)
}

fn body_text(document: &Document) -> &str {
    document.text(document.body().unwrap())
}

fn depth(document: &Document) -> usize {
    let nodes = document.elements(NodeId::DOCUMENT);
    nodes.map(|id| document.ancestors(id).count()).max().unwrap_or(0)
}

#[test]
fn input_bytes_cuts_at_a_character() {
    // 7 is the offset of the middle of the second ä.
    let document = parse(Limits::default().input_bytes(6), "<p>aää");
    assert_eq!(body_text(&document), "aä");
    assert_eq!(document.warnings(), [Warning::InputCut { kept_bytes: 6 }]);
    let document = parse(Limits::default().input_bytes(7), "<p>aää");
    assert_eq!(document.warnings(), [Warning::InputCut { kept_bytes: 6 }]);
    assert_eq!(document.html_bytes(), 6);
    let document = parse(Limits::default().input_bytes(8), "<p>aää");
    assert_eq!((body_text(&document), document.warnings()), ("aää", &[][..]));
}

#[test]
fn deeper_elements_become_siblings_at_the_depth_limit() {
    let html = "<div>".repeat(40) + "deep<p>deeper<p>deepest" + &"</div>".repeat(40) + "<p>last";
    let document = parse(Limits::default().depth(20), &html);
    assert_eq!(document.warnings(), [Warning::DepthLimited]);
    assert!((20..=21).contains(&depth(&document)), "{}", depth(&document));
    assert_eq!(body_text(&document), "deepdeeperdeepestlast");
    let last = document.last_child(document.body().unwrap()).unwrap();
    assert_eq!((document.name(last), document.text(last)), (Some(name::P), "last"));
    assert!(parse(Limits::default(), &html).warnings().is_empty());
}

#[test]
fn depth_is_clamped_to_its_range() {
    let html = "<div>".repeat(5000);
    for (set, expected) in [(0, 16), (16, 16), (100, 100), (1_000_000, 4096)] {
        let reached = depth(&parse(Limits::default().depth(set), &html));
        assert!((expected - 1..=expected + 1).contains(&reached), "{set}: {reached}");
    }
}

#[test]
fn text_is_kept_after_the_node_limit() {
    let html = "<p>word</p><script>code</script><style>style</style>".repeat(100);
    let document = parse(Limits::default().nodes(100), &html);
    assert_eq!(document.warnings(), [Warning::NodesLimited]);
    assert!(document.len() <= 100 + 8, "{}", document.len());
    let text = document.text(NodeId::DOCUMENT);
    assert_eq!(text.matches("word").count(), 100);
    assert!(text.contains("word\n"), "tags are line breaks: {text}");
    assert!(text.matches("code").count() < 50, "the text of scripts is dropped");
    assert!(parse(Limits::default().nodes(1000), &html).warnings().is_empty());
}

#[test]
fn the_node_limit_holds_for_every_kind_of_token() {
    for unit in
        ["<p>x", "<!---->", "<br>", "</p>", "<b></b>", "<script></script>", "<title></title>"]
    {
        let html = format!("x{}<p>last", unit.repeat(2000));
        let document = parse(Limits::default().nodes(100), &html);
        assert!(document.len() <= 100 + 8, "{unit}: {}", document.len());
        assert_eq!(document.warnings(), [Warning::NodesLimited], "{unit}");
        assert!(document.text(NodeId::DOCUMENT).ends_with("last"), "{unit}");
    }
}

#[test]
fn attributes_per_element_keeps_the_first() {
    let document = parse(Limits::default().attributes_per_element(2), "<p id=a class=b title=c>x");
    let p = document.elements(NodeId::DOCUMENT).find(|&id| document.is_html(id, name::P)).unwrap();
    assert_eq!(document.attrs(p).len(), 2);
    assert_eq!(document.attr(p, name::CLASS), Some("b"));
    assert_eq!(document.attr(p, name::TITLE), None);
    assert_eq!(document.text(p), "x");
    assert_eq!(document.warnings(), [Warning::AttributesLimited]);
    let enough = Limits::default().attributes_per_element(3);
    assert!(parse(enough, "<p id=a class=b title=c>x").warnings().is_empty());
}

#[test]
fn attributes_of_a_second_body_tag_count() {
    let limits = Limits::default().attributes_per_element(3);
    let document = parse(limits, "<body id=a><p>x<body class=b title=c lang=d dir=e>");
    let body = document.body().unwrap();
    assert_eq!(document.attrs(body).len(), 3);
    assert_eq!(document.attr(body, name::TITLE), Some("c"));
    assert_eq!(document.warnings(), [Warning::AttributesLimited]);
}

#[test]
fn surplus_attributes_are_dropped_in_every_context() {
    let limits = Limits::default().attributes_per_element(2);
    let tag = "<p a b c d e f g h i j>";
    for before in [
        "",
        "x",
        "\u{feff}",
        "x\r\n",
        "x</>",
        "\0",
        "x<",
        "&am",
        "&#1",
        "<!-- x -->",
        "<svg>",
        "<svg><![CDATA[]]>",
        "<title>t</title>",
        "<script>s</script>",
        "<script><!--</script>",
        "<textarea>&lt;</textarea>",
        "&lt;",
        "<i title='<p a b c d e f>'>",
        "</b x y z></>\0&ampx;\r\n</>",
    ] {
        let document = parse(limits, &format!("{before}{tag}text"));
        let most = document.elements(NodeId::DOCUMENT).map(|id| document.attrs(id).len()).max();
        assert_eq!(most, Some(2), "{before:?}");
        assert!(document.whole_text().ends_with("text"), "{before:?}");
        assert_eq!(document.warnings(), [Warning::AttributesLimited], "{before:?}");
    }
}

#[test]
fn quotes_in_attribute_names_do_not_hide_attributes() {
    let limits = Limits::default().attributes_per_element(4);
    let document = parse(limits, "<p =' =' > ' a b c d e f g h>text");
    let most = document.elements(NodeId::DOCUMENT).map(|id| document.attrs(id).len()).max();
    assert_eq!((most, document.warnings()), (Some(4), &[Warning::AttributesLimited][..]));
    assert_eq!(body_text(&document), "text");
}

#[test]
fn text_that_looks_like_a_tag_keeps_its_attributes() {
    let limits = Limits::default().attributes_per_element(2);
    let tag = "<p a b c d e f g h i j>";
    for (before, after) in [
        ("<!-- ", " -->"),
        ("<!doctype ", ">"),
        ("<? ", ">"),
        ("<i title=\"", "\">"),
        ("<script>", "</script>"),
        ("<script>x<!--<script>", "</script>--></script>"),
        ("<style>\r\n", "</style>"),
        ("<title>&am", "</title>"),
        ("<textarea></titl</textare ", "</textarea>"),
        ("<xmp></b x y z>", "</xmp>"),
        ("<svg><![CDATA[", "]]></svg>"),
        ("<svg><![CDATA[&am</>", "]]></svg>"),
    ] {
        let html = format!("{before}{tag}{after}<p>last");
        let document = parse(limits, &html);
        let whole = parse(Limits::default(), &html);
        assert_eq!(document.warnings(), [], "{before}");
        let html = [&document, &whole].map(|document| document.outer_html(NodeId::DOCUMENT));
        assert_eq!(html[0], html[1], "{before}");
    }
}

#[test]
fn a_textarea_fragment_contains_no_tags() {
    let limits = Limits::default().attributes_per_element(2);
    let html = "<p a b c d e f>x";
    let document = Parser::new(limits).parse_fragment(html, "textarea", Namespace::Html);
    assert_eq!((document.whole_text(), document.warnings()), (html, &[][..]));
}

#[test]
fn end_tags_with_surplus_attributes_close_their_element() {
    let limits = Limits::default().attributes_per_element(2);
    for name in ["script", "style", "title", "textarea", "xmp", "iframe", "noframes", "noembed"] {
        let html =
            format!("<{name}>in &lt; </{name}s a b c d></{name} a b c d e f>out<p a b c d e>");
        let document = parse(limits, &html);
        assert_eq!(document.warnings(), [Warning::AttributesLimited], "{name}");
        let element = document
            .elements(NodeId::DOCUMENT)
            .find(|&id| document.local_name(id) == Some(name))
            .unwrap();
        let inside = document.text(element);
        assert!(inside.starts_with("in") && inside.ends_with("a b c d>"), "{name}: {inside}");
        assert!(body_text(&document).ends_with("out"), "{name}");
    }
}

#[test]
fn attribute_bytes_drops_values_but_keeps_names() {
    let html = "<p id=abcd title=efgh lang=i>x";
    let document = parse(Limits::default().attribute_bytes(6), html);
    let p = document.elements(NodeId::DOCUMENT).find(|&id| document.is_html(id, name::P)).unwrap();
    let values = [name::ID, name::TITLE, name::LANG].map(|name| document.attr(p, name));
    assert_eq!(values, [Some("abcd"), Some(""), Some("i")]);
    assert_eq!(document.warnings(), [Warning::AttributeBytesLimited]);
    assert!(parse(Limits::default().attribute_bytes(9), html).warnings().is_empty());
}

#[test]
fn formatting_ends_at_the_limit_of_repeated_elements() {
    // Each paragraph repeats all formatting elements.
    let html = "<p><b><i><u><s>".to_owned() + &"<p>x".repeat(200);
    let document = parse(Limits::default().repeated(0), &html);
    assert_eq!(document.warnings(), [Warning::FormattingLimited]);
    assert_eq!(body_text(&document), "x".repeat(200));
    assert!(parse(Limits::default().repeated(800), &html).warnings().is_empty());
}

#[test]
fn small_deep_pages_stay_within_the_default_limits() {
    let html = "<div>".repeat(480) + &"<i>x</i>".repeat(1000) + &"</div>".repeat(480);
    assert_eq!(parse(Limits::default(), &html).warnings(), []);
}

#[test]
fn limits_beyond_their_range_are_clamped() {
    let most = usize::MAX;
    let limits = Limits::default().input_bytes(most).depth(most).nodes(most).repeated(most);
    let limits = limits.attributes_per_element(most).attribute_bytes(most);
    let document = parse(limits, "<p title=x>text");
    assert_eq!((body_text(&document), document.warnings()), ("text", &[][..]));
    let limits = Limits::default().input_bytes(0).depth(0).nodes(0).repeated(0);
    let document = parse(limits.attributes_per_element(0).attribute_bytes(0), "text");
    assert_eq!(document.warnings()[0], Warning::InputCut { kept_bytes: 1 });
    assert_eq!(document.whole_text(), "t");
}

#[test]
fn a_page_without_a_tag_is_not_html() {
    assert_eq!(parse(Limits::default(), "1 < 2 & no tag").warnings(), [Warning::NotHtml]);
    assert_eq!(parse(Limits::default(), "a <b>tag").warnings(), []);
}

#[test]
fn every_warning_is_a_distinct_sentence() {
    let mut texts = HashSet::new();
    for warning in [
        Warning::InputCut { kept_bytes: 7 },
        Warning::MalformedEncoding,
        Warning::EncodingContradicted { named: "windows-1252", used: "UTF-8" },
        Warning::MojibakeRepaired,
        Warning::DepthLimited,
        Warning::NodesLimited,
        Warning::AttributesLimited,
        Warning::AttributeBytesLimited,
        Warning::FormattingLimited,
        Warning::NotHtml,
    ] {
        let text = warning.to_string();
        assert!(text.split(' ').count() >= 5, "{warning:?}");
        assert!(texts.insert(text), "{warning:?} has the text of another warning");
    }
}

/// Limits just above the needs of a page give the same tree as limits far above.
#[test]
fn limits_just_above_the_need_change_nothing() {
    let html = "<!doctype html><title>t</title><div a b=cd><ul><li>x<li><b><i>y</b>z</i></ul></div>\
        <table>foster<tr><td><!-- c -->cell</table><svg><a xlink:href=u>s</a></svg>\
        <script>1<2</script>";
    let far = parse(Limits::default(), html);
    assert!(far.warnings().is_empty());
    let attribute_bytes = far.all_attrs().iter().map(|attr| far.attr_value(attr).len()).sum();
    let all = || far.descendants_and_self(NodeId::DOCUMENT);
    let attributes = all().map(|id| far.attrs(id).len()).max().unwrap();
    // The limit counts nodes that the tree builder drops again.
    let near = Limits::default()
        .input_bytes(html.len())
        .depth(depth(&far) + 2)
        .nodes(far.len() + 8)
        .attributes_per_element(attributes)
        .attribute_bytes(attribute_bytes)
        .repeated(0);
    let near = parse(near, html);
    assert_eq!(near.warnings(), []);
    assert_eq!(near.len(), far.len());
    for id in all() {
        assert_eq!(near.kind(id), far.kind(id));
        assert_eq!(near.parent(id), far.parent(id));
        assert_eq!(near.local_name(id), far.local_name(id));
        if far.kind(id) == NodeKind::Text {
            assert_eq!(near.text(id), far.text(id));
        }
    }
    assert_eq!(near.outer_html(NodeId::DOCUMENT), far.outer_html(NodeId::DOCUMENT));
}

#[test]
fn every_nul_of_a_value_is_kept() {
    let html = format!("<a title='{}'>x</a>y\0z", "\0".repeat(5000));
    let document = parse(Limits::default(), &html);
    let link = document.first_child(document.body().unwrap()).unwrap();
    assert_eq!(document.attr(link, name::TITLE), Some("\u{fffd}".repeat(5000).as_str()));
    assert_eq!((body_text(&document), document.warnings()), ("xyz", &[][..]));
}
