//! The engine Readability and its options.

use crate::harness::{Folder, GOOD, html, page, tamis, tamis_reading, text};

const READABILITY: &str = "--engine=readability";

/// An article with a link and an image, and a sidebar.
fn article() -> String {
    let paragraph = format!("<p>{GOOD}, and more, and more, and <a href=../more>more</a>.</p>");
    html(&format!(
        "<div class=sidebar><p>Beside it.</p></div>\
         <div id=main>{paragraph}<figure><img src=/a.png alt=Tree>\
         <figcaption>A tree</figcaption></figure>{paragraph}</div>"
    ))
}

#[test]
fn format_html_is_a_whole_page() {
    let folder = Folder::new(&[("page.html", article().as_bytes())]);
    let path = folder.path("page.html");
    let options = [READABILITY, "--format=html", "--url=https://example.com/a/b/c", &path];
    let outcome = tamis(&options);
    assert_eq!(outcome.status, 0, "{outcome:?}");
    let page = outcome.stdout;
    assert!(page.starts_with("<!DOCTYPE html>"), "{page}");
    assert!(page.contains("<title>A title</title>"), "{page}");
    assert!(page.contains(r#"src="https://example.com/a.png""#), "{page}");
    assert!(page.contains(r#"href="https://example.com/a/more""#), "{page}");
    assert!(page.contains("<figcaption>A tree</figcaption>"), "{page}");
    assert!(!page.contains("Beside it"), "{page}");
}

#[test]
fn fragment() {
    let outcome =
        tamis_reading(&[READABILITY, "--format=html", "--fragment"], article().as_bytes());
    assert!(!outcome.stdout.contains("<html"), "{outcome:?}");
    assert!(outcome.stdout.contains("<p>"), "{outcome:?}");
    for arguments in [&["--fragment"][..], &["--format=html", "--readerable"]] {
        let outcome = tamis_reading(arguments, article().as_bytes());
        assert_eq!((outcome.status, outcome.stdout.as_str()), (2, ""), "{arguments:?}");
    }
}

#[test]
fn format_html_of_several_pages_is_fragments() {
    let bytes = article();
    let folder = Folder::new(&[("1.html", bytes.as_bytes()), ("2.html", bytes.as_bytes())]);
    let whole = tamis(&[READABILITY, "--format=html", &folder.path("")]);
    assert_eq!(whole.status, 2);
    assert!(whole.stderr.contains("--fragment"), "{whole:?}");
    let fragments = tamis(&[READABILITY, "--format=html", "--fragment", &folder.path("")]);
    assert_eq!(fragments.stdout.matches("<figcaption>").count(), 2, "{fragments:?}");
}

#[test]
fn base_url() {
    let options = [READABILITY, "--format=html", "--base-url=https://example.org/x/"];
    let outcome = tamis_reading(&options, article().as_bytes());
    assert!(outcome.stdout.contains(r#"src="https://example.org/a.png""#), "{outcome:?}");
    let outcome = tamis_reading(&[READABILITY, "--base-url=nowhere"], b"");
    assert_eq!(outcome.status, 2, "{outcome:?}");
}

#[test]
fn readerable() {
    let long = html(&format!("<p>{}</p>", GOOD.repeat(4)));
    let yes = tamis_reading(&["--readerable"], long.as_bytes());
    assert_eq!((yes.status, yes.stdout.as_str()), (0, "yes\n"));
    let no = tamis_reading(&["--readerable"], html("<p>Short.").as_bytes());
    assert_eq!((no.status, no.stdout.as_str()), (1, "no\n"));
    for options in
        [["--readerable", "--min-score=200"], ["--readerable", "--min-content-length=9999"]]
    {
        assert_eq!(tamis_reading(&options, long.as_bytes()).stdout, "no\n", "{options:?}");
    }
    let rows = tamis_reading(&["--readerable", "--format=jsonl"], long.as_bytes());
    assert_eq!(rows.column("readerable"), [true]);
    let folder = Folder::new(&[("1.html", long.as_bytes()), ("2.html", b"<p>Short.")]);
    let several = tamis(&["--readerable", &folder.path("")]);
    assert_eq!(several.status, 0);
    let expected = format!("yes\t{}\nno\t{}\n", folder.path("1.html"), folder.path("2.html"));
    assert_eq!(several.stdout, expected);
}

#[test]
fn engine() {
    let page = page("news-harbour");
    let outcome = tamis(&[READABILITY, "--format=jsonl", &page]);
    assert_eq!(outcome.status, 0);
    assert_ne!(outcome.stdout, tamis(&["--format=jsonl", &page]).stdout);
}

#[test]
fn max_elements() {
    let outcome = tamis_reading(&[READABILITY, "--max-elements=3"], article().as_bytes());
    assert_eq!((outcome.status, outcome.stdout.as_str()), (1, ""));
    assert!(outcome.stderr.contains("elements"), "{outcome:?}");
    let all = tamis_reading(&[READABILITY, "--max-elements=100"], article().as_bytes());
    assert_eq!(all.status, 0);
}

#[test]
fn char_threshold() {
    let body = "\
        <div class=comment><p>A comment, long enough to be scored by it, and more of it.</div>\
        <div><p>A text, long enough to be scored by it, and even more.</div>";
    assert!(text(body, &[READABILITY]).contains("A comment"));
    assert!(!text(body, &[READABILITY, "--char-threshold=20"]).contains("A comment"));
}

#[test]
fn link_density_modifier() {
    let linky = format!("<div><div>{} <a href=/>{}</a></div></div>", &GOOD[..60], &GOOD[..40]);
    let body = format!("<div><p>{GOOD}</p><p>{GOOD}</p>{linky}<p>{GOOD}</p></div>");
    let kept = |options: &[&str]| text(&body, options).matches("It was the best").count();
    let modified = [READABILITY, "--link-density-modifier=0.9"];
    assert!(kept(&modified) > kept(&[READABILITY]));
    let outcome = tamis(&["--link-density-modifier=NaN", "-"]);
    assert_eq!(outcome.status, 2);
}

#[test]
fn disable_json_ld() {
    let data = r#"{"@context":"https://schema.org","@type":"Article","name":"Told in data"}"#;
    let page = format!(
        "<title>A title of some words</title>\
        <script type=application/ld+json>{data}</script><p>{}",
        GOOD.repeat(4)
    );
    let title = |options: &[&str]| tamis_reading(options, page.as_bytes()).column("title");
    assert_eq!(title(&[READABILITY, "--format=jsonl"]), ["Told in data"]);
    let disabled = [READABILITY, "--format=jsonl", "--disable-json-ld"];
    assert_eq!(title(&disabled), ["A title of some words"]);
}
