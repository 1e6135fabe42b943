//! The places of files in the folder for them, by the sources and addresses of pages.

use std::path::{Component, Path, PathBuf};

use tamis::Url;

use crate::names::{safe, safe_folder};
use crate::task::{STDIN, Task, is_url, without_page_ending};

/// The stem of a page that is the index of its folder.
const INDEX: &str = "index";
/// The stem of a page from standard input.
const STDIN_STEM: &str = "stdin";

/// The place of a page's file: its folder and its name without number and extension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The folder, below that for all files.
    pub folder: PathBuf,
    /// The name without number and extension.
    pub stem: String,
}

impl Place {
    /// Returns the place by the source of a page. Folders below the one that was named are kept; a
    /// page on the web has the folders of its address.
    pub fn of_task(task: &Task) -> Place {
        match task {
            Task::File { below, .. } => Place::of_path(below),
            _ => Place::of_source(&task.source()),
        }
    }

    fn of_source(source: &str) -> Place {
        if source == STDIN {
            return Place { folder: PathBuf::new(), stem: STDIN_STEM.to_owned() };
        }
        let address = is_url(source).then(|| Url::parse(source).ok()).flatten();
        address.map_or_else(
            || Place::of_path(Path::new(Path::new(source).file_name().unwrap_or_default())),
            |url| Place::of_address(&url),
        )
    }

    fn of_path(path: &Path) -> Place {
        let folders = path.parent().into_iter().flat_map(Path::components);
        let folders: Vec<_> = folders
            .filter(|part| matches!(part, Component::Normal(_)))
            .map(|part| part.as_os_str().to_string_lossy())
            .collect();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        Place {
            folder: safe_folder(folders.iter().map(|folder| &**folder)),
            stem: safe(without_page_ending(&name), '_'),
        }
    }

    /// Returns the place by an address: the host, the folders of the path, and its last part with
    /// the query.
    pub fn of_address(url: &Url) -> Place {
        let host = url.host_str().unwrap_or_default();
        let host = url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"));
        let mut parts: Vec<_> = url.path().split('/').collect();
        let last = parts.pop().filter(|last| !last.is_empty()).unwrap_or(INDEX);
        let stem = match url.query() {
            Some(query) => format!("{}_{query}", without_page_ending(last)),
            None => without_page_ending(last).to_owned(),
        };
        let folders = parts.into_iter().filter(|part| !part.is_empty());
        Place {
            folder: safe_folder(std::iter::once(host.as_str()).chain(folders)),
            stem: safe(&stem, '_'),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_url(url: &str) -> (PathBuf, String) {
        let Place { folder, stem } = Place::of_source(url);
        (folder, stem)
    }

    #[test]
    fn addresses_become_folders() {
        for (url, folder, stem) in [
            ("https://example.com", "example.com", "index"),
            ("https://example.com/", "example.com", "index"),
            ("http://example.com:81/a/b.html?x=1/2#top", "example.com_81/a", "b_x=1_2"),
            ("https://example.com/a//../../b/c.php", "example.com/b", "c.php"),
            ("https://example.com/%2e%2e/%2F..%2f", "example.com", "%2F..%2f"),
            ("-", "", "stdin"),
            ("a/b/page.htm.gz", "", "page"),
        ] {
            assert_eq!(of_url(url), (folder.into(), stem.into()), "{url}");
        }
    }

    #[test]
    fn folders_of_files_are_kept() {
        for (path, folder, stem) in [
            ("a/b/index.html?x=1", "a/b", "index.html_x=1"),
            ("../a/.hidden/page", "a/hidden", "page"),
            ("x.HTML", "", "x"),
            (".html", "", "html"),
        ] {
            let place = Place::of_path(Path::new(path));
            assert_eq!(place, Place { folder: folder.into(), stem: stem.into() }, "{path}");
        }
    }
}
