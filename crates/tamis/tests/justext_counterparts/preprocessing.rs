//! The parts of a page that the cleaner keeps.

use tamis::dom::{Document, NodeId, NodeKind, Parser};
use tamis::engine::justext::{Config, Disposition, justext, preprocess};
use tamis::stoplists::Stoplist;

/// Returns the kept elements and texts in document order, as `<name` and `=text`.
fn kept(document: &Document) -> String {
    let mask = preprocess(document);
    let mut out = String::new();
    for id in document.descendants_and_self(NodeId::DOCUMENT) {
        if mask[id.index()] != Disposition::Keep {
            continue;
        }
        match document.kind(id) {
            NodeKind::Element => {
                out.push('<');
                out.push_str(document.local_name(id).unwrap_or_default());
            }
            NodeKind::Text => {
                out.push('=');
                out.push_str(document.text(id));
            }
            kind => assert_eq!(kind, NodeKind::Document, "comments and doctypes go"),
        }
    }
    out
}

fn check(html: &str, expected: &str) {
    assert_eq!(kept(&Parser::default().parse(html)), expected, "{html}");
}

#[test]
fn comments_go_and_the_text_after_them_stays() {
    check(
        "<!-- a --><html><!-- b --><body><h1>Tide</h1><!-- c --> low<p>end<!-- d --></body></html>",
        "<html<body<h1=Tide= low<p=end",
    );
    check("<p>a<!--[if IE]><b>x</b><![endif]-->b", "<html<body<p=a=b");
}

#[test]
fn the_head_goes_with_all_it_has() {
    check(
        "<html><head><title>Tide</title><meta name=x></head><body><p><span>low</span> and high",
        "<html<body<p<span=low= and high",
    );
    check("<body><title>In the body</title>x", "<html<body<title=In the body=x");
}

#[test]
fn text_around_inline_tags_stays() {
    check("<p>be<span>fore</span>and<em>aft</em>er", "<html<body<p=be<span=fore=and<em=aft=er");
}

#[test]
fn scripts_styles_and_controls_go_with_their_content() {
    for name in ["script", "style", "applet", "button", "select", "textarea"] {
        check(&format!("<p>a<{name}>x</{name}>b"), "<html<body<p=a=b");
    }
    check("<p>a<input value=x>b<base href=/>c", "<html<body<p=a=b=c");
    check("<svg><style>x</style><script>y</script>z", "<html<body<svg=z");
    check("<svg><param>x<desc>y</desc></param>z", "<html<body<svg=z");
}

#[test]
fn forms_and_frames_go_and_their_content_stays() {
    for name in ["form", "object", "layer"] {
        check(&format!("<p>a<{name}><b>x</b></{name}>b"), "<html<body<p=a<b=x=b");
    }
    check("<p>a<iframe>x</iframe>b", "<html<body<p=a=x=b");
    check("<p>a<embed src=x>b", "<html<body<p=a=b");
    check("<svg><object><param>a</param></object>b", "<html<body<svg=a=b");
}

#[test]
fn style_sheets_go_and_other_links_stay() {
    check(
        "<body><link rel=stylesheet href=x><link rel='Alternate StyleSheet'><link rel=icon><link>",
        "<html<body<link<link",
    );
    check("<body><meta name=x><noscript><p>a</noscript>", "<html<body<meta<noscript<p=a");
}

#[test]
fn an_xml_declaration_is_no_content() {
    let html = "<?xml version=\"1.0\" encoding=\"windows-1250\"?><!DOCTYPE html>\
        <html xmlns=\"http://www.w3.org/1999/xhtml\" xml:lang=\"sk\" lang=\"sk\">\
        <head><title>Tide</title><meta http-equiv=\"Content-Type\" content=\"text/html; charset=windows-1250\" /></head>\
        <body id=\"index\"></body></html>";
    check(html, "<html<body");
    let none = Stoplist::default();
    assert!(justext(html.as_bytes(), &none, &Config::default()).is_empty());
}

#[test]
fn an_empty_page_is_no_error() {
    // The reference raises lxml's `ParserError` here.
    let none = Stoplist::default();
    for html in ["", " ", "<tide></tide>", "<!-- -->"] {
        assert!(justext(html, &none, &Config::default()).is_empty(), "{html:?}");
    }
}
