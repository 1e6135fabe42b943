use tamis::dom::Parser;

use super::*;

fn check(html: &str, expected: &str) {
    let document = Parser::default().parse(html);
    assert_eq!(Xhtml::new(&document, "").body(), expected, "{html}");
}

#[test]
fn void_elements_are_closed_and_entities_are_characters() {
    check("<p>a<br>b<wbr>c &amp; &lt;&nbsp;é", "<p>a<br/>b<wbr/>c &amp; &lt;\u{a0}é</p>");
    check("<hr><img src=a alt='\"'>", "<hr/><img src=\"a\" alt=\"&quot;\"/>");
    check("<img alt=Tea>", "Tea");
}

#[test]
fn blocks_in_phrasing_content_become_line_breaks() {
    check("<b>a<div>b</div>c</b>", "<b>a<br/>b<br/>c</b>");
    check("<h2><div>a</div><div>b</div></h2>", "<h2>a<br/>b</h2>");
    check("<span><ul><li>a<li>b</ul></span>", "<span>a<br/>b</span>");
    check("<a href=x><div>a</div></a>", "<a href=\"x\"><div>a</div></a>");
}

#[test]
fn lists_contain_only_items() {
    check("<ul>a<li>b</li><b>c</b> d</ul>", "<ul><li>a</li><li>b</li><li><b>c</b> d</li></ul>");
    check(
        "<ol start=3 reversed><li value=7>a</ol>",
        "<ol start=\"3\" reversed=\"\"><li value=\"7\">a</li></ol>",
    );
    check("<ul><li value=7>a</ul>", "<ul><li>a</li></ul>");
    check("<ul><ul><li>a</ul></ul>", "<ul><li><ul><li>a</li></ul></li></ul>");
    check("<div><li>a</div>", "<div><div>a</div></div>");
}

#[test]
fn terms_have_descriptions() {
    check("<dl><dt>a<dd>b</dl>", "<dl><dt>a</dt><dd>b</dd></dl>");
    check("<dl><dd>b<dt>a</dl>", "<dl><dt></dt><dd>b</dd><dt>a</dt><dd></dd></dl>");
    check("<dl><div><dt>a<dd>b</div>c</dl>", "<dl><dt>a</dt><dd>b</dd><dd>c</dd></dl>");
}

#[test]
fn table_parts_are_in_order() {
    check(
        "<table><caption>c<thead><tr><th scope=col>a<tfoot><tr><td>z\
         <tbody><tr><td colspan=0>b</table>",
        "<table><caption>c</caption><thead><tr><th scope=\"col\">a</th></tr></thead>\
         <tbody><tr><td>z</td></tr></tbody><tbody><tr><td>b</td></tr></tbody></table>",
    );
    check(
        "<table><tr><td>a</table><table><tr><td>b<caption>c</table>",
        "<table><tbody><tr><td>a</td></tr></tbody></table>\
         <table><tbody><tr><td>b</td></tr></tbody><tbody><tr><td>c</td></tr></tbody></table>",
    );
}

#[test]
fn misplaced_captions_and_summaries_become_blocks() {
    check(
        "<figure><img src=a><figcaption>b</figcaption></figure>",
        "<figure><img src=\"a\"/><figcaption>b</figcaption></figure>",
    );
    check("<figure>a<figcaption>b</figcaption>c</figure>", "<figure>a<div>b</div>c</figure>");
    check(
        "<details open><summary>a</summary>b</details>",
        "<details open=\"\"><summary>a</summary>b</details>",
    );
    check("<details>b<summary>a</summary></details>", "<div>b<div>a</div></div>");
}

#[test]
fn ruby_bases_have_texts() {
    check("<ruby>漢<rp>(<rt>kan<rp>)</ruby>", "<ruby>漢<rt>kan</rt></ruby>");
    check("<ruby>漢<rt>kan</rt>字</ruby>", "<ruby>漢<rt>kan</rt>字<rt></rt></ruby>");
}

#[test]
fn obsolete_markup_is_replaced() {
    check("<tt>a</tt><big>b</big><strike>c</strike><acronym>d</acronym>", {
        "<code>a</code><span>b</span><s>c</s><abbr>d</abbr>"
    });
    check("<p align=center role=note class=x lang=en>a", "<p lang=\"en\" xml:lang=\"en\">a</p>");
    check("<main><nav>a</nav></main>", "<div><div>a</div></div>");
    check("<time datetime=2024-05-01>a</time><time datetime=x>b</time>", {
        "<time datetime=\"2024-05-01\">a</time><span>b</span>"
    });
}

#[test]
fn ids_are_unique_xml_names_and_links_follow() {
    check(
        "<p id='a b'>1<p id=x>2<p id=x>3<a name=n>4</a><a href='#x'>5</a><a href='#gone'>6</a>",
        "<p id=\"a_b\">1</p><p id=\"x\">2</p><p>3<a id=\"n\">4</a><a href=\"#x\">5</a><a>6</a></p>",
    );
    check("<p id=é>1<p id=ü><a href='#%C3%BC'>2</a>", {
        "<p id=\"__\">1</p><p id=\"__-2\"><a href=\"#__-2\">2</a></p>"
    });
    check("<p id=user-content-fn1>1", "<p id=\"fn1\">1</p>");
    let document = Parser::default().parse("<p id=x><a href='#x'>1</a>");
    let mut xhtml = Xhtml::new(&document, "p2-");
    assert_eq!(xhtml.body(), "<p id=\"p2-x\"><a href=\"#p2-x\">1</a></p>");
    let link = xhtml.document().elements(document.body().unwrap()).last().unwrap();
    assert_eq!(xhtml.give_id(link, "x"), "p2-x-2");
}

#[test]
fn links_lead_to_elements_that_are_not_written() {
    check("<b>a<div id=x>b</div></b>", "<b>a<br/><span id=\"x\"></span>b</b>");
    check("<dl><div id=x><dt>a<dd>b</div></dl><img id=y alt=c><p>d", {
        "<dl><dt><span id=\"x\"></span>a</dt><dd>b</dd></dl><span id=\"y\"></span>c<p>d</p>"
    });
    check("<ruby>a<rp id=x><b id=y>(</b></rp><rt>b</ruby>", {
        "<ruby>a<rt><span id=\"x\"></span><span id=\"y\"></span>b</rt></ruby>"
    });
}

#[test]
fn formulas_and_drawings_have_namespaces() {
    check("<p><math><msup><mi>x</mi><mn>2</mn></msup></math>", {
        "<p><math xmlns=\"http://www.w3.org/1998/Math/MathML\">\
         <msup><mi>x</mi><mn>2</mn></msup></math></p>"
    });
    check("<math>x<mfrac><mi>x</mi></mfrac></math>", {
        "<math xmlns=\"http://www.w3.org/1998/Math/MathML\">\
         <mtext>x</mtext><mrow><mi>x</mi></mrow></math>"
    });
    check(
        "<svg><stop/></svg>",
        "<svg xmlns=\"http://www.w3.org/2000/svg\"><stop offset=\"0\"></stop></svg>",
    );
    check(
        "<svg viewBox='0 0 1 1'><clipPath id='p q'/>\
         <path d=M0 fill='url(#p)' clip-path='url(#p q)'/></svg>",
        {
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\">\
             <clipPath id=\"p_q\"></clipPath>\
             <path d=\"M0\" fill=\"none\" clip-path=\"url(#p_q)\"></path></svg>"
        },
    );
}

#[test]
fn a_line_feed_at_the_start_of_code_is_kept_in_html_and_xml() {
    check("<pre>\n\na</pre>", "<pre><span></span>\na</pre>");
    check("<pre>\n\n</pre>", "<pre><span></span>\n</pre>");
}

#[test]
fn changes_are_written() {
    let document =
        Parser::default().parse("<p><img src=a alt=b><video src=c>d</video><a href='#n'>1</a>");
    let mut xhtml = Xhtml::new(&document, "");
    let mut elements = document.elements(document.body().unwrap()).skip(2);
    let mut next = || elements.next().unwrap();
    let (image, video, link) = (next(), next(), next());
    xhtml.set(image, "src", Some("images/1.png".into()));
    xhtml.replace_with_link(video, "https://example.org/c".into(), "Video");
    xhtml.set(link, "epub:type", Some("noteref".into()));
    xhtml.set(link, "href", None);
    assert_eq!(
        xhtml.body(),
        "<p><img alt=\"b\" src=\"images/1.png\"/><a href=\"https://example.org/c\">Video</a>\
         <a epub:type=\"noteref\">1</a></p>"
    );
}
