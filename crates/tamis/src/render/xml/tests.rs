use tamis_dom::{NodeId, Parser};

use super::{XmlDialect, XmlOptions, xml_with};
use crate::metadata::{Metadata, Value};
use crate::page::NodeSet;
use crate::page::Page;
use crate::verdict::Verdict;

/// Renders a page of which everything is kept, and returns the content without the elements around
/// it.
fn written(html: &str, options: &XmlOptions) -> String {
    let page = Page::measure(Parser::default().parse(html));
    let mut verdict = Verdict::nothing("test", &page);
    verdict.kept.fill(true);
    let xml = xml_with(&page, &verdict, &Metadata::default(), options);
    let (start, end) = match options.dialect {
        XmlDialect::Trafilatura => ("  <main>", "  </main>"),
        XmlDialect::Tei => ("<div type=\"entry\">", "      </div>"),
    };
    let Some((_, content)) = xml.split_once(start) else { return String::new() };
    let content = content.split_once(end).map_or("", |(content, _)| content);
    content
        .lines()
        .map(str::trim_start)
        .filter(|line| !line.is_empty())
        .collect::<Vec<_>>()
        .join("\n")
}

/// Compares without indentation.
#[track_caller]
fn check(html: &str, trafilatura: &str) {
    assert_eq!(written(html, &XmlOptions::default()), trafilatura);
}

#[track_caller]
fn check_tei(html: &str, tei: &str) {
    assert_eq!(written(html, &XmlOptions::default().dialect(XmlDialect::Tei)), tei);
}

#[test]
fn blocks_and_marks() {
    let html = "<h1>a</h1><p>b <b>c</b><i> d</i> <u>e</u> <kbd>f</kbd> <sub>g</sub><sup>h</sup> <s>i</s> <q>j</q> <code>k  l</code>
        <br>m<hr><blockquote>n<p>o</blockquote><pre>p\n  q</pre>";
    check(
        html,
        "<head rend=\"h1\">a</head>\n\
         <p>b <hi rend=\"#b\">c</hi> <hi rend=\"#i\">d</hi> <hi rend=\"#u\">e</hi> <hi rend=\"#t\">f</hi> \
         <hi rend=\"#sub\">g</hi><hi rend=\"#sup\">h</hi> <del rend=\"overstrike\">i</del> <quote>j</quote> <code>k l</code><lb/>m</p>\n<lb/>\n\
         <quote>n<p>o</p></quote>\n<code>p\nq</code>",
    );
    check_tei(
        html,
        "<ab rend=\"h1\" type=\"header\">a</ab>\n\
         <p>b <hi rend=\"#b\">c</hi> <hi rend=\"#i\">d</hi> <hi rend=\"#u\">e</hi> <hi rend=\"#t\">f</hi> \
         <hi rend=\"#sub\">g</hi><hi rend=\"#sup\">h</hi> <del rend=\"overstrike\">i</del> <q>j</q> <seg type=\"code\">k l</seg><lb/>m</p>\n<lb/>\n\
         <quote>n<p>o</p></quote>\n<ab type=\"code\" xml:space=\"preserve\">p\nq</ab>",
    );
}

#[test]
fn lists() {
    check(
        "<ol><li>a<ul><li>b</ul>c<li><p>d<p>e<li></ol>",
        "<list rend=\"ol\">\n\
         <item>a<list rend=\"ul\"><item>b</item></list><p>c</p></item>\n\
         <item>\n<p>d</p>\n<p>e</p>\n</item>\n</list>",
    );
    check(
        "<dl><dt>a<dd>b<dd>c<dt>d<dd><p>e</dl>",
        "<list rend=\"dl\">\n<item rend=\"dt-1\">a</item>\n<item rend=\"dd-1\">b</item>\n<item rend=\"dd-1\">c</item>\n\
         <item rend=\"dt-2\">d</item>\n<item rend=\"dd-2\">\n<p>e</p>\n</item>\n</list>",
    );
    // XmlContent directly in a list gets an item, and an item outside of a list gets a list.
    check(
        "<ul>a<li>b</li><p>c</ul><div><li>d<li>e</div><p>f",
        "<list rend=\"ul\">\n<item>a</item>\n<item>b</item>\n<item>\n<p>c</p>\n</item>\n</list>\n\
         <list rend=\"ul\">\n<item>d</item>\n<item>e</item>\n</list>\n<p>f</p>",
    );
    check(
        "<ul><li><a id=x></a><li></ul><ul><li> </ul>a<ul><li><img src=x><li></ul>",
        "<p>a</p>\n<list rend=\"ul\">\n<item><graphic src=\"x\"/></item>\n</list>",
    );
}

#[test]
fn tables() {
    let html = "<table><caption>a</caption><tr><th colspan=2>b<th rowspan=9007199254740991>c<tr><td><td>d <b>e</b>
        <tr><td><p>f<table><tr><td>g<td>h</table><tr><td></table>";
    check(
        html,
        "<table>\n<row>\n<cell role=\"head\">a</cell>\n</row>\n\
         <row>\n<cell role=\"head\" cols=\"2\">b</cell>\n<cell role=\"head\" rows=\"64\">c</cell>\n</row>\n\
         <row>\n<cell/>\n<cell>d <hi rend=\"#b\">e</hi></cell>\n</row>\n\
         <row>\n<cell>\n<p>f</p>\n<table>\n<row>\n<cell>g</cell>\n<cell>h</cell>\n</row>\n</table>\n</cell>\n</row>\n</table>",
    );
    check_tei(
        "<table><tr><th colspan=2>a<td>b<tr><td><td>c</table>",
        "<list type=\"table\">\n\
         <item>\n<list type=\"row\">\n<item rend=\"head cols-2\">a</item>\n<item>b</item>\n</list>\n</item>\n\
         <item>\n<list type=\"row\">\n<item/>\n<item>c</item>\n</list>\n</item>\n</list>",
    );
    // Tables that are only frames around their content are not written.
    check(
        "<table><tr><td><h2>a</h2>b<tr><td>c</table>",
        "<head rend=\"h2\">a</head>\n<p>b</p>\n<p>c</p>",
    );
    check("<table role=presentation><tr><td>a<td>b</table>", "<p>a</p>\n<p>b</p>");
}

#[test]
fn lines_contain_no_blocks() {
    check(
        "<a href=https://e.example/><h2>a <b>b</b></h2><p>c</p>d</a>",
        "<head rend=\"h2\"><ref target=\"https://e.example/\">a <hi rend=\"#b\">b</hi></ref></head>\n\
         <p><ref target=\"https://e.example/\">c</ref></p>\n<p><ref target=\"https://e.example/\">d</ref></p>",
    );
    check(
        "<h2>a<div>b</div><ul><li>c</ul>d</h2>",
        "<head rend=\"h2\">a b</head>\n<list rend=\"ul\">\n<item>c</item>\n</list>\n\
         <head rend=\"h2\">d</head>",
    );
    check("<p>a:<b>&nbsp;</b>b<i> </i>c &nbsp;d", "<p>a: b c \u{a0}d</p>");
    check("<b>a<strong>b</strong></b>", "<p><hi rend=\"#b\">ab</hi></p>");
}

#[test]
fn left_out_content_separates_words_like_a_browser() {
    let html = "<p>a<svg><style>x</style><path/></svg>b<button>c</button>d<video src=x></video>e<math><mi>f</mi></math>g";
    let page = Page::measure(Parser::default().parse(html));
    let mut nodes = NodeSet::of(page.document());
    for id in page.document().descendants_and_self(NodeId::DOCUMENT) {
        nodes.insert(id);
    }
    let verdict = Verdict { nodes: Some(nodes), ..Verdict::nothing("test", &page) };
    let xml = xml_with(&page, &verdict, &Metadata::default(), &XmlOptions::default());
    assert!(xml.contains("<p>a b c d e\\(f\\)g</p>"), "{xml}");
}

#[test]
fn formula_is_tex() {
    check(
        "<p>a <math><mfrac><mn>1</mn><mn>2</mn></mfrac></math> <math display=block><semantics><mi>x</mi><annotation encoding=TeX>y</annotation></semantics></math> b",
        r"<p>a \(\frac{1}{2}\) \[y\] b</p>",
    );
    check_tei("<p>a<math><msup><mi>b</mi><mn>2</mn></msup></math>", r"<p>a\(b^{2}\)</p>");
}

#[test]
fn embed_is_a_link() {
    let html = "<p>a</p><iframe src=https://player.vimeo.com/video/1></iframe><p>b</p>";
    check(html, "<p>a</p>\n<p><ref target=\"https://vimeo.com/1\">Vimeo video</ref></p>\n<p>b</p>");
    check_tei(
        html,
        "<p>a</p>\n<p><ref target=\"https://vimeo.com/1\">Vimeo video</ref></p>\n<p>b</p>",
    );
    assert_eq!(written(html, &XmlOptions::default().embeds(false)), "<p>a</p>\n<p>b</p>");
}

#[test]
fn code_is_unchanged() {
    check(
        "<pre><code><div>a <b>b</b></div><div>  c</div>d<br>e</code></pre>",
        "<code>a b\nc\nd\ne</code>",
    );
    let page = Page::measure(Parser::default().parse("<ul><li>x<pre>a\n    b</pre></ul>"));
    let mut verdict = Verdict::nothing("test", &page);
    verdict.kept.fill(true);
    let xml = xml_with(&page, &verdict, &Metadata::default(), &XmlOptions::default());
    assert!(xml.contains("<item>x<code>a\n    b</code></item>"), "{xml}");
}

#[test]
fn images_links_and_emphasis() {
    let html = "<p>a+ <a href=/b>b</a> <i>c</i> <code>d</code><p>e <a href=#f>f</a> <img src=g.png alt=' h  i '>";
    let options = XmlOptions::default().base("https://example.com/x/y".parse().unwrap());
    let image = "<graphic src=\"https://example.com/x/g.png\" alt=\"h i\"/>";
    let link = "<ref target=\"https://example.com/b\">b</ref>";
    let italic = "<hi rend=\"#i\">c</hi>";
    let expected = |link: &str, italic: &str, image: &str| {
        format!("<p>a+ {link} {italic} <code>d</code></p>\n<p>e f{image}</p>")
    };
    let spaced = format!(" {image}");
    assert_eq!(written(html, &options), expected(link, italic, &spaced));
    assert_eq!(written(html, &options.clone().links(false)), expected("b", italic, &spaced));
    assert_eq!(written(html, &options.clone().emphasis(false)), expected(link, "c", &spaced));
    assert_eq!(written(html, &options.clone().images(false)), expected(link, italic, ""));
    let tei = written(html, &options.dialect(XmlDialect::Tei));
    assert!(
        tei.contains("<graphic url=\"https://example.com/x/g.png\"><desc>h i</desc></graphic>"),
        "{tei}"
    );
}

#[test]
fn metadata_comes_first() {
    let value = |text: &str| Some(Value::new(text, "test"));
    let values = |texts: &[&str]| texts.iter().map(|text| Value::new(*text, "test")).collect();
    let metadata = Metadata {
        title: value("Fish & \"Chips\" <b>"),
        authors: values(&["Ann", "Bo"]),
        published: value("2024-09-02T10:00:00Z"),
        site_name: value("Site"),
        hostname: value("e.example"),
        canonical: value("https://e.example/a"),
        description: value("About."),
        categories: values(&["x", "y"]),
        tags: values(&["z"]),
        license: value("CC0"),
        language: value("en"),
        ..Metadata::default()
    };
    let page = Page::measure(Parser::default().parse("<p>One"));
    let verdict = Verdict::nothing("test", &page);
    let plain = xml_with(&page, &verdict, &metadata, &XmlOptions::default());
    assert_eq!(
        plain,
        "<doc sitename=\"Site\" title=\"Fish &amp; &quot;Chips&quot; &lt;b&gt;\" author=\"Ann; Bo\" date=\"2024-09-02\" \
         url=\"https://e.example/a\" hostname=\"e.example\" description=\"About.\" categories=\"x;y\" tags=\"z\" \
         license=\"CC0\" language=\"en\">\n  <main/>\n  <comments/>\n</doc>\n"
    );
    let tei = xml_with(&page, &verdict, &metadata, &XmlOptions::default().dialect(XmlDialect::Tei));
    for part in [
        "<title type=\"main\">Fish &amp; \"Chips\" &lt;b&gt;</title>",
        "<author>Ann</author>",
        "<author>Bo</author>",
        "<publisher>Site (e.example)</publisher>",
        "<p>CC0</p>",
        "<bibl type=\"sigle\">Site, 2024-09-02</bibl>",
        "<ptr type=\"URL\" target=\"https://e.example/a\"/>",
        "<date>2024-09-02</date>",
        "<p>About.</p>",
        "<language ident=\"en\">en</language>",
        "<term type=\"categories\">y</term>",
        "<term type=\"tags\">z</term>",
        "<div type=\"entry\"/>",
    ] {
        assert!(tei.contains(part), "{part} in {tei}");
    }
}
