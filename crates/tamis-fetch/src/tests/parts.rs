//! Parts of files.

use std::io::Write;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::server::{Server, redirect, reply};
use super::{assert_fails, client};
use crate::{ClientConfig, FetchError, FetchErrorKind, Part};

const FILE: &[u8] = b"0123456789abcdefghij";

/// Returns the range that the head of a request asks for.
fn asked(head: &str) -> Option<Range<usize>> {
    let line = head.lines().find(|line| line.to_lowercase().starts_with("range:"))?;
    let (first, last) = line.split_once('=')?.1.split_once('-')?;
    Some(first.parse().ok()?..last.parse::<usize>().ok()? + 1)
}

/// Answers as a server that knows ranges.
fn partial(head: &str, tag: &str) -> Vec<u8> {
    let condition = head.lines().find_map(|line| line.strip_prefix("if-match: "));
    if condition.is_some_and(|condition| condition != tag) {
        return reply("412 Precondition Failed", &[], "");
    }
    let range = asked(head).unwrap();
    if range.start >= FILE.len() {
        let length = format!("Content-Range: bytes */{}", FILE.len());
        return reply("416 Range Not Satisfiable", &[&length], "");
    }
    let end = range.end.min(FILE.len());
    let sent = format!("Content-Range: bytes {}-{}/{}", range.start, end - 1, FILE.len());
    reply("206 Partial Content", &[&sent, &format!("ETag: {tag}")], &FILE[range.start..end])
}

fn get(server: &Server, range: Range<u64>, version: Option<&str>) -> Result<Part, FetchError> {
    client(ClientConfig::default().retries(2)).get_part(&server.url("/"), range, version)
}

#[test]
fn parts_are_those_that_were_asked_for() {
    let server = Server::answering(|head| partial(head, "\"1\""));
    let part = get(&server, 2..5, None).unwrap();
    assert_eq!((part.bytes.as_slice(), part.file_bytes), (b"234".as_slice(), 20));
    assert_eq!(part.version.as_deref(), Some("\"1\""));
    assert_eq!(get(&server, 18..30, Some("\"1\"")).unwrap().bytes, b"ij");
    let behind = get(&server, 20..30, None).unwrap();
    assert_eq!((behind.bytes.as_slice(), behind.file_bytes), (b"".as_slice(), 20));
    let heads = server.requests();
    assert!(heads[1].contains("range: bytes=18-29\r\n"), "{}", heads[1]);
    assert!(heads[1].contains("if-match: \"1\"\r\n"), "{}", heads[1]);
    assert_eq!(heads[0].matches("accept-encoding: identity\r\n").count(), 1, "{}", heads[0]);
    assert_eq!(heads[0].matches("accept-encoding").count(), 1, "{}", heads[0]);
}

#[test]
fn a_file_that_changes_is_an_error() {
    let server = Server::answering(|head| partial(head, "\"2\""));
    let outcome = get(&server, 0..5, Some("\"1\""));
    assert_fails(outcome, FetchErrorKind::Changed, "the file has changed while it was read");
    // Not every server looks at the condition.
    let server = Server::answering(|_| {
        let headers =
            ["Content-Range: bytes 0-4/20", "Last-Modified: Tue, 02 Jan 2024 00:00:00 GMT"];
        reply("206 Partial Content", &headers, "01234")
    });
    let part = get(&server, 0..5, None).unwrap();
    assert!(get(&server, 0..5, part.version.as_deref()).is_ok());
    assert!(server.requests()[1].contains("if-unmodified-since: Tue, 02 Jan 2024"));
    let outcome = get(&server, 0..5, Some("Mon, 01 Jan 2024 00:00:00 GMT"));
    assert_fails(outcome, FetchErrorKind::Changed, "the file has changed");
}

#[test]
fn other_bytes_are_an_error() {
    for (range, body) in [
        ("bytes 1-5/20", "12345"),
        ("bytes 0-3/20", "0123"),
        ("bytes 0-4/20", "0123"),
        ("x", "01234"),
    ] {
        let server = Server::answering(move |_| {
            reply("206 Partial Content", &[&format!("Content-Range: {range}")], body)
        });
        let outcome = get(&server, 0..5, None);
        assert_fails(outcome, FetchErrorKind::Range, "the server sent another part");
    }
    let server = Server::answering(|_| reply("206 Partial Content", &[], "01234"));
    assert_fails(get(&server, 0..5, None), FetchErrorKind::Range, "another part");
    let server = Server::answering(|_| reply("404 Not Found", &[], ""));
    assert_fails(get(&server, 0..5, None), FetchErrorKind::Http(404), "404");
}

#[test]
fn a_server_without_ranges_sends_short_files_whole() {
    let server = Server::answering(|_| reply("200 OK", &[], FILE));
    let part = get(&server, 0..20, None).unwrap();
    assert_eq!((part.bytes.as_slice(), part.file_bytes), (FILE, 20));
    for range in [0..19, 1..30] {
        let outcome = get(&server, range, None);
        assert_fails(outcome, FetchErrorKind::Range, "the server does not send parts of files");
    }
}

#[test]
fn a_lost_part_is_asked_for_again_a_few_times() {
    let tries = AtomicUsize::new(0);
    let server = Server::answering(move |head| {
        let whole = partial(head, "\"1\"");
        let is_lost = tries.fetch_add(1, Ordering::Relaxed) == 0;
        whole[..whole.len() - usize::from(is_lost)].to_vec()
    });
    assert_eq!(get(&server, 0..5, Some("\"1\"")).unwrap().bytes, b"01234");
    assert_eq!(server.requests().len(), 2);
    let server = Server::start(|_, stream| drop(stream.write_all(b"HTTP/1.1 206 Partial")));
    let config = ClientConfig::default().retries(1);
    let outcome = client(config).get_part(&server.url("/"), 0..5, None);
    assert!(outcome.is_err());
}

#[test]
fn the_guards_hold_for_parts() {
    let server = Server::answering(|head| partial(head, "\"1\""));
    let there = server.url("/file");
    let first = Server::answering(move |_| redirect(&there));
    assert_eq!(get(&first, 0..5, None).unwrap().bytes, b"01234");
    let guarded = crate::Client::new(ClientConfig::default()).unwrap();
    let outcome = guarded.get_part(&server.url("/"), 0..5, None);
    assert_fails(outcome, FetchErrorKind::RefusedAddress, "loopback");
    assert_eq!(server.requests().len(), 1);
}
