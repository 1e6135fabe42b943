//! Pages in wrong, unknown and broken encodings.

use crate::harness::{GOOD, html, tamis, tamis_reading};
use crate::server::{Server, reply};

/// A text with many characters beyond ASCII, which every engine keeps.
fn accented() -> String {
    format!("Déjà vu à l’été: {GOOD} Tschüß, señor!")
}

/// The only row of this page.
fn row(page: &[u8], options: &[&str]) -> serde_json::Value {
    tamis_reading(&[&["--format=jsonl", "-"], options].concat(), page).rows().remove(0)
}

fn declaring(label: &str) -> String {
    html(&format!("<meta charset={label}><p>{}", accented()))
}

#[test]
fn utf8_is_read_whatever_page_and_header_claim() {
    let page = declaring("windows-1252");
    let found = row(page.as_bytes(), &[]);
    assert_eq!((&found["text"], &found["encoding"]), (&accented().into(), &"UTF-8".into()));
    let warning = "the page claims to be in windows-1252, but its bytes are in UTF-8";
    assert_eq!(found["warnings"][0], warning);
    let standard = row(page.as_bytes(), &["--encoding-rules=standard"]);
    assert_eq!(standard["encoding"], "windows-1252");
    assert!(standard["text"].as_str().unwrap().starts_with("DÃ©jÃ"), "{standard}");
    let server = Server::start(move |_| {
        reply("200 OK", "Content-Type: text/html; charset=koi8-r\r\n", page.as_bytes())
    });
    let url = server.url("/");
    let fetched = tamis(&["--format=jsonl", "--allow-private", &url]).rows().remove(0);
    assert_eq!((&fetched["text"], &fetched["encoding"]), (&accented().into(), &"UTF-8".into()));
}

#[test]
fn a_page_that_is_not_the_utf8_it_claims_is_detected() {
    let text = "Это основной текст страницы, он написан по-русски. ".repeat(8);
    let page = html(&format!("<meta charset=utf-8><p>{text}"));
    let bytes: Vec<u8> = page.chars().map(windows_1251).collect();
    let found = row(&bytes, &[]);
    assert_eq!((&found["text"], &found["encoding"]), (&text.trim().into(), &"windows-1251".into()));
    assert_eq!(row(&bytes, &["--encoding-rules=standard"])["encoding"], "UTF-8");
}

/// The byte of ASCII and of most Russian letters.
fn windows_1251(char: char) -> u8 {
    match char {
        'А'..='я' => (u32::from(char) - u32::from('А') + 0xc0) as u8,
        _ => u8::try_from(char).unwrap(),
    }
}

#[test]
fn mojibake_is_repaired_on_request() {
    let text = format!("It’s “déjà vu” – {GOOD}");
    let garbled: String = text.bytes().map(char::from).collect();
    let page = html(&format!("<p>{garbled}"));
    assert_eq!(row(page.as_bytes(), &["--fix-mojibake"])["text"], text);
    let warning = "the text had been read in the wrong encoding; it was repaired";
    assert_eq!(row(page.as_bytes(), &["--fix-mojibake"])["warnings"][0], warning);
    assert_ne!(row(page.as_bytes(), &[])["text"], text);
    let good = declaring("utf-8");
    let repaired = row(good.as_bytes(), &["--fix-mojibake"]);
    assert_eq!(repaired, row(good.as_bytes(), &[]));
}

#[test]
fn iso_2022_jp_without_a_declaration_is_read() {
    let sentence = b"\x1b$B$3$l$OF|K\\8l$NK\\J8$G$9!#\x1b(B ".repeat(20);
    let page = [b"<title>x</title><p>".as_slice(), &sentence].concat();
    let found = row(&page, &[]);
    assert_eq!(found["encoding"], "ISO-2022-JP");
    assert!(found["text"].as_str().unwrap().contains("これは日本語の本文です。"), "{found}");
}

#[test]
fn one_nul_does_not_make_a_page_binary() {
    let page = html(&format!("<p>\0{GOOD}"));
    assert_eq!(row(page.as_bytes(), &[])["error"], serde_json::Value::Null);
}

#[test]
fn the_rules_and_a_named_encoding_exclude_each_other() {
    let outcome = tamis(&["--encoding=latin1", "--encoding-rules=standard", "-"]);
    assert_eq!((outcome.status, outcome.stdout.as_str()), (2, ""));
}
