//! The ways to a browser: the pipes to one that was started here, or a web socket to a running one.
//!
//! Both carry messages of JSON in both directions. One thread reads; whoever has a command writes.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Message, WebSocket};
use url::Url;

use crate::error::{BrowserError, BrowserErrorKind, Result};
use crate::process::Pipes;

/// The end of a message in a pipe.
const END: u8 = 0;

/// The time limit for a connection to a running browser.
const CONNECT: Duration = Duration::from_secs(10);

/// The largest message, in bytes: snapshots of long pages are large.
const MAX_MESSAGE_BYTES: usize = 1 << 30;

/// The end that takes commands.
pub(crate) trait Outgoing: Send {
    /// Sends a message.
    fn send(&mut self, message: String) -> io::Result<()>;
}

/// The end that gives answers and events.
pub(crate) trait Incoming: Send {
    /// Returns the next message, or `None` at the end.
    fn next(&mut self) -> Option<Vec<u8>>;
}

/// Both ends.
pub(crate) type Ends = (Box<dyn Outgoing>, Box<dyn Incoming>);

/// Returns the ends of the pipes to a browser.
pub(crate) fn piped(pipes: Pipes) -> Ends {
    (Box::new(pipes.commands), Box::new(BufReader::with_capacity(64 << 10, pipes.answers)))
}

impl Outgoing for File {
    fn send(&mut self, message: String) -> io::Result<()> {
        let mut bytes = message.into_bytes();
        bytes.push(END);
        self.write_all(&bytes)
    }
}

impl Incoming for BufReader<File> {
    fn next(&mut self) -> Option<Vec<u8>> {
        let mut message = Vec::new();
        self.read_until(END, &mut message).ok()?;
        // A message that is cut off is the end, too.
        (message.pop() == Some(END)).then_some(message)
    }
}

/// Connects to a running browser.
pub(crate) fn connected(address: &str) -> Result<Ends> {
    let failed = |reason: String| {
        let reason = format!("the browser at {address} cannot be reached ({reason})");
        BrowserError::new(BrowserErrorKind::Start, reason)
    };
    let url = Url::parse(address).map_err(|error| failed(error.to_string()))?;
    let addresses = url.socket_addrs(|| None).map_err(|error| failed(error.to_string()))?;
    let first = addresses.first().ok_or_else(|| failed("it has no address".to_owned()))?;
    let stream = TcpStream::connect_timeout(first, CONNECT);
    let stream = stream.map_err(|error| failed(error.to_string()))?;
    let other = stream.try_clone().map_err(|error| failed(error.to_string()))?;
    let writing = Arc::new(Mutex::new(()));
    let config = WebSocketConfig::default()
        .max_message_size(Some(MAX_MESSAGE_BYTES))
        .max_frame_size(Some(MAX_MESSAGE_BYTES));
    let reader = Half { stream, writing: Arc::clone(&writing) };
    let (reader, _) = tungstenite::client::client_with_config(address, reader, Some(config))
        .map_err(|error| failed(error.to_string()))?;
    let half = Half { stream: other, writing: Arc::default() };
    let writer = WebSocket::from_raw_socket(half, Role::Client, Some(config));
    Ok((Box::new(Writer { socket: writer, writing }), Box::new(Reader(reader))))
}

/// One end of the connection. The reader writes too, when it is asked for a sign of life.
struct Half {
    stream: TcpStream,
    /// Held while a message is written, so that no other comes in between.
    writing: Arc<Mutex<()>>,
}

impl Read for Half {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.stream.read(buffer)
    }
}

impl Write for Half {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _whole = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        self.stream.write_all(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

struct Writer {
    socket: WebSocket<Half>,
    /// That of the reader. The half in the socket has one of its own, which nobody else holds.
    writing: Arc<Mutex<()>>,
}

impl Outgoing for Writer {
    fn send(&mut self, message: String) -> io::Result<()> {
        let _whole = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        self.socket.send(Message::text(message)).map_err(io::Error::other)
    }
}

struct Reader(WebSocket<Half>);

impl Incoming for Reader {
    fn next(&mut self) -> Option<Vec<u8>> {
        loop {
            match self.0.read().ok()? {
                Message::Text(text) => return Some(text.as_bytes().to_vec()),
                Message::Binary(bytes) => return Some(bytes.to_vec()),
                Message::Close(_) => return None,
                _ => {}
            }
        }
    }
}
