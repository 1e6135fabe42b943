//! The vectors of `testdata/xss` as Markdown: no reader of Markdown that keeps raw HTML finds
//! active content in it, whatever extensions it knows.

use pulldown_cmark::{Event, Options, Parser as CommonMark, Tag, TagEnd};
use tamis::dom::{Document, NodeId, Parser, name};
use tamis::engine::Verdict;
use tamis::render::{
    LinkStyle, MarkdownOptions, TableStyle, chunks, front_matter, markdown_piece, markdown_with,
};
use tamis::{Metadata, Page};
use tamis_testkit::xss::vectors;

use crate::read;

const TRIP: &str = "https://trip.example/x";

/// The extensions of different readers.
const READERS: [Options; 4] = [
    Options::empty(),
    Options::ENABLE_TABLES.union(Options::ENABLE_STRIKETHROUGH),
    Options::ENABLE_TABLES.union(Options::ENABLE_FOOTNOTES).union(Options::ENABLE_GFM),
    Options::ENABLE_MATH.union(Options::ENABLE_FOOTNOTES).union(Options::ENABLE_SUPERSCRIPT),
];

/// The Markdown of a whole page with different options.
fn markdown_of(html: &str) -> [String; 2] {
    let page = Page::measure(Parser::default().parse(html));
    let all = Verdict::everything("all", &page);
    let signs = MarkdownOptions::default().tables(TableStyle::Signs);
    let options = [MarkdownOptions::default(), signs.links(LinkStyle::Referenced).width(40)];
    options.map(|options| markdown_with(&page, &all, &options))
}

/// Returns what a reader takes for HTML and for addresses, as HTML.
fn active_parts(markdown: &str, options: Options) -> String {
    let mut html = String::new();
    let escaped =
        |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
    for event in CommonMark::new_ext(markdown, options) {
        match event {
            Event::Html(raw) | Event::InlineHtml(raw) => html.push_str(&raw),
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                html.extend(["<a href=\"", &escaped(&dest_url), "\">"]);
            }
            Event::End(TagEnd::Link | TagEnd::Image) => html.push_str("</a>"),
            Event::Text(text) | Event::Code(text) => html.push_str(&escaped(&text)),
            _ => {}
        }
    }
    html
}

/// Returns the handlers, scripts and addresses that run in a document.
fn active(document: &Document) -> Vec<String> {
    let attrs = document.all_attrs().iter();
    let attrs = attrs.map(|attr| (document.name_str(attr.name()), document.attr_value(attr)));
    let runs = |(attr, value): &(&str, &str)| {
        let value: String = value.chars().filter(|&char| char > ' ').collect();
        let value = value.to_ascii_lowercase();
        let is_script =
            ["javascript:", "vbscript:", "data:text"].iter().any(|of| value.starts_with(of));
        attr.starts_with("on") || matches!(*attr, "href" | "src") && is_script
    };
    let mut found: Vec<_> = attrs.filter(runs).map(|of| format!("{of:?}")).collect();
    let elements = document.elements(NodeId::DOCUMENT);
    let is_script = |id| document.is_html(id, name::SCRIPT) || document.is_html(id, name::STYLE);
    found.extend(elements.filter(|&id| is_script(id)).map(|id| document.outer_html(id)));
    found
}

/// The options of `comrak`: alone, as on GitHub, and with the extensions of notes and formulas.
fn comrak_options() -> [comrak::Options<'static>; 3] {
    let mut alone = comrak::Options::default();
    alone.render.r#unsafe = true;
    let mut github = alone.clone();
    let extension = &mut github.extension;
    (extension.table, extension.strikethrough, extension.autolink) = (true, true, true);
    (extension.footnotes, extension.tasklist, extension.alerts) = (true, true, true);
    let mut notes = alone.clone();
    let extension = &mut notes.extension;
    (extension.table, extension.footnotes, extension.inline_footnotes) = (true, true, true);
    (extension.math_dollars, extension.math_latex, extension.math_code) = (true, true, true);
    (extension.superscript, extension.subscript, extension.description_lists) = (true, true, true);
    extension.front_matter_delimiter = Some("---".to_owned());
    [alone, github, notes]
}

/// Checks that no reader finds anything active in Markdown.
#[track_caller]
pub fn check_inert(name: &str, markdown: &str) {
    let mut parser = Parser::default();
    for options in READERS {
        let html = active_parts(markdown, options);
        let found = active(&read(&mut parser, &html));
        assert!(found.is_empty(), "`{name}`: {found:?} by {options:?}\n{markdown}");
    }
    for (number, options) in comrak_options().iter().enumerate() {
        let html = comrak::markdown_to_html(markdown, options);
        let found = active(&read(&mut parser, &html));
        assert!(found.is_empty(), "`{name}`: {found:?} by comrak {number}\n{markdown}");
    }
}

#[test]
fn vectors_are_inert_as_markdown() {
    for vector in vectors().expect("the vectors are readable") {
        for markdown in markdown_of(&vector.html(TRIP)) {
            check_inert(&vector.name, &markdown);
        }
    }
}

#[test]
fn front_matter_is_inert_in_readers_without_it() {
    let values = [
        "<img src=x onerror=fire()>",
        "[x](javascript:fire())",
        "![x](javascript:fire())",
        "<javascript:fire()>",
        "\\<img src=x onerror=fire()>",
        "`<img src=x onerror=fire()>\\",
        "x\n<script>fire()</script>",
    ];
    for value in values {
        let escaped = value.replace('<', "&lt;");
        let html = format!("<title>{escaped}</title><meta name=description content='{escaped}'>");
        let page = Page::measure(Parser::default().parse(&html));
        let yaml = front_matter(&Metadata::of(&page));
        assert!(yaml.contains("title: "), "{value}");
        check_inert(value, &yaml);
    }
}

/// Code, HTML and escapes with what would run if a piece began or ended within them.
pub const CUT: [&str; 8] = [
    "<p>Use <code>&lt;img src=x onerror=fire()></code> and <code>`&lt;script>fire()</code>.",
    "<p>a \\&lt;img src=x onerror=fire()> and [x](javascript:fire()) &lt;script>fire()&lt;/script>",
    "<pre><code class=language-html>a\n&lt;script>fire()&lt;/script>\n\n&lt;img onerror=fire()>\n</pre>",
    "<ul><li>a<ul><li>b<p>c<pre>&lt;script>\nfire()\n&lt;/script>\n\n[x](javascript:fire())</pre></ul></ul>",
    "<blockquote><p>a<ol start=10><li>b<pre>&lt;img onerror=fire()>\n&lt;script>fire()&lt;/script></pre>",
    "<table><tr><th colspan=2>[x](javascript:fire())<tr><td>`a`<td>&lt;script>fire()&lt;/script>\
     <tr><td>b<td><code>&lt;script>fire()|&lt;/script></code></table>",
    "<table><tr><th>a<th>b<tr><td><code>&lt;img onerror=fire()></code><td>\
     <code>`` &lt;script>fire()&lt;/script></code><tr><td>c<td>d</table>",
    "<ol><li><pre>&lt;img onerror=fire()> an_image_that_runs_and_a_word_of_more_than_40_characters",
];

/// A piece of Markdown is as harmless as the whole, wherever it is cut.
#[test]
fn pieces_are_inert() {
    let vectors = vectors().expect("the vectors are readable");
    let vectors = vectors.iter().map(|vector| (vector.html(TRIP), 7));
    let cut = CUT.iter().map(|html| ((*html).to_owned(), 1));
    for (html, step) in cut.chain(vectors) {
        for markdown in markdown_of(&html) {
            let chars = markdown.chars().count();
            for cursor in (0..chars).step_by(step) {
                for max_chars in [1, 9, 40] {
                    let piece = markdown_piece(&markdown, cursor, max_chars);
                    check_inert(&html, &piece.text);
                }
            }
        }
    }
}

#[test]
fn chunks_are_inert() {
    for html in CUT {
        let page = Page::measure(Parser::default().parse(html));
        let all = Verdict::everything("all", &page);
        for max_chars in 1..60 {
            for chunk in chunks(&page, &all, &MarkdownOptions::default(), Some(max_chars)) {
                check_inert(html, &chunk.markdown);
            }
        }
    }
}
