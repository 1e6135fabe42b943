//! Segmentation: the extent of a paragraph, and its counts.

use tamis::engine::justext::Config;
use tamis::engine::justext::justext;
use tamis::stoplists::Stoplist;

use crate::paragraphs;

/// Asserts text, words, tags and characters in links of each paragraph.
fn check(html: &str, expected: &[(&str, usize, i64, usize)]) {
    let paragraphs = paragraphs(html);
    let found: Vec<_> = paragraphs
        .iter()
        .map(|p| (p.text.as_str(), p.words_count, p.tags_count, p.chars_count_in_links))
        .collect();
    assert_eq!(found, expected, "{html}");
}

#[test]
fn a_page_without_text_has_no_paragraphs() {
    for html in ["", "<html><body></body></html>", "<p> <b>\n</b>&nbsp;</p>", "<p><br></p><br><br>"]
    {
        check(html, &[]);
    }
}

#[test]
fn block_level_tags_separate_paragraphs_and_inline_tags_count() {
    check(
        "<h1>Low tide</h1><p>The <em>old</em> boat <span class=x>lay</span> on the sand.</p><p>End",
        &[("Low tide", 2, 0, 0), ("The old boat lay on the sand.", 7, 2, 0), ("End", 1, 0, 0)],
    );
}

#[test]
fn one_line_break_is_a_space() {
    let paragraphs = justext("keel<br/>mast and<br>deck", &Stoplist::default(), &Config::default());
    let texts: Vec<_> = paragraphs.iter().map(|p| p.text.as_str()).collect();
    assert_eq!(texts, ["keel mast and deck"]);
    assert_eq!(paragraphs[0].text_nodes, ["keel", " ", "mast and", " ", "deck"]);
}

#[test]
fn white_space_is_kept_between_tags_and_collapsed() {
    check("<p>up<i>on</i>it \t too  <b> at </b>  sea</p>", &[("uponit too at sea", 4, 2, 0)]);
    check("<div>up<i> on </i>it</div>", &[("up on it", 3, 1, 0)]);
    check("<pre>up<i>on </i>it</pre>", &[("upon it", 2, 1, 0)]);
    check("<blockquote>up<i> on</i>it</blockquote>", &[("up onit", 2, 1, 0)]);
    check("<p>a \t\r\n b \t c</p>", &[("a\nb c", 3, 0, 0)]);
    check("<p>a&#x2028;b\u{85}c&#x3000;d", &[("a b c d", 4, 0, 0)]);
}

#[test]
fn two_line_breaks_separate_paragraphs_and_do_not_count() {
    check("  low tide   <br><br> high   tide  ", &[("low tide", 2, 0, 0), ("high tide", 2, 0, 0)]);
    check("low<br> \n <br>high", &[("low", 1, 0, 0), ("high", 1, 0, 0)]);
    check("low<br>and<br>high", &[("low and high", 3, 2, 0)]);
}

#[test]
fn a_third_line_break_separates_again() {
    // The tag before the separator is subtracted even if it was in the paragraph before. The count
    // falls below 0.
    check("low<br><br><br>high", &[("low", 1, 0, 0), ("high", 1, 0, 0)]);
    check("low<br><br><br><br>high<br>", &[("low", 1, 0, 0), ("high", 1, 1, 0)]);
    check("<br><p>a<br><br>b", &[("a", 1, 0, 0), ("b", 1, 0, 0)]);
    check("<br><p><br>b", &[("b", 1, 0, 0)]);
    let paths: Vec<_> = paragraphs("low<br><br>high").into_iter().map(|p| p.xpath).collect();
    assert_eq!(paths, ["/html[1]/body[1]", "/html[1]/body[1]/br[2]"]);
}

#[test]
fn a_tag_between_two_line_breaks_joins_them() {
    check("low<br><i></i><br>high", &[("low high", 2, 3, 0)]);
    check("low<br></i><!-- --><br>high", &[("low", 1, 0, 0), ("high", 1, 0, 0)]);
    check("low<br><form></form><br>high", &[("low", 1, 0, 0), ("high", 1, 0, 0)]);
}

#[test]
fn text_next_to_blocks_is_a_separate_paragraph() {
    let html = "<sup>First <strong>at</strong>-sea\n\n\n and then \n</sup><p>on land</p>\
        <code>\nlet keel = 1;\n</code><div>with the rest <var>N</var> </div>  ashore\n\n at last \n";
    check(
        html,
        &[
            ("First at-sea\nand then", 4, 2, 0),
            ("on land", 2, 0, 0),
            ("let keel = 1;", 4, 1, 0),
            ("with the rest N", 4, 1, 0),
            ("ashore\nat last", 3, 0, 0),
        ],
    );
}

#[test]
fn link_texts_count_with_their_white_space() {
    check("<p><a href=/>  the  tide \n</a> table</p>", &[("the tide\ntable", 3, 1, 10)]);
    check("<div>of <a>the <b>tide</b></a> and</div>", &[("of the tide and", 4, 2, 8)]);
    check("<p><a> <b> </b></a>x", &[("x", 1, 2, 0)]);
}

#[test]
fn a_link_ends_with_its_tag_also_around_blocks() {
    check("<a href=/><div>in</div>still</a> out", &[("in", 1, 0, 2), ("still out", 2, 0, 5)]);
    // The end of a paragraph does not end the link, and the first end tag of a link ends all of
    // them.
    check("<a><p>in</p><svg><a>in</a>out</svg></a>", &[("in", 1, 0, 2), ("inout", 1, 2, 2)]);
}

#[test]
fn text_runs_on_across_removed_and_unwrapped_tags() {
    let cases = [
        ("<p>up<!-- x -->on", vec!["upon"]),
        ("<p>up<script>x</script>on", vec!["upon"]),
        ("<p>up<button>x</button>on", vec!["upon"]),
        ("<p>up <input> on", vec!["up on"]),
        ("<p>up<object><embed>on</object> it", vec!["upon it"]),
        ("<p>up<b></b>on", vec!["up", "on"]),
        ("<p>up<object><b>on</b></object>it", vec!["up", "on", "it"]),
        // Blank runs are dropped, unless they are part of another run.
        ("<p>up<b> </b>on", vec!["up", "on"]),
        ("<p>up<object> </object>on", vec!["up on"]),
    ];
    for (html, expected) in cases {
        assert_eq!(paragraphs(html)[0].text_nodes, expected, "{html}");
    }
}

#[test]
fn control_characters_of_python_s_white_space_separate_words() {
    let paragraph = &paragraphs("<p>a\u{1c}b\u{1d}c\u{1e}d\u{1f}e\u{200b}f")[0];
    assert_eq!((paragraph.text.as_str(), paragraph.words_count), ("a b c d e\u{200b}f", 5));
    assert!(paragraphs("<p>\u{1c}\u{1f}").is_empty());
}

#[test]
fn paths_name_the_place_where_a_paragraph_begins() {
    let html = "<main><p>a</p><form><p>b</p></form><input><p>c<image><p>d</main>";
    let paths: Vec<_> = paragraphs(html).into_iter().map(|p| p.xpath).collect();
    let expected = [1, 2, 3, 4].map(|place| format!("/html[1]/body[1]/main[1]/p[{place}]"));
    assert_eq!(paths, expected);
    let svg = &paragraphs("<svg><image></image><img>")[..];
    assert!(svg.is_empty());
    let paragraph = &paragraphs("<svg><image><desc><p>x")[0];
    assert_eq!(paragraph.dom_path, "html.body.svg.img.desc.p");
}

#[test]
fn a_long_run_of_paragraphs_is_read_whole() {
    let html = "<p>a<br><br>b".repeat(100_000);
    assert_eq!(paragraphs(&html).len(), 200_000);
}
