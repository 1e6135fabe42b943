//! The connections of a server: at most so many, with time limits, and finished before it ends.

use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use futures_util::future::{Either, select};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use crate::config::ServerConfig;
use crate::timed::Timed;

/// The largest header of a request, in bytes. An address may have 16 KiB in it.
const MAX_HEADER_BYTES: usize = 64 << 10;

/// The largest number of headers of a request.
const MAX_HEADERS: usize = 100;

/// The time after which an accept that failed is tried again: there are no descriptors left.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Takes connections until `shutdown`, then waits for those whose request was admitted. Returns
/// false if some of them were not finished within the time limit.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    config: &ServerConfig,
    shutdown: impl Future<Output = ()>,
) -> bool {
    let room = Arc::new(Semaphore::new(config.max_connections));
    let graceful = GracefulShutdown::new();
    let mut shutdown = pin!(shutdown);
    loop {
        let next = pin!(async {
            // The semaphore is never closed.
            let permit = Arc::clone(&room).acquire_owned().await.ok();
            (permit, accept(&listener).await)
        });
        let (permit, stream) = match select(next, shutdown.as_mut()).await {
            Either::Left((next, _)) => next,
            Either::Right(_) => break,
        };
        let service = TowerToHyperService::new(router.clone());
        let io = TokioIo::new(Timed::new(stream, config.write_timeout));
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(config.read_timeout)
            .max_buf_size(MAX_HEADER_BYTES)
            .max_headers(MAX_HEADERS)
            .serve_connection(io, service);
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // An error is that of the client: it has gone, or was too slow.
            let _ = connection.await;
            drop(permit);
        });
    }
    drop(listener);
    timeout(config.drain_timeout, graceful.shutdown()).await.is_ok()
}

/// Takes the next connection.
async fn accept(listener: &TcpListener) -> TcpStream {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                // Answers are small; they are not held back for more.
                let _ = stream.set_nodelay(true);
                return stream;
            }
            Err(error) if is_of_client(&error) => {}
            Err(_) => sleep(ACCEPT_PAUSE).await,
        }
    }
}

/// Returns true if the error is about one connection, and the next one may be fine.
fn is_of_client(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::ConnectionRefused
    )
}
