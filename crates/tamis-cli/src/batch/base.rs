//! The place that the names of an index begin at.
//!
//! Whoever made the index is not the user: it comes from elsewhere, or from a query over what
//! others wrote. So the command line decides which sites and folders are read with the user's
//! headers and rights, and a name of the index is nothing but a path below the base. For example,
//! `crawl/a.warc.gz` is one; `../a.warc.gz`, `/a.warc.gz`, `crawl%2f..%2f..%2fa` and
//! `https://other.example/a.warc.gz` are not.

use std::path::{Component, Path};

use anyhow::bail;
use tamis::Url;

/// The value of `--index-base`: an address, a folder, or nothing.
#[derive(Clone, Copy)]
pub enum Base<'a> {
    None,
    Folder(&'a Path),
    Address(&'a str),
}

impl<'a> Base<'a> {
    /// Returns the base that an option names.
    ///
    /// # Errors
    ///
    /// If it is an address without a host: the first name would be one.
    pub fn new(option: Option<&'a str>) -> anyhow::Result<Base<'a>> {
        let Some(base) = option.filter(|base| !base.is_empty()) else { return Ok(Base::None) };
        if !is_address(base) {
            return Ok(Base::Folder(Path::new(base)));
        }
        // The parser takes the host from the path if there is none: `https:///name` has the host
        // `name`.
        let begin = base.split_once("://").map_or("", |(_, rest)| rest);
        let url = Url::parse(base).ok().filter(|_| !begin.starts_with(['/', '\\']));
        if url.is_none_or(|url| url.host_str().is_none_or(str::is_empty)) {
            bail!("--index-base {base}: the address has no host");
        }
        Ok(Base::Address(base))
    }

    /// Returns the place of an archive that an index names, or `None` if that is not below the
    /// base. Without a base, a name is the place.
    pub fn join(self, name: &str) -> Option<String> {
        match self {
            Base::None => Some(name.to_owned()),
            _ if !is_below(name) => None,
            Base::Folder(folder) => Some(folder.join(name).to_string_lossy().into_owned()),
            Base::Address(base) => Some(format!("{}/{name}", base.trim_end_matches('/'))),
        }
    }
}

pub fn is_address(name: &str) -> bool {
    scheme(name).is_some()
}

/// Returns the scheme of an address in small letters. `None` for the name of a file.
pub fn scheme(name: &str) -> Option<String> {
    let (scheme, _) = name.split_once("://")?;
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    is_scheme.then(|| scheme.to_ascii_lowercase())
}

/// Returns true if a name is a path that leads down only, for files and for addresses.
///
/// Parsers of addresses drop tabs and line ends, take `\` for `/` and `%2e` for a dot; servers
/// decode `%2f`, and Windows drops dots and spaces at the end of a component.
fn is_below(name: &str) -> bool {
    let decoded = name.to_ascii_lowercase().replace("%2e", ".").replace("%2f", "/");
    let decoded = decoded.replace("%5c", "/").replace('\\', "/");
    // The path of an address ends at a query or a fragment.
    let mut parts = decoded.split(['/', '?', '#']);
    let has_drive = decoded.as_bytes().get(1) == Some(&b':');
    parts.all(|part| !part.trim_matches(['.', ' ']).is_empty())
        && !has_drive
        && !is_address(name)
        && !name.contains(char::is_control)
        && Path::new(name).components().all(|part| matches!(part, Component::Normal(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_put_below_the_base() {
        for (base, name, expected) in [
            ("", "a/b.warc.gz", "a/b.warc.gz"),
            ("", "https://other.example/a", "https://other.example/a"),
            ("https://data.example/", "a/b.warc.gz", "https://data.example/a/b.warc.gz"),
            ("https://data.example", "a..b%20c", "https://data.example/a..b%20c"),
            ("s3://bucket", ".a.warc", "s3://bucket/.a.warc"),
        ] {
            assert_eq!(Base::new(Some(base)).unwrap().join(name).as_deref(), Some(expected));
        }
        let joined = Base::new(Some("crawl")).unwrap().join("a.warc").unwrap();
        assert_eq!(Path::new(&joined), Path::new("crawl").join("a.warc"));
    }

    #[test]
    fn addresses_are_told_from_files() {
        assert!(is_address("https://a.example/x") && is_address("s3://bucket/x"));
        assert!(!is_address("crawl/a.warc") && !is_address("./a://b") && !is_address("://b"));
    }

    /// Every short name of these pieces, which parsers and servers read in their own ways, is
    /// refused or leads to a place below the base.
    #[test]
    fn no_name_leaves_the_base() {
        let pieces = [".", "%2e", "/", "\\", "%2F", "\t", " ", "a", ":", "@", "?", "#", "http:"];
        let mut names = vec![String::new()];
        for _ in 0..4 {
            let longer = names.iter().flat_map(|name| pieces.map(|piece| format!("{name}{piece}")));
            names = longer.collect();
            for name in &names {
                let base = Base::new(Some("https://data.example/crawl")).unwrap();
                let Some(joined) = base.join(name) else { continue };
                let url = Url::parse(&joined).unwrap();
                assert_eq!(url.host_str(), Some("data.example"), "{name:?}");
                assert!(url.path().starts_with("/crawl/"), "{name:?}");
                let path = url.path().to_ascii_lowercase().replace("%2f", "/");
                assert!(!path.split('/').any(|part| part == ".."), "{name:?}");
            }
        }
    }
}
