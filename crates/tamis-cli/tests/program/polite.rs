//! Many pages on the web: delays, retries and the order of rows.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::harness::{Folder, article, gzip, tamis, tamis_reading};
use crate::server::{Server, page, reply};

/// The times at which requests came, on the server's own clock.
type Times = Arc<Mutex<Vec<Instant>>>;

fn polite(options: &[&str], list: &str) -> crate::harness::Outcome {
    let common = ["--format=jsonl", "--allow-private", "--files-from=-"];
    tamis_reading(&[&common, options].concat(), list.as_bytes())
}

/// The answer of the server of the crawl, and the status of the row.
fn answer(number: usize) -> (Vec<u8>, Value) {
    let html = article(number);
    let html = html.as_bytes();
    let kind = "Content-Type: text/html; charset=utf-8\r\n";
    match number % 8 {
        0 => (reply("301 Moved", &format!("Location: /end/{number}\r\n"), b""), 200.into()),
        1 => (reply("404 Not Found", "", b"<p>gone"), 404.into()),
        2 => (reply("500 Broken", "", b"<p>broken"), 500.into()),
        3 => {
            (reply("200 OK", &format!("{kind}Content-Encoding: gzip\r\n"), &gzip(html)), 200.into())
        }
        4 => (reply("200 OK", "Content-Type: text/html; charset=koi8-r\r\n", html), 200.into()),
        5 => (reply("200 OK", "Content-Type: application/pdf\r\n", b"%PDF-1.7"), 200.into()),
        6 => {
            (reply("200 OK", &format!("{kind}Content-Encoding: br\r\n"), b"no brotli"), Value::Null)
        }
        _ => (reply("200 OK", kind, html), 200.into()),
    }
}

#[test]
fn a_crawl_of_200_pages() {
    const DELAY: Duration = Duration::from_millis(4);
    let times = Times::default();
    let noted = Arc::clone(&times);
    let server = Server::start(move |path| {
        noted.lock().unwrap().push(Instant::now());
        match path.strip_prefix("/end/") {
            Some(number) => page(&article(number.parse().unwrap())),
            None => answer(path[1..].parse().unwrap()).0,
        }
    });
    let urls: Vec<_> = (0..200).map(|number| server.url(&format!("/{number}"))).collect();
    let begin = Instant::now();
    let outcome = polite(&["--delay=0.004", "--jobs=8"], &urls.join("\n"));
    assert_eq!(outcome.status, 2, "some pages fail");
    assert_eq!(outcome.column("source"), urls);
    for (number, row) in outcome.rows().iter().enumerate() {
        assert_eq!(row["status"], answer(number).1, "{row}");
        let has_text =
            row["text"].as_str().is_some_and(|text| text.contains(&format!("Page {number}.")));
        assert_eq!(has_text, matches!(number % 8, 0 | 3 | 4 | 7), "{row}");
        assert_eq!(row["error"].is_null(), has_text, "{row}");
    }
    let mut times = times.lock().unwrap().clone();
    assert_eq!(times.len(), 225, "with 25 redirects");
    times.sort();
    // The server notes a request after it begins, so none can seem to come too early.
    for (number, time) in (0..).zip(times) {
        assert!(time - begin >= number * DELAY, "request {number} after {:?}", time - begin);
    }
}

#[test]
fn other_hosts_are_asked_while_one_waits() {
    let server = Server::start(|_| page(&article(1)));
    let other = server.url("/").replace("127.0.0.1", "localhost");
    let list = format!("{}\n{}\n{other}", server.url("/1"), server.url("/2"));
    polite(&["--delay=0.5", "--jobs=1"], &list);
    let requests = server.requests();
    let places: Vec<_> = ["GET /1 ", "host: localhost", "GET /2 "]
        .map(|part| requests.to_lowercase().find(&part.to_lowercase()).unwrap())
        .into();
    assert!(places.is_sorted(), "{requests}");
}

#[test]
fn the_robots_txt_is_obeyed_on_request() {
    let server = Server::start(|path| match path {
        "/robots.txt" => page("User-agent: *\nDisallow: /\n\nUser-agent: tamis\nDisallow: /2"),
        _ => page(&article(1)),
    });
    let list = format!("{}\n{}", server.url("/1"), server.url("/2"));
    let obedient = polite(&["--delay=0", "--robots"], &list);
    assert_eq!(obedient.column("status"), [200.into(), Value::Null]);
    let refused = "cannot fetch it: the robots.txt of the site does not allow it";
    assert_eq!(obedient.column("error")[1], refused);
    assert_eq!(server.requests().matches("/robots.txt ").count(), 1);
    let other = polite(&["--delay=0", "--robots", "--user-agent=other/1"], &list);
    assert_eq!(other.column("status"), [Value::Null, Value::Null]);
    assert_eq!(polite(&["--delay=0"], &list).column("status"), [200, 200]);
}

#[test]
fn pages_in_the_cache_are_not_sent_again() {
    let count = Arc::new(AtomicUsize::new(0));
    let seen = Arc::clone(&count);
    // The second answer is that nothing has changed.
    let server = Server::start(move |_| match seen.fetch_add(1, Ordering::Relaxed) {
        1 => reply("304 Not Modified", "", b""),
        _ => reply(
            "200 OK",
            "Content-Type: text/html; charset=utf-8\r\nETag: \"1\"\r\n",
            article(7).as_bytes(),
        ),
    });
    let folder = Folder::new(&[]);
    let run = |folder: &str| {
        tamis(&["--format=jsonl", "--allow-private", "--cache", folder, &server.url("/")])
    };
    let first = run(&folder.path("pages"));
    assert_eq!(run(&folder.path("pages")).stdout, first.stdout);
    assert!(first.stdout.contains("Page 7."), "{first:?}");
    assert_eq!(server.requests().to_lowercase().matches("if-none-match: \"1\"").count(), 1);
    let outcome = run(&page_file());
    assert_eq!((outcome.status, count.load(Ordering::Relaxed)), (2, 2));
    assert!(outcome.stderr.contains("cannot be made"), "{outcome:?}");
}

/// A file, which is no folder.
fn page_file() -> String {
    crate::harness::page("news-harbour")
}

#[test]
fn a_busy_server_is_asked_again() {
    let count = AtomicUsize::new(0);
    let server = Server::start(move |_| match count.fetch_add(1, Ordering::Relaxed) {
        0 => reply("429 Too Many Requests", "Retry-After: 0\r\n", b""),
        1 => reply("503 Busy", "Retry-After: 0\r\n", b""),
        _ => page(&article(1)),
    });
    let run = |retries| {
        let args = ["--format=jsonl", "--allow-private", "--delay=0", retries, &server.url("/")];
        tamis(&args).column("status")
    };
    assert_eq!(run("--retries=0"), [429]);
    assert_eq!(run("--retries=1"), [200]);
}
