//! Local servers: one with pages, and one that nobody may reach.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// What a server answers to a path.
#[derive(Clone, Default)]
pub(crate) struct Reply {
    /// `200 OK` if it is empty.
    pub(crate) status: &'static str,
    /// `text/html; charset=utf-8` if it is empty.
    pub(crate) kind: &'static str,
    pub(crate) headers: Vec<(&'static str, String)>,
    /// The parts of the body, each after a pause.
    pub(crate) parts: Vec<(Duration, String)>,
    /// True for a body that never ends.
    pub(crate) is_endless: bool,
}

impl Reply {
    pub(crate) fn html(text: impl Into<String>) -> Reply {
        Reply { parts: vec![(Duration::ZERO, text.into())], ..Reply::default() }
    }

    pub(crate) fn of(kind: &'static str, text: impl Into<String>) -> Reply {
        Reply { kind, ..Reply::html(text) }
    }

    pub(crate) fn late(self, pause: Duration) -> Reply {
        let parts = self.parts.into_iter().map(|(_, text)| (pause, text)).collect();
        Reply { parts, ..self }
    }

    pub(crate) fn redirect(to: impl Into<String>) -> Reply {
        Reply { status: "302 Found", headers: vec![("Location", to.into())], ..Reply::default() }
    }

    pub(crate) fn with(mut self, name: &'static str, value: impl Into<String>) -> Reply {
        self.headers.push((name, value.into()));
        self
    }
}

/// A server on a free port of 127.0.0.1, which runs until the test process ends.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    replies: Arc<Mutex<BTreeMap<String, Reply>>>,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Server {
    pub(crate) fn start() -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let server = Server { address, replies: Arc::default(), requests: Arc::default() };
        let (replies, requests) = (Arc::clone(&server.replies), Arc::clone(&server.requests));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (replies, requests) = (Arc::clone(&replies), Arc::clone(&requests));
                // A client that goes away is no failure.
                thread::spawn(move || drop(serve(stream, &replies, &requests)));
            }
        });
        server
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub(crate) fn add(&self, path: &str, reply: Reply) {
        self.replies.lock().unwrap().insert(path.to_owned(), reply);
    }

    /// Returns the heads of the requests for a path, and the bodies.
    pub(crate) fn requests(&self, path: &str) -> Vec<String> {
        let requests = self.requests.lock().unwrap();
        let is_for = |head: &&String| head.split(' ').nth(1) == Some(path);
        requests.iter().filter(is_for).cloned().collect()
    }
}

fn serve(
    stream: TcpStream,
    replies: &Mutex<BTreeMap<String, Reply>>,
    requests: &Mutex<Vec<String>>,
) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut head = String::new();
    while reader.read_line(&mut head)? > 2 {}
    let lower = head.to_ascii_lowercase();
    let length = lower.lines().find_map(|line| line.strip_prefix("content-length:"));
    let mut body = vec![0; length.and_then(|text| text.trim().parse().ok()).unwrap_or(0)];
    reader.read_exact(&mut body)?;
    let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
    requests.lock().unwrap().push(head + &String::from_utf8_lossy(&body));
    let path = path.split('?').next().unwrap_or_default();
    let missing = Reply { status: "404 Not Found", ..Reply::html("none") };
    let reply = replies.lock().unwrap().get(path).cloned().unwrap_or(missing);
    write_reply(stream, &reply)
}

fn write_reply(mut stream: TcpStream, reply: &Reply) -> std::io::Result<()> {
    let status = if reply.status.is_empty() { "200 OK" } else { reply.status };
    let kind = if reply.kind.is_empty() { "text/html; charset=utf-8" } else { reply.kind };
    write!(stream, "HTTP/1.1 {status}\r\nConnection: close\r\nContent-Type: {kind}\r\n")?;
    for (name, value) in &reply.headers {
        write!(stream, "{name}: {value}\r\n")?;
    }
    write!(stream, "\r\n")?;
    for (pause, text) in &reply.parts {
        thread::sleep(*pause);
        stream.write_all(text.as_bytes())?;
    }
    if !reply.is_endless {
        return Ok(());
    }
    loop {
        thread::sleep(Duration::from_millis(100));
        stream.write_all(b" ")?;
    }
}

/// A place of this machine that no page may reach. It counts who tries.
pub(crate) struct Forbidden {
    pub(crate) address: SocketAddr,
    count: Arc<AtomicUsize>,
}

impl Forbidden {
    pub(crate) fn start() -> Forbidden {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let datagrams = UdpSocket::bind(address).unwrap();
        let count = Arc::new(AtomicUsize::new(0));
        let (connections, packets) = (Arc::clone(&count), Arc::clone(&count));
        thread::spawn(move || {
            for _ in listener.incoming() {
                connections.fetch_add(1, Ordering::SeqCst);
            }
        });
        thread::spawn(move || {
            while datagrams.recv(&mut [0; 100]).is_ok() {
                packets.fetch_add(1, Ordering::SeqCst);
            }
        });
        Forbidden { address, count }
    }

    pub(crate) fn count(&self) -> usize {
        self.count.load(Ordering::SeqCst)
    }
}
