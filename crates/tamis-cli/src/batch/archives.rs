//! The archives of a run: files, addresses, standard input, and the records of an index.

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};
use tamis_batch::{Archive, find_archives, read_index};
use tamis_fetch::Client;

use super::web::WebArchive;
use crate::cli::BatchArgs;
use crate::input::names_nothing;

/// The name of standard input.
const STDIN: &str = "-";

/// Returns the archives of a command line.
///
/// # Errors
///
/// If an input does not exist, an index cannot be read, or there is no archive.
pub fn archives(args: &BatchArgs) -> anyhow::Result<Vec<Archive>> {
    let mut places = Places::new(args);
    if let Some(index) = &args.index {
        return places.of_index(index);
    }
    let names = names(args)?;
    let (others, paths): (Vec<_>, Vec<_>) = names.iter().partition(|name| is_no_path(name));
    let mut archives = find_archives(paths)
        .map_err(|(path, error)| anyhow!("cannot read {}: {error}", path.display()))?;
    let mut seen = HashSet::new();
    for name in others.into_iter().filter_map(|name| name.to_str()) {
        if seen.insert(name) {
            archives.push(places.archive(name)?);
        }
    }
    if archives.is_empty() {
        bail!("no archive found: expected files that end in .warc, .warc.gz or .warc.zst");
    }
    Ok(archives)
}

/// The inputs of the command line, then those of the list.
fn names(args: &BatchArgs) -> anyhow::Result<Vec<PathBuf>> {
    let mut names = args.inputs.clone();
    if let Some(list) = &args.files_from {
        let text = if list.as_os_str() == STDIN {
            if names.iter().any(|name| name.as_os_str() == STDIN) {
                bail!("standard input is either an archive or the list of --files-from");
            }
            io::read_to_string(io::stdin())
        } else {
            std::fs::read_to_string(list)
        };
        let text = text.with_context(|| format!("cannot read the list {}", list.display()))?;
        let lines = text.lines().map(str::trim);
        names.extend(lines.filter(|line| !names_nothing(line)).map(PathBuf::from));
    }
    Ok(names)
}

/// The places where archives may be.
struct Places<'a> {
    args: &'a BatchArgs,
    /// Made for the first address.
    client: Option<Client>,
    /// Made for the first address of an object store.
    #[cfg(feature = "cloud")]
    cloud: Option<Arc<tamis_fetch::Cloud>>,
}

impl<'a> Places<'a> {
    fn new(args: &'a BatchArgs) -> Places<'a> {
        Places {
            args,
            client: None,
            #[cfg(feature = "cloud")]
            cloud: None,
        }
    }

    /// Returns the archives of an index, each with its records.
    fn of_index(&mut self, index: &Path) -> anyhow::Result<Vec<Archive>> {
        let records = read_index(index)?;
        if records.is_empty() {
            bail!("the index {} names no record", index.display());
        }
        let base = self.args.index_base.as_deref().unwrap_or_default();
        let archive = |(name, ranges): (String, Vec<_>)| {
            Ok(self.archive(&joined(base, &name))?.records(ranges))
        };
        records.into_iter().map(archive).collect()
    }

    /// Returns the archive of this name. It need not exist.
    fn archive(&mut self, name: &str) -> anyhow::Result<Archive> {
        if name == STDIN {
            return Ok(Archive::stream(STDIN, io::stdin()));
        }
        let Some((scheme, _)) = name.split_once("://") else { return Ok(Archive::new(name)) };
        match scheme.to_ascii_lowercase().as_str() {
            "http" | "https" => {
                let archive = WebArchive::new(self.client()?.clone(), name);
                Ok(Archive::remote(name, Arc::new(archive)))
            }
            _ => self.in_store(&scheme.to_ascii_lowercase(), name),
        }
    }

    /// Returns an archive in an object store.
    #[cfg(feature = "cloud")]
    fn in_store(&mut self, scheme: &str, name: &str) -> anyhow::Result<Archive> {
        use tamis_fetch::Cloud;

        if !Cloud::knows(scheme) {
            bail!("{name}: archives are files, or have addresses of http, https, s3, gs or az");
        }
        let timeout = std::time::Duration::from_secs_f64(self.args.remote.timeout);
        let cloud = self.cloud.get_or_insert_with(|| {
            let text = |of: std::ffi::OsString| of.into_string().ok();
            let settings = std::env::vars_os();
            let settings = settings.filter_map(|(name, value)| Some((text(name)?, text(value)?)));
            Arc::new(Cloud::new(settings, timeout))
        });
        let archive = super::web::CloudArchive { cloud: Arc::clone(cloud), url: name.to_owned() };
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
            self.client = Some(Client::new(self.args.remote.config()?)?);
        }
        self.client.as_ref().context("there is no client")
    }
}

/// True for standard input and for addresses.
fn is_no_path(name: &Path) -> bool {
    name.to_str().is_some_and(|name| name == STDIN || is_address(name))
}

fn is_address(name: &str) -> bool {
    name.split_once("://").is_some_and(|(scheme, _)| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    })
}

/// Returns the place of an archive that an index names.
fn joined(base: &str, name: &str) -> String {
    if base.is_empty() || is_address(name) {
        name.to_owned()
    } else if is_address(base) {
        format!("{}/{}", base.trim_end_matches('/'), name.trim_start_matches('/'))
    } else {
        Path::new(base).join(name).to_string_lossy().into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_base_is_put_before_names() {
        for (base, name, expected) in [
            ("", "a/b.warc.gz", "a/b.warc.gz"),
            ("https://data.example/", "a/b.warc.gz", "https://data.example/a/b.warc.gz"),
            ("https://data.example/x", "/a.warc", "https://data.example/x/a.warc"),
            ("https://data.example/", "http://other.example/a", "http://other.example/a"),
            ("s3://bucket", "a.warc", "s3://bucket/a.warc"),
        ] {
            assert_eq!(joined(base, name), expected);
        }
        assert_eq!(Path::new(&joined("crawl", "a.warc")), Path::new("crawl").join("a.warc"));
    }

    #[test]
    fn addresses_are_told_from_files() {
        assert!(is_address("https://a.example/x") && is_address("s3://bucket/x"));
        assert!(!is_address("crawl/a.warc") && !is_address("./a://b") && !is_address("://b"));
    }
}
