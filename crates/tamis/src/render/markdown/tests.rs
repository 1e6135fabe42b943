use tamis_dom::Parser;

use super::*;
use crate::render::TableStyle;

/// Renders all of a page with this body.
fn whole(html: &str, options: &MarkdownOptions) -> String {
    let page = Page::measure(Parser::default().parse(html));
    let mut verdict = Verdict::nothing("all", &page);
    verdict.kept = vec![true; page.paragraphs().len()];
    markdown_with(&page, &verdict, options)
}

#[track_caller]
fn check(html: &str, expected: &str) {
    assert_eq!(whole(html, &MarkdownOptions::default()), expected, "{html}");
}

#[test]
fn blocks() {
    check("", "");
    check("<p>One\n  two<p>three", "One two\n\nthree\n");
    check("<h1>One</h1><h3>Two<br>three</h3>four", "# One\n\n### Two three\n\nfour\n");
    check("<section>One</section><section>two</section>", "One\n\ntwo\n");
    check("<h2>Part #</h2><h2>C#</h2><h2>#</h2>", "## Part \\#\n\n## C#\n\n## \\#\n");
    check("One<br>two<br><br>three<br>", "One\\\ntwo\n\nthree\n");
    check("<h2><div>One</div> two</h2>three", "## One two\n\nthree\n");
    check("<h2>One<hr>two<pre>three</pre></h2>", "## One\n\n---\n\n## two\n\n```\nthree\n```\n");
    check("One<hr>two", "One\n\n---\n\ntwo\n");
    check(
        "<blockquote><p>One<p>two<blockquote>three</blockquote></blockquote>four",
        "> One\n>\n> two\n>\n> > three\n\nfour\n",
    );
    check("<details><summary>One</summary>two</details>", "One\n\ntwo\n");
}

#[test]
fn marks() {
    check("a <b>b </b>c<i> d</i>", "a **b** c *d*\n");
    check("<b>a</b><b>b</b> <strong>c</strong>", "**ab c**\n");
    check("<b><i>a</i> b</b> <i><b>c</b></i>", "***a* b** ***c***\n");
    check("a<b>\"b\"</b>c", "a\"b\"c\n");
    check("<b>(b)</b>c <i>d.</i> e", "(b)c *d.* e\n");
    check("<i>a</i><b>b</b>", "*a*b\n");
    check("<b>a<br>(b)</b>c", "a\\\n(b)c\n");
    check("<b></b>a<b> </b>b", "a b\n");
    check("a<b><a href=https://a.b/>c</a></b>", "a[c](https://a.b/)\n");
    check("<b><p>a</p><p>b</p></b>", "**a**\n\n**b**\n");
    check("<s>a</s> x<sup>2</sup> <q>b</q>", "~~a~~ x<sup>2</sup> \"b\"\n");
    check("a <code>b  `c</code> <code><b>d</b></code> <kbd>|</kbd>", "a ``b `c`` `d` `|`\n");
    check("<kbd>a</kbd><kbd>b</kbd> <code>c</code>", "`ab` `c`\n");
}

#[test]
fn links_and_images() {
    check("<a href=https://a.b/c>d <b>e</b></a>", "[d **e**](https://a.b/c)\n");
    check("<a href=/><i>a</i></a><a href=/><i>b</i></a>", "[*a*b](/)\n");
    check("<p>[[a", "\\[[a\n");
    check("<a href='https://a.b/c d(e'>[f]</a>", "[\\[f\\]](https://a.b/c%20d%28e)\n");
    check("<a href=javascript:x()>a</a> <a href=#b>c</a> <a>d</a>", "a c d\n");
    check(
        "<a href=https://a.b/><h2>c</h2><p>d</p></a>",
        "## [c](https://a.b/)\n\n[d](https://a.b/)\n",
    );
    check("Look!<a href=https://a.b/>c</a>", "Look\\![c](https://a.b/)\n");
    check(
        "a<p><img src=https://a.b/c.png alt='d [e]'> f",
        "a\n\n![d \\[e\\]](https://a.b/c.png) f\n",
    );
    // Text that looks like a reference number is not read as one.
    let options = MarkdownOptions::default().links(LinkStyle::Referenced);
    let html = "see [1] and <a href=https://a.b/>c</a> [<b>2</b>] [3 d]";
    let expected = "see \\[1] and [c][1] \\[**2**] \\[3 d]\n\n[1]: https://a.b/\n";
    assert_eq!(whole(html, &options), expected);
    let options =
        MarkdownOptions::default().links(LinkStyle::Omitted).images(false).emphasis(false);
    let html = "<a href=https://a.b/>c</a> <b>d</b><p>e <img src=https://a.b/c.png alt=f> g";
    assert_eq!(whole(html, &options), "c d\n\ne g\n");
}

#[test]
fn quotation_marks_of_notes_end_no_attribute() {
    let note = |text| {
        format!(
            "<p>x<sup id=r1><a href=#n1>1</a></sup></p><section class=footnotes><ol>\
             <li id=n1>{text} <a href=#r1>↩</a></ol></section>"
        )
    };
    check(&note("\"a b\" c=\"d\""), "x[^1]\n\n[^1]: \"a b\" c=\"d\"\n");
    check(&note("a\"b=\"c"), "x[^1]\n\n[^1]: a&quot;b=&quot;c\n");
    check(&note("a\"<b>b=\"c</b>"), "x[^1]\n\n[^1]: a&quot;**b=&quot;c**\n");
}

#[test]
fn lists() {
    check("<ul><li>a<li>b<ul><li>c</ul><li>d</ul>e", "- a\n- b\n  - c\n- d\n\ne\n");
    check("<ol start=3><li>a<li value=9>b<li>c</ol>", "3. a\n9. b\n10. c\n");
    check("<ol reversed><li>a<li>b</ol>", "2. a\n1. b\n");
    check("<ul><li><p>a</p><p>b</p><li>c</ul>", "- a\n\n  b\n- c\n");
    check("<ul><li>a</ul><ul><li>b</ul>", "- a\n\n* b\n");
    check("<ul>a<li>b</ul>", "a\n\n- b\n");
    check("<ol><li>a</li>|<li>b</ol>", "1. a\n\n|\n\n2. b\n");
    check("<ul><li>a<ol start=2><li>b</ol></ul>", "- a\n\n  2. b\n");
    check("<ul><li></li><li>a</ul>", "- a\n");
    let task = |state, text| format!("<li><input type=checkbox {state}> {text}");
    let tasks = [task("checked disabled", "a"), task("disabled", "b"), task("", "c")].concat();
    check(&format!("<ul>{tasks}</ul>"), "- [x] a\n- [ ] b\n- c\n");
    check("<ol><li>a<pre>b\n  c</pre></ol>", "1. a\n\n   ```\n   b\n     c\n   ```\n");
    check("<dl><dt>a<dd>b<dd>c<dt>d<dt>e<dd><p>f<p>g</dl>", "a\n: b\n: c\n\nd\ne\n: f\n\n  g\n");
    check("<dl><dd>a<dt>b</dl><dl><dt><h2>c</h2><dd>d</dl>", "a\n\nb\n\n## c\n\nd\n");
    check("<ul><li><h2>a</h2>b<ul><li>c</ul></ul>", "## a\n\nb\n\n- c\n");
}

#[test]
fn image_of_a_card_is_kept_with_its_text() {
    let html = "<p>one<div><a href=/a><img src=a.png></a><div>Offer</div><p>two</div>\
                <div><img src=b.png><img src=c.png><p>three</div><p>four";
    let page = Page::measure(Parser::default().parse(html));
    let mut verdict = Verdict::nothing("all", &page);
    let texts = page.paragraphs().iter().map(|paragraph| page.paragraph_text(paragraph));
    verdict.kept = texts.map(|text| text == "two").collect();
    let markdown = markdown_with(&page, &verdict, &MarkdownOptions::default());
    assert_eq!(markdown, "[![](a.png)](/a)\n\ntwo\n");
}

#[test]
fn left_out_content() {
    let html = "<ol><li>a<li>bbbbb<li>c</ol><table><tr><th>d<th>eeeee<th>f<tr><td>ggggg<tr><td>h<td><td>i</table>\
        j<b>kkkkk</b>l<img src=/a.png><div>mmmmm</div>n";
    let page = Page::measure(Parser::default().parse(html));
    let mut verdict = Verdict::nothing("short", &page);
    let short = page.paragraphs().iter().map(|paragraph| page.paragraph_text(paragraph).len() < 5);
    verdict.kept = short.collect();
    let text = markdown_with(&page, &verdict, &MarkdownOptions::default());
    assert_eq!(text, "1. a\n3. c\n\n| d | | f |\n| --- | --- | --- |\n| h | | i |\n\nn\n");
}

#[test]
fn code() {
    check(
        "<pre><code class='language-rust x'>\n\nlet a;\n  b &lt;\n\n</code></pre>",
        "```rust\nlet a;\n  b <\n```\n",
    );
    check("<blockquote><pre>a  \n\n b</pre></blockquote>", "> ```\n> a  \n>\n>  b\n> ```\n");
    check("<pre>a```b</pre>", "````\na```b\n````\n");
    check("<div class='highlight-source-c'><pre>a<br>b</pre></div>", "```c\na\nb\n```\n");
    check("<pre><span class=lineno>1</span>a</pre>", "```\na\n```\n");
}

#[test]
fn tables() {
    check(
        "<table><tr><th>a\"b=\"<th>5\" c<tr><td>d\"e=\"<td>{f=g}</table>",
        "| a&quot;b=&quot; | 5\" c |\n| --- | --- |\n| d\"e=\" | \\{f=g} |\n",
    );
    check(
        "<table><tr><th>a<th>b<tr><td>c|<td><p>d<p>e</table>f",
        "| a | b |\n| --- | --- |\n| c\\| | d<br>e |\n\nf\n",
    );
    check(
        "<table><caption>x</caption><tr><td>a<td>b<tr><td colspan=9>c</table>",
        "x\n\n| a | b |\n| --- | --- |\n| c | |\n",
    );
    let spans = "<table><tr><th rowspan=2>a<td>b<tr><td>c</table>";
    check(
        spans,
        "<table><tbody><tr><th rowspan=\"2\">a</th>\n<td>b</td>\n</tr>\n<tr><td>c</td>\n</tr>\n</tbody>\n</table>\n",
    );
    let signs = MarkdownOptions::default().tables(TableStyle::Signs);
    assert_eq!(whole(spans, &signs), "| a | b |\n| --- | --- |\n| | c |\n");
    let blocks = MarkdownOptions::default().tables(TableStyle::Blocks);
    assert_eq!(whole(spans, &blocks), "a\n\nb\n\nc\n");
    check(
        "<table><thead><tr><th><h2>a</h2><th>b<th></thead><tbody><tr><td><ul><li>c<li>d</ul><td>e</table>",
        "| a | b |\n| --- | --- |\n| c<br>d | e |\n",
    );
    check("<table><tr><td><ul><li>a</ul><td>b<tr><td>c<td>d</table>", "- a\n\nb\n\nc\n\nd\n");
    check("<table><tr><td>a<tr><td>b</table>", "a\n\nb\n");
}

#[test]
fn escapes() {
    for (html, expected) in [
        ("# a", "\\# a"),
        ("#a", "#a"),
        ("1. a", "1\\. a"),
        ("1.5 a", "1.5 a"),
        ("<span>1</span>. a", "1\\. a"),
        ("<span>04</span>.a", "04.a"),
        ("- a", "\\- a"),
        ("+ a", "\\+ a"),
        ("* a * b", "\\* a * b"),
        ("a_b _c_", "a_b \\_c\\_"),
        ("a*b*", "a\\*b\\*"),
        ("[a](b) [c]", "[a\\](b) [c]"),
        ("`a`", "\\`a\\`"),
        ("a \\* b\\c", "a \\\\* b\\c"),
        ("&lt;b> 1 &lt; 2", "&lt;b> 1 < 2"),
        ("&lt;[a", "&lt;[a"),
        ("a&#2;b", "a&#2;b"),
        ("{: a=b }", "\\{: a=b }"),
        ("<i>a</i>{b=c} {d} x_{i=1} {e=f}", "*a*\\{b=c} {d} x\\_{i=1} {e=f}"),
        ("#a {b=c}", "#a \\{b=c}"),
        ("\\&lt;a \\&lt; b", "\\\\&lt;a \\\\&lt; b"),
        ("<h2>a {b=c}</h2>", "## a \\{b=c}"),
        ("<dl><dt>a {b=c}<dd>d {e=f}</dl>", "a \\{b=c}\n: d {e=f}"),
        ("::: {a=b}", "\\::: {a=b}"),
        ("[a] (b) [c] (javascript:d)", "[a] (b) [c] \\(javascript:d)"),
        ("[a] ( data:,b", "[a] \\( data:,b"),
        ("a\\<code>&lt;b></code>", "a\\\\<code>&#60;b&#62;</code>"),
        ("a ` <code>&lt;b></code>", "a \\` <code>&#60;b&#62;</code>"),
        ("<a href=/>[b](c)</a>", "[\\[b&#93;(c)](/)"),
        ("<a href='b\"c'>d</a>", "[d](b%22c)"),
        ("<a href='b&amp;c;?d&amp;e;'>f</a>", "[f](b%26c;?d&amp;e;)"),
        ("a <img src=a alt='b=\"c\"'>", "a ![b=&quot;c&quot;](a)"),
        ("&amp;amp; a &amp; b", "\\&amp; a & b"),
        ("> a", "\\> a"),
        ("~~a~~ ~b", "\\~\\~a\\~\\~ ~b"),
        ("a<br>- b", "a\\\n\\- b"),
        ("a|b", "a|b"),
        ("===", "\\==="),
    ] {
        check(html, &format!("{expected}\n"));
    }
}

#[test]
fn white_space() {
    check("a&nbsp;&nbsp;b co&shy;op", "a b coop\n");
    check("<span>a</span>\n<span>b</span><span>c</span>", "a bc\n");
    check("<td>a</td><button>b</button>c", "a c\n");
}

#[test]
fn formulas() {
    let math = "<math><semantics><mi>a</mi><annotation encoding='application/x-tex'>a^2</annotation></semantics></math>";
    check(&format!("is {math}!"), "is $a^2$!\n");
    check(
        &format!("<span class=katex>{math}<span class=katex-html>a2</span></span> b"),
        "$a^2$ b\n",
    );
    check(&math.replace("<math>", "<math display=block>"), "$$\na^2\n$$\n");
}
