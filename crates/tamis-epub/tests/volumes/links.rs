//! Links and footnotes.

use tamis_epub::VolumeOptions;

use crate::harness::{Unpacked, article, volume};

#[test]
fn links_between_articles_stay_in_the_volume() {
    let one = "<title>One</title><p>See <a href=/two#part>two</a>, <a href=two>all</a>,
        <a href=/two#gone>gone</a>,
        <a href='/one#here'>here</a><p id=here>Here, <a href=/three>three</a>.";
    let two = "<title>Two</title><link rel=canonical href=https://example.org/three>
        <p>Two.<p id=part>Part.";
    let articles =
        vec![article(one, "https://example.org/one"), article(two, "https://example.org/two")];
    let volume = Unpacked::of(articles, VolumeOptions::default(), |_| None);
    volume.check(
        "EPUB/article-1.xhtml",
        &[
            "<a href=\"article-2.xhtml#part\">two</a>",
            "<a href=\"article-2.xhtml\">all</a>",
            "<a href=\"article-2.xhtml\">gone</a>",
            "<a href=\"article-1.xhtml#here\">here</a>",
            "<a href=\"article-2.xhtml\">three</a>",
        ],
    );
}

#[test]
fn other_links_lead_to_the_web() {
    let volume = volume(
        "<title>x</title><p><a href='b?c|d'>b</a> <a href='#gone'>gone</a>
         <a href=mailto:a@example.org>m</a>",
    );
    volume.check(
        "EPUB/article-1.xhtml",
        &[
            "<a href=\"https://example.org/a/b?c%7Cd\">b</a>",
            "<a href=\"https://example.org/a/page#gone\">gone</a>",
            "<a href=\"mailto:a@example.org\">m</a>",
        ],
    );
}

#[test]
fn footnotes_are_marked() {
    // Pandoc, Wikipedia, Word, Substack.
    for (body, sign, note) in [
        (
            "Text<a href=#fn1 id=fnref1>1</a>.<ol><li id=fn1>Note. <a href=#fnref1>↩</a></ol>",
            "<a id=\"fnref1\" href=\"#fn1\" epub:type=\"noteref\">1</a>",
            "<li id=\"fn1\" epub:type=\"footnote\">",
        ),
        (
            "Text<sup id=cite_ref-1><a href=#cite_note-1>[1]</a></sup>\
             <ol><li id=cite_note-1><a href=#cite_ref-1>^</a> Note.</ol>",
            "<a href=\"#cite_note-1\" epub:type=\"noteref\">[1]</a>",
            "<li id=\"cite_note-1\" epub:type=\"footnote\">",
        ),
        (
            "Text<a name=_ftnref1 href=#_ftn1>[1]</a><p><a name=_ftn1 href=#_ftnref1>[1]</a> Note.",
            "<a id=\"_ftnref1\" href=\"#note-1\" epub:type=\"noteref\">[1]</a>",
            "<p id=\"note-1\" epub:type=\"footnote\">",
        ),
        (
            "Text<a id=anchor-1 href=#footnote-1>1</a>\
             <div><a id=footnote-1 href=#anchor-1>1</a><div><p>Note.</div></div>",
            "<a id=\"anchor-1\" href=\"#note-1\" epub:type=\"noteref\">1</a>",
            "<div id=\"note-1\" epub:type=\"footnote\">",
        ),
    ] {
        let volume = volume(&format!("<title>x</title><p>{body}"));
        volume.check("EPUB/article-1.xhtml", &[sign, note]);
    }
}

#[test]
fn videos_and_frames_become_links() {
    let volume = volume(
        "<title>x</title><p>a<p><video src=v.mp4></video><p><iframe title=Film
         src=https://www.youtube.com/embed/x></iframe><p>b",
    );
    volume.check(
        "EPUB/article-1.xhtml",
        &[
            "<a href=\"https://example.org/a/v.mp4\">https://example.org/a/v.mp4</a>",
            "href=\"https://www.youtube.com/watch?v=x\"",
            ">Film</a>",
        ],
    );
}
