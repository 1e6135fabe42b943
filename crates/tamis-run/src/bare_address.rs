//! Addresses of pages on the web that were written without their scheme.
//!
//! `tamis example.com/bread` is what people type, and it means a page. It could also be the name of
//! a file that does not exist, and to fetch something because of a mistyped name would be wrong. So
//! nothing is fetched, but the message names the address that may be meant.

use crate::task::{PAGE_ENDINGS, is_url};

/// The endings of names that are files rather than hosts, besides those of pages. For example,
/// `notes.txt` is a file, although `.txt` could be a domain.
const FILE_ENDINGS: [&str; 16] = [
    "warc", "gz", "txt", "md", "xml", "json", "jsonl", "csv", "tsv", "pdf", "php", "asp", "aspx",
    "jsp", "zip", "epub",
];

/// Returns the address that a name without a file may stand for: it begins like a host. `None` if
/// it does not.
pub fn meant(name: &str) -> Option<String> {
    let host = name.split(['/', '?', '#']).next().filter(|_| !is_url(name))?;
    let (host, port) = host.split_once(':').unwrap_or((host, ""));
    let labels: Vec<_> = host.split('.').collect();
    let is_label =
        |label: &&str| !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || c == '-');
    let last = labels.last()?.to_lowercase();
    let is_name = last.chars().count() > 1 && last.chars().all(char::is_alphabetic);
    let is_file = FILE_ENDINGS.contains(&&*last)
        || PAGE_ENDINGS.iter().any(|ending| ending.trim_start_matches('.') == last);
    let is_host = labels.len() > 1
        && labels.iter().all(is_label)
        && is_name
        && !is_file
        && port.chars().all(|c| c.is_ascii_digit());
    is_host.then(|| format!("https://{name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_told_from_files() {
        for name in ["www.example.com", "example.com/a/b.html", "bücher.de", "a.example:81/?x#y"] {
            assert_eq!(meant(name), Some(format!("https://{name}")));
        }
        for name in [
            "page.html",
            "crawl.warc.gz",
            "notes",
            "../a.b",
            "./example.com",
            "https://example.com",
            "a b.com",
            "1.2",
            "C:\\example.com",
            "",
        ] {
            assert_eq!(meant(name), None, "{name}");
        }
    }
}
