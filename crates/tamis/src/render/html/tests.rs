//! Tests of the HTML of small pages.

use tamis_dom::{NodeId, NodeKind, Parser, name};

use super::{html_with as render, *};
use crate::metadata::Value;
use crate::page::NodeSet;

/// Renders the paragraphs with a `+` in their text, as a fragment.
fn by_paragraph(html: &str, options: &HtmlOptions) -> String {
    let page = Page::measure(Parser::default().parse(html));
    let mut verdict = Verdict::nothing("test", &page);
    for (paragraph, kept) in page.paragraphs().iter().zip(&mut verdict.kept) {
        *kept = page.paragraph_text(paragraph).contains('+');
    }
    render(&page, &verdict, &Metadata::default(), &options.clone().fragment(true))
}

/// Renders all nodes except elements with the attribute `title` and texts with a `-`, as a
/// fragment.
fn by_node(html: &str) -> String {
    let page = Page::measure(Parser::default().parse(html));
    let document = page.document();
    let mut nodes = NodeSet::of(document);
    for id in document.descendants_and_self(document.body().unwrap()).skip(1) {
        let is_kept = match document.kind(id) {
            NodeKind::Text => !document.text(id).contains('-'),
            _ => document.attr(id, name::TITLE).is_none(),
        };
        if is_kept {
            nodes.insert(id);
        }
    }
    let mut verdict = Verdict::nothing("test", &page);
    verdict.kept.fill(true);
    verdict.nodes = Some(nodes);
    render(&page, &verdict, &Metadata::default(), &HtmlOptions::default().fragment(true))
}

#[track_caller]
fn check(html: &str, expected: &str) {
    assert_eq!(by_paragraph(html, &HtmlOptions::default()).replace('\n', ""), expected, "{html}");
}

#[track_caller]
fn check_nodes(html: &str, expected: &str) {
    assert_eq!(by_node(html).replace('\n', ""), expected, "{html}");
}

#[test]
fn kept_paragraphs_keep_their_structure() {
    check("<div><div><p>a+</p></div><p>b</p></div>", "<p>a+</p>");
    check("<ul><li>a<li>b+</ul><ol start=3><li>c</ol>", "<ul><li>b+</li></ul>");
    check(
        "<blockquote><p>a+</blockquote><h2>b+</h2>",
        "<blockquote><p>a+</p></blockquote><h2>b+</h2>",
    );
    check(
        "<figure><img src=1.png><figcaption>a+</figcaption></figure>",
        "<figure><img src=\"1.png\" alt=\"\"><figcaption>a+</figcaption></figure>",
    );
    check(
        "<section><p>a+ <b>b</b> <a href=x>c</a> <span>d</span></p></section>",
        "<p>a+ <b>b</b> <a href=\"x\">c</a> d</p>",
    );
    check("<p>a</p>", "");
    check("<script>a+</script><noscript><p>b+</p></noscript>", "<p>b+</p>");
    check("<span lang=fr>a+</span>", "<p><span lang=\"fr\">a+</span></p>");
}

#[test]
fn tables_keep_rows_and_columns() {
    check(
        "<table><tr><td></td><th>a+</th><td> </td></tr><tr><td>b<td>c</tr></table>",
        "<table><tbody><tr><td></td><th>a+</th><td></td></tr></tbody></table>",
    );
    check(
        "<table><tr><td></td><td><table><tr><td></td><td>a+</td></tr></table></td></tr></table>",
        "<table><tbody><tr><td></td><td><table><tbody><tr><td></td><td>a+</td></tr></tbody></table></td></tr></tbody></table>",
    );
    check(
        "<table><tr><td>a<td><table><tr><td></td><td>b</td></tr></table></td><td>c+</tr></table>",
        "<table><tbody><tr><td></td><td></td><td>c+</td></tr></tbody></table>",
    );
}

#[test]
fn loose_text_is_put_in_paragraphs() {
    check("<div>a+<div>b</div>c+</div>", "<p>a+</p><p>c+</p>");
    check("<div>a+<br><br>b+<br>b<br><br><br>c</div>", "<p>a+</p><p>b+<br>b</p>");
    check("a+<div>b+</div>", "<p>a+</p><p>b+</p>");
    check(
        "<div><a href=x>a+<div>b+</div>c+</a></div>",
        "<p><a href=\"x\">a+</a></p><a href=\"x\"><p>b+</p></a><p><a href=\"x\">c+</a></p>",
    );
    check("<ul><li><div>a+</div><div>b+</div></ul>", "<ul><li><p>a+</p><p>b+</p></li></ul>");
    check("<ul><li>a+<br><br>b+</ul>", "<ul><li>a+<br><br>b+</li></ul>");
    check("<div><b>a+</b><p>b+</p><i>c+</i></div>", "<p><b>a+</b></p><p>b+</p><p><i>c+</i></p>");
}

#[test]
fn words_stay_separated() {
    check_nodes("<p>a<span title>-</span>b</p>", "<p>a b</p>");
    check_nodes("<p>a<br title>b</p>", "<p>a<br>b</p>");
    check_nodes("<div>a<div title>-</div>b</div>", "<div><p>a</p><p>b</p></div>");
    check_nodes("<div title>a</div><div title>b</div>", "<p>a</p><p>b</p>");
    check_nodes("<p><b>a</b> <i>b</i></p>", "<p><b>a</b> <i>b</i></p>");
    check_nodes("<h2><div title>a</div><div title>b</div></h2>", "<h2>ab</h2>");
    assert_eq!(by_node("<h2><div title>a</div><div title>b</div></h2>"), "<h2>a\nb</h2>\n");
    check_nodes("<p>a<img src=x.png title>b</p>", "<p>a b</p>");
    check_nodes("<p>a<select><option>-</select>b</p>", "<p>a b</p>");
}

#[test]
fn code_keeps_its_white_space() {
    let html = "<pre><span>a+</span>\n    <span>b</span>\n\n<b>c</b></pre>";
    assert_eq!(by_paragraph(html, &HtmlOptions::default()), "<pre>a+\n    b\n\n<b>c</b></pre>\n");
    let html = "<pre><div title>  a</div><div title>  b</div></pre>";
    assert_eq!(by_node(html), "<pre>  a\n  b</pre>\n");
}

#[test]
fn kept_containers_stay() {
    check_nodes("<div>a <b>b</b></div>", "<div>a <b>b</b></div>");
    check_nodes("<section><div><p>a</p></div></section>", "<section><div><p>a</p></div></section>");
    check_nodes("<section title><div><p>a</p></div></section>", "<div><p>a</p></div>");
    check_nodes("<div>a<p>b</p>c</div>", "<div><p>a</p><p>b</p><p>c</p></div>");
    check_nodes("<ul><li title>-</li><li>b</li></ul>", "<ul><li>b</li></ul>");
    check_nodes("<p>a</p><hr><p></p><p>b</p>", "<p>a</p><hr><p>b</p>");
}

#[test]
fn media_between_kept_paragraphs() {
    let image = "<img src=1.png alt=x>";
    let written = "<img src=\"1.png\" alt=\"x\">";
    check(&format!("<p>a+<p>{image}<p>b+"), &format!("<p>a+</p><p>{written}</p><p>b+</p>"));
    check(&format!("<p>a+<p>{image}<p>b"), "<p>a+</p>");
    check(&format!("<p>a<p>{image}<p>b+"), "<p>b+</p>");
    check(&format!("<p>a+ {image} b"), &format!("<p>a+ {written} b</p>"));
    check(&format!("<p>a {image} b"), "");
    check(&format!("<article><p>a+{image}</article><p>b"), &format!("<p>a+{written}</p>"));
    check(&format!("<article>{image}<p>a+</article><p>b"), &format!("<p>{written}</p><p>a+</p>"));
    check(
        &format!("<article><p>a+</article><aside>{image}<p>b</aside><p>c+"),
        "<p>a+</p><p>c+</p>",
    );
    check(image, "");
    check(
        "<p>a+<p><img src=1.png hidden><img src=2.png style='display : none'><p>b+",
        "<p>a+</p><p>b+</p>",
    );
    check("<p>a+<hr><p>b+<hr><p>c", "<p>a+</p><hr><p>b+</p>");
    check(
        "<p>a+<figure><img src=1.png><figcaption>b</figcaption></figure><p>c+",
        "<p>a+</p><figure><img src=\"1.png\" alt=\"\"></figure><p>c+</p>",
    );
    check(
        "<p>a+<iframe src=//www.youtube.com/embed/x></iframe><p>b+",
        "<p>a+ <a href=\"https://www.youtube.com/watch?v=x\">YouTube video</a></p><p>b+</p>",
    );
    check(
        "<p>a+<video src=v.mp4><source src=w.mp4></video><p>b+",
        "<p>a+<video src=\"v.mp4\" controls=\"\"><source src=\"w.mp4\"></video></p><p>b+</p>",
    );
}

#[test]
fn images_are_written_once_with_their_best_source() {
    check(
        "<p>a+ <img src=about:blank data-src=1.png><noscript><img src=1.png></noscript> b",
        "<p>a+ <img src=\"1.png\" alt=\"\"> b</p>",
    );
    check(
        "<p>a+ <picture><source srcset='2.png 800w'><img src=1.png alt=x width=8 height=6></picture>",
        "<p>a+ <img src=\"2.png\" alt=\"x\" width=\"8\" height=\"6\"></p>",
    );
    check(
        "<p>a+<figure><img src=about:blank><figcaption>b+</figcaption></figure>",
        "<p>a+</p><figure><figcaption>b+</figcaption></figure>",
    );
    check_nodes(
        "<p>a<img src=about:blank hidden><noscript><img src=1.png></noscript></p>",
        "<p>a<img src=\"1.png\" alt=\"\"></p>",
    );
}

#[test]
fn formulas_are_whole() {
    check(
        "<p>a+ <math><mi>x</mi><mspace/><mo>=</mo></math> b",
        "<p>a+ <math><mi>x</mi><mspace></mspace><mo>=</mo></math> b</p>",
    );
    check("<p>a <math><mi>x</mi></math>", "");
    check_nodes(
        "<p>a <svg viewBox='0 0 1 1'><path d='M0 0'/></svg></p>",
        "<p>a <svg viewBox=\"0 0 1 1\"><path d=\"M0 0\"></path></svg></p>",
    );
}

#[test]
fn link_targets_stay() {
    check("<h2><a name=x></a>a+</h2>", "<h2><a name=\"user-content-x\"></a>a+</h2>");
    check("<a id=x></a><p>b+</p>", "<p><a id=\"user-content-x\"></a>b+</p>");
    check("<a id=x></a><p>a<p>b+</p>", "<p>b+</p>");
}

#[test]
fn every_option_acts() {
    let page = "<p>a+ <a href=x>b</a> <img src=1.png> c";
    let default = HtmlOptions::default();
    let with = |options: &HtmlOptions| by_paragraph(page, options);
    assert_eq!(with(&default), "<p>a+ <a href=\"x\">b</a> <img src=\"1.png\" alt=\"\"> c</p>\n");
    assert_eq!(with(&default.clone().links(false)), "<p>a+ b <img src=\"1.png\" alt=\"\"> c</p>\n");
    assert_eq!(with(&default.clone().images(false)), "<p>a+ <a href=\"x\">b</a> c</p>\n");
    let base = Url::parse("https://example.com/a/b").unwrap();
    assert_eq!(
        with(&default.base(base)),
        "<p>a+ <a href=\"https://example.com/a/x\">b</a> <img src=\"https://example.com/a/1.png\" alt=\"\"> c</p>\n"
    );
}

#[test]
fn page_shows_the_metadata() {
    let page = Page::measure(Parser::default().parse("<p>One"));
    let text = "\"><script>x()</script>&'";
    let evil = || Some(Value::new(text, "test"));
    let metadata = Metadata {
        title: evil(),
        byline: evil(),
        site_name: evil(),
        published: evil(),
        language: evil(),
        direction: evil(),
        ..Metadata::default()
    };
    let mut verdict = Verdict::nothing("test", &page);
    verdict.kept.fill(true);
    let html = render(&page, &verdict, &metadata, &HtmlOptions::default());
    assert!(!html.contains("<script"), "{html}");
    let read = Parser::default().parse(&html);
    let title = read.title().map(str::to_owned);
    assert_eq!(title.as_deref(), Some(text));
    assert_eq!(read.attr(read.root().unwrap(), name::LANG), Some(text));
    let header =
        read.elements(NodeId::DOCUMENT).find(|&id| read.is_html(id, name::HEADER)).unwrap();
    assert_eq!(read.text(header).trim(), format!("{text}\n{text} · {text} · {text}"));
}

#[test]
fn page_has_one_title_and_the_date() {
    let page = Page::measure(Parser::default().parse("<h1>Tea</h1><p>One"));
    let published = Some(Value::new("2024-09-02T10:00:00Z", "test"));
    let title = Some(Value::new("Tea", "h1"));
    let metadata = Metadata { title, published, ..Metadata::default() };
    let mut verdict = Verdict::nothing("test", &page);
    verdict.kept.fill(true);
    let html = render(&page, &verdict, &metadata, &HtmlOptions::default());
    assert_eq!(html.matches("<h1>Tea</h1>").count(), 1);
    assert!(html.contains("<time datetime=\"2024-09-02T10:00:00Z\">2024-09-02</time>"));
    verdict.kept[0] = false;
    let html = render(&page, &verdict, &metadata, &HtmlOptions::default());
    assert_eq!(html.matches("<h1>Tea</h1>").count(), 1);
    verdict.kept.fill(false);
    let html = render(&page, &verdict, &Metadata::default(), &HtmlOptions::default());
    assert!(
        html.contains("<article>\n</article>")
            && html.contains("<title></title>")
            && !html.contains("<header>")
    );
}
