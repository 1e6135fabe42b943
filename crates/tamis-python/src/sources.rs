//! The archives that batches are read from.

use std::path::{Path, PathBuf};
use std::time::Duration;

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use tamis_batch::{Archive, find_archives};
use tamis_cli::ArchiveSources;
use tamis_fetch::ClientConfig;

use crate::error::error;
use crate::fetch::Client;

/// The archives that a caller names: files, folders and addresses, or the records of an index.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Sources {
    inputs: Vec<PathBuf>,
    index: Option<PathBuf>,
    index_base: Option<String>,
    client: Option<Py<Client>>,
}

/// The time limit for a part of an archive, and how often it is asked for again, as `tamis batch`
/// has them.
const PART_TIMEOUT: Duration = Duration::from_mins(1);
const PART_RETRIES: u32 = 3;

impl Sources {
    /// Returns the archives.
    ///
    /// # Errors
    ///
    /// `OSError` if a file or folder does not exist, `tamis.Error` if an index cannot be read or
    /// names no record, or if there is no way to an address.
    pub(crate) fn archives(self, py: Python<'_>) -> PyResult<Vec<Archive>> {
        let is_address = |path: &PathBuf| path.to_string_lossy().contains("://");
        if self.index.is_none() && !self.inputs.iter().any(is_address) {
            return find_archives(self.inputs).map_err(|(path, error)| not_found(&path, &error));
        }
        let client = |headers| {
            if let Some(client) = &self.client {
                return client.get().for_archives(headers);
            }
            let config = ClientConfig::default().timeout(PART_TIMEOUT).retries(PART_RETRIES);
            Ok(tamis_fetch::Client::new(config)?)
        };
        let sources = ArchiveSources {
            inputs: self.inputs,
            index: self.index.as_deref(),
            index_base: self.index_base.as_deref(),
            client: &client,
            timeout: PART_TIMEOUT,
        };
        py.detach(|| sources.archives()).map_err(|failure| error(py, format!("{failure:#}")))
    }
}

fn not_found(path: &Path, error: &std::io::Error) -> PyErr {
    PyOSError::new_err(format!("cannot read {}: {error}", path.display()))
}

/// Returns the archives of files and folders, as `tamis batch` finds them.
#[pyfunction]
#[pyo3(name = "find_archives")]
pub(crate) fn found_archives(py: Python<'_>, paths: Vec<PathBuf>) -> PyResult<Vec<PathBuf>> {
    let found = py.detach(|| find_archives(paths));
    let found = found.map_err(|(path, error)| not_found(&path, &error))?;
    Ok(found.iter().filter_map(|archive| archive.path().map(Path::to_owned)).collect())
}
