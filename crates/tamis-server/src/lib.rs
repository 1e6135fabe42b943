#![doc = include_str!("../README.md")]

mod accept;
mod app;
mod around;
mod batch;
mod book;
mod compare;
mod config;
mod connections;
mod error;
mod explain;
mod extract;
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod fuzzing;
mod host;
mod mcp;
mod metrics;
mod options;
mod pool;
mod respond;
mod routes;
mod scrape;
mod source;
mod timed;
mod ui;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::{TcpListener, TcpSocket};
use tokio::runtime::{Builder, Runtime};

pub use config::{Log, ServerConfig};

use self::app::App;

/// The longest time that blocked threads get to end with the server.
const END_PAUSE: Duration = Duration::from_millis(100);

/// The largest number of connections that wait to be taken. The system may set a lower one. With
/// more of them, the others try again after a second, and then after more and more: of ten thousand
/// connections at once, the last were made after half a minute when only 128 could wait.
const BACKLOG: u32 = 4096;

/// The threads for input, output and time limits on standard input and output: one client needs no
/// more.
const STDIO_THREADS: usize = 1;

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    app: Arc<App>,
    runtime: Runtime,
}

impl Server {
    /// Listens on the address of the configuration. No request is answered before
    /// [`Server::run`].
    ///
    /// # Errors
    ///
    /// If the address is taken or not ours, if a time limit or the configuration of the extraction
    /// or of the client is not valid, or if threads cannot be started.
    pub fn bind(config: ServerConfig) -> io::Result<Server> {
        if config.drain_timeout <= config.request_timeout {
            let message = "the time to end must be longer than that of a request";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        let runtime = Builder::new_multi_thread().enable_all().build()?;
        let guard = runtime.enter();
        let listener = listen(config.listen)?;
        drop(guard);
        Ok(Server { listener, app: Arc::new(App::new(config)?), runtime })
    }

    /// Returns the address that it listens on.
    ///
    /// # Errors
    ///
    /// If the system does not tell it.
    pub fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers requests until `shutdown` is ready, then finishes those that were admitted. Returns
    /// false if some took longer than [`ServerConfig::drain_timeout`].
    pub fn run(self, shutdown: impl Future<Output = ()>) -> bool {
        let Server { listener, app, runtime } = self;
        let router = routes::router(Arc::clone(&app));
        let serving = connections::serve(listener, router, &app.config, shutdown);
        let is_whole = runtime.block_on(serving);
        // A page that is still fetched has nobody who waits for it.
        runtime.shutdown_timeout(END_PAUSE);
        is_whole
    }

    /// The same until the process gets a signal to end: SIGTERM, or Ctrl-C. Calls `ready` once such
    /// a signal does not end the process at once.
    ///
    /// # Errors
    ///
    /// If there can be no handler of signals.
    pub fn run_until_signal(self, ready: impl FnOnce()) -> io::Result<bool> {
        let guard = self.runtime.enter();
        let shutdown = signal()?;
        drop(guard);
        ready();
        Ok(self.run(shutdown))
    }
}

/// Listens on an address, inside of a runtime.
fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // So that a server which ended a moment ago is no hindrance. On Windows, it would mean another
    // thing: that two servers may have one address.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Answers requests of the Model Context Protocol on standard input and output, with the same tools
/// as a [`Server`] at `/mcp`. Returns at the end of the input, or when the process gets a signal to
/// end. The fields of the configuration that are about connections have no effect.
///
/// # Errors
///
/// If the configuration of the extraction or of the client is not valid, if threads cannot be
/// started, or if the client does not begin as the protocol says.
pub fn serve_mcp_on_stdio(mut config: ServerConfig) -> io::Result<()> {
    // So that requests need no configuration, and no extractor, of their own.
    config.extraction.drop_hidden = true;
    let app = Arc::new(App::new(config)?);
    let runtime = Builder::new_multi_thread().worker_threads(STDIO_THREADS).enable_all().build()?;
    let outcome = runtime.block_on(async { mcp::stdio(app, signal()?).await });
    // The thread that waits for input cannot be interrupted.
    runtime.shutdown_timeout(END_PAUSE);
    outcome
}

/// Returns a future that is ready when the process gets a signal to end.
#[cfg(unix)]
fn signal() -> io::Result<impl Future<Output = ()>> {
    use futures_util::future::select;
    use std::pin::pin;
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        select(pin!(terminate.recv()), pin!(interrupt.recv())).await;
    })
}

/// Returns a future that is ready when the process gets a signal to end.
#[cfg(not(unix))]
fn signal() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        // Without a handler, the signal ends the process.
        let _ = tokio::signal::ctrl_c().await;
    })
}
