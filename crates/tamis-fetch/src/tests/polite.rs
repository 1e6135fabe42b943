use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::server::{Server, page, redirect, reply};
use super::{assert_fails, client};
use crate::{ClientConfig, FetchErrorKind};

const DELAY: Duration = Duration::from_millis(60);

/// Starts a server that answers with the path and notes when each request came.
fn timed(times: &'static Mutex<Vec<Instant>>) -> Server {
    Server::with(move |path| {
        times.lock().unwrap().push(Instant::now());
        match path.strip_prefix("/to") {
            Some(next) => redirect(next),
            None => page(path),
        }
    })
}

#[test]
fn there_is_a_delay_between_requests_of_all_threads_and_for_redirects() {
    static TIMES: Mutex<Vec<Instant>> = Mutex::new(Vec::new());
    let server = timed(&TIMES);
    let client = client(ClientConfig::default().delay(DELAY));
    let begin = Instant::now();
    thread::scope(|scope| {
        for thread in 0..4 {
            let url = server.url(&format!("/to/{thread}"));
            let client = client.clone();
            scope.spawn(move || client.get(&url).unwrap());
        }
    });
    let mut times = TIMES.lock().unwrap().clone();
    assert_eq!(times.len(), 8);
    times.sort();
    // The server notes a request after it begins, so none can seem to come too early.
    for (number, time) in (0..).zip(times) {
        assert!(time - begin >= number * DELAY, "request {number} after {:?}", time - begin);
    }
}

#[test]
fn other_hosts_are_asked_at_once() {
    let server = Server::with(|path| page(path));
    let long = Duration::from_hours(1);
    let client = client(ClientConfig::default().delay(long));
    let port = server.address.port();
    for host in ["127.0.0.1", "localhost"] {
        assert_eq!(client.get(&format!("http://{host}:{port}/a")).unwrap().body, b"/a");
    }
    let error = crate::Client::new(ClientConfig::default().delay(25 * long)).unwrap_err();
    assert_eq!(error.kind(), FetchErrorKind::InvalidConfig);
}

#[test]
fn waits_do_not_count_for_the_time_limit() {
    let server = Server::with(|path| if path == "/" { redirect("/a") } else { page("") });
    let limit = Duration::from_millis(400);
    let client = client(ClientConfig::default().delay(limit).timeout(limit));
    assert_eq!(client.get(&server.url("/")).unwrap().redirects.len(), 1);
}

/// Starts a server that answers `failure` to the first `failures` requests.
fn failing(failures: usize, failure: Vec<u8>) -> Server {
    let count = AtomicUsize::new(0);
    Server::with(move |path| {
        if count.fetch_add(1, Ordering::Relaxed) < failures { failure.clone() } else { page(path) }
    })
}

#[test]
fn busy_servers_are_asked_again() {
    for (status, header) in [
        ("429 Too Many Requests", "Retry-After: 0"),
        ("503 Service Unavailable", "Retry-After: Sun, 06 Nov 1994 08:49:37 GMT"),
    ] {
        let server = failing(2, reply(status, &[header], ""));
        let repeating = |retries| client(ClientConfig::default().retries(retries));
        let kind = FetchErrorKind::Http(status[..3].parse().unwrap());
        assert_fails(repeating(0).get(&server.url("/")), kind, status);
        assert_eq!(repeating(1).get(&server.url("/a")).unwrap().body, b"/a");
        assert_eq!(server.requests().len(), 3);
    }
}

#[test]
fn retries_wait_as_long_as_the_server_asks() {
    let server = failing(1, reply("429 Slow Down", &["Retry-After: 1"], ""));
    let begin = Instant::now();
    let one = client(ClientConfig::default().retries(1));
    assert_eq!(one.get(&server.url("/")).unwrap().status, 200);
    assert!(begin.elapsed() >= Duration::from_secs(1));
}

#[test]
fn retries_end() {
    let server = failing(9, reply("503 Busy", &["Retry-After: 0"], ""));
    let three = client(ClientConfig::default().retries(3));
    assert_fails(three.get(&server.url("/")), FetchErrorKind::Http(503), "503");
    assert_eq!(server.requests().len(), 4);
    let server = failing(9, reply("503 Busy", &["Retry-After: 3600"], ""));
    let error = three.get(&server.url("/")).unwrap_err();
    assert_eq!(error.retry_after(), Some(Duration::from_hours(1)));
    assert_eq!(server.requests().len(), 1);
    let server = failing(9, reply("500 Broken", &[], ""));
    assert_fails(three.get(&server.url("/")), FetchErrorKind::Http(500), "500");
    assert_eq!(server.requests().len(), 1);
}

#[test]
fn a_lost_connection_is_made_again() {
    let server = failing(1, b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfive!".to_vec());
    let one = client(ClientConfig::default().retries(1));
    assert_eq!(one.get(&server.url("/a")).unwrap().body, b"/a");
}
