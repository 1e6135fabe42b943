//! Commands for a browser, and its answers and events, by the `DevTools` protocol of Chrome.
//!
//! A message is JSON. A command has a number, which its answer repeats; an event has none. Each
//! page has a session, whose name is in all of its messages. So one thread reads everything and
//! hands each message to the page whose session it names; the messages of the browser itself are
//! few.
//!
//! The library `chromiumoxide` does this too, for all commands of the protocol. It and what it
//! needs take 108 s to build on one core; this crate and the web socket take 9 s, for some twenty
//! commands. It also wants a runtime, while the guarded client is one of plain threads. Here, the
//! fields that nobody asked for are never read, which matters for snapshots of several megabytes.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::error::{BrowserError, BrowserErrorKind, Result};
use crate::outcome::Outcome;
use crate::transport::{Ends, Incoming, Outgoing};

/// A message for a page.
pub(crate) enum Note {
    /// The answer to the command with this number, or what the browser said against it.
    Answer(u64, std::result::Result<Box<RawValue>, String>),
    /// An event by its name, and its fields.
    Event(String, Box<RawValue>),
    /// A request of the page was answered or refused.
    Request(Outcome),
    /// The browser has ended.
    Gone,
}

/// The connection to a browser. It can be used from several threads.
pub(crate) struct Connection {
    outgoing: Mutex<Box<dyn Outgoing>>,
    last: AtomicU64,
    routes: Mutex<Routes>,
}

/// The receivers of messages, by session.
#[derive(Default)]
struct Routes {
    sessions: HashMap<String, Sender<Note>>,
    /// Commands to the browser itself, by their numbers.
    commands: HashMap<u64, Sender<Note>>,
    /// The contexts of our pages. Windows that open in them are closed.
    contexts: HashSet<String>,
    has_ended: bool,
}

/// The fields of a message that say whose it is.
#[derive(Deserialize)]
struct Envelope<'m> {
    id: Option<u64>,
    #[serde(rename = "sessionId")]
    session: Option<&'m str>,
    method: Option<&'m str>,
    #[serde(borrow)]
    params: Option<&'m RawValue>,
    #[serde(borrow)]
    result: Option<&'m RawValue>,
    error: Option<Complaint>,
}

/// The error in the answer to a command.
#[derive(Deserialize)]
struct Complaint {
    message: String,
}

/// The event that a page or another thing was made.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Created {
    target_info: Target,
}

#[derive(Deserialize)]
struct Target {
    #[serde(rename = "targetId")]
    name: String,
    #[serde(rename = "openerId")]
    opener: Option<String>,
    #[serde(rename = "browserContextId")]
    context: Option<String>,
}

impl Connection {
    /// Returns a connection, and starts the thread that reads.
    pub(crate) fn new((outgoing, incoming): Ends) -> Arc<Connection> {
        let outgoing = Mutex::new(outgoing);
        let connection = Connection { outgoing, last: AtomicU64::new(0), routes: Mutex::default() };
        let connection = Arc::new(connection);
        let reading = Arc::clone(&connection);
        thread::spawn(move || reading.read(incoming));
        connection
    }

    /// Adds a session, and returns what its messages come from and how to add to them.
    pub(crate) fn open(&self, session: &str) -> (Receiver<Note>, Sender<Note>) {
        let (sender, receiver) = mpsc::channel();
        let mut routes = self.routes();
        if routes.has_ended {
            // The receiver is there.
            let _ = sender.send(Note::Gone);
        }
        routes.sessions.insert(session.to_owned(), sender.clone());
        (receiver, sender)
    }

    /// Removes a session.
    pub(crate) fn close(&self, session: &str) {
        self.routes().sessions.remove(session);
    }

    /// Says that the windows which open in a context are to be closed.
    pub(crate) fn watch(&self, context: &str) {
        self.routes().contexts.insert(context.to_owned());
    }

    /// Says that a context is no more.
    pub(crate) fn forget(&self, context: &str) {
        self.routes().contexts.remove(context);
    }

    /// Sends a command, of a session or to the browser itself. Returns its number.
    pub(crate) fn send(&self, session: Option<&str>, method: &str, params: &Value) -> Result<u64> {
        let id = self.number();
        self.write(id, session, method, params)?;
        Ok(id)
    }

    /// Sends a command to the browser itself, and waits for the answer until then.
    pub(crate) fn call<T: DeserializeOwned>(
        &self,
        method: &str,
        params: &Value,
        until: Instant,
    ) -> Result<T> {
        let id = self.number();
        let (sender, receiver) = mpsc::channel();
        {
            let mut routes = self.routes();
            if routes.has_ended {
                return Err(BrowserError::gone());
            }
            routes.commands.insert(id, sender);
        }
        self.write(id, None, method, params)?;
        let note = receiver.recv_timeout(until.saturating_duration_since(Instant::now()));
        self.routes().commands.remove(&id);
        match note {
            Ok(Note::Answer(_, answer)) => parsed(method, answer),
            Ok(_) => Err(BrowserError::gone()),
            Err(_) => Err(late(method)),
        }
    }

    fn number(&self) -> u64 {
        self.last.fetch_add(1, Ordering::Relaxed) + 1
    }

    fn write(&self, id: u64, session: Option<&str>, method: &str, params: &Value) -> Result<()> {
        let mut command = json!({ "id": id, "method": method, "params": params });
        if let Some(session) = session {
            command["sessionId"] = session.into();
        }
        let mut outgoing = self.outgoing.lock().unwrap_or_else(PoisonError::into_inner);
        outgoing.send(command.to_string()).map_err(|_| BrowserError::gone())
    }

    fn routes(&self) -> MutexGuard<'_, Routes> {
        self.routes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read(&self, mut incoming: Box<dyn Incoming>) {
        while let Some(message) = incoming.next() {
            if let Ok(envelope) = serde_json::from_slice::<Envelope<'_>>(&message) {
                self.hand_on(envelope);
            }
        }
        let mut routes = self.routes();
        routes.has_ended = true;
        for sender in routes.sessions.values().chain(routes.commands.values()) {
            // Whoever waited may have given up.
            let _ = sender.send(Note::Gone);
        }
    }

    fn hand_on(&self, envelope: Envelope<'_>) {
        let note = match (envelope.id, envelope.method) {
            (Some(id), _) => Note::Answer(id, answer(envelope.result, envelope.error)),
            (None, Some("Target.targetCreated")) => return self.close_window(envelope.params),
            (None, Some(event)) => Note::Event(event.to_owned(), owned(envelope.params)),
            (None, None) => return,
        };
        let routes = self.routes();
        let sender = match (envelope.session, envelope.id) {
            (Some(session), _) => routes.sessions.get(session),
            (None, Some(id)) => routes.commands.get(&id),
            (None, None) => None,
        };
        if let Some(sender) = sender {
            // Whoever waited may have given up.
            let _ = sender.send(note);
        }
    }

    /// Closes a window that a page of ours has opened.
    fn close_window(&self, params: Option<&RawValue>) {
        let Some(created) = params.and_then(|of| serde_json::from_str::<Created>(of.get()).ok())
        else {
            return;
        };
        let target = created.target_info;
        let context = target.context.unwrap_or_default();
        if target.opener.is_some() && self.routes().contexts.contains(&context) {
            // If the browser has ended, the reader learns of it next.
            let _ = self.send(None, "Target.closeTarget", &json!({ "targetId": target.name }));
        }
    }
}

fn answer(
    result: Option<&RawValue>,
    error: Option<Complaint>,
) -> std::result::Result<Box<RawValue>, String> {
    match error {
        Some(complaint) => Err(complaint.message),
        None => Ok(owned(result)),
    }
}

fn owned(value: Option<&RawValue>) -> Box<RawValue> {
    value.unwrap_or(RawValue::NULL).to_owned()
}

/// Returns the fields of an answer.
pub(crate) fn parsed<T: DeserializeOwned>(
    method: &str,
    answer: std::result::Result<Box<RawValue>, String>,
) -> Result<T> {
    let wrong = |reason: &dyn std::fmt::Display| {
        let reason = format!("the browser refused {method} ({reason})");
        BrowserError::new(BrowserErrorKind::Protocol, reason)
    };
    let raw = answer.map_err(|reason| wrong(&reason))?;
    serde_json::from_str(raw.get()).map_err(|error| wrong(&error))
}

/// Returns the error for an answer that did not come in time.
pub(crate) fn late(method: &str) -> BrowserError {
    let reason = format!("the browser did not answer {method} in time");
    BrowserError::new(BrowserErrorKind::Timeout, reason)
}
