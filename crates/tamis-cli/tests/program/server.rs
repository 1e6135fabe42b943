//! A server on this machine.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// A server on a free port. Its threads run until the tests end.
pub struct Server {
    address: SocketAddr,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// Starts a server that answers each path with the result of `answer`. If that is empty, the
    /// connection stays open.
    pub fn start(answer: impl Fn(&str) -> Vec<u8> + Send + Sync + 'static) -> Server {
        Server::answering(move |head| answer(head.split(' ').nth(1).unwrap_or_default()))
    }

    /// Starts a server of one file, which sends parts of it.
    pub fn of_file(file: Vec<u8>) -> Server {
        Server::answering(move |head| part(head, &file))
    }

    /// Starts a server that answers the headers of each request with the result of `answer`. If
    /// that is empty, the connection stays open.
    pub fn answering(answer: impl Fn(&str) -> Vec<u8> + Send + Sync + 'static) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let requests = Arc::new(Mutex::new(Vec::new()));
        let (seen, answer) = (Arc::clone(&requests), Arc::new(answer));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (seen, answer) = (Arc::clone(&seen), Arc::clone(&answer));
                thread::spawn(move || serve(stream, &seen, &*answer));
            }
        });
        Server { address, requests }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// The headers of all requests so far.
    pub fn requests(&self) -> String {
        self.requests.lock().unwrap().concat()
    }
}

fn serve(mut stream: TcpStream, seen: &Mutex<Vec<String>>, answer: &dyn Fn(&str) -> Vec<u8>) {
    let mut head = read_head(&stream);
    seen.lock().unwrap().push(head.clone());
    if head.starts_with("CONNECT ") {
        // As a proxy, it connects everything to itself.
        stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n").unwrap();
        head = read_head(&stream);
    }
    let reply = answer(&head);
    // In some tests the program hangs up on purpose, and writing fails.
    let _ = stream.write_all(&reply);
    if reply.is_empty() {
        let _ = BufReader::new(&stream).read_line(&mut String::new());
    }
}

fn read_head(stream: &TcpStream) -> String {
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while reader.read_line(&mut head).unwrap_or(0) > 2 {}
    head
}

/// The answer with the part of a file that a request asks for.
pub fn part(head: &str, file: &[u8]) -> Vec<u8> {
    let range = head.lines().find_map(|line| line.strip_prefix("range: bytes=")).unwrap();
    let (first, last) = range.split_once('-').unwrap();
    let first: usize = first.parse().unwrap();
    let end = (last.parse::<usize>().unwrap() + 1).min(file.len());
    let headers =
        format!("Content-Range: bytes {first}-{}/{}\r\nETag: \"1\"\r\n", end - 1, file.len());
    reply("206 Partial Content", &headers, &file[first..end])
}

/// An answer with this status and these header lines.
pub fn reply(status: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n"
    );
    [head.as_bytes(), body].concat()
}

/// The answer with an HTML page.
pub fn page(body: &str) -> Vec<u8> {
    reply("200 OK", "Content-Type: text/html; charset=utf-8\r\n", body.as_bytes())
}
