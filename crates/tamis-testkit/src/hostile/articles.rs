//! Pages that target the extraction of articles: scoring, cleaning, joining and retrying, and the
//! patterns that backtracked in Readability.js before 0.6.0 (GHSA-3p6v-hrg8-8qj7: separators and
//! white space in titles).

use super::{Generator, nested, numbered, page};

/// A paragraph that is scored: longer than 25 characters, with commas.
const SCORED: &str = "<p>One, two, three, and all of the words that there are, in a row.</p>";

/// Many elements to score, to join and to clean.
pub(super) const TREES: &[Generator] = &[
    ("candidates", |n| page(&[], n, &format!("<div>{SCORED}</div>"), "")),
    ("candidates_of_two_levels", |n| {
        page(&[], n, &format!("<section><div>{SCORED}</div></section>"), "")
    }),
    ("candidates_of_one_class", |n| page(&[], n, &format!("<div class=entry>{SCORED}</div>"), "")),
    ("siblings", |n| page(&["<article>"], n, SCORED, "</article>")),
    ("siblings_without_text", |n| page(&[SCORED], n, "<p></p><div></div>", "")),
    ("siblings_with_links", |n| page(&[SCORED], n, "<p><a href=/x>One, two.</a> x</p>", "")),
    ("deep_candidates", |n| nested(n, &format!("<div>{SCORED}"), "</div>")),
    ("deep_single_children", |n| nested(n, "<div><section>", "</section></div>")),
    ("deep_unlikely", |n| nested(n, "<div class=sidebar>x", "</div>")),
    ("deep_shares", |n| nested(n, "<div class=share>x", "</div>")),
    ("deep_conditional", |n| nested(n, "<div><ul><li><a href=/x>x</a>, </li></ul><img>", "</div>")),
    ("deep_objects", |n| nested(n, "<object><embed>", "</object>")),
    ("deep_phrasing", |n| nested(n, "<div>x<b>y</b><p>z</p>", "</div>")),
    ("tables_in_tables", |n| nested(n, "<table><tr><td>One, two, three.", "</td></tr></table>")),
    ("lists_in_lists", |n| nested(n, "<ul><li><a href=/x>One, two.</a>", "</li></ul>")),
    ("list_of_links", |n| page(&["<ul>"], n, "<li><a href='#x'>One, two.</a></li>", "</ul>")),
    ("rows", |n| page(&["<table>"], n, "<tr><td>One, two<td>three", "</table>")),
    ("conditional_divs", |n| page(&[SCORED], n, "<div><a href=/x>x</a><img><input></div>", "")),
    ("attempts", |n| page(&[], n, "<div class=comment><span>x</span></div>", "")),
    ("attempts_with_links", |n| {
        page(&[], n, "<div class=footer><a href=/x>One, two, three.</a></div>", "")
    }),
    ("bylines", |n| page(&[], n, "<span class=byline></span><b rel=author>x</b>", "")),
    ("headings_like_the_title", |n| {
        page(&["<title>One two three four</title>"], n, "<h2>One two three four</h2>", "")
    }),
    ("fonts", |n| page(&[], n, "<font>x<font>y</font></font>", "")),
    ("noscript_images", |n| {
        page(&[], n, "<img data-src=a.png><noscript><img src=a.png></noscript>", "")
    }),
    ("lazy_images", |n| {
        page(&[], n, "<figure data-src='a.jpg 1x'></figure><img class=lazy data-x=b.png>", "")
    }),
    ("iframes", |n| page(&[SCORED], n, "<iframe src=//www.youtube.com/embed/x></iframe>", "")),
];

/// Long runs of one thing.
pub(super) const RUNS: &[Generator] = &[
    ("line_breaks", |n| page(&["<div>x"], n, "<br>", "</div>")),
    ("line_breaks_and_text", |n| page(&["<div>"], n, "One, two.<br><br>", "</div>")),
    ("line_breaks_and_spaces", |n| page(&["<div>"], n, "<br> \n", "</div>")),
    ("phrasing_and_blocks", |n| page(&["<div>"], n, "x<b>y</b> <p>z</p> ", "</div>")),
    ("phrasing", |n| page(&["<div><p>x</p>"], n, " <i> </i>x", "</div>")),
    ("commas", |n| page(&["<p>"], n, ",", "</p>")),
    ("commas_of_all_scripts", |n| page(&["<p>"], n, "a\u{60c}\u{ff0c}", "</p>")),
    ("spaces_in_text", |n| page(&["<p>x"], n, " \t", "x</p>")),
    ("sentences", |n| page(&["<p>"], n, "One. ", "</p>")),
    ("adjacent_code", |n| page(&["<p>"], n, "<tt>x</tt>", "</p>")),
    ("backslashes", |n| page(&["<p>"], n, "\\", "</p>")),
    ("data_tables_in_tables", |n| {
        nested(n, "<table><tr><th>a<th>b<tr><td>x<td>", "</td></tr></table>")
    }),
    ("cells_of_blocks", |n| {
        let row = "<tr><td><ul><li>x<li>y</ul><td><pre>x\ny</pre>";
        page(&["<table><tr><th>a<th>b"], n, row, "</table>")
    }),
    ("open_brackets", |n| page(&["<p>"], n, "[", "</p>")),
    ("sources_and_images", |n| {
        let sources = "<source srcset='/a 2x'>".repeat(n);
        page(&["<p>x<picture>", &sources], n, "<img src=/b>", "</picture></p>")
    }),
    ("images_in_a_figure", |n| {
        page(&["<figure>"], n, "<img src=/b><p>x</p>", "<figcaption>y</figcaption></figure>")
    }),
    ("deep_and_wide_lists", |n| page(&[&"<ul><li>".repeat(240)], n, "<li>x", "")),
    ("ticks_in_code", |n| page(&["<pre>"], n, "`", "\n</pre>")),
    ("nested_authors", |n| nested(n, "<span class=author>x", "</span>")),
    ("nested_long_names", |n| {
        let name = format!("x{}", "y".repeat(n / 16));
        let (open, close) = (format!("<{name}>").repeat(64), format!("</{name}>").repeat(64));
        page(&[&open], n, "<p>x</p>", &close)
    }),
    ("links", |n| numbered(n, &["<a href=x", ">One</a> "])),
    ("hash_links", |n| page(&["<p>One, two, three, four, five"], n, "<a href='#x'>x</a>", "</p>")),
];

/// Text in the head and in attributes that is matched by a pattern.
pub(super) const PATTERNS: &[Generator] = &[
    ("title_spaces", |n| page(&["<title>One"], n, " ", "two</title>")),
    ("title_separators", |n| page(&["<title>"], n, "One | ", "two</title>")),
    ("title_separators_only", |n| page(&["<title>"], n, " - ", "</title>")),
    ("title_separators_mixed", |n| page(&["<title>"], n, "a \u{2014} b / c » ", "</title>")),
    ("title_arrows", |n| page(&["<title>x"], n, " >", "</title>")),
    ("title_colons", |n| page(&["<title>"], n, "One: ", "two</title>")),
    ("title_words", |n| page(&["<title>"], n, "one ", "</title><h1>one</h1>")),
    ("class_spaces", |n| page(&["<p class='"], n, " hid", "x'>x</p>")),
    ("class_dashes", |n| page(&["<p class='"], n, "-a", "'>x</p>")),
    ("class_of_shares", |n| page(&["<div class='"], n, "_sharedaddy", "x'>x</div>")),
    ("long_style", |n| page(&["<p style='"], n, "display :", "'>x</p>")),
    ("srcset_numbers", |n| page(&["<p>x<img srcset='a "], n, "1.", "'></p>")),
    ("srcset_spaces", |n| page(&["<p>x<img srcset='a"], n, " ", "b'></p>")),
    ("srcset_commas", |n| page(&["<p>x<img srcset='"], n, "a 1x,", "'></p>")),
    ("data_url_spaces", |n| page(&["<p>x<img src='data:"], n, " ", "x'></p>")),
    ("data_url_letters", |n| page(&["<p>x<img src='data:image/png;base64,"], n, "abcd", "'></p>")),
    ("relative_steps", |n| page(&["<p>x<a href='"], n, "../", "'>x</a></p>")),
    ("video_slashes", |n| page(&["<iframe src='"], n, "//www.", "'></iframe>")),
    ("json_ld_cdata", |n| page(&["<script type=application/ld+json>{}]]>"], n, " ", "x</script>")),
    ("json_ld_nested", |n| page(&["<script type=application/ld+json>"], n, "[", "</script>")),
    ("json_ld_graph", |n| {
        let script =
            "<script type=application/ld+json>{\"@context\":\"https://schema.org\",\"@graph\":[";
        page(&[script], n, "{\"@type\":\"x\"},", "{}]}</script>")
    }),
    ("json_ld_scripts", |n| page(&[], n, "<script type=application/ld+json>{}</script>", "")),
    ("metas", |n| numbered(n, &["<meta property=og:title content=One", ">"])),
    ("meta_properties", |n| page(&["<meta property='"], n, "og:title ", "' content=One>")),
    ("meta_references", |n| {
        page(&["<meta name=title content='"], n, "&amp;#x1F600;&amp;amp;", "'>")
    }),
    ("meta_half_references", |n| page(&["<meta name=title content='"], n, "&amp;#x0", "'>")),
    ("base_and_links", |n| {
        "<base href=//a.example/b/>".to_owned() + &numbered(n, &["<img src=x", ">"])
    }),
];
