//! A server with prepared replies, and a resolver with prepared names.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

/// A server on a free port of 127.0.0.1. It runs until the test process ends.
pub(super) struct Server {
    pub(super) address: SocketAddr,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// Starts a server that calls `serve` for each connection, with the path and the stream.
    pub(super) fn start(serve: impl Fn(&str, &mut TcpStream) + Send + Sync + 'static) -> Self {
        Self::start_with_heads(move |head, stream| {
            serve(head.split(' ').nth(1).unwrap_or_default(), stream);
        })
    }

    /// Starts a server that replies to each request with the bytes that `answer` returns for its
    /// head.
    pub(super) fn answering(answer: impl Fn(&str) -> Vec<u8> + Send + Sync + 'static) -> Self {
        Self::start_with_heads(move |head, stream| drop(stream.write_all(&answer(head))))
    }

    fn start_with_heads(serve: impl Fn(&str, &mut TcpStream) + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let requests = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&requests);
        let serve = Arc::new(serve);
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (seen, serve) = (Arc::clone(&seen), Arc::clone(&serve));
                thread::spawn(move || {
                    let mut stream = stream.unwrap();
                    let head = read_head(&stream);
                    seen.lock().unwrap().push(head.clone());
                    serve(&head, &mut stream);
                });
            }
        });
        Self { address, requests }
    }

    /// Starts a server that replies to a request for a path with the bytes that `answer` returns.
    pub(super) fn with(answer: impl Fn(&str) -> Vec<u8> + Send + Sync + 'static) -> Self {
        // In some tests, the client closes the connection early and writing fails.
        Self::start(move |path, stream| drop(stream.write_all(&answer(path))))
    }

    pub(super) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Returns the heads of the requests so far.
    pub(super) fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }
}

/// Reads a request up to its empty line.
pub(super) fn read_head(stream: &TcpStream) -> String {
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while reader.read_line(&mut head).unwrap_or(0) > 2 {}
    head
}

/// Returns a response with these headers and this body.
pub(super) fn reply(status: &str, headers: &[&str], body: impl AsRef<[u8]>) -> Vec<u8> {
    let body = body.as_ref();
    let mut bytes = format!("HTTP/1.1 {status}\r\nConnection: close\r\n").into_bytes();
    for header in headers {
        bytes.extend(format!("{header}\r\n").bytes());
    }
    bytes.extend(format!("Content-Length: {}\r\n\r\n", body.len()).bytes());
    bytes.extend(body);
    bytes
}

pub(super) fn page(body: impl AsRef<[u8]>) -> Vec<u8> {
    reply("200 OK", &["Content-Type: text/html"], body)
}

pub(super) fn redirect(location: &str) -> Vec<u8> {
    reply("302 Found", &[&format!("Location: {location}")], "")
}

/// A resolver for prepared names. Each lookup of a name returns its next answer; the last one is
/// repeated.
#[derive(Debug, Default)]
pub(super) struct Names(Mutex<Vec<(&'static str, Answers)>>);

type Answers = VecDeque<Vec<SocketAddr>>;

impl Names {
    pub(super) fn with(self, name: &'static str, answers: &[&[SocketAddr]]) -> Self {
        let answers = answers.iter().map(|answer| answer.to_vec()).collect();
        self.0.lock().unwrap().push((name, answers));
        self
    }
}

impl Resolver for Names {
    fn resolve(
        &self,
        uri: &Uri,
        _: &Config,
        _: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let mut names = self.0.lock().unwrap();
        let known = names.iter_mut().find(|(name, _)| uri.host() == Some(name));
        let (_, answers) = known.ok_or(ureq::Error::HostNotFound)?;
        let answer = if answers.len() > 1 { answers.pop_front() } else { answers.front().cloned() };
        let mut found = self.empty();
        for address in answer.unwrap_or_default() {
            found.push(address);
        }
        Ok(found)
    }
}
