//! Pages that attack those who read them: with text that would run, with output much longer than
//! they are, and with work for those who decode them.

use std::fs;

use crate::harness::{Folder, GOOD, gzip, html, tamis};
use crate::server::{Server, reply};

/// A page with text that renderers of Markdown must not take for a tag, a link or a definition.
fn hostile_text() -> String {
    let tag = "&lt;img src=x onerror=fire()>";
    html(&format!(
        "<meta name=description content='<script>fire()</script>'>
         <article><p>{GOOD} <math><semantics><mi>x</mi><annotation encoding='application/x-tex'>{tag}
         </annotation></semantics></math> One.<p>https://example.com/\\{tag} {GOOD}
         <p>See<sup id=r1><a href=#n1>1</a></sup> {GOOD}
         <table><tr><th>Name<th>Value<tr><td><code>x\\|{tag}</code><td>y</table>
         <p>Two: {GOOD}<ol><li id=n1>javascript:fire() <a href=#r1>back</a></ol></article>"
    ))
}

#[test]
fn text_of_a_page_stays_text_in_markdown() {
    let folder = Folder::new(&[("page.html", hostile_text().as_bytes())]);
    let page = folder.path("page.html");
    for options in [&["-f=markdown", "--front-matter"][..], &["--chunks", "--max-chars=200"]] {
        let outcome = tamis(&[options, &[&page]].concat());
        let markdown = outcome.stdout.to_lowercase();
        // All of it is there, but no tag and no address begins with it.
        assert_eq!(markdown.matches("onerror").count(), 3, "{markdown}");
        assert!(markdown.contains("javascript:fire"), "{markdown}");
        for active in ["<img", "<script", "]: javascript", "](javascript"] {
            assert!(!markdown.contains(active), "{options:?}: {active} in {markdown}");
        }
    }
}

/// A page whose links are below a very long address.
fn long_links() -> String {
    let base = format!("<base href=https://example.com/{}/>", "a".repeat(4000));
    let link = |number: usize| format!("<a href={number}>more</a> ");
    let paragraph = |number: usize| {
        let links: Vec<_> = (number..number + 16).map(link).collect();
        format!("<p>{GOOD} {}</p>", links.concat())
    };
    let paragraphs: Vec<_> = (0..200).map(|number| paragraph(number * 16)).collect();
    html(&format!("{base}<article>{}", paragraphs.concat()))
}

#[test]
fn the_output_is_bounded_by_the_page() {
    let text = long_links();
    let folder = Folder::new(&[("page.html", text.as_bytes())]);
    let page = folder.path("page.html");
    let max_bytes = 20 * text.len() + (64 << 10);
    let warning =
        format!("the output would be much longer than the page: it was cut at {max_bytes} bytes");
    for options in [
        &["-f=markdown"][..],
        &["-f=markdown", "--links=references"],
        &["-f=html"],
        &["-f=xml"],
        &["-f=tei"],
        &["-f=json", "--with=markdown,html"],
        &["--chunks"],
        &["--chunks", "--max-chars=500"],
    ] {
        let outcome = tamis(&[options, &["--strategy=selectors", &page]].concat());
        assert_eq!(outcome.status, 0, "{options:?}");
        // The page around the content has a style.
        assert!(outcome.stdout.len() <= max_bytes + (8 << 10), "{options:?}");
        assert!(outcome.stdout.len() > text.len() / 2, "{options:?}: {}", outcome.stdout.len());
        assert!((outcome.stderr + &outcome.stdout).contains(&warning), "{options:?}");
    }
}

#[test]
fn spans_of_tables_do_not_multiply_the_output() {
    let row = "<tr><td colspan=1000 rowspan=65534>four<td>five";
    let table = format!("<table><tr><th>One<th>two{}</table>", row.repeat(200));
    let text = html(&format!("<article><p>{GOOD}{table}<p>{GOOD}</article>"));
    let folder = Folder::new(&[("page.html", text.as_bytes())]);
    let page = folder.path("page.html");
    let max_bytes = 20 * text.len() + (64 << 10);
    for format in ["text", "markdown", "html", "xml", "tei", "json"] {
        let outcome = tamis(&["--format", format, "--strategy=selectors", &page]);
        assert_eq!(outcome.status, 0, "{format}");
        assert_eq!(outcome.stdout.matches("five").count(), 200, "{format}");
        assert!(outcome.stdout.len() < max_bytes, "{format}: {}", outcome.stdout.len());
    }
}

#[test]
fn empty_members_of_gzip_are_counted() {
    let endless = gzip(b"").repeat(20_000);
    let folder = Folder::new(&[("page.html.gz", &endless)]);
    let reason = "more than 10000 gzip members";
    let outcome = tamis(&[&folder.path("page.html.gz")]);
    assert!(outcome.status == 2 && outcome.stderr.contains(reason), "{outcome:?}");
    let server = Server::start(move |_| {
        reply("200 OK", "Content-Type: text/html\r\nContent-Encoding: gzip\r\n", &endless)
    });
    let outcome = tamis(&["--allow-private", &server.url("/")]);
    assert!(outcome.status == 2 && outcome.stderr.contains(reason), "{outcome:?}");
}

/// A WebP image of 100,000,000 pixels in some 500 bytes, as an address.
fn image_bomb() -> String {
    // RIFF, WEBP, VP8L, the sign 0x2f, and 9999 twice in 14 bits each; the rest is 0.
    let head = "UklGRhACAABXRUJQVlA4TAQCAAAvD+fDCQ";
    format!("data:image/webp;base64,{head}{}", "A".repeat(716 - head.len()))
}

#[test]
fn a_small_image_of_many_pixels_is_left_out_of_a_book() {
    let text = html(&format!("<article><p>{GOOD}<img src='{}'><p>{GOOD}</article>", image_bomb()));
    let folder = Folder::new(&[("page.html", text.as_bytes())]);
    let outcome = tamis(&["epub", "-vv", "-o", &folder.path(""), &folder.path("page.html")]);
    assert_eq!(outcome.status, 0, "{outcome:?}");
    assert!(outcome.stderr.contains("it has 100000000 pixels"), "{outcome:?}");
    assert!(fs::metadata(folder.path("A title.epub")).unwrap().len() < 20_000);
}
