//! Answers to requests without a socket, for the fuzz targets.

use std::io;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::http::{Request, Response};
use hyper::service::Service;
use hyper_util::service::TowerToHyperService;
use tokio::runtime::{Builder, Runtime};
use tokio::time::{sleep, timeout};

use crate::app::App;
use crate::config::{Log, ServerConfig};
use crate::routes;

/// A proxy that does not exist. With it, no name is looked up and no site is asked.
const NOBODY: &str = "http://127.0.0.1:1";

/// The longest that an answer may take.
const LONGEST: Duration = Duration::from_mins(1);

/// The time in which what a request has left is cleaned up.
const CLEANING: Duration = Duration::from_secs(5);

/// A server that is asked without a socket. Every page on the web is an error to it.
pub struct Answers {
    app: Arc<App>,
    service: TowerToHyperService<Router>,
    runtime: Runtime,
}

impl Answers {
    /// Starts the server, with one thread for pages.
    ///
    /// # Errors
    ///
    /// If threads cannot be started.
    pub fn new() -> io::Result<Answers> {
        let mut config =
            ServerConfig { jobs: NonZeroUsize::MIN, log: Log::Off, ..ServerConfig::default() };
        config.fetch = config.fetch.proxy(NOBODY).retries(0);
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let app = Arc::new(App::new(config)?);
        let service = TowerToHyperService::new(routes::router(Arc::clone(&app)));
        Ok(Answers { app, service, runtime })
    }

    /// Answers a request. `None` if the answer does not end.
    pub fn answer(&self, request: Request<Vec<u8>>) -> Option<Response<Bytes>> {
        let answering = async {
            let Ok(response) = self.service.call(request.map(Body::from)).await;
            let (parts, body) = response.into_parts();
            let body = to_bytes(body, usize::MAX).await.ok()?;
            Some(Response::from_parts(parts, body))
        };
        self.runtime.block_on(async { timeout(LONGEST, answering).await.ok().flatten() })
    }

    /// Waits until no request is worked on. False if one still is after some seconds.
    pub fn is_idle(&self) -> bool {
        let begin = Instant::now();
        let all = self.app.config.jobs.get() + self.app.config.queue;
        while self.app.free() < all {
            if begin.elapsed() > CLEANING {
                return false;
            }
            // Spawned tasks run only while this thread waits for something.
            self.runtime.block_on(async { sleep(Duration::from_millis(1)).await });
        }
        true
    }
}
