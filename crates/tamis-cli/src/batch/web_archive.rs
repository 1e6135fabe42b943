//! Archives on the web, read in parts.

use std::io;
use std::ops::Range;

use tamis_batch::{Remote, RemoteState};
use tamis_fetch::{Client, FetchError, FetchErrorKind};

/// The length of a short archive, in bytes: a server that knows no ranges may send it whole.
const SHORT_BYTES: u64 = 8 << 20;

/// An archive with an address of HTTP.
#[derive(Debug)]
pub struct WebArchive {
    client: Client,
    url: String,
}

impl WebArchive {
    pub fn new(client: Client, url: &str) -> WebArchive {
        WebArchive { client, url: url.to_owned() }
    }
}

impl Remote for WebArchive {
    fn state(&self) -> io::Result<RemoteState> {
        let first = match self.client.get_part(&self.url, 0..1, None) {
            Err(error) if error.kind() == FetchErrorKind::Range => {
                self.client.get_part(&self.url, 0..SHORT_BYTES, None)
            }
            outcome => outcome,
        };
        let first = first.map_err(failed)?;
        Ok(RemoteState::new(first.file_bytes).version(first.version))
    }

    fn read(&self, range: Range<u64>, state: &RemoteState) -> io::Result<Vec<u8>> {
        let part = self.client.get_part(&self.url, range, state.version.as_deref());
        part.map(|part| part.bytes).map_err(failed)
    }
}

/// An archive that may not be read, and why: a phrase.
#[derive(Debug)]
pub struct Refused(pub &'static str);

impl Remote for Refused {
    fn state(&self) -> io::Result<RemoteState> {
        Err(io::Error::other(self.0))
    }

    fn read(&self, _: Range<u64>, _: &RemoteState) -> io::Result<Vec<u8>> {
        Err(io::Error::other(self.0))
    }
}

/// Returns the error for an archive whose name the caller adds.
fn failed(error: FetchError) -> io::Error {
    io::Error::other(error)
}

/// An archive in an object store.
#[cfg(feature = "cloud")]
#[derive(Debug)]
pub struct CloudArchive {
    pub cloud: std::sync::Arc<tamis_fetch::Cloud>,
    pub url: String,
}

#[cfg(feature = "cloud")]
impl Remote for CloudArchive {
    fn state(&self) -> io::Result<RemoteState> {
        let state = self.cloud.get_part(&self.url, 0..0, None).map_err(failed)?;
        Ok(RemoteState::new(state.file_bytes).version(state.version))
    }

    fn read(&self, range: Range<u64>, state: &RemoteState) -> io::Result<Vec<u8>> {
        let part = self.cloud.get_part(&self.url, range, state.version.as_deref());
        part.map(|part| part.bytes).map_err(failed)
    }
}
