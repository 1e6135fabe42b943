//! Names, addresses and texts of strangers that would control the terminal.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::harness::{Folder, GOOD, Outcome, html, tamis, tamis_reading};

/// Sets the title of the window, clears the screen in two ways, and turns letters around.
const ORDERS: &str = "\u{1b}]0;owned\u{7}\u{1b}[2J\u{9b}2J\u{8}\u{7f}\u{202e}";

/// The same as it is shown.
const SHOWN: &str = "\\u{1b}]0;owned\\u{7}\\u{1b}[2J\\u{9b}2J\\u{8}\\u{7f}\\u{202e}";

#[track_caller]
fn check(outcome: &Outcome, text: &str) {
    assert!(text.contains(SHOWN), "{outcome:?}");
    let obeyed = text.chars().find(|&c| c.is_control() && c != '\n' || c == '\u{202e}');
    assert_eq!(obeyed, None, "{outcome:?}");
}

/// A WARC file with a page that has no content, at this address.
fn warc(address: &str) -> String {
    let page = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html><p>";
    format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:a>\r\nWARC-Date: 2020-01-01T00:00:00Z\
         \r\nWARC-Target-URI: {address}\r\nContent-Type: application/http; msgtype=response\r\n\
         Content-Length: {}\r\n\r\n{page}\r\n\r\n",
        page.len()
    )
}

#[test]
fn messages_show_what_a_terminal_would_obey() {
    let sitemap = format!(
        "<urlset><url><loc>http://a.test/{ORDERS}</loc></url><url><loc>{ORDERS}</loc></url></urlset>"
    );
    let archive = warc(&format!("http://a.test/{ORDERS}"));
    let key: Vec<String> = ORDERS.chars().map(|c| format!("\\u{:04x}", u32::from(c))).collect();
    let key = key.concat();
    let folder = Folder::new(&[
        ("sitemap.xml", sitemap.as_bytes()),
        ("a.warc", archive.as_bytes()),
        ("list.txt", format!("missing{ORDERS}\n").as_bytes()),
        ("urls.csv", format!("b.html,http://b.test/\na.html,{ORDERS}").as_bytes()),
        ("rules.toml", format!("[[rule]]\n\"{key}\" = 1").as_bytes()),
        ("sites/a.test.txt", format!("body: {ORDERS}\n{ORDERS}: x").as_bytes()),
        ("page.html", html(GOOD).as_bytes()),
    ]);
    let path = |name| folder.path(name);
    for args in [
        &["--sitemap", &path("sitemap.xml"), "--retries=0"][..],
        &[&path("a.warc")],
        &["--files-from", &path("list.txt")],
        &["--urls", &path("urls.csv"), &path("page.html")],
        &["--rules", &path("rules.toml"), &path("page.html")],
        &["--site-rules", &path("sites"), "--url=http://a.test/", &path("page.html")],
        &[&format!("--{ORDERS}")],
        &[&format!("missing{ORDERS}")],
        &["explain", &format!("missing{ORDERS}")],
        &["epub", &format!("missing{ORDERS}")],
        &["batch", &format!("missing{ORDERS}.warc"), "--output", &path("out")],
        &["justext", "-s", "English", &format!("missing{ORDERS}")],
    ] {
        let outcome = tamis(args);
        check(&outcome, &outcome.stderr);
    }
}

#[test]
fn reports_show_what_a_terminal_would_obey() {
    let body = format!("<title>{ORDERS}</title><article><p>{ORDERS}<p>{GOOD}<p>{GOOD}");
    let page = html(&body);
    for args in
        [&["explain", "-"][..], &["compare", "--engines=justext,readability,selectors", "-"]]
    {
        let outcome = tamis_reading(args, page.as_bytes());
        check(&outcome, &outcome.stdout);
    }
}

/// The text itself is data: in a file or a pipe it stays as it is.
#[test]
fn texts_are_not_changed_in_files() {
    let page = html(&format!("<p>{GOOD} \u{1b}[2J {GOOD}"));
    let outcome = tamis_reading(&[], page.as_bytes());
    assert!(outcome.stdout.contains("\u{1b}[2J"), "{outcome:?}");
}

#[test]
fn very_long_names_are_shortened() {
    let name = format!("https://a.test/{}", "é".repeat(1 << 19));
    let folder = Folder::new(&[("list.txt", name.as_bytes())]);
    let outcome = tamis(&["--files-from", &folder.path("list.txt")]);
    assert_eq!(outcome.status, 2);
    assert!(outcome.stderr.len() < 5000, "{}", outcome.stderr.len());
    assert!(outcome.stderr.contains("longer than 65534 bytes"), "{}", outcome.stderr);
}

/// Names of files in folders that are read come from strangers too.
#[cfg(unix)]
#[test]
fn names_of_files_are_shown() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join(format!("a{ORDERS}.html"));
    fs::write(&path, "<p>").unwrap();
    assert!(Path::new(&path).exists());
    let outcome = tamis(&[folder.path().to_str().unwrap()]);
    check(&outcome, &outcome.stderr);
}
