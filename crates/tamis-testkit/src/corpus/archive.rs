//! Streams a packed corpus. A thread reads the archive and sends its files over a bounded channel.
//! So the caller has a plain iterator, and the memory stays small. The thread ends when the
//! iterator is dropped.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::mpsc::{IntoIter, SyncSender, sync_channel};
use std::thread;

use anyhow::{Context, Result, anyhow};
use flate2::read::GzDecoder;
use tar::Archive;

use super::Entry;

/// The number of items that may wait between the reading thread and the caller. Enough to keep both
/// busy, and little memory even with pages of 8 MB.
const WAITING_ITEMS: usize = 8;

/// Returns the files of the archive whose path in the corpus starts with one of `prefixes`, in the
/// archive's order.
pub fn entries(
    archive: &Path,
    corpus: &str,
    prefixes: Vec<String>,
) -> Result<IntoIter<Result<Entry>>> {
    let archive = Packed::open(archive, corpus)?;
    spawn(move |sender| {
        archive.walk(|path, reader| {
            if !prefixes.iter().any(|prefix| path.starts_with(prefix)) {
                return Ok(ControlFlow::Continue(()));
            }
            let mut bytes = Vec::new();
            reader.read_to_end(&mut bytes).with_context(|| format!("read {path}"))?;
            Ok(send(sender, Entry { path: path.to_owned(), bytes }))
        })?;
        Ok(())
    })
}

/// The lines of the archive's file at `wanted`; one error where there is no such file.
pub fn lines(archive: &Path, corpus: &str, wanted: String) -> Result<IntoIter<Result<String>>> {
    let missing = anyhow!("corpus {corpus} has no file {wanted}");
    let archive = Packed::open(archive, corpus)?;
    spawn(move |sender| {
        let found = archive.walk(|path, reader| {
            if path != wanted {
                return Ok(ControlFlow::Continue(()));
            }
            for line in BufReader::new(reader).lines() {
                let line = line.with_context(|| format!("read {path}"))?;
                if send(sender, line).is_break() {
                    break;
                }
            }
            Ok(ControlFlow::Break(()))
        })?;
        if found { Ok(()) } else { Err(missing) }
    })
}

/// Runs `read` in a thread of its own; its error becomes the last item.
fn spawn<T: Send + 'static>(
    read: impl FnOnce(&SyncSender<Result<T>>) -> Result<()> + Send + 'static,
) -> Result<IntoIter<Result<T>>> {
    let (sender, receiver) = sync_channel(WAITING_ITEMS);
    thread::Builder::new()
        .name("corpus".to_owned())
        .spawn(move || {
            if let Err(error) = read(&sender) {
                // Nobody listens any more: nothing is lost.
                let _ = sender.send(Err(error));
            }
        })
        .context("start the thread that reads the archive")?;
    Ok(receiver.into_iter())
}

/// Hands an item over; `Break` when the caller has dropped the iterator.
fn send<T>(sender: &SyncSender<Result<T>>, item: T) -> ControlFlow<()> {
    if sender.send(Ok(item)).is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}

struct Packed {
    archive: Archive<GzDecoder<BufReader<File>>>,
    prefix: String,
}

impl Packed {
    fn open(path: &Path, corpus: &str) -> Result<Self> {
        let file = File::open(path).with_context(|| format!("open {}", path.display()))?;
        let archive = Archive::new(GzDecoder::new(BufReader::new(file)));
        Ok(Self { archive, prefix: format!("{corpus}/") })
    }

    /// Calls `visit` with the path in the corpus and the content of each file, until it breaks.
    /// Returns true then, and false if the archive ends first.
    fn walk(
        mut self,
        mut visit: impl FnMut(&str, &mut dyn Read) -> Result<ControlFlow<()>>,
    ) -> Result<bool> {
        for entry in self.archive.entries().context("read the archive")? {
            let mut entry = entry.context("read the archive")?;
            if !entry.header().entry_type().is_file() {
                continue;
            }
            let path = entry.path().context("read a path of the archive")?.into_owned();
            let path = path.to_str().and_then(|path| path.strip_prefix(self.prefix.as_str()));
            if let Some(path) = path
                && visit(path, &mut entry)?.is_break()
            {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
