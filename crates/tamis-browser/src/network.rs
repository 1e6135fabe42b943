//! The requests of a page, made by the guarded client in the browser's place.
//!
//! The browser stops before each request and asks. If it went on itself, it would look up the name
//! again, and a server of names could give it another address than the one that was checked. So
//! nothing goes on: the client makes the request, with its checks of addresses, schemes, sizes and
//! times, and the browser gets the answer. A redirect is such an answer, and the browser then asks
//! for the next address.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use tamis_fetch::{Answer, Client, Exchange, FetchError, FetchErrorKind};

use crate::connection::{Connection, Note};
use crate::order::{Refusal, Source};
use crate::outcome::Outcome;

/// The most requests of a page that are made at the same time.
const AT_ONCE: usize = 8;

/// The statuses that the browser takes in an answer. Some servers have others.
const STATUSES: std::ops::RangeInclusive<u16> = 200..=599;

/// The status in the place of one that the browser does not take.
const OTHER_STATUS: u16 = 500;

/// A request to make.
struct Job {
    /// The browser's name for the request.
    id: String,
    exchange: Exchange,
    /// True for the page itself.
    is_page: bool,
}

/// Makes the requests of one page.
pub(crate) struct Network {
    jobs: Sender<Job>,
    worker: Worker,
    /// The number of threads that were started.
    threads: usize,
}

/// Makes requests on a thread.
#[derive(Clone)]
struct Worker {
    client: Arc<Client>,
    connection: Arc<Connection>,
    session: Arc<str>,
    jobs: Arc<Mutex<Receiver<Job>>>,
    notes: Sender<Note>,
    /// The bytes that answers may still have.
    left: Arc<AtomicU64>,
}

impl Network {
    pub(crate) fn new(
        client: Arc<Client>,
        connection: Arc<Connection>,
        session: &str,
        notes: Sender<Note>,
        max_bytes: u64,
    ) -> Network {
        let (jobs, receiver) = mpsc::channel();
        let jobs_of_threads = Arc::new(Mutex::new(receiver));
        let left = Arc::new(AtomicU64::new(max_bytes));
        let worker = Worker {
            client,
            connection,
            session: session.into(),
            jobs: jobs_of_threads,
            notes,
            left,
        };
        Network { jobs, worker, threads: 0 }
    }

    /// Makes a request on a thread, which sends a [`Note`] and answers the browser.
    /// `in_flight` requests are not answered yet.
    pub(crate) fn make(&mut self, id: String, exchange: Exchange, is_page: bool, in_flight: u32) {
        if self.threads < AT_ONCE.min(in_flight as usize + 1) {
            self.threads += 1;
            let worker = self.worker.clone();
            thread::spawn(move || worker.work());
        }
        // The threads end after the sender is dropped.
        let _ = self.jobs.send(Job { id, exchange, is_page });
    }

    /// Answers a request with a page that is known.
    pub(crate) fn answer(&self, id: &str, source: &Source) {
        let headers = vec![("Content-Type".to_owned(), source.content_type.clone())];
        self.worker.fulfil(id, 200, &headers, &source.bytes);
    }

    /// Refuses a request.
    pub(crate) fn refuse(&self, id: &str, reason: &str) {
        self.worker.fail(id, reason);
    }
}

impl Worker {
    fn work(&self) {
        loop {
            let next = self.jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(job) = next else { return };
            let url = job.exchange.request.url.clone();
            match self.client.exchange(&job.exchange) {
                Ok(answer) => self.deliver(&job, url, &answer),
                Err(error) => self.report(&job, url, &error),
            }
        }
    }

    /// Sends the note about a request. It comes before the answer to the browser, because what the
    /// browser says then may need it: a page that is not opened was refused.
    fn tell(&self, job: &Job, status: Option<u16>, refusal: Option<Refusal>) {
        // The page may be closed.
        let _ = self.notes.send(Note::Request(Outcome { refusal, status, is_page: job.is_page }));
    }

    fn deliver(&self, job: &Job, url: String, answer: &Answer) {
        let bytes = answer.body.len() as u64;
        let taken = self
            .left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(bytes));
        if taken.is_ok() {
            let status =
                if STATUSES.contains(&answer.status) { answer.status } else { OTHER_STATUS };
            self.tell(job, Some(answer.status), None);
            self.fulfil(&job.id, status, &answer.headers, &answer.body);
        } else {
            let reason = "the answers for the page are larger than the limit".to_owned();
            self.tell(job, Some(answer.status), Some(Refusal { url, reason }));
            self.fail(&job.id, "BlockedByClient");
        }
    }

    fn report(&self, job: &Job, url: String, error: &FetchError) {
        let reason = match error.kind() {
            FetchErrorKind::Timeout => "TimedOut",
            FetchErrorKind::HostNotFound => "NameNotResolved",
            FetchErrorKind::Io | FetchErrorKind::Tls => "ConnectionFailed",
            _ => "BlockedByClient",
        };
        self.tell(job, None, Some(Refusal { url, reason: error.to_string() }));
        self.fail(&job.id, reason);
    }

    fn fulfil(&self, id: &str, status: u16, headers: &[(String, String)], body: &[u8]) {
        let headers = headers.iter().map(|(name, value)| json!({ "name": name, "value": value }));
        let params = json!({
            "requestId": id,
            "responseCode": status,
            "responseHeaders": headers.collect::<Value>(),
            "body": STANDARD.encode(body),
        });
        self.send("Fetch.fulfillRequest", &params);
    }

    fn fail(&self, id: &str, reason: &str) {
        self.send("Fetch.failRequest", &json!({ "requestId": id, "errorReason": reason }));
    }

    fn send(&self, method: &str, params: &Value) {
        // If the browser has ended, the page learns of it from its own messages.
        let _ = self.connection.send(Some(&self.session), method, params);
    }
}
