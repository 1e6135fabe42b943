//! Files in object stores.

mod transport;

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use object_store::aws::AmazonS3Builder;
use object_store::azure::MicrosoftAzureBuilder;
use object_store::gcp::GoogleCloudStorageBuilder;
use object_store::path::Path;
use object_store::{
    Error as StoreError, GetOptions, GetRange, ObjectStore, ObjectStoreScheme, RetryConfig,
};
use url::Url;

use self::transport::Transport;
use crate::error::{FetchError, FetchErrorKind};
use crate::range::Part;
use crate::url_limit::parsed_url;

/// The number of times that a request is repeated if it fails.
const RETRIES: usize = 3;

/// Object stores: S3 (`s3://bucket/key`), Google Cloud Storage (`gs://bucket/key`) and Azure
/// (`az://container/key`), and those that speak like one of them.
///
/// The caller chooses their addresses, so that no address is refused.
///
/// ```no_run
/// use std::time::Duration;
/// use tamis_fetch::Cloud;
///
/// let cloud = Cloud::new(std::env::vars(), Duration::from_secs(60));
/// let part = cloud.get_part("s3://commoncrawl/crawl-data/index.html", 0..1000, None)?;
/// # Ok::<(), tamis_fetch::FetchError>(())
/// ```
pub struct Cloud {
    settings: Vec<(String, String)>,
    timeout: Duration,
    /// The stores that were used, by the address of their bucket. They keep credentials.
    stores: Mutex<HashMap<String, Arc<dyn ObjectStore>>>,
}

impl Cloud {
    /// Returns the object stores that these settings describe: names and values of environment
    /// variables, such as `AWS_ACCESS_KEY_ID`, `AWS_ENDPOINT_URL`, `AWS_ALLOW_HTTP`,
    /// `AWS_SKIP_SIGNATURE`, `GOOGLE_SERVICE_ACCOUNT` and `AZURE_STORAGE_ACCOUNT_NAME`. Others are
    /// ignored. A request has `timeout`.
    pub fn new(settings: impl IntoIterator<Item = (String, String)>, timeout: Duration) -> Cloud {
        let settings = settings.into_iter().map(|(name, value)| (name.to_lowercase(), value));
        let settings = settings.filter(|(name, _)| {
            ["aws_", "google_", "azure_"].iter().any(|of| name.starts_with(of))
        });
        Cloud { settings: settings.collect(), timeout, stores: Mutex::default() }
    }

    /// Returns true if the scheme of an address is that of an object store.
    pub fn knows(scheme: &str) -> bool {
        ["s3", "s3a", "gs", "az", "adl", "azure", "abfs", "abfss"].contains(&scheme)
    }

    /// Fetches a part of a file, as [`Client::get_part`](crate::Client::get_part) does. An empty
    /// range asks for the length and the version alone.
    ///
    /// # Errors
    ///
    /// [`FetchErrorKind::Http`] with 404 if there is no such file, [`FetchErrorKind::Changed`] if
    /// it is another one, [`FetchErrorKind::InvalidConfig`] if the settings are not valid, and
    /// [`FetchErrorKind::Io`] if the store cannot be read.
    pub fn get_part(
        &self,
        url: &str,
        range: Range<u64>,
        version: Option<&str>,
    ) -> Result<Part, FetchError> {
        let url = parsed_url(url)?;
        let (store, path) = self.find(&url)?;
        let options = GetOptions {
            head: range.is_empty(),
            range: (!range.is_empty()).then_some(GetRange::Bounded(range.clone())),
            if_match: version.map(str::to_owned),
            ..GetOptions::default()
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
        let runtime =
            runtime.map_err(|error| FetchError::at(&url, FetchErrorKind::Io, error.to_string()))?;
        let (bytes, sent, meta) = runtime
            .block_on(async {
                let found = store.get_opts(&path, options).await?;
                let (sent, meta) = (found.range.clone(), found.meta.clone());
                let bytes = if range.is_empty() { Vec::new() } else { found.bytes().await?.into() };
                Ok((bytes, sent, meta))
            })
            .map_err(|error| failed(&url, &error))?;
        let expected = range.start..range.end.min(meta.size);
        if !range.is_empty() && (sent != expected || bytes.len() as u64 != sent.end - sent.start) {
            let reason = "the server sent another part";
            return Err(FetchError::at(&url, FetchErrorKind::Range, reason));
        }
        Ok(Part { bytes, file_bytes: meta.size, version: meta.e_tag })
    }

    /// Returns the store that a file is in, and the place in it.
    fn find(&self, url: &Url) -> Result<(Arc<dyn ObjectStore>, Path), FetchError> {
        let config =
            |reason: String| FetchError::at(url, FetchErrorKind::InvalidConfig, one_line(&reason));
        let (scheme, path) =
            ObjectStoreScheme::parse(url).map_err(|error| config(error.to_string()))?;
        let bucket = format!("{}://{}{}", url.scheme(), url.username(), url.authority());
        let mut stores = self.stores.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(store) = stores.get(&bucket) {
            return Ok((Arc::clone(store), path));
        }
        let store = self.open(&scheme, url).map_err(|error| config(error.to_string()))?;
        stores.insert(bucket, Arc::clone(&store));
        Ok((store, path))
    }

    fn open(
        &self,
        scheme: &ObjectStoreScheme,
        url: &Url,
    ) -> Result<Arc<dyn ObjectStore>, StoreError> {
        macro_rules! opened {
            ($builder:ty) => {{
                let mut builder = <$builder>::new();
                for (name, value) in &self.settings {
                    if let Ok(key) = name.parse() {
                        builder = builder.with_config(key, value);
                    }
                }
                let retry = RetryConfig { max_retries: RETRIES, ..RetryConfig::default() };
                let transport = Transport::new(self.timeout);
                Ok(Arc::new(
                    builder
                        .with_url(url.as_str())
                        .with_retry(retry)
                        .with_http_connector(transport)
                        .build()?,
                ))
            }};
        }
        match scheme {
            ObjectStoreScheme::AmazonS3 => opened!(AmazonS3Builder),
            ObjectStoreScheme::GoogleCloudStorage => opened!(GoogleCloudStorageBuilder),
            ObjectStoreScheme::MicrosoftAzure => opened!(MicrosoftAzureBuilder),
            _ => {
                let source = "the address is not that of an object store".into();
                Err(StoreError::Generic { store: "object store", source })
            }
        }
    }
}

/// Omits the settings, which contain secrets.
impl fmt::Debug for Cloud {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cloud").field("timeout", &self.timeout).finish_non_exhaustive()
    }
}

fn failed(url: &Url, error: &StoreError) -> FetchError {
    let (kind, reason) = match error {
        StoreError::NotFound { .. } => (FetchErrorKind::Http(404), "there is no such file".into()),
        StoreError::Precondition { .. } => {
            (FetchErrorKind::Changed, "the file has changed while it was read".into())
        }
        error => (FetchErrorKind::Io, format!("the object store failed ({error})")),
    };
    FetchError::at(url, kind, one_line(&reason))
}

/// Returns a message on one line: some are whole documents.
fn one_line(message: &str) -> String {
    message.split_whitespace().collect::<Vec<_>>().join(" ")
}
