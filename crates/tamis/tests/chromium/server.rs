//! A server on this machine that gives out the pages and notes what they ask for.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// A page by its path, without the leading slash.
pub struct Page {
    pub html: String,
    /// Whether its alphabet is left unsaid.
    pub bare: bool,
}

/// What was asked for that is no page: the path with its query, in order.
#[derive(Default)]
struct Noted {
    requests: Mutex<Vec<String>>,
    changed: Condvar,
}

impl Noted {
    fn lock(&self) -> MutexGuard<'_, Vec<String>> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub struct Server {
    address: SocketAddr,
    pages: Arc<Mutex<BTreeMap<String, Page>>>,
    noted: Arc<Noted>,
}

impl Server {
    /// A server that answers from now on until the process ends.
    pub fn start() -> std::io::Result<Server> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let address = listener.local_addr()?;
        let server = Server { address, pages: Arc::default(), noted: Arc::default() };
        let (pages, noted) = (Arc::clone(&server.pages), Arc::clone(&server.noted));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (pages, noted) = (Arc::clone(&pages), Arc::clone(&noted));
                // A browser that goes away in the middle of an answer is none of the test's business.
                thread::spawn(move || drop(answer(&stream, &pages, &noted)));
            }
        });
        Ok(server)
    }

    /// Scheme, host and port.
    pub fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    pub fn add(&self, path: &str, page: Page) {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned(), page);
    }

    /// Waits until this path was asked for, as long as this at most; whether it was.
    pub fn wait_for(&self, path: &str, longest: Duration) -> bool {
        let asked = |requests: &mut Vec<String>| requests.iter().all(|request| request != path);
        let waited = self.noted.changed.wait_timeout_while(self.noted.lock(), longest, asked);
        waited.is_ok_and(|(_, timeout)| !timeout.timed_out())
    }

    /// What was asked for that is no page.
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
