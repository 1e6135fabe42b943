//! A folder with pages, which servers are asked to send again only if they have changed.
//!
//! A user who extracts the same list of addresses every day should not download the pages that are
//! as they were. So a page is kept with the two headers by which a server can recognize it, `ETag`
//! and `Last-Modified`. The next request has them as conditions, and the answer "304 Not Modified"
//! has no body: the page is read from the folder. Nothing is used without asking, because whether a
//! page is still fresh is the server's to say.
//!
//! Each page is one file, whose name is a hash of the address and of the headers that were sent,
//! because a request with other headers can get another page. For example, the German and the
//! English version of an address are two files. A file is complete or absent: it is written under
//! another name and then renamed, so that two programs can use one folder.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use sha2::{Digest, Sha256};
use ureq::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use url::Url;

use crate::headers::{Header, RequestHeaders};

/// The first line of each file.
const FORMAT: &[u8] = b"tamis-fetch cache 1\n";

/// The largest head of a file.
const MAX_HEAD_BYTES: u64 = 64 << 10;

/// The headers that are kept, with those that ask the server about them.
const KEPT: [(HeaderName, Option<HeaderName>); 3] = [
    (header::ETAG, Some(header::IF_NONE_MATCH)),
    (header::LAST_MODIFIED, Some(header::IF_MODIFIED_SINCE)),
    (header::CONTENT_TYPE, None),
];

/// The headers with which a caller can ask for a page under a condition.
const CONDITIONS: [HeaderName; 6] = [
    header::IF_MATCH,
    header::IF_MODIFIED_SINCE,
    header::IF_NONE_MATCH,
    header::IF_RANGE,
    header::IF_UNMODIFIED_SINCE,
    header::RANGE,
];

/// A folder with pages.
#[derive(Clone, Debug)]
pub(crate) struct Cache(PathBuf);

/// A page in the folder.
pub(crate) struct Entry {
    headers: Vec<Header>,
    /// The file, at its body.
    body: BufReader<File>,
    body_bytes: u64,
}

impl Cache {
    /// Opens a folder, and makes it if it does not exist.
    pub(crate) fn open(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        Ok(Self(folder.to_owned()))
    }

    /// Returns the page of this request. `None` if there is none, or its file is damaged.
    pub(crate) fn find(&self, url: &Url, sent: &RequestHeaders) -> Option<Entry> {
        // The caller's own conditions are about a page that the caller knows.
        let is_condition = |name| CONDITIONS.contains(name);
        if sent.sent_to(url).any(|(name, _)| is_condition(name)) {
            return None;
        }
        Entry::read(&self.file(url, sent))
    }

    /// Keeps a page that was not in the folder or has changed, if the server lets it be asked about
    /// it later.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub(crate) fn keep(
        &self,
        url: &Url,
        sent: &RequestHeaders,
        headers: &HeaderMap,
        body: &[u8],
    ) -> io::Result<()> {
        let is_named = |(name, asks): &(HeaderName, Option<HeaderName>)| {
            asks.is_some() && headers.contains_key(name)
        };
        if !KEPT.iter().any(is_named) || forbids_keeping(headers) {
            return Ok(());
        }
        let mut bytes = FORMAT.to_vec();
        bytes.extend_from_slice(format!("url: {url}\nbody-bytes: {}\n", body.len()).as_bytes());
        for (name, value) in KEPT.iter().filter_map(|(name, _)| Some((name, headers.get(name)?))) {
            bytes.extend_from_slice(name.as_str().as_bytes());
            bytes.extend_from_slice(b": ");
            bytes.extend_from_slice(value.as_bytes());
            bytes.push(b'\n');
        }
        bytes.push(b'\n');
        bytes.extend_from_slice(body);
        write_whole(&self.file(url, sent), &bytes)
    }

    /// Returns the file of a request. Requests with other headers can get other pages.
    fn file(&self, url: &Url, sent: &RequestHeaders) -> PathBuf {
        let mut hash = Sha256::new();
        hash.update(without_fragment(url).as_str());
        for (name, value) in sent.sent_to(url) {
            hash.update(b"\n");
            hash.update(name.as_str());
            hash.update(b": ");
            hash.update(value.as_bytes());
        }
        let digits: Vec<_> = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        self.0.join(digits.concat())
    }
}

impl Entry {
    fn read(file: &Path) -> Option<Self> {
        // Only files are opened, because opening a pipe would wait for its other end.
        fs::metadata(file).ok().filter(fs::Metadata::is_file)?;
        let file = File::open(file).ok()?;
        let file_bytes = file.metadata().ok()?.len();
        let mut head = BufReader::new(file).take(MAX_HEAD_BYTES);
        let mut line = Vec::new();
        head.read_until(b'\n', &mut line).ok()?;
        if line != FORMAT {
            return None;
        }
        let mut headers = Vec::new();
        let mut body_bytes = 0;
        loop {
            line.clear();
            head.read_until(b'\n', &mut line).ok()?;
            let line = line.strip_suffix(b"\n")?;
            if line.is_empty() {
                break;
            }
            let at = memchr::memmem::find(line, b": ")?;
            let value = HeaderValue::from_bytes(&line[at + 2..]).ok()?;
            match &line[..at] {
                b"body-bytes" => body_bytes = value.to_str().ok()?.parse().ok()?,
                name => headers.push((HeaderName::from_bytes(name).ok()?, value)),
            }
        }
        let head_bytes = MAX_HEAD_BYTES - head.limit();
        let is_whole = file_bytes == head_bytes + body_bytes;
        is_whole.then(|| Self { headers, body: head.into_inner(), body_bytes })
    }

    /// Returns the headers that ask the server to send the page only if it has changed.
    pub(crate) fn conditions(&self) -> impl Iterator<Item = (&HeaderName, &HeaderValue)> {
        KEPT.iter().filter_map(|(kept, asks)| {
            let (_, value) = self.headers.iter().find(|(name, _)| name == kept)?;
            Some((asks.as_ref()?, value))
        })
    }

    /// Returns the `Content-Type`.
    pub(crate) fn content_type(&self) -> Option<&HeaderValue> {
        let found = self.headers.iter().find(|(name, _)| *name == header::CONTENT_TYPE);
        found.map(|(_, value)| value)
    }

    /// Returns the length of the body.
    pub(crate) fn body_bytes(&self) -> u64 {
        self.body_bytes
    }

    /// Reads the body.
    pub(crate) fn into_body(mut self) -> io::Result<Vec<u8>> {
        let mut body = Vec::new();
        self.body.read_to_end(&mut body)?;
        Ok(body)
    }
}

/// Returns true if the server wants the page not to be kept, or to depend on anything.
///
/// Source: RFC 9111, 3 and 4.1.
fn forbids_keeping(headers: &HeaderMap) -> bool {
    let has = |name: HeaderName, word: &[u8]| {
        let values = headers.get_all(name);
        let mut words =
            values.iter().flat_map(|value| value.as_bytes().split(|&byte| byte == b','));
        words.any(|own| own.trim_ascii().eq_ignore_ascii_case(word))
    };
    has(header::CACHE_CONTROL, b"no-store") || has(header::VARY, b"*")
}

fn without_fragment(url: &Url) -> Url {
    let mut url = url.clone();
    url.set_fragment(None);
    url
}

/// Writes a file that is complete or absent, also if two programs write it.
fn write_whole(file: &Path, bytes: &[u8]) -> io::Result<()> {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let partial = file.with_extension(format!("{}-{number}.part", std::process::id()));
    // The name is removed first, because a file of an earlier process with the same number may be
    // there, or a link that leads elsewhere.
    let _ = fs::remove_file(&partial);
    let written = File::create_new(&partial)
        .and_then(|mut new| new.write_all(bytes))
        .and_then(|()| fs::rename(&partial, file));
    if written.is_err() {
        // It may not exist. The first error says what is wrong.
        let _ = fs::remove_file(&partial);
    }
    written
}
