use tamis_dom::{Document, NodeId, Parser, WorkingTree, name};

use super::Lines;

fn arranged(html: &str, room: usize) -> Document {
    let document = Parser::default().parse(html);
    let is_sheet = |&id: &NodeId| document.is_html(id, name::STYLE);
    let sheets: Vec<_> = document.elements(NodeId::DOCUMENT).filter(is_sheet).collect();
    let lines = Lines::of(&document, &sheets, room);
    let mut tree = WorkingTree::of(&document);
    lines.put_in(&mut tree);
    tree.to_document()
}

#[track_caller]
fn check(html: &str, expected: &str) {
    let document = arranged(html, 1000);
    assert_eq!(document.inner_html(document.body().unwrap()), expected, "{html}");
}

/// Checks the lines of `<p class=a>` under a style sheet.
#[track_caller]
fn check_sheet(sheet: &str, has_lines: bool) {
    let html = format!("<style>{sheet}</style><div id=d><p class=\"a b\">one\ntwo</p></div>");
    let document = arranged(&html, 1000);
    let is_broken = document.inner_html(document.root().unwrap()).contains("one<br>\ntwo");
    assert_eq!(is_broken, has_lines, "{sheet}");
}

#[test]
fn inline_styles_break_lines() {
    for style in [
        "white-space:pre-line",
        "color: red; WHITE-SPACE : pre-wrap !important",
        "white-space: pre",
        "white-space: break-spaces",
        "white-space-collapse: preserve",
        "white-space: preserve nowrap",
        "white-space: pre-wrap; white-space: -moz-pre-wrap",
        "white-space: normal; white-space: pre-line",
    ] {
        check(
            &format!("<p style=\"{style}\">one\n  two\n\n\nthree\n</p>"),
            &format!("<p style=\"{style}\">one<br>\n  two<br>\n<br>\n\nthree\n</p>"),
        );
    }
    for style in [
        "white-space: nowrap",
        "white-space: normal",
        "x-white-space: pre",
        "white-space: pre-line; white-space: normal",
        "white-space: inherit",
    ] {
        let html = format!("<p style=\"{style}\">one\ntwo</p>");
        check(&html, &html);
    }
}

#[test]
fn class_names_break_lines() {
    for class in [
        "whitespace-pre-line",
        "p-4 whitespace-pre-wrap text-lg",
        "whitespace-pre",
        "whitespace-break-spaces",
        "md:whitespace-pre-line",
        "!whitespace-pre-line",
        "white-space-pre-line",
        "white-space-pre",
        "text-pre-wrap",
        "pre-line",
    ] {
        check(
            &format!("<p class=\"{class}\">one\ntwo</p>"),
            &format!("<p class=\"{class}\">one<br>\ntwo</p>"),
        );
    }
    for class in ["whitespace-nowrap", "hover:whitespace-pre", "not-whitespace-pre", "pre-wrapper"]
    {
        let html = format!("<p class=\"{class}\">one\ntwo</p>");
        check(&html, &html);
    }
}

#[test]
fn style_sheets_break_lines() {
    for sheet in [
        "p{white-space:pre-line}",
        ".a { color: red; white-space: pre-wrap; }",
        "h1, p.poem, p.a{white-space:pre}",
        "#d .a{white-space:pre-line}",
        "#d > p{white-space:pre-line}",
        "div{white-space:pre-line}",
        "/* p { */ p { white-space: pre-line } /* } */",
        "@import url(x.css); .a{white-space:pre-line}",
        "@media screen and (min-width: 600px) { .a{white-space:pre-line} }",
        "@layer base { .c{color:red} .a{white-space:pre-line} }",
        ".x::before{content:'}{'} .a{white-space:pre-line}",
        "p{white-space:normal} p{white-space:pre-line}",
        "p.a{white-space:pre-line} p{white-space:normal}",
        "p{white-space:pre-line !important} p.a{white-space:normal}",
        ".a{white-space:pre-line; &:hover{color:red}}",
        "@font-face{font-family:x} .a{white-space:pre-line",
    ] {
        check_sheet(sheet, true);
    }
    for sheet in [
        ".c{white-space:pre-line}",
        "h1 .a{white-space:pre-line}",
        "p::before{white-space:pre}",
        "p:hover{white-space:pre}",
        "@media print { .a{white-space:pre-line} }",
        "@media (max-width: 600px) { .a{white-space:pre-line} }",
        "@keyframes x { from{white-space:pre} }",
        "p{white-space:pre-line} p{white-space:normal}",
        "p{white-space:pre-line} .a{white-space:nowrap}",
        "/* .a{white-space:pre-line} */",
        ".a{color:red; .c{white-space:pre-line}}",
        "div{white-space:pre-line} p{white-space:normal}",
    ] {
        check_sheet(sheet, false);
    }
    let media = "<style media=print>p{white-space:pre}</style>";
    let html = format!("<body>{media}<p>one\ntwo</p>");
    check(
        &html,
        &format!("{}</p>", html[6..].trim_end_matches("</p>").replace("=print", "=\"print\"")),
    );
}

#[test]
fn lines_are_inherited_and_begin_and_end_with_text() {
    let style = "style=\"white-space:pre-line\"";
    check(
        &format!("<div {style}>\n<p>\none\n<b>two</b>\n<i>\nthree</i>\n</p>\n<p>four</p>\n</div>"),
        &format!(
            "<div {style}>\n<p>\none<br>\n<b>two</b><br>\n<i><br>\nthree</i>\n</p>\n\
             <p>four</p>\n</div>"
        ),
    );
    // A line that ends with `<br>` has ended.
    let html = format!("<p {style}>one<br>\ntwo<img>\n</p>");
    check(&html, &html);
    check(
        &format!("<p {style}>one <span style=\"white-space:normal\">a\nb</span>\ntwo</p>"),
        &format!("<p {style}>one <span style=\"white-space:normal\">a\nb</span><br>\ntwo</p>"),
    );
    let html = format!("<div {style}><pre>a\nb</pre><textarea>a\nb</textarea></div>");
    check(&html, &html);
}

#[test]
fn monospaced_lines_are_code() {
    let style = "font-family: Menlo, Monaco, 'Courier New', monospace; white-space: pre";
    check(
        &format!("<div style=\"{style}\"><div><span>if x:</span></div><div>  y</div></div>"),
        &format!("<pre style=\"{style}\"><div><span>if x:</span></div><div>  y</div></pre>"),
    );
    check(
        "<div class=\"font-mono whitespace-pre-wrap\">if x:\n  y</div>",
        "<pre class=\"font-mono whitespace-pre-wrap\">if x:\n  y</pre>",
    );
    check(
        "<style>.c{font:12px/1 monospace;white-space:pre}</style><p class=c>a\nb</p>",
        "<pre class=\"c\">a\nb</pre>",
    );
    check(
        "<p><code style=\"white-space:pre\">a\n b</code></p>",
        "<pre style=\"white-space:pre\">a\n b</pre>",
    );
    check(
        "<div style=\"white-space:pre-wrap\"><code>a\n b</code></div>",
        "<pre style=\"white-space:pre-wrap\"><code>a\n b</code></pre>",
    );
}

#[test]
fn monospaced_texts_are_no_code() {
    let style = "font-family:Courier;white-space:pre-wrap";
    // A poem, a page with structure, and a few words of code.
    check(
        &format!("<p style=\"{style}\">The river\nwins.</p>"),
        &format!("<p style=\"{style}\">The river<br>\nwins.</p>"),
    );
    check(
        &format!("<div style=\"{style}\">We meet.\n> Who (and\n  where)?\nAll; here.</div>"),
        &format!(
            "<div style=\"{style}\">We meet.<br>\n&gt; Who (and<br>\n  where)?<br>\n\
             All; here.</div>"
        ),
    );
    let html = format!("<div style=\"{style}\"><h2>One; two</h2><p>a = b</p></div>");
    check(&html, &html);
    let html = "<p>Run <code style=\"white-space:pre-wrap\">git\n  status</code> now";
    check(html, &format!("{html}</p>"));
    check(
        "<body style=\"font-family:monospace\"><p style=\"white-space:pre-wrap\">a=1\nb</p>",
        "<p style=\"white-space:pre-wrap\">a=1<br>\nb</p>",
    );
}

#[test]
fn parts_know_their_places() {
    let html = "<p style=\"white-space:pre\">one\ntwo";
    let document = arranged(html, 1000);
    let places: Vec<_> = document
        .descendants_and_self(document.body().unwrap())
        .filter_map(|id| document.source_range(id))
        .map(|place| &html[place])
        .collect();
    assert_eq!(places, ["one", "\ntwo"]);
}

#[test]
fn the_number_of_nodes_is_limited() {
    let html = format!("<p style=\"white-space:pre\">{}", "a\n".repeat(1000));
    let document = arranged(&html, 500);
    assert_eq!(document.len(), Parser::default().parse(&html).len() + 500);
    let text = document.text(document.body().unwrap());
    assert_eq!(text.matches('a').count(), 1000);
}
