//! WARC files.

use std::fs;

use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use serde_json::Value;

use crate::harness::{Folder, GOOD, Outcome, article, gzip, tamis, tamis_reading};

/// A record of this type with this content.
fn record(kind: &str, uri: &str, content: &[u8]) -> Vec<u8> {
    let head = format!(
        "WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:0>\r\n\
         WARC-Target-URI: {uri}\r\nContent-Type: application/http\r\nContent-Length: {}\r\n\r\n",
        content.len()
    );
    [head.as_bytes(), content, b"\r\n\r\n"].concat()
}

fn response(uri: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let head = format!("HTTP/1.1 200 OK\r\n{headers}\r\n");
    record("response", uri, &[head.as_bytes(), body].concat())
}

/// The record of a page with its number in text and address.
pub fn page(number: usize) -> Vec<u8> {
    page_of(&uri(number), article(number).as_bytes())
}

/// The record of a page in UTF-8.
pub fn page_of(uri: &str, html: &[u8]) -> Vec<u8> {
    response(uri, "Content-Type: text/html; charset=utf-8\r\n", html)
}

fn uri(number: usize) -> String {
    format!("https://site.example/{number}")
}

/// The rows of these records. They must be the same for a plain file and for one with a gzip member
/// or Zstandard frame per record.
fn rows(records: &[Vec<u8>]) -> Outcome {
    let members: Vec<Vec<u8>> = records.iter().map(|record| gzip(record)).collect();
    let zstd = |record: &Vec<u8>| compress_to_vec(record.as_slice(), CompressionLevel::Fastest);
    let frames: Vec<Vec<u8>> = records.iter().map(zstd).collect();
    let folder = Folder::new(&[
        ("a.warc", &records.concat()),
        ("a.warc.gz", &members.concat()),
        ("a.warc.zst", &frames.concat()),
    ]);
    let plain = tamis(&["--format=jsonl", "--jobs=2", &folder.path("a.warc")]);
    for name in ["a.warc.gz", "a.warc.zst"] {
        let packed = tamis(&["--format=jsonl", "--jobs=2", &folder.path(name)]);
        assert_eq!(packed.stdout.replace(name, "a.warc"), plain.stdout);
        assert_eq!(packed.status, plain.status);
    }
    plain
}

#[test]
fn html_responses_in_their_order() {
    let not_found = article(3);
    let outcome = rows(&[
        record("warcinfo", "", b"software: a test\r\n"),
        record("request", &uri(1), b"GET /1 HTTP/1.1\r\nHost: site.example\r\n\r\n"),
        page(1),
        response("https://site.example/a.png", "Content-Type: image/png\r\n", b"\x89PNG"),
        page(2),
        record("response", "dns:site.example", b"20260101 site.example. A 192.0.2.1"),
        record(
            "response",
            "<https://site.example/3>",
            format!(
                "HTTP/1.1 404 Not Found\r\ncontent-type: application/xhtml+xml\r\n\r\n{not_found}"
            )
            .as_bytes(),
        ),
        record("metadata", &uri(1), b"x: y"),
    ]);
    assert_eq!(outcome.status, 0, "{outcome:?}");
    assert_eq!(outcome.column("source"), [uri(1), uri(2), uri(3)]);
    assert_eq!(outcome.column("url"), [uri(1), uri(2), uri(3)]);
    assert_eq!(outcome.column("status"), [200, 200, 404]);
    let texts = [1, 2, 3].map(|number| format!("Page {number}. {GOOD}"));
    assert_eq!(outcome.column("text"), texts);
}

#[test]
fn the_http_header_names_charset_and_codings() {
    let html = "<title>Привет</title><p>Hello".as_bytes();
    let (koi8, _, _) = encoding_rs::KOI8_R.encode("<title>Привет</title><p>Hello");
    let packed = gzip(html);
    let mut chunks = format!("{:X}\r\n", packed.len()).into_bytes();
    chunks.extend([&packed[..], b"\r\n0\r\n\r\n"].concat());
    let outcome = rows(&[
        response(&uri(1), "Content-Type: text/html; charset=koi8-r\r\n", &koi8),
        response(
            &uri(2),
            "Content-Type: text/html\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n",
            &chunks,
        ),
        response(&uri(3), "Content-Type: text/html\r\nContent-Encoding: compress\r\n", b"\x1f\x9d"),
        response(&uri(4), "Content-Type: text/html\r\n", b"no tag"),
    ]);
    assert_eq!(outcome.column("title")[..2], ["Привет", "Привет"]);
    assert_eq!(outcome.column("encoding")[..2], ["KOI8-R", "UTF-8"]);
    assert_eq!(
        outcome.column("error")[2..],
        [
            "the content encoding `compress` is not supported",
            "this does not look like HTML: it has no tags"
        ]
    );
    assert_eq!(outcome.column("status"), [200, 200, 200, 200]);
    assert_eq!(outcome.status, 2);
}

#[test]
fn broken_records_do_not_end_the_file() {
    let without_length = b"WARC/1.0\r\nWARC-Type: response\r\n\
        WARC-Target-URI: https://site.example/2\r\n\r\n<p>\r\n\r\n";
    let outcome = rows(&[
        page(1),
        without_length.to_vec(),
        page(3),
        b"garbage between records\r\nand more of it\r\n\r\n".to_vec(),
        page(5),
    ]);
    assert_eq!(outcome.status, 2);
    let errors = outcome.column("error");
    assert_eq!(errors[1], "the record does not give its length (Content-Length)");
    assert_eq!(errors[3], "the bytes after the record are not a record");
    let sources = outcome.column("source");
    assert_eq!(
        [&sources[0], &sources[1], &sources[2], &sources[4]],
        [&uri(1), &uri(2), &uri(3), &uri(5)]
    );
    assert!(sources[3].as_str().unwrap().ends_with("a.warc"));
    assert_eq!(outcome.rows().len(), 5);
}

#[test]
fn a_wrong_length_loses_one_record() {
    let html = article(2);
    let mut long = page(2);
    let length = format!("Content-Length: {}", html.len());
    let text = String::from_utf8(long.clone()).unwrap();
    let own = text.lines().find(|line| line.starts_with("Content-Length")).unwrap().to_owned();
    assert_ne!(own, length);
    long = text.replace(&own, "Content-Length: 50").into_bytes();
    let folder = Folder::new(&[("a.warc", &[page(1), long, page(3)].concat())]);
    let outcome = tamis(&["--format=jsonl", &folder.path("a.warc")]);
    let texts = outcome.column("text");
    assert!(texts.contains(&Value::from(format!("Page 1. {GOOD}"))));
    assert!(texts.contains(&Value::from(format!("Page 3. {GOOD}"))), "{outcome:?}");
    assert_eq!(outcome.status, 2);
}

#[test]
fn a_broken_member_does_not_end_the_file() {
    let mut members: Vec<Vec<u8>> = (0..4).map(|number| gzip(&page(number))).collect();
    let middle = members[1].len() / 2;
    members[1][middle..].iter_mut().for_each(|byte| *byte = !*byte);
    members[2].truncate(80);
    let folder = Folder::new(&[("a.warc.gz", &members.concat())]);
    let outcome = tamis(&["--format=jsonl", &folder.path("a.warc.gz")]);
    let texts = outcome.column("text");
    assert_eq!(texts.first().unwrap(), &Value::from(format!("Page 0. {GOOD}")));
    assert_eq!(texts.last().unwrap(), &Value::from(format!("Page 3. {GOOD}")));
    assert!(outcome.stderr.lines().count() >= 1, "{outcome:?}");
    assert_eq!(outcome.status, 2);
}

#[test]
fn a_wrong_checksum_is_an_error() {
    let mut members: Vec<Vec<u8>> = (0..3).map(|number| gzip(&page(number))).collect();
    let end = members[1].len();
    members[1][end - 5] ^= 1;
    let folder = Folder::new(&[("a.warc.gz", &members.concat())]);
    let outcome = tamis(&["--format=jsonl", &folder.path("a.warc.gz")]);
    assert_eq!(outcome.column("status"), [200.into(), 200.into(), Value::Null, 200.into()]);
    let reason = "a.warc.gz: the archive is damaged: corrupt gzip";
    assert!(outcome.stderr.contains(reason), "{outcome:?}");
}

#[test]
fn a_file_that_is_cut_off_is_an_error() {
    let file = [page(1), page(2)].concat();
    let folder = Folder::new(&[
        ("a.warc", &file[..file.len() - 100]),
        ("b.warc", &file[..file.len() - 500]),
    ]);
    let outcome = tamis(&["--format=jsonl", &folder.path("a.warc")]);
    assert_eq!(outcome.column("error"), [Value::Null, "the archive ends within the record".into()]);
    let outcome = tamis(&["--format=jsonl", &folder.path("b.warc")]);
    assert_eq!(outcome.column("error").len(), 2);
}

#[test]
fn pages_over_the_limit_are_errors_and_the_others_come() {
    let big = response(&uri(1), "Content-Type: text/html\r\n", &vec![b'x'; 3 << 20]);
    let bomb = gzip(&vec![b' '; 3 << 20]);
    let packed = response(&uri(2), "Content-Type: text/html\r\nContent-Encoding: gzip\r\n", &bomb);
    let folder = Folder::new(&[("a.warc", &[big, packed, page(3)].concat())]);
    let outcome = tamis(&["--format=jsonl", "--max-bytes=1000000", &folder.path("a.warc")]);
    let too_large = "the page is larger than 1000000 bytes (--max-bytes sets the limit)";
    assert_eq!(outcome.column("error"), [too_large.into(), too_large.into(), Value::Null]);
    assert_eq!(outcome.column("source"), [uri(1), uri(2), uri(3)]);
}

/// A record without HTTP header, of this type and media type.
fn resource(uri: &str, media_type: &str, content: &[u8]) -> Vec<u8> {
    let with_type = String::from_utf8(record("resource", uri, content)).unwrap();
    with_type.replace("application/http", media_type).into_bytes()
}

#[test]
fn pages_whose_type_nobody_states() {
    let html = article(1);
    let html = html.as_bytes();
    let outcome = rows(&[
        response(&uri(1), "", html),
        response(&uri(2), "Content-Type: application/octet-stream\r\n", html),
        response(&uri(3), "Content-Type: text/plain\r\n", html),
        response(&uri(4), "", b"{\"a\": 1}"),
        resource(&uri(5), "text/html; charset=utf-8", html),
        resource(&uri(6), "application/octet-stream", html),
        resource(&uri(7), "image/svg+xml", b"<svg></svg>"),
        record("metadata", &uri(8), html),
    ]);
    assert_eq!(outcome.column("source"), [uri(1), uri(2), uri(5), uri(6)]);
    assert_eq!(outcome.column("error"), vec![Value::Null; 4]);
}

#[test]
fn archives_in_folders_and_on_standard_input() {
    let file = [page(1), page(2)].concat();
    let folder = Folder::new(&[("b.warc", &file), ("a.html", article(0).as_bytes())]);
    let outcome = tamis(&["--format=jsonl", &folder.path("")]);
    assert_eq!(outcome.column("source"), [folder.path("a.html"), uri(1), uri(2)]);
    for stdin in [&file, &gzip(&file)] {
        let outcome = tamis_reading(&["--format=jsonl", "-"], stdin);
        assert_eq!(outcome.column("source"), [uri(1), uri(2)]);
    }
}

#[test]
fn archives_without_pages_are_errors() {
    let folder = Folder::new(&[("a.warc", &record("warcinfo", "", b"x: y")), ("b.warc", b"")]);
    for name in ["a.warc", "b.warc"] {
        let outcome = tamis(&[&folder.path(name)]);
        assert_eq!(outcome.status, 2);
        assert!(outcome.stderr.ends_with("this WARC file has no HTML page\n"), "{outcome:?}");
    }
    assert_eq!(
        tamis(&["missing.warc.gz"]).stderr,
        "tamis: missing.warc.gz: there is no such file or folder\n"
    );
    fs::create_dir(folder.path("c.warc")).unwrap();
    assert_eq!(tamis(&[&folder.path("c.warc")]).status, 2);
}
