//! Pages in which texts and attributes spell markup, in every place a text can be: what a reader of
//! Markdown must not find active in their Markdown.

use crate::sample::SplitMix64;

/// The markup that texts spell. `fire()` is what must not run. Some readers remove control
/// characters.
const SPELLED: [&str; 63] = [
    "<img src=x onerror=fire()>",
    "<img src=x onerror=fire()",
    "<IMG SRC=x ONERROR=fire()>",
    "<img/src=x/onerror=fire()>",
    "<img src=x\nonerror=fire()>",
    "<<img src=x onerror=fire()>>",
    "<\u{2}img src=x onerror=fire()>",
    "\\<img src=x onerror=fire()>",
    "\\\\<img src=x onerror=fire()>",
    "&lt;img src=x onerror=fire()&gt;",
    "&#60;img src=x onerror=fire()&#62;",
    "&amp;lt;img src=x onerror=fire()&amp;gt;",
    "<script>fire()</script>",
    "<script>\n\nfire()\n\n</script>",
    "</p><script>fire()</script>",
    "<div>\n\n<script>fire()</script>\n\n</div>",
    "<svg onload=fire()>",
    "<details open ontoggle=fire()>",
    "<x onclick=fire()>y</x>",
    "<pre onclick=fire()>",
    "<div markdown=1 onclick=fire()>",
    "<iframe src=javascript:parent.fire()>",
    "<a href=javascript:fire()>x</a>",
    "<javascript:fire()>",
    "<https://a.example/\"onclick=\"fire()>",
    "<!-- --><img src=x onerror=fire()>",
    "<!--><img src=x onerror=fire()>",
    "<?x ?><img src=x onerror=fire()>",
    "<![CDATA[<img src=x onerror=fire()>]]>",
    "<!DOCTYPE x><img src=x onerror=fire()>",
    "`<img src=x onerror=fire()>`",
    "``<img src=x onerror=fire()>",
    "\\`<img src=x onerror=fire()>\\`",
    "~~~<img src=x onerror=fire()>~~~",
    "$<img src=x onerror=fire()>$",
    "$$<img src=x onerror=fire()>$$",
    "|<img src=x onerror=fire()>|",
    "\\|`<img src=x onerror=fire()>`",
    "https://a.example/<img src=x onerror=fire()>",
    "www.a.example/`<img src=x onerror=fire()>`",
    "[x](javascript:fire())",
    "[x] (javascript:fire())",
    "[x]\n(javascript:fire())",
    "[x] ( javascript:fire() )",
    "[x]\u{3}(javascript:fire())",
    "[x](<javascript:fire()>)",
    "*x*{onclick=fire()}",
    "[x](java\u{2}script:fire())",
    "[x](&#106;avascript:fire())",
    "![x](javascript:fire())",
    "[![x](y)](javascript:fire())",
    "[x][]: javascript:fire()",
    "[x]: javascript:fire()\n\n[x] [x][x] [x] [x]",
    "[x]:\njavascript:fire()",
    "*[x]: <img src=x onerror=fire()>",
    "[^1]: <img src=x onerror=fire()>",
    "[[javascript:fire()]]",
    "x {onclick=fire()}",
    "{: onclick=fire() }",
    "{: href=javascript:fire() }",
    "{ .a #b onclick=\"fire()\" }",
    "::: {onclick=fire()}",
    "x\"onmouseover=\"fire()",
];

/// Signs before and after a text.
const SIGNS: [&str; 24] = [
    "", "", "", "", "", " ", "*", "_", "`", "\\", "[", "]", "(", ")", "!", "<", "&", "$", "|", "~",
    ":", "#", "- ", "> ",
];

/// Tags to put between two characters of a text.
const BETWEEN: [&str; 8] =
    ["<b>", "<i>x</i>", "<span></span>", "<br>", "<code>x</code>", "<sub>", "<!---->", "<q>x</q>"];

/// The places of text. `@` is the text, and `%` the text as the value of an attribute.
const PLACES: [&str; 38] = [
    "<p>@</p>",
    "<p>@</p>",
    "<p>@</p>",
    "<p>a<br>@</p>",
    "<p><b>@</b>@</p>",
    "<p><i>a</i>@</p>",
    "<p><del>@</del> <sup>@</sup></p>",
    "<p>a <code>@</code> b</p>",
    "<p>@<code>@</code></p>",
    "<p><kbd>@</kbd>@</p>",
    "<p><q>@</q> <abbr title=%>@</abbr></p>",
    "<h2>@</h2>",
    "<h4>a @</h4>",
    "<h2><code>@</code>@</h2>",
    "<ul><li>@</li><li>@</li></ul>",
    "<ol><li>a<ul><li>@<ul><li>@</ul></ul></ol>",
    "<ol start=7><li><p>@</p><p>@</p></li></ol>",
    "<ul><li><input type=checkbox disabled> @</ul>",
    "<blockquote><p>@</p><p>@</p></blockquote>",
    "<blockquote><ul><li>@</ul></blockquote>",
    "<table><tr><th>@<th>@<tr><td>@<td>@</table>",
    "<table><tr><th>a<th>b<tr><td><code>@</code><td>@</table>",
    "<table><caption>@</caption><tr><th rowspan=2>@<td>@<tr><td>@</table>",
    "<dl><dt>@<dd>@<dt>a<dd><p>@<p>@</dl>",
    "<p><a href='https://a.example/' title=%>@</a></p>",
    "<p>@<a href='https://a.example/'>@</a>@</p>",
    "<p><a href=%>a</a></p>",
    "<p><a href='https://a.example/?a=@#@'>a</a></p>",
    "<p><img src=i.png alt=% title=%></p>",
    "<p><a href='/'><img src=i.png alt=%></a></p>",
    "<p><img src=% alt=a></p>",
    "<figure><img src=i.png alt=%><figcaption>@</figcaption></figure>",
    "<p>a<sup id=r1><a href=#n1>1</a></sup></p><section class=footnotes><ol><li id=n1>@ \
     <a href=#r1>↩</a></ol></section>",
    "<div class='admonition note'><p class=admonition-title>@</p><p>@</p></div>",
    "<details><summary>@</summary>@</details>",
    "<math><semantics><mi>a</mi><annotation encoding='application/x-tex'>@</annotation></semantics>\
     </math>",
    "<p>\\(@\\) $@$</p>",
    "<iframe src='https://www.youtube.com/embed/abcdefghijk' title=%></iframe>",
];

/// The places of code blocks.
const CODE_PLACES: [&str; 6] = [
    "<pre>@</pre>",
    "<pre><code class=language-html>a\n@\n\n@\n</code></pre>",
    "<pre>@\n\n    @\n~~~\n@</pre>",
    "<ul><li>a<pre>@\n@</pre></ul>",
    "<blockquote><p>a<pre>@\n\n@</pre></blockquote>",
    "<table class=highlight><tr><td class=gutter><pre>1</pre><td class=code><pre>@</pre></table>",
];

/// Returns the page of a number. `fire()` with the number is what must not run. Each fourth page
/// has code blocks.
///
/// ```
/// assert!(tamis_testkit::markup_texts::markup_page(7).contains("fire(7)"));
/// ```
pub fn markup_page(number: u64) -> String {
    let mut random = SplitMix64::new(number);
    let has_code = number.is_multiple_of(4);
    let mut body = String::new();
    for _ in 0..=random.below(5) {
        body.push_str(&filled(pick(&mut random, &PLACES), &mut random));
        if has_code {
            body.push_str(&filled(pick(&mut random, &CODE_PLACES), &mut random));
        }
    }
    let title = shown(&text(&mut random));
    let html = format!("<!DOCTYPE html><title>{title}</title><article>{body}</article>");
    html.replace("fire()", &format!("fire({number})"))
}

fn pick<'t>(random: &mut SplitMix64, of: &[&'t str]) -> &'t str {
    of[random.below(of.len())]
}

/// Returns a place with texts in it.
fn filled(place: &str, random: &mut SplitMix64) -> String {
    let mut html = String::new();
    for char in place.chars() {
        match char {
            '@' => html.push_str(&in_pieces(&text(random), random)),
            '%' => html.extend(["\"", &shown(&text(random)), "\""]),
            char => html.push(char),
        }
    }
    html
}

/// Returns what a text spells, between signs.
fn text(random: &mut SplitMix64) -> String {
    let [before, after] = [(); 2].map(|()| pick(random, &SIGNS));
    [before, pick(random, &SPELLED), after].concat()
}

/// Returns HTML that shows the text, sometimes with a tag in it.
fn in_pieces(text: &str, random: &mut SplitMix64) -> String {
    let cut = random.below(text.len() * 3);
    match text.split_at_checked(cut) {
        Some((before, after)) => [&shown(before), pick(random, &BETWEEN), &shown(after)].concat(),
        None => shown(text),
    }
}

/// Returns HTML that shows the text.
fn shown(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;").replace('\'', "&#39;")
}
