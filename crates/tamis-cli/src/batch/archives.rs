//! The archives of a run: files, addresses, standard input, and the records of an index.

use std::collections::{HashMap, HashSet};
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use tamis_batch::{Archive, find_archives, read_index};
use tamis_fetch::Client;
use tamis_run::inputs::names_nothing;
use tamis_run::read;

use super::base::{Base, is_address, scheme};
use super::web_archive::{Refused, WebArchive};
use crate::cli::BatchArgs;
use crate::message::message;

/// The name of standard input.
const STDIN: &str = "-";

/// The archives that a caller names, and the way to those on the web.
pub struct ArchiveSources<'a> {
    /// Archives, folders that are searched for them, addresses, and `-` for standard input.
    pub inputs: Vec<PathBuf>,
    /// A table with the records to read, in place of the inputs.
    pub index: Option<&'a Path>,
    /// The folder or address that the names in the index begin at.
    pub index_base: Option<&'a str>,
    /// The client for addresses. It is only made if there is one.
    pub client: &'a (dyn Fn(SentHeaders) -> anyhow::Result<Client> + Sync),
    /// The time limit for a part of an archive in an object store.
    pub timeout: Duration,
}

/// The headers that a client for archives sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SentHeaders {
    /// The headers of the caller, who names the sites.
    Callers,
    /// No headers, because an index without a base chooses the sites.
    None,
}

impl ArchiveSources<'_> {
    /// Returns the archives.
    ///
    /// # Errors
    ///
    /// If an input does not exist, an index cannot be read, or there is no archive.
    pub fn archives(&self) -> anyhow::Result<Vec<Archive>> {
        let mut places = Places::new(self);
        match self.index {
            Some(index) => places.of_index(index),
            None => places.of_inputs(),
        }
    }
}

/// Returns the archives of a command line.
///
/// # Errors
///
/// As [`ArchiveSources::archives`].
pub fn archives(args: &BatchArgs) -> anyhow::Result<Vec<Archive>> {
    let is_without_base =
        args.index.is_some() && args.index_base.as_deref().is_none_or(str::is_empty);
    if is_without_base && !args.remote.headers.is_empty() {
        message("--header is not sent: it goes to the site of --index-base");
    }
    let sources = ArchiveSources {
        inputs: if args.index.is_some() { Vec::new() } else { names(args)? },
        index: args.index.as_deref(),
        index_base: args.index_base.as_deref(),
        client: &|headers| Ok(Client::new(args.remote.config(headers == SentHeaders::Callers)?)?),
        timeout: Duration::from_secs_f64(args.remote.timeout),
    };
    sources.archives()
}

/// Returns the inputs of the command line, then those of the list.
fn names(args: &BatchArgs) -> anyhow::Result<Vec<PathBuf>> {
    let mut names = args.inputs.clone();
    if let Some(list) = &args.files_from {
        let text = if list.as_os_str() == STDIN {
            if names.iter().any(|name| name.as_os_str() == STDIN) {
                bail!("standard input is either an archive or the list of --files-from");
            }
            io::read_to_string(io::stdin())
        } else {
            read::open(list).and_then(io::read_to_string)
        };
        let text = text.with_context(|| format!("cannot read the list {}", list.display()))?;
        let lines = text.lines().map(str::trim);
        names.extend(lines.filter(|line| !names_nothing(line)).map(PathBuf::from));
    }
    Ok(names)
}

/// The places where archives may be.
struct Places<'a> {
    sources: &'a ArchiveSources<'a>,
    headers: SentHeaders,
    /// Made for the first address.
    client: Option<Client>,
    /// Made for the first address of an object store.
    #[cfg(feature = "cloud")]
    cloud: Option<Arc<tamis_fetch::Cloud>>,
}

impl<'a> Places<'a> {
    fn new(sources: &'a ArchiveSources<'a>) -> Places<'a> {
        Places {
            sources,
            headers: SentHeaders::Callers,
            client: None,
            #[cfg(feature = "cloud")]
            cloud: None,
        }
    }

    /// Returns the archives that are named themselves.
    fn of_inputs(&mut self) -> anyhow::Result<Vec<Archive>> {
        let (others, paths): (Vec<_>, Vec<_>) =
            self.sources.inputs.iter().partition(|name| is_no_path(name));
        let mut archives = find_archives(paths)
            .map_err(|(path, error)| anyhow!("cannot read {}: {error}", path.display()))?;
        let mut seen = HashSet::new();
        for name in others.into_iter().filter_map(|name| name.to_str()) {
            if seen.insert(name) {
                archives.push(self.archive(name)?);
            }
        }
        if archives.is_empty() {
            bail!("no archive found: expected files that end in .warc, .warc.gz or .warc.zst");
        }
        Ok(archives)
    }

    /// Returns the archives of an index, each with its records.
    fn of_index(&mut self, index: &Path) -> anyhow::Result<Vec<Archive>> {
        // The library of Parquet panics on some damage, which is an error here.
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| {}));
        let records = read_index(index);
        std::panic::set_hook(hook);
        let records = records?;
        if records.is_empty() {
            bail!("the index {} names no record", index.display());
        }
        let base = Base::new(self.sources.index_base)?;
        // Without a base, the index chooses the sites, so the headers of the user are not sent to
        // them.
        if matches!(base, Base::None) {
            self.headers = SentHeaders::None;
        }
        let named = |(name, ranges): (String, _)| Ok((self.named_by_index(base, &name)?, ranges));
        Ok(of_each_file(records.into_iter().map(named).collect::<anyhow::Result<_>>()?))
    }

    /// Returns the archive of a name in an index. An archive that may not be read fails when it is
    /// opened, so that the run goes on with the others.
    fn named_by_index(&mut self, base: Base<'_>, name: &str) -> anyhow::Result<Archive> {
        let refused = |reason| Ok(Archive::remote(name, Arc::new(Refused(reason))));
        let Some(place) = base.join(name) else {
            return refused("the index names a place that is not below --index-base");
        };
        match (base, scheme(&place)) {
            // Credentials are for the buckets that the user names.
            (Base::None, Some(scheme)) if !is_web(&scheme) => refused(
                "without --index-base, an index names files and addresses of http and https",
            ),
            (Base::Folder(_), _) | (_, None) => Ok(Archive::new(place)),
            _ => self.archive(&place),
        }
    }

    /// Returns the archive of this name. It need not exist.
    fn archive(&mut self, name: &str) -> anyhow::Result<Archive> {
        if name == STDIN {
            return Ok(Archive::stream(STDIN, io::stdin()));
        }
        let Some(scheme) = scheme(name) else { return Ok(Archive::new(name)) };
        if !is_web(&scheme) {
            return self.in_store(&scheme, name);
        }
        let archive = WebArchive::new(self.client()?.clone(), name);
        Ok(Archive::remote(name, Arc::new(archive)))
    }

    /// Returns an archive in an object store.
    #[cfg(feature = "cloud")]
    fn in_store(&mut self, scheme: &str, name: &str) -> anyhow::Result<Archive> {
        use tamis_fetch::Cloud;

        if !Cloud::knows(scheme) {
            bail!("{name}: archives are files, or have addresses of http, https, s3, gs or az");
        }
        let timeout = self.sources.timeout;
        let cloud = self.cloud.get_or_insert_with(|| {
            let text = |of: std::ffi::OsString| of.into_string().ok();
            let settings = std::env::vars_os();
            let settings = settings.filter_map(|(name, value)| Some((text(name)?, text(value)?)));
            Arc::new(Cloud::new(settings, timeout))
        });
        let archive =
            super::web_archive::CloudArchive { cloud: Arc::clone(cloud), url: name.to_owned() };
        Ok(Archive::remote(name, Arc::new(archive)))
    }

    #[cfg(not(feature = "cloud"))]
    #[expect(clippy::unused_self, reason = "the feature `cloud` uses it")]
    fn in_store(&mut self, _scheme: &str, name: &str) -> anyhow::Result<Archive> {
        bail!(
            "{name}: archives are files, or have addresses of http or https; object stores need a \
             program that is built with the feature `cloud`"
        )
    }

    fn client(&mut self) -> anyhow::Result<&Client> {
        if self.client.is_none() {
            self.client = Some((self.sources.client)(self.headers)?);
        }
        self.client.as_ref().context("there is no client")
    }
}

/// Returns true for standard input and for addresses.
fn is_no_path(name: &Path) -> bool {
    name.to_str().is_some_and(|name| name == STDIN || is_address(name))
}

fn is_web(scheme: &str) -> bool {
    matches!(scheme, "http" | "https")
}

/// Returns the archives with their records, and each file once: an index can spell the path of one
/// in many ways, such as `a.warc` and `./a.warc`, and each archive has an output of its own.
fn of_each_file(named: Vec<(Archive, Vec<Range<u64>>)>) -> Vec<Archive> {
    let mut archives: Vec<(Archive, Vec<Range<u64>>)> = Vec::new();
    let mut places = HashMap::new();
    for (archive, ranges) in named {
        let path = archive.path().and_then(|path| path.canonicalize().ok());
        match path.map(|path| *places.entry(path).or_insert(archives.len())) {
            Some(known) if known < archives.len() => archives[known].1.extend(ranges),
            _ => archives.push((archive, ranges)),
        }
    }
    archives.into_iter().map(|(archive, ranges)| archive.records(ranges)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_a_path_are_one_archive() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).display().to_string();
        for name in ["a.warc", "b.warc"] {
            std::fs::write(path(name), "").unwrap();
        }
        let names = ["a.warc", "./a.warc", ".//././a.warc", "b.warc", "no.warc", "./no.warc"];
        let spelled = names.map(|name| (Archive::new(path(name)), vec![0..1, 5..6]));
        let found = of_each_file(spelled.into());
        let found: Vec<_> = found.iter().filter_map(Archive::path).collect();
        let expected = ["a.warc", "b.warc", "no.warc", "./no.warc"];
        assert_eq!(found, expected.map(|name| PathBuf::from(path(name))));
    }
}
