//! Pages made to be slow, deep or large, as functions of their size.
//!
//! Each has a name and a function from `n` to a page whose length grows about linearly with `n`. A
//! page ends with a paragraph that contains [`LAST_SENTENCE`], after the end tags of all the rest.
//! In pages whose rest is not closed (the names that begin with `unterminated`), that paragraph
//! comes first.

mod articles;

use std::fmt::Write as _;

/// The text that every hostile page must keep, unless a warning says that the page was cut.
pub const LAST_SENTENCE: &str = "The last sentence.";

const LAST_PARAGRAPH: &str = "<p>The last sentence.</p>";

/// A name and the page of a size.
pub type Generator = (&'static str, fn(usize) -> String);

/// Every generator with its name.
///
/// ```
/// use tamis_testkit::hostile::{LAST_SENTENCE, hostile};
/// for (name, page) in hostile() {
///     assert!(page(4).contains(LAST_SENTENCE), "{name}");
/// }
/// ```
pub fn hostile() -> impl Iterator<Item = Generator> {
    let tables = [NESTING, FORMATTING, ATTRIBUTES, TOKENS, MODES];
    tables.into_iter().flatten().copied().chain(hostile_articles())
}

/// The generators that target the extraction of articles.
pub fn hostile_articles() -> impl Iterator<Item = Generator> {
    [articles::TREES, articles::RUNS, articles::PATTERNS].into_iter().flatten().copied()
}

/// Elements inside one another, closed and not.
const NESTING: &[Generator] = &[
    ("nested_div", |n| nested(n, "<div>", "</div>")),
    ("nested_span", |n| nested(n, "<span>", "</span>")),
    ("nested_mixed", |n| {
        nested(n, "<div><b><p><i><section><em>", "</em></section></i></p></b></div>")
    }),
    ("nested_table", |n| nested(n, "<table><tr><td>", "</td></tr></table>")),
    ("nested_list", |n| nested(n, "<ul><li>", "</li></ul>")),
    ("nested_custom", |n| nested(n, "<x-a><x-b>", "</x-b></x-a>")),
    ("nested_template", |n| nested(n, "<template>", "</template>")),
    ("nested_select", |n| nested(n, "<select><option>x", "</option></select>")),
    ("nested_optgroup", |n| page(&["<select>"], n, "<optgroup><option><div>x", "</select>")),
    ("nested_svg", |n| nested(n, "<svg>", "</svg>")),
    ("nested_svg_g", |n| nested(n, "<svg><g>x", "</g></svg>")),
    ("nested_math", |n| nested(n, "<math><mi>x", "</mi></math>")),
    ("nested_foreign_object", |n| {
        nested(n, "<svg><foreignObject><p>", "</p></foreignObject></svg>")
    }),
    ("nested_annotation", |n| {
        nested(n, "<math><annotation-xml encoding=text/html><p>", "</p></annotation-xml></math>")
    }),
    ("unclosed_everything", |n| page(&[], n, "<main><ul><li><dl><dd><table><td><b><q>", "")),
    ("unclosed_inline", |n| page(&[], n, "<span><q><bdi>x", "")),
    ("unclosed_forms", |n| page(&[], n, "<form><button><fieldset>x", "")),
    ("unclosed_ruby", |n| page(&[], n, "<ruby>x<rb>x<rt>x<rtc>x", "")),
    ("span_then_unknown_ends", |n| twice(n, "<span>", "</x>")),
    ("span_then_known_ends", |n| twice(n, "<span>", "</section>")),
    ("span_then_p", |n| twice(n, "<span>", "<p>x")),
    ("span_then_li", |n| twice(n, "<span>", "<li>x")),
    ("span_div", |n| page(&[], n, "<span><div>", "")),
    ("deep_text", |n| page(&[&"<span>".repeat(500)], n, "x<br>", "")),
    ("deep_paragraphs", |n| page(&[&"<span>".repeat(500)], n, "<p>x</p>", "")),
    ("deep_bold", |n| page(&[&"<div>".repeat(509)], n, "<b><i>x</i></b>", "")),
    ("deep_unknown_ends", |n| page(&[&"<span>".repeat(500)], n, "</x>", "")),
    ("deep_breaks_and_unknown_ends", |n| page(&[&"<span>".repeat(500)], n, "x<br></q>", "")),
    ("deep_ends_of_no_element", |n| page(&[&"<span>".repeat(500)], n, "<br></br></p>", "")),
    ("in_and_out_of_depth", |n| page(&[&"<div>".repeat(508)], n, &zigzag(), "")),
    ("headings_in_headings", |n| page(&[], n, "<h1><h2><span>", "")),
];

/// The list of active formatting elements and the adoption agency.
const FORMATTING: &[Generator] = &[
    ("a_div", |n| page(&[], n, "<a><div>", "")),
    ("a_href_div", |n| numbered(n, &["<a href=", "><div>"])),
    ("b_div", |n| page(&[], n, "<b><div>", "")),
    ("b_div_then_ends", |n| twice(n, "<b><div>", "</b>")),
    ("b_p_i_ends", |n| page(&[], n, "<b><p><i></b>x</p>", "")),
    ("a_a", |n| page(&[], n, "<a>x", "")),
    ("nobr_nobr", |n| page(&[], n, "<nobr><span>x", "")),
    ("numbered_b_then_p", |n| page(&[&numbers(n, &["<b x=", ">"])], n, "<p>", "")),
    ("numbered_b_then_p_text", |n| page(&[&numbers(n, &["<b x=", ">"])], n, "<p>x</p>", "")),
    ("few_b_then_p", |n| page(&["<p>", &numbers(24, &["<b x=", ">"]), "</p>"], n, "<p>x</p>", "")),
    ("many_b_then_p", |n| page(&["<p>", &numbers(n, &["<b x=", ">"]), "</p>"], n, "<p>x</p>", "")),
    ("unclosed_across_p", |n| page(&[], n, "<p><b><i><u><tt><code>x</p>", "")),
    ("numbered_across_p", |n| numbered(n, &["<p><font size=", "><s>x</p>"])),
    ("wide_b_then_p", |n| page(&["<p>", &wide_tags("b", 6, 250), "</p>"], n, "<p>x</p>", "")),
    ("b_in_table", |n| page(&[], n, "<table><b><tr>x", "</table>")),
    ("marquee_b", |n| page(&[], n, "<b><marquee></b>x", "")),
    ("formatting_ends", |n| page(&[], n, "</b></a></i>", "")),
    ("bold_items", |n| page(&["<ul>"], n, "<li><b><i>x", "</ul>")),
];

/// Attributes and names.
const ATTRIBUTES: &[Generator] = &[
    ("attributes_on_one_tag", |n| page(&["<p", &numbers(n, &[" a", ""]), ">x"], 0, "", "")),
    ("values_on_one_tag", |n| page(&["<p", &numbers(n, &[" a", "='>'"]), ">x"], 0, "", "")),
    ("one_attribute_repeated", |n| page(&["<p"], n, " a", ">x")),
    ("crowded_tags", |n| page(&[], n.div_ceil(64), &wide_tags("p", 1, 300), "")),
    ("crowded_in_quotes", |n| page(&["<p title='"], n, "<b a b c d ", "'>x")),
    ("crowded_end_tag", |n| page(&["x</p", &numbers(n, &[" a", ""]), ">x"], 0, "", "")),
    ("crowded_end_of_script", |n| {
        page(&["<script>x</script", &numbers(n, &[" a", ""]), ">x"], 0, "", "")
    }),
    ("crowded_behind_nothing", |n| page(&["x</></><p", &numbers(n, &[" a", ""]), ">x"], 0, "", "")),
    ("crowded_behind_line_end", |n| page(&["x\r\n<p", &numbers(n, &[" a", ""]), ">x"], 0, "", "")),
    ("crowded_behind_cdata", |n| {
        page(&["<svg><![CDATA[x]]><p", &numbers(n, &[" a", ""]), ">x</svg>"], 0, "", "")
    }),
    ("crowded_behind_no_cdata", |n| {
        page(&["<svg><![CDATA[]]><p", &numbers(n, &[" a", ""]), ">x</svg>"], 0, "", "")
    }),
    ("crowded_behind_less_than", |n| page(&["x<<p", &numbers(n, &[" a", ""]), ">x"], 0, "", "")),
    ("crowded_behind_false_script", |n| {
        page(&["<!-- <script x='--><p t=\"'>\"", &numbers(n, &[" a", ""]), ">x"], 0, "", "")
    }),
    ("crowded_behind_cdata_nul", |n| {
        let tag = ["<svg><![CDATA[x\0<b x=\"]]><p", &numbers(n, &[" a", ""]), "\">x</svg>"];
        page(&tag, 0, "", "")
    }),
    ("crowded_behind_odd_quotes", |n| {
        page(&["<p =' =' > '", &numbers(n, &[" a", ""]), ">x"], 0, "", "")
    }),
    ("crowded_in_comment", |n| page(&["<!--"], n, "<b a b c d ", "-->x")),
    ("crowded_in_comment_lines", |n| {
        page(&["<!--"], n.div_ceil(64), &wide_tags("b", 1, 300), "-->x")
    }),
    ("crowded_in_script", |n| page(&["<script>"], n, "</scrip a b c d ", "</script>x")),
    ("body_attributes", |n| numbered(n, &["<body a", "><p x>"])),
    ("html_attributes", |n| numbered(n, &["<html a", ">x"])),
    ("long_value", |n| page(&["<p title='"], n, "0123456789abcdef", "'>x")),
    ("long_tag_name", |n| page(&["<x"], n, "0123456789abcdef", ">x")),
    ("long_attribute_name", |n| page(&["<p x"], n, "0123456789abcdef", ">x")),
    ("distinct_tag_names", |n| numbered(n, &["<x", ">x"])),
    ("distinct_closed_tag_names", |n| closed_names(n)),
    ("distinct_attribute_names", |n| numbered(n, &["<p a", ">x"])),
    ("distinct_values", |n| numbered(n, &["<i class=c", ">x</i>"])),
    ("colspan", |n| {
        page(&["<table>"], n, "<td colspan=9007199254740991 rowspan=65534>x", "</table>")
    }),
    ("start_9007199254740991", |n| page(&["<ol start=9007199254740991>"], n, "<li>x", "</ol>")),
];

/// Input that is hard for the tokenizer alone.
const TOKENS: &[Generator] = &[
    ("text", |n| page(&["<p>"], n, "A word and a word more. ", "</p>")),
    ("text_without_spaces", |n| page(&["<p>"], n, "0123456789abcdef", "</p>")),
    ("nul_in_text", |n| page(&["<p>"], n, "\0", "</p>")),
    ("nul_in_svg", |n| page(&["<svg><text>"], n, "\0", "</text></svg>")),
    ("nul_in_attribute", |n| page(&["<p title='"], n, "\0", "'>x</p>")),
    ("nul_in_script", |n| page(&["<script>"], n, "\0", "</script>")),
    ("carriage_returns", |n| page(&["<pre>"], n, "\r\n\r", "</pre>")),
    ("white_space", |n| page(&[], n, " \t\n", "")),
    ("white_space_in_table", |n| page(&["<table>"], n, " <tr> ", "</table>")),
    ("lone_surrogates", |n| page(&["<p>"], n, "&#xD800;", "</p>")),
    ("huge_references", |n| page(&["<p>"], n, "&#99999999999999999999;", "</p>")),
    ("long_reference", |n| page(&["<p>&#"], n, "0000000000000001", ";</p>")),
    ("every_character", |n| page(&["<p>"], n.div_ceil(64), &every_character(), LEAVE)),
    ("amp_flood", |n| page(&["<p>"], n, "&amp", "</p>")),
    ("ampersands", |n| page(&["<p>"], n, "&", "</p>")),
    ("half_references", |n| page(&["<p>"], n, "&CounterClockwiseContourIntegra", "</p>")),
    ("half_references_in_values", |n| page(&["<p title='"], n, "&notit", "'>x</p>")),
    ("less_than", |n| page(&["<p>"], n, "<", "</p>")),
    ("half_end_tags", |n| page(&["<p>"], n, "</", "></p>")),
    ("a_in_a_tag", |n| page(&[], n, "<a ", ">x</a>")),
    ("end_in_end_tag", |n| page(&[], n, "</a ", ">x")),
    ("nested_quotes", |n| page(&[], n, "<a b='\"<i c=\"'>\" d='", LEAVE)),
    ("comments", |n| page(&[], n, "<!---->", "")),
    ("dashes_in_comment", |n| page(&["<!--"], n, "--!<!-", "-->")),
    ("comments_that_end_oddly", |n| page(&[], n, "<!--x--!><p>x", "-->")),
    ("comments_with_tags", |n| page(&[], n, "<!--\r<p>x</p>--><p>x", "")),
    ("references_without_end", |n| page(&[], n, "&copy <p title='&copy '>&nosuch;</p>", "")),
    ("tags_in_cdata", |n| page(&["<svg><![CDATA["], n, "<p>x</p>", "]]></svg>")),
    ("styles_in_svg", |n| page(&["<svg>"], n, "<style><script>", "</svg>")),
    ("tags_that_are_not_plain", |n| page(&[], n, "<p \"a'=b<>x</p y>", "")),
    ("tags_in_title", |n| page(&["<title>"], n, "<p title=\"", "</title>")),
    ("bogus_comments", |n| page(&[], n, "<!x><?x></ >", "")),
    ("doctypes", |n| page(&[], n, "<!doctype html>", "")),
    ("cdata_in_svg", |n| page(&["<svg>"], n, "<![CDATA[x]]>]]", "</svg>")),
    ("script_in_script", |n| page(&["<script>"], n, "<!--<script>", "--></script></script>")),
    ("scripts", |n| page(&[], n, "<script></scrip></script>", "")),
    ("half_end_of_title", |n| page(&["<title>"], n, "</titl", "</title>")),
    ("half_end_of_textarea", |n| page(&["<textarea>"], n, "</textare &amp; ", "</textarea>")),
    ("unterminated_comment", |n| first("<!--", n, "<p>x-")),
    ("unterminated_attribute", |n| first("<p a='", n, "<b c=\"")),
    ("unterminated_script", |n| first("<script>", n, "<!--<p>")),
    ("unterminated_tags", |n| first("", n, "<a ")),
    ("unterminated_plaintext", |n| first("<plaintext>", n, "<p>")),
];

/// The insertion modes of the tree builder.
const MODES: &[Generator] = &[
    ("short_paragraphs", |n| page(&[], n, "<p>x</p>", "")),
    ("empty_elements", |n| page(&[], n, "<s></s>", "")),
    ("void_elements", |n| page(&[], n, "<br>", "")),
    ("end_p", |n| page(&[], n, "</p>", "")),
    ("foster_text", |n| page(&["<table>"], n, "x<tr>", "</table>")),
    ("foster_nested_text", |n| page(&[], n, "<table>x", "")),
    ("foster_elements", |n| page(&["<table>"], n, "<p>x</p><td>y</td>", "</table>")),
    ("foster_same_text", |n| page(&["<table>"], n, "x<td></td>", "</table>")),
    ("cells", |n| page(&["<table>"], n, "<td>", "</table>")),
    ("columns", |n| page(&["<table>"], n, "<col><caption>", "</table>")),
    ("options", |n| page(&["<select>"], n, "<option>x", "</select>")),
    ("selects", |n| page(&[], n, "<select>", "</select>")),
    ("buttons", |n| page(&[], n, "<button>x", "")),
    ("items", |n| page(&["<ul>"], n, "<li>x", "</ul>")),
    ("definitions", |n| page(&["<dl>"], n, "<dt>x<dd>y", "</dl>")),
    ("framesets", |n| page(&["<frameset>"], n, "<frame><frameset>x", "<noframes>")),
    ("after_body", |n| page(&[], n, "</body></html>x", "")),
    ("head_again", |n| page(&[], n, "</head><head><title>x</title>", "")),
    ("textareas", |n| page(&[], n, "<textarea>\nx</textarea>", "")),
    ("inputs_in_table", |n| page(&["<table>"], n, "<input type=hidden><form>", "</table>")),
];

/// Closes what may be open in the tokenizer.
const LEAVE: &str = "'\"-->";

fn page(before: &[&str], n: usize, unit: &str, after: &str) -> String {
    repeated(&before.concat(), n, unit) + after + LAST_PARAGRAPH
}

/// A page that nothing closes, its last paragraph in front.
fn first(before: &str, n: usize, unit: &str) -> String {
    LAST_PARAGRAPH.to_owned() + &repeated(before, n, unit)
}

fn repeated(before: &str, n: usize, unit: &str) -> String {
    before.to_owned() + &unit.repeat(n)
}

fn nested(n: usize, open: &str, close: &str) -> String {
    page(&[], n, open, &close.repeat(n))
}

fn twice(n: usize, first: &str, second: &str) -> String {
    page(&[&first.repeat(n)], n, second, "")
}

fn numbered(n: usize, parts: &[&str; 2]) -> String {
    numbers(n, parts) + LAST_PARAGRAPH
}

/// The parts around each number below `n`.
fn numbers(n: usize, [before, after]: &[&str; 2]) -> String {
    let mut html = String::new();
    for number in 0..n {
        // Writing to a string does not fail.
        let _ = write!(html, "{before}{number}{after}");
    }
    html
}

fn closed_names(n: usize) -> String {
    let mut html = String::new();
    for number in 0..n {
        let _ = write!(html, "<x{number}>x</x{number}>");
    }
    html + LAST_PARAGRAPH
}

/// `count` start tags, each with as many attributes of its own.
fn wide_tags(name: &str, count: usize, attributes: usize) -> String {
    let mut html = String::new();
    for tag in 0..count {
        let _ = write!(html, "<{name}{}>", numbers(attributes, &[&format!(" a{tag}x"), ""]));
    }
    html
}

/// Down and up again around the default limit of depth.
fn zigzag() -> String {
    repeated("", 6, "<div>x") + &"</div>".repeat(6)
}

/// U+0000 to U+00FF, each where a tag and an attribute may begin.
fn every_character() -> String {
    let mut html = String::new();
    for character in (0..=255).map(char::from) {
        let _ = write!(html, "x{character}<i {character}='{character}'>{character}</i>");
    }
    html
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_are_distinct() {
        let names: BTreeSet<_> = hostile().map(|(name, _)| name).collect();
        assert_eq!(names.len(), hostile().count());
    }

    #[test]
    fn length_grows_with_n() {
        for (name, page) in hostile() {
            let [one, two] = [2048, 4096].map(|n| page(n).len());
            assert!(two > one, "{name}: {one} and {two} bytes");
            assert!(two < one * 3, "{name}: {one} and {two} bytes");
        }
    }

    #[test]
    fn the_last_sentence_is_there_once() {
        for (name, page) in hostile() {
            assert_eq!(page(7).matches(LAST_SENTENCE).count(), 1, "{name}");
        }
    }
}
