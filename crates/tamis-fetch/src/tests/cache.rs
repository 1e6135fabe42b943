use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::server::{Server, reply};
use super::{assert_fails, client};
use crate::{Client, ClientConfig, FetchErrorKind, Response};

/// Starts a server with a page that it sends only if the request does not name its mark.
fn marked(header: &'static str, asks: &'static str) -> Server {
    Server::answering(move |head| {
        let asked = head.lines().any(|line| line.eq_ignore_ascii_case(asks));
        if asked {
            return reply("304 Not Modified", &[], "");
        }
        reply("200 OK", &[header, "Content-Type: text/html; charset=koi8-r"], "page")
    })
}

fn caching(folder: &Path) -> Client {
    client(ClientConfig::default().cache(folder))
}

fn is_known(client: &Client, server: &Server, path: &str) -> bool {
    let response = client.get(&server.url(path)).unwrap();
    let Response { status, charset, body, cache_error, .. } = response;
    assert_eq!((status, body, cache_error), (200, b"page".to_vec(), None));
    assert_eq!(charset.as_deref(), Some("koi8-r"));
    response.from_cache
}

#[test]
fn pages_with_a_mark_are_sent_once() {
    for (header, asks) in [
        ("ETag: W/\"a b\"", "If-None-Match: W/\"a b\""),
        (
            "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT",
            "If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT",
        ),
    ] {
        let server = marked(header, asks);
        let folder = TempDir::new().unwrap();
        let inner = folder.path().join("a/b");
        assert!(!is_known(&caching(&inner), &server, "/#one"));
        assert!(is_known(&caching(&inner), &server, "/#two"), "{header}");
        assert!(!is_known(&caching(&inner), &server, "/other"));
        let spanish = ClientConfig::default().cache(&inner).header("Accept-Language", "es");
        assert!(!is_known(&client(spanish), &server, "/"), "other headers, other pages");
        assert!(!is_known(&client(ClientConfig::default()), &server, "/"), "no cache by default");
        let small = client(ClientConfig::default().cache(&inner).max_body_bytes(3));
        assert_fails(small.get(&server.url("/")), FetchErrorKind::TooLarge, "limit of 3 bytes");
    }
}

#[test]
fn pages_without_a_mark_are_not_kept() {
    for header in
        ["X: y", "ETag: \"a\"\r\nCache-Control: private, No-Store", "ETag: \"a\"\r\nVary: *"]
    {
        let server = marked(header, "If-None-Match: \"a\"");
        let folder = TempDir::new().unwrap();
        assert!(!is_known(&caching(folder.path()), &server, "/"));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{header}");
    }
}

#[test]
fn a_changed_page_replaces_the_known_one() {
    let server = Server::answering(|head| {
        let is_known = head.to_lowercase().contains("if-none-match: \"1\"");
        let (mark, body) = if is_known { ("ETag: \"2\"", "new") } else { ("ETag: \"1\"", "old") };
        reply("200 OK", &[mark], body)
    });
    let folder = TempDir::new().unwrap();
    let client = caching(folder.path());
    assert_eq!(client.get(&server.url("/")).unwrap().body, b"old");
    let changed = client.get(&server.url("/")).unwrap();
    assert_eq!((changed.body.as_slice(), changed.from_cache), (b"new".as_slice(), false));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn damaged_files_are_not_used() {
    let server = marked("ETag: \"a\"", "If-None-Match: \"a\"");
    let folder = TempDir::new().unwrap();
    let client = caching(folder.path());
    assert!(!is_known(&client, &server, "/"));
    let file = fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
    let whole = fs::read(&file).unwrap();
    for damaged in [&whole[..whole.len() - 1], &whole[..30], b"", b"tamis-fetch cache 9\n\n"] {
        fs::write(&file, damaged).unwrap();
        assert!(!is_known(&client, &server, "/"));
        assert!(is_known(&client, &server, "/"));
    }
}

#[test]
fn a_page_that_cannot_be_kept_is_still_returned() {
    let server = marked("ETag: \"a\"", "If-None-Match: \"a\"");
    let folder = TempDir::new().unwrap();
    let client = caching(&folder.path().join("gone"));
    fs::remove_dir(folder.path().join("gone")).unwrap();
    let response = client.get(&server.url("/")).unwrap();
    assert_eq!(response.body, b"page");
    assert!(response.cache_error.is_some());
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let error = Client::new(ClientConfig::default().cache(&file)).unwrap_err();
    assert_eq!(error.kind(), FetchErrorKind::InvalidConfig);
}

#[test]
fn the_caller_s_own_conditions_are_left_alone() {
    let server = marked("ETag: \"a\"", "If-None-Match: \"a\"");
    let folder = TempDir::new().unwrap();
    let own = ClientConfig::default().cache(folder.path()).header("If-None-Match", "\"a\"");
    assert_fails(client(own).get(&server.url("/")), FetchErrorKind::Http(304), "304");
}
