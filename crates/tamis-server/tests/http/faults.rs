//! What bad clients, bad sites and bad days do to a server, through real sockets.
//!
//! `crates/tamis-bench/service/faults.py` has more of them, with the limits of a server that is
//! started without options. It takes minutes, because slow clients are given their time.

use std::io::{ErrorKind, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier};
use std::time::{Duration, Instant};
use std::{fs, thread};

use tamis_run::drawing::{Drawer, Drawing, DrawnPage, Render};

use crate::running::{Answer, PAGE, Running, config, reply, site, site_of};

/// The longest that a test waits. A normal run takes a small part of it.
const LONGEST: Duration = Duration::from_mins(1);

/// Sends these bytes, and ends the client's side if asked to. Returns all that is answered.
fn raw(server: &Running, request: &str, then_close: bool) -> Answer {
    let mut stream = server.connect();
    stream.set_read_timeout(Some(LONGEST)).unwrap();
    // The server may have closed the connection before it took all.
    let _ = stream.write_all(request.as_bytes());
    if then_close {
        let _ = stream.shutdown(Shutdown::Write);
    }
    Answer::read(stream)
}

fn posted(headers: &str, body: &str) -> String {
    format!(
        "POST /v1/extract HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
         Content-Type: text/html\r\n{headers}\r\n\r\n{body}"
    )
}

/// Fails if the server does not answer the next page, or still works on another one.
fn check_well(server: &Running) {
    assert!(server.post("/v1/extract", "text/html", PAGE).body.contains("Bread needs flour"));
    let begin = Instant::now();
    while !server.get("/metrics").body.contains("tamis_requests_active 1\n") {
        assert!(begin.elapsed() < LONGEST, "a request stays open");
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn lengths_that_lie_are_refused() {
    let server = Running::start(config());
    for (headers, body, then_close, status) in [
        ("Content-Length: 100", "<p>short", true, 400),
        ("Content-Length: -1", PAGE, false, 400),
        ("Content-Length: 7\r\nContent-Length: 8", PAGE, false, 400),
        ("Content-Length: 1000000000000000000000000000000", "", false, 400),
        ("Content-Length: 1000000000000", "", false, 413),
        ("Transfer-Encoding: chunked", "zz\r\n<p>\r\n0\r\n\r\n", false, 400),
        ("Content-Encoding: gzip\r\nContent-Length: 3", "<p>", false, 415),
    ] {
        let answer = raw(&server, &posted(headers, body), then_close);
        // A client that has closed its side counts as gone, and may get no answer.
        let is_gone = then_close && answer.status == 0;
        assert!(answer.status == status || is_gone, "{headers}: {answer:?}");
    }
    // What comes after the length is another request, which this is not.
    let length = format!("Content-Length: {}", PAGE.len());
    let kept = posted(&length, PAGE).replace("Connection: close\r\n", "") + "rest\0\r\n\r\n";
    let answers = raw(&server, &kept, false);
    assert!(answers.status == 200 && answers.body.contains("flour"), "{answers:?}");
    assert!(answers.body.ends_with("\r\n\r\n") && answers.body.contains("HTTP/1.1 400"));
    check_well(&server);
}

#[test]
fn a_client_that_closes_its_side_counts_as_gone() {
    let server = Running::start(config());
    let length = format!("Content-Length: {}", PAGE.len());
    for _ in 0..20 {
        let answer = raw(&server, &posted(&length, PAGE), true);
        assert!(answer.status == 0 || answer.body.contains("flour"), "{answer:?}");
    }
    check_well(&server);
}

/// Asks for more than the system keeps for a client that reads nothing: 4 MB and a little.
#[test]
fn a_client_that_reads_nothing_is_cut() {
    let mut config = config();
    config.write_timeout = Duration::from_millis(100);
    let server = Running::start(config);
    let mut stream = server.connect();
    stream.set_write_timeout(Some(Duration::from_millis(50))).unwrap();
    let request = b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let begin = Instant::now();
    loop {
        match stream.write(request) {
            Ok(_) => {}
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            Err(_) => break,
        }
        assert!(begin.elapsed() < LONGEST, "the connection is kept for ever");
    }
    check_well(&server);
}

#[test]
fn bad_codings_of_sites_are_errors() {
    let mut config = config();
    config.extraction.limits.decompressed_bytes = 1 << 20;
    let server = Running::start(config);
    let coded = |bytes: Vec<u8>| {
        let headers = "Content-Type: text/html\r\nContent-Encoding: gzip\r\n";
        site_of(move |_| reply("200 OK", headers, &bytes))
    };
    let packed = |bytes: &[u8]| {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        packer.write_all(bytes).unwrap();
        packer.finish().unwrap()
    };
    let page = packed(PAGE.as_bytes());
    let cut = page[..page.len() / 2].to_vec();
    let bomb = packed(&vec![b'a'; 32 << 20]);
    assert!(bomb.len() < 100_000);
    for (bytes, code) in
        [(b"no gzip at all".to_vec(), "encoding"), (cut, "encoding"), (bomb, "too_large")]
    {
        let answer = server.get(&format!("/{}/", coded(bytes)));
        assert_eq!((answer.status, answer.code().as_str()), (502, code), "{answer:?}");
    }
    assert_eq!(server.get(&format!("/{}/", coded(page))).status, 200);
    check_well(&server);
}

/// Fails to draw in the worst way.
struct Failing;

impl Drawer for Failing {
    fn draw(&self, url: &str, _: &[u8], _: &str) -> Result<DrawnPage, String> {
        panic!("this drawer fails on {url}")
    }
}

#[test]
fn a_page_that_panics_costs_its_own_request() {
    let mut config = config();
    config.jobs = std::num::NonZeroUsize::MIN;
    let drawer = Arc::new(Failing);
    config.drawing = Some(Drawing { render: Render::Never, drawer, save: None });
    let server = Running::start(config);
    let url = site("200 OK", PAGE);
    for _ in 0..3 {
        let failed = server.get(&format!("/v1/extract?url={url}&render=always"));
        assert_eq!((failed.status, failed.code().as_str()), (500, "panicked"));
        check_well(&server);
    }
    let numbers = server.get("/metrics").body;
    assert!(numbers.contains("tamis_pages_total{outcome=\"panicked\"} 3\n"), "{numbers}");
}

#[test]
fn a_cache_that_cannot_be_written_costs_nothing_else() {
    let folder = std::env::temp_dir().join(format!("tamis-cache-{}", std::process::id()));
    let mut config = config();
    config.fetch = config.fetch.cache(&folder);
    let server = Running::start(config);
    let url =
        site_of(|_| reply("200 OK", "Content-Type: text/html\r\nETag: \"1\"\r\n", PAGE.as_bytes()));
    // A file takes the place of the folder, so that nothing can be written or read there. What a
    // full disk does is the same.
    fs::remove_dir_all(&folder).unwrap();
    fs::write(&folder, "").unwrap();
    for _ in 0..2 {
        let answer = server.get(&format!("/{url}/"));
        assert!(answer.status == 200 && answer.body.contains("flour"), "{answer:?}");
    }
    fs::remove_file(&folder).unwrap();
    check_well(&server);
}

/// Requests for pages that take a while are sent until the server ends. Each that was admitted has
/// asked the site, and has its whole answer.
#[test]
fn the_end_under_load_loses_no_admitted_request() {
    let server = Running::start(config());
    let asked = Arc::new(AtomicUsize::new(0));
    let seen = Arc::clone(&asked);
    let url = site_of(move |_| {
        seen.fetch_add(1, Ordering::SeqCst);
        reply("200 OK", "Content-Type: text/html\r\n", PAGE.as_bytes())
    });
    let address = server.address;
    let clients = (0..8).map(|_| {
        let url = url.clone();
        thread::spawn(move || {
            let mut whole = 0;
            // Refused once the server has ended.
            while let Ok(mut stream) = TcpStream::connect(address) {
                let head = format!("GET /{url}/ HTTP/1.1\r\nHost: localhost\r\nConnection: close");
                if write!(stream, "{head}\r\n\r\n").is_err() {
                    break;
                }
                let answer = Answer::read(stream);
                let length = answer.header("content-length").map(str::parse::<usize>);
                match (answer.status, length) {
                    (200, Some(Ok(length))) if answer.bytes.len() == length => whole += 1,
                    // It was connected, and not admitted any more.
                    (0, None) => break,
                    _ => panic!("{answer:?}"),
                }
            }
            whole
        })
    });
    let clients: Vec<_> = clients.collect();
    while asked.load(Ordering::SeqCst) < 40 {
        thread::sleep(Duration::from_millis(1));
    }
    assert!(server.end());
    let whole: usize = clients.into_iter().map(|client| client.join().unwrap()).sum();
    assert_eq!(whole, asked.load(Ordering::SeqCst));
}

/// Ten thousand connections, or as many as there can be descriptors for, all open before the first
/// one asks for something.
#[test]
#[cfg(unix)]
#[ignore = "opens 20,000 descriptors and takes many seconds on a slow machine"]
fn ten_thousand_connections_are_answered() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    setrlimit(Resource::Nofile, limit).unwrap();
    // Both ends are of this process, and some are for everything else.
    let room = limit.current.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap());
    let count = 10_000.min(room.saturating_sub(200) / 2);
    assert!(count > 100, "there are {room} descriptors only");
    let mut config = config();
    config.max_connections = count;
    config.read_timeout = LONGEST;
    let server = Running::start(config);
    let threads = 8;
    let ready = Arc::new(Barrier::new(threads));
    let clients = (0..threads).map(|number| {
        let (address, ready) = (server.address, Arc::clone(&ready));
        let own = (number..count).step_by(threads).count();
        thread::spawn(move || {
            let mut streams: Vec<_> =
                (0..own).map(|_| TcpStream::connect(address).unwrap()).collect();
            ready.wait();
            for stream in &mut streams {
                let head = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close";
                write!(stream, "{head}\r\n\r\n").unwrap();
            }
            let answers = streams.into_iter().map(Answer::read);
            answers.filter(|answer| answer.status == 200 && answer.body == "ok\n").count()
        })
    });
    let clients: Vec<_> = clients.collect();
    let answered: usize = clients.into_iter().map(|client| client.join().unwrap()).sum();
    assert_eq!(answered, count);
    check_well(&server);
}
