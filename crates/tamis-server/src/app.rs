//! The state of a server: configuration, client, threads, permits.

use std::io;
use std::sync::Arc;

use axum::http::StatusCode;
use tamis_fetch::Client;
use tamis_run::failure::Failure;
use tamis_run::load::{self, Loaded};
use tamis_run::settings::Settings;
use tamis_run::task::Task;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;

use crate::config::ServerConfig;
use crate::error::ApiError;
use crate::metrics::Metrics;
use crate::pool::Pool;

/// The state of a server, one for all requests.
pub(crate) struct App {
    pub(crate) config: ServerConfig,
    /// The configuration of extraction that requests begin with.
    pub(crate) extraction: Arc<tamis::Config>,
    /// The same for pages that a model reads.
    pub(crate) for_model: Arc<tamis::Config>,
    pub(crate) pool: Pool,
    pub(crate) metrics: Metrics,
    client: Client,
    /// The same without a cache.
    fresh: Client,
    /// A permit for each request that may be worked on.
    admitted: Arc<Semaphore>,
}

/// The admission of a request, which is given back when it is dropped.
pub(crate) type Permit = Arc<OwnedSemaphorePermit>;

/// The source of a page.
pub(crate) enum Source {
    Url {
        url: String,
        /// Headers to send to its site.
        headers: Vec<(String, String)>,
    },
    /// A page that the request has.
    Page(Loaded),
}

impl App {
    /// Starts the threads that extract pages.
    ///
    /// # Errors
    ///
    /// If the configuration is not valid, or a thread cannot be started.
    pub(crate) fn new(config: ServerConfig) -> io::Result<App> {
        let extraction = Arc::new(config.extraction.clone());
        let for_model = if extraction.drop_hidden {
            Arc::clone(&extraction)
        } else {
            let mut for_model = tamis::Config::clone(&extraction);
            for_model.drop_hidden = true;
            Arc::new(for_model)
        };
        let kept = [&extraction, &for_model]
            .map(|config| Arc::new(Settings { config: Arc::clone(config), ..Settings::default() }));
        let pool = Pool::start(config.jobs.get(), &kept)?;
        let max_bytes = extraction.limits.decompressed_bytes as u64;
        let fetch = config.fetch.clone().max_body_bytes(max_bytes);
        let mut without_cache = fetch.clone();
        let has_cache = without_cache.cache.take().is_some();
        let client = Client::new(fetch).map_err(io::Error::other)?;
        let fresh = if has_cache {
            Client::new(without_cache).map_err(io::Error::other)?
        } else {
            client.clone()
        };
        let admitted = Arc::new(Semaphore::new(config.jobs.get() + config.queue));
        let metrics = Metrics::default();
        Ok(App { config, extraction, for_model, pool, metrics, client, fresh, admitted })
    }

    /// Returns the largest page that is fetched, in bytes.
    pub(crate) fn max_bytes(&self) -> u64 {
        self.extraction.limits.decompressed_bytes as u64
    }

    /// Returns the client that fetches pages.
    pub(crate) fn client(&self, no_cache: bool) -> &Client {
        if no_cache { &self.fresh } else { &self.client }
    }

    /// Admits a request.
    ///
    /// # Errors
    ///
    /// If there are as many requests as the server takes at the same time.
    pub(crate) fn admit(&self) -> Result<Permit, ApiError> {
        let permit = Arc::clone(&self.admitted).try_acquire_owned();
        permit.map(Arc::new).map_err(|_| ApiError::busy())
    }

    /// Returns the number of requests that would be admitted now.
    pub(crate) fn free(&self) -> usize {
        self.admitted.available_permits()
    }

    /// Reads the page of a source. The permit is kept until the page is read, even if nobody waits
    /// for it any more, because a request that is given up goes on asking its server.
    ///
    /// # Errors
    ///
    /// If the page cannot be fetched.
    pub(crate) async fn load(
        &self,
        source: Source,
        settings: &Arc<Settings>,
        permit: &Permit,
    ) -> Result<Loaded, Failure> {
        let (url, headers) = match source {
            Source::Page(loaded) => return Ok(loaded),
            Source::Url { url, headers } => (url, headers),
        };
        let (settings, permit) = (Arc::clone(settings), Arc::clone(permit));
        let fetching = spawn_blocking(move || {
            let task = Task::Url { url: url.clone(), found_on: None };
            let loaded = if headers.is_empty() {
                load::load(task, &settings)
            } else {
                let request = load::request(&url, &settings);
                let request =
                    headers.into_iter().fold(request, |of, (name, value)| of.header(name, value));
                load::fetch(&request, &settings)
            };
            drop(permit);
            loaded.map_err(|error| error.failure)
        });
        fetching.await.unwrap_or_else(|_| Err(Failure::panicked()))
    }

    /// Returns the error if a request has the wrong media type.
    pub(crate) fn unsupported(media_type: &str) -> ApiError {
        ApiError::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "unsupported_media_type",
            format!("expected JSON or HTML, got `{media_type}`"),
        )
    }
}
