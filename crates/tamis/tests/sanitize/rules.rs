//! The output for small inputs, rule by rule.

use tamis::dom::{DocumentBuilder, Namespace, NodeId, Parser, WorkingTree, name};
use tamis::sanitize::{Policy, is_video_host, sanitized_html, sanitized_inner_html};
use url::Url;

use crate::{faults, sanitized};

#[track_caller]
fn check(html: &str, expected: &str) {
    let mut parser = Parser::default();
    let found = sanitized(&parser.parse(html));
    assert_eq!(found, expected, "{html}");
    assert_eq!(faults(&mut parser, &found), [""; 0], "{html}");
}

#[test]
fn articles_are_unchanged() {
    for html in [
        "<h1>A</h1><p>b <b>c</b> <i>d</i><br>e <a href=\"f?g=h&amp;i=j\">k</a></p>",
        "<ul><li>a<ul><li>b</li></ul></li></ul><ol start=\"3\" reversed=\"\" type=\"a\"><li value=\"7\">c</li></ol>",
        "<dl><dt>a</dt><dd>b</dd><div><dt>c</dt><dd>d</dd></div></dl>",
        "<figure><img src=\"a.png\" alt=\"b\" width=\"10\" height=\"20\" loading=\"lazy\"><figcaption>c</figcaption></figure>",
        "<picture><source srcset=\"a.webp 1x, b.webp 2x\" type=\"image/webp\" media=\"(min-width: 9em)\"><img src=\"c\"></picture>",
        "<details open=\"\"><summary>a</summary>b</details><blockquote cite=\"c\">d</blockquote><q>e</q>",
        "<ruby>a<rp>(</rp><rt>b</rt><rp>)</rp></ruby><ruby><rb>a</rb><rtc><rt>b</rt></rtc></ruby>",
        "<p>a <time datetime=\"2026-11-21\">b</time> <abbr title=\"c\">d</abbr><sup>e</sup><del>f</del><bdo dir=\"rtl\">g</bdo></p>",
        "<pre><code class=\"language-rust\">let x = 1 &lt; 2;\n</code></pre>",
        "<p lang=\"de-CH\" dir=\"ltr\" hidden=\"\" aria-label=\"x\" role=\"note\">a</p><hr>",
        "<svg viewBox=\"0 0 9 9\"><g fill=\"red\"><path d=\"M0 0h9\"></path></g><text y=\"3\">a<tspan>b</tspan></text></svg>",
        "<math display=\"block\"><mfrac><mi>a</mi><mn>2</mn></mfrac></math>",
    ] {
        check(html, html);
    }
    check(
        "<table><caption>a<tr><th scope=col colspan=2>b<tr><td rowspan=3 headers='x y'>c</table>",
        "<table><caption>a</caption><tbody><tr><th scope=\"col\" colspan=\"2\">b</th></tr><tr><td rowspan=\"3\" \
         headers=\"user-content-x user-content-y\">c</td></tr></tbody></table>",
    );
    check(
        "<video src=a poster=b autoplay onplay=x() muted><track src=c kind=captions srclang=en>d</video>",
        "<video src=\"a\" poster=\"b\" muted=\"\" controls=\"\"><track src=\"c\" kind=\"captions\" srclang=\"en\">d</video>",
    );
}

#[test]
fn footnote_links_still_work() {
    check(
        "<p>a<a id=r1 href=#n1>1</a><p id=n1>b <a href=#r1>back</a> <a name=old></a><a href=#old>c</a>",
        "<p>a<a id=\"user-content-r1\" href=\"#user-content-n1\">1</a></p><p id=\"user-content-n1\">b \
         <a href=\"#user-content-r1\">back</a> <a name=\"user-content-old\"></a>\
         <a href=\"#user-content-old\">c</a></p>",
    );
    check("<p id=''>a<p id='b c'>d", "<p>a</p><p>d</p>");
}

#[test]
fn form_controls_leave_their_text() {
    check(
        "<form action=x><fieldset><legend>a</legend><label>b <input value=c></label><button>d</button><button>e</button>\
         <select><optgroup><option>f<option>g</select><textarea>h</textarea></fieldset></form>i",
        "<div><div><div>a</div>b d e f g h</div></div>i",
    );
    check(
        "<center>a</center><dir><li>b</dir><xmp><c></xmp>",
        "<div>a</div><ul><li>b</li></ul><pre>&lt;c&gt;</pre>",
    );
    check("<font color=red>a</font><nobr>b</nobr><x-own>c</x-own><object>d</object>", "abcd");
}

#[test]
fn invisible_elements_are_dropped_with_their_text() {
    check(
        "a<script>b</script><style>c</style><template>d</template><noscript>e</noscript><noembed>f</noembed>\
         <iframe>g</iframe><!--h--><datalist><option>i</datalist><title>j</title>k",
        "ak",
    );
    check(
        "<svg><title>a</title><desc>b</desc><style>c</style><g>d</g></svg>",
        "<svg><g></g></svg>",
    );
    check(
        "<math><semantics><mi>a</mi><annotation>b</annotation></semantics></math>",
        "<math><semantics><mi>a</mi></semantics></math>",
    );
}

#[test]
fn svg_and_math_keep_their_safe_parts() {
    check(
        "<svg><a href=x><text>a</text></a><use href=#b /><image href=c /><linearGradient id=d /><rect fill=url(#d) filter=url(#e) /></svg>",
        "<svg><text>a</text><linearGradient id=\"user-content-d\"></linearGradient>\
         <rect fill=\"url(#user-content-d)\"></rect></svg>",
    );
    check(
        "<svg><g><text>a</text><path d=M0 /></g><foreignObject><p>b<svg><text>c</text></svg></p></foreignObject>d</svg>",
        "a<p>b<svg><text>c</text></svg></p>",
    );
    check(
        "<math><mi><b>a</b><mglyph>b</mglyph></mi><maction><mn>1</mn></maction><mtext href=x>c</mtext></math>",
        "<math><mi>a</mi><mrow><mn>1</mn></mrow><mtext>c</mtext></math>",
    );
}

#[test]
fn html_in_a_drawing_is_shown() {
    check("<svg><g><foreignObject>a</foreignObject></g></svg>", "a");
    for (name, namespace, expected) in [
        ("div", Namespace::Html, "<div>a</div>"),
        ("math", Namespace::MathMl, "<math>a</math>"),
        ("script", Namespace::Html, "<svg></svg>"),
    ] {
        let mut builder = DocumentBuilder::new();
        builder.open("svg", Namespace::Svg, &[]);
        builder.open(name, namespace, &[]);
        builder.text("a");
        let html = sanitized(&builder.finish());
        assert_eq!(faults(&mut Parser::default(), &html), [""; 0]);
        assert_eq!(html, expected);
    }
}

#[test]
fn attributes_with_a_namespace_are_dropped() {
    check("<svg xlink:role=a xml:lang=b role=img></svg>", "<svg role=\"img\"></svg>");
}

#[test]
fn only_frames_of_video_hosts_stay() {
    let youtube = "<iframe width=\"560\" allowfullscreen=\"\" src=\"https://www.youtube.com/embed/x\" \
        sandbox=\"allow-scripts allow-same-origin allow-presentation\" \
        referrerpolicy=\"strict-origin-when-cross-origin\" loading=\"lazy\"></iframe>";
    check(
        "<iframe src=//www.youtube.com/embed/x width=560 sandbox allowfullscreen name=a>b</iframe>",
        youtube,
    );
    check("<iframe src=//example.org/></iframe>", "");
    let mut parser = Parser::default();
    let document = parser.parse(
        "<iframe src=http://player.example/></iframe><iframe src=//www.youtube.com></iframe>",
    );
    let own = |url: &Url| url.host_str() == Some("player.example");
    let html = sanitized_html(&document, NodeId::DOCUMENT, &Policy::default().frames(&own));
    assert!(html.contains("player.example") && !html.contains("youtube"), "{html}");
    assert!(is_video_host(&Url::parse("http://archive.org/embed/x").unwrap()));
}

#[test]
fn policy_keeps_classes() {
    let document = Parser::default()
        .parse("<p class='a b'>c<code class='d lang-x'>e</code><svg class=f></svg>");
    let html = |policy| sanitized_html(&document, NodeId::DOCUMENT, &policy);
    assert_eq!(html(Policy::default()), "<p>c<code class=\"lang-x\">e</code><svg></svg></p>");
    assert_eq!(
        html(Policy::default().keep_classes(true)),
        "<p class=\"a b\">c<code class=\"d lang-x\">e</code><svg class=\"f\"></svg></p>"
    );
}

#[test]
fn policy_resolves_addresses() {
    let base = Url::parse("https://example.org/a/b").unwrap();
    let policy = Policy::default().base_url(&base);
    let html = "<a href=c>d</a><a href=#e>f</a><img src=/g srcset='h 1x, //i/j 2x'><video src=k poster=l></video><q cite=m>n</q>";
    let html = sanitized_html(&Parser::default().parse(html), NodeId::DOCUMENT, &policy);
    assert_eq!(
        html,
        "<a href=\"https://example.org/a/c\">d</a><a href=\"#user-content-e\">f</a>\
         <img src=\"https://example.org/g\" srcset=\"https://example.org/a/h 1x, https://i/j 2x\">\
         <video src=\"https://example.org/a/k\" poster=\"https://example.org/a/l\" controls=\"\"></video>\
         <q cite=\"https://example.org/a/m\">n</q>"
    );
}

#[test]
fn root_is_written_with_or_without_its_tags() {
    let document = Parser::default().parse("<ul><li class=a>b<i>c</i></ul>");
    let item =
        document.elements(NodeId::DOCUMENT).find(|&id| document.is_html(id, name::LI)).unwrap();
    let policy = Policy::default();
    assert_eq!(sanitized_html(&document, item, &policy), "<li>b<i>c</i></li>");
    assert_eq!(sanitized_inner_html(&document, item, &policy), "b<i>c</i>");
    let tree = WorkingTree::of(&document);
    assert_eq!(sanitized_html(&tree, item, &policy), "<li>b<i>c</i></li>");
}

/// Returns a tree in which each element is in the one before, with a text innermost.
fn nested(names: &[&str], namespace: Namespace) -> tamis::dom::Document {
    let mut builder = DocumentBuilder::new();
    for name in names {
        let namespace = if *name == "foreignObject" { Namespace::Svg } else { namespace };
        builder.open(name, namespace, &[]);
    }
    builder.text("a");
    builder.finish()
}

#[track_caller]
fn check_nested(names: &str, expected: &str) {
    let names: Vec<_> = names.split(' ').collect();
    let found = sanitized(&nested(&names, Namespace::Html));
    assert_eq!(found, expected);
    assert_eq!(faults(&mut Parser::default(), &found), [""; 0]);
}

#[test]
fn impossible_nestings_are_replaced() {
    check_nested("p div", "<div><div>a</div></div>");
    check_nested("p b p", "<div><b><p>a</p></b></div>");
    check_nested("p object figure", "<div><figure>a</figure></div>");
    check_nested("h1 h2", "<h1><div>a</div></h1>");
    check_nested("h1 b h2", "<h1><b><h2>a</h2></b></h1>");
    check_nested("a b a", "<a><b>a</b></a>");
    check_nested(
        "a table tbody tr td a",
        "<a><table><tbody><tr><td><a>a</a></td></tr></tbody></table></a>",
    );
    check_nested("li div li", "<li><div><div>a</div></div></li>");
    check_nested("li section li", "<li><section><li>a</li></section></li>");
    check_nested("dd p dt", "<dd><div><div>a</div></div></dd>");
    check_nested("ruby rt rt", "<ruby><rt><span>a</span></rt></ruby>");
    check_nested("p rb", "<p><span>a</span></p>");
    check_nested("td", "<div>a</div>");
    check_nested("div tbody tr", "<div><div><div>a</div></div></div>");
    check_nested("table td", "<table><tbody><tr><td>a</td></tr></tbody></table>");
    check_nested("table tr td td", "<table><tbody><tr><td><div>a</div></td></tr></tbody></table>");
    check_nested("table tbody i", "<table><tbody><tr><td><i>a</i></td></tr></tbody></table>");
    check_nested("table caption caption", "<table><caption><div>a</div></caption></table>");
    check_nested("br b", "<br><b>a</b>");
}

#[test]
fn leading_line_feed_of_preformatted_text_stays() {
    check("<pre>\n\na</pre>", "<pre>\n\na</pre>");
    check("<pre>\na</pre>", "<pre>a</pre>");
    let mut builder = DocumentBuilder::new();
    builder.open("pre", Namespace::Html, &[]);
    builder.text("\0\r\na");
    let html = sanitized(&builder.finish());
    assert_eq!(html, "<pre>\n\na</pre>");
    assert_eq!(crate::read(&mut Parser::default(), &html).whole_text(), "\na");
}

#[test]
fn too_deep_elements_leave_their_text() {
    let mut parser = Parser::default();
    let names =
        ["div", "b", "a", "p", "li", "table", "td", "ruby", "h1", "details", "pre", "svg", "math"];
    for name in names {
        for namespace in [Namespace::Html, Namespace::Svg, Namespace::MathMl] {
            let html = sanitized(&nested(&[name].repeat(3000), namespace));
            if namespace == Namespace::Html {
                let text = crate::read(&mut parser, &html).whole_text().trim().to_owned();
                assert_eq!(text, "a", "{name}");
            }
            assert_eq!(faults(&mut parser, &html), [""; 0], "{name} {namespace:?}");
        }
    }
    for pair in [
        ["table", "td"],
        ["svg", "g"],
        ["svg", "foreignObject"],
        ["div", "hr"],
        ["ul", "li"],
        ["table", "b"],
    ] {
        for namespace in [Namespace::Html, Namespace::Svg] {
            let html = sanitized(&nested(&pair.repeat(300), namespace));
            assert_eq!(faults(&mut parser, &html), [""; 0], "{pair:?} {namespace:?}");
            assert!(html.matches('<').count() < 1600, "{pair:?}: {}", html.len());
        }
    }
}

#[test]
fn repeated_attributes_are_written_once() {
    let mut builder = DocumentBuilder::new();
    builder.open(
        "a",
        Namespace::Html,
        &[("href", "b"), ("href", "javascript:x"), ("HREF", "c"), ("href", "d")],
    );
    builder.text("e");
    assert_eq!(sanitized(&builder.finish()), "<a href=\"b\">e</a>");
}
