//! A server and the sites that it reads, over real sockets.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use serde_json::Value;
use tamis_server::{Log, Server, ServerConfig};

pub const PAGE: &str = "<!DOCTYPE html><html lang=en><title>Bread</title><nav><a href=/>Home</a></nav>\
    <article><h1>Bread</h1><p>Bread needs flour, water, salt and some hours of time, which is why \
    people bake it on days without work.</p><p>The dough rests over night, and in the morning it \
    has grown to twice its size, if the kitchen is not too cold.</p></article>";

/// A server that runs until it is dropped.
pub struct Running {
    pub address: SocketAddr,
    end: Option<mpsc::Sender<()>>,
    thread: Option<JoinHandle<bool>>,
}

pub fn config() -> ServerConfig {
    let mut config = ServerConfig::default();
    config.listen = (Ipv4Addr::LOCALHOST, 0).into();
    config.log = Log::Off;
    config.fetch = config.fetch.allow_private(true).retries(0);
    config
}

impl Running {
    pub fn start(config: ServerConfig) -> Running {
        let server = Server::bind(config).unwrap();
        let address = server.local_addr().unwrap();
        let (end, ended) = mpsc::channel::<()>();
        let thread = thread::spawn(move || {
            let shutdown = async move {
                while ended.try_recv() == Err(mpsc::TryRecvError::Empty) {
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
            };
            server.run(shutdown)
        });
        Running { address, end: Some(end), thread: Some(thread) }
    }

    /// Ends the server. Returns true if all admitted requests were finished.
    pub fn end(mut self) -> bool {
        self.end = None;
        self.thread.take().unwrap().join().unwrap()
    }

    pub fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).unwrap()
    }

    pub fn send(&self, head: &str, body: &str) -> Answer {
        self.send_to("localhost", head, body)
    }

    /// Sends a request for a host of this name.
    pub fn send_to(&self, host: &str, head: &str, body: &str) -> Answer {
        let mut stream = self.connect();
        let length = if body.is_empty() {
            String::new()
        } else {
            format!("Content-Length: {}\r\n", body.len())
        };
        let request = format!("{head}\r\nHost: {host}\r\nConnection: close\r\n{length}\r\n{body}");
        // A server that refuses a request need not read the rest of it, and may have closed.
        let _ = stream.write_all(request.as_bytes());
        Answer::read(stream)
    }

    pub fn get(&self, path: &str) -> Answer {
        self.send(&format!("GET {path} HTTP/1.1"), "")
    }

    pub fn post(&self, path: &str, media_type: &str, body: &str) -> Answer {
        self.send(&format!("POST {path} HTTP/1.1\r\nContent-Type: {media_type}"), body)
    }

    pub fn json(&self, path: &str, body: &Value) -> Answer {
        self.post(path, "application/json", &body.to_string())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end = None;
    }
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
    /// The body as it came.
    pub bytes: Vec<u8>,
}

impl Answer {
    pub fn read(mut stream: TcpStream) -> Answer {
        let mut bytes = Vec::new();
        // A server that cuts the connection has answered before, or has not.
        let _ = stream.read_to_end(&mut bytes);
        let end = bytes.windows(4).position(|of| of == b"\r\n\r\n");
        let rest = bytes.split_off(end.map_or(bytes.len(), |end| end + 4));
        let head = String::from_utf8(bytes).unwrap();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        // A book is no text.
        let body = String::from_utf8_lossy(&rest).into_owned();
        let is_chunked = head.contains("transfer-encoding: chunked");
        let body = if is_chunked { unchunked(&body) } else { body };
        Answer { status, body, bytes: rest, head }
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")))
    }

    pub fn value(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    pub fn code(&self) -> String {
        self.value()["error"]["code"].as_str().unwrap().to_owned()
    }
}

fn unchunked(mut body: &str) -> String {
    let mut out = String::new();
    while let Some((length, rest)) = body.split_once("\r\n") {
        let length = usize::from_str_radix(length, 16).unwrap();
        out.push_str(&rest[..length]);
        body = rest[length..].trim_start_matches("\r\n");
        if length == 0 {
            break;
        }
    }
    out
}

/// A site that answers each request with this status and page.
pub fn site(status: &'static str, page: &'static str) -> String {
    let root = site_of(move |_| reply(status, "Content-Type: text/html\r\n", page.as_bytes()));
    format!("{root}/bread")
}

/// A site that answers each path with what `answer` returns. The address has no slash at its end.
pub fn site_of(answer: impl Fn(&str) -> Vec<u8> + Send + 'static) -> String {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut head = Vec::new();
            while !head.ends_with(b"\r\n\r\n") {
                let mut byte = [0];
                if stream.read(&mut byte).unwrap_or(0) == 0 {
                    break;
                }
                head.push(byte[0]);
            }
            let head = String::from_utf8_lossy(&head);
            let _ = stream.write_all(&answer(head.split(' ').nth(1).unwrap_or_default()));
        }
    });
    format!("http://{address}")
}

/// Returns an answer with these lines of headers.
pub fn reply(status: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\n{headers}Content-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    [head.as_bytes(), body].concat()
}
