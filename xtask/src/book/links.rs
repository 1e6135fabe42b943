//! The links of the built book: each leads to a file that is there, and to a place in it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, bail};
use regex::Regex;

/// The page with all others in it, which repeats their links.
const ALL: &str = "print.html";

/// A page of HTML: where its links lead, and the names of its places.
struct Page {
    links: Vec<String>,
    ids: BTreeSet<String>,
}

/// Checks the links of all pages below `folder`, and returns their number. Addresses of the web are
/// not looked up.
///
/// # Errors
/// If a link leads nowhere.
pub fn check(folder: &Path) -> anyhow::Result<usize> {
    let pages = pages(folder)?;
    let mut count = 0;
    let mut wrong = Vec::new();
    for (path, page) in &pages {
        for link in page.links.iter().filter(|link| is_inside(link)) {
            count += 1;
            if !leads(folder, &pages, path, link) {
                wrong.push(format!("{}: {link}", path.display()));
            }
        }
    }
    if !wrong.is_empty() {
        bail!("links that lead nowhere:\n{}", wrong.join("\n"));
    }
    Ok(count)
}

fn pages(folder: &Path) -> anyhow::Result<BTreeMap<PathBuf, Page>> {
    let link = Regex::new(r#"<a [^>]*href="([^"]*)""#)?;
    let id = Regex::new(r#" id="([^"]*)""#)?;
    let mut pages = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(current) = folders.pop() {
        for entry in current.read_dir().with_context(|| format!("read {}", current.display()))? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|of| of == "html") && !path.ends_with(ALL) {
                let text = fs::read_to_string(&path)?;
                let all = |of: &Regex| {
                    of.captures_iter(&text).map(|found| found[1].to_owned()).collect::<Vec<_>>()
                };
                let page = Page { links: all(&link), ids: all(&id).into_iter().collect() };
                pages.insert(path.strip_prefix(folder)?.to_path_buf(), page);
            }
        }
    }
    Ok(pages)
}

fn is_inside(link: &str) -> bool {
    !link.contains("://") && !link.starts_with("mailto:") && !link.is_empty()
}

fn leads(folder: &Path, pages: &BTreeMap<PathBuf, Page>, from: &Path, link: &str) -> bool {
    let (path, place) = link.split_once('#').unwrap_or((link, ""));
    let base = from.parent().unwrap_or(Path::new(""));
    let target = if path.is_empty() { from.to_path_buf() } else { joined(base, path) };
    match pages.get(&target) {
        Some(page) => place.is_empty() || page.ids.contains(place),
        None => folder.join(&target).is_file(),
    }
}

/// Returns `path` as it is seen from `base`. A path that leads out of the book keeps its `..`.
fn joined(base: &Path, path: &str) -> PathBuf {
    let mut joined = PathBuf::new();
    for part in base.join(path).components() {
        match part {
            Component::ParentDir if joined.pop() => {}
            Component::CurDir => {}
            other => joined.push(other),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_links(links: &str) -> anyhow::Result<usize> {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("in")).unwrap();
        fs::write(folder.path().join("a.html"), r#"<h2 id="one">One</h2>"#).unwrap();
        fs::write(folder.path().join("picture.png"), "").unwrap();
        fs::write(folder.path().join("in/b.html"), format!(r#"<p id="here">{links}"#)).unwrap();
        check(folder.path())
    }

    #[test]
    fn links_lead_to_pages_and_places() {
        let good = r##"<a href="../a.html#one"> <a class="x" href="#here"> <a href="../picture.png">
            <a href="https://a.example/gone">"##;
        assert_eq!(check_links(good).unwrap(), 3);
        for bad in ["../a.html#two", "#gone", "a.html", "../../README.md"] {
            let error = check_links(&format!(r#"<a href="{bad}">"#)).unwrap_err().to_string();
            assert!(error.ends_with(bad), "{error}");
        }
    }
}
