//! Pages on the web, served on this machine.

use std::sync::Barrier;
use std::time::{Duration, Instant};

use crate::harness::{GOOD, article, html, tamis, tamis_reading};
use crate::server::{Server, page, reply};

/// Runs with private addresses allowed, and returns the only row.
fn row(url: &str, options: &[&str]) -> serde_json::Value {
    let args = [&["--format=jsonl", "--allow-private", "--delay=0.01", url], options].concat();
    tamis(&args).rows().remove(0)
}

#[test]
fn pages_come_with_address_and_status() {
    let server = Server::start(|path| match path {
        "/old" => reply("301 Moved", "Location: /new\r\n", b""),
        _ => page(&article(7)),
    });
    let row = row(&server.url("/old"), &[]);
    assert_eq!(row["source"], server.url("/old"));
    assert_eq!(row["url"], server.url("/new"));
    assert_eq!(row["status"], 200);
    assert_eq!(row["text"], format!("Page 7. {GOOD}"));
}

#[test]
fn private_addresses_are_refused_unless_allowed() {
    let server = Server::start(|_| page(&article(1)));
    let url = server.url("/");
    let outcome = tamis(&[&url]);
    assert_eq!(outcome.status, 2);
    let reason = "cannot fetch it: the address 127.0.0.1 is loopback, not public \
         (--allow-private allows it)";
    assert_eq!(outcome.stderr, format!("tamis: {url}: {reason}\n"));
    assert_eq!(server.requests(), "");
    assert_eq!(tamis(&["--allow-private", &url]).status, 0);
}

#[test]
fn the_header_overrides_the_declared_charset() {
    let server = Server::start(|_| {
        let body = b"<meta charset=koi8-r><title>\xe9</title><p>Hello";
        reply("200 OK", "Content-Type: text/html; charset=latin1\r\n", body)
    });
    let row = row(&server.url("/"), &[]);
    assert_eq!((&row["title"], &row["encoding"]), (&"é".into(), &"windows-1252".into()));
}

#[test]
fn an_answer_that_is_no_page_is_an_error() {
    let server = Server::start(|path| match path {
        "/pdf" => reply("200 OK", "Content-Type: application/pdf\r\n", b"%PDF-1.7"),
        _ => reply("404 Not Found", "Content-Type: text/html\r\n", b"<p>Not here"),
    });
    let missing = row(&server.url("/missing"), &[]);
    assert_eq!(missing["status"], 404);
    assert!(missing["error"].as_str().unwrap().contains("404"), "{missing}");
    assert_eq!(row(&server.url("/pdf"), &[])["error"], "this is a PDF document, not HTML");
}

#[test]
fn user_agent_and_headers_are_sent() {
    let server = Server::start(|_| page(&article(1)));
    row(&server.url("/"), &["--user-agent=probe/1", "--header=X-One: 1", "-H", "X-Two:2"]);
    let requests = server.requests().to_lowercase();
    for line in ["user-agent: probe/1\r\n", "x-one: 1\r\n", "x-two: 2\r\n"] {
        assert!(requests.contains(line), "{line} in {requests}");
    }
}

#[test]
fn a_slow_server_exceeds_the_timeout() {
    let server = Server::start(|_| Vec::new());
    let begin = Instant::now();
    let row = row(&server.url("/"), &["--timeout", "0.3"]);
    assert!(row["error"].as_str().unwrap().contains("300ms"), "{row}");
    assert!(begin.elapsed() < Duration::from_secs(20));
}

#[test]
fn redirects_are_limited() {
    let server = Server::start(|path| match path {
        "/1" => reply("302 Found", "Location: /2\r\n", b""),
        _ => page(&article(1)),
    });
    assert_eq!(row(&server.url("/1"), &["--max-redirects", "1"])["status"], 200);
    let row = row(&server.url("/1"), &["--max-redirects", "0"]);
    assert!(row["error"].as_str().unwrap().contains("more than 0 redirects"), "{row}");
}

#[test]
fn a_proxy_is_used() {
    let proxy = Server::start(|_| page(&article(9)));
    let row = row("http://site.example/page", &["--proxy", &proxy.url("")]);
    assert_eq!(row["status"], 200, "{row}");
    assert!(proxy.requests().contains("site.example"), "{}", proxy.requests());
}

#[test]
fn a_body_over_the_limit_is_an_error() {
    let server = Server::start(|_| page(&article(1)));
    let row = row(&server.url("/"), &["--max-bytes", "100"]);
    assert!(row["error"].as_str().unwrap().contains("100"), "{row}");
}

#[test]
fn jobs_work_at_the_same_time() {
    // Answers only if two requests come at once.
    let both = Barrier::new(2);
    let server = Server::start(move |_| {
        both.wait();
        page(&article(1))
    });
    let (one, two) = (server.url("/1"), server.url("/2"));
    let outcome = tamis(&["--allow-private", "--delay=0", "--jobs=2", "--timeout=20", &one, &two]);
    assert_eq!(outcome.status, 0, "{outcome:?}");
    let outcome = tamis(&["--allow-private", "--delay=0", "--jobs=1", "--timeout=0.5", &one, &two]);
    assert_eq!(outcome.status, 2, "{outcome:?}");
}

#[test]
fn values_that_cannot_be_sent_end_the_run() {
    for args in [
        ["--header", "no colon"],
        ["--header", "Host: other"],
        ["--proxy", "nonsense"],
        ["--user-agent", "a\nb"],
    ] {
        let outcome = tamis_reading(&args, html(GOOD).as_bytes());
        assert_eq!(outcome.status, 2, "{args:?}");
        assert_eq!(outcome.stderr.lines().count(), 1, "{outcome:?}");
        assert!(outcome.stderr.starts_with("tamis: "), "{outcome:?}");
        assert_eq!(outcome.stdout, "");
    }
}
