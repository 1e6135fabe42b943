//! A local server that serves the pages and records their requests.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use serde_json::{Map, Value};

/// The script of a page that shows others.
const FRAMES: &str = include_str!("frames.js");

/// A page, found by its path without the leading slash.
#[derive(Debug)]
pub struct Page {
    /// The source.
    pub html: String,
    /// True to leave out the character encoding.
    pub bare: bool,
}

/// The requests for anything but pages: their paths with queries, in order.
#[derive(Debug, Default)]
struct Noted {
    requests: Mutex<Vec<String>>,
    changed: Condvar,
}

impl Noted {
    fn lock(&self) -> MutexGuard<'_, Vec<String>> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A server that knows some pages, and records every other request.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    pages: Arc<Mutex<BTreeMap<String, Page>>>,
    noted: Arc<Noted>,
}

impl Server {
    /// Starts a server that runs until the process ends.
    ///
    /// # Errors
    ///
    /// If there is no free port.
    pub fn start() -> std::io::Result<Server> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let address = listener.local_addr()?;
        let server = Server { address, pages: Arc::default(), noted: Arc::default() };
        let (pages, noted) = (Arc::clone(&server.pages), Arc::clone(&server.noted));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (pages, noted) = (Arc::clone(&pages), Arc::clone(&noted));
                // A browser that disconnects during an answer is no failure.
                thread::spawn(move || drop(answer(&stream, &pages, &noted)));
            }
        });
        Ok(server)
    }

    /// Returns scheme, host and port.
    pub fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Adds a page at this path, without the leading slash.
    pub fn add(&self, path: &str, page: Page) {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned(), page);
    }

    /// Adds a page at the root that shows these, each in a frame, many at a time. It requests
    /// `done` when all were shown.
    ///
    /// A page says that it was shown by a message to the page around that begins with `checked`. A
    /// message `fired/…` or `checked/…` becomes a request of that path. A page can lead its frame
    /// elsewhere and then never says anything, so `longest_ms` has the longest time to wait for the
    /// pages in each folder.
    pub fn add_frames(&self, pages: &[String], longest_ms: &[(&str, u32)]) {
        let longest = longest_ms.iter().map(|(folder, time)| ((*folder).into(), (*time).into()));
        let longest = Value::Object(longest.collect::<Map<_, _>>());
        let origin = self.origin();
        let html = format!(
            "<body><script>\
             const PAGES = {pages:?}, LONGEST = {longest}, ORIGIN = {origin:?};\n{FRAMES}</script>"
        );
        self.add("", Page { html, bare: false });
    }

    /// Waits until this path was requested, for at most this long. Returns false if it was not.
    pub fn wait_for(&self, path: &str, longest: Duration) -> bool {
        let asked = |requests: &mut Vec<String>| requests.iter().all(|request| request != path);
        let waited = self.noted.changed.wait_timeout_while(self.noted.lock(), longest, asked);
        waited.is_ok_and(|(_, timeout)| !timeout.timed_out())
    }

    /// Returns the requests for anything but pages.
    pub fn noted(&self) -> Vec<String> {
        self.noted.lock().clone()
    }
}

fn answer(
    stream: &TcpStream,
    pages: &Mutex<BTreeMap<String, Page>>,
    noted: &Noted,
) -> std::io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(10)))?;
    let mut lines = BufReader::new(stream.take(64 << 10)).lines();
    let request = lines.next().transpose()?.unwrap_or_default();
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    let target = request.split(' ').nth(1).unwrap_or_default().trim_start_matches('/');
    let path = target.split('?').next().unwrap_or_default();
    let pages = pages.lock().unwrap_or_else(PoisonError::into_inner);
    let (status, kind, body) = match pages.get(path) {
        Some(page) if page.bare => ("200 OK", "text/html", &*page.html),
        Some(page) => ("200 OK", "text/html; charset=utf-8", &*page.html),
        None => ("404 Not Found", "text/plain", ""),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nCache-Control: no-store\r\n\
         Connection: close\r\n\r\n",
        body.len()
    );
    let answer = [head.as_bytes(), body.as_bytes()].concat();
    let is_page = pages.contains_key(path);
    drop(pages);
    if !is_page {
        noted.lock().push(target.to_owned());
        noted.changed.notify_all();
    }
    (&*stream).write_all(&answer)
}
