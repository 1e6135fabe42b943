use std::io::Write;
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::write::GzEncoder;

use super::server::{Server, page, redirect, reply};
use super::{assert_fails, client, get};
use crate::{Client, ClientConfig, FetchErrorKind};

/// Enough time for a busy machine to notice that the limit of 300 ms has passed.
const PATIENCE: Duration = Duration::from_secs(5);

fn gzip_zeros(bytes: u64) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    std::io::copy(&mut std::io::Read::take(std::io::repeat(0), bytes), &mut encoder).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn gzip_is_decoded() {
    let packed = gzip_zeros(100_000);
    assert!(packed.len() < 1000);
    let server = Server::with(move |_| reply("200 OK", &["Content-Encoding: GZip"], &packed));
    assert_eq!(get(&server.url("/")).unwrap().body, vec![0; 100_000]);
}

#[test]
fn gzip_bomb_stops_at_the_limit() {
    let bomb = gzip_zeros(200 << 20);
    assert!(bomb.len() < 1 << 20);
    let server = Server::with(move |_| reply("200 OK", &["Content-Encoding: gzip"], &bomb));
    let outcome = client(ClientConfig::default().max_body_bytes(1_000_000)).get(&server.url("/"));
    assert_fails(outcome, FetchErrorKind::TooLarge, "larger than the limit of 1000000 bytes");
    assert_fails(get(&server.url("/")), FetchErrorKind::TooLarge, "the limit of 52428800 bytes");
}

#[test]
fn a_body_of_the_maximum_size_is_accepted_and_a_larger_one_is_not() {
    let server = Server::with(|path| match path {
        "/open" => {
            [b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".as_slice(), &[b'x'; 11]].concat()
        }
        length => page(vec![b'x'; length[1..].parse().unwrap()]),
    });
    let client = client(ClientConfig::default().max_body_bytes(10));
    assert_eq!(client.get(&server.url("/10")).unwrap().body.len(), 10);
    for path in ["/11", "/open"] {
        assert_fails(
            client.get(&server.url(path)),
            FetchErrorKind::TooLarge,
            "the limit of 10 bytes",
        );
    }
}

#[test]
fn a_declared_size_above_the_limit_is_refused_before_the_body_is_read() {
    let server = Server::start(|_, stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 99000000\r\n\r\n");
        thread::sleep(PATIENCE * 2);
    });
    let start = Instant::now();
    assert_fails(get(&server.url("/")), FetchErrorKind::TooLarge, "52428800");
    assert!(start.elapsed() < PATIENCE);
}

#[test]
fn unknown_and_invalid_compression_is_an_error() {
    let server = Server::with(|path| {
        let coding = format!("Content-Encoding: {}", &path[1..]);
        reply("200 OK", &[&coding], "<p>not packed</p>")
    });
    for coding in ["compress", "br,gzip"] {
        let outcome = get(&server.url(&format!("/{coding}")));
        assert_fails(outcome, FetchErrorKind::Encoding, &format!("compressed with \"{coding}\""));
    }
    for coding in ["gzip", "br", "zstd"] {
        let outcome = get(&server.url(&format!("/{coding}")));
        assert_fails(outcome, FetchErrorKind::Encoding, "cannot be decompressed");
    }
}

#[test]
fn an_endless_header_is_an_error() {
    let server = Server::start(|_, stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nX-Long: ");
        while stream.write_all(&[b'x'; 4096]).is_ok() {}
    });
    assert_fails(
        get(&server.url("/")),
        FetchErrorKind::TooLarge,
        "header is larger than 65536 bytes",
    );
}

/// Sends `start`, then `piece` repeatedly, until the client closes the connection.
fn drip(stream: &mut TcpStream, start: &str, piece: &str) {
    let mut alive = stream.write_all(start.as_bytes()).is_ok();
    while alive {
        thread::sleep(Duration::from_millis(20));
        alive = stream.write_all(piece.as_bytes()).is_ok();
    }
}

#[test]
fn slow_servers_time_out() {
    let server = Server::start(|path, stream| match path {
        "/silent" => thread::sleep(PATIENCE * 2),
        "/header" => drip(stream, "HTTP/1.1 200 OK\r\n", "X-A: b\r\n"),
        "/body" => drip(stream, "HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n", "x"),
        "/chunked" => {
            drip(stream, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n");
        }
        _ => drip(stream, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n", "x"),
    });
    let client = client(ClientConfig::default().timeout(Duration::from_millis(300)));
    for path in ["/silent", "/header", "/body", "/chunked", "/open"] {
        let start = Instant::now();
        let outcome = client.get(&server.url(path));
        assert_fails(outcome, FetchErrorKind::Timeout, "not complete within 300ms");
        assert!(start.elapsed() >= Duration::from_millis(300), "{path}");
        assert!(start.elapsed() < PATIENCE, "{path}: {:?}", start.elapsed());
    }
}

#[test]
fn slow_gzip_times_out() {
    let server = Server::start(|_, stream| {
        // The header of a member and an endless file name, so the decoder returns no bytes.
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n";
        let _ = stream.write_all(head.as_bytes());
        let _ = stream.write_all(&[0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 0]);
        drip(stream, "", "x");
    });
    let client = client(ClientConfig::default().timeout(Duration::from_millis(300)));
    let start = Instant::now();
    assert_fails(
        client.get(&server.url("/")),
        FetchErrorKind::Timeout,
        "not complete within 300ms",
    );
    assert!(start.elapsed() < PATIENCE);
}

#[test]
fn redirects_share_the_total_time() {
    let server = Server::start(|path, stream| {
        thread::sleep(Duration::from_millis(150));
        let next = path[1..].parse::<u32>().unwrap() + 1;
        let _ = stream.write_all(&redirect(&format!("/{next}")));
    });
    let client = client(ClientConfig::default().timeout(Duration::from_millis(400)));
    let outcome = client.get(&server.url("/0"));
    assert_fails(outcome, FetchErrorKind::Timeout, "not complete within 400ms");
    assert!(server.requests().len() <= 3);
}

#[test]
fn time_limits_out_of_range_are_refused() {
    for time in [Duration::ZERO, Duration::from_secs(86_401), Duration::MAX] {
        for config in
            [ClientConfig::default().timeout(time), ClientConfig::default().connect_timeout(time)]
        {
            assert_eq!(Client::new(config).unwrap_err().kind(), FetchErrorKind::InvalidConfig);
        }
    }
}

#[test]
fn connecting_has_its_own_time_limit() {
    // The server accepts the connection, but there is no TLS handshake, which is part of
    // connecting.
    let server = Server::start(|_, _| thread::sleep(PATIENCE * 2));
    let config = ClientConfig::default().connect_timeout(Duration::from_millis(300));
    let start = Instant::now();
    let outcome = client(config).get(&server.url("/").replace("http:", "https:"));
    assert_fails(outcome, FetchErrorKind::Timeout, "no connection within 300ms");
    assert!(start.elapsed() < PATIENCE);
}
