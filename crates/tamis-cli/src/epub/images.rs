//! Images from the web and from the folders of saved pages, several fetched at the same time,
//! before the volume asks for them.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read};
use std::sync::atomic::{AtomicU64, Ordering};

use tamis::Url;
use tamis_fetch::{Client, Request};

use super::MAX_IMAGE_BYTES;
use super::report::{Level, Report};
use tamis_run::{parallel, read};

/// The largest total size of the images of one file, in bytes as fetched. All are in memory.
const MAX_FETCHED_BYTES: u64 = 1 << 29;

/// The bytes of an image, or the reason why it could not be fetched.
type Outcome = Result<Vec<u8>, String>;

/// The images of one file, by address.
pub struct Fetched(HashMap<Url, Outcome>);

impl Fetched {
    /// Fetches the images at these addresses, each with the page that names it.
    ///
    /// The user did not choose the addresses. So requests carry the user's headers only if the
    /// page is on the same site; an image without a known page counts as its own page.
    pub fn fetch(
        client: &Client,
        wanted: Vec<(Url, Option<&Url>)>,
        connections: u16,
        report: &mut Report,
    ) -> Fetched {
        let bytes = AtomicU64::new(0);
        let workers = vec![(); usize::from(connections).min(wanted.len())];
        let addresses: Vec<_> = wanted.iter().map(|(url, _)| url.clone()).collect();
        let mut fetched = HashMap::new();
        report.begin(addresses.len(), "images");
        parallel::work(
            wanted,
            workers,
            |(), (url, page)| get(client, &url, page, &bytes),
            |number, outcome| {
                let url = &addresses[number];
                match &outcome {
                    Ok(bytes) => report.log(Level::Debug, &format!("{url}: {} bytes", bytes.len())),
                    Err(reason) => report.log(Level::Debug, &format!("{url}: {reason}")),
                }
                report.advance();
                fetched.insert(url.clone(), outcome);
            },
        );
        Fetched(fetched)
    }

    /// Takes out the image at this address.
    pub fn take(&mut self, url: &Url) -> Outcome {
        self.0.remove(url).unwrap_or_else(|| Err("its address is not on the web".to_owned()))
    }
}

/// Reads the image at a `file:` address, which is in the folder of its page.
fn read_file(url: &Url) -> Outcome {
    let path = url.to_file_path().map_err(|()| "its address names no file".to_owned())?;
    let is_too_large = |file: &File| file.metadata().is_ok_and(|of| of.len() > MAX_IMAGE_BYTES);
    let file = read::open(&path).map_err(|error| reason(&error))?;
    if is_too_large(&file) {
        return Err(format!("it is larger than {MAX_IMAGE_BYTES} bytes"));
    }
    let mut bytes = Vec::new();
    file.take(MAX_IMAGE_BYTES).read_to_end(&mut bytes).map_err(|error| reason(&error))?;
    Ok(bytes)
}

/// Returns the reason why a file cannot be read, as a sentence.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        _ => error.to_string(),
    }
}

fn get(client: &Client, url: &Url, page: Option<&Url>, total: &AtomicU64) -> Outcome {
    if total.load(Ordering::Relaxed) > MAX_FETCHED_BYTES {
        return Err(format!("the images have more than {MAX_FETCHED_BYTES} bytes in total"));
    }
    if url.scheme() == "file" {
        let bytes = read_file(url)?;
        total.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        return Ok(bytes);
    }
    let request = Request::new(url.as_str()).found_on(page.unwrap_or(url).as_str());
    match client.send(&request) {
        Ok(response) => {
            total.fetch_add(response.body.len() as u64, Ordering::Relaxed);
            Ok(response.body)
        }
        Err(error) => Err(error.to_string()),
    }
}
