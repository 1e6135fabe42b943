//! The reader of `testdata/xss/*.toml`: HTML that runs code or loads a foreign address, each piece
//! in a different way.
//!
//! ```toml
//! [[vector]]
//! name = "image that fails"               # unique among all files
//! class = "handler on an element"         # the class of attack
//! html = '<img src=x onerror=fire()>'     # `fire()` must not run, `{trip}` must not be loaded
//! repeat = { text = "<b>", times = 512 }  # optional: replaces `{repeat}` in the HTML
//! bare = true                             # optional: the page does not declare its encoding
//! ```

use std::collections::BTreeSet;
use std::fs;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use crate::corpus::checkout;

/// A piece of HTML that does what it should not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vector {
    /// The name, unique among all vectors.
    pub name: String,
    /// The class of attack.
    pub class: String,
    /// True if the page does not declare its encoding.
    pub bare: bool,
    html: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    vector: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    class: String,
    html: String,
    repeat: Option<Repeat>,
    #[serde(default)]
    bare: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Repeat {
    text: String,
    times: usize,
}

impl Vector {
    /// Returns the HTML with `trip` as the address that must not be loaded.
    pub fn html(&self, trip: &str) -> String {
        self.html.replace("{trip}", trip)
    }

    /// Returns a page with an article that contains the HTML between paragraphs, so that the main
    /// content includes it.
    pub fn article(&self, trip: &str) -> String {
        const PARAGRAPH: &str = "<p>The ferry leaves the harbour at seven, long before the town is awake, and those \
            who want to reach the island by noon, as we did, have to be on the quay with their bags when the \
            lamps go out. Nobody sells tickets there, nobody asks for them, and yet everyone pays.</p>\n";
        let paragraphs = PARAGRAPH.repeat(4);
        format!(
            "<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>The ferry</title></head><body>\n\
             <article><h1>The ferry</h1>\n{paragraphs}<div>{}</div>\n{paragraphs}</article></body></html>",
            self.html(trip)
        )
    }
}

impl From<Entry> for Vector {
    fn from(entry: Entry) -> Vector {
        let Entry { name, class, html, repeat, bare } = entry;
        let html = match repeat {
            Some(Repeat { text, times }) => html.replace("{repeat}", &text.repeat(times)),
            None => html,
        };
        Vector { name, class, bare, html }
    }
}

/// Every vector of the checkout, in the order of the files' names.
///
/// # Errors
///
/// If a file cannot be read or is not of the format, or a name or a piece of HTML occurs twice.
pub fn vectors() -> Result<Vec<Vector>> {
    let folder = checkout().join("testdata/xss");
    let files = fs::read_dir(&folder).with_context(|| format!("list {}", folder.display()))?;
    let mut paths: Vec<_> = files.map(|file| Ok(file?.path())).collect::<Result<_>>()?;
    paths.sort_unstable();
    let mut vectors: Vec<Vector> = Vec::new();
    for path in paths {
        let text = fs::read_to_string(&path).with_context(|| format!("read {}", path.display()))?;
        let file: File =
            toml::from_str(&text).with_context(|| format!("read {}", path.display()))?;
        vectors.extend(file.vector.into_iter().map(Vector::from));
    }
    let (mut names, mut pieces) = (BTreeSet::new(), BTreeSet::new());
    for vector in &vectors {
        ensure!(names.insert(&*vector.name), "two vectors are called `{}`", vector.name);
        ensure!(pieces.insert(&*vector.html), "`{}` is there under another name", vector.name);
    }
    Ok(vectors)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_vector_is_read() {
        let vectors = vectors().unwrap();
        assert!(vectors.len() >= 400, "{}", vectors.len());
        let classes: BTreeSet<_> = vectors.iter().map(|vector| &vector.class).collect();
        assert!(classes.len() >= 10, "{classes:?}");
        assert!(vectors.iter().all(|vector| !vector.html("/t").contains("{trip}")));
        assert!(vectors.iter().all(|vector| !vector.html.contains("{repeat}")));
    }

    #[test]
    fn an_article_holds_the_vector() {
        let vector = &vectors().unwrap()[0];
        assert!(vector.article("/t").contains(&vector.html("/t")));
    }
}
