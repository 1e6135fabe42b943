//! Tells HTML pages from other records.
//!
//! Most pages in archives are responses with the type `text/html`. Others are lost if nothing else
//! counts: servers send pages without a type, or as `application/octet-stream`, and browsers that
//! save a page, or programs that pack folders, write `resource` records, whose type is that of the
//! record. So a type that says nothing is replaced by what the crawler found
//! (`WARC-Identified-Payload-Type`, as Common Crawl writes it), or else by the first bytes.
//!
//! A type that says something is believed. For example, HTML that is sent as `text/plain` is shown
//! as its source, because somebody wanted to show the source.

use crate::coding::undone;
use crate::header::Header;
use crate::http::{HttpResponse, is_html, media_type};
use crate::record::RecordType;

/// Media types that say nothing about the content. Source: MIME Sniffing standard, 7, and what
/// servers send for files of unknown names.
const SAY_NOTHING: [&str; 4] =
    ["application/octet-stream", "application/unknown", "unknown/unknown", "*/*"];

/// Tags that a page begins with, in lower case. Source: MIME Sniffing standard, 7.1.
const FIRST_TAGS: [&[u8]; 17] = [
    b"<!doctype html",
    b"<html",
    b"<head",
    b"<script",
    b"<iframe",
    b"<h1",
    b"<div",
    b"<font",
    b"<table",
    b"<a",
    b"<style",
    b"<title",
    b"<b",
    b"<body",
    b"<br",
    b"<p",
    b"<!--",
];

/// Returns true if a record is an HTML page. `body` is its content, or the beginning of it.
pub(crate) fn is_page(
    header: &Header,
    http: Option<&HttpResponse>,
    body: &[u8],
    max_bytes: u64,
) -> bool {
    let stated = match RecordType::of(header) {
        RecordType::Response | RecordType::Resource => {
            media_type(http.map_or(header, HttpResponse::header))
        }
        _ => return false,
    };
    match stated.as_deref().filter(|of| !SAY_NOTHING.contains(of)) {
        Some(stated) => is_html(stated),
        None => match header.get("warc-identified-payload-type") {
            Some(found) => is_html(&found.to_ascii_lowercase()),
            // Most bodies have no coding, and are not copied.
            None if !http.is_some_and(HttpResponse::is_coded) => begins_like_html(body),
            None => undone(http, body.to_vec(), max_bytes)
                .is_ok_and(|payload| begins_like_html(&payload.bytes)),
        },
    }
}

/// Returns true if the bytes begin like a page: with the tag of one, also after a declaration of
/// XML.
fn begins_like_html(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    if let Some(declaration) = bytes.strip_prefix(b"<?xml") {
        let end = declaration.iter().position(|&byte| byte == b'>');
        let rest = end.map_or(&[][..], |end| declaration[end + 1..].trim_ascii_start());
        // Anything else may follow in other languages of XML.
        return FIRST_TAGS[..2].iter().any(|tag| begins_with(rest, tag));
    }
    FIRST_TAGS.iter().any(|tag| begins_with(bytes, tag))
}

/// Returns true if the bytes begin with this tag, in any case, and not with a longer one.
fn begins_with(bytes: &[u8], tag: &[u8]) -> bool {
    bytes.split_at_checked(tag.len()).is_some_and(|(begin, rest)| {
        let ends = |byte: &u8| *byte == b'>' || byte.is_ascii_whitespace();
        begin.eq_ignore_ascii_case(tag) && (tag == b"<!--" || rest.first().is_some_and(ends))
    })
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    /// Checks whether a record with these lines is a page. `http` is the header of a response.
    #[track_caller]
    fn check(lines: &str, http: Option<&str>, body: &[u8], expected: bool) {
        let header = Header::parse(format!("WARC/1.1\r\n{lines}").as_bytes());
        let http = http.map(|lines| {
            HttpResponse::new(Header::parse(format!("HTTP/1.1 200 OK\r\n{lines}").as_bytes()))
        });
        assert_eq!(is_page(&header, http.as_ref(), body, 1000), expected, "{lines}, {http:?}");
    }

    #[test]
    fn a_type_that_says_something_is_believed() {
        let response = "WARC-Type: response\r\nContent-Type: application/http";
        for (media_type, expected) in [
            ("text/html", true),
            ("Text/HTML; charset=x", true),
            ("application/xhtml+xml", true),
            ("text/plain", false),
            ("image/png", false),
        ] {
            let field = format!("Content-Type: {media_type}");
            check(response, Some(&field), b"<html>", expected);
            let resource = format!("WARC-Type: resource\r\n{field}");
            check(&resource, None, b"<html>", expected);
        }
        check("WARC-Type: resource\r\nContent-Type: text/html", None, b"", true);
        check("WARC-Type: metadata\r\nContent-Type: text/html", None, b"<html>", false);
        check("WARC-Type: conversion\r\nContent-Type: text/html", None, b"<html>", false);
        check("WARC-Type: response\r\nContent-Type: text/dns", None, b"<p>", false);
    }

    #[test]
    fn without_a_type_the_bytes_count() {
        let response = "WARC-Type: response\r\nContent-Type: application/http";
        for (body, expected) in [
            (&b"<!DOCTYPE html><p>"[..], true),
            (b"\xef\xbb\xbf\r\n <HTML lang=en>", true),
            (b"<!-- saved --><html>", true),
            (b"<?xml version='1.0'?>\n<!DOCTYPE html PUBLIC 'x'>", true),
            (b"<?xml version='1.0'?><p>", false),
            (b"<?xml version='1.0'?><rss>", false),
            (b"<bold>", false),
            (b"<p", false),
            (b"Text <html>", false),
            (b"\x89PNG", false),
            (b"", false),
        ] {
            for field in
                ["", "Content-Type: application/octet-stream", "Content-Type: unknown/unknown"]
            {
                check(response, Some(field), body, expected);
            }
            check("WARC-Type: resource", None, body, expected);
        }
    }

    #[test]
    fn the_crawler_may_have_found_the_type() {
        let lines =
            |found: &str| format!("WARC-Type: response\r\nWARC-Identified-Payload-Type: {found}");
        check(&lines("text/html"), Some(""), b"Text", true);
        check(&lines("application/pdf"), Some(""), b"<html>", false);
        check(&lines("text/html"), Some("Content-Type: text/css"), b"Text", false);
    }

    #[test]
    fn codings_are_undone_first() {
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(b"<html>").unwrap();
        let body = gzip.finish().unwrap();
        check("WARC-Type: response", Some("Content-Encoding: gzip"), &body, true);
        let chunked = Some("Transfer-Encoding: chunked");
        check("WARC-Type: response", chunked, b"6\r\n<html>\r\n0\r\n\r\n", true);
    }
}
