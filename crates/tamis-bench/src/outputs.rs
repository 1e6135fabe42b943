//! Hashes of everything that the library writes about the pages of the corpora.
//!
//! A change of the code that is to change no result is compared with the state before it: hash all
//! pages with both, and list the pages that differ.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use sha2::{Digest, Sha256};
use tamis::{Config, Extraction, Extractor, Input, Url};
use tamis_testkit::{Corpus, structure};

use crate::dataset::{self, LabelledPage};

/// The formats in the order of [`PageHashes`].
pub const FORMATS: [&str; 3] = ["text", "markdown", "json"];

/// The first eight bytes of the SHA-256 of each format of a page, in the order of [`FORMATS`].
pub type PageHashes = [u64; 3];

/// The hashes of pages by the name of the corpus and of the page.
///
/// ```
/// use tamis_bench::outputs::Outputs;
/// let mut outputs = Outputs::default();
/// let config = tamis::Config::default();
/// outputs.note("tea/1", &tamis::extract("<p>Tea with milk.", &config)?);
/// let before: Outputs = outputs.to_string().parse()?;
/// assert_eq!(before, outputs);
/// outputs.note("tea/1", &tamis::extract("<p>Tea without milk.", &config)?);
/// assert!(outputs.differences(&before).contains("1 pages in text, such as tea/1"));
/// # Ok::<(), anyhow::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outputs(BTreeMap<String, PageHashes>);

impl Outputs {
    /// Hashes the output of the default configuration for the pages of `wcxb-dev`, `with-without`,
    /// `chinese` and `structure`. Writes the Markdown of each page to `folder`, if one is given, to
    /// be compared with `diff -r`.
    ///
    /// # Errors
    ///
    /// If a corpus cannot be read, or a file cannot be written.
    pub fn of_corpora(folder: Option<&Path>) -> Result<Outputs> {
        let structure = structure::pages(&Corpus::find(structure::NAME)?)?;
        let mut extractor = Extractor::new(Config::default())?;
        let mut outputs = Outputs::default();
        for page in dataset::corpora()? {
            let LabelledPage { corpus, id, html, charset, url, .. } = page?;
            let input = charset.map_or(Input::from(&html), |name| Input::from(&html).charset(name));
            let extraction = extract(&mut extractor, input, url.as_deref());
            outputs.add(&format!("{corpus}/{id}"), &extraction, folder)?;
            extractor.recycle(extraction.into_page());
        }
        for page in &structure {
            let name = format!("{}/{}", structure::NAME, page.id);
            let input = Input::from(&*page.html);
            outputs.add(&name, &extract(&mut extractor, input, page.url.as_deref()), folder)?;
        }
        Ok(outputs)
    }

    fn add(&mut self, name: &str, extraction: &Extraction, folder: Option<&Path>) -> Result<()> {
        self.note(name, extraction);
        let Some(folder) = folder else { return Ok(()) };
        let path = folder.join(format!("{}.md", name.replace('/', "-")));
        fs::write(&path, extraction.markdown()).with_context(|| format!("write {}", path.display()))
    }

    /// Hashes the output for one page.
    pub fn note(&mut self, name: &str, extraction: &Extraction) {
        let (markdown, json) = (extraction.markdown(), extraction.json());
        let hashes = [extraction.text(), &markdown, &json].map(short_hash);
        self.0.insert(name.to_owned(), hashes);
    }

    /// Describes which pages have other hashes than before, with the first page for each format.
    /// Empty if all are equal.
    pub fn differences(&self, before: &Outputs) -> String {
        let mut lines = String::new();
        let mut note = |names: Vec<&String>, what: &str| {
            if let Some(first) = names.first() {
                let _ = writeln!(lines, "{} pages {what}, such as {first}", names.len());
            }
        };
        for (at, format) in FORMATS.iter().enumerate() {
            let is_other = |name: &String, hashes: &PageHashes| {
                before.0.get(name).is_some_and(|of| of[at] != hashes[at])
            };
            let other = self.0.iter().filter(|(name, hashes)| is_other(name, hashes));
            note(other.map(|(name, _)| name).collect(), &format!("in {format}"));
        }
        let [new, gone] = [(self, before), (before, self)]
            .map(|(of, other)| of.0.keys().filter(|name| !other.0.contains_key(*name)).collect());
        note(new, "that were not there");
        note(gone, "that are gone");
        lines
    }

    /// Returns a line for each corpus: its pages and the hash of all their hashes.
    pub fn summary(&self) -> String {
        let mut corpora: BTreeMap<&str, (usize, Sha256)> = BTreeMap::new();
        for (name, hashes) in &self.0 {
            let corpus = name.split('/').next().unwrap_or_default();
            let (pages, all) = corpora.entry(corpus).or_default();
            *pages += 1;
            all.update(name);
            for hash in hashes {
                all.update(hash.to_le_bytes());
            }
        }
        let line = |(corpus, (pages, all)): (&str, (usize, Sha256))| {
            format!("{corpus:13} {pages:5} pages  {:016x}\n", first_bytes(&all.finalize()))
        };
        corpora.into_iter().map(line).collect()
    }
}

/// Writes a line for each page: its name and the hashes.
impl fmt::Display for Outputs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|(name, [text, markdown, json])| {
            writeln!(f, "{text:016x} {markdown:016x} {json:016x} {name}")
        })
    }
}

impl std::str::FromStr for Outputs {
    type Err = anyhow::Error;

    fn from_str(lines: &str) -> Result<Outputs> {
        let page = |line: &str| {
            let parts: Vec<&str> = line.splitn(FORMATS.len() + 1, ' ').collect();
            ensure!(parts.len() == FORMATS.len() + 1, "no line of hashes: {line}");
            let mut hashes = PageHashes::default();
            for (hash, part) in hashes.iter_mut().zip(&parts) {
                *hash =
                    u64::from_str_radix(part, 16).with_context(|| format!("no hash: {part}"))?;
            }
            Ok((parts[FORMATS.len()].to_owned(), hashes))
        };
        lines.lines().map(page).collect::<Result<_>>().map(Outputs)
    }
}

fn extract(extractor: &mut Extractor, input: Input<'_>, url: Option<&str>) -> Extraction {
    let url = url.and_then(|url| Url::parse(url).ok());
    extractor.extract(url.as_ref().map_or(input, |url| input.url(url)))
}

fn short_hash(text: &str) -> u64 {
    first_bytes(&Sha256::digest(text))
}

fn first_bytes(digest: &[u8]) -> u64 {
    digest.iter().take(8).fold(0, |hash, &byte| hash << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_told_apart() {
        let of = |pages: &[(&str, PageHashes)]| {
            Outputs(pages.iter().map(|&(name, hashes)| (name.to_owned(), hashes)).collect())
        };
        let before = of(&[("a/1", [1, 2, 3]), ("a/2", [1, 2, 3]), ("b/1", [4, 5, 6])]);
        assert_eq!(before.differences(&before), "");
        let after = of(&[("a/1", [1, 2, 9]), ("a/2", [1, 8, 9]), ("c/1", [4, 5, 6])]);
        let expected = "1 pages in markdown, such as a/2\n2 pages in json, such as a/1\n\
                        1 pages that were not there, such as c/1\n1 pages that are gone, such as b/1\n";
        assert_eq!(after.differences(&before), expected);
        assert_eq!(before.to_string().parse::<Outputs>().unwrap(), before);
        assert!("1 2 a/1".parse::<Outputs>().is_err() && "1 2 x a/1".parse::<Outputs>().is_err());
        assert_eq!(before.summary().lines().count(), 2);
    }
}
