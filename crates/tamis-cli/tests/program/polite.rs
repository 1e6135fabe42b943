//! Many pages on the web: delays, retries and the order of rows.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use serde_json::Value;

use crate::harness::{Folder, GOOD, article, gzip, tamis, tamis_reading};
use crate::server::{Server, page, reply};

/// The times at which requests came, on the server's own clock.
type Times = Arc<Mutex<Vec<Instant>>>;

fn polite(options: &[&str], list: &str) -> crate::harness::Outcome {
    let common = ["--format=jsonl", "--allow-private", "--files-from=-"];
    tamis_reading(&[&common, options].concat(), list.as_bytes())
}

/// The headers of a page.
const HTML: &str = "Content-Type: text/html; charset=utf-8\r\n";

/// The kinds of answers of the server of the crawl.
const KINDS: usize = 14;

/// The answer to a request for a page of the crawl. `asked` is how often it was asked before.
fn answer(number: usize, asked: usize, head: &str) -> Vec<u8> {
    let html = article(number);
    let html = html.as_bytes();
    let coded = |coding: &str, body: &[u8]| {
        reply("200 OK", &format!("{HTML}Content-Encoding: {coding}\r\n"), body)
    };
    match number % KINDS {
        0 => reply("301 Moved", &format!("Location: /end/{number}\r\n"), b""),
        1 => reply("404 Not Found", "", b"<p>gone"),
        2 => reply("500 Broken", "", b"<p>broken"),
        3 => coded("gzip", &gzip(html)),
        4 => reply("200 OK", "Content-Type: text/html; charset=koi8-r\r\n", html),
        5 => reply("200 OK", "Content-Type: application/pdf\r\n", b"%PDF-1.7"),
        6 => coded("br", b"no brotli"),
        7 => coded("br", &brotli(html)),
        8 => coded("zstd", &compress_to_vec(html, CompressionLevel::Fastest)),
        9 if asked == 0 => reply("429 Too Many Requests", "Retry-After: 0\r\n", b""),
        10 => coded("gzip", &gzip(&vec![b' '; 1 << 20])),
        11 => {
            let mut cut = reply("200 OK", HTML, html);
            cut.truncate(cut.len() - 9);
            cut
        }
        12 if head.to_lowercase().contains("if-none-match: \"1\"") => {
            reply("304 Not Modified", "", b"")
        }
        12 => reply("200 OK", &format!("{HTML}ETag: \"1\"\r\n"), html),
        _ => {
            thread::sleep(Duration::from_millis(20));
            reply("200 OK", HTML, html)
        }
    }
}

/// The status of the row of a page of the crawl, and whether it has text.
fn expected(number: usize) -> (Value, bool) {
    match number % KINDS {
        1 => (404.into(), false),
        2 => (500.into(), false),
        5 => (200.into(), false),
        6 | 10 | 11 => (Value::Null, false),
        _ => (200.into(), true),
    }
}

/// A brotli stream (RFC 7932) with one part, which is not compressed.
fn brotli(bytes: &[u8]) -> Vec<u8> {
    let head = ((bytes.len() - 1) << 4 | 1 << 20) as u32;
    [&head.to_le_bytes()[..3], bytes, &[3]].concat()
}

/// A server of the pages of the crawl, which notes when they are asked for.
fn crawled(times: &Times) -> Server {
    let (times, asked) = (Arc::clone(times), Mutex::new(HashMap::new()));
    Server::answering(move |head| {
        let path = head.split(' ').nth(1).unwrap();
        if path == "/robots.txt" {
            return page("User-agent: *\nDisallow: /private/");
        }
        times.lock().unwrap().push(Instant::now());
        if let Some(number) = path.strip_prefix("/end/") {
            return page(&article(number.parse().unwrap()));
        }
        let number = path[1..].parse().unwrap();
        let before = std::mem::replace(asked.lock().unwrap().entry(number).or_insert(0), 1);
        answer(number, before, head)
    })
}

#[test]
fn a_crawl_of_200_pages() {
    const DELAY: Duration = Duration::from_millis(4);
    let times = Times::default();
    let server = crawled(&times);
    let mut urls: Vec<_> = (0..200).map(|number| server.url(&format!("/{number}"))).collect();
    urls.push(server.url("/private/200"));
    let folder = Folder::new(&[]);
    let cache = folder.path("cache");
    let crawl = || {
        let options = ["--delay=0.004", "--retries=1", "--jobs=8", "--max-bytes=100000"];
        polite(&[&options[..], &["--robots", "--cache", &cache]].concat(), &urls.join("\n"))
    };
    let begin = Instant::now();
    let outcome = crawl();
    assert_eq!(outcome.status, 2, "some pages fail");
    assert_eq!(outcome.column("source"), urls);
    let rows = outcome.rows();
    for (number, row) in rows[..200].iter().enumerate() {
        let (status, is_good) = expected(number);
        assert_eq!(row["status"], status, "{row}");
        let text = format!("Page {number}. {GOOD}");
        assert_eq!(row["text"] == text, is_good, "{row}");
        assert_eq!(row["error"].is_null(), is_good, "{row}");
    }
    assert!(rows[200]["error"].as_str().unwrap().contains("robots.txt"), "{}", rows[200]);
    let mut times = times.lock().unwrap().clone();
    // 15 redirects, 14 pages that were busy, and 14 that were cut.
    assert_eq!(times.len(), 200 + 15 + 14 + 14);
    times.sort();
    // The server notes a request after it begins, so none can seem to come too early.
    for (number, time) in (0..).zip(times) {
        assert!(time - begin >= number * DELAY, "request {number} after {:?}", time - begin);
    }
    // Again, with the pages that have not changed from the cache.
    assert_eq!(crawl().stdout, outcome.stdout);
    let conditions = server.requests().to_lowercase().matches("if-none-match").count();
    assert_eq!(conditions, (0..200).filter(|number| number % KINDS == 12).count());
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
