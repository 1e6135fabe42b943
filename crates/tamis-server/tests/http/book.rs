//! Pages as books.

use std::io::{Cursor, Read};

use serde_json::json;
use zip::ZipArchive;

use crate::running::{Answer, PAGE, Running, config, reply, site, site_of};

const EPUB: &str = "application/epub+zip";

/// A picture of one dot. Short ones are placeholders, so zeros that nobody reads come after it.
fn picture() -> String {
    let dot = "R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOwAA";
    format!("data:image/gif;base64,{dot}{}", "A".repeat(400))
}

/// Returns the files of a book, each with its text.
fn files(answer: &Answer) -> Vec<(String, String)> {
    assert_eq!((answer.status, answer.header("content-type")), (200, Some(EPUB)), "{answer:?}");
    let mut book = ZipArchive::new(Cursor::new(&answer.bytes)).unwrap();
    let mut files = Vec::new();
    for index in 0..book.len() {
        let mut file = book.by_index(index).unwrap();
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).unwrap();
        files.push((
            file.name().unwrap().into_owned(),
            String::from_utf8_lossy(&bytes).into_owned(),
        ));
    }
    assert_eq!(files[0], ("mimetype".to_owned(), EPUB.to_owned()));
    files
}

/// Returns the chapter of a book.
fn chapter(answer: &Answer) -> String {
    let mut files = files(answer).into_iter();
    files.find(|(name, _)| name.ends_with("article-1.xhtml")).unwrap().1
}

#[test]
fn a_page_becomes_a_book() {
    let server = Running::start(config());
    let url = site("200 OK", PAGE);
    let posted = format!("POST /v1/extract HTTP/1.1\r\nContent-Type: text/html\r\nAccept: {EPUB}");
    let by_path = format!("GET /{url} HTTP/1.1\r\nAccept: {EPUB}");
    for answer in [
        server.send(&posted, PAGE),
        server.send(&by_path, ""),
        server.get(&format!("/v1/extract?url={url}&format=epub")),
        server.json("/v1/extract", &json!({ "html": PAGE, "format": "epub" })),
    ] {
        let chapter = chapter(&answer);
        assert!(chapter.contains("Bread needs flour") && !chapter.contains("Home"), "{chapter}");
        assert_eq!(answer.header("x-tamis-title"), Some("Bread"));
        assert_eq!(answer.header("x-tamis-warnings"), None);
        let disposition = "attachment; filename=\"Bread.epub\"; filename*=UTF-8''Bread.epub";
        assert_eq!(answer.header("content-disposition"), Some(disposition));
        assert!(answer.header("x-markdown-tokens").unwrap().parse::<usize>().unwrap() > 20);
    }
}

#[test]
fn pictures_are_those_of_the_page_itself() {
    let (ask, asked) = std::sync::mpsc::channel();
    let root = site_of(move |path| {
        ask.send(path.to_owned()).unwrap();
        let images = [picture(), "/far.png".to_owned()];
        let images = images.map(|of| format!("<figure><img src={of} alt='A loaf'></figure>"));
        let page = PAGE.replace("<p>The dough", &format!("{}<p>The dough", images.concat()));
        reply("200 OK", "Content-Type: text/html\r\n", page.as_bytes())
    });
    let server = Running::start(config());
    let book = server.get(&format!("/v1/extract?url={root}/bread&format=epub"));
    let names = files(&book).into_iter().map(|(name, _)| name);
    let pictures = names.filter(|name| name.contains(".gif")).count();
    assert_eq!(pictures, 1);
    assert_eq!(book.header("x-tamis-warnings"), Some("1"));
    let text = chapter(&book);
    assert!(text.contains("<img ") && text.contains("<figure>A loaf</figure>"), "{text}");
    let without = server.get(&format!("/v1/extract?url={root}/bread&format=epub&images=false"));
    assert!(!chapter(&without).contains("<img "));
    // Nothing but the page was fetched.
    assert_eq!(asked.try_iter().collect::<Vec<_>>(), ["/bread", "/bread"]);
}

#[test]
fn what_is_no_book_is_told_as_in_other_formats() {
    let server = Running::start(config());
    let post = |query: &str, page: &str| {
        server.post(&format!("/v1/extract?format=epub{query}"), "text/html", page)
    };
    let empty = post("", "<title>Nothing</title>");
    assert_eq!((empty.status, empty.header("content-type")), (200, Some(EPUB)));
    assert!(empty.bytes.is_empty() && empty.header("x-tamis-outcome") != Some("found"));
    for (answer, status, code) in [
        (post("&selector=aside", PAGE), 422, "no_element"),
        (post("", "%PDF-1.7"), 422, "not_html"),
        (post("&token_budget=5", PAGE), 409, "token_budget"),
        (post("&max_chars=5", PAGE), 400, "bad_request"),
        (post("&fragment=true", PAGE), 400, "bad_request"),
        (server.post("/v1/explain?format=epub", "text/html", PAGE), 400, "bad_request"),
    ] {
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{answer:?}");
    }
}
