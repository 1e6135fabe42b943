//! The limits of a server: what is within each is answered, and what is beyond it is not.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tamis_fetch::ClientConfig;
use tamis_run::drawing::{Drawer, Drawing, DrawnPage, Render};

use crate::running::{Answer, PAGE, Running, config, reply, site_of};

/// The time in which a server that does not keep to a limit would have answered.
const MOMENT: Duration = Duration::from_millis(300);

/// The longest that a test waits. A normal run takes a small part of it.
const LONGEST: Duration = Duration::from_mins(1);

/// A site that answers each request after this time, and the number of requests so far.
fn slow_site(time: Duration) -> (String, Arc<AtomicUsize>) {
    let asked = Arc::new(AtomicUsize::new(0));
    let seen = Arc::clone(&asked);
    let url = site_of(move |_| {
        seen.fetch_add(1, Ordering::SeqCst);
        thread::sleep(time);
        reply("200 OK", "Content-Type: text/html\r\n", PAGE.as_bytes())
    });
    (url + "/", asked)
}

/// Waits until this is so.
#[track_caller]
fn wait_until(mut is_so: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < LONGEST, "waited in vain");
        thread::sleep(Duration::from_millis(5));
    }
}

/// Asks whether the server is well, on a connection that stays open if it is not to be closed.
fn ask(stream: &mut TcpStream, more: &str) {
    write!(stream, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n{more}\r\n").unwrap();
}

#[test]
fn connections_beyond_the_limit_wait_for_one_to_close() {
    let mut config = config();
    config.max_connections = 2;
    let server = Running::start(config);
    let mut held = [server.connect(), server.connect()];
    for stream in &mut held {
        ask(stream, "");
        assert!(stream.read(&mut [0; 512]).unwrap() > 0);
    }
    let mut third = server.connect();
    ask(&mut third, "Connection: close\r\n");
    third.set_read_timeout(Some(MOMENT)).unwrap();
    let early = third.read(&mut [0; 1]).map_err(|error| error.kind());
    assert!(matches!(early, Err(ErrorKind::WouldBlock | ErrorKind::TimedOut)), "{early:?}");
    drop(held);
    third.set_read_timeout(Some(LONGEST)).unwrap();
    assert_eq!(Answer::read(third).status, 200);
}

#[test]
fn headers_are_limited_in_number_and_length() {
    let server = Running::start(config());
    let status = |count: usize, length: usize| {
        let headers = format!("\r\nX-A: {}", "a".repeat(length)).repeat(count);
        server.send(&format!("GET /healthz HTTP/1.1{headers}"), "").status
    };
    assert_eq!((status(90, 1), status(1, 60_000)), (200, 200));
    assert_eq!(status(101, 1), 431);
    // The server closes without reading all of it, so the client may lose the answer.
    let long = status(1, 140_000);
    assert!([431, 0].contains(&long), "{long}");
}

#[test]
fn a_page_has_only_so_much_time() {
    let mut config = config();
    config.request_timeout = Duration::from_millis(200);
    let server = Running::start(config);
    let url = slow_site(Duration::from_secs(2)).0;
    // A request cannot have more time than the server gives.
    for headers in ["", "\r\nX-Timeout: 100", "\r\nX-Timeout: 0.1"] {
        let answer = server.send(&format!("GET /{url} HTTP/1.1{headers}"), "");
        assert_eq!((answer.status, answer.code()), (504, "timeout".into()), "{headers}");
    }
}

/// A request that is given up goes on asking its site, so there is no room for another one yet.
#[test]
fn a_request_that_is_given_up_counts_until_its_site_has_answered() {
    let mut config = config();
    config.jobs = NonZeroUsize::MIN;
    config.queue = 0;
    let server = Running::start(config);
    let url = slow_site(Duration::from_secs(1)).0;
    let given_up = server.send(&format!("GET /{url} HTTP/1.1\r\nX-Timeout: 0.1"), "");
    assert_eq!(given_up.status, 504);
    let next = server.post("/v1/extract", "text/html", PAGE);
    assert_eq!((next.status, next.code()), (503, "busy".into()));
    wait_until(|| server.get("/readyz").status == 200);
    assert_eq!(server.post("/v1/extract", "text/html", PAGE).status, 200);
}

/// The answer comes before the page is sent. A connection that is closed at once would lose it.
#[test]
fn a_refused_client_can_read_why_though_it_still_sends() {
    let mut config = config();
    config.jobs = NonZeroUsize::MIN;
    config.queue = 0;
    let server = Running::start(config);
    let mut slow = server.connect();
    write!(slow, "POST /v1/extract HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n")
        .unwrap();
    wait_until(|| server.get("/readyz").status == 503);
    let large = "x".repeat(8 << 20);
    for path in ["/v1/extract", "/v1/explain", "/v1/compare", "/v1/batch", "/v2/scrape"] {
        let refused = server.post(path, "text/html", &large);
        let expected = if path == "/v2/scrape" { 429 } else { 503 };
        assert_eq!(refused.status, expected, "{path}");
    }
}

/// The same for a body that is too large or has a coding.
#[test]
fn a_client_with_a_wrong_body_can_read_why_though_it_still_sends() {
    let mut config = config();
    config.max_body_bytes = 8 << 20;
    let server = Running::start(config);
    let large = "x".repeat(12 << 20);
    for path in ["/v1/extract", "/v1/explain", "/v1/compare", "/v2/scrape"] {
        assert_eq!(server.post(path, "text/html", &large).status, 413, "{path}");
    }
    let packed = "text/html\r\nContent-Encoding: gzip";
    assert_eq!(server.post("/v1/extract", packed, &large[..8 << 20]).status, 415);
}

/// Draws pages slowly, and counts them.
struct Slow(Arc<AtomicUsize>);

impl Drawer for Slow {
    fn draw(&self, url: &str, _: &[u8], _: &str) -> Result<DrawnPage, String> {
        self.0.fetch_add(1, Ordering::SeqCst);
        thread::sleep(MOMENT);
        let (html, url) = (PAGE.to_owned(), url.to_owned());
        Ok(DrawnPage { html, url, is_settled: true, ..DrawnPage::default() })
    }
}

#[test]
fn nothing_is_done_for_clients_that_have_gone() {
    let drawn = Arc::new(AtomicUsize::new(0));
    let mut config = config();
    config.jobs = NonZeroUsize::MIN;
    let drawer = Arc::new(Slow(Arc::clone(&drawn)));
    config.drawing = Some(Drawing { render: Render::Always, drawer, save: None });
    let server = Running::start(config);
    let (url, asked) = slow_site(Duration::ZERO);
    let mut clients = Vec::new();
    for _ in 0..5 {
        let mut stream = server.connect();
        write!(stream, "GET /{url} HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
        clients.push(stream);
        wait_until(|| drawn.load(Ordering::SeqCst) > 0);
    }
    wait_until(|| asked.load(Ordering::SeqCst) == 5);
    // They wait for the thread that draws the first page.
    drop(clients);
    wait_until(|| server.get("/metrics").body.contains("tamis_requests_active 1\n"));
    assert_eq!(server.get(&format!("/{url}")).status, 200);
    assert_eq!(drawn.load(Ordering::SeqCst), 2);
}

#[test]
fn bodies_without_a_length_are_limited_too() {
    let mut config = config();
    config.max_body_bytes = PAGE.len();
    let server = Running::start(config);
    for (more, status) in [("", 200), ("x", 413)] {
        let mut stream = server.connect();
        let head = "POST /v1/extract HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
                    Transfer-Encoding: chunked\r\n\r\n";
        let (half, rest) = PAGE.split_at(PAGE.len() / 2);
        let chunks = [half, &format!("{rest}{more}"), ""];
        let chunks = chunks.map(|chunk| format!("{:x}\r\n{chunk}\r\n", chunk.len()));
        // The server may have closed the connection before it took all.
        let _ = stream.write_all(format!("{head}{}", chunks.concat()).as_bytes());
        assert_eq!(Answer::read(stream).status, status);
    }
}

/// Returns the last line of an answer.
fn last(answer: &Answer) -> Value {
    serde_json::from_str(answer.body.lines().last().unwrap_or_default()).unwrap()
}

#[test]
fn lines_of_a_batch_are_limited_in_length_and_time() {
    let mut config = config();
    config.max_body_bytes = 1000;
    config.read_timeout = Duration::from_millis(200);
    let server = Running::start(config);
    let line = json!({ "html": PAGE }).to_string() + "\n";
    let long = format!("{line}{{\"html\": \"{}", "x".repeat(1000));
    let answer = server.post("/v1/batch", "application/x-ndjson", &long);
    assert!(answer.body.contains("Bread needs flour"), "{}", answer.body);
    assert_eq!(last(&answer)["error"]["code"], "body_too_large");
    let mut slow = server.connect();
    let head = "POST /v1/batch HTTP/1.1\r\nHost: localhost\r\nConnection: close";
    write!(slow, "{head}\r\nContent-Length: {}\r\n\r\n{line}", line.len() + 1).unwrap();
    slow.set_read_timeout(Some(LONGEST)).unwrap();
    let answer = Answer::read(slow);
    assert!(answer.body.contains("Bread needs flour"), "{}", answer.body);
    assert_eq!(last(&answer)["error"]["code"], "slow_body");
}

#[test]
fn requests_cannot_raise_the_limits_of_extraction() {
    let mut config = config();
    config.extraction.limits.nodes = 20;
    let mut more = config.extraction.clone();
    more.limits.nodes = 1 << 20;
    let server = Running::start(config);
    let html = PAGE.replace("<article>", &format!("<article>{}", "<i>a</i>".repeat(100)));
    for config in [Value::Null, json!(more)] {
        let row = json!({ "html": html, "format": "json", "config": config });
        let row = server.json("/v1/extract", &row).value();
        let warnings = row["warnings"].to_string();
        assert!(warnings.contains("nodes") && !row.to_string().contains("dough"), "{row}");
    }
}

#[test]
fn the_end_waits_for_admitted_requests_only_so_long() {
    let mut config = config();
    config.request_timeout = Duration::from_millis(100);
    config.drain_timeout = MOMENT;
    let server = Running::start(config);
    let mut silent = server.connect();
    // A batch is answered while it comes, and may take 15 s for each part.
    let head = "POST /v1/batch HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100";
    write!(silent, "{head}\r\n\r\n").unwrap();
    assert!(silent.read(&mut [0; 512]).unwrap() > 0);
    let begin = Instant::now();
    assert!(!server.end());
    assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
}

/// The site may be reached, and names another one that may not.
#[test]
fn redirects_to_private_names_are_refused() {
    let (inner, asked) = slow_site(Duration::ZERO);
    let port = inner.trim_end_matches('/').rsplit(':').next().unwrap().to_owned();
    for host in ["localhost", "127.0.0.1", "0x7f.1", "[::ffff:127.0.0.1]", "LOCALHOST"] {
        let location = format!("Location: http://{host}:{port}/\r\n");
        let outer = site_of(move |_| reply("302 Found", &location, b""));
        let mut config = config();
        let address = outer.trim_start_matches("http://").parse().unwrap();
        config.fetch = ClientConfig::default().retries(0).permit(address);
        let server = Running::start(config);
        for answer in [
            server.get(&format!("/{outer}/")),
            server.json("/v1/explain", &json!({ "url": outer })),
        ] {
            assert_eq!((answer.status, answer.code()), (403, "refused_address".into()), "{host}");
        }
    }
    assert_eq!(asked.load(Ordering::SeqCst), 0);
    let address = inner.trim_start_matches("http://").trim_end_matches('/').parse().unwrap();
    let mut config = config();
    config.fetch = ClientConfig::default().retries(0).permit(address);
    assert_eq!(Running::start(config).get(&format!("/{inner}")).status, 200);
    assert_eq!(asked.load(Ordering::SeqCst), 1);
}
